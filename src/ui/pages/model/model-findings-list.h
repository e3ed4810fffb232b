/* List of the model findings: a click selects the element, a button fixes the finding if a single
 * change can.
 *
 * Signals: "chosen" (uint TrammelElementKind, uint index); "fix" (const char *path, const char
 * *value): the user requests the change. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_FINDINGS_LIST (trammel_model_findings_list_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelModelFindingsList, trammel_model_findings_list, TRAMMEL, MODEL_FINDINGS_LIST, GtkWidget)

/* Shows the findings; `checked`: findings of the check before a run, nullable. */
void trammel_model_findings_list_show(TrammelModelFindingsList *list,
                                      const TrammelProject *project,
                                      const GArray *checked);

/* Returns the number of findings shown that are not mere remarks. */
guint trammel_model_findings_list_get_n_warnings(TrammelModelFindingsList *list);

G_END_DECLS
