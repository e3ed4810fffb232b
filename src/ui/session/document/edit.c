/* Edits of a document: quantities, settings, members by path, logs and runs, each an undo step. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/problem/finding.h"
#include "io/project/origin.h"
#include "io/project/put.h"
#include "io/result/apply.h"
#include "ui/session/document/private.h"
#include "ui/session/run/kappa.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"

static void
push_state(TrammelDocument *self, const char *label, const char *key)
{
  const TrammelState before = {.project = self->project,
                               .marks = trammel_run_list_get_marks(self->run_list)};

  trammel_undo_push(self->undo, &before, label, key);
}

static void
take_project(TrammelDocument *self, TrammelProject *project)
{
  trammel_project_unref(self->project);
  self->project = project;
}

/* Notifies of another project. */
static void
announce_project(TrammelDocument *self)
{
  if (self->log >= trammel_project_get_n_logs(self->project))
    trammel_document_set_log(self, 0);
  _trammel_document_notify(self);
  g_signal_emit_by_name(self, "changed");
}

/* Replaces the present project by `project` (transfer full) and notifies. */
static void
exchange_project(TrammelDocument *self, TrammelProject *project)
{
  take_project(self, project);
  announce_project(self);
}

/* Pushes the present state on the undo history and replaces the project (transfer full). */
static void
commit(TrammelDocument *self, TrammelProject *project, const char *label, const char *key)
{
  push_state(self, label, key);
  exchange_project(self, project);
}

/* Pushes the present state on the undo history and replaces the marks (takes a reference). */
static void
commit_marks(TrammelDocument *self, TrammelRunMarks *marks, const char *label, const char *key)
{
  push_state(self, label, key);
  trammel_run_list_set_marks(self->run_list, marks);
  _trammel_document_notify(self);
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

/* Returns the label of a quantity for a sentence: "mass of link1". */
static char *
label_quantity(TrammelDocument *self, const char *id)
{
  g_autofree char *label =
      trammel_quantity_label(trammel_project_get_model(self->project), find_quantity(self, id));
  g_auto(GStrv) parts = g_strsplit(label, " · ", -1);
  g_autofree char *words = g_strjoinv(_(" of "), parts);

  return trammel_label_within(words);
}

/* Returns "4 ms", "auto", "120" of a setting that has a slider; NULL for the others. */
static char *
dup_setting(const TrammelProject *project, const char *name)
{
  const TrSettings *settings = trammel_project_get_settings(project);

  if (g_str_equal(name, "h"))
    return isnan(settings->h) ? g_strdup("auto") : trammel_format_prefixed(settings->h, "s");
  if (g_str_equal(name, "kappa") && isnan(settings->kappa))
    return g_strdup(settings->kappa_rule == TR_KAPPA_VALIDATE ? "validate" : "auto");
  if (g_str_equal(name, "kappa"))
    return trammel_kappa_format(settings->kappa, 3);
  if (g_str_equal(name, "compliance_scale"))
    return trammel_format_entry(settings->compliance_scale);
  if (g_str_equal(name, "damping_scale"))
    return trammel_format_entry(settings->damping_scale);
  return NULL;
}

/* Returns "change time step from 4 ms to 5 ms": from the value before the step that the edit
 * belongs to.  A setting without a label is named as in the file. */
static char *
label_setting(TrammelDocument *self, const char *name, const TrammelProject *edited)
{
  static const char *const words[][2] = {{"h", N_("time step")},
                                         {"kappa", N_("state error weight κ")},
                                         {"compliance_scale", N_("compliance scale")},
                                         {"damping_scale", N_("damping time scale")},
                                         {"max_iterations", N_("limit of iterations")},
                                         {"robust_loss", N_("robust loss")}};

  const TrammelState *open = trammel_undo_find_open(self->undo, name);
  g_autofree char *from = dup_setting(open ? open->project : self->project, name);
  g_autofree char *to = dup_setting(edited, name);
  const char *word = name;

  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_str_equal(words[i][0], name))
      word = _(words[i][1]);
  return from && to ? g_strdup_printf(_("change %s from %s to %s"), word, from, to)
                    : g_strdup_printf(_("change %s"), word);
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
  g_autofree char *what = label_quantity(self, id);
  g_autofree char *label = g_strdup_printf(_("change %s"), what);
  commit(self, g_steal_pointer(&project), label, NULL);
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
  g_autofree char *what = label_quantity(self, id);
  g_autofree char *label = g_strdup_printf(is_free ? _("free %s") : _("fix %s"), what);
  commit(self, g_steal_pointer(&project), label, NULL);
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

  if (!trammel_project_set_setting(project, name, value, error))
    return FALSE;
  g_autofree char *label = label_setting(self, name, project);
  commit(self, g_steal_pointer(&project), label, name);
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
    commit(self, project, label, key);
}

gboolean
trammel_document_ignore(TrammelDocument *self, const TrammelFinding *finding, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self) && finding->log, FALSE);
  g_autofree char *key = trammel_finding_dup_key(finding);
  g_autofree char *label = g_strdup_printf(_("ignore “%s” of %s"), finding->code, finding->log);
  g_autoptr(GString) json = g_string_new(NULL);

  trammel_json_append_quoted(json, key);
  for (guint i = 0; i < trammel_project_get_n_logs(self->project); i++) {
    g_autofree char *path = g_strdup_printf("logs[%u].ignore[]", i);
    if (g_str_equal(trammel_project_get_log_name(self->project, i), finding->log))
      return trammel_document_put(self, path, json->str, label, NULL, error);
  }
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID, _("Log '%s' no longer exists."),
              finding->log);
  return FALSE;
}

/* States of a quantity that its value comes from a run. */
static gboolean
mark_estimated(TrammelProject *project, const char *id, GError **error)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  return !quantity || trammel_project_find_origin(project, id) == TRAMMEL_ORIGIN_RUN ||
         trammel_project_set_remark(project, quantity, "origin",
                                    trammel_origin_get_words()[TRAMMEL_ORIGIN_RUN], error);
}

gboolean
trammel_document_apply_run(TrammelDocument *self,
                           TrammelRun *run,
                           TrammelValues values,
                           GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  const TrFit *fit = trammel_run_get_fit(run);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);

  if (!trammel_fit_apply_values(project, task, fit, values, error))
    return FALSE;
  for (int i = 0; i < fit->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    if (!mark_estimated(project, id, error))
      return FALSE;
  }
  commit(self, g_steal_pointer(&project),
         values == TRAMMEL_VALUES_STEPPER ? _("use the values of the stepper as start values")
                                          : _("use the estimates as start values"),
         NULL);
  return TRUE;
}

gboolean
trammel_document_apply_record(TrammelDocument *self,
                              TrammelRunRecord *record,
                              TrammelValues values,
                              GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  const GArray *list = trammel_run_record_get_values(record);
  guint number = trammel_run_record_get_number(record);
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));

  for (guint i = 0; i < list->len; i++) {
    const TrammelRunValue *value = &g_array_index(list, TrammelRunValue, i);
    TrammelAssignment to = {.value = trammel_run_value_get(value, values)};
    g_strlcpy(to.id, value->id, sizeof to.id);
    g_array_append_val(all, to);
  }
  if (!trammel_project_set_values(project, all, error))
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    if (!mark_estimated(project, g_array_index(all, TrammelAssignment, i).id, error))
      return FALSE;
  g_autofree char *label =
      values == TRAMMEL_VALUES_STEPPER
          ? g_strdup_printf(_("apply values of the stepper of run #%u"), number)
          : g_strdup_printf(_("apply values of run #%u"), number);
  trammel_document_take_project(self, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_document_apply_record_settings(TrammelDocument *self,
                                       TrammelRunRecord *record,
                                       GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  g_autoptr(TrammelProject) kept = trammel_run_record_dup_project(record, self->project);
  g_autofree char *json = kept ? trammel_project_dup_at(kept, "settings") : NULL;
  g_autofree char *label =
      g_strdup_printf(_("use settings of run #%u"), trammel_run_record_get_number(record));

  if (!kept) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                _("The file does not hold the project of run #%u."),
                trammel_run_record_get_number(record));
    return FALSE;
  }
  return trammel_document_put(self, "settings", json ? json : "{}", label, NULL, error);
}

static char *
label_role(TrammelRole role, const char *log)
{
  switch (role) {
  case TRAMMEL_ROLE_ESTIMATE:
    return g_strdup_printf(_("estimate from %s"), log);
  case TRAMMEL_ROLE_VALIDATE:
    return g_strdup_printf(_("validate with %s"), log);
  default:
    return g_strdup_printf(_("leave out %s"), log);
  }
}

gboolean
trammel_document_set_log_role(TrammelDocument *self, guint log, TrammelRole role)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);

  if (log >= trammel_project_get_n_logs(self->project) ||
      trammel_project_get_log_role(self->project, log) == role)
    return FALSE;
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);
  g_autofree char *label = label_role(role, trammel_project_get_log_name(project, log));
  trammel_project_set_log_role(project, log, role);
  commit(self, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

void
trammel_document_set_log_file(TrammelDocument *self, guint log, const char *path)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && log < trammel_project_get_n_logs(self->project));
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);
  g_autofree char *label =
      g_strdup_printf(_("locate %s"), trammel_project_get_log_name(project, log));

  /* a file beside the project is stored by its relative name, so that both can be moved together */
  const char *folder = trammel_project_get_folder(project);
  gsize length = folder ? strlen(folder) : 0;
  gboolean inside = folder && g_str_has_prefix(path, folder) && path[length] == G_DIR_SEPARATOR;
  trammel_project_set_log_file(project, log, inside ? path + length + 1 : path);
  trammel_document_take_project(self, g_steal_pointer(&project), label, NULL);
}

static void
mark_run(TrammelDocument *self,
         TrammelRunRecord *record,
         const char *name,
         const char *notes,
         gboolean deleted,
         const char *label)
{
  g_autoptr(GPtrArray) marks =
      trammel_run_list_dup_marks_with(self->run_list, record, name, notes, deleted);

  commit_marks(self, marks, label, NULL);
}

void
trammel_document_rename_run(TrammelDocument *self, TrammelRunRecord *record, const char *name)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN_RECORD(record));
  g_autofree char *label =
      g_strdup_printf(_("rename run #%u"), trammel_run_record_get_number(record));

  if (!g_str_equal(name, trammel_run_record_get_name(record)))
    mark_run(self, record, name, trammel_run_record_get_notes(record), FALSE, label);
}

void
trammel_document_set_run_notes(TrammelDocument *self, TrammelRunRecord *record, const char *notes)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN_RECORD(record));
  g_autofree char *label =
      g_strdup_printf(_("change notes of run #%u"), trammel_run_record_get_number(record));

  if (!g_str_equal(notes, trammel_run_record_get_notes(record)))
    mark_run(self, record, trammel_run_record_get_name(record), notes, FALSE, label);
}

void
trammel_document_delete_run(TrammelDocument *self, TrammelRunRecord *record)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_RUN_RECORD(record));
  g_autofree char *label =
      g_strdup_printf(_("delete run #%u"), trammel_run_record_get_number(record));

  trammel_run_record_set_overlay(record, FALSE);
  mark_run(self, record, trammel_run_record_get_name(record), trammel_run_record_get_notes(record),
           TRUE, label);
}

void
trammel_document_revert(TrammelDocument *self, TrammelDocument *loaded)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self) && TRAMMEL_IS_DOCUMENT(loaded));
  g_autoptr(GPtrArray) marks =
      trammel_run_list_replace(self->run_list, trammel_run_list_get_model(loaded->run_list));

  push_state(self, _("reload from disk"), NULL);
  trammel_document_close_step(self);
  trammel_run_list_set_marks(self->run_list, marks);
  take_project(self, trammel_project_ref(loaded->project));
  _trammel_document_note_saved(self);
  self->stamp = loaded->stamp;
  announce_project(self);
}

static void
move_once(TrammelDocument *self, int direction)
{
  const TrammelState present = {.project = self->project,
                                .marks = trammel_run_list_get_marks(self->run_list)};
  g_auto(TrammelState) next = {NULL, NULL};

  if (!trammel_undo_move(self->undo, direction, &present, &next))
    return;
  trammel_run_list_set_marks(self->run_list, next.marks);
  if (next.project != self->project)
    exchange_project(self, trammel_project_ref(next.project));
  else
    _trammel_document_notify(self);
}

void
trammel_document_undo(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  move_once(self, -1);
}

void
trammel_document_redo(TrammelDocument *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  move_once(self, 1);
}

void
trammel_document_move_in_history(TrammelDocument *self, int steps)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  for (int i = 0; i < ABS(steps); i++)
    move_once(self, steps < 0 ? -1 : 1);
}
