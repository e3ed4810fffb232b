/* A document: a project with its file, its undo history, its loaded logs and its runs.
 *
 * A project is never changed in place: an edit makes a copy and exchanges it, so that runs, jobs
 * and the undo history may share projects.  No widget is known here. */
#pragma once

#include "ui/session/run/run-list.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_DOCUMENT (trammel_document_get_type())
G_DECLARE_FINAL_TYPE(TrammelDocument, trammel_document, TRAMMEL, DOCUMENT, GObject)

/* Signals: "changed" after every edit, undo and redo; "reloaded" when the files of the logs are to
 * be read anew; "run-extended" when the run that is shown has
 * got something added.  Properties that notify: "title" (string),
 * "dirty", "can-undo", "can-redo" (boolean), "run" (TrammelRun, the one that is shown), "log"
 * (uint: index of the log that is shown). */

/* `file` is NULL for a document without a name; then `needs_save` tells whether closing it asks. */
TrammelDocument *trammel_document_new(TrammelProject *project, GFile *file, gboolean needs_save);

/* A copy of an embedded example in a temporary folder, without a name. */
TrammelDocument *trammel_document_new_from_example(const char *name, GError **error);

TrammelDocument *trammel_document_load(GFile *file, GError **error);

/* The same on another thread, for packed projects, which may be large. */
void trammel_document_load_async(GFile *file, GAsyncReadyCallback callback, gpointer user);
TrammelDocument *trammel_document_load_finish(GAsyncResult *result, GError **error);

/* Where the files of unsaved work were; all may be NULL. */
typedef struct {
  const char *folder;  /* of the log files, as the project names them */
  GFile *file;         /* what it will be saved to */
  const char *packed;  /* what was unpacked to `folder`, */
  const char *example; /* or whose files stood there: they are written anew */
} TrammelUnsaved;

/* Unsaved work: the text of a project. */
TrammelDocument *
trammel_document_new_recovered(const char *text, const TrammelUnsaved *unsaved, GError **error);

/* Index of the first log whose file is not there, at `from` or behind it; -1. */
int trammel_document_find_missing_log(TrammelDocument *document, guint from);

/* What is known of the content of a log's file: its hash in the project, else the one that the
 * newest run was made from; NULL.  Free with g_free(). */
char *trammel_document_dup_log_hash(TrammelDocument *document, guint log);

/* Another file for a log, as a step of the history. */
void trammel_document_set_log_file(TrammelDocument *document, guint log, const char *path);

TrammelProject *trammel_document_get_project(TrammelDocument *document);
GFile *trammel_document_get_file(TrammelDocument *document); /* nullable */
/* What is in the file; NULL when it was never saved. */
TrammelProject *trammel_document_get_saved_project(TrammelDocument *document);
const char *trammel_document_get_title(TrammelDocument *document);
/* Name for files made from it, without an ending: "furuta"; free with g_free(). */
char *trammel_document_dup_stem(TrammelDocument *document);
gboolean trammel_document_get_dirty(TrammelDocument *document);
const char *trammel_document_get_undo_label(TrammelDocument *document); /* nullable */
const char *trammel_document_get_redo_label(TrammelDocument *document);

/* Name of the example that this is a copy of; NULL when it is none. */
const char *trammel_document_get_example(TrammelDocument *document);

/* Edits; an edit that changes nothing makes no undo step. */
gboolean
trammel_document_set_value(TrammelDocument *document, const char *id, double value, GError **error);
gboolean trammel_document_set_free(TrammelDocument *document,
                                   const char *id,
                                   gboolean is_free,
                                   GError **error);
gboolean trammel_document_set_setting(TrammelDocument *document,
                                      const char *name,
                                      const char *value,
                                      GError **error);

/* Edits of what is no quantity, by the path of a member in the project (io/project/put.h).  `json`
 * is the new value, NULL takes the member away; `label` names the step ("exclude a part of
 * log_01"); edits of one `key` (nullable) within a second are one step. */
gboolean trammel_document_put(TrammelDocument *document,
                              const char *path,
                              const char *json,
                              const char *label,
                              const char *key,
                              GError **error);

/* The same for several changes at once: `project` (transfer full) was made from a copy of the
 * present one. */
void trammel_document_take_project(TrammelDocument *document,
                                   TrammelProject *project,
                                   const char *label,
                                   const char *key);

/* The figures of the report (io/project/figures.h), as steps of the history; `svg` is a file. */
gboolean trammel_document_add_figure(TrammelDocument *document,
                                     const char *caption,
                                     GBytes *svg,
                                     GError **error);
void trammel_document_caption_figure(TrammelDocument *document, guint figure, const char *caption);
void trammel_document_remove_figure(TrammelDocument *document, guint figure);
/* Exchanges it for the one behind it. */
void trammel_document_swap_figure(TrammelDocument *document, guint figure);

/* Never tells of a finding, which is on a log, again. */
gboolean
trammel_document_ignore(TrammelDocument *document, const TrammelFinding *finding, GError **error);

gboolean trammel_document_set_log_role(TrammelDocument *document, guint log, TrammelRole role);

/* What the user says about a kept run; a run that was deleted comes back by undo. */
void
trammel_document_rename_run(TrammelDocument *document, TrammelRunRecord *record, const char *name);
void trammel_document_set_run_notes(TrammelDocument *document,
                                    TrammelRunRecord *record,
                                    const char *notes);
void trammel_document_delete_run(TrammelDocument *document, TrammelRunRecord *record);

/* Copies the values of a kept run into the model, or its settings into the document. */
gboolean
trammel_document_apply_record(TrammelDocument *document, TrammelRunRecord *record, GError **error);
gboolean trammel_document_apply_record_settings(TrammelDocument *document,
                                                TrammelRunRecord *record,
                                                GError **error);

/* Copies the estimates of `run` into the model's start values, as one step. */
gboolean trammel_document_apply_run(TrammelDocument *document, TrammelRun *run, GError **error);

/* A drag has ended: the next edit is a step of its own. */
void trammel_document_close_step(TrammelDocument *document);
void trammel_document_undo(TrammelDocument *document);
void trammel_document_redo(TrammelDocument *document);

/* Several steps at once, backwards below zero; and the label of the step that is so far away
 * (undo.h), NULL beyond the end. */
void trammel_document_move_in_history(TrammelDocument *document, int steps);
const char *trammel_document_get_history_label(TrammelDocument *document, int step);

/* Tells everybody to read the files of the logs anew. */
void trammel_document_reload(TrammelDocument *document);

/* The log that is shown, by its index in the project; not part of the history. */
guint trammel_document_get_log(TrammelDocument *document);
void trammel_document_set_log(TrammelDocument *document, guint log);

/* Saves (io/project/save.h tells what becomes of the logs). */
gboolean trammel_document_save(TrammelDocument *document, GFile *file, GError **error);

/* The same on another thread, as the document is now: what changes meanwhile is not saved. */
void trammel_document_save_async(TrammelDocument *document,
                                 GFile *file,
                                 GAsyncReadyCallback callback,
                                 gpointer user);
gboolean trammel_document_save_finish(TrammelDocument *document, GAsyncResult *result, GError **);

/* The run that is shown (nullable); the full runs since it was opened that are kept, and the latest
 * one (GListModel of TrammelRun), oldest first. */
TrammelRun *trammel_document_get_run(TrammelDocument *document);
GListModel *trammel_document_get_runs(TrammelDocument *document);

/* Shows `run`; a full run is also put into that list. */
void trammel_document_take_run(TrammelDocument *document, TrammelRun *run);

/* Shows a run that was taken before. */
void trammel_document_show_run(TrammelDocument *document, TrammelRun *run);

/* The runs that are kept with the document and saved, those that the user has asked for. */
TrammelRunList *trammel_document_get_run_list(TrammelDocument *document);
TrammelRunRecord *trammel_document_keep_run(TrammelDocument *document, TrammelRun *run);

/* Tells that `run` has got something added. */
void trammel_document_extend_run(TrammelDocument *document, TrammelRun *run);

/* Whether `problem` has the logs that the document now estimates from, and the structure of its
 * model. */
gboolean trammel_document_uses_logs_of(TrammelDocument *document, TrammelProblem *problem);

/* The latest problem whose logs can be used again, for trammel_job_start(); nullable. */
TrammelProblem *trammel_document_get_problem(TrammelDocument *document);

G_END_DECLS
