#include "ui/session/json-text.h"

#include <string.h>

/* Past the string that begins at `p`. */
static const char *
skip_string(const char *p)
{
  for (p++; *p && *p != '"'; p++)
    if (*p == '\\' && p[1])
      p++;
  return *p ? p + 1 : p;
}

/* Past the value that begins at `p`, spaces in front included. */
static const char *
skip_value(const char *p)
{
  int depth = 0;

  while (g_ascii_isspace(*p))
    p++;
  do {
    if (*p == '"') {
      p = skip_string(p);
      continue;
    }
    if (*p == '{' || *p == '[')
      depth++;
    else if (*p == '}' || *p == ']')
      depth--;
    if (depth < 0)
      return p;
    p++;
  } while (*p && (depth > 0 || !(*p == ',' || *p == '}' || g_ascii_isspace(*p))));
  return p;
}

/* Finds the value of the top-level member `key`. */
static gboolean
find_member(const char *text, const char *key, const char **begin, const char **end)
{
  const char *p = strchr(text, '{');

  while (p && *p && *p != '}') {
    for (p++; g_ascii_isspace(*p);)
      p++;
    if (*p != '"')
      return FALSE;
    const char *name = p + 1;
    p = skip_string(p);
    gboolean found = (gsize)(p - 1 - name) == strlen(key) && strncmp(name, key, strlen(key)) == 0;
    while (g_ascii_isspace(*p) || *p == ':')
      p++;
    *begin = p;
    *end = p = skip_value(p);
    if (found)
      return TRUE;
    while (g_ascii_isspace(*p))
      p++;
  }
  return FALSE;
}

char *
trammel_json_replace_member(const char *text, const char *key, const char *value)
{
  const char *begin, *end;
  GString *result = g_string_new(NULL);

  if (find_member(text, key, &begin, &end)) {
    g_string_append_len(result, text, begin - text);
    g_string_append(result, value);
    g_string_append(result, end);
    return g_string_free(result, FALSE);
  }
  const char *close = strrchr(text, '}');
  g_string_append_len(result, text, close - text);
  g_string_append_printf(result, ",\n  \"%s\": %s\n}\n", key, value);
  return g_string_free(result, FALSE);
}
