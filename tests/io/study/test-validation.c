/* Tests of validation and cross-validation of projects whose logs were simulated with known
 * parameters. */
#include "io/study/crossvalidation.h"

#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/task/reported.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/export/result_save.h"
#include "io/packed/temp_folder.h"
#include "io/result/apply.h"
#include "io/result/result.h"
#include "support/check.h"

enum { N_SAMPLES = 401, N_LOGS = 3, SUBSTEPS = 50 };

/* steps of the simulation, in which it is about exact */
enum { N_FINE = (N_SAMPLES - 1) * SUBSTEPS + 1 };

#define STEP    0.01
#define NOISE   1e-3
#define INERTIA 0.02
#define VISCOUS 0.05

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"name\": \"one\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5, \"com\": [0, -0.1, 0], \"inertia\":"
    "   { \"zz\": { \"value\": 0.03, \"free\": true, \"min\": 1e-4, \"max\": 1 } } } ],"
    " \"joints\": [ { \"name\": \"pin\", \"type\": \"hinge\", \"parent\": \"world\","
    "   \"child\": \"rod\", \"friction\": { \"model\": \"viscous\","
    "   \"viscous\": { \"value\": 0.02, \"free\": true, \"min\": 0, \"max\": 1 } } } ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"pin\" } ],"
    " \"sensors\": [ { \"name\": \"angle\", \"type\": \"joint-position\", \"joint\": \"pin\" } ] },"
    " \"logs\": [ %s ], \"settings\": { \"h\": 0.01 } }";

typedef struct {
  char *folder;
  TrammelProject *project;
} Fixture;

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

static TrammelProject *
load_project(const char *logs, const char *folder)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = g_strdup_printf(project_text, logs);
  TrammelProject *project = trammel_project_new_from_data(text, -1, folder, &error);

  g_assert_no_error(error);
  return project;
}

/* Writes a log of the project's model with this inertia; each log has a motion of its own. */
static void
write_log(const char *folder, int number, double inertia)
{
  static double t[N_SAMPLES], u[N_SAMPLES], fine_t[N_FINE], fine_u[N_FINE];
  g_autoptr(TrammelProject) project = load_project("", folder);
  g_autoptr(GString) csv = g_string_new("t,q,u\n");
  g_autoptr(GRand) random = g_rand_new_with_seed((guint32)number + 1);
  g_autofree char *name = g_strdup_printf("log%d.csv", number);
  g_autofree char *path = g_build_filename(folder, name, NULL);
  TrChannel input = {.kind = TR_SIGNAL_MOTOR, .n = N_FINE, .t = fine_t, .y = fine_u};
  TrSimOptions options = {.h = STEP / SUBSTEPS,
                          .duration = (N_SAMPLES - 1) * STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  TrModel *model = tr_model_copy(trammel_project_get_model(project));
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  for (int k = 0; k < N_SAMPLES; k++) {
    t[k] = k * STEP;
    u[k] = (0.6 + 0.2 * number) * sin(2 * G_PI * (0.4 + (0.2 + 0.1 * number) * t[k]) * t[k]);
  }
  for (int k = 0; k < N_FINE; k++) { /* the input is held between its samples */
    fine_t[k] = k * STEP / SUBSTEPS;
    fine_u[k] = u[k / SUBSTEPS];
  }
  model->bodies[0].inertia[TR_ZZ] = inertia;
  model->joints[0].friction.viscous = VISCOUS;
  tr_forward_kinematics(pose, twist, model, (double[]){0.3 * number}, (double[]){0.5});
  tr_assert_ok(
      tr_simulate(&motion, model, &(TrSimCase){pose, twist, 1, &input}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_SAMPLES; k++)
    g_string_append_printf(csv, "%.9f,%.9f,%.9f\n", t[k],
                           tr_joint_position(model, 0, tr_trajectory_pose(motion, k * SUBSTEPS)) +
                               NOISE * draw_normal(random),
                           u[k]);
  g_assert_true(g_file_set_contents(path, csv->str, -1, NULL));
  tr_trajectory_free(motion);
  tr_model_free(model);
}

/* Three logs; data: inertia of the last one, which is for validation unless its inertia differs. */
static void
set_up(Fixture *f, gconstpointer data)
{
  double last = data ? *(const double *)data : INERTIA;
  g_autoptr(GString) logs = g_string_new(NULL);

  f->folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  for (int i = 0; i < N_LOGS; i++) {
    write_log(f->folder, i, i == N_LOGS - 1 ? last : INERTIA);
    g_string_append_printf(logs,
                           "%s{ \"name\": \"log%d\", \"file\": \"log%d.csv\", \"role\": \"%s\","
                           " \"channels\": [ { \"signal\": \"angle\", \"column\": \"q\" },"
                           " { \"signal\": \"m\", \"column\": \"u\" } ] }",
                           i ? ", " : "", i, i, i == N_LOGS - 1 && !data ? "validate" : "estimate");
  }
  f->project = load_project(logs->str, f->folder);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
  trammel_project_unref(f->project);
}

static TrammelValidationOptions
get_options(void)
{
  return (TrammelValidationOptions){.score = {TR_START_ESTIMATED, NAN, false}};
}

/* Fits the logs of role estimate and writes the result. */
static char *
write_result(Fixture *f)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = trammel_problem_new(f->project, NULL, NULL, &error);
  char *path = g_build_filename(f->folder, "r.json", NULL);
  TrError detail = {0};
  TrFit *fit;

  g_assert_no_error(error);
  tr_assert_ok(tr_identify(&fit, trammel_problem_get_task(problem), &detail), &detail);
  g_assert_true(trammel_result_save(problem, fit, path, &error));
  g_assert_no_error(error);
  tr_fit_free(fit);
  return path;
}

static JsonNode *
parse(const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = trammel_json_parse(text, -1, "report", &error);

  g_assert_no_error(error);
  return node;
}

static JsonObject *
get_element(JsonArray *array, guint i)
{
  return json_array_get_object_element(array, i);
}

static double
get_cell(JsonObject *root, const char *matrix, guint i, guint j)
{
  JsonArray *rows = json_object_get_array_member(root, matrix);

  return json_array_get_double_element(json_array_get_array_element(rows, i), j);
}

/* The fit predicts a log that was not fitted nearly to the noise, the start values do not. */
static void
test_validate(Fixture *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *result = write_result(f), *text = NULL, *table = NULL;
  g_autoptr(TrammelProject) fitted = NULL;
  g_autoptr(TrammelProblem) start_problem = NULL, problem = NULL;
  g_autoptr(TrammelValidation) v = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_auto(GStrv) names = trammel_result_load_log_names(result, &error);
  const char *const wanted[] = {"log2", "log0", NULL};
  const TrammelValidationOptions options = get_options();

  g_assert_no_error(error);
  g_assert_cmpstr(names[0], ==, "log0");
  g_assert_cmpint(g_strv_length(names), ==, 2);
  g_assert_true(trammel_result_apply_settings(f->project, result, &error));
  g_assert_false(isnan(trammel_project_get_settings(f->project)->kappa));
  g_assert_cmpfloat(trammel_project_get_model(f->project)->sensors[0].sigma, >, 0);
  fitted = trammel_project_copy(f->project);
  g_assert_true(trammel_result_apply_values(fitted, result, TRAMMEL_VALUES_STEPPER, &error));
  tr_assert_close(trammel_project_get_model(fitted)->bodies[0].inertia[TR_ZZ], INERTIA, 0.05, 0);
  start_problem = trammel_problem_new(f->project, wanted, NULL, &error);
  g_assert_no_error(error);
  problem = trammel_problem_new_from(start_problem, fitted, &error);
  v = trammel_validation_new(problem, start_problem, &options, &error);
  g_assert_no_error(error);
  g_assert_true(v->is_complete);

  text = trammel_validation_to_json(v, (const char *const *)names, "r.json");
  node = parse(text);
  JsonObject *root = json_node_get_object(node);
  JsonArray *logs = json_object_get_array_member(root, "logs");
  g_assert_cmpint(json_array_get_length(logs), ==, 2);
  for (guint i = 0; i < 2; i++) {
    JsonObject *log = get_element(logs, i), *start = json_object_get_object_member(log, "start");
    JsonObject *open = get_element(json_object_get_array_member(log, "open_loop"), 0);
    JsonObject *open_start = get_element(json_object_get_array_member(start, "open_loop"), 0);
    double rmse = json_object_get_double_member(open, "rmse");

    g_test_message("log %u: rmse %g, from the start values %g", i, rmse,
                   json_object_get_double_member(open_start, "rmse"));
    g_assert_cmpstr(json_object_get_string_member(log, "name"), ==, i ? "log2" : "log0");
    g_assert_true(json_object_get_boolean_member(log, "fitted") == (i == 0));
    g_assert_cmpstr(json_object_get_string_member(log, "role"), ==, i ? "validate" : "estimate");
    g_assert_cmpfloat(rmse, <, 10 * NOISE);
    g_assert_cmpfloat(json_object_get_double_member(open, "nrmse_percent"), <, 5);
    g_assert_cmpfloat(json_object_get_double_member(open, "horizon"), >, 3.9);
    g_assert_cmpfloat(json_object_get_double_member(open_start, "rmse"), >, 10 * rmse);
  }
  table = trammel_validation_to_table(v, (const char *const *)names);
  g_assert_true(g_str_has_prefix(table, "log\tfitted\tsensor\tunit\trmse\t"));
  g_assert_nonnull(strstr(table, "\nlog2\tno\tangle\trad\t"));
}

/* A result of another project is refused with its name and the id. */
static void
test_apply_errors(Fixture *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_build_filename(f->folder, "r.json", NULL);

  g_assert_true(g_file_set_contents(path,
                                    "{ \"format\": \"trammel-result/1\", \"parameters\": [ "
                                    "{ \"id\": \"body.arm.mass\", \"value\": 1 } ] }",
                                    -1, NULL));
  g_assert_false(trammel_result_apply_values(f->project, path, TRAMMEL_VALUES_PHYSICAL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "r.json does not fit the project"));
  g_assert_nonnull(strstr(error->message, "body.arm.mass"));
  g_clear_error(&error);
  /* a result without settings and logs changes nothing */
  g_assert_true(trammel_result_apply_settings(f->project, path, &error));
  g_assert_true(isnan(trammel_project_get_settings(f->project)->kappa));
  g_assert_true(g_file_set_contents(path,
                                    "{ \"format\": \"trammel-result/1\", \"parameters\": [],"
                                    " \"settings\": { \"h\": -1 } }",
                                    -1, NULL));
  g_assert_false(trammel_result_apply_settings(f->project, path, &error));
  g_assert_nonnull(strstr(error->message, "h"));
}

static TrammelCrossValidation *
cross_validate(Fixture *f, TrammelValidationOptions options)
{
  const char *const names[] = {"log0", "log1", "log2", NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = trammel_problem_new(f->project, names, NULL, &error);
  TrammelCrossValidation *cross;

  g_assert_no_error(error);
  cross = trammel_crossvalidation_new(problem, &options, &error);
  g_assert_no_error(error);
  return cross;
}

static const TrLogScore *
get_score(const TrammelCrossValidation *cross, TrammelSource source, guint number, guint log)
{
  int row = trammel_score_matrix_find_row(cross->matrix, source, number);

  g_assert_cmpint(row, >=, 0);
  return trammel_score_matrix_get_score(cross->matrix, (guint)row, log);
}

/* Returns the score of the fit to log `fitted` on log `log`. */
static const TrLogScore *
get_single(const TrammelCrossValidation *cross, guint fitted, guint log)
{
  return get_score(cross, TRAMMEL_SOURCE_ONE_LOG, fitted, log);
}

static void
on_step_begun_cb(gpointer user, guint done, guint total, const char *what)
{
  guint *steps = user;

  g_assert_cmpuint(done, ==, *steps);
  g_assert_cmpuint(total, ==, 25);
  g_assert_cmpuint(strlen(what), >, 3);
  (*steps)++;
}

static void
test_cross_consistent(Fixture *f, gconstpointer data)
{
  guint steps = 0;
  TrammelValidationOptions options = get_options();
  g_autoptr(TrammelCrossValidation) cross = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL, *table = NULL;

  options.leave_one_out = TRUE;
  options.step = on_step_begun_cb;
  options.user = &steps;
  cross = cross_validate(f, options);
  g_assert_cmpuint(steps, ==, 25);
  g_assert_true(cross->is_complete && cross->has_converged);
  for (guint i = 0; i < cross->n_free; i++) {
    const TrConsistency *c = &cross->agreement->parameters[i];
    double truth = i ? VISCOUS : INERTIA;

    g_test_message("%g +- %g, chi2 %g, p %g", c->value, c->sigma, c->chi2, c->p_value);
    g_assert_true(trammel_crossvalidation_is_consistent(cross, i));
    g_assert_cmpint(c->dof, ==, 2);
    tr_assert_close(c->value, truth, 0.03, 0);
    g_assert_cmpfloat(fabs(c->value - truth), <, 4 * c->sigma);
  }
  g_assert_true(trammel_log_agreement_is_consistent(cross->agreement));
  g_assert_cmpint(cross->agreement->logs.dof, ==, 4);
  g_assert_cmpint(cross->agreement->all.dof, ==, 2);
  g_assert_cmpuint(cross->agreement->n_tests, ==, 4);
  text = trammel_crossvalidation_to_json(cross);
  node = parse(text);
  JsonObject *root = json_node_get_object(node);
  g_assert_cmpint(json_array_get_length(json_object_get_array_member(root, "logs")), ==, 3);
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 3; j++) {
      JsonObject *start = json_object_get_object_member(root, "start");
      JsonArray *row = json_object_get_array_member(start, "open_loop_rmse");
      double rmse = get_cell(root, "open_loop_rmse", i, j);

      g_assert_cmpfloat(get_cell(root, "observation_mse", i, j), >, 0);
      g_assert_cmpfloat(rmse, >, 0.3 * NOISE);
      g_assert_cmpfloat(rmse, <, 0.2 * json_array_get_double_element(row, j));
    }
  JsonObject *parameter = get_element(json_object_get_array_member(root, "consistency"), 0);
  g_assert_true(json_object_get_boolean_member(parameter, "consistent"));
  g_assert_nonnull(
      strstr(json_object_get_string_member(parameter, "text"), "agree about body.rod"));
  g_assert_true(json_object_has_member(root, "leave_one_out"));
  table = trammel_crossvalidation_to_table(cross);
  g_assert_nonnull(strstr(table, "\nlog2\tlog0\t"));
  g_assert_nonnull(strstr(table, "\n(all others)\tlog1\t"));
  g_assert_nonnull(strstr(table, "\nbody.rod.inertia.zz\t"));
}

/* One log was made with another inertia. */
static void
test_cross_inconsistent(Fixture *f, gconstpointer data)
{
  g_autoptr(TrammelCrossValidation) cross = cross_validate(f, get_options());
  g_autofree char *text = trammel_crossvalidation_dup_text(cross, 0);

  g_test_message("%s", text);
  g_assert_false(trammel_crossvalidation_is_consistent(cross, 0));
  g_assert_cmpint(cross->agreement->parameters[0].farthest, ==, 2);
  g_assert_nonnull(strstr(text, "disagree about body.rod.inertia.zz"));
  g_assert_nonnull(strstr(text, "'log2' is"));
  /* each fit has its own weights, so that the misfit of the joint fit hides nothing */
  g_assert_false(trammel_log_agreement_is_consistent(cross->agreement));
  g_assert_cmpfloat(cross->agreement->p_logs, <, 1e-6);
  g_assert_cmpfloat(cross->agreement->p_all, <, 1e-6);
  g_assert_cmpfloat(tr_fit_report(cross->all, 0).sigma, >, 20 * cross->agreement->mean_sigma[0]);
  tr_assert_close(cross->agreement->values[2], *(const double *)data, 0.05, 0);
  /* the fit to the deviating log predicts it best, and the others badly */
  g_assert_cmpfloat(get_single(cross, 2, 2)->mean_rmse, <,
                    0.2 * get_single(cross, 0, 2)->mean_rmse);
  g_assert_cmpfloat(get_single(cross, 0, 1)->mean_rmse, <,
                    0.2 * get_single(cross, 2, 1)->mean_rmse);
}

/* The fit to the other logs does not know the one that was made with another inertia. */
static void
test_leave_one_out(Fixture *f, gconstpointer data)
{
  TrammelValidationOptions options = get_options();

  options.leave_one_out = TRUE;
  g_autoptr(TrammelCrossValidation) cross = cross_validate(f, options);
  double all = get_score(cross, TRAMMEL_SOURCE_ALL_LOGS, 0, 2)->mean_rmse;
  double left_out = get_score(cross, TRAMMEL_SOURCE_OTHER_LOGS, 0, 2)->mean_rmse;

  g_test_message("error of log2: left out %g, fitted with the others %g", left_out, all);
  tr_assert_close(left_out, get_single(cross, 0, 2)->mean_rmse, 0.1, 0);
  g_assert_cmpfloat(left_out, >, 1.2 * all);
}

static bool
on_polled_cb(void *user, const void *event)
{
  return --*(int *)user > 0;
}

/* An interrupted run keeps its results so far. */
static void
test_cross_interrupted(Fixture *f, gconstpointer data)
{
  int budget = 60;
  TrammelValidationOptions options = get_options();
  g_autoptr(TrammelCrossValidation) cross = NULL;
  g_autofree char *text = NULL, *table = NULL;

  options.monitor = (TrMonitor){on_polled_cb, &budget};
  cross = cross_validate(f, options);
  g_assert_false(cross->is_complete);
  g_assert_null(get_single(cross, 2, 2));
  g_assert_cmpint(budget, <=, 0);
  text = trammel_crossvalidation_to_json(cross);
  table = trammel_crossvalidation_to_table(cross);
  g_assert_nonnull(strstr(text, "\"complete\": false"));
}

static void
test_cross_refuses(Fixture *f, gconstpointer data)
{
  const TrammelValidationOptions options = get_options();
  const char *const one[] = {"log1", NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = trammel_problem_new(f->project, one, NULL, &error);

  g_assert_null(trammel_crossvalidation_new(problem, &options, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "at least two, found one ('log1')"));
  g_clear_error(&error);
  g_clear_pointer(&problem, trammel_problem_unref);
  g_assert_true(trammel_project_set_free(f->project, "body.rod.inertia.zz", FALSE, NULL));
  g_assert_true(trammel_project_set_free(f->project, "joint.pin.viscous", FALSE, NULL));
  problem = trammel_problem_new(f->project, NULL, NULL, &error);
  g_assert_null(trammel_crossvalidation_new(problem, &options, &error));
  g_assert_nonnull(strstr(error->message, "no parameter is free"));
}

/* Cells by source and log, their reasons of failure, and copies by the names of logs. */
static void
test_matrix(Fixture *f, gconstpointer data)
{
  const char *const names[] = {"log0", "log2", NULL}, *const more[] = {"log1", NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = trammel_problem_new(f->project, names, NULL, &error);
  g_autoptr(TrammelScoreMatrix) matrix = trammel_score_matrix_new(problem, more);
  g_autofree double *values = trammel_task_dup_start(trammel_problem_get_task(problem));
  TrammelValidationOptions options = get_options();
  TrammelScoreRow *row = trammel_score_matrix_add_row(matrix, TRAMMEL_SOURCE_RESULT, 7, "#7");
  const TrTask *task = trammel_problem_get_task(problem);

  g_assert_cmpuint(matrix->n_logs, ==, 3);
  g_assert_cmpint(trammel_score_matrix_find_log(matrix, "log1"), ==, 2);
  g_assert_cmpint(trammel_score_matrix_find_log(matrix, "log9"), ==, -1);
  g_assert_cmpint(trammel_score_matrix_find_row(matrix, TRAMMEL_SOURCE_RESULT, 7), ==, 0);
  g_assert_cmpint(trammel_score_matrix_find_row(matrix, TRAMMEL_SOURCE_START, 7), ==, -1);
  g_assert_null(trammel_score_matrix_get_score(matrix, 1, 0));
  g_assert_null(trammel_score_matrix_get_score(matrix, 0, 3));
  g_assert_false(trammel_score_matrix_is_validation(matrix, 0));
  g_assert_true(trammel_score_matrix_is_validation(matrix, 1));
  row->fitted = g_strdupv((char *[]){"log0", NULL});
  g_assert_true(trammel_score_matrix_is_fitted(matrix, 0, 0));
  g_assert_false(trammel_score_matrix_is_fitted(matrix, 0, 1));

  options.keep_motions = TRUE;
  g_assert_true(trammel_score_matrix_take(
      matrix, 0, 1, trammel_score_cell_new(task, 1, values, &options, NULL), &error));
  const TrammelScoreCell *cell = trammel_score_matrix_get_cell(matrix, 0, 1);
  g_assert_nonnull(cell->motion);
  g_assert_null(cell->score->sensors[0].simulated);
  g_assert_null(trammel_score_matrix_get_error(matrix, 0, 1));
  g_assert_null(trammel_score_matrix_get_error(matrix, 0, 0));
  /* the same motion over ten steps: the re-estimation is not repeated */
  options.score.steps = 10;
  TrammelScoreCell *steps = trammel_score_cell_new(task, 1, values, &options, cell);
  g_assert_cmpint(steps->score->steps, ==, 10);
  g_assert_true(steps->score->state_mse == cell->score->state_mse);
  trammel_score_cell_unref(steps);
  /* a failure is returned, and leaves the cell empty */
  options.score = (TrScoreOptions){.start = TR_START_ESTIMATED, .h = 0.005, .steps = 10};
  g_assert_false(trammel_score_matrix_take(
      matrix, 0, 0, trammel_score_cell_new(task, 0, values, &options, NULL), &error));
  g_assert_nonnull(error);
  g_assert_null(trammel_score_matrix_get_cell(matrix, 0, 0));

  g_autoptr(TrammelScoreMatrix) copy = trammel_score_matrix_new(problem, NULL);
  trammel_score_matrix_add_copy(copy, matrix, row)->error = g_strdup("unfit");
  g_assert_true(trammel_score_matrix_get_cell(copy, 0, 1) == cell);
  g_assert_cmpstr(trammel_score_matrix_get_row(copy, 0)->title, ==, "#7");
  g_assert_cmpstr(trammel_score_matrix_get_error(copy, 0, 0), ==, "unfit");
}

/* Keys change with all that a score depends on. */
static void
test_keys(Fixture *f, gconstpointer data)
{
  g_autofree char *log = trammel_score_key_new(f->project, 0),
                  *all = trammel_score_key_new(f->project, -1);
  g_autofree char *other = trammel_score_key_new(f->project, 1);
  g_autofree char *again = trammel_score_key_new(f->project, 0);

  g_assert_cmpstr(log, ==, again);
  g_assert_cmpstr(log, !=, other);
  g_assert_cmpstr(log, !=, all);
  trammel_project_set_log_role(f->project, 1, TRAMMEL_ROLE_OFF);
  g_autofree char *same = trammel_score_key_new(f->project, 0);
  g_autofree char *without = trammel_score_key_new(f->project, -1);
  g_assert_cmpstr(log, ==, same);
  g_assert_cmpstr(all, !=, without);
  g_assert_true(trammel_project_set_value(f->project, "body.rod.inertia.zz", 0.031, NULL));
  g_autofree char *moved = trammel_score_key_new(f->project, 0);
  g_assert_cmpstr(log, !=, moved);
}

static gboolean
is_in(const TrammelScoreMatrix *matrix, const TrammelScoreCell *cell)
{
  for (guint i = 0; i < matrix->rows->len; i++)
    for (guint j = 0; j < matrix->n_logs; j++)
      if (trammel_score_matrix_get_cell(matrix, i, j) == cell)
        return TRUE;
  return FALSE;
}

/* A second cross-validation has the same cells; one of a changed project has others. */
static void
test_cross_cache(Fixture *f, gconstpointer data)
{
  g_autoptr(GHashTable) cache = trammel_score_cache_new();
  TrammelValidationOptions options = get_options();

  options.cache = cache;
  g_autoptr(TrammelCrossValidation) first = cross_validate(f, options);
  guint n = g_hash_table_size(cache);
  g_assert_cmpuint(n, ==, 5 * 3);
  options.leave_one_out = TRUE;
  g_autoptr(TrammelCrossValidation) second = cross_validate(f, options);
  g_assert_cmpuint(g_hash_table_size(cache), ==, n + 3);
  for (guint i = 0; i < first->matrix->rows->len; i++)
    for (guint j = 0; j < first->n_logs; j++)
      g_assert_true(is_in(second->matrix, trammel_score_matrix_get_cell(first->matrix, i, j)));
  options.score.start = TR_START_FIRST_SAMPLE;
  g_autoptr(TrammelCrossValidation) third = cross_validate(f, options);
  g_assert_cmpuint(g_hash_table_size(cache), ==, 2 * (n + 3));
  for (guint j = 0; j < first->n_logs; j++)
    g_assert_false(is_in(third->matrix, trammel_score_matrix_get_cell(first->matrix, 0, j)));
}

int
main(int argc, char **argv)
{
  static const double heavier = 1.3 * INERTIA;

  g_test_init(&argc, &argv, NULL);
#define ADD(name, data, function)                                                                  \
  g_test_add("/io/validation/" name, Fixture, data, set_up, function, tear_down)
  ADD("validate", NULL, test_validate);
  ADD("apply-errors", NULL, test_apply_errors);
  ADD("cross-consistent", NULL, test_cross_consistent);
  ADD("cross-inconsistent", &heavier, test_cross_inconsistent);
  ADD("leave-one-out", &heavier, test_leave_one_out);
  ADD("cross-interrupted", NULL, test_cross_interrupted);
  ADD("cross-refuses", NULL, test_cross_refuses);
  ADD("cross-cache", NULL, test_cross_cache);
  ADD("matrix", NULL, test_matrix);
  ADD("keys", NULL, test_keys);
  return g_test_run();
}
