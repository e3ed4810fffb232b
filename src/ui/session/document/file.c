/* Opening of documents: from a file, from an embedded example, and from unsaved work. */
#include <string.h>

#include "io/packed/packed.h"
#include "io/project/examples.h"
#include "io/project/runs.h"
#include "io/study/project_sweeps.h"
#include "ui/session/document/private.h"

static void
take_runs(TrammelDocument *self, const GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++) {
    g_autoptr(TrammelRunRecord) record = trammel_run_record_new_stored(runs->pdata[i], i + 1);
    trammel_run_list_append(self->run_list, record);
  }
}

/* Creates a document that owns `project` alone. */
static TrammelDocument *
new_document(TrammelProject *project, GFile *file, gboolean needs_save)
{
  TrammelDocument *self = g_object_new(TRAMMEL_TYPE_DOCUMENT, NULL);
  g_autoptr(GPtrArray) runs = trammel_project_steal_runs(project);

  self->project = trammel_project_ref(project);
  self->file = file ? g_object_ref(file) : NULL;
  take_runs(self, runs);
  if (!needs_save)
    _trammel_document_note_saved(self);
  return self;
}

TrammelDocument *
trammel_document_new(TrammelProject *project, GFile *file, gboolean needs_save)
{
  g_autoptr(TrammelProject) own = trammel_project_get_n_runs(project) > 0
                                      ? trammel_project_copy(project)
                                      : trammel_project_ref(project);

  return new_document(own, file, needs_save);
}

TrammelDocument *
trammel_document_new_from_example(const char *name, GError **error)
{
  const TrammelExample *example = trammel_examples_find(name);

  g_return_val_if_fail(example != NULL, NULL);
  g_autoptr(TrammelProject) project = trammel_examples_load(example, error);
  if (!project)
    return NULL;
  TrammelDocument *self = trammel_document_new(project, NULL, FALSE);
  self->example = g_strdup(name);
  return self;
}

/* Returns the project whose files were in a temporary folder; NULL if there were none, or if the
 * packed file no longer exists. */
static char *
get_local_path(GFile *file, GError **error)
{
  char *path = g_file_get_path(file);

  if (!path) {
    g_autofree char *uri = g_file_get_uri(file);
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                "%s is not a local file. Copy it to a local folder first.", uri);
  }
  return path;
}

/* Creates the document of a file whose stamp was taken before it was read, so that no change of it
 * goes unseen. */
static TrammelDocument *
new_loaded(TrammelProject *project, GFile *file, const TrammelFileStamp *stamp)
{
  TrammelDocument *self = new_document(project, file, FALSE);

  self->stamp = *stamp;
  return self;
}

TrammelDocument *
trammel_document_load(GFile *file, GError **error)
{
  g_autofree char *path = get_local_path(file, error);

  if (!path)
    return NULL;
  TrammelFileStamp stamp = trammel_file_stamp_take(path, NULL);
  g_autoptr(TrammelProject) project = trammel_project_open(path, error);
  return project ? new_loaded(project, file, &stamp) : NULL;
}

void
_trammel_document_return(GTask *task, TrammelProject *project, GError *error)
{
  if (project)
    g_task_return_pointer(task, project, (GDestroyNotify)trammel_project_unref);
  else
    g_task_return_error(task, error);
}

/* File to be loaded on another thread. */
typedef struct {
  char *path;
  TrammelFileStamp stamp;
} Loading;

static void
free_loading(gpointer data)
{
  Loading *loading = data;

  g_free(loading->path);
  g_free(loading);
}

static void
load_in_thread(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Loading *loading = data;
  GError *error = NULL;

  loading->stamp = trammel_file_stamp_take(loading->path, NULL);
  TrammelProject *project = trammel_project_open(loading->path, &error);
  _trammel_document_return(task, project, error);
}

void
trammel_document_load_async(GFile *file, GAsyncReadyCallback callback, gpointer user)
{
  g_autoptr(GTask) task = g_task_new(file, NULL, callback, user);
  GError *error = NULL;
  char *path = get_local_path(file, &error);

  g_task_set_source_tag(task, trammel_document_load_async);
  if (!path) {
    g_task_return_error(task, error);
    return;
  }
  Loading *loading = g_new0(Loading, 1);
  loading->path = path;
  g_task_set_task_data(task, loading, free_loading);
  g_task_run_in_thread(task, load_in_thread);
}

TrammelDocument *
trammel_document_load_finish(GAsyncResult *result, GError **error)
{
  GFile *file = g_task_get_source_object(G_TASK(result));
  const Loading *loading = g_task_get_task_data(G_TASK(result));
  g_autoptr(TrammelProject) project = g_task_propagate_pointer(G_TASK(result), error);

  return project ? new_loaded(project, file, &loading->stamp) : NULL;
}

char *
trammel_document_dup_stem(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  char *stem =
      self->file ? g_file_get_basename(self->file) : g_strdup(trammel_document_get_title(self));

  char *ending = strrchr(stem, '.');
  if (self->file && ending && trammel_project_is_file_name(stem))
    *ending = '\0';
  g_strdelimit(stem, "/\\:", '-');
  if (*stem)
    return stem;
  g_free(stem);
  return g_strdup("project");
}

char *
trammel_document_dup_folder(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  gboolean has_log =
      !trammel_document_get_example(self) && trammel_project_get_n_logs(self->project) > 0;
  g_autofree char *path = self->file ? g_file_get_path(self->file)
                          : has_log  ? trammel_project_dup_log_path(self->project, 0)
                                     : NULL;

  return path && g_path_is_absolute(path) ? g_path_get_dirname(path) : NULL;
}

/* Returns the project whose files stood in a temporary folder; NULL if there were none, or if the
 * packed file is gone. */
static TrammelProject *
load_origin(const TrammelUnsaved *unsaved)
{
  const TrammelExample *example = unsaved->example ? trammel_examples_find(unsaved->example) : NULL;

  if (unsaved->packed)
    return trammel_project_open(unsaved->packed, NULL);
  return example ? trammel_examples_load(example, NULL) : NULL;
}

TrammelDocument *
trammel_document_new_recovered(const char *text, const TrammelUnsaved *unsaved, GError **error)
{
  g_autoptr(TrammelProject) origin = load_origin(unsaved);
  const char *folder = origin ? trammel_project_get_folder(origin) : unsaved->folder;
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(text, -1, folder, error);

  if (!project || !trammel_project_check_sweeps(project, error))
    return NULL;
  if (origin) {
    trammel_project_set_home(project, trammel_project_get_home(origin));
    if (unsaved->folder)
      trammel_temp_folder_remove_leftover(unsaved->folder);
  } else if (unsaved->folder) {
    trammel_temp_folder_keep_leftover(unsaved->folder);
  }
  TrammelDocument *self = new_document(project, unsaved->file, TRUE);
  if (unsaved->sha256)
    g_strlcpy(self->stamp.sha256, unsaved->sha256, sizeof self->stamp.sha256);
  self->example = origin ? g_strdup(unsaved->example) : NULL;
  return self;
}

gboolean
trammel_document_is_file_changed(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  g_autofree char *path = self->file ? g_file_get_path(self->file) : NULL;

  return path && self->n_saving == 0 && trammel_file_stamp_has_changed(&self->stamp, path);
}

const char *
trammel_document_get_file_sha256(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return *self->stamp.sha256 ? self->stamp.sha256 : NULL;
}

int
trammel_document_find_missing_log(TrammelDocument *self, guint from)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), -1);
  for (guint i = from; i < trammel_project_get_n_logs(self->project); i++) {
    g_autofree char *path = trammel_project_dup_log_path(self->project, i);
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
      return (int)i;
  }
  return -1;
}

char *
trammel_document_dup_log_hash(TrammelDocument *self, guint log)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  const char *stated = trammel_project_get_log_sha256(self->project, log);
  GListModel *model = trammel_run_list_get_model(self->run_list);

  if (stated)
    return g_strdup(stated);
  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(model, i);
    char *hash =
        trammel_run_record_dup_log_hash(record, trammel_project_get_log_name(self->project, log));
    if (hash)
      return hash;
  }
  return NULL;
}
