/* The overall scale of forces.
 *
 * The impulse balance is linear in masses, inertias, friction and motor coefficients together. When
 * all of them that the motion shows are free, a common factor changes nothing that can be measured
 * (METHOD §6) but the size of the state error, whose cost would drive all of them to zero.  The
 * gauge holds the start's inertias along that direction, and all parameters of the scale are
 * reported as not determined. */
#pragma once

#include "engine/est/stage.h"

typedef struct TrGauge {
  int n;                     /* parameters */
  bool decided;              /* whether the sums below were looked at */
  bool active;               /* the scale is free and held by the gauge */
  bool weighed;              /* whether the weight is set */
  double unexplained, total; /* energies of what the free parameters do not scale, and of all */
  double *direction; /* [n] what is held: unit vector over the scaled masses and inertias (over
                        all that scales where none of these is free) */
  double *loading;   /* [n] what is not determined: unit vector over all that scales */
  double weight;     /* of (direction . (p - start)/scale)^2 in the cost */
} TrGauge;

/* Whether a parameter is a factor of impulses. */
bool tr_param_scales_force(const TrModel *model, TrParam param);

/* Adds one step's part, from the work of a linearisation that has just been made. */
void tr_gauge_add(TrGauge *gauge, const TrStageWork *work, const TrStageContext *context);

/* Decides from the sums; parameters[n] and scale[n] at the start. */
void tr_gauge_decide(TrGauge *gauge,
                     const TrStageContext *context,
                     const double *parameters,
                     const double *scale);

/* direction . (parameters - start)/scale */
double tr_gauge_offset(const TrGauge *gauge,
                       const double *parameters,
                       const double *start,
                       const double *scale);
