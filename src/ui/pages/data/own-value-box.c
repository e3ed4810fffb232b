#include "ui/pages/data/own-value-box.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/project/own_values.h"
#include "plot/figure/number-text.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"
#include "ui/widgets/box.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/template.h"

struct _TrammelOwnValueBox {
  GtkWidget parent_instance;
  GtkBox *rows;
  GtkDropDown *add;
  GPtrArray *ids; /* char *: quantities that can be added, in the order of the list */
  TrammelLogModel *model;
  gboolean filling; /* TRUE while the widgets are set from the model, not by the user */
};

G_DEFINE_FINAL_TYPE(TrammelOwnValueBox, trammel_own_value_box, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelProject *
get_project(TrammelOwnValueBox *self)
{
  return trammel_document_get_project(trammel_log_model_get_document(self->model));
}

/* Reports `error` (nullable); returns TRUE if there was none. */
static gboolean
report(TrammelOwnValueBox *self, const GError *error)
{
  if (error)
    g_signal_emit(self, signals[FAILED], 0, error->message);
  return error == NULL;
}

/* ---- the user -------------------------------------------------------------------------------- */

static const char *
get_id(GtkWidget *widget)
{
  return g_object_get_data(G_OBJECT(widget), "id");
}

static gboolean
on_value_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelOwnValueBox *self = user;
  const TrammelProject *project = get_project(self);
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, get_id(entry));
  g_autofree char *id = g_strdup(get_id(entry)); /* the row may go */
  g_autoptr(GError) error = NULL;
  double value;

  if (trammel_parse_quantity(text,
                             tr_param_unit(trammel_project_get_model(project), quantity->param),
                             NAN, &value, &error))
    trammel_log_model_set_own_value(self->model, id, value, &error);
  return report(self, error);
}

static void
on_remove_clicked_cb(GtkWidget *button, TrammelOwnValueBox *self)
{
  g_autofree char *id = g_strdup(get_id(button));
  g_autoptr(GError) error = NULL;

  trammel_log_model_remove_own_value(self->model, id, &error);
  report(self, error);
}

/* Adds the selected quantity with the value that it has in all logs. */
static void
on_add_selected_cb(TrammelOwnValueBox *self)
{
  guint selected = trammel_string_drop_down_get(self->add);
  g_autoptr(GError) error = NULL;

  if (self->filling || !self->model || selected == 0 || selected > self->ids->len)
    return;
  g_autofree char *id = g_strdup(self->ids->pdata[selected - 1]);
  const TrammelQuantity *quantity = trammel_project_find_quantity(get_project(self), id);
  trammel_log_model_set_own_value(self->model, id, quantity->value, &error);
  report(self, error);
}

/* ---- display --------------------------------------------------------------------------------- */

static void
set_id(GtkWidget *widget, const char *id)
{
  g_object_set_data_full(G_OBJECT(widget), "id", g_strdup(id), g_free);
}

static GtkWidget *
new_entry(TrammelOwnValueBox *self, const TrammelQuantity *quantity, const char *label)
{
  GtkWidget *entry = gtk_entry_new();
  g_autofree char *name = g_strdup_printf(_("%s in this log"), label);

  gtk_widget_set_hexpand(entry, TRUE);
  gtk_widget_set_valign(entry, GTK_ALIGN_CENTER); /* as high as the other entries of the page */
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 7);
  gtk_widget_add_css_class(entry, "number");
  gtk_widget_set_tooltip_text(entry, quantity->id);
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  set_id(entry, quantity->id);
  trammel_commit_entry_connect(entry, on_value_committed_cb, self);
  return entry;
}

static GtkWidget *
new_remove_button(TrammelOwnValueBox *self, const TrammelQuantity *quantity)
{
  GtkWidget *remove = gtk_button_new_from_icon_name("list-remove-symbolic");
  const char *words = _("Use the value of all logs");

  gtk_button_set_has_frame(GTK_BUTTON(remove), FALSE);
  gtk_widget_set_tooltip_text(remove, words);
  gtk_accessible_update_property(GTK_ACCESSIBLE(remove), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  set_id(remove, quantity->id);
  g_signal_connect_object(remove, "clicked", G_CALLBACK(on_remove_clicked_cb), self, 0);
  return remove;
}

static GtkWidget *
new_text(const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  if (style)
    gtk_widget_add_css_class(label, style);
  return label;
}

static gboolean
is_own(const TrammelProject *project, guint log, const TrammelQuantity *quantity)
{
  for (guint i = 0; i < trammel_project_get_n_own_values(project, log); i++)
    if (tr_param_is_same(trammel_project_get_own_value(project, log, i).param, quantity->param))
      return TRUE;
  return FALSE;
}

/* Use of a free quantity that has a value of its own in the log. */
typedef enum { FIXED, FREE_ELSEWHERE, FREE_NOWHERE } FreeUse;

static FreeUse
find_use(TrammelOwnValueBox *self, const TrammelQuantity *quantity)
{
  const TrammelProject *project = get_project(self);

  if (!quantity->free)
    return FIXED;
  for (guint log = 0; log < trammel_project_get_n_logs(project); log++)
    if (trammel_project_get_log_role(project, log) == TRAMMEL_ROLE_ESTIMATE &&
        !is_own(project, log, quantity))
      return FREE_ELSEWHERE;
  return FREE_NOWHERE;
}

/* Appends the name of a quantity, its entry, unit and button below, and a remark if it is free. */
static void
append_row(TrammelOwnValueBox *self, const TrammelQuantity *quantity)
{
  const TrModel *model = trammel_project_get_model(get_project(self));
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *label = trammel_quantity_label(model, quantity);
  const char *unit = tr_param_unit(model, quantity->param);
  g_autofree char *shown = trammel_number_text_dup(unit);
  FreeUse use = find_use(self, quantity);

  gtk_box_append(GTK_BOX(line), new_entry(self, quantity, label));
  gtk_box_append(GTK_BOX(line), gtk_label_new(g_str_equal(unit, "1") ? "" : shown));
  gtk_box_append(GTK_BOX(line), new_remove_button(self, quantity));
  gtk_box_append(GTK_BOX(row), new_text(label, NULL));
  gtk_box_append(GTK_BOX(row), line);
  if (use != FIXED)
    gtk_box_append(GTK_BOX(row),
                   new_text(use == FREE_ELSEWHERE ? _("Estimated from the other logs")
                                                  : _("Free, but no other log can show it"),
                            "caption"));
  set_id(row, quantity->id);
  g_object_set_data(G_OBJECT(row), "entry", gtk_widget_get_first_child(line));
  g_object_set_data(G_OBJECT(row), "use", GINT_TO_POINTER(use));
  gtk_box_append(self->rows, row);
}

static const TrammelQuantity *
get_quantity(TrammelOwnValueBox *self, guint i)
{
  const TrammelProject *project = get_project(self);
  char id[TR_ID_SIZE];

  tr_param_id(
      id, trammel_project_get_model(project),
      trammel_project_get_own_value(project, trammel_log_model_get_log(self->model), i).param);
  return trammel_project_find_quantity(project, id);
}

/* TRUE if the rows are those of the values, perhaps with other numbers. */
static gboolean
has_rows(TrammelOwnValueBox *self, guint n)
{
  GtkWidget *row = gtk_widget_get_first_child(GTK_WIDGET(self->rows));

  for (guint i = 0; i < n; i++, row = gtk_widget_get_next_sibling(row)) {
    const TrammelQuantity *quantity = get_quantity(self, i);
    if (!row || !g_str_equal(get_id(row), quantity->id) ||
        GPOINTER_TO_INT(g_object_get_data(G_OBJECT(row), "use")) != (int)find_use(self, quantity))
      return FALSE;
  }
  return !row;
}

static void
show_rows(TrammelOwnValueBox *self, guint log)
{
  guint n = trammel_project_get_n_own_values(get_project(self), log);
  GtkWidget *row;

  if (!has_rows(self, n)) {
    trammel_box_clear(self->rows);
    for (guint i = 0; i < n; i++)
      append_row(self, get_quantity(self, i));
  }
  row = gtk_widget_get_first_child(GTK_WIDGET(self->rows));
  for (guint i = 0; i < n; i++, row = gtk_widget_get_next_sibling(row)) {
    g_autofree char *text =
        trammel_format_entry(trammel_project_get_own_value(get_project(self), log, i).value);
    trammel_commit_entry_set_number(g_object_get_data(G_OBJECT(row), "entry"), text);
  }
  gtk_widget_set_visible(GTK_WIDGET(self->rows), n > 0);
}

/* Fills the list with the quantities that the log has no value of its own for. */
static void
show_choice(TrammelOwnValueBox *self, guint log)
{
  const TrammelProject *project = get_project(self);
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();
  g_auto(GStrv) list = NULL;

  g_ptr_array_set_size(self->ids, 0);
  g_strv_builder_add(names, _("Add a value…"));
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (!trammel_project_can_be_own(project, quantity) || is_own(project, log, quantity))
      continue;
    g_autofree char *label = trammel_quantity_label(trammel_project_get_model(project), quantity);
    g_strv_builder_add(names, label);
    g_ptr_array_add(self->ids, g_strdup(quantity->id));
  }
  list = g_strv_builder_end(names);
  trammel_string_drop_down_set_names(self->add, (const char *const *)list, NULL);
  gtk_drop_down_set_selected(self->add, 0);
}

static void
on_model_changed_cb(TrammelOwnValueBox *self)
{
  if (!trammel_log_model_get_log_name(self->model))
    return;
  self->filling = TRUE;
  show_rows(self, trammel_log_model_get_log(self->model));
  show_choice(self, trammel_log_model_get_log(self->model));
  self->filling = FALSE;
}

/* ---- widget ---------------------------------------------------------------------------------- */

static void
trammel_own_value_box_dispose(GObject *object)
{
  TrammelOwnValueBox *self = TRAMMEL_OWN_VALUE_BOX(object);

  self->filling = TRUE;
  g_clear_object(&self->model);
  trammel_template_dispose(object, TRAMMEL_TYPE_OWN_VALUE_BOX);
  g_clear_pointer(&self->ids, g_ptr_array_unref);
  G_OBJECT_CLASS(trammel_own_value_box_parent_class)->dispose(object);
}

static void
trammel_own_value_box_class_init(TrammelOwnValueBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_own_value_box_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "ownvaluebox");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/data/own-value-box.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelOwnValueBox, rows);
  gtk_widget_class_bind_template_child(widget_class, TrammelOwnValueBox, add);
  gtk_widget_class_bind_template_callback(widget_class, on_add_selected_cb);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_own_value_box_init(TrammelOwnValueBox *self)
{
  self->ids = g_ptr_array_new_with_free_func(g_free);
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_own_value_box_set_model(TrammelOwnValueBox *self, TrammelLogModel *model)
{
  g_return_if_fail(TRAMMEL_IS_OWN_VALUE_BOX(self) && !self->model);
  self->model = g_object_ref(model);
  g_signal_connect_object(model, "changed", G_CALLBACK(on_model_changed_cb), self,
                          G_CONNECT_SWAPPED);
  on_model_changed_cb(self);
}
