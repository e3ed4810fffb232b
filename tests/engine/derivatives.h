/* Derivatives of all that the estimator differentiates, against central differences, with a note of
 * what was seen: a derivative counts when it is right and not zero everywhere. */
#pragma once

#include "engine/est/identify.h"

/* How an observation is predicted: at a node, on the geodesic between two, on the parabola through
 * three when the channel's delay is free. */
enum { TR_AT_NODE, TR_BETWEEN, TR_ON_PARABOLA, TR_N_PREDICTIONS };

typedef struct TrCoverage {
  bool step[TR_N_FORMULATIONS][TR_N_PARAM_KINDS];
  bool states[TR_N_FORMULATIONS]; /* of a step, by the states */
  bool initial[TR_N_FORMULATIONS];
  bool frozen[TR_N_PARAM_KINDS]; /* with the weight of the state error frozen */
  bool observation[TR_N_PARAM_KINDS];
  bool sensor[TR_N_SENSOR_TYPES][TR_N_JOINT_TYPES][TR_N_PREDICTIONS];
} TrCoverage;

/* Gives a joint the friction model with all coefficients that any has, leaning to one side, and a
 * spring. */
void tr_stiffen(TrJoint *joint, TrFrictionModel friction);

/* Residuals of steps and of first nodes, for all mechanisms and formulations. */
void tr_cover_steps(TrCoverage *coverage);

/* Predicted observations of all sensors. */
void tr_cover_observations(TrCoverage *coverage);
