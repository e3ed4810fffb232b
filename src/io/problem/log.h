/* Log of a project with its mappings applied: the samples that the engine gets. */
#pragma once

#include "io/problem/problem.h"
#include "io/project/private.h"

G_BEGIN_DECLS

/* Log data; owns the arrays that its TrLog points to. */
typedef struct {
  TrLog log;
  GArray *channels;   /* TrChannel */
  GPtrArray *numbers; /* double *: stamps and values of the channels */
  GArray *excluded;   /* double[2] */
  GArray *own;        /* TrOwnValue */
  char *sha256;
} TrammelLogData;

/* Reads the file of log `logs[0]`, with the columns that any of the `n` logs uses; these share the
 * file.  Errors: those of trammel_dataset_load(). */
TrammelDataset *trammel_log_load_file(const TrammelProject *project,
                                      const guint *logs,
                                      guint n,
                                      GCancellable *cancellable,
                                      GError **error);

/* Adds a finding log-file for each problem of the file that does not keep it from being read. */
void trammel_log_find_file_faults(GArray *findings, const char *log, const TrammelDataset *dataset);

/* Makes the channels; `findings` receives TrammelFinding.  Free with trammel_log_data_free().
 * Errors: TRAMMEL_ERROR_INVALID for a mapping that does not fit, TRAMMEL_ERROR_UNREADABLE for a
 * column with text. */
TrammelLogData *trammel_log_data_new(const TrammelProject *project,
                                     guint log,
                                     const TrammelDataset *dataset,
                                     GArray *findings,
                                     GError **error);
void trammel_log_data_free(TrammelLogData *data); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogData, trammel_log_data_free)

G_END_DECLS
