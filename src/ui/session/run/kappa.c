#include "ui/session/run/kappa.h"

#include <glib/gi18n.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/kappa_search.h"
#include "engine/est/problem/problem.h"
#include "engine/est/task/kappa_rule.h"
#include "ui/session/text/format.h"

/* Rounds to three digits, which is all the precision kappa has. */
static double
round_kappa(double kappa)
{
  double unit = pow(10, floor(log10(kappa)) - 2);

  return round(kappa / unit) * unit;
}

char *
trammel_kappa_format(double kappa, int digits)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE], format[8];

  g_snprintf(format, sizeof format, "%%.%de", digits - 1);
  g_ascii_formatd(text, sizeof text, format, kappa);
  double rounded = g_ascii_strtod(text, NULL);
  if (rounded >= 1e-3 && rounded < 1e5)
    return g_strdup(g_ascii_formatd(text, sizeof text, "%g", rounded));
  /* "1.7e+05" is easier to read without sign and zero */
  const char *exponent = strchr(text, 'e');
  return exponent ? g_strdup_printf("%.*se%d", (int)(exponent - text), text, atoi(exponent + 1))
                  : g_strdup(text);
}

TrammelKappaChoice
trammel_kappa_get_choice(const TrSettings *settings, double natural)
{
  if (isnan(settings->kappa))
    return settings->kappa_rule == TR_KAPPA_VALIDATE  ? TRAMMEL_KAPPA_VALIDATE
           : settings->kappa_rule == TR_KAPPA_NATURAL ? TRAMMEL_KAPPA_NATURAL
                                                      : TRAMMEL_KAPPA_AUTO;
  if (natural > 0 && fabs(settings->kappa / round_kappa(natural) - 1) < 1e-6)
    return TRAMMEL_KAPPA_NATURAL;
  return TRAMMEL_KAPPA_NUMBER;
}

const char *
trammel_kappa_choice_label(TrammelKappaChoice choice)
{
  static const char *const labels[TRAMMEL_KAPPA_N] = {
      [TRAMMEL_KAPPA_AUTO] = N_("Auto: from the data"),
      [TRAMMEL_KAPPA_VALIDATE] = N_("By validation"),
      [TRAMMEL_KAPPA_NATURAL] = N_("Typical for the logs"),
      [TRAMMEL_KAPPA_NUMBER] = N_("A number, by the slider"),
  };

  g_return_val_if_fail(choice < TRAMMEL_KAPPA_N, NULL);
  return _(labels[choice]);
}

char *
trammel_kappa_choice_dup_value(TrammelKappaChoice choice, double natural, double number)
{
  double value = choice == TRAMMEL_KAPPA_NATURAL ? natural : number;

  if (choice == TRAMMEL_KAPPA_AUTO)
    return g_strdup("auto");
  if (choice == TRAMMEL_KAPPA_VALIDATE)
    return g_strdup("validate");
  if (!(value > 0))
    return NULL;
  return trammel_format_entry(round_kappa(value));
}

static gboolean
has_validation_log(const TrammelProject *project)
{
  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (trammel_project_get_log_role(project, i) == TRAMMEL_ROLE_VALIDATE)
      return TRUE;
  return FALSE;
}

const char *
trammel_kappa_get_doubt(TrammelKappaChoice choice, const TrammelProject *project)
{
  if (choice != TRAMMEL_KAPPA_VALIDATE || has_validation_log(project))
    return NULL;
  return _("No log has the role “validate”: kappa is judged by the fitted logs, which favour a "
           "large one. Give a log that role, or choose “auto”.");
}

/* Returns a text on the result of variance components, and on how they ended. */
static char *
describe_variances(const TrFit *fit, const char *kappa)
{
  int n = fit->variances.rounds;
  const char *end = fit->variances.is_quiet     ? _("no state error seen: upper limit")
                    : fit->variances.is_settled ? _("settled")
                                                : _("not settled");

  return g_strdup_printf(ngettext("chosen automatically: %s\n%d fit, %s",
                                  "chosen automatically: %s\n%d fits, %s", (gulong)n),
                         kappa, n, end);
}

static char *
describe_search(const TrFit *fit, const char *kappa)
{
  const TrKappaSearch *search = fit->kappa_search;

  if (fit->status == TR_CANCELLED)
    return g_strdup_printf(_("search stopped at %s"), kappa);
  if (search->chosen < 0)
    return g_strdup_printf(_("no kappa could be scored\nchosen automatically: %s"), kappa);
  double score = search->tries[search->chosen].score;
  return search->has_own_logs ? g_strdup_printf(_("chosen by validation: %s\nopen-loop error %.3g "
                                                  "σ of the signals\n(validation logs, %d kappas)"),
                                                kappa, score, search->n_tries)
                              : g_strdup_printf(_("chosen by validation: %s\nopen-loop error %.3g "
                                                  "σ of the signals\n(fitted logs, %d kappas)"),
                                                kappa, score, search->n_tries);
}

char *
trammel_kappa_dup_choice(TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);
  g_autofree char *kappa = trammel_kappa_format(fit->kappa, 3);

  return g_strdup_printf(fit->kappa_search && fit->kappa_search->chosen >= 0
                             ? _("chosen by validation: %s")
                         : fit->variances.rounds > 0 || fit->passes ? _("chosen automatically: %s")
                                                                    : _("used: %s"),
                         kappa);
}

char *
trammel_kappa_dup_result(TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);
  g_autofree char *kappa = trammel_kappa_format(fit->kappa, 3);
  g_autofree char *natural = trammel_kappa_format(fit->kappa_ref, 3);
  g_autofree char *found = fit->kappa_search ? describe_search(fit, kappa)
                           : fit->passes
                               ? g_strdup_printf(_("from the impacts: %s\ntwo passes"), kappa)
                           : fit->variances.rounds > 0 ? describe_variances(fit, kappa)
                                                       : g_strdup_printf(_("used: %s"), kappa);

  return g_strdup_printf(_("%s\ntypical for these logs: %s"), found, natural);
}

static int
find_first_of_round(const TrammelJobProgress *progress)
{
  int first = progress->n_history - 1;

  while (first > 0 && progress->history[first - 1].round == progress->history[first].round)
    first--;
  return first;
}

char *
trammel_kappa_dup_progress(const TrammelJobProgress *progress)
{
  const TrTask *task = trammel_problem_get_task(progress->problem);
  const TrIteration *last = &progress->history[progress->n_history - 1];
  int iteration = progress->n_history - 1 - find_first_of_round(progress);

  gboolean searches = tr_task_searches_kappa(task);
  g_autofree char *kappa = trammel_kappa_format(last->kappa, 3);

  if (searches || tr_task_finds_variances(task))
    return g_strdup_printf(searches ? _("fit %d at κ %s, iteration %d")
                                    : _("round %d at κ %s, iteration %d"),
                           last->round, kappa, iteration);
  return g_strdup_printf(_("iteration %d of at most %d"), iteration, progress->max_iterations);
}

double
trammel_kappa_get_progress(const TrammelJobProgress *progress)
{
  const TrTask *task = trammel_problem_get_task(progress->problem);
  int rounds = tr_task_searches_kappa(task)    ? TR_MAX_KAPPA_TRIES + 1
               : tr_task_finds_variances(task) ? TR_MAX_ROUNDS
                                               : 1;
  int iteration = progress->n_history - find_first_of_round(progress);
  double part = fmin((double)iteration / (progress->max_iterations + 1), 1);

  return fmin((progress->history[progress->n_history - 1].round - 1 + part) / rounds, 1);
}
