#include "ui/pages/identify/step-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/run/step.h"
#include "ui/session/text/format.h"

/* The slider spans 0.1 ms to 50 ms about 10 ms. */
#define REFERENCE 0.01

struct _TrammelStepRow {
  TrammelChoiceRow parent_instance;
  double number; /* value of the choice "number" */
};

G_DEFINE_FINAL_TYPE(TrammelStepRow, trammel_step_row, TRAMMEL_TYPE_CHOICE_ROW)

enum { CHOICE_AUTO, CHOICE_NUMBER };

static const char *const words[] = {"auto", NULL};

static const TrammelSettingLook look = {
    .label = N_("Time step h"),
    .tooltip = N_("Time step of the fit. “auto” takes it from the motion in the logs; or write for "
                  "example 2 ms or 0.002."),
    .term = "time-step-h",
    .unit = "s",
    .low = -2,
    .high = 0.7,
    .reset = "auto",
    .words = words,
    .lines = 2,
};

static char *
trammel_step_row_dup_value(TrammelChoiceRow *row, guint choice)
{
  return choice == CHOICE_AUTO ? g_strdup("auto")
                               : trammel_format_entry(TRAMMEL_STEP_ROW(row)->number);
}

static void
trammel_step_row_class_init(TrammelStepRowClass *klass)
{
  TRAMMEL_CHOICE_ROW_CLASS(klass)->dup_value = trammel_step_row_dup_value;
}

static void
trammel_step_row_init(TrammelStepRow *self)
{
  const char *const labels[] = {[CHOICE_AUTO] = _("Auto: from the logs"),
                                [CHOICE_NUMBER] = _("A number, by the slider"),
                                NULL};
  TrammelChoices choices = {.labels = G_LIST_MODEL(gtk_string_list_new(labels)),
                            .tooltip = _("Source of the time step"),
                            .name = _("Source of the time step")};

  self->number = REFERENCE;
  trammel_setting_row_set_look(TRAMMEL_SETTING_ROW(self), &look);
  trammel_choice_row_add(TRAMMEL_CHOICE_ROW(self), &choices);
}

/* Returns the time of the newest full run [s]; NAN before the first. */
static double
get_last_seconds(TrammelDocument *document)
{
  GListModel *runs = trammel_document_get_runs(document);
  guint n = g_list_model_get_n_items(runs);
  g_autoptr(TrammelRun) last = n ? g_list_model_get_item(runs, n - 1) : NULL;

  return last ? trammel_run_get_fit(last)->seconds : NAN;
}

/* Returns the step if it is automatic and the number of steps, then the time of the last full
 * run. */
static char *
dup_caption(const TrSettings *settings, TrammelRun *run, double seconds)
{
  const TrFit *fit = run ? trammel_run_get_fit(run) : NULL;
  g_autofree char *step = isnan(settings->h) ? trammel_step_dup_text(settings, run) : NULL;
  g_autofree char *count =
      fit && fit->n_logs ? g_strdup_printf(_("%d steps"), fit->logs[0].n_nodes - 1) : NULL;
  g_autofree char *time = isfinite(seconds) ? trammel_format_prefixed(seconds, "s") : NULL;
  g_autofree char *took = time ? g_strdup_printf(_("the last run took %s"), time) : NULL;

  return g_strconcat(step ? step : "", step && count ? " · " : "", count ? count : "",
                     took ? "\n" : NULL, took, NULL);
}

void
trammel_step_row_update(TrammelStepRow *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_STEP_ROW(self));
  if (!document)
    return;
  TrammelSettingRow *setting = TRAMMEL_SETTING_ROW(self);
  TrammelRun *run = trammel_document_get_run(document);
  const TrSettings *settings = trammel_project_get_settings(trammel_document_get_project(document));
  g_autofree char *caption = dup_caption(settings, run, get_last_seconds(document));
  double h = trammel_step_get(settings, run);

  self->number = isnan(h) ? REFERENCE : h;
  trammel_setting_row_set_caption(setting, caption);
  if (isnan(settings->h))
    trammel_setting_row_set_word(setting, words[0], self->number, REFERENCE);
  else
    trammel_setting_row_set_value(setting, self->number, REFERENCE);
  trammel_choice_row_show(TRAMMEL_CHOICE_ROW(self),
                          isnan(settings->h) ? CHOICE_AUTO : CHOICE_NUMBER);
}
