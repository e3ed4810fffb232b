#include "ui/pages/data/channel-panel.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/model/param.h"
#include "io/base/json_writer.h"
#include "io/units/sensor_unit.h"
#include "ui/pages/data/process-box.h"
#include "ui/session/import/channel-figures.h"
#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

/* Quantities of a channel that have an entry. */
typedef enum { SCALE, OFFSET, DELAY, SIGMA, N_QUANTITIES } Which;

static const char *const endings[] = {"scale", "offset", "delay", "sigma"};

struct _TrammelChannelPanel {
  GtkWidget parent_instance;
  GtkLabel *heading, *note;
  GtkWidget *grid, *unit;
  GtkDropDown *sign;
  GtkWidget *entries[N_QUANTITIES];
  GtkLabel *units[N_QUANTITIES];
  GtkCheckButton *frees[N_QUANTITIES]; /* scale, offset and delay */
  TrammelProcessBox *process;
  GtkWidget *figures;
  GtkGrid *figure_grid;
  TrammelLogModel *model;
  guint channel;
  int mapping; /* of the channel, -1: none */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelChannelPanel, trammel_channel_panel, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static gboolean
report(TrammelChannelPanel *self, const GError *error)
{
  if (error)
    g_signal_emit(self, signals[FAILED], 0, error->message);
  return error == NULL;
}

static TrammelDocument *
get_document(TrammelChannelPanel *self)
{
  return trammel_log_model_get_document(self->model);
}

static const TrammelMapping *
get_mapping(TrammelChannelPanel *self)
{
  return trammel_project_get_mapping(trammel_document_get_project(get_document(self)),
                                     trammel_log_model_get_log(self->model), (guint)self->mapping);
}

/* Returns "log.swing-up.theta1.offset", "sensor.theta1.sigma"; "" for the sigma of a motor. */
static char *
get_id(TrammelChannelPanel *self, Which which)
{
  const TrModel *model =
      trammel_project_get_model(trammel_document_get_project(get_document(self)));
  const char *signal = get_mapping(self)->signal;
  int sensor = trammel_sensor_find(model, signal);
  char id[TR_ID_SIZE] = "";

  if (which == SIGMA && sensor >= 0)
    tr_param_id(id, model, tr_param_of_sigma(model, sensor));
  if (which == SIGMA)
    return g_strdup(id);
  return g_strdup_printf("log.%s.%s.%s", trammel_log_model_get_log_name(self->model), signal,
                         endings[which]);
}

static const TrammelQuantity *
find_quantity(TrammelChannelPanel *self, Which which)
{
  g_autofree char *id = get_id(self, which);

  return trammel_project_find_quantity(trammel_document_get_project(get_document(self)), id);
}

/* ---- the user -------------------------------------------------------------------------------- */

static gboolean
on_quantity_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelChannelPanel *self = user;
  Which which = (Which)GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(entry), "which"));
  const TrammelQuantity *quantity = find_quantity(self, which);
  g_autofree char *id = get_id(self, which);
  double value = NAN;
  g_autoptr(GError) error = NULL;

  if (!quantity)
    return FALSE;
  if (which != SIGMA || g_ascii_strcasecmp(text, "auto") != 0)
    trammel_parse_quantity(text, quantity->unit, NAN, &value, &error);
  if (!error)
    trammel_document_set_value(get_document(self), id, value, &error);
  return report(self, error);
}

static void
on_free_toggled_cb(GtkCheckButton *tick, TrammelChannelPanel *self)
{
  Which which = (Which)GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(tick), "which"));
  g_autoptr(GError) error = NULL;

  if (self->filling || self->mapping < 0)
    return;
  g_autofree char *id = get_id(self, which);
  trammel_document_set_free(get_document(self), id, gtk_check_button_get_active(tick), &error);
  report(self, error);
}

static gboolean
on_unit_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelChannelPanel *self = user;
  g_autofree char *unit = g_strstrip(g_strdup(text));
  g_autoptr(GString) json = g_string_new(NULL);
  g_autoptr(GError) error = NULL;

  trammel_json_append_quoted(json, unit);
  trammel_log_model_set_mapping(self->model, (guint)self->mapping, "unit", *unit ? json->str : NULL,
                                &error);
  return report(self, error);
}

static void
on_sign_selected_cb(TrammelChannelPanel *self)
{
  g_autoptr(GError) error = NULL;

  if (self->filling || self->mapping < 0)
    return;
  trammel_log_model_set_mapping(self->model, (guint)self->mapping, "sign",
                                gtk_drop_down_get_selected(self->sign) == 1 ? "-1" : "1", &error);
  report(self, error);
}

static void
on_process_failed_cb(TrammelChannelPanel *self, const char *message)
{
  g_signal_emit(self, signals[FAILED], 0, message);
}

/* ---- display --------------------------------------------------------------------------------- */

static void
show_quantity(TrammelChannelPanel *self, Which which)
{
  const TrammelQuantity *quantity = find_quantity(self, which);
  g_autofree char *text = !quantity                ? g_strdup("")
                          : isnan(quantity->value) ? g_strdup("auto")
                                                   : trammel_format_entry(quantity->value);
  gboolean has_unit = quantity && quantity->unit && !g_str_equal(quantity->unit, "1");

  gtk_widget_set_sensitive(self->entries[which], quantity && !quantity->tied);
  trammel_commit_entry_set_number(self->entries[which], text);
  gtk_label_set_text(self->units[which], has_unit ? quantity->unit : "");
  if (self->frees[which])
    gtk_check_button_set_active(self->frees[which], quantity && quantity->free);
}

static void
show_mapping(TrammelChannelPanel *self, const TrammelTableChannel *channel)
{
  const TrammelMapping *mapping = get_mapping(self);
  g_autofree char *placeholder =
      channel->unit ? g_strdup_printf(_("%s, from the file"), channel->unit) : g_strdup("SI");

  gtk_entry_set_placeholder_text(GTK_ENTRY(self->unit), placeholder);
  trammel_commit_entry_set_text(self->unit, mapping->unit);
  gtk_drop_down_set_selected(self->sign, mapping->sign < 0);
  for (Which which = SCALE; which < N_QUANTITIES; which++)
    show_quantity(self, which);
}

/* Shows the lines "name\tvalue" of the figures in two columns. */
static void
show_figures(TrammelChannelPanel *self, const TrammelTableChannel *channel)
{
  TrammelLogView *view = trammel_log_model_get_view(self->model);
  gboolean is_known = channel && !channel->is_time && view->figures;
  g_auto(GStrv) lines =
      is_known
          ? trammel_channel_figures_describe(
                &g_array_index(view->figures, TrammelChannelFigures, self->channel), channel->unit)
          : NULL;

  gtk_widget_set_visible(self->figures, is_known);
  while (gtk_grid_get_child_at(self->figure_grid, 0, 0))
    gtk_grid_remove_row(self->figure_grid, 0);
  for (int i = 0; lines && lines[i]; i++) {
    g_auto(GStrv) parts = g_strsplit(lines[i], "\t", 2);
    for (int k = 0; k < 2; k++) {
      GtkWidget *label = gtk_label_new(NULL);
      trammel_label_set_numbers(GTK_LABEL(label), parts[k]);
      gtk_label_set_xalign(GTK_LABEL(label), 0);
      gtk_widget_add_css_class(label, k ? "number" : "dim-label");
      gtk_grid_attach(self->figure_grid, label, k, i, 1, 1);
    }
  }
}

static char *
describe(TrammelChannelPanel *self, const TrammelTableChannel *channel)
{
  if (!channel)
    return g_strdup(_("Choose a channel in the list."));
  if (channel->is_time)
    return g_strdup(_("This is a time channel. Change it under Re-import."));
  if (self->mapping < 0)
    return g_strdup(
        _("This channel is not mapped to a signal of the model. Choose one under Mapping."));
  return g_strdup(_("Model value = sign · scale · unit · log value − offset."));
}

static void
update(TrammelChannelPanel *self)
{
  TrammelLogView *view = trammel_log_model_get_view(self->model);
  const TrammelTableChannel *channel =
      view && view->table && self->channel < view->table->channels->len
          ? view->table->channels->pdata[self->channel]
          : NULL;

  self->filling = TRUE;
  self->mapping = channel ? trammel_log_model_find_mapping(self->model, self->channel) : -1;
  g_autofree char *heading =
      self->mapping >= 0
          ? g_strdup_printf(_("Channel %s → %s"), channel->name, get_mapping(self)->signal)
      : channel ? g_strdup_printf(_("Channel %s"), channel->name)
                : g_strdup(_("Channel"));
  g_autofree char *note = describe(self, channel);
  gtk_label_set_text(self->heading, heading);
  trammel_label_set_numbers(self->note, note);
  gtk_widget_set_visible(self->grid, self->mapping >= 0);
  gtk_widget_set_visible(GTK_WIDGET(self->process), self->mapping >= 0);
  if (self->mapping >= 0) {
    show_mapping(self, channel);
    trammel_process_box_show(self->process, (guint)self->mapping, view->table->rate);
  }
  show_figures(self, channel);
  self->filling = FALSE;
}

static void
trammel_channel_panel_dispose(GObject *object)
{
  TrammelChannelPanel *self = TRAMMEL_CHANNEL_PANEL(object);

  g_clear_object(&self->model);
  trammel_template_dispose(object, TRAMMEL_TYPE_CHANNEL_PANEL);
  G_OBJECT_CLASS(trammel_channel_panel_parent_class)->dispose(object);
}

static void
bind_quantities(GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < N_QUANTITIES; i++) {
    g_autofree char *unit = g_strdup_printf("%s_unit", endings[i]);
    g_autofree char *is_free = g_strdup_printf("%s_free", endings[i]);
    gssize at = (gssize)(i * sizeof(gpointer));
    gtk_widget_class_bind_template_child_full(
        widget_class, g_intern_string(endings[i]), FALSE,
        at + (gssize)G_STRUCT_OFFSET(TrammelChannelPanel, entries));
    gtk_widget_class_bind_template_child_full(
        widget_class, g_intern_string(unit), FALSE,
        at + (gssize)G_STRUCT_OFFSET(TrammelChannelPanel, units));
    if (i != SIGMA)
      gtk_widget_class_bind_template_child_full(
          widget_class, g_intern_string(is_free), FALSE,
          at + (gssize)G_STRUCT_OFFSET(TrammelChannelPanel, frees));
  }
}

static void
trammel_channel_panel_class_init(TrammelChannelPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_channel_panel_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "channelpanel");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/data/channel-panel.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, heading);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, note);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, grid);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, unit);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, sign);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, process);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, figures);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelPanel, figure_grid);
  gtk_widget_class_bind_template_callback(widget_class, on_process_failed_cb);
  bind_quantities(widget_class);
  gtk_widget_class_bind_template_callback(widget_class, on_sign_selected_cb);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_channel_panel_init(TrammelChannelPanel *self)
{
  self->channel = G_MAXUINT;
  self->mapping = -1;
  g_type_ensure(TRAMMEL_TYPE_PROCESS_BOX);
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_commit_entry_connect(self->unit, on_unit_committed_cb, self);
  for (guint i = 0; i < N_QUANTITIES; i++) {
    g_object_set_data(G_OBJECT(self->entries[i]), "which", GUINT_TO_POINTER(i));
    trammel_commit_entry_connect(self->entries[i], on_quantity_committed_cb, self);
    if (!self->frees[i])
      continue;
    g_object_set_data(G_OBJECT(self->frees[i]), "which", GUINT_TO_POINTER(i));
    g_signal_connect(self->frees[i], "toggled", G_CALLBACK(on_free_toggled_cb), self);
  }
}

void
trammel_channel_panel_set_model(TrammelChannelPanel *self, TrammelLogModel *model)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_PANEL(self) && !self->model);
  self->model = g_object_ref(model);
  trammel_process_box_set_model(self->process, model);
  g_signal_connect_object(model, "changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  update(self);
}

void
trammel_channel_panel_set_channel(TrammelChannelPanel *self, guint channel)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_PANEL(self));
  self->channel = channel;
  if (self->model)
    update(self);
}
