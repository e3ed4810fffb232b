/* Splitting of a log into two on the same file: the first part to estimate from, the rest to
 * validate with. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

/* Gets the used range of a log; open ends of its trim are the ends of `samples` [s since its first
 * stamp]. */
void trammel_log_split_get_range(const TrammelProject *project,
                                 guint log,
                                 const double samples[2],
                                 double range[2]);

/* Splits a log at `at`, between the ends of `range`, as one step of the undo history: the log gets
 * the role `estimate` and ends there; a new log of role `validate` behind it, with the same file
 * and channels, gets the rest.  Excluded parts stay with the part that they lie in.  Errors:
 * TRAMMEL_ERROR_INVALID for a time that leaves one part empty, and those of io/project/put.h. */
gboolean trammel_log_split(
    TrammelDocument *document, guint log, const double range[2], double at, GError **error);

G_END_DECLS
