/* Sweep of a regression over the cutoff of its filter (theory 15.3).
 *
 * Too low a cutoff takes away motion, too high a one lets noise become acceleration; both move the
 * values.  Between neighbouring cutoffs c and 2 c a sweep has the change
 *
 *   median over the parameters of |p(2c) - p(c)|/(|p(2c)| + |p(c)|)
 *
 * of those that both determine.  A parameter at a bound is not determined: noise that draws it
 * there leaves it there at all higher cutoffs.  The values also stand still where noise has taken
 * the place of all accelerations; but then they explain the forces badly.  So each regression has
 * the share of the forces that it leaves over,
 *
 *   m(c) = geometric mean over the freedoms of rmse/rms (TrRegressionForce),
 *
 * and a pair counts where sqrt(m(c) m(2c)) is at most twice the least one.  The chosen cutoff is
 * sqrt(2) c of the pair with the least change, among those that count and compare at least three
 * quarters as many parameters as the best of them. */
#pragma once

#include "engine/est/task/fit.h"

enum { TR_MOST_CUTOFFS = 8 };

/* A regression of the sweep. */
typedef struct TrCutoffPoint {
  double cutoff;    /* [Hz] */
  int n_determined; /* parameters; 0 where the regression failed */
  double change;    /* to the next point; NAN where nothing can be compared */
  int n_shared;     /* parameters that the next point determines, too */
  double left_over; /* share of the forces; NAN where the regression failed or there are none */
} TrCutoffPoint;

typedef struct TrCutoffSweep {
  int n;
  TrCutoffPoint points[TR_MOST_CUTOFFS]; /* ascending */
  int best;                              /* first point of the chosen pair; -1: no pair */
  double cutoff;                         /* chosen [Hz]; NAN without a pair */
} TrCutoffSweep;

/* Sweeps from 2.5 Hz upwards, as far as the samples allow, but ends after two regressions in a row
 * that leave over more than four times the least of a pair.  TR_NO_MEMORY, TR_CANCELLED, or the
 * error of a regression when all fail. */
TR_NODISCARD TrStatus tr_cutoff_sweep(TrCutoffSweep *out, const TrTask *task, TrError *error);

/* Sets the pair and its cutoff from the points. */
void tr_cutoff_choose(TrCutoffSweep *sweep);

/* Settles the cutoff of a regression: where the settings of the task leave it to the program, the
 * one that the sweep chooses, and that of the start values where no pair can be compared.  `out`
 * has no points where the settings state it.  Errors as above. */
TR_NODISCARD TrStatus tr_cutoff_settle(TrCutoffSweep *out, TrTask *task, TrError *error);

/* Settles it as a fit of the same task has it, so that both can be compared; another fit than a
 * regression changes nothing. */
void tr_cutoff_keep(TrSettings *settings, const TrFit *fit);

/* A regression of the task with its cutoff settled.  As tr_regression(). */
TR_NODISCARD TrStatus tr_regression_settled(TrFit **fit, const TrTask *task, TrError *error);
