/* Watcher of the files of a document's logs.
 *
 * Signal: "log-changed" (uint log): the file has changed since the last look, by its size, time or
 * inode.  Deleted files are not reported. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_WATCH (trammel_log_watch_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogWatch, trammel_log_watch, TRAMMEL, LOG_WATCH, GObject)

/* Watches the logs of `document` and follows changes of the list of logs. */
TrammelLogWatch *trammel_log_watch_new(TrammelDocument *document);

G_END_DECLS
