/* Deletion of an element with its dependents. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "io/base/error.h"
#include "io/project/own_values.h"
#include "io/structure/private.h"

/* Elements to be deleted: one byte each, by kind. */
typedef struct {
  const TrammelProject *project;
  GByteArray *gone[TRAMMEL_N_ELEMENT_KINDS];
  gboolean grew; /* since the last check */
} Removal;

static void
removal_init(Removal *removal, const TrammelProject *project)
{
  removal->project = project;
  for (int kind = 0; kind < TRAMMEL_N_ELEMENT_KINDS; kind++) {
    guint n = trammel_project_get_n_elements(project, (TrammelElementKind)kind);
    removal->gone[kind] = g_byte_array_sized_new(n);
    g_byte_array_set_size(removal->gone[kind], n);
    if (n > 0)
      memset(removal->gone[kind]->data, 0, n);
  }
}

static void
removal_clear(Removal *removal)
{
  for (int kind = 0; kind < TRAMMEL_N_ELEMENT_KINDS; kind++)
    g_clear_pointer(&removal->gone[kind], g_byte_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Removal, removal_clear)

static void
take_away(Removal *removal, TrammelElementKind kind, guint index)
{
  removal->grew = removal->grew || !removal->gone[kind]->data[index];
  removal->gone[kind]->data[index] = 1;
}

static gboolean
is_gone(const Removal *removal, TrammelElementKind kind, const char *name)
{
  TrammelElement element;

  return trammel_project_find_element(removal->project, &element, kind, name) &&
         removal->gone[kind]->data[element.index];
}

typedef struct {
  const Removal *removal;
  gboolean found;
} Search;

static void
on_reference_visited_cb(
    JsonObject *object, const char *key, int index, TrammelElementKind kind, gpointer user)
{
  Search *search = user;

  search->found = search->found || is_gone(search->removal, kind,
                                           trammel_structure_get_reference(object, key, index));
}

static JsonObject *
get_element(const TrammelProject *project, TrammelElementKind kind, guint index)
{
  return json_array_get_object_element(trammel_structure_get_section(project->root, kind), index);
}

static gboolean is_quantity_gone(const Removal *removal, const TrammelQuantity *quantity);

/* TRUE for a sum that loses a term. */
static gboolean
has_lost_term(const Removal *removal, JsonObject *constraint)
{
  JsonNode *node = json_object_get_member(constraint, "terms");
  g_autoptr(GList) ids = node && JSON_NODE_HOLDS_OBJECT(node)
                             ? json_object_get_members(json_node_get_object(node))
                             : NULL;

  for (GList *l = ids; l; l = l->next) {
    const TrammelQuantity *quantity = trammel_project_find_quantity(removal->project, l->data);
    if (quantity && is_quantity_gone(removal, quantity))
      return TRUE;
  }
  return FALSE;
}

/* Adds elements that name a deleted one. */
static void
take_referring(Removal *removal)
{
  for (int kind = TRAMMEL_ELEMENT_BODY; kind < TRAMMEL_N_ELEMENT_KINDS; kind++)
    for (guint i = 0; i < removal->gone[kind]->len; i++) {
      Search search = {removal, FALSE};
      JsonObject *object = get_element(removal->project, (TrammelElementKind)kind, i);
      trammel_structure_visit_references(object, on_reference_visited_cb, &search);
      if (search.found || (kind == TRAMMEL_ELEMENT_CONSTRAINT && has_lost_term(removal, object)))
        take_away(removal, (TrammelElementKind)kind, i);
    }
}

/* Returns the index of the body at one end of a joint, -1 for the world. */
static int
find_end(const TrammelProject *project, JsonObject *joint, const char *key)
{
  TrammelElement element;

  return trammel_project_find_element(project, &element, TRAMMEL_ELEMENT_BODY,
                                      trammel_structure_get_text(joint, key))
             ? (int)element.index
             : -1;
}

/* Adds bodies that no chain of the remaining joints connects to the world. */
static void
take_loose_bodies(Removal *removal)
{
  guint n = removal->gone[TRAMMEL_ELEMENT_BODY]->len;
  guint n_joints = removal->gone[TRAMMEL_ELEMENT_JOINT]->len;
  g_autofree gboolean *held = g_new0(gboolean, n + 1); /* the world is the first */
  gboolean grew = TRUE;

  held[0] = TRUE;
  while (grew) {
    grew = FALSE;
    for (guint j = 0; j < n_joints; j++) {
      if (removal->gone[TRAMMEL_ELEMENT_JOINT]->data[j])
        continue;
      JsonObject *joint = get_element(removal->project, TRAMMEL_ELEMENT_JOINT, j);
      if (!json_object_has_member(joint, "parent"))
        continue;
      int parent = find_end(removal->project, joint, "parent") + 1;
      int child = find_end(removal->project, joint, "child") + 1;
      grew = grew || held[parent] != held[child];
      held[parent] = held[child] = held[parent] || held[child];
    }
  }
  for (guint b = 0; b < n; b++)
    if (!held[b + 1])
      take_away(removal, TRAMMEL_ELEMENT_BODY, b);
}

static void
collect(Removal *removal, TrammelElement element)
{
  take_away(removal, element.kind, element.index);
  while (removal->grew) {
    removal->grew = FALSE;
    take_referring(removal);
    take_loose_bodies(removal);
  }
}

/* ---- channels and ties ----------------------------------------------------------------------- */

static gboolean
is_channel_gone(const Removal *removal, const char *signal)
{
  static const TrammelElementKind sources[] = {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_ELEMENT_SENSOR};

  for (guint s = 0; s < G_N_ELEMENTS(sources); s++)
    for (guint i = 0; i < removal->gone[sources[s]]->len; i++)
      if (removal->gone[sources[s]]->data[i] &&
          trammel_structure_is_signal_of(
              signal,
              trammel_project_get_element_name(removal->project, (TrammelElement){sources[s], i})))
        return TRUE;
  return FALSE;
}

static gboolean
is_quantity_gone(const Removal *removal, const TrammelQuantity *quantity)
{
  TrammelElement owner;

  if (!tr_param_is_of_model(quantity->param))
    return is_channel_gone(removal, trammel_project_get_mapping(removal->project,
                                                                (guint)quantity->param.owner,
                                                                (guint)quantity->param.axis)
                                        ->signal);
  return trammel_project_find_owner(removal->project, &owner, quantity) &&
         removal->gone[owner.kind]->data[owner.index];
}

/* Returns the ids of remaining quantities that are tied to a deleted one; of char *. */
static GPtrArray *
list_loosened(const Removal *removal)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);

  for (guint i = 0; i < trammel_project_get_n_quantities(removal->project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(removal->project, i);
    if (quantity->tied && !is_quantity_gone(removal, quantity) &&
        is_quantity_gone(removal, trammel_project_get_quantity(removal->project, quantity->master)))
      g_ptr_array_add(ids, g_strdup(quantity->id));
  }
  return ids;
}

/* Ids of a log's own values whose quantities are deleted; of char *. */
static GPtrArray *
list_own_values(const Removal *removal, guint log)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
  char id[TR_ID_SIZE];

  for (guint i = 0; i < trammel_project_get_n_own_values(removal->project, log); i++) {
    tr_param_id(id, trammel_project_get_model(removal->project),
                trammel_project_get_own_value(removal->project, log, i).param);
    if (is_quantity_gone(removal, trammel_project_find_quantity(removal->project, id)))
      g_ptr_array_add(ids, g_strdup(id));
  }
  return ids;
}

/* Lists the own values of the logs that go with their quantities. */
static void
list_values(const Removal *removal, GStrvBuilder *list)
{
  for (guint log = 0; log < trammel_project_get_n_logs(removal->project); log++) {
    g_autoptr(GPtrArray) ids = list_own_values(removal, log);
    for (guint i = 0; i < ids->len; i++) {
      g_autofree char *words = g_strdup_printf(_("value of %s in %s"), (char *)ids->pdata[i],
                                               trammel_project_get_log_name(removal->project, log));
      g_strv_builder_add(list, words);
    }
  }
}

static void
list_channels(const Removal *removal, GStrvBuilder *list)
{
  const TrammelProject *project = removal->project;

  for (guint log = 0; log < trammel_project_get_n_logs(project); log++)
    for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++) {
      const char *signal = trammel_project_get_mapping(project, log, i)->signal;
      if (!is_channel_gone(removal, signal))
        continue;
      g_autofree char *words = trammel_structure_describe_channel(project, log, signal);
      g_strv_builder_add(list, words);
    }
}

char **
trammel_project_list_dependents(const TrammelProject *project, TrammelElement element)
{
  g_auto(Removal) removal = {0};
  g_autoptr(GStrvBuilder) list = g_strv_builder_new();

  removal_init(&removal, project);
  collect(&removal, element);
  for (int kind = TRAMMEL_ELEMENT_BODY; kind < TRAMMEL_N_ELEMENT_KINDS; kind++)
    for (guint i = 0; i < removal.gone[kind]->len; i++) {
      TrammelElement other = {(TrammelElementKind)kind, i};
      if (!removal.gone[kind]->data[i] || (other.kind == element.kind && i == element.index))
        continue;
      g_autofree char *words = trammel_element_describe(project, other);
      g_strv_builder_add(list, words);
    }
  list_channels(&removal, list);
  list_values(&removal, list);
  g_autoptr(GPtrArray) loosened = list_loosened(&removal);
  for (guint i = 0; i < loosened->len; i++) {
    g_autofree char *words = g_strdup_printf(_("tie of %s"), (char *)loosened->pdata[i]);
    g_strv_builder_add(list, words);
  }
  return g_strv_builder_end(list);
}

static void
remove_channels(const Removal *removal, JsonNode *root)
{
  const TrammelProject *project = removal->project;

  for (guint log = 0; log < trammel_project_get_n_logs(project); log++)
    for (guint i = trammel_project_get_n_mappings(project, log); i-- > 0;) {
      const TrammelStep steps[] = {{.key = "logs"}, {.index = log}, {.key = "channels"}};
      if (is_channel_gone(removal, trammel_project_get_mapping(project, log, i)->signal))
        json_array_remove_element(
            json_node_get_array(trammel_json_get(root, steps, G_N_ELEMENTS(steps))), i);
    }
}

/* Removes own values whose quantities are deleted from the project. */
static gboolean
remove_values(const Removal *removal, TrammelProject *project, GError **error)
{
  for (guint log = 0; log < trammel_project_get_n_logs(project); log++) {
    g_autoptr(GPtrArray) ids = list_own_values(removal, log);
    for (guint i = 0; i < ids->len; i++)
      if (!trammel_project_remove_own_value(project, log, ids->pdata[i], error))
        return FALSE;
  }
  return TRUE;
}

gboolean
trammel_project_delete_element(TrammelProject *project, TrammelElement element, GError **error)
{
  g_auto(Removal) removal = {0};
  g_autoptr(TrammelProject) loose = trammel_project_copy(project);

  if (element.kind == TRAMMEL_ELEMENT_GRAVITY) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "gravity cannot be deleted; set its magnitude to zero");
    return FALSE;
  }
  removal_init(&removal, project);
  collect(&removal, element);
  g_autoptr(GPtrArray) loosened = list_loosened(&removal);
  for (guint i = 0; i < loosened->len; i++)
    if (!trammel_project_set_tie(loose, loosened->pdata[i], NULL, error))
      return FALSE;
  if (!remove_values(&removal, loose, error))
    return FALSE;
  g_autoptr(JsonNode) root = trammel_json_copy(loose->root);
  remove_channels(&removal, root);
  for (int kind = TRAMMEL_ELEMENT_BODY; kind < TRAMMEL_N_ELEMENT_KINDS; kind++)
    for (guint i = removal.gone[kind]->len; i-- > 0;)
      if (removal.gone[kind]->data[i])
        json_array_remove_element(trammel_structure_get_section(root, (TrammelElementKind)kind), i);
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}
