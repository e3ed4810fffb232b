/* Tests of the second opinion in the window: the choice of the method with its cutoff, the balance
 * of energy, and the dialog that compares both methods. */
#include <string.h>

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

/* The choice is the setting; a regression shows its cutoff, and going back takes the formulation
 * that was there. */
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

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/second-opinion/method", test_method);
  g_test_add_func("/ui/second-opinion/energy", test_energy);
  g_test_add_func("/ui/second-opinion/compare", test_compare);
  g_test_add_func("/ui/second-opinion/cancel", test_cancel);
  g_test_add_func("/ui/second-opinion/bad-input", test_bad_input);
  return run_window_tests();
}
