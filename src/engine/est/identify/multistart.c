#include "engine/est/identify/multistart.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/team.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/multistart_settle.h"
#include "engine/est/identify/multistart_share.h"
#include "engine/est/problem/problem.h"
#include "engine/est/regress/cutoff_sweep.h"
#include "engine/est/task/kappa_rule.h"

/* Tolerances within which two ends are the same optimum. */
#define SAME_VALUE  1e-3
#define SAME_MOTION 0.25

/* Difference of the cost over cost/dof below which two optima are ambiguous. */
#define AMBIGUOUS 9

/* State of all fits so far. */
typedef struct Run {
  const TrTask *task; /* as given */
  const TrMultistartOptions *options;
  TrTask drawn;     /* of the starts that are drawn */
  TrModel *model;   /* model of that task, with the sigmas of the first fit */
  TrModel *scratch; /* to try draws in */
  TrMultistart *out;
  TrFit **optima; /* [n_optima] the best fit of each, in the order of out->optima */
  TrFit *best;    /* of those that did not converge; owned */
  int best_start;
} Run;

static double
get_sigma(const TrEstimate *e)
{
  return e->identifiable && isfinite(e->sigma_linear) ? e->sigma_linear : 0;
}

static bool
has_same_values(const TrFit *a, const TrFit *b)
{
  for (int i = 0; i < a->n_free; i++) {
    const TrEstimate *x = &a->estimates[i], *y = &b->estimates[i];
    double size = fmax(fabs(x->value), fabs(y->value));

    if (x->identifiable && y->identifiable &&
        fabs(x->value - y->value) > get_sigma(x) + get_sigma(y) + SAME_VALUE * size)
      return false;
  }
  return true;
}

static bool
has_same_motion(const TrFit *a, const TrFit *b)
{
  double difference = 0, residuals = 0;
  long n = 0;

  for (int l = 0; l < a->n_logs; l++)
    for (int s = 0; s < a->logs[l].n_sensors; s++) {
      const TrSensorFit *x = &a->logs[l].sensors[s], *y = &b->logs[l].sensors[s];

      for (int i = 0; i < x->n_residuals; i++, n++) {
        double d = x->scaled[i] - y->scaled[i];

        difference += d * d;
        residuals += x->scaled[i] * x->scaled[i];
      }
    }
  return difference <= SAME_MOTION * fmax((double)n, residuals);
}

static bool
are_same(const TrFit *a, const TrFit *b)
{
  return has_same_values(a, b) && has_same_motion(a, b);
}

/* Moves an optimum up to where its cost belongs. */
static void
sort_optimum(Run *run, int at)
{
  for (; at > 0 && run->optima[at]->cost.total < run->optima[at - 1]->cost.total; at--)
    tr_optima_swap(run->out, run->optima, at, at - 1);
}

/* Assigns a converged fit to its optimum, or makes a new one; takes ownership.  The own fit comes
 * first and represents its optimum: the others differ from it along undetermined directions. */
static void
place(Run *run, TrFit *fit, int start)
{
  TrMultistart *out = run->out;
  int at = 0;

  while (at < out->n_optima && !are_same(run->optima[at], fit))
    at++;
  if (at == out->n_optima) {
    out->optima[at].likelihood = NAN;
    out->optima[at].parameters = out->storage + (size_t)at * (size_t)out->n_free;
    run->optima[out->n_optima++] = fit;
  } else if (!out->optima[at].has_own && fit->cost.total < run->optima[at]->cost.total) {
    tr_fit_free(run->optima[at]);
    run->optima[at] = fit;
  } else {
    tr_fit_free(fit);
    fit = NULL;
  }

  TrOptimum *o = &out->optima[at];

  out->ends[start].optimum = at;
  o->n_starts++;
  o->has_own = o->has_own || start == 0;
  if (!fit)
    return;
  o->start = start;
  o->cost = fit->cost;
  for (int i = 0; i < out->n_free; i++)
    o->parameters[i] = fit->estimates[i].value;
  sort_optimum(run, at);
}

/* Keeps one fit that did not converge, in case no other does: preferably one that was merely
 * stopped, the best of these. */
static void
keep(Run *run, TrFit *fit, int start)
{
  bool is_better =
      !run->best || (fit->status == TR_NOT_CONVERGED && (run->best->status != TR_NOT_CONVERGED ||
                                                         fit->cost.total < run->best->cost.total));

  if (is_better) {
    tr_fit_free(run->best);
    run->best = fit;
    run->best_start = start;
  } else {
    tr_fit_free(fit);
  }
}

/* Records the end of a start, whose fit is NULL if it has none. */
static void
record_end(TrMultistart *out, const TrFit *fit, TrStatus status, int start)
{
  TrStartEnd *end = &out->ends[start];

  end->status = status;
  end->optimum = -1;
  end->cost = fit ? fit->cost.total : NAN;
  for (int i = 0; i < out->n_free; i++)
    end->parameters[i] = fit ? fit->estimates[i].value : NAN;
}

/* Counts the fit of a start (NULL if it has none) and takes ownership. */
static void
take(Run *run, TrFit *fit, TrStatus status, int start)
{
  TrMultistart *out = run->out;

  out->n_starts++;
  record_end(out, fit, status, start);
  out->own_failed = start == 0 ? status != TR_OK : out->own_failed;
  if (status == TR_OK) {
    out->n_converged++;
    place(run, fit, start);
    return;
  }
  if (status == TR_NOT_CONVERGED)
    out->n_stopped++;
  else
    out->n_failed++;
  if (fit)
    keep(run, fit, start);
}

/* Fits that run at the same time, in all processes.  The caller's monitor receives their events one
 * at a time; when it stops one, all end. */
typedef struct Wave {
  const Run *run;
  TrTeam *team;
  TrShare share;
  double *values; /* [own starts x n_free] */
  int threads;    /* of one fit */
  pthread_mutex_t lock;
  bool stops;
} Wave;

static bool
monitor_wave(void *user, const void *event)
{
  Wave *wave = user;

  pthread_mutex_lock(&wave->lock);
  wave->stops = wave->stops || !tr_monitor_goes_on(&wave->run->task->monitor, event);
  bool goes_on = !wave->stops;
  pthread_mutex_unlock(&wave->lock);
  return goes_on;
}

/* TrTeamFunction */
static void
fit_start(void *data, int i)
{
  Wave *wave = data;
  TrTask task = wave->run->drawn;
  int at = wave->share.first + i;

  task.warm_start = wave->values + (size_t)i * (size_t)task.n_free;
  task.settings.threads = wave->threads;
  task.monitor = (TrMonitor){.func = monitor_wave, .user = wave};
  wave->share.states[at] = tr_identify(&wave->share.fits[at], &task, NULL);
}

static int
get_smaller(int a, int b)
{
  return a < b ? a : b;
}

/* As many starts at a time as there are threads in all processes. */
static TrStatus
wave_init(Wave *wave, const Run *run, const TrFit *own)
{
  int n, wanted = get_smaller(run->task->settings.threads, run->options->n_starts - 1);

  *wave = (Wave){.run = run, .team = tr_team_new(wanted)};
  n = tr_team_threads(wave->team);
  wave->values = calloc((size_t)n * (size_t)run->task->n_free + 1, sizeof *wave->values);
  pthread_mutex_init(&wave->lock, NULL);
  return tr_share_init(&wave->share, run->options->exchange, own, wave->values ? n : 0);
}

static void
wave_clear(Wave *wave)
{
  tr_share_clear(&wave->share);
  tr_team_free(wave->team);
  free(wave->values);
  pthread_mutex_destroy(&wave->lock);
}

/* Takes over the fits of n starts in the order of the starts. */
static TrStatus
take_wave(Run *run, TrShare *share, int first, int n)
{
  for (int i = 0; i < n; i++) {
    TrFit *fit = share->fits[i];

    if (share->states[i] == TR_NO_MEMORY || share->states[i] == TR_CANCELLED)
      return share->states[i];
    share->fits[i] = NULL;
    take(run, fit, share->states[i], first + i);
  }
  return TR_OK;
}

/* Runs all starts, as many at a time as there are threads in the task and in the other processes.
 * The result does not depend on their number, because each fit is independent and the fits are
 * taken in the order of the starts. */
static TrStatus
run_waves(Run *run, Wave *wave)
{
  const TrMultistartOptions *options = run->options;
  size_t n_free = (size_t)run->task->n_free;
  TrStatus status = TR_OK;

  for (int first = 1; status == TR_OK && first < options->n_starts; first += wave->share.n) {
    int n = get_smaller(options->n_starts - first, wave->share.n);
    int own = tr_share_count_own(&wave->share, n), threads = run->task->settings.threads;

    wave->threads = own > 0 && own < threads ? threads / own : 1;
    for (int i = 0; i < own; i++)
      tr_multistart_draw(wave->values + (size_t)i * n_free, run->task, run->scratch, options->seed,
                         first + wave->share.first + i);
    tr_team_run(wave->team, own, fit_start, wave);
    status = tr_share_round(&wave->share, n);
    if (status == TR_OK)
      status = take_wave(run, &wave->share, first, n);
    if (status == TR_OK && options->func)
      options->func(options->user, run->out);
    tr_share_forget(&wave->share);
  }
  return status;
}

static bool
take_memory(Run *run)
{
  size_t starts = (size_t)run->options->n_starts, n_free = (size_t)run->task->n_free;

  run->out = calloc(1, sizeof *run->out);
  run->model = tr_model_copy(run->task->model);
  run->scratch = tr_model_copy(run->task->model);
  run->optima = calloc(starts, sizeof(TrFit *));
  if (run->out) {
    *run->out = (TrMultistart){.seed = run->options->seed, .n_free = run->task->n_free};
    run->out->optima = calloc(starts, sizeof *run->out->optima);
    run->out->ends = calloc(starts, sizeof *run->out->ends);
    run->out->storage = calloc(2 * starts, n_free * sizeof *run->out->storage);
  }
  if (!run->out || !run->out->optima || !run->out->ends || !run->out->storage)
    return false;
  for (size_t i = 0; i < starts; i++)
    run->out->ends[i].parameters = run->out->storage + (starts + i) * n_free;
  return run->model && run->scratch && run->optima;
}

/* Repeats the fit of a start that another process has found, to the last bit; without the monitor's
 * stop, because it did end.  NULL when memory is out. */
static TrFit *
fit_again(Run *run, int start)
{
  double *values = calloc((size_t)run->task->n_free + 1, sizeof *values);
  TrTask task = run->drawn;
  TrFit *fit = NULL;

  if (!values)
    return NULL;
  tr_multistart_draw(values, run->task, run->scratch, run->options->seed, start);
  task.warm_start = values;
  task.monitor = (TrMonitor){0};
  if (tr_identify(&fit, &task, NULL) == TR_NO_MEMORY) {
    tr_fit_free(fit);
    fit = NULL;
  }
  free(values);
  return fit;
}

/* Removes the best fit from the run and returns it. */
static TrFit *
steal_best(Run *run)
{
  bool has_optima = run->out->n_optima > 0;
  TrFit **best = has_optima ? &run->optima[0] : &run->best, *fit = *best;
  int start = has_optima ? run->out->optima[0].start : run->best_start;

  *best = NULL;
  if (!fit || !tr_fit_is_reported(fit))
    return fit;
  tr_fit_free(fit);
  return fit_again(run, start);
}

/* Returns the best fit with the summary, and frees the rest; NULL if there is none. */
static TrFit *
finish(Run *run)
{
  TrFit *best = run->out ? steal_best(run) : NULL;

  for (int i = 0; run->out && i < run->out->n_optima; i++)
    tr_fit_free(run->optima[i]);
  tr_fit_free(run->best);
  if (best)
    best->multistart = run->out;
  else
    tr_multistart_free(run->out);
  tr_model_free(run->model);
  tr_model_free(run->scratch);
  free(run->optima);
  return best;
}

static void
mark_cancelled(TrFit *fit, int n_starts)
{
  fit->status = TR_CANCELLED;
  fit->stop = TR_STOP_CANCELLED;
  snprintf(fit->message, sizeof fit->message,
           "Stopped by you after %d of %d starts: the best optimum so far is kept.",
           fit->multistart->n_starts, n_starts);
}

/* Compares the optima at their own variances where these come from the data. */
static TrStatus
settle(Run *run)
{
  TrSettle work = {.task = run->task,
                   .model = run->model,
                   .kappa = run->drawn.settings.kappa,
                   .out = run->out,
                   .fits = run->optima};

  return tr_task_finds_variances(run->task) ? tr_settle_optima(&work, are_same) : TR_OK;
}

/* Sets the cost of the other starts to that of a fit: its kappa or the filter of a regression, and
 * its sigmas of the sensors.  Fits in two passes have that cost already: kappa belongs to the
 * motion. */
static void
hold_cost(Run *run, const TrFit *fit)
{
  if (fit->kappa > 0 && !fit->passes)
    tr_settings_hold_kappa(&run->drawn.settings, fit);
  tr_cutoff_keep(&run->drawn.settings, fit);
  tr_model_hold_sigmas(run->model, fit);
  run->drawn.model = run->model;
}

/* Continues from the own fit and takes ownership of it; *fit is NULL when memory is out. */
static TrStatus
go_on(TrFit **fit, Run *run, TrStatus status)
{
  struct TrKappaSearch *kappa_search = (*fit)->kappa_search;
  TrStatus ready;
  Wave wave;

  (*fit)->kappa_search = NULL;
  ready = take_memory(run) ? TR_OK : TR_NO_MEMORY;
  ready = wave_init(&wave, run, ready == TR_OK ? *fit : NULL);
  if (ready == TR_NO_MEMORY) {
    tr_fit_free(*fit);
    status = ready;
  } else {
    hold_cost(run, *fit);
    take(run, *fit, status, 0);
    status = ready == TR_OK ? run_waves(run, &wave) : ready;
    if (status == TR_OK)
      status = settle(run);
  }
  wave_clear(&wave);
  *fit = finish(run);
  if (*fit && status != TR_NO_MEMORY) {
    (*fit)->kappa_search = kappa_search;
    return status;
  }
  tr_fit_free(*fit);
  free(kappa_search);
  *fit = NULL;
  return TR_NO_MEMORY;
}

TrStatus
tr_multistart_run(TrFit **fit,
                  const TrTask *task,
                  const TrMultistartOptions *options,
                  TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task) && options);
  Run run = {.task = task, .options = options, .drawn = *task};
  double began = tr_clock_seconds();
  TrStatus status = tr_identify(fit, task, error);

  if (options->n_starts <= 1 || task->n_free == 0)
    return status;
  if (!*fit || status == TR_CANCELLED) {
    tr_share_leave(options->exchange);
    return status;
  }
  status = go_on(fit, &run, status);
  if (!*fit)
    return status;
  if (status == TR_CANCELLED)
    mark_cancelled(*fit, options->n_starts);
  (*fit)->seconds = tr_clock_seconds() - began;
  return (*fit)->status;
}

TrStatus
tr_multistart(TrFit **fit, const TrTask *task, int n_starts, uint64_t seed, TrError *error)
{
  const TrMultistartOptions options = {.n_starts = n_starts, .seed = seed};

  TR_ASSERT(fit && tr_task_is_whole(task));
  return tr_multistart_run(fit, task, &options, error);
}

bool
tr_multistart_is_ambiguous(const TrFit *fit)
{
  TR_ASSERT(fit);

  const TrMultistart *m = fit->multistart;

  if (m && m->n_optima > 1 && !isnan(m->optima[1].likelihood))
    return m->optima[1].likelihood - m->optima[0].likelihood < AMBIGUOUS;
  return m && m->n_optima > 1 && fit->dof > 0 &&
         m->optima[1].cost.total - m->optima[0].cost.total <
             AMBIGUOUS * m->optima[0].cost.total / (double)fit->dof;
}
