/* Random impulses with the standard deviations of a fit's state error, which act in the steps of a
 * simulation (theory 10.9). */
#pragma once

#include "engine/base/random.h"
#include "engine/est/task/fit.h"
#include "engine/mbs/mechanism/mechanism.h"

/* Impulses of one simulation. */
typedef struct TrStatePushes {
  const TrFit *fit;
  TrRandom *random;
  double sigma;           /* [N s, N m s] of all bodies alike, where the fit weighs them so */
  double factor;          /* of the fit's sigmas: the root of the step by that of the fit */
  TrMechanism *mechanism; /* of the fit's model */
  TrPlace *places;        /* [n_bodies] */
  double *freedoms;       /* [n_freedoms x 6 n_bodies] */
} TrStatePushes;

/* Initialises the impulses of a step as long as the fit's; sigma as above.  Fit and generator must
 * outlive it.  TR_OK, or TR_NO_MEMORY; clear it in either case. */
TR_NODISCARD TrStatus tr_state_pushes_init(TrStatePushes *pushes,
                                           const TrFit *fit,
                                           double sigma,
                                           TrRandom *random);
void tr_state_pushes_clear(TrStatePushes *pushes);

/* TrPushFunc over a TrStatePushes: along the freedoms of the joints, each with its own sigma, or
 * on all bodies. */
void tr_state_push(void *pushes, double *impulse, const double *pose, int n_bodies);
