/* One log of a project with its mappings applied: the samples that the engine sees. */
#pragma once

#include "io/problem.h"
#include "io/project_private.h"

G_BEGIN_DECLS

/* Owns what its TrLog points to. */
typedef struct {
  TrLog log;
  GArray *channels;   /* TrChannel */
  GPtrArray *numbers; /* double *: stamps and values of the channels */
  GArray *excluded;   /* double[2] */
  char *sha256;
} TrammelLogData;

/* Reads the file and makes the channels; `findings` gets TrammelFinding.  Errors: those of
 * trammel_dataset_load(), TRAMMEL_ERROR_INVALID for a mapping that does not fit. */
TrammelLogData *trammel_log_data_load(const TrammelProject *project,
                                      guint log,
                                      GArray *findings,
                                      GCancellable *cancellable,
                                      GError **error);
void trammel_log_data_free(TrammelLogData *data);

/* Appends a finding; the text is formatted. */
void trammel_finding_add(GArray *findings,
                         const char *severity,
                         const char *code,
                         const char *format,
                         ...) G_GNUC_PRINTF(4, 5);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogData, trammel_log_data_free)

G_END_DECLS
