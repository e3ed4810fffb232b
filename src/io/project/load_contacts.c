/* Contacts of a model, without their numbers, which are quantities. */
#include "io/base/bilingual.h"
#include "io/project/private.h"

/* Reads the frame of the plane or sphere, which has no quantities. */
static gboolean
read_other_frame(TrContact *contact, const TrammelNode *node, GError **error)
{
  const char *key = contact->is_sphere ? "sphere" : "plane";
  TrammelNode frame = trammel_node_member(node, key);
  TrammelNode position = trammel_node_member(&frame, "position");

  if (!trammel_project_read_frame(&contact->other_frame, node, key, error))
    return FALSE;
  for (guint i = 0; position.node && i < 3; i++) {
    TrammelNode number = trammel_node_element(&position, i);
    if (!trammel_node_get_fixed(&number, &contact->other_frame.position[i], error))
      return FALSE;
  }
  return TRUE;
}

/* Reads the plane or sphere on the other side of a contact; the world has the name "world". */
static gboolean
read_other_side(TrContact *contact, const TrModel *model, const TrammelNode *node, GError **error)
{
  static const char *const kinds[] = {"plane", "sphere"};
  TrammelNode against = trammel_node_member(node, "against");
  TrammelNode kind = trammel_node_member(node, "other_shape");
  guint index = 0;

  if (against.node && !trammel_project_read_body(&contact->other, model, node, "against", error))
    return FALSE;
  if (contact->other == contact->body)
    return trammel_node_fail(&against, error,
                             "contact '%s' is of body '%s' with itself; name another body, or "
                             "\"world\"",
                             contact->name, model->bodies[contact->body].name);
  if (!trammel_node_get_word(&kind, kinds, G_N_ELEMENTS(kinds), &index, error))
    return FALSE;
  contact->is_sphere = index == 1;
  return read_other_frame(contact, node, error);
}

gboolean
trammel_project_read_contact(TrModel *model, const TrammelNode *node, GError **error)
{
  const char *shapes[TR_N_SHAPES];
  TrContact *contact = &model->contacts[model->n_contacts];
  TrammelNode shape = trammel_node_member(node, "shape"), quat = trammel_node_member(node, "frame");
  TrammelNode threshold = trammel_node_member(node, "threshold");
  TrammelNode vectors[] = {trammel_node_member(node, "point"), trammel_node_member(node, "size"),
                           trammel_node_member(node, "tilt")};
  static const guint lengths[] = {3, 3, 2};
  guint index = TR_SHAPE_SPHERE, length;

  *contact = tr_contact_default();
  for (int i = 0; i < TR_N_SHAPES; i++)
    shapes[i] = tr_contact_shape_name((TrContactShape)i);
  if (!trammel_project_read_name(
          contact->name, node, TRAMMEL_WORD("contact"),
          (TrammelNames){model->contacts[0].name, (guint)model->n_contacts, sizeof *contact},
          error) ||
      !trammel_project_read_body(&contact->body, model, node, "body", error) ||
      !trammel_node_get_word(&shape, shapes, G_N_ELEMENTS(shapes), &index, error) ||
      !trammel_project_read_quat(contact->frame.quat, &quat, error) ||
      !trammel_node_get_fixed(&threshold, &contact->threshold, error) ||
      !trammel_project_read_active(&contact->active, contact->name, node, error) ||
      !read_other_side(contact, model, node, error))
    return FALSE;
  contact->shape = (TrContactShape)index;
  for (guint i = 0; i < G_N_ELEMENTS(vectors); i++) {
    if (!trammel_node_get_length(&vectors[i], &length, error))
      return FALSE;
    if (vectors[i].node && length != lengths[i])
      return trammel_node_fail(&vectors[i], error, "expected %u numbers, found %u", lengths[i],
                               length);
  }
  if (contact->shape != TR_SHAPE_SPHERE && !vectors[1].node)
    return trammel_node_fail(&vectors[1], error,
                             "contact '%s' is a %s without size; give its half sizes [x, y, z] in "
                             "m",
                             contact->name, shapes[index]);
  model->n_contacts++;
  return TRUE;
}
