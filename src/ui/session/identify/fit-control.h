/* Fits of a document: those that the user requests, previews of a drag, and the fit at its end.
 *
 * Owns the job and the live solver, starts them by the rules of ui/session/run/live-policy.h, and
 * gives their results to the document: the run of a request is kept, that of a drag is only shown,
 * and one that is computed again gives its record the motions. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/run/job.h"
#include "ui/session/run/live.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FIT_CONTROL (trammel_fit_control_get_type())
G_DECLARE_FINAL_TYPE(TrammelFitControl, trammel_fit_control, TRAMMEL, FIT_CONTROL, GObject)

/* Signals: "finished" (TrammelRun *nullable, GError *nullable: exactly one is given; gboolean: the
 * run of a record was computed again) after the document has taken a run of the job; "previewed"
 * after it has taken a preview; "preview-failed" (GError *); "slow": live fits were switched off,
 * because a preview took too long.  Property "is-live" (gboolean, notifies): edits start live fits;
 * TRUE at the beginning.  `prepare` (nullable) is called with every new run on its thread. */
TrammelFitControl *trammel_fit_control_new(TrammelRunPrepareFunc prepare);

/* Sets the document, once; its edits start fits from now on. */
void trammel_fit_control_set_document(TrammelFitControl *control, TrammelDocument *document);

void trammel_fit_control_set_is_live(TrammelFitControl *control, gboolean is_live);

/* Reads the logs, and computes the start motion; does nothing without a log. reload() reads them
 * again. */
void trammel_fit_control_prepare(TrammelFitControl *control);
void trammel_fit_control_reload(TrammelFitControl *control);

/* Starts a full fit of the document; try() shows its run without keeping it. */
void trammel_fit_control_identify(TrammelFitControl *control);
void trammel_fit_control_try(TrammelFitControl *control);

/* Returns TRUE if the run that is shown is a full fit of the document's logs that was stopped, at
 * the limit of iterations or by the user; go_on() starts a fit from its end. */
gboolean trammel_fit_control_can_go_on(TrammelFitControl *control);
void trammel_fit_control_go_on(TrammelFitControl *control);

/* Computes the run of `record` again from `project`. */
void trammel_fit_control_repeat(TrammelFitControl *control,
                                TrammelRunRecord *record,
                                TrammelProject *project);

/* Ends a drag: starts the full fit that waits for it, if any. */
void trammel_fit_control_release(TrammelFitControl *control);

/* Returns TRUE while a full fit is running that the user has requested, which no other fit
 * replaces. */
gboolean trammel_fit_control_is_requested(TrammelFitControl *control);

/* Returns TRUE while the check before a run must wait: logs are being read, which it needs, or a
 * preview is being computed, which it must not slow down. */
gboolean trammel_fit_control_delays_check(TrammelFitControl *control);

/* Return the solvers, owned by the control. */
TrammelJob *trammel_fit_control_get_job(TrammelFitControl *control);
TrammelLive *trammel_fit_control_get_live(TrammelFitControl *control);

G_END_DECLS
