/* Tests of the dialog that compares friction models: it fills its table, can be cancelled, and the
 * applied model is one undo step. */
#include <gtk/gtk.h>
#include <string.h>

#include "io/study/friction_comparison.h"
#include "ui/pages/identify/friction-dialog.h"
#include "ui/widgets/text-table.h"
#include "ui/window-support.h"

static TrFrictionModel
get_friction(TrammelWindow *window)
{
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));

  return trammel_project_get_model(project)->joints[0].friction.model;
}

static void
test_apply(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  GtkWidget *dialog, *choice, *apply;

  g_assert_true(trammel_document_put(document, "model.joints[0].friction.model", "\"viscous\"", "x",
                                     NULL, NULL));
  dialog = open_dialog_by(window, "compare-friction", TRAMMEL_TYPE_FRICTION_DIALOG);
  apply = find_widget(dialog, GTK_TYPE_BUTTON, "Apply");
  g_assert_false(gtk_widget_get_sensitive(apply));
  g_assert_true(test_wait(has_no_cancel, dialog, 3 * TEST_DEADLINE));
  g_assert_true(gtk_widget_get_sensitive(apply));
  choice = find_widget(dialog, GTK_TYPE_DROP_DOWN, NULL);
  /* the log has dry friction, so that the proposal is not one of the first two */
  g_assert_cmpuint(gtk_drop_down_get_selected(GTK_DROP_DOWN(choice)), ==, 2);
  g_assert_cmpint(get_friction(window), ==, TR_FRICTION_VISCOUS);
  g_signal_emit_by_name(apply, "clicked");
  g_assert_cmpint(get_friction(window), ==, TR_FRICTION_COULOMB);
  g_assert_nonnull(strstr(trammel_document_get_undo_label(document), "friction"));
  trammel_document_undo(document);
  g_assert_cmpint(get_friction(window), ==, TR_FRICTION_VISCOUS);
  close_window(window);
}

static void
test_cancel(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *dialog = open_dialog_by(window, "compare-friction", TRAMMEL_TYPE_FRICTION_DIALOG);
  GtkWidget *cancel = find_widget(dialog, GTK_TYPE_BUTTON, "Cancel");

  g_assert_nonnull(cancel);
  g_signal_emit_by_name(cancel, "clicked");
  g_assert_true(test_wait(has_no_cancel, dialog, TEST_DEADLINE));
  g_assert_false(gtk_widget_get_sensitive(find_widget(dialog, GTK_TYPE_BUTTON, "Apply")));
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/friction-dialog/apply", test_apply);
  g_test_add_func("/ui/friction-dialog/cancel", test_cancel);
  return run_window_tests();
}
