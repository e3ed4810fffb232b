#include "engine/est/multistart.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/team.h"
#include "engine/est/problem.h"

/* Agreement of two ends that counts as the same. */
#define SAME_VALUE  1e-3
#define SAME_MOTION 0.25

/* Widths of the draws. */
#define POSITIVE_RATIO 10
#define WEAK_WIDTH     3

/* Draws until the model is a mechanism. */
enum { MAX_DRAWS = 50 };

/* Difference of the cost over cost/dof that counts as none. */
#define AMBIGUOUS 9

/* The numbers of Vigna's splitmix64: a counter with a mixed output, so that any seed is as good. */
static double
draw_uniform(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;

  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static double
draw_normal(uint64_t *state)
{
  double u = draw_uniform(state), v = draw_uniform(state);

  return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

static double
draw_between(uint64_t *state, double low, double high, bool is_log)
{
  double share = draw_uniform(state);

  return is_log ? low * pow(high / low, share) : low + share * (high - low);
}

static double
natural_size(const TrTask *task, const TrFree *f)
{
  return fmax(tr_param_scale(task->model, f->param), fabs(f->start));
}

static double
draw_value(uint64_t *state, const TrTask *task, const TrFree *f)
{
  double floor = fmax(f->min, tr_param_floor(f->param)), size = natural_size(task, f), value;
  bool is_positive = floor >= 0 || f->transform == TR_TRANSFORM_LOG;

  if (isfinite(f->prior_sigma)) {
    value = f->prior_mean + f->prior_sigma * draw_normal(state);
  } else if (isfinite(f->min) && isfinite(f->max) && (f->min != 0 || !is_positive)) {
    value = draw_between(state, f->min, f->max, f->min > 0);
  } else if (is_positive) {
    double centre = f->start > 0 ? f->start : size;

    value = draw_between(state, centre / POSITIVE_RATIO, centre * POSITIVE_RATIO, true);
  } else {
    value = draw_between(state, f->start - WEAK_WIDTH * size, f->start + WEAK_WIDTH * size, false);
  }
  return fmin(fmax(value, floor), f->max);
}

/* Puts values into a model. */
static void
fill_model(TrModel *model, const TrTask *task, const double *values)
{
  for (int i = 0; i < task->n_free; i++)
    if (tr_param_is_of_model(task->free[i].param))
      tr_param_set(model, task->free[i].param, values[i]);
  for (int i = 0; i < task->n_ties; i++)
    if (tr_param_is_of_model(task->ties[i].param))
      tr_param_set(model, task->ties[i].param, task->ties[i].factor * values[task->ties[i].master]);
}

void
tr_multistart_draw(double *values, const TrTask *task, TrModel *model, uint64_t seed, int i)
{
  /* starts are numbered, so that more of them begin with the same ones */
  uint64_t state = seed * 0xd1342543de82ef95u + (uint64_t)i * 0x2545f4914f6cdd1du;

  for (int n = 0; n < MAX_DRAWS; n++) {
    for (int k = 0; k < task->n_free; k++)
      values[k] = draw_value(&state, task, &task->free[k]);
    fill_model(model, task, values);
    if (tr_model_check(model, NULL) == TR_OK)
      return;
  }
}

/* All fits so far. */
typedef struct Run {
  const TrTask *task; /* as given */
  TrTask drawn;       /* of the starts that are drawn */
  TrModel *model;     /* of that task, with the sigmas of the first fit */
  TrModel *scratch;   /* to try draws in */
  uint64_t seed;
  TrMultistart *out;
  TrFit **optima; /* [n_optima] the best fit of each, in the order of out->optima */
  TrFit *best;    /* owned unless among the optima */
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

/* Adds a new optimum with a fit, which it takes over. */
static TrStatus
add_optimum(Run *run, TrFit *fit)
{
  TrMultistart *out = run->out;
  TrOptimum *o = &out->optima[out->n_optima];

  o->parameters = malloc(((size_t)out->n_free + 1) * sizeof *o->parameters);
  if (!o->parameters) {
    tr_fit_free(fit);
    return TR_NO_MEMORY;
  }
  run->optima[out->n_optima++] = fit;
  return TR_OK;
}

/* Moves an optimum up to where its cost belongs. */
static void
sort_optimum(Run *run, int at)
{
  for (; at > 0 && run->optima[at]->cost.total < run->optima[at - 1]->cost.total; at--) {
    TrOptimum optimum = run->out->optima[at];
    TrFit *fit = run->optima[at];

    run->out->optima[at] = run->out->optima[at - 1];
    run->optima[at] = run->optima[at - 1];
    run->out->optima[at - 1] = optimum;
    run->optima[at - 1] = fit;
  }
}

/* A converged fit finds its place; takes it over.  The own one, which comes first, stands for its
 * optimum: the others lie elsewhere along what the data do not determine. */
static TrStatus
place(Run *run, TrFit *fit, bool is_own)
{
  TrMultistart *out = run->out;
  int at = 0;

  while (at < out->n_optima &&
         !(has_same_values(run->optima[at], fit) && has_same_motion(run->optima[at], fit)))
    at++;
  if (at == out->n_optima) {
    TR_TRY(add_optimum(run, fit));
  } else if (!out->optima[at].has_own && fit->cost.total < run->optima[at]->cost.total) {
    tr_fit_free(run->optima[at]);
    run->optima[at] = fit;
  } else {
    tr_fit_free(fit);
    fit = NULL;
  }

  TrOptimum *o = &out->optima[at];

  o->n_starts++;
  o->has_own = o->has_own || is_own;
  if (!fit)
    return TR_OK;
  o->cost = fit->cost;
  for (int i = 0; i < out->n_free; i++)
    o->parameters[i] = fit->estimates[i].value;
  sort_optimum(run, at);
  return TR_OK;
}

/* Of fits that did not converge one is kept, for want of others: one that was merely stopped, the
 * best of these. */
static void
keep(Run *run, TrFit *fit)
{
  bool is_better =
      !run->best || (fit->status == TR_NOT_CONVERGED && (run->best->status != TR_NOT_CONVERGED ||
                                                         fit->cost.total < run->best->cost.total));

  if (is_better) {
    tr_fit_free(run->best);
    run->best = fit;
  } else {
    tr_fit_free(fit);
  }
}

/* Counts a fit (NULL where there is none) and takes it over. */
static TrStatus
take(Run *run, TrFit *fit, TrStatus status, bool is_own)
{
  TrMultistart *out = run->out;

  out->n_starts++;
  out->own_failed = is_own ? status != TR_OK : out->own_failed;
  if (status == TR_OK) {
    out->n_converged++;
    return place(run, fit, is_own);
  }
  if (status == TR_NOT_CONVERGED)
    out->n_stopped++;
  else
    out->n_failed++;
  if (fit)
    keep(run, fit);
  return TR_OK;
}

/* Fits that run at the same time.  The caller's monitor hears of them one at a time; where it wants
 * to end, all end. */
typedef struct Wave {
  const Run *run;
  int n;
  double *values;   /* [n x n_free] starts */
  TrFit **fits;     /* [n] */
  TrStatus *states; /* [n] */
  int threads;      /* of one fit */
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

  task.warm_start = wave->values + (size_t)i * (size_t)task.n_free;
  task.settings.threads = wave->threads;
  task.monitor = (TrMonitor){.func = monitor_wave, .user = wave};
  wave->states[i] = tr_identify(&wave->fits[i], &task, NULL);
}

static bool
wave_init(Wave *wave, const Run *run, int n)
{
  *wave = (Wave){.run = run, .n = n};
  wave->values = calloc((size_t)n * (size_t)run->task->n_free + 1, sizeof *wave->values);
  wave->fits = calloc((size_t)n, sizeof(TrFit *));
  wave->states = calloc((size_t)n, sizeof *wave->states);
  pthread_mutex_init(&wave->lock, NULL);
  return wave->values && wave->fits && wave->states;
}

static void
wave_clear(Wave *wave)
{
  for (int i = 0; wave->fits && i < wave->n; i++)
    tr_fit_free(wave->fits[i]);
  free(wave->values);
  free(wave->fits);
  free(wave->states);
  pthread_mutex_destroy(&wave->lock);
}

/* Takes the fits of n starts over in the order of the starts. */
static TrStatus
take_wave(Run *run, Wave *wave, int n)
{
  for (int i = 0; i < n; i++) {
    TrFit *fit = wave->fits[i];

    if (wave->states[i] == TR_NO_MEMORY || wave->states[i] == TR_CANCELLED)
      return wave->states[i];
    wave->fits[i] = NULL;
    TR_TRY(take(run, fit, wave->states[i], false));
  }
  return TR_OK;
}

/* All threads of the task share the starts, as many at a time as there are threads: what is found
 * does not depend on their number, because each fit stands alone and the order of taking is that of
 * the starts. */
static TrStatus
run_waves(Run *run, Wave *wave, TrTeam *team, int n_starts)
{
  size_t n_free = (size_t)run->task->n_free;
  TrStatus status = TR_OK;

  for (int first = 1; status == TR_OK && first < n_starts; first += wave->n) {
    int n = n_starts - first < wave->n ? n_starts - first : wave->n;

    wave->threads = n < run->task->settings.threads ? run->task->settings.threads / n : 1;
    for (int i = 0; i < n; i++)
      tr_multistart_draw(wave->values + (size_t)i * n_free, run->task, run->scratch, run->seed,
                         first + i);
    tr_team_run(team, n, fit_start, wave);
    status = take_wave(run, wave, n);
    for (int i = 0; i < n; i++) {
      tr_fit_free(wave->fits[i]);
      wave->fits[i] = NULL;
    }
  }
  return status;
}

static TrStatus
run_drawn(Run *run, int n_starts)
{
  int threads =
      run->task->settings.threads < n_starts - 1 ? run->task->settings.threads : n_starts - 1;
  TrTeam *team = tr_team_new(threads);
  TrStatus status = TR_NO_MEMORY;
  Wave wave;

  if (wave_init(&wave, run, tr_team_threads(team)))
    status = run_waves(run, &wave, team, n_starts);
  wave_clear(&wave);
  tr_team_free(team);
  return status;
}

static bool
take_memory(Run *run, int n_starts)
{
  size_t starts = (size_t)n_starts;

  run->out = calloc(1, sizeof *run->out);
  run->model = tr_model_copy(run->task->model);
  run->scratch = tr_model_copy(run->task->model);
  run->optima = calloc(starts, sizeof(TrFit *));
  if (run->out) {
    *run->out = (TrMultistart){.seed = run->seed, .n_free = run->task->n_free};
    run->out->optima = calloc(starts, sizeof *run->out->optima);
  }
  return run->out && run->out->optima && run->model && run->scratch && run->optima;
}

/* Hands over the best fit with the summary, and frees the rest. */
static TrFit *
finish(Run *run)
{
  TrFit *best = run->best;

  if (run->out && run->out->n_optima > 0) {
    tr_fit_free(run->best);
    best = run->optima[0];
  }
  for (int i = 1; run->out && i < run->out->n_optima; i++)
    tr_fit_free(run->optima[i]);
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

/* Gives the other starts the cost of a fit: its kappa, and its sigmas of the sensors. */
static void
hold_cost(Run *run, const TrFit *fit)
{
  if (fit->kappa > 0)
    tr_settings_hold_kappa(&run->drawn.settings, fit);
  tr_model_hold_sigmas(run->model, fit);
  run->drawn.model = run->model;
}

/* The own start is done; all others follow. */
static TrStatus
run_all(Run *run, TrFit *own, TrStatus status, int n_starts)
{
  hold_cost(run, own);
  TR_TRY(take(run, own, status, true));
  return run_drawn(run, n_starts);
}

TrStatus
tr_multistart(TrFit **fit, const TrTask *task, int n_starts, uint64_t seed, TrError *error)
{
  Run run = {.task = task, .drawn = *task, .seed = seed};
  double began = tr_clock_seconds();
  TrStatus status = tr_identify(fit, task, error);
  struct TrKappaSearch *kappa_search;

  if (n_starts <= 1 || task->n_free == 0 || !*fit || status == TR_CANCELLED)
    return status;
  kappa_search = (*fit)->kappa_search;
  (*fit)->kappa_search = NULL;
  if (take_memory(&run, n_starts)) {
    status = run_all(&run, *fit, status, n_starts);
  } else {
    tr_fit_free(*fit);
    status = TR_NO_MEMORY;
  }
  *fit = finish(&run);
  if (status == TR_NO_MEMORY) {
    tr_fit_free(*fit);
    free(kappa_search);
    *fit = NULL;
    return status;
  }
  (*fit)->kappa_search = kappa_search;
  if (status == TR_CANCELLED)
    mark_cancelled(*fit, n_starts);
  (*fit)->seconds = tr_clock_seconds() - began;
  return (*fit)->status;
}

void
tr_multistart_free(TrMultistart *multistart)
{
  if (!multistart)
    return;
  for (int i = 0; multistart->optima && i < multistart->n_optima; i++)
    free(multistart->optima[i].parameters);
  free(multistart->optima);
  free(multistart);
}

bool
tr_multistart_is_ambiguous(const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;

  return m && m->n_optima > 1 && fit->dof > 0 &&
         m->optima[1].cost.total - m->optima[0].cost.total <
             AMBIGUOUS * m->optima[0].cost.total / (double)fit->dof;
}
