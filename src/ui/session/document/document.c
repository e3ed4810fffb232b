#include "ui/session/document/private.h"

G_DEFINE_FINAL_TYPE(TrammelDocument, trammel_document, G_TYPE_OBJECT)

enum { PROP_TITLE = 1, PROP_DIRTY, PROP_CAN_UNDO, PROP_CAN_REDO, PROP_RUN, PROP_LOG, N_PROPS };
static GParamSpec *properties[N_PROPS];

enum { CHANGED, RELOADED, RUN_EXTENDED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
trammel_document_dispose(GObject *object)
{
  TrammelDocument *self = TRAMMEL_DOCUMENT(object);

  g_clear_pointer(&self->project, trammel_project_unref);
  g_clear_pointer(&self->saved, trammel_project_unref);
  g_clear_pointer(&self->saved_marks, g_ptr_array_unref);
  g_clear_object(&self->file);
  g_clear_pointer(&self->example, g_free);
  g_clear_pointer(&self->imported, g_free);
  g_clear_pointer(&self->view, g_free);
  g_clear_pointer(&self->undo, trammel_undo_free);
  g_clear_object(&self->run);
  g_clear_object(&self->runs);
  g_clear_object(&self->run_list);
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
  case PROP_LOG:
    g_value_set_uint(value, self->log);
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
  properties[PROP_LOG] = g_param_spec_uint("log", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties(object_class, N_PROPS, properties);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[RELOADED] = g_signal_new("reloaded", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[RUN_EXTENDED] = g_signal_new("run-extended", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_document_init(TrammelDocument *self)
{
  self->undo = trammel_undo_new();
  self->runs = g_list_store_new(TRAMMEL_TYPE_RUN);
  self->run_list = trammel_run_list_new();
}

void
trammel_document_reload(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  g_signal_emit(self, signals[RELOADED], 0);
}

void
_trammel_document_notify(TrammelDocument *self)
{
  for (int i = PROP_TITLE; i <= PROP_CAN_REDO; i++)
    g_object_notify_by_pspec(G_OBJECT(self), properties[i]);
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

TrammelProject *
trammel_document_get_saved_project(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->saved;
}

const char *
trammel_document_get_title(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return trammel_project_get_name(self->project);
}

/* Returns TRUE if there are runs that are not saved.  Runs of an unchanged example do not count:
 * one click makes them again. */
static gboolean
has_new_runs(TrammelDocument *self)
{
  return (self->file || !self->example) &&
         trammel_run_list_get_n_all(self->run_list) != self->n_saved_runs;
}

gboolean
trammel_document_get_dirty(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  return self->project != self->saved ||
         trammel_run_list_get_marks(self->run_list) != self->saved_marks || has_new_runs(self);
}

const char *
trammel_document_get_undo_label(TrammelDocument *self)
{
  return trammel_document_get_history_label(self, -1);
}

const char *
trammel_document_get_redo_label(TrammelDocument *self)
{
  return trammel_document_get_history_label(self, 1);
}

const char *
trammel_document_get_history_label(TrammelDocument *self, int step)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return trammel_undo_get_label(self->undo, step);
}

guint
trammel_document_get_log(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), 0);
  return self->log;
}

void
trammel_document_set_log(TrammelDocument *self, guint log)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  if (self->log == log || log >= trammel_project_get_n_logs(self->project))
    return;
  self->log = log;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_LOG]);
}

void
trammel_document_set_imported(TrammelDocument *self, const char *path)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));

  g_free(self->imported);
  self->imported = g_strdup(path);
}

const char *
trammel_document_get_imported(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);

  return self->imported;
}

const char *
trammel_document_get_example(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->example;
}

void
trammel_document_hold_step(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  trammel_undo_hold_step(self->undo);
}

void
trammel_document_close_step(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  trammel_undo_close_step(self->undo);
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

TrammelRunList *
trammel_document_get_run_list(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  return self->run_list;
}

static void
update_active(TrammelDocument *self)
{
  GListModel *model = trammel_run_list_get_model(self->run_list);

  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(model, i);
    trammel_run_record_set_active(record,
                                  self->run && trammel_run_record_get_run(record) == self->run);
  }
}

void
trammel_document_show_run(TrammelDocument *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN(run));
  if (!g_set_object(&self->run, run))
    return;
  update_active(self);
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RUN]);
}

/* Drops the runs that are not kept: of the fits after each slider movement only the latest is
 * useful. */
static void
drop_passed_runs(TrammelDocument *self)
{
  for (guint i = g_list_model_get_n_items(G_LIST_MODEL(self->runs)); i-- > 0;) {
    g_autoptr(TrammelRun) run = g_list_model_get_item(G_LIST_MODEL(self->runs), i);
    if (!trammel_run_list_find(self->run_list, run))
      g_list_store_remove(self->runs, i);
  }
}

void
trammel_document_take_run(TrammelDocument *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN(run));
  if (trammel_run_get_kind(run) == TRAMMEL_RUN_FULL) {
    drop_passed_runs(self);
    g_list_store_append(self->runs, run);
  }
  trammel_document_show_run(self, run);
}

TrammelRunRecord *
trammel_document_keep_run(TrammelDocument *self, TrammelRun *run)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN(run), NULL);
  g_autoptr(TrammelRunRecord) record =
      trammel_run_record_new(run, trammel_run_list_get_next_number(self->run_list));

  trammel_run_list_append(self->run_list, record);
  trammel_run_record_keep_motions(record);
  update_active(self);
  _trammel_document_notify(self);
  return record;
}

void
trammel_document_take_motions(TrammelDocument *self, TrammelRunRecord *record, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN(run));
  trammel_run_record_set_run(record, run);
  g_list_store_append(self->runs, run);
}

void
trammel_document_extend_run(TrammelDocument *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN(run));
  TrammelRunRecord *record = trammel_run_list_find(self->run_list, run);

  if (record) {
    trammel_run_record_refresh(record);
    trammel_run_record_keep_motions(record);
  }
  if (self->run == run)
    g_signal_emit(self, signals[RUN_EXTENDED], 0);
}

gboolean
trammel_document_uses_logs_of(TrammelDocument *self, TrammelProblem *problem)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  const TrTask *task = trammel_problem_get_task(problem);
  int n = 0;

  if (!trammel_problem_shares_structure(problem, self->project))
    return FALSE;
  for (guint i = 0; i < trammel_project_get_n_logs(self->project); i++) {
    if (trammel_project_get_log_role(self->project, i) != TRAMMEL_ROLE_ESTIMATE)
      continue;
    if (n >= task->n_logs ||
        !g_str_equal(task->logs[n].name, trammel_project_get_log_name(self->project, i)))
      return FALSE;
    n++;
  }
  return n == task->n_logs;
}

TrammelProblem *
trammel_document_get_problem(TrammelDocument *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), NULL);
  TrammelProblem *problem = self->run ? trammel_run_get_problem(self->run) : NULL;
  return problem && trammel_document_uses_logs_of(self, problem) ? problem : NULL;
}
