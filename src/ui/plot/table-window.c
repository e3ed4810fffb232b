#include "ui/plot/table-window.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"

#define WIDTH  560
#define HEIGHT 420

/* One row: the table and a number. */
#define TRAMMEL_TYPE_TABLE_ROW (trammel_table_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelTableRow, trammel_table_row, TRAMMEL, TABLE_ROW, GObject)

struct _TrammelTableRow {
  GObject parent_instance;
  guint index;
};

G_DEFINE_FINAL_TYPE(TrammelTableRow, trammel_table_row, G_TYPE_OBJECT)

static void
trammel_table_row_class_init(TrammelTableRowClass *klass)
{
}

static void
trammel_table_row_init(TrammelTableRow *self)
{
}

/* Model of all rows, as objects that exist only while they are shown. */
#define TRAMMEL_TYPE_TABLE_MODEL (trammel_table_model_get_type())
G_DECLARE_FINAL_TYPE(TrammelTableModel, trammel_table_model, TRAMMEL, TABLE_MODEL, GObject)

struct _TrammelTableModel {
  GObject parent_instance;
  TrammelTable table;
};

static GType
get_item_type(GListModel *model)
{
  return TRAMMEL_TYPE_TABLE_ROW;
}

static guint
get_n_items(GListModel *model)
{
  return TRAMMEL_TABLE_MODEL(model)->table.n_rows;
}

static gpointer
get_item(GListModel *model, guint position)
{
  if (position >= get_n_items(model))
    return NULL;
  TrammelTableRow *row = g_object_new(TRAMMEL_TYPE_TABLE_ROW, NULL);
  row->index = position;
  return row;
}

static void
implement_list_model(GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelTableModel,
                              trammel_table_model,
                              G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, implement_list_model))

static void
trammel_table_model_finalize(GObject *object)
{
  TrammelTable *table = &TRAMMEL_TABLE_MODEL(object)->table;
  if (table->destroy != NULL)
    table->destroy(table->data);
  G_OBJECT_CLASS(trammel_table_model_parent_class)->finalize(object);
}

static void
trammel_table_model_class_init(TrammelTableModelClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_table_model_finalize;
}

static void
trammel_table_model_init(TrammelTableModel *self)
{
}

static GQuark
column_quark(void)
{
  return g_quark_from_static_string("trammel-table-column");
}

static void
on_cell_setup_cb(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 1.0f);
  gtk_widget_add_css_class(label, "number");
  gtk_list_item_set_child(cell, label);
}

static void
on_cell_bind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelTableModel *model)
{
  guint column = GPOINTER_TO_UINT(g_object_get_qdata(G_OBJECT(factory), column_quark()));
  TrammelTableRow *row = gtk_list_item_get_item(cell);
  g_autofree char *text = model->table.dup_cell(model->table.data, row->index, column);
  gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(cell)), text);
}

static GtkWidget *
create_view(TrammelTableModel *model)
{
  GtkNoSelection *selection = gtk_no_selection_new(g_object_ref(G_LIST_MODEL(model)));
  GtkWidget *view = gtk_column_view_new(GTK_SELECTION_MODEL(selection));
  gtk_column_view_set_show_column_separators(GTK_COLUMN_VIEW(view), TRUE);
  for (guint i = 0; i < model->table.n_columns; i++) {
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_autofree char *head = model->table.dup_head(model->table.data, i);
    g_object_set_qdata(G_OBJECT(factory), column_quark(), GUINT_TO_POINTER(i));
    g_signal_connect(factory, "setup", G_CALLBACK(on_cell_setup_cb), NULL);
    g_signal_connect_object(factory, "bind", G_CALLBACK(on_cell_bind_cb), model, 0);
    g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new(head, factory);
    gtk_column_view_column_set_resizable(column, TRUE);
    gtk_column_view_column_set_expand(column, TRUE);
    gtk_column_view_append_column(GTK_COLUMN_VIEW(view), column);
  }
  return view;
}

static void
on_copy_clicked_cb(GtkButton *button, TrammelTableModel *model)
{
  g_autofree char *text = model->table.dup_text(model->table.data);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(button)), text);
}

GtkWidget *
trammel_table_window_present(GtkWindow *parent, const char *title, const TrammelTable *table)
{
  GtkWidget *window = gtk_window_new();
  GtkWidget *header = gtk_header_bar_new();
  GtkWidget *copy = gtk_button_new_with_mnemonic(_("_Copy"));
  GtkWidget *scroller = gtk_scrolled_window_new();
  g_autoptr(TrammelTableModel) model = g_object_new(TRAMMEL_TYPE_TABLE_MODEL, NULL);
  model->table = *table;

  gtk_widget_set_tooltip_text(copy, _("Copy the whole table"));
  g_signal_connect_object(copy, "clicked", G_CALLBACK(on_copy_clicked_cb), model, 0);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(header), copy);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), create_view(model));
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_titlebar(GTK_WINDOW(window), header);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  gtk_window_set_default_size(GTK_WINDOW(window), WIDTH, HEIGHT);
  gtk_window_set_transient_for(GTK_WINDOW(window), parent);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(window), TRUE);
  trammel_window_close_on_escape(GTK_WINDOW(window));
  gtk_window_present(GTK_WINDOW(window));
  return window;
}
