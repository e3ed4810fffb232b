#include <math.h>

#include "engine/est/multistart.h"

/* Widths of the draws. */
#define POSITIVE_RATIO 10
#define WEAK_WIDTH     3

/* Draws until the model is a mechanism. */
enum { MAX_DRAWS = 50 };

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
