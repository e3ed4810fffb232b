/* A cross-validation as the page Validate shows it: the matrix of `trammel-cli crossvalidate`, and
 * the same parameter sets on the logs of role `validate`.  Immutable. */
#pragma once

#include "io/study/crossvalidation.h"

G_BEGIN_DECLS

/* Where a row's values come from. */
typedef enum {
  TRAMMEL_CROSS_ALL,   /* all logs of role `estimate` */
  TRAMMEL_CROSS_LOG,   /* one of them */
  TRAMMEL_CROSS_OTHERS /* all of them but the one that is scored */
} TrammelCrossKind;

typedef struct {
  TrammelCrossValidation *cross;
  guint n_rows; /* all, then each log, then the others where those were asked for */
  char *key;    /* trammel_cross_sheet_make_key() of its project */
} TrammelCrossSheet;

/* Fits and scores; may run on any thread and takes a while.  The monitor of `options` ends it
 * early: then cells are missing.  Errors: those of trammel_problem_new() and
 * trammel_crossvalidation_new(). */
TrammelCrossSheet *trammel_cross_sheet_new(const TrammelProject *project,
                                           const TrammelValidationOptions *options,
                                           GError **error);
TrammelCrossSheet *trammel_cross_sheet_ref(TrammelCrossSheet *sheet);
void trammel_cross_sheet_unref(TrammelCrossSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCrossSheet, trammel_cross_sheet_unref)

/* Says all that a cross-validation depends on; free with g_free(). */
char *trammel_cross_sheet_make_key(const TrammelProject *project);

TrammelCrossKind trammel_cross_sheet_get_kind(const TrammelCrossSheet *sheet, guint row);

/* NULL where there is none: not done, or a log that the row does not apply to. */
const TrLogScore *
trammel_cross_sheet_get_score(const TrammelCrossSheet *sheet, guint row, const char *log);

/* Whether the row's values come from this log, too. */
gboolean trammel_cross_sheet_is_fitted(const TrammelCrossSheet *sheet, guint row, const char *log);

/* The same score with traces; *model gets the mechanism that moves (to be freed).  NULL without an
 * error when the monitor has ended it. */
TrLogScore *trammel_cross_sheet_replay(const TrammelCrossSheet *sheet,
                                       guint row,
                                       const char *log,
                                       const TrammelValidationOptions *options,
                                       TrModel **model,
                                       GError **error);

G_END_DECLS
