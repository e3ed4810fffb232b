#include "engine/est/task/force_terms.h"

#include <float.h>
#include <math.h>

#include "engine/base/base.h"

/* Width of the narrow hump of friction, in rms rates. */
#define SLOW 0.3

const char *
tr_force_term_name(TrForceTerm term)
{
  static const char *const names[] = {
#define NAME(code, word) [code] = word,
      TR_FORCE_TERM_LIST(NAME)
#undef NAME
  };

  TR_ASSERT(term >= 0 && term < TR_N_FORCE_TERMS);
  return names[term];
}

TrForceScales
tr_force_scales(const TrForceStep *steps, int n)
{
  TR_ASSERT(steps && n > 0);
  TrForceScales scales = {0};

  for (int k = 0; k < n; k++) {
    scales.rate += steps[k].rate * steps[k].rate / n;
    scales.mean += steps[k].position / n;
  }
  for (int k = 0; k < n; k++)
    scales.deviation += pow(steps[k].position - scales.mean, 2) / n;
  scales.rate = fmax(sqrt(scales.rate), DBL_MIN);
  scales.deviation = fmax(sqrt(scales.deviation), DBL_MIN);
  return scales;
}

double
tr_force_term(TrForceTerm term, const TrForceScales *scales, const TrForceStep *step)
{
  double rate = step->rate / scales->rate;
  double position = (step->position - scales->mean) / scales->deviation;

  switch (term) {
  case TR_FORCE_CONSTANT:
    return 1;
  case TR_FORCE_RATE:
    return rate;
  case TR_FORCE_DIRECTION:
    return step->direction;
  case TR_FORCE_SPEED:
    return hypot(step->rate, step->smoothing) / scales->rate;
  case TR_FORCE_RATE_SQUARED:
    return rate * fabs(rate);
  case TR_FORCE_SLOW_FRICTION:
    return step->direction * exp(-rate * rate / (SLOW * SLOW));
  case TR_FORCE_MEDIUM_FRICTION:
    return step->direction * exp(-rate * rate);
  case TR_FORCE_POSITION:
    return position;
  case TR_FORCE_POSITION_SQUARED:
    return position * position;
  case TR_FORCE_RATE_BY_POSITION:
    return position * rate;
  case TR_N_FORCE_TERMS:
    break;
  }
  return 0;
}
