/* Progress of a fit on the standard error, and interruption by Ctrl+C. */
#pragma once

#include <glib.h>

#include "engine/base/monitor.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_PROGRESS_NONE,
  TRAMMEL_PROGRESS_BAR,   /* one line that is overwritten */
  TRAMMEL_PROGRESS_JSONL, /* one JSON object per iteration */
} TrammelProgressMode;

typedef struct {
  TrammelProgressMode mode;
  int n_free, max_iterations;
} TrammelCliProgress;

/* Parses "bar", "jsonl" or "none"; NULL: a bar on a terminal, else JSON lines.  Error:
 * TRAMMEL_ERROR_USAGE. */
gboolean trammel_progress_parse(TrammelProgressMode *mode, const char *word, GError **error);

/* Returns a monitor that ends the fit at SIGINT and SIGTERM from now on; a second signal ends the
 * program. */
TrMonitor trammel_progress_start(TrammelCliProgress *progress);

/* Ends the line of the bar. */
void trammel_progress_end(const TrammelCliProgress *progress);

G_END_DECLS
