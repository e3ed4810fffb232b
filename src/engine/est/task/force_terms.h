/* Forces along a joint that a model may lack, as functions of the joint's coordinate q and rate v
 * (theory 10.10): a dictionary whose terms are tested one by one.
 *
 * With r the rms of v, s the standard deviation of q, m its mean, and w the smoothing rate of dry
 * friction, all over all logs, each term is a number without unit of about one. */
#pragma once

/* Terms: constant, word in files, formula. */
#define TR_FORCE_TERM_LIST(TERM)                                                                   \
  TERM(TR_FORCE_CONSTANT, "constant")                 /* 1 */                                      \
  TERM(TR_FORCE_RATE, "rate")                         /* v/r */                                    \
  TERM(TR_FORCE_DIRECTION, "direction")               /* D(v) = v/sqrt(v^2 + w^2) */               \
  TERM(TR_FORCE_SPEED, "speed")                       /* sqrt(v^2 + w^2)/r */                      \
  TERM(TR_FORCE_RATE_SQUARED, "rate-squared")         /* v |v|/r^2 */                              \
  TERM(TR_FORCE_SLOW_FRICTION, "slow-friction")       /* D(v) exp(-(v/0.3r)^2) */                  \
  TERM(TR_FORCE_MEDIUM_FRICTION, "medium-friction")   /* D(v) exp(-(v/r)^2) */                     \
  TERM(TR_FORCE_POSITION, "position")                 /* (q - m)/s */                              \
  TERM(TR_FORCE_POSITION_SQUARED, "position-squared") /* ((q - m)/s)^2 */                          \
  TERM(TR_FORCE_RATE_BY_POSITION, "rate-by-position") /* (q - m)/s v/r */

typedef enum TrForceTerm {
#define TR_FORCE_TERM_ENUM(term, word) term,
  TR_FORCE_TERM_LIST(TR_FORCE_TERM_ENUM)
#undef TR_FORCE_TERM_ENUM
      TR_N_FORCE_TERMS
} TrForceTerm;

/* Returns a term's word in files; static. */
const char *tr_force_term_name(TrForceTerm term);

/* Scales of the terms of one joint. */
typedef struct TrForceScales {
  double rate;            /* r [rad/s, m/s] */
  double mean, deviation; /* m, s [rad, m] */
} TrForceScales;

/* Motion of a joint in a step. */
typedef struct TrForceStep {
  double position, rate; /* q, v */
  double direction;      /* mean of D(v) over the step (mbs/force/slip.h) */
  double smoothing;      /* w > 0 */
} TrForceStep;

/* Returns the scales of n > 0 steps; at least a tiny number where nothing moves. */
TrForceScales tr_force_scales(const TrForceStep *steps, int n);

/* Returns a term in a step. */
double tr_force_term(TrForceTerm term, const TrForceScales *scales, const TrForceStep *step);
