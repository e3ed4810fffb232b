#include "ui/session/text/glossary.h"

#include <glib/gi18n.h>

static const TrammelTerm terms[] = {
    {"assembly-branch", N_("Assembly branch")},
    {"autocorrelation", N_("Autocorrelation")},
    {"bound", N_("Bound")},
    {"chi-square", N_("Chi-square")},
    {"compliance", N_("Compliance")},
    {"correlation", N_("Correlation")},
    {"cross-validation", N_("Cross-validation")},
    {"cutoff", N_("Cutoff")},
    {"damping-time", N_("Damping time")},
    {"data-share", N_("Data share")},
    {"degree-of-freedom", N_("Degree of freedom")},
    {"horizon", N_("Horizon")},
    {"kappa", N_("Kappa")},
    {"l-curve", N_("L-curve")},
    {"monte-carlo", N_("Monte Carlo")},
    {"multistart", N_("Multistart")},
    {"noise", N_("Noise")},
    {"nrmse", N_("NRMSE")},
    {"open-loop", N_("Open loop")},
    {"outlier", N_("Outlier")},
    {"physical-value", N_("Physical value")},
    {"posterior", N_("Posterior")},
    {"prior", N_("Prior")},
    {"profile", N_("Profile")},
    {"re-estimation", N_("Re-estimation")},
    {"realisable-inertia", N_("Realisable inertia")},
    {"residual", N_("Residual")},
    {"robust-loss", N_("Robust loss")},
    {"sigma", N_("Sigma")},
    {"smoothing-rate", N_("Smoothing rate")},
    {"state-error", N_("State error")},
    {"stepper", N_("Stepper")},
    {"sweep", N_("Sweep")},
    {"tie", N_("Tie")},
    {"time-step-h", N_("Time step h")},
    {"undetermined-direction", N_("Undetermined direction")},
    {"validation-log", N_("Validation log")},
    {"whiteness", N_("Whiteness")},
};

const TrammelTerm *
trammel_glossary_get_terms(guint *n)
{
  *n = G_N_ELEMENTS(terms);
  return terms;
}

const TrammelTerm *
trammel_glossary_find(const char *anchor)
{
  for (guint i = 0; i < G_N_ELEMENTS(terms); i++)
    if (g_str_equal(terms[i].anchor, anchor))
      return &terms[i];
  return NULL;
}

char *
trammel_glossary_dup_link(const TrammelTerm *term)
{
  return g_strconcat("glossary.md#", term->anchor, NULL);
}

char *
trammel_glossary_dup_question(const TrammelTerm *term)
{
  return g_strdup_printf(_("What is “%s”?"), _(term->name));
}
