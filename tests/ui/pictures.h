/* What the pictures of pages and dialogs share: windows of a style and size, and taking them. */
#pragma once

#include <gtk/gtk.h>

#include "ui/window/window.h"

/* Opens an empty window and waits until it is drawn. */
TrammelWindow *
open_styled_window(GtkApplication *application, const char *style, int width, int height);

/* TestConditions of a window: its logs are read and no job runs; there is a full run. */
gboolean is_prepared(gpointer window);
gboolean has_fit(gpointer window);

/* Writes FOLDER/WHAT-STYLE-WIDTH.png of a window or dialog once it has settled. */
void take_picture(GtkWindow *window, const char *folder, const char *what, const char *style);

/* The page Data and its dialogs (pictures-data.c); FALSE when something takes too long. */
gboolean take_data_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* The page Identify with findings, its tables and its sweep (pictures-identify.c); likewise. */
gboolean take_identify_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* The page Model and the dialog of a new project (pictures-model.c); likewise. */
gboolean take_model_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* The page Validate (pictures-validate.c); likewise. */
gboolean take_validate_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Dialogs of the whole program: commands, help, shortcuts, about (pictures-dialogs.c); likewise. */
gboolean take_dialog_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* The four tabs of the page Inspect, and the comparison of friction models; likewise. */
gboolean take_inspect_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Several runs with the list, and their comparison (pictures-runs.c); likewise. */
gboolean take_run_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* The export dialog with a file of text, cautions, a model and a report (pictures-export.c);
 * likewise. */
gboolean take_export_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);
