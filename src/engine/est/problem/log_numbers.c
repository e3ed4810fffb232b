#include "engine/est/problem/log_numbers.h"

#include <stdlib.h>
#include <string.h>

#include "engine/est/task/own_values.h"

/* Numbers of one log; the first set is the common one, which the problem owns. */
typedef struct TrLogNumbers {
  TrModel *model, *trial_model; /* at the present and the tried point ... */
  TrModel *other, *kept;        /* ... with another model's quantities, and with those that the
                                   weight is kept at */
  TrMechanism *mechanism, *held_mechanism;
  const TrModel *in_use, *held;
  TrParam *params; /* [n_columns + max_auxiliary] */
} TrLogNumbers;

/* A quantity that nothing depends on, as in the gap of the auxiliary columns. */
static const TrParam NOTHING = {.kind = TR_PARAM_CHANNEL_OFFSET, .owner = -1, .axis = -1};

static bool
take_log(TrLogNumbers *out, const TrProblem *problem, const TrLog *log)
{
  const TrModel *model = problem->task->model;
  size_t columns = (size_t)(problem->n_columns + problem->max_auxiliary);

  *out = (TrLogNumbers){.model = tr_log_model_new(model, log),
                        .trial_model = tr_log_model_new(model, log),
                        .other = tr_log_model_new(model, log),
                        .kept = tr_log_model_new(model, log),
                        .mechanism = tr_mechanism_new(model),
                        .held_mechanism = tr_mechanism_new(model),
                        .params = calloc(columns + 1, sizeof *out->params)};
  return out->model && out->trial_model && out->other && out->kept && out->mechanism &&
         out->held_mechanism && out->params;
}

bool
tr_log_numbers_take(TrProblem *problem)
{
  const TrTask *task = problem->task;
  int n_own = 0;

  for (int l = 0; l < task->n_logs; l++)
    n_own += task->logs[l].n_own > 0;
  if (n_own == 0)
    return true;
  problem->numbers = calloc((size_t)n_own + 1, sizeof *problem->numbers);
  problem->numbers_of_log = calloc((size_t)task->n_logs, sizeof *problem->numbers_of_log);
  if (!problem->numbers || !problem->numbers_of_log)
    return false;
  problem->numbers[0] = (TrLogNumbers){.model = problem->model,
                                       .trial_model = problem->trial_model,
                                       .mechanism = problem->mechanism,
                                       .held_mechanism = problem->held_mechanism,
                                       .in_use = problem->model};
  problem->n_numbers = 1;
  for (int l = 0; l < task->n_logs; l++) {
    if (task->logs[l].n_own == 0)
      continue;
    problem->numbers_of_log[l] = problem->n_numbers++;
    if (!take_log(&problem->numbers[problem->numbers_of_log[l]], problem, &task->logs[l]))
      return false;
  }
  return true;
}

void
tr_log_numbers_free(TrProblem *problem)
{
  tr_log_numbers_select(problem, -1);
  for (int i = 1; i < problem->n_numbers; i++) {
    TrLogNumbers *numbers = &problem->numbers[i];

    tr_model_free(numbers->model);
    tr_model_free(numbers->trial_model);
    tr_model_free(numbers->other);
    tr_model_free(numbers->kept);
    tr_mechanism_free(numbers->mechanism);
    tr_mechanism_free(numbers->held_mechanism);
    free(numbers->params);
  }
  free(problem->numbers);
  free(problem->numbers_of_log);
}

void
tr_log_numbers_fill_columns(TrProblem *problem)
{
  int n_columns = problem->n_columns + problem->max_auxiliary;

  if (problem->n_numbers == 0)
    return;
  problem->numbers[0].params = problem->params;
  for (int l = 0; l < problem->task->n_logs; l++) {
    TrParam *params = problem->numbers[problem->numbers_of_log[l]].params;

    for (int i = 0; i < n_columns && problem->numbers_of_log[l] > 0; i++)
      params[i] =
          tr_log_owns(&problem->task->logs[l], problem->params[i]) ? NOTHING : problem->params[i];
  }
}

void
tr_log_numbers_select(TrProblem *problem, int log)
{
  const TrLogNumbers *numbers;

  if (problem->n_numbers == 0)
    return;
  numbers = &problem->numbers[log < 0 ? 0 : problem->numbers_of_log[log]];
  problem->model = numbers->model;
  problem->trial_model = numbers->trial_model;
  problem->mechanism = numbers->mechanism;
  problem->held_mechanism = numbers->held_mechanism;
  if (numbers->params)
    problem->params = numbers->params;
  problem->context.model = numbers->in_use;
  problem->context.mechanism = numbers->mechanism;
  problem->context.params = problem->params;
  problem->held.model = numbers->held;
  problem->held.mechanism = numbers->held_mechanism;
  problem->held.params = problem->params;
}

/* Sets the model of a log to the quantities of a common one. */
static void
follow(TrModel *to, const TrModel *common, const TrLog *log)
{
  tr_model_copy_quantities(to, common);
  tr_log_put_own(to, log);
}

void
tr_log_numbers_follow(TrProblem *problem, TrModel *model)
{
  if (problem->n_numbers == 0)
    return;
  problem->numbers[0].in_use = model;
  for (int l = 0; l < problem->task->n_logs; l++) {
    TrLogNumbers *own = &problem->numbers[problem->numbers_of_log[l]];
    TrModel *to = own->other;

    if (problem->numbers_of_log[l] == 0)
      continue;
    if (model == problem->numbers[0].model)
      to = own->model;
    else if (model == problem->numbers[0].trial_model)
      to = own->trial_model;
    follow(to, model, &problem->task->logs[l]);
    tr_mechanism_update(own->mechanism, to);
    own->in_use = to;
  }
  tr_log_numbers_select(problem, -1);
}

TrModel *
tr_log_numbers_common(const TrProblem *problem, TrModel *model)
{
  if (problem->n_numbers == 0)
    return model;
  if (model == problem->model)
    return problem->numbers[0].model;
  return model == problem->trial_model ? problem->numbers[0].trial_model : model;
}

void
tr_log_numbers_hold(TrProblem *problem, const TrModel *model)
{
  if (problem->n_numbers == 0)
    return;
  problem->numbers[0].held = model ? model : problem->numbers[0].model;
  for (int l = 0; l < problem->task->n_logs; l++) {
    TrLogNumbers *own = &problem->numbers[problem->numbers_of_log[l]];

    if (problem->numbers_of_log[l] == 0)
      continue;
    if (model)
      follow(own->kept, model, &problem->task->logs[l]);
    own->held = model ? own->kept : own->model;
    tr_mechanism_update(own->held_mechanism, own->held);
  }
}

void
tr_log_numbers_swap(TrProblem *problem)
{
  for (int i = 0; i < problem->n_numbers; i++) {
    TrLogNumbers *numbers = &problem->numbers[i];
    TrModel *model = numbers->model;

    numbers->model = numbers->trial_model;
    numbers->trial_model = model;
  }
  tr_log_numbers_select(problem, -1);
}
