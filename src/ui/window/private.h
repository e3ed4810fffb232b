/* What the files of TrammelWindow share. */
#pragma once

#include "ui/pages/identify/identify-page.h"
#include "ui/pages/parts/message-bar.h"
#include "ui/pages/parts/page-switcher.h"
#include "ui/pages/parts/timeline-bar.h"
#include "ui/pages/start/project-browser.h"
#include "ui/session/document/file-lock.h"
#include "ui/session/document/log-watch.h"
#include "ui/session/document/recovery.h"
#include "ui/session/export/export-plan.h"
#include "ui/window/window.h"

G_BEGIN_DECLS

struct _TrammelWindow {
  GtkApplicationWindow parent_instance;
  GtkStack *root, *pages; /* start page or document; the pages of a document */
  TrammelIdentifyPage *identify_page;
  TrammelMessageBar *offers;   /* unsaved work of a killed program */
  TrammelMessageBar *notices;  /* what is the matter with the document and its files */
  TrammelMessageBar *messages; /* what has just happened */
  TrammelPageSwitcher *switcher;
  TrammelProjectBrowser *browser;
  TrammelTimelineBar *timeline_bar;
  GtkWidget *identify_button, *spinner, *cancel, *progress;
  GtkLabel *title, *state, *facts;
  GtkWidget *undo_button, *redo_button;
  GtkButton *open_button;
  GtkMenuButton *recent_button, *history_button, *export_button;
  GMenu *history_section; /* of the main menu */
  TrammelDocument *document;
  TrammelProject *seen; /* of the document when it changed last */
  TrammelJob *job;
  TrammelLive *live;
  TrammelChecker *checker;
  TrammelTimeline *timeline;
  TrammelRecovery *recovery;
  TrammelLogWatch *watch;
  TrammelFileLock *lock;
  TrammelExporter *exporter;
  TrammelExportPlan *export_plan; /* of the last export or the next one; NULL before the first */
  GtkWindow *export_dialog;       /* while it is open */
  gboolean exports_again;         /* the latest one is as the one before */
  GFile *locked_file;
  guint settle;               /* source that starts the full fit after a drag */
  TrammelRunRecord *repeated; /* which the full fit that runs computes again */
  gboolean is_settling;       /* the full fit that runs was started so */
  gint64 preview_begin;       /* [us] when the present preview was asked for */
  gint64 work_begin;          /* [us] when what runs was begun; 0: nothing runs */
  guint work_source;          /* until it counts as long */
  guint inhibition;           /* that keeps the computer awake; 0: none */
  gboolean closing;           /* the question before closing was answered */
  gboolean may_stop;          /* and the one whether what is under way may be lost */
  gboolean is_saving;         /* a packed project is being written */
  gboolean close_when_saved;  /* the user has closed the window meanwhile */
  gboolean scene_hidden_by_user;
  gboolean tells_check; /* the user wants to know what the check finds */
};

/* window/actions.c */
void _trammel_window_add_actions(TrammelWindow *window);
void _trammel_window_update_actions(TrammelWindow *window);

/* window/work.c: what long work asks of the desktop. */
void _trammel_window_watch_work(TrammelWindow *window, gboolean is_running);
void _trammel_window_forget_work(TrammelWindow *window);

/* window/fit.c: what starts fits and takes their results. */
void _trammel_window_connect_job(TrammelWindow *window);
void _trammel_window_prepare(TrammelWindow *window);
void _trammel_window_reload(TrammelWindow *window); /* reads the logs anew */
void _trammel_window_identify(TrammelWindow *window);
void _trammel_window_start_fit(TrammelWindow *window, TrammelRunKind kind);
void
_trammel_window_repeat(TrammelWindow *window, TrammelRunRecord *record, TrammelProject *project);

/* window/check.c: the check before a run. */
void _trammel_window_connect_checker(TrammelWindow *window);
void _trammel_window_check(TrammelWindow *window); /* now, and tells what it finds */

/* window/live.c: previews while a setting changes. */
void _trammel_window_connect_live(TrammelWindow *window);
void _trammel_window_document_changed(TrammelWindow *window);
void _trammel_window_slider_released(TrammelWindow *window);
gboolean _trammel_window_is_live(TrammelWindow *window);

/* window/commands.c: find, help, the palette. */
void _trammel_window_add_commands(TrammelWindow *window);

/* window/logs.c: what can be done with a log. */
void _trammel_window_add_log_actions(TrammelWindow *window);

/* window/runs.c: what can be done with a kept run. */
void _trammel_window_add_run_actions(TrammelWindow *window);

/* window/guard.c: nothing is lost.  guard() takes over what a killed program has left behind
 * (nullable) and tells what is to be known; FALSE where a log is missing. */
void _trammel_window_add_guard_actions(TrammelWindow *window);
gboolean _trammel_window_guard(TrammelWindow *window, const char *leftover);
void _trammel_window_unguard(TrammelWindow *window);
/* TRUE where something is under way that the user is asked about first; then the window closes or
 * not by the answer. */
gboolean _trammel_window_ask_about_work(TrammelWindow *window);
void _trammel_window_keep_unsaved(TrammelWindow *window);
void
_trammel_window_show_recovered(TrammelWindow *window, TrammelDocument *document, const char *path);

/* window/history.c: undo and redo in words. */
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
/* What a page has under way (to be freed); NULL. */
char *_trammel_window_dup_work(TrammelWindow *window);

/* window/import.c: logs into the document. */
void _trammel_window_add_import_actions(TrammelWindow *window);
void _trammel_window_import(TrammelWindow *window, const char *const *paths);

/* window/packed.c: packed projects in the background.  close_when_saved(): TRUE while one is being
 * written, after which the window closes. */
void _trammel_window_open_packed(TrammelWindow *window, GFile *file);
void _trammel_window_save_packed(TrammelWindow *window, GFile *file, gboolean then_close);
gboolean _trammel_window_close_when_saved(TrammelWindow *window);

/* window/files.c: open, save. */
/* The window that shows `file` already; NULL. */
GtkWindow *_trammel_window_find_other(TrammelWindow *window, GFile *file);
void _trammel_window_new_project(TrammelWindow *window);
void _trammel_window_open(TrammelWindow *window);
void _trammel_window_open_log(TrammelWindow *window);
void _trammel_window_open_uri(TrammelWindow *window, const char *uri);
void _trammel_window_open_example(TrammelWindow *window, const char *name);
void _trammel_window_save(TrammelWindow *window, gboolean as, gboolean then_close);
void _trammel_window_save_as_packed(TrammelWindow *window);
void _trammel_window_ask_before_close(TrammelWindow *window);

/* window/export.c: runs and figures as files. */
void _trammel_window_add_export_actions(TrammelWindow *window);
void _trammel_window_connect_exporter(TrammelWindow *window);
void _trammel_window_forget_exports(TrammelWindow *window);
/* "the export" while a file is being written (to be freed); NULL. */
char *_trammel_window_dup_export(TrammelWindow *window);
/* Opens the dialog; `run` is the number of a kept one, 0 the one that is shown. */
void _trammel_window_show_export(TrammelWindow *window, const char *format, guint run);

void _trammel_window_report(TrammelWindow *window, TrammelMessage kind, const char *text);
void _trammel_window_update_status(TrammelWindow *window);

G_END_DECLS
