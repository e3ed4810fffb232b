#include "ui/widgets/text-table.h"

#include <glib/gi18n.h>

#include "plot/figure/number-text.h"
#include "ui/widgets/column-chooser.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

enum { WRAPPED_CHARS = 28 }; /* least width of a column that wraps */

struct _TrammelTextTable {
  GtkWidget parent_instance;
  GtkColumnView *view;
  const TrammelTextColumn *columns;
  guint wrapped;    /* bits of columns */
  GListModel *rows; /* nullable */
  gboolean is_selectable;
  guint selected; /* kept while the table is hidden */
};

G_DEFINE_FINAL_TYPE(TrammelTextTable, trammel_text_table, GTK_TYPE_WIDGET)

enum { ROW_SELECTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static GQuark
column_quark(void)
{
  return g_quark_from_static_string("trammel-text-column");
}

static guint
get_index(gpointer factory)
{
  return GPOINTER_TO_UINT(g_object_get_qdata(factory, column_quark()));
}

/* Provides tooltips on demand: setting one in advance costs a request to the display. */
static gboolean
on_cell_asked_cb(
    GtkWidget *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, GtkListItem *cell)
{
  gtk_tooltip_set_text(tooltip, gtk_label_get_text(GTK_LABEL(label)));
  return TRUE;
}

static gboolean
on_row_asked_cb(
    GtkWidget *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, GtkListItem *cell)
{
  TrammelTextRow *row = gtk_list_item_get_item(cell);
  const char *text = row ? trammel_text_row_get_tooltip(row) : NULL;
  g_autofree char *shown = text ? trammel_number_text_dup(text) : NULL;

  gtk_tooltip_set_text(tooltip, shown);
  return shown && *shown;
}

static void
on_cell_setup_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelTextTable *self)
{
  guint i = get_index(factory);
  const TrammelTextColumn *column = &self->columns[i];
  gboolean is_cut = column->expands && i > 0;
  GtkWidget *label = gtk_label_new(NULL);

  gtk_label_set_xalign(GTK_LABEL(label), column->is_number ? 1 : 0);
  if (column->is_number)
    gtk_widget_add_css_class(label, "number");
  if (self->wrapped & 1u << i) {
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_width_chars(GTK_LABEL(label), WRAPPED_CHARS);
    gtk_label_set_max_width_chars(GTK_LABEL(label), WRAPPED_CHARS);
  } else if (column->expands) {
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_width_chars(GTK_LABEL(label), 14);
  }
  gtk_widget_set_has_tooltip(label, TRUE);
  g_signal_connect_object(label, "query-tooltip",
                          is_cut ? G_CALLBACK(on_cell_asked_cb) : G_CALLBACK(on_row_asked_cb), cell,
                          0);
  gtk_list_item_set_child(cell, label);
}

static void
on_cell_bind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelTextTable *self)
{
  TrammelTextRow *row = gtk_list_item_get_item(cell);

  trammel_label_set_numbers(GTK_LABEL(gtk_list_item_get_child(cell)),
                            trammel_text_row_get(row, get_index(factory)));
}

static void
on_selected_cb(GtkSingleSelection *selection, GParamSpec *pspec, TrammelTextTable *self)
{
  guint row = gtk_single_selection_get_selected(selection);

  if (row == self->selected)
    return;
  self->selected = row;
  g_signal_emit(self, signals[ROW_SELECTED], 0, row);
}

static GtkSelectionModel *
new_selection(TrammelTextTable *self)
{
  GtkSingleSelection *selection;

  if (!self->is_selectable)
    return GTK_SELECTION_MODEL(gtk_no_selection_new(g_object_ref(self->rows)));
  selection = gtk_single_selection_new(NULL);
  gtk_single_selection_set_autoselect(selection, FALSE);
  gtk_single_selection_set_can_unselect(selection, TRUE);
  gtk_single_selection_set_model(selection, self->rows);
  gtk_single_selection_set_selected(selection, self->selected);
  g_signal_connect_object(selection, "notify::selected", G_CALLBACK(on_selected_cb), self, 0);
  return GTK_SELECTION_MODEL(selection);
}

/* Attaches the rows: the table creates widgets only while it is visible. */
static void
attach_rows(TrammelTextTable *self)
{
  g_autoptr(GtkSelectionModel) selection = NULL;

  if (self->rows && gtk_widget_get_mapped(GTK_WIDGET(self)))
    selection = new_selection(self);
  gtk_column_view_set_model(self->view, selection);
}

static void
trammel_text_table_map(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(trammel_text_table_parent_class)->map(widget);
  attach_rows(TRAMMEL_TEXT_TABLE(widget));
}

static void
trammel_text_table_unmap(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(trammel_text_table_parent_class)->unmap(widget);
  attach_rows(TRAMMEL_TEXT_TABLE(widget));
}

static void
trammel_text_table_dispose(GObject *object)
{
  g_clear_object(&TRAMMEL_TEXT_TABLE(object)->rows);
  trammel_template_dispose(object, TRAMMEL_TYPE_TEXT_TABLE);
  G_OBJECT_CLASS(trammel_text_table_parent_class)->dispose(object);
}

static void
trammel_text_table_class_init(TrammelTextTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_text_table_dispose;
  widget_class->map = trammel_text_table_map;
  widget_class->unmap = trammel_text_table_unmap;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "texttable");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/widgets/text-table.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelTextTable, view);
  signals[ROW_SELECTED] = g_signal_new("row-selected", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
trammel_text_table_init(TrammelTextTable *self)
{
  self->selected = GTK_INVALID_LIST_POSITION;
  gtk_widget_init_template(GTK_WIDGET(self));
}

static void
append_column(TrammelTextTable *self, guint i)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();

  g_object_set_qdata(G_OBJECT(factory), column_quark(), GUINT_TO_POINTER(i));
  g_signal_connect_object(factory, "setup", G_CALLBACK(on_cell_setup_cb), self, 0);
  g_signal_connect_object(factory, "bind", G_CALLBACK(on_cell_bind_cb), self, 0);
  g_autoptr(GtkColumnViewColumn) column =
      gtk_column_view_column_new(_(self->columns[i].title), factory);
  gtk_column_view_column_set_expand(column, self->columns[i].expands);
  gtk_column_view_column_set_resizable(column, TRUE);
  gtk_column_view_append_column(self->view, column);
}

/* Updates the visible columns: not those without a title, nor those that the user has hidden. */
static void
update_columns(TrammelTextTable *self)
{
  GListModel *columns = gtk_column_view_get_columns(self->view);

  for (guint i = 0; i < g_list_model_get_n_items(columns); i++) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(columns, i);
    gtk_column_view_column_set_visible(column, *gtk_column_view_column_get_title(column) != '\0' &&
                                                   !trammel_column_chooser_is_hidden(column));
  }
}

void
trammel_text_table_set_columns(TrammelTextTable *self,
                               const TrammelTextColumn *columns,
                               guint n,
                               const char *label)
{
  g_return_if_fail(TRAMMEL_IS_TEXT_TABLE(self) && !self->columns);
  self->columns = columns;
  for (guint i = 0; i < n; i++)
    append_column(self, i);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                 -1);
}

void
trammel_text_table_set_optional(TrammelTextTable *self, guint i)
{
  g_return_if_fail(TRAMMEL_IS_TEXT_TABLE(self));
  g_autoptr(GtkColumnViewColumn) column =
      g_list_model_get_item(gtk_column_view_get_columns(self->view), i);

  trammel_column_chooser_hide(column);
  trammel_column_chooser_attach(self->view, GTK_WIDGET(self), 1, G_CALLBACK(update_columns));
  update_columns(self);
}

void
trammel_text_table_set_wrapped(TrammelTextTable *self, guint column)
{
  g_return_if_fail(TRAMMEL_IS_TEXT_TABLE(self) && column < 32);
  self->wrapped |= 1u << column;
}

void
trammel_text_table_set_selectable(TrammelTextTable *self)
{
  g_return_if_fail(TRAMMEL_IS_TEXT_TABLE(self));
  self->is_selectable = TRUE;
  gtk_widget_add_css_class(GTK_WIDGET(self->view), "selectable");
}

void
trammel_text_table_select(TrammelTextTable *self, guint row)
{
  g_return_if_fail(TRAMMEL_IS_TEXT_TABLE(self));
  GtkSelectionModel *model = gtk_column_view_get_model(self->view);

  self->selected = row;
  if (GTK_IS_SINGLE_SELECTION(model))
    gtk_single_selection_set_selected(GTK_SINGLE_SELECTION(model), row);
}

guint
trammel_text_table_get_selected(TrammelTextTable *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TEXT_TABLE(self), GTK_INVALID_LIST_POSITION);
  return self->selected;
}

void
trammel_text_table_set_rows(TrammelTextTable *self, GListModel *rows)
{
  g_return_if_fail(TRAMMEL_IS_TEXT_TABLE(self));
  self->selected = GTK_INVALID_LIST_POSITION;
  g_set_object(&self->rows, rows);
  attach_rows(self);
}

void
trammel_text_table_set_title(TrammelTextTable *self, guint i, const char *title)
{
  g_return_if_fail(TRAMMEL_IS_TEXT_TABLE(self));
  g_autoptr(GtkColumnViewColumn) column =
      g_list_model_get_item(gtk_column_view_get_columns(self->view), i);

  gtk_column_view_column_set_title(column, title);
  update_columns(self);
}
