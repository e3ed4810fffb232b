/* Check of settings that are valid but out of proportion to the logs. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/est/step/formulation.h"
#include "io/base/bilingual.h"
#include "io/check/private.h"

/* Factor from its natural size beyond which kappa leaves only the sensors or only the dynamics. */
#define KAPPA_RANGE 1e8

static void
check_kappa(const TrammelCheck *check)
{
  double kappa = check->task->settings.kappa, natural = check->prepared->kappa_ref;

  if (isnan(kappa) || (kappa <= KAPPA_RANGE * natural && kappa >= natural / KAPPA_RANGE))
    return;
  trammel_findings_add(check->findings, NULL, "warning", "kappa-extreme",
                       N_("kappa = %.2g is far %s the value typical for these logs, %.2g, so only "
                          "the %s count; set it to \"auto\", or closer to that value."),
                       kappa, kappa > natural ? TRAMMEL_WORD("above") : TRAMMEL_WORD("below"),
                       natural,
                       kappa > natural ? TRAMMEL_WORD("dynamics") : TRAMMEL_WORD("sensors"));
  trammel_findings_fix_word(check->findings, "auto", "settings.kappa");
}

/* Checks the start filter's cutoff; above this share of the sampling rate it has no effect. */
static void
check_cutoff(const TrammelCheck *check)
{
  double cutoff = check->task->settings.cutoff, rate = 0;

  for (int l = 0; l < check->task->n_logs; l++)
    for (int c = 0; c < check->task->logs[l].n_channels; c++) {
      const TrChannel *channel = &check->task->logs[l].channels[c];

      if (channel->kind == TR_SIGNAL_SENSOR && channel->n > 1)
        rate = fmax(rate, (double)(channel->n - 1) / (channel->t[channel->n - 1] - channel->t[0]));
    }
  if (rate == 0 || cutoff < TR_MAX_CUTOFF_SHARE * rate)
    return;
  double highest = trammel_round_digits(TR_MAX_CUTOFF_SHARE * rate / 2, 2);
  trammel_findings_add(
      check->findings, NULL, "info", "cutoff-too-high",
      N_("The cutoff of %g Hz is above what sensors sampled at %.4g Hz can show, so "
         "the start values are not filtered; set the cutoff below %g Hz."),
      cutoff, rate, highest);
  trammel_findings_fix_number(check->findings, fmin(highest, tr_settings_default().cutoff),
                              "settings.cutoff");
}

/* Reports which formulation a model with impacts is estimated with, where the project leaves it to
 * the program or asks for one without impacts. */
static void
check_formulation(const TrammelCheck *check)
{
  g_autofree char *text = trammel_project_dup_at(check->project, "settings.formulation");

  if (!tr_model_has_impacts(check->task->model))
    return;
  if (text && strstr(text, tr_formulation_name(TR_FORMULATION_SECOND_ORDER))) {
    trammel_findings_add(check->findings, NULL, "info", "impacts-predicted",
                         N_("The formulation 'second-order' has no contacts and no estimated "
                            "stops; the run uses 'predicted' in its place."));
    trammel_findings_fix_word(check->findings, "auto", "settings.formulation");
  } else if (!text || strstr(text, "auto")) {
    trammel_findings_add(check->findings, NULL, "info", "impacts-predicted",
                         N_("The model has contacts or estimated stops, so the run uses the "
                            "formulation 'predicted', which has them. The values of the mechanism "
                            "come from a fit of logs simulated in shorter steps."));
  }
}

void
trammel_check_settings(const TrammelCheck *check)
{
  check_formulation(check);
  check_kappa(check);
  check_cutoff(check);
}
