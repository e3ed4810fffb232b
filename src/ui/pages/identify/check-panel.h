/* What the check before a run has found (ui/session/identify/checker.h), the gravest first, with
 * buttons that mend it, and below it what the last run has shown.
 *
 * Signal: "failed" (const char *message): a change that the document refused. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/identify/checker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHECK_PANEL (trammel_check_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelCheckPanel, trammel_check_panel, TRAMMEL, CHECK_PANEL, GtkWidget)

/* Follows the checker; called once. */
void trammel_check_panel_set_checker(TrammelCheckPanel *panel, TrammelChecker *checker);

/* Also tells what a full run has shown; NULL, or another kind of run: nothing. */
void trammel_check_panel_set_run(TrammelCheckPanel *panel, TrammelRun *run);

G_END_DECLS
