/* Profile likelihood: the least cost as a function of one parameter, or of a pair, with everything
 * else fitted again.
 *
 *   delta(v) = (least cost with the parameter at v - least cost)/variance,  variance = cost/dof
 *
 * delta <= 1 is the 68 % and delta <= 3.84 the 95 % interval of one parameter by the likelihood
 * ratio (2.30 and 5.99 of a pair); where the cost is quadratic, delta = ((v - estimate)/sigma)^2.
 * If the weight of the state error is frozen (est/problem/problem.h), it is that of the estimate
 * throughout: the estimate is the minimum of that cost only.  Each fit starts from its neighbour's
 * motion and parameters, one predictor step ahead, from the estimate outwards. */
#pragma once

#include "engine/est/lsq/contour.h"
#include "engine/est/task/fit.h"

enum { TR_PROFILE_LEVELS = 2 }; /* 68.27 % and 95 % */

/* Reasons for the end of one side of a profile. */
typedef enum TrProfileEnd {
  TR_PROFILE_CLOSED, /* the profile passes the 95 % level */
  TR_PROFILE_OPEN,   /* it does not within the points that were allowed */
  TR_PROFILE_BOUND,  /* the parameter's bound comes first */
  TR_PROFILE_FAILED  /* a fit does not converge */
} TrProfileEnd;

/* A fit with the parameter fixed at a value. */
typedef struct TrProfilePoint {
  double value;
  double delta;
  int iterations;     /* of its fit */
  double *parameters; /* [n_free] */
} TrProfilePoint;

/* Profile of one parameter. */
typedef struct TrProfile {
  int parameter;
  double estimate, sigma, sigma_linear; /* of the fit; NAN where it has none */
  int n_points;
  TrProfilePoint *points;                /* [n_points] ascending, the estimate among them */
  double interval[TR_PROFILE_LEVELS][2]; /* low and high; a bound where that comes first; NAN where
                                            the profile does not reach the level */
  TrProfileEnd low, high;
} TrProfile;

/* delta over a pair: columns i at first[i], and in each the nodes around the conditional optimum of
 * the second parameter. */
typedef struct TrProfileGrid {
  int n;                          /* [n x n] nodes */
  double *first, *second, *delta; /* [n x n] node (i, j) = i n + j; delta NAN where there is
                                     none */
  TrContour contour[TR_PROFILE_LEVELS];
} TrProfileGrid;

/* Profiles of one parameter or of a pair; owned. */
typedef struct TrProfiles {
  TrStatus status; /* TR_OK, TR_CANCELLED (then a partial result), or the error */
  char message[TR_ERROR_SIZE];
  int n_free, n_profiles; /* one, or two of a pair */
  TrProfile profiles[2];
  TrProfileGrid grid; /* n = 0 of a single parameter */
  double cost, variance;
  long dof;
  double lowest; /* least delta found: below 0 the fit has missed a lower minimum */
  int fits;
  double seconds;
} TrProfiles;

/* Parameters and number of points. */
typedef struct TrProfileOptions {
  int n_parameters;  /* 1 or 2 */
  int parameters[2]; /* indices of free parameters */
  int n_points;      /* of a profile, at most; 0: 21 */
  int n_grid;        /* nodes of a side of the grid; 0: 11 */
} TrProfileOptions;

/* Event for the monitor after every fit. */
typedef struct TrProfileEvent {
  int fits, most; /* done, and at most to do */
  double seconds;
} TrProfileEvent;

/* Fits the task, then computes the profiles.  The task's kappa and weighting are used as they
 * stand.  On bad input, and for a parameter along a gauge freedom (est/lsq/gauge.h), *profiles is
 * NULL and `error` says what to do.  The caller frees *profiles. */
TR_NODISCARD TrStatus tr_profile(TrProfiles **profiles,
                                 const TrTask *task,
                                 const TrProfileOptions *options,
                                 TrError *error);
void tr_profiles_free(TrProfiles *profiles);

/* Returns twice the logarithm of the likelihood ratio at a level, of n parameters (1 or 2). */
double tr_profile_level(int level, int n_parameters);
