#include "cli/sim_scenario.h"

#include <math.h>
#include <string.h>

#include "cli/report.h"
#include "io/units/expression.h"

void
trammel_sim_words_clear(TrammelSimWords *words)
{
  g_strfreev(words->inputs);
  g_strfreev(words->positions);
  g_strfreev(words->rates);
  g_free(words->noise);
  g_free(words->log);
}

GOptionEntry *
trammel_sim_words_new_entries(TrammelSimWords *w)
{
  const GOptionEntry entries[] = {
      {"input", 0, 0, G_OPTION_ARG_STRING_ARRAY, &w->inputs,
       "Without a log: the input of a motor as a formula of t, \"m1=0.2*sin(2*pi*t)\"",
       "MOTOR=FORMULA"},
      {"position", 0, 0, G_OPTION_ARG_STRING_ARRAY, &w->positions,
       "Without a log: where a joint starts, \"j1=30 deg\"", "JOINT=X"},
      {"rate", 0, 0, G_OPTION_ARG_STRING_ARRAY, &w->rates,
       "Without a log: how fast a joint starts, \"j1=2 rad/s\"", "JOINT=X"},
      {"log-file", 0, 0, G_OPTION_ARG_FILENAME, &w->log,
       "Without a log: also write the readings of the sensors and the inputs, as a log",
       "FILE.csv"},
      {"noise", 0, 0, G_OPTION_ARG_STRING, &w->noise,
       "Noise of the readings, as a share of the standard deviation of each", "X"},
      {NULL}};

  return g_memdup2(entries, sizeof entries);
}

gboolean
trammel_sim_words_any(const TrammelSimWords *w)
{
  return w->inputs || w->positions || w->rates || w->noise || w->log;
}

/* Splits "NAME=TEXT" after the name; returns the text, NULL with an error. */
static const char *
split(const char *option, const char *word, char **name, GError **error)
{
  const char *equals = strchr(word, '=');

  if (!equals) {
    trammel_cli_refuse(error, "%s: '%s' is not of the form NAME=VALUE", option, word);
    return NULL;
  }
  *name = g_strndup(word, (gsize)(equals - word));
  return equals + 1;
}

static gboolean
apply_input(TrammelScenario *scenario, const TrModel *model, const char *word, GError **error)
{
  g_autofree char *name = NULL;
  g_autoptr(GError) fault = NULL;
  const char *formula = split("--input", word, &name, error);

  if (!formula)
    return FALSE;
  for (int m = 0; m < model->n_motors; m++)
    if (g_str_equal(model->motors[m].name, name))
      return trammel_scenario_set_input(scenario, name, formula, &fault) ||
             trammel_cli_refuse(error, "--input: %s", fault->message);
  return trammel_cli_refuse(error, "--input: there is no motor '%s'", name);
}

/* Sets the position or the rate of a joint. */
static gboolean
apply_start(TrammelScenario *scenario,
            const TrModel *model,
            const char *word,
            gboolean is_rate,
            GError **error)
{
  const char *option = is_rate ? "--rate" : "--position";
  g_autofree char *name = NULL;
  g_autoptr(GError) fault = NULL;
  const char *text = split(option, word, &name, error);
  int j = 0;

  if (!text)
    return FALSE;
  while (j < model->n_joints && !g_str_equal(model->joints[j].name, name))
    j++;
  if (j == model->n_joints ||
      (model->joints[j].type != TR_JOINT_HINGE && model->joints[j].type != TR_JOINT_SLIDE))
    return trammel_cli_refuse(error, "%s: there is no hinge or slide '%s'", option, name);
  const char *unit = tr_joint_position_unit(&model->joints[j]);
  g_autofree char *per_second = g_strdup_printf("%s/s", unit);
  TrammelScenarioStart start = trammel_scenario_get_start(scenario, name);
  if (!trammel_expression_evaluate(text, is_rate ? per_second : unit, NULL,
                                   is_rate ? &start.rate : &start.position, &fault))
    return trammel_cli_refuse(error, "%s: %s", option, fault->message);
  trammel_scenario_set_start(scenario, name, start);
  return TRUE;
}

TrammelScenario *
trammel_sim_words_apply(const TrammelSimWords *w, const TrammelProject *project, GError **error)
{
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);
  const TrModel *model = trammel_project_get_model(project);
  gboolean done = TRUE;

  for (guint i = 0; done && w->inputs && w->inputs[i]; i++)
    done = apply_input(scenario, model, w->inputs[i], error);
  for (guint i = 0; done && w->positions && w->positions[i]; i++)
    done = apply_start(scenario, model, w->positions[i], FALSE, error);
  for (guint i = 0; done && w->rates && w->rates[i]; i++)
    done = apply_start(scenario, model, w->rates[i], TRUE, error);
  if (done && w->noise &&
      (!trammel_cli_parse_number(w->noise, &scenario->noise) || scenario->noise < 0))
    done = trammel_cli_refuse(error, "--noise: '%s' is not a share such as 0.01", w->noise);
  return done ? g_steal_pointer(&scenario) : NULL;
}

gboolean
trammel_sim_words_write_log(const TrammelSimWords *w,
                            const TrammelSimulation *simulation,
                            GError **error)
{
  g_autofree char *csv = w->log ? trammel_simulation_to_log(simulation) : NULL;

  return !csv || trammel_cli_write(w->log, csv, error);
}
