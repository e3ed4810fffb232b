/* A window: one document, its pages, its job. */
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

/* The document that is shown (nullable), and the jobs that work for it. */
TrammelDocument *trammel_window_get_document(TrammelWindow *window);
TrammelJob *trammel_window_get_job(TrammelWindow *window);
TrammelLive *trammel_window_get_live(TrammelWindow *window);
TrammelChecker *trammel_window_get_checker(TrammelWindow *window);

/* Shows `document` here when the window is empty, else in a new window, and reads its logs. */
void trammel_window_show_document(TrammelWindow *window, TrammelDocument *document);

/* Says what a killed program has left behind, if anything, and how to open it. */
void trammel_window_offer_recovery(TrammelWindow *window);

/* Opens a project, or a log (by the import dialog); what fails is said in the window. */
void trammel_window_open_file(TrammelWindow *window, GFile *file);

/* The same for several; logs come into the document that is open, those of one kind by one dialog.
 */
void trammel_window_open_files(TrammelWindow *window, GFile *const *files, gsize n);

/* The message that is shown on top of the page, the latest kind first; NULL when there is none. */
const char *trammel_window_get_message(TrammelWindow *window);

G_END_DECLS
