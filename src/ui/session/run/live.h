/* Live solutions: what a fit becomes while a setting is dragged.
 *
 * A thread of its own keeps an engine session (engine/est/identify/session.h) and solves the latest
 * request from where it is.  A request that waits lets the solution under way end at its next
 * iterate, so that a fast hand sees results, too; one that replaces another before it was begun is
 * all that is worked on.  At rest the solution goes on until it has converged.  Inputs are
 * immutable; signals are emitted in the thread-default main context of the caller of
 * trammel_live_new(). */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LIVE (trammel_live_get_type())
G_DECLARE_FINAL_TYPE(TrammelLive, trammel_live, TRAMMEL, LIVE, TrammelBackground)

/* Signals: "solved" (TrammelRun *: a preview of the latest request that was begun), "failed"
 * (GError *).  Property "running" (gboolean) notifies: something is asked for and not yet solved to
 * the end.  `prepare` (nullable) is called with every run on the live thread. */
TrammelLive *trammel_live_new(TrammelRunPrepareFunc prepare);

/* Asks for `project`, beginning at `base`, an earlier full run of it: its logs; its kappa and
 * sigmas where the project leaves them to the data; and its motion and parameters at the first
 * request after it. */
void trammel_live_request(TrammelLive *live, TrammelProject *project, TrammelRun *base);

/* Forgets what was asked for and what has not been delivered; the thread rests within 50 ms. */
void trammel_live_stop(TrammelLive *live);

gboolean trammel_live_get_running(TrammelLive *live);

G_END_DECLS
