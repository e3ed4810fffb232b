#include "engine/est/problem/energy.h"

#include <math.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/est/step/work.h"
#include "engine/linalg/vec3.h"

int
tr_energy_steps(const TrTask *task)
{
  double steps = round(task->settings.energy / task->settings.h);

  if (!(task->settings.energy > 0))
    return 0;
  return (int)fmin(fmax(steps, 1), TR_ENERGY_STEPS);
}

int
tr_energy_windows(const TrProblem *problem, int log)
{
  int length = tr_energy_steps(problem->task);
  int n = tr_formulation_steps(problem->formulation, problem->prepared->logs[log].n_nodes);

  return length > 0 && n > 0 ? n / length : 0;
}

/* Returns whether no step of a window is excluded from the fit. */
static bool
is_used(const TrProblem *problem, int log, int first, int length)
{
  const double *share = problem->prepared->logs[log].step_share;

  for (int k = first; share && k < first + length; k++)
    if (share[k] < 1)
      return false;
  return true;
}

/* Adds a step's row, 3n columns of poses, to that of the window in which it is the i-th. */
static void
add_row(double *window, const TrProblem *problem, int i, int touched)
{
  int n = problem->n, columns = tr_problem_columns(problem);
  const double *row = problem->scratch.energy_step;

  for (int c = 0; c < 3 * n; c++)
    window[i * n + c] += row[c];
  for (int c = 0; c < columns; c++)
    window[touched * n + c] += row[3 * n + c];
}

/* Replaces the weight of the step that was evaluated by the one that the problem keeps. */
static TrStatus
keep_weight(TrProblem *problem, bool with_jac)
{
  TrProblemScratch *s = &problem->scratch;

  tr_step_freeze_weight(s->r, s->held_work, &problem->held, s->work, &problem->context);
  if (!with_jac)
    return TR_OK;
  return tr_step_freeze_jacobian(s->jac, s->held_work, &problem->held, s->work, &problem->context);
}

/* Adds the work of a step to the balance. */
static TrStatus
add_step(TrEnergyValue *out, TrProblem *problem, bool trial, int log, int node, double *jac)
{
  TrProblemScratch *s = &problem->scratch;
  size_t columns = (size_t)(3 * problem->n + tr_problem_columns(problem));

  if (jac)
    tr_problem_fill_slopes(problem, log, node, 1);
  TR_TRY(tr_problem_evaluate_plain(problem, trial, log, node, jac != NULL));
  if (problem->keeps_weight)
    TR_TRY(keep_weight(problem, jac != NULL));
  out->residual += tr_step_work(s->work, s->r);
  if (jac) {
    memset(s->energy_step, 0, columns * sizeof *s->energy_step);
    tr_step_add_work_row(s->energy_step, s->work, problem->context.h, s->r, s->jac);
    add_row(jac, problem, node - problem->formulation->first_step - out->node, out->touched);
  }
  if (problem->weight_is_frozen_in_step) {
    tr_step_freeze_weight(s->held_r, s->held_work, &problem->held, s->work, &problem->context);
    out->held += tr_step_work(s->work, s->held_r);
  }
  return TR_OK;
}

/* Kinetic energy of the velocities v[n]. */
static double
find_kinetic(const TrProblem *problem, const double *v)
{
  double sum = 0;

  for (int b = 0; b < problem->n / 6; b++) {
    const TrBody *body = &problem->model->bodies[b];
    double tensor[9], momentum[3];

    tr_mat3_from_tensor(tensor, body->inertia);
    tr_mat3_apply(momentum, tensor, v + 6 * b + 3);
    sum += body->mass * tr_vec3_dot(v + 6 * b, v + 6 * b) / 2 +
           tr_vec3_dot(momentum, v + 6 * b + 3) / 2;
  }
  return sum;
}

/* Kinetic energy between two nodes of a log. */
static double
kinetic_between(TrProblem *problem, int log, int node)
{
  const double *pose = tr_problem_pose(problem, problem->pose, log, node);
  int n_bodies = problem->n / 6;

  tr_pose_velocity(problem->scratch.r, n_bodies, pose, pose + n_bodies * TR_POSE,
                   problem->context.h);
  return find_kinetic(problem, problem->scratch.r);
}

double
tr_energy_exchanged(TrProblem *problem)
{
  int length = tr_energy_steps(problem->task), n = 0;
  double squares = 0;

  for (int l = 0; l < problem->prepared->n_logs; l++)
    for (int w = 0; w < tr_energy_windows(problem, l); w++, n++) {
      double last = kinetic_between(problem, l, w * length), sum = 0;

      for (int k = 1; k <= length; k++) {
        double now = kinetic_between(problem, l, w * length + k);

        sum += fabs(now - last);
        last = now;
      }
      squares += sum * sum;
    }
  return n > 0 ? sqrt(squares / n) : 0;
}

TrStatus
tr_energy_eval(TrEnergyValue *out, TrProblem *problem, bool trial, int log, int window, double *jac)
{
  TR_ASSERT(out && problem && window >= 0 && window < tr_energy_windows(problem, log));

  int length = tr_energy_steps(problem->task);
  int first = problem->formulation->first_step + window * length;

  *out = (TrEnergyValue){.node = window * length, .touched = length + 2};
  out->is_used = is_used(problem, log, first, length);
  if (!out->is_used)
    return TR_OK;
  if (jac)
    memset(jac, 0, (size_t)(out->touched * problem->n + tr_problem_columns(problem)) * sizeof *jac);
  for (int k = first; k < first + length; k++)
    TR_TRY(add_step(out, problem, trial, log, k, jac));
  if (!problem->weight_is_frozen_in_step)
    out->held = out->residual;
  return TR_OK;
}
