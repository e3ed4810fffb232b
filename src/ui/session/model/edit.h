/* Edits of the model's structure: adding, duplicating, mirroring and deleting elements, and freeing
 * their quantities; each is one step of the undo history. */
#pragma once

#include "io/structure/structure.h"
#include "ui/session/document/document.h"
#include "ui/session/model/model-pose.h"

G_BEGIN_DECLS

/* Types of joints that can be added besides a hinge: the first two are springs in the file, which
 * act along the line between their ends; a gear couples two joints. */
#define TRAMMEL_EDIT_SPRING "spring"
#define TRAMMEL_EDIT_DAMPER "damper"
#define TRAMMEL_EDIT_GEAR   "gear"

/* Element that is added at the selected element. */
typedef struct {
  TrammelElementKind kind;
  const char *type; /* NULL: the first of its kind */
  TrammelElement at;
} TrammelAddition;

/* Adds an element at the selected element:
 *   a body on a hinge to the selected one or, at a joint, its child, else to the world;
 *   a joint from the world to a body at its present place, which closes a loop; a spring or damper
 *     from the body to its parent; a gear of ratio 1 between the selected hinge or slide and the
 *     one before it, or behind it, in their order;
 *   a motor on the selected joint, or that of the selected body;
 *   a sensor of type `type`, of the joint or the body;
 *   a contact of the body with the plane z = 0 of the world, with shape, size and place of one of
 *     the body's shapes (contact-shape.h), or as a ball at its origin;
 *   a constraint that holds the sum of all masses at its present value.
 * `pose` [n_bodies x 7] holds the present poses of the centres of mass.  The function chooses the
 * names; *added receives the new element. */
gboolean trammel_model_edit_add(TrammelDocument *document,
                                TrammelAddition addition,
                                const double *pose,
                                TrammelElement *added,
                                GError **error);

/* Adds a shape ("box") to the body at `at`, in the size of the body. */
gboolean trammel_model_edit_add_shape(TrammelDocument *document,
                                      TrammelElement at,
                                      const char *type,
                                      GError **error);

/* Sets mass, centre of mass and inertia of a body to those of its shapes, of a density [kg/m^3]; a
 * density of 0 keeps the mass. */
gboolean trammel_model_edit_fill(TrammelDocument *document,
                                 TrammelElement body,
                                 double density,
                                 GError **error);

/* Makes the coordinates of a trial pose the start of the joints, as one step. */
gboolean trammel_model_edit_keep_start(TrammelDocument *document,
                                       const TrammelModelPose *pose,
                                       GError **error);

/* Returns TRUE if the body has shapes. */
gboolean trammel_model_edit_can_fill(const TrammelProject *project, TrammelElement body);

/* Finds the body of `at`: itself, or the one that it is on; returns FALSE for the world. */
gboolean trammel_model_edit_find_body(const TrammelProject *project,
                                      TrammelElement at,
                                      TrammelElement *body);

gboolean trammel_model_edit_duplicate(TrammelDocument *document,
                                      TrammelElement element,
                                      TrammelElement *copy,
                                      GError **error);
/* Mirrors a body in the plane normal to an axis (io/structure/structure.h). */
gboolean trammel_model_edit_mirror(
    TrammelDocument *document, TrammelElement body, int axis, TrammelElement *copy, GError **error);

/* Frees or fixes all quantities of an element that can be parameters and are not tied. */
gboolean trammel_model_edit_free_all(TrammelDocument *document,
                                     TrammelElement element,
                                     gboolean is_free,
                                     GError **error);
gboolean
trammel_model_edit_delete(TrammelDocument *document, TrammelElement element, GError **error);

/* Returns TRUE if an element of the kind can be added at `at`; else sets *reason (static). */
gboolean trammel_model_edit_can_add(const TrammelProject *project,
                                    TrammelElementKind kind,
                                    const char *type,
                                    TrammelElement at,
                                    const char **reason);

G_END_DECLS
