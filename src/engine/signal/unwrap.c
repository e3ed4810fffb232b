#include "engine/signal/unwrap.h"

#include <math.h>

#include "engine/base/base.h"

void
tr_unwrap(double *angle, size_t n)
{
  TR_ASSERT(tr_is_array(angle, n));

  double turns = 0;

  for (size_t i = 1; i < n; i++) {
    double jump = angle[i] + turns - angle[i - 1];

    turns -= 2 * M_PI * round(jump / (2 * M_PI));
    angle[i] += turns;
  }
}
