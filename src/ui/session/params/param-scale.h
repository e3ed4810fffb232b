/* The size in which ways of parameters are drawn. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* By this a parameter's way from its start is divided: its prior's sigma, else the larger of its
 * start and its natural scale. */
double
trammel_param_way_scale(const TrModel *model, TrParam param, double start, double prior_sigma);

G_END_DECLS
