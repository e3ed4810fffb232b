/* Analysis of a run for the page Inspect, computed once and immutable: residuals, forces along the
 * motion, and uncertainty of the parameters. */
#pragma once

#include "engine/est/diagnose/force_balance.h"
#include "engine/est/diagnose/residual_shape.h"
#include "engine/est/diagnose/residual_spectrum.h"
#include "engine/est/regress/base.h"
#include "engine/est/uncertainty/information.h"
#include "engine/est/uncertainty/spectrum.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

typedef struct {
  TrResidualCheck check;
  TrResidualShape shape;
  TrResidualSpectrum spectrum;
} TrammelSensorAnalysis;

typedef struct {
  int n_sensors;
  TrammelSensorAnalysis *sensors; /* in the order of the sensors of the run's log */
  const TrSensorFit *fits;        /* [n_sensors] fits that these residuals belong to */
  TrSensorFit *own;               /* owned fits if they are not the run's; nullable */
  TrForceBalance retrace;         /* n_nodes = 0 where a step of the motion has no solution */
  TrInformationBins information;  /* n_bins = 0 if the fit did not compute it */
} TrammelLogAnalysis;

typedef struct {
  TrammelRun *run;
  gboolean is_open_loop;
  int n_logs;
  TrammelLogAnalysis *logs;
  TrSpectrum spectrum; /* n = 0 without free parameters or sigma */
  TrBase *base;        /* base parameters; NULL where there are none, and of open-loop residuals */
  double *base_value, *base_sigma; /* [base->rank] of the fit */
} TrammelRunAnalysis;

/* Computes the analysis (free with trammel_run_analysis_unref()); takes long for long logs and may
 * run on any thread. */
TrammelRunAnalysis *trammel_run_analysis_new(TrammelRun *run);
TrammelRunAnalysis *trammel_run_analysis_ref(TrammelRunAnalysis *analysis);

/* Computes the analysis of the open-loop residuals, simulated from the start of the estimated
 * motion with the values of the stepper; without motion, information and spectrum.  A log whose
 * simulation fails has none. */
TrammelRunAnalysis *trammel_run_analysis_new_open_loop(TrammelRun *run);
void trammel_run_analysis_unref(TrammelRunAnalysis *analysis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelRunAnalysis, trammel_run_analysis_unref)

G_END_DECLS
