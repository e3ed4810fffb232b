#include "io/project/project.h"

#include <string.h>

#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"
#include "io/packed/packed.h"
#include "io/project/private.h"

enum { FORMAT_VERSION = 2 };

static TrammelProject *
new_empty(JsonNode *root, const char *folder)
{
  TrammelProject *project = g_new0(TrammelProject, 1);

  project->refs = 1;
  project->root = root;
  project->folder = folder ? g_canonicalize_filename(folder, NULL) : NULL;
  project->name = "";
  project->quantities = g_array_new(FALSE, TRUE, sizeof(TrammelQuantity));
  project->constraints = trammel_project_constraints_new();
  project->shapes = g_array_new(FALSE, TRUE, sizeof(TrammelShape));
  project->logs = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_log_entry_free);
  project->settings = tr_settings_default();
  return project;
}

TrammelProject *
trammel_project_ref(TrammelProject *project)
{
  g_atomic_int_inc(&project->refs);
  return project;
}

void
trammel_project_unref(TrammelProject *project)
{
  if (!g_atomic_int_dec_and_test(&project->refs))
    return;
  json_node_unref(project->root);
  g_free(project->folder);
  g_free(project->source);
  g_clear_pointer(&project->home, trammel_temp_folder_unref);
  tr_model_free(project->model);
  g_array_unref(project->quantities);
  g_array_unref(project->constraints);
  g_array_unref(project->shapes);
  g_ptr_array_unref(project->logs);
  g_free(project);
}

static gboolean
read_format(guint *version, const TrammelNode *root, GError **error)
{
  TrammelNode node = trammel_node_member(root, "format");
  const char *text = NULL;
  guint64 number;

  if (!trammel_node_check_object(root, error) || !trammel_node_need_string(&node, &text, error))
    return FALSE;
  if (!g_str_has_prefix(text, "trammel/") ||
      !g_ascii_string_to_unsigned(text + strlen("trammel/"), 10, 1, 1000000, &number, NULL))
    return trammel_node_fail(&node, error,
                             "'%s' is not a project of this program; expected \"trammel/%d\"", text,
                             FORMAT_VERSION);
  *version = (guint)number;
  return TRUE;
}

void
trammel_project_explain_newer(const TrammelProject *project, GError **error)
{
  if (project->version <= FORMAT_VERSION || !error || !*error)
    return;
  g_autoptr(GError) reason = g_steal_pointer(error);
  g_autofree char *words = trammel_error_dup_words(reason);
  trammel_error_set(
      error, (TrammelError)reason->code,
      "%s (the project has the format trammel/%u, newer than this program; update the program)",
      words, project->version);
}

static gboolean
read_runs(const TrammelNode *root, GError **error)
{
  return trammel_node_check_each(root, "runs", trammel_node_check_object, error);
}

static gboolean
read_sections(TrammelProject *project, const TrammelNode *root, GError **error)
{
  TrammelNode name = trammel_node_member(root, "name");

  return trammel_node_get_string(&name, &project->name, error) &&
         trammel_project_read_model(project, root, error) &&
         trammel_project_read_shapes(project, root, error) &&
         trammel_project_read_settings(&project->settings, project->model, root, error) &&
         trammel_project_read_max_steps(&project->max_steps, root, error) &&
         trammel_project_read_logs(project, root, error) &&
         trammel_project_read_quantities(project, root, error) &&
         trammel_project_read_constraints(project, root, error) &&
         trammel_project_read_own_values(project, root, error) &&
         trammel_project_read_figures(root, error) && trammel_project_read_recipe(root, error) &&
         trammel_project_read_scenario(root, error) && read_runs(root, error);
}

/* Reads the members of a new project from its tree. */
static gboolean
read_tree(TrammelProject *project, GError **error)
{
  TrammelNode root = trammel_node_root(project->root);
  TrError detail = trammel_error_record();
  TrStatus status;

  if (!read_format(&project->version, &root, error))
    return FALSE;
  if (!read_sections(project, &root, error)) {
    trammel_project_explain_newer(project, error);
    return FALSE;
  }
  status = tr_model_check(project->model, &detail);
  if (status == TR_OK)
    return TRUE;
  trammel_error_set_status(error, status, &detail);
  trammel_error_prefix(error, "model: ");
  return FALSE;
}

/* Returns a project from a tree; takes `root`. */
static TrammelProject *
new_from_tree(JsonNode *root, const char *folder, GError **error)
{
  g_autoptr(TrammelProject) project = new_empty(root, folder);

  return read_tree(project, error) ? g_steal_pointer(&project) : NULL;
}

TrammelProject *
trammel_project_new_from_data(const char *data, gssize length, const char *folder, GError **error)
{
  JsonNode *root = trammel_json_parse(data, length, "the project", error);

  return root ? new_from_tree(root, folder, error) : NULL;
}

/* Parses a project file; a log or another kind of file is reported as such. */
static JsonNode *
parse_file(const char *data, gsize length, const char *name, GError **error)
{
  g_autoptr(GError) fault = NULL;
  JsonNode *root = trammel_json_parse(data, (gssize)length, name, &fault);

  if (!root && length > 0 && !trammel_json_begins_object(data, length))
    trammel_error_set(
        error, TRAMMEL_ERROR_UNREADABLE,
        "%s is not a project (a file in JSON); to make one from a log, open the log in the window",
        name);
  else if (!root)
    g_propagate_error(error, g_steal_pointer(&fault));
  return root;
}

/* Returns the project in the file `path`; `name` is its name in messages. */
static TrammelProject *
load_file(const char *path, const char *name, GError **error)
{
  gsize length;
  g_autofree char *data = trammel_whole_file_read_plain(path, &length, error),
                  *folder = g_path_get_dirname(path);

  if (!data)
    return NULL;
  JsonNode *root = parse_file(data, length, name, error);
  if (!root)
    return NULL;
  TrammelProject *project = new_from_tree(root, folder, error);
  if (!project)
    trammel_error_prefix(error, "%s: ", name);
  return project;
}

/* Fails if a packed project refers to files outside; it contains its logs and may not read
 * others. */
static gboolean
check_logs_inside(const TrammelProject *project, const char *name, GError **error)
{
  for (guint i = 0; i < project->logs->len; i++) {
    g_autofree char *inner = trammel_project_dup_log_name_inside(project, i);
    if (inner)
      continue;
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "%s: logs[%u].file: '%s' is not in the packed project, which must hold its logs; "
        "pack it again where the log is",
        name, i, trammel_project_get_log_file(project, i));
    return FALSE;
  }
  return TRUE;
}

/* Same for the files of meshes. */
static gboolean
check_meshes_inside(const TrammelProject *project, const char *name, GError **error)
{
  for (guint i = 0; i < project->shapes->len; i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    g_autofree char *inner = trammel_project_dup_mesh_name_inside(project, i);
    if (inner || shape->type != TRAMMEL_SHAPE_MESH)
      continue;
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: the mesh %s of body '%s' is not in the packed project, which must hold "
                      "its meshes; pack it again where the mesh is",
                      name, shape->path, project->model->bodies[shape->body].name);
    return FALSE;
  }
  return TRUE;
}

static TrammelProject *
load_packed(const char *path, GError **error)
{
  g_autoptr(TrammelUnpacked) unpacked = trammel_packed_extract(path, &trammel_packed_limits, error);

  if (!unpacked)
    return NULL;
  const char *folder = trammel_temp_folder_get_path(unpacked->folder);
  g_autofree char *inner = g_build_filename(folder, unpacked->project, NULL);
  g_autofree char *name = g_strdup_printf("%s: %s", path, unpacked->project);
  g_autoptr(TrammelProject) project = load_file(inner, name, error);
  if (!project || !check_logs_inside(project, name, error) ||
      !check_meshes_inside(project, name, error))
    return NULL;
  project->home = g_steal_pointer(&unpacked->folder);
  return g_steal_pointer(&project);
}

TrammelProject *
trammel_project_load(const char *path, GError **error)
{
  TrammelProject *project =
      trammel_packed_is_file(path) ? load_packed(path, error) : load_file(path, path, error);

  if (project && trammel_project_is_read_only(project))
    project->source = g_canonicalize_filename(path, NULL);
  return project;
}

TrammelProject *
trammel_project_copy(const TrammelProject *project)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *copy = new_from_tree(trammel_json_copy(project->root), project->folder, &error);

  /* a project is always valid, so its tree can be read again, given memory */
  if (g_error_matches(error, TRAMMEL_ERROR, TRAMMEL_ERROR_FAILED))
    trammel_need_memory(NULL);
  g_assert_no_error(error);
  copy->source = g_strdup(project->source);
  trammel_project_set_home(copy, project->home);
  return copy;
}

/* Swaps the contents of two projects; their references stay. */
static void
exchange(TrammelProject *project, TrammelProject *other)
{
  TrammelProject old = *project;

  *project = *other;
  project->refs = old.refs;
  old.refs = other->refs;
  *other = old;
}

gboolean
trammel_project_replace_tree(TrammelProject *project, JsonNode *root, GError **error)
{
  trammel_project_raise_version(root);
  g_autoptr(TrammelProject) next = new_from_tree(root, project->folder, error);

  if (!next)
    return FALSE;

  next->source = g_steal_pointer(&project->source);
  next->home = g_steal_pointer(&project->home);
  exchange(project, next);
  return TRUE;
}

gboolean
trammel_project_is_read_only(const TrammelProject *project)
{
  return project->version > FORMAT_VERSION;
}

char *
trammel_project_to_data(const TrammelProject *project)
{
  return trammel_json_node_to_text(project->root);
}

const char *
trammel_project_get_name(const TrammelProject *project)
{
  return project->name;
}

const char *
trammel_project_get_folder(const TrammelProject *project)
{
  return project->folder;
}

TrammelTempFolder *
trammel_project_get_home(const TrammelProject *project)
{
  return project->home;
}

void
trammel_project_set_home(TrammelProject *project, TrammelTempFolder *home)
{
  if (home)
    trammel_temp_folder_ref(home);
  g_clear_pointer(&project->home, trammel_temp_folder_unref);
  project->home = home;
}

const TrModel *
trammel_project_get_model(const TrammelProject *project)
{
  return project->model;
}

guint
trammel_project_get_n_quantities(const TrammelProject *project)
{
  return project->quantities->len;
}

guint
trammel_project_count_free(const TrammelProject *project)
{
  guint n = 0;

  for (guint i = 0; i < project->quantities->len; i++)
    n += trammel_project_get_quantity(project, i)->free != FALSE;
  return n;
}

const TrammelQuantity *
trammel_project_get_quantity(const TrammelProject *project, guint i)
{
  g_return_val_if_fail(i < project->quantities->len, NULL);
  return &g_array_index(project->quantities, TrammelQuantity, i);
}

const TrSettings *
trammel_project_get_settings(const TrammelProject *project)
{
  return &project->settings;
}

guint
trammel_project_get_n_logs(const TrammelProject *project)
{
  return project->logs->len;
}

const TrammelLogEntry *
trammel_project_get_log(const TrammelProject *project, guint log)
{
  g_return_val_if_fail(log < project->logs->len, NULL);
  return project->logs->pdata[log];
}

const char *
trammel_project_get_log_name(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->name;
}

char *
trammel_project_dup_log_path(const TrammelProject *project, guint log)
{
  const char *file = trammel_project_get_log(project, log)->file;

  return project->folder ? g_canonicalize_filename(file, project->folder) : g_strdup(file);
}

char *
trammel_project_dup_name_inside(const TrammelProject *project, const char *path)
{
  gsize length = project->folder ? strlen(project->folder) : 0;

  if (length == 0 || !g_str_has_prefix(path, project->folder) || path[length] != G_DIR_SEPARATOR)
    return NULL;
  return g_strdup(path + length + 1);
}

char *
trammel_project_dup_log_name_inside(const TrammelProject *project, guint log)
{
  g_autofree char *path = trammel_project_dup_log_path(project, log);

  return trammel_project_dup_name_inside(project, path);
}

char *
trammel_project_dup_log_place(const TrammelProject *project, guint log)
{
  const char *origin = project->home ? trammel_temp_folder_get_origin(project->home) : NULL;
  g_autofree char *inner = origin ? trammel_project_dup_log_name_inside(project, log) : NULL;

  return inner ? g_build_filename(origin, inner, NULL) : trammel_project_dup_log_path(project, log);
}

const char *
trammel_project_get_log_file(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->file;
}

const char *
trammel_project_get_log_sha256(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->sha256;
}

gboolean
trammel_project_get_log_timing_is_known(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->timing_is_known;
}

TrammelRole
trammel_project_get_log_role(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->role;
}

char **
trammel_project_dup_log_names(const TrammelProject *project, TrammelRole role)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (trammel_project_get_log_role(project, i) == role)
      g_strv_builder_add(names, trammel_project_get_log_name(project, i));
  return g_strv_builder_end(names);
}

void
trammel_project_get_log_trim(const TrammelProject *project, guint log, double trim[2])
{
  memcpy(trim, trammel_project_get_log(project, log)->trim, 2 * sizeof *trim);
}

guint
trammel_project_get_n_excluded(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->excluded->len;
}

void
trammel_project_get_excluded(const TrammelProject *project, guint log, guint i, double range[2])
{
  const GArray *excluded = trammel_project_get_log(project, log)->excluded;

  memcpy(range, excluded->data + i * sizeof(double[2]), sizeof(double[2]));
}

guint
trammel_project_get_n_mappings(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->channels->len;
}

const TrammelMapping *
trammel_project_get_mapping(const TrammelProject *project, guint log, guint i)
{
  const TrammelLogEntry *entry = trammel_project_get_log(project, log);

  g_return_val_if_fail(i < entry->channels->len, NULL);
  return &g_array_index(entry->channels, TrammelChannel, i).mapping;
}

JsonArray *
trammel_project_get_list(const TrammelProject *project, const char *key)
{
  JsonNode *list = json_object_get_member(json_node_get_object(project->root), key);

  return list && JSON_NODE_HOLDS_ARRAY(list) ? json_node_get_array(list) : NULL;
}

guint
trammel_project_get_list_length(const TrammelProject *project, const char *key)
{
  JsonArray *list = trammel_project_get_list(project, key);

  return list ? json_array_get_length(list) : 0;
}

guint
trammel_project_get_n_runs(const TrammelProject *project)
{
  return trammel_project_get_list_length(project, "runs");
}

const char *
trammel_project_get_note(const TrammelProject *project, guint i)
{
  TrammelNode nodes[TRAMMEL_MAX_STEPS + 1], root = trammel_node_root(project->root);
  const TrammelNode *node =
      trammel_project_walk(nodes, &root, trammel_project_get_quantity(project, i)->param);
  TrammelNode note = trammel_node_member(node, "note");

  return note.node ? json_node_get_string(note.node) : NULL;
}

const char *
trammel_project_find_note(const TrammelProject *project, const char *id)
{
  for (guint i = 0; i < project->quantities->len; i++)
    if (g_str_equal(trammel_project_get_quantity(project, i)->id, id))
      return trammel_project_get_note(project, i);
  return NULL;
}

guint
trammel_project_get_n_shapes(const TrammelProject *project)
{
  return project->shapes->len;
}

const TrammelShape *
trammel_project_get_shape(const TrammelProject *project, guint i)
{
  g_return_val_if_fail(i < project->shapes->len, NULL);
  return &g_array_index(project->shapes, TrammelShape, i);
}
