#include "io/import/include.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

char *
trammel_include_find(const char *folder, const char *name)
{
  g_autofree char *joined = folder ? g_build_filename(folder, name, NULL) : NULL;
  char *root = folder ? realpath(folder, NULL) : NULL,
       *path = joined ? realpath(joined, NULL) : NULL;
  gsize length = root ? strlen(root) : 0;
  char *found = NULL;

  if (root && path && strncmp(path, root, length) == 0 && path[length] == '/')
    found = g_strdup(path);
  free(root);
  free(path);
  return found;
}

static gboolean
include_one(TrammelTag *tag, const char *folder, GError **error)
{
  const char *name = trammel_tag_get(tag, "file");
  g_autofree char *path = name ? trammel_include_find(folder, name) : NULL;
  TrammelTag *content;

  if (!path)
    return trammel_tag_fail(tag, error,
                            N_("there is no file '%s' in the folder of the model; files elsewhere "
                               "are not read"),
                            name ? name : "");
  content = trammel_tag_load(path, error);
  if (!content)
    return FALSE;
  trammel_tag_splice(tag, content);
  return TRUE;
}

static gboolean
include_below(TrammelTag *tag, const char *folder, guint *n, GError **error)
{
  guint i = 0;

  while (i < tag->children->len) {
    TrammelTag *child = trammel_tag_child(tag, i);
    if (!trammel_tag_is(child, "include")) {
      if (!include_below(child, folder, n, error))
        return FALSE;
      i++;
    } else if (++*n > TRAMMEL_INCLUDE_MOST) {
      return trammel_tag_fail(child, error, N_("the model includes more than %d files"),
                              TRAMMEL_INCLUDE_MOST);
    } else if (!include_one(child, folder, error)) {
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
trammel_include_all(TrammelTag *root, const char *folder, GError **error)
{
  guint n = 0;

  return include_below(root, folder, &n, error);
}
