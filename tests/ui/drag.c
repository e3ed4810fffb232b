/* Drag benchmark: drags the sliders of the Identify page of an example, with a value for each frame
 * as a mouse gives it, and prints how long the main loop was busy without a break, the age of the
 * results shown, and the previews solved and drawn per second.  After each drag it releases the
 * slider and compares the result with a fit of the same project elsewhere.
 *
 *   drag [EXAMPLE [SECONDS]]
 *
 * Started by tools/bench-drag.  Rows are for people and programs: slider, name, value, unit. */
#include <math.h>
#include <stdlib.h>

#include "engine/est/identify/identify.h"
#include "io/project/examples.h"
#include "ui/pages/parts/setting-row.h"
#include "ui/turns.h"
#include "ui/window-support.h"

/* Maximum number of document requests whose age is tracked. */
enum { MOST_REQUESTS = 4096 };

typedef struct {
  TrammelWindow *window;
  const char *slider;
  GtkRange *scale;
  double low, high; /* of the scale's values */
  gint64 begin, end;
  gint64 asked[MOST_REQUESTS]; /* [us] when each request was made ... */
  double value[MOST_REQUESTS]; /* ... and its setting */
  int n_asked, n_solved, n_drawn;
  gint64 pending; /* [us] request time of the result now shown; 0: drawn already */
  GArray *ages;   /* double [ms] of results when they were drawn */
} Drag;

static double
get_setting(const TrSettings *settings, const char *slider)
{
  return g_str_equal(slider, "kappa")              ? settings->kappa
         : g_str_equal(slider, "compliance_scale") ? settings->compliance_scale
         : g_str_equal(slider, "damping_scale")    ? settings->damping_scale
                                                   : settings->h;
}

static void
on_document_changed_cb(TrammelDocument *document, Drag *drag)
{
  if (drag->n_asked == MOST_REQUESTS)
    return;
  drag->value[drag->n_asked] = get_setting(
      trammel_project_get_settings(trammel_document_get_project(document)), drag->slider);
  drag->asked[drag->n_asked++] = g_get_monotonic_time();
}

static void
on_solved_cb(TrammelLive *live, TrammelRun *run, Drag *drag)
{
  double value = get_setting(
      trammel_project_get_settings(trammel_problem_get_project(trammel_run_get_problem(run))),
      drag->slider);

  drag->n_solved++;
  for (int i = drag->n_asked; i-- > 0;)
    if (drag->value[i] == value) {
      drag->pending = drag->asked[i];
      return;
    }
}

static void
on_after_paint_cb(GdkFrameClock *clock, Drag *drag)
{
  if (!drag->pending)
    return;
  double age = (double)(g_get_monotonic_time() - drag->pending) / 1000;
  g_array_append_val(drag->ages, age);
  drag->n_drawn++;
  drag->pending = 0;
}

/* Moves the slider to the end and back in 1.5 s. */
static gboolean
on_frame_cb(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Drag *drag = data;
  double seconds = (double)(g_get_monotonic_time() - drag->begin) / 1e6;
  double share = 0.5 - 0.5 * cos(2 * G_PI * seconds / 1.5);

  gtk_range_set_value(drag->scale, drag->low + share * (drag->high - drag->low));
  return G_SOURCE_CONTINUE;
}

static gboolean
is_over(gpointer data)
{
  return g_get_monotonic_time() >= ((Drag *)data)->end;
}

static int
compare_ages(gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double
percentile(GArray *sorted, double share)
{
  return sorted->len ? g_array_index(sorted, double, (guint)(share * (sorted->len - 1))) : NAN;
}

static void
print_row(const Drag *drag, const char *name, double value, const char *unit)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd(number, sizeof number, "%.4g", value);
  g_print("%s\t%s\t%s\t%s\n", drag->slider, name, number, unit);
}

static void
print_drag(Drag *drag)
{
  double seconds = (double)(drag->end - drag->begin) / 1e6;

  g_array_sort(drag->ages, compare_ages);
  print_row(drag, "values", drag->n_asked / seconds, "1/s");
  print_row(drag, "previews solved", drag->n_solved / seconds, "1/s");
  print_row(drag, "previews drawn", drag->n_drawn / seconds, "1/s");
  print_row(drag, "request to drawn, median", percentile(drag->ages, 0.5), "ms");
  print_row(drag, "request to drawn, 95 %", percentile(drag->ages, 0.95), "ms");
  print_row(drag, "request to drawn, longest", percentile(drag->ages, 1), "ms");
  TestTurns turns = test_turns_get();
  print_row(drag, "main loop, longest turn", (double)turns.longest / 1000, "ms");
  print_row(drag, "main loop, most processor time of a turn", (double)turns.hardest / 1000, "ms");
  print_row(drag, "main loop, turns above 50 ms", (double)turns.over, "1");
}

static gboolean
has_fit(gpointer window)
{
  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));

  return is_idle(window) && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;
}

/* Returns the largest difference of an estimate from that of a fit of the same project, made
 * here. */
static double
compare_fit(TrammelWindow *window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  const TrFit *shown = trammel_run_get_fit(trammel_document_get_run(document));
  g_autoptr(TrammelProblem) problem =
      trammel_problem_new(trammel_document_get_project(document), NULL, NULL, NULL);
  TrFit *fit = NULL;
  double largest = 0;

  if (!problem || tr_identify(&fit, trammel_problem_get_task(problem), NULL) != TR_OK)
    g_error("the fit for comparison failed");
  for (int i = 0; i < fit->n_free; i++)
    largest = fmax(largest, fabs(shown->estimates[i].value - fit->estimates[i].value));
  tr_fit_free(fit);
  return largest;
}

/* Returns the slider of a setting, by the order of the rows in the panel. */
static TrammelSettingRow *
find_row(TrammelWindow *window, const char *slider)
{
  static const char *const order[] = {"kappa", "compliance_scale", "damping_scale", "h"};
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_SETTING_ROW, rows);
  for (guint i = 0; i < rows->len && i < G_N_ELEMENTS(order); i++)
    if (g_str_equal(order[i], slider))
      return rows->pdata[i];
  g_error("there is no slider for %s", slider);
}

static void
run_drag(TrammelWindow *window, const char *slider, double from, double to, double seconds)
{
  TrammelSettingRow *row = find_row(window, slider);
  Drag drag = {.window = window,
               .slider = slider,
               .scale = GTK_RANGE(find_widget(GTK_WIDGET(row), GTK_TYPE_SCALE, NULL)),
               .ages = g_array_new(FALSE, FALSE, sizeof(double))};
  TrammelDocument *document = trammel_window_get_document(window);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(window));
  double now = gtk_range_get_value(drag.scale);

  drag.low = now + from;
  drag.high = now + to;
  g_signal_connect(document, "changed", G_CALLBACK(on_document_changed_cb), &drag);
  g_signal_connect(trammel_window_get_live(window), "solved", G_CALLBACK(on_solved_cb), &drag);
  g_signal_connect(clock, "after-paint", G_CALLBACK(on_after_paint_cb), &drag);
  drag.begin = g_get_monotonic_time();
  drag.end = drag.begin + (gint64)(seconds * 1e6);
  test_turns_begin();
  guint mover = gtk_widget_add_tick_callback(GTK_WIDGET(window), on_frame_cb, &drag, NULL);
  while (!is_over(&drag))
    g_main_context_iteration(NULL, TRUE);
  gtk_widget_remove_tick_callback(GTK_WIDGET(window), mover);
  print_drag(&drag);
  g_autoptr(GVariant) live = g_action_group_get_action_state(G_ACTION_GROUP(window), "live");
  if (!g_variant_get_boolean(live))
    g_error("previews of %s were too slow: Live was switched off", slider);
  gint64 released = g_get_monotonic_time();
  g_signal_emit_by_name(row, "released");
  if (!test_wait(has_fit, window, TEST_DEADLINE))
    g_error("no fit follows the drag of %s", slider);
  print_row(&drag, "release to full fit", (double)(g_get_monotonic_time() - released) / 1000, "ms");
  g_signal_handlers_disconnect_by_data(document, &drag);
  g_signal_handlers_disconnect_by_data(trammel_window_get_live(window), &drag);
  g_signal_handlers_disconnect_by_data(clock, &drag);
  print_row(&drag, "full fit, difference from one elsewhere", compare_fit(window), "SI");
  g_array_unref(drag.ages);
}

int
main(int argc, char **argv)
{
  const char *example = argc > 1 ? argv[1] : "furuta";
  double seconds = argc > 2 ? g_ascii_strtod(argv[2], NULL) : 4;
  g_autoptr(GError) error = NULL;

  if (!trammel_examples_find(example)) {
    g_printerr("There is no example %s; trammel-cli example lists them.\n", example);
    return 2;
  }
  gtk_init();
  application = trammel_application_new(G_APPLICATION_NON_UNIQUE);
  if (!g_application_register(G_APPLICATION(application), NULL, &error))
    g_error("%s", error->message);
  TrammelWindow *window = open_example(example);
  activate(window, "identify", NULL);
  if (!test_wait(has_result, window, TEST_DEADLINE))
    g_error("the example could not be identified");
  run_drag(window, "kappa", -1, 1, seconds);
  run_drag(window, "compliance_scale", -1, 1, seconds);
  run_drag(window, "damping_scale", -0.3, 0.3, seconds);
  run_drag(window, "h", -0.15, 0.15, seconds);
  close_window(window);
  g_object_unref(application);
  return 0;
}
