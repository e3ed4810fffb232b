/* Distance between two points of the mechanism, which move with their bodies. */
#include <glib/gi18n.h>
#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "plot/figure/number-text.h"
#include "ui/scene/view/private.h"
#include "ui/session/text/format.h"

#define SNAP       14.0 /* [px] around a joint or a centre of mass */
#define DOT        4.0f /* [px] radius of an end */
#define LINE       2.0f /* [px] */
#define LABEL_RISE 16.0 /* [px] from the middle of the line to its text */

gboolean
trammel_scene_view_find_anchor_place(TrammelSceneView *self,
                                     const TrammelSceneAnchor *anchor,
                                     const double *pose,
                                     double place[3])
{
  guint index = (guint)anchor->thing.index;
  double turn[9];

  if (!self->look || !pose)
    return FALSE;
  if (anchor->thing.kind == TRAMMEL_THING_JOINT &&
      index < trammel_scene_model_get_n_joints(self->look)) {
    trammel_scene_model_get_joint_place(self->look, index, pose, place);
    return TRUE;
  }
  if (anchor->thing.kind != TRAMMEL_THING_BODY ||
      index >= trammel_scene_model_get_n_bodies(self->look))
    return FALSE;
  tr_quat_matrix(turn, pose + TR_POSE * index + 3);
  for (int i = 0; i < 3; i++)
    place[i] = pose[TR_POSE * index + (guint)i] + turn[3 * i] * anchor->local[0] +
               turn[3 * i + 1] * anchor->local[1] + turn[3 * i + 2] * anchor->local[2];
  return TRUE;
}

/* The same in the pose shown. */
static gboolean
find_place(TrammelSceneView *self, const TrammelSceneAnchor *anchor, double place[3])
{
  return trammel_scene_view_find_anchor_place(self, anchor, trammel_scene_view_get_shown_pose(self),
                                              place);
}

void
trammel_scene_view_fix_anchor(TrammelSceneAnchor *anchor,
                              int body,
                              const double *pose,
                              const double point[3])
{
  double turn[9], arm[3];

  tr_quat_matrix(turn, pose + TR_POSE * body + 3);
  tr_vec3_sub(arm, point, pose + TR_POSE * body);
  anchor->thing = (TrammelThing){TRAMMEL_THING_BODY, body};
  for (int i = 0; i < 3; i++)
    anchor->local[i] = turn[i] * arm[0] + turn[3 + i] * arm[1] + turn[6 + i] * arm[2];
}

/* Takes a part's own point if it is nearer to the pixel than *gap [px]. */
static void
try_snap(TrammelSceneView *self,
         TrammelSceneAnchor *best,
         double *gap,
         const double pixel[2],
         TrammelThing thing)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);
  const TrammelSceneAnchor anchor = {.thing = thing};
  double place[3], at[2];

  if (!find_place(self, &anchor, place) ||
      !trammel_camera_project(&self->camera, at, &viewport, place) ||
      hypot(at[0] - pixel[0], at[1] - pixel[1]) > *gap)
    return;
  *gap = hypot(at[0] - pixel[0], at[1] - pixel[1]);
  *best = anchor;
}

/* Sets the anchor at a pixel: the nearest joint or centre of mass around it, else the box around
 * the body below it; FALSE if there is neither. */
static gboolean
find_anchor(TrammelSceneView *self, const double pixel[2], TrammelSceneAnchor *anchor)
{
  TrammelThing thing;
  double gap = SNAP, point[3];

  anchor->thing.kind = TRAMMEL_THING_NONE;
  for (guint i = 0; i < trammel_scene_model_get_n_joints(self->look); i++)
    try_snap(self, anchor, &gap, pixel, (TrammelThing){TRAMMEL_THING_JOINT, (int)i});
  for (guint i = 0; i < trammel_scene_model_get_n_bodies(self->look); i++)
    try_snap(self, anchor, &gap, pixel, (TrammelThing){TRAMMEL_THING_BODY, (int)i});
  if (anchor->thing.kind != TRAMMEL_THING_NONE)
    return TRUE;
  if (!trammel_scene_view_pick_point(self, pixel, &thing, point))
    return FALSE;
  if (thing.kind == TRAMMEL_THING_BODY)
    trammel_scene_view_fix_anchor(anchor, thing.index, trammel_scene_view_get_shown_pose(self),
                                  point);
  else
    *anchor = (TrammelSceneAnchor){.thing = thing};
  return TRUE;
}

void
trammel_scene_view_measure_at(TrammelSceneView *self, const double pixel[2])
{
  TrammelSceneAnchor anchor;

  if (!self->look || !trammel_scene_view_get_shown_pose(self) || !find_anchor(self, pixel, &anchor))
    return;
  if (self->n_anchors == 2)
    self->n_anchors = 0;
  self->anchors[self->n_anchors++] = anchor;
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_clear_measure(TrammelSceneView *self)
{
  self->n_anchors = 0;
  trammel_scene_view_redraw(self);
}

double
trammel_scene_view_get_distance(TrammelSceneView *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_VIEW(self), NAN);
  double a[3], b[3], arm[3];

  if (self->n_anchors < 2 || !find_place(self, &self->anchors[0], a) ||
      !find_place(self, &self->anchors[1], b))
    return NAN;
  tr_vec3_sub(arm, b, a);
  return tr_vec3_norm(arm);
}

static void
append_line(GtkSnapshot *snapshot, const double a[2], const double b[2], const GdkRGBA *color)
{
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)a[0], (float)a[1]));
  gtk_snapshot_rotate(snapshot, (float)(atan2(b[1] - a[1], b[0] - a[0]) * (180 / G_PI)));
  gtk_snapshot_append_color(
      snapshot, color,
      &GRAPHENE_RECT_INIT(0, -LINE / 2, (float)hypot(b[0] - a[0], b[1] - a[1]), LINE));
  gtk_snapshot_restore(snapshot);
}

static void
append_dot(GtkSnapshot *snapshot, const double at[2], const GdkRGBA *color)
{
  graphene_rect_t rect =
      GRAPHENE_RECT_INIT((float)at[0] - DOT, (float)at[1] - DOT, 2 * DOT, 2 * DOT);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect(&outline, &rect, DOT);
  gtk_snapshot_push_rounded_clip(snapshot, &outline);
  gtk_snapshot_append_color(snapshot, color, &rect);
  gtk_snapshot_pop(snapshot);
}

/* Returns "0.3217 m" in the unit of the user; free with g_free(). */
static char *
dup_distance(double distance)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double factor;
  const char *unit = trammel_display_unit("m", &factor);

  g_ascii_formatd(number, sizeof number, "%.4g", distance * factor);
  g_autofree char *text = g_strdup_printf("%s %s", number, unit);
  return trammel_number_text_dup(text);
}

void
trammel_scene_view_snapshot_measure(TrammelSceneView *self,
                                    GtkSnapshot *snapshot,
                                    const TrammelSceneInk *ink)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);
  double place[3], at[2][2];
  gsize n = 0;

  for (guint i = 0; i < self->n_anchors; i++)
    n += find_place(self, &self->anchors[i], place) &&
         trammel_camera_project(&self->camera, at[i], &viewport, place);
  if (n == 0 || n < self->n_anchors)
    return;
  if (n == 2)
    append_line(snapshot, at[0], at[1], &ink->text);
  for (gsize i = 0; i < n; i++)
    append_dot(snapshot, at[i], &ink->text);
  g_autofree char *text = n == 2 ? dup_distance(trammel_scene_view_get_distance(self))
                                 : g_strdup(_("Ctrl+click the second point"));
  const TrammelSceneCaption caption = {text, (at[0][0] + at[n - 1][0]) / 2,
                                       (at[0][1] + at[n - 1][1]) / 2 - LABEL_RISE, &ink->text,
                                       &ink->plate};
  trammel_scene_view_append_text(GTK_WIDGET(self), snapshot, caption);
}
