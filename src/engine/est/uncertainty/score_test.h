/* Score test of forces that the model does not have (Rao 1948; theory 10.10).
 *
 * A force x phi_k along a freedom of a joint, in step k, is an additional parameter x, whose value
 * is zero.  With S the information on the parameters and x after the states are eliminated, and g
 * the gradient by x at the minimum,
 *
 *   S_x = S_xx - S_xp S^-1 S_px,   x = -g/S_x,   shift = -S^-1 S_px x,   t = -g/sd
 *
 * are the estimate of x and of the change that it would make to the parameters, without another
 * fit.  sd is the largest of sqrt(S_x variance) and the standard deviations of a sum of scores that
 * remember (signal/long_run.h), at the estimate of x. */
#pragma once

#include "engine/est/uncertainty/posterior.h"

/* A force along a freedom of a joint. */
typedef struct TrForceColumn {
  int freedom;
  double *profile; /* phi [nodes of all logs] */
} TrForceColumn;

/* Result of the test of one force. */
typedef struct TrScoreTest {
  bool is_tested; /* false: the parameters of the model have the same effect, or it has none */
  double size;    /* x, along the freedom [N m, N] */
  double t;
  double *shift; /* [n_free] of the parameters, in their units; set by the caller */
} TrScoreTest;

/* Tests n forces, each beside the parameters alone, at the point of the posterior, with the weight
 * of its state error frozen.  information[n x n]: S_x of all of them together, the parameters
 * eliminated.  TR_NO_MEMORY or an error of the elimination on failure. */
TR_NODISCARD TrStatus tr_score_test(TrScoreTest *tests,
                                    double *information,
                                    const TrPosterior *posterior,
                                    const TrForceColumn *columns,
                                    int n);
