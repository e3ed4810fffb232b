/* Picture taking for pages and dialogs: windows of a style and size, and their screenshots. */
#pragma once

#include <gtk/gtk.h>

#include "ui/window/window.h"

/* Initialises GTK, in the language and with the look that the environment asks for: LANGUAGE, with
 * TRAMMEL_TEXTS as the folder of the translations (po of the build folder), TRAMMEL_DIRECTION=rtl
 * for a layout from right to left, TRAMMEL_TEXT_SCALE=1.5 for the size of text. */
void init_pictures(void);

/* Opens an empty window and waits until it is drawn. */
TrammelWindow *
open_styled_window(GtkApplication *application, const char *style, int width, int height);

/* TestConditions of a window: its logs are read and no job runs; there is a full run, whose
 * physical values have arrived. */
gboolean is_prepared(gpointer window);
gboolean has_fit(gpointer window);

/* Writes FOLDER/WHAT-STYLE-WIDTH.png of a window or dialog after it has settled. */
void take_picture(GtkWindow *window, const char *folder, const char *what, const char *style);

/* Take the pictures of the page Data and its dialogs (pictures-data.c); FALSE when a step takes too
 * long. */
gboolean take_data_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the page Identify with findings, its tables and its sweep
 * (pictures-identify.c). */
gboolean take_identify_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the page Model and the dialog of a new project (pictures-model.c). */
gboolean take_model_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the page Validate (pictures-validate.c). */
gboolean take_validate_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the general dialogs: commands, help, shortcuts, about (pictures-dialogs.c). */
gboolean take_dialog_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the four tabs of the page Inspect, and of the comparison of friction models. */
gboolean take_inspect_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the tab Refits of the page Inspect (pictures-refits.c). */
gboolean take_refit_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the marks and the dialog of the 3D view (pictures-scene.c). */
gboolean take_scene_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of several runs with the list, and of their comparison (pictures-runs.c). */
gboolean take_run_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);

/* Takes those of the export dialog with a text file, cautions, a model and a report
 * (pictures-export.c). */
gboolean take_export_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height);
