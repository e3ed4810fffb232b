/* Test of the origin of a value on the page Model with real clicks: it is chosen below the value,
 * stands beside it, and a run's estimate replaces it.  Skipped without xdotool. */
#include "io/project/origin.h"
#include "ui/pages/model/model-page.h"
#include "ui/pages/model/property-row.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
#include "ui/window-support.h"

#define ID "joint.pivot.coulomb"

static TrammelValueOrigin
get_origin(TrammelWindow *window)
{
  return trammel_project_find_origin(
      trammel_document_get_project(trammel_window_get_document(window)), ID);
}

/* Returns the row of the quantity. */
static GtkWidget *
find_row(GtkWidget *page)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  collect_widgets(page, TRAMMEL_TYPE_PROPERTY_ROW, rows);
  for (guint i = 0; i < rows->len; i++) {
    GtkWidget *content = gtk_widget_get_first_child(rows->pdata[i]);
    while (content && !gtk_widget_get_tooltip_text(content))
      content = gtk_widget_get_first_child(content);
    if (content && g_str_has_prefix(gtk_widget_get_tooltip_text(content), ID))
      return rows->pdata[i];
  }
  g_assert_not_reached();
}

static const char *
get_badge(GtkWidget *page)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(find_row(page), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (gtk_widget_has_css_class(labels->pdata[i], "origin"))
      return gtk_label_get_text(labels->pdata[i]);
  return "";
}

static void
test_chosen(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "page", "model");
  real_input_focus(GTK_WIDGET(window));
  real_input_settle(GTK_WIDGET(window));
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_PAGE, NULL);
  GtkWidget *joint = find_widget(page, GTK_TYPE_LABEL, "pivot");
  real_input_click(joint, 1, 8, gtk_widget_get_height(joint) / 2.0);
  real_input_settle(GTK_WIDGET(window));
  g_assert_cmpstr(get_badge(page), ==, "");

  /* the arrow opens bounds, prior, origin and note */
  g_autoptr(GPtrArray) toggles = g_ptr_array_new(), choices = g_ptr_array_new();
  collect_widgets(find_row(page), GTK_TYPE_TOGGLE_BUTTON, toggles);
  gtk_widget_grab_focus(toggles->pdata[1]); /* scrolls there */
  real_input_run_for(300);
  real_input_press(toggles->pdata[1]);
  real_input_settle(GTK_WIDGET(window));
  g_assert_true(gtk_toggle_button_get_active(toggles->pdata[1]));
  collect_widgets(find_row(page), GTK_TYPE_DROP_DOWN, choices);
  g_assert_cmpuint(choices->len, ==, 2);
  GtkWidget *origin = choices->pdata[1];
  gtk_widget_grab_focus(origin);
  real_input_run_for(300);
  real_input_press(origin);
  real_menu_choose(origin, "CAD");
  soon_true(get_origin(window) == TRAMMEL_ORIGIN_CAD);
  g_assert_cmpstr(get_badge(page), ==, "CAD");

  /* the estimate of a run comes from the run */
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  TrammelDocument *document = trammel_window_get_document(window);
  g_assert_true(trammel_document_apply_run(document, trammel_document_get_run(document),
                                           TRAMMEL_VALUES_PHYSICAL, NULL));
  g_assert_cmpint(get_origin(window), ==, TRAMMEL_ORIGIN_RUN);
  activate(window, "page", "model");
  real_input_settle(GTK_WIDGET(window));
  g_assert_cmpstr(get_badge(page), ==, "Run");
  trammel_document_undo(document);
  g_assert_cmpint(get_origin(window), ==, TRAMMEL_ORIGIN_CAD);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/origin/chosen", test_chosen);
  return run_window_tests();
}
