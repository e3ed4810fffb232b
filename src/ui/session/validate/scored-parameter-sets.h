/* Parameter sets of a document that the page Validate scores. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/validate/scorer.h"

G_BEGIN_DECLS

/* Returns a GPtrArray of TrammelScoredParameterSet: `first` (nullable), then the newest runs and
 * those ticked in the browser, then the start values with the settings of the first.  Free with
 * g_ptr_array_unref(). */
GPtrArray *trammel_scored_parameter_sets_list(TrammelDocument *document, TrammelRunRecord *first);

/* Returns the number of logs that have `role`. */
guint trammel_count_logs(const TrammelProject *project, TrammelRole role);

G_END_DECLS
