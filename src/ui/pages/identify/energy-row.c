#include "ui/pages/identify/energy-row.h"

#include <glib/gi18n.h>

/* Windows that are offered [s]; that of a project stands behind them where it is another one. */
static const double windows[] = {0, 0.05, 0.1, 0.2, 0.5, 1};

struct _TrammelEnergyRow {
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkDropDown *choice;
  double own; /* last other window of a project, behind the offered ones; 0: none */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(TrammelEnergyRow, trammel_energy_row, GTK_TYPE_WIDGET)

enum { EDITED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
on_choice_selected_cb(TrammelEnergyRow *self)
{
  guint selected = gtk_drop_down_get_selected(self->choice);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  g_ascii_formatd(number, sizeof number, "%.6g",
                  selected < G_N_ELEMENTS(windows) ? windows[selected] : self->own);
  g_signal_emit(self, signals[EDITED], 0, selected == 0 ? "none" : number);
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
trammel_energy_row_dispose(GObject *object)
{
  TrammelEnergyRow *self = TRAMMEL_ENERGY_ROW(object);

  g_clear_pointer(&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS(trammel_energy_row_parent_class)->dispose(object);
}

static void
trammel_energy_row_class_init(TrammelEnergyRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_energy_row_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "energyrow");
  signals[EDITED] = g_signal_new("edited", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

/* Lists the windows, with one of the project behind them. */
static void
fill_choice(TrammelEnergyRow *self)
{
  GtkStringList *names = gtk_string_list_new(NULL);
  g_autofree char *own = g_strdup_printf(_("Windows of %g s"), self->own);

  gtk_string_list_append(names, _("Not an observation"));
  for (guint i = 1; i < G_N_ELEMENTS(windows); i++) {
    g_autofree char *name = g_strdup_printf(_("Windows of %g s"), windows[i]);
    gtk_string_list_append(names, name);
  }
  if (self->own > 0)
    gtk_string_list_append(names, own);
  gtk_drop_down_set_model(self->choice, G_LIST_MODEL(names));
  g_object_unref(names);
}

static void
trammel_energy_row_init(TrammelEnergyRow *self)
{
  GtkWidget *label = gtk_label_new(_("Balance of energy"));

  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_box_append(GTK_BOX(self->box), label);
  self->choice = GTK_DROP_DOWN(gtk_drop_down_new(NULL, NULL));
  gtk_widget_set_tooltip_text(
      GTK_WIDGET(self->choice),
      _("Over each window, what motors supply, friction takes and the motion stores must add up: "
        "one more observation. It makes friction better known where the model is right, and fits "
        "slower."));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Balance of energy"), -1);
  fill_choice(self);
  g_signal_connect_object(self->choice, "notify::selected", G_CALLBACK(on_choice_selected_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(GTK_BOX(self->box), GTK_WIDGET(self->choice));
}

/* Returns the place of a window among the offered ones, or the one behind them. */
static guint
find_window(double window)
{
  guint i = 0;

  while (i < G_N_ELEMENTS(windows) && windows[i] != window)
    i++;
  return i;
}

void
trammel_energy_row_update(TrammelEnergyRow *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_ENERGY_ROW(self));
  if (!document)
    return;
  const TrSettings *settings = trammel_project_get_settings(trammel_document_get_project(document));
  guint place = find_window(settings->energy);

  self->updating = TRUE;
  /* an entry of the project stays: the list must not change while one of it is being chosen */
  if (place == G_N_ELEMENTS(windows) && settings->energy != self->own) {
    self->own = settings->energy;
    fill_choice(self);
  }
  gtk_drop_down_set_selected(self->choice, place);
  self->updating = FALSE;
}
