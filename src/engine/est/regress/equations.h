/* Equations of a regression: the rows of the regressor along the motions that the logs show (theory
 * 12.2).
 *
 * Positions pass a zero-phase low-pass at the settings' cutoff, rates and accelerations are central
 * differences over the samples, and closed loops are closed at every sample.  The rows, of which
 * the inputs are a column, pass the same filter once more, so that both sides of the equations lose
 * the same frequencies, and every n-th of them is kept. */
#pragma once

#include "engine/est/prepare/prepare.h"
#include "engine/est/regress/regressor.h"

/* Samples by period of the cutoff that are kept. */
#define TR_REGRESS_SAMPLES 8

/* Equations of all logs; rows of a freedom follow each other, those of a log, too. */
typedef struct TrEquations {
  TrModel *model;              /* with all com 0; friction and springs are those of the task */
  TrCoefficients coefficients; /* of the task's model */
  int n_freedoms, n_logs, n;   /* n: rows of a freedom */
  TrRegressFreedom *freedom;   /* [n_freedoms] */
  int *first;                  /* [n_logs + 1] rows of each log */
  int n_lost;                  /* samples in configurations that leave a motion open */
  double step;                 /* [s] between samples */
  int stride;                  /* samples between rows */
  double cutoff;               /* [Hz] */
  double *row;                 /* [n_freedoms x n x coefficients.n] */
  double *time;                /* [n] [s] of the log */
  int window;                  /* samples of a window of energy; 0: none ... */
  int n_windows;               /* ... of all logs ... */
  double *balance;             /* ... [n_windows x coefficients.n] (est/regress/energy.h) ... */
  int *middle;                 /* ... [n_windows] the row nearest to the middle of each */
  bool has_load;               /* dry friction depends on the constraint forces */
  int n_drives;
  bool has_input; /* a log has the channel of a motor's force */
  TrLog *logs;    /* [n_logs] with the channels below */
  TrChannel *channels;
  TrPrepared prepared; /* motions at the samples */
  double *coordinate;  /* [samples of all logs x n_freedoms] rates, then accelerations */
} TrEquations;

/* Makes the equations of a task.  TR_BAD_LOG, TR_BAD_MODEL or TR_BAD_SETTING with a sentence: no
 * log, all motions prescribed, a cutoff beyond the samples.  Free with tr_equations_free(). */
TR_NODISCARD TrStatus tr_equations_new(TrEquations **out, const TrTask *task, TrError *error);

/* The same along a motion of the task's only log, with its step and its centres of mass, instead of
 * the measured positions (motion NULL: along these).  A cutoff beyond its nodes is lowered. */
TR_NODISCARD TrStatus tr_equations_new_along(TrEquations **out,
                                             const TrTask *task,
                                             const TrTrajectory *motion,
                                             TrError *error);
void tr_equations_free(TrEquations *equations);

/* Computes the rows anew with the loads of dry friction under the coefficients z. */
TR_NODISCARD TrStatus tr_equations_load(TrEquations *equations, const double *z);

/* Rows [n x coefficients.n] of a freedom. */
double *tr_equations_rows(const TrEquations *equations, int freedom);
