/* Popover with the list of references to a model element.
 *
 * Signal "chosen" (uint TrammelElementKind, uint index): the element that holds the reference. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_USAGES_POPOVER (trammel_usages_popover_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelUsagesPopover, trammel_usages_popover, TRAMMEL, USAGES_POPOVER, GtkPopover)

/* Creates the popover for trammel_popup_open(). */
GtkWidget *trammel_usages_popover_new(const TrammelProject *project, TrammelElement element);

G_END_DECLS
