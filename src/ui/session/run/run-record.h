/* A run in the list of a document: what is kept of it in the file, and what the user says about it.
 *
 * The numbers never change.  A run that was computed here also has its motions (TrammelRun); one
 * that was read from the file has them only after it was computed once more. */
#pragma once

#include <json-glib/json-glib.h>

#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RUN_RECORD (trammel_run_record_get_type())
G_DECLARE_FINAL_TYPE(TrammelRunRecord, trammel_run_record, TRAMMEL, RUN_RECORD, GObject)

/* An estimate; sigma is NAN where the data do not determine it. */
typedef struct {
  char *id, *unit;
  double value, sigma;
  gboolean at_bound, identifiable;
} TrammelRunValue;

/* Properties that notify: "name" and "notes" (strings), "active" (boolean: the run that is shown),
 * "overlay" (boolean, writable: drawn over the one that is shown), "computed" (boolean: has its
 * motions). */

/* Of a run that has just ended; `number` from 1. */
TrammelRunRecord *trammel_run_record_new(TrammelRun *run, guint number);

/* Of a file; `fallback` is the number where the file gives none. */
TrammelRunRecord *trammel_run_record_new_stored(JsonNode *node, guint fallback);

guint trammel_run_record_get_number(TrammelRunRecord *record);
const char *trammel_run_record_get_name(TrammelRunRecord *record); /* "κ 1650" by itself */
const char *trammel_run_record_get_notes(TrammelRunRecord *record);
/* "#7 κ 1650"; free with g_free(). */
char *trammel_run_record_dup_title(TrammelRunRecord *record);
/* "converged, cost 4993, 2.6 s, 10 parameters"; free with g_free(). */
char *trammel_run_record_dup_summary(TrammelRunRecord *record);

/* "converged", "stopped", "cancelled" or "failed", as in a result file. */
const char *trammel_run_record_get_status(TrammelRunRecord *record);

/* The same in the language of the user; static. */
const char *trammel_run_record_get_status_words(TrammelRunRecord *record);
double trammel_run_record_get_cost(TrammelRunRecord *record);
double trammel_run_record_get_seconds(TrammelRunRecord *record);
double trammel_run_record_get_kappa(TrammelRunRecord *record);
const GArray *trammel_run_record_get_values(TrammelRunRecord *record); /* TrammelRunValue */

/* Index of a colour for its curves, 0 .. 5, in turn. */
guint trammel_run_record_get_color(TrammelRunRecord *record);

/* NULL for a run from the file that was not computed again. */
TrammelRun *trammel_run_record_get_run(TrammelRunRecord *record);
void trammel_run_record_set_run(TrammelRunRecord *record, TrammelRun *run);

/* The project that it was made from (transfer full), with the log files of `present`; nullable. */
TrammelProject *trammel_run_record_dup_project(TrammelRunRecord *record,
                                               const TrammelProject *present);

gboolean trammel_run_record_get_active(TrammelRunRecord *record);
gboolean trammel_run_record_get_overlay(TrammelRunRecord *record);
void trammel_run_record_set_overlay(TrammelRunRecord *record, gboolean overlay);

/* For the document: what is edited or shown, and a run that has got something added. */
void trammel_run_record_set_words(TrammelRunRecord *record, const char *name, const char *notes);
void trammel_run_record_set_active(TrammelRunRecord *record, gboolean active);
void trammel_run_record_refresh(TrammelRunRecord *record);

/* Hash of the file of a log that it was made from; NULL where that is not known.  Free with
 * g_free(). */
char *trammel_run_record_dup_log_hash(TrammelRunRecord *record, const char *log);

/* Writes the result (io/result/result.h); without its motions only as JSON. */
gboolean trammel_run_record_export(TrammelRunRecord *record, const char *path, GError **error);

/* The run as it stands in a file (io/project/runs.h); belongs to the record. */
const char *trammel_run_record_get_text(TrammelRunRecord *record);
/* Makes that text in advance; FALSE when it was there. */
gboolean trammel_run_record_lay_out(TrammelRunRecord *record);

G_END_DECLS
