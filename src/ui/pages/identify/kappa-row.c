#include "ui/pages/identify/kappa-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/run/kappa.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelKappaRow {
  TrammelChoiceRow parent_instance;
  GtkLabel *doubt;
  double natural, number; /* values of the choices "natural size" and "number" */
};

G_DEFINE_FINAL_TYPE(TrammelKappaRow, trammel_kappa_row, TRAMMEL_TYPE_CHOICE_ROW)

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

static char *
trammel_kappa_row_dup_value(TrammelChoiceRow *row, guint choice)
{
  const TrammelKappaRow *self = TRAMMEL_KAPPA_ROW(row);

  return choice < TRAMMEL_KAPPA_N
             ? trammel_kappa_choice_dup_value(choice, self->natural, self->number)
             : NULL;
}

static void
trammel_kappa_row_class_init(TrammelKappaRowClass *klass)
{
  TRAMMEL_CHOICE_ROW_CLASS(klass)->dup_value = trammel_kappa_row_dup_value;
}

static GListModel *
list_choices(void)
{
  GtkStringList *labels = gtk_string_list_new(NULL);

  for (int i = 0; i < TRAMMEL_KAPPA_N; i++)
    gtk_string_list_append(labels, trammel_kappa_choice_label(i));
  return G_LIST_MODEL(labels);
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
  trammel_setting_row_add_below(TRAMMEL_SETTING_ROW(self), GTK_WIDGET(self->doubt));
}

static void
trammel_kappa_row_init(TrammelKappaRow *self)
{
  TrammelChoices choices = {.labels = list_choices(),
                            .tooltip = _("Source of the state error weight"),
                            .name = _("Source of kappa")};

  self->natural = NAN;
  self->number = 1;
  trammel_setting_row_set_look(TRAMMEL_SETTING_ROW(self), &look);
  trammel_choice_row_add(TRAMMEL_CHOICE_ROW(self), &choices);
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
  TrammelSettingRow *setting = TRAMMEL_SETTING_ROW(self);
  TrammelRun *run = document ? trammel_document_get_run(document) : NULL;
  g_autofree char *caption = dup_caption(run);

  trammel_setting_row_set_caption(setting, caption);
  if (!document)
    return;
  TrammelProject *project = trammel_document_get_project(document);
  const TrSettings *settings = trammel_project_get_settings(project);
  update_numbers(self, settings, run);
  TrammelKappaChoice choice = trammel_kappa_get_choice(settings, self->natural);
  const char *doubt = trammel_kappa_get_doubt(choice, project);

  if (choice == TRAMMEL_KAPPA_AUTO || choice == TRAMMEL_KAPPA_VALIDATE)
    trammel_setting_row_set_word(setting, words[choice], self->number, self->natural);
  else
    trammel_setting_row_set_value(setting, self->number, self->natural);
  trammel_choice_row_show(TRAMMEL_CHOICE_ROW(self), choice);
  trammel_label_set_numbers(self->doubt, doubt ? doubt : "");
  gtk_widget_set_visible(GTK_WIDGET(self->doubt), doubt != NULL);
}
