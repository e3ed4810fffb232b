/* The page Identify: settings, fit, cost and parameters while the engine runs, the table of
 * parameters, the iterations, the mechanism in 3D.
 *
 * Signals: "released" when a setting's slider was let go; "asked" when the result of what is set
 * now is wanted, without a run in the list. */
#pragma once

#include "ui/pages/parts/page.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_IDENTIFY_PAGE (trammel_identify_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelIdentifyPage, trammel_identify_page, TRAMMEL, IDENTIFY_PAGE, GtkWidget)

void trammel_identify_page_set_show_all(TrammelIdentifyPage *page, gboolean show_all);

G_END_DECLS
