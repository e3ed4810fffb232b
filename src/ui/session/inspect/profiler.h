/* The cost around a run's estimates by fits with two parameters held
 * (engine/est/identify/profile.h), on a thread of its own; the latest pair asked for wins. */
#pragma once

#include "engine/est/identify/profile.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A chore (thread/background-task.h) whose outcome is a TrProfiles; its progress counts fits. */
#define TRAMMEL_TYPE_PROFILER (trammel_profiler_get_type())
G_DECLARE_FINAL_TYPE(TrammelProfiler, trammel_profiler, TRAMMEL, PROFILER, TrammelChore)

TrammelProfiler *trammel_profiler_new(void);

/* Two different places among the run's free parameters. */
void trammel_profiler_start(TrammelProfiler *profiler, TrammelRun *run, int first, int second);

/* The run that the last profiles belong to; NULL before. */
TrammelRun *trammel_profiler_get_run(TrammelProfiler *profiler);

G_END_DECLS
