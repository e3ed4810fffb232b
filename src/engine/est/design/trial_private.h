/* Internal interface of est/design/trial. */
#pragma once

#include "engine/est/design/trial.h"
#include "engine/sim/simulate.h"

/* Members of a trial. */
struct TrTrial {
  const TrPlanner *planner;
  TrModel *drives;           /* the model with a drive for each motor that follows set-points */
  TrChannel *drive_channels; /* [drives->n_motors] */
  double *pose, *twist;      /* of the start */
  double *curves;            /* [n_actors x n_samples] */
  double *rate_step;         /* [n_actors] change of a curve within half a sample step */
  double *rest;              /* [n_samples] zero, for motors that do not act */
  double *values;            /* [(n_motors + n_sensors) x n_samples] samples of the log */
  TrPushFunc push;           /* nullable: impulses of the simulation */
  void *push_user;
  double *nodes; /* [n_nodes] */
  TrTrajectory *motion;
  double *excess;             /* [tr_trial_n_limits()] */
  double *parts;              /* [tr_trial_n_parts()] */
  TrStateSigma *state_sigmas; /* [planner->n_freedoms] of the motion made */
  double kappa;               /* without reversals, in the planner's step */
  double *friction_rate;      /* [n_joints] */
  double *information;        /* [n_free x n_free] */
  TrLog log;
  TrChannel *channels; /* [n_motors + n_sensors] of the log */
  TrFree *free;
  TrTie *ties;
  TrLinear *constraints;
  TrTask task;
  TrLogFit warm_log;
  TrFit warm;
};

/* Returns whether an actor's motor of force is replaced by a drive. */
bool tr_actor_is_replaced(const TrPlanner *planner, int actor);

/* Number of a motor among the drives. */
int tr_drive_number(const TrModel *model, int motor);

/* Connects the channels of the simulation with the present curves. */
void tr_trial_link(TrTrial *trial);
