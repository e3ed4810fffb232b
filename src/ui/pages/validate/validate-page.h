/* The page Validate: how well parameter sets predict logs (docs/user/validate.md). */
#pragma once

#include "ui/pages/parts/page.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_VALIDATE_PAGE (trammel_validate_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelValidatePage, trammel_validate_page, TRAMMEL, VALIDATE_PAGE, GtkWidget)

/* Whether everything is there that the page has asked for, and nothing is under way. */
gboolean trammel_validate_page_is_up_to_date(TrammelValidatePage *page);

G_END_DECLS
