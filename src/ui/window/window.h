/* Window with one document, its pages and its job. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/identify/checker.h"
#include "ui/session/run/job.h"
#include "ui/session/run/live.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_WINDOW (trammel_window_get_type())
G_DECLARE_FINAL_TYPE(TrammelWindow, trammel_window, TRAMMEL, WINDOW, GtkApplicationWindow)

TrammelWindow *trammel_window_new(GtkApplication *application);

/* Return the document that is shown (nullable), and the jobs that work on it; owned by the
 * window. */
TrammelDocument *trammel_window_get_document(TrammelWindow *window);
TrammelJob *trammel_window_get_job(TrammelWindow *window);
TrammelLive *trammel_window_get_live(TrammelWindow *window);
TrammelChecker *trammel_window_get_checker(TrammelWindow *window);

/* Shows `document` in this window if it is empty, else in a new one, and reads its logs. */
void trammel_window_show_document(TrammelWindow *window, TrammelDocument *document);

/* Offers the recovery files of killed programs, if any, with a command that opens them. */
void trammel_window_offer_recovery(TrammelWindow *window);

/* Returns the window that shows `file`; NULL if there is none. */
TrammelWindow *trammel_window_find(GtkApplication *application, GFile *file);

/* Opens a project, or a log (by the import dialog); errors are shown in the window. */
void trammel_window_open_file(TrammelWindow *window, GFile *file);

/* Opens several files; logs are added to the open document, those of one kind by one dialog. */
void trammel_window_open_files(TrammelWindow *window, GFile *const *files, gsize n);

/* Keeps unsaved work for the next start, without a question: the program is about to end. */
void trammel_window_leave(TrammelWindow *window);

/* Returns the message on top of the page, the latest kind first; NULL if there is none. */
const char *trammel_window_get_message(TrammelWindow *window);

G_END_DECLS
