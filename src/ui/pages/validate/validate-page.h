/* Page Validate: the prediction error of parameter sets on logs. */
#pragma once

#include "ui/pages/parts/page.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_VALIDATE_PAGE (trammel_validate_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelValidatePage, trammel_validate_page, TRAMMEL, VALIDATE_PAGE, GtkWidget)

/* Returns TRUE if everything that the page has requested is shown, and nothing is running. */
gboolean trammel_validate_page_is_up_to_date(TrammelValidatePage *page);

G_END_DECLS
