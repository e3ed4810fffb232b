/* Progress of a fit on the standard error, and its end by Ctrl+C. */
#pragma once

#include <glib.h>

#include "engine/base/monitor.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_PROGRESS_NONE,
  TRAMMEL_PROGRESS_BAR,   /* one line that is written over */
  TRAMMEL_PROGRESS_JSONL, /* one JSON object an iteration */
} TrammelProgressMode;

typedef struct {
  TrammelProgressMode mode;
  int n_free, max_iterations;
} TrammelProgress;

/* "bar", "jsonl" or "none"; NULL: a bar on a terminal, else JSON lines. */
gboolean trammel_progress_parse(TrammelProgressMode *mode, const char *word, GError **error);

/* From now on SIGINT and SIGTERM end the fit through the monitor; a second one ends the program. */
TrMonitor trammel_progress_start(TrammelProgress *progress);

/* Ends the line of the bar. */
void trammel_progress_end(const TrammelProgress *progress);

G_END_DECLS
