#include "ui/session/model/contact-shape.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "io/project/put.h"
#include "ui/session/model/shapes.h"
#include "ui/session/text/model-word.h"

/* Numbers that differ by less are the same [m, 1]. */
#define SAME 1e-9

static const TrContactShape kinds[TRAMMEL_N_SHAPE_TYPES] = {
    [TRAMMEL_SHAPE_BOX] = TR_SHAPE_BOX,
    [TRAMMEL_SHAPE_SPHERE] = TR_SHAPE_SPHERE,
    [TRAMMEL_SHAPE_CAPSULE] = TR_SHAPE_CAPSULE,
    [TRAMMEL_SHAPE_CYLINDER] = TR_SHAPE_CYLINDER,
    [TRAMMEL_SHAPE_MESH] = TR_SHAPE_BOX}; /* its box */

const TrammelShape *
trammel_contact_shape_get(const TrammelProject *project, int body, guint index)
{
  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    if (shape->body == body && index-- == 0)
      return shape;
  }
  return NULL;
}

const TrammelShape *
trammel_contact_shape_next(const TrammelProject *project, int body)
{
  const TrModel *model = trammel_project_get_model(project);
  guint n_shapes = 0, n_contacts = 0;

  while (trammel_contact_shape_get(project, body, n_shapes))
    n_shapes++;
  for (int c = 0; c < model->n_contacts; c++)
    n_contacts += model->contacts[c].body == body;
  return n_shapes > 0 ? trammel_contact_shape_get(project, body, n_contacts % n_shapes) : NULL;
}

/* Sets shape, frame, size and radius of a contact. */
static void
take_shape(TrContact *contact, const TrammelShape *shape)
{
  TrammelShape box = trammel_model_shape_convert(shape, TRAMMEL_SHAPE_BOX);
  gboolean is_round = shape->type == TRAMMEL_SHAPE_SPHERE || shape->type == TRAMMEL_SHAPE_CAPSULE;

  contact->shape = kinds[shape->type];
  contact->radius = is_round ? shape->radius : 0;
  tr_vec3_copy(contact->frame.position, box.from);
  for (int i = 0; i < 4; i++)
    contact->frame.quat[i] = box.quat[i];
  for (int i = 0; i < 3; i++)
    contact->size[i] = 0.5 * box.size[i];
  if (shape->type == TRAMMEL_SHAPE_CAPSULE)
    contact->size[2] -= shape->radius;
}

/* TRUE if both have the same points. */
static gboolean
is_same(const TrContact *a, const TrContact *b)
{
  double turn = 0;
  gboolean is_box = a->shape == TR_SHAPE_BOX, is_sphere = a->shape == TR_SHAPE_SPHERE;
  gboolean is_capsule = a->shape == TR_SHAPE_CAPSULE;
  const gboolean has[] = {!is_sphere && !is_capsule, is_box, !is_sphere};

  if (a->shape != b->shape || fabs(a->radius - b->radius) > SAME)
    return FALSE;
  for (int i = 0; i < 3; i++)
    if (fabs(a->frame.position[i] - b->frame.position[i]) > SAME ||
        (has[i] && fabs(a->size[i] - b->size[i]) > SAME))
      return FALSE;
  for (int i = 0; i < 4; i++)
    turn += a->frame.quat[i] * b->frame.quat[i];
  return is_sphere || fabs(turn) > 1 - SAME;
}

int
trammel_contact_shape_find(const TrammelProject *project, const TrContact *contact)
{
  const TrammelShape *shape;

  for (guint i = 0; (shape = trammel_contact_shape_get(project, contact->body, i)); i++) {
    TrContact other = *contact;

    take_shape(&other, shape);
    if (is_same(contact, &other))
      return (int)i;
  }
  return -1;
}

char *
trammel_contact_shape_describe(const TrammelShape *shape, guint index)
{
  return g_strdup_printf(_("shape %u (%s)"), index + 1,
                         trammel_model_word(trammel_shape_type_get_word(shape->type)));
}

static void
write_numbers(TrammelJsonWriter *json, const char *key, const double *values, gsize n)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_numbers(json, values, n);
}

void
trammel_contact_shape_write(TrammelJsonWriter *json, const TrammelShape *shape)
{
  TrContact contact = tr_contact_default();

  take_shape(&contact, shape);
  trammel_json_writer_add_string(json, "shape", tr_contact_shape_name(contact.shape));
  write_numbers(json, "point", contact.frame.position, 3);
  if (contact.shape != TR_SHAPE_SPHERE) {
    write_numbers(json, "frame", contact.frame.quat, 4);
    write_numbers(json, "size", contact.size, 3);
  }
  trammel_json_writer_add_number(json, "radius", contact.radius);
}

static gboolean
put_member(TrammelProject *project, guint index, const char *key, const char *json, GError **error)
{
  g_autofree char *path = g_strdup_printf("model.contacts[%u].%s", index, key);

  return json ? trammel_project_put(project, path, json, error)
              : trammel_project_remove(project, path, error);
}

static gboolean
put_numbers(TrammelProject *project,
            guint index,
            const char *key,
            const double *values,
            gsize n,
            GError **error)
{
  TrammelJsonWriter *json = trammel_json_writer_new_line();

  trammel_json_writer_numbers(json, values, n);
  g_autofree char *text = trammel_json_writer_finish(json);
  return put_member(project, index, key, text, error);
}

gboolean
trammel_contact_shape_put(TrammelProject *project,
                          guint index,
                          const TrammelShape *shape,
                          GError **error)
{
  TrContact contact = tr_contact_default();
  char radius[TRAMMEL_NUMBER_SIZE];

  take_shape(&contact, shape);
  gboolean is_sphere = contact.shape == TR_SHAPE_SPHERE;
  g_autofree char *word = g_strdup_printf("\"%s\"", tr_contact_shape_name(contact.shape));
  /* a size comes before the shape that needs it, and goes after it */
  return put_numbers(project, index, "point", contact.frame.position, 3, error) &&
         put_member(project, index, "radius", trammel_json_format_number(radius, contact.radius),
                    error) &&
         (is_sphere || (put_numbers(project, index, "size", contact.size, 3, error) &&
                        put_numbers(project, index, "frame", contact.frame.quat, 4, error))) &&
         put_member(project, index, "shape", word, error) &&
         (!is_sphere || put_member(project, index, "size", NULL, error));
}
