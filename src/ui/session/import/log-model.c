#include "ui/session/import/log-model.h"

#include <glib/gi18n.h>

#include "io/base/json_writer.h"
#include "io/problem/finding.h"
#include "io/project/own_values.h"
#include "io/project/put.h"

typedef struct {
  TrammelProject *project;
  guint log;
  TrammelLogView *before; /* nullable */
  GCancellable *cancellable;
} Request;

struct _TrammelLogModel {
  TrammelWorker parent_instance;
  TrammelDocument *document;
  guint log;
  TrammelProject *project; /* project of the latest request; nullable */
  TrammelLogView *view;
  GCancellable *cancellable; /* cancels the latest request */
  gboolean is_new;           /* TRUE if the files have changed since the view was made */
};

G_DEFINE_FINAL_TYPE(TrammelLogModel, trammel_log_model, TRAMMEL_TYPE_WORKER)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_request(gpointer data)
{
  Request *request = data;

  trammel_project_unref(request->project);
  g_clear_pointer(&request->before, trammel_log_view_unref);
  g_object_unref(request->cancellable);
  g_free(request);
}

/* Runs on the thread: publishes the drawable parts first, then the findings. */
static void
read_views(TrammelWork *work, gpointer data, gpointer state)
{
  const Request *request = data;
  g_autoptr(TrammelLogView) before = request->before ? trammel_log_view_ref(request->before) : NULL;

  for (int pass = 0; pass < 2; pass++) {
    TrammelLogView *view = trammel_log_view_new(request->project, request->log, before, pass == 1,
                                                request->cancellable);
    if (!view)
      return;
    g_clear_pointer(&before, trammel_log_view_unref);
    before = trammel_log_view_ref(view);
    trammel_work_publish(work, view);
    if (trammel_work_has_next(work))
      return;
  }
}

static void
trammel_log_model_take_report(TrammelWorker *worker, gpointer report, gboolean is_latest)
{
  TrammelLogModel *self = TRAMMEL_LOG_MODEL(worker);

  g_clear_pointer(&self->view, trammel_log_view_unref);
  self->view = trammel_log_view_ref(report);
  self->is_new = self->is_new && !is_latest;
  if (self->view->is_complete && is_latest)
    trammel_worker_set_running(worker, FALSE);
  g_signal_emit(self, signals[CHANGED], 0);
}

static guint
count_logs(TrammelLogModel *self)
{
  return trammel_project_get_n_logs(trammel_document_get_project(self->document));
}

/* Requests a view of the present project; cancels a pending request unless it is for the same
 * file. */
static void
refresh(TrammelLogModel *self)
{
  guint n = count_logs(self);

  g_clear_pointer(&self->project, trammel_project_unref);
  self->project = trammel_project_ref(trammel_document_get_project(self->document));
  self->log = n ? MIN(self->log, n - 1) : 0;
  if (n == 0) {
    g_clear_pointer(&self->view, trammel_log_view_unref);
    trammel_worker_drop(TRAMMEL_WORKER(self));
  } else {
    Request *request = g_new0(Request, 1);
    *request =
        (Request){.project = trammel_project_ref(self->project),
                  .log = self->log,
                  .before = self->view && !self->is_new ? trammel_log_view_ref(self->view) : NULL,
                  .cancellable = g_object_ref(self->cancellable)};
    trammel_worker_submit(TRAMMEL_WORKER(self), request);
  }
  g_signal_emit(self, signals[CHANGED], 0);
}

/* Skips changes of settings, which do not affect a log and come many times a second while a slider
 * moves. */
static void
on_document_changed_cb(TrammelLogModel *self)
{
  static const char *const members[] = {"model", "logs"};
  TrammelProject *project = trammel_document_get_project(self->document);

  for (guint i = 0; i < G_N_ELEMENTS(members); i++)
    if (!trammel_project_equal_at(self->project, project, members[i])) {
      refresh(self);
      return;
    }
}

/* Drops the present view: a file is read again even if nothing else has changed. */
static void
on_document_reloaded_cb(TrammelLogModel *self)
{
  self->is_new = TRUE;
  g_cancellable_cancel(self->cancellable);
  g_object_unref(self->cancellable);
  self->cancellable = g_cancellable_new();
  refresh(self);
}

static void
trammel_log_model_dispose(GObject *object)
{
  TrammelLogModel *self = TRAMMEL_LOG_MODEL(object);

  g_cancellable_cancel(self->cancellable);
  g_clear_pointer(&self->view, trammel_log_view_unref);
  g_clear_pointer(&self->project, trammel_project_unref);
  /* a view that is being read keeps the object */
  if (self->document)
    g_signal_handlers_disconnect_by_data(self->document, self);
  g_clear_object(&self->document);
  g_clear_object(&self->cancellable);
  G_OBJECT_CLASS(trammel_log_model_parent_class)->dispose(object);
}

static void
trammel_log_model_class_init(TrammelLogModelClass *klass)
{
  TrammelWorkerClass *worker_class = TRAMMEL_WORKER_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_log_model_dispose;
  worker_class->work = read_views;
  worker_class->name = "logs";
  worker_class->free_request = free_request;
  worker_class->free_report = (GDestroyNotify)trammel_log_view_unref;
  worker_class->take_report = trammel_log_model_take_report;
  worker_class->takes_late = TRUE;
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_log_model_init(TrammelLogModel *self)
{
  self->cancellable = g_cancellable_new();
}

/* Follows the document's log, which is the same on all pages. */
static void
on_document_log_changed_cb(TrammelLogModel *self)
{
  trammel_log_model_set_log(self, trammel_document_get_log(self->document));
}

TrammelLogModel *
trammel_log_model_new_of(TrammelDocument *document, guint log)
{
  TrammelLogModel *self = g_object_new(TRAMMEL_TYPE_LOG_MODEL, NULL);

  self->document = g_object_ref(document);
  trammel_worker_start(TRAMMEL_WORKER(self), NULL);
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "reloaded", G_CALLBACK(on_document_reloaded_cb), self,
                          G_CONNECT_SWAPPED);
  self->log = log;
  refresh(self);
  return self;
}

TrammelLogModel *
trammel_log_model_new(TrammelDocument *document)
{
  TrammelLogModel *self = trammel_log_model_new_of(document, trammel_document_get_log(document));

  g_signal_connect_object(document, "notify::log", G_CALLBACK(on_document_log_changed_cb), self,
                          G_CONNECT_SWAPPED);
  return self;
}

TrammelDocument *
trammel_log_model_get_document(TrammelLogModel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), NULL);
  return self->document;
}

guint
trammel_log_model_get_log(TrammelLogModel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), 0);
  return self->log;
}

void
trammel_log_model_set_log(TrammelLogModel *self, guint log)
{
  g_return_if_fail(TRAMMEL_IS_LOG_MODEL(self));
  if (log == self->log || log >= count_logs(self))
    return;
  g_cancellable_cancel(self->cancellable);
  g_object_unref(self->cancellable);
  self->cancellable = g_cancellable_new();
  self->log = log;
  trammel_document_set_log(self->document, log);
  refresh(self);
}

const char *
trammel_log_model_get_log_name(TrammelLogModel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), NULL);
  return count_logs(self)
             ? trammel_project_get_log_name(trammel_document_get_project(self->document), self->log)
             : NULL;
}

TrammelLogView *
trammel_log_model_get_view(TrammelLogModel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), NULL);
  return self->view && self->view->log == self->log ? self->view : NULL;
}

gboolean
trammel_log_model_get_reading(TrammelLogModel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  return trammel_worker_get_running(TRAMMEL_WORKER(self));
}

/* ---- edits ----------------------------------------------------------------------------------- */

/* Sets logs[i].`member` to `json`, as the undo step "`what` of NAME". */
static gboolean
put(TrammelLogModel *self, const char *member, const char *json, const char *what, GError **error)
{
  g_autofree char *path = g_strdup_printf("logs[%u].%s", self->log, member);
  g_autofree char *label = g_strdup_printf(C_("change of a log", "%s of %s"), what,
                                           trammel_log_model_get_log_name(self));

  return trammel_document_put(self->document, path, json, label, NULL, error);
}

static char *
format_range(double from, double to)
{
  char a[TRAMMEL_NUMBER_SIZE], b[TRAMMEL_NUMBER_SIZE];

  return g_strdup_printf("[%s, %s]", trammel_json_format_number(a, trammel_round_digits(from, 9)),
                         trammel_json_format_number(b, trammel_round_digits(to, 9)));
}

gboolean
trammel_log_model_set_role(TrammelLogModel *self, TrammelRole use, GError **error)
{
  static const char *const words[] = {"\"estimate\"", "\"validate\"", "\"off\""};

  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  return put(self, "role", words[use], _("change the use"), error);
}

gboolean
trammel_log_model_set_timing_known(TrammelLogModel *self, gboolean known, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  return put(self, "timing", known ? "\"known\"" : NULL, _("change the timing"), error);
}

/* Takes an edited copy of the project as one step of the undo history. */
static void
take_values(TrammelLogModel *self, TrammelProject *project, const char *what)
{
  g_autofree char *label = g_strdup_printf(C_("change of a log", "%s of %s"), what,
                                           trammel_log_model_get_log_name(self));

  trammel_document_take_project(self->document, project, label, NULL);
}

gboolean
trammel_log_model_set_own_value(TrammelLogModel *self, const char *id, double value, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));

  if (!trammel_project_set_own_value(project, self->log, id, value, error))
    return FALSE;
  take_values(self, g_steal_pointer(&project), _("change a value"));
  return TRUE;
}

gboolean
trammel_log_model_remove_own_value(TrammelLogModel *self, const char *id, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));

  if (!trammel_project_remove_own_value(project, self->log, id, error))
    return FALSE;
  take_values(self, g_steal_pointer(&project), _("remove a value"));
  return TRUE;
}

gboolean
trammel_log_model_set_trim(TrammelLogModel *self, double from, double to, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  g_autofree char *range = format_range(from, to);

  return put(self, "trim", range, _("change the trim"), error);
}

gboolean
trammel_log_model_clear_trim(TrammelLogModel *self, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  return put(self, "trim", NULL, _("remove the trim"), error);
}

gboolean
trammel_log_model_add_excluded(TrammelLogModel *self, double from, double to, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  g_autofree char *range = format_range(from, to);

  return put(self, "exclude[]", range, _("exclude a part"), error);
}

gboolean
trammel_log_model_set_excluded(
    TrammelLogModel *self, guint i, double from, double to, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  g_autofree char *range = format_range(from, to);
  g_autofree char *member = g_strdup_printf("exclude[%u]", i);

  return put(self, member, range, _("change an excluded part"), error);
}

gboolean
trammel_log_model_remove_excluded(TrammelLogModel *self, guint i, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  g_autofree char *member = g_strdup_printf("exclude[%u]", i);

  return put(self, member, NULL, _("use an excluded part"), error);
}

/* Returns the name of a channel's member for a sentence; the key in the file if it has no other
 * name. */
static const char *
get_member_words(const char *member)
{
  static const char *const words[][2] = {{"sign", N_("sign")},
                                         {"unit", N_("unit")},
                                         {"formula", N_("formula")},
                                         {"process", N_("processing")}};

  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_str_equal(words[i][0], member))
      return _(words[i][1]);
  return member;
}

gboolean
trammel_log_model_set_mapping(
    TrammelLogModel *self, guint i, const char *member, const char *json, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  const TrammelMapping *mapping =
      trammel_project_get_mapping(trammel_document_get_project(self->document), self->log, i);
  g_autofree char *path = g_strdup_printf("channels[%u].%s", i, member);
  g_autofree char *what =
      g_strdup_printf(_("change the %s of %s"), get_member_words(member), mapping->signal);

  return put(self, path, json, what, error);
}

gboolean
trammel_log_model_fix(TrammelLogModel *self, const TrammelFinding *finding, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self) && finding->fix_path, FALSE);
  g_autofree char *label = g_strdup_printf(_("fix “%s”"), finding->code);

  return trammel_document_put(self->document, finding->fix_path, finding->fix_value, label, NULL,
                              error);
}

gboolean
trammel_log_model_sort(TrammelLogModel *self, const char *column, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  g_autoptr(GString) json = g_string_new(NULL);

  trammel_json_append_quoted(json, column);
  return put(self, "import.sort", json->str, _("sort the rows"), error);
}

gboolean
trammel_log_model_ignore(TrammelLogModel *self, const TrammelFinding *finding, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  return trammel_document_ignore(self->document, finding, error);
}

gboolean
trammel_log_model_heed_all(TrammelLogModel *self, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), FALSE);
  return put(self, "ignore", NULL, _("show all findings"), error);
}

int
trammel_log_model_find_mapping(TrammelLogModel *self, guint channel)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_MODEL(self), -1);
  const TrammelProject *project = trammel_document_get_project(self->document);
  TrammelLogView *view = trammel_log_model_get_view(self);

  for (guint i = 0; view && view->table && i < trammel_project_get_n_mappings(project, self->log);
       i++) {
    const TrammelMapping *mapping = trammel_project_get_mapping(project, self->log, i);
    if (mapping->column && trammel_log_table_find(view->table, mapping->column) == (int)channel)
      return (int)i;
  }
  return -1;
}
