#include "io/project/examples.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "examples-resources.h"
#include "io/base/json_tree.h"
#include "io/base/whole_file.h"
#include "io/packed/packed.h"

#define PREFIX "/io/github/trammel/examples/"

static const TrammelExample examples[] = {
    {"ball-and-beam", N_("Ball and beam"),
     N_("A ball rolls without slip on a beam that a motor tilts: inertias of ball and beam, "
        "spring, "
        "friction. Simulated log.")},
    {"cart-pole", N_("Cart-pole with a driven cart"),
     N_("A pendulum under a cart with known motion and unknown force: inertia and friction. "
        "Simulated log.")},
    {"double-pendulum", N_("Double pendulum"),
     N_("Two links swing freely: inertias and friction of both joints. Simulated log.")},
    {"four-bar", N_("Four-bar linkage with one encoder"),
     N_("A motor turns the crank of a closed loop: inertias of crank and rocker, friction, motor "
        "gain. Simulated log.")},
    {"furuta", N_("Furuta pendulum, swing-up"),
     N_("A motor turns an arm and swings up a pendulum: inertias, friction, motor gain and tilt. "
        "Simulated log.")},
    {"pendulum", N_("Pendulum with dry friction"),
     N_("A free swing until it sticks: inertia, viscous and dry friction. Simulated log.")},
    {"pendulum-latch", N_("Pendulum and latch"),
     N_("A latch catches a driven pendulum three times and lets it go: inertia and friction, with "
        "the impulses of the catches unknown. Simulated log.")},
    {"pendulum-stop", N_("Pendulum against a stop"),
     N_("A driven pendulum rebounds from a stop: inertia, friction, angle and restitution of the "
        "stop. Simulated log.")},
    {"servo", N_("Geared servo axis"),
     N_("A geared motor turns a lever: inertia, friction, motor gain and offset. Simulated log.")},
    {"slider-crank", N_("Slider-crank with one encoder"),
     N_("A motor, a crank, a rod and a piston: the piston's mass, the crank's inertia, friction of "
        "shaft and bore, motor gain. Simulated log.")},
    {"thrown-cube", N_("Thrown cube"),
     N_("A cube falls on a table eight times: friction, restitution, size and inertia by mass. "
        "Simulated log.")},
    {"three-joint-arm", N_("Three-joint arm"),
     N_("A robot's arm with three geared motors: inertias, the forearm's mass, friction and motor "
        "gains. Simulated log.")},
};

guint
trammel_examples_get_n(void)
{
  return G_N_ELEMENTS(examples);
}

const TrammelExample *
trammel_examples_get(guint i)
{
  g_return_val_if_fail(i < G_N_ELEMENTS(examples), NULL);
  return &examples[i];
}

const TrammelExample *
trammel_examples_find(const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS(examples); i++)
    if (g_str_equal(examples[i].name, name))
      return &examples[i];
  return NULL;
}

/* Returns a file of the example, e.g. "furuta.csv". */
static GBytes *
look_up(const TrammelExample *example, const char *ending, GError **error)
{
  g_autofree char *path = g_strconcat(PREFIX, example->name, ending, NULL);

  return g_resource_lookup_data(trammel_examples_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                error);
}

/* TRUE if the file is missing or equal; fails for a different one. */
static gboolean
check_replaceable(const char *path, GBytes *bytes, gboolean *is_there, GError **error)
{
  g_autofree char *data = NULL;
  gsize length;

  *is_there = g_file_get_contents(path, &data, &length, NULL);
  if (!*is_there && !g_file_test(path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (*is_there && length == g_bytes_get_size(bytes) &&
      memcmp(data, g_bytes_get_data(bytes, NULL), length) == 0)
    return TRUE;
  g_set_error(
      error, G_IO_ERROR, G_IO_ERROR_EXISTS,
      _("%s already exists and differs from the example; rename it, or choose another folder"),
      path);
  return FALSE;
}

/* Returns the project as the program would save it. */
static GBytes *
look_up_project(const TrammelExample *example, GError **error)
{
  g_autoptr(GBytes) bytes = look_up(example, TRAMMEL_PROJECT_ENDING, error);
  g_autoptr(TrammelProject) project = NULL;
  char *text;

  if (bytes)
    project = trammel_project_new_from_data(g_bytes_get_data(bytes, NULL),
                                            (gssize)g_bytes_get_size(bytes), NULL, error);
  if (!project)
    return NULL;
  text = trammel_project_to_data(project);
  return g_bytes_new_take(text, strlen(text));
}

/* Writes one file of the example; returns its path. */
static char *
write_file(const TrammelExample *example,
           const char *folder,
           const char *ending,
           GBytes *bytes,
           GError **error)
{
  g_autofree char *name = g_strconcat(example->name, ending, NULL);
  g_autofree char *path = g_build_filename(folder, name, NULL);
  gboolean is_there;

  if (!check_replaceable(path, bytes, &is_there, error))
    return NULL;
  if (!is_there && !trammel_whole_file_write_bytes(path, bytes, error))
    return NULL;
  return g_steal_pointer(&path);
}

char *
trammel_examples_write(const TrammelExample *example, const char *folder, GError **error)
{
  g_autoptr(GBytes) log = look_up(example, ".csv", error);
  g_autoptr(GBytes) project = log ? look_up_project(example, error) : NULL;
  g_autofree char *log_path = NULL;

  if (!project)
    return NULL;
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), _("%s: %s; choose another folder"),
                folder, g_strerror(errno));
    return NULL;
  }
  log_path = write_file(example, folder, ".csv", log, error);
  return log_path ? write_file(example, folder, TRAMMEL_PROJECT_ENDING, project, error) : NULL;
}

TrammelProject *
trammel_examples_load(const TrammelExample *example, GError **error)
{
  g_autoptr(TrammelTempFolder) folder = trammel_temp_folder_new(NULL, error);
  g_autofree char *path =
      folder ? trammel_examples_write(example, trammel_temp_folder_get_path(folder), error) : NULL;
  TrammelProject *project = path ? trammel_project_load(path, error) : NULL;

  if (project)
    trammel_project_set_home(project, folder);
  return project;
}

gboolean
trammel_examples_get_reference(const TrammelExample *example, const char *id, double *value)
{
  g_autoptr(GBytes) bytes = look_up(example, ".reference.json", NULL);
  g_autoptr(JsonNode) root = NULL;
  JsonNode *member = NULL;

  if (bytes)
    root = trammel_json_parse(g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes),
                              example->name, NULL);
  if (root && JSON_NODE_HOLDS_OBJECT(root))
    member = json_object_get_member(json_node_get_object(root), id);
  if (!member || !JSON_NODE_HOLDS_VALUE(member))
    return FALSE;
  *value = json_node_get_double(member);
  return TRUE;
}
