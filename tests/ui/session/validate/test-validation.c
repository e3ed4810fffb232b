/* Tests of the numbers of the page Validate against those of the command line, digit by digit; the
 * split of a log; scores, replays and cross-validation in a background thread. */
#include <json-glib/json-glib.h>
#include <math.h>

#include "io/base/error.h"
#include "io/export/result_save.h"
#include "io/packed/temp_folder.h"
#include "ui/session/import/log-split.h"
#include "ui/session/session-support.h"
#include "ui/session/text/text-row.h"
#include "ui/session/validate/cross-validator.h"
#include "ui/session/validate/score-board.h"
#include "ui/session/validate/validator.h"

typedef struct {
  TrammelDocument *document;
  TrammelRunRecord *record;
  char *folder, *project, *result;
} Fixture;

static void
split(TrammelDocument *document, guint log, double from, double to, double at)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_log_split(document, log, (double[]){from, to}, at, &error));
  g_assert_no_error(error);
}

/* Splits the pendulum's log in three parts, two to estimate from; makes a run of them; writes both
 * as files. */
static void
set_up(Fixture *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;

  f->document = test_open_example("pendulum");
  split(f->document, 0, 0, 7, 4);
  split(f->document, 0, 0, 4, 2);
  trammel_document_set_log_role(f->document, 1, TRAMMEL_ROLE_ESTIMATE);
  f->folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  f->project = g_build_filename(f->folder, "p.trammel", NULL);
  f->result = g_build_filename(f->folder, "r.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(f->project);
  g_assert_true(trammel_document_save(f->document, file, &error));
  g_assert_no_error(error);
  g_autoptr(TrammelRun) run = test_identify(f->document);
  trammel_document_take_run(f->document, run);
  f->record = trammel_document_keep_run(f->document, run);
  g_assert_true(trammel_result_save(trammel_run_get_problem(run), trammel_run_get_fit(run),
                                    f->result, &error));
  g_assert_no_error(error);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  g_clear_object(&f->document);
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
  g_free(f->project);
  g_free(f->result);
}

static GPtrArray *
list_candidates(Fixture *f)
{
  GPtrArray *list =
      g_ptr_array_new_with_free_func((GDestroyNotify)(gpointer)trammel_candidate_free);
  const char *text = trammel_run_record_get_text(f->record);
  g_autofree char *title = trammel_run_record_dup_title(f->record);

  g_ptr_array_add(list, trammel_candidate_new(1, title, text));
  g_ptr_array_add(list, trammel_candidate_new(0, "Start values", text));
  return list;
}

/* Returns the output of the program with --json. */
static JsonNode *
ask_program(const char *const *words)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
  g_autoptr(GError) error = NULL;
  g_autofree char *output = NULL;

  g_strv_builder_add(builder, g_getenv("TRAMMEL_CLI"));
  g_strv_builder_addv(builder, (const char **)words);
  g_strv_builder_add_many(builder, "--json", "--progress", "none", NULL);
  g_auto(GStrv) arguments = g_strv_builder_end(builder);
  g_assert_true(g_spawn_sync(NULL, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                             NULL, &error));
  g_assert_no_error(error);
  g_autoptr(JsonParser) parser = json_parser_new();
  g_assert_true(json_parser_load_from_data(parser, output, -1, &error));
  g_assert_no_error(error);
  return json_parser_steal_root(parser);
}

static double
read_number(JsonNode *root, const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) found = json_path_query(path, root, &error);

  g_assert_no_error(error);
  g_assert_cmpuint(json_array_get_length(json_node_get_array(found)), ==, 1);
  JsonNode *number = json_array_get_element(json_node_get_array(found), 0);
  return JSON_NODE_HOLDS_NULL(number) ? NAN : json_node_get_double(number);
}

G_GNUC_PRINTF(3, 4)
static void
assert_same(JsonNode *root, double value, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  g_autofree char *path = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  double expected = read_number(root, path);
  if (isnan(value) ? !isnan(expected) : value != expected)
    g_error("%s is %.17g in the window and %.17g on the command line", path, value, expected);
}

static void
assert_same_score(JsonNode *root, const char *path, const TrLogScore *score)
{
  for (int s = 0; s < score->n_sensors; s++) {
    const TrSensorScore *sensor = &score->sensors[s];
    assert_same(root, sensor->rmse, "%s.open_loop[%d].rmse", path, s);
    assert_same(root, sensor->nrmse_percent, "%s.open_loop[%d].nrmse_percent", path, s);
    assert_same(root, sensor->horizon, "%s.open_loop[%d].horizon", path, s);
    assert_same(root, sensor->largest, "%s.open_loop[%d].largest", path, s);
  }
  assert_same(root, score->observation_mse, "%s.state_only.observation_mse", path);
  assert_same(root, score->state_mse, "%s.state_only.state_mse", path);
}

static TrammelValidationOptions
get_options(void)
{
  return (TrammelValidationOptions){.score = {.start = TR_START_ESTIMATED, .h = NAN}};
}

/* Returns the number of finished cells, failed ones included. */
static guint
count_done(const TrammelScoreMatrix *scores)
{
  guint n = 0;
  for (guint i = 0; i < scores->rows->len; i++)
    for (guint j = 0; j < scores->n_logs; j++)
      n += trammel_score_matrix_get_score(scores, i, j) ||
           trammel_score_matrix_get_error(scores, i, j);
  return n;
}

/* Scores of a run and of the start values equal those of `trammel-cli validate`. */
static void
test_scores(Fixture *f, gconstpointer data)
{
  const char *const words[] = {"validate", f->project,  "--result", f->result,   "--log", "release",
                               "--log",    "release-3", "--log",    "release-2", NULL};
  g_autoptr(GPtrArray) candidates = list_candidates(f);
  const TrammelValidationOptions options = get_options();
  TrammelScorer *scorer = trammel_scorer_new();
  g_autoptr(GError) error = NULL;
  guint n = 0;

  g_assert_true(
      trammel_scorer_load(scorer, trammel_document_get_project(f->document), NULL, &error));
  g_assert_no_error(error);
  while (trammel_scorer_advance(scorer, candidates, &options))
    n++;
  g_assert_cmpuint(n, ==, 6);
  g_autoptr(TrammelScoreMatrix) scores = trammel_scorer_list(scorer, candidates, &options);
  g_assert_cmpuint(count_done(scores), ==, 6);
  g_autoptr(TrammelScoreMatrix) board = trammel_score_board_new(scores, NULL);
  g_autoptr(JsonNode) said = ask_program(words);
  for (guint l = 0; l < 3; l++) {
    g_autofree char *place = g_strdup_printf("$.logs[%u]", l);
    g_autofree char *start = g_strdup_printf("$.logs[%u].start", l);
    assert_same_score(said, place, trammel_score_matrix_get_score(board, 0, l));
    assert_same_score(said, start, trammel_score_matrix_get_score(board, 1, l));
  }
  g_assert_true(trammel_score_matrix_is_fitted(board, 0, 0));
  g_assert_false(trammel_score_matrix_is_fitted(board, 0, 2));
  g_assert_true(trammel_score_matrix_is_validation(board, 2));
  g_assert_cmpfloat(trammel_score_board_get_value(board, 0, 2, TRAMMEL_METRIC_NRMSE, 0), <, 10);
  trammel_scorer_free(scorer);
}

/* Scores over steps, and over all horizons, equal those of `trammel-cli validate --predict`. */
static void
test_predictions(Fixture *f, gconstpointer data)
{
  const char *const words[] = {"validate",  f->project,  "--result", f->result, "--log",
                               "release-3", "--predict", "ladder",   NULL};
  g_autoptr(GPtrArray) candidates = list_candidates(f);
  TrammelValidationOptions options = get_options();
  TrammelScorer *scorer = trammel_scorer_new();
  g_autoptr(GError) error = NULL;
  guint n = 0;

  g_assert_true(trammel_scorer_load(scorer, trammel_document_get_project(f->document), NULL, NULL));
  while (trammel_scorer_advance(scorer, candidates, &options)) {
  }
  options.score.steps = 10;
  while (trammel_scorer_advance(scorer, candidates, &options))
    n++;
  g_assert_cmpuint(n, ==, 6);
  g_autoptr(TrammelScoreMatrix) scores = trammel_scorer_list(scorer, candidates, &options);
  g_autoptr(TrammelScoreMatrix) board = trammel_score_board_new(scores, NULL);
  int log = trammel_score_matrix_find_log(board, "release-3");
  g_autoptr(TrammelPredictionHorizon) horizons =
      trammel_scorer_find_horizons(scorer, candidates->pdata[0], (guint)log, &options, &error);
  g_autoptr(JsonNode) said = ask_program(words);
  g_assert_no_error(error);
  const TrLogScore *score = trammel_score_matrix_get_score(board, 0, (guint)log);
  g_assert_cmpint(score->steps, ==, 10);
  g_assert_cmpfloat(read_number(said, "$.logs[0].predictions[3].steps"), ==, 10);
  g_assert_cmpfloat(read_number(said, "$.logs[0].predictions[3].sensors[0].rmse"), ==,
                    score->sensors[0].rmse);
  g_assert_cmpfloat(read_number(said, "$.logs[0].state_only.state_mse"), ==, score->state_mse);
  for (guint i = 0; i < horizons->n_scores; i++) {
    g_autofree char *place = g_strdup_printf("$.logs[0].predictions[%u].sensors[0].rmse", i);
    g_assert_cmpfloat(read_number(said, place), ==, horizons->scores[i]->sensors[0].rmse);
  }
  g_assert_cmpint(horizons->scores[0]->steps, ==, 1);
  g_assert_cmpfloat(horizons->scores[horizons->n_scores - 1]->sensors[0].rmse, ==,
                    read_number(said, "$.logs[0].open_loop[0].rmse"));
  trammel_scorer_free(scorer);
}

/* Unchanged scores are not computed again; changed ones are. */
static void
test_reuse(Fixture *f, gconstpointer data)
{
  g_autoptr(GPtrArray) candidates = list_candidates(f);
  const TrammelValidationOptions options = get_options();
  TrammelScorer *scorer = trammel_scorer_new();
  TrammelProject *project = trammel_document_get_project(f->document);
  guint n = 0;

  g_assert_true(trammel_scorer_load(scorer, project, NULL, NULL));
  while (trammel_scorer_advance(scorer, candidates, &options))
    n++;
  g_assert_true(trammel_scorer_load(scorer, project, NULL, NULL));
  g_assert_false(trammel_scorer_advance(scorer, candidates, &options));
  g_assert_true(trammel_document_put(f->document, "logs[2].trim", "[4, 6]", "trim", NULL, NULL));
  project = trammel_document_get_project(f->document);
  g_assert_true(trammel_scorer_load(scorer, project, NULL, NULL));
  for (n = 0; trammel_scorer_advance(scorer, candidates, &options);)
    n++;
  g_assert_cmpuint(n, ==, 2); /* the shortened log, under both sets */
  trammel_scorer_free(scorer);
}

/* A run that does not fit the project reports an error, and the others are scored. */
static void
test_misfit(Fixture *f, gconstpointer data)
{
  g_autoptr(GPtrArray) candidates = list_candidates(f);
  const TrammelValidationOptions options = get_options();
  TrammelScorer *scorer = trammel_scorer_new();

  g_ptr_array_add(candidates,
                  trammel_candidate_new(7, "#7",
                                        "{ \"format\": \"trammel-result/1\", \"parameters\":"
                                        " [ { \"id\": \"body.wing.mass\", \"value\": 1 } ]"
                                        " }"));
  g_assert_true(trammel_scorer_load(scorer, trammel_document_get_project(f->document), NULL, NULL));
  while (trammel_scorer_advance(scorer, candidates, &options)) {
  }
  g_autoptr(TrammelScoreMatrix) scores = trammel_scorer_list(scorer, candidates, &options);
  const TrammelScoreRow *row = trammel_score_matrix_get_row(scores, 2);
  g_assert_nonnull(g_strstr_len(row->error, -1, "body.wing.mass"));
  g_assert_cmpuint(count_done(scores), ==, 9);
  trammel_scorer_free(scorer);
}

/* Returns a score of the cross-validation; NULL if there is none. */
static const TrLogScore *
get_cross_score(const TrammelCrossValidation *cross,
                TrammelSource source,
                guint number,
                const char *log)
{
  int row = trammel_score_matrix_find_row(cross->matrix, source, number);
  int column = trammel_score_matrix_find_log(cross->matrix, log);

  g_assert_cmpint(column, >=, 0);
  return trammel_score_matrix_get_score(cross->matrix, (guint)row, (guint)column);
}

static void
assert_same_row(JsonNode *said,
                const char *path,
                const TrammelCrossValidation *cross,
                TrammelSource source)
{
  for (guint j = 0; j < 2; j++) {
    const TrLogScore *score = get_cross_score(cross, source, 0, cross->matrix->logs[j]);
    assert_same(said, score->mean_rmse, "%s.open_loop_rmse[%u]", path, j);
    assert_same(said, score->observation_mse, "%s.observation_mse[%u]", path, j);
    assert_same(said, score->state_mse, "%s.state_mse[%u]", path, j);
  }
}

static TrammelCrossValidation *
cross_validate(TrammelProject *project, const TrammelValidationOptions *options)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);
  TrammelCrossValidation *cross = trammel_crossvalidation_new(problem, options, &error);
  g_assert_no_error(error);
  return cross;
}

/* The matrix and the agreement of the logs equal those of `trammel-cli crossvalidate`; so does the
 * replay of a cell. */
static void
test_cross(Fixture *f, gconstpointer data)
{
  const char *const words[] = {"crossvalidate", f->project, "--leave-one-out", NULL};
  TrammelValidationOptions options = get_options();
  TrammelProject *project = trammel_document_get_project(f->document);
  g_autoptr(GError) error = NULL;

  options.leave_one_out = TRUE;
  g_autoptr(TrammelCrossValidation) cross = cross_validate(project, &options);
  const TrammelScoreMatrix *matrix = cross->matrix;
  g_autoptr(JsonNode) said = ask_program(words);
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++) {
      const TrLogScore *score = get_cross_score(cross, TRAMMEL_SOURCE_ONE_LOG, i, matrix->logs[j]);
      assert_same(said, score->mean_rmse, "$.open_loop_rmse[%u][%u]", i, j);
      assert_same(said, score->state_mse, "$.state_mse[%u][%u]", i, j);
    }
  assert_same_row(said, "$.all", cross, TRAMMEL_SOURCE_ALL_LOGS);
  assert_same_row(said, "$.start", cross, TRAMMEL_SOURCE_START);
  assert_same_row(said, "$.leave_one_out", cross, TRAMMEL_SOURCE_OTHER_LOGS);
  for (guint i = 0; i < cross->n_free; i++) {
    assert_same(said, cross->agreement->parameters[i].chi2, "$.consistency[%u].chi2", i);
    assert_same(said, cross->agreement->parameters[i].value, "$.consistency[%u].value", i);
  }
  for (guint row = 0; row < matrix->rows->len; row++)
    for (guint l = 0; l < 3; l++) {
      const TrLogScore *score = trammel_score_matrix_get_score(matrix, row, l);
      g_assert_cmpint(score != NULL, ==, row < 3 || l < 2);
      if (!score)
        continue;
      TrModel *model;
      TrLogScore *replay = trammel_crossvalidation_replay(cross, row, l, &options, &model, &error);
      g_assert_no_error(error);
      g_assert_true(replay->sensors[0].rmse == score->sensors[0].rmse);
      g_assert_nonnull(replay->sensors[0].simulated);
      g_assert_nonnull(replay->estimated);
      tr_model_free(model);
      tr_log_score_free(replay);
    }
  g_autoptr(GListModel) rows = trammel_crossvalidation_agreement_rows(cross);
  g_assert_cmpuint(g_list_model_get_n_items(rows), ==, cross->n_free + 2 + cross->base->rows->len);
  /* its rows stand between the runs and the start values; a board is made again from itself */
  TrammelScorer *scorer = trammel_scorer_new();
  g_autoptr(GPtrArray) candidates = list_candidates(f);
  g_assert_true(trammel_scorer_load(scorer, project, NULL, NULL));
  g_autoptr(TrammelScoreMatrix) scores = trammel_scorer_list(scorer, candidates, &options);
  g_autoptr(TrammelScoreMatrix) first = trammel_score_board_new(scores, cross);
  g_autoptr(TrammelScoreMatrix) board = trammel_score_board_new(first, cross);
  g_assert_cmpuint(board->rows->len, ==, 6);
  g_assert_cmpstr(trammel_score_matrix_get_row(board, 2)->title, ==, "Fitted to release");
  for (guint j = 0; j < 3; j++) {
    g_assert_true(trammel_score_matrix_is_fitted(board, 2, j) == (j == 0));
    g_assert_true(trammel_score_matrix_get_score(board, 2, j) ==
                  get_cross_score(cross, TRAMMEL_SOURCE_ONE_LOG, 0, board->logs[j]));
  }
  trammel_scorer_free(scorer);
}

/* A fit to one log, scored on the validation log, equals `validate` with that fit's result. */
static void
test_cross_on_validation(Fixture *f, gconstpointer data)
{
  TrammelValidationOptions options = get_options();
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelCrossValidation) cross =
      cross_validate(trammel_document_get_project(f->document), &options);
  g_autoptr(TrammelProject) project = trammel_problem_dup_project(cross->problem);
  const TrTask *task = trammel_problem_get_task(cross->problem);
  g_autofree char *kappa = g_strdup_printf("%.17g", cross->kappa);
  int row = trammel_score_matrix_find_row(cross->matrix, TRAMMEL_SOURCE_ONE_LOG, 0);
  const TrammelScoreCell *cell = trammel_score_matrix_get_cell(cross->matrix, (guint)row, 0);

  g_assert_true(trammel_project_set_setting(project, "kappa", kappa, NULL));
  for (guint i = 0; i < cross->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_param_id(id, task, task->free[i].param);
    g_assert_true(trammel_project_set_value(project, id, cell->parameters[i], NULL));
  }
  char id[TR_ID_SIZE];
  tr_param_id(id, task->model, (TrParam){.kind = TR_PARAM_SIGMA});
  g_assert_true(trammel_project_set_value(project, id, cross->all->logs[0].sensors[0].sigma, NULL));
  const char *const names[] = {"release-2", NULL};
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, names, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelValidation) validation = trammel_validation_new(problem, NULL, &options, &error);
  g_assert_no_error(error);
  const TrLogScore *score = get_cross_score(cross, TRAMMEL_SOURCE_ONE_LOG, 0, names[0]);
  const TrLogScore *alone = trammel_score_matrix_get_score(validation->matrix, 0, 0);
  g_assert_true(alone->mean_rmse == score->mean_rmse);
  g_assert_true(alone->state_mse == score->state_mse);
}

/* ---- in a background thread ------------------------------------------------------------------ */

typedef struct {
  guint done, replays, steps;
  double rmse;
  TrammelCrossValidation *cross;
  gboolean failed;
} Heard;

static void
on_scored_cb(TrammelValidator *validator, const TrammelScoreMatrix *scores, Heard *heard)
{
  heard->done = count_done(scores);
}

static void
on_replayed_cb(TrammelValidator *validator, const TrammelReplay *replay, Heard *heard)
{
  heard->replays++;
  heard->rmse = replay->score->sensors[0].rmse;
}

static void
on_failed_cb(gpointer validator, const GError *error, Heard *heard)
{
  heard->failed = TRUE;
}

static gboolean
is_idle(gpointer background)
{
  return !trammel_worker_get_running(background);
}

static void
test_validator(Fixture *f, gconstpointer data)
{
  g_autoptr(TrammelValidator) validator = trammel_validator_new();
  g_autoptr(TrammelReplayPlace) place =
      trammel_replay_place_new(TRAMMEL_SOURCE_RESULT, 1, "release-2");
  TrammelProject *project = trammel_document_get_project(f->document);
  Heard heard = {0};

  g_signal_connect(validator, "scored", G_CALLBACK(on_scored_cb), &heard);
  g_signal_connect(validator, "replayed", G_CALLBACK(on_replayed_cb), &heard);
  g_signal_connect(validator, "failed", G_CALLBACK(on_failed_cb), &heard);
  trammel_validator_start(validator, project, list_candidates(f),
                          &(TrScoreOptions){.start = TR_START_ESTIMATED}, NULL, place);
  g_assert_true(test_wait(is_idle, validator, TEST_DEADLINE));
  g_assert_cmpuint(heard.done, ==, 6);
  g_assert_cmpuint(heard.replays, ==, 1);
  double estimated = heard.rmse;
  /* from the first samples it starts otherwise */
  trammel_validator_start(validator, project, list_candidates(f),
                          &(TrScoreOptions){.start = TR_START_FIRST_SAMPLE}, NULL, place);
  g_assert_true(test_wait(is_idle, validator, TEST_DEADLINE));
  g_assert_cmpuint(heard.replays, ==, 2);
  g_assert_true(heard.rmse != estimated);
  g_assert_false(heard.failed);
}

static void
on_progress_cb(
    TrammelCrossValidator *validator, guint done, guint total, const char *what, Heard *heard)
{
  g_assert_cmpuint(done, <, total);
  g_assert_cmpstr(what, !=, "");
  heard->steps++;
}

static void
on_finished_cb(TrammelCrossValidator *validator, TrammelCrossValidation *cross, Heard *heard)
{
  g_clear_pointer(&heard->cross, trammel_crossvalidation_unref);
  heard->cross = trammel_crossvalidation_ref(cross);
}

static void
test_cross_validator(Fixture *f, gconstpointer data)
{
  g_autoptr(TrammelCrossValidator) validator = trammel_cross_validator_new();
  TrammelProject *project = trammel_document_get_project(f->document);
  Heard heard = {0};

  g_signal_connect(validator, "progress", G_CALLBACK(on_progress_cb), &heard);
  g_signal_connect(validator, "finished", G_CALLBACK(on_finished_cb), &heard);
  g_signal_connect(validator, "failed", G_CALLBACK(on_failed_cb), &heard);
  trammel_cross_validator_start(validator, project, TR_START_ESTIMATED, FALSE);
  g_assert_true(test_wait(is_idle, validator, TEST_DEADLINE));
  g_assert_true(heard.cross->is_complete);
  g_assert_cmpuint(heard.steps, >, 0);
  g_clear_pointer(&heard.cross, trammel_crossvalidation_unref);
  /* stopped at once: the finished cells are delivered, marked as incomplete */
  trammel_cross_validator_start(validator, project, TR_START_ESTIMATED, FALSE);
  trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(validator));
  g_assert_true(test_wait(is_idle, validator, TEST_DEADLINE));
  g_assert_false(heard.cross->is_complete);
  g_autofree char *words = trammel_crossvalidation_describe(heard.cross);
  g_assert_true(g_str_has_prefix(words, "Stopped"));
  g_clear_pointer(&heard.cross, trammel_crossvalidation_unref);
  /* one log is not enough, which is reported */
  trammel_document_set_log_role(f->document, 1, TRAMMEL_ROLE_OFF);
  trammel_cross_validator_start(validator, trammel_document_get_project(f->document),
                                TR_START_ESTIMATED, FALSE);
  g_assert_true(test_wait(is_idle, validator, TEST_DEADLINE));
  g_assert_true(heard.failed);
}

/* ---- the split of a log ---------------------------------------------------------------------- */

static void
assert_part(
    TrammelDocument *document, guint log, const char *name, double from, double to, int role)
{
  const TrammelProject *project = trammel_document_get_project(document);
  double trim[2];

  trammel_project_get_log_trim(project, log, trim);
  g_assert_cmpstr(trammel_project_get_log_name(project, log), ==, name);
  g_assert_cmpfloat(trim[0], ==, from);
  g_assert_cmpfloat(trim[1], ==, to);
  g_assert_cmpint((int)trammel_project_get_log_role(project, log), ==, role);
}

static void
test_split(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;
  double range[2];

  trammel_log_split_get_range(trammel_document_get_project(document), 0, (double[]){0, 8}, range);
  g_assert_cmpfloat(range[1], ==, 8);
  g_assert_false(trammel_log_split(document, 0, range, 9, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_true(
      trammel_document_put(document, "logs[0].exclude", "[[1, 2], [4, 6]]", "x", NULL, NULL));
  split(document, 0, 0, 8, 5);
  assert_part(document, 0, "release", 0, 5, TRAMMEL_ROLE_ESTIMATE);
  assert_part(document, 1, "release-2", 5, 8, TRAMMEL_ROLE_VALIDATE);
  TrammelProject *project = trammel_document_get_project(document);
  g_assert_cmpuint(trammel_project_get_n_excluded(project, 0), ==, 2);
  g_assert_cmpuint(trammel_project_get_n_excluded(project, 1), ==, 1);
  g_assert_cmpuint(trammel_project_get_n_mappings(project, 1), ==,
                   trammel_project_get_n_mappings(project, 0));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "split release");
  /* again: the new log is inserted right behind, with a name of its own */
  split(document, 0, 0, 5, 2.5);
  assert_part(document, 1, "release-3", 2.5, 5, TRAMMEL_ROLE_VALIDATE);
  assert_part(document, 2, "release-2", 5, 8, TRAMMEL_ROLE_VALIDATE);
  trammel_document_undo(document);
  trammel_document_undo(document);
  g_assert_cmpuint(trammel_project_get_n_logs(trammel_document_get_project(document)), ==, 1);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/session/validation/scores", Fixture, NULL, set_up, test_scores, tear_down);
  g_test_add("/session/validation/predictions", Fixture, NULL, set_up, test_predictions, tear_down);
  g_test_add("/session/validation/reuse", Fixture, NULL, set_up, test_reuse, tear_down);
  g_test_add("/session/validation/misfit", Fixture, NULL, set_up, test_misfit, tear_down);
  g_test_add("/session/validation/cross", Fixture, NULL, set_up, test_cross, tear_down);
  g_test_add("/session/validation/cross-on-validation", Fixture, NULL, set_up,
             test_cross_on_validation, tear_down);
  g_test_add("/session/validation/validator", Fixture, NULL, set_up, test_validator, tear_down);
  g_test_add("/session/validation/cross-validator", Fixture, NULL, set_up, test_cross_validator,
             tear_down);
  g_test_add_func("/session/validation/split", test_split);
  return g_test_run();
}
