/* Internal interface of TrammelWindow. */
#pragma once

#include "ui/pages/identify/identify-page.h"
#include "ui/pages/parts/message-bar.h"
#include "ui/pages/parts/page-switcher.h"
#include "ui/pages/parts/timeline-bar.h"
#include "ui/pages/start/project-browser.h"
#include "ui/session/document/guard.h"
#include "ui/session/export/export-plan.h"
#include "ui/session/identify/fit-control.h"
#include "ui/session/identify/recipe-runner.h"
#include "ui/widgets/fold-bin.h"
#include "ui/window/window.h"

G_BEGIN_DECLS

/* Width of a window [px] from which the side panes start shown. */
enum { TRAMMEL_WIDE_WINDOW = 1200 };

struct _TrammelWindow {
  GtkApplicationWindow parent_instance;
  GtkStack *root, *pages; /* start page or document; the pages of a document */
  TrammelIdentifyPage *identify_page;
  TrammelMessageBar *offers;   /* unsaved work of a killed program */
  TrammelMessageBar *notices;  /* state of the document and its files */
  TrammelMessageBar *messages; /* latest events */
  TrammelPageSwitcher *switcher;
  TrammelProjectBrowser *browser;
  TrammelFoldBin *body; /* has the browser at its side */
  TrammelTimelineBar *timeline_bar;
  GtkWidget *identify_button, *cancel, *progress;
  GtkLabel *title, *state, *facts;
  GtkWidget *unsaved_mark; /* before the title */
  GtkWidget *undo_button, *redo_button;
  GtkButton *open_button;
  GtkMenuButton *recent_button, *history_button, *export_button;
  GMenu *history_section; /* of the main menu */
  TrammelDocument *document;
  TrammelFitControl *fits;
  TrammelRecipeRunner *recipe;
  TrammelChecker *checker;
  TrammelTimeline *timeline;
  TrammelDocumentGuard *guard;
  TrammelExporter *exporter;
  TrammelExportPlan *export_plan; /* of the last export or the next one; NULL before the first */
  GtkWindow *export_dialog;       /* while it is open */
  gboolean exports_again;         /* the present export repeats the last one */
  gint64 work_begin;              /* [us] start of the running work; 0: none */
  guint work_source;              /* timeout source until the work counts as long */
  guint inhibition;               /* inhibits suspend; 0: none */
  gboolean closing;               /* the question on unsaved changes was answered */
  gboolean may_stop;              /* the question on running work was answered */
  gboolean is_saving;             /* a packed project is being written */
  gboolean close_when_saved;      /* the user has closed the window while saving */
  gboolean reports_check;         /* the result of the check is to be shown as a message */
  gboolean is_mapping;            /* the dialog that maps the columns of a log is open ... */
  char *held_message;             /* ... and the logs could not be prepared meanwhile; nullable */
  char *reading_message;          /* in messages: the logs could not be prepared; nullable */
  char *unsaved_message;          /* in messages: the file could not be saved; nullable */
  char *unsaved_notice;           /* in notices, until the next save; nullable */
};

/* window/actions.c */
void _trammel_window_add_actions(TrammelWindow *window);
void _trammel_window_update_actions(TrammelWindow *window);

/* window/work.c: suspend and notifications during long work. */
void _trammel_window_watch_work(TrammelWindow *window, gboolean is_running);
void _trammel_window_forget_work(TrammelWindow *window);

/* window/fit.c: the display of fits and of their results. */
void _trammel_window_connect_fits(TrammelWindow *window);
void _trammel_window_disconnect_fits(TrammelWindow *window);
void _trammel_window_identify(TrammelWindow *window);
void _trammel_window_go_on(TrammelWindow *window);

/* window/recipe.c: the recipe of the project. */
void _trammel_window_add_recipe(TrammelWindow *window);
void _trammel_window_update_recipe(TrammelWindow *window, gboolean can_identify);

/* window/check.c: the check before a run. */
void _trammel_window_connect_checker(TrammelWindow *window);
void _trammel_window_check(TrammelWindow *window); /* at once; shows the result */

/* window/commands.c: find, help, the palette. */
void _trammel_window_add_commands(TrammelWindow *window);

/* window/logs.c: commands on a log. */
void _trammel_window_add_log_actions(TrammelWindow *window);

/* window/runs.c: commands on a kept run. */
void _trammel_window_add_run_actions(TrammelWindow *window);

/* window/guard.c: protection against loss. guard() continues the recovery file of a killed program
 * (nullable) and shows notices; returns FALSE if a log is missing. */
void _trammel_window_add_guard_actions(TrammelWindow *window);
gboolean _trammel_window_guard(TrammelWindow *window, const char *leftover);
void _trammel_window_unguard(TrammelWindow *window);
/* Reads the logs of the document again, unless one is missing, which is shown. */
void _trammel_window_read_logs(TrammelWindow *window);
/* Returns TRUE if work is running on which the user is asked first; the answer then decides if the
 * window closes. */
gboolean _trammel_window_ask_about_work(TrammelWindow *window);
void _trammel_window_keep_unsaved(TrammelWindow *window);
/* Shows a message that holds until the next save, and removes both kinds after one. */
void _trammel_window_report_unsaved(TrammelWindow *window, const GError *error);
void _trammel_window_settle_unsaved(TrammelWindow *window);
void
_trammel_window_show_recovered(TrammelWindow *window, TrammelDocument *document, const char *path);

/* window/history.c: labels of undo and redo. */
void _trammel_window_connect_history(TrammelWindow *window);
void _trammel_window_update_history(TrammelWindow *window);

/* window/pages.c: the pages and their switcher. */
void _trammel_window_ensure_pages(void);
void _trammel_window_connect_pages(TrammelWindow *window);
void _trammel_window_show_pages(TrammelWindow *window);
void _trammel_window_set_page(TrammelWindow *window, const char *name);
void _trammel_window_set_page_number(TrammelWindow *window, int number); /* from 1 */
TrammelPage *_trammel_window_get_page(TrammelWindow *window);            /* the visible one */
void _trammel_window_show_scene(TrammelWindow *window, gboolean show);
/* Returns the running work of a page (transfer full); NULL if there is none. */
char *_trammel_window_dup_work(TrammelWindow *window);

/* window/kept.c: the state of the window that the project keeps. store_view() returns it (transfer
 * full). */
JsonNode *_trammel_window_store_view(TrammelWindow *window);
void _trammel_window_restore_view(TrammelWindow *window);

/* window/import.c: import of logs. */
void _trammel_window_add_import_actions(TrammelWindow *window);
void _trammel_window_import(TrammelWindow *window, const char *const *paths);

/* window/packed.c: files on another thread, as packed projects are large. close_when_saved()
 * returns TRUE while one is being written; the window closes afterwards.  revert() shows what is in
 * the file now, as one step of the undo history. */
void _trammel_window_open_packed(TrammelWindow *window, GFile *file);
void _trammel_window_save_packed(TrammelWindow *window, GFile *file, gboolean then_close);
gboolean _trammel_window_close_when_saved(TrammelWindow *window);
void _trammel_window_revert(TrammelWindow *window);

/* window/files.c: open, save. */
void _trammel_window_new_project(TrammelWindow *window);
void _trammel_window_open(TrammelWindow *window);
void _trammel_window_open_log(TrammelWindow *window);
void _trammel_window_open_uri(TrammelWindow *window, const char *uri);
void _trammel_window_open_example(TrammelWindow *window, const char *name);
void _trammel_window_save(TrammelWindow *window, gboolean as, gboolean then_close);
void _trammel_window_save_as_packed(TrammelWindow *window);
void _trammel_window_ask_before_close(TrammelWindow *window);

/* window/export.c: export of runs and figures. */
void _trammel_window_add_export_actions(TrammelWindow *window);
void _trammel_window_connect_exporter(TrammelWindow *window);
void _trammel_window_forget_exports(TrammelWindow *window);
/* Returns "the export" while a file is being written (transfer full); NULL. */
char *_trammel_window_dup_export(TrammelWindow *window);
/* Opens the dialog; `run` is the number of a kept run, 0 the run that is shown. */
void _trammel_window_show_export(TrammelWindow *window, const char *format, guint run);

void _trammel_window_report(TrammelWindow *window, TrammelMessage kind, const char *text);

/* Shows a text in a bar and keeps it in `shown`, by which it is found later. */
void _trammel_window_show_text(TrammelMessageBar *bar,
                               TrammelMessage kind,
                               const char *text,
                               char **shown);

/* Hides the text, unless another one has taken its place. */
void _trammel_window_hide_text(TrammelMessageBar *bar, char **shown);
void _trammel_window_update_status(TrammelWindow *window);
/* Returns TRUE if the window has no room for labels in its header. */
gboolean _trammel_window_is_narrow(TrammelWindow *window);

G_END_DECLS
