#include "engine/est/uncertainty/missing_forces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/uncertainty/score_test.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"
#include "engine/signal/unwrap.h"

/* Scratch: the terms of one freedom. */
typedef struct Bench {
  TrFit *fit;
  const TrPosterior *posterior;
  int nodes;                 /* of all logs */
  double *q, *v, *smoothing; /* [nodes] */
  double *profiles;          /* [TR_N_FORCE_TERMS x nodes] */
} Bench;

static bool
open_bench(Bench *bench)
{
  size_t n = (size_t)bench->nodes;

  bench->q = calloc(n, sizeof *bench->q);
  bench->v = calloc(n, sizeof *bench->v);
  bench->smoothing = calloc(n, sizeof *bench->smoothing);
  bench->profiles = calloc(TR_N_FORCE_TERMS * n, sizeof *bench->profiles);
  return bench->q && bench->v && bench->smoothing && bench->profiles;
}

static void
close_bench(Bench *bench)
{
  free(bench->q);
  free(bench->v);
  free(bench->smoothing);
  free(bench->profiles);
}

/* Coordinate and rate of a joint at all nodes. */
static void
fill_motion(Bench *bench, int joint)
{
  const TrModel *model = bench->fit->model;
  int at = 0;

  for (int l = 0; l < bench->fit->n_logs; at += bench->fit->logs[l].n_nodes, l++) {
    const TrLogFit *log = &bench->fit->logs[l];

    for (int k = 0; k < log->n_nodes; k++) {
      const double *pose = tr_trajectory_pose(log->trajectory, k);

      bench->q[at + k] = tr_joint_position(model, joint, pose);
      bench->v[at + k] =
          tr_joint_velocity(model, joint, pose, tr_trajectory_twist(log->trajectory, k));
      bench->smoothing[at + k] = log->friction_rate[joint];
    }
    if (tr_joint_class(model->joints[joint].type)->coordinate.type == TR_PRIM_ANGLE)
      tr_unwrap(bench->q + at, (size_t)log->n_nodes);
  }
}

static void
fill_profiles(Bench *bench)
{
  TrForceScales scales = tr_force_scales(bench->q, bench->v, bench->nodes);

  for (int t = 0; t < TR_N_FORCE_TERMS; t++)
    for (int k = 0; k < bench->nodes; k++)
      bench->profiles[(size_t)t * (size_t)bench->nodes + (size_t)k] =
          tr_force_term(t, &scales, bench->q[k], bench->v[k], bench->smoothing[k]);
}

/* Shortens the change of the parameters by a force to the share that keeps them all within their
 * bounds: it is linear, and beyond them there is no mechanism. */
static void
limit_shift(const TrProblem *problem, TrMissingForce *force)
{
  double share = 1;

  for (int i = 0; i < problem->p; i++) {
    double shift = force->shift[i];
    double bound = shift > 0 ? problem->ceiling[i] : problem->floor[i];

    if (shift != 0)
      share = fmin(share, (bound - problem->parameters[i]) / shift);
  }
  for (int i = 0; i < problem->p; i++)
    force->shift[i] *= fmax(share, 0);
}

/* Appends the tests of a joint's forces to those of the fit. */
static TrStatus
test_freedom(Bench *bench, int freedom)
{
  TrFit *fit = bench->fit;
  const TrStateSigma *state = &fit->state_sigmas[freedom];
  TrForceColumn columns[TR_N_FORCE_TERMS];
  TrScoreTest tests[TR_N_FORCE_TERMS];

  fill_motion(bench, state->joint);
  fill_profiles(bench);
  for (int t = 0; t < TR_N_FORCE_TERMS; t++) {
    columns[t] = (TrForceColumn){freedom, bench->profiles + (size_t)t * (size_t)bench->nodes};
    tests[t].shift = fit->forces[fit->n_forces + t].shift;
  }
  TR_TRY(tr_score_test(tests, bench->posterior, columns, TR_N_FORCE_TERMS));
  for (int t = 0; t < TR_N_FORCE_TERMS; t++)
    if (tests[t].is_tested) {
      TrMissingForce *force = &fit->forces[fit->n_forces++];
      double *shift = force->shift;

      if (shift != tests[t].shift)
        memcpy(shift, tests[t].shift, (size_t)fit->n_free * sizeof *shift);
      *force = (TrMissingForce){state->joint, state->kind, t, tests[t].size, tests[t].t, shift};
      limit_shift(bench->posterior->problem, force);
    }
  return TR_OK;
}

/* Returns whether the dictionary applies to a freedom: it is the only one of a joint that has a
 * coordinate. */
static bool
is_testable(const TrFit *fit, int freedom)
{
  const TrJoint *joint = &fit->model->joints[fit->state_sigmas[freedom].joint];
  const TrJointClass *class = tr_joint_class(joint->type);

  return class->has_axis && class->n_freedoms == 1 && fit->state_sigmas[freedom].inertial > 0;
}

/* The part of a parameter's uncertainty that is due to suspected forces: the largest shift. */
static void
fill_parts(TrFit *fit)
{
  for (int i = 0; i < fit->n_free; i++) {
    TrEstimate *e = &fit->estimates[i];

    e->model = 0;
    for (int k = 0; k < fit->n_forces; k++)
      if (tr_force_is_suspected(&fit->forces[k]))
        e->model = fmax(e->model, fabs(fit->forces[k].shift[i]));
  }
}

static TrStatus
take_forces(TrFit *fit)
{
  size_t n = (size_t)fit->n_freedoms * TR_N_FORCE_TERMS, p = (size_t)fit->n_free;

  fit->forces = calloc(n + 1, sizeof *fit->forces);
  fit->force_shifts = calloc(n * p + 1, sizeof *fit->force_shifts);
  if (!fit->forces || !fit->force_shifts)
    return TR_NO_MEMORY;
  for (size_t i = 0; i < n; i++)
    fit->forces[i].shift = fit->force_shifts + i * p;
  return TR_OK;
}

TrStatus
tr_missing_forces_find(TrFit *fit, const TrPosterior *posterior)
{
  TR_ASSERT(fit && posterior);
  const TrProblem *problem = posterior->problem;
  Bench bench = {
      .fit = fit, .posterior = posterior, .nodes = problem->first[problem->prepared->n_logs]};
  TrStatus status;

  if (!problem->context.joint_sigma)
    return TR_OK;
  TR_TRY(take_forces(fit));
  status = open_bench(&bench) ? TR_OK : TR_NO_MEMORY;
  for (int i = 0; status == TR_OK && i < fit->n_freedoms; i++)
    if (is_testable(fit, i))
      status = test_freedom(&bench, i);
  fill_parts(fit);
  close_bench(&bench);
  return status;
}
