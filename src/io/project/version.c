/* Version of the format of project files: 2 since keys exist that an older program would ignore and
 * so compute other values, such as the processing of channels. */
#include "io/base/json_node.h"
#include "io/project/private.h"

/* Keys of version 2 in channels, logs, joints and steps of recipes; contacts in the model are of
 * version 2, too. */
static const char *const channel_keys[] = {"formula", "process"};
static const char *const log_keys[] = {"values"};
static const char *const joint_keys[] = {"stop_restitution"};
static const char *const step_keys[] = {"settings", "from"}; /* of a recipe */

static gboolean
has_key(JsonNode *list, const char *const *keys, gsize n)
{
  for (guint i = 0; i < trammel_json_count(list); i++)
    for (gsize k = 0; k < n; k++)
      if (trammel_json_find(trammel_json_element(list, i), keys[k]))
        return TRUE;
  return FALSE;
}

/* TRUE if the tree has a key that programs of version 1 do not know. */
static gboolean
needs_newer(JsonNode *root)
{
  JsonNode *model = trammel_json_find(root, "model"), *logs = trammel_json_find(root, "logs");

  if (trammel_json_count(trammel_json_find(model, "contacts")) > 0 ||
      has_key(trammel_json_find(model, "joints"), joint_keys, G_N_ELEMENTS(joint_keys)) ||
      has_key(logs, log_keys, G_N_ELEMENTS(log_keys)) ||
      has_key(trammel_json_find(root, "recipe"), step_keys, G_N_ELEMENTS(step_keys)))
    return TRUE;
  for (guint i = 0; i < trammel_json_count(logs); i++)
    if (has_key(trammel_json_find(trammel_json_element(logs, i), "channels"), channel_keys,
                G_N_ELEMENTS(channel_keys)))
      return TRUE;
  return FALSE;
}

void
trammel_project_raise_version(JsonNode *root)
{
  const char *format = trammel_json_as_string(trammel_json_find(root, "format"));

  if (g_strcmp0(format, "trammel/1") == 0 && needs_newer(root))
    json_object_set_string_member(json_node_get_object(root), "format", "trammel/2");
}
