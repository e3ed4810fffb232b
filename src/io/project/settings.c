/* Section `settings` of a project: reading, and single changes from text. */
#include <math.h>
#include <string.h>

#include "engine/est/problem/problem.h"
#include "engine/est/step/formulation.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/project/edit.h"
#include "io/project/private.h"

enum { MOST_ITERATIONS = 100000 };

/* The automatic limit of the steps: this many, and this much memory [bytes]. */
#define AUTO_STEPS  500000.0
#define AUTO_MEMORY 8e9

/* Numeric settings: their place in TrSettings and their allowed values. */
typedef struct {
  const char *name;
  gsize offset;
  gboolean may_be_auto, may_be_zero;
} NumberSetting;

static const NumberSetting numbers[] = {
    {"kappa", offsetof(TrSettings, kappa), TRUE, FALSE},
    {"h", offsetof(TrSettings, h), TRUE, FALSE},
    {"compliance_scale", offsetof(TrSettings, compliance_scale), FALSE, TRUE},
    {"damping_scale", offsetof(TrSettings, damping_scale), FALSE, TRUE},
    {"cutoff", offsetof(TrSettings, cutoff), TRUE, FALSE},
    {"friction_rate", offsetof(TrSettings, friction_rate), TRUE, FALSE},
    {"inertia_prior", offsetof(TrSettings, inertia_prior), FALSE, TRUE},
    {"impact_error", offsetof(TrSettings, impact_error), FALSE, TRUE},
};

/* Settings that are words, each at the index of its enumeration's value. */
typedef struct {
  const char *name;
  const char *words[5];
} WordSetting;

enum { FORMULATION, OBSERVATIONS, ROBUST_LOSS, DAMPING, WEIGHTING, CONSISTENCY, N_WORD_SETTINGS };

/* "auto", the first of the formulations, is the default one. */
static const WordSetting words[N_WORD_SETTINGS] = {
    [FORMULATION] = {"formulation",
                     {"auto", "predicted", "explicit", "second-order", "regression"}},
    [OBSERVATIONS] = {"observations", {"local-fit", "node"}},
    [ROBUST_LOSS] = {"robust_loss", {"none", "huber", "cauchy", "student"}},
    [DAMPING] = {"damping", {"parameters", "all"}},
    [WEIGHTING] = {"weighting", {"auto", "joint", "held"}},
    [CONSISTENCY] = {"consistency", {"none", "principal", "full"}},
};

static gboolean
is_kappa(const NumberSetting *setting)
{
  return setting->offset == offsetof(TrSettings, kappa);
}

/* TRUE for "validate", a way to find kappa like "auto". */
static gboolean
is_validate(const TrammelNode *node)
{
  return trammel_node_is_string(node) && g_str_equal(json_node_get_string(node->node), "validate");
}

static gboolean
read_number(TrSettings *settings,
            const NumberSetting *setting,
            const TrammelNode *parent,
            GError **error)
{
  TrammelNode node = trammel_node_member(parent, setting->name);
  double value = 1;

  if (!node.node || (is_kappa(setting) && is_validate(&node)))
    return TRUE;
  if (!trammel_node_get_plain(&node, &value, setting->may_be_auto, error))
    return FALSE;
  if (value < 0 || (value == 0 && !setting->may_be_zero))
    return trammel_node_fail(
        &node, error, "must %s, found %g%s",
        setting->may_be_zero ? TRAMMEL_WORD("not be negative") : TRAMMEL_WORD("be above zero"),
        value, setting->may_be_auto ? TRAMMEL_WORD("; \"auto\" lets the program choose") : "");
  *(double *)((char *)settings + setting->offset) = value;
  return TRUE;
}

/* Reads the window of the energy observations: a number above zero, or "none". */
static gboolean
read_energy(double *window, const TrammelNode *parent, GError **error)
{
  TrammelNode node = trammel_node_member(parent, "energy");

  if (!node.node ||
      (trammel_node_is_string(&node) && g_str_equal(json_node_get_string(node.node), "none")))
    return TRUE;
  if (!trammel_node_is_string(&node) && !trammel_node_get_plain(&node, window, FALSE, error))
    return FALSE;
  if (*window > 0)
    return TRUE;
  return trammel_node_fail(&node, error,
                           "expected the window of the energy observations in s, above zero, or "
                           "\"none\"");
}

/* Reads a whole number from 1 to `most`; `automatic` stands for "auto". */
static gboolean
read_count(int *count,
           const TrammelNode *parent,
           const char *name,
           int most,
           int automatic,
           GError **error)
{
  TrammelNode node = trammel_node_member(parent, name);
  double value = NAN;

  if (!trammel_node_get_plain(&node, &value, TRUE, error))
    return FALSE;
  if (isnan(value)) {
    *count = automatic;
    return TRUE;
  }
  if (!(value >= 1 && value <= most) || value != floor(value))
    return trammel_node_fail(
        &node, error, "expected a whole number from 1 to %d, or \"auto\", found %g", most, value);
  *count = (int)value;
  return TRUE;
}

gboolean
trammel_project_read_max_steps(int *max_steps, const TrammelNode *root, GError **error)
{
  TrammelNode node = trammel_node_member(root, "settings");

  return read_count(max_steps, &node, "max_steps", TRAMMEL_MOST_STEPS, 0, error);
}

int
trammel_project_get_max_steps(const TrammelProject *project)
{
  double most = floor(AUTO_MEMORY / trammel_project_get_step_bytes(project));

  return project->max_steps ? project->max_steps : (int)fmax(fmin(most, AUTO_STEPS), 1);
}

double
trammel_project_get_step_bytes(const TrammelProject *project)
{
  return tr_problem_step_bytes(trammel_project_get_model(project));
}

static gboolean
read_words(TrSettings *settings, const TrammelNode *parent, GError **error)
{
  guint index[N_WORD_SETTINGS] = {0};

  for (int i = 0; i < N_WORD_SETTINGS; i++) {
    TrammelNode node = trammel_node_member(parent, words[i].name);
    guint n = 0;
    while (n < G_N_ELEMENTS(words[i].words) && words[i].words[n])
      n++;
    if (!trammel_node_get_word(&node, words[i].words, n, &index[i], error))
      return FALSE;
  }
  settings->formulation =
      index[FORMULATION] > 0 ? (TrFormulationKind)(index[FORMULATION] - 1) : settings->formulation;
  settings->observations = (TrObservations)index[OBSERVATIONS];
  settings->damping = (TrDamping)index[DAMPING];
  settings->loss = (TrLossKind)index[ROBUST_LOSS];
  settings->weighting = (TrWeighting)index[WEIGHTING];
  settings->consistency = (TrInertiaRule)(TR_INERTIA_RULE_NONE + index[CONSISTENCY]);
  return TRUE;
}

static gboolean
read_settings(TrSettings *settings, const TrammelNode *root, GError **error)
{
  TrammelNode node = trammel_node_member(root, "settings");

  *settings = tr_settings_default();
  settings->h = NAN;
  settings->h_is_auto = true;
  settings->chooses_cutoff = true;
  if (!node.node)
    return TRUE;
  if (!trammel_node_check_object(&node, error) || !read_words(settings, &node, error) ||
      !read_count(&settings->max_iterations, &node, "max_iterations", MOST_ITERATIONS, 0, error))
    return FALSE;
  if (!read_energy(&settings->energy, &node, error))
    return FALSE;
  TrammelNode kappa = trammel_node_member(&node, "kappa");
  settings->kappa_rule = is_validate(&kappa) ? TR_KAPPA_VALIDATE : TR_KAPPA_AUTO;
  settings->cutoff = NAN;
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    if (!read_number(settings, &numbers[i], &node, error))
      return FALSE;
  settings->chooses_cutoff = isnan(settings->cutoff);
  if (settings->chooses_cutoff)
    settings->cutoff = tr_settings_default().cutoff;
  settings->h_is_auto = isnan(settings->h);
  return TRUE;
}

gboolean
trammel_project_check_settings(const TrammelNode *root, GError **error)
{
  TrSettings settings;

  return read_settings(&settings, root, error);
}

gboolean
trammel_project_read_settings(TrSettings *settings,
                              const TrModel *model,
                              const TrammelNode *root,
                              GError **error)
{
  if (!read_settings(settings, root, error))
    return FALSE;
  settings->formulation = tr_formulation_for(model, settings->formulation);
  return TRUE;
}

static gboolean
is_text_setting(const char *name)
{
  for (int i = 0; i < N_WORD_SETTINGS; i++)
    if (g_str_equal(words[i].name, name))
      return TRUE;
  return FALSE;
}

static gboolean
is_setting(const char *name)
{
  gboolean found = is_text_setting(name) || g_str_equal(name, "max_iterations") ||
                   g_str_equal(name, "max_steps") || g_str_equal(name, "energy");

  for (guint i = 0; i < G_N_ELEMENTS(numbers) && !found; i++)
    found = g_str_equal(numbers[i].name, name);
  return found;
}

static gboolean
fail_unknown(const char *name, GError **error)
{
  GString *list =
      g_string_new("formulation, observations, robust_loss, damping, weighting, consistency, "
                   "max_iterations, max_steps, energy");

  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    g_string_append_printf(list, ", %s", numbers[i].name);
  trammel_error_set(error, TRAMMEL_ERROR_USAGE, "there is no setting called '%s'; settings are %s",
                    name, list->str);
  g_string_free(list, TRUE);
  return FALSE;
}

/* Returns the JSON value of `text`: a number if it reads as one, else a text. */
static JsonNode *
node_from_text(const char *name, const char *text)
{
  JsonNode *node = json_node_alloc();
  char *end;
  double number = g_ascii_strtod(text, &end);

  if (!is_text_setting(name) && *text && !*end && isfinite(number))
    return number == floor(number) && fabs(number) < 1e15 ? json_node_init_int(node, (gint64)number)
                                                          : json_node_init_double(node, number);
  return json_node_init_string(node, text);
}

gboolean
trammel_project_set_setting(TrammelProject *project,
                            const char *name,
                            const char *value,
                            GError **error)
{
  TrSettings settings;
  int max_steps;

  if (!is_setting(name))
    return fail_unknown(name, error);

  /* tried on a copy first, so that a bad value changes nothing */
  g_autoptr(JsonNode) trial = trammel_json_copy(project->root);
  TrammelStep steps[] = {{.key = "settings"}, {.key = name}};
  TrammelNode root = trammel_node_root(trial);
  trammel_json_put(trial, steps, 2, node_from_text(name, value));
  if (!trammel_project_read_settings(&settings, project->model, &root, error) ||
      !trammel_project_read_max_steps(&max_steps, &root, error))
    return FALSE;
  project->settings = settings;
  project->max_steps = max_steps;
  trammel_json_put(project->root, steps, 2, node_from_text(name, value));
  return TRUE;
}
