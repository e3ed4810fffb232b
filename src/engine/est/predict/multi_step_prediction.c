#include "engine/est/predict/multi_step_prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAD = 2, POLL_EVERY = 64, QUAT = 3 };

typedef struct {
  TrMultiStepPrediction *out;
  const TrAppliedTask *applied;
  const TrMultiStepOptions *options;
  double *pose, *twist;
  int n_steps; /* of the whole log */
  TrError *error;
} Builder;

/* Chooses the sign of the quaternions of `pose` that is nearer to those of `like`. */
static void
take_signs(double *pose, const double *like, int n_bodies)
{
  for (int b = 0; b < n_bodies; b++, pose += TR_POSE, like += TR_POSE) {
    double along = 0;

    for (int i = QUAT; i < TR_POSE; i++)
      along += pose[i] * like[i];
    for (int i = QUAT; along < 0 && i < TR_POSE; i++)
      pose[i] = -pose[i];
  }
}

static TrTrajectory *
copy_known(const TrTrajectory *motion)
{
  TrTrajectory *copy = tr_trajectory_copy(motion);

  for (int k = 1; copy && k < copy->n_nodes; k++)
    take_signs(tr_trajectory_pose(copy, k), tr_trajectory_pose(copy, k - 1), copy->n_bodies);
  return copy;
}

static TrStatus
find_start(Builder *b, int node)
{
  const TrAppliedTask *applied = b->applied;
  const TrMultiStepOptions *o = b->options;
  TrLog log = applied->log;

  log.start = o->sim.start + node * o->sim.h;
  if (o->start == TR_START_FIRST_SAMPLE)
    return tr_start_from_samples(b->pose, b->twist, applied->model, &log, o->sim.h, NULL);
  if (node == 0)
    return tr_start_from_motion(b->pose, b->twist, o->motion, applied->model, &applied->log,
                                &o->sim);
  tr_start_from_node(b->pose, b->twist, b->out->known, node);
  return TR_OK;
}

/* Adds the piece with its lead; takes ownership of `motion`. */
static TrStatus
add_piece(Builder *b, TrTrajectory *motion, int node)
{
  TrMultiStepPrediction *out = b->out;
  int lead = node < LEAD ? node : LEAD;
  size_t poses = (size_t)motion->n_bodies * TR_POSE, twists = (size_t)motion->n_bodies * TR_TWIST;
  TrTrajectory *piece = tr_trajectory_new(lead + motion->n_nodes, motion->n_bodies,
                                          motion->start - lead * motion->h, motion->h);
  bool ok = piece && (!motion->effort || tr_trajectory_take_effort(piece, motion->n_joints));

  if (ok) {
    memcpy(piece->pose, tr_trajectory_pose(out->known, node - lead),
           (size_t)lead * poses * sizeof(double));
    memcpy(piece->twist, tr_trajectory_twist(out->known, node - lead),
           (size_t)lead * twists * sizeof(double));
    memcpy(tr_trajectory_pose(piece, lead), motion->pose,
           (size_t)motion->n_nodes * poses * sizeof(double));
    memcpy(tr_trajectory_twist(piece, lead), motion->twist,
           (size_t)motion->n_nodes * twists * sizeof(double));
    for (int i = 0; motion->effort && i < piece->n_nodes * piece->n_joints; i++)
      piece->effort[i] =
          i < lead * piece->n_joints ? NAN : motion->effort[i - lead * piece->n_joints];
    out->lead[out->n] = lead;
    out->motions[out->n++] = piece;
  } else {
    tr_trajectory_free(piece);
  }
  tr_trajectory_free(motion);
  return ok ? TR_OK : TR_NO_MEMORY;
}

static TrStatus
simulate_piece(Builder *b, int node, int steps)
{
  const TrAppliedTask *applied = b->applied;
  TrSimOptions sim = b->options->sim;
  TrTrajectory *motion = NULL;
  TrStatus status = find_start(b, node);

  if (status != TR_OK)
    return tr_error_set(b->error, status, "the state at %g s could not be found: %s",
                        sim.start + node * sim.h, tr_status_text(status));
  if (steps < b->n_steps) {
    sim.start += node * sim.h;
    sim.duration = steps * sim.h;
    take_signs(b->pose, tr_trajectory_pose(b->out->known, node), applied->model->n_bodies);
  }
  sim.past = b->out->known;
  sim.n_past = node;
  TR_TRY(
      tr_simulate(&motion, applied->model,
                  &(TrSimCase){b->pose, b->twist, applied->log.n_channels, applied->log.channels},
                  &sim, &applied->task.monitor, b->error));
  if (steps < b->n_steps)
    return add_piece(b, motion, node);
  b->out->motions[b->out->n++] = motion;
  return TR_OK;
}

static TrStatus
build(Builder *b, int steps)
{
  for (int node = 0; node < b->n_steps || node == 0; node += steps) {
    int rest = b->n_steps - node;

    TR_TRY(simulate_piece(b, node, rest < steps ? rest : steps));
    if (b->out->n % POLL_EVERY == 0 && !tr_monitor_goes_on(&b->applied->task.monitor, NULL))
      return TR_CANCELLED;
  }
  return TR_OK;
}

static TrStatus
check(const TrMultiStepOptions *o, TrError *error)
{
  if (fabs(o->motion->h - o->sim.h) > 1e-9 * o->sim.h)
    return tr_error_set(
        error, TR_BAD_SETTING,
        "a prediction over several steps begins at the nodes of the estimated motion, which are %g "
        "s apart; it cannot be simulated in steps of %g s: use the step of the fit",
        o->motion->h, o->sim.h);
  return TR_OK;
}

TrStatus
tr_multi_step_prediction_new(TrMultiStepPrediction **out,
                             const TrAppliedTask *applied,
                             const TrMultiStepOptions *options,
                             TrError *error)
{
  TR_ASSERT(out && applied && options && options->steps >= 0);

  size_t n_bodies = (size_t)applied->model->n_bodies;
  Builder b = {calloc(1, sizeof **out), applied, options, NULL, NULL, 0, error};
  int steps = options->steps;
  TrStatus status = TR_NO_MEMORY;

  *out = NULL;
  b.n_steps = (int)floor(options->sim.duration / options->sim.h + 1e-9);
  if (steps <= 0 || steps >= b.n_steps)
    steps = b.n_steps > 0 ? b.n_steps : 1;
  else if ((status = check(options, error)) != TR_OK)
    goto out;
  else if (b.n_steps >= options->motion->n_nodes)
    b.n_steps = options->motion->n_nodes - 1;
  status = TR_NO_MEMORY;
  b.pose = calloc(n_bodies, TR_POSE * sizeof(double));
  b.twist = calloc(n_bodies, TR_TWIST * sizeof(double));
  if (b.out) {
    size_t most = (size_t)(b.n_steps / steps) + 2;

    b.out->known = copy_known(options->motion);
    b.out->motions = calloc(most, sizeof *b.out->motions);
    b.out->lead = calloc(most, sizeof *b.out->lead);
  }
  if (b.pose && b.twist && b.out && b.out->known && b.out->motions && b.out->lead)
    status = build(&b, steps);
out:
  free(b.pose);
  free(b.twist);
  if (status == TR_OK)
    *out = b.out;
  else
    tr_multi_step_prediction_free(b.out);
  return status;
}

void
tr_multi_step_prediction_free(TrMultiStepPrediction *pieces)
{
  if (!pieces)
    return;
  for (int i = 0; i < pieces->n; i++)
    tr_trajectory_free(pieces->motions[i]);
  free(pieces->motions);
  free(pieces->lead);
  tr_trajectory_free(pieces->known);
  free(pieces);
}

TrTrajectory *
tr_multi_step_prediction_join(const TrMultiStepPrediction *pieces)
{
  TR_ASSERT(pieces && pieces->n > 0);

  const TrTrajectory *first = pieces->motions[0];
  size_t poses = (size_t)first->n_bodies * TR_POSE, twists = (size_t)first->n_bodies * TR_TWIST;
  int n_nodes = first->n_nodes;

  if (pieces->n == 1)
    return tr_trajectory_copy(first);
  for (int i = 1; i < pieces->n; i++)
    n_nodes += pieces->motions[i]->n_nodes - pieces->lead[i] - 1;
  TrTrajectory *joined = tr_trajectory_new(n_nodes, first->n_bodies, first->start, first->h);
  for (int i = 0, at = 0; joined && i < pieces->n; i++) {
    const TrTrajectory *piece = pieces->motions[i];
    /* a piece begins at the end of the previous one */
    int from = i == 0 ? 0 : pieces->lead[i] + 1, n = piece->n_nodes - from;

    memcpy(tr_trajectory_pose(joined, at), tr_trajectory_pose(piece, from),
           (size_t)n * poses * sizeof(double));
    memcpy(tr_trajectory_twist(joined, at), tr_trajectory_twist(piece, from),
           (size_t)n * twists * sizeof(double));
    at += n;
  }
  return joined;
}
