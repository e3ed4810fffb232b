#include "ui/pages/param-table.h"

#include <math.h>

#include "ui/compat.h"
#include "ui/pages/template.h"
#include "ui/session/format.h"

struct _TrammelParamTable {
  GtkWidget parent_instance;
  GtkColumnView *view;
  GtkFilterListModel *filtered;
  GtkColumnViewColumn *reference, *physical; /* shown where a row has such a value */
  TrammelDocument *document;
  TrammelParamList *list;
  gboolean show_all;
};

G_DEFINE_FINAL_TYPE(TrammelParamTable, trammel_param_table, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* A column: what it shows, and how. */
typedef struct {
  const char *title, *property, *tooltip;
  int width;
  enum { CELL_TEXT, CELL_NUMBER, CELL_ENTRY } cell;
} Column;

static const Column columns[] = {
    {"Parameter", "label", "What it is; the tooltip of a cell shows its id", 0, CELL_TEXT},
    {"Unit", "unit", "SI unit", 80, CELL_TEXT},
    {"Start", "start", "Value at which the fit begins; a fixed quantity keeps it", 76, CELL_ENTRY},
    {"Estimate", "estimate", "Identified value, with the digits that sigma leaves", 84,
     CELL_NUMBER},
    {"Sigma", "sigma", "Standard deviation of the estimate, or why there is none", 98, CELL_NUMBER},
    {"True value", "reference", "Value with which the example's log was simulated", 92,
     CELL_NUMBER},
    {"At h = 0", "physical",
     "Value of the mechanism itself, extrapolated to steps of no length; behind ± what the step "
     "may still do to it",
     150, CELL_NUMBER},
    {"Remarks", "remark", "What to know about this estimate", 140, CELL_TEXT},
    {"Min", "min", "Lower bound; empty: none", 66, CELL_ENTRY},
    {"Max", "max", "Upper bound; empty: none", 66, CELL_ENTRY},
    {"Change", "change", "Estimate against start", 74, CELL_NUMBER},
};

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

static const TrammelQuantity *
find_quantity(TrammelProject *project, const char *id)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (g_str_equal(quantity->id, id))
      return quantity;
  }
  return NULL;
}

/* Writes what was typed into the document; `property` tells which of the three numbers it is. */
static gboolean
store_number(
    TrammelParamTable *self, const char *id, const char *property, const char *text, GError **error)
{
  const TrammelQuantity *quantity = find_quantity(trammel_document_get_project(self->document), id);
  double value;

  g_return_val_if_fail(quantity != NULL, FALSE);
  if (g_str_equal(property, "start"))
    return trammel_parse_quantity(text, quantity->unit, NAN, &value, error) &&
           trammel_document_set_value(self->document, id, value, error);
  if (g_str_equal(property, "min"))
    return trammel_parse_quantity(text, quantity->unit, -INFINITY, &value, error) &&
           trammel_document_set_bounds(self->document, id, value, quantity->max, error);
  return trammel_parse_quantity(text, quantity->unit, INFINITY, &value, error) &&
         trammel_document_set_bounds(self->document, id, quantity->min, value, error);
}

static void
commit_entry(TrammelParamTable *self, GtkWidget *entry)
{
  GtkListItem *cell = g_object_get_data(G_OBJECT(entry), "cell");
  TrammelParamItem *item = gtk_list_item_get_item(cell);
  const Column *column = g_object_get_qdata(G_OBJECT(entry), column_quark());
  g_autoptr(GError) error = NULL;
  g_autofree char *shown = NULL;

  if (!item || !self->document)
    return;
  g_object_get(item, column->property, &shown, NULL);
  g_autofree char *text = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)));
  if (g_str_equal(text, shown)) {
    gtk_widget_remove_css_class(entry, "error");
    return;
  }
  g_autofree char *id = g_strdup(trammel_param_item_get_id(item));
  if (!store_number(self, id, column->property, text, &error)) {
    report_failure(self, entry, error);
    return;
  }
  gtk_widget_remove_css_class(entry, "error");
  /* "2 ms" was typed, 0.002 is shown */
  g_autofree char *now = NULL;
  g_object_get(item, column->property, &now, NULL);
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

static GtkWidget *
new_entry(TrammelParamTable *self, GtkListItem *cell)
{
  GtkWidget *entry = gtk_entry_new();
  GtkEventController *focus = gtk_event_controller_focus_new();

  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 5);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 9);
  gtk_entry_set_alignment(GTK_ENTRY(entry), 1);
  g_object_set_data(G_OBJECT(entry), "cell", cell);
  g_signal_connect_object(entry, "activate", G_CALLBACK(on_entry_activate_cb), self, 0);
  g_signal_connect_object(focus, "leave", G_CALLBACK(on_entry_focus_leave_cb), self, 0);
  gtk_widget_add_controller(entry, focus);
  return entry;
}

static void
on_cell_setup_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  const Column *column = g_object_get_qdata(G_OBJECT(factory), column_quark());
  GtkWidget *child;

  if (column->cell == CELL_ENTRY) {
    child = new_entry(self, cell);
  } else {
    child = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(child), column->cell == CELL_TEXT ? 0 : 1);
    if (column->cell == CELL_TEXT)
      gtk_label_set_ellipsize(GTK_LABEL(child), PANGO_ELLIPSIZE_END);
    if (g_str_equal(column->property, "label"))
      gtk_label_set_width_chars(GTK_LABEL(child), 17);
  }
  if (column->cell != CELL_TEXT)
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
  const char *target = column->cell == CELL_ENTRY ? "text" : "label";
  GBinding *binding =
      g_object_bind_property(item, column->property, child, target, G_BINDING_SYNC_CREATE);

  g_object_set_data(G_OBJECT(cell), "binding", binding);
  if (column->cell == CELL_ENTRY) {
    g_autofree char *label =
        g_strdup_printf("%s of %s", column->title, trammel_param_item_get_label(item));
    gtk_accessible_update_property(GTK_ACCESSIBLE(child), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    trammel_widget_set_tooltip(child, label);
  } else {
    trammel_widget_set_tooltip(child, trammel_param_item_get_id(item));
  }
}

static void
on_cell_unbind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  GBinding *binding = g_object_steal_data(G_OBJECT(cell), "binding");

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
  if (!trammel_document_set_free(self->document, trammel_param_item_get_id(item),
                                 gtk_check_button_get_active(check), &error)) {
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
  g_autofree char *label = g_strdup_printf("Free %s", trammel_param_item_get_label(item));

  g_object_set_data(G_OBJECT(cell), "binding",
                    g_object_bind_property(item, "free", check, "active", G_BINDING_SYNC_CREATE));
  gtk_accessible_update_property(GTK_ACCESSIBLE(check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* Appends a column whose cells are made by `setup` and filled by `bind`. */
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
  append_column(self, "Free", NULL, G_CALLBACK(on_check_setup_cb), G_CALLBACK(on_check_bind_cb));
  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    GtkColumnViewColumn *made =
        append_column(self, columns[i].title, &columns[i], G_CALLBACK(on_cell_setup_cb),
                      G_CALLBACK(on_cell_bind_cb));
    gtk_column_view_column_set_resizable(made, TRUE);
    if (columns[i].width)
      gtk_column_view_column_set_fixed_width(made, columns[i].width);
    if (i == 0)
      gtk_column_view_column_set_expand(made, TRUE);
    if (g_str_equal(columns[i].property, "reference"))
      self->reference = made;
    if (g_str_equal(columns[i].property, "physical"))
      self->physical = made;
  }
}

static gboolean
has_any(TrammelParamTable *self, const char *property)
{
  GListModel *model = self->list ? trammel_param_list_get_model(self->list) : NULL;
  gboolean any = FALSE;

  for (guint i = 0; model && i < g_list_model_get_n_items(model) && !any; i++) {
    g_autoptr(GObject) item = g_list_model_get_item(model, i);
    g_autofree char *text = NULL;
    g_object_get(item, property, &text, NULL);
    any = text && *text;
  }
  return any;
}

/* A column without a value is not shown. */
static void
update_columns(TrammelParamTable *self)
{
  gtk_column_view_column_set_visible(self->reference, has_any(self, "reference"));
  gtk_column_view_column_set_visible(self->physical, has_any(self, "physical"));
}

static gboolean
is_row_shown(gpointer item, gpointer user)
{
  TrammelParamTable *self = user;
  return self->show_all || trammel_param_item_get_free(item);
}

static void
trammel_param_table_dispose(GObject *object)
{
  TrammelParamTable *self = TRAMMEL_PARAM_TABLE(object);

  g_clear_object(&self->document);
  g_clear_object(&self->list);
  if (self->view)
    gtk_column_view_set_model(self->view, NULL);
  g_clear_object(&self->filtered);
  trammel_template_dispose(object, TRAMMEL_TYPE_PARAM_TABLE);
  G_OBJECT_CLASS(trammel_param_table_parent_class)->dispose(object);
}

static void
trammel_param_table_class_init(TrammelParamTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_param_table_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "paramtable");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/param-table.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelParamTable, view);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_param_table_init(TrammelParamTable *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  append_columns(self);
}

void
trammel_param_table_set_document(TrammelParamTable *self,
                                 TrammelDocument *document,
                                 TrammelParamList *list)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_TABLE(self));
  gtk_column_view_set_model(self->view, NULL);
  g_clear_object(&self->filtered);
  if (self->document)
    g_signal_handlers_disconnect_by_data(self->document, self);
  g_set_object(&self->document, document);
  g_set_object(&self->list, list);
  update_columns(self);
  if (!list)
    return;
  /* after the list's own handlers, which were connected before */
  g_signal_connect_object(document, "notify::run", G_CALLBACK(update_columns), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "run-extended", G_CALLBACK(update_columns), self,
                          G_CONNECT_SWAPPED);
  GtkCustomFilter *filter = gtk_custom_filter_new(is_row_shown, self, NULL);
  self->filtered = gtk_filter_list_model_new(g_object_ref(trammel_param_list_get_model(list)),
                                             GTK_FILTER(filter));
  g_autoptr(GtkNoSelection) selection =
      gtk_no_selection_new(G_LIST_MODEL(g_object_ref(self->filtered)));
  gtk_column_view_set_model(self->view, GTK_SELECTION_MODEL(selection));
}

void
trammel_param_table_set_show_all(TrammelParamTable *self, gboolean show_all)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_TABLE(self));
  self->show_all = show_all;
  if (self->filtered)
    gtk_filter_changed(gtk_filter_list_model_get_filter(self->filtered),
                       GTK_FILTER_CHANGE_DIFFERENT);
}
