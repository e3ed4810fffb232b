#include "ui/pages/model/model-scene.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/parts/kept-parts.h"
#include "ui/pages/parts/kept.h"
#include "ui/pages/parts/saved-views.h"
#include "ui/pages/parts/scene-menu.h"
#include "ui/scene/view/scene-view.h"
#include "ui/session/model/knowledge.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/short-names.h"
#include "ui/widgets/template.h"
#include "ui/widgets/wrap-bar.h"

struct _TrammelModelScene {
  GtkWidget parent_instance;
  GtkBox *view_box, *legend;
  TrammelWrapBar *bar;
  GtkGrid *sliders;
  GtkWidget *slider_scroller;
  GtkCheckButton *show_trails, *show_knowledge; /* of the menu */
  TrammelSceneView *view;
  TrammelModelPose *pose;
  int pulled;      /* slider of the body that is being dragged */
  float *tints;    /* of the latest run; nullable */
  TrammelRun *run; /* run that provides the trails; nullable */
  guint log;
  gboolean updating;
};

static void trammel_model_scene_implement_kept(TrammelKeptInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelModelScene,
                              trammel_model_scene,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_KEPT,
                                                    trammel_model_scene_implement_kept))

enum { PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { NAME_COLUMN, SCALE_COLUMN, VALUE_COLUMN };

/* ---- sliders --------------------------------------------------------------------------------- */

static void
show_pose(TrammelModelScene *self)
{
  const double *pose = trammel_model_pose_get(self->pose);
  g_autoptr(GArray) forces =
      trammel_forces_new(trammel_model_pose_get_model(self->pose), pose, NULL, 0);

  trammel_scene_view_set_pose(self->view, pose, NULL);
  trammel_scene_view_set_forces(self->view, forces);
}

static void
update_values(TrammelModelScene *self)
{
  self->updating = TRUE;
  for (guint i = 0; i < trammel_model_pose_get_n_sliders(self->pose); i++) {
    const TrammelPoseSlider *slider = trammel_model_pose_get_slider(self->pose, i);
    GtkWidget *scale = gtk_grid_get_child_at(self->sliders, SCALE_COLUMN, (int)i);
    GtkWidget *label = gtk_grid_get_child_at(self->sliders, VALUE_COLUMN, (int)i);
    gboolean is_angle = g_str_equal(slider->unit, "deg");
    double last = is_angle ? 1e-1 : 1e-4;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    /* adding 0 turns the minus zero of a small negative value into zero */
    g_ascii_formatd(number, sizeof number, is_angle ? "%.1f" : "%.4f",
                    round(slider->value / last) * last + 0.0);
    g_autofree char *text = g_strdup_printf("%s %s", number, slider->unit);
    gtk_range_set_value(GTK_RANGE(scale), slider->value);
    trammel_label_set_numbers(GTK_LABEL(label), text);
  }
  self->updating = FALSE;
}

static void
on_slider_changed_cb(GtkRange *range, TrammelModelScene *self)
{
  guint slider = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(range), "slider"));

  if (self->updating)
    return;
  trammel_model_pose_move(self->pose, slider, gtk_range_get_value(range));
  update_values(self);
  show_pose(self);
}

static void
on_reset_clicked_cb(TrammelModelScene *self)
{
  trammel_model_pose_reset(self->pose);
  update_values(self);
  show_pose(self);
}

static gboolean
on_grabbed_cb(TrammelModelScene *self, int body)
{
  self->pulled = trammel_model_pose_find_slider(self->pose, body);
  return self->pulled >= 0;
}

static void
find_gap(double gap[2], const double *pose, gpointer view)
{
  trammel_scene_view_get_grab(view, gap, pose);
}

static void
on_pulled_cb(TrammelModelScene *self)
{
  trammel_model_pose_pull(self->pose, (guint)self->pulled, find_gap, self->view);
  update_values(self);
  show_pose(self);
}

static void
add_slider(TrammelModelScene *self, guint i)
{
  const TrammelPoseSlider *slider = trammel_model_pose_get_slider(self->pose, i);
  GtkWidget *name = gtk_label_new(slider->name), *value = gtk_label_new("");
  GtkWidget *scale =
      gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, slider->min, slider->max,
                               g_str_equal(slider->unit, "deg") ? 1 : slider->max / 100);
  g_autofree char *label = g_strdup_printf(_("Coordinate of %s"), slider->name);

  gtk_label_set_xalign(GTK_LABEL(name), 0);
  gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text(name, slider->name);
  gtk_label_set_max_width_chars(GTK_LABEL(name), 14);
  gtk_label_set_xalign(GTK_LABEL(value), 1);
  gtk_label_set_width_chars(GTK_LABEL(value), 10);
  gtk_widget_add_css_class(value, "number");
  gtk_scale_set_draw_value(GTK_SCALE(scale), FALSE);
  gtk_widget_set_hexpand(scale, TRUE);
  g_object_set_data(G_OBJECT(scale), "slider", GUINT_TO_POINTER(i));
  gtk_accessible_update_property(GTK_ACCESSIBLE(scale), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object(scale, "value-changed", G_CALLBACK(on_slider_changed_cb), self, 0);
  gtk_grid_attach(self->sliders, name, NAME_COLUMN, (int)i, 1, 1);
  gtk_grid_attach(self->sliders, scale, SCALE_COLUMN, (int)i, 1, 1);
  gtk_grid_attach(self->sliders, value, VALUE_COLUMN, (int)i, 1, 1);
}

/* Returns TRUE if the sliders are those of the model. */
static gboolean
have_same_sliders(TrammelModelScene *self)
{
  guint n = trammel_model_pose_get_n_sliders(self->pose);

  if (gtk_grid_get_child_at(self->sliders, NAME_COLUMN, (int)n))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const TrammelPoseSlider *slider = trammel_model_pose_get_slider(self->pose, i);
    GtkWidget *name = gtk_grid_get_child_at(self->sliders, NAME_COLUMN, (int)i);
    GtkWidget *scale = gtk_grid_get_child_at(self->sliders, SCALE_COLUMN, (int)i);
    if (!name || !g_str_equal(gtk_label_get_text(GTK_LABEL(name)), slider->name) ||
        gtk_adjustment_get_upper(gtk_range_get_adjustment(GTK_RANGE(scale))) != slider->max)
      return FALSE;
  }
  return TRUE;
}

static void
make_sliders(TrammelModelScene *self)
{
  GtkWidget *child;
  guint n = trammel_model_pose_get_n_sliders(self->pose);

  while ((child = gtk_widget_get_first_child(GTK_WIDGET(self->sliders))))
    gtk_grid_remove(self->sliders, child);
  for (guint i = 0; i < n; i++)
    add_slider(self, i);
  gtk_widget_set_visible(self->slider_scroller, n > 0);
}

/* ---- display --------------------------------------------------------------------------------- */

/* Returns TRUE if both models have the same bodies, so that the trails of a run fit. */
static gboolean
has_same_bodies(const TrModel *a, const TrModel *b)
{
  if (a->n_bodies != b->n_bodies)
    return FALSE;
  for (int i = 0; i < a->n_bodies; i++)
    if (!g_str_equal(a->bodies[i].name, b->bodies[i].name))
      return FALSE;
  return TRUE;
}

/* Returns the motion of the run, if it has the same bodies. */
static const TrTrajectory *
find_motion(TrammelModelScene *self, const TrModel *model)
{
  const TrFit *fit = self->run ? trammel_run_get_fit(self->run) : NULL;

  return fit && (int)self->log < fit->n_logs && has_same_bodies(fit->model, model)
             ? fit->logs[self->log].trajectory
             : NULL;
}

static void
update_trails(TrammelModelScene *self, const TrModel *model)
{
  const TrTrajectory *motion = find_motion(self, model);

  gtk_widget_set_sensitive(GTK_WIDGET(self->show_trails), motion != NULL);
  gtk_widget_action_set_enabled(GTK_WIDGET(self->view), "scene.show-trails", motion != NULL);
  if (motion && gtk_check_button_get_active(self->show_trails))
    trammel_scene_view_set_motion(self->view, motion->pose, (gsize)motion->n_nodes);
  else
    trammel_scene_view_set_motion(self->view, NULL, 0);
}

static void
update_tints(TrammelModelScene *self)
{
  gboolean shows = self->tints && gtk_check_button_get_active(self->show_knowledge);

  trammel_scene_view_set_tints(self->view, shows ? self->tints : NULL);
  gtk_widget_set_visible(GTK_WIDGET(self->legend), shows);
}

void
trammel_model_scene_show(TrammelModelScene *self,
                         const TrammelProject *project,
                         TrammelRun *run,
                         guint log)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_SCENE(self));
  const TrModel *model = trammel_project_get_model(project);
  g_autoptr(GArray) shapes = g_array_new(FALSE, FALSE, sizeof(TrammelShape));
  gboolean knows = run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;

  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++)
    g_array_append_vals(shapes, trammel_project_get_shape(project, i), 1);
  trammel_scene_view_replace_mechanism(self->view, model,
                                       (const TrammelShape *)(void *)shapes->data, shapes->len);
  trammel_model_pose_set_model(self->pose, model);
  if (!have_same_sliders(self))
    make_sliders(self);
  update_values(self);
  g_set_object(&self->run, run);
  self->log = log;
  update_trails(self, model);
  show_pose(self);
  g_free(self->tints);
  self->tints = knows ? trammel_model_knowledge_new_tints(run, project) : NULL;
  gtk_widget_set_sensitive(GTK_WIDGET(self->show_knowledge), knows);
  update_tints(self);
}

void
trammel_model_scene_select(TrammelModelScene *self,
                           const TrammelProject *project,
                           TrammelElement element)
{
  TrammelThing thing = {TRAMMEL_THING_NONE, 0};
  TrammelElement on;

  g_return_if_fail(TRAMMEL_IS_MODEL_SCENE(self));
  /* a motor or sensor is shown on its joint or body */
  if ((element.kind == TRAMMEL_ELEMENT_MOTOR || element.kind == TRAMMEL_ELEMENT_SENSOR) &&
      (trammel_project_find_element(project, &on, TRAMMEL_ELEMENT_JOINT,
                                    trammel_project_get_element_text(project, element, "joint")) ||
       trammel_project_find_element(project, &on, TRAMMEL_ELEMENT_BODY,
                                    trammel_project_get_element_text(project, element, "body"))))
    element = on;
  if (element.kind == TRAMMEL_ELEMENT_BODY)
    thing = (TrammelThing){TRAMMEL_THING_BODY, (int)element.index};
  else if (element.kind == TRAMMEL_ELEMENT_JOINT)
    thing = (TrammelThing){TRAMMEL_THING_JOINT, (int)element.index};
  else if (element.kind == TRAMMEL_ELEMENT_CONTACT)
    thing = (TrammelThing){TRAMMEL_THING_CONTACT, (int)element.index};
  trammel_scene_view_set_selected(self->view, thing);
}

void
trammel_model_scene_set_menu(TrammelModelScene *self, GMenuModel *menu)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_SCENE(self));
  trammel_scene_view_set_menu(self->view, menu);
}

TrammelModelPose *
trammel_model_scene_get_pose(TrammelModelScene *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MODEL_SCENE(self), NULL);
  return self->pose;
}

static void
on_picked_cb(TrammelModelScene *self, guint kind, guint index)
{
  static const TrammelElementKind kinds[] = {[TRAMMEL_THING_NONE] = TRAMMEL_ELEMENT_GRAVITY,
                                             [TRAMMEL_THING_BODY] = TRAMMEL_ELEMENT_BODY,
                                             [TRAMMEL_THING_JOINT] = TRAMMEL_ELEMENT_JOINT,
                                             [TRAMMEL_THING_CONTACT] = TRAMMEL_ELEMENT_CONTACT};

  g_signal_emit(self, signals[PICKED], 0, (guint)kinds[kind],
                kind == TRAMMEL_THING_NONE ? 0 : index);
}

static void
on_frame_clicked_cb(TrammelModelScene *self)
{
  trammel_scene_view_frame_all(self->view);
}

static void
on_trails_toggled_cb(TrammelModelScene *self)
{
  const TrModel *model = self->pose ? trammel_model_pose_get_model(self->pose) : NULL;

  if (model)
    update_trails(self, model);
}

static void
on_knowledge_toggled_cb(TrammelModelScene *self)
{
  if (self->view)
    update_tints(self);
}

/* ---- the widget ------------------------------------------------------------------------------ */

static void
trammel_model_scene_dispose(GObject *object)
{
  TrammelModelScene *self = TRAMMEL_MODEL_SCENE(object);

  self->updating = TRUE;
  trammel_template_dispose(object, TRAMMEL_TYPE_MODEL_SCENE);
  g_clear_pointer(&self->pose, trammel_model_pose_free);
  g_clear_pointer(&self->tints, g_free);
  g_clear_object(&self->run);
  G_OBJECT_CLASS(trammel_model_scene_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/model/model-scene.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelModelScene, bar);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelScene, view_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelScene, legend);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelScene, sliders);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelScene, slider_scroller);
  gtk_widget_class_bind_template_callback(widget_class, on_frame_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_reset_clicked_cb);
}

static JsonNode *
store(TrammelKept *kept)
{
  return trammel_kept_store_camera(TRAMMEL_MODEL_SCENE(kept)->view);
}

static void
restore(TrammelKept *kept, JsonNode *state)
{
  trammel_kept_restore_camera(TRAMMEL_MODEL_SCENE(kept)->view, state);
}

static void
trammel_model_scene_implement_kept(TrammelKeptInterface *iface)
{
  iface->store = store;
  iface->restore = restore;
}

static void
trammel_model_scene_class_init(TrammelModelSceneClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_model_scene_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "modelscene");
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  bind_template(GTK_WIDGET_CLASS(klass));
  signals[PICKED] = g_signal_new("picked", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
add_menu(TrammelModelScene *self)
{
  /* without the colours of the uncertainty, by which bodies could not be told apart */
  static const char *const initial[] = {"show-labels", "show-joint-axes", "show-centres",
                                        "show-gravity", NULL};
  GtkWidget *menu = trammel_scene_menu_new(self->view, "model-shows", initial);

  for (GtkWidget *button = gtk_widget_get_first_child(GTK_WIDGET(self->bar)); button;
       button = gtk_widget_get_next_sibling(button))
    trammel_short_names_cut_button(GTK_BUTTON(button));
  gtk_widget_insert_after(menu, GTK_WIDGET(self->bar), NULL);
  self->show_trails = trammel_scene_menu_get(TRAMMEL_SCENE_MENU(menu), "show-trails");
  self->show_knowledge = trammel_scene_menu_add(TRAMMEL_SCENE_MENU(menu), "knowledge",
                                                _("Uncertainty in the latest run"));
  g_signal_connect_object(self->show_trails, "toggled", G_CALLBACK(on_trails_toggled_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->show_knowledge, "toggled", G_CALLBACK(on_knowledge_toggled_cb),
                          self, G_CONNECT_SWAPPED);
}

static void
trammel_model_scene_init(TrammelModelScene *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->pose = trammel_model_pose_new();
  self->view = TRAMMEL_SCENE_VIEW(trammel_scene_view_new());
  gtk_widget_set_vexpand(GTK_WIDGET(self->view), TRUE);
  gtk_widget_set_hexpand(GTK_WIDGET(self->view), TRUE);
  gtk_box_append(self->view_box, GTK_WIDGET(self->view));
  g_signal_connect_object(self->view, "picked", G_CALLBACK(on_picked_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(self->view, "grabbed", G_CALLBACK(on_grabbed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->view, "pulled", G_CALLBACK(on_pulled_cb), self, G_CONNECT_SWAPPED);
  trammel_saved_views_attach(self->view);
  add_menu(self);
}
