#include "io/base/json_writer.h"

#include <math.h>
#include <string.h>

enum { MAX_LINE = 100, MAX_LEVELS = 2 };

/* Container that is being written.  Its members are kept as texts until it is closed, or until it
 * is known that they do not fit on one line: then they go to the text of the writer, as those of
 * the containers around it do, so that a large text is not copied from level to level. */
typedef struct {
  gboolean is_object;
  gboolean is_open;   /* the members go to the text */
  guint n_written;    /* members that are there */
  GPtrArray *members; /* GString *: `"key": value` or `value` */
  char *key;          /* of the next value */
  int levels;         /* of containers inside */
  gboolean has_lines; /* a member takes several lines */
  gsize length;       /* of all members */
} Frame;

struct _TrammelJsonWriter {
  gboolean one_line;
  GArray *frames; /* Frame, the outermost first */
  GString *text;  /* the value, as far as it is written */
};

static void
free_text(gpointer text)
{
  if (text)
    g_string_free(text, TRUE);
}

static void
clear_frame(Frame *frame)
{
  g_ptr_array_unref(frame->members);
  g_free(frame->key);
}

TrammelJsonWriter *
trammel_json_writer_new(void)
{
  TrammelJsonWriter *writer = g_new0(TrammelJsonWriter, 1);

  writer->frames = g_array_new(FALSE, TRUE, sizeof(Frame));
  return writer;
}

TrammelJsonWriter *
trammel_json_writer_new_line(void)
{
  TrammelJsonWriter *writer = trammel_json_writer_new();

  writer->one_line = TRUE;
  return writer;
}

void
trammel_json_writer_free(TrammelJsonWriter *writer)
{
  if (!writer)
    return;
  for (guint i = 0; i < writer->frames->len; i++)
    clear_frame(&g_array_index(writer->frames, Frame, i));
  g_array_unref(writer->frames);
  free_text(writer->text);
  g_free(writer);
}

char *
trammel_json_writer_finish(TrammelJsonWriter *writer)
{
  GString *text = g_steal_pointer(&writer->text);

  g_assert(writer->frames->len == 0 && text);
  trammel_json_writer_free(writer);
  g_string_append_c(text, '\n');
  return g_string_free(text, FALSE);
}

static Frame *
get_frame(TrammelJsonWriter *writer, guint i)
{
  return &g_array_index(writer->frames, Frame, i);
}

static Frame *
peek_frame(TrammelJsonWriter *writer)
{
  guint n = writer->frames->len;

  return n ? get_frame(writer, n - 1) : NULL;
}

static void
append_indent(GString *text, guint depth)
{
  g_string_append_c(text, '\n');
  for (guint i = 0; i < depth; i++)
    g_string_append(text, "  ");
}

/* Appends the key of the next value if it has one, and forgets it. */
static void
append_key(GString *text, Frame *frame)
{
  g_assert(!frame || !frame->is_object == !frame->key);
  if (!frame || !frame->key)
    return;
  trammel_json_append_quoted(text, frame->key);
  g_string_append(text, ": ");
  g_clear_pointer(&frame->key, g_free);
}

/* Begins a member of an open container at `depth` in the text. */
static void
begin_line(TrammelJsonWriter *writer, Frame *frame, guint depth)
{
  if (frame->n_written++)
    g_string_append_c(writer->text, ',');
  append_indent(writer->text, depth);
}

/* TRUE if the members of container `i` so far fit on its line after its key. */
static gboolean
fits_line(TrammelJsonWriter *writer, guint i)
{
  const Frame *frame = get_frame(writer, i);
  const Frame *outer = i ? frame - 1 : NULL;
  gsize key = outer && outer->key ? strlen(outer->key) + 4 : 0;
  gsize frame_length = frame->is_object ? 4 : 2;

  if (frame->members->len == 0 || writer->one_line)
    return TRUE;
  return i > 0 && !frame->has_lines && frame->levels < MAX_LEVELS &&
         2 * i + key + frame_length + frame->length + 2 * frame->members->len - 1 <= MAX_LINE;
}

/* Moves the members of container `i` to the text if they take several lines for certain. */
static void
open_frame(TrammelJsonWriter *writer, guint i)
{
  Frame *frame = get_frame(writer, i);
  Frame *outer = i ? frame - 1 : NULL;

  if (frame->is_open || (outer && !outer->is_open) || fits_line(writer, i))
    return;
  frame->is_open = TRUE;
  if (outer)
    begin_line(writer, outer, i);
  else
    writer->text = g_string_new(NULL);
  append_key(writer->text, outer);
  g_string_append_c(writer->text, frame->is_object ? '{' : '[');
  for (guint k = 0; k < frame->members->len; k++) {
    const GString *member = frame->members->pdata[k];
    begin_line(writer, frame, i + 1);
    g_string_append_len(writer->text, member->str, (gssize)member->len);
  }
  g_ptr_array_set_size(frame->members, 0);
}

/* Begins a value of about `length` bytes, with its key if it has one. */
static GString *
start_value(TrammelJsonWriter *writer, gsize length)
{
  Frame *frame = peek_frame(writer);
  gsize key_length = frame && frame->key ? strlen(frame->key) + strlen("\"\": ") : 0;
  GString *text = g_string_sized_new(key_length + length + strlen("\n"));

  append_key(text, frame);
  return text;
}

/* Ends the value; `levels` = 0 for a scalar. */
static void
take_value(TrammelJsonWriter *writer, GString *text, int levels)
{
  Frame *frame = peek_frame(writer);

  if (!frame) {
    g_assert(!writer->text);
    writer->text = text;
    return;
  }
  frame->levels = MAX(frame->levels, levels);
  if (frame->is_open) {
    begin_line(writer, frame, writer->frames->len);
    g_string_append_len(writer->text, text->str, (gssize)text->len);
    g_string_free(text, TRUE);
    return;
  }
  frame->has_lines |= memchr(text->str, '\n', text->len) != NULL;
  frame->length += text->len;
  g_ptr_array_add(frame->members, text);
  for (guint i = 0; i < writer->frames->len; i++)
    open_frame(writer, i);
}

static void
add_value(TrammelJsonWriter *writer, const char *value, int levels)
{
  Frame *frame = peek_frame(writer);
  gsize length = strlen(value);

  if (!frame || !frame->is_open) {
    GString *text = start_value(writer, length);
    take_value(writer, g_string_append_len(text, value, (gssize)length), levels);
    return;
  }
  frame->levels = MAX(frame->levels, levels);
  begin_line(writer, frame, writer->frames->len);
  append_key(writer->text, frame);
  g_string_append_len(writer->text, value, (gssize)length);
}

static void
begin_container(TrammelJsonWriter *writer, gboolean is_object)
{
  Frame frame = {.is_object = is_object, .members = g_ptr_array_new_with_free_func(free_text)};

  g_array_append_val(writer->frames, frame);
}

void
trammel_json_writer_begin_object(TrammelJsonWriter *writer)
{
  begin_container(writer, TRUE);
}

void
trammel_json_writer_begin_array(TrammelJsonWriter *writer)
{
  begin_container(writer, FALSE);
}

static void
append_members(GString *text, const Frame *frame, guint depth, gboolean one_line)
{
  gboolean spaced = frame->is_object && frame->members->len > 0;

  for (guint i = 0; i < frame->members->len; i++) {
    const GString *member = frame->members->pdata[i];
    g_string_append(text, i ? "," : "");
    if (!one_line)
      append_indent(text, depth);
    else if (i || spaced)
      g_string_append_c(text, ' ');
    g_string_append_len(text, member->str, (gssize)member->len);
  }
  if (!one_line)
    append_indent(text, depth - 1);
  else if (spaced)
    g_string_append_c(text, ' ');
}

/* Ends a container whose members are in the text. */
static void
end_open(TrammelJsonWriter *writer, Frame *frame)
{
  append_indent(writer->text, writer->frames->len);
  g_string_append_c(writer->text, frame->is_object ? '}' : ']');
  if (peek_frame(writer))
    peek_frame(writer)->levels = MAX(peek_frame(writer)->levels, frame->levels + 1);
  clear_frame(frame);
}

static void
end_container(TrammelJsonWriter *writer, gboolean is_object)
{
  guint depth = writer->frames->len;
  Frame frame = *peek_frame(writer);
  gboolean one_line = fits_line(writer, depth - 1);
  gsize line_length = 2 * (gsize)depth + strlen(",\n");

  g_assert(frame.is_object == is_object && !frame.key);
  g_array_set_size(writer->frames, depth - 1);
  if (frame.is_open) {
    end_open(writer, &frame);
    return;
  }
  GString *text = start_value(writer, frame.length + (frame.members->len + 1) * line_length);
  g_string_append_c(text, is_object ? '{' : '[');
  append_members(text, &frame, depth, one_line);
  g_string_append_c(text, is_object ? '}' : ']');
  clear_frame(&frame);
  take_value(writer, text, frame.levels + 1);
}

void
trammel_json_writer_end_object(TrammelJsonWriter *writer)
{
  end_container(writer, TRUE);
}

void
trammel_json_writer_end_array(TrammelJsonWriter *writer)
{
  end_container(writer, FALSE);
}

void
trammel_json_writer_key(TrammelJsonWriter *writer, const char *key)
{
  Frame *frame = peek_frame(writer);

  g_assert(frame && frame->is_object && !frame->key);
  frame->key = g_strdup(key);
}

void
trammel_json_writer_string(TrammelJsonWriter *writer, const char *value)
{
  if (!value) {
    trammel_json_writer_null(writer);
    return;
  }
  GString *text = start_value(writer, strlen(value) + strlen("\"\""));
  trammel_json_append_quoted(text, value);
  take_value(writer, text, 0);
}

void
trammel_json_writer_number(TrammelJsonWriter *writer, double value)
{
  char text[TRAMMEL_NUMBER_SIZE];

  add_value(writer, trammel_json_format_number(text, value), 0);
}

void
trammel_json_writer_integer(TrammelJsonWriter *writer, gint64 value)
{
  char text[TRAMMEL_NUMBER_SIZE];

  g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, value);
  add_value(writer, text, 0);
}

void
trammel_json_writer_boolean(TrammelJsonWriter *writer, gboolean value)
{
  add_value(writer, value ? "true" : "false", 0);
}

void
trammel_json_writer_null(TrammelJsonWriter *writer)
{
  add_value(writer, "null", 0);
}

void
trammel_json_writer_raw(TrammelJsonWriter *writer, const char *json)
{
  add_value(writer, json, 0);
}

void
trammel_json_writer_laid_out(TrammelJsonWriter *writer, const char *text, int levels)
{
  add_value(writer, text, levels);
}

void
trammel_json_writer_add_string(TrammelJsonWriter *writer, const char *key, const char *value)
{
  trammel_json_writer_key(writer, key);
  trammel_json_writer_string(writer, value);
}

void
trammel_json_writer_add_number(TrammelJsonWriter *writer, const char *key, double value)
{
  trammel_json_writer_key(writer, key);
  trammel_json_writer_number(writer, value);
}

void
trammel_json_writer_add_integer(TrammelJsonWriter *writer, const char *key, gint64 value)
{
  trammel_json_writer_key(writer, key);
  trammel_json_writer_integer(writer, value);
}

void
trammel_json_writer_add_boolean(TrammelJsonWriter *writer, const char *key, gboolean value)
{
  trammel_json_writer_key(writer, key);
  trammel_json_writer_boolean(writer, value);
}

void
trammel_json_writer_add_null(TrammelJsonWriter *writer, const char *key)
{
  trammel_json_writer_key(writer, key);
  trammel_json_writer_null(writer);
}

void
trammel_json_writer_numbers(TrammelJsonWriter *writer, const double *values, gsize n)
{
  trammel_json_writer_begin_array(writer);
  for (gsize i = 0; i < n; i++)
    trammel_json_writer_number(writer, values[i]);
  trammel_json_writer_end_array(writer);
}

static void
write_scalar_node(TrammelJsonWriter *writer, JsonNode *node)
{
  GType type = json_node_get_value_type(node);

  if (type == G_TYPE_STRING)
    trammel_json_writer_string(writer, json_node_get_string(node));
  else if (type == G_TYPE_BOOLEAN)
    trammel_json_writer_boolean(writer, json_node_get_boolean(node));
  else if (type == G_TYPE_INT64)
    trammel_json_writer_integer(writer, json_node_get_int(node));
  else
    trammel_json_writer_number(writer, json_node_get_double(node));
}

static void
write_object_node(TrammelJsonWriter *writer, JsonObject *object)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  trammel_json_writer_begin_object(writer);
  json_object_iter_init_ordered(&iter, object);
  while (json_object_iter_next_ordered(&iter, &key, &member)) {
    trammel_json_writer_key(writer, key);
    trammel_json_writer_node(writer, member);
  }
  trammel_json_writer_end_object(writer);
}

void
trammel_json_writer_node(TrammelJsonWriter *writer, JsonNode *node)
{
  switch (json_node_get_node_type(node)) {
  case JSON_NODE_OBJECT:
    write_object_node(writer, json_node_get_object(node));
    break;
  case JSON_NODE_ARRAY: {
    JsonArray *array = json_node_get_array(node);
    trammel_json_writer_begin_array(writer);
    for (guint i = 0; i < json_array_get_length(array); i++)
      trammel_json_writer_node(writer, json_array_get_element(array, i));
    trammel_json_writer_end_array(writer);
    break;
  }
  case JSON_NODE_VALUE:
    write_scalar_node(writer, node);
    break;
  case JSON_NODE_NULL:
    trammel_json_writer_null(writer);
    break;
  }
}

char *
trammel_json_node_to_text(JsonNode *node)
{
  TrammelJsonWriter *writer = trammel_json_writer_new();

  trammel_json_writer_node(writer, node);
  return trammel_json_writer_finish(writer);
}

const char *
trammel_json_format_number(char text[TRAMMEL_NUMBER_SIZE], double value)
{
  static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};

  if (!isfinite(value))
    return strcpy(text, "null");
  if (value == 0)
    return strcpy(text, signbit(value) ? "-0.0" : "0");
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_ascii_formatd(text, TRAMMEL_NUMBER_SIZE, formats[i], value);
    if (i + 1 == G_N_ELEMENTS(formats) || g_ascii_strtod(text, NULL) == value)
      break; /* 17 digits always read back */
  }
  return text;
}

/* TRUE for the control characters U+0080 to U+009F, which some terminals obey. */
static gboolean
is_high_control(const char *at)
{
  return (guchar)at[0] == 0xc2 && (guchar)at[1] < 0xa0;
}

void
trammel_json_append_quoted(GString *json, const char *value)
{
  g_autofree char *valid = g_utf8_make_valid(value, -1);

  g_string_append_c(json, '"');
  for (const char *p = valid; *p; p++) {
    if (*p == '"' || *p == '\\')
      g_string_append_printf(json, "\\%c", *p);
    else if (*p == '\n')
      g_string_append(json, "\\n");
    else if (*p == '\t')
      g_string_append(json, "\\t");
    else if ((guchar)*p < 0x20 || *p == 0x7f)
      g_string_append_printf(json, "\\u%04x", (guint)(guchar)*p);
    else if (is_high_control(p))
      g_string_append_printf(json, "\\u%04x", (guint)(guchar) * ++p);
    else
      g_string_append_c(json, *p);
  }
  g_string_append_c(json, '"');
}
