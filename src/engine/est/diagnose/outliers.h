/* Outliers: residuals of a sensor that are too large to be noise.
 *
 * An outlier lies farther than 4 robust standard deviations from the median: the scale is 1.4826
 * times the median of the absolute deviations of the normalised residuals (their rms where more
 * than half of them are equal).  Normal noise has one in 15 787. */
#pragma once

#include "engine/est/task/fit.h"

#define TR_OUTLIER_BOUND 4.0

/* Share of all residuals above which outliers are not single bad samples. */
#define TR_MANY_OUTLIERS 0.02

/* Outliers of a sensor; cleared by tr_outliers_clear(). */
typedef struct TrOutliers {
  double median, scale; /* robust mean and standard deviation of the normalised residuals */
  double expected;      /* number expected of normal noise */
  int count;
  bool is_many; /* clearly more than expected, or one that is very unlikely for normal noise */
  int *index;   /* [count] among the sensor's residuals, the largest first; owned */
} TrOutliers;

/* Finds the outliers of a sensor.  Returns TR_NO_MEMORY or TR_OK; free with tr_outliers_clear(). */
TR_NODISCARD TrStatus tr_outliers_find(TrOutliers *out, const TrSensorFit *fit);
void tr_outliers_clear(TrOutliers *outliers);
