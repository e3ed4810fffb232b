#include "ui/pages/param-table.h"

#include <glib/gi18n.h>

#include "ui/compat.h"
#include "ui/pages/template.h"
#include "ui/session/param-edit.h"

struct _TrammelParamTable {
  GtkWidget parent_instance;
  GtkColumnView *view;
  GtkFilterListModel *filtered;
  GPtrArray *scarce; /* GtkColumnViewColumn, shown where a row has such a value */
  GHashTable *seen;  /* ids of rows that were free */
  TrammelDocument *document;
  TrammelParamList *list;
  gboolean show_all;
};

G_DEFINE_FINAL_TYPE(TrammelParamTable, trammel_param_table, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* A column: what it shows, in which views, and how. */
typedef struct {
  const char *title, *property, *tooltip;
  int width;
  enum { CELL_TEXT, CELL_NUMBER, CELL_ENTRY, CELL_WORDS } cell; /* WORDS: an entry for texts */
  TrammelParamField field;                                      /* of entries */
  gboolean only_filled; /* not shown where no row has such a value */
} Column;

static const Column setup_columns[] = {
    {N_("Parameter"), "label", N_("What it is; the tooltip of a cell shows its id"), 0, CELL_TEXT,
     0, FALSE},
    {N_("Unit"), "unit", N_("SI unit"), 90, CELL_TEXT, 0, FALSE},
    {N_("Start"), "start", N_("Value at which the fit begins; a fixed quantity keeps it"), 78,
     CELL_ENTRY, TRAMMEL_PARAM_START, FALSE},
    {N_("Min"), "min", N_("Lower bound; empty: none"), 80, CELL_ENTRY, TRAMMEL_PARAM_MIN, FALSE},
    {N_("Max"), "max", N_("Upper bound; empty: none"), 80, CELL_ENTRY, TRAMMEL_PARAM_MAX, FALSE},
    {N_("Prior"), "prior-mean", N_("What was known before: its mean; empty: the start"), 70,
     CELL_ENTRY, TRAMMEL_PARAM_PRIOR_MEAN, FALSE},
    {N_("Prior σ"), "prior-sigma", N_("How well that was known; empty: not at all"), 70, CELL_ENTRY,
     TRAMMEL_PARAM_PRIOR_SIGMA, FALSE},
    {N_("Transform"), "transform",
     N_("“log”: estimated by its logarithm, so that it stays above zero; empty: as it is"), 78,
     CELL_WORDS, TRAMMEL_PARAM_TRANSFORM, FALSE},
    {N_("Tie"), "tie", N_("Follows another one: its id, or a factor and the id, 2*body.a.mass"),
     150, CELL_WORDS, TRAMMEL_PARAM_TIE, FALSE},
    {N_("Note"), "note", N_("A remark, kept in the project"), 180, CELL_WORDS, TRAMMEL_PARAM_NOTE,
     FALSE},
};

static const Column result_columns[] = {
    {N_("Parameter"), "label", N_("What it is; the tooltip of a cell shows its id"), 0, CELL_TEXT,
     0, FALSE},
    {N_("Unit"), "unit", N_("SI unit"), 90, CELL_TEXT, 0, FALSE},
    {N_("Start"), "start", N_("Value at which the fit begins"), 78, CELL_ENTRY, TRAMMEL_PARAM_START,
     FALSE},
    {N_("Estimate"), "estimate", N_("Identified value, with the digits that sigma leaves"), 84,
     CELL_NUMBER, 0, FALSE},
    {N_("Sigma"), "sigma", N_("Standard deviation of the estimate, or why there is none"), 98,
     CELL_NUMBER, 0, FALSE},
    {N_("True value"), "reference", N_("Value with which the example's log was simulated"), 88,
     CELL_NUMBER, 0, TRUE},
    {N_("Sigma %"), "relative",
     N_("Standard deviation in percent of the estimate: below 5 good, below 30 fair, else weak"),
     92, CELL_NUMBER, 0, FALSE},
    {N_("Change"), "change", N_("Estimate against start"), 74, CELL_NUMBER, 0, FALSE},
    {N_("At h = 0"), "physical",
     N_("Value of the mechanism itself, extrapolated to steps of no length; behind ± what the step "
        "may still do to it"),
     150, CELL_NUMBER, 0, TRUE},
    {N_("Prior"), "prior", N_("What was known before, ± its sigma"), 110, CELL_NUMBER, 0, TRUE},
    {N_("Remarks"), "remark", N_("What to know about this estimate"), 220, CELL_TEXT, 0, FALSE},
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

static void
commit_entry(TrammelParamTable *self, GtkWidget *widget)
{
  GtkListItem *cell = g_object_get_data(G_OBJECT(widget), "cell");
  const Column *column = g_object_get_qdata(G_OBJECT(widget), column_quark());
  g_autoptr(GError) error = NULL;
  g_autofree char *shown = NULL, *now = NULL;

  if (!gtk_list_item_get_item(cell) || !self->document)
    return;
  /* rows may be made anew by the edit */
  g_autoptr(GtkWidget) entry = g_object_ref(widget);
  g_autoptr(TrammelParamItem) item = g_object_ref(gtk_list_item_get_item(cell));
  g_autofree char *text = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)));
  g_object_get(item, column->property, &shown, NULL);
  if (!g_str_equal(text, shown) &&
      !trammel_param_edit(self->document, trammel_param_item_get_id(item), column->field, text,
                          &error)) {
    report_failure(self, entry, error);
    return;
  }
  gtk_widget_remove_css_class(entry, "error");
  /* "2 ms" was typed, 0.002 is shown */
  g_object_get(item, column->property, &now, NULL);
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
  return column->cell == CELL_ENTRY || column->cell == CELL_WORDS;
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

static void
on_cell_setup_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  const Column *column = g_object_get_qdata(G_OBJECT(factory), column_quark());
  GtkWidget *child;

  if (is_entry(column)) {
    child = new_entry(self, cell, column->cell == CELL_ENTRY);
  } else {
    child = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(child), column->cell == CELL_TEXT ? 0 : 1);
    if (column->cell == CELL_TEXT)
      gtk_label_set_ellipsize(GTK_LABEL(child), PANGO_ELLIPSIZE_END);
    if (g_str_equal(column->property, "label"))
      gtk_label_set_width_chars(GTK_LABEL(child), 17);
  }
  if (column->cell == CELL_NUMBER || column->cell == CELL_ENTRY)
    gtk_widget_add_css_class(child, "number");
  g_object_set_qdata(G_OBJECT(child), column_quark(), (gpointer)column);
  gtk_list_item_set_child(cell, child);
}

/* A remark is often longer than its cell. */
static void
bind_tooltip(GtkWidget *child, TrammelParamItem *item, const Column *column)
{
  g_autofree char *text = NULL;

  g_object_get(item, column->property, &text, NULL);
  trammel_widget_set_tooltip(child, g_str_equal(column->property, "remark") && *text
                                        ? text
                                        : trammel_param_item_get_id(item));
}

static void
on_cell_bind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell, TrammelParamTable *self)
{
  const Column *column = g_object_get_qdata(G_OBJECT(factory), column_quark());
  TrammelParamItem *item = gtk_list_item_get_item(cell);
  GtkWidget *child = gtk_list_item_get_child(cell);
  const char *target = is_entry(column) ? "text" : "label";
  GBinding *binding =
      g_object_bind_property(item, column->property, child, target, G_BINDING_SYNC_CREATE);

  g_object_set_data(G_OBJECT(cell), "binding", binding);
  if (is_entry(column)) {
    g_autofree char *label =
        g_strdup_printf(_("%s of %s"), _(column->title), trammel_param_item_get_label(item));
    gtk_accessible_update_property(GTK_ACCESSIBLE(child), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    trammel_widget_set_tooltip(child, label);
  } else {
    bind_tooltip(child, item, column);
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
append_columns(TrammelParamTable *self, const Column *columns, guint n)
{
  append_column(self, _("Free"), NULL, G_CALLBACK(on_check_setup_cb), G_CALLBACK(on_check_bind_cb));
  for (guint i = 0; i < n; i++) {
    GtkColumnViewColumn *made =
        append_column(self, _(columns[i].title), &columns[i], G_CALLBACK(on_cell_setup_cb),
                      G_CALLBACK(on_cell_bind_cb));
    gtk_column_view_column_set_resizable(made, TRUE);
    if (columns[i].width)
      gtk_column_view_column_set_fixed_width(made, columns[i].width);
    if (i == 0)
      gtk_column_view_column_set_expand(made, TRUE);
    if (columns[i].only_filled)
      g_ptr_array_add(self->scarce, made);
    g_object_set_qdata(G_OBJECT(made), column_quark(), (gpointer)&columns[i]);
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
  for (guint i = 0; i < self->scarce->len; i++) {
    const Column *column = g_object_get_qdata(self->scarce->pdata[i], column_quark());
    gtk_column_view_column_set_visible(self->scarce->pdata[i], has_any(self, column->property));
  }
}

/* A row that is free now, or was since the list was shown: a tick that is taken away does not take
 * the row from under the pointer. */
static gboolean
is_row_shown(gpointer item, gpointer user)
{
  TrammelParamTable *self = user;

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
  g_clear_object(&self->filtered);
  g_clear_pointer(&self->scarce, g_ptr_array_unref);
  g_clear_pointer(&self->seen, g_hash_table_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_PARAM_TABLE);
  G_OBJECT_CLASS(trammel_param_table_parent_class)->dispose(object);
}

/* Shows the rows while the table is seen: the one of the other view would make widgets for nobody.
 */
static void
attach_rows(TrammelParamTable *self)
{
  g_autoptr(GtkNoSelection) selection = NULL;

  if (self->filtered && gtk_widget_get_mapped(GTK_WIDGET(self)))
    selection = gtk_no_selection_new(G_LIST_MODEL(g_object_ref(self->filtered)));
  gtk_column_view_set_model(self->view, selection ? GTK_SELECTION_MODEL(selection) : NULL);
}

static void
trammel_param_table_map(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(trammel_param_table_parent_class)->map(widget);
  attach_rows(TRAMMEL_PARAM_TABLE(widget));
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
  self->scarce = g_ptr_array_new();
  self->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void
trammel_param_table_set_view(TrammelParamTable *self, TrammelParamView view)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_TABLE(self) && self->scarce->len == 0);
  if (view == TRAMMEL_PARAM_VIEW_SETUP)
    append_columns(self, setup_columns, G_N_ELEMENTS(setup_columns));
  else
    append_columns(self, result_columns, G_N_ELEMENTS(result_columns));
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
