/* Renaming, appending and duplicating the elements of a model. */
#include <string.h>

#include "io/base/error.h"
#include "io/structure/private.h"

/* ---- rename ---------------------------------------------------------------------------------- */

typedef struct {
  TrammelElementKind kind;
  const char *old, *new;
  gboolean is_signal; /* channels have its name */
} Renaming;

/* Returns a node with another text; the values of a copied tree are shared with the original and
 * must not be changed. */
static JsonNode *
new_text(const char *text)
{
  return json_node_init_string(json_node_alloc(), text);
}

static void
on_reference_visited_cb(
    JsonObject *object, const char *key, int index, TrammelElementKind kind, gpointer user)
{
  const Renaming *renaming = user;
  const TrammelStep step = {.index = (guint)MAX(index, 0)};

  if (kind != renaming->kind ||
      !g_str_equal(trammel_structure_get_reference(object, key, index), renaming->old))
    return;
  if (index < 0)
    json_object_set_member(object, key, new_text(renaming->new));
  else
    trammel_json_put(json_object_get_member(object, key), &step, 1, new_text(renaming->new));
}

/* TRUE if an id begins here: at the start of a text or after an operator; names may have spaces and
 * hyphens. */
static gboolean
begins_id(const char *text, const char *at)
{
  const char *before = at;

  while (before > text && before[-1] == ' ')
    before--;
  return before == text || strchr(before == at ? "*/(,+" : "*/(,+-", before[-1]) != NULL;
}

/* Returns the text with `from`, the beginning of ids, replaced by `to` wherever an id begins. */
static char *
replace_ids(const char *text, const char *from, const char *to)
{
  GString *out = g_string_new(NULL);
  const char *at = text, *next;

  while ((next = strstr(at, from))) {
    g_string_append_len(out, at, next - at);
    g_string_append(out, begins_id(text, next) ? to : from);
    at = next + strlen(from);
  }
  g_string_append(out, at);
  return g_string_free(out, FALSE);
}

/* Renames the ids of the element's own quantities, and those of its channels:
 * log.<log>.<signal>. */
static char *
rename_ids(const Renaming *renaming, JsonNode *root, const char *text)
{
  const char *word = trammel_element_kind_get_word(renaming->kind);
  g_autofree char *from = g_strdup_printf("%s.%s.", word, renaming->old);
  g_autofree char *to = g_strdup_printf("%s.%s.", word, renaming->new);
  char *result = replace_ids(text, from, to);
  const TrammelStep steps[] = {{.key = "logs"}};
  JsonNode *logs = trammel_json_get(root, steps, 1);
  guint n = logs && renaming->is_signal ? json_array_get_length(json_node_get_array(logs)) : 0;

  for (guint i = 0; i < n; i++) {
    const char *log = trammel_structure_get_text(
        json_array_get_object_element(json_node_get_array(logs), i), "name");
    g_autofree char *before = result;
    g_autofree char *log_from = g_strdup_printf("log.%s.%s.", log, renaming->old);
    g_autofree char *log_to = g_strdup_printf("log.%s.%s.", log, renaming->new);
    result = replace_ids(before, log_from, log_to);
  }
  return result;
}

static void rename_in_tree(const Renaming *, JsonNode *root, JsonNode *node, gboolean holds_ids);

/* Renames ids that are the keys of an object, in their order. */
static JsonNode *
rename_keys(const Renaming *renaming, JsonNode *root, JsonNode *node)
{
  g_autoptr(GList) keys = json_object_get_members(json_node_get_object(node));
  g_autoptr(JsonObject) renamed = json_object_new();

  for (GList *l = keys; l; l = l->next) {
    g_autofree char *key = rename_ids(renaming, root, l->data);
    json_object_set_member(
        renamed, key,
        trammel_json_copy(json_object_get_member(json_node_get_object(node), l->data)));
  }
  return json_node_init_object(json_node_alloc(), renamed);
}

/* Renames in the node at `step` of a container. */
static void
rename_child(const Renaming *renaming,
             JsonNode *root,
             JsonNode *container,
             TrammelStep step,
             gboolean holds_ids)
{
  JsonNode *child = trammel_json_get(container, &step, 1);

  if (step.key && JSON_NODE_HOLDS_OBJECT(child) &&
      (g_str_equal(step.key, "values") || (holds_ids && g_str_equal(step.key, "terms")))) {
    trammel_json_put(container, &step, 1, rename_keys(renaming, root, child));
  } else if (!JSON_NODE_HOLDS_VALUE(child)) {
    rename_in_tree(renaming, root, child, holds_ids);
  } else if (holds_ids && json_node_get_value_type(child) == G_TYPE_STRING) {
    g_autofree char *text = rename_ids(renaming, root, json_node_get_string(child));
    trammel_json_put(container, &step, 1, new_text(text));
  }
}

/* Renames in texts that hold ids: `tie` anywhere, all of `constraints`, and the keys of `values` in
 * logs. */
static void
rename_in_tree(const Renaming *renaming, JsonNode *root, JsonNode *node, gboolean holds_ids)
{
  if (JSON_NODE_HOLDS_OBJECT(node)) {
    g_autoptr(GList) keys = json_object_get_members(json_node_get_object(node));
    for (GList *l = keys; l; l = l->next) {
      g_autofree char *key = g_strdup(l->data); /* the object's own goes with the old value */
      rename_child(renaming, root, node, (TrammelStep){.key = key},
                   holds_ids || g_str_equal(key, "tie") || g_str_equal(key, "constraints"));
    }
  } else if (JSON_NODE_HOLDS_ARRAY(node)) {
    for (guint i = 0; i < json_array_get_length(json_node_get_array(node)); i++)
      rename_child(renaming, root, node, (TrammelStep){.index = i}, holds_ids);
  }
}

static void
rename_channels(const Renaming *renaming, JsonArray *channels)
{
  for (guint i = 0; i < json_array_get_length(channels); i++) {
    JsonObject *channel = json_array_get_object_element(channels, i);
    const char *signal = trammel_structure_get_text(channel, "signal");
    if (!trammel_structure_is_signal_of(signal, renaming->old))
      continue;
    g_autofree char *renamed = g_strconcat(renaming->new, signal + strlen(renaming->old), NULL);
    json_object_set_member(channel, "signal", new_text(renamed));
  }
}

static void
rename_references(const Renaming *renaming, JsonNode *root)
{
  const TrammelStep steps[] = {{.key = "logs"}};
  JsonNode *logs = trammel_json_get(root, steps, 1);

  for (int kind = TRAMMEL_ELEMENT_BODY; kind < TRAMMEL_N_ELEMENT_KINDS; kind++) {
    JsonArray *section = trammel_structure_get_section(root, (TrammelElementKind)kind);
    for (guint i = 0; section && i < json_array_get_length(section); i++)
      trammel_structure_visit_references(json_array_get_object_element(section, i),
                                         on_reference_visited_cb, (gpointer)renaming);
  }
  for (guint i = 0; logs && i < json_array_get_length(json_node_get_array(logs)); i++) {
    JsonObject *log = json_array_get_object_element(json_node_get_array(logs), i);
    if (renaming->is_signal && json_object_has_member(log, "channels"))
      rename_channels(renaming, json_object_get_array_member(log, "channels"));
  }
}

/* Renames all ids, except in results that are kept with the project, which describe an earlier
 * state. */
static void
rename_all_ids(const Renaming *renaming, JsonNode *root)
{
  static const char *const sections[] = {"model", "logs", "settings"};

  for (guint i = 0; i < G_N_ELEMENTS(sections); i++) {
    const TrammelStep steps[] = {{.key = sections[i]}};
    JsonNode *section = trammel_json_get(root, steps, 1);
    if (section)
      rename_in_tree(renaming, root, section, FALSE);
  }
}

gboolean
trammel_project_rename_element(TrammelProject *project,
                               TrammelElement element,
                               const char *name,
                               GError **error)
{
  g_autofree char *path = trammel_element_dup_path(element, NULL);
  g_autofree char *old = g_strdup(trammel_project_get_element_name(project, element));
  const Renaming renaming = {element.kind, old, name,
                             element.kind == TRAMMEL_ELEMENT_MOTOR ||
                                 element.kind == TRAMMEL_ELEMENT_SENSOR};

  if (element.kind == TRAMMEL_ELEMENT_GRAVITY) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID, "gravity has no name");
    return FALSE;
  }
  if (g_str_equal(old, name))
    return TRUE;
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonArray *section = trammel_structure_get_section(root, element.kind);
  rename_references(&renaming, root);
  rename_all_ids(&renaming, root);
  json_object_set_string_member(json_array_get_object_element(section, element.index), "name",
                                name);
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

/* ---- append ---------------------------------------------------------------------------------- */

/* Returns the array of a kind, made when it is missing. */
static JsonArray *
open_section(JsonNode *root, TrammelElementKind kind)
{
  JsonArray *section = trammel_structure_get_section(root, kind);
  const TrammelStep steps[] = {{.key = "model"}, {.key = trammel_structure_get_section_name(kind)}};

  if (section)
    return section;
  g_autoptr(JsonArray) array = json_array_new();
  trammel_json_put(root, steps, G_N_ELEMENTS(steps),
                   json_node_init_array(json_node_alloc(), array));
  return array;
}

static void
append_section(JsonNode *root, TrammelElementKind kind, JsonArray *things)
{
  JsonArray *section = open_section(root, kind);

  for (guint i = 0; i < json_array_get_length(things); i++)
    json_array_add_element(section, trammel_json_copy(json_array_get_element(things, i)));
}

gboolean
trammel_project_append_elements(TrammelProject *project, const char *json, GError **error)
{
  g_autoptr(JsonNode) things = trammel_json_parse(json, -1, "the new things", error);

  if (!things)
    return FALSE;
  g_return_val_if_fail(JSON_NODE_HOLDS_OBJECT(things), FALSE);
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  for (int kind = TRAMMEL_ELEMENT_BODY; kind < TRAMMEL_N_ELEMENT_KINDS; kind++) {
    const char *key = trammel_structure_get_section_name((TrammelElementKind)kind);
    if (json_object_has_member(json_node_get_object(things), key))
      append_section(root, (TrammelElementKind)kind,
                     json_object_get_array_member(json_node_get_object(things), key));
  }
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

/* ---- duplicate ------------------------------------------------------------------------------- */

/* Appends a copy of an element to the tree under an unused name; returns it. */
static JsonObject *
append_copy(TrammelProject *project, JsonNode *root, TrammelElement element)
{
  JsonArray *section = trammel_structure_get_section(root, element.kind);
  JsonNode *copy = trammel_json_copy(json_array_get_element(section, element.index));
  g_autofree char *name = trammel_project_dup_free_name(
      project, element.kind, trammel_project_get_element_name(project, element));

  json_object_set_string_member(json_node_get_object(copy), "name", name);
  json_array_add_element(section, copy);
  return json_node_get_object(copy);
}

gboolean
trammel_project_duplicate_element(TrammelProject *project,
                                  TrammelElement element,
                                  TrammelElement *copy,
                                  GError **error)
{
  TrammelElement carrier;

  if (element.kind == TRAMMEL_ELEMENT_GRAVITY) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID, "there is only one gravity");
    return FALSE;
  }
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonObject *object = append_copy(project, root, element);
  if (element.kind == TRAMMEL_ELEMENT_BODY &&
      trammel_structure_find_carrier(project, trammel_project_get_element_name(project, element),
                                     &carrier))
    json_object_set_string_member(append_copy(project, root, carrier), "child",
                                  trammel_structure_get_text(object, "name"));
  *copy = (TrammelElement){element.kind, trammel_project_get_n_elements(project, element.kind)};
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}
