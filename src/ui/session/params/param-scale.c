#include "ui/session/params/param-scale.h"

#include <math.h>

double
trammel_param_way_scale(const TrModel *model, TrParam param, double start, double prior_sigma)
{
  return isfinite(prior_sigma) ? prior_sigma : tr_param_natural_size(model, param, start);
}
