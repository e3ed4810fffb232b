#include "ui/session/document.h"

#include "io/examples.h"
#include "io/project_put.h"
#include "ui/session/document-save.h"
#include "ui/session/temp-folder.h"
#include "ui/session/undo.h"

struct _TrammelDocument {
  GObject parent_instance;
  TrammelProject *project;
  TrammelProject *saved; /* what is in the file; NULL when never saved */
  GFile *file;
  char *example;
  char *temp_folder; /* with the example's files */
  TrammelUndo *undo;
  TrammelRun *run;
  GListStore *runs;
};

G_DEFINE_FINAL_TYPE(TrammelDocument, trammel_document, G_TYPE_OBJECT)

enum { PROP_TITLE = 1, PROP_DIRTY, PROP_CAN_UNDO, PROP_CAN_REDO, PROP_RUN, N_PROPS };
static GParamSpec *properties[N_PROPS];

enum { CHANGED, RUN_EXTENDED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
trammel_document_dispose(GObject *object)
{
  TrammelDocument *self = TRAMMEL_DOCUMENT(object);

  g_clear_pointer(&self->project, trammel_project_unref);
  g_clear_pointer(&self->saved, trammel_project_unref);
  g_clear_object(&self->file);
  g_clear_pointer(&self->example, g_free);
  g_clear_pointer(&self->undo, trammel_undo_free);
  g_clear_object(&self->run);
  g_clear_object(&self->runs);
  if (self->temp_folder)
    trammel_temp_folder_remove(self->temp_folder);
  g_clear_pointer(&self->temp_folder, g_free);
  G_OBJECT_CLASS(trammel_document_parent_class)->dispose(object);
}

static void
trammel_document_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TrammelDocument *self = TRAMMEL_DOCUMENT(object);

  switch (id) {
  case PROP_TITLE:
    g_value_set_string(value, trammel_document_get_title(self));
    break;
  case PROP_DIRTY:
    g_value_set_boolean(value, trammel_document_get_dirty(self));
    break;
  case PROP_CAN_UNDO:
    g_value_set_boolean(value, trammel_document_get_undo_label(self) != NULL);
    break;
  case PROP_CAN_REDO:
    g_value_set_boolean(value, trammel_document_get_redo_label(self) != NULL);
    break;
  case PROP_RUN:
    g_value_set_object(value, self->run);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_document_class_init(TrammelDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = trammel_document_dispose;
  object_class->get_property = trammel_document_get_property;
  properties[PROP_TITLE] = g_param_spec_string("title", NULL, NULL, NULL, flags);
  properties[PROP_DIRTY] = g_param_spec_boolean("dirty", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_RUN] = g_param_spec_object("run", NULL, NULL, TRAMMEL_TYPE_RUN, flags);
  g_object_class_install_properties(object_class, N_PROPS, properties);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[RUN_EXTENDED] = g_signal_new("run-extended", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_document_init(TrammelDocument *self)
{
  self->undo = trammel_undo_new();
  self->runs = g_list_store_new(TRAMMEL_TYPE_RUN);
}

TrammelDocument *
trammel_document_new(TrammelProject *project, GFile *file, gboolean needs_save)
{
  TrammelDocument *self = g_object_new(TRAMMEL_TYPE_DOCUMENT, NULL);

  self->project = trammel_project_ref(project);
  self->saved = needs_save ? NULL : trammel_project_ref(project);
  self->file = file ? g_object_ref(file) : NULL;
  return self;
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
  return project ? trammel_document_new(project, file, FALSE) : NULL;
}

TrammelProject *
trammel_document_get_project(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->project;
}

GFile *
trammel_document_get_file(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->file;
}

const char *
trammel_document_get_title(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return trammel_project_get_name(self->project);
}

gboolean
trammel_document_get_dirty(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  return self->project != self->saved;
}

const char *
trammel_document_get_undo_label(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return trammel_undo_get_undo_label(self->undo);
}

const char *
trammel_document_get_redo_label(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return trammel_undo_get_redo_label(self->undo);
}

const char *
trammel_document_get_example(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->example;
}

static void
notify_all(TrammelDocument *self)
{
  for (int i = PROP_TITLE; i <= PROP_CAN_REDO; i++)
    g_object_notify_by_pspec(G_OBJECT(self), properties[i]);
}

/* Makes `project` (transfer full) the present one. */
static void
exchange_project(TrammelDocument *self, TrammelProject *project)
{
  trammel_project_unref(self->project);
  self->project = project;
  notify_all(self);
  g_signal_emit(self, signals[CHANGED], 0);
}

/* Remembers the present project and goes on with `project` (transfer full). */
static void
commit_edit(TrammelDocument *self, TrammelProject *project, const char *label, const char *key)
{
  trammel_undo_push(self->undo, self->project, label, key);
  exchange_project(self, project);
}

static const TrammelQuantity *
find_quantity(TrammelDocument *self, const char *id)
{
  guint n = trammel_project_get_n_quantities(self->project);

  for (guint i = 0; i < n; i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(self->project, i);
    if (g_str_equal(quantity->id, id))
      return quantity;
  }
  return NULL;
}

gboolean
trammel_document_set_value(TrammelDocument *self, const char *id, double value, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  const TrammelQuantity *quantity = find_quantity(self, id);

  if (quantity && quantity->value == value)
    return TRUE;
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);
  if (!trammel_project_set_value(project, id, value, error))
    return FALSE;
  g_autofree char *label = g_strdup_printf("change %s", id);
  commit_edit(self, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_document_set_free(TrammelDocument *self, const char *id, gboolean is_free, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  const TrammelQuantity *quantity = find_quantity(self, id);

  if (quantity && quantity->free == is_free)
    return TRUE;
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);
  if (!trammel_project_set_free(project, id, is_free, error))
    return FALSE;
  g_autofree char *label = g_strdup_printf("%s %s", is_free ? "free" : "fix", id);
  commit_edit(self, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_document_set_bounds(
    TrammelDocument *self, const char *id, double min, double max, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  const TrammelQuantity *quantity = find_quantity(self, id);

  if (quantity && quantity->min == min && quantity->max == max)
    return TRUE;
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);
  if (!trammel_project_set_bounds(project, id, min, max, error))
    return FALSE;
  g_autofree char *label = g_strdup_printf("change bounds of %s", id);
  commit_edit(self, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_document_set_setting(TrammelDocument *self,
                             const char *name,
                             const char *value,
                             GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);

  if (!(g_str_equal(name, "kappa") ? trammel_project_set_kappa(project, value, error)
                                   : trammel_project_set_setting(project, name, value, error)))
    return FALSE;
  g_autofree char *label = g_strdup_printf("change %s", name);
  commit_edit(self, g_steal_pointer(&project), label, name);
  return TRUE;
}

gboolean
trammel_document_put(TrammelDocument *self,
                     const char *path,
                     const char *json,
                     const char *label,
                     const char *key,
                     GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);

  if (!(json ? trammel_project_put(project, path, json, error)
             : trammel_project_remove(project, path, error)))
    return FALSE;
  trammel_document_take_project(self, g_steal_pointer(&project), label, key);
  return TRUE;
}

void
trammel_document_take_project(TrammelDocument *self,
                              TrammelProject *project,
                              const char *label,
                              const char *key)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && project != NULL);
  g_autofree char *before = trammel_project_to_data(self->project);
  g_autofree char *after = trammel_project_to_data(project);

  if (g_str_equal(before, after))
    trammel_project_unref(project);
  else
    commit_edit(self, project, label, key);
}

gboolean
trammel_document_apply_run(TrammelDocument *self, TrammelRun *run, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  const TrFit *fit = trammel_run_get_fit(run);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);

  for (int i = 0; i < fit->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_param_id(id, task, task->free[i].param);
    if (!trammel_project_set_value(project, id, fit->estimates[i].value, error))
      return FALSE;
  }
  commit_edit(self, g_steal_pointer(&project), "use the estimates as start values", NULL);
  return TRUE;
}

void
trammel_document_close_step(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  trammel_undo_close_step(self->undo);
}

void
trammel_document_undo(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  TrammelProject *project = trammel_undo_undo(self->undo, self->project);
  if (project)
    exchange_project(self, project);
}

void
trammel_document_redo(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  TrammelProject *project = trammel_undo_redo(self->undo, self->project);
  if (project)
    exchange_project(self, project);
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
  g_autoptr(TrammelProject) saved = self->example
                                        ? trammel_project_save_with_logs(self->project, path, error)
                                        : trammel_project_copy(self->project);
  if (!saved || (!self->example && !trammel_project_save(saved, path, error)))
    return FALSE;
  g_set_object(&self->file, file);
  trammel_project_unref(self->project);
  self->project = trammel_project_ref(saved);
  g_clear_pointer(&self->saved, trammel_project_unref);
  self->saved = g_steal_pointer(&saved);
  notify_all(self);
  return TRUE;
}

TrammelRun *
trammel_document_get_run(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->run;
}

GListModel *
trammel_document_get_runs(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return G_LIST_MODEL(self->runs);
}

void
trammel_document_take_run(TrammelDocument *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN(run));
  if (trammel_run_get_kind(run) == TRAMMEL_RUN_FULL)
    g_list_store_append(self->runs, run);
  if (g_set_object(&self->run, run))
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RUN]);
}

void
trammel_document_extend_run(TrammelDocument *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN(run));
  if (self->run == run)
    g_signal_emit(self, signals[RUN_EXTENDED], 0);
}

TrammelProblem *
trammel_document_get_problem(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->run ? trammel_run_get_problem(self->run) : NULL;
}
