/* Paths of the centres of mass in the motion: as few straight pieces as look smooth. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "ui/scene/model/private.h"

/* In radii of a link: of a trail, and how far it may leave the path. */
#define TRAIL_RADIUS 0.3
#define DEVIATION    0.06

/* Nodes of one piece, and pieces of a trail, from which on the deviation is doubled. */
enum { MOST_NODES = 64, MOST_PIECES = 400 };

static const float trail_color[4] = {0.0f, 0.45f, 0.70f, 1};

static const double *
get_place(const TrammelSceneModel *look, int body, gsize node)
{
  return look->motion + TR_POSE * (node * (gsize)look->model->n_bodies + (gsize)body);
}

/* Returns the distance of a place from the line between two others. */
static double
measure_deviation(const double place[3], const double from[3], const double to[3])
{
  double line[3], arm[3], cross[3], length;

  tr_vec3_sub(line, to, from);
  tr_vec3_sub(arm, place, from);
  length = tr_vec3_norm(line);
  if (length == 0)
    return tr_vec3_norm(arm);
  tr_vec3_cross(cross, line, arm);
  return tr_vec3_norm(cross) / length;
}

/* TRUE if the nodes between two lie on the line between them. */
static gboolean
is_straight(const TrammelSceneModel *look, int body, const gsize nodes[2], double most)
{
  const double *from = get_place(look, body, nodes[0]), *to = get_place(look, body, nodes[1]);

  for (gsize k = nodes[0] + 1; k < nodes[1]; k++)
    if (measure_deviation(get_place(look, body, k), from, to) > most)
      return FALSE;
  return TRUE;
}

/* Appends the ends of the pieces that stay within a deviation. */
static void
split(const TrammelSceneModel *look, int body, double most, GArray *ends)
{
  gsize nodes[2] = {0, 0};

  g_array_set_size(ends, 0);
  g_array_append_val(ends, nodes[0]);
  while (nodes[0] + 1 < look->n_motion) {
    nodes[1] = nodes[0] + 1;
    while (nodes[1] + 1 < look->n_motion && nodes[1] - nodes[0] < MOST_NODES &&
           is_straight(look, body, (const gsize[2]){nodes[0], nodes[1] + 1}, most))
      nodes[1]++;
    g_array_append_val(ends, nodes[1]);
    nodes[0] = nodes[1];
  }
}

static GArray *
new_trail(const TrammelSceneModel *look, int body)
{
  GArray *ends = g_array_new(FALSE, FALSE, sizeof(gsize));
  double most = DEVIATION * look->thickness;

  split(look, body, most, ends);
  for (int tries = 0; ends->len > MOST_PIECES && tries < 8; tries++) {
    most *= 2;
    split(look, body, most, ends);
  }
  return ends;
}

static void
make_trails(const TrammelSceneModel *look)
{
  for (int body = 0; look->n_motion > 0 && body < look->model->n_bodies; body++)
    g_ptr_array_add(look->trails, new_trail(look, body));
}

void
trammel_scene_model_draw_trails(const TrammelSceneModel *look, TrammelDrawList *list)
{
  if (look->trails->len == 0)
    make_trails(look);
  for (guint body = 0; body < look->trails->len; body++) {
    const GArray *ends = look->trails->pdata[body];
    for (guint k = 0; k + 1 < ends->len; k++) {
      double half;
      TrammelMat4 frame = trammel_mat4_between(
          get_place(look, (int)body, g_array_index(ends, gsize, k)),
          get_place(look, (int)body, g_array_index(ends, gsize, k + 1)), &half);
      if (half > 0)
        trammel_scene_model_add_mark(
            list, trammel_solid_capsule(TRAIL_RADIUS * look->thickness, half), frame, trail_color);
    }
  }
}
