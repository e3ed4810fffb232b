#include <string.h>

#include "io/examples.h"
#include "io/project_runs.h"
#include "ui/session/document-private.h"
#include "ui/session/document-save.h"
#include "ui/session/temp-folder.h"

void
_trammel_document_set_saved(TrammelDocument *self, TrammelProject *saved)
{
  TrammelRunMarks *marks = trammel_run_list_get_marks(self->run_list);

  g_clear_pointer(&self->saved, trammel_project_unref);
  g_clear_pointer(&self->saved_marks, g_ptr_array_unref);
  self->saved = trammel_project_ref(saved);
  self->saved_marks = marks ? g_ptr_array_ref(marks) : NULL;
  self->n_saved_runs = trammel_run_list_get_n_all(self->run_list);
}

static void
take_runs(TrammelDocument *self, const GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++) {
    g_autoptr(TrammelRunRecord) record = trammel_run_record_new_stored(runs->pdata[i], i + 1);
    trammel_run_list_append(self->run_list, record);
  }
}

/* `project` is the document's alone. */
static TrammelDocument *
new_document(TrammelProject *project, GFile *file, gboolean needs_save)
{
  TrammelDocument *self = g_object_new(TRAMMEL_TYPE_DOCUMENT, NULL);
  g_autoptr(GPtrArray) runs = trammel_project_steal_runs(project);

  self->project = trammel_project_ref(project);
  self->file = file ? g_object_ref(file) : NULL;
  take_runs(self, runs);
  if (!needs_save)
    _trammel_document_set_saved(self, self->project);
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
  g_autofree char *folder = NULL;

  g_return_val_if_fail(example != NULL, NULL);
  folder = g_dir_make_tmp("trammel-XXXXXX", error);
  if (!folder)
    return NULL;
  g_autofree char *path = trammel_examples_write(example, folder, error);
  g_autoptr(TrammelProject) project = path ? trammel_project_load(path, error) : NULL;
  if (!project) {
    trammel_temp_folder_remove(folder);
    return NULL;
  }
  TrammelDocument *self = trammel_document_new(project, NULL, FALSE);
  self->temp_folder = g_steal_pointer(&folder);
  self->example = g_strdup(name);
  return self;
}

TrammelDocument *
trammel_document_load(GFile *file, GError **error)
{
  g_autofree char *path = g_file_get_path(file);

  if (!path) {
    g_autofree char *uri = g_file_get_uri(file);
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                "%s is not a local file. Copy it to a local folder first.", uri);
    return NULL;
  }
  g_autoptr(TrammelProject) project = trammel_project_load(path, error);
  return project ? new_document(project, file, FALSE) : NULL;
}

gboolean
trammel_document_save(TrammelDocument *self, GFile *file, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  g_autofree char *path = g_file_get_path(file);

  if (!path) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                "This place is not a local folder. Choose a local one.");
    return FALSE;
  }
  /* an example's log stands in a temporary folder, so it comes along; saving tells a project its
   * folder, so it is done on a copy: others share this one */
  g_autoptr(GPtrArray) runs = trammel_run_list_dup_texts(self->run_list);
  g_autoptr(TrammelProject) saved =
      self->example ? trammel_project_save_with_logs(self->project, path, runs, error)
                    : trammel_project_copy(self->project);
  if (!saved || (!self->example && !trammel_project_save_with_runs(saved, path, runs, error)))
    return FALSE;
  g_set_object(&self->file, file);
  trammel_project_unref(self->project);
  self->project = trammel_project_ref(saved);
  _trammel_document_set_saved(self, saved);
  _trammel_document_notify(self);
  return TRUE;
}

char *
trammel_document_dup_stem(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  char *stem =
      self->file ? g_file_get_basename(self->file) : g_strdup(trammel_document_get_title(self));

  if (g_str_has_suffix(stem, ".trammel"))
    stem[strlen(stem) - strlen(".trammel")] = '\0';
  g_strdelimit(stem, "/\\:", '-');
  if (*stem)
    return stem;
  g_free(stem);
  return g_strdup("project");
}

/* What is left of the temporary folder of an example whose files come anew. */
static void
remove_old_folder(const char *folder)
{
  g_autofree char *parent = folder ? g_path_get_dirname(folder) : NULL;
  g_autofree char *name = folder ? g_path_get_basename(folder) : NULL;

  if (folder && g_str_equal(parent, g_get_tmp_dir()) && g_str_has_prefix(name, "trammel-"))
    trammel_temp_folder_remove(folder);
}

TrammelDocument *
trammel_document_new_recovered(
    const char *text, const char *folder, GFile *file, const char *example, GError **error)
{
  gboolean is_copy = example && trammel_examples_find(example);
  g_autoptr(TrammelDocument) copy =
      is_copy ? trammel_document_new_from_example(example, error) : NULL;

  if (is_copy && !copy)
    return NULL;
  g_autoptr(TrammelProject) project =
      trammel_project_new_from_data(text, -1, is_copy ? copy->temp_folder : folder, error);
  if (!project)
    return NULL;
  TrammelDocument *self = new_document(project, file, TRUE);
  if (is_copy) {
    self->example = g_steal_pointer(&copy->example);
    self->temp_folder = g_steal_pointer(&copy->temp_folder);
    remove_old_folder(folder);
  }
  return self;
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
