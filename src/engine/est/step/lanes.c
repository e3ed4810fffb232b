/* Table of est/step/steps.h for one instruction set: copies numbers of consecutive steps into the
 * lanes and back. */
#include <stdlib.h>
#include <string.h>

#include "engine/est/step/steps.h"

struct TrSteps {
  int n, n_bodies, n_inputs, n_freedoms, most_columns;
  TrStepWork *work, *held_work, *weighed; /* weighed: the one of these that whitened last */
  const TrTree *tree;                     /* NULL: none */
  TrTreeWork *tree_work;
  TrReal *block;                      /* owns all arrays below */
  TrReal *before, *now, *after, *out; /* [n_bodies x 7] */
  TrReal *r, *jac;                    /* [n], [n x most_columns]; r also a step */
  TrReal *u;                          /* [n_inputs] */
  TrReal *basis[3];                   /* [tr_tree_basis_size()] of a step's nodes */
};

static void
free_steps(TrSteps *s)
{
  if (!s)
    return;
  tr_step_work_free(s->work);
  tr_step_work_free(s->held_work);
  tr_tree_work_free(s->tree_work);
  free(s->block);
  free(s);
}

static bool
take_arrays(TrSteps *s)
{
  size_t n = (size_t)s->n, poses = (size_t)s->n_bodies * TR_POSE, inputs = (size_t)s->n_inputs;
  size_t rows = s->tree ? (size_t)s->n_freedoms : n, jac = rows * (size_t)s->most_columns;
  size_t basis = s->tree ? (size_t)tr_tree_basis_size(s->tree) : 0;
  size_t count = 4 * poses + n + jac + inputs + 3 * basis;
  TrReal *at = aligned_alloc(sizeof(TrReal), count * sizeof(TrReal));

  s->block = at;
  if (!at)
    return false;
  s->before = at;
  s->now = s->before + poses;
  s->after = s->now + poses;
  s->out = s->after + poses;
  s->r = s->out + poses;
  s->jac = s->r + n;
  s->u = s->jac + jac;
  for (int i = 0; i < 3; i++)
    s->basis[i] = s->u + inputs + (size_t)i * basis;
  return true;
}

static TrStepWork *
new_work(const TrSteps *s, const TrMechanism *mechanism, int n_params)
{
  return s->tree ? tr_step_work_new_for_tree(mechanism, n_params)
                 : tr_step_work_new(mechanism, n_params);
}

static TrSteps *
new_steps(const TrModel *model, const TrMechanism *mechanism, const TrTree *tree, int n_params)
{
  TrSteps *s = calloc(1, sizeof *s);

  if (!s)
    return NULL;
  s->n_bodies = mechanism->n_bodies;
  s->n = 6 * mechanism->n_bodies;
  s->n_inputs = tr_model_n_inputs(model);
  s->n_freedoms = mechanism->n_freedoms;
  s->tree = tree;
  s->most_columns = 3 * (tree ? s->n_freedoms : s->n) + n_params;
  s->work = new_work(s, mechanism, n_params);
  s->held_work = new_work(s, mechanism, n_params);
  s->tree_work = tree ? tr_tree_work_new(tree, n_params) : NULL;
  if (!s->work || !s->held_work || (tree && !s->tree_work) || !take_arrays(s)) {
    free_steps(s);
    return NULL;
  }
  return s;
}

/* Lane i of to[size] is from[i size ...]; lanes from `count` on repeat the last one. */
static void
take_lanes(TrReal *to, const double *from, int size, int count)
{
  for (int k = 0; k < size; k++)
    for (int i = 0; i < TR_LANES; i++)
      to[k][i] = from[(size_t)(i < count ? i : count - 1) * (size_t)size + (size_t)k];
}

/* Copies a square of numbers from lanes to rows. */
static inline void
give_square(double *to, size_t stride, const TrReal *from)
{
  TrVec square[TR_LANES];

  TR_EACH_LANE (i)
    square[i] = from[i];
  tr_vec_transpose(square);
  TR_EACH_LANE (i)
    tr_vec_store(to + (size_t)i * stride, square[i]);
}

static void
give_lanes(double *to, const TrReal *from, int size, int count)
{
  int k = 0;

  for (; count == TR_LANES && k + TR_LANES <= size; k += TR_LANES)
    give_square(to + k, (size_t)size, from + k);
  for (; k < size; k++)
    for (int i = 0; i < count; i++)
      to[(size_t)i * (size_t)size + (size_t)k] = from[k][i];
}

static double
violation(const TrSteps *s)
{
  return tr_step_violation(s->work);
}

static double
multiplier(const TrSteps *s, int row, int i)
{
  return tr_real_lane(&tr_step_lambda(s->work)[row], i);
}

static TrStepJoint
joint_of(const TrSteps *s, int joint, int i)
{
  return tr_step_joint(s->work, joint, i);
}

/* Jacobian of the steps of a tree that have been evaluated. */
static TrStatus
linearize_tree(double *r,
               double *jac,
               TrSteps *s,
               const TrStepContext *context,
               const TrStepContext *held,
               const TrStepRun *run)
{
  int size = tr_tree_basis_size(s->tree), nd = s->n_freedoms;
  TrTreeStep in = {
      s->work, {s->before, s->now, s->after, s->u}, s->basis[0], s->basis[1], s->basis[2]};

  for (int i = 0; i < 3; i++)
    take_lanes(s->basis[i], run->basis + i * size, size, run->count);
  TR_TRY(tr_tree_linearize(s->r, s->jac, s->tree_work, context, held, &in));
  give_lanes(r, s->r, nd, run->count);
  give_lanes(jac, s->jac, nd * (3 * nd + context->n_params), run->count);
  return TR_OK;
}

static TrStatus
evaluate(double *r,
         double *jac,
         TrSteps *s,
         const TrStepContext *context,
         const TrStepContext *held,
         TrStepRun run)
{
  int size = s->n_bodies * TR_POSE, count = run.count;
  TrStepInput in = {s->before, s->now, s->after, s->u};

  take_lanes(s->before, run.pose, size, count);
  take_lanes(s->now, run.pose + size, size, count);
  take_lanes(s->after, run.pose + 2 * size, size, count);
  take_lanes(s->u, run.u, s->n_inputs, count);
  if (jac && !s->tree)
    TR_TRY(tr_step_linearize(s->r, s->jac, s->work, context, &in));
  else
    TR_TRY(tr_step_residual(s->r, s->work, context, &in));
  if (held)
    tr_step_freeze_weight(s->r, s->held_work, held, s->work, context);
  if (jac && s->tree)
    return linearize_tree(r, jac, s, context, held, &run);
  if (held && jac)
    TR_TRY(tr_step_freeze_jacobian(s->jac, s->held_work, held, s->work, context));
  s->weighed = held ? s->held_work : s->work;
  if (jac && context->joint_sigma)
    TR_TRY(tr_step_weigh_joints(s->r, s->jac, s->weighed, held ? held : context));
  give_lanes(r, s->r, s->n, count);
  if (jac)
    give_lanes(jac, s->jac, s->n * (3 * s->n + context->n_params), count);
  return TR_OK;
}

static void
hold(double *r, TrSteps *s, const TrStepContext *held, const TrStepContext *context, int count)
{
  tr_step_freeze_weight(s->r, s->held_work, held, s->work, context);
  give_lanes(r, s->r, s->n, count);
}

static void
whitening(double *out, const TrSteps *s, int count)
{
  give_lanes(out, tr_step_whitening(s->weighed), 2 * s->n_freedoms * s->n, count);
}

static void
probe(double *out, const TrSteps *s, int count)
{
  give_lanes(out, tr_step_joint_probe(s->weighed), s->n_freedoms * s->n, count);
}

static void
retract(double *out,
        TrSteps *s,
        const TrStepContext *context,
        const double *pose,
        const double *step,
        int count)
{
  int size = s->n_bodies * TR_POSE;

  take_lanes(s->now, pose, size, count);
  take_lanes(s->r, step, s->n, count);
  tr_step_retract(s->out, s->work, context, s->now, s->r);
  give_lanes(out, s->out, size, count);
}

static TrStatus
find_basis(double *out, TrSteps *s, const TrMechanism *mechanism, const double *pose, int count)
{
  take_lanes(s->now, pose, s->n_bodies * TR_POSE, count);
  TR_TRY(tr_tree_basis(s->basis[0], s->tree_work, mechanism, s->now));
  give_lanes(out, s->basis[0], tr_tree_basis_size(s->tree), count);
  return TR_OK;
}

static TrStatus
retract_joints(double *out,
               TrSteps *s,
               const TrMechanism *mechanism,
               const double *pose,
               const double *step,
               int count)
{
  int size = s->n_bodies * TR_POSE;

  take_lanes(s->now, pose, size, count);
  take_lanes(s->r, step, s->n_freedoms, count);
  TR_TRY(tr_tree_retract(s->out, s->tree_work, mechanism, s->now, s->r));
  give_lanes(out, s->out, size, count);
  return TR_OK;
}

extern const TrStepKernels TR_CPU_NAME(tr_step_kernels);
const TrStepKernels TR_CPU_NAME(tr_step_kernels) = {
    .lanes = TR_LANES,
    .new_steps = new_steps,
    .free_steps = free_steps,
    .evaluate = evaluate,
    .hold = hold,
    .whitening = whitening,
    .probe = probe,
    .violation = violation,
    .multiplier = multiplier,
    .joint = joint_of,
    .retract = retract,
    .find_basis = find_basis,
    .retract_joints = retract_joints,
};
