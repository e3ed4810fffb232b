/* Tests of the objects behind the page Data: the log that is shown, the dragged ranges, the plotted
 * channels, and the labels of the buttons that fix findings. */
#include <glib/gstdio.h>
#include <math.h>

#include "io/problem/finding.h"
#include "ui/session/identify/fix-label.h"
#include "ui/session/import/log-model.h"
#include "ui/session/import/plot-groups.h"
#include "ui/session/import/range-set.h"
#include "ui/ui-support.h"

/* ---- the log --------------------------------------------------------------------------------- */

static gboolean
is_read(gpointer model)
{
  return !trammel_log_model_get_reading(model);
}

static TrammelLogModel *
open_example(const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) document = trammel_document_new_from_example(name, &error);

  g_assert_no_error(error);
  TrammelLogModel *model = trammel_log_model_new(document);
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  return model;
}

static TrammelProject *
get_project(TrammelLogModel *model)
{
  return trammel_document_get_project(trammel_log_model_get_document(model));
}

static void
test_view(void)
{
  g_autoptr(TrammelLogModel) model = open_example("furuta");
  TrammelLogView *view = trammel_log_model_get_view(model);

  g_assert_nonnull(view->table);
  g_assert_null(view->error);
  g_assert_cmpuint(view->table->channels->len, ==, 4);
  g_assert_cmpuint(view->sparks->len, ==, 4);
  g_assert_cmpuint(view->uses->len, ==, 3);
  int arm = trammel_log_table_find(view->table, "arm");
  g_assert_cmpstr(trammel_log_view_find_use(view, (guint)arm)->signal, ==, "arm");
  g_assert_cmpint(trammel_log_model_find_mapping(model, (guint)arm), >=, 0);
  g_assert_null(trammel_log_view_find_use(view, 0));
  g_autofree char *facts = trammel_log_view_describe(view);
  g_assert_cmpstr(facts, ==, "1000 Hz   10.00 s   10\u202f001 rows   0 gaps");
  /* a sparkline reaches both ends of the range */
  const TrammelSpark *spark = &g_array_index(view->sparks, TrammelSpark, (guint)arm);
  float low = 1, high = 0;
  for (int i = 0; i < TRAMMEL_SPARK_COLUMNS; i++) {
    low = fminf(low, spark->low[i]);
    high = fmaxf(high, spark->high[i]);
  }
  g_assert_cmpfloat(low, ==, 0);
  g_assert_cmpfloat(high, ==, 1);
}

/* The times of an example are exact until that is taken back. */
static void
test_timing(void)
{
  g_autoptr(TrammelLogModel) model = open_example("furuta");
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_project_get_log_timing_is_known(get_project(model), 0));
  g_assert_true(trammel_log_model_set_timing_known(model, FALSE, &error));
  g_assert_false(trammel_project_get_log_timing_is_known(get_project(model), 0));
  trammel_document_undo(trammel_log_model_get_document(model));
  g_assert_true(trammel_project_get_log_timing_is_known(get_project(model), 0));
  g_assert_no_error(error);
}

/* Every edit changes the project, is one undo step, and leaves the raw data and their table
 * unchanged. */
static void
test_edits(void)
{
  g_autoptr(TrammelLogModel) model = open_example("furuta");
  TrammelDocument *document = trammel_log_model_get_document(model);
  g_autoptr(TrammelLogTable) table =
      trammel_log_table_ref(trammel_log_model_get_view(model)->table);
  gsize n_all = trammel_log_view_find_use(trammel_log_model_get_view(model), 1)->n;
  double trim[2], range[2];
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_log_model_set_trim(model, 1, 9, &error));
  g_assert_true(trammel_log_model_add_excluded(model, 3, 4, &error));
  g_assert_true(trammel_log_model_set_mapping(model, 0, "sign", "-1", &error));
  g_assert_true(trammel_log_model_set_role(model, TRAMMEL_ROLE_VALIDATE, &error));
  g_assert_no_error(error);
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  TrammelLogView *view = trammel_log_model_get_view(model);
  g_assert_true(view->table == table);
  const TrammelTableUse *use = trammel_log_view_find_use(view, 1);
  g_assert_cmpuint(use->n, <, n_all * 3 / 4);
  g_assert_cmpfloat(use->t[0], >=, 1);
  const TrammelTableChannel *raw = table->channels->pdata[1];
  g_assert_cmpfloat_with_epsilon(use->y[500], -raw->y[1500], 1e-9);
  trammel_project_get_log_trim(get_project(model), 0, trim);
  g_assert_cmpfloat(trim[1], ==, 9);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "change the use of swing-up");
  for (int i = 0; i < 4; i++)
    trammel_document_undo(document);
  g_assert_false(trammel_document_get_dirty(document));
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  g_assert_cmpuint(trammel_log_view_find_use(trammel_log_model_get_view(model), 1)->n, ==, n_all);
  g_assert_true(trammel_log_model_add_excluded(model, 3, 4, &error));
  g_assert_true(trammel_log_model_set_excluded(model, 0, 3.5, 5, &error));
  trammel_project_get_excluded(get_project(model), 0, 0, range);
  g_assert_cmpfloat(range[0], ==, 3.5);
  g_assert_true(trammel_log_model_remove_excluded(model, 0, &error));
  g_assert_cmpuint(trammel_project_get_n_excluded(get_project(model), 0), ==, 0);
  /* refused: nothing changes */
  g_assert_false(trammel_log_model_set_trim(model, 5, 2, &error));
  g_assert_nonnull(error);
}

/* A fault is found, can be ignored, and is fixed by its own proposal. */
static void
test_findings(void)
{
  g_autoptr(TrammelLogModel) model = open_example("furuta");
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_put(trammel_log_model_get_document(model), "logs[0].channels[2]",
                                     NULL, "take the drive away", NULL, &error));
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  TrammelLogView *view = trammel_log_model_get_view(model);
  g_assert_cmpuint(view->findings->len, ==, 1);
  const TrammelFinding *finding = &g_array_index(view->findings, TrammelFinding, 0);
  g_assert_cmpstr(finding->code, ==, "motor-without-channel");
  g_assert_true(trammel_log_model_ignore(model, finding, &error));
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  view = trammel_log_model_get_view(model);
  g_assert_cmpuint(view->findings->len, ==, 0);
  g_assert_cmpuint(view->n_ignored, ==, 1);
  g_assert_true(trammel_log_model_heed_all(model, &error));
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  view = trammel_log_model_get_view(model);
  g_assert_true(
      trammel_log_model_fix(model, &g_array_index(view->findings, TrammelFinding, 0), &error));
  g_assert_no_error(error);
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  g_assert_cmpuint(trammel_log_model_get_view(model)->findings->len, ==, 0);
  g_assert_cmpuint(trammel_project_get_n_mappings(get_project(model), 0), ==, 3);
}

/* A missing file is reported in words; the log returns with the file. */
static void
test_missing_file(void)
{
  g_autoptr(TrammelLogModel) model = open_example("pendulum");
  TrammelDocument *document = trammel_log_model_get_document(model);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_put(document, "logs[0].file", "\"gone.csv\"", "x", NULL, &error));
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  TrammelLogView *view = trammel_log_model_get_view(model);
  g_assert_null(view->table);
  g_assert_nonnull(strstr(view->error, "gone.csv"));
  trammel_document_undo(document);
  g_assert_true(test_wait(is_read, model, TEST_DEADLINE));
  g_assert_nonnull(trammel_log_model_get_view(model)->table);
  g_assert_true(trammel_document_put(document, "logs", "[]", "x", NULL, &error));
  g_assert_null(trammel_log_model_get_log_name(model));
  g_assert_null(trammel_log_model_get_view(model));
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static void
on_dropped_cb(TrammelRangeSet *set, int range, int *dropped)
{
  *dropped = range;
}

static TrammelRangeSet *
new_ranges(int *dropped)
{
  TrammelRangeSet *set = trammel_range_set_new();

  *dropped = TRAMMEL_RANGE_NONE;
  g_signal_connect(set, "dropped", G_CALLBACK(on_dropped_cb), dropped);
  trammel_range_set_load(set, NULL, 0, 0, 10);
  return set;
}

static void
assert_range(TrammelRangeSet *set, int range, double from, double to)
{
  double ends[2];

  trammel_range_set_get(set, range, &ends[0], &ends[1]);
  g_assert_cmpfloat_with_epsilon(ends[0], from, 1e-12);
  g_assert_cmpfloat_with_epsilon(ends[1], to, 1e-12);
}

static void
test_drag_trim(void)
{
  int dropped;
  g_autoptr(TrammelRangeSet) set = new_ranges(&dropped);

  assert_range(set, TRAMMEL_RANGE_TRIM, 0, 10);
  g_assert_cmpint(trammel_range_set_find_edge(set, 5, 0.1).range, ==, TRAMMEL_RANGE_NONE);
  TrammelRangeEdge edge = trammel_range_set_find_edge(set, 9.95, 0.1);
  g_assert_cmpint(edge.range, ==, TRAMMEL_RANGE_TRIM);
  g_assert_true(edge.is_end);
  trammel_range_set_grab(set, edge, 9.95);
  trammel_range_set_drag(set, 7);
  assert_range(set, TRAMMEL_RANGE_TRIM, 0, 7);
  trammel_range_set_drag(set, -3); /* not past the other end */
  assert_range(set, TRAMMEL_RANGE_TRIM, 0, 1e-3);
  trammel_range_set_drag(set, 6);
  trammel_range_set_drop(set);
  g_assert_cmpint(dropped, ==, TRAMMEL_RANGE_TRIM);
  assert_range(set, TRAMMEL_RANGE_TRIM, 0, 6);
}

static void
test_drag_new_part(void)
{
  int dropped;
  g_autoptr(TrammelRangeSet) set = new_ranges(&dropped);
  const TrammelRangeEdge none = {TRAMMEL_RANGE_NONE, FALSE};

  trammel_range_set_set_marking(set, TRUE);
  trammel_range_set_grab(set, none, 4);
  trammel_range_set_drag(set, 2); /* leftwards */
  assert_range(set, 0, 2, 4);
  trammel_range_set_drag(set, 20);
  assert_range(set, 0, 4, 10);
  trammel_range_set_drop(set);
  g_assert_cmpint(dropped, ==, 0);
  g_assert_false(trammel_range_set_get_marking(set));
  /* a click marks nothing, and a cancelled drag changes nothing */
  dropped = TRAMMEL_RANGE_NONE;
  trammel_range_set_grab(set, none, 1);
  trammel_range_set_drop(set);
  trammel_range_set_grab(set, none, 1);
  trammel_range_set_drag(set, 2);
  trammel_range_set_cancel(set);
  g_assert_cmpint(dropped, ==, TRAMMEL_RANGE_NONE);
  g_assert_cmpuint(trammel_range_set_get_n_excluded(set), ==, 1);
}

/* ---- plots ----------------------------------------------------------------------------------- */

static guint
get_shown(TrammelPlotGroups *groups, guint plot, guint i)
{
  return g_array_index((GArray *)trammel_plot_groups_get(groups)->pdata[plot], guint, i);
}

static gboolean
put(TrammelPlotGroups *groups, guint channel, TrammelPlotPlace place, guint plot)
{
  g_autoptr(GArray) channels = g_array_new(FALSE, FALSE, sizeof(guint));

  g_array_append_val(channels, channel);
  return trammel_plot_groups_place(groups, channels, place, plot);
}

/* Asserts the groups "1+2 3": channels of one plot by +, plots from top to bottom. */
static void
assert_groups(TrammelPlotGroups *groups, const char *expected)
{
  GPtrArray *plots = trammel_plot_groups_get(groups);
  g_autoptr(GString) text = g_string_new(NULL);

  for (guint i = 0; i < plots->len; i++) {
    const GArray *channels = plots->pdata[i];
    for (guint k = 0; k < channels->len; k++)
      g_string_append_printf(text, "%s%u", k ? "+" : i ? " " : "", get_shown(groups, i, k));
  }
  g_assert_cmpstr(text->str, ==, expected);
}

static void
test_places(void)
{
  g_autoptr(TrammelLogModel) model = open_example("furuta");
  g_autoptr(TrammelPlotGroups) groups = trammel_plot_groups_new();
  g_autoptr(GArray) both = g_array_new(FALSE, FALSE, sizeof(guint));
  const guint channels[] = {1, 3};

  trammel_plot_groups_take(groups, trammel_log_model_get_view(model));
  assert_groups(groups, "1 2 3");
  g_autoptr(GPtrArray) before = g_ptr_array_ref(trammel_plot_groups_get(groups));
  g_array_append_vals(both, channels, 2);
  g_assert_true(trammel_plot_groups_place(groups, both, TRAMMEL_PLACE_WITH, 1));
  assert_groups(groups, "2+1+3");
  g_assert_true(put(groups, 3, TRAMMEL_PLACE_OWN, 0));
  assert_groups(groups, "3 2+1");
  g_assert_true(put(groups, 0, TRAMMEL_PLACE_INSTEAD, 1));
  assert_groups(groups, "3 0");
  g_assert_true(put(groups, 3, TRAMMEL_PLACE_INSTEAD, 1));
  assert_groups(groups, "3");
  g_assert_true(put(groups, 3, TRAMMEL_PLACE_WITH, 0));
  assert_groups(groups, "3");
  g_assert_true(put(groups, 1, TRAMMEL_PLACE_OWN, 1));
  assert_groups(groups, "3 1");
  g_assert_true(put(groups, 1, TRAMMEL_PLACE_OWN, 0));
  assert_groups(groups, "1 3");
  g_assert_true(put(groups, 1, TRAMMEL_PLACE_NOWHERE, 0));
  assert_groups(groups, "3");
  g_assert_cmpuint(before->len, ==, 3);
}

/* One plot too many changes nothing. */
static void
test_too_many_plots(void)
{
  g_autoptr(TrammelPlotGroups) groups = trammel_plot_groups_new();

  for (guint i = 0; i < TRAMMEL_MAX_PLOTS; i++)
    g_assert_true(put(groups, i, TRAMMEL_PLACE_OWN, i));
  g_assert_false(put(groups, 8, TRAMMEL_PLACE_OWN, 3));
  assert_groups(groups, "0 1 2 3 4 5 6 7");
  /* a plotted channel moves to another plot */
  g_assert_true(put(groups, 7, TRAMMEL_PLACE_OWN, 0));
  assert_groups(groups, "7 0 1 2 3 4 5 6");
}

static void
test_groups(void)
{
  g_autoptr(TrammelLogModel) model = open_example("furuta");
  g_autoptr(TrammelLogModel) other = open_example("servo");
  g_autoptr(TrammelPlotGroups) groups = trammel_plot_groups_new();

  /* the mapped channels, then those that the user chooses */
  trammel_plot_groups_take(groups, trammel_log_model_get_view(model));
  g_assert_cmpuint(trammel_plot_groups_get(groups)->len, ==, 3);
  g_assert_cmpuint(get_shown(groups, 0, 0), ==, 1);
  g_assert_true(put(groups, 2, TRAMMEL_PLACE_WITH, 0));
  g_assert_cmpuint(trammel_plot_groups_get(groups)->len, ==, 2);
  g_assert_cmpuint(get_shown(groups, 0, 1), ==, 2);
  g_assert_true(put(groups, 3, TRAMMEL_PLACE_NOWHERE, 0));
  g_assert_false(trammel_plot_groups_contain(groups, 3));
  /* another rig has none of these columns; the same rig has them all */
  trammel_plot_groups_take(groups, trammel_log_model_get_view(other));
  g_assert_cmpuint(trammel_plot_groups_get(groups)->len, ==, 2);
  g_assert_cmpuint(get_shown(groups, 0, 0), ==, 1);
  trammel_plot_groups_take(groups, NULL);
  g_assert_cmpuint(trammel_plot_groups_get(groups)->len, ==, 0);
}

/* ---- labels ---------------------------------------------------------------------------------- */

static void
test_fix_labels(void)
{
  static const struct {
    const char *path, *value, *label;
  } cases[] = {
      {"logs[0].channels[1].unit", "\"deg\"", "Set the unit to deg"},
      {"logs[0].channels[1].sign", "-1", "Flip the sign"},
      {"logs[0].channels[1].delay", "0.012", "Set the delay to 12 ms"},
      {"logs[0].exclude[]", "[1.5, 2]", "Exclude 1.5 to 2 s"},
      {"logs[0].time", "{ \"rate\": 500 }", "Use 500 Hz instead of the time stamps"},
      {"logs[0].channels[]", "{ \"signal\": \"m\", \"constant\": 0 }", "Set it to 0"},
      {"model.sensors[0].sigma", "0.0012", "Set σ to 0.0012"},
      {"settings.h", "0.005", "Set the time step to 5 ms"},
      {"logs[0].time", "[]", "Fix"},
  };

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    TrammelFinding finding = {.fix_path = (char *)cases[i].path,
                              .fix_value = (char *)cases[i].value};
    g_autofree char *label = trammel_fix_label_new(&finding, NULL);
    g_assert_cmpstr(label, ==, cases[i].label);
  }
  g_assert_null(trammel_fix_label_new(&(TrammelFinding){0}, NULL));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/data/view", test_view);
  g_test_add_func("/ui/session/data/timing", test_timing);
  g_test_add_func("/ui/session/data/edits", test_edits);
  g_test_add_func("/ui/session/data/findings", test_findings);
  g_test_add_func("/ui/session/data/missing-file", test_missing_file);
  g_test_add_func("/ui/session/data/drag-trim", test_drag_trim);
  g_test_add_func("/ui/session/data/drag-new-part", test_drag_new_part);
  g_test_add_func("/ui/session/data/plot-groups", test_groups);
  g_test_add_func("/ui/session/data/plot-places", test_places);
  g_test_add_func("/ui/session/data/plot-limit", test_too_many_plots);
  g_test_add_func("/ui/session/data/fix-labels", test_fix_labels);
  return g_test_run();
}
