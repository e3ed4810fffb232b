#include "io/check/rest_torque.h"

#include <glib.h>
#include <math.h>

#include "engine/est/step/residual.h"
#include "engine/linalg/boxqp.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/model/active.h"
#include "engine/mbs/model/gravity.h"

/* Steps of a rest, and its largest rates [m/s], [rad/s]. */
enum { REST_STEPS = 20 };
#define REST_RATE 0.02
#define REST_TURN 0.2

/* Largest distance from its surface of a contact that is closed, and of a point that carries from
 * the lowest one [m]. */
#define CLOSED_GAP 1e-3
#define EVEN_GAP   2e-4

/* Weight of forces beside torques, and what keeps the programme definite. */
#define FORCE_WEIGHT 100
#define RIDGE        1e-9

enum { ROWS = 6, EDGES = 4 };

/* Touches of a body, and their mean gaps over the rest. */
typedef struct {
  int n;
  TrTouch *touches;
  double *gap;
} Rest;

static void
rest_clear(Rest *rest)
{
  g_free(rest->touches);
  g_free(rest->gap);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Rest, rest_clear)

/* TRUE if all joints of a body are free, and a contact of it is there at a time. */
static gboolean
is_free(const TrModel *model, int body, double time)
{
  gboolean touches = FALSE;

  for (int j = 0; j < model->n_joints; j++)
    if ((model->joints[j].parent == body || model->joints[j].child == body) &&
        model->joints[j].type != TR_JOINT_FREE)
      return FALSE;
  for (int c = 0; c < model->n_contacts; c++)
    touches = touches ||
              (model->contacts[c].body == body && tr_active_at(&model->contacts[c].active, time));
  return touches;
}

/* Returns the node from which on the body rests. */
static int
find_rest(const TrTrajectory *motion, int body)
{
  g_autofree double *twist = g_new(double, TR_TWIST *(gsize)motion->n_bodies);

  for (int k = motion->n_nodes - 1; k > 0; k--) {
    tr_pose_velocity(twist, motion->n_bodies, tr_trajectory_pose(motion, k - 1),
                     tr_trajectory_pose(motion, k), motion->h);
    if (tr_vec3_norm(twist + TR_TWIST * body) > REST_RATE ||
        tr_vec3_norm(twist + TR_TWIST * body + 3) > REST_TURN)
      return k;
  }
  return 0;
}

/* Lists the touches of a body on either side that are there at a time. */
static void
list_touches(Rest *rest, const TrModel *model, int body, double time)
{
  int n = tr_touches_list(NULL, model);

  rest->touches = g_new(TrTouch, (gsize)n + 1);
  rest->gap = g_new0(double, (gsize)n + 1);
  tr_touches_list(rest->touches, model);
  for (int i = 0; i < n; i++) {
    TrTouch touch = rest->touches[i];

    if ((touch.body[0] == body || touch.body[1] == body) &&
        tr_active_at(&model->contacts[touch.contact].active, time))
      rest->touches[rest->n++] = touch;
  }
}

/* Means over the nodes from `first` on; leaves the places of the last one. */
static void
average_gaps(
    Rest *rest, TrPlace *places, const TrModel *model, const TrTrajectory *motion, int first)
{
  for (int k = first; k < motion->n_nodes; k++) {
    tr_mechanism_places(places, model->n_bodies, tr_trajectory_pose(motion, k));
    for (int i = 0; i < rest->n; i++) {
      TrTouchPlace at;

      tr_touch_place(&at, model, rest->touches[i], places);
      rest->gap[i] += at.gap / (motion->n_nodes - first);
    }
  }
}

/* Keeps the touches that carry. */
static void
keep_carrying(Rest *rest, TrammelRestTorque *out, const TrModel *model)
{
  g_autofree double *lowest = g_new(double, (gsize)model->n_contacts);
  int n = 0;

  for (int c = 0; c < model->n_contacts; c++)
    lowest[c] = INFINITY;
  for (int i = 0; i < rest->n; i++)
    lowest[rest->touches[i].contact] = fmin(lowest[rest->touches[i].contact], rest->gap[i]);
  for (int i = 0; i < rest->n; i++) {
    double least = lowest[rest->touches[i].contact];

    if (fabs(least) > CLOSED_GAP)
      continue;
    out->n_points++;
    if (rest->gap[i] - least <= EVEN_GAP)
      rest->touches[n++] = rest->touches[i];
  }
  rest->n = out->n_carry = n;
}

/* Two directions across a normal. */
static void
find_tangents(double along[2][3], const double normal[3])
{
  double axis[3] = {0}, length;

  axis[fabs(normal[0]) < 0.6 ? 0 : 1] = 1;
  tr_vec3_cross(along[0], normal, axis);
  length = tr_vec3_norm(along[0]);
  for (int i = 0; i < 3; i++)
    along[0][i] /= length;
  tr_vec3_cross(along[1], normal, along[0]);
}

/* Fills the columns [ROWS] of the edges of a touch's friction pyramid: force on the body and torque
 * about its centre of mass; returns the arm. */
static double
fill_edges(double *columns, const TrModel *model, TrTouch touch, int body, const TrPlace *places)
{
  int side = touch.body[0] == body ? 0 : 1;
  double friction = model->contacts[touch.contact].friction, along[2][3];
  TrTouchPlace at;

  tr_touch_place(&at, model, touch, places);
  find_tangents(along, at.normal);
  for (int e = 0; e < EDGES; e++) {
    double *force = columns + ROWS * e;

    for (int i = 0; i < 3; i++)
      force[i] = (side == 0 ? 1 : -1) *
                 (at.normal[i] + (e % 2 == 0 ? friction : -friction) * along[e / 2][i]);
    tr_vec3_cross(force + 3, at.arm[side], force);
  }
  return tr_vec3_norm(at.arm[side]);
}

/* Forces x[n] along the columns [n x ROWS] that leave the least torque; false if that cannot be
 * found. */
static gboolean
balance(double *x, const double *columns, int n, const double weight[3], double longest)
{
  g_autofree double *a = g_new0(double, (gsize)(n * n)), *g = g_new0(double, (gsize)n);
  g_autofree double *lower = g_new0(double, (gsize)n), *upper = g_new(double, (gsize)n);
  g_autofree void *work = g_malloc(tr_boxqp_work_size(n));
  TrBoxqp problem = {a, g, lower, upper, n};

  for (int i = 0; i < n; i++) {
    const double *own = columns + ROWS * i;

    for (int k = 0; k <= i; k++) {
      const double *other = columns + ROWS * k;

      a[i * n + k] = FORCE_WEIGHT * FORCE_WEIGHT * tr_vec3_dot(own, other) +
                     tr_vec3_dot(own + 3, other + 3) / (longest * longest);
    }
    a[i * n + i] += RIDGE;
    g[i] = FORCE_WEIGHT * FORCE_WEIGHT * tr_vec3_dot(own, weight);
    upper[i] = INFINITY;
    x[i] = 0;
  }
  return tr_boxqp_solve(x, &problem, work) == TR_OK;
}

/* Fills torque and share from the touches that carry. */
static gboolean
find_torque(
    TrammelRestTorque *out, const Rest *rest, const TrModel *model, int body, const TrPlace *places)
{
  int n = EDGES * rest->n;
  g_autofree double *columns = g_new(double, (gsize)(ROWS * n) + 1);
  g_autofree double *x = g_new(double, (gsize)n + 1);
  double weight[3], longest = 0, left[3] = {0}, size;

  tr_gravity_vector(weight, &model->gravity);
  size = tr_vec3_norm(weight);
  for (int i = 0; i < rest->n; i++)
    longest = fmax(longest,
                   fill_edges(columns + ROWS * EDGES * i, model, rest->touches[i], body, places));
  if (!(size > 0) || !(longest > 0))
    return FALSE;
  for (int i = 0; i < 3; i++)
    weight[i] /= size;
  if (!balance(x, columns, n, weight, longest))
    return FALSE;
  for (int i = 0; i < n; i++)
    tr_vec3_add_scaled(left, left, x[i], columns + ROWS * i + 3);
  out->share = tr_vec3_norm(left) / longest;
  out->torque = tr_vec3_norm(left) * size * model->bodies[body].mass;
  return TRUE;
}

bool
trammel_rest_torque_find(TrammelRestTorque *out,
                         const TrModel *model,
                         int body,
                         const TrTrajectory *motion)
{
  double last = motion->start + (motion->n_nodes - 1) * motion->h;
  g_autofree TrPlace *places = NULL;
  g_auto(Rest) rest = {0};
  int first;

  *out = (TrammelRestTorque){0};
  if (!is_free(model, body, last))
    return false;
  first = find_rest(motion, body);
  if (motion->n_nodes - 1 - first < REST_STEPS)
    return false;
  places = g_new(TrPlace, (gsize)model->n_bodies);
  list_touches(&rest, model, body, last);
  average_gaps(&rest, places, model, motion, first);
  keep_carrying(&rest, out, model);
  return rest.n > 0 && find_torque(out, &rest, model, body, places);
}
