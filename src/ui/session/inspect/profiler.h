/* Profiles of the cost around a run's estimates, from fits with one or two parameters fixed
 * (engine/est/identify/profile.h), computed in a background thread; the latest request supersedes
 * earlier ones. */
#pragma once

#include "engine/est/identify/profile.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrProfiles; its progress counts
 * fits. */
#define TRAMMEL_TYPE_PROFILER (trammel_profiler_get_type())
G_DECLARE_FINAL_TYPE(TrammelProfiler, trammel_profiler, TRAMMEL, PROFILER, TrammelBackgroundTask)

TrammelProfiler *trammel_profiler_new(void);

/* Starts profiles of two parameters, by index among the run's free parameters; of one if both are
 * the same. */
void trammel_profiler_start(TrammelProfiler *profiler, TrammelRun *run, int first, int second);

/* Returns the run of the last profiles, owned by the profiler; NULL before the first. */
TrammelRun *trammel_profiler_get_run(TrammelProfiler *profiler);

/* Returns the last profiles, owned by the profiler, if they are those of the pair in `run`; else
 * NULL. */
const TrProfiles *
trammel_profiler_get_profiles(TrammelProfiler *profiler, TrammelRun *run, int first, int second);

G_END_DECLS
