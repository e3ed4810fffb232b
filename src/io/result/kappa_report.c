#include "io/result/kappa_report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/identify/kappa_search.h"
#include "io/base/bilingual.h"
#include "io/result/result.h"

void
trammel_kappa_write(TrammelJsonWriter *json, const TrFit *fit)
{
  const TrKappaSearch *search = fit->kappa_search;

  if (!search)
    return;
  trammel_json_writer_key(json, "kappa_search");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < search->n_tries; i++) {
    const TrKappaTry *tried = &search->tries[i];
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_number(json, "kappa", tried->kappa);
    trammel_json_writer_add_number(json, "score", tried->score);
    trammel_json_writer_add_string(json, "status", trammel_result_name_status(tried->status));
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

/* Returns the name of the logs that were scored. */
static const char *
name_logs(const TrKappaSearch *search)
{
  return search->has_own_logs ? TRAMMEL_WORD("validation") : TRAMMEL_WORD("fitted");
}

static void
add_end(GArray *findings, const TrFit *fit)
{
  const TrKappaSearch *search = fit->kappa_search;
  gboolean is_largest = search->chosen >= search->n_tries / 2;

  trammel_findings_add(
      findings, NULL, "warning", "kappa-at-end",
      N_("The open-loop error of the %s logs is smallest at %s of the range that was tried, %.2g "
         "to %.2g; kappa is %.3g. %s"),
      name_logs(search), is_largest ? TRAMMEL_WORD("the upper end") : TRAMMEL_WORD("the lower end"),
      search->tries[0].kappa, search->tries[search->n_tries - 1].kappa, fit->kappa,
      !is_largest ? TRAMMEL_WORD("No weight makes up for the error of the model: look for a force "
                                 "that was not measured, or a part that is missing in the model.")
      : search->has_own_logs
          ? TRAMMEL_WORD("The fit is then almost a simulation, and its standard deviations are too "
                         "small where the model has an error; \"auto\" finds kappa from the errors "
                         "that the logs show.")
          : TRAMMEL_WORD("Fitted logs favour a large kappa; give a log the role 'validate', so "
                         "that kappa is judged by data that were not fitted."));
}

void
trammel_kappa_findings_add(GArray *findings, const TrFit *fit)
{
  const TrKappaSearch *search = fit->kappa_search;

  if (!search || fit->status == TR_CANCELLED)
    return;
  if (search->chosen < 0)
    trammel_findings_add(
        findings, NULL, "warning", "kappa-unscored",
        N_("No kappa could be scored: the simulations of the %s logs fail or have errors as large "
           "as the signals, or the sensors do not move, so kappa was chosen as by \"auto\". Trim "
           "the logs to where the motion can be predicted."),
        name_logs(search));
  else if (search->is_flat)
    trammel_findings_add(findings, NULL, "info", "kappa-flat",
                         N_("From %.2g to %.2g, kappa changes the open-loop error of the %s logs "
                            "by less than %g %%: its value does not matter for them."),
                         search->tries[0].kappa, search->tries[search->n_tries - 1].kappa,
                         name_logs(search), 100 * TR_EQUAL_SCORES);
  else if (search->is_at_end)
    add_end(findings, fit);
}

char *
trammel_kappa_dup_summary(const TrFit *fit)
{
  const TrKappaSearch *search = fit->kappa_search;

  if (!search || search->chosen < 0)
    return g_strdup("");
  g_autofree char *logs = trammel_bilingual_dup_english(name_logs(search));
  return g_strdup_printf(
      "kappa %.3g: smallest open-loop error of the %s logs, %.3g of the signals' "
      "standard deviation; %d were tried from %.2g to %.2g\n",
      search->tries[search->chosen].kappa, logs, search->tries[search->chosen].score,
      search->n_tries, search->tries[0].kappa, search->tries[search->n_tries - 1].kappa);
}
