#include "ui/session/params/param-interval.h"

#include <math.h>

#include "engine/base/normal.h"
#include "ui/session/text/format.h"

/* Half width of a prior's range in standard deviations; room beside what is drawn, in parts of
 * it. */
#define PRIOR_WIDTH 3
#define MARGIN      0.25

static void
set_ends(TrammelInterval *interval, const TrEstimate *estimate, double sigma)
{
  double other = estimate->limit;

  if (estimate->at_bound && isfinite(other)) {
    interval->low = fmin(interval->value, other);
    interval->high = fmax(interval->value, other);
  } else {
    interval->low = interval->value - TR_NORMAL_95 * sigma;
    interval->high = interval->value + TR_NORMAL_95 * sigma;
  }
}

static void
set_axis(TrammelInterval *interval, const TrFree *free)
{
  /* fmin() and fmax() ignore an end that is NAN */
  double low = fmin(fmin(interval->value, interval->start), interval->low);
  double high = fmax(fmax(interval->value, interval->start), interval->high);

  if (isfinite(free->prior_sigma)) {
    low = fmin(low, free->prior_mean - PRIOR_WIDTH * free->prior_sigma);
    high = fmax(high, free->prior_mean + PRIOR_WIDTH * free->prior_sigma);
  }
  double span = fmax(high - low, 0.2 * fmax(fabs(low), fabs(high)));
  span = span > 0 ? span : 1;
  interval->axis_low = low - MARGIN * span;
  interval->axis_high = high + MARGIN * span;
  interval->low_is_bound = interval->axis_low <= free->min;
  interval->high_is_bound = interval->axis_high >= free->max;
  if (interval->low_is_bound)
    interval->axis_low = free->min;
  if (interval->high_is_bound)
    interval->axis_high = free->max;
}

TrammelInterval
trammel_interval_get(const TrTask *task, const TrFit *fit, int i)
{
  const TrReported reported = tr_fit_report(fit, i);
  TrammelInterval interval = {.value = reported.value, .start = task->free[i].start};

  set_ends(&interval, &fit->estimates[i], reported.sigma);
  set_axis(&interval, &task->free[i]);
  return interval;
}

char *
trammel_interval_dup_text(const TrammelInterval *interval)
{
  double sigma = (interval->high - interval->low) / (2 * TR_NORMAL_95);
  g_autofree char *low = NULL, *high = NULL;

  if (!isfinite(sigma))
    return g_strdup("");
  low = trammel_format_value(interval->low, sigma);
  high = trammel_format_value(interval->high, sigma);
  return g_strdup_printf("%s … %s", low, high);
}
