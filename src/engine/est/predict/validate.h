/* Validation: prediction of a log by parameters that need not come from it.
 *
 * Open loop: one simulation from the log's start under its inputs, compared with the samples of the
 * sensors at their own stamps.  Multi-step prediction over k steps: the same, but the motion is
 * simulated anew every k steps from the known motion (predict/multi_step_prediction.h), so that no
 * sample is predicted over more than k steps; k = 1 is the one-step prediction, and k as long as
 * the log the open loop.  Prediction of a joint over its own period
 * (predict/joint_prediction.h), which neither chaos nor drift of a long log decides. State-only
 * re-estimation: the fit of the log's motion alone, with the parameters fixed (theory 12.7). */
#pragma once

#include "engine/est/predict/start_state.h"
#include "engine/est/task/fit.h"

/* The horizon ends where the error first exceeds this share of the signal's standard deviation, or
 * three standard deviations of one sample where that is more. */
#define TR_HORIZON_SHARE 0.25
#define TR_HORIZON_NOISE 3.0

/* Open-loop comparison of one sensor. */
typedef struct TrSensorScore {
  int sensor;
  size_t n_samples;     /* compared: those within the trim and not excluded */
  double rmse;          /* [rad] or [m]; angles modulo a turn; NAN without samples */
  double nrmse_percent; /* 100 |y - y_sim| / |y - mean y|; NAN where y is constant */
  double largest;       /* largest error, absolute */
  double sigma;         /* of one sample, stated or estimated from the signal */
  double threshold;     /* of the horizon */
  double horizon;       /* [s] from the start to the first error above the threshold; the whole
                           length where there is none */
  double *t, *measured, *simulated; /* [n_samples] continuous angles; NULL unless requested */
} TrSensorScore;

/* Score of one log; owned. */
typedef struct TrLogScore {
  TrStatus status; /* TR_OK, or the error of a missing part: its numbers are NAN */
  char
      message[TR_ERROR_SIZE]; /* of a status other than TR_OK, and of a fit that did not converge */
  double h, start, duration;  /* [s] of the simulation */
  int steps;                  /* predicted over; 0: open loop */
  int n_sensors;
  TrSensorScore *sensors;            /* [n_sensors] those mapped in the log */
  double mean_rmse;                  /* of the sensors' rmse */
  double observation_mse, state_mse; /* of the re-estimation, as in TrFit */
  double kappa;                      /* that it used */
  int n_joints;                      /* 0 where nothing was re-estimated */
  TrJointPrediction *joints;         /* [n_joints] over the periods of the re-estimated motion */
  TrTrajectory *motion;              /* simulated; NULL unless requested */
  TrTrajectory *estimated;           /* re-estimated; NULL unless requested and done */
} TrLogScore;

/* Options of a score. */
typedef struct TrScoreOptions {
  TrStartState start;
  double h;    /* [s] step of the simulation; NAN: that of the settings, which the parameters of a
                  fit belong to (theory 11) */
  bool traces; /* keep the samples and the motions */
  const TrTrajectory *motion; /* nullable: the log's estimated motion with these parameters, if
                                 known: nothing is re-estimated, and the numbers of the
                                 re-estimation are NAN */
  int steps; /* predict over so many; 0: open loop.  It requires the h of the settings
                (TR_BAD_SETTING) */
} TrScoreOptions;

/* Scores one log of a task with the given parameters [n_free].  The task's monitor can stop it:
 * TR_CANCELLED, no score.  Numerical failures are reported in the score; other errors (bad input)
 * are returned, *score NULL. The caller frees *score. */
TR_NODISCARD TrStatus tr_score_log(TrLogScore **score,
                                   const TrTask *task,
                                   int log,
                                   const double *parameters,
                                   const TrScoreOptions *options,
                                   TrError *error);
void tr_log_score_free(TrLogScore *score);

/* Returns the largest error of a joint over its period (TrJointPrediction); NAN without one.
 * joint: its index, nullable; -1 without one. */
double tr_log_score_worst_joint(const TrLogScore *score, int *joint);

/* Sets the figures of the re-estimation, which do not depend on the number of steps, to those of
 * another score of the same log and model; returns the first. */
TrLogScore *tr_log_score_take_re_estimation(TrLogScore *score, const TrLogScore *from);

/* Frees the traces and returns the estimated motion, which then belongs to the caller; NULL without
 * one. */
TrTrajectory *tr_log_score_strip(TrLogScore *score);
