/* Page Data: the channels of a log, its plots, its preparation, and the findings on it. */
#pragma once

#include "ui/pages/parts/page.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_DATA_PAGE (trammel_data_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelDataPage, trammel_data_page, TRAMMEL, DATA_PAGE, GtkWidget)

/* Asks where to split the log that is shown. */
void trammel_data_page_ask_split(TrammelDataPage *page);

G_END_DECLS
