/* Adding, duplicating and deleting things of the model, each as one step of the history. */
#pragma once

#include "io/project_structure.h"
#include "ui/session/document.h"

G_BEGIN_DECLS

/* Adds a thing at `at`, what is selected: a body with a hinge to the selected one or, at a joint,
 * its child, else to the world; a joint from the world to a body where that is now (`pose`
 * [n_bodies x 7] of the centres of mass), which closes a loop; a motor or sensor on the selected
 * joint, or that of the selected body.  Names are found by themselves; *added is the new thing. */
gboolean trammel_model_edit_add(TrammelDocument *document,
                                TrammelElementKind kind,
                                TrammelElement at,
                                const double *pose,
                                TrammelElement *added,
                                GError **error);

gboolean trammel_model_edit_duplicate(TrammelDocument *document,
                                      TrammelElement element,
                                      TrammelElement *copy,
                                      GError **error);
gboolean
trammel_model_edit_delete(TrammelDocument *document, TrammelElement element, GError **error);

/* Whether a thing of the kind can be added at `at`; *reason (static) tells why not. */
gboolean trammel_model_edit_can_add(const TrammelProject *project,
                                    TrammelElementKind kind,
                                    TrammelElement at,
                                    const char **reason);

G_END_DECLS
