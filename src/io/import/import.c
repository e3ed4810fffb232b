#include "io/import/import.h"

#include <glib/gi18n-lib.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/ending.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/import/build.h"
#include "io/import/complete.h"
#include "io/import/read.h"

typedef struct {
  const char *root, *name;
  gboolean (*read)(TrammelRobot *robot, GError **error);
} Format;

static const Format formats[] = {{"robot", "URDF", trammel_robot_read_urdf},
                                 {"mujoco", "MJCF", trammel_robot_read_mjcf},
                                 {"sdf", "SDF", trammel_robot_read_sdf}};

const char *
trammel_base_get_word(TrammelBase base)
{
  static const char *const words[TRAMMEL_N_BASES] = {"auto", "fixed", "free"};

  return words[base];
}

gboolean
trammel_model_import_has_ending(const char *path)
{
  static const char *const endings[] = {".urdf", ".sdf", ".mjcf", ".xml"};

  for (gsize i = 0; i < G_N_ELEMENTS(endings); i++)
    if (trammel_has_ending(path, endings[i]))
      return TRUE;
  return FALSE;
}

static const Format *
find_format(const TrammelTag *root, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
    if (trammel_tag_is(root, formats[i].root))
      return &formats[i];
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "%s is no model of a mechanism: its root is <%s>, expected <robot> (URDF), "
                    "<mujoco> (MJCF) or <sdf>",
                    root->file, root->name);
  return NULL;
}

/* Puts a sentence about the whole model, as it is in the project, before the others. */
static void
note_counts(TrammelRecord *record, const TrModel *model)
{
  int counts[TR_N_JOINT_TYPES] = {0};
  g_autoptr(GString) types = g_string_new(NULL);

  for (int j = 0; j < model->n_joints; j++)
    counts[model->joints[j].type]++;
  for (int t = 0; t < TR_N_JOINT_TYPES; t++)
    if (counts[t] > 0)
      g_string_append_printf(types, "%s%d %s", types->len ? ", " : "", counts[t],
                             tr_joint_type_name((TrJointType)t));
  trammel_record_add(record, TRAMMEL_RECORD_TAKEN, NULL,
                     N_("%d bodies, %d joints (%s), %d motors, %d sensors"), model->n_bodies,
                     model->n_joints, types->str, model->n_motors, tr_device_count(model));
  g_ptr_array_insert(record->entries, 0,
                     g_ptr_array_steal_index(record->entries, record->entries->len - 1));
}

static gboolean
complete(TrammelRobot *robot, const TrammelModelImportOptions *options, GError **error)
{
  gboolean has_body = FALSE;

  if (options->base != TRAMMEL_BASE_AUTO)
    robot->is_floating = options->base == TRAMMEL_BASE_FREE;
  trammel_robot_lock(robot, options->locked);
  trammel_robot_merge(robot, options->keep_fixed);
  if (options->open_loops)
    trammel_robot_open_loops(robot);
  if (!trammel_robot_ground(robot, error))
    return FALSE;
  trammel_robot_weigh(robot);
  if (options->dry_friction)
    trammel_robot_add_dry_friction(robot);
  for (guint i = 0; i < robot->links->len; i++)
    has_body = has_body || !trammel_robot_link(robot, (int)i)->is_gone;
  return has_body || trammel_tag_fail(robot->tags, error,
                                      N_("nothing in this file moves: it has no joint but fixed "
                                         "ones"));
}

static TrammelModelImport *
build(TrammelRobot *robot, const Format *format, GError **error)
{
  g_autofree char *text = trammel_robot_to_project(robot);
  TrammelProject *project = trammel_project_new_from_data(text, -1, NULL, error);
  TrammelModelImport *import;

  if (!project)
    return NULL;
  import = g_new0(TrammelModelImport, 1);
  import->project = project;
  import->record = g_steal_pointer(&robot->record);
  import->format = format->name;
  note_counts(import->record, trammel_project_get_model(project));
  return import;
}

/* Takes the tags. */
static TrammelModelImport *
read_robot(TrammelTag *tags,
           const char *folder,
           const TrammelModelImportOptions *options,
           GError **error)
{
  g_autoptr(TrammelRobot) robot = trammel_robot_new(tags, folder);
  const Format *format = find_format(tags, error);

  robot->reads_meshes = options->read_meshes;
  if (!format || !format->read(robot, error) || !complete(robot, options, error))
    return NULL;
  return build(robot, format, error);
}

TrammelModelImport *
trammel_model_import_parse(const char *text,
                           gsize length,
                           const char *folder,
                           const TrammelModelImportOptions *options,
                           GError **error)
{
  TrammelTag *tags = trammel_tag_parse(text, length, "model", error);

  return tags ? read_robot(tags, folder, options, error) : NULL;
}

TrammelModelImport *
trammel_model_import_load(const char *path,
                          const TrammelModelImportOptions *options,
                          GError **error)
{
  TrammelTag *tags = trammel_tag_load(path, error);
  g_autofree char *folder = g_path_get_dirname(path);

  return tags ? read_robot(tags, folder, options, error) : NULL;
}

void
trammel_model_import_free(TrammelModelImport *import)
{
  if (!import)
    return;
  trammel_project_unref(import->project);
  trammel_record_free(import->record);
  g_free(import);
}

static int
count_loops(const TrModel *model)
{
  TrAssembly *assembly = trammel_need_memory(tr_assembly_new(model));
  int n = tr_assembly_count_loops(assembly) - tr_model_n_gears(model);

  tr_assembly_free(assembly);
  return n;
}

char *
trammel_model_import_to_json(const TrammelModelImport *import)
{
  const TrModel *model = trammel_project_get_model(import->project);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "format", import->format);
  trammel_json_writer_add_integer(json, "bodies", model->n_bodies);
  trammel_json_writer_add_integer(json, "joints", model->n_joints);
  trammel_json_writer_add_integer(json, "motors", model->n_motors);
  trammel_json_writer_add_integer(json, "sensors", tr_device_count(model));
  trammel_json_writer_add_integer(json, "loops", count_loops(model));
  trammel_json_writer_key(json, "record");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < import->record->entries->len; i++) {
    const TrammelRecordEntry *entry = g_ptr_array_index(import->record->entries, i);
    g_autofree char *text = trammel_record_entry_dup_text(entry, FALSE);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "kind", trammel_record_kind_get_word(entry->kind));
    trammel_json_writer_add_string(json, "text", text);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}
