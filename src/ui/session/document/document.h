/* Document: a project with its file, its undo history, its loaded logs and its runs.
 *
 * A project is never changed in place: an edit copies it and replaces it by the copy, so that runs,
 * jobs and the undo history may share projects.  Independent of widgets. */
#pragma once

#include "ui/session/run/run-list.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_DOCUMENT (trammel_document_get_type())
G_DECLARE_FINAL_TYPE(TrammelDocument, trammel_document, TRAMMEL, DOCUMENT, GObject)

/* Signals: "changed" after every edit, undo and redo; "reloaded" when the files of the logs must be
 * read again; "run-extended" when values were added to the run that is shown.  Properties that
 * notify: "title" (string), "dirty", "can-undo", "can-redo" (boolean), "run" (TrammelRun, the one
 * that is shown), "log" (uint: index of the log that is shown). */

/* Creates a document.  `file` is NULL for one without a name; then `needs_save` sets whether
 * closing asks to save. */
TrammelDocument *trammel_document_new(TrammelProject *project, GFile *file, gboolean needs_save);

/* Creates a document (transfer full, as in all functions that load one) without a name from a copy
 * of an embedded example in a temporary folder. */
TrammelDocument *trammel_document_new_from_example(const char *name, GError **error);

TrammelDocument *trammel_document_load(GFile *file, GError **error);

/* Loads a file on another thread (packed projects may be large). */
void trammel_document_load_async(GFile *file, GAsyncReadyCallback callback, gpointer user);
TrammelDocument *trammel_document_load_finish(GAsyncResult *result, GError **error);

/* Locations of the files of unsaved work; all may be NULL. */
typedef struct {
  const char *folder;  /* of the log files, as the project names them */
  GFile *file;         /* what it will be saved to */
  const char *sha256;  /* of that file when it was loaded or saved last */
  const char *packed;  /* packed project that was unpacked to `folder`, */
  const char *example; /* or example whose files stood there: they are written again */
} TrammelUnsaved;

/* Creates a document from unsaved work: `text` is the project. */
TrammelDocument *
trammel_document_new_recovered(const char *text, const TrammelUnsaved *unsaved, GError **error);

/* Returns TRUE if the file holds other content than was loaded or saved last: another program has
 * written it.  A deleted file has not changed, nor has one that is being saved. */
gboolean trammel_document_is_file_changed(TrammelDocument *document);

/* Returns the hash of the file when it was loaded or saved last, owned by the document; NULL if it
 * is not known. */
const char *trammel_document_get_file_sha256(TrammelDocument *document);

/* Replaces the project and its runs by those of `loaded`, a document just loaded from the same
 * file. This is one step of the undo history, which brings unsaved changes back; the users of the
 * logs are to read them again (trammel_document_reload()). */
void trammel_document_revert(TrammelDocument *document, TrammelDocument *loaded);

/* Returns the index of the first log from `from` on whose file is missing; -1 if there is none. */
int trammel_document_find_missing_log(TrammelDocument *document, guint from);

/* Returns the known hash of a log's file: that in the project, else that of the newest run; NULL if
 * there is none.  Free with g_free(). */
char *trammel_document_dup_log_hash(TrammelDocument *document, guint log);

/* Sets another file for a log, as one step of the undo history. */
void trammel_document_set_log_file(TrammelDocument *document, guint log, const char *path);

TrammelProject *trammel_document_get_project(TrammelDocument *document);
GFile *trammel_document_get_file(TrammelDocument *document); /* nullable */
/* Returns the project in the file, owned by the document; NULL when it was never saved. */
TrammelProject *trammel_document_get_saved_project(TrammelDocument *document);
const char *trammel_document_get_title(TrammelDocument *document);
/* Returns a name without an extension for derived files, e.g.  "furuta"; free with g_free(). */
char *trammel_document_dup_stem(TrammelDocument *document);
/* Returns the folder for new files: that of the project's file, or of its first log; NULL for a
 * project without them, and for an example, whose log is in a temporary folder. */
char *trammel_document_dup_folder(TrammelDocument *document);
gboolean trammel_document_get_dirty(TrammelDocument *document);
const char *trammel_document_get_undo_label(TrammelDocument *document); /* nullable */
const char *trammel_document_get_redo_label(TrammelDocument *document);

/* Returns the name of the example that this document copies; NULL if it copies none. */
const char *trammel_document_get_example(TrammelDocument *document);

/* Set and return the model file of another program that the project was imported from, in this
 * session; NULL if it was not. */
void trammel_document_set_imported(TrammelDocument *document, const char *path);
const char *trammel_document_get_imported(TrammelDocument *document);

/* Edits; an edit without effect adds no undo step. */
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

/* Edits a member of the project other than a quantity, given by its path (io/project/put.h).
 * `json` is the new value, NULL removes the member; `label` names the undo step ("exclude a part of
 * log_01"); edits of one `key` (nullable) within a second form one step. */
gboolean trammel_document_put(TrammelDocument *document,
                              const char *path,
                              const char *json,
                              const char *label,
                              const char *key,
                              GError **error);

/* Applies several changes in one step: `project` (transfer full) is an edited copy of the present
 * one. */
void trammel_document_take_project(TrammelDocument *document,
                                   TrammelProject *project,
                                   const char *label,
                                   const char *key);

/* Figures of the report (io/project/figures.h); each edit is one step of the undo history.  `svg`
 * is the content of a file. */
gboolean trammel_document_add_figure(TrammelDocument *document,
                                     const char *caption,
                                     GBytes *svg,
                                     GError **error);
void trammel_document_caption_figure(TrammelDocument *document, guint figure, const char *caption);
void trammel_document_remove_figure(TrammelDocument *document, guint figure);
/* Swaps a figure with the next one. */
void trammel_document_swap_figure(TrammelDocument *document, guint figure);

/* Ignores a finding on a log from now on. */
gboolean
trammel_document_ignore(TrammelDocument *document, const TrammelFinding *finding, GError **error);

gboolean trammel_document_set_log_role(TrammelDocument *document, guint log, TrammelRole role);

/* Edit the name and notes of a kept run, or delete it; undo restores it. */
void
trammel_document_rename_run(TrammelDocument *document, TrammelRunRecord *record, const char *name);
void trammel_document_set_run_notes(TrammelDocument *document,
                                    TrammelRunRecord *record,
                                    const char *notes);
void trammel_document_delete_run(TrammelDocument *document, TrammelRunRecord *record);

/* Copies a set of values of a kept run into the model, or its settings into the document. */
gboolean trammel_document_apply_record(TrammelDocument *document,
                                       TrammelRunRecord *record,
                                       TrammelValues values,
                                       GError **error);
gboolean trammel_document_apply_record_settings(TrammelDocument *document,
                                                TrammelRunRecord *record,
                                                GError **error);

/* Copies a set of values of `run` into the model's start values, as one step. */
gboolean trammel_document_apply_run(TrammelDocument *document,
                                    TrammelRun *run,
                                    TrammelValues values,
                                    GError **error);

/* Begin and end a drag: its edits of one key are one undo step, however long it lasts, and the next
 * edit is a step of its own. */
void trammel_document_hold_step(TrammelDocument *document);
void trammel_document_close_step(TrammelDocument *document);
void trammel_document_undo(TrammelDocument *document);
void trammel_document_redo(TrammelDocument *document);

/* Moves several steps through the undo history, backwards if `steps` is negative; and returns the
 * label of the step at that distance (undo.h), NULL beyond the end. */
void trammel_document_move_in_history(TrammelDocument *document, int steps);
const char *trammel_document_get_history_label(TrammelDocument *document, int step);

/* Emits "reloaded": all users read the files of the logs again. */
void trammel_document_reload(TrammelDocument *document);

/* The log that is shown, by its index in the project; not part of the undo history. */
guint trammel_document_get_log(TrammelDocument *document);
void trammel_document_set_log(TrammelDocument *document, guint log);

/* Sets the state of the window that the next saves write into the project (the member `window`),
 * taking ownership; it is no edit. */
void trammel_document_take_view(TrammelDocument *document, JsonNode *view);

/* Saves the document (for the logs see io/project/save.h). */
gboolean trammel_document_save(TrammelDocument *document, GFile *file, GError **error);

/* Saves on another thread the document as it is now; edits made meanwhile are not saved. */
void trammel_document_save_async(TrammelDocument *document,
                                 GFile *file,
                                 GAsyncReadyCallback callback,
                                 gpointer user);
gboolean trammel_document_save_finish(TrammelDocument *document, GAsyncResult *result, GError **);

/* Returns the run that is shown (nullable); the kept full runs since the document was opened, and
 * the latest one (GListModel of TrammelRun), oldest first. */
TrammelRun *trammel_document_get_run(TrammelDocument *document);
GListModel *trammel_document_get_runs(TrammelDocument *document);

/* Shows `run`; adds a full run to that list. */
void trammel_document_take_run(TrammelDocument *document, TrammelRun *run);

/* Shows a run that the document has taken before. */
void trammel_document_show_run(TrammelDocument *document, TrammelRun *run);

/* Returns the kept runs, which are saved with the document: those that the user requested; owned by
 * the document. keep_run() appends `run` and returns its record, owned by the list. */
TrammelRunList *trammel_document_get_run_list(TrammelDocument *document);
TrammelRunRecord *trammel_document_keep_run(TrammelDocument *document, TrammelRun *run);

/* Gives a kept run from the file its motions, without showing it. */
void
trammel_document_take_motions(TrammelDocument *document, TrammelRunRecord *record, TrammelRun *run);

/* Emits "run-extended": values were added to `run`. */
void trammel_document_extend_run(TrammelDocument *document, TrammelRun *run);

/* Returns TRUE if `problem` has the estimation logs of the document and the structure of its
 * model. */
gboolean trammel_document_uses_logs_of(TrammelDocument *document, TrammelProblem *problem);

/* Returns the latest problem whose logs can be used again, for trammel_job_start(); nullable. */
TrammelProblem *trammel_document_get_problem(TrammelDocument *document);

G_END_DECLS
