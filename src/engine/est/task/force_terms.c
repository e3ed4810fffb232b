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
tr_force_scales(const double *q, const double *v, int n)
{
  TR_ASSERT(q && v && n > 0);
  TrForceScales scales = {0};

  for (int k = 0; k < n; k++) {
    scales.rate += v[k] * v[k] / n;
    scales.mean += q[k] / n;
  }
  for (int k = 0; k < n; k++)
    scales.deviation += (q[k] - scales.mean) * (q[k] - scales.mean) / n;
  scales.rate = fmax(sqrt(scales.rate), DBL_MIN);
  scales.deviation = fmax(sqrt(scales.deviation), DBL_MIN);
  return scales;
}

double
tr_force_term(TrForceTerm term, const TrForceScales *scales, double q, double v, double smoothing)
{
  double rate = v / scales->rate, position = (q - scales->mean) / scales->deviation;
  double speed = sqrt(v * v + smoothing * smoothing);

  switch (term) {
  case TR_FORCE_CONSTANT:
    return 1;
  case TR_FORCE_RATE:
    return rate;
  case TR_FORCE_DIRECTION:
    return v / speed;
  case TR_FORCE_SPEED:
    return speed / scales->rate;
  case TR_FORCE_RATE_SQUARED:
    return rate * fabs(rate);
  case TR_FORCE_SLOW_FRICTION:
    return v / speed * exp(-rate * rate / (SLOW * SLOW));
  case TR_FORCE_MEDIUM_FRICTION:
    return v / speed * exp(-rate * rate);
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
