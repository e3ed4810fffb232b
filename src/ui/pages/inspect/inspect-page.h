/* Page Inspect: the summary of a run with the changes that would fix its problems, and four tabs:
 * residuals, uncertainty of the parameters, motion and forces, and a table that compares it with
 * another run. */
#pragma once

#include "ui/pages/parts/page.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_INSPECT_PAGE (trammel_inspect_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelInspectPage, trammel_inspect_page, TRAMMEL, INSPECT_PAGE, GtkWidget)

/* Shows a tab: "residuals", "uncertainty", "states", "table". */
void trammel_inspect_page_show_tab(TrammelInspectPage *page, const char *name);

/* Returns TRUE if everything shown belongs to the chosen runs. */
gboolean trammel_inspect_page_is_up_to_date(TrammelInspectPage *page);

G_END_DECLS
