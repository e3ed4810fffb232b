#include "io/check/rest_torque.h"

#include <glib.h>
#include <math.h>

#include "engine/est/step/residual.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/share.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/model/active.h"
#include "engine/mbs/model/gravity.h"

/* Steps of a rest, and its largest turning rate [rad/s]. */
enum { REST_STEPS = 20 };
#define REST_TURN 0.2

/* Largest distance of a point that carries from the lowest one [m]. */
#define EVEN_GAP 2e-4

/* Weight of forces beside torques: the forces carry the weight. */
#define FORCE_WEIGHT 100

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
    if (tr_vec3_norm(twist + TR_TWIST * body) > TRAMMEL_REST_RATE ||
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

    if (fabs(least) > TRAMMEL_CONTACT_GAP)
      continue;
    out->n_points++;
    if (rest->gap[i] - least <= EVEN_GAP)
      rest->touches[n++] = rest->touches[i];
  }
  rest->n = out->n_carry = n;
}

/* A touch as seen from a body. */
static TrContactForce
see_point(const TrModel *model, TrTouch touch, int body, const TrPlace *places)
{
  int side = touch.body[0] == body ? 0 : 1;
  TrContactForce point = {.friction = model->contacts[touch.contact].friction};
  TrTouchPlace at;

  tr_touch_place(&at, model, touch, places);
  tr_vec3_copy(point.arm, at.arm[side]);
  for (int i = 0; i < 3; i++)
    point.normal[i] = side == 0 ? at.normal[i] : -at.normal[i];
  return point;
}

/* Fills torque and share from the touches that carry. */
static gboolean
find_torque(
    TrammelRestTorque *out, const Rest *rest, const TrModel *model, int body, const TrPlace *places)
{
  g_autofree TrContactForce *points = g_new(TrContactForce, (gsize)rest->n);
  double load[6] = {0}, left[6], size;

  tr_gravity_vector(load, &model->gravity);
  size = tr_vec3_norm(load);
  if (!(size > 0))
    return FALSE;
  for (int i = 0; i < 3; i++)
    load[i] /= -size;
  for (int i = 0; i < rest->n; i++)
    points[i] = see_point(model, rest->touches[i], body, places);
  if (tr_contact_share(points, rest->n, load, FORCE_WEIGHT, left) != TR_OK)
    return FALSE;
  out->share = tr_vec3_norm(left + 3) / tr_contact_reach(points, rest->n);
  out->torque = tr_vec3_norm(left + 3) * size * model->bodies[body].mass;
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
