#include "ui/session/fix-label.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/project_json.h"
#include "ui/session/format.h"

/* The last key of a path, without "[]". */
static char *
get_last_key(const char *path)
{
  const char *dot = strrchr(path, '.');
  char *key = g_strdup(dot ? dot + 1 : path);

  key[strcspn(key, "[")] = '\0';
  return key;
}

static char *
describe_range(JsonNode *value)
{
  JsonArray *range = JSON_NODE_HOLDS_ARRAY(value) ? json_node_get_array(value) : NULL;

  if (!range || json_array_get_length(range) != 2)
    return NULL;
  g_autofree char *from = trammel_format_entry(json_array_get_double_element(range, 0));
  g_autofree char *to = trammel_format_entry(json_array_get_double_element(range, 1));
  return g_strdup_printf(_("Exclude %s to %s s"), from, to);
}

static char *
describe_rate(JsonNode *value)
{
  if (!JSON_NODE_HOLDS_OBJECT(value) ||
      !json_object_has_member(json_node_get_object(value), "rate"))
    return NULL;
  g_autofree char *rate =
      trammel_format_entry(json_object_get_double_member(json_node_get_object(value), "rate"));
  return g_strdup_printf(_("Use %s Hz instead of the stamps"), rate);
}

static char *
describe_number(const char *key, double value)
{
  g_autofree char *number = trammel_format_entry(value);

  if (g_str_equal(key, "sign"))
    return g_strdup(value < 0 ? _("Flip the sign") : _("Set the sign to +"));
  if (g_str_equal(key, "sigma"))
    return g_strdup_printf(_("Set σ to %s"), number);
  if (g_str_equal(key, "delay")) {
    g_autofree char *delay = trammel_format_prefixed(value, "s");
    return g_strdup_printf(_("Set the delay to %s"), delay);
  }
  return g_strdup_printf(_("Set %s to %s"), key, number);
}

static char *
describe(const char *key, JsonNode *value)
{
  if (g_str_equal(key, "exclude"))
    return describe_range(value);
  if (g_str_equal(key, "time"))
    return describe_rate(value);
  if (g_str_equal(key, "channels"))
    return g_strdup(_("State that it is 0"));
  if (!JSON_NODE_HOLDS_VALUE(value))
    return NULL;
  if (json_node_get_value_type(value) == G_TYPE_STRING)
    return g_str_equal(key, "unit")
               ? g_strdup_printf(_("Set the unit to %s"), json_node_get_string(value))
               : g_strdup_printf(_("Set %s to %s"), key, json_node_get_string(value));
  return describe_number(key, json_node_get_double(value));
}

char *
trammel_fix_label_new(const TrammelFinding *finding)
{
  g_autoptr(JsonNode) value =
      finding->fix_path ? trammel_json_parse(finding->fix_value, -1, "fix", NULL) : NULL;

  if (!value)
    return NULL;
  g_autofree char *key = get_last_key(finding->fix_path);
  char *label = describe(key, value);
  return label ? label : g_strdup(_("Fix"));
}
