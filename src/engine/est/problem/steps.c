/* Residuals of a log's steps: one by one, or as many at once as vectors have lanes. */
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/energy.h"
#include "engine/est/problem/private.h"
#include "engine/est/problem/switching.h"
#include "engine/est/problem/tree_states.h"
#include "engine/est/step/contacts.h"
#include "engine/linalg/vec.h"

static bool
make_steps(TrProblem *problem)
{
  problem->group = 1;
  if (!problem->formulation->has_lanes)
    return true;
  problem->kernels = tr_step_kernels(tr_cpu());
  problem->scratch.steps =
      problem->kernels->new_steps(problem->model, problem->mechanism, problem->tree,
                                  problem->n_columns + problem->max_auxiliary);
  problem->group = problem->kernels->lanes;
  return problem->scratch.steps != NULL;
}

static bool
take_contacts(TrProblem *problem, int n_columns)
{
  TrStepContacts *contacts;

  if (!tr_model_has_impacts(problem->model))
    return true;
  contacts = tr_step_contacts_new(problem->model, problem->mechanism, n_columns);
  tr_step_work_take_contacts(problem->scratch.work, contacts);
  return contacts != NULL;
}

/* Largest number of rows of a step or of a node. */
static size_t
most_rows(const TrProblem *p)
{
  const TrFormulation *f = p->formulation;

  return (size_t)p->n * (size_t)(f->step_blocks > f->node_blocks ? f->step_blocks : f->node_blocks);
}

bool
tr_problem_take_scratch(TrProblem *problem)
{
  TrProblemScratch *s = &problem->scratch;
  int n_columns = problem->n_columns + problem->max_auxiliary;
  size_t node = (size_t)(problem->tree ? problem->n : problem->node_size);
  size_t rows, columns = TR_MAX_TOUCHED * node + (size_t)n_columns;

  *s = (TrProblemScratch){.work = tr_step_work_new(problem->mechanism, n_columns),
                          .held_work = tr_step_work_new(problem->mechanism, n_columns)};
  if (!s->work || !s->held_work || !make_steps(problem) || !take_contacts(problem, n_columns))
    return false;
  rows = (size_t)problem->group * most_rows(problem);
  s->jac =
      calloc((problem->tree ? (size_t)(problem->group * problem->step_rows) : rows) * columns + 1,
             sizeof *s->jac);
  s->tangent = calloc((size_t)problem->n + 1, sizeof *s->tangent);
  s->r = calloc(rows + 1, sizeof *s->r);
  s->held_r = calloc(rows + 1, sizeof *s->held_r);
  s->probe =
      calloc((size_t)problem->group * (size_t)(problem->n * problem->mechanism->n_freedoms) + 1,
             sizeof *s->probe);
  s->slopes = calloc((size_t)problem->group * (size_t)n_columns + 1, sizeof *s->slopes);
  s->effort_row = calloc((size_t)(3 * problem->n + n_columns) + 1, sizeof *s->effort_row);
  s->observation_row = calloc(columns + 1, sizeof *s->observation_row);
  s->energy_step = calloc((size_t)(3 * problem->n + n_columns) + 1, sizeof *s->energy_step);
  s->energy_row =
      calloc((size_t)((tr_energy_steps(problem->task) + 2) * problem->n + n_columns) + 1,
             sizeof *s->energy_row);
  s->along = calloc((size_t)problem->mechanism->n_freedoms + 1, sizeof *s->along);
  return s->jac && s->tangent && s->r && s->held_r && s->probe && s->along && s->slopes &&
         s->effort_row && s->energy_step && s->energy_row && s->observation_row;
}

void
tr_problem_give_scratch(TrProblem *problem)
{
  TrProblemScratch *s = &problem->scratch;

  tr_step_work_free(s->work);
  tr_step_work_free(s->held_work);
  if (s->steps)
    problem->kernels->free_steps(s->steps);
  free(s->jac);
  free(s->r);
  free(s->held_r);
  free(s->probe);
  free(s->along);
  free(s->tangent);
  free(s->slopes);
  free(s->effort_row);
  free(s->energy_step);
  free(s->energy_row);
  free(s->observation_row);
}

void
tr_problem_single_steps(TrProblem *problem)
{
  problem->group = 1;
}

const double *
tr_problem_input(const TrProblem *problem, int log, int node)
{
  return problem->input + (size_t)(problem->first[log] + node) * (size_t)problem->n_inputs;
}

TrStatus
tr_problem_evaluate_plain(TrProblem *problem, bool trial, int log, int node, bool with_jac)
{
  const TrFormulation *f = problem->formulation;
  TrStates states = tr_problem_states(problem, trial, log, node - f->first_step);

  return f->step(problem->scratch.r, with_jac ? problem->scratch.jac : NULL, problem->scratch.work,
                 &problem->context, &states, tr_problem_input(problem, log, node));
}

/* Evaluates one step by the scalar functions. */
static TrStatus
evaluate_one(TrProblem *problem, bool trial, int log, int node, bool with_jac, bool hold)
{
  TR_TRY(tr_problem_evaluate_plain(problem, trial, log, node, with_jac));
  if (hold)
    tr_step_freeze_weight(problem->scratch.r, problem->scratch.held_work, &problem->held,
                          problem->scratch.work, &problem->context);
  if (hold && with_jac)
    TR_TRY(tr_step_freeze_jacobian(problem->scratch.jac, problem->scratch.held_work, &problem->held,
                                   problem->scratch.work, &problem->context));
  if (!with_jac || !problem->context.joint_sigma)
    return TR_OK;
  return tr_step_weigh_joints(problem->scratch.r, problem->scratch.jac,
                              hold ? problem->scratch.held_work : problem->scratch.work,
                              hold ? &problem->held : &problem->context);
}

/* Notes which step of a group fails. */
static void
note_failure(TrProblem *problem, bool trial, int log, int node, int count)
{
  int k = node;

  while (k + 1 < node + count && evaluate_one(problem, trial, log, k, false, false) == TR_OK)
    k++;
  tr_singularity_note_step(problem, log, k);
}

int
tr_problem_group_size(const TrProblem *problem, int log, int node)
{
  const TrFormulation *f = problem->formulation;
  int end = f->first_step + tr_formulation_steps(f, problem->prepared->logs[log].n_nodes);

  return tr_problem_group(problem, node, end);
}

double
tr_problem_violation(const TrProblem *problem)
{
  return problem->group == 1 ? tr_step_violation(problem->scratch.work)
                             : problem->kernels->violation(problem->scratch.steps);
}

TrStatus
tr_problem_evaluate_steps(
    TrProblem *problem, bool trial, TrStepGroup group, bool with_jac, bool hold)
{
  int first = group.node - problem->formulation->first_step;
  TrStates states = tr_problem_states(problem, trial, group.log, first);
  TrStatus status;

  TR_ASSERT(group.count <= problem->group);
  tr_switching_use(problem, group.log, group.node);
  if (problem->group == 1)
    status = evaluate_one(problem, trial, group.log, group.node, with_jac, hold);
  else
    status = problem->kernels->evaluate(
        problem->scratch.r, with_jac ? problem->scratch.jac : NULL, problem->scratch.steps,
        &problem->context, hold ? &problem->held : NULL,
        (TrStepRun){states.pose, tr_problem_input(problem, group.log, group.node), group.count,
                    problem->tree ? tr_problem_basis(problem, problem->first[group.log] + first)
                                  : NULL});
  if (status == TR_OK && with_jac)
    status = tr_switching_soften(problem, group.log, group.node);
  if (status != TR_OK && !trial && !problem->is_ahead)
    note_failure(problem, trial, group.log, group.node, group.count);
  return status;
}

void
tr_problem_hold_steps(TrProblem *problem, int count)
{
  TrProblemScratch *s = &problem->scratch;

  if (problem->group == 1)
    tr_step_freeze_weight(s->held_r, s->held_work, &problem->held, s->work, &problem->context);
  else
    problem->kernels->hold(s->held_r, s->steps, &problem->held, &problem->context, count);
}

/* Whitening of a step, [2 n_freedoms x n]. */
static double *
find_whitening(const TrProblem *problem, int log, int node)
{
  size_t size = 2 * (size_t)(problem->mechanism->n_freedoms * problem->n);

  return problem->whitening + (size_t)(problem->first[log] + node) * size;
}

void
tr_problem_keep_whitening(TrProblem *problem, TrStepGroup group)
{
  if (!problem->context.joint_sigma || problem->tree)
    return;

  double *out = find_whitening(problem, group.log, group.node);
  size_t size = 2 * (size_t)(problem->mechanism->n_freedoms * problem->n);

  if (problem->group > 1)
    problem->kernels->whitening(out, problem->scratch.steps, group.count);
  else
    memcpy(out,
           tr_step_whitening(problem->keeps_weight ? problem->scratch.held_work
                                                   : problem->scratch.work),
           size * sizeof *out);
}

/* Impulses along the freedoms of a tree in units of their sigmas, in place of r[n]. */
static void
whiten_impulses(double *r, const TrProblem *problem, int node)
{
  int nd = problem->mechanism->n_freedoms;

  tr_problem_gather_impulses(problem, problem->scratch.along, r, node);
  for (int j = 0; j < nd; j++)
    r[j] = problem->scratch.along[j] / problem->context.joint_sigma[j];
}

/* Applies the kept whitening by joint. */
static void
whiten_joints(double *r, const TrProblem *problem, int log, int node)
{
  double scale = tr_step_constraint_scale(&problem->context);
  const double *basis, *spread;
  int n = problem->n, nd = problem->mechanism->n_freedoms;

  if (problem->tree) {
    whiten_impulses(r, problem, problem->first[log] + node);
    return;
  }
  basis = find_whitening(problem, log, node);
  spread = basis + nd * n;
  for (int j = 0; j < nd; j++)
    problem->scratch.along[j] = tr_vec_dot(basis + j * n, r, n);
  for (int i = 0; i < n; i++)
    r[i] *= scale;
  for (int j = 0; j < nd; j++)
    for (int i = 0; i < n; i++)
      r[i] += problem->scratch.along[j] * spread[j * n + i];
}

void
tr_problem_whiten(double *r, const TrProblem *problem, int log, int node)
{
  if (problem->context.joint_sigma)
    whiten_joints(r, problem, log, node);
  tr_switching_apply(r, problem, log, node);
}

void
tr_problem_probe_steps(TrProblem *problem, bool hold, int count)
{
  TrProblemScratch *s = &problem->scratch;
  size_t nd = (size_t)problem->mechanism->n_freedoms;

  if (problem->tree) {
    memset(s->probe, 0, (size_t)count * nd * nd * sizeof *s->probe);
    for (size_t i = 0; i < (size_t)count * nd; i++)
      s->probe[i * nd + i % nd] = 1;
  } else if (problem->group > 1)
    problem->kernels->probe(s->probe, s->steps, count);
  else
    memcpy(s->probe, tr_step_joint_probe(hold ? s->held_work : s->work),
           (size_t)(problem->n * problem->mechanism->n_freedoms) * sizeof *s->probe);
}

TrStatus
tr_problem_evaluate_motion(TrProblem *problem, const double *pose, const double *u, int count)
{
  int size = problem->n / 6 * TR_POSE;

  TR_ASSERT(count <= problem->group);
  tr_switching_leave(problem);
  if (problem->group == 1)
    return tr_step_residual(problem->scratch.r, problem->scratch.work, &problem->context,
                            &(TrStepInput){pose, pose + size, pose + 2 * size, u});
  return problem->kernels->evaluate(problem->scratch.r, NULL, problem->scratch.steps,
                                    &problem->context, NULL, (TrStepRun){pose, u, count, NULL});
}

TrStepJoint
tr_problem_joint(const TrProblem *problem, int joint, int i)
{
  return problem->group == 1 ? tr_step_joint(problem->scratch.work, joint, 0)
                             : problem->kernels->joint(problem->scratch.steps, joint, i);
}

double
tr_problem_drive_force(const TrProblem *problem, int drive, int i)
{
  const TrMechanism *mechanism = problem->mechanism;
  int row = mechanism->n_rows - mechanism->n_drives + drive;
  double impulse = problem->group == 1
                       ? tr_step_lambda(problem->scratch.work)[row]
                       : problem->kernels->multiplier(problem->scratch.steps, row, i);

  return impulse / problem->context.h;
}

TrStatus
tr_problem_retract(TrProblem *problem, int node, int count)
{
  const TrFormulation *f = problem->formulation;
  size_t size = (size_t)(problem->n / 6) * TR_POSE, at = (size_t)node * (size_t)problem->n;
  TrStates from = tr_problem_states(problem, false, 0, node);
  double *pose = problem->trial_pose + (size_t)node * size;

  TR_ASSERT(count <= problem->group);
  tr_switching_leave(problem);
  if (problem->tree)
    return tr_problem_retract_joints(problem, node, count);
  if (problem->group == 1)
    f->retract(pose, problem->trial_velocity ? problem->trial_velocity + at : NULL,
               problem->scratch.work, &problem->context, &from, problem->scratch.r);
  else
    problem->kernels->retract(pose, problem->scratch.steps, &problem->context, from.pose,
                              problem->scratch.r, count);
  return TR_OK;
}
