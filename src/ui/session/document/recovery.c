#include "ui/session/document/recovery.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/base/json_tree.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"
#include "io/project/runs.h"
#include "ui/session/document/process-identity.h"

#define FORMAT "trammel-recovery/1"

struct _TrammelRecovery {
  GObject parent_instance;
  TrammelDocument *document;
  char *path;
  guint timer;
  gboolean is_failing; /* the last timed write failed, "failed" was emitted */
  /* last written state */
  TrammelProject *project;
  TrammelRunMarks *marks;
  guint n_runs;
};

G_DEFINE_FINAL_TYPE(TrammelRecovery, trammel_recovery, G_TYPE_OBJECT)

enum { FAILED, N_SIGNALS };

static guint signals[N_SIGNALS];

static void
forget_written(TrammelRecovery *self)
{
  g_clear_pointer(&self->project, trammel_project_unref);
  g_clear_pointer(&self->marks, g_ptr_array_unref);
  self->n_runs = 0;
}

static void
trammel_recovery_dispose(GObject *object)
{
  TrammelRecovery *self = TRAMMEL_RECOVERY(object);

  g_clear_handle_id(&self->timer, g_source_remove);
  g_clear_object(&self->document);
  forget_written(self);
  g_clear_pointer(&self->path, g_free);
  G_OBJECT_CLASS(trammel_recovery_parent_class)->dispose(object);
}

static void
trammel_recovery_class_init(TrammelRecoveryClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_recovery_dispose;
  signals[FAILED] = g_signal_new("failed", TRAMMEL_TYPE_RECOVERY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_recovery_init(TrammelRecovery *self)
{
}

char *
trammel_recovery_dup_folder(void)
{
  return g_build_filename(g_get_user_state_dir(), "trammel", "recovery", NULL);
}

static gboolean
on_timeout_cb(gpointer data)
{
  TrammelRecovery *self = data;
  gboolean was_failing = self->is_failing;
  g_autoptr(GError) error = NULL;

  self->is_failing = !trammel_recovery_write(self, &error);
  if (self->is_failing && !was_failing)
    g_signal_emit(self, signals[FAILED], 0, error);
  return G_SOURCE_CONTINUE;
}

/* Deletes the file when the document is saved, or undone back to the saved state. */
static void
on_dirty_changed_cb(TrammelRecovery *self)
{
  if (self->path && !trammel_document_get_dirty(self->document)) {
    g_unlink(self->path);
    forget_written(self);
  }
}

static char *
dup_new_path(void)
{
  g_autofree char *folder = trammel_recovery_dup_folder(), *id = g_uuid_string_random();
  g_autofree char *name = g_strconcat(id, ".json", NULL);

  return g_build_filename(folder, name, NULL);
}

TrammelRecovery *
trammel_recovery_new(TrammelDocument *document, const char *path, guint interval)
{
  TrammelRecovery *self = g_object_new(TRAMMEL_TYPE_RECOVERY, NULL);

  self->document = g_object_ref(document);
  self->path = path ? g_strdup(path) : dup_new_path();
  g_signal_connect_object(document, "notify::dirty", G_CALLBACK(on_dirty_changed_cb), self,
                          G_CONNECT_SWAPPED);
  trammel_recovery_set_interval(self, interval);
  /* from now on it is no leftover; an error is reported at the next interval */
  if (path)
    trammel_recovery_write(self, NULL);
  return self;
}

void
trammel_recovery_set_interval(TrammelRecovery *self, guint interval)
{
  g_return_if_fail(TRAMMEL_IS_RECOVERY(self));
  g_clear_handle_id(&self->timer, g_source_remove);
  if (interval > 0)
    self->timer = g_timeout_add_seconds(interval, on_timeout_cb, self);
}

/* Writes the locations of the project's files, for trammel_document_new_recovered(). */
static void
add_places(TrammelJsonWriter *writer, TrammelDocument *document)
{
  TrammelProject *project = trammel_document_get_project(document);
  TrammelTempFolder *home = trammel_project_get_home(project);
  const char *packed = home ? trammel_temp_folder_get_origin(home) : NULL;

  trammel_json_writer_add_string(writer, "folder", trammel_project_get_folder(project));
  trammel_json_writer_add_string(writer, "packed", packed);
  trammel_json_writer_add_string(writer, "example",
                                 home && !packed ? trammel_document_get_example(document) : NULL);
}

static char *
describe(TrammelRecovery *self)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  GFile *file = trammel_document_get_file(self->document);
  g_autofree char *path = file ? g_file_get_path(file) : NULL;
  g_autoptr(GPtrArray) runs =
      trammel_run_list_dup_texts(trammel_document_get_run_list(self->document));
  g_autofree char *text = g_strchomp(trammel_project_to_data_with_runs(project, runs));
  TrammelProcessIdentity self_owner = trammel_process_identity_self();
  g_autofree char *owner = trammel_process_identity_to_text(&self_owner);
  TrammelJsonWriter *writer = trammel_json_writer_new();

  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_string(writer, "format", FORMAT);
  trammel_json_writer_add_string(writer, "title", trammel_document_get_title(self->document));
  trammel_json_writer_add_string(writer, "file", path);
  trammel_json_writer_add_string(writer, "file_sha256",
                                 trammel_document_get_file_sha256(self->document));
  add_places(writer, self->document);
  trammel_json_writer_add_integer(writer, "time", g_get_real_time() / G_USEC_PER_SEC);
  trammel_json_writer_add_string(writer, "owner", owner);
  trammel_json_writer_key(writer, "project");
  trammel_json_writer_laid_out(writer, text, 1);
  trammel_json_writer_end_object(writer);
  return trammel_json_writer_finish(writer);
}

static gboolean
is_written(TrammelRecovery *self)
{
  TrammelRunList *list = trammel_document_get_run_list(self->document);

  return self->project == trammel_document_get_project(self->document) &&
         self->marks == trammel_run_list_get_marks(list) &&
         self->n_runs == trammel_run_list_get_n_all(list);
}

static void
note_written(TrammelRecovery *self)
{
  TrammelRunList *list = trammel_document_get_run_list(self->document);
  TrammelRunMarks *marks = trammel_run_list_get_marks(list);

  forget_written(self);
  self->project = trammel_project_ref(trammel_document_get_project(self->document));
  self->marks = marks ? g_ptr_array_ref(marks) : NULL;
  self->n_runs = trammel_run_list_get_n_all(list);
}

gboolean
trammel_recovery_write(TrammelRecovery *self, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_RECOVERY(self), FALSE);
  if (!self->path || !trammel_document_get_dirty(self->document) || is_written(self))
    return TRUE;
  g_autofree char *folder = g_path_get_dirname(self->path), *text = describe(self);
  if (g_mkdir_with_parents(folder, 0700) != 0) {
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                "the folder %s cannot be made: %s", folder, g_strerror(errno));
    return FALSE;
  }
  if (!trammel_whole_file_write_private(self->path, text, strlen(text), error))
    return FALSE;
  note_written(self);
  return TRUE;
}

void
trammel_recovery_close(TrammelRecovery *self)
{
  g_return_if_fail(TRAMMEL_IS_RECOVERY(self));
  g_clear_handle_id(&self->timer, g_source_remove);
  if (self->path)
    g_unlink(self->path);
  g_clear_pointer(&self->path, g_free);
}

const char *
trammel_recovery_get_path(TrammelRecovery *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RECOVERY(self), NULL);
  return self->path;
}

void
trammel_leftover_free(TrammelLeftover *leftover)
{
  g_free(leftover->path);
  g_free(leftover->title);
  g_free(leftover->file);
  g_free(leftover->folder);
  g_date_time_unref(leftover->time);
  g_free(leftover);
}

static const char *
get_text(JsonNode *root, const char *key)
{
  return trammel_json_as_string(trammel_json_find(root, key));
}

/* Returns the outermost object of a recovery file. */
static JsonNode *
load(const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents(path, &text, &length, error))
    return NULL;
  g_autoptr(JsonNode) root = trammel_json_parse(text, (gssize)length, path, error);
  if (!root)
    return NULL;
  if (g_strcmp0(get_text(root, "format"), FORMAT) != 0 || !trammel_json_find(root, "project")) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE, "%s does not hold unsaved work",
                path);
    return NULL;
  }
  return g_steal_pointer(&root);
}

static TrammelLeftover *
read_leftover(const char *path)
{
  g_autoptr(JsonNode) root = load(path, NULL);
  const char *owner_text = get_text(root, "owner");
  JsonNode *time = trammel_json_find(root, "time");
  TrammelProcessIdentity owner;

  if (!owner_text || !trammel_process_identity_from_text(&owner, owner_text) ||
      trammel_process_identity_is_alive(&owner) || !time || !JSON_NODE_HOLDS_VALUE(time))
    return NULL;
  g_autoptr(GDateTime) moment = g_date_time_new_from_unix_local(json_node_get_int(time));
  if (!moment)
    return NULL;
  TrammelLeftover *leftover = g_new0(TrammelLeftover, 1);
  leftover->path = g_strdup(path);
  leftover->title = g_strdup(get_text(root, "title"));
  leftover->file = g_strdup(get_text(root, "file"));
  leftover->folder = g_strdup(get_text(root, "folder"));
  leftover->time = g_steal_pointer(&moment);
  return leftover;
}

static int
compare_time(gconstpointer a, gconstpointer b)
{
  const TrammelLeftover *const *first = a, *const *second = b;

  return g_date_time_compare((*second)->time, (*first)->time);
}

GPtrArray *
trammel_recovery_list(void)
{
  GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_leftover_free);
  g_autofree char *folder = trammel_recovery_dup_folder();
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name(dir))) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    TrammelLeftover *leftover = g_str_has_suffix(name, ".json") ? read_leftover(path) : NULL;
    if (leftover)
      g_ptr_array_add(found, leftover);
  }
  g_ptr_array_sort(found, compare_time);
  return found;
}

static gpointer
sweep(gpointer data)
{
  g_auto(GStrv) kept = data;

  trammel_temp_folder_sweep((const char *const *)kept);
  return NULL;
}

void
trammel_recovery_sweep(void)
{
  g_autoptr(GPtrArray) found = trammel_recovery_list();
  g_autoptr(GStrvBuilder) kept = g_strv_builder_new();

  for (guint i = 0; i < found->len; i++) {
    const TrammelLeftover *leftover = g_ptr_array_index(found, i);
    if (leftover->folder)
      g_strv_builder_add(kept, leftover->folder);
  }
  g_thread_unref(g_thread_new("sweep", sweep, g_strv_builder_end(kept)));
}

TrammelDocument *
trammel_recovery_open(const char *path, GError **error)
{
  g_autoptr(JsonNode) root = load(path, error);

  if (!root)
    return NULL;
  g_autofree char *text = trammel_json_node_to_text(trammel_json_find(root, "project"));
  const char *file_path = get_text(root, "file");
  g_autoptr(GFile) file = file_path ? g_file_new_for_path(file_path) : NULL;
  const TrammelUnsaved unsaved = {.folder = get_text(root, "folder"),
                                  .file = file,
                                  .sha256 = get_text(root, "file_sha256"),
                                  .packed = get_text(root, "packed"),
                                  .example = get_text(root, "example")};
  return trammel_document_new_recovered(text, &unsaved, error);
}
