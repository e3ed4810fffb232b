/* Scale that normalises parameters in the history plot. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* Returns the divisor of a parameter's change from its start: its prior's sigma, else the larger of
 * its start and its natural scale. */
double
trammel_param_way_scale(const TrModel *model, TrParam param, double start, double prior_sigma);

G_END_DECLS
