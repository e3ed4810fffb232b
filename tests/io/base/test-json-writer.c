#include "io/base/json_writer.h"
#include "support/seed.h"

#include <math.h>
#include <string.h>

static double
double_from_bits(guint64 bits)
{
  double value;

  memcpy(&value, &bits, sizeof value);
  return value;
}

static guint64
bits_from_double(double value)
{
  guint64 bits;

  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static void
assert_number(double value, const char *expected)
{
  char text[TRAMMEL_NUMBER_SIZE];

  g_assert_cmpstr(trammel_json_format_number(text, value), ==, expected);
}

static void
test_numbers(void)
{
  assert_number(0, "0");
  assert_number(-0.0, "-0.0");
  assert_number(1, "1");
  assert_number(-42, "-42");
  assert_number(0.1, "0.1");
  assert_number(1e-8, "1e-08");
  assert_number(123456789012345, "123456789012345");
  assert_number(1.0 / 3, "0.3333333333333333");
  assert_number(0.1 + 0.2, "0.30000000000000004");
  assert_number(NAN, "null");
  assert_number(INFINITY, "null");
  assert_number(-INFINITY, "null");
}

/* Reads the number back as the program does: by json-glib. */
static double
parse_number(const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *array = g_strdup_printf("[%s]", text);
  g_autoptr(JsonNode) node = json_from_string(array, &error);

  g_assert_no_error(error);
  return json_array_get_double_element(json_node_get_array(node), 0);
}

static void
check_bits(guint64 bits)
{
  static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
  char text[TRAMMEL_NUMBER_SIZE], shorter[64];
  double value = double_from_bits(bits);

  if (!isfinite(value))
    return;
  trammel_json_format_number(text, value);
  g_assert_cmphex(bits_from_double(g_ascii_strtod(text, NULL)), ==, bits);
  g_assert_cmphex(bits_from_double(parse_number(text)), ==, bits);
  /* and it is the first precision that does */
  for (gsize i = 0; value != 0 && i < G_N_ELEMENTS(formats); i++) {
    g_ascii_formatd(shorter, sizeof shorter, formats[i], value);
    if (g_ascii_strtod(shorter, NULL) == value) {
      g_assert_cmpstr(text, ==, shorter);
      break;
    }
  }
}

static void
test_random_bits(void)
{
  for (int i = 0; i < 20000; i++) {
    guint64 high = (guint32)g_test_rand_int(), low = (guint32)g_test_rand_int();
    check_bits(high << 32 | low);
  }
  for (int i = 0; i < 2000; i++)
    check_bits(bits_from_double(g_test_rand_int_range(-100000, 100000) / 1000.0));
  for (int i = 0; i < 20000; i++)
    check_bits(bits_from_double(g_test_rand_double_range(-10, 10) *
                                pow(10, g_test_rand_int_range(-20, 20))));
  for (int power = -60; power <= 60; power++)
    for (int near = -2; near <= 2; near++) {
      check_bits(bits_from_double(ldexp(1, power)) + (guint64)near);
      check_bits(bits_from_double(pow(10, power)) + (guint64)near);
    }
  check_bits(1);                                      /* smallest subnormal */
  check_bits(G_GUINT64_CONSTANT(0x000fffffffffffff)); /* largest subnormal */
  check_bits(G_GUINT64_CONSTANT(0x7fefffffffffffff)); /* largest */
}

static void
test_layout(void)
{
  TrammelJsonWriter *writer = trammel_json_writer_new();
  const double numbers[] = {1, NAN, 0.5};

  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_string(writer, "name", "a \"b\"\\\n\x01 é");
  trammel_json_writer_key(writer, "numbers");
  trammel_json_writer_numbers(writer, numbers, 3);
  trammel_json_writer_key(writer, "empty");
  trammel_json_writer_begin_array(writer);
  trammel_json_writer_end_array(writer);
  trammel_json_writer_key(writer, "frame");
  trammel_json_writer_begin_object(writer);
  trammel_json_writer_key(writer, "position");
  trammel_json_writer_numbers(writer, numbers, 2);
  trammel_json_writer_add_boolean(writer, "free", TRUE);
  trammel_json_writer_end_object(writer);
  trammel_json_writer_key(writer, "bodies");
  trammel_json_writer_begin_array(writer);
  trammel_json_writer_begin_object(writer);
  trammel_json_writer_key(writer, "nested");
  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_integer(writer, "n", 7);
  trammel_json_writer_end_object(writer);
  trammel_json_writer_add_null(writer, "unit");
  trammel_json_writer_end_object(writer);
  trammel_json_writer_end_array(writer);
  trammel_json_writer_end_object(writer);
  g_autofree char *text = trammel_json_writer_finish(writer);
  g_assert_cmpstr(text, ==,
                  "{\n"
                  "  \"name\": \"a \\\"b\\\"\\\\\\n\\u0001 é\",\n"
                  "  \"numbers\": [1, null, 0.5],\n"
                  "  \"empty\": [],\n"
                  "  \"frame\": { \"position\": [1, null], \"free\": true },\n"
                  "  \"bodies\": [\n"
                  "    { \"nested\": { \"n\": 7 }, \"unit\": null }\n"
                  "  ]\n"
                  "}\n");
}

static void
test_line_length(void)
{
  for (guint n = 10; n < 60; n++) {
    TrammelJsonWriter *writer = trammel_json_writer_new();
    trammel_json_writer_begin_object(writer);
    trammel_json_writer_key(writer, "k");
    trammel_json_writer_begin_array(writer);
    for (guint i = 0; i < n; i++)
      trammel_json_writer_integer(writer, 7);
    trammel_json_writer_end_array(writer);
    trammel_json_writer_end_object(writer);
    g_autofree char *text = trammel_json_writer_finish(writer);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint longest = 0;
    for (int i = 0; lines[i]; i++)
      longest = MAX(longest, (guint)strlen(lines[i]));
    g_assert_cmpuint(longest, <=, 100);
    /* `  "k": [7, 7],` with room for a comma */
    g_assert_cmpint(g_strv_length(lines) > 4, ==, 8 + 3 * n > 100);
  }
}

static void
test_one_line(void)
{
  TrammelJsonWriter *writer = trammel_json_writer_new_line();

  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_number(writer, "cost", 1e-9);
  trammel_json_writer_key(writer, "list");
  trammel_json_writer_begin_array(writer);
  for (int i = 0; i < 100; i++)
    trammel_json_writer_integer(writer, i);
  trammel_json_writer_end_array(writer);
  trammel_json_writer_end_object(writer);
  g_autofree char *text = trammel_json_writer_finish(writer);
  g_assert_true(g_str_has_prefix(text, "{ \"cost\": 1e-09, \"list\": [0, 1, "));
  g_assert_true(strchr(text, '\n') == text + strlen(text) - 1);
}

/* A tree keeps order, types and numbers, and its text is a fixed point. */
static void
test_tree(void)
{
  static const char source[] =
      "{\"z\": 1.0, \"a\": [1e-08, 2, -0.0, 9007199254740993, null, true, \"\\u00e9\\t\"],"
      "\"m\": {\"deep\": {\"deeper\": {\"x\": [[1],[2]]}}}}";
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = json_from_string(source, &error);
  g_assert_no_error(error);
  g_autofree char *text = trammel_json_node_to_text(node);

  g_assert_cmpstr(text, ==,
                  "{\n"
                  "  \"z\": 1,\n"
                  "  \"a\": [1e-08, 2, -0.0, 9007199254740993, null, true, \"é\\t\"],\n"
                  "  \"m\": {\n"
                  "    \"deep\": {\n"
                  "      \"deeper\": {\n"
                  "        \"x\": [[1], [2]]\n"
                  "      }\n"
                  "    }\n"
                  "  }\n"
                  "}\n");
  g_autoptr(JsonNode) again = json_from_string(text, &error);
  g_assert_no_error(error);
  g_autofree char *second = trammel_json_node_to_text(again);
  g_assert_cmpstr(second, ==, text);
}

/* Returns a random tree with whole numbers. */
static JsonNode *
new_tree(guint depth)
{
  guint kind = depth == 0 ? 1 : (guint)g_test_rand_int_range(0, depth > 4 ? 1 : 3);
  int n = g_test_rand_int_range(0, depth == 0 ? 9 : 14);
  JsonNode *node;

  if (kind == 0)
    return json_node_init_int(json_node_alloc(), g_test_rand_int_range(0, 99999));
  if (kind == 1) {
    JsonObject *object = json_object_new();
    for (int i = 0; i < n; i++) {
      g_autofree char *key = g_strdup_printf("k%d", i);
      json_object_set_member(object, key, new_tree(depth + 1));
    }
    node = json_node_new(JSON_NODE_OBJECT);
    json_node_take_object(node, object);
  } else {
    JsonArray *array = json_array_new();
    for (int i = 0; i < n; i++)
      json_array_add_element(array, new_tree(depth + 1));
    node = json_node_new(JSON_NODE_ARRAY);
    json_node_take_array(node, array);
  }
  return node;
}

static guint
count_members(JsonNode *node)
{
  return JSON_NODE_HOLDS_OBJECT(node) ? json_object_get_size(json_node_get_object(node))
                                      : json_array_get_length(json_node_get_array(node));
}

/* Returns member `i`, and its key if it has one (transfer container). */
static JsonNode *
get_member(JsonNode *node, guint i, const char **key)
{
  *key = NULL;
  if (!JSON_NODE_HOLDS_OBJECT(node))
    return json_array_get_element(json_node_get_array(node), i);
  g_autoptr(GList) keys = json_object_get_members(json_node_get_object(node));
  *key = g_list_nth_data(keys, i);
  return json_object_get_member(json_node_get_object(node), *key);
}

static int
count_levels(JsonNode *node)
{
  int levels = 0;
  const char *key;

  if (JSON_NODE_HOLDS_VALUE(node))
    return 0;
  for (guint i = 0; i < count_members(node); i++)
    levels = MAX(levels, count_levels(get_member(node, i, &key)));
  return levels + 1;
}

/* Appends the value at `depth` after its key: by the words of the header, in one line if `is_line`.
 */
static void
append_value(GString *text, JsonNode *node, const char *key, guint depth, gboolean is_line)
{
  g_autofree char *start = key ? g_strdup_printf("\"%s\": ", key) : g_strdup("");
  gboolean is_object = JSON_NODE_HOLDS_OBJECT(node);

  g_string_append(text, start);
  if (JSON_NODE_HOLDS_VALUE(node)) {
    g_string_append_printf(text, "%d", (int)json_node_get_int(node));
    return;
  }
  guint n = count_members(node);
  if (!is_line && depth > 0 && count_levels(node) <= 2) {
    g_autoptr(GString) line = g_string_new(NULL);
    append_value(line, node, key, depth, TRUE);
    is_line = 2 * depth + line->len + strlen(",") <= 100;
  }
  is_line = is_line || n == 0;
  g_string_append(text, is_object ? "{" : "[");
  for (guint i = 0; i < n; i++) {
    const char *own;
    JsonNode *member = get_member(node, i, &own);
    g_string_append(text, i ? "," : "");
    if (is_line)
      g_string_append(text, i || is_object ? " " : "");
    else
      g_string_append_printf(text, "\n%*s", (int)(2 * depth + 2), "");
    append_value(text, member, own, depth + 1, is_line);
  }
  if (!is_line)
    g_string_append_printf(text, "\n%*s", (int)(2 * depth), "");
  else if (is_object && n > 0)
    g_string_append(text, " ");
  g_string_append(text, is_object ? "}" : "]");
}

static void
test_random_layout(void)
{
  for (int i = 0; i < 60; i++) {
    g_autoptr(JsonNode) node = new_tree(0);
    g_autoptr(GString) expected = g_string_new(NULL);
    g_autofree char *text = trammel_json_node_to_text(node);
    append_value(expected, node, NULL, 0, FALSE);
    g_string_append_c(expected, '\n');
    g_assert_cmpstr(text, ==, expected->str);
  }
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/io/json-writer/numbers", test_numbers);
  g_test_add_func("/io/json-writer/random-bits", test_random_bits);
  g_test_add_func("/io/json-writer/layout", test_layout);
  g_test_add_func("/io/json-writer/line-length", test_line_length);
  g_test_add_func("/io/json-writer/random-layout", test_random_layout);
  g_test_add_func("/io/json-writer/one-line", test_one_line);
  g_test_add_func("/io/json-writer/tree", test_tree);
  return g_test_run();
}
