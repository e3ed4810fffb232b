/* Reading of result files as trees of the present format. */
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/base/json_tree.h"
#include "io/base/whole_file.h"
#include "io/result/node.h"
#include "io/result/upgrade.h"

static gboolean
check_format(JsonNode *root, const char *path, GError **error)
{
  const char *text = trammel_json_as_string(trammel_json_find(root, "format"));

  if (g_strcmp0(text, TRAMMEL_RESULT_FORMAT) == 0)
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s is not a result: its 'format' is %s%s%s; expected \"%s\", as "
                    "trammel-cli identify -o FILE.json writes it",
                    path, text ? "\"" : "", text ? text : TRAMMEL_WORD("missing"), text ? "\"" : "",
                    TRAMMEL_RESULT_FORMAT);
  return FALSE;
}

JsonNode *
trammel_result_parse(const char *data, gssize length, const char *name, GError **error)
{
  g_autoptr(JsonNode) root = trammel_json_parse(data, length, name, error);

  if (!root)
    return NULL;
  trammel_result_upgrade(root);
  return check_format(root, name, error) ? g_steal_pointer(&root) : NULL;
}

JsonNode *
trammel_result_load(const char *path, GError **error)
{
  gsize length;
  g_autofree char *data = trammel_whole_file_read(path, &length, error);

  if (!data)
    return NULL;
  return trammel_result_parse(data, (gssize)length, path, error);
}
