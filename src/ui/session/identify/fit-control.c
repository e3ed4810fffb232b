#include "ui/session/identify/fit-control.h"

#include "io/project/put.h"
#include "ui/session/run/fit-cache.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/run/live-policy.h"

struct _TrammelFitControl {
  GObject parent_instance;
  TrammelDocument *document; /* nullable */
  TrammelProject *seen;      /* project of the document at its last change */
  TrammelJob *job;
  TrammelLive *live;
  TrammelLivePolicy policy;
  TrammelRunRecord *repeated; /* record that the running full fit computes again */
  GQueue recalls;             /* TrammelRunRecord: kept runs that get their motions next */
  gboolean is_recalling;      /* the running full fit is one of the cache */
  gboolean has_recalled;      /* the kept runs of the file were asked for */
  guint pause;                /* source at the end of the pause after an edit */
  gboolean is_live;
};

G_DEFINE_FINAL_TYPE(TrammelFitControl, trammel_fit_control, G_TYPE_OBJECT)

enum { PROP_IS_LIVE = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

enum { FINISHED, PREVIEWED, PREVIEW_FAILED, SLOW, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- starting -------------------------------------------------------------------------------- */

static gboolean
is_running(TrammelFitControl *self, TrammelRunKind kind)
{
  return trammel_job_get_running(self->job) && trammel_job_get_kind(self->job) == kind;
}

static void
forget_recalls(TrammelFitControl *self)
{
  g_queue_clear_full(&self->recalls, g_object_unref);
  self->is_recalling = FALSE;
}

/* Ends all that is running or waiting, before a fit starts. */
static void
make_way(TrammelFitControl *self, gboolean is_settling, TrammelRunRecord *repeated)
{
  forget_recalls(self);
  g_clear_handle_id(&self->pause, g_source_remove);
  trammel_live_policy_start(&self->policy, is_settling);
  g_set_object(&self->repeated, repeated);
  trammel_live_stop(self->live);
}

static void
start_fit(TrammelFitControl *self, TrammelRunKind kind, gboolean is_settling)
{
  make_way(self, is_settling, NULL);
  trammel_job_start(self->job, kind, trammel_document_get_project(self->document),
                    trammel_document_get_problem(self->document));
}

void
trammel_fit_control_prepare(TrammelFitControl *self)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self) && self->document);
  /* a new model has no log yet; the pages show that */
  if (trammel_project_get_n_logs(trammel_document_get_project(self->document)) > 0)
    start_fit(self, TRAMMEL_RUN_PREPARED, FALSE);
}

void
trammel_fit_control_reload(TrammelFitControl *self)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self) && self->document);
  make_way(self, FALSE, NULL);
  trammel_document_reload(self->document);
  trammel_job_start(self->job, TRAMMEL_RUN_PREPARED, trammel_document_get_project(self->document),
                    NULL);
}

void
trammel_fit_control_identify(TrammelFitControl *self)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self) && self->document);
  start_fit(self, TRAMMEL_RUN_FULL, FALSE);
}

void
trammel_fit_control_try(TrammelFitControl *self)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self) && self->document);
  start_fit(self, TRAMMEL_RUN_FULL, TRUE);
}

gboolean
trammel_fit_control_can_go_on(TrammelFitControl *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FIT_CONTROL(self), FALSE);
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;

  return run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL &&
         trammel_fit_may_go_on(trammel_run_get_fit(run)) &&
         trammel_document_uses_logs_of(self->document, trammel_run_get_problem(run));
}

void
trammel_fit_control_go_on(TrammelFitControl *self)
{
  g_return_if_fail(trammel_fit_control_can_go_on(self));
  make_way(self, FALSE, NULL);
  trammel_job_go_on(self->job, trammel_document_get_project(self->document),
                    trammel_document_get_run(self->document));
}

void
trammel_fit_control_repeat(TrammelFitControl *self,
                           TrammelRunRecord *record,
                           TrammelProject *project)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self) && TRAMMEL_IS_RUN_RECORD(record));
  g_autofree char *key = trammel_run_record_dup_key(record);

  make_way(self, FALSE, record);
  trammel_job_recall(self->job, project, NULL, key, FALSE);
}

/* ---- kept runs of the file ------------------------------------------------------------------- */

/* Returns the problem with the logs that are read already, if the project has the same ones. */
static TrammelProblem *
find_logs(TrammelFitControl *self, TrammelProject *project)
{
  gboolean same =
      trammel_project_equal_at(project, trammel_document_get_project(self->document), "logs");

  return same ? trammel_document_get_problem(self->document) : NULL;
}

/* Gives the next run of the queue that is in the cache its motions. */
static void
recall_next(TrammelFitControl *self)
{
  TrammelProject *present = trammel_document_get_project(self->document);

  self->is_recalling = FALSE;
  g_clear_object(&self->repeated);
  while (!self->is_recalling && !g_queue_is_empty(&self->recalls)) {
    g_autoptr(TrammelRunRecord) record = g_queue_pop_head(&self->recalls);
    g_autofree char *key = trammel_run_record_dup_key(record);
    g_autoptr(TrammelProject) project =
        trammel_fit_cache_has(key) ? trammel_run_record_dup_project(record, present) : NULL;
    if (!project)
      continue;
    self->is_recalling = TRUE;
    g_set_object(&self->repeated, record);
    trammel_live_policy_start(&self->policy, TRUE);
    trammel_job_recall(self->job, project, find_logs(self, project), key, TRUE);
  }
}

/* Begins with the newest run, which is shown, unless a run is there already. */
static void
recall(TrammelFitControl *self)
{
  GListModel *list = trammel_run_list_get_model(trammel_document_get_run_list(self->document));

  if (self->has_recalled || g_list_model_get_n_items(trammel_document_get_runs(self->document)) > 0)
    return;
  self->has_recalled = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items(list); i++)
    g_queue_push_tail(&self->recalls, g_list_model_get_item(list, i));
  recall_next(self);
}

/* Takes a run of the cache: the first one is shown. */
static void
take_recalled(TrammelFitControl *self, TrammelRun *run)
{
  gboolean is_first = g_list_model_get_n_items(trammel_document_get_runs(self->document)) == 0;

  trammel_document_take_motions(self->document, self->repeated, run);
  if (is_first)
    trammel_document_show_run(self->document, run);
}

/* ---- edits ----------------------------------------------------------------------------------- */

/* Returns the newest full run that a preview can start from. */
static TrammelRun *
find_base(TrammelFitControl *self)
{
  GListModel *runs = trammel_document_get_runs(self->document);

  for (guint i = g_list_model_get_n_items(runs); i-- > 0;) {
    g_autoptr(TrammelRun) run = g_list_model_get_item(runs, i);
    TrStatus status = trammel_run_get_fit(run)->status;
    if ((status == TR_OK || status == TR_NOT_CONVERGED) &&
        trammel_document_uses_logs_of(self->document, trammel_run_get_problem(run)))
      return run; /* owned by the list */
  }
  return NULL;
}

/* Returns TRUE if the edit does not affect a fit: a sweep, a name. */
static gboolean
is_beside_fits(TrammelFitControl *self)
{
  static const char *const parts[] = {"model", "settings", "logs"};
  TrammelProject *present = trammel_document_get_project(self->document);
  gboolean is_same = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    is_same = is_same && trammel_project_equal_at(self->seen, present, parts[i]);
  trammel_project_unref(self->seen);
  self->seen = trammel_project_ref(present);
  return is_same;
}

static gboolean
on_pause_cb(gpointer data)
{
  TrammelFitControl *self = data;

  if (!trammel_live_policy_pause(&self->policy, trammel_live_get_running(self->live)))
    return G_SOURCE_CONTINUE;
  self->pause = 0;
  trammel_fit_control_try(self);
  return G_SOURCE_REMOVE;
}

static void
wait_for_pause(TrammelFitControl *self)
{
  g_clear_handle_id(&self->pause, g_source_remove);
  self->pause = g_timeout_add(TRAMMEL_LIVE_PAUSE_MS, on_pause_cb, self);
}

/* A preview would be one of the joint estimation; a regression is as fast as a preview. */
static gboolean
is_regression(TrammelFitControl *self)
{
  return trammel_project_get_settings(trammel_document_get_project(self->document))->formulation ==
         TR_FORMULATION_REGRESSION;
}

static void
on_document_changed_cb(TrammelFitControl *self)
{
  TrammelRun *base = self->is_live && !is_regression(self) ? find_base(self) : NULL;
  GListModel *runs = trammel_document_get_runs(self->document);
  const TrammelLiveFacts facts = {
      .is_beside_fits = is_beside_fits(self),
      .lacks_log = trammel_document_find_missing_log(self->document, 0) >= 0,
      .has_run = g_list_model_get_n_items(runs) > 0,
      .is_live = self->is_live,
      .has_base = base != NULL,
      .is_fitting = is_running(self, TRAMMEL_RUN_FULL),
      .is_previewing = trammel_live_get_running(self->live),
  };

  switch (trammel_live_policy_edit(&self->policy, &facts, g_get_monotonic_time())) {
  case TRAMMEL_LIVE_NOTHING:
    break;
  case TRAMMEL_LIVE_PREPARE:
    trammel_fit_control_prepare(self);
    break;
  case TRAMMEL_LIVE_PREVIEW:
    forget_recalls(self);
    trammel_job_forget(self->job);
    trammel_live_request(self->live, trammel_document_get_project(self->document), base);
    wait_for_pause(self);
    break;
  case TRAMMEL_LIVE_WAIT:
    wait_for_pause(self);
    break;
  }
}

void
trammel_fit_control_release(TrammelFitControl *self)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self));
  if (trammel_live_policy_release(&self->policy))
    trammel_fit_control_try(self);
}

void
trammel_fit_control_set_is_live(TrammelFitControl *self, gboolean is_live)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self));
  if (self->is_live == is_live)
    return;
  self->is_live = is_live;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_IS_LIVE]);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Gives a run of the job to the document; returns TRUE if it was computed again for a record. */
static gboolean
take_run(TrammelFitControl *self, TrammelRun *run)
{
  gboolean is_full = trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;
  gboolean is_repeated = is_full && self->repeated;

  if (is_repeated) {
    trammel_run_record_set_run(self->repeated, run);
    trammel_run_record_keep_motions(self->repeated);
  }
  trammel_document_take_run(self->document, run);
  if (is_full && !is_repeated && !self->policy.is_settling)
    trammel_document_keep_run(self->document, run);
  if (is_full)
    g_clear_object(&self->repeated);
  return is_repeated;
}

static void
on_job_finished_cb(TrammelFitControl *self, TrammelRun *run, GError *error)
{
  gboolean is_recalled = self->is_recalling && self->document;
  gboolean is_repeated = is_recalled;

  if (is_recalled && run)
    take_recalled(self, run);
  else if (!is_recalled && run && self->document)
    is_repeated = take_run(self, run);
  g_signal_emit(self, signals[FINISHED], 0, run, error, is_repeated);
  if (is_recalled && self->is_recalling)
    recall_next(self);
  else if (self->document && run && trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED)
    recall(self);
}

static void
on_job_extended_cb(TrammelFitControl *self, TrammelRun *run)
{
  if (self->document)
    trammel_document_extend_run(self->document, run);
}

static void
on_live_solved_cb(TrammelFitControl *self, TrammelRun *run)
{
  if (trammel_live_policy_deliver(&self->policy, g_get_monotonic_time())) {
    trammel_fit_control_set_is_live(self, FALSE);
    g_signal_emit(self, signals[SLOW], 0);
  }
  trammel_document_take_run(self->document, run);
  g_signal_emit(self, signals[PREVIEWED], 0);
}

static void
on_live_failed_cb(TrammelFitControl *self, const GError *error)
{
  g_signal_emit(self, signals[PREVIEW_FAILED], 0, error);
}

/* ---- object ---------------------------------------------------------------------------------- */

static void
trammel_fit_control_dispose(GObject *object)
{
  TrammelFitControl *self = TRAMMEL_FIT_CONTROL(object);

  g_clear_handle_id(&self->pause, g_source_remove);
  g_clear_object(&self->job);
  g_clear_object(&self->live);
  forget_recalls(self);
  g_clear_object(&self->repeated);
  g_clear_object(&self->document);
  g_clear_pointer(&self->seen, trammel_project_unref);
  G_OBJECT_CLASS(trammel_fit_control_parent_class)->dispose(object);
}

static void
trammel_fit_control_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_LIVE)
    g_value_set_boolean(value, TRAMMEL_FIT_CONTROL(object)->is_live);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_fit_control_class_init(TrammelFitControlClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_fit_control_dispose;
  G_OBJECT_CLASS(klass)->get_property = trammel_fit_control_get_property;
  properties[PROP_IS_LIVE] =
      g_param_spec_boolean("is-live", NULL, NULL, TRUE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(G_OBJECT_CLASS(klass), N_PROPERTIES, properties);
  signals[FINISHED] = g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 3, TRAMMEL_TYPE_RUN, G_TYPE_ERROR, G_TYPE_BOOLEAN);
  signals[PREVIEWED] =
      g_signal_new("previewed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PREVIEW_FAILED] = g_signal_new("preview-failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[SLOW] =
      g_signal_new("slow", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_fit_control_init(TrammelFitControl *self)
{
  self->is_live = TRUE;
}

/* Connects the solvers' signals; pages may keep the solvers longer than their owner. */
static void
connect_signals(TrammelFitControl *self)
{
  g_signal_connect_object(self->job, "finished", G_CALLBACK(on_job_finished_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->job, "extended", G_CALLBACK(on_job_extended_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->live, "solved", G_CALLBACK(on_live_solved_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->live, "failed", G_CALLBACK(on_live_failed_cb), self,
                          G_CONNECT_SWAPPED);
}

TrammelFitControl *
trammel_fit_control_new(TrammelRunPrepareFunc prepare)
{
  TrammelFitControl *self = g_object_new(TRAMMEL_TYPE_FIT_CONTROL, NULL);

  self->job = trammel_job_new(prepare);
  self->live = trammel_live_new(prepare);
  connect_signals(self);
  return self;
}

void
trammel_fit_control_set_document(TrammelFitControl *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_FIT_CONTROL(self) && !self->document);
  self->document = g_object_ref(document);
  self->seen = trammel_project_ref(trammel_document_get_project(document));
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
}

gboolean
trammel_fit_control_is_requested(TrammelFitControl *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FIT_CONTROL(self), FALSE);
  return is_running(self, TRAMMEL_RUN_FULL) && !self->policy.is_settling;
}

gboolean
trammel_fit_control_delays_check(TrammelFitControl *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FIT_CONTROL(self), FALSE);
  return is_running(self, TRAMMEL_RUN_PREPARED) || trammel_live_get_running(self->live);
}

TrammelJob *
trammel_fit_control_get_job(TrammelFitControl *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FIT_CONTROL(self), NULL);
  return self->job;
}

TrammelLive *
trammel_fit_control_get_live(TrammelFitControl *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FIT_CONTROL(self), NULL);
  return self->live;
}
