/* Watches the files of a document's logs.
 *
 * Signal: "log-changed" (uint log): the file has other content, by its size and time, than when it
 * was looked at last.  A file that goes away is not told of. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_WATCH (trammel_log_watch_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogWatch, trammel_log_watch, TRAMMEL, LOG_WATCH, GObject)

/* Follows `document`, whose logs may become others. */
TrammelLogWatch *trammel_log_watch_new(TrammelDocument *document);

G_END_DECLS
