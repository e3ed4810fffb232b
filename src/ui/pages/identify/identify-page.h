/* Page Identify: settings, fit, cost and parameters during a run, the parameter table, the
 * iterations, the mechanism in 3D.
 *
 * Signals: "released" when a setting's slider was released; "asked" to request a fit with the
 * present settings, without a run in the list. */
#pragma once

#include "ui/pages/parts/page.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_IDENTIFY_PAGE (trammel_identify_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelIdentifyPage, trammel_identify_page, TRAMMEL, IDENTIFY_PAGE, GtkWidget)

void trammel_identify_page_set_show_all(TrammelIdentifyPage *page, gboolean show_all);

/* Unfolds or folds the settings. */
void trammel_identify_page_set_show_settings(TrammelIdentifyPage *page, gboolean show);

G_END_DECLS
