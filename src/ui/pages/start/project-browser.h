/* Left column of the window: the logs with their roles, and the runs.
 *
 * Commands on a run are actions of the window with the run's number as target (window/runs.c). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROJECT_BROWSER (trammel_project_browser_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelProjectBrowser, trammel_project_browser, TRAMMEL, PROJECT_BROWSER, GtkWidget)

/* Sets the document; call it once. */
void trammel_project_browser_set_document(TrammelProjectBrowser *browser,
                                          TrammelDocument *document);

/* Opens an entry for the name of a run. */
void trammel_project_browser_rename_run(TrammelProjectBrowser *browser, guint number);

/* Opens a popover with the notes of a run; closing it stores them. */
void trammel_project_browser_edit_notes(TrammelProjectBrowser *browser, guint number);

/* Opens an entry for the name of a log. */
void trammel_project_browser_rename_log(TrammelProjectBrowser *browser, guint log);

G_END_DECLS
