/* Tests of sweeps of a document in a background thread: proposed ranges, results, stopping,
 * texts. */
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/packed/temp_folder.h"
#include "ui/session/identify/kept-sweeps.h"
#include "ui/session/session-support.h"

static TrammelDocument *
open_pendulum(void)
{
  TrammelDocument *document = test_open_example("pendulum");

  /* long steps: the numbers are not checked */
  test_set(document, "h", "0.02");
  return document;
}

static gboolean
is_idle(gpointer sweeper)
{
  return !trammel_worker_get_running(sweeper);
}

/* The proposed ranges contain the present value, and can be swept. */
static void
test_proposals(void)
{
  TrammelDocument *document = open_pendulum();
  TrammelProject *project = trammel_document_get_project(document);
  const TrSettings *settings = trammel_project_get_settings(project);
  const double present[TRAMMEL_SWEEPER_N] = {1, settings->h, settings->compliance_scale};

  for (int t = 0; t < TRAMMEL_SWEEPER_N; t++) {
    TrammelSweepRange range = trammel_sweeper_propose(project, NULL, t);
    g_assert_cmpfloat(range.from, <, present[t]);
    g_assert_cmpfloat(range.to, >, present[t]);
    g_assert_cmpuint(range.n, >, 4);
    g_autofree char *text = trammel_sweeper_dup_effort(&range, NULL);
    g_assert_true(g_str_has_suffix(text, " fits"));
  }
  test_release(document);
}

/* The points are at the requested values, with the results of io/study/sweep.h. */
static void
test_kappa(void)
{
  TrammelDocument *document = open_pendulum();
  TrammelSweeper *sweeper = trammel_sweeper_new();
  const TrammelSweepRange range = {TRAMMEL_SWEEPER_KAPPA, 0.1, 1000, 5};
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_sweeper_get_sweep(sweeper));
  trammel_sweeper_start(sweeper, trammel_document_get_project(document), &range, &error);
  g_assert_no_error(error);
  g_assert_true(test_wait(is_idle, sweeper, TEST_DEADLINE));
  const TrammelSweep *sweep = trammel_sweeper_get_sweep(sweeper);
  g_assert_cmpuint(sweep->points->len, ==, 5);
  g_assert_false(sweep->interrupted);
  g_assert_cmpuint(sweep->corners->len, ==, 1);
  for (guint i = 0; i < 5; i++) {
    const TrammelSweepPoint *point = sweep->points->pdata[i];
    g_assert_cmpfloat_with_epsilon(log10(point->at[0]), i - 1.0, 1e-9);
    g_assert_true(isfinite(point->score.nrmse_percent));
  }
  g_autofree char *words = trammel_sweeper_dup_words(sweeper);
  g_assert_nonnull(strstr(words, "corner"));
  g_assert_nonnull(strstr(words, "open-loop error at"));
  test_release(sweeper);
  test_release(document);
}

/* A sweep is stored in the document and its file, and is read back unchanged. */
static void
test_kept(void)
{
  TrammelDocument *document = open_pendulum();
  TrammelSweeper *sweeper = trammel_sweeper_new();
  const TrammelSweepRange range = {TRAMMEL_SWEEPER_KAPPA, 1, 100, 3};
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "mine.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(GError) error = NULL;
  TrammelSweep *kept = NULL;
  TrammelProject *swept = NULL;

  trammel_sweeper_start(sweeper, trammel_document_get_project(document), &range, NULL);
  g_assert_true(test_wait(is_idle, sweeper, TEST_DEADLINE));
  g_assert_true(trammel_kept_sweeps_add(document, trammel_sweeper_get_sweep(sweeper),
                                        trammel_sweeper_get_project(sweeper), &error));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "sweep over state error weight κ");
  g_assert_true(trammel_document_save(document, file, &error));
  g_assert_no_error(error);
  TrammelDocument *again = trammel_document_load(file, &error);
  g_assert_no_error(error);
  g_assert_false(trammel_document_get_dirty(again));
  g_assert_cmpint(trammel_kept_sweeps_get_target(again), ==, TRAMMEL_SWEEPER_KAPPA);
  g_assert_true(trammel_kept_sweeps_get(again, TRAMMEL_SWEEPER_KAPPA, &kept, &swept));
  g_autofree char *before = trammel_sweep_to_json(trammel_sweeper_get_sweep(sweeper));
  g_autofree char *after = trammel_sweep_to_json(kept);
  g_assert_cmpstr(before, ==, after);
  g_assert_cmpfloat(trammel_project_get_settings(swept)->h, ==, 0.02);
  trammel_sweep_free(kept);
  trammel_project_unref(swept);
  g_assert_true(trammel_kept_sweeps_delete(again, TRAMMEL_SWEEPER_KAPPA));
  g_assert_false(trammel_kept_sweeps_delete(again, TRAMMEL_SWEEPER_KAPPA));
  trammel_document_undo(again);
  g_assert_cmpint(trammel_kept_sweeps_get_target(again), ==, TRAMMEL_SWEEPER_KAPPA);
  trammel_temp_folder_remove(folder);
  test_release(again);
  test_release(sweeper);
  test_release(document);
}

static void
on_progress_cb(TrammelSweeper *sweeper, guint done, guint of, const char *what, guint *seen)
{
  g_assert_cmpuint(of, ==, 40);
  *seen = done;
  trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(sweeper));
}

/* A stop keeps the finished points. */
static void
test_stop(void)
{
  TrammelDocument *document = open_pendulum();
  TrammelSweeper *sweeper = trammel_sweeper_new();
  const TrammelSweepRange range = {TRAMMEL_SWEEPER_COMPLIANCE, 0.001, 1000, 40};
  guint seen = 0;

  g_signal_connect(sweeper, "progress", G_CALLBACK(on_progress_cb), &seen);
  g_assert_true(
      trammel_sweeper_start(sweeper, trammel_document_get_project(document), &range, NULL));
  g_assert_true(test_wait(is_idle, sweeper, TEST_DEADLINE));
  const TrammelSweep *sweep = trammel_sweeper_get_sweep(sweeper);
  g_assert_cmpuint(seen, >, 0);
  g_assert_true(sweep->interrupted);
  g_assert_cmpuint(sweep->points->len, >=, seen);
  g_assert_cmpuint(sweep->points->len, <, 40);
  g_autofree char *words = trammel_sweeper_dup_words(sweeper);
  g_assert_nonnull(strstr(words, "Stopped after"));
  test_release(sweeper);
  test_release(document);
}

static void
test_refused(void)
{
  static const double ranges[][2] = {{0, 1}, {-1, 1}, {10, 1}, {1, NAN}};
  TrammelDocument *document = open_pendulum();
  TrammelSweeper *sweeper = trammel_sweeper_new();

  for (guint i = 0; i < G_N_ELEMENTS(ranges); i++) {
    const TrammelSweepRange range = {TRAMMEL_SWEEPER_STEP, ranges[i][0], ranges[i][1], 3};
    g_autoptr(GError) error = NULL;
    g_assert_false(
        trammel_sweeper_start(sweeper, trammel_document_get_project(document), &range, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  }
  g_assert_true(is_idle(sweeper));
  test_release(sweeper);
  test_release(document);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/session/sweeper/proposals", test_proposals);
  g_test_add_func("/session/sweeper/kappa", test_kappa);
  g_test_add_func("/session/sweeper/kept", test_kept);
  g_test_add_func("/session/sweeper/stop", test_stop);
  g_test_add_func("/session/sweeper/refused", test_refused);
  return g_test_run();
}
