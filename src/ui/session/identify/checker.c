#include "ui/session/identify/checker.h"

#include "io/check/check.h"
#include "ui/session/identify/fix-label.h"
#include "ui/session/text/format.h"

/* Delay between an edit and its check, and between two calls of is_busy. */
enum { REST_MS = 120 };

typedef struct {
  TrammelProject *project;
  TrammelProblem *problem; /* nullable; its logs are used again */
} Request;

typedef struct {
  TrammelProject *project;
  GArray *findings;
  char *obstacle;
} Report;

struct _TrammelChecker {
  TrammelWorker parent_instance;
  TrammelCheckerBusyFunc is_busy;
  gpointer user_data;
  TrammelDocument *document;
  TrammelProject *checked; /* project of the findings */
  GArray *findings;
  char *obstacle;
  guint rest; /* id of the timeout source */
};

G_DEFINE_FINAL_TYPE(TrammelChecker, trammel_checker, TRAMMEL_TYPE_WORKER)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_request(gpointer data)
{
  Request *request = data;

  trammel_project_unref(request->project);
  g_clear_pointer(&request->problem, trammel_problem_unref);
  g_free(request);
}

static void
free_report(gpointer data)
{
  Report *report = data;

  trammel_project_unref(report->project);
  g_array_unref(report->findings);
  g_free(report->obstacle);
  g_free(report);
}

static void
free_memory(gpointer memory)
{
  trammel_check_cache_free(memory);
}

/* Runs on the thread. */
static void
check(TrammelWork *work, gpointer data, gpointer memory)
{
  const Request *request = data;
  g_autoptr(GError) error = NULL;
  Report *report = g_new0(Report, 1);

  report->project = trammel_project_ref(request->project);
  report->findings = trammel_findings_new();
  if (request->problem)
    trammel_check_cache_lend(memory, request->problem);
  if (!trammel_check_project_again(report->findings, NULL, request->project, memory, NULL, &error))
    report->obstacle = g_strdup(error->message);
  trammel_findings_sort(report->findings);
  trammel_work_publish(work, report);
}

static void
forget(TrammelChecker *self)
{
  g_clear_pointer(&self->findings, g_array_unref);
  g_clear_pointer(&self->checked, trammel_project_unref);
  g_clear_pointer(&self->obstacle, g_free);
}

static void
trammel_checker_take_report(TrammelWorker *background, gpointer data, gboolean is_latest)
{
  TrammelChecker *self = TRAMMEL_CHECKER(background);
  Report *report = data;

  forget(self);
  self->findings = g_array_ref(report->findings);
  self->checked = trammel_project_ref(report->project);
  self->obstacle = g_steal_pointer(&report->obstacle);
  trammel_worker_set_running(background, FALSE);
  g_signal_emit(self, signals[CHANGED], 0);
}

static void
submit(TrammelChecker *self)
{
  TrammelProblem *problem = trammel_document_get_problem(self->document);
  Request *request = g_new0(Request, 1);

  *request = (Request){.project = trammel_project_ref(trammel_document_get_project(self->document)),
                       .problem = problem ? trammel_problem_ref(problem) : NULL};
  trammel_worker_submit(TRAMMEL_WORKER(self), request);
}

static gboolean
on_rested_cb(gpointer data)
{
  TrammelChecker *self = data;

  if (self->is_busy && self->is_busy(self->user_data))
    return G_SOURCE_CONTINUE;
  self->rest = 0;
  submit(self);
  return G_SOURCE_REMOVE;
}

static void
look_when_rested(TrammelChecker *self)
{
  g_clear_handle_id(&self->rest, g_source_remove);
  self->rest = g_timeout_add(REST_MS, on_rested_cb, self);
}

static void
on_document_changed_cb(TrammelChecker *self)
{
  look_when_rested(self);
  g_signal_emit(self, signals[CHANGED], 0);
}

static void
trammel_checker_dispose(GObject *object)
{
  TrammelChecker *self = TRAMMEL_CHECKER(object);

  g_clear_handle_id(&self->rest, g_source_remove);
  g_clear_object(&self->document);
  forget(self);
  G_OBJECT_CLASS(trammel_checker_parent_class)->dispose(object);
}

static void
trammel_checker_class_init(TrammelCheckerClass *klass)
{
  TrammelWorkerClass *worker_class = TRAMMEL_WORKER_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_checker_dispose;
  worker_class->work = check;
  worker_class->name = "check";
  worker_class->free_request = free_request;
  worker_class->free_report = free_report;
  worker_class->free_state = free_memory;
  worker_class->take_report = trammel_checker_take_report;
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_checker_init(TrammelChecker *self)
{
}

TrammelChecker *
trammel_checker_new(TrammelCheckerBusyFunc is_busy, gpointer user_data)
{
  TrammelChecker *self = g_object_new(TRAMMEL_TYPE_CHECKER, NULL);

  self->is_busy = is_busy;
  self->user_data = user_data;
  trammel_worker_start(TRAMMEL_WORKER(self), trammel_check_cache_new());
  return self;
}

void
trammel_checker_set_document(TrammelChecker *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_CHECKER(self));
  g_clear_handle_id(&self->rest, g_source_remove);
  if (self->document)
    g_signal_handlers_disconnect_by_data(self->document, self);
  g_set_object(&self->document, document);
  trammel_worker_drop(TRAMMEL_WORKER(self));
  forget(self);
  if (!document)
    return;
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  on_document_changed_cb(self);
}

void
trammel_checker_refresh(TrammelChecker *self)
{
  g_return_if_fail(TRAMMEL_IS_CHECKER(self));
  if (self->document)
    look_when_rested(self);
}

const GArray *
trammel_checker_get_findings(TrammelChecker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self), NULL);
  return self->findings;
}

TrammelProject *
trammel_checker_get_project(TrammelChecker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self), NULL);
  return self->checked;
}

gboolean
trammel_checker_is_current(TrammelChecker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self), FALSE);
  return self->document && self->checked == trammel_document_get_project(self->document);
}

const char *
trammel_checker_get_obstacle(TrammelChecker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self), NULL);
  return trammel_checker_is_current(self) ? self->obstacle : NULL;
}

const TrammelFinding *
trammel_checker_find_size(TrammelChecker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self), NULL);
  gboolean is_known = trammel_checker_is_current(self) && self->findings;

  for (guint i = 0; is_known && i < self->findings->len; i++) {
    const TrammelFinding *finding = &g_array_index(self->findings, TrammelFinding, i);
    if (g_str_equal(finding->code, "too-many-steps") && finding->fix_path)
      return finding;
  }
  return NULL;
}

guint
trammel_checker_count(TrammelChecker *self, const char *severity)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self), 0);
  guint n = 0;

  for (guint i = 0; self->findings && i < self->findings->len; i++)
    n += g_str_equal(g_array_index(self->findings, TrammelFinding, i).severity, severity);
  return n;
}

gboolean
trammel_checker_fix(TrammelChecker *self,
                    const TrammelFinding *finding,
                    guint which,
                    GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self) && finding->fix_path, FALSE);
  const char *path = which ? finding->alternatives[2 * which - 2] : finding->fix_path;
  const char *json = which ? finding->alternatives[2 * which - 1] : finding->fix_value;
  g_autofree char *label =
      trammel_fix_label_new_for(path, json, trammel_document_get_project(self->document));

  g_autofree char *within = trammel_label_within(label);
  return trammel_document_put(self->document, path, json, within, NULL, error);
}

gboolean
trammel_checker_ignore(TrammelChecker *self, const TrammelFinding *finding, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECKER(self) && finding->log, FALSE);
  return trammel_document_ignore(self->document, finding, error);
}
