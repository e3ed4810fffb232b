/* Tests of the heat-map widget: pointer, keys, menu, table, export and disposal. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

#include "plot/paint/matrix-painter.h"
#include "ui/plot/matrix-view.h"
#include "ui/ui-support.h"

typedef struct {
  GtkWidget *window;
  TrammelMatrixView *view;
  guint n_selected, n_activated, row, column;
} Fixture;

static void
on_cell_selected_cb(TrammelMatrixView *view, guint row, guint column, Fixture *fixture)
{
  fixture->n_selected++;
  fixture->row = row;
  fixture->column = column;
}

static void
on_cell_activated_cb(TrammelMatrixView *view, guint row, guint column, Fixture *fixture)
{
  fixture->n_activated++;
  fixture->row = row;
  fixture->column = column;
}

static TrammelMatrix *
create_matrix(guint n_rows, guint n_columns)
{
  g_autofree double *values = g_new(double, n_rows *n_columns);
  for (guint i = 0; i < n_rows * n_columns; i++)
    values[i] = cos(i);
  TrammelMatrix *matrix = trammel_matrix_new(values, n_rows, n_columns);
  for (guint i = 0; i < n_rows; i++) {
    g_autofree char *name = g_strdup_printf("row %u", i);
    trammel_matrix_set_row_name(matrix, i, name);
  }
  for (guint i = 0; i < n_columns; i++) {
    g_autofree char *name = g_strdup_printf("column %u", i);
    trammel_matrix_set_column_name(matrix, i, name);
  }
  matrix->title = g_strdup("Correlation");
  return matrix;
}

static void
set_up(Fixture *fixture, gconstpointer unused)
{
  *fixture = (Fixture){.window = gtk_window_new()};
  fixture->view = TRAMMEL_MATRIX_VIEW(trammel_matrix_view_new());
  g_signal_connect(fixture->view, "cell-selected", G_CALLBACK(on_cell_selected_cb), fixture);
  g_signal_connect(fixture->view, "cell-activated", G_CALLBACK(on_cell_activated_cb), fixture);
  trammel_matrix_view_set_matrix(fixture->view, create_matrix(12, 4));
  gtk_window_set_default_size(GTK_WINDOW(fixture->window), 500, 400);
  gtk_window_set_child(GTK_WINDOW(fixture->window), GTK_WIDGET(fixture->view));
  gtk_window_present(GTK_WINDOW(fixture->window));
  gtk_test_widget_wait_for_draw(fixture->window);
}

static void
tear_down(Fixture *fixture, gconstpointer unused)
{
  gpointer view = fixture->view;
  g_object_add_weak_pointer(G_OBJECT(view), &view);
  gtk_window_destroy(GTK_WINDOW(fixture->window));
  g_assert_true(test_wait(test_is_null, &view, TEST_DEADLINE));
}

static GtkEventController *
find_controller(TrammelMatrixView *view, GType type)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(view));
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (g_type_is_a(G_OBJECT_TYPE(controller), type))
      return controller;
  }
  g_assert_not_reached();
}

static gboolean
press_key(Fixture *fixture, guint keyval, GdkModifierType state)
{
  gboolean handled = FALSE;
  g_signal_emit_by_name(find_controller(fixture->view, GTK_TYPE_EVENT_CONTROLLER_KEY),
                        "key-pressed", keyval, 0, state, &handled);
  return handled;
}

static void
assert_mark(Fixture *fixture, guint row, guint column)
{
  guint r = 99, c = 99;
  g_assert_true(trammel_matrix_view_get_selected(fixture->view, &r, &c));
  g_assert_cmpuint(r, ==, row);
  g_assert_cmpuint(c, ==, column);
  g_assert_cmpuint(fixture->row, ==, row);
  g_assert_cmpuint(fixture->column, ==, column);
}

static void
test_keys(Fixture *fixture, gconstpointer unused)
{
  guint row, column;
  g_assert_false(trammel_matrix_view_get_selected(fixture->view, &row, &column));
  g_assert_true(press_key(fixture, GDK_KEY_Right, 0)); /* the first key shows the selection */
  assert_mark(fixture, 0, 0);
  g_assert_true(press_key(fixture, GDK_KEY_Right, 0));
  g_assert_true(press_key(fixture, GDK_KEY_Down, 0));
  assert_mark(fixture, 1, 1);
  g_assert_true(press_key(fixture, GDK_KEY_End, 0));
  assert_mark(fixture, 1, 3);
  g_assert_true(press_key(fixture, GDK_KEY_Page_Down, 0));
  assert_mark(fixture, 6, 3);
  g_assert_true(press_key(fixture, GDK_KEY_End, GDK_CONTROL_MASK));
  assert_mark(fixture, 11, 3);
  guint n = fixture->n_selected;
  g_assert_true(press_key(fixture, GDK_KEY_Down, 0)); /* the selection stops at the edge */
  g_assert_cmpuint(fixture->n_selected, ==, n);
  g_assert_true(press_key(fixture, GDK_KEY_Home, GDK_CONTROL_MASK));
  assert_mark(fixture, 0, 0);
  g_assert_cmpuint(fixture->n_activated, ==, 0);
  g_assert_true(press_key(fixture, GDK_KEY_Return, 0));
  g_assert_true(press_key(fixture, GDK_KEY_space, 0));
  g_assert_cmpuint(fixture->n_activated, ==, 2);
  g_assert_false(press_key(fixture, GDK_KEY_Tab, 0));
}

static void
test_click(Fixture *fixture, gconstpointer unused)
{
  TrammelMatrixLayout layout;
  GtkWidget *widget = GTK_WIDGET(fixture->view);
  GtkEventController *click = find_controller(fixture->view, GTK_TYPE_GESTURE_CLICK);
  trammel_matrix_layout_init(&layout, trammel_matrix_view_get_matrix(fixture->view),
                             gtk_widget_get_pango_context(widget), gtk_widget_get_width(widget),
                             gtk_widget_get_height(widget));
  TrammelRect cell = trammel_matrix_layout_get_cell(&layout, 7, 2);
  trammel_matrix_layout_clear(&layout);
  g_signal_emit_by_name(click, "pressed", 1, cell.x + 3.0, cell.y + 3.0);
  assert_mark(fixture, 7, 2);
  g_assert_cmpuint(fixture->n_activated, ==, 1);
  g_signal_emit_by_name(click, "pressed", 1, 2.0, 2.0);
  g_assert_cmpuint(fixture->n_activated, ==, 1);
}

static void
test_replace(Fixture *fixture, gconstpointer unused)
{
  guint row, column;
  trammel_matrix_view_select(fixture->view, 2, 3);
  trammel_matrix_view_set_matrix(fixture->view, create_matrix(3, 4));
  assert_mark(fixture, 2, 3);
  trammel_matrix_view_set_matrix(fixture->view, create_matrix(2, 4));
  g_assert_false(trammel_matrix_view_get_selected(fixture->view, &row, &column));
  trammel_matrix_view_set_matrix(fixture->view, NULL);
  g_assert_false(press_key(fixture, GDK_KEY_Right, 0));
  trammel_matrix_view_set_matrix(fixture->view, create_matrix(0, 0));
  g_assert_false(press_key(fixture, GDK_KEY_Right, 0));
  gtk_test_widget_wait_for_draw(fixture->window);
}

/* moving the selection redraws no cell */
static void
test_cached_layer(Fixture *fixture, gconstpointer unused)
{
  guint n = trammel_picture_get_n_renders(TRAMMEL_PICTURE(fixture->view));
  g_assert_cmpuint(n, >, 0);
  for (int i = 0; i < 5; i++) {
    g_assert_true(press_key(fixture, GDK_KEY_Down, 0));
    gtk_test_widget_wait_for_draw(fixture->window);
  }
  g_assert_cmpuint(trammel_picture_get_n_renders(TRAMMEL_PICTURE(fixture->view)), ==, n);
}

static void
test_accessible(Fixture *fixture, gconstpointer unused)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE(fixture->view);
  if (g_strcmp0(g_getenv("GTK_A11Y"), "test") != 0) {
    g_test_skip("needs GTK_A11Y=test");
    return;
  }
  gtk_test_accessible_assert_role(accessible, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "Correlation");
  gtk_test_accessible_assert_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      "12 rows, 4 columns");
  trammel_matrix_view_select(fixture->view, 0, 0);
  gtk_test_accessible_assert_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      "row 0, column 0: 1.00");
}

static GtkWidget *
find_table_window(GtkWidget *parent)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();
  for (GList *l = windows; l != NULL; l = l->next)
    if (gtk_window_get_transient_for(l->data) == GTK_WINDOW(parent))
      return l->data;
  return NULL;
}

static GtkWidget *
find_child(GtkWidget *widget, GType type)
{
  if (g_type_is_a(G_OBJECT_TYPE(widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
       child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = find_child(child, type);
    if (found != NULL)
      return found;
  }
  return NULL;
}

/* a window lists the numbers as text */
static void
test_table(Fixture *fixture, gconstpointer unused)
{
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(fixture->view), "picture.view-table", NULL));
  GtkWidget *window = find_table_window(fixture->window);
  g_assert_nonnull(window);
  GtkColumnView *table = GTK_COLUMN_VIEW(find_child(window, GTK_TYPE_COLUMN_VIEW));
  GListModel *columns = gtk_column_view_get_columns(table);
  g_assert_cmpuint(g_list_model_get_n_items(columns), ==, 5);
  g_autoptr(GtkColumnViewColumn) second = g_list_model_get_item(columns, 1);
  g_assert_cmpstr(gtk_column_view_column_get_title(second), ==, "column 0");
  g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(gtk_column_view_get_model(table))), ==,
                   12);
  gtk_test_widget_wait_for_draw(window);
  g_assert_nonnull(find_child(GTK_WIDGET(table), GTK_TYPE_LABEL));

  /* the table keeps its own numbers */
  trammel_matrix_view_set_matrix(fixture->view, NULL);
  g_signal_emit_by_name(find_child(window, GTK_TYPE_BUTTON), "clicked");
  GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(fixture->view));
  g_auto(GValue) text = G_VALUE_INIT;
  g_value_init(&text, G_TYPE_STRING);
  g_assert_true(gdk_content_provider_get_value(gdk_clipboard_get_content(clipboard), &text, NULL));
  g_assert_true(g_str_has_prefix(g_value_get_string(&text), "\tcolumn 0\tcolumn 1"));
  gtk_window_destroy(GTK_WINDOW(window));
}

static void
test_export(Fixture *fixture, gconstpointer unused)
{
  static const char *const files[] = {"m.png", "m.svg", "m.pdf", "m.csv"};
  static const char *const magic[] = {"\x89PNG", "<?xml", "%PDF", ",column 0,"};
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("trammel-matrix-XXXXXX", &error);
  for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autofree char *path = g_build_filename(folder, files[i], NULL);
    g_autofree char *data = NULL;
    g_assert_true(trammel_picture_export(TRAMMEL_PICTURE(fixture->view), path, &error));
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(path, &data, NULL, NULL));
    g_assert_true(memcmp(data, magic[i], strlen(magic[i])) == 0);
    g_assert_cmpint(g_remove(path), ==, 0);
  }
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void
test_menu(Fixture *fixture, gconstpointer unused)
{
  g_assert_true(press_key(fixture, GDK_KEY_Menu, 0));
  GtkWidget *menu = trammel_picture_get_menu(TRAMMEL_PICTURE(fixture->view));
  g_assert_nonnull(menu);
  g_assert_true(gtk_widget_get_visible(menu));
  gtk_popover_popdown(GTK_POPOVER(menu));
}

#define ADD(path, function)                                                                        \
  g_test_add("/ui/plot/matrix-view/" path, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  ADD("keys", test_keys);
  ADD("click", test_click);
  ADD("replace", test_replace);
  ADD("cached-layer", test_cached_layer);
  ADD("accessible", test_accessible);
  ADD("table", test_table);
  ADD("export", test_export);
  ADD("menu", test_menu);
  return g_test_run();
}
