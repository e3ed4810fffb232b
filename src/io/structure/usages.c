/* References to an element of a model. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "io/project/own_values.h"
#include "io/structure/private.h"

typedef struct {
  const TrammelProject *project;
  TrammelElement element; /* element to be found */
  gboolean found;         /* in the present element */
  GPtrArray *usages;
} Search;

static void
free_usage(gpointer data)
{
  TrammelUsage *usage = data;

  g_free(usage->words);
  g_free(usage);
}

/* Adds a usage; takes the words. */
static void
add(Search *search, TrammelElement element, char *words)
{
  TrammelUsage *usage = g_new(TrammelUsage, 1);

  *usage = (TrammelUsage){element, words};
  g_ptr_array_add(search->usages, usage);
}

static void
on_reference_visited_cb(
    JsonObject *object, const char *key, int index, TrammelElementKind kind, gpointer user)
{
  Search *search = user;

  search->found = search->found ||
                  (kind == search->element.kind &&
                   g_str_equal(trammel_structure_get_reference(object, key, index),
                               trammel_project_get_element_name(search->project, search->element)));
}

static gboolean
is_mine(const Search *search, const TrammelQuantity *quantity)
{
  TrammelElement owner;

  return quantity && trammel_project_find_owner(search->project, &owner, quantity) &&
         owner.kind == search->element.kind && owner.index == search->element.index;
}

/* TRUE for a sum that contains one of the element's quantities. */
static gboolean
has_term(const Search *search, JsonObject *constraint)
{
  JsonNode *node = json_object_get_member(constraint, "terms");
  g_autoptr(GList) ids = node && JSON_NODE_HOLDS_OBJECT(node)
                             ? json_object_get_members(json_node_get_object(node))
                             : NULL;

  for (GList *l = ids; l; l = l->next)
    if (is_mine(search, trammel_project_find_quantity(search->project, l->data)))
      return TRUE;
  return FALSE;
}

static void
list_things(Search *search)
{
  for (int kind = TRAMMEL_ELEMENT_BODY; kind < TRAMMEL_N_ELEMENT_KINDS; kind++) {
    JsonArray *section =
        trammel_structure_get_section(search->project->root, (TrammelElementKind)kind);
    for (guint i = 0; section && i < json_array_get_length(section); i++) {
      JsonObject *object = json_array_get_object_element(section, i);
      TrammelElement other = {(TrammelElementKind)kind, i};
      search->found = FALSE;
      trammel_structure_visit_references(object, on_reference_visited_cb, search);
      if (search->found || (kind == TRAMMEL_ELEMENT_CONSTRAINT && has_term(search, object)))
        add(search, other, trammel_element_describe(search->project, other));
    }
  }
}

/* Adds quantities of other elements that are tied to one of its own. */
static void
list_ties(Search *search)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(search->project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(search->project, i);
    TrammelElement owner;
    if (quantity->tied && !is_mine(search, quantity) &&
        is_mine(search, trammel_project_get_quantity(search->project, quantity->master)) &&
        trammel_project_find_owner(search->project, &owner, quantity))
      add(search, owner, g_strdup_printf(_("tie of %s"), quantity->id));
  }
}

static void
list_channels(Search *search)
{
  const char *name = trammel_project_get_element_name(search->project, search->element);
  gboolean has_signal = search->element.kind == TRAMMEL_ELEMENT_MOTOR ||
                        search->element.kind == TRAMMEL_ELEMENT_SENSOR;

  for (guint log = 0; has_signal && log < trammel_project_get_n_logs(search->project); log++)
    for (guint i = 0; i < trammel_project_get_n_mappings(search->project, log); i++) {
      const char *signal = trammel_project_get_mapping(search->project, log, i)->signal;
      if (trammel_structure_is_signal_of(signal, name))
        add(search, search->element,
            trammel_structure_describe_channel(search->project, log, signal));
    }
}

/* Adds the logs' own values of the element's quantities. */
static void
list_values(Search *search)
{
  const TrammelProject *project = search->project;
  char id[TR_ID_SIZE];

  for (guint log = 0; log < trammel_project_get_n_logs(project); log++)
    for (guint i = 0; i < trammel_project_get_n_own_values(project, log); i++) {
      tr_param_id(id, trammel_project_get_model(project),
                  trammel_project_get_own_value(project, log, i).param);
      if (is_mine(search, trammel_project_find_quantity(project, id)))
        add(search, search->element,
            g_strdup_printf(_("value of %s in %s"), id,
                            trammel_project_get_log_name(project, log)));
    }
}

GPtrArray *
trammel_project_list_usages(const TrammelProject *project, TrammelElement element)
{
  Search search = {
      .project = project, .element = element, .usages = g_ptr_array_new_with_free_func(free_usage)};

  list_things(&search);
  list_ties(&search);
  list_channels(&search);
  list_values(&search);
  return search.usages;
}
