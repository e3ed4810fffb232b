/* Left column of the page Identify: the estimator's settings, a short result, findings.  It can be
 * folded to a strip.  What follows a slider below it, so that nothing moves above the hand.
 *
 * Signals: "released" when a slider was released; "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/identify/checker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SETTINGS_PANEL (trammel_settings_panel_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelSettingsPanel, trammel_settings_panel, TRAMMEL, SETTINGS_PANEL, GtkWidget)

/* Follows `document` (nullable). */
void trammel_settings_panel_set_document(TrammelSettingsPanel *panel, TrammelDocument *document);

/* Shows the findings of a check; call it once. */
void trammel_settings_panel_set_checker(TrammelSettingsPanel *panel, TrammelChecker *checker);

/* Leaves a strip with the badge of the findings and a button that unfolds the panel. */
void trammel_settings_panel_set_folded(TrammelSettingsPanel *panel, gboolean folded);

G_END_DECLS
