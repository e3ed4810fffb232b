/* Log of a document that the page Data shows: reads it in a background thread and follows every
 * edit.  Independent of widgets.
 *
 * Signal: "changed" after the log, its view or its reading state has changed. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/import/log-view.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_MODEL (trammel_log_model_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogModel, trammel_log_model, TRAMMEL, LOG_MODEL, TrammelWorker)

/* Creates the model of the document's log. */
TrammelLogModel *trammel_log_model_new(TrammelDocument *document);

/* Creates a model of one log, whichever the document shows. */
TrammelLogModel *trammel_log_model_new_of(TrammelDocument *document, guint log);

TrammelDocument *trammel_log_model_get_document(TrammelLogModel *model);

/* Returns the index of the log that is shown; logs may have been removed since. */
guint trammel_log_model_get_log(TrammelLogModel *model);
void trammel_log_model_set_log(TrammelLogModel *model, guint log);
const char *trammel_log_model_get_log_name(TrammelLogModel *model); /* NULL without a log */

/* Returns the view, owned by the model; NULL before the first one was read, and without a log. */
TrammelLogView *trammel_log_model_get_view(TrammelLogModel *model);

/* Returns TRUE while a newer version than the view is being read. */
gboolean trammel_log_model_get_reading(TrammelLogModel *model);

/* Edits of the log, each one step of the document's undo history.  Times in s since the first
 * stamp; errors are those of io/project/put.h. */
gboolean trammel_log_model_set_role(TrammelLogModel *model, TrammelRole role, GError **error);
gboolean trammel_log_model_set_timing_known(TrammelLogModel *model, gboolean known, GError **error);
/* Set and remove the log's own value of a quantity (io/project/own_values.h). */
gboolean trammel_log_model_set_own_value(TrammelLogModel *model,
                                         const char *id,
                                         double value,
                                         GError **error);
gboolean trammel_log_model_remove_own_value(TrammelLogModel *model, const char *id, GError **error);
gboolean trammel_log_model_set_trim(TrammelLogModel *model, double from, double to, GError **error);
gboolean trammel_log_model_clear_trim(TrammelLogModel *model, GError **error);
gboolean
trammel_log_model_add_excluded(TrammelLogModel *model, double from, double to, GError **error);
gboolean trammel_log_model_set_excluded(
    TrammelLogModel *model, guint i, double from, double to, GError **error);
gboolean trammel_log_model_remove_excluded(TrammelLogModel *model, guint i, GError **error);

/* Sets a member of mapping `i`: "unit" (JSON text), "sign", ... ; NULL removes it. */
gboolean trammel_log_model_set_mapping(
    TrammelLogModel *model, guint i, const char *member, const char *json, GError **error);

/* Apply the fix of a finding, or ignore the finding from now on. */
gboolean
trammel_log_model_fix(TrammelLogModel *model, const TrammelFinding *finding, GError **error);
gboolean
trammel_log_model_ignore(TrammelLogModel *model, const TrammelFinding *finding, GError **error);

/* Reads the rows of the file in the order of `column`, without repetitions of its value. */
gboolean trammel_log_model_sort(TrammelLogModel *model, const char *column, GError **error);

/* Reports all ignored findings on this log again. */
gboolean trammel_log_model_heed_all(TrammelLogModel *model, GError **error);

/* Returns the index of the mapping of a channel of the view; -1 if there is none. */
int trammel_log_model_find_mapping(TrammelLogModel *model, guint channel);

G_END_DECLS
