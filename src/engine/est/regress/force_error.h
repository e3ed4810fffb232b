/* Errors of the forces along a motion: inverse dynamics of the motion less the motors' forces
 * (theory 15.7). */
#pragma once

#include "engine/est/task/fit.h"

/* Error along one freedom with a motor. */
typedef struct TrForceError {
  int joint;
  double rmse;    /* [N m] or [N] */
  double percent; /* of the rms of the motors' forces */
} TrForceError;

typedef struct TrForceErrors {
  int n;                /* joints with a motor whose force is an input */
  TrForceError *errors; /* [n] */
} TrForceErrors;

/* Computes the errors of log `log` of a task with the values of its model: along the measured
 * positions, or, unless motion is NULL, along this motion of the log.  Forces and motion pass the
 * filter of the settings.  Errors: those of tr_equations_new(); clear with
 * tr_force_errors_clear(). */
TR_NODISCARD TrStatus tr_force_errors(
    TrForceErrors *out, const TrTask *task, int log, const TrTrajectory *motion, TrError *error);
void tr_force_errors_clear(TrForceErrors *errors);
