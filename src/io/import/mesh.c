#include "io/import/mesh.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "io/base/error.h"
#include "io/import/include.h"
#include "io/mesh/surface.h"

enum { MOST_LEVELS = 4 }; /* above the folder of the model */

/* Returns the rest of an address after its scheme, decoded; NULL for another one. */
static char *
strip_scheme(const char *name, const char *scheme)
{
  if (!g_str_has_prefix(name, scheme))
    return NULL;
  return g_uri_unescape_string(name + strlen(scheme), NULL);
}

static gboolean
is_root(const char *folder)
{
  return g_str_equal(folder, G_DIR_SEPARATOR_S);
}

/* Finds a file of a package: PACKAGE/PATH. */
static char *
find_in_package(const char *folder, const char *address)
{
  const char *slash = strchr(address, '/');
  g_autofree char *package = slash ? g_strndup(address, (gsize)(slash - address)) : NULL;
  g_autofree char *around = g_strdup(folder);
  char *found = NULL;

  if (!package || *package == 0 || g_str_equal(package, "..") || g_str_equal(package, "."))
    return NULL;
  for (int i = 0; i <= MOST_LEVELS && !found && !is_root(around); i++) {
    g_autofree char *name = g_path_get_basename(around);
    g_autofree char *beside = g_build_filename(around, package, NULL);
    if (g_str_equal(name, package))
      found = trammel_include_find(around, slash + 1);
    if (!found)
      found = trammel_include_find(beside, slash + 1);
    char *above = g_path_get_dirname(around);
    g_free(around);
    around = above;
  }
  return found;
}

/* Finds a file in the folder or the one above it. */
static char *
find_near(const char *folder, const char *name)
{
  g_autofree char *above = g_path_get_dirname(folder);
  g_autofree char *joined =
      g_path_is_absolute(name) ? g_strdup(name) : g_build_filename(folder, name, NULL);
  char *path = realpath(joined, NULL), *found = NULL;
  const char *within = is_root(above) ? folder : above;
  gsize length = strlen(within);

  if (path && strncmp(path, within, length) == 0 && path[length] == G_DIR_SEPARATOR)
    found = g_strdup(path);
  free(path);
  return found;
}

/* Finds a file of a package that is here without the folders that its address begins with. */
static char *
find_without_package(const char *folder, const char *address)
{
  g_autofree char *above = g_path_get_dirname(folder);
  char *found = NULL;

  for (const char *slash = strchr(address, '/'); slash && !found; slash = strchr(slash + 1, '/')) {
    found = trammel_include_find(folder, slash + 1);
    if (!found && !is_root(above))
      found = trammel_include_find(above, slash + 1);
  }
  return found;
}

/* Returns the path of a mesh file, with links resolved; NULL if there is none where meshes are
 * read.  `folder` is nullable: there are no files. */
static char *
find_mesh(const char *folder, const char *name)
{
  g_autofree char *package = strip_scheme(name, "package://");
  g_autofree char *model = package ? NULL : strip_scheme(name, "model://");
  g_autofree char *local = strip_scheme(name, "file://");
  const char *address = package ? package : model;
  char *real = folder ? realpath(folder, NULL) : NULL, *found = NULL;

  if (real && address) {
    found = find_in_package(real, address);
    if (!found)
      found = find_without_package(real, address);
  } else if (real && !strstr(local ? "" : name, "://")) {
    found = find_near(real, local ? local : name);
  }
  free(real);
  return found;
}

/* Notes that a file is not in the folder of the model itself. */
static void
note_elsewhere(TrammelRobot *robot, const TrammelTag *tag, const char *path)
{
  char *real = realpath(robot->folder, NULL);
  gsize length = real ? strlen(real) : 0;
  g_autofree char *folder = g_path_get_dirname(path);

  if (real && (strncmp(path, real, length) != 0 || path[length] != G_DIR_SEPARATOR))
    trammel_record_add(robot->record, TRAMMEL_RECORD_TAKEN, tag,
                       N_("meshes of the folder %s, which is not in that of the model"), folder);
  free(real);
}

/* Reads a mesh; one that cannot be read is noted. */
static gboolean
check_mesh(TrammelRobot *robot, const TrammelTag *tag, const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelSurface) surface = trammel_surface_get(path, &error);

  if (!surface) {
    g_autofree char *words = trammel_error_dup_words(error);
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, tag, "%s", words);
  }
  return surface != NULL;
}

void
trammel_robot_add_mesh(TrammelRobot *robot,
                       int link,
                       const TrammelTag *tag,
                       const char *name,
                       const TrFrame *frame,
                       const double scale[3])
{
  g_autofree char *path = find_mesh(robot->folder, name);
  TrammelShape shape = {.type = TRAMMEL_SHAPE_MESH};

  if (!path || !g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, tag, N_("there is no mesh file '%s'"),
                       name);
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, NULL,
                       N_("mesh files are looked for in the folder of the model, the one above it "
                          "and its package; put those that are missing there, and import the "
                          "model again"));
    return;
  }
  if (!trammel_surface_has_ending(path)) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("the mesh '%s' is not in STL, OBJ or COLLADA (.stl, .obj, .dae)"), name);
    return;
  }
  if (robot->reads_meshes && !check_mesh(robot, tag, path))
    return;
  note_elsewhere(robot, tag, path);
  memcpy(shape.from, frame->position, sizeof shape.from);
  memcpy(shape.quat, frame->quat, sizeof shape.quat);
  memcpy(shape.size, scale, sizeof shape.size);
  shape.path = g_intern_string(path);
  trammel_robot_add_shape(robot, link, &shape);
}
