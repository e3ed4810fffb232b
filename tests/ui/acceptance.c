/* Acceptance measurements of the window: prints a row for each property, with name, measured value,
 * unit, target.  Started by tools/acceptance, which adds measurements of other programs. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "plot/figure/series.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/parts/setting-row.h"
#include "ui/plot/plot-view.h"
#include "ui/scene/view/scene-area.h"
#include "ui/scene/view/scene-view.h"
#include "ui/turns.h"
#include "ui/window-support.h"

enum { N_RUNS = 100, N_BODIES = 30, N_CANCELS = 5, N_SAMPLES = 1000000 };

static void
print_row(const char *name, double value, const char *unit, const char *target)
{
  g_print("%s\t%.3g\t%s\t%s\n", name, value, unit, target);
}

static double
get_seconds(gint64 since)
{
  return (double)(g_get_monotonic_time() - since) * 1e-6;
}

/* Returns the time since the process was started, by the kernel's clock of 10 ms. */
static double
get_process_age(void)
{
  g_autofree char *text = NULL;
  struct timespec now;

  if (!g_file_get_contents("/proc/self/stat", &text, NULL, NULL))
    return NAN;
  const char *rest = strrchr(text, ')');
  g_auto(GStrv) fields = g_strsplit(rest + 2, " ", -1);
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec -
         g_ascii_strtod(fields[19], NULL) / (double)sysconf(_SC_CLK_TCK);
}

/* Returns the processor time [s] of the whole program, nearly independent of other load. */
static double
get_work(void)
{
  struct timespec now;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static gboolean
never(gpointer user)
{
  return FALSE;
}

/* TestCondition: the view has drawn a picture. */
static gboolean
has_picture(gpointer area)
{
  return trammel_scene_area_get_n_pictures(area) > 0;
}

static void
measure_opening(TrammelWindow *window)
{
  gint64 begin = g_get_monotonic_time();
  double before = get_work();

  activate(window, "open-example", "pendulum");
  if (!test_wait(has_prepared, window, TEST_DEADLINE))
    g_error("the example was not opened");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  print_row("example opened", get_seconds(begin), "s", "0.5");
  print_row("example opened, processor time", get_work() - before, "s", "0.5");
  GtkWidget *area = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_AREA, NULL);
  if (area && test_wait(has_picture, area, TEST_DEADLINE))
    print_row("example opened, with its picture in 3D", get_seconds(begin), "s", "1");
}

/* ---- a session ------------------------------------------------------------------------------- */

static void
drag_kappa(TrammelWindow *window)
{
  GtkWidget *row = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SETTING_ROW, NULL);
  GtkRange *scale = GTK_RANGE(find_widget(row, GTK_TYPE_SCALE, NULL));

  for (int i = 0; i < 40; i++) {
    gtk_range_set_value(scale, gtk_range_get_value(scale) + (i < 20 ? 0.05 : -0.05));
    test_wait(never, NULL, 0.02);
  }
  g_signal_emit_by_name(row, "released");
  test_wait(is_idle, window, TEST_DEADLINE);
}

/* Performs a minute of typical use and measures the longest time without response. */
static void
measure_stalls(TrammelWindow *window)
{
  static const char *const pages[] = {"data", "inspect", "validate", "identify"};

  test_turns_begin();
  activate(window, "identify", NULL);
  test_wait(has_result, window, TEST_DEADLINE);
  for (guint i = 0; i < G_N_ELEMENTS(pages); i++) {
    g_action_group_change_action_state(G_ACTION_GROUP(window), "page",
                                       g_variant_new_string(pages[i]));
    test_wait(never, NULL, 1);
  }
  drag_kappa(window);
  activate(window, "undo", NULL);
  test_wait(never, NULL, 0.5);
  activate(window, "play", NULL);
  test_wait(never, NULL, 2);
  activate(window, "play", NULL);
  test_wait(is_idle, window, TEST_DEADLINE);
  TestTurns turns = test_turns_get();
  print_row("main loop, longest stall", (double)turns.longest / 1000, "ms", "50");
  print_row("main loop, most processor time of a turn", (double)turns.hardest / 1000, "ms", "50");
}

/* ---- stopping -------------------------------------------------------------------------------- */

static void
on_progress_cb(TrammelJob *job, const TrammelJobProgress *progress, gboolean *came)
{
  *came = *came || progress->kind == TRAMMEL_RUN_FULL;
}

static gboolean
is_true(gpointer value)
{
  return *(gboolean *)value;
}

/* Measures the longest of several stops, with steps so short that a fit takes seconds. */
static void
measure_cancel(TrammelWindow *window)
{
  TrammelJob *job = trammel_window_get_job(window);
  double longest = 0, hardest = 0;

  trammel_document_set_setting(trammel_window_get_document(window), "h", "0.0005", NULL);
  test_wait(is_idle, window, TEST_DEADLINE);
  for (int i = 0; i < N_CANCELS; i++) {
    gboolean came = FALSE;
    gulong handler = g_signal_connect(job, "progress", G_CALLBACK(on_progress_cb), &came);
    activate(window, "identify", NULL);
    if (!test_wait(is_true, &came, TEST_DEADLINE) || is_idle(window))
      g_error("no fit to be stopped");
    test_wait(never, NULL, 0.05 * i);
    gint64 begin = g_get_monotonic_time();
    double before = get_work();
    activate(window, "stop", NULL);
    test_wait(is_idle, window, TEST_DEADLINE);
    longest = fmax(longest, get_seconds(begin));
    hardest = fmax(hardest, get_work() - before);
    g_signal_handler_disconnect(job, handler);
  }
  print_row("cancel to idle", 1000 * longest, "ms", "200");
  print_row("cancel to idle, processor time", 1000 * hardest, "ms", "200");
}

/* ---- saving ---------------------------------------------------------------------------------- */

static void
measure_save(TrammelWindow *window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  TrammelRun *run = trammel_document_get_run(document);
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "runs.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < N_RUNS; i++)
    trammel_document_keep_run(document, run);
  if (!trammel_document_save(document, file, &error)) /* copies the example's log once */
    g_error("%s", error->message);
  gint64 begin = g_get_monotonic_time();
  double before = get_work();
  if (!trammel_document_save(document, file, &error))
    g_error("%s", error->message);
  print_row("session save with 100 runs", 1000 * get_seconds(begin), "ms", "100");
  print_row("session save with 100 runs, processor time", 1000 * (get_work() - before), "ms",
            "100");
}

/* ---- opening again --------------------------------------------------------------------------- */

/* TestCondition: the page Inspect shows the curves of a run, and all runs have their motions. */
static gboolean
shows_inspect(gpointer window)
{
  GListModel *runs = trammel_run_list_get_model(
      trammel_document_get_run_list(trammel_window_get_document(window)));
  GtkWidget *page = find_widget(window, TRAMMEL_TYPE_INSPECT_PAGE, NULL);
  GtkWidget *view = page ? find_widget(page, TRAMMEL_TYPE_PLOT_VIEW, NULL) : NULL;

  for (guint i = 0; i < g_list_model_get_n_items(runs); i++) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(runs, i);
    if (!trammel_run_record_get_run(record))
      return FALSE;
  }
  return view && trammel_plot_view_get_n_series(TRAMMEL_PLOT_VIEW(view)) > 0;
}

/* Saves five runs on the page Inspect, and opens the file. */
static void
measure_reopening(void)
{
  static const char *const kappas[] = {"3", "10", "30", "100", "300"};
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "five.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  for (gsize i = 0; i < G_N_ELEMENTS(kappas); i++) {
    trammel_document_set_setting(document, "kappa", kappas[i], NULL);
    test_wait(is_idle, window, TEST_DEADLINE);
    activate(window, "identify", NULL);
    test_wait(has_whole_result, window, TEST_DEADLINE);
    test_wait(is_idle, window, TEST_DEADLINE);
  }
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page",
                                     g_variant_new_string("inspect"));
  trammel_document_save(document, file, NULL);
  activate(window, "save", NULL); /* with the page */
  close_window(window);
  gint64 begin = g_get_monotonic_time();
  double before = get_work();
  window = open_window();
  trammel_window_open_file(window, file);
  if (!test_wait(shows_inspect, window, TEST_DEADLINE))
    g_error("the page Inspect shows no run");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  print_row("five runs opened on Inspect", get_seconds(begin), "s", "1");
  print_row("five runs opened on Inspect, processor time", get_work() - before, "s", "1");
  close_window(window);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void
measure_memory(void)
{
  g_autofree double *x = g_new(double, N_SAMPLES), *y = g_new(double, N_SAMPLES);
  double low, high;

  for (int i = 0; i < N_SAMPLES; i++) {
    x[i] = 0.001 * i;
    y[i] = sin(0.01 * i);
  }
  g_autoptr(TrammelSeries) series = trammel_series_new("y", x, y, N_SAMPLES, NULL);
  trammel_series_y_extent(series, x[0], x[N_SAMPLES - 1], FALSE, &low, &high);
  print_row("memory beside a sample and channel of 8 B",
            100 * (double)trammel_series_get_overhead(series) / (8.0 * N_SAMPLES), "%", "15");
}

/* ---- 3D -------------------------------------------------------------------------------------- */

static TrammelProject *
create_chain(void)
{
  g_autoptr(GString) text = g_string_new("{ \"format\": \"trammel/1\", \"model\": { \"bodies\": [");

  for (int i = 0; i < N_BODIES; i++)
    g_string_append_printf(text, "%s{ \"name\": \"b%d\", \"mass\": 1 }", i ? ", " : "", i);
  g_string_append(text, "], \"joints\": [");
  for (int i = 0; i < N_BODIES; i++) {
    g_string_append_printf(
        text, "%s{ \"name\": \"j%d\", \"type\": \"hinge\", \"parent\": ", i ? ", " : "", i);
    if (i == 0)
      g_string_append(text, "\"world\"");
    else
      g_string_append_printf(text, "\"b%d\", \"parent_frame\": { \"position\": [0.2, 0, 0] }",
                             i - 1);
    g_string_append_printf(text, ", \"child\": \"b%d\" }", i);
  }
  g_string_append(text, "] } }");
  return trammel_project_new_from_data(text->str, -1, NULL, NULL);
}

typedef struct {
  TrammelSceneView *view;
  const TrModel *model;
  int step;
} Playback;

static gboolean
on_frame_cb(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Playback *playback = data;
  double position[N_BODIES], poses[2][N_BODIES * TR_POSE];

  playback->step++;
  for (int ghost = 0; ghost < 2; ghost++) {
    for (int i = 0; i < N_BODIES; i++)
      position[i] = 0.1 * sin(0.02 * playback->step + 0.3 * i + 0.1 * ghost);
    tr_forward_kinematics(poses[ghost], NULL, playback->model, position, NULL);
  }
  trammel_scene_view_set_pose(playback->view, poses[0], poses[1]);
  return G_SOURCE_CONTINUE;
}

static void
measure_scene(void)
{
  GtkWidget *window = gtk_window_new(), *view = trammel_scene_view_new();
  g_autoptr(TrammelProject) project = create_chain();
  Playback playback = {TRAMMEL_SCENE_VIEW(view), trammel_project_get_model(project), 0};

  gtk_window_set_default_size(GTK_WINDOW(window), 1920, 1080);
  gtk_window_set_child(GTK_WINDOW(window), view);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(window);
  trammel_scene_view_set_mechanism(playback.view, playback.model, NULL, 0);
  if (trammel_scene_view_is_available(playback.view)) {
    TrammelSceneArea *area = TRAMMEL_SCENE_AREA(find_widget(view, TRAMMEL_TYPE_SCENE_AREA, NULL));
    gtk_widget_add_tick_callback(window, on_frame_cb, &playback, NULL);
    test_wait(never, NULL, 1);
    guint before = trammel_scene_area_get_n_pictures(area);
    gint64 begin = g_get_monotonic_time();
    test_wait(never, NULL, 4);
    print_row("3D, 30 bodies and ghosts, 1080p",
              (trammel_scene_area_get_n_pictures(area) - before) / get_seconds(begin), "1/s",
              "60 (software: 10)");
  } else {
    g_printerr("3D: skipped, there is no OpenGL 3.3\n");
  }
  gtk_window_destroy(GTK_WINDOW(window));
}

int
main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;

  gtk_init();
  application = trammel_application_new(G_APPLICATION_NON_UNIQUE);
  if (!g_application_register(G_APPLICATION(application), NULL, &error))
    g_error("%s", error->message);
  TrammelWindow *window = open_window();
  print_row("start to first frame", get_process_age(), "s", "1");
  print_row("start to first frame, processor time", get_work(), "s", "1");
  measure_opening(window);
  measure_stalls(window);
  measure_save(window);
  measure_cancel(window);
  close_window(window);
  measure_reopening();
  measure_memory();
  measure_scene();
  g_object_unref(application);
  return 0;
}
