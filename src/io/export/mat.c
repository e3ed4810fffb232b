#include "io/export/mat.h"

#include <math.h>
#include <string.h>

#include "io/base/json_node.h"
#include "io/base/json_tree.h"

/* Type hint for an array or null, which does not show its type by itself. */
typedef enum {
  HINT_NONE,
  HINT_USER_KEYS, /* an object by names of the user */
  HINT_OBJECT,    /* an object, or null */
  HINT_TEXTS,     /* an array of texts, also when it is empty */
} Hint;

typedef enum {
  KIND_EMPTY,
  KIND_NUMBERS,
  KIND_LOGICALS,
  KIND_TEXTS,
  KIND_OBJECTS,
  KIND_MATRIX,
  KIND_MIXED
} Kind;

static Hint
get_hint(const char *key)
{
  static const struct {
    const char *key;
    Hint hint;
  } hints[] = {{"loadings", HINT_USER_KEYS}, {"log_sha256", HINT_USER_KEYS},
               {"missing", HINT_OBJECT},     {"extrapolation", HINT_OBJECT},
               {"flags", HINT_TEXTS},        {"ids", HINT_TEXTS}};

  for (gsize i = 0; i < G_N_ELEMENTS(hints); i++)
    if (g_str_equal(hints[i].key, key))
      return hints[i].hint;
  return HINT_NONE;
}

static gboolean
is_text(JsonNode *node)
{
  return trammel_json_as_string(node) != NULL;
}

static gboolean
is_logical(JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_BOOLEAN;
}

/* TRUE if all elements are numbers or null. */
static gboolean
is_vector(JsonNode *node)
{
  for (guint i = 0; i < trammel_json_count(node); i++) {
    JsonNode *element = trammel_json_element(node, i);
    if (!trammel_json_is_number(element) && !JSON_NODE_HOLDS_NULL(element))
      return FALSE;
  }
  return trammel_json_as_array(node) != NULL;
}

static gboolean
is_matrix(JsonArray *array)
{
  guint columns = 0;

  for (guint i = 0; i < json_array_get_length(array); i++) {
    JsonNode *row = json_array_get_element(array, i);
    if (!is_vector(row))
      return FALSE;
    if (i == 0)
      columns = json_array_get_length(json_node_get_array(row));
    if (columns == 0 || json_array_get_length(json_node_get_array(row)) != columns)
      return FALSE;
  }
  return TRUE;
}

static Kind
classify(JsonNode *node)
{
  JsonArray *array = json_node_get_array(node);
  guint n = json_array_get_length(array), n_texts = 0, n_logicals = 0, n_objects = 0;

  if (n == 0)
    return KIND_EMPTY;
  if (is_vector(node))
    return KIND_NUMBERS;
  for (guint i = 0; i < n; i++) {
    JsonNode *element = json_array_get_element(array, i);
    n_texts += is_text(element);
    n_logicals += is_logical(element);
    n_objects += JSON_NODE_HOLDS_OBJECT(element);
  }
  if (n_texts == n)
    return KIND_TEXTS;
  if (n_logicals == n)
    return KIND_LOGICALS;
  if (n_objects == n)
    return KIND_OBJECTS;
  return is_matrix(array) ? KIND_MATRIX : KIND_MIXED;
}

static void add_node(TrammelMatWriter *writer, const char *name, JsonNode *node, Hint hint);

static void
add_matrix(TrammelMatWriter *writer, const char *name, JsonArray *array)
{
  gsize rows = json_array_get_length(array);
  gsize columns = json_array_get_length(json_array_get_array_element(array, 0));
  g_autofree double *values = g_new(double, rows *columns);

  for (gsize i = 0; i < rows; i++) {
    JsonArray *row = json_array_get_array_element(array, (guint)i);
    for (gsize j = 0; j < columns; j++)
      values[j * rows + i] = trammel_json_as_number(json_array_get_element(row, (guint)j));
  }
  trammel_mat_writer_add_numbers(writer, name, values, rows, columns);
}

static void
add_vector(TrammelMatWriter *writer, const char *name, JsonArray *array, Kind kind)
{
  gsize n = json_array_get_length(array);
  g_autofree double *values = g_new(double, n);
  g_autofree guint8 *bits = g_new(guint8, n);

  for (gsize i = 0; i < n; i++) {
    JsonNode *element = json_array_get_element(array, (guint)i);
    values[i] = trammel_json_as_number(element);
    bits[i] = kind == KIND_LOGICALS && json_node_get_boolean(element);
  }
  if (kind == KIND_LOGICALS)
    trammel_mat_writer_add_logicals(writer, name, bits, n);
  else
    trammel_mat_writer_add_numbers(writer, name, values, n, 1);
}

/* Fields of a struct array: the keys of all elements in order of first occurrence. */
typedef struct {
  GPtrArray *keys; /* char *, NULL-terminated; `KEY_names` for the keys of members with user keys */
  GPtrArray
      *sources; /* char *: for such a field the key of the object whose keys it lists, else NULL
                 */
  char **names; /* valid */
} Fields;

static void
clear_fields(Fields *fields)
{
  g_clear_pointer(&fields->keys, g_ptr_array_unref);
  g_clear_pointer(&fields->sources, g_ptr_array_unref);
  g_clear_pointer(&fields->names, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Fields, clear_fields)

/* TRUE if the keys of an object have to be stored beside its fields. */
static gboolean
needs_names(const char *key, JsonNode *node)
{
  g_autoptr(GPtrArray) keys = NULL;
  g_autoptr(GList) members = NULL;
  g_auto(GStrv) valid = NULL;

  if (!JSON_NODE_HOLDS_OBJECT(node))
    return FALSE;
  if (get_hint(key) == HINT_USER_KEYS)
    return TRUE;
  keys = g_ptr_array_new();
  members = json_object_get_members(json_node_get_object(node));
  for (GList *l = members; l; l = l->next)
    g_ptr_array_add(keys, l->data);
  g_ptr_array_add(keys, NULL);
  valid = trammel_mat_make_names((const char *const *)keys->pdata);
  return !g_strv_equal((const char *const *)valid, (const char *const *)keys->pdata);
}

static void
add_field(Fields *fields, const char *key, const char *source)
{
  g_autofree char *name = source ? g_strconcat(source, "_names", NULL) : g_strdup(key);

  if (g_ptr_array_find_with_equal_func(fields->keys, name, g_str_equal, NULL))
    return;
  g_ptr_array_add(fields->keys, g_steal_pointer(&name));
  g_ptr_array_add(fields->sources, g_strdup(source));
}

static void
collect_fields(Fields *fields, JsonObject *const *objects, guint n)
{
  fields->keys = g_ptr_array_new_with_free_func(g_free);
  fields->sources = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < n; i++) {
    g_autoptr(GList) members = json_object_get_members(objects[i]);
    for (GList *l = members; l; l = l->next) {
      add_field(fields, l->data, NULL);
      if (needs_names(l->data, json_object_get_member(objects[i], l->data)))
        add_field(fields, NULL, l->data);
    }
  }
  g_ptr_array_add(fields->keys, NULL);
  fields->names = trammel_mat_make_names((const char *const *)fields->keys->pdata);
}

/* Returns the hint for the member `key` of the objects: null is [] if it is not a number in another
 * object. */
static Hint
find_hint(JsonObject *const *objects, guint n, const char *key)
{
  Hint hint = get_hint(key);

  for (guint i = 0; i < n && hint == HINT_NONE; i++) {
    JsonNode *node = json_object_get_member(objects[i], key);
    if (node && !JSON_NODE_HOLDS_NULL(node) && !trammel_json_is_number(node))
      hint = HINT_OBJECT;
  }
  return hint;
}

static void
add_keys(TrammelMatWriter *writer, JsonNode *node)
{
  g_autoptr(GPtrArray) keys = g_ptr_array_new();
  g_autoptr(GList) members = node && JSON_NODE_HOLDS_OBJECT(node)
                                 ? json_object_get_members(json_node_get_object(node))
                                 : NULL;

  for (GList *l = members; l; l = l->next)
    g_ptr_array_add(keys, l->data);
  g_ptr_array_add(keys, NULL);
  trammel_mat_writer_add_texts(writer, NULL, (const char *const *)keys->pdata);
}

static void
add_objects(TrammelMatWriter *writer, const char *name, JsonObject *const *objects, guint n)
{
  g_auto(Fields) fields = {0};
  g_autofree Hint *hints = NULL;
  guint n_fields;

  collect_fields(&fields, objects, n);
  n_fields = fields.sources->len;
  hints = g_new0(Hint, n_fields + 1);
  for (guint f = 0; f < n_fields; f++)
    hints[f] = find_hint(objects, n, g_ptr_array_index(fields.keys, f));
  trammel_mat_writer_begin_struct(writer, name, (const char *const *)fields.names, 1, n);
  for (guint i = 0; i < n; i++)
    for (guint f = 0; f < n_fields; f++) {
      const char *source = g_ptr_array_index(fields.sources, f);
      const char *key = source ? source : g_ptr_array_index(fields.keys, f);
      JsonNode *node = json_object_get_member(objects[i], key);
      if (source)
        add_keys(writer, node);
      else if (node)
        add_node(writer, NULL, node, hints[f]);
      else
        trammel_mat_writer_add_empty(writer, NULL);
    }
  trammel_mat_writer_end(writer);
}

static void
add_array(TrammelMatWriter *writer, const char *name, JsonNode *node, Hint hint)
{
  JsonArray *array = json_node_get_array(node);
  guint n = json_array_get_length(array);
  g_autofree JsonObject **objects = NULL;
  Kind kind = classify(node);

  if (kind == KIND_EMPTY && hint == HINT_TEXTS) {
    trammel_mat_writer_begin_cell(writer, name, 0, 0);
    trammel_mat_writer_end(writer);
  } else if (kind == KIND_EMPTY) {
    trammel_mat_writer_add_empty(writer, name);
  } else if (kind == KIND_NUMBERS || kind == KIND_LOGICALS) {
    add_vector(writer, name, array, kind);
  } else if (kind == KIND_MATRIX) {
    add_matrix(writer, name, array);
  } else if (kind == KIND_OBJECTS) {
    objects = g_new(JsonObject *, n);
    for (guint i = 0; i < n; i++)
      objects[i] = json_array_get_object_element(array, i);
    add_objects(writer, name, objects, n);
  } else {
    trammel_mat_writer_begin_cell(writer, name, n, 1);
    for (guint i = 0; i < n; i++)
      add_node(writer, NULL, json_array_get_element(array, i), HINT_OBJECT);
    trammel_mat_writer_end(writer);
  }
}

static void
add_node(TrammelMatWriter *writer, const char *name, JsonNode *node, Hint hint)
{
  double number = trammel_json_as_number(node);
  guint8 bit = is_logical(node) && json_node_get_boolean(node);
  JsonObject *object;

  if (JSON_NODE_HOLDS_OBJECT(node))
    add_objects(writer, name, (object = json_node_get_object(node), &object), 1);
  else if (JSON_NODE_HOLDS_ARRAY(node))
    add_array(writer, name, node, hint);
  else if (is_text(node))
    trammel_mat_writer_add_text(writer, name, json_node_get_string(node));
  else if (is_logical(node))
    trammel_mat_writer_add_logicals(writer, name, &bit, 1);
  else if (trammel_json_is_number(node) || hint == HINT_NONE)
    trammel_mat_writer_add_numbers(writer, name, &number, 1, 1);
  else
    trammel_mat_writer_add_empty(writer, name);
}

void
trammel_mat_writer_add_json(TrammelMatWriter *writer, const char *name, JsonNode *node)
{
  add_node(writer, name, node, get_hint(name));
}

/* Adds the ids of the parameters as an array of the result itself. */
static void
add_ids(JsonObject *result)
{
  JsonArray *ids = json_array_new();
  JsonNode *list = json_object_get_member(result, "parameters");

  for (guint i = 0; i < trammel_json_count(list); i++) {
    const char *id = trammel_json_as_string(trammel_json_find(trammel_json_element(list, i), "id"));
    json_array_add_string_element(ids, id ? id : "");
  }
  json_object_set_array_member(result, "ids", ids);
}

GBytes *
trammel_export_mat(JsonNode *result, const char *path, GError **error)
{
  g_autoptr(JsonNode) copy = trammel_json_copy(result);
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();

  g_return_val_if_fail(JSON_NODE_HOLDS_OBJECT(copy), NULL);
  add_ids(json_node_get_object(copy));
  trammel_mat_writer_add_json(writer, "result", copy);
  return trammel_mat_writer_to_bytes(writer, path, error);
}
