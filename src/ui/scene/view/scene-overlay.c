/* Texts over the picture: letters of the axes, names of bodies, scale of the grid. */
#include <glib/gi18n.h>
#include <math.h>

#include "engine/linalg/vec3.h"
#include "plot/figure/number-text.h"
#include "ui/desktop/compat.h"
#include "ui/scene/geometry/grid.h"
#include "ui/scene/geometry/label-placer.h"
#include "ui/scene/geometry/triad.h"
#include "ui/scene/view/private.h"
#include "ui/session/text/format.h"

#define MARGIN     10.0
#define LABEL_RISE 22.0 /* pixels from a centre of mass to its name */
#define PLATE_PAD  4.0
#define DIM        0.72f
#define RING       2 /* pixels */

/* largest size [px] of the text with the grid's step */
#define SCALE_WIDTH  110.0
#define SCALE_HEIGHT 36.0
#define LEADER_ALPHA 0.45f

void
trammel_scene_view_append_text(GtkWidget *widget,
                               GtkSnapshot *snapshot,
                               TrammelSceneCaption caption)
{
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, caption.text);
  int width, height;

  pango_layout_get_pixel_size(layout, &width, &height);
  double left = caption.x - width / 2.0, top = caption.y - height / 2.0;
  if (caption.plate != NULL) {
    GskRoundedRect outline;
    graphene_rect_t rect = GRAPHENE_RECT_INIT((float)(left - PLATE_PAD), (float)top,
                                              (float)(width + 2 * PLATE_PAD), (float)height);
    gsk_rounded_rect_init_from_rect(&outline, &rect, (float)PLATE_PAD);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    gtk_snapshot_append_color(snapshot, caption.plate, &rect);
    gtk_snapshot_pop(snapshot);
  }
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)left, (float)top));
  gtk_snapshot_append_layout(snapshot, layout, caption.color);
  gtk_snapshot_restore(snapshot);
}

static void
append_letters(TrammelSceneView *self, GtkSnapshot *snapshot, const TrammelViewport *viewport)
{
  static const char *const letters[3] = {"x", "y", "z"};

  if (viewport->width < 3 * TRAMMEL_TRIAD_SIZE || viewport->height < 3 * TRAMMEL_TRIAD_SIZE)
    return;
  for (int axis = 0; axis < 3; axis++) {
    double offset[2];
    float color[4];
    trammel_triad_get_label(&self->camera, offset, axis);
    trammel_triad_get_color(color, axis);
    trammel_scene_view_append_text(
        GTK_WIDGET(self), snapshot,
        (TrammelSceneCaption){letters[axis], TRAMMEL_TRIAD_SIZE / 2.0 + offset[0],
                              viewport->height - TRAMMEL_TRIAD_SIZE / 2.0 + offset[1],
                              &(GdkRGBA){color[0], color[1], color[2], 1}, NULL});
  }
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Texts with their places; the two arrays go together. */
typedef struct {
  TrammelSceneView *view;
  TrammelViewport viewport;
  GArray *labels;   /* TrammelPlacedLabel */
  GPtrArray *texts; /* char * */
} Names;

/* Adds a name for a place in the world, if it is visible. */
static void
add_name(Names *names, const char *text, const double place[3], double rise)
{
  TrammelPlacedLabel label = {.rise = rise};
  int width, height;

  if (!trammel_camera_project(&names->view->camera, label.anchor, &names->viewport, place))
    return;
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(names->view), text);
  pango_layout_get_pixel_size(layout, &width, &height);
  label.width = width + 2 * PLATE_PAD;
  label.height = height;
  g_array_append_val(names->labels, label);
  g_ptr_array_add(names->texts, g_strdup(text));
}

/* Keeps the corners with the axes' letters and the grid's step free. */
static void
keep_corners(Names *names)
{
  double width = names->viewport.width, height = names->viewport.height;
  const TrammelPlacedLabel corners[] = {
      {.anchor = {TRAMMEL_TRIAD_SIZE / 2.0, height - TRAMMEL_TRIAD_SIZE / 2.0},
       .width = TRAMMEL_TRIAD_SIZE,
       .height = TRAMMEL_TRIAD_SIZE,
       .is_fixed = TRUE},
      {.anchor = {width - SCALE_WIDTH / 2, height - SCALE_HEIGHT / 2},
       .width = SCALE_WIDTH,
       .height = SCALE_HEIGHT,
       .is_fixed = TRUE}};

  g_array_append_vals(names->labels, corners, G_N_ELEMENTS(corners));
  for (guint i = 0; i < G_N_ELEMENTS(corners); i++)
    g_ptr_array_add(names->texts, g_strdup(""));
}

static void
add_body(Names *names, guint body, const double *pose)
{
  add_name(names, trammel_scene_model_get_body_name(names->view->look, body), pose + TR_POSE * body,
           LABEL_RISE);
}

static void
add_joint(Names *names, guint joint, const double *pose)
{
  double place[3];

  trammel_scene_model_get_joint_place(names->view->look, joint, pose, place);
  add_name(names, trammel_scene_model_get_joint_name(names->view->look, joint), place, -LABEL_RISE);
}

/* Adds "2.4 N" at the tips of the arrows. */
static void
add_forces(Names *names)
{
  GArray *forces = names->view->forces;

  for (guint i = 0; forces && i < forces->len; i++) {
    const TrammelForce *force = &g_array_index(forces, TrammelForce, i);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    double tip[3];
    if (!trammel_scene_model_get_force_tip(names->view->look, force, tip))
      continue;
    g_ascii_formatd(number, sizeof number, "%.3g", tr_vec3_norm(force->vector));
    const char *unit = force->kind == TRAMMEL_FORCE_TORQUE ? "N m" : "N";
    g_autofree char *plain = g_strdup_printf("%s %s", number, unit);
    /* translators: %s is a force, "2.4 N": the motion does not say how the joints share it */
    g_autofree char *text =
        force->is_shared ? g_strdup_printf(_("%s, shared"), plain) : g_strdup(plain);
    add_name(names, text, tip, LABEL_RISE / 2);
  }
}

/* Adds "0.12 mm" at the joints whose sides are apart. */
static void
add_violations(Names *names, const double *pose)
{
  TrammelSceneModel *look = names->view->look;
  g_autofree double *gaps = trammel_scene_model_new_violations(look, pose);

  for (guint j = 0; j < trammel_scene_model_get_n_joints(look); j++) {
    double place[3];
    if (!trammel_scene_model_is_violated(look, gaps[j]))
      continue;
    g_autofree char *text = trammel_format_prefixed(gaps[j], "m");
    trammel_scene_model_get_joint_place(look, j, pose, place);
    add_name(names, text, place, LABEL_RISE);
  }
}

/* Adds the labels of a direction of the parameters. */
static void
add_loads(Names *names, const double *pose)
{
  const GArray *loads = names->view->loads;

  for (guint i = 0; loads && i < loads->len; i++) {
    double tip[3];
    if (trammel_scene_model_get_load_tip(names->view->look, pose, loads, i, tip))
      add_name(names, g_array_index(loads, TrammelLoad, i).label, tip, LABEL_RISE);
  }
}

/* Collects the names; the selected one comes first, because it must be shown. */
static void
collect_names(Names *names, const double *pose)
{
  TrammelSceneView *self = names->view;
  guint n_bodies = trammel_scene_model_get_n_bodies(self->look);
  guint n_joints =
      self->shows[TRAMMEL_SCENE_SHOW_JOINT_AXES] ? trammel_scene_model_get_n_joints(self->look) : 0;
  guint chosen = (guint)MAX(0, self->selected.index);
  gboolean has_body = self->selected.kind == TRAMMEL_THING_BODY && chosen < n_bodies;
  gboolean has_joint = self->selected.kind == TRAMMEL_THING_JOINT && chosen < n_joints;

  if (has_body)
    add_body(names, chosen, pose);
  if (has_joint)
    add_joint(names, chosen, pose);
  for (guint i = 0; i < n_bodies; i++)
    if (!has_body || i != chosen)
      add_body(names, i, pose);
  for (guint i = 0; i < n_joints; i++)
    if (!has_joint || i != chosen)
      add_joint(names, i, pose);
  if (self->shows[TRAMMEL_SCENE_SHOW_FORCES])
    add_forces(names);
  if (self->shows[TRAMMEL_SCENE_SHOW_VIOLATIONS])
    add_violations(names, pose);
}

/* Draws a line from a name to its place, if that is too far away. */
static void
append_leader(GtkSnapshot *snapshot, const TrammelPlacedLabel *label, const GdkRGBA *color)
{
  double line[2] = {label->middle[0] - label->anchor[0], label->middle[1] - label->anchor[1]};
  double length = hypot(line[0], line[1]);

  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot,
                         &GRAPHENE_POINT_INIT((float)label->anchor[0], (float)label->anchor[1]));
  gtk_snapshot_rotate(snapshot, (float)(atan2(line[1], line[0]) * (180 / G_PI)));
  gtk_snapshot_append_color(snapshot,
                            &(GdkRGBA){color->red, color->green, color->blue, LEADER_ALPHA},
                            &GRAPHENE_RECT_INIT(0, -0.5f, (float)length, 1));
  gtk_snapshot_restore(snapshot);
}

/* Sets the colours over the picture, for the present theme. */
static void
mix_ink(TrammelSceneView *self, TrammelSceneInk *ink)
{
  gboolean dark = trammel_scene_view_is_dark(self);

  trammel_widget_get_foreground(GTK_WIDGET(self), &ink->text);
  if (!dark && trammel_widget_is_dark(GTK_WIDGET(self)))
    ink->text = (GdkRGBA){0.1f, 0.1f, 0.12f, 1};
  ink->plate = dark ? (GdkRGBA){0.1f, 0.1f, 0.12f, 0.72f} : (GdkRGBA){1, 1, 1, 0.78f};
}

static void
append_names(TrammelSceneView *self,
             GtkSnapshot *snapshot,
             const TrammelViewport *viewport,
             const TrammelSceneInk *ink)
{
  const double *pose = trammel_scene_view_get_shown_pose(self);
  g_autoptr(GArray) labels = g_array_new(FALSE, FALSE, sizeof(TrammelPlacedLabel));
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
  Names names = {self, *viewport, labels, texts};

  if (pose == NULL || (!self->shows[TRAMMEL_SCENE_SHOW_LABELS] && !self->loads))
    return;
  keep_corners(&names);
  add_loads(&names, pose);
  if (self->shows[TRAMMEL_SCENE_SHOW_LABELS])
    collect_names(&names, pose);
  trammel_labels_place((TrammelPlacedLabel *)(void *)labels->data, labels->len, viewport->width,
                       viewport->height);
  for (guint i = 0; i < labels->len; i++) {
    const TrammelPlacedLabel *label = &g_array_index(labels, TrammelPlacedLabel, i);
    if (label->is_placed && label->is_astray)
      append_leader(snapshot, label, &ink->text);
  }
  for (guint i = 0; i < labels->len; i++) {
    const TrammelPlacedLabel *label = &g_array_index(labels, TrammelPlacedLabel, i);
    if (label->is_placed && !label->is_fixed)
      trammel_scene_view_append_text(GTK_WIDGET(self), snapshot,
                                     (TrammelSceneCaption){texts->pdata[i], label->middle[0],
                                                           label->middle[1], &ink->text,
                                                           &ink->plate});
  }
}

/* Appends the grid's step as text; a ruler of one square would change with the perspective. */
static void
append_scale(TrammelSceneView *self,
             GtkSnapshot *snapshot,
             const TrammelViewport *viewport,
             const GdkRGBA *color)
{
  TrammelGrid grid;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!self->shows[TRAMMEL_SCENE_SHOW_GRID])
    return;
  trammel_grid_init(&grid, &self->camera, trammel_scene_model_get_ground(self->look));
  gboolean small = grid.step < 0.01;
  g_ascii_formatd(number, sizeof number, "%.4g", small ? 1000 * grid.step : grid.step);
  /* translators: edge of a square of the ground's grid, e.g. "grid 0.1 m" */
  g_autofree char *plain = g_strdup_printf(small ? _("grid %s mm") : _("grid %s m"), number);
  g_autofree char *text = trammel_number_text_dup(plain);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), text);
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  trammel_scene_view_append_text(GTK_WIDGET(self), snapshot,
                                 (TrammelSceneCaption){text, viewport->width - MARGIN - width / 2.0,
                                                       viewport->height - MARGIN - height / 2.0,
                                                       color, NULL});
}

/* Shown while the keyboard is in use. */
static void
append_focus_ring(TrammelSceneView *self,
                  GtkSnapshot *snapshot,
                  const TrammelViewport *viewport,
                  const GdkRGBA *color)
{
  const GdkRGBA ring = {color->red, color->green, color->blue, 0.45f};
  GskRoundedRect outline;

  if (self->still ||
      (gtk_widget_get_state_flags(GTK_WIDGET(self)) & GTK_STATE_FLAG_FOCUS_VISIBLE) == 0)
    return;
  gsk_rounded_rect_init_from_rect(
      &outline, &GRAPHENE_RECT_INIT(0, 0, (float)viewport->width, (float)viewport->height), 0);
  gtk_snapshot_append_border(snapshot, &outline, (float[4]){RING, RING, RING, RING},
                             (GdkRGBA[4]){ring, ring, ring, ring});
}

void
trammel_scene_view_snapshot_texts(TrammelSceneView *self, GtkSnapshot *snapshot)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);
  TrammelSceneInk ink;
  GdkRGBA color;

  mix_ink(self, &ink);
  color = ink.text;
  append_focus_ring(self, snapshot, &viewport, &color);
  if (self->look == NULL) {
    color.alpha *= DIM;
    trammel_scene_view_append_text(GTK_WIDGET(self), snapshot,
                                   (TrammelSceneCaption){_("No mechanism yet"), viewport.width / 2,
                                                         viewport.height / 2, &color, NULL});
    return;
  }
  append_letters(self, snapshot, &viewport);
  append_names(self, snapshot, &viewport, &ink);
  trammel_scene_view_snapshot_measure(self, snapshot, &ink);
  color.alpha *= DIM;
  append_scale(self, snapshot, &viewport, &color);
}
