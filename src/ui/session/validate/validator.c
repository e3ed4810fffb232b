#include "ui/session/validate/validator.h"

#include <math.h>

typedef struct {
  TrammelProject *project;
  GPtrArray *candidates;
  TrScoreOptions score;
  TrammelCrossValidation *cross; /* nullable */
  TrammelReplayPlace *place;     /* nullable */
  gboolean is_new;               /* TRUE if the files of the logs have changed */
} Request;

/* Results of a request so far. */
typedef struct {
  gboolean is_over;
  TrammelScoreMatrix *scores; /* nullable, as the rest */
  TrammelReplay *replay;
  TrammelPredictionHorizon *horizons;
  GError *error;
} Report;

struct _TrammelValidator {
  TrammelWorker parent_instance;
  gboolean is_new;
  TrammelReplay *shown; /* already delivered */
};

G_DEFINE_FINAL_TYPE(TrammelValidator, trammel_validator, TRAMMEL_TYPE_WORKER)

enum { SCORED, REPLAYED, HORIZONS_FOUND, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_request(gpointer data)
{
  Request *request = data;

  trammel_project_unref(request->project);
  g_ptr_array_unref(request->candidates);
  g_clear_pointer(&request->cross, trammel_crossvalidation_unref);
  g_clear_pointer(&request->place, trammel_replay_place_free);
  g_free(request);
}

static void
free_report(gpointer data)
{
  Report *report = data;

  g_clear_pointer(&report->scores, trammel_score_matrix_free);
  g_clear_pointer(&report->replay, trammel_replay_unref);
  g_clear_pointer(&report->horizons, trammel_prediction_horizon_unref);
  g_clear_error(&report->error);
  g_free(report);
}

static void
free_scorer(gpointer scorer)
{
  trammel_scorer_free(scorer);
}

/* The following runs on the thread. */
typedef struct {
  const TrammelWork *work;
  TrammelScorer *scorer;
  const Request *request;
  TrammelValidationOptions options;
  TrammelReplay *replay;
  TrammelPredictionHorizon *horizons;
} Work;

/* TrMonitorFunc: stops when there is a newer request. */
static bool
monitor_work(void *user, const void *event)
{
  const Work *work = user;

  return !trammel_work_has_next(work->work) && !trammel_work_is_cancelled(work->work);
}

/* Publishes the results so far; takes ownership of `error`. */
static void
publish(const Work *work, gboolean is_over, GError *error)
{
  Report *report = g_new0(Report, 1);

  report->is_over = is_over;
  report->error = error;
  if (trammel_scorer_get_problem(work->scorer))
    report->scores = trammel_scorer_list(work->scorer, work->request->candidates, &work->options);
  report->replay = work->replay ? trammel_replay_ref(work->replay) : NULL;
  report->horizons = work->horizons ? trammel_prediction_horizon_ref(work->horizons) : NULL;
  trammel_work_publish(work->work, report);
}

static int
find_log(TrammelProblem *problem, const char *name)
{
  const TrTask *task = trammel_problem_get_task(problem);

  for (int i = 0; i < task->n_logs; i++)
    if (g_str_equal(task->logs[i].name, name))
      return i;
  return -1;
}

/* TRUE for a run or the start values, FALSE for a row of the cross-validation. */
static gboolean
is_of_set(const TrammelReplayPlace *place)
{
  return place->source == TRAMMEL_SOURCE_START || place->source == TRAMMEL_SOURCE_RESULT;
}

static const TrammelScoredParameterSet *
find_candidate(const Request *request, guint run)
{
  for (guint i = 0; i < request->candidates->len; i++) {
    const TrammelScoredParameterSet *candidate = request->candidates->pdata[i];
    if (candidate->run == run)
      return candidate;
  }
  return NULL;
}

/* Returns the requested score with traces; NULL without an error if nothing is to be shown, or if
 * it was cancelled. */
static TrLogScore *
trace(const Work *work, TrModel **model, GError **error)
{
  const TrammelReplayPlace *place = work->request->place;
  const TrammelCrossValidation *cross = work->request->cross;

  if (is_of_set(place)) {
    int log = find_log(trammel_scorer_get_problem(work->scorer), place->log);
    const TrammelScoredParameterSet *candidate = find_candidate(work->request, place->number);
    return candidate && log >= 0 ? trammel_scorer_replay(work->scorer, candidate, (guint)log,
                                                         &work->options, model, error)
                                 : NULL;
  }
  if (!cross)
    return NULL;
  guint row = (guint)trammel_score_matrix_find_row(cross->matrix, place->source, place->number);
  guint log = (guint)trammel_score_matrix_find_log(cross->matrix, place->log);
  return trammel_score_matrix_get_score(cross->matrix, row, log)
             ? trammel_crossvalidation_replay(cross, row, log, &work->options, model, error)
             : NULL;
}

static void
do_replay(Work *work)
{
  GError *error = NULL;
  TrModel *model = NULL;
  TrLogScore *score = trace(work, &model, &error);

  if (score)
    work->replay = trammel_replay_new(work->request->place,
                                      trammel_scorer_get_problem(work->scorer), model, score);
  if (score || error)
    publish(work, FALSE, error);
}

static void
do_scores(Work *work)
{
  while (trammel_scorer_advance(work->scorer, work->request->candidates, &work->options))
    publish(work, FALSE, NULL);
}

/* Computes the error over the horizon last, since the user looks at it last. */
static void
find_horizons(Work *work, GError **error)
{
  const TrammelReplayPlace *place = work->request->place;
  int log = find_log(trammel_scorer_get_problem(work->scorer), place->log);
  const TrammelScoredParameterSet *candidate = find_candidate(work->request, place->number);

  if (candidate && log >= 0 && is_of_set(place))
    work->horizons =
        trammel_scorer_find_horizons(work->scorer, candidate, (guint)log, &work->options, error);
}

static void
validate(TrammelWork *turn, gpointer data, gpointer state)
{
  Work work = {.work = turn, .scorer = state, .request = data};
  GError *error = NULL;

  work.options.score = (TrScoreOptions){
      .start = work.request->score.start, .steps = work.request->score.steps, .h = NAN};
  work.options.monitor = (TrMonitor){.func = monitor_work, .user = &work};
  if (work.request->is_new)
    trammel_scorer_forget(work.scorer);
  if (trammel_scorer_load(work.scorer, work.request->project, NULL, &error)) {
    if (work.request->place)
      do_replay(&work);
    do_scores(&work);
    if (work.request->place)
      find_horizons(&work, &error);
  }
  publish(&work, TRUE, error);
  g_clear_pointer(&work.replay, trammel_replay_unref);
  g_clear_pointer(&work.horizons, trammel_prediction_horizon_unref);
}

static void
trammel_validator_take_report(TrammelWorker *background, gpointer data, gboolean is_latest)
{
  TrammelValidator *self = TRAMMEL_VALIDATOR(background);
  const Report *report = data;

  if (report->is_over)
    trammel_worker_set_running(background, FALSE);
  if (report->replay && report->replay != self->shown) {
    g_clear_pointer(&self->shown, trammel_replay_unref);
    self->shown = trammel_replay_ref(report->replay);
    g_signal_emit(self, signals[REPLAYED], 0, report->replay);
  }
  if (report->scores)
    g_signal_emit(self, signals[SCORED], 0, report->scores);
  if (report->is_over)
    g_signal_emit(self, signals[HORIZONS_FOUND], 0, report->horizons);
  if (report->error)
    g_signal_emit(self, signals[FAILED], 0, report->error);
}

static void
trammel_validator_finalize(GObject *object)
{
  g_clear_pointer(&TRAMMEL_VALIDATOR(object)->shown, trammel_replay_unref);
  G_OBJECT_CLASS(trammel_validator_parent_class)->finalize(object);
}

static void
trammel_validator_class_init(TrammelValidatorClass *klass)
{
  TrammelWorkerClass *worker_class = TRAMMEL_WORKER_CLASS(klass);
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_validator_finalize;
  worker_class->work = validate;
  worker_class->name = "validate";
  worker_class->free_request = free_request;
  worker_class->free_report = free_report;
  worker_class->free_state = free_scorer;
  worker_class->take_report = trammel_validator_take_report;
  signals[SCORED] = g_signal_new("scored", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[REPLAYED] = g_signal_new("replayed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[HORIZONS_FOUND] = g_signal_new("horizons-found", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_validator_init(TrammelValidator *self)
{
}

TrammelValidator *
trammel_validator_new(void)
{
  TrammelValidator *self = g_object_new(TRAMMEL_TYPE_VALIDATOR, NULL);

  trammel_worker_start(TRAMMEL_WORKER(self), trammel_scorer_new());
  return self;
}

void
trammel_validator_start(TrammelValidator *self,
                        TrammelProject *project,
                        GPtrArray *candidates,
                        const TrScoreOptions *score,
                        TrammelCrossValidation *cross,
                        const TrammelReplayPlace *place)
{
  g_return_if_fail(TRAMMEL_IS_VALIDATOR(self) && candidates);
  Request *request = g_new0(Request, 1);

  request->project = trammel_project_ref(project);
  request->candidates = candidates;
  request->score = *score;
  request->cross = cross ? trammel_crossvalidation_ref(cross) : NULL;
  request->place = place ? trammel_replay_place_copy(place) : NULL;
  request->is_new = self->is_new;
  self->is_new = FALSE;
  trammel_worker_submit(TRAMMEL_WORKER(self), request);
}

void
trammel_validator_forget(TrammelValidator *self)
{
  g_return_if_fail(TRAMMEL_IS_VALIDATOR(self));
  self->is_new = TRUE;
}
