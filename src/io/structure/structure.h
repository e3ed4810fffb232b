/* Elements of a model and changes of their number: add, duplicate, rename, delete, with all
 * references to them.
 *
 * Elements are in arrays of the file's `model`, each with a `name`.  One table has the name of each
 * section, another the keys that refer to elements.  Ids of quantities begin with the word of the
 * kind and the name: `body.arm.mass`. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_ELEMENT_GRAVITY, /* one, without a name */
  TRAMMEL_ELEMENT_BODY,
  TRAMMEL_ELEMENT_JOINT,
  TRAMMEL_ELEMENT_MOTOR,
  TRAMMEL_ELEMENT_SENSOR,
  TRAMMEL_ELEMENT_CONTACT,
  TRAMMEL_ELEMENT_CONSTRAINT, /* of the parameters: a sum of quantities */
  TRAMMEL_N_ELEMENT_KINDS
} TrammelElementKind;

/* Element: kind and index in its section. */
typedef struct {
  TrammelElementKind kind;
  guint index;
} TrammelElement;

/* Returns the word of a kind, "body"; static. */
const char *trammel_element_kind_get_word(TrammelElementKind kind);

/* Returns the path of an element, "model.bodies[1]" and, with a tail, "model.bodies[1].com"; free
 * with g_free(). */
char *trammel_element_dup_path(TrammelElement element, const char *tail);

/* Sets the element that contains `path` ("model.joints[0].friction.viscous"); FALSE if there is
 * none. */
gboolean trammel_element_find_by_path(TrammelElement *element, const char *path);

guint trammel_project_get_n_elements(const TrammelProject *project, TrammelElementKind kind);

/* Returns the name of an element; "" for gravity. */
const char *trammel_project_get_element_name(const TrammelProject *project, TrammelElement element);
gboolean trammel_project_find_element(const TrammelProject *project,
                                      TrammelElement *element,
                                      TrammelElementKind kind,
                                      const char *name);

/* Returns "body arm" or "gravity" in the user's language; free with g_free(). */
char *trammel_element_describe(const TrammelProject *project, TrammelElement element);

/* Returns the name in one of the element's members ("joint", "parent"); "" without one. */
const char *trammel_project_get_element_text(const TrammelProject *project,
                                             TrammelElement element,
                                             const char *key);

/* Sets the element of a quantity of the model; FALSE for a quantity of a channel. */
gboolean trammel_project_find_owner(const TrammelProject *project,
                                    TrammelElement *element,
                                    const TrammelQuantity *quantity);

/* Returns a name like `stem` that is unused in the kind: "arm2"; free with g_free(). */
char *trammel_project_dup_free_name(const TrammelProject *project,
                                    TrammelElementKind kind,
                                    const char *stem);

/* Returns the dependents that would be deleted with an element, each as text ("joint j2", "channel
 * m1 of swing", "tie of body.b.mass"); free with g_strfreev(). */
char **trammel_project_list_dependents(const TrammelProject *project, TrammelElement element);

/* Reference to an element. */
typedef struct {
  TrammelElement element; /* element that holds the reference */
  char *words;            /* "joint j2", "tie of body.b.mass", "channel m1 of swing" */
} TrammelUsage;

/* Returns the references to an element (TrammelUsage *), elements before ties and channels; free
 * with g_ptr_array_unref(). */
GPtrArray *trammel_project_list_usages(const TrammelProject *project, TrammelElement element);

/* Changes of the elements.  Each reads the project again, so that pointers into it become invalid;
 * errors are TRAMMEL_ERROR_INVALID and leave it unchanged. */

/* Renames an element; references, channels and ties follow. */
gboolean trammel_project_rename_element(TrammelProject *project,
                                        TrammelElement element,
                                        const char *name,
                                        GError **error);

/* Deletes an element with its dependents.  Bodies that are then not joined to the world are deleted
 * as well; ties to deleted quantities are removed, and the tied quantities keep their values. */
gboolean
trammel_project_delete_element(TrammelProject *project, TrammelElement element, GError **error);

/* Appends elements: { "bodies": [ ... ], "joints": [ ... ] }. */
gboolean trammel_project_append_elements(TrammelProject *project, const char *json, GError **error);

/* Sets the type of a sensor.  A sensor that changes between joints and bodies moves to the joint's
 * child, or to the joint that carries the body; channels of axes that the new type lacks are
 * removed. */
gboolean trammel_project_set_sensor_type(TrammelProject *project,
                                         TrammelElement sensor,
                                         const char *type,
                                         GError **error);

/* Changes a joint of bodies into a gear, or a gear into a joint of that type.  A gear couples the
 * hinges or slides that carry the joint's bodies, else the two nearest ones, with the ratio and
 * offset of the start pose; a joint lies at the child's origin there. */
gboolean trammel_project_set_gear(TrammelProject *project,
                                  TrammelElement joint,
                                  const char *type,
                                  GError **error);

/* Sets the bounds of a constraint's sum: -INFINITY, INFINITY where open; both equal: an
 * equality. */
gboolean trammel_project_set_constraint_sides(
    TrammelProject *project, guint constraint, double least, double most, GError **error);

/* Sets the factor of a quantity in the sum, adding it when it is missing; NAN removes it. */
gboolean trammel_project_set_constraint_factor(
    TrammelProject *project, guint constraint, const char *id, double factor, GError **error);

/* Appends a copy of an element under a new name, a body with the joint that carries it. */
gboolean trammel_project_duplicate_element(TrammelProject *project,
                                           TrammelElement element,
                                           TrammelElement *copy,
                                           GError **error);

/* Appends the mirror image of a body, in the plane across `axis` (0 x, 1 y, 2 z) of its parent,
 * with the joint that carries it (hinge, slide, ball, planar or fixed): if both joints have the
 * same coordinate, r' = S r and J' = S J S with S = I - 2 e e^T in the axes of the parent. */
gboolean trammel_project_mirror_element(
    TrammelProject *project, TrammelElement body, int axis, TrammelElement *copy, GError **error);
gboolean trammel_project_can_mirror(const TrammelProject *project, TrammelElement element);

G_END_DECLS
