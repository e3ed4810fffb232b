/* Steps of a recipe as they are edited. */
#include "io/base/json_writer.h"
#include "io/project/private.h"
#include "io/project/put.h"
#include "io/project/recipe.h"

TrammelRecipeStep *
trammel_recipe_step_new(void)
{
  TrammelRecipeStep *step = g_new0(TrammelRecipeStep, 1);

  step->free = g_ptr_array_new_with_free_func(g_free);
  step->settings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  return step;
}

void
trammel_recipe_step_free(TrammelRecipeStep *step)
{
  g_free(step->name);
  g_ptr_array_unref(step->free);
  g_hash_table_unref(step->settings);
  g_free(step);
}

/* Reads a setting, a word or a number, as a text. */
static void
read_setting(JsonObject *object, const char *name, JsonNode *node, gpointer step)
{
  char number[TRAMMEL_NUMBER_SIZE];
  const char *word = trammel_json_as_string(node);

  if (!word && trammel_json_is_number(node))
    word = trammel_json_format_number(number, json_node_get_double(node));
  if (word)
    g_hash_table_insert(((TrammelRecipeStep *)step)->settings, g_strdup(name), g_strdup(word));
}

static TrammelRecipeStep *
read_step(JsonNode *node)
{
  TrammelRecipeStep *step = trammel_recipe_step_new();
  JsonNode *free = trammel_json_find(node, "free");
  JsonObject *settings = trammel_json_as_object(trammel_json_find(node, "settings"));
  const char *from = trammel_json_as_string(trammel_json_find(node, "from"));

  step->name = g_strdup(trammel_json_as_string(trammel_json_find(node, "name")));
  step->from_start = g_strcmp0(from, "start") == 0;
  for (guint i = 0; i < trammel_json_count(free); i++)
    g_ptr_array_add(step->free, g_strdup(trammel_json_as_string(trammel_json_element(free, i))));
  if (settings)
    json_object_foreach_member(settings, read_setting, step);
  return step;
}

GPtrArray *
trammel_recipe_dup_steps(const TrammelProject *project)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_recipe_step_free);
  JsonNode *list = trammel_project_find_at(project, "recipe");

  for (guint i = 0; i < trammel_json_count(list); i++)
    g_ptr_array_add(steps, read_step(trammel_json_element(list, i)));
  return steps;
}

/* Writes the settings in the order of their names. */
static void
write_settings(TrammelJsonWriter *json, GHashTable *settings)
{
  g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(settings), (GCompareFunc)g_strcmp0);

  trammel_json_writer_key(json, "settings");
  trammel_json_writer_begin_object(json);
  for (GList *l = names; l; l = l->next) {
    const char *text = g_hash_table_lookup(settings, l->data);
    char *end;
    double number = g_ascii_strtod(text, &end);
    if (end != text && *end == '\0')
      trammel_json_writer_add_number(json, l->data, number);
    else
      trammel_json_writer_add_string(json, l->data, text);
  }
  trammel_json_writer_end_object(json);
}

static void
write_step(TrammelJsonWriter *json, const TrammelRecipeStep *step)
{
  trammel_json_writer_begin_object(json);
  if (step->name && *step->name)
    trammel_json_writer_add_string(json, "name", step->name);
  trammel_json_writer_key(json, "free");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < step->free->len; i++)
    trammel_json_writer_string(json, step->free->pdata[i]);
  trammel_json_writer_end_array(json);
  if (g_hash_table_size(step->settings) > 0)
    write_settings(json, step->settings);
  if (step->from_start)
    trammel_json_writer_add_string(json, "from", "start");
  trammel_json_writer_end_object(json);
}

gboolean
trammel_recipe_put_steps(TrammelProject *project, const GPtrArray *steps, GError **error)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < steps->len; i++)
    write_step(json, steps->pdata[i]);
  trammel_json_writer_end_array(json);
  g_autofree char *text = trammel_json_writer_finish(json);
  return steps->len > 0 ? trammel_project_put(project, "recipe", text, error)
                        : trammel_project_remove(project, "recipe", error);
}

gboolean
trammel_recipe_step_frees(const TrammelRecipeStep *step, const char *id)
{
  for (guint i = 0; i < step->free->len; i++)
    if (g_pattern_match_simple(step->free->pdata[i], id))
      return TRUE;
  return FALSE;
}

void
trammel_recipe_step_set_free(TrammelRecipeStep *step,
                             const TrammelProject *project,
                             const char *id,
                             gboolean is_free)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    gboolean is_it = g_str_equal(quantity->id, id);
    if (!quantity->tied && (is_it ? is_free : trammel_recipe_step_frees(step, quantity->id)))
      g_ptr_array_add(ids, g_strdup(quantity->id));
  }
  g_ptr_array_unref(step->free);
  step->free = ids;
}
