/* Forward simulation with the SPOOK stepper (theory 3). */
#pragma once

#include "engine/base/monitor.h"
#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/signal/log.h"
#include "engine/sim/spook.h"

/* Function that fills the external impulses of a step (spook.h), [6 n_bodies]; called once a step,
 * in order. */
typedef void (*TrPushFunc)(void *user, double *impulse, const double *pose, int n_bodies);

/* Options of a simulation. */
typedef struct TrSimOptions {
  double h;                /* [s] */
  double start;            /* [s] time of node 0, on the time axis of the inputs */
  double duration;         /* [s] */
  double compliance_scale; /* >= 0 */
  double damping_scale;    /* >= 0 */
  TrSolver solver;
  double slip;     /* of contacts (sim/spook.h); 0: its default */
  TrPushFunc push; /* nullable: no external impulses */
  void *push_user;
  const TrTrajectory *past; /* nullable: motion whose first n_past nodes, h apart, are what servos
                               have seen before the start */
  int n_past;
} TrSimOptions;

/* Start and inputs of a simulation. */
typedef struct TrSimCase {
  const double *pose, *twist; /* [n_bodies x 7], [n_bodies x 6] of node 0 */
  int n_inputs;
  const TrChannel *inputs; /* [n_inputs] of which those of sensors are ignored; a motor without a
                              channel gets 0, and a drive without one is an error */
} TrSimCase;

/* Returns TR_BAD_SETTING for options out of their range, and where the solver does not step the
 * model. */
TR_NODISCARD TrStatus tr_sim_check(const TrModel *model,
                                   const TrSimOptions *options,
                                   TrError *error);

/* Simulates.  The caller frees *out.  The monitor gets NULL events. */
TR_NODISCARD TrStatus tr_simulate(TrTrajectory **out,
                                  const TrModel *model,
                                  const TrSimCase *from,
                                  const TrSimOptions *options,
                                  const TrMonitor *monitor,
                                  TrError *error);
