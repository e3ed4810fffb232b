/* Record of a run in the list of a document: its results as kept in the file, and the user's name
 * and notes.
 *
 * The numbers never change.  A run computed since the program started also has its motions
 * (TrammelRun); one read from the file has them only after it was computed again. */
#pragma once

#include <json-glib/json-glib.h>

#include "io/result/values.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RUN_RECORD (trammel_run_record_get_type())
G_DECLARE_FINAL_TYPE(TrammelRunRecord, trammel_run_record, TRAMMEL, RUN_RECORD, GObject)

/* A reported value (engine/est/task/reported.h) and that of the stepper; sigma is NAN where the
 * data do not determine it. */
typedef struct {
  char *id, *unit;
  double value, sigma, stepper;
  gboolean is_physical; /* `value` is the mechanism's, else it is the stepper's */
  gboolean at_bound, identifiable;
} TrammelRunValue;

/* Returns the value of the set. */
double trammel_run_value_get(const TrammelRunValue *value, TrammelValues values);

/* Properties that notify: "name" and "notes" (strings), "active" (boolean: the run is shown),
 * "overlay" (boolean, writable: drawn over the run that is shown), "computed" (boolean: has its
 * motions). */

/* Creates a record of a finished run; `number` counts from 1. */
TrammelRunRecord *trammel_run_record_new(TrammelRun *run, guint number);

/* Creates a record from a file, with a reference to `node`; `fallback` is the number if the file
 * has none. */
TrammelRunRecord *trammel_run_record_new_stored(JsonNode *node, guint fallback);

guint trammel_run_record_get_number(TrammelRunRecord *record);
const char *trammel_run_record_get_name(TrammelRunRecord *record); /* "κ 1650" by default */
const char *trammel_run_record_get_notes(TrammelRunRecord *record);
/* Returns "#7 κ 1650", with the number as it is shown unless the user wrote it; free with
 * g_free(). */
char *trammel_run_record_dup_title(TrammelRunRecord *record);
/* Returns "converged, cost 4993, 2.6 s, 10 parameters"; free with g_free(). */
char *trammel_run_record_dup_summary(TrammelRunRecord *record);

/* Returns "converged", "stopped", "cancelled" or "failed", as in a result file; static. */
const char *trammel_run_record_get_status(TrammelRunRecord *record);

/* Returns the status in the language of the user; static. */
const char *trammel_run_record_get_status_words(TrammelRunRecord *record);
double trammel_run_record_get_cost(TrammelRunRecord *record);
double trammel_run_record_get_seconds(TrammelRunRecord *record);
const GArray *trammel_run_record_get_values(TrammelRunRecord *record); /* TrammelRunValue */

/* Returns the index of a colour for its curves, 0 .. 5, in turn. */
guint trammel_run_record_get_color(TrammelRunRecord *record);

/* Returns the run, owned by the record; NULL for a run from the file that was not computed
 * again. */
TrammelRun *trammel_run_record_get_run(TrammelRunRecord *record);
void trammel_run_record_set_run(TrammelRunRecord *record, TrammelRun *run);

/* Returns the project that the run was made from (transfer full), with the log files of `present`;
 * nullable. */
TrammelProject *trammel_run_record_dup_project(TrammelRunRecord *record,
                                               const TrammelProject *present);

gboolean trammel_run_record_get_active(TrammelRunRecord *record);
gboolean trammel_run_record_get_overlay(TrammelRunRecord *record);
void trammel_run_record_set_overlay(TrammelRunRecord *record, gboolean overlay);

/* For the document: set the user's texts, the shown run, and a run to which values were added. */
void trammel_run_record_set_words(TrammelRunRecord *record, const char *name, const char *notes);
void trammel_run_record_set_active(TrammelRunRecord *record, gboolean active);
void trammel_run_record_refresh(TrammelRunRecord *record);

/* Keeps the motions of the run in the cache (ui/session/run/fit-cache.h), and returns the key under
 * which they are found there; free with g_free(). */
void trammel_run_record_keep_motions(TrammelRunRecord *record);
char *trammel_run_record_dup_key(TrammelRunRecord *record);

/* Returns the hash of the log file that the run was made from; NULL if not known.  Free with
 * g_free(). */
char *trammel_run_record_dup_log_hash(TrammelRunRecord *record, const char *log);

/* Returns the run as it stands in a file (io/project/runs.h); owned by the record. */
const char *trammel_run_record_get_text(TrammelRunRecord *record);
/* Creates that text in advance; returns FALSE if it exists. */
gboolean trammel_run_record_lay_out(TrammelRunRecord *record);

G_END_DECLS
