#include "io/project/origin.h"

#include <glib/gi18n.h>

#include "io/base/json_writer.h"
#include "io/project/private.h"
#include "io/project/put.h"

static const char *const words[TRAMMEL_N_ORIGINS] = {"", "cad", "datasheet", "measured", "run"};

const char *const *
trammel_origin_get_words(void)
{
  return words;
}

const char *
trammel_origin_get_label(TrammelValueOrigin origin)
{
  static const char *const labels[TRAMMEL_N_ORIGINS] = {
      [TRAMMEL_ORIGIN_NONE] = N_("not stated"),
      [TRAMMEL_ORIGIN_CAD] = N_("CAD"),
      [TRAMMEL_ORIGIN_DATASHEET] = N_("Datasheet"),
      [TRAMMEL_ORIGIN_MEASURED] = N_("Measured"),
      [TRAMMEL_ORIGIN_RUN] = N_("Run"),
  };

  return labels[origin];
}

TrammelValueOrigin
trammel_project_get_origin(const TrammelProject *project, guint i)
{
  TrammelNode nodes[TRAMMEL_MAX_STEPS + 1], root = trammel_node_root(project->root);
  const TrammelNode *node =
      trammel_project_walk(nodes, &root, trammel_project_get_quantity(project, i)->param);
  TrammelNode origin = trammel_node_member(node, "origin");
  const char *word = origin.node ? json_node_get_string(origin.node) : NULL;

  for (guint k = 1; word && k < TRAMMEL_N_ORIGINS; k++)
    if (g_str_equal(word, words[k]))
      return (TrammelValueOrigin)k;
  return TRAMMEL_ORIGIN_NONE;
}

TrammelValueOrigin
trammel_project_find_origin(const TrammelProject *project, const char *id)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    if (g_str_equal(trammel_project_get_quantity(project, i)->id, id))
      return trammel_project_get_origin(project, i);
  return TRAMMEL_ORIGIN_NONE;
}

char *
trammel_project_dup_provenance(const TrammelProject *project, const char *id)
{
  TrammelValueOrigin origin = trammel_project_find_origin(project, id);
  const char *note = trammel_project_find_note(project, id);
  const char *label = origin == TRAMMEL_ORIGIN_NONE ? "" : _(trammel_origin_get_label(origin));

  return g_strdup_printf("%s%s%s", label, *label && note ? "; " : "", note ? note : "");
}

gboolean
trammel_project_set_remark(TrammelProject *project,
                           const TrammelQuantity *quantity,
                           const char *member,
                           const char *text,
                           GError **error)
{
  g_autofree char *path = trammel_project_dup_quantity_path(quantity->param);
  g_autofree char *place = g_strdup_printf("%s.%s", path, member);
  g_autofree char *present = trammel_project_dup_at(project, path);
  g_autoptr(GString) json = g_string_new(NULL);

  trammel_json_append_quoted(json, text);
  if (present && *present == '{')
    return *text ? trammel_project_put(project, place, json->str, error)
                 : trammel_project_remove(project, place, error);
  if (!*text)
    return TRUE;
  g_autofree char *object =
      g_strdup_printf("{ \"value\": %s, \"%s\": %s }", present ? present : "0", member, json->str);
  return trammel_project_put(project, path, object, error);
}
