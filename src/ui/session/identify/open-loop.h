/* Open loop of a run: the motion that its parameters predict from the start of the log under the
 * measured inputs, simulated in a background thread. */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h). */
#define TRAMMEL_TYPE_OPEN_LOOP (trammel_open_loop_get_type())
G_DECLARE_FINAL_TYPE(TrammelOpenLoop, trammel_open_loop, TRAMMEL, OPEN_LOOP, TrammelBackgroundTask)

TrammelOpenLoop *trammel_open_loop_new(void);

/* Starts the simulation of all logs of `run`: with its estimates, or with the start values of a run
 * that is only prepared. */
void trammel_open_loop_start(TrammelOpenLoop *loop, TrammelRun *run);

/* Returns the run of the last finished simulation; NULL before the first. */
TrammelRun *trammel_open_loop_get_run(TrammelOpenLoop *loop);

/* Returns its simulated curve of a sensor of a log, owned by this object; NULL if the simulation of
 * the log has failed. */
const TrammelCurve *trammel_open_loop_get_curve(TrammelOpenLoop *loop, int log, int sensor);

G_END_DECLS
