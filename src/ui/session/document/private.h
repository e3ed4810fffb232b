/* What the files of TrammelDocument share. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/document/undo.h"

G_BEGIN_DECLS

struct _TrammelDocument {
  GObject parent_instance;
  TrammelProject *project;
  TrammelProject *saved;        /* what is in the file; NULL when never saved */
  TrammelRunMarks *saved_marks; /* the same of the runs */
  guint n_saved_runs;
  GFile *file;
  char *example;
  TrammelUndo *undo;
  TrammelRun *run;
  GListStore *runs;         /* of TrammelRun: all full ones since it was opened */
  TrammelRunList *run_list; /* those that are kept */
  guint log;                /* which is shown */
};

/* document.c: tells of everything that an edit or a save may have changed. */
void _trammel_document_notify(TrammelDocument *document);

/* document/edit.c: remembers the present state and goes on with `project` (transfer full) or with
 * `marks` (a reference is taken). */
void _trammel_document_commit(TrammelDocument *document,
                              TrammelProject *project,
                              const char *label,
                              const char *key);
void _trammel_document_commit_marks(TrammelDocument *document,
                                    TrammelRunMarks *marks,
                                    const char *label,
                                    const char *key);

/* document/file.c: ends a task on another thread with `project`, or with the error (both taken). */
void _trammel_document_return(GTask *task, TrammelProject *project, GError *error);

/* document/save.c: the present state is what is in the file. */
void _trammel_document_note_saved(TrammelDocument *document);

G_END_DECLS
