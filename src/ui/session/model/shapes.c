#include "ui/session/model/shapes.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/block.h"
#include "io/base/json_writer.h"
#include "io/mesh/surface.h"

#define SLIM         0.05 /* ratio of a rod's radius to its length */
#define LEAST_SIZE   0.01 /* [m] for a body without dimensions */
#define LEAST_EDGE   1e-4 /* [m] of the box of a flat mesh */
#define UNKNOWN_SIZE 0.1  /* [m] of a mesh that cannot be read */

static int
find_longest(const double edges[3])
{
  int longest = 0;

  for (int i = 1; i < 3; i++)
    if (edges[i] > edges[longest])
      longest = i;
  return longest;
}

static void
propose_rod(TrammelShape *shape, const TrBody *body)
{
  double length = 2 * tr_vec3_norm(body->com);

  if (length >= LEAST_SIZE) {
    for (int i = 0; i < 3; i++)
      shape->to[i] = 2 * body->com[i];
    shape->radius = SLIM * length;
    return;
  }
  int along = find_longest(shape->size);
  tr_vec3_copy(shape->to, shape->from);
  shape->from[along] -= 0.5 * shape->size[along];
  shape->to[along] += 0.5 * shape->size[along];
  shape->radius = SLIM * shape->size[along];
}

TrammelShape
trammel_model_shape_propose(const TrModel *model, int body, TrammelShapeType type)
{
  const TrBody *owner = &model->bodies[body];
  TrammelShape shape = {.body = body, .type = type, .quat = {1}};
  double trace = owner->inertia[TR_XX] + owner->inertia[TR_YY] + owner->inertia[TR_ZZ];

  tr_body_block(shape.size, owner);
  for (int i = 0; i < 3; i++)
    shape.size[i] = fmax(LEAST_SIZE, shape.size[i]);
  if (type == TRAMMEL_SHAPE_CAPSULE || type == TRAMMEL_SHAPE_CYLINDER) {
    if (2 * tr_vec3_norm(owner->com) < LEAST_SIZE)
      tr_vec3_copy(shape.from, owner->com);
    propose_rod(&shape, owner);
    return shape;
  }
  tr_vec3_copy(shape.from, owner->com);
  /* every moment of inertia of a ball is 2/5 m r^2 */
  shape.radius = fmax(LEAST_SIZE, sqrt(2.5 * trace / 3 / owner->mass));
  return shape;
}

/* ---- conversion ------------------------------------------------------------------------------ */

/* Sets the box around a mesh, in the axes of its file. */
static void
fill_mesh_box(TrammelShape *box, const TrammelShape *mesh)
{
  g_autoptr(TrammelSurface) surface = trammel_surface_get(mesh->path, NULL);
  double turn[9], centre[3] = {0};

  for (int i = 0; i < 3; i++) {
    box->size[i] = UNKNOWN_SIZE;
    if (!surface)
      continue;
    box->size[i] = fabs(mesh->size[i]) * (double)(surface->high[i] - surface->low[i]);
    centre[i] = mesh->size[i] * 0.5 * ((double)surface->high[i] + (double)surface->low[i]);
  }
  tr_quat_matrix(turn, mesh->quat);
  for (int i = 0; i < 3; i++) {
    box->size[i] = fmax(LEAST_EDGE, box->size[i]);
    box->from[i] = mesh->from[i] + tr_vec3_dot(turn + 3 * i, centre);
  }
}

/* Returns the bounding box of the shape. */
static void
fill_box(TrammelShape *box, const TrammelShape *shape)
{
  double axis[3], length, turn[3];
  gboolean is_capsule = shape->type == TRAMMEL_SHAPE_CAPSULE;

  if (shape->type == TRAMMEL_SHAPE_MESH) {
    fill_mesh_box(box, shape);
    return;
  }
  box->quat[0] = 1;
  for (int i = 0; i < 3; i++)
    box->size[i] = 2 * shape->radius;
  if (shape->type == TRAMMEL_SHAPE_SPHERE)
    return;
  tr_vec3_sub(axis, shape->to, shape->from);
  length = tr_vec3_norm(axis);
  tr_vec3_add_scaled(box->from, shape->from, 0.5, axis);
  box->size[2] = length + (is_capsule ? 2 * shape->radius : 0);
  if (length == 0)
    return;
  /* the rotation that takes z to the axis */
  tr_vec3_cross(turn, (const double[3]){0, 0, 1}, axis);
  double sine = tr_vec3_norm(turn), angle = atan2(sine, axis[2]);
  if (sine == 0)
    tr_vec3_copy(turn, (const double[3]){angle, 0, 0});
  else
    for (int i = 0; i < 3; i++)
      turn[i] *= angle / sine;
  tr_quat_exp(box->quat, turn);
}

/* Returns a rod along the longest edge of a box. */
static void
fill_rod(TrammelShape *rod, const TrammelShape *box)
{
  int along = find_longest(box->size);
  double turn[9], half = 0.5 * box->size[along];

  tr_quat_matrix(turn, box->quat);
  const double axis[3] = {turn[along], turn[3 + along], turn[6 + along]};
  rod->radius = 0.25 * (box->size[(along + 1) % 3] + box->size[(along + 2) % 3]);
  if (rod->type == TRAMMEL_SHAPE_CAPSULE)
    half = fmax(0, half - rod->radius);
  tr_vec3_add_scaled(rod->from, box->from, -half, axis);
  tr_vec3_add_scaled(rod->to, box->from, half, axis);
}

TrammelShape
trammel_model_shape_convert(const TrammelShape *shape, TrammelShapeType type)
{
  TrammelShape box = *shape, other;

  if (type == TRAMMEL_SHAPE_MESH)
    return *shape;
  if (shape->type != TRAMMEL_SHAPE_BOX)
    fill_box(&box, shape);
  other = box;
  other.type = type;
  if (type == TRAMMEL_SHAPE_SPHERE)
    other.radius = 0.5 * cbrt(box.size[0] * box.size[1] * box.size[2]);
  else if (type != TRAMMEL_SHAPE_BOX)
    fill_rod(&other, &box);
  return other;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void
add_vector(TrammelJsonWriter *json, const char *key, const double *values, gsize n)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_numbers(json, values, n);
}

char *
trammel_model_shape_to_json(const TrammelShape *shape)
{
  TrammelJsonWriter *json = trammel_json_writer_new_line();
  gboolean has_ends = shape->type == TRAMMEL_SHAPE_CAPSULE || shape->type == TRAMMEL_SHAPE_CYLINDER;

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "type", trammel_shape_type_get_word(shape->type));
  if (shape->type == TRAMMEL_SHAPE_MESH)
    trammel_json_writer_add_string(json, "file", shape->path);
  if (has_ends) {
    add_vector(json, "from", shape->from, 3);
    add_vector(json, "to", shape->to, 3);
  } else {
    add_vector(json, "position", shape->from, 3);
  }
  if (shape->type == TRAMMEL_SHAPE_BOX || shape->type == TRAMMEL_SHAPE_MESH) {
    add_vector(json, shape->type == TRAMMEL_SHAPE_BOX ? "size" : "scale", shape->size, 3);
    add_vector(json, "quat_wxyz", shape->quat, 4);
  } else {
    trammel_json_writer_add_number(json, "radius", shape->radius);
  }
  if (shape->color[3] > 0) {
    /* single precision has no more digits */
    const double color[3] = {round(shape->color[0] * 1e4) / 1e4, round(shape->color[1] * 1e4) / 1e4,
                             round(shape->color[2] * 1e4) / 1e4};
    add_vector(json, "color", color, 3);
  }
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

char *
trammel_model_shape_describe_color(const TrammelShape *shape)
{
  int parts[3];

  if (!(shape->color[3] > 0))
    return g_strdup("");
  for (int i = 0; i < 3; i++)
    parts[i] = (int)lround(255 * (double)shape->color[i]);
  return g_strdup_printf("#%02x%02x%02x", (guint)parts[0], (guint)parts[1], (guint)parts[2]);
}

char *
trammel_model_shape_dup_color(const char *text)
{
  g_autoptr(GString) json = g_string_new("[");

  if (strlen(text) != 7 || *text != '#')
    return NULL;
  for (int i = 0; i < 3; i++) {
    char number[TRAMMEL_NUMBER_SIZE];
    int high = g_ascii_xdigit_value(text[1 + 2 * i]), low = g_ascii_xdigit_value(text[2 + 2 * i]);
    if (high < 0 || low < 0)
      return NULL;
    double part = round((16 * high + low) / 255.0 * 1e4) / 1e4;
    g_string_append_printf(json, "%s%s", i ? ", " : "", trammel_json_format_number(number, part));
  }
  g_string_append_c(json, ']');
  return g_string_free(g_steal_pointer(&json), FALSE);
}
