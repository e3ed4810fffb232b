/* Command of trammel-cli that reproduces a run digit by digit. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

/* Returns the command for a run of the document: from the document's file if options can express
 * the changes since and nobody else has written it, else from a copy of the run's project in the
 * user's state folder.  Free with g_free().  Errors: TRAMMEL_ERROR_USAGE for a document without a
 * file, TRAMMEL_ERROR_INVALID for a run from a file that does not hold its project, those of
 * writing a file. */
char *
trammel_command_line_for_run(TrammelDocument *document, TrammelRunRecord *record, GError **error);

G_END_DECLS
