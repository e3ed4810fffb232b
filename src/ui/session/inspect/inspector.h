/* Run analyses computed in a background thread; the latest request supersedes earlier ones. */
#pragma once

#include "ui/session/inspect/run-analysis.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_INSPECTOR (trammel_inspector_get_type())
G_DECLARE_FINAL_TYPE(TrammelInspector, trammel_inspector, TRAMMEL, INSPECTOR, TrammelWorker)

/* Signal: "looked" (TrammelRunAnalysis *), emitted with a finished analysis. */
TrammelInspector *trammel_inspector_new(void);

/* Requests the analysis of `run`; `open_loop`: that of trammel_run_analysis_new_open_loop(). */
void trammel_inspector_look(TrammelInspector *inspector, TrammelRun *run, gboolean open_loop);

G_END_DECLS
