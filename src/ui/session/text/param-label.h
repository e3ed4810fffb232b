/* Labels of parameters and quantities in the language of the user: "Viscous friction · shaft". */
#pragma once

#include "engine/est/task/task.h"
#include "io/project/project.h"

G_BEGIN_DECLS

/* "Viscous friction · j1" for joint.j1.viscous; free with g_free(). */
char *trammel_param_label(const TrTask *task, TrParam param);
char *trammel_quantity_label(const TrModel *model, const TrammelQuantity *quantity);

/* "Viscous" under the heading "Friction" of the joint, "x" under "Centre of mass"; free with
 * g_free(). */
char *trammel_quantity_label_within(const TrammelQuantity *quantity);

/* Returns `text` with the labels of quantities in place of their ids, as sentences of findings have
 * them; free with g_free(). */
char *trammel_text_with_labels(const TrammelProject *project, const char *text);

G_END_DECLS
