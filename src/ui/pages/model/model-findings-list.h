/* List of the model findings: a click selects the element, a button fixes the finding if a single
 * change can.
 *
 * Signals: "chosen" (uint TrammelElementKind, uint index); "fix" (const char *path, const char
 * *value): the user requests the change. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROBLEM_LIST (trammel_problem_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelProblemList, trammel_problem_list, TRAMMEL, PROBLEM_LIST, GtkWidget)

/* Shows the findings; `checked`: findings of the check before a run, nullable. */
void trammel_problem_list_show(TrammelProblemList *list,
                               const TrammelProject *project,
                               const GArray *checked);

/* Returns the number of findings shown that are not mere remarks. */
guint trammel_problem_list_get_n_warnings(TrammelProblemList *list);

G_END_DECLS
