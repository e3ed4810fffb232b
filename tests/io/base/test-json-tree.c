/* Tests of JSON trees: a copy equals its source and shares nothing with it, so that each may be
 * used and freed on its own thread. */
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_tree.h"

static const char text[] =
    "{ \"a\": [1, 2.5, true, null, \"text\", \"\"], \"b\": { \"c\": \"more\" } }";

static JsonNode *
parse(void)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = trammel_json_parse(text, -1, "text", &error);

  g_assert_no_error(error);
  return node;
}

static void assert_apart(JsonNode *a, JsonNode *b);

static void
assert_objects_apart(JsonObject *a, JsonObject *b)
{
  g_autoptr(GList) keys = json_object_get_members(a);

  g_assert_true(a != b);
  for (GList *l = keys; l; l = l->next)
    assert_apart(json_object_get_member(a, l->data), json_object_get_member(b, l->data));
}

static void
assert_arrays_apart(JsonArray *a, JsonArray *b)
{
  g_assert_true(a != b);
  for (guint i = 0; i < json_array_get_length(a); i++)
    assert_apart(json_array_get_element(a, i), json_array_get_element(b, i));
}

/* Checks that two nodes share no value, by the addresses of their texts. */
static void
assert_apart(JsonNode *a, JsonNode *b)
{
  g_assert_true(a != b);
  if (JSON_NODE_HOLDS_OBJECT(a))
    assert_objects_apart(json_node_get_object(a), json_node_get_object(b));
  else if (JSON_NODE_HOLDS_ARRAY(a))
    assert_arrays_apart(json_node_get_array(a), json_node_get_array(b));
  else if (JSON_NODE_HOLDS_VALUE(a) && json_node_get_value_type(a) == G_TYPE_STRING)
    g_assert_true(json_node_get_string(a) != json_node_get_string(b));
}

static void
test_copy(void)
{
  g_autoptr(JsonNode) node = parse(), copy = trammel_json_copy(node);

  g_assert_true(json_node_equal(node, copy));
  assert_apart(node, copy);
}

/* Texts that the parser would accept with bad results: strings that are cut or not UTF-8, which
 * cannot be written and read again, and a stack overflow. */
static void
test_refused(void)
{
  static const struct {
    const char *text, *word;
  } cases[] = {
      {"{ \"a\":\n \"\\666\" }", "the text:2: expected one of"},
      {"{ \"\\377\": 1 }", "after a backslash"},
      {"{ \"a\": \"\\u0000x\" }", "code 0"},
      {"{ \"a\": \"\\ud800\" }", "stands alone"},
      {"{ \"a\": \"\\ude00\\ud83d\" }", "stands alone"},
      {"{ \"a\": \"\\ud83d", "stands alone"},
      {"{ \"a\": \"\\u12", "four hexadecimal digits"},
      {"{ \"a\": \"\\", "ends within an escape"},
      {"{ 'a': 1 }", "double quotes"},
      {"{ /* ' \" */ \"a\":\n 'b' }", "the text:2: expected double quotes"},
      {"{ // no\n }", "begins no comment"},
      {"{ /\"/ }", "begins no comment"},
      {"{\n /* \"a\": 1 }", "the text:2: the comment"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;

    g_assert_null(trammel_json_parse(cases[i].text, -1, "the text", &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, cases[i].word));
  }
}

/* Deep nesting at any place does not reach the parser. */
static void
test_depth(void)
{
  static const char *const heads[] = {"", "/*\"*/", "[\"\\\"\",", "[\"/*\",", "\"\\\\\","};

  for (gsize i = 0; i < G_N_ELEMENTS(heads); i++) {
    g_autoptr(GString) deep = g_string_new(heads[i]);
    g_autoptr(GError) error = NULL;

    for (int k = 0; k < 1000000; k++)
      g_string_append_c(deep, '[');
    g_assert_null(trammel_json_parse(deep->str, (gssize)deep->len, "deep", &error));
    g_assert_nonnull(strstr(error->message, "nested deeper than 64 levels"));
  }
}

static void
test_escapes(void)
{
  g_autoptr(JsonNode) node = trammel_json_parse(
      "{ /* \" */ \"\\u0061\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\ud83d\\ude00\" }", -1, "text",
      NULL);

  g_assert_cmpstr(json_object_get_string_member(json_node_get_object(node), "a"), ==,
                  "\"\\/\b\f\n\r\t\303\244\360\237\230\200");
}

enum { N_THREADS = 4, N_COPIES = 20000 };

static gpointer
copy_often(gpointer node)
{
  for (int i = 0; i < N_COPIES; i++) {
    g_autoptr(JsonNode) copy = trammel_json_copy(node);
    g_assert_true(json_node_equal(node, copy));
  }
  return NULL;
}

/* References counted without locks would be lost here, and values freed while in use. */
static void
test_copies_on_threads(void)
{
  g_autoptr(JsonNode) node = parse(), model = parse();
  GThread *threads[N_THREADS];

  for (int i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new("copies", copy_often, node);
  for (int i = 0; i < N_THREADS; i++)
    g_thread_join(threads[i]);
  g_assert_true(json_node_equal(node, model));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/project-json/copy", test_copy);
  g_test_add_func("/project-json/copy/threads", test_copies_on_threads);
  g_test_add_func("/project-json/refused", test_refused);
  g_test_add_func("/project-json/depth", test_depth);
  g_test_add_func("/project-json/escapes", test_escapes);
  return g_test_run();
}
