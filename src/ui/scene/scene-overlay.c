/* Texts over the picture: letters of the axes, names of bodies, scale of the grid. */
#include <glib/gi18n.h>

#include "ui/compat.h"
#include "ui/scene/grid.h"
#include "ui/scene/scene-view-private.h"
#include "ui/scene/triad.h"

#define MARGIN     10.0
#define LABEL_RISE 22.0 /* pixels from a centre of mass to its name */
#define PLATE_PAD  4.0
#define DIM        0.72f
#define RING       2 /* pixels */

/* Text with its middle at (x, y), on a plate if one is given. */
static void
append_text(GtkWidget *widget,
            GtkSnapshot *snapshot,
            const char *text,
            double x,
            double y,
            const GdkRGBA *color,
            const GdkRGBA *plate)
{
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, text);
  int width, height;

  pango_layout_get_pixel_size(layout, &width, &height);
  double left = x - width / 2.0, top = y - height / 2.0;
  if (plate != NULL) {
    GskRoundedRect outline;
    graphene_rect_t rect = GRAPHENE_RECT_INIT((float)(left - PLATE_PAD), (float)top,
                                              (float)(width + 2 * PLATE_PAD), (float)height);
    gsk_rounded_rect_init_from_rect(&outline, &rect, (float)PLATE_PAD);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    gtk_snapshot_append_color(snapshot, plate, &rect);
    gtk_snapshot_pop(snapshot);
  }
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)left, (float)top));
  gtk_snapshot_append_layout(snapshot, layout, color);
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
    append_text(GTK_WIDGET(self), snapshot, letters[axis], TRAMMEL_TRIAD_SIZE / 2.0 + offset[0],
                viewport->height - TRAMMEL_TRIAD_SIZE / 2.0 + offset[1],
                &(GdkRGBA){color[0], color[1], color[2], 1}, NULL);
  }
}

static void
append_names(TrammelSceneView *self,
             GtkSnapshot *snapshot,
             const TrammelViewport *viewport,
             const GdkRGBA *color)
{
  const double *pose = trammel_scene_view_get_shown_pose(self);
  gboolean dark = trammel_widget_is_dark(GTK_WIDGET(self));
  GdkRGBA plate = dark ? (GdkRGBA){0.1f, 0.1f, 0.12f, 0.72f} : (GdkRGBA){1, 1, 1, 0.78f};

  if (pose == NULL || !self->shows[TRAMMEL_SCENE_SHOW_LABELS])
    return;
  for (guint i = 0; i < trammel_look_get_n_bodies(self->look); i++) {
    double pixel[2];
    if (trammel_camera_project(&self->camera, pixel, viewport, pose + TR_POSE * i))
      append_text(GTK_WIDGET(self), snapshot, trammel_look_get_body_name(self->look, i), pixel[0],
                  pixel[1] - LABEL_RISE, color, &plate);
  }
  if (!self->shows[TRAMMEL_SCENE_SHOW_JOINT_AXES])
    return;
  for (guint i = 0; i < trammel_look_get_n_joints(self->look); i++) {
    double pixel[2], place[3];
    trammel_look_get_joint_place(self->look, i, pose, place);
    if (trammel_camera_project(&self->camera, pixel, viewport, place))
      append_text(GTK_WIDGET(self), snapshot, trammel_look_get_joint_name(self->look, i), pixel[0],
                  pixel[1] + LABEL_RISE, color, &plate);
  }
}

/* "0.1 m" with a ruler of one square would change with the perspective; words do not. */
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
  trammel_grid_init(&grid, &self->camera, trammel_look_get_ground(self->look));
  gboolean small = grid.step < 0.01;
  g_ascii_formatd(number, sizeof number, "%.4g", small ? 1000 * grid.step : grid.step);
  /* translators: edge of a square of the ground's grid, e.g. "grid 0.1 m" */
  g_autofree char *text = g_strdup_printf(small ? _("grid %s mm") : _("grid %s m"), number);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), text);
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  append_text(GTK_WIDGET(self), snapshot, text, viewport->width - MARGIN - width / 2.0,
              viewport->height - MARGIN - height / 2.0, color, NULL);
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

  if ((gtk_widget_get_state_flags(GTK_WIDGET(self)) & GTK_STATE_FLAG_FOCUS_VISIBLE) == 0)
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
  GdkRGBA color;

  trammel_widget_get_foreground(GTK_WIDGET(self), &color);
  append_focus_ring(self, snapshot, &viewport, &color);
  if (self->look == NULL) {
    color.alpha *= DIM;
    append_text(GTK_WIDGET(self), snapshot, _("No mechanism yet"), viewport.width / 2,
                viewport.height / 2, &color, NULL);
    return;
  }
  append_letters(self, snapshot, &viewport);
  append_names(self, snapshot, &viewport, &color);
  color.alpha *= DIM;
  append_scale(self, snapshot, &viewport, &color);
}
