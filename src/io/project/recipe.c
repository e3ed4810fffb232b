#include "io/project/recipe.h"

#include "io/base/error.h"
#include "io/project/private.h"
#include "io/project/put.h"

static gboolean
check_patterns(const TrammelNode *free, GError **error)
{
  const char *text = NULL;
  guint n;

  if (!trammel_node_get_length(free, &n, error))
    return FALSE;
  if (n == 0)
    return trammel_node_fail(free, error, "expected the ids of the parameters that are free");
  for (guint i = 0; i < n; i++) {
    TrammelNode pattern = trammel_node_element(free, i);
    if (!trammel_node_need_string(&pattern, &text, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_step(const TrammelNode *step, GError **error)
{
  static const char *const origins[] = {"before", "start"};
  const char *text = NULL;
  guint origin;

  if (!trammel_node_check_object(step, error))
    return FALSE;
  TrammelNode name = trammel_node_member(step, "name"), free = trammel_node_member(step, "free"),
              from = trammel_node_member(step, "from");
  return (!name.node || trammel_node_need_string(&name, &text, error)) &&
         check_patterns(&free, error) &&
         (!from.node ||
          trammel_node_get_word(&from, origins, G_N_ELEMENTS(origins), &origin, error)) &&
         trammel_project_check_settings(step, error);
}

gboolean
trammel_project_read_recipe(const TrammelNode *root, GError **error)
{
  return trammel_node_check_each(root, "recipe", check_step, error);
}

guint
trammel_recipe_get_n_steps(const TrammelProject *project)
{
  return trammel_project_get_list_length(project, "recipe");
}

static JsonObject *
get_step(const TrammelProject *project, guint step)
{
  return json_array_get_object_element(trammel_project_get_list(project, "recipe"), step);
}

char *
trammel_recipe_dup_label(const TrammelProject *project, guint step)
{
  g_return_val_if_fail(step < trammel_recipe_get_n_steps(project), NULL);
  JsonObject *object = get_step(project, step);

  if (json_object_has_member(object, "name"))
    return g_strdup(json_object_get_string_member(object, "name"));
  JsonArray *patterns = json_object_get_array_member(object, "free");
  GString *label = g_string_new(NULL);
  for (guint i = 0; i < json_array_get_length(patterns); i++)
    g_string_append_printf(label, "%s%s", i ? ", " : "",
                           json_array_get_string_element(patterns, i));
  return g_string_free(label, FALSE);
}

/* Adds the ids that match a pattern to a set; FALSE if there are none. */
static gboolean
collect(GHashTable *ids, const TrammelProject *project, const char *pattern)
{
  gboolean any = FALSE;

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (quantity->tied || !g_pattern_match_simple(pattern, quantity->id))
      continue;
    g_hash_table_add(ids, g_strdup(quantity->id));
    any = TRUE;
  }
  return any;
}

/* Returns the ids that a step of `begin` frees; NULL with an error. */
static GHashTable *
find_ids(const TrammelProject *project, const TrammelProject *begin, guint step, GError **error)
{
  JsonArray *patterns = json_object_get_array_member(get_step(begin, step), "free");
  g_autoptr(GHashTable) ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < json_array_get_length(patterns); i++) {
    const char *pattern = json_array_get_string_element(patterns, i);
    if (!collect(ids, project, pattern)) {
      trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                        "recipe[%u].free[%u]: no quantity of the project matches '%s'", step, i,
                        pattern);
      return NULL;
    }
  }
  return g_steal_pointer(&ids);
}

/* Restores the values and the settings that the project had when the recipe began. */
static gboolean
restore_start(TrammelProject *project, const TrammelProject *begin, GError **error)
{
  g_autofree char *settings = trammel_project_dup_at(begin, "settings");

  for (guint i = 0; i < trammel_project_get_n_quantities(begin); i++) {
    const TrammelQuantity *from = trammel_project_get_quantity(begin, i);
    const TrammelQuantity *to = trammel_project_find_quantity(project, from->id);
    if (to && !to->tied && to->value != from->value &&
        !trammel_project_set_value(project, from->id, from->value, error))
      return FALSE;
  }
  return settings ? trammel_project_put(project, "settings", settings, error)
                  : trammel_project_remove(project, "settings", error);
}

static gboolean
apply_settings(TrammelProject *project, const TrammelRecipeStep *step, GError **error)
{
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init(&iter, step->settings);
  while (g_hash_table_iter_next(&iter, &name, &value))
    if (!trammel_project_set_setting(project, name, value, error))
      return FALSE;
  return TRUE;
}

static gboolean
apply_freedom(TrammelProject *project, GHashTable *ids, GError **error)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    gboolean is_free = g_hash_table_contains(ids, quantity->id);
    g_autofree char *id = g_strdup(quantity->id);
    if (!quantity->tied && is_free != (quantity->free != FALSE) &&
        !trammel_project_set_free(project, id, is_free, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_recipe_begin_step(TrammelProject *project,
                          const TrammelProject *begin,
                          guint step,
                          GError **error)
{
  g_return_val_if_fail(step < trammel_recipe_get_n_steps(begin), FALSE);
  g_autoptr(GPtrArray) steps = trammel_recipe_dup_steps(begin);
  g_autoptr(GHashTable) ids = find_ids(project, begin, step, error);
  const TrammelRecipeStep *now = steps->pdata[step];

  return ids && (!now->from_start || restore_start(project, begin, error)) &&
         apply_freedom(project, ids, error) && apply_settings(project, now, error);
}

gboolean
trammel_recipe_append(TrammelProject *project, GError **error)
{
  g_autoptr(GPtrArray) steps = trammel_recipe_dup_steps(project);
  TrammelRecipeStep *step = trammel_recipe_step_new();

  g_ptr_array_add(steps, step);
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    if (trammel_project_get_quantity(project, i)->free)
      g_ptr_array_add(step->free, g_strdup(trammel_project_get_quantity(project, i)->id));
  if (step->free->len > 0)
    return trammel_recipe_put_steps(project, steps, error);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "no parameter is free: free those that the step estimates");
  return FALSE;
}
