/* Start page: example cards, own data, recent projects. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_START_PAGE (trammel_start_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelStartPage, trammel_start_page, TRAMMEL, START_PAGE, GtkWidget)

G_END_DECLS
