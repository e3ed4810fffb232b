/* Draws of start values for est/identify/multistart.h. */
#include <math.h>

#include "engine/base/random.h"
#include "engine/est/identify/multistart.h"

/* Widths of the draws. */
#define POSITIVE_RATIO 10
#define WEAK_WIDTH     3

/* Largest number of draws until the model is a mechanism. */
enum { MAX_DRAWS = 50 };

static double
draw_between(TrRandom *random, double low, double high, bool is_log)
{
  double share = tr_random_uniform(random);

  return is_log ? low * pow(high / low, share) : low + share * (high - low);
}

static double
draw_value(TrRandom *random, const TrTask *task, const TrFree *f)
{
  double floor = fmax(f->min, tr_param_floor(f->param)), value;
  double size = tr_param_natural_size(task->model, f->param, f->start);
  bool is_positive = floor >= 0 || f->transform == TR_TRANSFORM_LOG;

  if (isfinite(f->prior_sigma)) {
    value = f->prior_mean + f->prior_sigma * tr_random_normal(random);
  } else if (isfinite(f->min) && isfinite(f->max) && (f->min != 0 || !is_positive)) {
    value = draw_between(random, f->min, f->max, f->min > 0);
  } else if (is_positive) {
    double centre = f->start > 0 ? f->start : size;

    value = draw_between(random, centre / POSITIVE_RATIO, centre * POSITIVE_RATIO, true);
  } else {
    value = draw_between(random, f->start - WEAK_WIDTH * size, f->start + WEAK_WIDTH * size, false);
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
  TR_ASSERT(values && model && task && i >= 1);
  /* numbered streams: a larger number of starts begins with the same ones */
  TrRandom random = tr_random_stream(seed, (uint64_t)i);

  for (int n = 0; n < MAX_DRAWS; n++) {
    for (int k = 0; k < task->n_free; k++)
      values[k] = draw_value(&random, task, &task->free[k]);
    fill_model(model, task, values);
    if (tr_model_check(model, NULL) == TR_OK)
      return;
  }
}
