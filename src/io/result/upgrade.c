#include "io/result/upgrade.h"

#include <math.h>

#include "engine/base/normal.h"
#include "io/base/json_node.h"

/* Values of a parameter of format 1: reported, with their parts. */
typedef struct {
  double value, sigma, noise, step, smoothing;
  gboolean is_physical, has_converged;
} Reported;

static double
get_number(JsonNode *parent, const char *key)
{
  return trammel_json_as_number(trammel_json_find(parent, key));
}

static void
add_number(JsonObject *object, const char *key, double value)
{
  if (isfinite(value))
    json_object_set_double_member(object, key, value);
  else
    json_object_set_null_member(object, key);
}

static void
append_number(JsonArray *list, double value)
{
  if (isfinite(value))
    json_array_add_double_element(list, value);
  else
    json_array_add_null_element(list);
}

/* Adds a member of another object, null if that lacks it. */
static void
add_member(JsonObject *object, const char *key, JsonNode *from)
{
  JsonNode *node = trammel_json_find(from, key);

  json_object_set_member(object, key, node ? json_node_ref(node) : json_node_new(JSON_NODE_NULL));
}

static Reported
read_reported(JsonNode *parameter, gboolean has_converged)
{
  JsonNode *physical = trammel_json_find(parameter, "physical");
  double value = get_number(physical, "value"), wide = get_number(physical, "systematic");
  Reported r = {.value = get_number(parameter, "value"),
                .sigma = get_number(parameter, "sigma"),
                .noise = get_number(parameter, "sigma"),
                .step = NAN,
                .smoothing = NAN,
                .has_converged = has_converged};

  if (!isfinite(value))
    return r;
  r.value = value;
  r.noise = get_number(physical, "sigma");
  r.smoothing = fmin(fabs(get_number(physical, "smoothing")), wide);
  r.step = sqrt(wide * wide - r.smoothing * r.smoothing);
  r.sigma = hypot(r.noise, wide);
  r.is_physical = TRUE;
  return r;
}

static void
add_missing(JsonObject *out, JsonNode *parameter, const Reported *r)
{
  const char *reason =
      trammel_json_as_string(trammel_json_find(trammel_json_find(parameter, "physical"), "reason"));

  if (r->is_physical)
    json_object_set_null_member(out, "missing");
  else
    json_object_set_string_member(out, "missing", reason ? reason : "not-computed");
}

static void
add_values(JsonObject *out, JsonNode *parameter, const Reported *r)
{
  JsonObject *stepper = json_object_new();

  if (r->is_physical)
    add_number(out, "value", r->value);
  else
    add_member(out, "value", parameter);
  add_number(out, "sigma", r->sigma);
  add_number(out, "noise", r->noise);
  add_number(out, "model", 0);
  add_number(out, "timing", NAN);
  add_number(out, "step", r->step);
  add_number(out, "smoothing", r->smoothing);
  json_object_set_boolean_member(out, "physical", r->is_physical);
  add_missing(out, parameter, r);
  add_member(stepper, "value", parameter);
  add_member(stepper, "sigma", parameter);
  add_member(stepper, "sigma_linear", parameter);
  json_object_set_object_member(out, "stepper", stepper);
}

/* Adds the flags: those on a bound and on determination are the stepper's. */
static void
add_flags(JsonObject *out, JsonNode *flags, const Reported *r)
{
  JsonArray *list = json_array_new();

  for (guint i = 0; i < trammel_json_count(flags); i++) {
    JsonNode *flag = trammel_json_element(flags, i);
    const char *word = trammel_json_as_string(flag);
    gboolean is_stepper =
        g_strcmp0(word, "at-bound") == 0 || g_strcmp0(word, "not-identifiable") == 0;
    if (!r->is_physical || !is_stepper)
      json_array_add_element(list, json_node_ref(flag));
  }
  if (!r->is_physical)
    json_array_add_string_element(list, "stepper-value");
  if (!r->has_converged)
    json_array_add_string_element(list, "stopped");
  json_object_set_array_member(out, "flags", list);
}

static void
add_interval(JsonObject *out, const Reported *r)
{
  JsonArray *list = json_array_new();

  for (int side = -1; side <= 1; side += 2)
    append_number(list, r->value + side * TR_NORMAL_95 * r->sigma);
  json_object_set_array_member(out, "interval", list);
}

/* Adds a member that depends on value or sigma, anew; FALSE if the member is not one of these. */
static gboolean
add_dependent(JsonObject *out, const char *key, JsonNode *parameter, const Reported *r)
{
  JsonNode *prior = trammel_json_find(parameter, "prior");
  double width = get_number(prior, "sigma");

  if (g_str_equal(key, "interval") && r->is_physical)
    add_interval(out, r);
  else if (g_str_equal(key, "sigma_over_prior"))
    add_number(out, key, r->sigma / width);
  else if (g_str_equal(key, "prior_shift") &&
           trammel_json_as_boolean(trammel_json_find(prior, "stated"), FALSE))
    add_number(out, key, (r->value - get_number(prior, "mean")) / width);
  else
    return FALSE;
  return TRUE;
}

/* Returns the parameter in format 2, with the other members in their order (transfer full). */
static JsonObject *
upgrade_parameter(JsonNode *parameter, const Reported *r)
{
  static const char *const moved[] = {"sigma", "sigma_linear", "physical", NULL};
  JsonObject *out = json_object_new();
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_object_iter_init_ordered(&iter, json_node_get_object(parameter));
  while (json_object_iter_next_ordered(&iter, &key, &member))
    if (g_str_equal(key, "value"))
      add_values(out, parameter, r);
    else if (g_str_equal(key, "flags") && trammel_json_as_array(member))
      add_flags(out, member, r);
    else if (!g_strv_contains(moved, key) && !add_dependent(out, key, parameter, r))
      json_object_set_member(out, key, json_node_ref(member));
  return out;
}

static gboolean
is_square(JsonNode *matrix, guint n)
{
  for (guint i = 0; i < n; i++)
    if (trammel_json_count(trammel_json_element(matrix, i)) != n)
      return FALSE;
  return trammel_json_as_array(matrix) && trammel_json_count(matrix) == n;
}

/* Replaces covariance and correlation by those of the reported values
 * (engine/est/task/reported.h). */
static void
upgrade_matrices(JsonNode *root, const Reported *reported, guint n)
{
  JsonNode *old = trammel_json_find(root, "correlation");
  JsonArray *covariance, *correlation;

  if (!is_square(old, n) || !is_square(trammel_json_find(root, "covariance"), n))
    return;
  covariance = json_array_sized_new(n);
  correlation = json_array_sized_new(n);
  for (guint i = 0; i < n; i++) {
    JsonArray *rows[2] = {json_array_sized_new(n), json_array_sized_new(n)};
    for (guint j = 0; j < n; j++) {
      const Reported *a = &reported[i], *b = &reported[j];
      double r = trammel_json_as_number(trammel_json_element(trammel_json_element(old, i), j));
      double value = i == j ? a->sigma * a->sigma : r * a->noise * b->noise;
      append_number(rows[0], value);
      append_number(rows[1], i == j ? value / value : value / (a->sigma * b->sigma));
    }
    json_array_add_array_element(covariance, rows[0]);
    json_array_add_array_element(correlation, rows[1]);
  }
  json_object_set_array_member(json_node_get_object(root), "covariance", covariance);
  json_object_set_array_member(json_node_get_object(root), "correlation", correlation);
}

void
trammel_result_upgrade(JsonNode *root)
{
  JsonObject *result = trammel_json_as_object(root);
  JsonNode *list = trammel_json_find(root, "parameters");
  guint n = trammel_json_count(list);
  g_autofree Reported *reported = g_new0(Reported, (gsize)n + 1);
  gboolean has_converged;
  JsonArray *parameters;

  if (g_strcmp0(trammel_json_as_string(trammel_json_find(root, "format")), "trammel-result/1") != 0)
    return;
  json_object_set_string_member(result, "format", TRAMMEL_RESULT_FORMAT);
  has_converged =
      g_strcmp0(trammel_json_as_string(trammel_json_find(root, "status")), "converged") == 0;
  if (!trammel_json_as_array(list))
    return;
  parameters = json_array_sized_new(n);
  for (guint i = 0; i < n; i++) {
    JsonNode *node = trammel_json_element(list, i);
    reported[i] = read_reported(node, has_converged);
    if (trammel_json_as_object(node))
      json_array_add_object_element(parameters, upgrade_parameter(node, &reported[i]));
    else
      json_array_add_element(parameters, json_node_ref(node));
  }
  json_object_set_array_member(result, "parameters", parameters);
  upgrade_matrices(root, reported, n);
}
