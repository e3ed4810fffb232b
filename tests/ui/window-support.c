#include "ui/window-support.h"

#include "ui/desktop/settings.h"

TrammelApplication *application;

void
init_window_tests(int *argc, char ***argv)
{
  g_autoptr(GError) error = NULL;

  gtk_test_init(argc, argv, NULL);
  application = trammel_application_new(G_APPLICATION_NON_UNIQUE);
  g_application_register(G_APPLICATION(application), NULL, &error);
  g_assert_no_error(error);
}

int
run_window_tests(void)
{
  int status = g_test_run();

  g_clear_object(&application);
  return status;
}

TrammelWindow *
open_window(void)
{
  TrammelWindow *window = trammel_window_new(GTK_APPLICATION(application));

  if (trammel_settings_get()) /* its notes would lie over what is tested */
    g_settings_set_boolean(trammel_settings_get(), "tour-seen", TRUE);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return window;
}

void
activate(TrammelWindow *window, const char *action, const char *parameter)
{
  g_assert_true(g_action_group_get_action_enabled(G_ACTION_GROUP(window), action));
  g_action_group_activate_action(G_ACTION_GROUP(window), action,
                                 parameter ? g_variant_new_string(parameter) : NULL);
}

gboolean
is_idle(gpointer window)
{
  return !trammel_job_get_running(trammel_window_get_job(window));
}

gboolean
has_prepared(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  return is_idle(window) && document && trammel_document_get_run(document);
}

gboolean
has_result(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  return is_idle(window) && g_list_model_get_n_items(trammel_document_get_runs(document)) > 0;
}

gboolean
has_whole_result(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  return has_result(window) && trammel_run_get_fit(trammel_document_get_run(document))->physical;
}

gboolean
is_typing(TrammelWindow *window)
{
  return GTK_IS_TEXT(gtk_root_get_focus(GTK_ROOT(window)));
}

/* Closes the window, which must be finalised: a leaked one stays reachable and no tool sees it. */
void
close_window(TrammelWindow *window)
{
  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  gtk_window_destroy(GTK_WINDOW(window));
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
}

TrammelWindow *
open_example(const char *name)
{
  TrammelWindow *window = open_window();

  activate(window, "open-example", name);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_null(trammel_window_get_message(window));
  /* its widgets have their sizes */
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return window;
}

/* Returns the first widget of `type` below `widget` with the label `label`; NULL if there is
 * none. */
GtkWidget *
find_widget(GtkWidget *widget, GType type, const char *label)
{
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    g_autofree char *own = NULL;
    if (g_type_is_a(G_OBJECT_TYPE(child), type) && gtk_widget_get_mapped(child)) {
      if (GTK_IS_LABEL(child))
        own = g_strdup(gtk_label_get_text(GTK_LABEL(child)));
      else if (GTK_IS_BUTTON(child))
        own = g_strdup(gtk_button_get_label(GTK_BUTTON(child)));
      else if (GTK_IS_CHECK_BUTTON(child))
        own = g_strdup(gtk_check_button_get_label(GTK_CHECK_BUTTON(child)));
      if (!label || g_strcmp0(own, label) == 0)
        return child;
    }
    GtkWidget *found = find_widget(child, type, label);
    if (found)
      return found;
  }
  return NULL;
}

GtkWidget *
find_toplevel(GType type)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (g_type_is_a(G_OBJECT_TYPE(l->data), type))
      return l->data;
  return NULL;
}

GtkWidget *
open_dialog_by(TrammelWindow *window, const char *action, GType type)
{
  GtkWidget *dialog;

  activate(window, action, NULL);
  dialog = find_toplevel(type);
  g_assert_nonnull(dialog);
  gtk_test_widget_wait_for_draw(dialog);
  return dialog;
}

gboolean
has_no_cancel(gpointer dialog)
{
  return !find_widget(dialog, GTK_TYPE_BUTTON, "Cancel");
}

/* Appends all mapped widgets of `type` below `widget`, in order. */
void
collect_widgets(GtkWidget *widget, GType type, GPtrArray *found)
{
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    if (g_type_is_a(G_OBJECT_TYPE(child), type) && gtk_widget_get_mapped(child))
      g_ptr_array_add(found, child);
    collect_widgets(child, type, found);
  }
}

void
show_view(TrammelWindow *window, const char *name)
{
  g_autoptr(GPtrArray) stacks = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(window), GTK_TYPE_STACK, stacks);
  for (guint i = 0; i < stacks->len; i++)
    if (gtk_stack_get_child_by_name(stacks->pdata[i], name))
      gtk_stack_set_visible_child_name(stacks->pdata[i], name);
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
}
