/* Cost of the tried point of a trajectory problem. */
#include "engine/est/problem/arrival_cost.h"
#include "engine/est/problem/energy.h"
#include "engine/est/problem/private.h"
#include "engine/est/problem/rolling.h"
#include "engine/est/problem/switching.h"
#include "engine/est/task/loss.h"
#include "engine/linalg/vec.h"

/* Returns whether an observation belongs to a part of its log. */
static bool
is_of_part(const TrProblem *problem, const TrObservation *o, int part)
{
  int touched, log = part / 2, node = tr_observation_nodes(&touched, problem, log, o);

  return tr_arrow_part(problem->arrow, problem->first[log] + node, touched) == part;
}

static void
try_initial(TrProblem *problem, int log)
{
  const TrFormulation *f = problem->formulation;

  tr_switching_leave(problem);
  if (problem->arrival) {
    problem->sums.state += tr_arrival_cost_try(problem->arrival, problem);
    return;
  }
  for (int k = 0; k < f->initial_nodes && !problem->tree; k++) {
    TrStates state = tr_problem_states(problem, true, log, k);

    f->initial(problem->scratch.r, NULL, problem->scratch.work, &problem->context, &state,
               tr_problem_input(problem, log, k));
    problem->sums.state +=
        tr_problem_initial_weight(problem) * tr_vec_square(problem->scratch.r, problem->node_size);
  }
  if (problem->mechanism->n_rates > 0)
    problem->sums.state += tr_rolling_cost(problem, log);
}

static TrStatus
try_steps(TrProblem *problem, int log, int begin, int end)
{
  int rows = problem->formulation->step_blocks * problem->n;

  for (int k = begin, count; k < end; k += count) {
    count = tr_problem_group(problem, k, end);
    TR_TRY(tr_problem_poll(problem, k));
    TR_TRY(tr_problem_evaluate_steps(problem, true, (TrStepGroup){log, k, count}, false,
                                     problem->weight_is_frozen_in_step));
    for (int i = 0; i < count; i++) {
      double *r = problem->scratch.r + (size_t)(i * rows);

      tr_problem_whiten(r, problem, log, k + i);
      problem->sums.state +=
          tr_problem_step_weight(problem, log, k + i) * tr_vec_square(r, problem->step_rows);
    }
  }
  return TR_OK;
}

static void
try_observation(TrProblem *problem, int log, const TrObservation *o)
{
  TrObservationValue value;

  tr_observation_eval(&value, problem, log, o, problem->trial_pose, NULL);
  problem->sums.observation += tr_loss(tr_loss_of_sensor(problem->task, o->sensor),
                                       value.residual * value.residual / o->variance)
                                   .rho;
}

static TrStatus
try_energy(TrProblem *problem, int part)
{
  int log = part / 2, length = tr_energy_steps(problem->task);
  double weight = 1 / (problem->energy_sigma * problem->energy_sigma);

  for (int w = 0; w < tr_energy_windows(problem, log); w++) {
    TrEnergyValue value;

    if (tr_arrow_part(problem->arrow, problem->first[log] + w * length, length + 2) != part)
      continue;
    TR_TRY(tr_energy_eval(&value, problem, true, log, w, NULL));
    problem->sums.observation += weight * value.held * value.held;
  }
  return TR_OK;
}

TrStatus
tr_problem_try_part(TrProblem *problem, int part)
{
  int l = part / 2, end, begin = tr_problem_part_steps(problem, part, &end);
  const TrPreparedLog *log = &problem->prepared->logs[l];

  tr_problem_use_log(problem, l);
  if (part % 2 == 0)
    try_initial(problem, l);
  TR_TRY(try_steps(problem, l, begin, end));
  for (int i = 0; i < log->n_observations; i++)
    if (is_of_part(problem, &log->observations[i], part))
      try_observation(problem, l, &log->observations[i]);
  return try_energy(problem, part);
}
