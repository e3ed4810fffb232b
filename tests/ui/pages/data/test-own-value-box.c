/* Test of the values of a log on the page Data with real clicks and keys: a quantity is added from
 * the list, its number is typed, it is removed, and each is one undo step.  Skipped without
 * xdotool. */
#include "io/project/own_values.h"
#include "ui/pages/data/own-value-box.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
#include "ui/window-support.h"

static TrammelProject *
get_project(TrammelWindow *window)
{
  return trammel_document_get_project(trammel_window_get_document(window));
}

static guint
count_values(TrammelWindow *window)
{
  return trammel_project_get_n_own_values(get_project(window), 0);
}

static double
get_value(TrammelWindow *window)
{
  return count_values(window) ? trammel_project_get_own_value(get_project(window), 0, 0).value : 0;
}

/* TestCondition: the log has been read. */
static gboolean
is_read(gpointer window)
{
  return find_widget(window, GTK_TYPE_SPINNER, NULL) == NULL;
}

static GtkWidget *
find_in_box(TrammelWindow *window, GType type)
{
  return find_widget(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_OWN_VALUE_BOX, NULL), type, NULL);
}

/* Adds the first quantity of the list. */
static void
add_first(TrammelWindow *window)
{
  GtkWidget *add = find_in_box(window, GTK_TYPE_DROP_DOWN);
  GListModel *names = gtk_drop_down_get_model(GTK_DROP_DOWN(add));
  g_autofree char *first = g_strdup(gtk_string_list_get_string(GTK_STRING_LIST(names), 1));

  gtk_widget_grab_focus(add); /* scrolls there */
  real_input_run_for(300);
  real_input_press(add);
  real_menu_choose(add, first);
  soon_true(count_values(window) == 1);
  /* it leaves the list of those that can be added */
  g_assert_cmpstr(gtk_string_list_get_string(GTK_STRING_LIST(names), 1), !=, first);
  g_assert_cmpuint(gtk_drop_down_get_selected(GTK_DROP_DOWN(add)), ==, 0);
}

static void
type_number(TrammelWindow *window, const char *text)
{
  GtkWidget *entry = find_in_box(window, GTK_TYPE_ENTRY);

  gtk_widget_grab_focus(entry);
  real_input_run_for(300);
  real_input_press(entry);
  real_input_send(GTK_WIDGET(window), "key ctrl+a");
  real_input_send(GTK_WIDGET(window), "type %s", text);
  real_input_send(GTK_WIDGET(window), "key Return");
}

static void
test_values(void)
{
  TrammelWindow *window = open_example("furuta");

  activate(window, "page", "data");
  real_input_focus(GTK_WIDGET(window));
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  real_input_settle(GTK_WIDGET(window));
  g_assert_cmpuint(count_values(window), ==, 0);
  add_first(window);
  type_number(window, "0.125");
  soon_true(get_value(window) == 0.125);
  /* a text that is no number changes nothing */
  type_number(window, "abc");
  g_assert_true(gtk_widget_has_css_class(find_in_box(window, GTK_TYPE_ENTRY), "error"));
  g_assert_cmpfloat(get_value(window), ==, 0.125);
  real_input_send(GTK_WIDGET(window), "key Escape");

  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  collect_widgets(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_OWN_VALUE_BOX, NULL),
                  GTK_TYPE_BUTTON, buttons);
  real_input_press(buttons->pdata[0]);
  soon_true(count_values(window) == 0);
  activate(window, "undo", NULL);
  g_assert_cmpfloat(get_value(window), ==, 0.125);
  activate(window, "undo", NULL);
  activate(window, "undo", NULL);
  g_assert_cmpuint(count_values(window), ==, 0);
  g_assert_false(trammel_document_get_dirty(trammel_window_get_document(window)));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/own-value-box/values", test_values);
  return run_window_tests();
}
