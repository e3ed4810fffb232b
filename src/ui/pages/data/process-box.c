#include "ui/pages/data/process-box.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/json_writer.h"
#include "ui/session/import/process-edit.h"
#include "ui/session/text/format.h"
#include "ui/widgets/box.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/template.h"

struct _TrammelProcessBox {
  GtkWidget parent_instance;
  GtkWidget *formula, *add;
  GtkBox *steps;
  TrammelLogModel *model;
  guint mapping;
  double rate;
};

G_DEFINE_FINAL_TYPE(TrammelProcessBox, trammel_process_box, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelMapping *
get_mapping(TrammelProcessBox *self)
{
  TrammelDocument *document = trammel_log_model_get_document(self->model);

  return trammel_project_get_mapping(trammel_document_get_project(document),
                                     trammel_log_model_get_log(self->model), self->mapping);
}

/* Sets a member of the mapping; reports a failure. */
static gboolean
put(TrammelProcessBox *self, const char *member, const char *json)
{
  g_autoptr(GError) error = NULL;

  if (trammel_log_model_set_mapping(self->model, self->mapping, member, json, &error))
    return TRUE;
  g_signal_emit(self, signals[FAILED], 0, error->message);
  return FALSE;
}

/* ---- the user -------------------------------------------------------------------------------- */

static gboolean
on_formula_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  g_autofree char *formula = g_strstrip(g_strdup(text));
  g_autoptr(GString) json = g_string_new(NULL);

  trammel_json_append_quoted(json, formula);
  return put(user, "formula", *formula ? json->str : NULL);
}

static gboolean
on_number_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelProcessBox *self = user;
  int step = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(entry), "step"));
  int number = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(entry), "number"));
  const TrammelMapping *mapping = get_mapping(self);
  const char *unit = trammel_process_get_unit(mapping->process[step].kind, number);
  g_autoptr(GError) error = NULL;
  double value;

  if (!trammel_parse_quantity(text, g_str_equal(unit, "Hz") ? "Hz" : "", NAN, &value, &error)) {
    g_signal_emit(self, signals[FAILED], 0, error->message);
    return FALSE;
  }
  g_autofree char *json = trammel_process_set_number(mapping, step, number, value);
  return put(self, "process", json);
}

static void
on_remove_clicked_cb(GtkButton *button, TrammelProcessBox *self)
{
  int step = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "step"));
  g_autofree char *json = trammel_process_remove(get_mapping(self), step);

  put(self, "process", json);
}

static void
on_add_activated_cb(GtkWidget *widget, const char *name, GVariant *kind)
{
  TrammelProcessBox *self = TRAMMEL_PROCESS_BOX(widget);
  const TrProcess step =
      trammel_process_propose((TrProcessKind)g_variant_get_int32(kind), self->rate);
  g_autofree char *json = trammel_process_add(get_mapping(self), &step);

  put(self, "process", json);
}

/* ---- display --------------------------------------------------------------------------------- */

static void
append_number(TrammelProcessBox *self, GtkBox *row, const TrProcess *step, int index, int number)
{
  GtkWidget *entry = gtk_entry_new();
  const char *name = trammel_process_get_number_label(step->kind, number);
  const char *unit = trammel_process_get_unit(step->kind, number);
  g_autofree char *label = g_strdup_printf("%s: %s", trammel_process_get_label(step->kind), name);

  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 4);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 6);
  gtk_widget_set_tooltip_text(entry, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data(G_OBJECT(entry), "step", GINT_TO_POINTER(index));
  g_object_set_data(G_OBJECT(entry), "number", GINT_TO_POINTER(number));
  trammel_commit_entry_connect(entry, on_number_committed_cb, self);
  gtk_box_append(row, entry);
  if (*unit)
    gtk_box_append(row, gtk_label_new(unit));
}

static void
append_step(TrammelProcessBox *self, const TrProcess *step, int index)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = gtk_label_new(trammel_process_get_label(step->kind));
  GtkWidget *remove = gtk_button_new_from_icon_name("list-remove-symbolic");

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_box_append(GTK_BOX(row), label);
  for (int i = 0; trammel_process_get_number_label(step->kind, i); i++)
    append_number(self, GTK_BOX(row), step, index, i);
  gtk_button_set_has_frame(GTK_BUTTON(remove), FALSE);
  gtk_widget_set_tooltip_text(remove, _("Remove this step"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Remove this step"), -1);
  g_object_set_data(G_OBJECT(remove), "step", GINT_TO_POINTER(index));
  g_object_set_data(G_OBJECT(row), "kind", GINT_TO_POINTER((int)step->kind));
  g_signal_connect_object(remove, "clicked", G_CALLBACK(on_remove_clicked_cb), self, 0);
  gtk_box_append(GTK_BOX(row), remove);
  gtk_box_append(self->steps, row);
}

/* Returns TRUE if the rows are those of the steps, perhaps with other numbers. */
static gboolean
has_rows(TrammelProcessBox *self, const TrammelMapping *mapping)
{
  GtkWidget *row = gtk_widget_get_first_child(GTK_WIDGET(self->steps));

  for (int i = 0; i < mapping->n_process; i++, row = gtk_widget_get_next_sibling(row))
    if (!row ||
        GPOINTER_TO_INT(g_object_get_data(G_OBJECT(row), "kind")) != (int)mapping->process[i].kind)
      return FALSE;
  return !row;
}

static void
make_rows(TrammelProcessBox *self, const TrammelMapping *mapping)
{
  trammel_box_clear(self->steps);
  for (int i = 0; i < mapping->n_process; i++)
    append_step(self, &mapping->process[i], i);
}

static void
show_numbers(TrammelProcessBox *self, const TrammelMapping *mapping)
{
  GtkWidget *row = gtk_widget_get_first_child(GTK_WIDGET(self->steps));

  for (int i = 0; row; i++, row = gtk_widget_get_next_sibling(row))
    for (GtkWidget *at = gtk_widget_get_first_child(row); at; at = gtk_widget_get_next_sibling(at))
      if (GTK_IS_ENTRY(at)) {
        int number = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(at), "number"));
        g_autofree char *text = trammel_format_entry(mapping->process[i].number[number]);
        trammel_commit_entry_set_number(at, text);
      }
}

void
trammel_process_box_show(TrammelProcessBox *self, guint mapping, double rate)
{
  g_return_if_fail(TRAMMEL_IS_PROCESS_BOX(self) && self->model);
  self->mapping = mapping;
  self->rate = rate;
  const TrammelMapping *shown = get_mapping(self);

  trammel_commit_entry_set_text(self->formula, shown->formula);
  if (!has_rows(self, shown))
    make_rows(self, shown);
  show_numbers(self, shown);
}

/* ---- widget ---------------------------------------------------------------------------------- */

static void
trammel_process_box_dispose(GObject *object)
{
  g_clear_object(&TRAMMEL_PROCESS_BOX(object)->model);
  trammel_template_dispose(object, TRAMMEL_TYPE_PROCESS_BOX);
  G_OBJECT_CLASS(trammel_process_box_parent_class)->dispose(object);
}

static void
trammel_process_box_class_init(TrammelProcessBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_process_box_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "processbox");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/data/process-box.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelProcessBox, formula);
  gtk_widget_class_bind_template_child(widget_class, TrammelProcessBox, add);
  gtk_widget_class_bind_template_child(widget_class, TrammelProcessBox, steps);
  gtk_widget_class_install_action(widget_class, "process.add", "i", on_add_activated_cb);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_process_box_init(TrammelProcessBox *self)
{
  g_autoptr(GMenu) menu = g_menu_new();

  gtk_widget_init_template(GTK_WIDGET(self));
  for (int kind = 0; kind < TR_N_PROCESSES; kind++) {
    g_autofree char *action = g_strdup_printf("process.add(%d)", kind);
    g_menu_append(menu, trammel_process_get_label((TrProcessKind)kind), action);
  }
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(self->add), G_MENU_MODEL(menu));
  trammel_commit_entry_connect(self->formula, on_formula_committed_cb, self);
}

void
trammel_process_box_set_model(TrammelProcessBox *self, TrammelLogModel *model)
{
  g_return_if_fail(TRAMMEL_IS_PROCESS_BOX(self) && !self->model);
  self->model = g_object_ref(model);
}
