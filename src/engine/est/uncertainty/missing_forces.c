#include "engine/est/uncertainty/missing_forces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/uncertainty/force_selection.h"
#include "engine/mbs/force/slip.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"
#include "engine/signal/unwrap.h"

/* Freedoms whose forces are tested in one pass over the logs, which costs as much as an iteration
 * for whatever number of them that is small beside the states of a node; fewer where the responses
 * of all states to their forces would take more than this memory [bytes]. */
enum { BATCH = 8, MOST_TESTS = BATCH * TR_N_FORCE_TERMS };
#define BATCH_MEMORY 128e6

/* Scratch: the terms of a batch of freedoms. */
typedef struct Bench {
  TrFit *fit;
  const TrPosterior *posterior;
  int nodes;           /* of all logs */
  double *q;           /* [nodes] coordinate of a joint, continuous */
  TrForceStep *steps;  /* [nodes] */
  double *profiles;    /* [MOST_TESTS x nodes], of fewer freedoms less */
  double *shifts;      /* [MOST_TESTS x n_free] */
  double *information; /* [MOST_TESTS x MOST_TESTS] */
  TrScoreTest tests[MOST_TESTS];
  TrForceColumn columns[MOST_TESTS];
  int *testable, n_testable; /* freedoms */
  int batch;                 /* freedoms in one pass */
} Bench;

/* Number of freedoms in one pass: their columns are there twice, in the elimination and in the
 * responses. */
static int
find_batch(const Bench *bench)
{
  double states = (double)bench->nodes * bench->posterior->problem->node_size;
  double most = BATCH_MEMORY / (2 * states * TR_N_FORCE_TERMS * sizeof(double));

  return (int)fmin(fmax(fmin(most, BATCH), 1), fmax(bench->n_testable, 1));
}

static bool
open_bench(Bench *bench)
{
  size_t n = (size_t)bench->nodes, tests;

  bench->batch = find_batch(bench);
  tests = (size_t)bench->batch * TR_N_FORCE_TERMS;
  bench->q = calloc(n, sizeof *bench->q);
  bench->steps = calloc(n, sizeof *bench->steps);
  bench->profiles = calloc(tests * n, sizeof *bench->profiles);
  bench->shifts = calloc(tests * (size_t)bench->fit->n_free + 1, sizeof *bench->shifts);
  bench->information = calloc(tests * tests, sizeof *bench->information);
  return bench->q && bench->steps && bench->profiles && bench->shifts && bench->information;
}

static void
close_bench(Bench *bench)
{
  free(bench->q);
  free(bench->steps);
  free(bench->profiles);
  free(bench->shifts);
  free(bench->information);
  free(bench->testable);
}

/* Coordinate and rates of a joint in the steps of a log; those at its ends are its neighbours'. */
static void
fill_steps(Bench *bench, int joint, int which, int first)
{
  const TrLogFit *log = &bench->fit->logs[which];
  const TrModel *model = tr_fit_model_of_log(bench->fit, which);
  double *q = bench->q + first, h = log->trajectory->h, rate = log->friction_rate[joint];
  int last = log->n_nodes - 1;

  for (int k = 0; k <= last; k++)
    q[k] = tr_joint_position(model, joint, tr_trajectory_pose(log->trajectory, k));
  if (tr_joint_class(model->joints[joint].type)->coordinate.type == TR_PRIM_ANGLE)
    tr_unwrap(q, (size_t)log->n_nodes);
  for (int k = 1; k < last; k++) {
    double before = (q[k] - q[k - 1]) / h, after = (q[k + 1] - q[k]) / h;

    bench->steps[first + k] =
        (TrForceStep){.position = q[k],
                      .rate = (before + after) / 2,
                      .direction = tr_slip_mean(before, after, rate).direction,
                      .smoothing = rate};
  }
  bench->steps[first] = bench->steps[first + (last > 0)];
  bench->steps[first + last] = bench->steps[first + last - (last > 0)];
}

/* Profiles of the terms of a joint, to profiles[TR_N_FORCE_TERMS x nodes]. */
static void
fill_profiles(double *profiles, Bench *bench, int joint)
{
  TrForceScales scales;

  for (int l = 0, first = 0; l < bench->fit->n_logs; first += bench->fit->logs[l].n_nodes, l++)
    fill_steps(bench, joint, l, first);
  scales = tr_force_scales(bench->steps, bench->nodes);
  for (int t = 0; t < TR_N_FORCE_TERMS; t++)
    for (int k = 0; k < bench->nodes; k++)
      profiles[(size_t)t * (size_t)bench->nodes + (size_t)k] =
          tr_force_term(t, &scales, &bench->steps[k]);
}

/* Appends the tests of a joint's forces to those of the fit, the chosen ones with their sizes
 * together. */
static void
append(Bench *bench, int freedom, const TrScoreTest *tests, const double *together)
{
  TrFit *fit = bench->fit;
  const TrStateSigma *state = &fit->state_sigmas[freedom];
  const TrStateError *error = &bench->posterior->problem->prepared->state_error;

  for (int t = 0; t < TR_N_FORCE_TERMS; t++) {
    TrMissingForce *force = &fit->forces[fit->n_forces];
    bool is_suspected = together[t] != 0;

    if (!tests[t].is_tested)
      continue;
    *force = (TrMissingForce){.joint = state->joint,
                              .kind = state->kind,
                              .term = t,
                              .size = is_suspected ? together[t] : tests[t].size,
                              .usual = error->size[freedom] / fit->logs[0].trajectory->h,
                              .t = tests[t].t,
                              .is_suspected = is_suspected,
                              .shift = fit->force_shifts + fit->n_forces * fit->n_free};
    fit->n_forces++;
    for (int i = 0; i < fit->n_free; i++)
      force->shift[i] = tests[t].shift[i] / tests[t].size * force->size;
  }
}

/* Chooses among the forces of the i-th freedom of a batch of `count`. */
static TrStatus
choose_forces(Bench *bench, int freedom, int i, int count)
{
  enum { N = TR_N_FORCE_TERMS };
  const TrScoreTest *tests = bench->tests + i * N;
  double information[N * N], together[N];

  for (int t = 0; t < N; t++)
    memcpy(information + t * N, bench->information + (i * N + t) * count * N + i * N,
           N * sizeof *information);
  TR_TRY(tr_force_selection(
      together,
      &(TrForceTests){N, tests, information, bench->posterior->variance, N * bench->n_testable}));
  append(bench, freedom, tests, together);
  return TR_OK;
}

/* Tests the forces of several freedoms, at most BATCH. */
static TrStatus
test_freedoms(Bench *bench, const int *freedoms, int count)
{
  enum { N = TR_N_FORCE_TERMS };
  size_t nodes = (size_t)bench->nodes;

  for (int i = 0; i < count; i++) {
    double *profiles = bench->profiles + (size_t)(i * N) * nodes;

    fill_profiles(profiles, bench, bench->fit->state_sigmas[freedoms[i]].joint);
    for (int t = 0; t < N; t++) {
      bench->columns[i * N + t] = (TrForceColumn){freedoms[i], profiles + (size_t)t * nodes};
      bench->tests[i * N + t].shift = bench->shifts + (i * N + t) * bench->fit->n_free;
    }
  }
  TR_TRY(
      tr_score_test(bench->tests, bench->information, bench->posterior, bench->columns, count * N));
  for (int i = 0; i < count; i++)
    TR_TRY(choose_forces(bench, freedoms[i], i, count));
  return TR_OK;
}

/* Returns whether the dictionary applies to a freedom: it is the only one of a joint that has a
 * coordinate, and its motion is not prescribed. */
static bool
is_testable(const TrFit *fit, int freedom)
{
  int joint = fit->state_sigmas[freedom].joint;
  const TrJointClass *class = tr_joint_class(fit->model->joints[joint].type);

  return tr_model_find_drive(fit->model, joint) < 0 && class->has_axis && class->n_freedoms == 1 &&
         fit->state_sigmas[freedom].inertial > 0;
}

/* Changes of the parameters by all suspected forces of a joint together. */
static void
add_shifts(double *sum, const TrFit *fit, int joint)
{
  memset(sum, 0, (size_t)fit->n_free * sizeof *sum);
  for (int k = 0; k < fit->n_forces; k++)
    for (int i = 0; i < fit->n_free && fit->forces[k].joint == joint; i++)
      sum[i] += fit->forces[k].is_suspected ? fit->forces[k].shift[i] : 0;
}

/* Share of the suspected forces of a joint that keeps all parameters within their bounds and no
 * force larger than the known ones: the changes are linear, and there is no mechanism beyond. */
static double
find_share(const TrFit *fit, const TrProblem *problem, int joint, const double *shift)
{
  double share = 1;

  for (int i = 0; i < problem->p; i++) {
    double bound = shift[i] > 0 ? problem->ceiling[i] : problem->floor[i];

    if (shift[i] != 0)
      share = fmin(share, (bound - problem->parameters[i]) / shift[i]);
  }
  for (int k = 0; k < fit->n_forces; k++)
    if (fit->forces[k].joint == joint && fit->forces[k].is_suspected)
      share = fmin(share, fit->forces[k].usual / fabs(fit->forces[k].size));
  return fmax(share, 0);
}

/* Shortens the changes by the suspected forces of a joint. */
static void
shorten_joint(Bench *bench, int joint)
{
  TrFit *fit = bench->fit;
  double *sum = bench->shifts, share;

  add_shifts(sum, fit, joint);
  share = find_share(fit, bench->posterior->problem, joint, sum);
  for (int k = 0; k < fit->n_forces; k++)
    for (int i = 0; i < fit->n_free && fit->forces[k].joint == joint; i++)
      fit->forces[k].shift[i] *= fit->forces[k].is_suspected ? share : 1;
}

static TrStatus
take_forces(TrFit *fit)
{
  size_t n = (size_t)fit->n_freedoms * TR_N_FORCE_TERMS, p = (size_t)fit->n_free;

  fit->forces = calloc(n + 1, sizeof *fit->forces);
  fit->force_shifts = calloc(n * p + 1, sizeof *fit->force_shifts);
  return fit->forces && fit->force_shifts ? TR_OK : TR_NO_MEMORY;
}

/* Lists the freedoms that are tested. */
static bool
list_testable(Bench *bench)
{
  const TrFit *fit = bench->fit;

  bench->testable = calloc((size_t)fit->n_freedoms + 1, sizeof *bench->testable);
  for (int i = 0; bench->testable && i < fit->n_freedoms; i++)
    if (is_testable(fit, i))
      bench->testable[bench->n_testable++] = i;
  return bench->testable != NULL;
}

static TrStatus
find(Bench *bench)
{
  TrFit *fit = bench->fit;

  for (int i = 0; i < bench->n_testable; i += bench->batch) {
    int left = bench->n_testable - i;

    TR_TRY(test_freedoms(bench, bench->testable + i, left < bench->batch ? left : bench->batch));
  }
  for (int j = 0; j < fit->model->n_joints; j++)
    shorten_joint(bench, j);
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
  status = take_forces(fit);
  if (status == TR_OK)
    status = list_testable(&bench) && open_bench(&bench) ? find(&bench) : TR_NO_MEMORY;
  close_bench(&bench);
  return status;
}
