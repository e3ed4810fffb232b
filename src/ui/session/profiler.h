/* The cost around a run's estimates by fits with two parameters held (engine/est/profile.h), on a
 * thread of its own; the latest pair asked for wins. */
#pragma once

#include "engine/est/profile.h"
#include "ui/session/background.h"
#include "ui/session/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROFILER (trammel_profiler_get_type())
G_DECLARE_FINAL_TYPE(TrammelProfiler, trammel_profiler, TRAMMEL, PROFILER, TrammelBackground)

/* Signals: "progress" (guint done, guint most: fits), "profiled" (TrammelRun *, const TrProfiles *:
 * of the pair asked for last; valid during the emission), "failed" (GError *). */
TrammelProfiler *trammel_profiler_new(void);

/* Two different places among the run's free parameters. */
void trammel_profiler_start(TrammelProfiler *profiler, TrammelRun *run, int first, int second);

/* Nothing comes of what is under way any more. */
void trammel_profiler_stop(TrammelProfiler *profiler);

G_END_DECLS
