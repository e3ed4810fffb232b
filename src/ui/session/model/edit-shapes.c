/* Edits of the shapes of a body, and of its mass and inertia by them. */
#include <glib/gi18n.h>

#include "io/project/put.h"
#include "ui/session/model/edit.h"
#include "ui/session/model/shapes.h"

static TrammelShapeType
find_shape_type(const char *word)
{
  for (int type = 0; type < TRAMMEL_N_SHAPE_TYPES; type++)
    if (g_str_equal(trammel_shape_type_get_word((TrammelShapeType)type), word))
      return (TrammelShapeType)type;
  g_return_val_if_reached(TRAMMEL_SHAPE_BOX);
}

gboolean
trammel_model_edit_add_shape(TrammelDocument *document,
                             TrammelElement at,
                             const char *type,
                             GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  const TrModel *model = trammel_project_get_model(project);
  TrammelElement found;

  g_return_val_if_fail(trammel_model_edit_find_body(project, at, &found), FALSE);
  int body = (int)found.index;
  TrammelShape shape = trammel_model_shape_propose(model, body, find_shape_type(type));
  g_autofree char *json = trammel_model_shape_to_json(&shape);
  g_autofree char *path = g_strdup_printf("model.bodies[%d].shapes[]", body);
  g_autofree char *label = g_strdup_printf(_("add %s to %s"), type, model->bodies[body].name);
  if (!trammel_project_put(project, path, json, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_model_edit_can_fill(const TrammelProject *project, TrammelElement body)
{
  if (body.kind != TRAMMEL_ELEMENT_BODY)
    return FALSE;
  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++)
    if (trammel_project_get_shape(project, i)->body == (int)body.index)
      return TRUE;
  return FALSE;
}

/* Sets a quantity of a body, unless it is there already. */
static gboolean
set_part(TrammelProject *project, const char *body, const char *part, double value, GError **error)
{
  g_autofree char *id = g_strdup_printf("body.%s.%s", body, part);
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  return !quantity || quantity->value == value ||
         trammel_project_set_value(project, id, value, error);
}

gboolean
trammel_model_edit_fill(TrammelDocument *document,
                        TrammelElement body,
                        double density,
                        GError **error)
{
  static const char *const com[] = {"com.x", "com.y", "com.z"};
  static const char *const inertia[] = {"inertia.xx", "inertia.yy", "inertia.zz",
                                        "inertia.xy", "inertia.xz", "inertia.yz"};
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  const TrBody *old = &trammel_project_get_model(project)->bodies[body.index];
  g_autofree char *name = g_strdup(old->name);
  double kept = old->mass;
  TrMass mass;

  if (!trammel_model_shapes_weigh(&mass, project, (int)body.index, density > 0 ? density : 1,
                                  error))
    return FALSE;
  if (!(mass.mass > 0))
    return TRUE;
  double factor = density > 0 ? 1 : kept / mass.mass;
  gboolean done = set_part(project, name, "mass", factor * mass.mass, error);
  for (int i = 0; i < 3 && done; i++)
    done = set_part(project, name, com[i], mass.com[i], error);
  for (int i = 0; i < 6 && done; i++)
    done = set_part(project, name, inertia[i], factor * mass.inertia[i], error);
  if (!done)
    return FALSE;
  g_autofree char *label = g_strdup_printf(_("mass and inertia of %s from its shapes"), name);
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}
