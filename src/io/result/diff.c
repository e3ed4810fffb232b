#include "io/result/diff.h"

#include <math.h>

#include "io/base/json_node.h"
#include "io/base/table.h"

/* Members that do not describe the result. */
static const char *const times[] = {"seconds", NULL};

/* Members too large for a comparison line by line. */
static const char *const bulky[] = {"covariance",  "correlation", "history",
                                    "information", "acf",         NULL};

static const char *const names[] = {"id", "name", "code", NULL};

static void
free_entry(gpointer data)
{
  TrammelResultDifference *entry = data;

  g_free(entry->path);
  g_free(entry->a);
  g_free(entry->b);
  g_free(entry);
}

void
trammel_result_diff_free(TrammelResultDiff *diff)
{
  g_ptr_array_unref(diff->entries);
  g_free(diff);
}

/* Returns a leaf as in the file; the text of a whole object or array that only one side has. */
static char *
describe(JsonNode *node)
{
  char number[TRAMMEL_NUMBER_SIZE];

  if (!node)
    return NULL;
  if (trammel_json_is_number(node))
    return g_strdup(trammel_json_format_number(number, json_node_get_double(node)));
  if (trammel_json_as_string(node))
    return g_strdup(json_node_get_string(node));
  return json_to_string(node, FALSE);
}

static TrammelResultDifference *
add_entry(TrammelResultDiff *diff, const char *path, JsonNode *a, JsonNode *b)
{
  TrammelResultDifference *entry = g_new0(TrammelResultDifference, 1);

  *entry = (TrammelResultDifference){
      .path = g_strdup(path), .a = describe(a), .b = describe(b), .change = NAN, .sigmas = NAN};
  if (trammel_json_is_number(a) && trammel_json_is_number(b))
    entry->change = json_node_get_double(b) - json_node_get_double(a);
  g_ptr_array_add(diff->entries, entry);
  return entry;
}

static void compare(TrammelResultDiff *diff, const char *path, JsonNode *a, JsonNode *b);

static double
get_sigma(JsonObject *parameter)
{
  return trammel_json_as_number(json_object_get_member(parameter, "sigma"));
}

static gboolean
is_bulky(const char *path)
{
  const char *key = strrchr(path, '.');

  return g_strv_contains(bulky, key ? key + 1 : path);
}

/* Compares the members of a in their order, then those that only b has. */
static void
compare_objects(TrammelResultDiff *diff, const char *path, JsonObject *a, JsonObject *b)
{
  const struct {
    JsonObject *object, *done;
  } passes[] = {{a, NULL}, {b, a}};

  for (gsize pass = 0; pass < G_N_ELEMENTS(passes); pass++) {
    g_autoptr(GList) keys = json_object_get_members(passes[pass].object);
    for (GList *l = keys; l; l = l->next) {
      const char *key = l->data;
      gboolean is_done = passes[pass].done && json_object_has_member(passes[pass].done, key);
      if (is_done || g_strv_contains(times, key))
        continue;
      g_autofree char *inner = *path ? g_strconcat(path, ".", key, NULL) : g_strdup(key);
      guint n = diff->entries->len;
      compare(diff, inner, json_object_get_member(a, key), json_object_get_member(b, key));
      /* of a parameter, in units of the combined sigma */
      if (diff->entries->len == n + 1 && g_str_equal(key, "value") &&
          json_object_has_member(a, "id")) {
        TrammelResultDifference *entry = diff->entries->pdata[n];
        entry->sigmas = entry->change / hypot(get_sigma(a), get_sigma(b));
      }
    }
  }
}

/* Returns the name of an element of an array; NULL: none. */
static const char *
get_name(JsonNode *node)
{
  for (gsize i = 0; names[i]; i++) {
    const char *name = trammel_json_as_string(trammel_json_find(node, names[i]));
    if (name)
      return name;
  }
  return NULL;
}

/* Returns the element of the same name in an array, else the one at the same place unless it has a
 * name of its own; NULL: none. */
static JsonNode *
find_partner(JsonArray *array, JsonNode *node, guint place)
{
  const char *name = get_name(node);

  for (guint i = 0; name && i < json_array_get_length(array); i++)
    if (g_strcmp0(get_name(json_array_get_element(array, i)), name) == 0)
      return json_array_get_element(array, i);
  return !name && place < json_array_get_length(array) ? json_array_get_element(array, place)
                                                       : NULL;
}

static void
compare_arrays(TrammelResultDiff *diff, const char *path, JsonArray *a, JsonArray *b)
{
  JsonArray *const sides[] = {a, b};

  for (int side = 0; side < 2; side++)
    for (guint i = 0; i < json_array_get_length(sides[side]); i++) {
      JsonNode *node = json_array_get_element(sides[side], i);
      JsonNode *other = find_partner(sides[1 - side], node, i);
      const char *name = get_name(node);
      g_autofree char *inner =
          name ? g_strdup_printf("%s[%s]", path, name) : g_strdup_printf("%s[%u]", path, i);
      if (side == 0)
        compare(diff, inner, node, other);
      else if (!other)
        compare(diff, inner, NULL, node);
    }
}

static void
compare(TrammelResultDiff *diff, const char *path, JsonNode *a, JsonNode *b)
{
  if (is_bulky(path)) {
    diff->is_same = diff->is_same && a && b && json_node_equal(a, b);
    return;
  }
  if (a && b && JSON_NODE_HOLDS_OBJECT(a) && JSON_NODE_HOLDS_OBJECT(b)) {
    compare_objects(diff, path, json_node_get_object(a), json_node_get_object(b));
    return;
  }
  if (a && b && JSON_NODE_HOLDS_ARRAY(a) && JSON_NODE_HOLDS_ARRAY(b)) {
    compare_arrays(diff, path, json_node_get_array(a), json_node_get_array(b));
    return;
  }
  /* 1 and 1.0 are the same number */
  gboolean is_same = a && b &&
                     (trammel_json_is_number(a) && trammel_json_is_number(b)
                          ? json_node_get_double(a) == json_node_get_double(b)
                          : json_node_equal(a, b));
  if (!is_same)
    add_entry(diff, path, a, b);
}

TrammelResultDiff *
trammel_result_diff_new(JsonNode *a, JsonNode *b)
{
  TrammelResultDiff *diff = g_new0(TrammelResultDiff, 1);

  diff->is_same = TRUE;
  diff->entries = g_ptr_array_new_with_free_func(free_entry);
  compare(diff, "", a, b);
  diff->is_same = diff->is_same && diff->entries->len == 0;
  return diff;
}

static TrammelTable *
make_table(const TrammelResultDiff *diff)
{
  TrammelTable *table = trammel_table_new("");

  trammel_table_add_columns(table, "what", "a", "b", "change", NULL);
  trammel_table_add_column(table, "sigmas", NULL, "%.3g");
  for (guint i = 0; i < diff->entries->len; i++) {
    const TrammelResultDifference *e = diff->entries->pdata[i];
    trammel_table_add_text(table, e->path);
    trammel_table_add_text(table, e->a);
    trammel_table_add_text(table, e->b);
    trammel_table_add_number(table, e->change);
    trammel_table_add_number(table, e->sigmas);
  }
  return table;
}

char *
trammel_result_diff_to_text(const TrammelResultDiff *diff)
{
  g_autoptr(TrammelTable) table = make_table(diff);

  return trammel_table_to_tsv(table);
}

char *
trammel_result_diff_to_json(const TrammelResultDiff *diff)
{
  g_autoptr(TrammelTable) table = make_table(diff);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_boolean(json, "same", diff->is_same);
  trammel_json_writer_key(json, "differences");
  trammel_table_write(json, table);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}
