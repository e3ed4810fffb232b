/* List of the findings on a log: one row each, with a button that fixes it if a single change can,
 * and one that ignores it.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-model.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FINDING_LIST (trammel_finding_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelFindingList, trammel_finding_list, TRAMMEL, FINDING_LIST, GtkWidget)

/* Follows `model`; call it once. */
void trammel_finding_list_set_model(TrammelFindingList *list, TrammelLogModel *model);

G_END_DECLS
