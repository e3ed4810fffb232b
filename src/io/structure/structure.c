#include "io/structure/private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* One row per kind; ids of quantities begin with `word`. */
static const struct {
  const char *section, *word;
} kinds[TRAMMEL_N_ELEMENT_KINDS] = {
    [TRAMMEL_ELEMENT_GRAVITY] = {"gravity", N_("gravity")},
    [TRAMMEL_ELEMENT_BODY] = {"bodies", N_("body")},
    [TRAMMEL_ELEMENT_JOINT] = {"joints", N_("joint")},
    [TRAMMEL_ELEMENT_MOTOR] = {"motors", N_("motor")},
    [TRAMMEL_ELEMENT_SENSOR] = {"sensors", N_("sensor")},
    [TRAMMEL_ELEMENT_CONTACT] = {"contacts", N_("contact")},
    [TRAMMEL_ELEMENT_CONSTRAINT] = {"constraints", N_("constraint")},
};

/* Members that name another element, or list some, at any place. */
static const struct {
  const char *key;
  TrammelElementKind kind;
} references[] = {
    {"parent", TRAMMEL_ELEMENT_BODY},  {"child", TRAMMEL_ELEMENT_BODY},
    {"body", TRAMMEL_ELEMENT_BODY},    {"bodies", TRAMMEL_ELEMENT_BODY},
    {"against", TRAMMEL_ELEMENT_BODY}, {"joint", TRAMMEL_ELEMENT_JOINT},
    {"joints", TRAMMEL_ELEMENT_JOINT},
};

const char *
trammel_element_kind_get_word(TrammelElementKind kind)
{
  return kinds[kind].word;
}

const char *
trammel_structure_get_section_name(TrammelElementKind kind)
{
  return kinds[kind].section;
}

char *
trammel_element_dup_path(TrammelElement element, const char *tail)
{
  const char *dot = tail ? "." : "";

  if (element.kind == TRAMMEL_ELEMENT_GRAVITY)
    return g_strdup_printf("model.gravity%s%s", dot, tail ? tail : "");
  return g_strdup_printf("model.%s[%u]%s%s", kinds[element.kind].section, element.index, dot,
                         tail ? tail : "");
}

gboolean
trammel_element_find_by_path(TrammelElement *element, const char *path)
{
  for (int kind = 0; kind < TRAMMEL_N_ELEMENT_KINDS; kind++) {
    g_autofree char *start = g_strdup_printf("model.%s", kinds[kind].section);
    gsize length = strlen(start);
    char *end = NULL;

    if (!g_str_has_prefix(path, start))
      continue;
    *element = (TrammelElement){(TrammelElementKind)kind, 0};
    if (kind == TRAMMEL_ELEMENT_GRAVITY)
      return path[length] == '\0' || path[length] == '.';
    if (path[length] != '[')
      continue;
    element->index = (guint)g_ascii_strtoull(path + length + 1, &end, 10);
    return end > path + length + 1 && *end == ']';
  }
  return FALSE;
}

JsonArray *
trammel_structure_get_section(JsonNode *root, TrammelElementKind kind)
{
  const TrammelStep steps[] = {{.key = "model"}, {.key = kinds[kind].section}};
  JsonNode *node = trammel_json_get(root, steps, G_N_ELEMENTS(steps));

  return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

const char *
trammel_structure_get_text(JsonObject *object, const char *key)
{
  const char *text = trammel_json_as_string(json_object_get_member(object, key));

  return text ? text : "";
}

guint
trammel_project_get_n_elements(const TrammelProject *project, TrammelElementKind kind)
{
  JsonArray *section = trammel_structure_get_section(project->root, kind);

  return kind == TRAMMEL_ELEMENT_GRAVITY ? 1 : section ? json_array_get_length(section) : 0;
}

const char *
trammel_project_get_element_name(const TrammelProject *project, TrammelElement element)
{
  if (element.kind == TRAMMEL_ELEMENT_GRAVITY)
    return "";
  g_return_val_if_fail(element.index < trammel_project_get_n_elements(project, element.kind), "");
  JsonArray *section = trammel_structure_get_section(project->root, element.kind);
  return trammel_structure_get_text(json_array_get_object_element(section, element.index), "name");
}

const char *
trammel_project_get_element_text(const TrammelProject *project,
                                 TrammelElement element,
                                 const char *key)
{
  JsonArray *section = trammel_structure_get_section(project->root, element.kind);

  if (!section || element.index >= json_array_get_length(section))
    return "";
  return trammel_structure_get_text(json_array_get_object_element(section, element.index), key);
}

gboolean
trammel_project_find_element(const TrammelProject *project,
                             TrammelElement *element,
                             TrammelElementKind kind,
                             const char *name)
{
  guint n = trammel_project_get_n_elements(project, kind);

  for (guint i = 0; i < n; i++) {
    *element = (TrammelElement){kind, i};
    if (g_str_equal(trammel_project_get_element_name(project, *element), name))
      return TRUE;
  }
  return FALSE;
}

gboolean
trammel_project_find_owner(const TrammelProject *project,
                           TrammelElement *element,
                           const TrammelQuantity *quantity)
{
  g_auto(GStrv) words = g_strsplit(quantity->id, ".", 3);

  if (!tr_param_is_of_model(quantity->param) || !words[1])
    return FALSE;
  for (int kind = 0; kind < TRAMMEL_N_ELEMENT_KINDS; kind++)
    if (g_str_equal(words[0], kinds[kind].word))
      return trammel_project_find_element(project, element, (TrammelElementKind)kind,
                                          kind == TRAMMEL_ELEMENT_GRAVITY ? "" : words[1]);
  return FALSE;
}

/* TRUE if the name is in use.  Motors and sensors share their names, because a channel could not
 * distinguish them. */
static gboolean
is_name_taken(const TrammelProject *project, TrammelElementKind kind, const char *name)
{
  gboolean is_signal = kind == TRAMMEL_ELEMENT_MOTOR || kind == TRAMMEL_ELEMENT_SENSOR;
  TrammelElement found;

  if (kind == TRAMMEL_ELEMENT_BODY && g_str_equal(name, "world"))
    return TRUE;
  if (!is_signal)
    return trammel_project_find_element(project, &found, kind, name);
  return trammel_project_find_element(project, &found, TRAMMEL_ELEMENT_MOTOR, name) ||
         trammel_project_find_element(project, &found, TRAMMEL_ELEMENT_SENSOR, name);
}

char *
trammel_project_dup_free_name(const TrammelProject *project,
                              TrammelElementKind kind,
                              const char *stem)
{
  gsize length = strlen(stem);

  if (!is_name_taken(project, kind, stem))
    return g_strdup(stem);
  while (length > 0 && g_ascii_isdigit(stem[length - 1]))
    length--;
  /* leaves room for the number in a name */
  length = MIN(length, TR_NAME_SIZE - 8);
  while (length > 0 && ((guchar)stem[length] & 0xc0) == 0x80)
    length--;
  for (guint number = 2;; number++) {
    g_autofree char *name = g_strdup_printf("%.*s%u", (int)length, stem, number);
    if (!is_name_taken(project, kind, name))
      return g_steal_pointer(&name);
  }
}

static gboolean
is_text(JsonNode *node)
{
  return trammel_json_as_string(node) != NULL;
}

/* Holds no references during a visit, because the visitor may replace the visited node. */
void
trammel_structure_visit_references(JsonObject *object, TrammelReferenceFunc visit, gpointer user)
{
  for (guint i = 0; i < G_N_ELEMENTS(references); i++) {
    const char *key = references[i].key;
    guint n = trammel_json_count(json_object_get_member(object, key));

    if (is_text(json_object_get_member(object, key)))
      visit(object, key, -1, references[i].kind, user);
    for (guint k = 0; k < n; k++)
      if (is_text(json_array_get_element(json_object_get_array_member(object, key), k)))
        visit(object, key, (int)k, references[i].kind, user);
  }
}

const char *
trammel_structure_get_reference(JsonObject *object, const char *key, int index)
{
  if (index < 0)
    return trammel_structure_get_text(object, key);
  return json_array_get_string_element(json_object_get_array_member(object, key), (guint)index);
}

gboolean
trammel_structure_is_signal_of(const char *signal, const char *name)
{
  gsize length = strlen(name);

  return g_str_has_prefix(signal, name) && (signal[length] == '\0' || signal[length] == '.');
}

gboolean
trammel_structure_find_carrier(const TrammelProject *project,
                               const char *body,
                               TrammelElement *carrier)
{
  JsonArray *joints = trammel_structure_get_section(project->root, TRAMMEL_ELEMENT_JOINT);

  for (guint j = 0; joints && j < json_array_get_length(joints); j++) {
    *carrier = (TrammelElement){TRAMMEL_ELEMENT_JOINT, j};
    if (g_str_equal(trammel_structure_get_text(json_array_get_object_element(joints, j), "child"),
                    body))
      return TRUE;
  }
  return FALSE;
}

char *
trammel_structure_describe_channel(const TrammelProject *project, guint log, const char *signal)
{
  return g_strdup_printf(_("channel %s of %s"), signal, trammel_project_get_log_name(project, log));
}

char *
trammel_element_describe(const TrammelProject *project, TrammelElement element)
{
  const char *word = _(trammel_element_kind_get_word(element.kind));

  if (element.kind == TRAMMEL_ELEMENT_GRAVITY)
    return g_strdup(word);
  return g_strdup_printf("%s %s", word, trammel_project_get_element_name(project, element));
}
