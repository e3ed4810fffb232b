/* Tests of the dialog that imports a model, with real clicks.  Skipped without xdotool. */
#include "ui/pages/start/model-import-dialog.h"
#include "ui/real-input.h"
#include "ui/session/export/export-plan.h"
#include "ui/window-support.h"

static GtkWidget *
find_dialog(void)
{
  GtkWidget *found = NULL;
  GListModel *windows = gtk_window_get_toplevels();

  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWindow) window = g_list_model_get_item(windows, i);
    if (g_strcmp0(gtk_window_get_title(window), "Import arm.urdf") == 0)
      found = GTK_WIDGET(window);
  }
  return found && gtk_widget_get_mapped(found) ? found : NULL;
}

static gboolean
has_dialog(gpointer unused)
{
  return find_dialog() != NULL;
}

static gboolean
has_no_dialog(gpointer unused)
{
  return find_dialog() == NULL;
}

static TrammelWindow *
open_model(const char *name)
{
  g_autofree char *path = g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "models", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  TrammelWindow *window = open_window();

  trammel_window_open_file(window, file);
  g_assert_true(test_wait(has_dialog, NULL, TEST_DEADLINE));
  return window;
}

static void
click(GtkWidget *dialog, GType type, const char *label)
{
  GtkWidget *widget = find_widget(dialog, type, label);

  g_assert_nonnull(widget);
  real_input_settle(dialog);
  real_input_click(widget, 1, gtk_widget_get_width(widget) / 2.0,
                   gtk_widget_get_height(widget) / 2.0);
}

/* Returns whether a line of the record has these words. */
static gboolean
shows(GtkWidget *dialog, const char *words)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(dialog, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (strstr(gtk_label_get_text(labels->pdata[i]), words))
      return TRUE;
  return FALSE;
}

static const TrModel *
get_model(TrammelWindow *window)
{
  TrammelDocument *document = trammel_window_get_document(window);

  return document ? trammel_project_get_model(trammel_document_get_project(document)) : NULL;
}

/* Nothing is done before the button; the choices change the record at once. */
static void
test_create(void)
{
  TrammelWindow *window = open_model("arm.urdf");
  GtkWidget *dialog = find_dialog();

  real_input_focus(dialog);
  g_assert_null(get_model(window));
  g_assert_true(shows(dialog, "is merged into 'lower'"));
  g_assert_true(shows(dialog, "2 bodies"));
  click(dialog, GTK_TYPE_CHECK_BUTTON, "_Merge fixed links");
  soon_true(shows(dialog, "3 bodies"));
  click(dialog, GTK_TYPE_CHECK_BUTTON, "_Merge fixed links");
  soon_true(shows(dialog, "2 bodies"));
  click(dialog, GTK_TYPE_BUTTON, "Create Project");
  g_assert_true(test_wait(has_no_dialog, NULL, TEST_DEADLINE));
  soon_true(get_model(window) != NULL);
  g_assert_cmpint(get_model(window)->n_bodies, ==, 2);
  g_assert_cmpint(get_model(window)->n_motors, ==, 2);

  /* the way back begins with the file that it came from */
  g_autoptr(TrammelExportPlan) plan =
      trammel_export_plan_new(trammel_window_get_document(window), "urdf");
  const char *model = plan->models[trammel_export_format_get_index(plan->format)];
  g_assert_true(model && g_str_has_suffix(model, "arm.urdf"));
  close_window(window);
}

static void
test_cancel(void)
{
  TrammelWindow *window = open_model("arm.urdf");

  real_input_focus(find_dialog());
  click(find_dialog(), GTK_TYPE_BUTTON, "Cancel");
  g_assert_true(test_wait(has_no_dialog, NULL, TEST_DEADLINE));
  g_assert_null(get_model(window));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/model-dialog/create", test_create);
  g_test_add_func("/ui/model-dialog/cancel", test_cancel);
  return run_window_tests();
}
