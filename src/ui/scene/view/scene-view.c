#include "ui/scene/view/scene-view.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"
#include "ui/scene/view/private.h"
#include "ui/scene/view/scene-area.h"

#define MIN_SIZE     160
#define NATURAL_SIZE 420

enum { PROP_0, PROP_PARALLEL, PROP_FIRST_SHOW, N_PROPS = PROP_FIRST_SHOW + TRAMMEL_SCENE_N_SHOWS };

static const TrammelSceneLayer layers[TRAMMEL_SCENE_N_SHOWS] = {
    [TRAMMEL_SCENE_SHOW_ESTIMATED] = {"show-estimated", N_("Mechanism"), TRUE, GDK_KEY_e},
    [TRAMMEL_SCENE_SHOW_GHOST] = {"show-ghost", N_("Ghost"), TRUE, GDK_KEY_m},
    [TRAMMEL_SCENE_SHOW_GRID] = {"show-grid", N_("Grid"), TRUE, GDK_KEY_g},
    [TRAMMEL_SCENE_SHOW_LABELS] = {"show-labels", N_("Names"), FALSE, GDK_KEY_l},
    [TRAMMEL_SCENE_SHOW_JOINT_AXES] = {"show-joint-axes", N_("Axes of the joints"), FALSE,
                                       GDK_KEY_j},
    [TRAMMEL_SCENE_SHOW_CENTRES] = {"show-centres", N_("Centres of mass"), FALSE, GDK_KEY_c},
    [TRAMMEL_SCENE_SHOW_INERTIAS] = {"show-inertias", N_("Boxes of the same inertia"), FALSE,
                                     GDK_KEY_i},
    [TRAMMEL_SCENE_SHOW_AXES] = {"show-axes", N_("Frames of bodies and sensors"), FALSE, GDK_KEY_r},
    [TRAMMEL_SCENE_SHOW_GRAVITY] = {"show-gravity", N_("Gravity"), FALSE, 0},
    [TRAMMEL_SCENE_SHOW_FORCES] = {"show-forces", N_("Forces and torques"), FALSE, GDK_KEY_t},
    [TRAMMEL_SCENE_SHOW_VIOLATIONS] = {"show-violations", N_("Violation of the constraints"), FALSE,
                                       GDK_KEY_v},
    [TRAMMEL_SCENE_SHOW_TRAILS] = {"show-trails", N_("Trails of the motion"), FALSE, GDK_KEY_p},
};

static GParamSpec *props[N_PROPS];

enum { PICKED, MENU_OPENS, GRABBED, PULLED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(TrammelSceneView, trammel_scene_view, GTK_TYPE_WIDGET)

const TrammelSceneLayer *
trammel_scene_view_get_layer(TrammelSceneShow show)
{
  return &layers[show];
}

const TrammelSceneLayer *
trammel_scene_view_list_marks(guint *n)
{
  *n = TRAMMEL_SCENE_N_SHOWS - TRAMMEL_SCENE_SHOW_LABELS;
  return layers + TRAMMEL_SCENE_SHOW_LABELS;
}

TrammelViewport
trammel_scene_view_get_viewport(TrammelSceneView *self)
{
  if (self->still)
    return self->still_viewport;
  return (TrammelViewport){MAX(1, gtk_widget_get_width(GTK_WIDGET(self))),
                           MAX(1, gtk_widget_get_height(GTK_WIDGET(self)))};
}

gboolean
trammel_scene_view_is_dark(TrammelSceneView *self)
{
  if (self->still && self->still->background == TRAMMEL_BACKGROUND_WHITE)
    return FALSE;
  return trammel_widget_is_dark(GTK_WIDGET(self));
}

void
trammel_scene_view_redraw(TrammelSceneView *self)
{
  trammel_scene_area_redraw(TRAMMEL_SCENE_AREA(self->area));
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

const double *
trammel_scene_view_get_shown_pose(TrammelSceneView *self)
{
  if (self->estimated != NULL && self->shows[TRAMMEL_SCENE_SHOW_ESTIMATED])
    return self->estimated;
  return self->shows[TRAMMEL_SCENE_SHOW_GHOST] ? self->ghost : NULL;
}

/* Appends the marks beside the solids. */
static void
fill_marks(TrammelSceneView *self, TrammelDrawList *list, const double *pose)
{
  static void (*const draws[])(const TrammelSceneModel *, TrammelDrawList *, const double *) = {
      [TRAMMEL_SCENE_SHOW_AXES] = trammel_scene_model_draw_frames,
      [TRAMMEL_SCENE_SHOW_CENTRES] = trammel_scene_model_draw_centres,
      [TRAMMEL_SCENE_SHOW_INERTIAS] = trammel_scene_model_draw_inertias,
      [TRAMMEL_SCENE_SHOW_JOINT_AXES] = trammel_scene_model_draw_axes,
      [TRAMMEL_SCENE_SHOW_VIOLATIONS] = trammel_scene_model_draw_violations,
  };

  trammel_scene_model_draw_contacts(self->look, list, pose);
  for (guint i = 0; i < G_N_ELEMENTS(draws); i++)
    if (draws[i] != NULL && self->shows[i])
      draws[i](self->look, list, pose);
  trammel_scene_model_draw_selected(self->look, list, pose);
  if (self->shows[TRAMMEL_SCENE_SHOW_GRAVITY])
    trammel_scene_model_draw_gravity(self->look, list);
  if (self->shows[TRAMMEL_SCENE_SHOW_TRAILS])
    trammel_scene_model_draw_trails(self->look, list);
  if (self->shows[TRAMMEL_SCENE_SHOW_FORCES] && self->forces)
    trammel_scene_model_draw_forces(self->look, list,
                                    (const TrammelForce *)(gconstpointer)self->forces->data,
                                    self->forces->len);
  if (self->loads)
    trammel_scene_model_draw_loads(self->look, list, pose, self->loads);
}

void
trammel_scene_view_fill(TrammelSceneView *self, TrammelDrawList *list)
{
  gboolean dark = trammel_scene_view_is_dark(self);
  const double *shown = trammel_scene_view_get_shown_pose(self);

  if (self->look == NULL)
    return;
  trammel_scene_model_draw_world(self->look, list, dark);
  if (self->estimated != NULL && self->shows[TRAMMEL_SCENE_SHOW_ESTIMATED])
    trammel_scene_model_draw_bodies(self->look, list, self->estimated, TRAMMEL_STYLE_SOLID, dark);
  if (self->ghost != NULL && self->shows[TRAMMEL_SCENE_SHOW_GHOST])
    trammel_scene_model_draw_bodies(self->look, list, self->ghost, TRAMMEL_STYLE_GHOST, dark);
  if (shown != NULL)
    fill_marks(self, list, shown);
}

void
trammel_scene_view_prepare(TrammelSceneImage *picture, TrammelDrawList *list, gpointer view)
{
  TrammelSceneView *self = view;

  picture->camera = self->camera;
  picture->dark = trammel_scene_view_is_dark(self);
  picture->show_grid = self->look != NULL && self->shows[TRAMMEL_SCENE_SHOW_GRID];
  picture->show_axes = self->look != NULL;
  picture->ground = self->look == NULL ? 0 : trammel_scene_model_get_ground(self->look);
  trammel_scene_view_fill(self, list);
}

/* Frames the view again unless the user has moved it: the projections need different distances. */
static void
set_parallel(TrammelSceneView *self, gboolean parallel)
{
  if (self->camera.parallel == !!parallel)
    return;
  self->camera.parallel = parallel;
  if (!self->is_camera_moved)
    trammel_scene_view_frame_reach(self);
  trammel_scene_view_redraw(self);
  g_object_notify_by_pspec(G_OBJECT(self), props[PROP_PARALLEL]);
}

void
trammel_scene_view_set_saved(TrammelSceneView *self, GMenuModel *saved)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  g_set_object(&self->saved, saved);
}

gboolean
trammel_scene_view_emit_grabbed(TrammelSceneView *self, int body)
{
  gboolean taken = FALSE;

  g_signal_emit(self, signals[GRABBED], 0, body, &taken);
  return taken;
}

void
trammel_scene_view_emit_pulled(TrammelSceneView *self)
{
  g_signal_emit(self, signals[PULLED], 0);
}

void
trammel_scene_view_emit_menu_opens(TrammelSceneView *self)
{
  g_signal_emit(self, signals[MENU_OPENS], 0);
}

void
trammel_scene_view_set_menu(TrammelSceneView *self, GMenuModel *menu)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  g_set_object(&self->menu, menu);
}

void
trammel_scene_view_frame_all(TrammelSceneView *self)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  self->is_camera_moved = FALSE;
  trammel_scene_view_frame_reach(self);
  trammel_scene_view_redraw(self);
}

gboolean
trammel_scene_view_is_available(TrammelSceneView *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_VIEW(self), FALSE);
  return self->is_available;
}

gboolean
trammel_scene_view_is_settled(TrammelSceneView *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_VIEW(self), FALSE);
  return trammel_scene_area_is_settled(TRAMMEL_SCENE_AREA(self->area)) &&
         (self->look == NULL || !trammel_scene_model_awaits_skins(self->look));
}

gboolean
trammel_scene_view_is_slow(TrammelSceneView *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_VIEW(self), FALSE);
  return trammel_scene_area_is_slow(TRAMMEL_SCENE_AREA(self->area));
}

static double *
copy_pose(TrammelSceneView *self, const double *pose)
{
  return g_memdup2(pose, TR_POSE * trammel_scene_model_get_n_bodies(self->look) * sizeof *pose);
}

void
trammel_scene_view_set_mechanism(TrammelSceneView *self,
                                 const TrModel *model,
                                 const TrammelShape *shapes,
                                 guint n_shapes)
{
  double up[3];

  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  self->n_anchors = 0;
  g_clear_pointer(&self->look, trammel_scene_model_free);
  g_clear_pointer(&self->forces, g_array_unref);
  g_clear_pointer(&self->loads, g_array_unref);
  g_clear_pointer(&self->estimated, g_free);
  g_clear_pointer(&self->ghost, g_free);
  if (model != NULL)
    self->look = trammel_scene_model_new(model, shapes, n_shapes);
  if (self->look != NULL) {
    trammel_scene_model_get_up(self->look, up);
    trammel_camera_init(&self->camera, up);
    self->estimated = copy_pose(self, trammel_scene_model_get_rest_pose(self->look));
  }
  trammel_scene_view_frame_all(self);
  trammel_scene_view_apply_aim(self);
}

void
trammel_scene_view_replace_mechanism(TrammelSceneView *self,
                                     const TrModel *model,
                                     const TrammelShape *shapes,
                                     guint n_shapes)
{
  TrammelSceneModel *look;
  double before[3], after[3];

  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  look = model != NULL ? trammel_scene_model_new(model, shapes, n_shapes) : NULL;
  if (look == NULL || self->look == NULL) {
    g_clear_pointer(&look, trammel_scene_model_free);
    trammel_scene_view_set_mechanism(self, model, shapes, n_shapes);
    return;
  }
  trammel_scene_model_get_up(self->look, before);
  trammel_scene_model_get_up(look, after);
  g_clear_pointer(&self->look, trammel_scene_model_free);
  g_clear_pointer(&self->forces, g_array_unref);
  g_clear_pointer(&self->loads, g_array_unref);
  self->look = look;
  g_free(self->estimated);
  g_clear_pointer(&self->ghost, g_free);
  self->estimated = copy_pose(self, trammel_scene_model_get_rest_pose(self->look));
  trammel_scene_model_set_selected(self->look, self->selected);
  if (memcmp(before, after, sizeof before) != 0)
    trammel_camera_init(&self->camera, after);
  if (!self->is_camera_moved)
    trammel_scene_view_frame_reach(self);
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_set_selected(TrammelSceneView *self, TrammelThing thing)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  self->selected = thing;
  gtk_widget_action_set_enabled(GTK_WIDGET(self), "scene.centre-selected",
                                thing.kind == TRAMMEL_THING_BODY ||
                                    thing.kind == TRAMMEL_THING_JOINT);
  if (self->look != NULL)
    trammel_scene_model_set_selected(self->look, thing);
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_set_tints(TrammelSceneView *self, const float *tints)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  if (self->look == NULL)
    return;
  trammel_scene_model_set_tints(self->look, tints);
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_emit_picked(TrammelSceneView *self, TrammelThing thing)
{
  g_signal_emit(self, signals[PICKED], 0, (guint)thing.kind, (guint)MAX(0, thing.index));
}

void
trammel_scene_view_set_pose(TrammelSceneView *self, const double *estimated, const double *ghost)
{
  gboolean grown = FALSE;

  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  if (self->look == NULL)
    return;
  g_free(self->estimated);
  g_free(self->ghost);
  self->estimated = copy_pose(self, estimated);
  self->ghost = copy_pose(self, ghost);
  if (estimated != NULL)
    grown = trammel_scene_model_widen(self->look, estimated);
  if (ghost != NULL)
    grown = trammel_scene_model_widen(self->look, ghost) || grown;
  if (grown && !self->is_camera_moved)
    trammel_scene_view_frame_reach(self);
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_set_time(TrammelSceneView *self, double time)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  if (self->look != NULL)
    trammel_scene_model_set_time(self->look, time);
}

void
trammel_scene_view_set_forces(TrammelSceneView *self, GArray *forces)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  GArray *old = self->forces;

  self->forces = forces ? g_array_ref(forces) : NULL;
  g_clear_pointer(&old, g_array_unref);
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_set_loads(TrammelSceneView *self, GArray *loads)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  GArray *old = self->loads;

  self->loads = loads ? g_array_ref(loads) : NULL;
  g_clear_pointer(&old, g_array_unref);
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_set_motion(TrammelSceneView *self, const double *poses, gsize n)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  if (self->look == NULL)
    return;
  trammel_scene_model_set_motion(self->look, poses, n);
  if (!self->is_camera_moved)
    trammel_scene_view_frame_reach(self);
  trammel_scene_view_redraw(self);
}

static void
on_area_failed_cb(TrammelSceneView *self, const char *reason)
{
  g_autofree char *text =
      g_strdup_printf(_("The 3D view needs OpenGL 3.3: %s\nEverything else works."), reason);

  self->is_available = FALSE;
  gtk_label_set_text(GTK_LABEL(self->reason), text);
  gtk_widget_set_visible(self->reason, TRUE);
}

static void
trammel_scene_view_measure(GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(widget);

  *minimum = MIN_SIZE;
  if (gtk_widget_get_visible(self->reason)) {
    int least = 0;
    gtk_widget_measure(self->reason, orientation, for_size, &least, NULL, NULL, NULL);
    *minimum = MAX(*minimum, least);
  }
  *natural = MAX(*minimum, NATURAL_SIZE);
}

/* Presents an open menu again, as a layout manager does: one that grows needs a larger surface. */
static void
present_menus(GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    if (GTK_IS_POPOVER(child))
      gtk_popover_present(GTK_POPOVER(child));
}

static void
trammel_scene_view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(widget);

  gtk_widget_allocate(self->area, width, height, -1, NULL);
  if (gtk_widget_get_visible(self->reason))
    gtk_widget_allocate(self->reason, width, height, -1, NULL);
  present_menus(widget);
  if (!self->is_camera_moved)
    trammel_scene_view_frame_reach(self);
  trammel_scene_view_redraw(self);
}

/* Shows a failure in the view's own, translated words instead of the area's. */
static void
trammel_scene_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(widget);

  if (!self->is_available) {
    gtk_widget_snapshot_child(widget, self->reason, snapshot);
    return;
  }
  gtk_widget_snapshot_child(widget, self->area, snapshot);
  trammel_scene_view_snapshot_texts(self, snapshot);
}

static void
trammel_scene_view_css_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS(trammel_scene_view_parent_class)->css_changed(widget, change);
  trammel_scene_view_redraw(TRAMMEL_SCENE_VIEW(widget));
}

/* the ring around the view follows the focus */
static void
trammel_scene_view_state_flags_changed(GtkWidget *widget, GtkStateFlags previous)
{
  if (((gtk_widget_get_state_flags(widget) ^ previous) & GTK_STATE_FLAG_FOCUS_VISIBLE) != 0)
    gtk_widget_queue_draw(widget);
}

static void
trammel_scene_view_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(object);

  if (id == PROP_PARALLEL)
    g_value_set_boolean(value, self->camera.parallel);
  else if (id >= PROP_FIRST_SHOW && id < N_PROPS)
    g_value_set_boolean(value, self->shows[id - PROP_FIRST_SHOW]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
set_show(TrammelSceneView *self, guint show, gboolean is_shown)
{
  if (self->shows[show] == is_shown)
    return;
  self->shows[show] = is_shown;
  g_object_notify_by_pspec(G_OBJECT(self), props[PROP_FIRST_SHOW + show]);
  trammel_scene_view_redraw(self);
}

static void
trammel_scene_view_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(object);

  if (id == PROP_PARALLEL)
    set_parallel(self, g_value_get_boolean(value));
  else if (id >= PROP_FIRST_SHOW && id < N_PROPS)
    set_show(self, id - PROP_FIRST_SHOW, g_value_get_boolean(value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_scene_view_dispose(GObject *object)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(object);

  trammel_scene_view_unwatch_meshes(self);
  g_clear_object(&self->menu);
  g_clear_object(&self->saved);
  g_clear_pointer(&self->area, gtk_widget_unparent);
  g_clear_pointer(&self->reason, gtk_widget_unparent);
  G_OBJECT_CLASS(trammel_scene_view_parent_class)->dispose(object);
}

static void
trammel_scene_view_finalize(GObject *object)
{
  TrammelSceneView *self = TRAMMEL_SCENE_VIEW(object);

  g_clear_pointer(&self->look, trammel_scene_model_free);
  g_clear_pointer(&self->forces, g_array_unref);
  g_clear_pointer(&self->loads, g_array_unref);
  g_free(self->estimated);
  g_free(self->ghost);
  G_OBJECT_CLASS(trammel_scene_view_parent_class)->finalize(object);
}

static void
trammel_scene_view_class_init(TrammelSceneViewClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  object_class->dispose = trammel_scene_view_dispose;
  object_class->finalize = trammel_scene_view_finalize;
  object_class->get_property = trammel_scene_view_get_property;
  object_class->set_property = trammel_scene_view_set_property;
  widget_class->measure = trammel_scene_view_measure;
  widget_class->size_allocate = trammel_scene_view_size_allocate;
  widget_class->snapshot = trammel_scene_view_snapshot;
  widget_class->css_changed = trammel_scene_view_css_changed;
  widget_class->state_flags_changed = trammel_scene_view_state_flags_changed;
  props[PROP_PARALLEL] = g_param_spec_boolean("parallel", NULL, NULL, FALSE, flags);
  for (int i = 0; i < TRAMMEL_SCENE_N_SHOWS; i++)
    props[PROP_FIRST_SHOW + i] =
        g_param_spec_boolean(layers[i].property, NULL, NULL, layers[i].initial, flags);
  g_object_class_install_properties(object_class, N_PROPS, props);
  trammel_scene_view_install_actions(widget_class);
  signals[PICKED] = g_signal_new("picked", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[MENU_OPENS] = g_signal_new("menu-opens", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[GRABBED] =
      g_signal_new("grabbed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0,
                   g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_INT);
  signals[PULLED] = g_signal_new("pulled", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name(widget_class, "sceneview");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
trammel_scene_view_init(TrammelSceneView *self)
{
  static const double up[3] = {0, 1, 0};

  for (int i = 0; i < TRAMMEL_SCENE_N_SHOWS; i++)
    self->shows[i] = layers[i].initial;
  self->is_available = TRUE;
  trammel_camera_init(&self->camera, up);
  self->area = trammel_scene_area_new(trammel_scene_view_prepare, self);
  gtk_widget_set_parent(self->area, GTK_WIDGET(self));
  g_signal_connect_object(self->area, "failed", G_CALLBACK(on_area_failed_cb), self,
                          G_CONNECT_SWAPPED);
  self->reason = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->reason), TRUE);
  gtk_label_set_justify(GTK_LABEL(self->reason), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class(self->reason, "dim-label");
  gtk_widget_set_visible(self->reason, FALSE);
  gtk_widget_set_parent(self->reason, GTK_WIDGET(self));
  trammel_scene_view_add_controllers(self);
  trammel_scene_view_watch_meshes(self);
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Mechanism in 3D"), -1);
}

GtkWidget *
trammel_scene_view_new(void)
{
  return g_object_new(TRAMMEL_TYPE_SCENE_VIEW, NULL);
}
