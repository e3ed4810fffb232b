/* What the Inspect page shows of a run, worked out once and immutable: what its residuals say, what
 * its motion says of the forces, and what is known of its parameters. */
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
  TrammelSensorInsight *sensors; /* as those of the run's log */
  const TrSensorFit *fits;       /* [n_sensors] whose residuals these are */
  TrSensorFit *own;              /* what they point to where they are not the run's; nullable */
  TrRetrace retrace;             /* n_nodes = 0 where a step of the motion has no solution */
  TrInformationBins information; /* n_bins = 0 where the fit did not work it out */
} TrammelLogInsight;

typedef struct {
  TrammelRun *run;
  gboolean is_open_loop;
  int n_logs;
  TrammelLogInsight *logs;
  TrSpectrum spectrum; /* n = 0 without free parameters or sigma */
} TrammelInsight;

/* Works it out; takes a while for long logs and may run on any thread. */
TrammelInsight *trammel_insight_new(TrammelRun *run);
TrammelInsight *trammel_insight_ref(TrammelInsight *insight);

/* The same of the residuals of the open loop, simulated from where the estimated motion begins:
 * without motion, information and spectrum.  A log whose simulation fails has none. */
TrammelInsight *trammel_insight_new_open_loop(TrammelRun *run);
void trammel_insight_unref(TrammelInsight *insight);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelInsight, trammel_insight_unref)

G_END_DECLS
