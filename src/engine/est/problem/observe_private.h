/* Internal interface of est/problem/observe: predicted observations. */
#pragma once

#include "engine/est/problem/private.h"
#include "engine/mbs/model/sensor.h"

/* An observation to predict: the nodes that it depends on, and its moment. */
typedef struct TrSight {
  const TrProblem *problem;
  const TrSensor *sensor;
  const TrObservation *observation;
  int log;
  int node, touched;  /* depends on these consecutive nodes */
  double at;          /* moment, in steps since `node` */
  bool moves;         /* with a free delay of the channel */
  const double *pose; /* of `node` */
  double *jac; /* nullable [touched n + columns], zero: by tangents of the nodes, by parameters */
  double rate; /* out: change of the reading per step; where it moves */
} TrSight;

/* Predicted readings of sensors of poses, of rates and of steps; they fill jac and rate. */
double tr_predict_pose(TrSight *sight);
double tr_predict_rate(TrSight *sight);
double tr_predict_step(TrSight *sight); /* NAN where the step cannot be solved for */

/* Poses of the i-th node of the observation. */
static inline const double *
tr_sight_pose(const TrSight *sight, int i)
{
  return sight->pose + (size_t)i * (size_t)(sight->problem->n / 6) * TR_POSE;
}

/* Derivatives by the tangent of the i-th node. */
static inline double *
tr_sight_states(const TrSight *sight, int i)
{
  return sight->jac + i * sight->problem->n;
}

/* Derivatives by the parameters. */
static inline double *
tr_sight_columns(const TrSight *sight)
{
  return sight->jac + sight->touched * sight->problem->n;
}

/* Quadratic through three nodes around a moment: weights of its value and of its slope and
 * curvature per step, the moment counted from the middle node. */
typedef struct TrParabola {
  double weight[3], slope[3];
} TrParabola;

/* Weights at s steps after the middle node. */
static inline TrParabola
tr_parabola(double s)
{
  return (TrParabola){{s * (s - 1) / 2, 1 - s * s, s * (s + 1) / 2}, {s - 0.5, -2 * s, s + 0.5}};
}

/* sum weight_i s_i over three nodes, s the coordinate of the sensor's joint or its reading, angles
 * unwrapped; fills jac if there is one; *rate gets sum slope_i s_i. */
double tr_predict_weighted(TrSight *sight, const double weight[3], const double slope[3]);

/* Adds `weight` times the derivative of the reading by the sensor's point and by the centre of mass
 * of its body; `seen`: direction of the reading in body axes. */
void tr_sight_add_point(TrSight *sight, const double seen[3], double weight);
