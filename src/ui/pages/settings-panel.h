/* The left column of the page Identify: findings, the estimator's settings, the result in brief.
 *
 * Signals: "released" when a slider was let go; "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SETTINGS_PANEL (trammel_settings_panel_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelSettingsPanel, trammel_settings_panel, TRAMMEL, SETTINGS_PANEL, GtkWidget)

/* Follows `document` (nullable). */
void trammel_settings_panel_set_document(TrammelSettingsPanel *panel, TrammelDocument *document);

G_END_DECLS
