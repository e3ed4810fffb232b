#include "ui/pages/identify/method-row.h"

#include <glib/gi18n.h>

#include "engine/est/step/formulation.h"
#include "ui/pages/parts/setting-row.h"

/* The slider spans 1 to 1000 Hz about this value. */
#define REFERENCE 30.0

struct _TrammelMethodRow {
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkDropDown *choice;
  TrammelSettingRow *cutoff;
  char *formulation; /* word of the choice "joint estimation" */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(TrammelMethodRow, trammel_method_row, GTK_TYPE_WIDGET)

enum { CHOSEN, CUTOFF, GRASPED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { CHOICE_JOINT, CHOICE_REGRESSION };

static const char *const cutoff_words[] = {"auto", NULL};

static const TrammelSettingLook cutoff_look = {
    .label = N_("Cutoff of the filter"),
    .name = N_("Cutoff"),
    .tooltip = N_("A regression differentiates the measured positions twice; above this frequency "
                  "positions and forces are removed first. With auto, the regression takes the one "
                  "around which its values change least. Sweep it to see its effect."),
    .term = "cutoff",
    .unit = "Hz",
    .low = -1.5,
    .high = 1.5,
    .reset = "auto",
    .words = cutoff_words,
    .lines = 2,
};

static void
on_choice_selected_cb(TrammelMethodRow *self)
{
  guint selected = gtk_drop_down_get_selected(self->choice);

  if (self->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  g_signal_emit(self, signals[CHOSEN], 0,
                selected == CHOICE_REGRESSION ? "regression" : self->formulation);
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
on_cutoff_edited_cb(TrammelMethodRow *self, const char *text)
{
  g_signal_emit(self, signals[CUTOFF], 0, text);
}

static void
on_row_grasped_cb(TrammelMethodRow *self)
{
  g_signal_emit(self, signals[GRASPED], 0);
}

static void
on_row_released_cb(TrammelMethodRow *self)
{
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
trammel_method_row_dispose(GObject *object)
{
  TrammelMethodRow *self = TRAMMEL_METHOD_ROW(object);

  g_clear_pointer(&self->box, gtk_widget_unparent);
  g_clear_pointer(&self->formulation, g_free);
  G_OBJECT_CLASS(trammel_method_row_parent_class)->dispose(object);
}

static guint
new_signal(TrammelMethodRowClass *klass, const char *name, gboolean has_text)
{
  return g_signal_new(name, G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, has_text, G_TYPE_STRING);
}

static void
trammel_method_row_class_init(TrammelMethodRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_method_row_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "methodrow");
  signals[CHOSEN] = new_signal(klass, "method", TRUE);
  signals[CUTOFF] = new_signal(klass, "cutoff", TRUE);
  signals[GRASPED] = new_signal(klass, "grasped", FALSE);
  signals[RELEASED] = new_signal(klass, "released", FALSE);
}

static void
add_choice(TrammelMethodRow *self)
{
  const char *const labels[] = {
      [CHOICE_JOINT] = _("Joint estimation"), [CHOICE_REGRESSION] = _("Regression"), NULL};

  self->choice = GTK_DROP_DOWN(gtk_drop_down_new_from_strings(labels));
  gtk_widget_set_tooltip_text(
      GTK_WIDGET(self->choice),
      _("Joint estimation finds motion and parameters together. Regression takes the filtered "
        "measurement for the motion and compares forces: a second opinion, in a moment."));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Method"), -1);
  g_signal_connect_object(self->choice, "notify::selected", G_CALLBACK(on_choice_selected_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(GTK_BOX(self->box), GTK_WIDGET(self->choice));
}

static void
add_cutoff(TrammelMethodRow *self)
{
  self->cutoff = g_object_new(TRAMMEL_TYPE_SETTING_ROW, NULL);
  trammel_setting_row_set_look(self->cutoff, &cutoff_look);
  trammel_setting_row_set_caption(self->cutoff,
                                  _("too low takes motion away, too high adds noise"));
  g_signal_connect_object(self->cutoff, "edited", G_CALLBACK(on_cutoff_edited_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->cutoff, "grasped", G_CALLBACK(on_row_grasped_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->cutoff, "released", G_CALLBACK(on_row_released_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(GTK_BOX(self->box), GTK_WIDGET(self->cutoff));
}

static void
trammel_method_row_init(TrammelMethodRow *self)
{
  self->formulation = g_strdup("auto");
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
  add_choice(self);
  add_cutoff(self);
}

/* Keeps the formulation that the choice "joint estimation" goes back to. */
static void
keep_formulation(TrammelMethodRow *self, const TrSettings *settings)
{
  if (settings->formulation == TR_FORMULATION_REGRESSION)
    return;
  g_free(self->formulation);
  self->formulation = g_strdup(settings->formulation == TR_FORMULATION_SECOND_ORDER
                                   ? "auto"
                                   : tr_formulation_name(settings->formulation));
}

void
trammel_method_row_update(TrammelMethodRow *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_METHOD_ROW(self));
  if (!document)
    return;
  const TrSettings *settings = trammel_project_get_settings(trammel_document_get_project(document));
  gboolean regresses = settings->formulation == TR_FORMULATION_REGRESSION;

  keep_formulation(self, settings);
  if (settings->chooses_cutoff)
    trammel_setting_row_set_word(self->cutoff, "auto", settings->cutoff, REFERENCE);
  else
    trammel_setting_row_set_value(self->cutoff, settings->cutoff, REFERENCE);
  gtk_widget_set_visible(GTK_WIDGET(self->cutoff), regresses);
  self->updating = TRUE;
  gtk_drop_down_set_selected(self->choice, regresses ? CHOICE_REGRESSION : CHOICE_JOINT);
  self->updating = FALSE;
}
