/* Tests of the second opinion in the window: the choice of the method with its cutoff, the balance
 * of energy, and the dialog that compares both methods. */
#include <string.h>

#include "io/project/examples.h"
#include "ui/pages/identify/energy-row.h"
#include "ui/pages/identify/method-dialog.h"
#include "ui/pages/identify/method-row.h"
#include "ui/pages/parts/setting-row.h"
#include "ui/widgets/text-table.h"
#include "ui/window-support.h"

static const TrSettings *
get_settings(TrammelWindow *window)
{
  return trammel_project_get_settings(
      trammel_document_get_project(trammel_window_get_document(window)));
}

static GtkDropDown *
find_choice(TrammelWindow *window, GType row)
{
  GtkWidget *found = find_widget(GTK_WIDGET(window), row, NULL);

  g_assert_nonnull(found);
  return GTK_DROP_DOWN(find_widget(found, GTK_TYPE_DROP_DOWN, NULL));
}

/* Returns the entry below a widget if it has this text. */
static GtkWidget *
find_entry(GtkWidget *row, const char *text)
{
  GtkWidget *entry = find_widget(row, GTK_TYPE_TEXT, NULL);

  return entry && g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), text) ? entry : NULL;
}

/* The choice is the setting; a regression shows its cutoff, which the program chooses, and going
 * back takes the formulation that was there. */
static void
test_method(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkDropDown *choice = find_choice(window, TRAMMEL_TYPE_METHOD_ROW);
  GtkWidget *row = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_METHOD_ROW, NULL);
  GtkWidget *cutoff = gtk_widget_get_last_child(gtk_widget_get_first_child(row));
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(TRAMMEL_IS_SETTING_ROW(cutoff));
  g_assert_false(gtk_widget_get_visible(cutoff));
  g_assert_true(trammel_document_set_setting(document, "formulation", "predicted", NULL));
  gtk_drop_down_set_selected(choice, 1);
  g_assert_cmpint(get_settings(window)->formulation, ==, TR_FORMULATION_REGRESSION);
  g_assert_true(gtk_widget_get_visible(cutoff));
  g_assert_true(get_settings(window)->chooses_cutoff);
  g_assert_nonnull(find_entry(cutoff, "auto"));
  g_assert_true(trammel_document_set_setting(document, "cutoff", "25", NULL));
  g_assert_false(get_settings(window)->chooses_cutoff);
  g_assert_null(find_entry(cutoff, "auto"));
  gtk_drop_down_set_selected(choice, 0);
  g_assert_cmpint(get_settings(window)->formulation, ==, TR_FORMULATION_PREDICTED);
  g_assert_false(gtk_widget_get_visible(cutoff));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Windows of the list and of the project; undo goes back to the choice before. */
static void
test_energy(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkDropDown *choice = find_choice(window, TRAMMEL_TYPE_ENERGY_ROW);
  TrammelDocument *document = trammel_window_get_document(window);
  guint n = g_list_model_get_n_items(gtk_drop_down_get_model(choice));

  g_assert_cmpuint(gtk_drop_down_get_selected(choice), ==, 0);
  gtk_drop_down_set_selected(choice, 2);
  g_assert_cmpfloat(get_settings(window)->energy, ==, 0.1);
  g_assert_true(trammel_document_set_setting(document, "energy", "0.123", NULL));
  g_assert_cmpuint(g_list_model_get_n_items(gtk_drop_down_get_model(choice)), ==, n + 1);
  g_assert_cmpuint(gtk_drop_down_get_selected(choice), ==, n);
  gtk_drop_down_set_selected(choice, 0);
  g_assert_cmpfloat(get_settings(window)->energy, ==, 0);
  trammel_document_undo(document);
  g_assert_cmpfloat(get_settings(window)->energy, ==, 0.1);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Both methods have a row for each parameter, and the regression's values become start values as
 * one undo step. */
static void
test_compare(void)
{
  TrammelWindow *window = open_example("servo");
  TrammelDocument *document = trammel_window_get_document(window);
  const TrModel *model = trammel_project_get_model(trammel_document_get_project(document));
  double start = model->joints[0].friction.viscous;
  GtkWidget *dialog = open_dialog_by(window, "compare-methods", TRAMMEL_TYPE_METHOD_DIALOG);
  GtkWidget *apply = find_widget(dialog, GTK_TYPE_BUTTON, "Use as start values");

  g_assert_nonnull(apply);
  g_assert_false(gtk_widget_get_sensitive(apply));
  g_assert_true(test_wait(has_no_cancel, dialog, 3 * TEST_DEADLINE));
  g_assert_true(gtk_widget_get_sensitive(apply));
  GtkWidget *view =
      find_widget(find_widget(dialog, TRAMMEL_TYPE_TEXT_TABLE, NULL), GTK_TYPE_COLUMN_VIEW, NULL);
  GListModel *rows = G_LIST_MODEL(gtk_column_view_get_model(GTK_COLUMN_VIEW(view)));
  g_assert_cmpuint(g_list_model_get_n_items(rows), >, 1);
  g_signal_emit_by_name(apply, "clicked");
  model = trammel_project_get_model(trammel_document_get_project(document));
  g_assert_cmpfloat(model->joints[0].friction.viscous, !=, start);
  g_assert_nonnull(strstr(trammel_document_get_undo_label(document), "regression"));
  trammel_document_undo(document);
  model = trammel_project_get_model(trammel_document_get_project(document));
  g_assert_cmpfloat(model->joints[0].friction.viscous, ==, start);
  close_window(window);
}

static void
test_cancel(void)
{
  TrammelWindow *window = open_example("three-joint-arm");
  GtkWidget *dialog = open_dialog_by(window, "compare-methods", TRAMMEL_TYPE_METHOD_DIALOG);
  GtkWidget *cancel = find_widget(dialog, GTK_TYPE_BUTTON, "Cancel");

  g_assert_nonnull(cancel);
  g_signal_emit_by_name(cancel, "clicked");
  g_assert_true(test_wait(has_no_cancel, dialog, TEST_DEADLINE));
  g_assert_false(
      gtk_widget_get_sensitive(find_widget(dialog, GTK_TYPE_BUTTON, "Use as start values")));
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

/* Expects the dialog to say a sentence with these words in place of a comparison. */
static void
expect_sentence(TrammelWindow *window, const char *words)
{
  GtkWidget *dialog = open_dialog_by(window, "compare-methods", TRAMMEL_TYPE_METHOD_DIALOG);
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  gboolean found = FALSE;

  g_assert_true(test_wait(has_no_cancel, dialog, 3 * TEST_DEADLINE));
  collect_widgets(dialog, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    found = found || strstr(gtk_label_get_text(labels->pdata[i]), words);
  if (!found)
    g_error("no label has the words '%s'", words);
  gtk_window_destroy(GTK_WINDOW(dialog));
}

/* A filter beyond the samples, and no known force. */
static void
test_bad_input(void)
{
  TrammelWindow *window = open_example("servo");
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(trammel_document_set_setting(document, "cutoff", "100000", NULL));
  expect_sentence(window, "cutoff must be below 450 Hz");
  close_window(window);
  window = open_example("pendulum");
  document = trammel_window_get_document(window);
  g_assert_true(trammel_document_set_free(document, "body.pendulum.mass", TRUE, NULL));
  expect_sentence(window, "log has the channel of a motor");
  close_window(window);
}

static void
put(TrammelDocument *document, const char *path, const char *json)
{
  g_autoptr(GError) error = NULL;

  trammel_document_put(document, path, json, "edit", NULL, &error);
  g_assert_no_error(error);
}

/* A joint whose motion a motor prescribes has no equation. */
static void
test_drives_only(void)
{
  TrammelWindow *window = open_example("servo");
  TrammelDocument *document = trammel_window_get_document(window);

  put(document, "model.motors[0]",
      "{ \"name\": \"drive\", \"joint\": \"axis\", \"drive\": \"position\" }");
  put(document, "logs[0].channels[1]",
      "{ \"signal\": \"drive\", \"column\": \"position [deg]\", \"unit\": \"deg\" }");
  expect_sentence(window, "every motion is prescribed");
  close_window(window);
}

/* Sets all columns of a CSV file but the first to zero. */
static void
write_rest(const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr(GString) rest = g_string_new(NULL);

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_string_append_printf(rest, "%s\n", lines[0]);
  for (guint i = 1; lines[i] && *lines[i]; i++) {
    g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);

    g_string_append(rest, cells[0]);
    for (guint k = 1; cells[k]; k++)
      g_string_append(rest, ",0");
    g_string_append_c(rest, '\n');
  }
  g_assert_true(g_file_set_contents(path, rest->str, -1, NULL));
}

/* A log at rest determines nothing, and the dialog says so. */
static void
test_rank_zero(void)
{
  g_autofree char *folder = g_build_filename(g_get_home_dir(), "at-rest-XXXXXX", NULL);

  g_assert_cmpint(g_mkdir_with_parents(g_get_home_dir(), 0700), ==, 0);
  g_assert_nonnull(g_mkdtemp(folder));
  g_autofree char *path = trammel_examples_write(trammel_examples_find("servo"), folder, NULL);
  g_autofree char *log = g_build_filename(folder, "servo.csv", NULL);
  g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
  TrammelWindow *window = open_window();

  write_rest(log);
  activate(window, "open-recent", uri);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  expect_sentence(window, "Nothing can be compared");
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/second-opinion/method", test_method);
  g_test_add_func("/ui/second-opinion/energy", test_energy);
  g_test_add_func("/ui/second-opinion/compare", test_compare);
  g_test_add_func("/ui/second-opinion/cancel", test_cancel);
  g_test_add_func("/ui/second-opinion/bad-input", test_bad_input);
  g_test_add_func("/ui/second-opinion/drives-only", test_drives_only);
  g_test_add_func("/ui/second-opinion/rank-zero", test_rank_zero);
  return run_window_tests();
}
