/* The page Inspect: a run's verdict with the changes that would mend it, and four tabs: what its
 * residuals say, what is known of the parameters, the motion and its forces, and a table that
 * compares it with another run. */
#pragma once

#include "ui/pages/parts/page.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_INSPECT_PAGE (trammel_inspect_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelInspectPage, trammel_inspect_page, TRAMMEL, INSPECT_PAGE, GtkWidget)

/* Shows a tab: "residuals", "uncertainty", "states", "table". */
void trammel_inspect_page_show_tab(TrammelInspectPage *page, const char *name);

/* Whether all that is shown belongs to the runs that are chosen. */
gboolean trammel_inspect_page_is_up_to_date(TrammelInspectPage *page);

G_END_DECLS
