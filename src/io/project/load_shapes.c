/* Shapes of bodies for the 3D view: `shapes` of each body. */
#include <math.h>

#include "io/base/bilingual.h"
#include "io/project/private.h"

static const char *const words[TRAMMEL_N_SHAPE_TYPES] = {[TRAMMEL_SHAPE_BOX] = "box",
                                                         [TRAMMEL_SHAPE_SPHERE] = "sphere",
                                                         [TRAMMEL_SHAPE_CAPSULE] = "capsule",
                                                         [TRAMMEL_SHAPE_CYLINDER] = "cylinder",
                                                         [TRAMMEL_SHAPE_MESH] = "mesh"};

const char *
trammel_shape_type_get_word(TrammelShapeType type)
{
  return words[type];
}

static gboolean
check_positive(const TrammelNode *node, double value, GError **error)
{
  if (value > 0)
    return TRUE;
  return trammel_node_fail(
      node, error, "%s, found %g",
      node->node ? TRAMMEL_WORD("must be above zero") : TRAMMEL_WORD("is missing"), value);
}

static gboolean
read_color(float color[4], const TrammelNode *shape, GError **error)
{
  TrammelNode node = trammel_node_member(shape, "color");
  double components[4] = {0, 0, 0, 1};
  guint length;

  if (!trammel_node_get_length(&node, &length, error))
    return FALSE;
  if (!node.node)
    return TRUE;
  if (!trammel_node_get_vector(&node, components, length == 4 ? 4 : 3, error))
    return FALSE;
  for (int i = 0; i < 4; i++)
    color[i] = (float)CLAMP(components[i], 0, 1);
  return TRUE;
}

static gboolean
read_extent(TrammelShape *shape, const TrammelNode *node, GError **error)
{
  TrammelNode from = trammel_node_member(node, "from"), to = trammel_node_member(node, "to");
  TrammelNode radius = trammel_node_member(node, "radius");
  TrammelNode size = trammel_node_member(node, "size");
  TrammelNode center = trammel_node_member(node, "position");
  TrammelNode quat = trammel_node_member(node, "quat_wxyz");
  gboolean is_box = shape->type == TRAMMEL_SHAPE_BOX;

  shape->quat[0] = 1;
  if (!trammel_node_get_vector(&from, shape->from, 3, error) ||
      !trammel_node_get_vector(&center, shape->from, 3, error) ||
      !trammel_node_get_vector(&to, shape->to, 3, error) ||
      !trammel_node_get_fixed(&radius, &shape->radius, error) ||
      !trammel_node_get_vector(&size, shape->size, 3, error) ||
      !trammel_node_get_vector(&quat, shape->quat, 4, error))
    return FALSE;
  if (!is_box)
    return check_positive(&radius, shape->radius, error);
  return check_positive(&size, MIN(MIN(shape->size[0], shape->size[1]), shape->size[2]), error);
}

/* ---- meshes ---------------------------------------------------------------------------------- */

/* Reads place and scale of a mesh. */
static gboolean
read_mesh(TrammelShape *shape, const TrammelNode *node, GError **error)
{
  TrammelNode file = trammel_node_member(node, "file");
  TrammelNode position = trammel_node_member(node, "position");
  TrammelNode quat = trammel_node_member(node, "quat_wxyz");
  TrammelNode scale = trammel_node_member(node, "scale");
  const char *text;

  shape->quat[0] = shape->size[0] = shape->size[1] = shape->size[2] = 1;
  if (!trammel_node_need_string(&file, &text, error) ||
      !trammel_node_get_vector(&position, shape->from, 3, error) ||
      !trammel_node_get_vector(&quat, shape->quat, 4, error) ||
      !trammel_node_get_vector(&scale, shape->size, 3, error))
    return FALSE;
  if (*text == 0)
    return trammel_node_fail(&file, error, "is empty; expected the name of a mesh file");
  if (shape->size[0] * shape->size[1] * shape->size[2] == 0)
    return trammel_node_fail(&scale, error, "must not be zero; 1 keeps the size of the file");
  return TRUE;
}

/* Returns the object of shape i in the tree. */
static JsonObject *
find_object(const TrammelProject *project, guint i)
{
  const TrammelShape *shape = trammel_project_get_shape(project, i);
  TrammelNode root = trammel_node_root(project->root), model = trammel_node_member(&root, "model");
  TrammelNode bodies = trammel_node_member(&model, "bodies");
  TrammelNode body = trammel_node_element(&bodies, (guint)shape->body);
  TrammelNode shapes = trammel_node_member(&body, "shapes");
  guint index = 0;

  while (index < i && trammel_project_get_shape(project, i - index - 1)->body == shape->body)
    index++;
  TrammelNode node = trammel_node_element(&shapes, index);
  return json_node_get_object(node.node);
}

char *
trammel_project_dup_mesh_file(const TrammelProject *project, guint i)
{
  if (trammel_project_get_shape(project, i)->type != TRAMMEL_SHAPE_MESH)
    return NULL;
  return g_strdup(json_object_get_string_member(find_object(project, i), "file"));
}

char *
trammel_project_dup_mesh_name_inside(const TrammelProject *project, guint i)
{
  const TrammelShape *shape = trammel_project_get_shape(project, i);

  return shape->path ? trammel_project_dup_name_inside(project, shape->path) : NULL;
}

static void
find_mesh(TrammelProject *project, guint i)
{
  TrammelShape *shape = &g_array_index(project->shapes, TrammelShape, i);
  g_autofree char *file = trammel_project_dup_mesh_file(project, i);
  g_autofree char *path =
      file && project->folder ? g_canonicalize_filename(file, project->folder) : g_strdup(file);

  shape->path = g_intern_string(path);
}

void
trammel_project_find_meshes(TrammelProject *project)
{
  for (guint i = 0; i < project->shapes->len; i++)
    find_mesh(project, i);
}

void
trammel_project_set_mesh_file(TrammelProject *project, guint i, const char *file)
{
  json_object_set_string_member(find_object(project, i), "file", file);
  find_mesh(project, i);
}

/* ---- all shapes ------------------------------------------------------------------------------ */

static gboolean
read_shape(TrammelProject *project, int body, const TrammelNode *node, GError **error)
{
  TrammelShape shape = {.body = body};
  TrammelNode type = trammel_node_member(node, "type");
  const char *text;
  guint index = 0;

  if (!trammel_node_check_object(node, error) || !trammel_node_need_string(&type, &text, error))
    return FALSE;
  if (!trammel_node_get_word(&type, words, G_N_ELEMENTS(words), &index, error))
    return FALSE;
  shape.type = (TrammelShapeType)index;
  if (!(shape.type == TRAMMEL_SHAPE_MESH ? read_mesh : read_extent)(&shape, node, error) ||
      !read_color(shape.color, node, error))
    return FALSE;
  g_array_append_val(project->shapes, shape);
  return TRUE;
}

gboolean
trammel_project_read_shapes(TrammelProject *project, const TrammelNode *root, GError **error)
{
  TrammelNode model = trammel_node_member(root, "model");
  TrammelNode bodies = trammel_node_member(&model, "bodies");

  for (int b = 0; b < project->model->n_bodies; b++) {
    TrammelNode body = trammel_node_element(&bodies, (guint)b);
    TrammelNode shapes = trammel_node_member(&body, "shapes");
    guint length;
    if (!trammel_node_get_length(&shapes, &length, error))
      return FALSE;
    for (guint i = 0; i < length; i++) {
      TrammelNode shape = trammel_node_element(&shapes, i);
      if (!read_shape(project, b, &shape, error))
        return FALSE;
    }
  }
  trammel_project_find_meshes(project);
  return TRUE;
}
