/* Changes of a project's quantities: checked first, then made in the tree and in the model. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/project/edit.h"

/* Returns a node with the value; NAN stands for "auto". */
static JsonNode *
new_value(double value)
{
  JsonNode *node = json_node_alloc();

  return isnan(value) ? json_node_init_string(node, "auto") : json_node_init_double(node, value);
}

static TrammelQuantity *
get_quantity(TrammelProject *project, guint i)
{
  return &g_array_index(project->quantities, TrammelQuantity, i);
}

/* Completes an array such as `com` that is missing in the file with its defaults, zeros, as
 * trammel_json_put() does; `tilt` has 2 of them and the others 3. */
static void
complete_array(JsonNode *root, const TrammelStep *steps, guint n_steps, TrParam param)
{
  guint length = param.kind == TR_PARAM_TILT ? 2 : 3;
  TrammelStep last[TRAMMEL_MAX_STEPS];

  JsonNode *array = trammel_json_get(root, steps, n_steps - 1);

  if (steps[n_steps - 1].key || (array && !JSON_NODE_HOLDS_NULL(array)))
    return;
  memcpy(last, steps, n_steps * sizeof *steps);
  last[n_steps - 1].index = length - 1;
  trammel_json_put(root, last, n_steps, json_node_init_int(json_node_alloc(), 0));
}

/* TRUE if the prior has a mean; without one it is about the value. */
static gboolean
has_prior_mean(JsonNode *node)
{
  static const TrammelStep steps[] = {{.key = "prior"}, {.key = "mean"}};

  return node && trammel_json_get(node, steps, G_N_ELEMENTS(steps));
}

/* Returns the object of a quantity in the tree; a plain number is converted to one. */
static JsonObject *
open_quantity(JsonNode *root, const TrammelQuantity *quantity)
{
  TrammelStep steps[TRAMMEL_MAX_STEPS];
  guint n_steps = trammel_project_get_path(steps, quantity->param);
  JsonNode *node = trammel_json_get(root, steps, n_steps);

  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) {
    g_autoptr(JsonObject) object = json_object_new();
    json_object_set_member(object, "value", new_value(quantity->value));
    complete_array(root, steps, n_steps, quantity->param);
    node = json_node_init_object(json_node_alloc(), object);
    trammel_json_put(root, steps, n_steps, node);
  }
  return json_node_get_object(node);
}

static void
write_value(JsonNode *root, const TrammelQuantity *quantity, double value)
{
  TrParam param = quantity->param;
  TrammelStep steps[TRAMMEL_MAX_STEPS];
  guint n_steps = trammel_project_get_path(steps, param);
  JsonNode *node = trammel_json_get(root, steps, n_steps);

  if (!node && quantity->free) { /* free by default, which a plain number is not */
    json_object_set_boolean_member(open_quantity(root, quantity), "free", TRUE);
    node = trammel_json_get(root, steps, n_steps);
  }
  if (node && JSON_NODE_HOLDS_OBJECT(node)) {
    trammel_json_insert(json_node_get_object(node), "value", new_value(value));
    return;
  }
  complete_array(root, steps, n_steps, param);
  trammel_json_put(root, steps, n_steps, new_value(value));
}

static gboolean fail(GError **error, const TrammelQuantity *quantity, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static gboolean
fail(GError **error, const TrammelQuantity *quantity, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  g_autofree char *text = trammel_bilingual_dup_valist(format, arguments);
  va_end(arguments);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID, "%s: %s", quantity->id, text);
  return FALSE;
}

static gboolean
check_not_tied(TrammelProject *project, const TrammelQuantity *quantity, GError **error)
{
  if (!quantity->tied)
    return TRUE;
  return fail(error, quantity, N_("it follows %s; change that one, or remove the tie"),
              get_quantity(project, quantity->master)->id);
}

static gboolean
check_value(TrammelProject *project, const TrammelQuantity *quantity, double value, GError **error)
{
  if (!check_not_tied(project, quantity, error))
    return FALSE;
  if (!isfinite(value) && !(tr_param_may_be_auto(quantity->param) && isnan(value)))
    return fail(error, quantity, N_("the value must be finite"));
  if (quantity->free && !(value >= quantity->min && value <= quantity->max))
    return fail(error, quantity, N_("the value %g is not within min %g and max %g"), value,
                quantity->min, quantity->max);
  if (quantity->transform == TR_TRANSFORM_LOG && !(value > 0))
    return fail(error, quantity,
                N_("with the transform 'log' the value must be above zero, found %g"), value);
  return TRUE;
}

static gboolean
differs(double a, double b)
{
  return a != b && !(isnan(a) && isnan(b));
}

/* Checks all quantities with their new values, by their own checks and those of the engine, whose
 * message gets the id (nullable). */
static gboolean
check_values(TrammelProject *project, const char *id, const double *values, GError **error)
{
  TrModel *trial = trammel_need_memory(tr_model_copy(project->model));
  TrError detail = trammel_error_record();
  TrStatus status = TR_OK;
  gboolean ok = TRUE;

  for (guint i = 0; i < project->quantities->len && ok; i++) {
    const TrammelQuantity *quantity = get_quantity(project, i);
    const char *fault = trammel_param_find_fault(quantity->param, values[i]);
    if (fault)
      ok = fail(error, quantity, N_("the value %s, found %g"), fault, values[i]);
    else if (tr_param_is_of_model(quantity->param))
      tr_param_set(trial, quantity->param, values[i]);
  }
  if (ok && (status = tr_model_check(trial, &detail)) != TR_OK) {
    trammel_error_set_status(error, status, &detail);
    if (id)
      trammel_error_prefix(error, "%s: ", id);
  }
  tr_model_free(trial);
  return ok && status == TR_OK;
}

/* Stores the value of quantity i, in the tree as well. */
static void
commit_value(TrammelProject *project, guint i, double value)
{
  TrammelQuantity *quantity = get_quantity(project, i);
  TrammelStep steps[TRAMMEL_MAX_STEPS];
  guint n_steps = trammel_project_get_path(steps, quantity->param);

  if (!has_prior_mean(trammel_json_get(project->root, steps, n_steps)))
    quantity->prior_mean = value;
  write_value(project->root, quantity, value);
  quantity->is_automatic = FALSE;
  trammel_project_put_value(project, i, value);
}

/* Puts the new values into values[n_quantities]. */
static gboolean
assign(TrammelProject *project, double *values, const GArray *list, GError **error)
{
  for (guint k = 0; k < list->len; k++) {
    const TrammelAssignment *to = &g_array_index(list, TrammelAssignment, k);
    int i = trammel_project_index_of(project, to->id, error);
    if (i < 0 || !check_value(project, get_quantity(project, (guint)i), to->value, error))
      return FALSE;
    values[i] = to->value;
  }
  return TRUE;
}

gboolean
trammel_project_set_values(TrammelProject *project, const GArray *list, GError **error)
{
  guint n = project->quantities->len;
  g_autofree double *values = g_new(double, n + 1);

  for (guint k = 0; k < n; k++)
    values[k] = get_quantity(project, k)->value;
  if (!assign(project, values, list, error))
    return FALSE;
  trammel_project_follow(project, values);
  if (!check_values(project, list->len == 1 ? (const char *)list->data : NULL, values, error))
    return FALSE;
  for (guint k = 0; k < list->len; k++) {
    const char *id = g_array_index(list, TrammelAssignment, k).id;
    int i = trammel_project_index_of(project, id, NULL);
    commit_value(project, (guint)i, values[i]);
  }
  for (guint k = 0; k < n; k++)
    if (differs(values[k], get_quantity(project, k)->value))
      commit_value(project, k, values[k]);
  return TRUE;
}

gboolean
trammel_project_set_value(TrammelProject *project, const char *id, double value, GError **error)
{
  g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));
  TrammelAssignment to = {.value = value};

  if (g_strlcpy(to.id, id, sizeof to.id) >= sizeof to.id)
    return trammel_project_index_of(project, id, error) >= 0;
  g_array_append_val(list, to);
  return trammel_project_set_values(project, list, error);
}

gboolean
trammel_project_set_free(TrammelProject *project, const char *id, gboolean is_free, GError **error)
{
  int i = trammel_project_index_of(project, id, error);

  if (i < 0)
    return FALSE;

  TrammelQuantity *quantity = get_quantity(project, (guint)i);
  if (is_free && !check_not_tied(project, quantity, error))
    return FALSE;
  if (is_free && !trammel_project_can_be_free(project, quantity->param)) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s cannot be estimated; it is a setting of the model", id);
    return FALSE;
  }
  if (is_free && !(quantity->value >= quantity->min && quantity->value <= quantity->max))
    return fail(error, quantity,
                N_("the value %g is not within min %g and max %g; change it first"),
                quantity->value, quantity->min, quantity->max);
  if (quantity->free == is_free)
    return TRUE;
  trammel_json_insert(open_quantity(project->root, quantity), "free",
                      json_node_init_boolean(json_node_alloc(), is_free));
  quantity->free = is_free;
  quantity->is_automatic = FALSE;
  trammel_project_put_value(project, (guint)i, quantity->value);
  return TRUE;
}

static void
put_bound(JsonObject *object, const char *key, double bound)
{
  if (isfinite(bound))
    trammel_json_insert(object, key, new_value(bound));
  else if (json_object_has_member(object, key))
    json_object_remove_member(object, key);
}

gboolean
trammel_project_set_bounds(
    TrammelProject *project, const char *id, double min, double max, GError **error)
{
  int i = trammel_project_index_of(project, id, error);

  if (i < 0)
    return FALSE;

  TrammelQuantity *quantity = get_quantity(project, (guint)i);
  if (min == quantity->min && max == quantity->max)
    return TRUE;
  if (!(min <= max) || (quantity->free && !(quantity->value >= min && quantity->value <= max)))
    return fail(error, quantity, N_("min %g and max %g must be in order and enclose the value %g"),
                min, max, quantity->value);
  if (quantity->transform == TR_TRANSFORM_LOG && isfinite(min) && min < 0)
    return fail(error, quantity, N_("with the transform 'log' min must not be negative, found %g"),
                min);
  JsonObject *object = open_quantity(project->root, quantity);
  put_bound(object, "min", min);
  put_bound(object, "max", max);
  quantity->min = min;
  quantity->max = max;
  return TRUE;
}

/* Sets one member (taken; NULL removes it) in the object of a quantity and reads the project again.
 * The value is written as well: that of a tied quantity may differ from the file. */
static gboolean
change_member(TrammelProject *project, guint i, const char *key, JsonNode *value, GError **error)
{
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonObject *object = open_quantity(root, get_quantity(project, i));

  trammel_json_insert(object, "value", new_value(get_quantity(project, i)->value));
  if (value)
    trammel_json_insert(object, key, value);
  else if (json_object_has_member(object, key))
    json_object_remove_member(object, key);
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

/* TRUE if a quantity has this member, so that it can be removed. */
static gboolean
has_member(TrammelProject *project, guint i, const char *key)
{
  TrammelNode nodes[TRAMMEL_MAX_STEPS + 1], root = trammel_node_root(project->root);
  const TrammelNode *node = trammel_project_walk(nodes, &root, get_quantity(project, i)->param);

  return trammel_node_member(node, key).node != NULL;
}

gboolean
trammel_project_set_prior(
    TrammelProject *project, const char *id, double mean, double sigma, GError **error)
{
  int i = trammel_project_index_of(project, id, error);
  JsonNode *node = NULL;

  if (i < 0)
    return FALSE;
  if (isinf(sigma) && !has_member(project, (guint)i, "prior"))
    return TRUE;
  if (!isinf(sigma)) {
    if (!isfinite(mean) || !(sigma > 0))
      return fail(error, get_quantity(project, (guint)i),
                  N_("a prior needs a mean and a sigma above zero, found %g and %g"), mean, sigma);
    g_autoptr(JsonObject) prior = json_object_new();
    json_object_set_member(prior, "mean", new_value(mean));
    json_object_set_member(prior, "sigma", new_value(sigma));
    node = json_node_init_object(json_node_alloc(), prior);
  }
  return change_member(project, (guint)i, "prior", node, error);
}

gboolean
trammel_project_set_transform(TrammelProject *project,
                              const char *id,
                              TrTransform transform,
                              GError **error)
{
  int i = trammel_project_index_of(project, id, error);

  if (i < 0)
    return FALSE;
  if (get_quantity(project, (guint)i)->transform == transform)
    return TRUE;
  return change_member(
      project, (guint)i, "transform",
      transform == TR_TRANSFORM_LOG ? json_node_init_string(json_node_alloc(), "log") : NULL,
      error);
}

gboolean
trammel_project_set_tie(TrammelProject *project, const char *id, const char *tie, GError **error)
{
  int i = trammel_project_index_of(project, id, error);
  guint n = project->quantities->len;

  if (i < 0)
    return FALSE;
  if (!tie && !has_member(project, (guint)i, "tie"))
    return TRUE;

  g_autofree double *before = g_new(double, n);
  for (guint k = 0; k < n; k++)
    before[k] = get_quantity(project, k)->value;
  if (!change_member(project, (guint)i, "tie",
                     tie ? json_node_init_string(json_node_alloc(), tie) : NULL, error))
    return FALSE;
  /* the quantity and those tied to it have new values, which the tree has to store too */
  for (guint k = 0; k < n; k++)
    if (differs(before[k], get_quantity(project, k)->value))
      write_value(project->root, get_quantity(project, k), get_quantity(project, k)->value);
  return TRUE;
}
