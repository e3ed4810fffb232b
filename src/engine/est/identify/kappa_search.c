#include "engine/est/identify/kappa_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/rounds.h"
#include "engine/est/predict/validate.h"
#include "engine/est/prepare/prepare.h"
#include "engine/est/problem/problem.h"
#include "engine/est/solve/solve.h"
#include "engine/est/solve/variance.h"
#include "engine/est/task/kappa_rule.h"

typedef struct Search {
  const TrTask *task; /* as given */
  TrTask tried;       /* of the fits */
  TrTask scored;      /* of the simulations: fitted logs, then those of validation */
  TrLog *logs;        /* of `scored` */
  double kappa_ref;
  TrKappaSearch *out;
  double *ends; /* [TR_MAX_KAPPA_TRIES x n_free] end points of the tries, in their order */
  TrFit *fit;   /* the present one; owned */
  TrRounds rounds;
} Search;

/* Adds the scores of a log's sensors. */
static void
add_scores(double *sum, int *n, const TrLogScore *score)
{
  for (int s = 0; s < score->n_sensors; s++) {
    if (isnan(score->sensors[s].nrmse_percent))
      continue;
    *sum += score->sensors[s].nrmse_percent / 100;
    (*n)++;
  }
}

/* Scores one log with the parameters of the present fit; the start of a fitted log comes from the
 * fit's motion. */
static TrStatus
score_log(double *sum, int *n, TrStatus *told, Search *search, int log, const double *values)
{
  TrScoreOptions options = {.start = TR_START_ESTIMATED, .h = NAN};
  TrLogScore *score;

  if (log < search->task->n_logs)
    options.motion = search->fit->logs[log].trajectory;
  TR_TRY(tr_score_log(&score, &search->scored, log, values, &options, NULL));
  if (isnan(score->mean_rmse))
    *told = score->status;
  add_scores(sum, n, score);
  tr_log_score_free(score);
  return TR_OK;
}

/* Scores a fit.  A log whose simulation fails leaves the try without a score. */
static TrStatus
score_fit(TrKappaTry *tried, Search *search, const double *values)
{
  int first = search->out->has_own_logs ? search->task->n_logs : 0, n = 0;
  TrStatus failed = TR_OK;
  double sum = 0;

  search->scored.settings = search->tried.settings;
  for (int l = first; l < search->scored.n_logs && failed == TR_OK; l++)
    TR_TRY(score_log(&sum, &n, &failed, search, l, values));
  if (failed != TR_OK)
    tried->status = failed;
  else if (n > 0 && isfinite(sum))
    tried->score = sum / n;
  return TR_OK;
}

/* Inserts a try among the others; returns its index. */
static int
insert_try(Search *search, double kappa)
{
  TrKappaSearch *out = search->out;
  size_t n_free = (size_t)search->task->n_free, behind;
  int at = 0;

  while (at < out->n_tries && out->tries[at].kappa < kappa)
    at++;
  behind = (size_t)(out->n_tries - at);
  memmove(out->tries + at + 1, out->tries + at, behind * sizeof *out->tries);
  memmove(search->ends + ((size_t)at + 1) * n_free, search->ends + (size_t)at * n_free,
          behind * n_free * sizeof *search->ends);
  out->tries[at] = (TrKappaTry){.kappa = kappa, .score = NAN};
  out->n_tries++;
  return at;
}

/* Fits with a kappa from the given values (nullable: from the start); the fit replaces the previous
 * one. */
static TrStatus
run_fit(Search *search, double kappa, const double *from, TrError *error)
{
  search->rounds.fits++;
  search->tried.settings.kappa = kappa;
  search->tried.warm_start = from;
  tr_fit_free(search->fit);
  return tr_task_run(&search->fit, &search->tried, tr_task_solve, error);
}

/* One fit and its score. from: [n_free], overwritten by the end point unless the fit failed. */
static TrStatus
try_kappa(Search *search, double kappa, double *from, bool is_first, TrError *error)
{
  size_t n_free = (size_t)search->task->n_free;
  TrStatus status = run_fit(search, kappa, is_first ? search->task->warm_start : from, error);
  TrKappaTry *tried;
  int at;

  if (!search->fit || status == TR_CANCELLED)
    return status;
  at = insert_try(search, kappa);
  tried = &search->out->tries[at];
  tried->status = status;
  if (status == TR_OK || status == TR_NOT_CONVERGED || is_first)
    for (size_t i = 0; i < n_free; i++)
      from[i] = search->fit->estimates[i].value;
  memcpy(search->ends + (size_t)at * n_free, from, n_free * sizeof *from);
  if (status != TR_OK && status != TR_NOT_CONVERGED)
    return TR_OK;
  return score_fit(tried, search, from);
}

/* Returns whether a score counts: those of converged fits, if there are any. */
static bool
has_converged(const TrKappaSearch *out)
{
  for (int i = 0; i < out->n_tries; i++)
    if (out->tries[i].status == TR_OK && !isnan(out->tries[i].score))
      return true;
  return false;
}

static int
find_best(const TrKappaSearch *out)
{
  bool converged = has_converged(out);
  int best = -1;

  for (int i = 0; i < out->n_tries; i++) {
    const TrKappaTry *tried = &out->tries[i];

    if (isnan(tried->score) || (converged && tried->status != TR_OK))
      continue;
    if (best < 0 || tried->score < out->tries[best].score)
      best = i;
  }
  return best;
}

/* Tries the decades on one side of the first, outwards. */
static TrStatus
try_side(Search *search, double factor, const double *first, TrError *error)
{
  size_t n_free = (size_t)search->task->n_free;
  double *from = malloc(n_free * sizeof *from), slack = 1 + 1e-9;
  TrStatus status = from ? TR_OK : TR_NO_MEMORY;

  if (from)
    memcpy(from, first, n_free * sizeof *from);
  for (double share = TR_FIRST_KAPPA * factor;
       status == TR_OK && share <= TR_MOST_KAPPA * slack && share >= TR_LEAST_KAPPA / slack;
       share *= factor)
    status = try_kappa(search, share * search->kappa_ref, from, false, error);
  free(from);
  return status;
}

/* Tries the half decades beside the best. */
static TrStatus
refine(Search *search, double *from, TrError *error)
{
  TrKappaSearch *out = search->out;
  size_t n_free = (size_t)search->task->n_free;
  int best = find_best(out), last = out->n_tries - 1;
  double kappa;

  if (best < 0)
    return TR_OK;
  kappa = out->tries[best].kappa;
  memcpy(from, search->ends + (size_t)best * n_free, n_free * sizeof *from);
  if (best < last)
    TR_TRY(try_kappa(search, kappa * sqrt(10), from, false, error));
  memcpy(from, search->ends + (size_t)best * n_free, n_free * sizeof *from);
  return best > 0 ? try_kappa(search, kappa / sqrt(10), from, false, error) : TR_OK;
}

/* Returns whether a try is as good as the best. */
static bool
is_equal(const TrKappaSearch *out, int i, int best)
{
  return out->tries[i].status == out->tries[best].status &&
         out->tries[i].score <= (1 + TR_EQUAL_SCORES) * out->tries[best].score;
}

/* Chooses the try nearest to the middle of the plateau around the best. */
static void
choose(TrKappaSearch *out)
{
  int best = find_best(out), low = best, high = best, last = out->n_tries - 1;
  double middle, nearest = INFINITY;

  out->chosen = -1;
  if (best < 0 || out->tries[best].score >= TR_USELESS_SCORE)
    return;
  while (low > 0 && is_equal(out, low - 1, best))
    low--;
  while (high < last && is_equal(out, high + 1, best))
    high++;
  middle = (log(out->tries[low].kappa) + log(out->tries[high].kappa)) / 2;
  for (int i = low; i <= high; i++) {
    double distance = fabs(log(out->tries[i].kappa) - middle);

    /* of two at equal distance the smaller kappa, which relies less on the model */
    if (distance < nearest * (1 - 1e-9)) {
      nearest = distance;
      out->chosen = i;
    }
  }
  out->is_flat = low == 0 && high == last;
  out->is_at_end = (low == 0 || high == last) && !out->is_flat;
}

static TrStatus
try_all(Search *search, TrError *error)
{
  size_t n_free = (size_t)search->task->n_free;
  double *first = malloc(2 * n_free * sizeof *first);
  TrStatus status = TR_NO_MEMORY;

  if (first)
    status = try_kappa(search, TR_FIRST_KAPPA * search->kappa_ref, first, true, error);
  if (status == TR_OK)
    status = try_side(search, 10, first, error);
  if (status == TR_OK)
    status = try_side(search, 0.1, first, error);
  if (status == TR_OK)
    status = refine(search, first + n_free, error);
  free(first);
  return status;
}

/* Runs the last fit, for the result. */
static TrStatus
finish(Search *search, TrError *error)
{
  TrKappaSearch *out = search->out;
  size_t n_free = (size_t)search->task->n_free;

  choose(out);
  search->tried.wants_information = search->task->wants_information;
  search->tried.wants_checks = search->task->wants_checks;
  if (out->chosen >= 0)
    return run_fit(search, out->tries[out->chosen].kappa,
                   search->ends + (size_t)out->chosen * n_free, error);
  search->tried.settings.kappa_rule = TR_KAPPA_AUTO;
  return run_fit(search, NAN, search->task->warm_start, error);
}

/* Computes the natural size of kappa for the logs. */
static TrStatus
find_reference(Search *search, TrError *error)
{
  TrPrepared prepared;

  TR_TRY(tr_prepare(&prepared, search->task, error));
  search->kappa_ref = prepared.kappa_ref;
  tr_prepared_clear(&prepared);
  return TR_OK;
}

static bool
take_memory(Search *search)
{
  const TrTask *task = search->task;
  size_t n = (size_t)task->n_logs, m = (size_t)task->n_validation;

  search->out = calloc(1, sizeof *search->out);
  search->ends = calloc(TR_MAX_KAPPA_TRIES * ((size_t)task->n_free + 1), sizeof *search->ends);
  search->logs = calloc(n + m + 1, sizeof *search->logs);
  if (!search->out || !search->ends || !search->logs)
    return false;
  memcpy(search->logs, task->logs, n * sizeof *search->logs);
  if (m > 0)
    memcpy(search->logs + n, task->validation, m * sizeof *search->logs);
  search->scored.logs = search->logs;
  search->scored.n_logs = (int)(n + m);
  search->out->has_own_logs = m > 0;
  search->out->chosen = -1;
  return true;
}

/* Makes the task of the fits: kappa is a number. */
static void
make_tasks(Search *search)
{
  search->tried = *search->task;
  search->tried.n_validation = 0;
  search->tried.wants_information = false;
  search->tried.wants_checks = false;
  search->rounds.monitor = &search->task->monitor;
  search->tried.monitor = tr_rounds_monitor(&search->rounds);
  search->scored = search->tried;
  search->scored.monitor = tr_monitor_polling(&search->task->monitor);
}

/* Marks a fit as cancelled: its simulation was stopped. */
static void
mark_cancelled(TrFit *fit)
{
  if (fit->status == TR_CANCELLED)
    return;
  fit->status = TR_CANCELLED;
  fit->stop = TR_STOP_CANCELLED;
  snprintf(fit->message, sizeof fit->message,
           "Stopped by you during the search for kappa: the fit at kappa = %.3g is kept.",
           fit->kappa);
}

/* Hands over the last fit with the summary; returns the error of a search without one. */
static TrStatus
hand_over(TrFit **fit, Search *search, TrStatus status)
{
  *fit = search->fit;
  if (*fit && status == TR_CANCELLED)
    mark_cancelled(*fit);
  if (*fit && status != (*fit)->status) {
    tr_fit_free(*fit);
    *fit = NULL;
  }
  if (*fit)
    (*fit)->kappa_search = search->out;
  else
    free(search->out);
  return status;
}

TrStatus
tr_kappa_search(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));
  Search search = {.task = task};
  double began = tr_clock_seconds();
  TrStatus status;

  *fit = NULL;
  TR_TRY(find_reference(&search, error));
  make_tasks(&search);
  status = take_memory(&search) ? try_all(&search, error) : TR_NO_MEMORY;
  if (status == TR_OK)
    status = finish(&search, error);
  status = hand_over(fit, &search, status);
  if (*fit)
    (*fit)->seconds = tr_clock_seconds() - began;
  else if (status == TR_NO_MEMORY && error)
    tr_error_set(error, status, "%s", tr_status_text(status));
  free(search.ends);
  free(search.logs);
  return status;
}
