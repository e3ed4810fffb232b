/* Edits of JSON text. */
#include <json-glib/json-glib.h>

#include "ui/session/json-text.h"

static void
check_replaced(const char *text, const char *key, const char *value, const char *expected)
{
  g_autofree char *result = trammel_json_replace_member(text, key, value);
  g_autoptr(JsonNode) node = json_from_string(result, NULL);

  g_assert_cmpstr(result, ==, expected);
  g_assert_nonnull(node);
}

static void
test_replace(void)
{
  check_replaced("{ \"a\": 1e-9, \"logs\": [ { \"x\": \"]}\" } ], \"b\": {} }", "logs", "[]",
                 "{ \"a\": 1e-9, \"logs\": [], \"b\": {} }");
  check_replaced("{\"name\":\"a \\\" b\",\"n\":2}", "name", "\"c\"", "{\"name\":\"c\",\"n\":2}");
  check_replaced("{\"n\":2}", "n", "3", "{\"n\":3}");
}

/* A member of that name further inside is another thing. */
static void
test_replace_top_level_only(void)
{
  check_replaced("{\"m\":{\"name\":1},\"name\":2}", "name", "3", "{\"m\":{\"name\":1},\"name\":3}");
}

static void
test_add(void)
{
  g_autofree char *result = trammel_json_replace_member("{\n  \"a\": 1\n}\n", "b", "[2]");
  g_autoptr(JsonNode) node = json_from_string(result, NULL);

  g_assert_nonnull(node);
  JsonObject *object = json_node_get_object(node);
  g_assert_cmpint(json_object_get_int_member(object, "a"), ==, 1);
  g_assert_cmpint(json_array_get_int_element(json_object_get_array_member(object, "b"), 0), ==, 2);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/json-text/replace", test_replace);
  g_test_add_func("/ui/session/json-text/replace-top-level-only", test_replace_top_level_only);
  g_test_add_func("/ui/session/json-text/add", test_add);
  return g_test_run();
}
