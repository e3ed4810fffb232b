/* The things that a model is made of, and changes of which there are: add, duplicate, rename,
 * delete, with all that refers to them.
 *
 * Things are arrays of the file's `model`, each element with a `name`; one row of a table says what
 * a section is called, another which keys refer to what.  Ids of quantities begin with the word of
 * the kind and the name: `body.arm.mass`. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_ELEMENT_GRAVITY, /* one, without a name */
  TRAMMEL_ELEMENT_BODY,
  TRAMMEL_ELEMENT_JOINT,
  TRAMMEL_ELEMENT_MOTOR,
  TRAMMEL_ELEMENT_SENSOR,
  TRAMMEL_ELEMENT_CONSTRAINT, /* of the parameters: a sum of quantities */
  TRAMMEL_N_ELEMENT_KINDS
} TrammelElementKind;

/* The index-th of its section. */
typedef struct {
  TrammelElementKind kind;
  guint index;
} TrammelElement;

/* "body"; static. */
const char *trammel_element_kind_get_word(TrammelElementKind kind);

/* "model.bodies[1]" and, with a tail, "model.bodies[1].com"; free with g_free(). */
char *trammel_element_dup_path(TrammelElement element, const char *tail);

/* The thing in whose part of the file `path` ("model.joints[0].friction.viscous") lies; FALSE when
 * it is none. */
gboolean trammel_element_find_by_path(TrammelElement *element, const char *path);

guint trammel_project_get_n_elements(const TrammelProject *project, TrammelElementKind kind);

/* "" for gravity. */
const char *trammel_project_get_element_name(const TrammelProject *project, TrammelElement element);
gboolean trammel_project_find_element(const TrammelProject *project,
                                      TrammelElement *element,
                                      TrammelElementKind kind,
                                      const char *name);

/* "body arm", "gravity", in the user's language; free with g_free(). */
char *trammel_element_describe(const TrammelProject *project, TrammelElement element);

/* What one of its members names ("joint", "parent"); "" without one. */
const char *trammel_project_get_element_text(const TrammelProject *project,
                                             TrammelElement element,
                                             const char *key);

/* The thing that a quantity of the model belongs to; FALSE for that of a channel. */
gboolean trammel_project_find_owner(const TrammelProject *project,
                                    TrammelElement *element,
                                    const TrammelQuantity *quantity);

/* A name like `stem` that is free for the kind: "arm2"; free with g_free(). */
char *trammel_project_dup_free_name(const TrammelProject *project,
                                    TrammelElementKind kind,
                                    const char *stem);

/* What would be deleted with a thing, each in words ("joint j2", "channel m1 of swing", "tie of
 * body.b.mass"); free with g_strfreev(). */
char **trammel_project_list_dependents(const TrammelProject *project, TrammelElement element);

/* Something that refers to a thing. */
typedef struct {
  TrammelElement element; /* where it is to be found */
  char *words;            /* "joint j2", "tie of body.b.mass", "channel m1 of swing" */
} TrammelUsage;

/* TrammelUsage *, things before ties and channels; free with g_ptr_array_unref(). */
GPtrArray *trammel_project_list_usages(const TrammelProject *project, TrammelElement element);

/* Changes.  Each reads the project anew, so that pointers got from it before are no longer valid;
 * errors are TRAMMEL_ERROR_INVALID and leave it as it was. */

/* References, channels and ties follow. */
gboolean trammel_project_rename_element(TrammelProject *project,
                                        TrammelElement element,
                                        const char *name,
                                        GError **error);

/* Deletes a thing with its dependents; bodies that nothing joins to the world any more go along,
 * ties to what goes are loosened and keep their value. */
gboolean
trammel_project_delete_element(TrammelProject *project, TrammelElement element, GError **error);

/* Appends things: { "bodies": [ ... ], "joints": [ ... ] }. */
gboolean trammel_project_append_elements(TrammelProject *project, const char *json, GError **error);

/* Another type of sensor.  One that changes between joints and bodies sits on the joint's child, or
 * on the joint that carries the body; channels go whose axes the new type does not have. */
gboolean trammel_project_set_sensor_type(TrammelProject *project,
                                         TrammelElement sensor,
                                         const char *type,
                                         GError **error);

/* A joint of bodies that becomes a gear, or a gear that becomes a joint of that type.  A gear
 * couples the hinges or slides that carry the joint's bodies, else the two nearest ones, as they
 * stand in the start pose; a joint lies at the child's origin there. */
gboolean trammel_project_set_gear(TrammelProject *project,
                                  TrammelElement joint,
                                  const char *type,
                                  GError **error);

/* What a constraint's sum must be: -INFINITY, INFINITY where open; both equal: an equality. */
gboolean trammel_project_set_constraint_sides(
    TrammelProject *project, guint constraint, double least, double most, GError **error);

/* The factor of a quantity in the sum, which is added when it is not there; NAN takes it out. */
gboolean trammel_project_set_constraint_factor(
    TrammelProject *project, guint constraint, const char *id, double factor, GError **error);

/* Appends a copy under a new name, a body with the joint that carries it. */
gboolean trammel_project_duplicate_element(TrammelProject *project,
                                           TrammelElement element,
                                           TrammelElement *copy,
                                           GError **error);

/* Appends the mirror image of a body, in the plane across `axis` (0 x, 1 y, 2 z) of what carries
 * it, with the joint that carries it, a hinge, slide, ball, planar or fixed one: where both joints
 * have the same coordinate, r' = S r and J' = S J S with S = I - 2 e e^T in the axes of the parent.
 */
gboolean trammel_project_mirror_element(
    TrammelProject *project, TrammelElement body, int axis, TrammelElement *copy, GError **error);
gboolean trammel_project_can_mirror(const TrammelProject *project, TrammelElement element);

G_END_DECLS
