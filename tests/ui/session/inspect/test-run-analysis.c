/* Tests of the run analysis against the engine's own numbers and the result file. */
#include <json-glib/json-glib.h>
#include <math.h>

#include "engine/est/diagnose/outliers.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/predict/validate.h"
#include "engine/est/task/reported.h"
#include "io/result/result.h"
#include "ui/session/inspect/inspector.h"
#include "ui/session/inspect/profiler.h"
#include "ui/session/inspect/run-analysis-tables.h"
#include "ui/session/inspect/run-analysis-words.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/session-support.h"
#include "ui/session/text/format.h"

/* Identifies an example as the window does: with its information over time. */
static TrammelRun *
identify(TrammelDocument *document)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem =
      trammel_problem_new(trammel_document_get_project(document), NULL, NULL, &error);
  TrFit *fit = NULL;

  g_assert_no_error(error);
  TrTask task = *trammel_problem_get_task(problem);
  task.wants_information = true;
  g_assert_cmpint(tr_identify(&fit, &task, NULL), ==, TR_OK);
  return trammel_run_new(TRAMMEL_RUN_FULL, problem, fit);
}

static JsonNode *
load_result(TrammelRun *run)
{
  g_autofree char *text =
      trammel_result_to_json(trammel_run_get_problem(run), trammel_run_get_fit(run));
  g_autoptr(JsonParser) parser = json_parser_new();

  g_assert_true(json_parser_load_from_data(parser, text, -1, NULL));
  return json_parser_steal_root(parser);
}

static double
read_number(JsonNode *root, const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) found = json_path_query(path, root, &error);

  g_assert_no_error(error);
  JsonArray *array = json_node_get_array(found);
  g_assert_cmpuint(json_array_get_length(array), ==, 1);
  return json_array_get_double_element(array, 0);
}

static void
assert_number(JsonNode *root, const char *path, double value)
{
  double expected = read_number(root, path);

  g_assert_cmpfloat(fabs(value - expected), <=, 1e-9 * fabs(expected));
}

/* The page's residuals are those of the result file, number by number. */
static void
test_residuals(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("furuta");
  g_autoptr(TrammelRun) run = identify(document);
  g_autoptr(TrammelRunAnalysis) analysis = trammel_run_analysis_new(run);
  g_autoptr(JsonNode) result = load_result(run);
  const TrFit *fit = trammel_run_get_fit(run);

  g_assert_cmpint(analysis->n_logs, ==, fit->n_logs);
  for (int s = 0; s < analysis->logs[0].n_sensors; s++) {
    const TrammelSensorAnalysis *look = &analysis->logs[0].sensors[s];
    const char *const paths[] = {"whiteness.ljung_box.value", "whiteness.band", "chi_square.value",
                                 "outliers.count", "whiteness.inputs[0].largest"};
    const double values[] = {look->check.whiteness.statistic, look->check.whiteness.band,
                             look->check.chi2, look->shape.n_outliers,
                             look->check.inputs[0].largest};
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
      g_autofree char *path = g_strdup_printf("$.logs[0].sensors[%d].%s", s, paths[i]);
      assert_number(result, path, values[i]);
    }
    g_autofree char *words = trammel_run_analysis_dup_sensor_summary(analysis, 0, s);
    g_assert_true(g_str_has_prefix(words, "White"));
    g_assert_cmpint(look->shape.n, ==, fit->logs[0].sensors[s].n_residuals);
  }
  g_autoptr(GListModel) rows = trammel_run_analysis_residual_rows(analysis, 0);
  g_autoptr(TrammelTextRow) row = g_list_model_get_item(rows, 0);
  g_autofree char *rms = g_strdup_printf("%.3g deg", fit->logs[0].sensors[0].rmse * 180 / G_PI);
  g_assert_cmpstr(trammel_text_row_get(row, TRAMMEL_RESIDUAL_RMS), ==, rms);
  g_assert_cmpuint(g_list_model_get_n_items(rows), ==, 2);
}

/* The open-loop residuals are the error of `validate` from the same start. */
static void
test_open_loop(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = identify(document);
  g_autoptr(TrammelRunAnalysis) analysis = trammel_run_analysis_new_open_loop(run);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);
  const TrScoreOptions options = {.h = NAN, .motion = fit->logs[0].trajectory};
  g_autofree double *values = g_new(double, fit->n_free);
  TrLogScore *score;

  for (int i = 0; i < fit->n_free; i++)
    values[i] = fit->estimates[i].value;
  g_assert_cmpint(tr_score_log(&score, task, 0, values, &options, NULL), ==, TR_OK);
  const TrSensorFit *open = &analysis->logs[0].fits[0];
  double sum = 0;
  for (int i = 0; i < open->n_residuals; i++)
    sum += pow(open->scaled[i] * open->sigma, 2);
  g_assert_cmpfloat(open->rmse, ==, score->sensors[0].rmse);
  g_assert_cmpfloat(fabs(sqrt(sum / open->n_residuals) - open->rmse), <, 1e-9 * open->rmse);
  g_assert_cmpint(analysis->logs[0].sensors[0].shape.n, ==, open->n_residuals);
  g_autofree char *words = trammel_run_analysis_dup_sensor_summary(analysis, 0, 0);
  g_assert_true(g_str_has_prefix(words, "Coloured"));
  tr_log_score_free(score);
}

/* Spectrum, correlations and information are those of the fit. */
static void
test_knowledge(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("furuta");
  g_autoptr(TrammelRun) run = identify(document);
  g_autoptr(TrammelRunAnalysis) analysis = trammel_run_analysis_new(run);
  g_autoptr(JsonNode) result = load_result(run);
  const TrFit *fit = trammel_run_get_fit(run);
  const TrInformationBins *bins = &analysis->logs[0].information;
  g_autofree int *order = g_new(int, fit->n_free);
  guint seen = 0;

  g_assert_cmpint(analysis->spectrum.n, ==, fit->n_free);
  for (int i = 0; i < fit->n_free; i++)
    for (int j = 0; j < fit->n_free; j++) {
      g_autofree char *path = g_strdup_printf("$.correlation[%d][%d]", i, j);
      assert_number(result, path, trammel_run_analysis_correlation(fit, i, j));
    }
  for (int i = 0; i < fit->n_free; i++) {
    double sum = 0;
    for (int b = 0; b < bins->n_bins; b++)
      sum += bins->share[b * bins->n_params + i];
    g_assert_cmpfloat(sum, <=, 1 + 1e-6);
    g_assert_cmpfloat(sum, >, 0.9);
  }
  trammel_run_analysis_order(order, fit);
  for (int i = 0; i < fit->n_free; i++)
    seen |= 1u << order[i];
  g_assert_cmpuint(seen, ==, (1u << fit->n_free) - 1);
  /* the most strongly correlated pair comes first, side by side */
  double most = fabs(trammel_run_analysis_correlation(fit, order[0], order[1]));
  for (int i = 0; i < fit->n_free; i++)
    for (int j = 0; j < i; j++)
      g_assert_cmpfloat(fabs(trammel_run_analysis_correlation(fit, i, j)), <=, most + 1e-12);
}

/* With physical values, tables and correlations are those of the reported values in the result
 * file; the stepper's have a column of their own. */
static void
test_reported(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = identify(document);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);
  TrPhysical *physical;

  g_assert_cmpint(tr_physical_new(&physical, task, fit), ==, TR_OK);
  trammel_run_take_physical(run, physical, trammel_run_account_new(run, physical));
  g_autoptr(TrammelRunRecord) record = trammel_run_record_new(run, 1);
  g_autoptr(JsonNode) result = load_result(run);
  g_autoptr(GListModel) learnt = trammel_run_analysis_learnt_rows(run);
  g_autoptr(GListModel) compared =
      trammel_run_analysis_compared_rows(record, NULL, trammel_document_get_project(document));
  for (int i = 0; i < fit->n_free; i++) {
    const TrReported r = tr_fit_report(fit, i);
    g_autoptr(TrammelTextRow) known = g_list_model_get_item(learnt, (guint)i);
    g_autoptr(TrammelTextRow) row = g_list_model_get_item(compared, (guint)i);
    g_autofree char *value = trammel_format_value(r.value, r.sigma);
    g_autofree char *stepper =
        trammel_format_value(fit->estimates[i].value, fit->estimates[i].sigma);
    if (!r.is_physical)
      continue;
    g_assert_true(g_str_has_prefix(trammel_text_row_get(known, TRAMMEL_LEARNT_VALUE), value));
    g_assert_true(g_str_has_prefix(trammel_text_row_get(row, TRAMMEL_COMPARE_VALUE), value));
    g_assert_true(g_str_has_prefix(trammel_text_row_get(row, TRAMMEL_COMPARE_STEPPER), stepper));
    g_autofree char *low = trammel_format_value(r.value - 1.959964 * r.sigma, r.sigma);
    g_assert_true(g_str_has_prefix(trammel_text_row_get(row, TRAMMEL_COMPARE_INTERVAL), low));
    for (int j = 0; j < fit->n_free; j++) {
      g_autofree char *path = g_strdup_printf("$.correlation[%d][%d]", i, j);
      if (tr_fit_report(fit, j).is_physical)
        assert_number(result, path, trammel_run_analysis_correlation(fit, i, j));
    }
  }
}

/* Forces along the motion: the missing ones are the state error of the fit. */
static void
test_motion(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = identify(document);
  g_autoptr(TrammelRunAnalysis) analysis = trammel_run_analysis_new(run);
  const TrLogFit *log = &trammel_run_get_fit(run)->logs[0];
  const TrForceBalance *r = &analysis->logs[0].retrace;
  double largest = 0, power = 0, violation = 0;

  g_assert_cmpint(r->n_nodes, ==, log->n_nodes);
  for (int k = 1; k + 1 < r->n_nodes; k++) {
    const double *state = log->state_residual + 6 * k,
                 *twist = tr_trajectory_twist(log->trajectory, k);
    double work = 0, missing = r->friction[k] - r->needed[k];
    for (int i = 0; i < 6; i++)
      work += state[i] * twist[i] / r->h;
    /* the missing torque does the work of the missing impulses */
    largest = fmax(largest, fabs(work - missing * r->rate[k]));
    power = fmax(power, fabs(work));
    violation = fmax(violation, r->violation[k]);
  }
  g_test_message("%g of %g W", largest, power);
  g_assert_cmpfloat(largest, <, 0.02 * power);
  g_assert_cmpfloat(violation, <=, trammel_run_get_fit(run)->constraint_violation * (1 + 1e-9));
  g_assert_cmpfloat(violation, >, 0.5 * trammel_run_get_fit(run)->constraint_violation);
}

/* With the mass freed the summary reports the undetermined direction; fixing it again is one undo
 * step. */
static void
test_verdict(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelRun) good = identify(document);
  g_autoptr(TrammelRunSummary) before = trammel_run_summary_new(good);

  g_assert_cmpint(before->level, ==, TRAMMEL_RUN_SUMMARY_GOOD);
  g_assert_nonnull(strstr(before->text, "All 3 parameters are determined"));
  g_assert_true(trammel_document_set_free(document, "body.pendulum.mass", TRUE, &error));
  g_autoptr(TrammelRun) run = identify(document);
  g_autoptr(TrammelRunSummary) verdict = trammel_run_summary_new(run);
  g_assert_cmpint(verdict->level, ==, TRAMMEL_RUN_SUMMARY_DOUBT);
  g_assert_true(g_str_has_prefix(verdict->text, "0 of 4 parameters are determined."));
  const TrammelRemark *remark = verdict->remarks->pdata[0];
  const TrammelRemedy *remedy = remark->remedies->pdata[0];
  g_assert_cmpstr(remedy->label, ==, "Fix Mass · pendulum");
  g_assert_true(trammel_remedy_apply(remedy, document, &error));
  g_assert_no_error(error);
  g_assert_false(
      trammel_project_find_quantity(trammel_document_get_project(document), "body.pendulum.mass")
          ->free);
  g_assert_nonnull(trammel_document_get_undo_label(document));
  trammel_document_undo(document);
  g_assert_true(
      trammel_project_find_quantity(trammel_document_get_project(document), "body.pendulum.mass")
          ->free);

  g_autoptr(TrammelRunAnalysis) analysis = trammel_run_analysis_new(run);
  g_autofree char *lost = trammel_run_analysis_describe_direction(analysis, 3);
  g_autofree char *loadings = trammel_run_analysis_dup_direction(analysis, 3);
  g_assert_cmpfloat(analysis->spectrum.singular[3], <, analysis->spectrum.threshold);
  g_assert_nonnull(strstr(lost, "No measurement depends"));
  g_assert_nonnull(strstr(loadings, "Mass · pendulum"));
}

typedef struct {
  TrammelRunAnalysis *analysis;
  guint progress, looked, profiled;
  GError *error;
} Record;

static void
on_looked_cb(Record *record, TrammelRunAnalysis *analysis)
{
  record->looked++;
  g_clear_pointer(&record->analysis, trammel_run_analysis_unref);
  record->analysis = trammel_run_analysis_ref(analysis);
}

static gboolean
is_at_rest(gpointer background)
{
  return !trammel_worker_get_running(background);
}

/* The thread delivers the analysis of the latest requested run. */
static void
test_inspector(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) first = identify(document);
  test_set(document, "h", "0.02");
  g_autoptr(TrammelRun) second = identify(document);
  TrammelInspector *inspector = trammel_inspector_new();
  Record record = {0};

  g_signal_connect_swapped(inspector, "looked", G_CALLBACK(on_looked_cb), &record);
  trammel_inspector_look(inspector, first, FALSE);
  trammel_inspector_look(inspector, second, FALSE);
  g_assert_true(trammel_worker_get_running(TRAMMEL_WORKER(inspector)));
  while (!record.analysis || record.analysis->run != second)
    g_main_context_iteration(NULL, TRUE); /* may be FALSE without an event */
  g_assert_cmpuint(record.looked, <=, 2);
  g_assert_true(is_at_rest(inspector));
  g_clear_pointer(&record.analysis, trammel_run_analysis_unref);
  test_release(inspector);
}

static void
on_progress_cb(Record *record, guint done, guint most, const char *what)
{
  record->progress++;
  g_assert_cmpuint(done, <=, most);
}

static void
on_profiled_cb(Record *record, const TrProfiles *profiles)
{
  record->profiled++;
  g_assert_cmpint(profiles->n_profiles, ==, 2);
  g_assert_cmpint(profiles->grid.contour[1].n_lines, >, 0);
  /* the cost is nearly quadratic in this example */
  for (int i = 0; i < 2; i++) {
    const TrProfile *p = &profiles->profiles[i];
    g_assert_cmpfloat(fabs(p->interval[1][1] - p->estimate - 1.96 * p->sigma_linear), <,
                      0.1 * p->sigma_linear);
    g_assert_cmpfloat(fabs(p->interval[1][0] - p->estimate + 1.96 * p->sigma_linear), <,
                      0.1 * p->sigma_linear);
  }
  g_assert_cmpint(profiles->profiles[0].parameter, ==, 0);
  g_assert_cmpint(profiles->profiles[1].parameter, ==, 1);
}

static void
on_failed_cb(Record *record, GError *error)
{
  g_clear_error(&record->error);
  record->error = g_error_copy(error);
}

/* The cost around a pair equals that of the command line; a new pair supersedes the previous one,
 * and after stopping no signal follows. */
static void
test_profiler(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  /* long steps, since there are many fits */
  test_set(document, "h", "0.02");
  g_autoptr(TrammelRun) run = identify(document);
  TrammelProfiler *profiler = trammel_profiler_new();
  Record record = {0};

  g_signal_connect_swapped(profiler, "progress", G_CALLBACK(on_progress_cb), &record);
  g_signal_connect_swapped(profiler, "finished", G_CALLBACK(on_profiled_cb), &record);
  g_signal_connect_swapped(profiler, "failed", G_CALLBACK(on_failed_cb), &record);
  trammel_profiler_start(profiler, run, 1, 2);
  trammel_profiler_start(profiler, run, 0, 1);
  g_assert_true(test_wait(is_at_rest, profiler, TEST_DEADLINE));
  g_assert_no_error(record.error);
  g_assert_cmpuint(record.profiled, ==, 1);
  g_assert_cmpuint(record.progress, >, 0);
  g_assert_true(trammel_profiler_get_run(profiler) == run);
  trammel_profiler_start(profiler, run, 0, 1);
  trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(profiler));
  g_assert_true(is_at_rest(profiler));
  test_let_pass();
  g_assert_cmpuint(record.profiled, ==, 1);
  test_release(profiler);
}

static void
on_single_cb(Record *record, const TrProfiles *profiles)
{
  const TrProfile *profile = &profiles->profiles[0];

  record->profiled++;
  g_assert_cmpint(profiles->n_profiles, ==, 1);
  g_assert_cmpint(profiles->grid.n, ==, 0);
  g_assert_cmpint(profile->parameter, ==, 1);
  g_assert_cmpfloat(profile->interval[1][0], <, profile->estimate);
  g_assert_cmpfloat(profile->interval[1][1], >, profile->estimate);
}

/* A parameter with itself is profiled alone. */
static void
test_single_profile(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  test_set(document, "h", "0.02");
  g_autoptr(TrammelRun) run = identify(document);
  TrammelProfiler *profiler = trammel_profiler_new();
  Record record = {0};

  g_signal_connect_swapped(profiler, "finished", G_CALLBACK(on_single_cb), &record);
  g_signal_connect_swapped(profiler, "failed", G_CALLBACK(on_failed_cb), &record);
  trammel_profiler_start(profiler, run, 1, 1);
  g_assert_true(test_wait(is_at_rest, profiler, TEST_DEADLINE));
  g_assert_no_error(record.error);
  g_assert_cmpuint(record.profiled, ==, 1);
  g_assert_nonnull(trammel_profiler_get_profiles(profiler, run, 1, 1));
  g_assert_null(trammel_profiler_get_profiles(profiler, run, 1, 2));
  test_release(profiler);
}

/* An undetermined pair cannot be profiled, and the error gives the reason. */
static void
test_profiler_fails(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  TrammelProfiler *profiler = trammel_profiler_new();
  Record record = {0};

  g_assert_true(trammel_document_set_free(document, "body.pendulum.mass", TRUE, NULL));
  g_autoptr(TrammelRun) run = identify(document);
  g_signal_connect_swapped(profiler, "failed", G_CALLBACK(on_failed_cb), &record);
  trammel_profiler_start(profiler, run, 0, 1);
  g_assert_true(test_wait(is_at_rest, profiler, TEST_DEADLINE));
  g_assert_nonnull(record.error);
  g_assert_nonnull(strstr(record.error->message, "body.pendulum.mass"));
  g_clear_error(&record.error);
  test_release(profiler);
}

/* Two kept runs: the difference over the combined sigma, and parameters fixed in one of them. */
static void
test_comparison(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) first = identify(document);
  g_autoptr(TrammelRunRecord) a = trammel_run_record_new(first, 1);
  g_assert_true(trammel_document_set_free(document, "joint.pivot.viscous", FALSE, NULL));
  g_autoptr(TrammelRun) second = identify(document);
  g_autoptr(TrammelRunRecord) b = trammel_run_record_new(second, 2);
  g_autoptr(GListModel) rows =
      trammel_run_analysis_compared_rows(a, b, trammel_document_get_project(document));
  const TrEstimate *was = &trammel_run_get_fit(first)->estimates[0],
                   *is = &trammel_run_get_fit(second)->estimates[0];
  gboolean has_fixed = FALSE;

  g_assert_cmpuint(g_list_model_get_n_items(rows), ==, 3);
  for (guint i = 0; i < 3; i++) {
    g_autoptr(TrammelTextRow) row = g_list_model_get_item(rows, i);
    has_fixed |= g_str_equal(trammel_text_row_get(row, TRAMMEL_COMPARE_OTHER), "fixed");
    if (i == 0) {
      double sigmas = g_ascii_strtod(trammel_text_row_get(row, TRAMMEL_COMPARE_SIGMAS), NULL);
      g_assert_cmpfloat(fabs(sigmas - (is->value - was->value) / hypot(is->sigma, was->sigma)), <,
                        0.006);
    }
  }
  g_assert_true(has_fixed);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/insight/residuals", test_residuals);
  g_test_add_func("/ui/session/insight/open-loop", test_open_loop);
  g_test_add_func("/ui/session/insight/knowledge", test_knowledge);
  g_test_add_func("/ui/session/insight/reported", test_reported);
  g_test_add_func("/ui/session/insight/motion", test_motion);
  g_test_add_func("/ui/session/insight/verdict", test_verdict);
  g_test_add_func("/ui/session/insight/inspector", test_inspector);
  g_test_add_func("/ui/session/insight/profiler", test_profiler);
  g_test_add_func("/ui/session/insight/single-profile", test_single_profile);
  g_test_add_func("/ui/session/insight/profiler-fails", test_profiler_fails);
  g_test_add_func("/ui/session/insight/comparison", test_comparison);
  return g_test_run();
}
