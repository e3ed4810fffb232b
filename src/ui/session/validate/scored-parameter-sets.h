/* Which parameter sets of a document are scored. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/validate/score-sheet.h"

G_BEGIN_DECLS

/* GPtrArray of TrammelCandidate: `first` (nullable), then the newest runs and those that are ticked
 * in the browser, then the start values with the settings of the first. */
GPtrArray *trammel_candidates_list(TrammelDocument *document, TrammelRunRecord *first);

/* How many logs are used so. */
guint trammel_count_logs(const TrammelProject *project, TrammelRole role);

G_END_DECLS
