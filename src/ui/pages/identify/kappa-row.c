#include "ui/pages/identify/kappa-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/parts/setting-row.h"
#include "ui/session/run/kappa.h"

struct _TrammelKappaRow {
  GtkWidget parent_instance;
  TrammelSettingRow *row;
  GtkDropDown *choice;
  GtkLabel *doubt;
  double natural, number; /* values of the choices "natural size" and "number" */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(TrammelKappaRow, trammel_kappa_row, GTK_TYPE_WIDGET)

enum { EDITED, GRASPED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const char *const words[] = {"auto", "validate", NULL};

static const TrammelSettingLook look = {
    .label = N_("State error weight κ"),
    .name = N_("Weight κ"),
    .tooltip = N_("Weight of the dynamics against the measurements. “auto” finds it from the logs, "
                  "“validate” by the smallest open-loop error; the slider shows decades around the "
                  "value typical for these logs."),
    .term = "kappa",
    .unit = "",
    .low = -6,
    .high = 6,
    .reset = "auto",
    .words = words,
    .lines = 3,
};

static void
on_choice_selected_cb(TrammelKappaRow *self)
{
  guint selected = gtk_drop_down_get_selected(self->choice);

  if (self->updating || selected >= TRAMMEL_KAPPA_N)
    return;
  g_autofree char *value = trammel_kappa_choice_dup_value(selected, self->natural, self->number);
  if (!value)
    return;
  g_signal_emit(self, signals[EDITED], 0, value);
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
on_row_edited_cb(TrammelKappaRow *self, const char *text)
{
  g_signal_emit(self, signals[EDITED], 0, text);
}

static void
on_row_grasped_cb(TrammelKappaRow *self)
{
  g_signal_emit(self, signals[GRASPED], 0);
}

static void
on_row_released_cb(TrammelKappaRow *self)
{
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
trammel_kappa_row_dispose(GObject *object)
{
  TrammelKappaRow *self = TRAMMEL_KAPPA_ROW(object);

  if (self->row)
    gtk_widget_unparent(GTK_WIDGET(self->row));
  self->row = NULL;
  G_OBJECT_CLASS(trammel_kappa_row_parent_class)->dispose(object);
}

static void
trammel_kappa_row_class_init(TrammelKappaRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_kappa_row_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "kapparow");
  signals[EDITED] = g_signal_new("edited", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[GRASPED] = g_signal_new("grasped", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

/* Adds the drop-down of the selection rules. */
static void
add_choice(TrammelKappaRow *self)
{
  GtkStringList *labels = gtk_string_list_new(NULL);

  for (int i = 0; i < TRAMMEL_KAPPA_N; i++)
    gtk_string_list_append(labels, trammel_kappa_choice_label(i));
  self->choice = GTK_DROP_DOWN(gtk_drop_down_new(G_LIST_MODEL(labels), NULL));
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->choice), _("Source of the state error weight"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Source of kappa"), -1);
  g_signal_connect_object(self->choice, "notify::selected", G_CALLBACK(on_choice_selected_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_widget_set_margin_top(GTK_WIDGET(self->choice), 3);
  trammel_setting_row_add(self->row, GTK_WIDGET(self->choice));
}

/* Adds the warning on a doubtful choice. */
static void
add_doubt(TrammelKappaRow *self)
{
  self->doubt = GTK_LABEL(gtk_label_new(NULL));
  gtk_label_set_xalign(self->doubt, 0);
  gtk_label_set_wrap(self->doubt, TRUE);
  gtk_label_set_width_chars(self->doubt, 26);
  gtk_label_set_max_width_chars(self->doubt, 26);
  gtk_widget_add_css_class(GTK_WIDGET(self->doubt), "doubt");
  gtk_widget_set_visible(GTK_WIDGET(self->doubt), FALSE);
  trammel_setting_row_add_below(self->row, GTK_WIDGET(self->doubt));
}

static void
trammel_kappa_row_init(TrammelKappaRow *self)
{
  self->natural = NAN;
  self->number = 1;
  self->row = g_object_new(TRAMMEL_TYPE_SETTING_ROW, NULL);
  gtk_widget_set_parent(GTK_WIDGET(self->row), GTK_WIDGET(self));
  trammel_setting_row_set_look(self->row, &look);
  g_signal_connect_object(self->row, "edited", G_CALLBACK(on_row_edited_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->row, "grasped", G_CALLBACK(on_row_grasped_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->row, "released", G_CALLBACK(on_row_released_cb), self,
                          G_CONNECT_SWAPPED);
  add_choice(self);
  add_doubt(self);
}

/* Updates the natural size of the logs, and the kappa of the slider. */
static void
update_numbers(TrammelKappaRow *self, const TrSettings *settings, TrammelRun *run)
{
  const TrFit *fit = run ? trammel_run_get_fit(run) : NULL;
  gboolean fitted = run && trammel_run_get_kind(run) != TRAMMEL_RUN_PREPARED;

  self->natural = fit ? fit->kappa_ref : NAN;
  self->number = !isnan(settings->kappa) ? settings->kappa
                 : fitted                ? fit->kappa
                 : fit                   ? fit->kappa_ref
                                         : 1;
}

static char *
dup_caption(TrammelRun *run)
{
  const TrFit *fit = run ? trammel_run_get_fit(run) : NULL;

  if (!fit || trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED || !(fit->cost.total > 0))
    return g_strdup(_("trust data ← → trust model"));
  g_autofree char *found = trammel_kappa_dup_choice(run);
  return g_strdup_printf(_("trust data ← → trust model\n%s\ncost: data %.0f %%, dynamics %.0f %%"),
                         found, 100 * fit->cost.observation / fit->cost.total,
                         100 * fit->cost.state / fit->cost.total);
}

void
trammel_kappa_row_update(TrammelKappaRow *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_KAPPA_ROW(self));
  TrammelRun *run = document ? trammel_document_get_run(document) : NULL;
  g_autofree char *caption = dup_caption(run);

  trammel_setting_row_set_caption(self->row, caption);
  if (!document)
    return;
  TrammelProject *project = trammel_document_get_project(document);
  const TrSettings *settings = trammel_project_get_settings(project);
  update_numbers(self, settings, run);
  TrammelKappaChoice choice = trammel_kappa_get_choice(settings, self->natural);
  const char *doubt = trammel_kappa_get_doubt(choice, project);

  if (choice == TRAMMEL_KAPPA_AUTO || choice == TRAMMEL_KAPPA_VALIDATE)
    trammel_setting_row_set_word(self->row, words[choice], self->number, self->natural);
  else
    trammel_setting_row_set_value(self->row, self->number, self->natural);
  self->updating = TRUE;
  gtk_drop_down_set_selected(self->choice, choice);
  self->updating = FALSE;
  gtk_label_set_text(self->doubt, doubt ? doubt : "");
  gtk_widget_set_visible(GTK_WIDGET(self->doubt), doubt != NULL);
}
