#include "ui/pages/identify/param-table.h"

#include "plot/figure/number-text.h"
#include <glib/gi18n.h>
#include <string.h>

#include "ui/desktop/compat.h"
#include "ui/desktop/popup.h"
#include "ui/pages/identify/interval-bar.h"
#include "ui/pages/identify/param-columns.h"
#include "ui/session/params/param-bulk.h"
#include "ui/widgets/column-chooser.h"
#include "ui/widgets/template.h"

typedef TrammelParamColumn Column;

struct _TrammelParamTable {
  GtkWidget parent_instance;
  GtkColumnView *view;
  const Column *columns; /* [n_columns] after the ticks */
  guint n_columns;
  GtkFilterListModel *filtered;
  GtkMultiSelection *rows; /* the sorted rows; NULL while the table is hidden */
  GHashTable *seen;        /* ids of rows that were free since the list was shown */
  TrammelDocument *document;
  TrammelParamList *list;
  gboolean show_all;
  int dpi;      /* resolution of text that the columns were made for [1/1024 dpi] */
  char *wanted; /* search text without case; "": all */
};

G_DEFINE_FINAL_TYPE(TrammelParamTable, trammel_param_table, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { FIRST_CHOICE = 2 }; /* the tick and the name are always shown */

static GQuark
column_quark(void)
{
  return g_quark_from_static_string("trammel-column");
}

static void
report_failure(TrammelParamTable *self, GtkWidget *cell, GError *error)
{
  gtk_widget_add_css_class(cell, "error");
  g_signal_emit(self, signals[FAILED], 0, error->message);
}

/* ---- several rows ---------------------------------------------------------------------------- */

/* Returns the ids of the selected rows, NULL-terminated; only that of `item` if it is not
 * selected. */
static GStrv
list_selected(TrammelParamTable *self, TrammelParamItem *item)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
  guint n = self->rows ? g_list_model_get_n_items(G_LIST_MODEL(self->rows)) : 0;
  gboolean has_item = FALSE;

  for (guint i = 0; i < n; i++) {
    g_autoptr(TrammelParamItem) row = g_list_model_get_item(G_LIST_MODEL(self->rows), i);
    if (!gtk_selection_model_is_selected(GTK_SELECTION_MODEL(self->rows), i))
      continue;
    g_strv_builder_add(ids, trammel_param_item_get_id(row));
    has_item = has_item || row == item;
  }
  if (!item || has_item)
    return g_strv_builder_end(ids);
  g_auto(GStrv) others = g_strv_builder_end(ids);
  g_autoptr(GStrvBuilder) own = g_strv_builder_new();
  g_strv_builder_add(own, trammel_param_item_get_id(item));
  return g_strv_builder_end(own);
}

/* Applies a text typed into a selected row to all selected rows. */
static gboolean
edit_rows(TrammelParamTable *self,
          TrammelParamItem *item,
          TrammelParamField field,
          const char *text,
          GError **error)
{
  g_auto(GStrv) ids = list_selected(self, item);

  if (g_strv_length(ids) > 1 || *text == '*')
    return trammel_param_bulk_edit(self->document, (const char *const *)ids, field, text, error);
  return trammel_param_edit(self->document, trammel_param_item_get_id(item), field, text, error);
}

static gboolean
free_rows(TrammelParamTable *self, TrammelParamItem *item, gboolean is_free, GError **error)
{
  g_auto(GStrv) ids = list_selected(self, item);

  if (g_strv_length(ids) > 1)
    return trammel_param_bulk_set_free(self->document, (const char *const *)ids, is_free, error);
  return trammel_document_set_free(self->document, trammel_param_item_get_id(item), is_free, error);
}

/* Copies the selected rows, else all that are shown. */
static void
copy_rows(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelParamTable *self = TRAMMEL_PARAM_TABLE(widget);
  g_autoptr(GListStore) chosen = g_list_store_new(TRAMMEL_TYPE_PARAM_ITEM);
  guint n = self->rows ? g_list_model_get_n_items(G_LIST_MODEL(self->rows)) : 0;
  g_autoptr(GtkBitset) selection =
      self->rows ? gtk_selection_model_get_selection(GTK_SELECTION_MODEL(self->rows)) : NULL;

  for (guint i = 0; i < n; i++) {
    g_autoptr(GObject) row = g_list_model_get_item(G_LIST_MODEL(self->rows), i);
    if (gtk_bitset_is_empty(selection) || gtk_bitset_contains(selection, i))
      g_list_store_append(chosen, row);
  }
  g_autofree char *text = trammel_param_bulk_to_text(G_LIST_MODEL(chosen));
  gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text);
}

static void
on_text_read_cb(GObject *clipboard, GAsyncResult *result, gpointer user)
{
  g_autoptr(TrammelParamTable) self = user;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, &error);
  guint n;

  if (self->document && text)
    trammel_param_bulk_paste(self->document, text, &n, &error);
  if (self->document && error)
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
paste_rows(GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async(gtk_widget_get_clipboard(widget), NULL, on_text_read_cb,
                                g_object_ref(widget));
}

/* Handles params.free and params.fix. */
static void
free_or_fix_rows(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelParamTable *self = TRAMMEL_PARAM_TABLE(widget);
  g_auto(GStrv) ids = list_selected(self, NULL);
  g_autoptr(GError) error = NULL;

  if (self->document && *ids &&
      !trammel_param_bulk_set_free(self->document, (const char *const *)ids,
                                   g_str_equal(name, "params.free"), &error))
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
show_menu(TrammelParamTable *self, double x, double y)
{
  g_autoptr(GMenu) menu = g_menu_new();

  g_menu_append(menu, _("Copy rows"), "params.copy");
  g_menu_append(menu, _("Paste values"), "params.paste");
  g_menu_append(menu, _("Free the selected rows"), "params.free");
  g_menu_append(menu, _("Fix the selected rows"), "params.fix");
  trammel_popup_menu(G_MENU_MODEL(menu), GTK_WIDGET(self), GTK_WIDGET(self), x, y);
}

static void
on_right_click_cb(GtkGestureClick *click, int n, double x, double y, TrammelParamTable *self)
{
  GtkWidget *at = gtk_widget_pick(GTK_WIDGET(self), x, y, GTK_PICK_DEFAULT);

  /* the header has a menu of its own */
  for (; at && at != GTK_WIDGET(self); at = gtk_widget_get_parent(at))
    if (g_str_equal(gtk_widget_get_css_name(at), "header"))
      return;
  show_menu(self, x, y);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void
commit_entry(TrammelParamTable *self, GtkWidget *widget)
{
  GtkListItem *cell = g_object_get_data(G_OBJECT(widget), "cell");
  const Column *column = g_object_get_qdata(G_OBJECT(widget), column_quark());
  g_autoptr(GError) error = NULL;
  g_autofree char *shown = NULL, *now = NULL;

  if (!gtk_list_item_get_item(cell) || !self->document)
    return;
  /* the edit may rebuild the rows */
  g_autoptr(GtkWidget) entry = g_object_ref(widget);
  g_autoptr(TrammelParamItem) item = g_object_ref(gtk_list_item_get_item(cell));
  g_autofree char *text = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)));
  shown = trammel_param_column_dup_shown(column, item);
  if (!g_str_equal(text, shown) && !edit_rows(self, item, column->field, text, &error)) {
    report_failure(self, entry, error);
    return;
  }
  gtk_widget_remove_css_class(entry, "error");
  /* "2 ms" was typed, 0.002 is displayed */
  now = trammel_param_column_dup_shown(column, item);
  if (gtk_list_item_get_item(cell) == item && !g_str_equal(text, now))
    gtk_editable_set_text(GTK_EDITABLE(entry), now);
}

static void
on_entry_activate_cb(GtkWidget *entry, TrammelParamTable *self)
{
  commit_entry(self, entry);
}

static void
on_entry_focus_leave_cb(GtkEventController *controller, TrammelParamTable *self)
{
  commit_entry(self, gtk_event_controller_get_widget(controller));
}

static gboolean
is_entry(const Column *column)
{
  return column->cell == TRAMMEL_CELL_ENTRY || column->cell == TRAMMEL_CELL_WORDS;
}

static GtkWidget *
new_entry(TrammelParamTable *self, GtkListItem *cell, gboolean is_number)
{
  GtkWidget *entry = gtk_entry_new();
  GtkEventController *focus = gtk_event_controller_focus_new();

  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 5);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), is_number ? 9 : 40);
  gtk_entry_set_alignment(GTK_ENTRY(entry), is_number ? 1 : 0);
  g_object_set_data(G_OBJECT(entry), "cell", cell);
  g_signal_connect_object(entry, "activate", G_CALLBACK(on_entry_activate_cb), self, 0);
  g_signal_connect_object(focus, "leave", G_CALLBACK(on_entry_focus_leave_cb), self, 0);
  gtk_widget_add_controller(entry, focus);
  return entry;
}

/* Provides a tooltip on demand: setting one in advance costs a request to the display. */
static gboolean
on_cell_asked_cb(
    GtkWidget *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, GtkListItem *cell)
{
  const Column *column = g_object_get_qdata(G_OBJECT(label), column_quark());
  TrammelParamItem *item = gtk_list_item_get_item(cell);
  g_autofree char *text = item ? trammel_param_column_dup_tooltip(column, item) : NULL;

  g_autofree char *shown = text ? trammel_number_text_dup(text) : NULL;

  gtk_tooltip_set_text(tooltip, shown);
  return text != NULL;
}

static void
on_cell_setup_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  const Column *column = g_object_get_qdata(G_OBJECT(factory), column_quark());
  GtkWidget *child;

  if (is_entry(column)) {
    child = new_entry(self, cell, column->cell == TRAMMEL_CELL_ENTRY);
  } else {
    child = column->cell == TRAMMEL_CELL_INTERVAL ? trammel_interval_bar_new()
                                                  : trammel_param_column_new_label(column);
    gtk_widget_set_has_tooltip(child, TRUE);
    g_signal_connect_object(child, "query-tooltip", G_CALLBACK(on_cell_asked_cb), cell, 0);
  }
  if (column->cell == TRAMMEL_CELL_NUMBER || column->cell == TRAMMEL_CELL_ENTRY)
    gtk_widget_add_css_class(child, "number");
  g_object_set_qdata(G_OBJECT(child), column_quark(), (gpointer)column);
  gtk_list_item_set_child(cell, child);
}

static void
on_cell_bind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  const Column *column = g_object_get_qdata(G_OBJECT(factory), column_quark());
  TrammelParamItem *item = gtk_list_item_get_item(cell);
  GtkWidget *child = gtk_list_item_get_child(cell);

  if (TRAMMEL_IS_INTERVAL_BAR(child)) {
    trammel_interval_bar_set_item(TRAMMEL_INTERVAL_BAR(child), item);
    return;
  }
  g_object_set_data(G_OBJECT(cell), "binding", trammel_param_column_bind(column, item, child));
  if (!is_entry(column))
    return;
  g_autofree char *label =
      g_strdup_printf(_("%s of %s"), _(column->title), trammel_param_item_get_label(item));
  gtk_accessible_update_property(GTK_ACCESSIBLE(child), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  trammel_widget_set_tooltip(child, label);
}

static void
on_cell_unbind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  GBinding *binding = g_object_steal_data(G_OBJECT(cell), "binding");
  GtkWidget *child = gtk_list_item_get_child(cell);

  if (TRAMMEL_IS_INTERVAL_BAR(child))
    trammel_interval_bar_set_item(TRAMMEL_INTERVAL_BAR(child), NULL);
  if (binding)
    g_binding_unbind(binding);
}

static void
on_check_toggled_cb(GtkCheckButton *check, TrammelParamTable *self)
{
  GtkListItem *cell = g_object_get_data(G_OBJECT(check), "cell");
  TrammelParamItem *item = gtk_list_item_get_item(cell);
  g_autoptr(GError) error = NULL;

  if (!item || !self->document ||
      gtk_check_button_get_active(check) == trammel_param_item_get_free(item))
    return;
  if (!free_rows(self, item, gtk_check_button_get_active(check), &error)) {
    gtk_check_button_set_active(check, trammel_param_item_get_free(item));
    report_failure(self, GTK_WIDGET(check), error);
  }
}

static void
on_check_setup_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  GtkWidget *check = gtk_check_button_new();

  g_object_set_data(G_OBJECT(check), "cell", cell);
  g_signal_connect_object(check, "toggled", G_CALLBACK(on_check_toggled_cb), self, 0);
  gtk_list_item_set_child(cell, check);
}

static void
on_check_bind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  TrammelParamItem *item = gtk_list_item_get_item(cell);
  GtkWidget *check = gtk_list_item_get_child(cell);
  g_autofree char *label = g_strdup_printf(_("Free %s"), trammel_param_item_get_label(item));

  g_object_set_data(G_OBJECT(cell), "binding",
                    g_object_bind_property(item, "free", check, "active", G_BINDING_SYNC_CREATE));
  gtk_accessible_update_property(GTK_ACCESSIBLE(check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* Appends a column whose cells are created by `setup` and filled by `bind`. */
static GtkColumnViewColumn *
append_column(TrammelParamTable *self,
              const char *title,
              const Column *column,
              GCallback setup,
              GCallback bind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();

  g_object_set_qdata(G_OBJECT(factory), column_quark(), (gpointer)column);
  g_signal_connect_object(factory, "setup", setup, self, 0);
  g_signal_connect_object(factory, "bind", bind, self, 0);
  g_signal_connect_object(factory, "unbind", G_CALLBACK(on_cell_unbind_cb), self, 0);
  g_autoptr(GtkColumnViewColumn) made = gtk_column_view_column_new(title, factory);
  gtk_column_view_append_column(self->view, made);
  return made;
}

static void
append_columns(TrammelParamTable *self)
{
  const Column *columns = self->columns;

  append_column(self, _("Free"), NULL, G_CALLBACK(on_check_setup_cb), G_CALLBACK(on_check_bind_cb));
  for (guint i = 0; i < self->n_columns; i++) {
    GtkColumnViewColumn *made =
        append_column(self, _(columns[i].title), &columns[i], G_CALLBACK(on_cell_setup_cb),
                      G_CALLBACK(on_cell_bind_cb));
    g_autoptr(GtkSorter) sorter = GTK_SORTER(
        gtk_custom_sorter_new(trammel_param_column_compare, (gpointer)&columns[i], NULL));
    gtk_column_view_column_set_sorter(made, sorter);
    gtk_column_view_column_set_resizable(made, TRUE);
    if (!columns[i].width)
      gtk_column_view_column_set_expand(made, TRUE);
    if (columns[i].rule == TRAMMEL_COLUMN_IF_CHOSEN)
      trammel_column_chooser_hide(made);
    g_object_set_qdata(G_OBJECT(made), column_quark(), (gpointer)&columns[i]);
  }
}

/* Updates the visible columns: not those without a value, nor those that the user has hidden. */
static void
update_columns(TrammelParamTable *self)
{
  GListModel *columns = gtk_column_view_get_columns(self->view);
  GListModel *items = self->list ? trammel_param_list_get_model(self->list) : NULL;

  for (guint i = 0; i < g_list_model_get_n_items(columns); i++) {
    g_autoptr(GtkColumnViewColumn) made = g_list_model_get_item(columns, i);
    const Column *column = g_object_get_qdata(G_OBJECT(made), column_quark());
    gboolean is_empty = column && trammel_param_column_is_empty(column, items);
    if (column)
      trammel_param_column_show(made, column, !is_empty && !trammel_column_chooser_is_hidden(made),
                                self->dpi);
  }
  trammel_param_columns_fit(
      self->view, self->columns, self->n_columns, G_LIST_MODEL(self->filtered),
      self->document ? trammel_document_get_run(self->document) : NULL, self->dpi);
}

static gboolean
has_wanted(TrammelParamTable *self, const char *text)
{
  g_autofree char *folded = g_utf8_casefold(text, -1);

  return strstr(folded, self->wanted) != NULL;
}

/* Returns TRUE for a row that is free, or was since the list was shown: removing a tick does not
 * remove the row below the pointer. */
static gboolean
is_row_shown(gpointer item, gpointer user)
{
  TrammelParamTable *self = user;

  if (*self->wanted)
    return has_wanted(self, trammel_param_item_get_label(item)) ||
           has_wanted(self, trammel_param_item_get_id(item));
  if (trammel_param_item_get_free(item))
    g_hash_table_add(self->seen, g_strdup(trammel_param_item_get_id(item)));
  return self->show_all || g_hash_table_contains(self->seen, trammel_param_item_get_id(item));
}

static void
trammel_param_table_dispose(GObject *object)
{
  TrammelParamTable *self = TRAMMEL_PARAM_TABLE(object);

  g_clear_object(&self->document);
  g_clear_object(&self->list);
  if (self->view)
    gtk_column_view_set_model(self->view, NULL);
  g_clear_object(&self->rows);
  g_clear_object(&self->filtered);
  g_clear_pointer(&self->seen, g_hash_table_unref);
  g_clear_pointer(&self->wanted, g_free);
  trammel_template_dispose(object, TRAMMEL_TYPE_PARAM_TABLE);
  G_OBJECT_CLASS(trammel_param_table_parent_class)->dispose(object);
}

/* Attaches the rows while the table is visible: the table of the other view would create widgets in
 * vain. */
static void
attach_rows(TrammelParamTable *self)
{
  GtkSorter *sorter = gtk_column_view_get_sorter(self->view);

  g_clear_object(&self->rows);
  if (self->filtered && gtk_widget_get_mapped(GTK_WIDGET(self)))
    self->rows = gtk_multi_selection_new(G_LIST_MODEL(
        gtk_sort_list_model_new(G_LIST_MODEL(g_object_ref(self->filtered)), g_object_ref(sorter))));
  gtk_column_view_set_model(self->view, self->rows ? GTK_SELECTION_MODEL(self->rows) : NULL);
}

static void
trammel_param_table_map(GtkWidget *widget)
{
  TrammelParamTable *self = TRAMMEL_PARAM_TABLE(widget);

  trammel_param_columns_scale(self->view, self->columns, self->n_columns, &self->dpi);
  update_columns(self);
  GTK_WIDGET_CLASS(trammel_param_table_parent_class)->map(widget);
  attach_rows(self);
}

static void
trammel_param_table_unmap(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(trammel_param_table_parent_class)->unmap(widget);
  attach_rows(TRAMMEL_PARAM_TABLE(widget));
}

static void
trammel_param_table_class_init(TrammelParamTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_param_table_dispose;
  widget_class->map = trammel_param_table_map;
  widget_class->unmap = trammel_param_table_unmap;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "paramtable");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/param-table.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelParamTable, view);
  gtk_widget_class_install_action(widget_class, "params.copy", NULL, copy_rows);
  gtk_widget_class_install_action(widget_class, "params.paste", NULL, paste_rows);
  gtk_widget_class_install_action(widget_class, "params.free", NULL, free_or_fix_rows);
  gtk_widget_class_install_action(widget_class, "params.fix", NULL, free_or_fix_rows);
  /* a focused entry takes these keys first */
  gtk_widget_class_add_binding_action(widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "params.copy",
                                      NULL);
  gtk_widget_class_add_binding_action(widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "params.paste",
                                      NULL);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_param_table_init(TrammelParamTable *self)
{
  GtkGesture *click = gtk_gesture_click_new();

  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object(click, "pressed", G_CALLBACK(on_right_click_cb), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
  self->wanted = g_strdup("");
  self->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void
trammel_param_table_set_view(TrammelParamTable *self, TrammelParamView view)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_TABLE(self));

  self->columns = trammel_param_columns(view == TRAMMEL_PARAM_VIEW_RESULT, &self->n_columns);
  append_columns(self);
  trammel_column_chooser_attach(self->view, GTK_WIDGET(self), FIRST_CHOICE,
                                G_CALLBACK(update_columns));
  trammel_param_columns_explain(self->view, self->columns, self->n_columns);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 view == TRAMMEL_PARAM_VIEW_SETUP ? _("Setup of the parameters")
                                                                  : _("Estimated parameters"),
                                 -1);
}

static void
refilter(TrammelParamTable *self)
{
  if (self->filtered)
    gtk_filter_changed(gtk_filter_list_model_get_filter(self->filtered),
                       GTK_FILTER_CHANGE_DIFFERENT);
}

static void
on_document_changed_cb(TrammelParamTable *self)
{
  refilter(self);
  update_columns(self);
}

void
trammel_param_table_set_document(TrammelParamTable *self,
                                 TrammelDocument *document,
                                 TrammelParamList *list)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_TABLE(self));
  gtk_column_view_set_model(self->view, NULL);
  g_clear_object(&self->rows);
  g_clear_object(&self->filtered);
  if (self->document)
    g_signal_handlers_disconnect_by_data(self->document, self);
  g_set_object(&self->document, document);
  g_set_object(&self->list, list);
  update_columns(self);
  if (!list)
    return;
  /* after the list's own handlers, which were connected earlier */
  g_signal_connect_object(document, "notify::run", G_CALLBACK(update_columns), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "run-extended", G_CALLBACK(update_columns), self,
                          G_CONNECT_SWAPPED);
  GtkCustomFilter *filter = gtk_custom_filter_new(is_row_shown, self, NULL);
  self->filtered = gtk_filter_list_model_new(g_object_ref(trammel_param_list_get_model(list)),
                                             GTK_FILTER(filter));
  attach_rows(self);
}

void
trammel_param_table_set_show_all(TrammelParamTable *self, gboolean show_all)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_TABLE(self));
  self->show_all = show_all;
  refilter(self);
}

void
trammel_param_table_set_filter(TrammelParamTable *self, const char *text)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_TABLE(self));
  g_free(self->wanted);
  self->wanted = g_utf8_casefold(text, -1);
  refilter(self);
}
