#include "ui/session/import/import-memory.h"

#include <glib/gstdio.h>
#include <string.h>

#include "io/base/json_node.h"
#include "io/base/json_tree.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"

char *
trammel_import_memory_fingerprint(const char *header)
{
  g_autofree char *text = g_strstrip(g_strdup(header));

  return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

static char *
get_path(void)
{
  return g_build_filename(g_get_user_data_dir(), "trammel", "layouts.json", NULL);
}

/* Returns all layouts; an empty object if there are none or if the file is invalid: only a
 * convenience is lost then. */
static JsonNode *
load_all(void)
{
  g_autofree char *path = get_path(), *text = NULL;
  JsonNode *root = g_file_get_contents(path, &text, NULL, NULL)
                       ? trammel_json_parse(text, -1, path, NULL)
                       : NULL;

  if (trammel_json_as_object(root))
    return root;
  g_clear_pointer(&root, json_node_unref);
  return trammel_json_parse("{}", -1, path, NULL);
}

static gboolean
save_all(JsonNode *root, GError **error)
{
  g_autofree char *path = get_path(), *folder = g_path_get_dirname(path);
  g_autofree char *text = trammel_json_node_to_text(root);

  if (g_mkdir_with_parents(folder, 0700) != 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                "%s cannot be made; check that your data folder can be written to", folder);
    return FALSE;
  }
  return trammel_whole_file_write(path, text, strlen(text), error);
}

char *
trammel_import_memory_dup(const char *fingerprint)
{
  g_autoptr(JsonNode) root = load_all();
  JsonNode *layout = trammel_json_find(root, fingerprint);

  return trammel_json_as_object(layout) ? trammel_json_node_to_text(layout) : NULL;
}

gboolean
trammel_import_memory_store(const char *fingerprint, const char *json, GError **error)
{
  g_autoptr(JsonNode) root = load_all();
  JsonNode *layout = trammel_json_parse(json, -1, "layout", error);

  if (!layout)
    return FALSE;
  json_object_set_member(json_node_get_object(root), fingerprint, layout);
  return save_all(root, error);
}

gboolean
trammel_import_memory_forget(const char *fingerprint, GError **error)
{
  g_autoptr(JsonNode) root = load_all();

  if (!trammel_json_find(root, fingerprint))
    return TRUE;
  json_object_remove_member(json_node_get_object(root), fingerprint);
  return save_all(root, error);
}

gboolean
trammel_import_memory_forget_all(GError **error)
{
  g_autoptr(JsonNode) nothing = trammel_json_parse("{}", -1, "layouts", NULL);

  return save_all(nothing, error);
}

guint
trammel_import_memory_count(void)
{
  g_autoptr(JsonNode) root = load_all();

  return json_object_get_size(json_node_get_object(root));
}
