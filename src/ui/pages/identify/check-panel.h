/* Findings of the check before a run (ui/session/identify/checker.h), the gravest first, with
 * buttons that fix them, and below them the findings of the last run.
 *
 * Signals: "changed" when there are other findings; "failed" (const char *message): a change that
 * the document refused. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/identify/checker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHECK_PANEL (trammel_check_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelCheckPanel, trammel_check_panel, TRAMMEL, CHECK_PANEL, GtkWidget)

/* Follows the checker; call it once. */
void trammel_check_panel_set_checker(TrammelCheckPanel *panel, TrammelChecker *checker);

/* Shows the findings of a full run as well; NULL, or another kind of run: none. */
void trammel_check_panel_set_run(TrammelCheckPanel *panel, TrammelRun *run);

/* Return "3 warnings, 2 notes" of all findings (free with g_free()), the icon of the gravest
 * (static), and their number. */
char *trammel_check_panel_dup_summary(TrammelCheckPanel *panel);
const char *trammel_check_panel_get_icon(TrammelCheckPanel *panel);
guint trammel_check_panel_get_n(TrammelCheckPanel *panel);

G_END_DECLS
