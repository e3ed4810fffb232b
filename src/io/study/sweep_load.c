/* Reading of a sweep that trammel_sweep_to_json() has written. */
#include <math.h>

#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/study/sweep_private.h"

/* Largest number of points of a sweep. */
enum { MAX_POINTS = 1000000 };

/* Reads a number that must be present; null is not accepted. */
static gboolean
need_number(const TrammelNode *node, double *value, GError **error)
{
  *value = NAN;
  if (!trammel_node_get_number(node, value, error))
    return FALSE;
  return !isnan(*value) || trammel_node_fail(node, error, "expected a number");
}

/* ---- axes ------------------------------------------------------------------------------------ */

static gboolean
read_axis(TrammelSweep *sweep, const TrammelNode *node, GError **error)
{
  TrammelSweepAxis *axis = g_new0(TrammelSweepAxis, 1);
  guint n;

  g_ptr_array_add(sweep->axes, axis);
  axis->name = g_strdup(node->key);
  axis->kind = trammel_sweep_axis_find_kind(node->key);
  if (!trammel_node_get_length(node, &n, error))
    return FALSE;
  if (n == 0)
    return trammel_node_fail(node, error, "expected the values of the sweep; there are none");
  axis->n = n;
  axis->values = g_new(double, n);
  for (guint i = 0; i < n; i++) {
    TrammelNode value = trammel_node_element(node, i);
    if (!need_number(&value, &axis->values[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_axes(TrammelSweep *sweep, const TrammelNode *node, GError **error)
{
  TrammelNode over = trammel_node_member(node, "over");
  g_autoptr(GList) names = NULL;

  if (!over.node)
    return trammel_node_fail(node, error, "a sweep needs \"over\": what was varied");
  if (!trammel_node_check_object(&over, error))
    return FALSE;
  names = json_object_get_members(json_node_get_object(over.node));
  if (g_list_length(names) < 1 || g_list_length(names) > 2)
    return trammel_node_fail(&over, error, "expected one or two settings or quantities; found %u",
                             g_list_length(names));
  for (GList *l = names; l; l = l->next) {
    TrammelNode axis = trammel_node_member(&over, l->data);
    if (!read_axis(sweep, &axis, error))
      return FALSE;
  }
  return TRUE;
}

static gsize
count_grid(const TrammelSweep *sweep)
{
  gsize n = 1;

  for (guint i = 0; i < sweep->axes->len; i++)
    n *= ((const TrammelSweepAxis *)sweep->axes->pdata[i])->n;
  return n;
}

/* ---- points ---------------------------------------------------------------------------------- */

static gboolean
read_place(const TrammelSweep *sweep,
           TrammelSweepPoint *point,
           const TrammelNode *node,
           GError **error)
{
  TrammelNode settings = trammel_node_member(node, "settings");

  if (!settings.node)
    return trammel_node_fail(node, error, "a point needs \"settings\": its place in the grid");
  if (!trammel_node_check_object(&settings, error))
    return FALSE;
  for (guint i = 0; i < sweep->axes->len; i++) {
    const TrammelSweepAxis *axis = sweep->axes->pdata[i];
    TrammelNode value = trammel_node_member(&settings, axis->name);
    if (!need_number(&value, &point->at[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_state(TrammelSweepPoint *point, const TrammelNode *node, GError **error)
{
  static const char *const words[] = {"converged", "stopped", "cancelled", "failed"};
  TrammelNode status = trammel_node_member(node, "status");
  TrammelNode message = trammel_node_member(node, "message");
  TrammelNode iterations = trammel_node_member(node, "iterations");
  TrammelNode seconds = trammel_node_member(node, "seconds");
  TrammelNode warm = trammel_node_member(node, "warm");
  TrammelNode kappa = trammel_node_member(node, "kappa");
  const char *text = NULL;
  double count = 0;
  guint word = G_N_ELEMENTS(words) - 1;

  if (!trammel_node_get_word(&status, words, G_N_ELEMENTS(words), &word, error) ||
      !trammel_node_get_string(&message, &text, error) ||
      !trammel_node_get_number(&iterations, &count, error) ||
      !trammel_node_get_number(&seconds, &point->seconds, error) ||
      !trammel_node_get_boolean(&warm, &point->is_warm, error) ||
      !trammel_node_get_number(&kappa, &point->kappa, error))
    return FALSE;
  if (!(count >= 0 && count <= G_MAXINT))
    return trammel_node_fail(&iterations, error, "expected a number of iterations");
  point->status = words[word];
  point->message = g_strdup(text);
  point->iterations = (int)count;
  return TRUE;
}

/* Reads numbers of an object that may be missing; those that are null stay unchanged. */
static gboolean
read_numbers(const TrammelNode *node,
             const char *const *keys,
             double *const *values,
             guint n,
             GError **error)
{
  if (node->node && !trammel_node_check_object(node, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    TrammelNode value = trammel_node_member(node, keys[i]);
    if (!trammel_node_get_number(&value, values[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_costs(TrammelSweepPoint *point, const TrammelNode *node, GError **error)
{
  static const char *const costs[] = {"total", "observation_mse", "state_mse", "prior"};
  static const char *const misfits[] = {"observation", "state"};
  static const char *const scores[] = {"rmse", "nrmse_percent", "horizon"};
  double *const cost[] = {&point->cost.total, &point->observation_mse, &point->state_mse,
                          &point->cost.prior};
  double *const misfit[] = {&point->misfit.observation, &point->misfit.state};
  double *const score[] = {&point->score.rmse, &point->score.nrmse_percent, &point->score.horizon};
  TrammelNode cost_node = trammel_node_member(node, "cost");
  TrammelNode misfit_node = trammel_node_member(node, "l_curve");
  TrammelNode score_node = trammel_node_member(node, "score");
  TrammelNode message = trammel_node_member(&score_node, "message");
  const char *text = NULL;

  if (!read_numbers(&cost_node, costs, cost, G_N_ELEMENTS(costs), error) ||
      !read_numbers(&misfit_node, misfits, misfit, G_N_ELEMENTS(misfits), error) ||
      !read_numbers(&score_node, scores, score, G_N_ELEMENTS(scores), error) ||
      !trammel_node_get_string(&message, &text, error))
    return FALSE;
  point->score.message = g_strdup(text);
  return TRUE;
}

/* Reads a parameter; the first point that ran defines the list of parameters. */
static gboolean
take_parameter(
    TrammelSweep *sweep, guint i, gboolean is_first, const TrammelNode *node, GError **error)
{
  TrammelNode id = trammel_node_member(node, "id"), unit = trammel_node_member(node, "unit");
  const char *own_id, *own_unit = "";

  if (!trammel_node_check_object(node, error) || !trammel_node_need_string(&id, &own_id, error) ||
      !trammel_node_get_string(&unit, &own_unit, error))
    return FALSE;
  if (is_first) {
    g_ptr_array_add(sweep->ids, g_strdup(own_id));
    g_ptr_array_add(sweep->units, (gpointer)g_intern_string(own_unit));
    return TRUE;
  }
  if (i >= sweep->ids->len || !g_str_equal(sweep->ids->pdata[i], own_id))
    return trammel_node_fail(&id, error, "'%s' is not the parameter that other points have here",
                             own_id);
  return TRUE;
}

static gboolean
read_value(TrammelSweepValue *value, const TrammelNode *node, GError **error)
{
  TrammelNode number = trammel_node_member(node, "value");
  TrammelNode sigma = trammel_node_member(node, "sigma");
  TrammelNode known = trammel_node_member(node, "identifiable");
  TrammelNode at_bound = trammel_node_member(node, "at_bound");

  *value = (TrammelSweepValue){.value = NAN, .sigma = NAN, .identifiable = TRUE};
  return trammel_node_get_number(&number, &value->value, error) &&
         trammel_node_get_number(&sigma, &value->sigma, error) &&
         trammel_node_get_boolean(&known, &value->identifiable, error) &&
         trammel_node_get_boolean(&at_bound, &value->at_bound, error);
}

static gboolean
read_parameters(TrammelSweep *sweep,
                TrammelSweepPoint *point,
                const TrammelNode *node,
                GError **error)
{
  TrammelNode list = trammel_node_member(node, "parameters");
  gboolean is_first = sweep->ids->len == 0;
  guint n;

  if (!trammel_node_get_length(&list, &n, error))
    return FALSE;
  if (n == 0)
    return TRUE;
  point->values = g_new0(TrammelSweepValue, n + 1);
  for (guint i = 0; i < n; i++) {
    TrammelNode parameter = trammel_node_element(&list, i);
    if (!take_parameter(sweep, i, is_first, &parameter, error) ||
        !read_value(&point->values[i], &parameter, error))
      return FALSE;
  }
  return n == sweep->ids->len ||
         trammel_node_fail(&list, error, "expected %u parameters as in other points; found %u",
                           sweep->ids->len, n);
}

static gboolean
read_points(TrammelSweep *sweep, const TrammelNode *node, GError **error)
{
  TrammelNode points = trammel_node_member(node, "points");
  gsize most = count_grid(sweep);
  guint n;

  if (!trammel_node_get_length(&points, &n, error))
    return FALSE;
  if (n > most || most > MAX_POINTS)
    return trammel_node_fail(&points, error,
                             "expected at most %d points, and no more than values of \"over\"; "
                             "found %u of %zu",
                             MAX_POINTS, n, most);
  for (guint i = 0; i < n; i++) {
    TrammelNode point_node = trammel_node_element(&points, i);
    TrammelSweepPoint *point = trammel_sweep_point_new(sweep->axes, i);
    g_ptr_array_add(sweep->points, point);
    if (!trammel_node_check_object(&point_node, error) ||
        !read_place(sweep, point, &point_node, error) || !read_state(point, &point_node, error) ||
        !read_costs(point, &point_node, error) ||
        !read_parameters(sweep, point, &point_node, error))
      return FALSE;
  }
  sweep->interrupted = n < most;
  return TRUE;
}

static gboolean
read_scored(TrammelSweep *sweep, const TrammelNode *node, GError **error)
{
  TrammelNode scored = trammel_node_member(node, "scored");
  TrammelNode logs = trammel_node_member(&scored, "logs");
  TrammelNode fitted = trammel_node_member(&scored, "fitted");
  guint n;

  if (scored.node && !trammel_node_check_object(&scored, error))
    return FALSE;
  if (!trammel_node_get_length(&logs, &n, error) ||
      !trammel_node_get_boolean(&fitted, &sweep->scores_fitted, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    TrammelNode log = trammel_node_element(&logs, i);
    const char *name;
    if (!trammel_node_need_string(&log, &name, error))
      return FALSE;
    g_ptr_array_add(sweep->scored, g_strdup(name));
  }
  return TRUE;
}

TrammelSweep *
trammel_sweep_read(const TrammelNode *node, GError **error)
{
  g_autoptr(TrammelSweep) sweep = trammel_sweep_new_empty(
      g_ptr_array_new_with_free_func((GDestroyNotify)trammel_sweep_axis_free));

  if (!trammel_node_check_object(node, error) || !read_axes(sweep, node, error) ||
      !read_points(sweep, node, error) || !read_scored(sweep, node, error))
    return NULL;
  trammel_sweep_find_corners(sweep);
  return g_steal_pointer(&sweep);
}

TrammelSweep *
trammel_sweep_new_from_json(const char *text, const char *name, GError **error)
{
  g_autoptr(JsonNode) root = trammel_json_parse(text, -1, name, error);

  if (!root)
    return NULL;
  TrammelNode node = trammel_node_root(root);
  TrammelSweep *sweep = trammel_sweep_read(&node, error);
  if (!sweep)
    trammel_error_prefix(error, "%s: ", name);
  return sweep;
}
