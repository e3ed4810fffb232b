/* Tests of the job: results, progress, stopping, the latest request wins. */
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <unistd.h>

#include "engine/est/identify/physical_values.h"
#include "engine/est/task/reported.h"
#include "io/base/error.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/params/param-item.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/run/job.h"
#include "ui/session/run/value-words.h"
#include "ui/session/session-support.h"
#include "ui/session/text/format.h"

/* Reports of a job. */
typedef struct {
  TrammelJob *job;
  TrammelRun *run;
  GError *error;
  int finished, extended, progressed, last_history;
  gboolean cancel_on_progress;
} Record;

static void
on_progress_cb(TrammelJob *job, const TrammelJobProgress *progress, Record *record)
{
  record->progressed++;
  /* a round begins at the last place of the round before */
  g_assert_cmpint(progress->n_history, >=, record->last_history);
  g_assert_cmpuint(progress->estimated->len, ==, progress->measured->len);
  record->last_history = progress->n_history;
  if (record->cancel_on_progress)
    trammel_job_cancel(job);
}

static gboolean
has_physical(gpointer record)
{
  TrammelRun *run = ((Record *)record)->run;

  return run && trammel_run_get_fit(run)->physical;
}

static void
on_finished_cb(TrammelJob *job, TrammelRun *run, GError *error, Record *record)
{
  record->finished++;
  g_set_object(&record->run, run);
  g_clear_error(&record->error);
  record->error = error ? g_error_copy(error) : NULL;
  g_assert_false(trammel_job_get_running(job));
  if (run)
    g_assert_true(trammel_job_get_extending(job) ==
                  (trammel_run_get_kind(run) == TRAMMEL_RUN_FULL &&
                   trammel_run_get_fit(run)->status == TR_OK && !has_physical(record)));
  if (run)
    g_assert_true(trammel_job_get_extending(job) == trammel_run_get_awaits_physical(run));
}

static void
on_extended_cb(TrammelJob *job, TrammelRun *run, Record *record)
{
  record->extended++;
  g_assert_cmpint(record->finished, ==, 1);
  g_assert_true(run == record->run && trammel_run_get_fit(run)->physical);
  g_assert_false(trammel_run_get_awaits_physical(run));
}

static void
begin(Record *record)
{
  *record = (Record){.job = trammel_job_new(NULL)};
  g_signal_connect(record->job, "progress", G_CALLBACK(on_progress_cb), record);
  g_signal_connect(record->job, "finished", G_CALLBACK(on_finished_cb), record);
  g_signal_connect(record->job, "extended", G_CALLBACK(on_extended_cb), record);
}

static void
end(Record *record)
{
  test_release(record->job);
  g_clear_object(&record->run);
  g_clear_error(&record->error);
}

static gboolean
is_finished(gpointer record)
{
  return ((Record *)record)->finished > 0;
}

static void
start(Record *record, TrammelRunKind kind, TrammelDocument *document)
{
  trammel_job_start(record->job, kind, trammel_document_get_project(document), NULL);
  g_assert_true(trammel_job_get_running(record->job));
}

/* Preparing only reads the logs and takes the start values. */
static void
test_prepare(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  Record record;

  begin(&record);
  start(&record, TRAMMEL_RUN_PREPARED, document);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_no_error(record.error);
  g_assert_cmpint(trammel_run_get_kind(record.run), ==, TRAMMEL_RUN_PREPARED);
  g_assert_cmpint(trammel_run_get_fit(record.run)->n_history, ==, 1);
  GPtrArray *measured = trammel_run_get_measured(record.run);
  g_assert_cmpuint(measured->len, ==, 1);
  const TrammelCurve *curve = measured->pdata[0];
  g_assert_cmpstr(curve->unit, ==, "deg");
  g_assert_cmpuint(curve->n, >, 100);
  end(&record);
}

/* Asserts that a property of the row has a text; takes ownership of `expected`. */
static void
assert_shown(TrammelParamItem *item, const char *property, char *expected)
{
  g_autofree char *own = expected, *shown = NULL;

  g_object_get(item, property, &shown, NULL);
  g_assert_cmpstr(shown, ==, own);
}

/* Asserts that a property of the row contains a text. */
static void
assert_contains(TrammelParamItem *item, const char *property, const char *part)
{
  g_autofree char *shown = NULL;

  g_object_get(item, property, &shown, NULL);
  g_test_message("%s: %s", property, shown);
  g_assert_nonnull(strstr(shown, part));
}

/* A row of the table shows the value of the mechanism with the whole sigma, the stepper's in a
 * column of its own, and nothing once the run is removed. */
static void
check_row(TrammelProblem *problem, TrammelRun *run)
{
  const char *id = "body.pendulum.inertia.zz";
  const TrammelQuantity *quantity =
      trammel_project_find_quantity(trammel_problem_get_project(problem), id);
  g_autoptr(TrammelParamItem) item =
      trammel_param_item_new(trammel_problem_get_project(problem), quantity);
  int i = trammel_run_find_parameter(run, id);
  const TrReported reported = tr_fit_report(trammel_run_get_fit(run), i);
  const TrEstimate *e = &trammel_run_get_fit(run)->estimates[i];

  trammel_param_item_set_run(item, run);
  g_assert_true(reported.is_physical);
  assert_shown(item, "estimate", trammel_format_value(reported.value, reported.sigma));
  assert_shown(item, "sigma", trammel_format_sigma(reported.sigma));
  assert_shown(item, "remark", g_strdup(""));
  g_autofree char *stepper = trammel_format_value(e->value, e->sigma);
  assert_contains(item, "stepper", stepper);
  assert_contains(item, "stepper", " ± ");
  assert_contains(item, "parts", "(one sigma), of\nnoise ");
  assert_contains(item, "parts", " kg m^2\nstep ");
  assert_contains(item, "parts", " kg m^2\nsmoothing of dry friction ");
  trammel_param_item_set_run(item, NULL);
  assert_shown(item, "estimate", g_strdup(""));
  assert_shown(item, "parts", g_strdup(""));
}

/* A value that is the stepper's says so, with the reason; its sigma names the missing parts. */
static void
test_gap(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  Record record;

  begin(&record);
  start(&record, TRAMMEL_RUN_FULL, document);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_autofree char *follows = trammel_run_dup_remark(record.run, 0);
  if (!has_physical(&record))
    g_assert_cmpstr(follows, ==, "value of the stepper at h; the physical value follows");
  trammel_job_forget(record.job);
  if (!has_physical(&record)) {
    g_autofree char *missing = trammel_run_dup_remark(record.run, 0);
    g_autofree char *parts = trammel_run_dup_sigma_parts(record.run, 0);
    g_assert_cmpstr(missing, ==, "value of the stepper at h; the physical value was not computed");
    g_autofree char *sigma = trammel_run_dup_sigma(record.run, 0);
    g_assert_nonnull(strstr(parts, "Not included: step, smoothing of dry friction"));
    g_assert_true(g_str_has_prefix(sigma, "≥ "));
  }
  end(&record);
}

/* Every number of a fit that stopped at the limit of iterations has a remark. */
static void
test_limit_of_iterations(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  Record record;

  begin(&record);
  g_assert_true(trammel_document_set_setting(document, "max_iterations", "1", NULL));
  g_assert_true(trammel_document_set_setting(document, "kappa", "100", NULL));
  start(&record, TRAMMEL_RUN_FULL, document);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_cmpint(trammel_run_get_fit(record.run)->status, ==, TR_NOT_CONVERGED);
  for (int i = 0; i < trammel_run_get_fit(record.run)->n_free; i++) {
    g_autofree char *remark = trammel_run_dup_remark(record.run, i);
    g_test_message("%s", remark);
    g_assert_nonnull(strstr(remark, "limit of iterations reached"));
    g_assert_nonnull(strstr(remark, "value of the stepper at h"));
  }
  end(&record);
}

/* The window gives the same digits as a call of the engine. */
static void
test_full_run(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  Record record;

  begin(&record);
  start(&record, TRAMMEL_RUN_FULL, document);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_no_error(record.error);
  g_assert_cmpint(record.progressed, >, 0);

  g_autoptr(TrammelRun) reference = test_identify(document);
  TrammelProblem *problem = trammel_run_get_problem(reference);
  const TrFit *direct = trammel_run_get_fit(reference);
  const TrFit *fit = trammel_run_get_fit(record.run);
  g_assert_cmpint(fit->status, ==, TR_OK);
  g_assert_cmpint(fit->n_free, ==, direct->n_free);
  for (int i = 0; i < fit->n_free; i++) {
    g_assert_true(fit->estimates[i].value == direct->estimates[i].value);
    g_assert_true(fit->estimates[i].sigma == direct->estimates[i].sigma ||
                  isnan(direct->estimates[i].sigma));
  }
  TrPhysical *physical = NULL;
  g_assert_cmpint(tr_physical_new(&physical, trammel_problem_get_task(problem), direct), ==, TR_OK);
  trammel_run_take_physical(reference, physical, NULL);
  g_assert_true(test_wait(has_physical, &record, TEST_DEADLINE));
  g_assert_false(trammel_job_get_extending(record.job));
  g_assert_cmpint(record.extended, <=, 1);
  for (int i = 0; i < fit->n_free; i++)
    g_assert_true(fit->physical->values[i].value == direct->physical->values[i].value);
  check_row(problem, record.run);
  end(&record);
}

/* A small step makes the fit long enough to be stopped before it has converged. */
static void
test_cancel_keeps_best(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("furuta");
  Record record;

  test_set(document, "h", "0.002");
  begin(&record);
  record.cancel_on_progress = TRUE;
  start(&record, TRAMMEL_RUN_FULL, document);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_no_error(record.error);
  const TrFit *fit = trammel_run_get_fit(record.run);
  g_assert_cmpint(fit->status, ==, TR_CANCELLED);
  g_assert_cmpfloat(fit->cost.total, <=, fit->history[0].cost.total);
  for (int i = 0; i < fit->n_free; i++)
    g_assert_true(isfinite(fit->estimates[i].value));

  /* the only finding on an unfinished fit is that it was stopped */
  g_autoptr(GArray) findings = trammel_run_dup_findings(record.run);
  g_assert_cmpuint(findings->len, ==, 0);
  TrammelRunSummary *verdict = trammel_run_summary_new(record.run);
  g_assert_true(g_str_has_prefix(verdict->text, "Stopped by you after "));
  g_assert_true(g_str_has_suffix(verdict->text, "the best values so far are kept, without sigma."));
  g_assert_cmpint(verdict->level, ==, TRAMMEL_RUN_SUMMARY_DOUBT);
  trammel_run_summary_free(verdict);
  g_autofree char *remark = trammel_run_dup_remark(record.run, 0);
  g_assert_cmpstr(remark, ==, "stopped before sigma was computed; value of the stepper at h");
  end(&record);
}

/* A fit that stops at the limit of iterations goes on from there, and ends where one with a higher
 * limit ends. */
static void
test_go_on(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  Record record;

  test_set(document, "weighting", "joint"); /* whose cost is the same before and after a step */
  test_set(document, "kappa", "10");
  g_autoptr(TrammelRun) whole = test_identify(document);
  test_set(document, "max_iterations", "2");
  begin(&record);
  start(&record, TRAMMEL_RUN_FULL, document);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_autoptr(TrammelRun) stopped = g_object_ref(record.run);
  const TrFit *first = trammel_run_get_fit(stopped), *all = trammel_run_get_fit(whole);
  g_assert_cmpint(first->status, ==, TR_NOT_CONVERGED);
  g_assert_true(trammel_fit_may_go_on(first) && !trammel_fit_may_go_on(all));
  test_set(document, "max_iterations", "auto");
  record.finished = record.last_history = 0;
  trammel_job_go_on(record.job, trammel_document_get_project(document), stopped);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_no_error(record.error);
  const TrFit *fit = trammel_run_get_fit(record.run);
  g_assert_cmpint(fit->status, ==, TR_OK);
  /* the noise of the sensors is estimated anew, so the cost begins near the one at the end */
  g_assert_cmpfloat_with_epsilon(fit->history[0].cost.total / first->cost.total, 1, 0.05);
  g_assert_cmpfloat(first->history[0].cost.total / first->cost.total, >, 2);
  g_assert_cmpint(fit->iterations, <, all->iterations);
  for (int i = 0; i < fit->n_free; i++)
    g_assert_cmpfloat(fabs(fit->estimates[i].value - all->estimates[i].value), <,
                      0.01 * all->estimates[i].sigma);
  end(&record);
}

/* It cannot go on where other parameters are free. */
static void
test_go_on_with_others(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = test_identify(document);
  g_autoptr(GError) error = NULL;
  Record record;

  g_assert_true(trammel_document_set_free(document, "joint.pivot.coulomb", FALSE, &error));
  g_assert_no_error(error);
  begin(&record);
  trammel_job_go_on(record.job, trammel_document_get_project(document), run);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_error(record.error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_null(record.run);
  end(&record);
}

static void
test_latest_wins(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  Record record;

  begin(&record);
  start(&record, TRAMMEL_RUN_FULL, document);
  test_set(document, "compliance_scale", "0.5");
  start(&record, TRAMMEL_RUN_FULL, document);
  test_set(document, "compliance_scale", "0.25");
  start(&record, TRAMMEL_RUN_PREPARED, document);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_no_error(record.error);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(record.run));
  g_assert_cmpfloat(task->settings.compliance_scale, ==, 0.25);

  /* no report of the older requests follows */
  test_let_pass();
  g_assert_cmpint(record.finished, ==, 1);
  end(&record);
}

/* An object disposed during its fit is not called. */
static void
test_dispose_while_running(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  Record record;

  begin(&record);
  start(&record, TRAMMEL_RUN_FULL, document);
  end(&record);
  test_let_pass();
  g_assert_cmpint(record.finished, ==, 0);
}

static gboolean
exists(gpointer path)
{
  return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Installs a helper of MAT files that makes the file `started` and then never answers. */
static char *
install_silent_helper(const char *folder, const char *started)
{
  g_autofree char *script = g_strdup_printf("#!/bin/sh\n: > %s\nexec sleep 60\n", started);
  char *path = g_build_filename(folder, "helper.sh", NULL);

  g_assert_true(g_file_set_contents_full(path, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  g_setenv("TRAMMEL_MAT_HELPER", path, TRUE);
  return path;
}

/* Disposal does not wait for the thread, which still reads from a log that never arrives. */
static void
test_dispose_while_reading(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *started = g_build_filename(folder, "started", NULL);
  g_autofree char *helper = install_silent_helper(folder, started);
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autofree char *data = trammel_project_to_data(trammel_document_get_project(document));
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(data, -1, folder, NULL);
  g_autofree char *path = trammel_project_dup_log_path(project, 0);
  Record record;

  g_assert_true(g_file_set_contents(path, "MATLAB 5.0 MAT-file", -1, NULL));
  begin(&record);
  trammel_job_start(record.job, TRAMMEL_RUN_FULL, project, NULL);
  g_assert_true(test_wait(exists, started, TEST_DEADLINE));
  end(&record);
  test_let_pass();
  g_assert_cmpint(record.finished, ==, 0);
  g_unsetenv("TRAMMEL_MAT_HELPER");
  g_assert_cmpint(g_remove(path) | g_remove(started) | g_remove(helper) | g_rmdir(folder), ==, 0);
}

static void
test_missing_log(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autofree char *data = trammel_project_to_data(trammel_document_get_project(document));
  g_autoptr(TrammelProject) lost = trammel_project_new_from_data(data, -1, "/nowhere/at/all", NULL);
  Record record;

  g_assert_nonnull(lost);
  begin(&record);
  trammel_job_start(record.job, TRAMMEL_RUN_FULL, lost, NULL);
  g_assert_true(test_wait(is_finished, &record, TEST_DEADLINE));
  g_assert_null(record.run);
  g_assert_nonnull(record.error);
  g_assert_nonnull(strstr(record.error->message, "/nowhere/at/all"));
  end(&record);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  signal(SIGPIPE, SIG_IGN); /* writing to a pipe without a reader returns an error */
  g_test_add_func("/ui/session/job/prepare", test_prepare);
  g_test_add_func("/ui/session/job/identify", test_full_run);
  g_test_add_func("/ui/session/job/gap", test_gap);
  g_test_add_func("/ui/session/job/limit-of-iterations", test_limit_of_iterations);
  g_test_add_func("/ui/session/job/cancel-keeps-best", test_cancel_keeps_best);
  g_test_add_func("/ui/session/job/go-on", test_go_on);
  g_test_add_func("/ui/session/job/go-on/others", test_go_on_with_others);
  g_test_add_func("/ui/session/job/latest-wins", test_latest_wins);
  g_test_add_func("/ui/session/job/dispose-while-running", test_dispose_while_running);
  g_test_add_func("/ui/session/job/dispose-while-reading", test_dispose_while_reading);
  g_test_add_func("/ui/session/job/missing-log", test_missing_log);
  return g_test_run();
}
