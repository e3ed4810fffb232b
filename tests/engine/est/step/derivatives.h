/* Derivatives of all functions that the estimator differentiates, against central differences, with
 * a record of coverage: a derivative counts when it is right and not zero everywhere. */
#pragma once

#include "engine/est/task/fit.h"

/* Moment of an observation: at a node, between two, moved by a free delay of its channel. */
enum { TR_AT_NODE, TR_BETWEEN, TR_LATE, TR_N_PREDICTIONS };

typedef struct TrCoverage {
  bool step[TR_N_FORMULATIONS][TR_N_PARAM_KINDS];
  bool work[TR_N_FORMULATIONS][TR_N_PARAM_KINDS]; /* of the state error in a step */
  bool states[TR_N_FORMULATIONS];                 /* of a step, by the states */
  bool initial[TR_N_FORMULATIONS];
  bool first_slip;               /* of the first interval of a log */
  bool frozen[TR_N_PARAM_KINDS]; /* with the weight of the state error frozen */
  bool observation[TR_N_PARAM_KINDS];
  bool sensor[TR_N_SENSOR_TYPES][TR_N_PREDICTIONS];
  bool joint[TR_N_SENSOR_TYPES][TR_N_JOINT_TYPES]; /* of sensors on a joint */
} TrCoverage;

/* Gives a joint the friction model with all its coefficients, asymmetric, and a spring. */
void tr_stiffen(TrJoint *joint, TrFrictionModel friction);

/* Residuals of steps and of first nodes, for all mechanisms and formulations. */
void tr_cover_steps(TrCoverage *coverage);

/* Predicted observations of all sensors. */
void tr_cover_observations(TrCoverage *coverage);
