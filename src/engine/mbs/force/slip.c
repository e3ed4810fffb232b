#include "engine/mbs/force/slip.h"

TrSlip
tr_slip_mean(TrReal rate, TrReal rate_after, double smoothing)
{
  TrReal before = tr_real_sqrt(rate * rate + smoothing * smoothing);
  TrReal after = tr_real_sqrt(rate_after * rate_after + smoothing * smoothing);
  TrReal sum = before + after, direction = (rate + rate_after) / sum;

  return (TrSlip){.direction = direction,
                  .d_rate = (1 - direction * rate / before) / sum,
                  .d_rate_after = (1 - direction * rate_after / after) / sum};
}

TrSlip
tr_slip_after(TrReal rate_after, double smoothing)
{
  TrReal size = tr_real_sqrt(rate_after * rate_after + smoothing * smoothing);
  TrReal direction = rate_after / size;

  return (TrSlip){.direction = direction,
                  .d_rate = tr_real(0),
                  .d_rate_after = (1 - direction * direction) / size};
}
