/* Dry and smooth friction and the stops of the joints in one step: a programme in a box over the
 * impulses along the axes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/carve.h"
#include "engine/linalg/boxqp.h"
#include "engine/linalg/dense.h"
#include "engine/sim/spook_private.h"

/* Rounds over bounds that depend on the multipliers and over smooth friction, and their tolerances.
 */
enum { MAX_LOAD_ROUNDS = 50, MAX_SMOOTH_ROUNDS = 100 };
#define LOAD_TOLERANCE 1e-13

/* Shares by which the response of joints that depend on each other is raised. */
#define LEAST_RAISE 1e-12
#define MOST_RAISE  1e-8

/* Least compliance of a stop as a share of its joint's: beside friction that sticks it would
 * otherwise be undetermined which of both holds the joint. */
#define LEAST_GIVE 1e-12

static size_t
lay_out(TrSpook *s, double *base)
{
  size_t n = (size_t)s->n, m = (size_t)s->m, nj = (size_t)s->n_joints, used = 0;
  size_t nb = nj + (size_t)s->n_stops;

  s->by_axis = tr_carve(base, &used, n * nj);
  s->lambda_by_axis = tr_carve(base, &used, m * nj);
  s->a = tr_carve(base, &used, nj * nj);
  s->slope = tr_carve(base, &used, nj);
  s->lined = tr_carve(base, &used, nb * nb);
  s->lined_slope = tr_carve(base, &used, nb);
  s->unit = tr_carve(base, &used, n);
  s->after = tr_carve(base, &used, nj);
  return used;
}

TrStatus
tr_spook_take_programme(TrSpook *s)
{
  if (s->programme)
    return TR_OK;
  s->boxqp = calloc(1, tr_boxqp_work_size(s->n_joints + s->n_stops));
  s->programme = calloc(lay_out(s, NULL) + 1, sizeof *s->programme);
  if (!s->boxqp || !s->programme) {
    free(s->boxqp);
    free(s->programme);
    s->boxqp = NULL;
    s->programme = NULL;
    return TR_NO_MEMORY;
  }
  lay_out(s, s->programme);
  return TR_OK;
}

bool
tr_spook_is_active(const TrSpook *s, int joint)
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
    if (!tr_spook_is_active(s, j)) {
      s->a[j * nj + j] = 1; /* without impulse: keeps the matrix definite */
      continue;
    }
    memset(s->unit, 0, (size_t)n * sizeof *s->unit);
    tr_spook_push_along(s, s->unit, j, 1);
    tr_spook_solve_system(s, v, s->lambda, s->unit, NULL);
    for (int i = 0; i < n; i++)
      s->by_axis[i * nj + j] = v[i];
    for (int r = 0; r < m; r++)
      s->lambda_by_axis[r * nj + j] = s->lambda[r];
    for (int k = 0; k < nj; k++)
      s->a[k * nj + j] = tr_spook_is_active(s, k) ? tr_spook_along(s, k, v) : 0;
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

void
tr_spook_sum_axial(TrSpook *s)
{
  memcpy(s->axial, s->friction, (size_t)s->n_joints * sizeof *s->axial);
  for (int i = 0; i < s->n_stops; i++)
    s->axial[s->stops[i].joint] += s->friction[s->n_joints + i];
}

/* Adds the effect of the impulses along the axes. */
static void
apply_friction(TrSpook *s, double *twist)
{
  tr_spook_sum_axial(s);
  memcpy(twist, s->free_twist, (size_t)s->n * sizeof *twist);
  tr_dense_add_product(twist, 1, s->by_axis, s->axial, (TrProductSize){s->n, s->n_joints, 1});
  memcpy(s->lambda, s->free_lambda, (size_t)s->m * sizeof *s->lambda);
  tr_dense_add_product(s->lambda, 1, s->lambda_by_axis, s->axial,
                       (TrProductSize){s->m, s->n_joints, 1});
}

double
tr_spook_draw_line(TrSpook *s, int joint, int round, double *level)
{
  double h = s->options.h, share = tr_spook_implicit_share(s);
  TrSmoothJoint *smooth = &s->smooth[joint];

  tr_smooth_joint_draw(smooth, &s->model->joints[joint].friction, round);
  *level = -h * (smooth->force + smooth->slope * ((1 - share) * s->rate[joint] - smooth->rate));
  return fmax(h * smooth->slope * share, 0);
}

/* Smooth friction of a joint as the impulse f = c - h slope share s+ of its line in this round,
 * that is s+ + f/(h slope share) = c/(h slope share), or fixed at c where the line is level. */
static void
draw_line(TrSpook *s, int joint, int round)
{
  int stride = s->n_joints + s->n_stops;
  double level, give = tr_spook_draw_line(s, joint, round, &level);

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
    if (tr_spook_is_smooth(s, j))
      draw_line(s, j, round);
  for (int i = 0; i < s->n_stops; i++)
    add_stop(s, i);
}

double
tr_spook_move_lines(TrSpook *s, const double *after, const double *before)
{
  double change = 0, share = tr_spook_implicit_share(s);

  for (int j = 0; s->smooth && j < s->n_joints; j++) {
    double moved;

    if (!tr_spook_is_smooth(s, j))
      continue;
    moved = tr_smooth_joint_move(&s->smooth[j], share * after[j] + (1 - share) * s->rate[j]);
    if (moved > 0)
      change = fmax(change, moved / (fabs(before[j]) + fabs(after[j])));
  }
  return change;
}

/* Rates of the joints with smooth friction after a round, to after[n_joints]. */
static void
find_rates(double *after, const TrSpook *s)
{
  for (int j = 0; j < s->n_joints; j++) {
    after[j] = s->slope[j];
    for (int k = 0; tr_spook_is_smooth(s, j) && k < s->n_joints; k++)
      after[j] += s->a[j * s->n_joints + k] * s->axial[k];
  }
}

/* Raises the response of each joint to an impulse along itself by a share. */
static void
raise_response(TrSpook *s, double share)
{
  for (int j = 0; j < s->n_joints; j++)
    s->a[j * s->n_joints + j] *= 1 + share;
}

static TrStatus
try_programme(TrSpook *s, int round)
{
  bool extended = s->smooth || s->n_stops > 0;

  if (extended)
    fill_programme(s, round);
  return tr_boxqp_solve(s->friction,
                        &(TrBoxqp){extended ? s->lined : s->a, extended ? s->lined_slope : s->slope,
                                   s->least, s->bound, s->n_joints + s->n_stops},
                        s->boxqp);
}

/* The box programme with the present bounds and the lines of a round.  The rates of joints in a
 * loop may depend on each other: then the response is raised until it is definite. */
static TrStatus
solve_programme(TrSpook *s, double *twist, int round)
{
  TrStatus status = try_programme(s, round);

  for (double share = LEAST_RAISE; status == TR_NOT_DEFINITE && share <= MOST_RAISE; share *= 10) {
    raise_response(s, share);
    status = try_programme(s, round);
  }
  TR_TRY(status);
  apply_friction(s, twist);
  return TR_OK;
}

/* Rates of the joints without friction. */
static void
fill_slopes(TrSpook *s)
{
  for (int j = 0; j < s->n_joints; j++)
    s->slope[j] = tr_spook_along(s, j, s->free_twist);
}

TrStatus
tr_spook_solve_programme(TrSpook *s, double *twist, int round)
{
  tr_spook_solve_system(s, s->free_twist, s->free_lambda, s->momentum, s->rhs);
  fill_slopes(s);
  return solve_programme(s, twist, round);
}

void
tr_spook_start_lines(TrSpook *s)
{
  for (int j = 0; s->smooth && j < s->n_joints; j++)
    if (tr_spook_is_smooth(s, j))
      s->smooth[j].rate = s->rate[j];
}

TrStatus
tr_spook_solve_friction(TrSpook *s, double *twist)
{
  int rounds = s->smooth ? MAX_SMOOTH_ROUNDS : MAX_LOAD_ROUNDS;
  double change = INFINITY;

  fill_slopes(s);
  tr_spook_start_lines(s);
  memcpy(s->lambda, s->free_lambda, (size_t)s->m * sizeof *s->lambda);
  for (int round = 0; round < rounds; round++) {
    if (tr_spook_update_bounds(s) <= LOAD_TOLERANCE && change <= LOAD_TOLERANCE)
      break;
    TR_TRY(solve_programme(s, twist, round));
    change = 0;
    if (s->smooth) {
      find_rates(s->after, s);
      change = tr_spook_move_lines(s, s->after, s->slope);
    }
  }
  return TR_OK;
}
