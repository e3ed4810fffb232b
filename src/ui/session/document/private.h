/* Internal interface of TrammelDocument. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/document/file-stamp.h"
#include "ui/session/document/undo.h"

G_BEGIN_DECLS

struct _TrammelDocument {
  GObject parent_instance;
  TrammelProject *project;
  TrammelProject *saved;        /* project in the file; NULL when never saved */
  TrammelRunMarks *saved_marks; /* marks of the runs in the file */
  guint n_saved_runs;
  GFile *file;
  TrammelFileStamp stamp; /* of the file as it was loaded or saved last */
  guint n_saving;         /* saves under way on other threads */
  char *example;
  char *imported; /* model file of another program */
  TrammelUndo *undo;
  TrammelRun *run;
  GListStore *runs;         /* of TrammelRun: all full runs since the document was opened */
  TrammelRunList *run_list; /* the runs that are kept */
  guint log;                /* index of the log that is shown */
  char *view;               /* state of the window, as JSON; nullable */
};

/* document.c: notifies every property that an edit or a save may have changed. */
void _trammel_document_notify(TrammelDocument *document);

/* document/file.c: completes a task of another thread with `project` or with the error (both
 * transfer full). */
void _trammel_document_return(GTask *task, TrammelProject *project, GError *error);

/* document/save.c: records the present state as the content of the file. */
void _trammel_document_note_saved(TrammelDocument *document);

G_END_DECLS
