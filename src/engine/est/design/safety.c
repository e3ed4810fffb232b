#include "engine/est/design/safety.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/normal.h"
#include "engine/base/random.h"
#include "engine/base/team.h"
#include "engine/est/uncertainty/covariance.h"

/* Halvings of a drawn change until the model is possible. */
enum { MOST_HALVINGS = 20 };

/* Draws under way. */
typedef struct Draws {
  const TrPlanner *planner;
  const double *x;
  int n_limits;
  double *excess; /* [n_draws x n_limits] NAN: not simulated */
} Draws;

/* Radius of the 95 % region of n normal variables: the quantile of chi squared by Wilson and
 * Hilferty. */
static double
find_radius(int n)
{
  double c = 2.0 / (9.0 * n);

  return sqrt(n * pow(1 - c + TR_NORMAL_ONE_SIDED_95 * sqrt(c), 3));
}

/* Change of the parameters [n] in natural sizes. */
static void
draw_change(double *change, const TrJudgement *region, TrRandom *random)
{
  int n = region->n;
  double square = 0, radius;
  double *z = change + n;

  for (int k = 0; k < n; k++) {
    z[k] = tr_random_normal(random);
    square += z[k] * z[k];
  }
  radius = find_radius(n) * pow(tr_random_uniform(random), 1.0 / n) / sqrt(square);
  memset(change, 0, (size_t)n * sizeof *change);
  for (int k = 0; k < n; k++) {
    double along = z[k] * radius * region->sd[k];

    if (region->sd[k] > TR_UNDETERMINED_SD)
      along = z[k] * radius / find_radius(n);
    for (int i = 0; i < n; i++)
      change[i] += along * region->vectors[k * n + i];
  }
}

/* Sets the changed parameters and those tied to them, within their bounds. */
static void
apply(TrModel *model, const TrPlanner *p, const double *change, double factor)
{
  const TrTask *task = p->task;

  for (int i = 0; i < p->known.n; i++) {
    const TrFree *f = &task->free[p->known.index[i]];
    double value = p->known.value[i] + factor * p->known.scale[i] * change[i];

    value = fmax(value, fmin(p->known.value[i], fmax(f->min, tr_param_floor(f->param))));
    value = fmin(value, fmax(p->known.value[i], f->max));
    tr_param_set(model, f->param, value);
    for (int t = 0; t < task->n_ties; t++)
      if (task->ties[t].master == p->known.index[i] && tr_param_is_of_model(task->ties[t].param))
        tr_param_set(model, task->ties[t].param, task->ties[t].factor * value);
  }
}

/* Returns the model with drawn parameters; NULL when memory is out. */
static TrModel *
draw_model(const Draws *draws, int draw)
{
  const TrPlanner *p = draws->planner;
  TrRandom random = tr_random_stream(p->wish->seed + 1, (uint64_t)draw);
  TrModel *model = tr_model_copy(p->model);
  double *change = calloc(2 * (size_t)p->known.n + 1, sizeof *change), factor = 1;

  if (model && change) {
    draw_change(change, p->region, &random);
    for (int i = 0; i < MOST_HALVINGS; i++, factor /= 2) {
      apply(model, p, change, factor);
      if (tr_model_check(model, NULL) == TR_OK)
        break;
    }
  }
  free(change);
  return model;
}

/* TrTeamFunction */
static void
try_draw(void *data, int draw)
{
  const Draws *draws = data;
  double *excess = draws->excess + draw * draws->n_limits;
  TrPlanner drawn = *draws->planner;
  TrTrial *trial = NULL;

  excess[0] = NAN;
  drawn.model = draw_model(draws, draw);
  if (drawn.model)
    trial = tr_trial_new(&drawn);
  if (trial && tr_trial_move(trial, draws->x, NULL) == TR_OK)
    for (int l = 0; l < draws->n_limits; l++)
      excess[l] =
          tr_trial_excess(trial)[l] - (l < drawn.wish->n_limits ? draws->planner->margin[l] : 0);
  tr_trial_free(trial);
  tr_model_free(drawn.model);
}

static void
sum_up(TrSafety *out, const Draws *draws)
{
  for (int d = 0; d < out->n_draws; d++) {
    const double *excess = draws->excess + d * draws->n_limits;
    double worst = -1;

    for (int l = 0; l < draws->n_limits && !isnan(excess[0]); l++) {
      worst = fmax(worst, excess[l]);
      out->excess[l] = fmax(out->excess[l], excess[l]);
    }
    out->n_failed += isnan(excess[0]) || worst > 1e-3;
    out->worst = isnan(excess[0]) ? INFINITY : out->worst;
  }
  for (int l = 0; l < draws->n_limits; l++)
    if (out->excess[l] > out->worst) {
      out->worst = out->excess[l];
      out->worst_limit = l;
    }
}

TrStatus
tr_safety_try(TrSafety *out, const TrPlanner *p, const double *x)
{
  TR_ASSERT(out && p && x);

  int n = p->wish->n_limits + p->wish->n_actors;
  size_t size = (size_t)n * (size_t)(p->wish->n_draws + 1);
  Draws draws = {p, x, n, calloc(size + 1, sizeof(double))};
  TrTeam *team = tr_team_new(p->wish->threads);

  *out = (TrSafety){.n_draws = p->wish->n_draws,
                    .worst = -1,
                    .worst_limit = -1,
                    .excess = calloc((size_t)n + 1, sizeof *out->excess)};
  for (int l = 0; out->excess && l < n; l++)
    out->excess[l] = -1;
  if (draws.excess && out->excess) {
    tr_team_run(team, p->wish->n_draws, try_draw, &draws);
    sum_up(out, &draws);
  }
  tr_team_free(team);
  free(draws.excess);
  return out->excess ? TR_OK : TR_NO_MEMORY;
}

void
tr_safety_clear(TrSafety *safety)
{
  free(safety->excess);
  safety->excess = NULL;
}
