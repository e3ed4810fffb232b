/* Dry and smooth friction and the stops of the joints in one step: a programme in a box over the
 * impulses along the axes. */
#include <math.h>
#include <string.h>

#include "engine/linalg/boxqp.h"
#include "engine/linalg/dense.h"
#include "engine/mbs/force/friction.h"
#include "engine/sim/spook_private.h"

/* Rounds over bounds that depend on the multipliers and over smooth friction, and their tolerances.
 */
enum { MAX_LOAD_ROUNDS = 50, MAX_SMOOTH_ROUNDS = 100 };
#define LOAD_TOLERANCE 1e-13

/* Least compliance of a stop as a share of its joint's: beside friction that sticks it would
 * otherwise be undetermined which of both holds the joint. */
#define LEAST_GIVE 1e-12

/* Returns whether friction or a stop acts along a joint as an impulse of the programme. */
static bool
is_active(const TrSpook *s, int joint)
{
  TrFrictionModel friction = s->model->joints[joint].friction.model;
  bool is_active = tr_friction_is_dry(friction) || friction == TR_FRICTION_TANH;

  for (int i = 0; !is_active && i < s->n_stops; i++)
    is_active = s->stops[i].joint == joint;
  return is_active && s->mechanism->axes[joint].n_rows > 0;
}

void
tr_spook_fill_response(TrSpook *s)
{
  int n = s->n, m = s->m, nj = s->n_joints;
  double *v = s->free_twist;

  for (int j = 0; j < nj; j++) {
    if (!is_active(s, j)) {
      s->a[j * nj + j] = 1; /* without impulse: keeps the matrix definite */
      continue;
    }
    tr_spook_solve_system(s, v, s->lambda, s->axes + j * n, NULL);
    for (int i = 0; i < n; i++)
      s->by_axis[i * nj + j] = v[i];
    for (int r = 0; r < m; r++)
      s->lambda_by_axis[r * nj + j] = s->lambda[r];
    for (int k = 0; k < nj; k++)
      s->a[k * nj + j] = is_active(s, k) ? tr_spook_along(s, k, v) : 0;
  }
}

double
tr_spook_update_bounds(TrSpook *s)
{
  double change = 0, largest = 0;

  for (int j = 0; j < s->n_joints; j++) {
    const TrJoint *joint = &s->model->joints[j];
    double coefficient = tr_axial_dry_coefficient(&joint->friction, s->rate[j]), bound = 0;

    if (coefficient > 0 && s->mechanism->axes[j].n_rows > 0)
      bound = coefficient * tr_axial_load(NULL, s->model, s->mechanism, j, s->lambda,
                                          (TrLoadScale){s->options.h, 0});
    change = fmax(change, fabs(bound - s->dry[j]));
    largest = fmax(largest, bound);
    s->dry[j] = bound;
    s->bound[j] = bound * (1 - joint->friction.asymmetry[TR_SIDE_DRY]);
    s->least[j] = -bound * (1 + joint->friction.asymmetry[TR_SIDE_DRY]);
  }
  return largest > 0 ? change / largest : 0;
}

/* Sums up the impulses along the axes, and adds their effect. */
static void
apply_friction(TrSpook *s, double *twist)
{
  memcpy(s->axial, s->friction, (size_t)s->n_joints * sizeof *s->axial);
  for (int i = 0; i < s->n_stops; i++)
    s->axial[s->stops[i].joint] += s->friction[s->n_joints + i];
  memcpy(twist, s->free_twist, (size_t)s->n * sizeof *twist);
  tr_dense_add_product(twist, 1, s->by_axis, s->axial, (TrProductSize){s->n, s->n_joints, 1});
  memcpy(s->lambda, s->free_lambda, (size_t)s->m * sizeof *s->lambda);
  tr_dense_add_product(s->lambda, 1, s->lambda_by_axis, s->axial,
                       (TrProductSize){s->m, s->n_joints, 1});
}

static bool
is_smooth(const TrSpook *s, int joint)
{
  return s->smooth && s->model->joints[joint].friction.model == TR_FRICTION_TANH;
}

/* Smooth friction of a joint as the impulse f = c - h slope share s+ of its line in this round,
 * that is s+ + f/(h slope share) = c/(h slope share), or fixed at c where the line is level. */
static void
draw_line(TrSpook *s, int joint, int round)
{
  double h = s->options.h, share = tr_spook_implicit_share(s);
  int stride = s->n_joints + s->n_stops;
  TrSmoothJoint *smooth = &s->smooth[joint];
  double level, give;

  tr_smooth_joint_draw(smooth, &s->model->joints[joint].friction, round);
  level = -h * (smooth->force + smooth->slope * ((1 - share) * s->rate[joint] - smooth->rate));
  give = h * smooth->slope * share;
  s->least[joint] = give > 0 ? -INFINITY : level;
  s->bound[joint] = give > 0 ? INFINITY : level;
  if (give > 0) {
    s->lined[joint * stride + joint] += 1 / give;
    s->lined_slope[joint] -= level / give;
  }
}

/* Adds a stop: it acts along the axis of its joint, with a gap and a compliance of its own. */
static void
add_stop(TrSpook *s, int i)
{
  int nj = s->n_joints, stride = nj + s->n_stops, at = nj + i;
  const TrStop *stop = &s->stops[i];
  double *row = s->lined + at * stride;

  for (int k = 0; k < nj; k++)
    row[k] = s->a[stop->joint * nj + k];
  for (int k = 0; k <= i; k++)
    row[nj + k] = s->a[stop->joint * nj + s->stops[k].joint];
  row[at] += fmax(stop->give, LEAST_GIVE * row[at]);
  s->lined_slope[at] = s->slope[stop->joint] + stop->gap;
  s->least[at] = stop->is_upper ? -INFINITY : 0;
  s->bound[at] = stop->is_upper ? 0 : INFINITY;
}

/* Fills the programme of this round. */
static void
fill_programme(TrSpook *s, int round)
{
  int nj = s->n_joints, stride = nj + s->n_stops;

  for (int j = 0; j < nj; j++)
    memcpy(s->lined + j * stride, s->a + j * nj, (size_t)nj * sizeof *s->a);
  memcpy(s->lined_slope, s->slope, (size_t)nj * sizeof *s->lined_slope);
  for (int j = 0; j < nj; j++)
    if (is_smooth(s, j))
      draw_line(s, j, round);
  for (int i = 0; i < s->n_stops; i++)
    add_stop(s, i);
}

/* Updates the rates of smooth friction after the round; returns the largest change, as a share of
 * the rates without friction. */
static double
move_lines(TrSpook *s)
{
  double change = 0, share = tr_spook_implicit_share(s);

  for (int j = 0; j < s->n_joints; j++) {
    double after = s->slope[j], moved;

    if (!is_smooth(s, j))
      continue;
    for (int k = 0; k < s->n_joints; k++)
      after += s->a[j * s->n_joints + k] * s->axial[k];
    moved = tr_smooth_joint_move(&s->smooth[j], share * after + (1 - share) * s->rate[j]);
    if (moved > 0)
      change = fmax(change, moved / (fabs(s->slope[j]) + fabs(after)));
  }
  return change;
}

/* One round: the box programme with the present bounds and lines; *change: largest change of the
 * lines. */
static TrStatus
solve_round(TrSpook *s, double *twist, int round, double *change)
{
  bool extended = s->smooth || s->n_stops > 0;

  if (extended)
    fill_programme(s, round);
  TR_TRY(tr_boxqp_solve(s->friction,
                        &(TrBoxqp){extended ? s->lined : s->a, extended ? s->lined_slope : s->slope,
                                   s->least, s->bound, s->n_joints + s->n_stops},
                        s->boxqp));
  apply_friction(s, twist);
  *change = s->smooth ? move_lines(s) : 0;
  return TR_OK;
}

TrStatus
tr_spook_solve_friction(TrSpook *s, double *twist)
{
  int nj = s->n_joints, rounds = s->smooth ? MAX_SMOOTH_ROUNDS : MAX_LOAD_ROUNDS;
  double change = INFINITY;

  for (int j = 0; j < nj; j++) {
    s->slope[j] = tr_spook_along(s, j, s->free_twist);
    if (is_smooth(s, j))
      s->smooth[j].rate = s->rate[j];
  }
  memcpy(s->lambda, s->free_lambda, (size_t)s->m * sizeof *s->lambda);
  for (int round = 0; round < rounds; round++) {
    if (tr_spook_update_bounds(s) <= LOAD_TOLERANCE && change <= LOAD_TOLERANCE)
      break;
    TR_TRY(solve_round(s, twist, round, &change));
  }
  return TR_OK;
}
