#include "engine/est/regress/cutoff_sweep.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine/base/order.h"
#include "engine/base/team.h"
#include "engine/est/prepare/prepare.h"
#include "engine/est/regress/equations_private.h"
#include "engine/est/regress/regression.h"

/* First cutoff [Hz]. */
#define FIRST_CUTOFF 2.5

/* Share of the most determined parameters that a pair must have. */
#define DETERMINED_SHARE 0.75

/* Largest rest that a pair may leave over, by the least of all pairs. */
#define MOST_LEFT_OVER 2

/* Points in a row that leave over more than the square of that share, after which no pair is
 * expected to count: noise grows with the cutoff. */
enum { MOST_HOPELESS = 2 };

/* Returns whether the logs determine a parameter: a bound determines those at it. */
static bool
is_determined(const TrFit *fit, int i)
{
  return fit->estimates[i].identifiable && !fit->estimates[i].at_bound;
}

/* Change between two fits; n: parameters that both determine; room: [n_free]. */
static double
compare(int *n, double *room, const TrFit *a, const TrFit *b)
{
  *n = 0;
  for (int i = 0; a && b && i < a->n_free; i++) {
    double first = a->estimates[i].value, second = b->estimates[i].value;

    if (is_determined(a, i) && is_determined(b, i) && fabs(first) + fabs(second) > 0)
      room[(*n)++] = fabs(second - first) / (fabs(second) + fabs(first));
  }
  return tr_median(room, (size_t)*n);
}

static int
count_determined(const TrFit *fit)
{
  int n = 0;

  for (int i = 0; fit && i < fit->n_free; i++)
    n += is_determined(fit, i);
  return n;
}

/* Geometric mean over the freedoms of the share of the forces that a regression leaves over. */
static double
find_left_over(const TrFit *fit)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; fit && i < fit->regression->n_freedoms; i++) {
    const TrRegressionForce *force = &fit->regression->forces[i];

    if (force->rmse > 0 && force->rms > 0) {
      sum += log(force->rmse / force->rms);
      n++;
    }
  }
  return n > 0 ? exp(sum / n) : NAN;
}

/* Returns the geometric mean of what the points k and k + 1 leave over. */
static double
find_pair_left_over(const TrCutoffSweep *sweep, int k)
{
  return sqrt(sweep->points[k].left_over * sweep->points[k + 1].left_over);
}

static double
find_least_left_over(const TrCutoffSweep *sweep)
{
  double least = INFINITY;

  for (int k = 0; k + 1 < sweep->n; k++)
    least = fmin(least, find_pair_left_over(sweep, k)); /* passes over NAN */
  return least;
}

void
tr_cutoff_choose(TrCutoffSweep *sweep)
{
  TR_ASSERT(sweep);

  double most_left_over = MOST_LEFT_OVER * find_least_left_over(sweep);
  int most = 0;

  sweep->best = -1;
  sweep->cutoff = NAN;
  for (int k = 0; k + 1 < sweep->n; k++)
    if (!(find_pair_left_over(sweep, k) > most_left_over))
      most = sweep->points[k].n_shared > most ? sweep->points[k].n_shared : most;
  for (int k = 0; k + 1 < sweep->n; k++) {
    const TrCutoffPoint *point = &sweep->points[k];

    if (point->n_shared > 0 && point->n_shared >= DETERMINED_SHARE * most &&
        !(find_pair_left_over(sweep, k) > most_left_over) &&
        (sweep->best < 0 || point->change < sweep->points[sweep->best].change))
      sweep->best = k;
  }
  if (sweep->best >= 0)
    sweep->cutoff = sqrt(2) * sweep->points[sweep->best].cutoff;
}

/* Regressions that run at the same time.  Their number is that for any number of threads, so that
 * the sweep ends at the same cutoff. */
enum { AT_ONCE = 2 };

typedef struct Wave {
  const TrTask *task;
  pthread_mutex_t lock; /* protects the caller's monitor, and stops */
  bool stops;
  double cutoff[AT_ONCE];
  TrFit **fits; /* [AT_ONCE] NULL where one failed */
  TrStatus status[AT_ONCE];
  TrError errors[AT_ONCE];
} Wave;

/* Passes polls on, but not the iterates of the sweep, which are no progress of a fit. */
static bool
poll_on(void *user, const void *event)
{
  Wave *wave = user;
  bool goes_on;

  pthread_mutex_lock(&wave->lock);
  wave->stops = wave->stops || !tr_monitor_goes_on(&wave->task->monitor, NULL);
  goes_on = !wave->stops;
  pthread_mutex_unlock(&wave->lock);
  return goes_on;
}

/* TrTeamFunction */
static void
run_point(void *data, int i)
{
  Wave *wave = data;
  TrTask own = *wave->task;

  own.settings.cutoff = wave->cutoff[i];
  own.settings.threads = 1;
  own.monitor = (TrMonitor){poll_on, wave};
  wave->status[i] = tr_regression(&wave->fits[i], &own, &wave->errors[i]);
}

/* Runs the next regressions, n of them, and adds their points. */
static TrStatus
run_wave(TrCutoffSweep *out, Wave *wave, TrTeam *team, int n, TrError *error)
{
  tr_team_run(team, n, run_point, wave);
  for (int i = 0; i < n; i++)
    if (wave->status[i] == TR_CANCELLED || wave->status[i] == TR_NO_MEMORY)
      return wave->status[i];
  for (int i = 0; i < n; i++) {
    if (!wave->fits[i] && error)
      *error = wave->errors[i];
    out->points[out->n++] = (TrCutoffPoint){.cutoff = wave->cutoff[i],
                                            .n_determined = count_determined(wave->fits[i]),
                                            .change = NAN,
                                            .left_over = find_left_over(wave->fits[i])};
  }
  return TR_OK;
}

/* Returns whether the last points leave over so much that higher cutoffs need not be tried. */
static bool
is_hopeless(const TrCutoffSweep *sweep)
{
  double most = MOST_LEFT_OVER * MOST_LEFT_OVER * find_least_left_over(sweep);
  int n = 0;

  while (n < sweep->n && sweep->points[sweep->n - 1 - n].left_over > most)
    n++;
  return n >= MOST_HOPELESS;
}

/* Runs the regressions; fits[n] of them, NULL where one failed. */
static TrStatus
run_all(TrCutoffSweep *out, TrFit *fits[TR_MOST_CUTOFFS], Wave *wave, TrTeam *team, TrError *error)
{
  double most = TR_MAX_CUTOFF_SHARE / tr_equations_step(wave->task), cutoff = FIRST_CUTOFF;

  while (out->n < TR_MOST_CUTOFFS && cutoff < most && !is_hopeless(out)) {
    int n = 0;

    wave->fits = fits + out->n;
    for (; n < AT_ONCE && out->n + n < TR_MOST_CUTOFFS && cutoff < most; cutoff *= 2)
      wave->cutoff[n++] = cutoff;
    TR_TRY(run_wave(out, wave, team, n, error));
  }
  for (int k = 0; k < out->n; k++)
    if (fits[k])
      return TR_OK;
  return out->n == 0 ? TR_OK : wave->status[0];
}

static TrStatus
run(TrCutoffSweep *out, TrFit *fits[TR_MOST_CUTOFFS], const TrTask *task, TrError *error)
{
  Wave wave = {.task = task};
  TrTeam *team = tr_team_new(task->settings.threads < AT_ONCE ? task->settings.threads : AT_ONCE);
  TrStatus status;

  for (int i = 0; i < AT_ONCE; i++)
    wave.errors[i].translate = error ? error->translate : NULL;
  pthread_mutex_init(&wave.lock, NULL);
  status = run_all(out, fits, &wave, team, error);
  pthread_mutex_destroy(&wave.lock);
  tr_team_free(team);
  return status;
}

TrStatus
tr_cutoff_sweep(TrCutoffSweep *out, const TrTask *task, TrError *error)
{
  TR_ASSERT(out && tr_task_is_whole(task));

  TrFit *fits[TR_MOST_CUTOFFS] = {0};
  double *room = calloc((size_t)task->n_free + 1, sizeof *room);
  TrStatus status;

  *out = (TrCutoffSweep){.best = -1, .cutoff = NAN};
  status = room ? run(out, fits, task, error) : TR_NO_MEMORY;
  for (int k = 0; status == TR_OK && k + 1 < out->n; k++)
    out->points[k].change = compare(&out->points[k].n_shared, room, fits[k], fits[k + 1]);
  if (status == TR_OK)
    tr_cutoff_choose(out);
  for (int k = 0; k < TR_MOST_CUTOFFS; k++)
    tr_fit_free(fits[k]);
  free(room);
  return status;
}

TrStatus
tr_cutoff_settle(TrCutoffSweep *out, TrTask *task, TrError *error)
{
  TR_ASSERT(out && task);

  *out = (TrCutoffSweep){.best = -1, .cutoff = NAN};
  if (!task->settings.chooses_cutoff)
    return TR_OK;
  TR_TRY(tr_cutoff_sweep(out, task, error));
  if (isfinite(out->cutoff))
    task->settings.cutoff = out->cutoff;
  task->settings.chooses_cutoff = false;
  return TR_OK;
}

void
tr_cutoff_keep(TrSettings *settings, const TrFit *fit)
{
  TR_ASSERT(settings);

  if (!fit || !fit->regression)
    return;
  settings->cutoff = fit->regression->cutoff;
  settings->chooses_cutoff = false;
}

TrStatus
tr_regression_settled(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));

  TrTask own = *task;
  TrCutoffSweep sweep;

  *fit = NULL;
  TR_TRY(tr_cutoff_settle(&sweep, &own, error));
  return tr_regression(fit, &own, error);
}
