/* What is odd about the model: a click goes to the thing, a button mends it where one change does.
 *
 * Signals: "chosen" (uint TrammelElementKind, uint index); "fix" (const char *path, const char
 * *value): the user wants the change. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROBLEM_LIST (trammel_problem_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelProblemList, trammel_problem_list, TRAMMEL, PROBLEM_LIST, GtkWidget)

/* `checked`: findings of the check before a run, nullable. */
void trammel_problem_list_show(TrammelProblemList *list,
                               const TrammelProject *project,
                               const GArray *checked);

/* Of what is shown, without mere remarks. */
guint trammel_problem_list_get_n_warnings(TrammelProblemList *list);

G_END_DECLS
