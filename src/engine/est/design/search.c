#include "engine/est/design/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/random.h"
#include "engine/est/design/rehearsal.h"
#include "engine/est/design/search_private.h"
#include "engine/est/prepare/choose_step.h"
#include "engine/est/problem/problem.h"

/* Most that a random plan grows. */
#define MOST_GROWTH 1e4

/* Relative standard error of the typical sigmas at which a rehearsal ends. */
#define REHEARSAL_PRECISION 0.1

static bool
take_memory(TrSearch *search)
{
  size_t n = (size_t)search->planner->n_numbers, k = (size_t)search->planner->known.n;
  size_t results = (size_t)search->n_results;

  search->results = calloc(results + 1, sizeof *search->results);
  search->storage = calloc(results * (n + k * k) + 1, sizeof *search->storage);
  search->best_x = calloc(n + 1, sizeof *search->best_x);
  search->best_after = tr_judgement_new((int)k);
  if (!search->results || !search->storage || !search->best_x || !search->best_after)
    return false;
  for (size_t i = 0; i < results; i++)
    search->results[i] = (TrStartResult){.x = search->storage + i * (n + k * k),
                                         .information = search->storage + i * (n + k * k) + n,
                                         .criterion = INFINITY,
                                         .merit = INFINITY,
                                         .condition = NAN,
                                         .blocking = -1};
  return true;
}

static TrStatus
begin(TrSearch *search, TrPlanner *planner, int n_results)
{
  *search = (TrSearch){.planner = planner,
                       .n_results = n_results,
                       .best = INFINITY,
                       .best_merit = INFINITY,
                       .team = tr_team_new(planner->wish->threads)};
  for (int f = 0; f < TR_MAX_FREQUENCIES; f++)
    search->least_condition[f] = INFINITY;
  pthread_mutex_init(&search->mutex, NULL);
  if (!take_memory(search))
    return TR_NO_MEMORY;
  /* a mechanism without equations of motion of its own has no condition number */
  if (tr_base_new(&search->base, planner->model, NULL) != TR_OK)
    search->base = NULL;
  return TR_OK;
}

static void
end(TrSearch *search)
{
  tr_team_free(search->team);
  tr_base_free(search->base);
  pthread_mutex_destroy(&search->mutex);
  tr_judgement_free(search->best_after);
  free(search->best_x);
  free(search->results);
  free(search->storage);
}

/* Numbers of the plan that a start begins with: random ones, but for the first of chirps, which is
 * the plain one, the same curve for each actor about its centre; the frequencies take turns. */
static void
draw_numbers(double *x, const TrPlanner *p, int start)
{
  TrRandom random = tr_random_stream(p->wish->seed, (uint64_t)start);
  bool is_plain = start == 0 && p->wish->series.shape == TR_SERIES_CHIRP;
  int n = tr_series_count(&p->wish->series);

  for (int i = 0; i < p->n_curves; i++)
    x[i] = is_plain ? i % n == 0 : 0.5 * tr_random_normal(&random);
  x[p->n_curves] = p->wish->frequencies[start % p->wish->n_frequencies];
}

/* TrTeamFunction: a plan as large as the limits allow. */
static void
try_random(void *data, int start)
{
  TrSearch *search = data;
  TrEvaluator e;
  double *x;

  if (__atomic_load_n(&search->stops, __ATOMIC_RELAXED) ||
      tr_evaluator_init(&e, search, &search->results[start]) != TR_OK)
    return;
  x = calloc((size_t)search->planner->n_numbers + 1, sizeof *x);
  if (x)
    draw_numbers(x, search->planner, start);
  if (x && tr_evaluator_fit(&e, x, MOST_GROWTH))
    tr_evaluator_try(&e, x);
  free(x);
  tr_evaluator_clear(&e);
}

/* TrTeamFunction */
static void
improve(void *data, int start)
{
  TrSearch *search = data;
  TrEvaluator e;

  if (!isfinite(search->results[start].criterion) ||
      tr_evaluator_init(&e, search, &search->results[start]) != TR_OK)
    return;
  tr_evaluator_improve(&e, search->planner->wish->n_evaluations);
  tr_evaluator_clear(&e);
}

static TrPlan *
new_plan(const TrPlanner *p)
{
  TrPlan *plan = calloc(1, sizeof *plan);
  size_t n = (size_t)p->known.n;

  if (!plan)
    return NULL;
  *plan = (TrPlan){.n_numbers = p->n_numbers,
                   .condition = NAN,
                   .least_condition = NAN,
                   .blocking = -1,
                   .shrunk = 1};
  plan->x = calloc((size_t)p->n_numbers + 1, sizeof *plan->x);
  plan->information = calloc(n * n + 1, sizeof *plan->information);
  plan->correction = calloc(n + 1, sizeof *plan->correction);
  plan->is_never = calloc(n + 1, sizeof *plan->is_never);
  plan->now = tr_judgement_new((int)n);
  plan->after = tr_judgement_new((int)n);
  for (size_t i = 0; plan->correction && i < n; i++)
    plan->correction[i] = 1;
  if (plan->x && plan->information && plan->correction && plan->is_never && plan->now &&
      plan->after)
    return plan;
  tr_plan_free(plan);
  return NULL;
}

void
tr_plan_free(TrPlan *plan)
{
  if (!plan)
    return;
  free(plan->x);
  free(plan->information);
  free(plan->correction);
  free(plan->is_never);
  tr_judgement_free(plan->now);
  tr_judgement_free(plan->after);
  free(plan);
}

/* Finds the parameters that all plans together leave open. */
static TrStatus
find_never(TrPlan *plan, const TrSearch *search)
{
  const TrPlanner *p = search->planner;
  int n = p->known.n;
  double *sum = calloc((size_t)(n * n) + 1, sizeof *sum);
  TrJudgement *all = tr_judgement_new(n);
  TrStatus status = sum && all ? TR_OK : TR_NO_MEMORY;

  for (int r = 0; status == TR_OK && r < search->n_results; r++)
    for (int i = 0; i < n * n && isfinite(search->results[r].criterion); i++)
      sum[i] += search->results[r].information[i];
  if (status == TR_OK)
    status = tr_judge(all, &p->known, p->now, sum);
  for (int i = 0; status == TR_OK && i < n; i++)
    plan->is_never[i] = !all->is_known[i];
  free(sum);
  tr_judgement_free(all);
  return status;
}

void
tr_plan_take(TrPlan *plan, const TrStartResult *result, int n_known)
{
  size_t n = (size_t)n_known;

  plan->criterion = result->criterion;
  memcpy(plan->x, result->x, (size_t)plan->n_numbers * sizeof *plan->x);
  memcpy(plan->information, result->information, n * n * sizeof *plan->information);
}

/* Sets the error that names a limit of trials as the one in the way of all motions. */
static TrStatus
name_limit(TrError *error, const TrPlanner *p, int limit)
{
  const TrWish *wish = p->wish;
  const TrPlanLimit *l = limit >= 0 && limit < wish->n_limits ? &wish->limits[limit] : NULL;

  if (limit < 0)
    return tr_error_set(error, TR_BAD_SETTING, "no motion of this kind can be simulated");
  if (!l)
    return tr_error_set(
        error, TR_BAD_SETTING, "joint '%s' cannot follow set-points: a loop or a stop holds it",
        p->model->joints[p->model->motors[wish->actors[limit - wish->n_limits].motor].joint].name);
  switch (l->kind) {
  case TR_LIMIT_POSITION:
    return tr_error_set(error, TR_BAD_SETTING,
                        "no motion, however small, keeps joint '%s' between %.4g and %.4g",
                        p->model->joints[l->owner].name, l->least, l->most);
  case TR_LIMIT_RATE:
    return tr_error_set(error, TR_BAD_SETTING,
                        "no motion, however small, keeps the rate of joint '%s' between %.4g and "
                        "%.4g",
                        p->model->joints[l->owner].name, l->least, l->most);
  case TR_LIMIT_INPUT:
    return tr_error_set(error, TR_BAD_SETTING,
                        "no motion, however small, keeps the input of motor '%s' between %.4g and "
                        "%.4g",
                        p->model->motors[l->owner].name, l->least, l->most);
  default:
    return tr_error_set(error, TR_BAD_SETTING,
                        "no motion, however small, keeps the force of drive '%s' between %.4g and "
                        "%.4g",
                        p->model->motors[l->owner].name, l->least, l->most);
  }
}

/* Error of a search without a plan. */
static TrStatus
refuse(const TrSearch *search, TrError *error)
{
  if (search->stops)
    return TR_CANCELLED;
  return name_limit(error, search->planner, search->results[0].blocking);
}

void
tr_plan_correct(double *s, const TrPlan *plan)
{
  TR_ASSERT(s && plan);
  for (int i = 0; i < plan->now->n; i++)
    for (int j = 0; j < plan->now->n; j++)
      s[i * plan->now->n + j] /= plan->correction[i] * plan->correction[j];
}

/* Sets the factors: reported by predicted sigma; the mean one where the plan's log alone does not
 * determine a parameter. */
static void
fill_correction(TrPlan *plan, const TrRehearsal *rehearsal)
{
  double sum = 0;
  int n = plan->now->n, count = 0;

  for (int i = 0; i < n; i++) {
    double ratio = rehearsal->reported[i] / rehearsal->predicted[i];

    plan->correction[i] = ratio > 0 ? ratio : NAN;
    sum += ratio > 0 ? log(ratio) : 0;
    count += ratio > 0;
  }
  for (int i = 0; i < n; i++)
    if (isnan(plan->correction[i]))
      plan->correction[i] = count > 0 ? exp(sum / count) : 1;
}

/* Corrects the plan's information by rehearsed logs. */
static TrStatus
rehearse(TrPlan *plan, const TrPlanner *p)
{
  TrRehearsal rehearsal;
  TrStatus status = tr_rehearsal_run(
      &rehearsal, p, plan,
      (TrRehearsalSize){p->wish->n_rehearsals, p->wish->seed + 2, REHEARSAL_PRECISION}, NULL);

  if (status == TR_CANCELLED || status == TR_NO_MEMORY)
    return status;
  if (status == TR_OK) {
    fill_correction(plan, &rehearsal);
    tr_rehearsal_clear(&rehearsal);
    tr_plan_correct(plan->information, plan);
  }
  return TR_OK;
}

/* Criterion of a judgement. */
static double
judge_criterion(const TrPlanner *p, const TrJudgement *judgement)
{
  return tr_criterion_value(p->wish->criterion, judgement, &p->known, p->is_of_interest);
}

/* Step that a fit of the log of a plan chooses, where the step is not stated: by readings with
 * noise, with which it may be shorter. */
static TrStatus
choose_step(TrPlanner *p, const double *x)
{
  TrRandom random = tr_random_stream(p->wish->seed + 4, 0);
  TrTrial *trial;
  TrStatus status;

  if (!p->task->settings.h_is_auto)
    return TR_OK;
  trial = tr_trial_new(p);
  status = trial ? tr_trial_move(trial, x, NULL) : TR_NO_MEMORY;
  if (status == TR_OK) {
    tr_trial_add_noise(trial, &random);
    p->settings.h = tr_choose_step(tr_trial_task(trial));
  }
  tr_trial_free(trial);
  return status == TR_NO_MEMORY ? status : TR_OK;
}

/* Chooses the step for the search by its first plan. */
static TrStatus
begin_step(TrSearch *search)
{
  TrStartResult *first = &search->results[0];
  TrStatus status = TR_OK;

  if (!search->planner->task->settings.h_is_auto)
    return status;
  try_random(search, 0);
  if (isfinite(first->criterion))
    status = choose_step(search->planner, first->x);
  first->criterion = first->merit = INFINITY;
  first->condition = NAN;
  search->best = search->best_merit = INFINITY;
  first->n_tried = search->n_tried = 0;
  return status;
}

/* Judges the plan at the step of its own fit. */
static TrStatus
judge_at_own_step(TrPlan *plan, TrSearch *search)
{
  TrPlanner *p = search->planner;
  double before = p->settings.h;
  TrStartResult result = {.x = plan->x, .information = plan->information};
  TrEvaluator e;

  TR_TRY(choose_step(p, plan->x));
  if (p->settings.h == before)
    return TR_OK;
  TR_TRY(tr_evaluator_init(&e, search, &result));
  tr_evaluator_move(&e, plan->x);
  if (tr_trial_inform(e.s, e.trial) == TR_OK)
    memcpy(plan->information, e.s, (size_t)(p->known.n * p->known.n) * sizeof *e.s);
  else
    p->settings.h = before;
  tr_evaluator_clear(&e);
  return TR_OK;
}

/* Sets the condition numbers of the plan and of the random plans. */
static TrStatus
take_conditions(TrPlan *plan, TrSearch *search)
{
  TrStartResult result = {.x = plan->x, .information = plan->information};
  double least = tr_search_least_condition(search, plan->x);
  TrEvaluator e;

  if (isfinite(least))
    plan->least_condition = least;
  if (!search->base)
    return TR_OK;
  TR_TRY(tr_evaluator_init(&e, search, &result));
  tr_evaluator_move(&e, plan->x);
  plan->condition = tr_evaluator_condition(&e);
  tr_evaluator_clear(&e);
  return TR_OK;
}

static TrStatus
finish(TrPlan *plan, TrSearch *search, TrError *error)
{
  TrPlanner *p = search->planner;
  TrEvaluator e;
  TrStatus status;

  tr_plan_take(plan, &search->results[0], p->known.n);
  TR_TRY(find_never(plan, search));
  TR_TRY(tr_evaluator_init(&e, search, &search->results[0]));
  status = search->stops ? TR_OK : tr_search_secure(plan, search, &e);
  tr_evaluator_clear(&e);
  if (status == TR_OK)
    status = judge_at_own_step(plan, search);
  if (status == TR_OK)
    status = take_conditions(plan, search);
  if (status == TR_OK && p->wish->n_rehearsals > 0 && !search->stops && plan->n_failed == 0)
    status = rehearse(plan, p);
  search->stops = search->stops || status == TR_CANCELLED;
  if (status == TR_OK || status == TR_CANCELLED)
    status = tr_judge(plan->after, &p->known, p->now, plan->information);
  if (status == TR_OK)
    plan->criterion = judge_criterion(p, plan->after);
  plan->n_tried = search->n_tried;
  plan->is_cancelled = search->stops;
  if (status == TR_OK && plan->n_failed > 0)
    return tr_error_prefix(error, name_limit(error, p, plan->blocking),
                           "with the values that the parameters may still have: ");
  return status;
}

static TrStatus
run(TrPlan *plan, TrSearch *search, TrError *error)
{
  TrPlanner *p = search->planner;
  const TrWish *wish = p->wish;
  int n_starts = wish->n_starts > wish->n_frequencies ? wish->n_starts : wish->n_frequencies;

  n_starts = n_starts < wish->n_random ? n_starts : wish->n_random;
  search->n_all = wish->n_random + n_starts * wish->n_evaluations;
  TR_TRY(tr_judge(plan->now, &p->known, p->now, NULL));
  search->now = plan->criterion_now = judge_criterion(p, plan->now);
  TR_TRY(begin_step(search));
  tr_search_run(search, wish->n_random, try_random);
  tr_search_compare(search, wish->n_random);
  if (!isfinite(search->results[0].criterion))
    return refuse(search, error);
  tr_search_lead_frequencies(search, wish->n_random);
  TR_TRY(tr_search_narrow(search));
  tr_search_run(search, n_starts, improve);
  tr_search_sort(search, n_starts);
  return finish(plan, search, error);
}

TrStatus
tr_plan_find(TrPlan **out, TrPlanner *planner, TrError *error)
{
  TR_ASSERT(out && planner && planner->wish->n_random >= 1);

  double start = tr_clock_seconds();
  TrSearch search;
  TrPlan *plan = new_plan(planner);
  TrStatus status = begin(&search, planner, planner->wish->n_random);

  *out = plan;
  if (status == TR_OK)
    status = plan ? run(plan, &search, error) : TR_NO_MEMORY;
  end(&search);
  if (status != TR_OK) {
    tr_plan_free(plan);
    *out = NULL;
    return status;
  }
  plan->seconds = tr_clock_seconds() - start;
  return TR_OK;
}
