/* Trees of JSON: a copy equals its model and shares nothing with it, so that each may live and end
 * on a thread of its own. */
#include "io/project_json.h"

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

/* Nodes do not tell where their values lie, but a text does. */
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

/* References that are counted without locks would be lost here, and values freed while in use. */
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
  return g_test_run();
}
