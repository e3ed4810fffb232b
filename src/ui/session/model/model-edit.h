/* Adding, duplicating, mirroring and deleting things of the model, and freeing their quantities,
 * each as one step of the history. */
#pragma once

#include "io/structure/structure.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

/* Types of joints that can be added beside a hinge: the first two are springs of the file, which
 * act along the line between their ends; a gear couples two joints. */
#define TRAMMEL_EDIT_SPRING "spring"
#define TRAMMEL_EDIT_DAMPER "damper"
#define TRAMMEL_EDIT_GEAR   "gear"

/* Adds a thing at `at`, what is selected:
 *   a body on a hinge to the selected one or, at a joint, its child, else to the world;
 *   a joint from the world to a body where that is now, which closes a loop; a spring or damper
 *   from the body to what carries it; a gear of ratio 1 between the selected hinge or slide and
 *   the one before it, or behind it, as they stand;
 *   a motor on the selected joint, or that of the selected body;
 *   a sensor of type `type`, of the joint or the body;
 *   a constraint that holds the sum of all masses where it is.
 * `type` is NULL for the first of its kind.  `pose` [n_bodies x 7] of the centres of mass is that
 * of now.  Names are found by themselves; *added is the new thing. */
gboolean trammel_model_edit_add(TrammelDocument *document,
                                TrammelElementKind kind,
                                const char *type,
                                TrammelElement at,
                                const double *pose,
                                TrammelElement *added,
                                GError **error);

/* Adds a shape ("box") to the body at `at`, in the size of the body. */
gboolean trammel_model_edit_add_shape(TrammelDocument *document,
                                      TrammelElement at,
                                      const char *type,
                                      GError **error);

/* The body that is meant by `at`: itself, or what is on it; FALSE for the world. */
gboolean trammel_model_edit_find_body(const TrammelProject *project,
                                      TrammelElement at,
                                      TrammelElement *body);

gboolean trammel_model_edit_duplicate(TrammelDocument *document,
                                      TrammelElement element,
                                      TrammelElement *copy,
                                      GError **error);
/* In the plane across an axis (io/structure/structure.h). */
gboolean trammel_model_edit_mirror(
    TrammelDocument *document, TrammelElement body, int axis, TrammelElement *copy, GError **error);

/* Makes all quantities of a thing that can be parameters, and follow no other, free or fixed. */
gboolean trammel_model_edit_free_all(TrammelDocument *document,
                                     TrammelElement element,
                                     gboolean is_free,
                                     GError **error);
gboolean
trammel_model_edit_delete(TrammelDocument *document, TrammelElement element, GError **error);

/* Whether a thing of the kind can be added at `at`; *reason (static) tells why not. */
gboolean trammel_model_edit_can_add(const TrammelProject *project,
                                    TrammelElementKind kind,
                                    const char *type,
                                    TrammelElement at,
                                    const char **reason);

G_END_DECLS
