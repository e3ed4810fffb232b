#include "engine/est/design/rehearsal.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine/base/team.h"
#include "engine/est/design/drawn_log.h"
#include "engine/est/design/drawn_reports.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/identify/preferences.h"

/* Draws before the first check of the precision, and from one check to the next. */
enum { FIRST_BATCH = 8, BATCH = 4 };

/* Accuracy of the fits [sigma]: that of the fits for h -> 0. */
#define ACCURACY 0.03

/* Work of a rehearsal, shared by its threads. */
typedef struct Rehearsing {
  const TrPlanner *planner;
  const double *x; /* of the plan */
  const TrFit *truth;
  TrModel *model;      /* with the noise as it is stated, for the fits */
  TrReported *reports; /* [n_draws x known.n] value NAN: the fit has not ended well */
  TrRehearsalSize size;
  int first;             /* draw of the batch under way */
  pthread_mutex_t mutex; /* of the monitor */
  bool stops;
} Rehearsing;

/* Asks the monitor, one thread at a time. */
static bool
goes_on(Rehearsing *r)
{
  bool stops;

  pthread_mutex_lock(&r->mutex);
  stops = r->stops = r->stops || !tr_monitor_goes_on(&r->planner->wish->monitor, NULL);
  pthread_mutex_unlock(&r->mutex);
  return !stops;
}

/* Whether the sigmas of the log's fit have a part for the delay of a channel. */
static bool
has_unknown_delay(const TrTask *task)
{
  for (int c = 0; c < task->logs[0].n_channels; c++)
    if (task->logs[0].channels[c].delay_sd > 0)
      return true;
  return false;
}

/* Fits a drawn log alone, from the plan's values and motion. */
static TrStatus
fit_draw(TrFit **fit, const Rehearsing *r, const TrDrawnLog *drawn)
{
  const TrPlanner *p = r->planner;
  TrTask task = *tr_drawn_log_task(drawn);

  task.model = r->model;
  task.settings.kappa = p->task->settings.kappa;
  task.settings.kappa_rule = p->task->settings.kappa_rule == TR_KAPPA_VALIDATE
                                 ? TR_KAPPA_AUTO
                                 : p->task->settings.kappa_rule;
  task.settings.weighting = p->task->settings.weighting;
  task.accuracy = ACCURACY;
  task.warm_fit = r->truth;
  task.warm_kappa = r->truth->kappa;
  TR_TRY(tr_identify(fit, &task, NULL));
  if (tr_physical_applies(&task, *fit))
    TR_TRY(tr_physical(*fit, &task));
  return has_unknown_delay(&task) ? tr_preferences_find(*fit, &task) : TR_OK;
}

/* TrTeamFunction */
static void
draw_one(void *data, int index)
{
  Rehearsing *r = data;
  int n = r->planner->known.n, draw = r->first + index;
  TrRandom random = tr_random_stream(r->size.seed, (uint64_t)draw);
  TrDrawnLog *drawn = NULL;
  TrFit *fit = NULL;
  bool is_good = goes_on(r) &&
                 tr_drawn_log_new(&drawn, r->planner, r->x, r->truth, &random) == TR_OK &&
                 fit_draw(&fit, r, drawn) == TR_OK;

  for (int i = 0; i < n; i++)
    r->reports[draw * n + i] =
        is_good ? tr_fit_report(fit, i) : (TrReported){.value = NAN, .sigma = NAN};
  tr_fit_free(fit);
  tr_drawn_log_free(drawn);
}

/* Whether the typical sigma of every parameter of interest has the wanted precision; those without
 * a sigma do not count. */
static bool
is_precise(const Rehearsing *r, int n_draws)
{
  TrDrawnReports reports = {r->planner->known.n, n_draws, r->reports};

  for (int i = 0; i < reports.n_free; i++) {
    TrReportSum sum = tr_reports_sum(&reports, i);

    if (r->planner->is_of_interest[i] && sum.n_sigmas > 1 && sum.error > r->size.precision)
      return false;
  }
  return true;
}

/* Draws and fits logs; returns their number. */
static int
draw_all(Rehearsing *r)
{
  TrTeam *team = tr_team_new(r->planner->wish->threads);
  int n = 0;

  do {
    int batch = r->size.precision > 0 ? (n > 0 ? BATCH : FIRST_BATCH) : r->size.n_draws;

    r->first = n;
    batch = batch < r->size.n_draws - n ? batch : r->size.n_draws - n;
    tr_team_run(team, batch, draw_one, r);
    n += batch;
  } while (n < r->size.n_draws && !r->stops && !is_precise(r, n));
  tr_team_free(team);
  return n;
}

/* Fills the sums over the reports of the draws. */
static void
sum_up(TrRehearsal *out, const Rehearsing *r)
{
  TrDrawnReports reports = {r->planner->known.n, out->n_draws, r->reports};

  out->n_converged = tr_reports_count(&reports);
  for (int i = 0; i < reports.n_free; i++) {
    TrReportSum sum = tr_reports_sum(&reports, i);

    out->scatter[i] = sum.scatter;
    out->reported[i] = sum.sigma;
  }
}

/* Fills the sigmas of the plan's log alone: as its fit will report them, and before their
 * correction. */
static TrStatus
predict(TrRehearsal *out, const TrPlanner *p, const TrPlan *plan)
{
  TrJudgement *alone = tr_judgement_new(p->known.n);
  TrStatus status = alone ? tr_judge(alone, &p->known, plan->information, NULL) : TR_NO_MEMORY;

  for (int i = 0; status == TR_OK && i < p->known.n; i++) {
    out->predicted[i] = alone->is_known[i] ? alone->sigma[i] : NAN;
    out->random[i] = out->predicted[i] / plan->correction[i];
  }
  tr_judgement_free(alone);
  return status;
}

/* A copy of the model with the noise of sensors and of the motion as the task states it. */
static TrModel *
forget_noise(const TrPlanner *p)
{
  TrModel *model = tr_model_copy(p->model);

  for (int s = 0; model && s < model->n_sensors; s++)
    model->sensors[s].sigma = p->task->model->sensors[s].sigma;
  for (int j = 0; model && j < model->n_joints; j++)
    for (int k = 0; k < TR_N_KINDS; k++)
      model->joints[j].state_error[k] = p->task->model->joints[j].state_error[k];
  return model;
}

static TrStatus
run(TrRehearsal *out, Rehearsing *r, TrTrial *trial, const TrPlan *plan, TrError *error)
{
  const TrPlanner *p = r->planner;
  TrFit *truth = NULL;
  TrStatus status;

  TR_TRY(predict(out, p, plan));
  TR_TRY(tr_trial_move(trial, plan->x, error));
  status = tr_trial_fit(&truth, trial, error);
  r->x = plan->x;
  r->truth = truth;
  if (status == TR_OK) {
    out->n_draws = draw_all(r);
    sum_up(out, r);
    status = r->stops ? TR_CANCELLED : TR_OK;
  }
  tr_fit_free(truth);
  return status;
}

TrStatus
tr_rehearsal_run(
    TrRehearsal *out, const TrPlanner *p, const TrPlan *plan, TrRehearsalSize draws, TrError *error)
{
  TR_ASSERT(out && p && plan && draws.n_draws > 0);

  size_t n = (size_t)p->known.n, size = n * (size_t)draws.n_draws + 1;
  Rehearsing r = {.planner = p,
                  .model = forget_noise(p),
                  .reports = calloc(size, sizeof(TrReported)),
                  .size = draws};
  TrTrial *trial = tr_trial_new(p);
  TrStatus status = TR_NO_MEMORY;

  *out = (TrRehearsal){.n_draws = draws.n_draws,
                       .predicted = calloc(n + 1, sizeof(double)),
                       .reported = calloc(n + 1, sizeof(double)),
                       .random = calloc(n + 1, sizeof(double)),
                       .scatter = calloc(n + 1, sizeof(double))};
  pthread_mutex_init(&r.mutex, NULL);
  if (trial && r.model && r.reports && out->predicted && out->reported && out->random &&
      out->scatter)
    status = run(out, &r, trial, plan, error);
  tr_trial_free(trial);
  tr_model_free(r.model);
  free(r.reports);
  pthread_mutex_destroy(&r.mutex);
  if (status != TR_OK)
    tr_rehearsal_clear(out);
  return status;
}

void
tr_rehearsal_clear(TrRehearsal *rehearsal)
{
  free(rehearsal->predicted);
  free(rehearsal->reported);
  free(rehearsal->random);
  free(rehearsal->scatter);
  *rehearsal = (TrRehearsal){0};
}
