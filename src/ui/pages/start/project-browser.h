/* The left column of the window: the logs with their roles, and the runs.
 *
 * What can be done with a run are actions of the window with the run's number as target
 * (window/runs.c). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROJECT_BROWSER (trammel_project_browser_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelProjectBrowser, trammel_project_browser, TRAMMEL, PROJECT_BROWSER, GtkWidget)

/* Once. */
void trammel_project_browser_set_document(TrammelProjectBrowser *browser,
                                          TrammelDocument *document);

/* The name of that run becomes an entry. */
void trammel_project_browser_rename_run(TrammelProjectBrowser *browser, guint number);

/* The notes of that run in a popover beside it; closing it keeps them. */
void trammel_project_browser_edit_notes(TrammelProjectBrowser *browser, guint number);

/* Opens an entry for the name of a log. */
void trammel_project_browser_rename_log(TrammelProjectBrowser *browser, guint log);

G_END_DECLS
