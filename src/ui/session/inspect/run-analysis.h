/* Analysis of a run for the page Inspect, computed once and immutable: residuals, forces along the
 * motion, and uncertainty of the parameters. */
#pragma once

#include "engine/est/diagnose/force_balance.h"
#include "engine/est/diagnose/residual_shape.h"
#include "engine/est/uncertainty/information.h"
#include "engine/est/uncertainty/spectrum.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

typedef struct {
  TrResidualCheck check;
  TrResidualShape shape;
} TrammelSensorInsight;

typedef struct {
  int n_sensors;
  TrammelSensorInsight *sensors; /* in the order of the sensors of the run's log */
  const TrSensorFit *fits;       /* [n_sensors] fits that these residuals belong to */
  TrSensorFit *own;              /* owned fits if they are not the run's; nullable */
  TrRetrace retrace;             /* n_nodes = 0 where a step of the motion has no solution */
  TrInformationBins information; /* n_bins = 0 if the fit did not compute it */
} TrammelLogInsight;

typedef struct {
  TrammelRun *run;
  gboolean is_open_loop;
  int n_logs;
  TrammelLogInsight *logs;
  TrSpectrum spectrum; /* n = 0 without free parameters or sigma */
} TrammelInsight;

/* Computes the analysis (free with trammel_insight_unref()); takes long for long logs and may run
 * on any thread. */
TrammelInsight *trammel_insight_new(TrammelRun *run);
TrammelInsight *trammel_insight_ref(TrammelInsight *insight);

/* Computes the analysis of the open-loop residuals, simulated from the start of the estimated
 * motion; without motion, information and spectrum.  A log whose simulation fails has none. */
TrammelInsight *trammel_insight_new_open_loop(TrammelRun *run);
void trammel_insight_unref(TrammelInsight *insight);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelInsight, trammel_insight_unref)

G_END_DECLS
