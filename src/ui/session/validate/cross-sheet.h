/* Cross-validation on the page Validate: the matrix of `trammel-cli crossvalidate`, and the scores
 * of the same parameter sets on the logs of role `validate`.  Immutable. */
#pragma once

#include "io/study/crossvalidation.h"

G_BEGIN_DECLS

/* Logs that a row's values are fitted to. */
typedef enum {
  TRAMMEL_CROSS_ALL,   /* all logs of role `estimate` */
  TRAMMEL_CROSS_LOG,   /* one of them */
  TRAMMEL_CROSS_OTHERS /* all of them but the one that is scored */
} TrammelCrossKind;

typedef struct {
  TrammelCrossValidation *cross;
  guint n_rows; /* all logs, each log, then all but one log if those were requested */
  char *key;    /* trammel_cross_sheet_make_key() of its project */
} TrammelCrossSheet;

/* Fits and scores.  May run on any thread and takes long.  When the monitor of `options` cancels
 * it, the remaining cells are missing.  Errors: those of trammel_problem_new() and
 * trammel_crossvalidation_new(). */
TrammelCrossSheet *trammel_cross_sheet_new(const TrammelProject *project,
                                           const TrammelValidationOptions *options,
                                           GError **error);
TrammelCrossSheet *trammel_cross_sheet_ref(TrammelCrossSheet *sheet);
void trammel_cross_sheet_unref(TrammelCrossSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCrossSheet, trammel_cross_sheet_unref)

/* Returns a text of everything that a cross-validation depends on; free with g_free(). */
char *trammel_cross_sheet_make_key(const TrammelProject *project);

TrammelCrossKind trammel_cross_sheet_get_kind(const TrammelCrossSheet *sheet, guint row);

/* Returns a score, owned by the sheet; NULL if it was not computed, or if the row does not apply to
 * the log. */
const TrLogScore *
trammel_cross_sheet_get_score(const TrammelCrossSheet *sheet, guint row, const char *log);

/* Returns TRUE if the row's values were fitted to this log, too. */
gboolean trammel_cross_sheet_is_fitted(const TrammelCrossSheet *sheet, guint row, const char *log);

/* Returns the same score with traces (transfer full).  *model receives the mechanism that moves;
 * the caller frees it.  NULL without an error if the monitor cancelled it. */
TrLogScore *trammel_cross_sheet_replay(const TrammelCrossSheet *sheet,
                                       guint row,
                                       const char *log,
                                       const TrammelValidationOptions *options,
                                       TrModel **model,
                                       GError **error);

G_END_DECLS
