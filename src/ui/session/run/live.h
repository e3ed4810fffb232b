/* Live solutions: previews of the fit while a setting is dragged.
 *
 * A background thread keeps an engine session (engine/est/identify/session.h) and solves the latest
 * request from its present state.  A waiting request lets the present solution end at its next
 * iterate, so that a fast drag shows results, too; a request that is superseded before it begins is
 * not computed.  Without a new request the solution continues until it has converged.  Inputs are
 * immutable; signals are emitted in the thread-default main context of the caller of
 * trammel_live_new(). */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LIVE (trammel_live_get_type())
G_DECLARE_FINAL_TYPE(TrammelLive, trammel_live, TRAMMEL, LIVE, TrammelWorker)

/* Signals: "solved" (TrammelRun *: a preview of the latest request that was begun), "failed"
 * (GError *).  Property "running" (gboolean, notifies): a request is not yet fully solved.
 * `prepare` (nullable) is called with every run on the live thread. */
TrammelLive *trammel_live_new(TrammelRunPrepareFunc prepare);

/* Requests a solution of `project`, starting from `base`, an earlier full run of it: its logs; its
 * kappa and sigmas if the project leaves them to the data; and, at the first request after it, its
 * motion and parameters. */
void trammel_live_request(TrammelLive *live, TrammelProject *project, TrammelRun *base);

/* Drops the request and reports that are not delivered; the thread is idle within 50 ms. */
void trammel_live_stop(TrammelLive *live);

gboolean trammel_live_get_running(TrammelLive *live);

G_END_DECLS
