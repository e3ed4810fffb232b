#include "cli/overrides.h"

#include <math.h>
#include <string.h>

#include "cli/base/terminal.h"
#include "cli/report.h"
#include "io/base/name_suggestion.h"
#include "io/check/base_set.h"

#define SETTINGS_PREFIX "settings."

/* Settings whose value is a word, and before them those whose value is a number. */
static const char *const setting_names[] = {"kappa",
                                            "h",
                                            "compliance_scale",
                                            "damping_scale",
                                            "cutoff",
                                            "friction_rate",
                                            "inertia_prior",
                                            "impact_error",
                                            "energy",
                                            "max_iterations",
                                            "max_steps",
                                            "formulation",
                                            "observations",
                                            "robust_loss",
                                            "damping",
                                            "weighting",
                                            "consistency",
                                            NULL};
enum { N_NUMBERS = 11 };

void
trammel_overrides_clear(TrammelOverrides *overrides)
{
  g_strfreev(overrides->sets);
  g_strfreev(overrides->frees);
  g_strfreev(overrides->fixes);
  g_free(overrides->kappa);
  g_free(overrides->h);
  g_free(overrides->compliance_scale);
  g_free(overrides->formulation);
  g_free(overrides->energy);
  g_free(overrides->max_iterations);
  g_free(overrides->max_steps);
}

GOptionEntry *
trammel_overrides_new_entries(TrammelOverrides *o)
{
  const GOptionEntry entries[] = {
      {"set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->sets,
       "Change a quantity by its id, or settings.NAME", "ID=VALUE"},
      {"free", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->frees,
       "Estimate a quantity, or all that match a pattern: body.*.mass", "ID"},
      {"fix", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->fixes, "Hold a quantity at its value", "ID"},
      {"kappa", 0, 0, G_OPTION_ARG_STRING, &o->kappa,
       "Weight of the state error against the sensors, auto or validate", "X"},
      {"compliance-scale", 0, 0, G_OPTION_ARG_STRING, &o->compliance_scale,
       "Factor on all compliances of the joints", "X"},
      {"h", 0, 0, G_OPTION_ARG_STRING, &o->h, "Time step in s, or auto", "X"},
      {"formulation", 0, 0, G_OPTION_ARG_STRING, &o->formulation,
       "auto, predicted, second-order, explicit or regression", "NAME"},
      {"energy", 0, 0, G_OPTION_ARG_STRING, &o->energy,
       "Window in s over which the balance of energy is an observation, or none", "X"},
      {"max-iterations", 0, 0, G_OPTION_ARG_STRING, &o->max_iterations,
       "Linearisations, at most, or auto", "N"},
      {"max-steps", 0, 0, G_OPTION_ARG_STRING, &o->max_steps,
       "Time steps of all logs together, at most (each takes 8 kB and more), or auto", "N"},
      {NULL}};

  return g_memdup2(entries, sizeof entries);
}

/* Sets an error with name suggestions. */
static gboolean
refuse_id(const TrammelProject *project, const char *option, const char *id, GError **error)
{
  guint n = trammel_project_get_n_quantities(project);
  g_autofree const char **ids = g_new0(const char *, n + 1);
  g_autofree char *nearest = NULL;

  for (guint i = 0; i < n; i++)
    ids[i] = trammel_project_get_quantity(project, i)->id;
  nearest = trammel_name_suggest(id, ids);
  return trammel_cli_refuse(error, "%s: the model has no quantity '%s'; nearest: %s", option, id,
                            nearest ? nearest : "none");
}

static gboolean
has_id(const TrammelProject *project, const char *id)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    if (g_str_equal(trammel_project_get_quantity(project, i)->id, id))
      return TRUE;
  return FALSE;
}

static gboolean
contains(const char *const *words, gsize n, const char *word)
{
  for (gsize i = 0; i < n; i++)
    if (words[i] && g_str_equal(words[i], word))
      return TRUE;
  return FALSE;
}

/* TRUE if a numeric setting may be this word instead, according to the project. */
static gboolean
is_way(const char *name, const char *value)
{
  return g_str_equal(value, "auto") ||
         (g_str_equal(name, "energy") && g_str_equal(value, "none")) ||
         (g_str_equal(name, "kappa") && g_str_equal(value, "validate"));
}

static gboolean
set_setting(TrammelProject *project,
            const char *option,
            const char *name,
            const char *value,
            GError **error)
{
  double number;

  if (!contains(setting_names, G_N_ELEMENTS(setting_names), name)) {
    g_autofree char *nearest = trammel_name_suggest(name, setting_names);
    return trammel_cli_refuse(error, "%s: there is no setting '%s'; nearest: %s", option, name,
                              nearest);
  }
  if (contains(setting_names, N_NUMBERS, name) && !is_way(name, value) &&
      !trammel_cli_parse_number(value, &number))
    return trammel_cli_refuse(error, "%s: '%s' is not a number; write it like 0.01 or 1e-3", option,
                              value);
  if (trammel_project_set_setting(project, name, value, error))
    return TRUE;
  g_prefix_error(error, "%s: ", option);
  return FALSE;
}

static gboolean
set_quantity(TrammelProject *project, const char *id, const char *value, GError **error)
{
  double number = NAN;

  if (!has_id(project, id))
    return refuse_id(project, "--set", id, error);
  if (!g_str_equal(value, "auto") && !trammel_cli_parse_number(value, &number))
    return trammel_cli_refuse(error,
                              "--set %s: '%s' is not a number; write it like 0.01 or 1e-3, in SI "
                              "units",
                              id, value);
  if (trammel_project_set_value(project, id, number, error))
    return TRUE;
  g_prefix_error(error, "--set %s: ", id);
  return FALSE;
}

static gboolean
apply_set(TrammelProject *project, const char *argument, GError **error)
{
  const char *equals = strchr(argument, '=');
  g_autofree char *id = equals ? g_strndup(argument, (gsize)(equals - argument)) : NULL;

  if (!id)
    return trammel_cli_refuse(error, "--set %s: expected ID=VALUE, e.g. body.arm.mass=0.2",
                              argument);
  if (g_str_has_prefix(id, SETTINGS_PREFIX)) {
    g_autofree char *option = g_strdup_printf("--set %s", id);
    return set_setting(project, option, id + strlen(SETTINGS_PREFIX), equals + 1, error);
  }
  return set_quantity(project, id, equals + 1, error);
}

static gboolean
set_one_free(
    TrammelProject *project, const char *option, const char *id, gboolean is_free, GError **error)
{
  if (trammel_project_set_free(project, id, is_free, error))
    return TRUE;
  g_prefix_error(error, "%s %s: ", option, id);
  return FALSE;
}

/* Frees or holds all quantities whose ids match a pattern with * and ?; tied ones follow others.
 * *n: number of them. */
static gboolean
set_group_free(
    TrammelProject *project, const char *pattern, gboolean is_free, guint *n, GError **error)
{
  *n = 0;
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    g_autofree char *id = g_strdup(quantity->id);
    if (quantity->tied || !g_pattern_match_simple(pattern, id))
      continue;
    ++*n;
    if (!set_one_free(project, is_free ? "--free" : "--fix", id, is_free, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
apply_free(TrammelProject *project, char **ids, gboolean is_free, GError **error)
{
  const char *option = is_free ? "--free" : "--fix";

  for (int i = 0; ids && ids[i]; i++) {
    gboolean is_group = !has_id(project, ids[i]) && strpbrk(ids[i], "*?");
    guint n = 0;
    if (is_group && !set_group_free(project, ids[i], is_free, &n, error))
      return FALSE;
    if (is_group ? n == 0 : !has_id(project, ids[i]))
      return refuse_id(project, option, ids[i], error);
    if (!is_group && !set_one_free(project, option, ids[i], is_free, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_overrides_apply(const TrammelOverrides *o, TrammelProject *project, GError **error)
{
  const struct {
    const char *option, *name, *value;
  } settings[] = {{"--kappa", "kappa", o->kappa},
                  {"--h", "h", o->h},
                  {"--compliance-scale", "compliance_scale", o->compliance_scale},
                  {"--formulation", "formulation", o->formulation},
                  {"--energy", "energy", o->energy},
                  {"--max-iterations", "max_iterations", o->max_iterations},
                  {"--max-steps", "max_steps", o->max_steps}};

  for (int i = 0; o->sets && o->sets[i]; i++)
    if (!apply_set(project, o->sets[i], error))
      return FALSE;
  if (!apply_free(project, o->frees, TRUE, error) || !apply_free(project, o->fixes, FALSE, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS(settings); i++)
    if (settings[i].value &&
        !set_setting(project, settings[i].option, settings[i].name, settings[i].value, error))
      return FALSE;
  return TRUE;
}

static void
print_fixed(char **ids)
{
  g_autofree char *names = g_strjoinv(", ", ids);

  trammel_terminal_print("fixed at their start values: %s\n", *ids ? names : "none");
}

gboolean
trammel_overrides_fix_base(TrammelProject *project, char **logs, GError **error)
{
  g_auto(GStrv) ids = trammel_project_fix_base(project, (const char *const *)logs, error);

  if (ids)
    print_fixed(ids);
  return ids != NULL;
}

TrammelProblem *
trammel_overrides_fix_open(const TrammelProblem *problem, const TrFit *fit, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_problem_dup_project(problem);
  g_auto(GStrv) ids =
      trammel_project_fix_open(project, trammel_problem_get_task(problem), fit, error);

  if (!ids)
    return NULL;
  print_fixed(ids);
  return trammel_problem_new_from(problem, project, error);
}

gboolean
trammel_overrides_check_logs(const TrammelProject *project, char **names, GError **error)
{
  guint n = trammel_project_get_n_logs(project);
  g_autofree const char **logs = g_new0(const char *, n + 1);

  for (guint i = 0; i < n; i++)
    logs[i] = trammel_project_get_log_name(project, i);
  for (int i = 0; names && names[i]; i++)
    if (!contains(logs, n, names[i])) {
      g_autofree char *nearest = trammel_name_suggest(names[i], logs);
      return trammel_cli_refuse(error, "--log: the project has no log '%s'; nearest: %s", names[i],
                                nearest ? nearest : "none");
    }
  return TRUE;
}
