/* Tests of a project that is opened again: its kept runs have their motions without a new fit, and
 * the pages show them at once. */
#include <gtk/gtk.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/plot/plot-view.h"
#include "ui/session/run/fit-cache.h"
#include "ui/window-support.h"

enum { N_RUNS = 3 };

typedef struct {
  char *folder, *path;
} Fixture;

static TrammelRunRecord *
get_record(TrammelWindow *window, guint i)
{
  TrammelRunList *list = trammel_document_get_run_list(trammel_window_get_document(window));
  g_autoptr(TrammelRunRecord) record = g_list_model_get_item(trammel_run_list_get_model(list), i);

  return record; /* owned by the list */
}

static guint
count_runs(TrammelWindow *window)
{
  TrammelRunList *list = trammel_document_get_run_list(trammel_window_get_document(window));

  return g_list_model_get_n_items(trammel_run_list_get_model(list));
}

/* TestCondition: the motions of all kept runs are in the cache. */
static gboolean
are_kept(gpointer window)
{
  for (guint i = 0; i < count_runs(window); i++) {
    g_autofree char *key = trammel_run_record_dup_key(get_record(window, i));
    if (!trammel_fit_cache_has(key))
      return FALSE;
  }
  return TRUE;
}

/* Identifies at several kappas and saves the project. */
static void
set_up(Fixture *f, gconstpointer data)
{
  static const char *const kappas[N_RUNS] = {"auto", "30", "3"};
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autoptr(GError) error = NULL;

  f->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  f->path = g_build_filename(f->folder, "kept.trammel", NULL);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "live", g_variant_new_boolean(FALSE));
  for (guint i = 0; i < N_RUNS; i++) {
    trammel_document_set_setting(document, "kappa", kappas[i], &error);
    g_assert_no_error(error);
    g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
    activate(window, "identify", NULL);
    while (count_runs(window) == i)
      g_main_context_iteration(NULL, TRUE);
    g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
    g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  }
  g_assert_true(test_wait(are_kept, window, TEST_DEADLINE));
  g_autoptr(GFile) file = g_file_new_for_path(f->path);
  g_assert_true(trammel_document_save(document, file, &error));
  close_window(window);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
  g_free(f->path);
}

static TrammelWindow *
reopen(const Fixture *f)
{
  TrammelWindow *window = open_window();
  g_autoptr(GFile) file = g_file_new_for_path(f->path);

  trammel_window_open_file(window, file);
  return window;
}

static gboolean
shows_run(gpointer window)
{
  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));

  return run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;
}

static gboolean
have_motions(gpointer window)
{
  for (guint i = 0; i < count_runs(window); i++)
    if (!trammel_run_record_get_run(get_record(window, i)))
      return FALSE;
  return TRUE;
}

/* The newest run is shown with the numbers of its file, and the others can be shown, too. */
static void
test_shown(Fixture *f, gconstpointer data)
{
  gint64 begin = g_get_monotonic_time();
  TrammelWindow *window = reopen(f);

  g_assert_true(test_wait(shows_run, window, TEST_DEADLINE));
  g_test_message("shown after %.2f s", 1e-6 * (double)(g_get_monotonic_time() - begin));
  g_assert_true(test_wait(have_motions, window, TEST_DEADLINE));
  g_test_message("all after %.2f s", 1e-6 * (double)(g_get_monotonic_time() - begin));
  g_assert_cmpuint(count_runs(window), ==, N_RUNS);
  g_assert_true(trammel_run_record_get_active(get_record(window, 0)));
  for (guint i = 0; i < N_RUNS; i++) {
    TrammelRunRecord *record = get_record(window, i);
    const TrFit *fit = trammel_run_get_fit(trammel_run_record_get_run(record));
    g_assert_true(fit->cost.total == trammel_run_record_get_cost(record));
    /* those of the first fit: nothing was computed again */
    g_assert_true(fit->seconds == trammel_run_record_get_seconds(record));
    g_assert_nonnull(fit->physical);
  }
  g_assert_false(trammel_document_get_dirty(trammel_window_get_document(window)));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Returns TRUE if the first plot of the page has curves. */
static gboolean
has_plot(gpointer window)
{
  GtkWidget *page = find_widget(window, TRAMMEL_TYPE_INSPECT_PAGE, NULL);
  GtkWidget *view = page ? find_widget(page, TRAMMEL_TYPE_PLOT_VIEW, NULL) : NULL;

  return view && trammel_plot_view_get_n_series(TRAMMEL_PLOT_VIEW(view)) > 0;
}

static void
test_inspect(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = reopen(f);

  activate(window, "page", "inspect");
  g_assert_true(test_wait(has_plot, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* An edit while the runs are recalled is a live edit as always. */
static void
test_edit(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = reopen(f);
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(test_wait(shows_run, window, TEST_DEADLINE));
  g_assert_true(trammel_document_set_setting(document, "kappa", "10", NULL));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  while (count_runs(window) == N_RUNS)
    g_main_context_iteration(NULL, TRUE);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_cmpfloat(trammel_run_get_fit(trammel_run_record_get_run(get_record(window, 0)))->kappa,
                    ==, 10);
  close_window(window);
}

/* Without the cache the runs have their numbers alone, and nothing is computed unasked. */
static void
test_without_cache(Fixture *f, gconstpointer data)
{
  g_autofree char *cache = g_build_filename(g_get_user_cache_dir(), "trammel", NULL);

  trammel_temp_folder_remove(cache);
  TrammelWindow *window = reopen(f);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_false(shows_run(window));
  g_assert_null(trammel_run_record_get_run(get_record(window, 0)));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add("/ui/reopened/shown", Fixture, NULL, set_up, test_shown, tear_down);
  g_test_add("/ui/reopened/inspect", Fixture, NULL, set_up, test_inspect, tear_down);
  g_test_add("/ui/reopened/edit", Fixture, NULL, set_up, test_edit, tear_down);
  g_test_add("/ui/reopened/without-cache", Fixture, NULL, set_up, test_without_cache, tear_down);
  return run_window_tests();
}
