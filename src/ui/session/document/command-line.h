/* A run as a command of trammel-cli that gives the same digits. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

/* The command for `project`, beginning at the file `path` that holds `saved`: options say what is
 * different.  NULL where they cannot (bounds, priors, mappings, bodies).  Free with g_free(). */
char *trammel_command_line_from_file(const char *path,
                                     const TrammelProject *saved,
                                     const TrammelProject *project);

/* The command for a run of the document: from the document's file where options can say what has
 * changed since, else from a copy of the run's project in the user's state folder.  Errors:
 * TRAMMEL_ERROR_USAGE for a document without a file, TRAMMEL_ERROR_INVALID for a run from a file
 * that does not hold its project, those of writing a file. */
char *
trammel_command_line_for_run(TrammelDocument *document, TrammelRunRecord *record, GError **error);

G_END_DECLS
