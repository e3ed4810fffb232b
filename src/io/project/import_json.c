#include "io/project/import_json.h"

#include <math.h>
#include <string.h>

/* Reads a single byte such as the separator. */
static gboolean
read_byte(char *byte, const TrammelNode *import, const char *key, GError **error)
{
  TrammelNode node = trammel_node_member(import, key);
  const char *text = NULL;

  if (!trammel_node_get_string(&node, &text, error))
    return FALSE;
  if (!text)
    return TRUE;
  if (g_str_equal(text, "tab") || g_str_equal(text, "space"))
    text = g_str_equal(text, "tab") ? "\t" : " ";
  if (strlen(text) != 1)
    return trammel_node_fail(&node, error, "expected one character, \"tab\" or \"space\"");
  *byte = text[0];
  return TRUE;
}

static gboolean
read_line_number(int *line, const TrammelNode *import, const char *key, GError **error)
{
  TrammelNode node = trammel_node_member(import, key);
  double number = *line;

  if (!trammel_node_get_number(&node, &number, error))
    return FALSE;
  if (number != floor(number) || fabs(number) > 1e6)
    return trammel_node_fail(&node, error, "expected a whole number, found %g", number);
  *line = (int)number;
  return TRUE;
}

/* Reads { "column", "name", "unit", "use" }. */
static gboolean
read_column(TrammelImport *import, const TrammelNode *node, GError **error)
{
  TrammelNode column = trammel_node_member(node, "column");
  TrammelNode name = trammel_node_member(node, "name"), unit = trammel_node_member(node, "unit");
  TrammelNode use = trammel_node_member(node, "use");
  const char *texts[3] = {NULL};
  gboolean is_used = TRUE;

  if (!trammel_node_check_object(node, error) ||
      !trammel_node_need_string(&column, &texts[0], error) ||
      !trammel_node_get_string(&name, &texts[1], error) ||
      !trammel_node_get_string(&unit, &texts[2], error) ||
      !trammel_node_get_boolean(&use, &is_used, error))
    return FALSE;
  const TrammelImportColumn said = {(char *)texts[0], (char *)texts[1], (char *)texts[2], !is_used};
  trammel_import_set_column(import, &said);
  return TRUE;
}

static gboolean
read_columns(TrammelImport *import, const TrammelNode *node, GError **error)
{
  TrammelNode list = trammel_node_member(node, "columns");
  guint length;

  if (!trammel_node_get_length(&list, &length, error))
    return FALSE;
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(&list, i);
    if (!read_column(import, &element, error))
      return FALSE;
  }
  return TRUE;
}

/* Reads [first, last]. */
static gboolean
read_rows(TrammelImport *import, const TrammelNode *node, GError **error)
{
  TrammelNode list = trammel_node_member(node, "rows");
  guint length = 0;

  if (!trammel_node_get_length(&list, &length, error))
    return FALSE;
  if (length == 0)
    return TRUE;
  if (length != 2)
    return trammel_node_fail(&list, error,
                             "expected the first and the last data row, found %u "
                             "numbers",
                             length);
  for (guint i = 0; i < 2; i++) {
    TrammelNode element = trammel_node_element(&list, i);
    double number = 0;
    if (!trammel_node_get_number(&element, &number, error))
      return FALSE;
    if (number != floor(number) || number < 1 || number > 1e15)
      return trammel_node_fail(&element, error,
                               "expected the number of a data row, 1 or more, "
                               "found %g",
                               number);
    import->rows[i] = (gsize)number;
  }
  return import->rows[0] <= import->rows[1] ||
         trammel_node_fail(&list, error, "the first row comes after the last one");
}

static gboolean
read_words(TrammelImport *import, const TrammelNode *node, GError **error)
{
  TrammelNode encoding = trammel_node_member(node, "encoding");
  TrammelNode missing = trammel_node_member(node, "missing");
  TrammelNode sort = trammel_node_member(node, "sort");
  const char *encoding_text = NULL, *sort_text = NULL;

  if (!trammel_node_get_string(&encoding, &encoding_text, error) ||
      !trammel_node_get_string(&sort, &sort_text, error) ||
      !trammel_node_get_words(&missing, &import->missing, error))
    return FALSE;
  import->encoding = g_strdup(encoding_text);
  import->sort = g_strdup(sort_text);
  return TRUE;
}

TrammelImport *
trammel_import_read(const TrammelNode *node, GError **error)
{
  g_autoptr(TrammelImport) import = trammel_import_new();

  return trammel_node_check_object(node, error) &&
                 read_byte(&import->separator, node, "separator", error) &&
                 read_byte(&import->decimal, node, "decimal", error) &&
                 read_byte(&import->comment, node, "comment", error) &&
                 read_line_number(&import->header_row, node, "header_row", error) &&
                 read_line_number(&import->units_row, node, "units_row", error) &&
                 read_line_number(&import->skip, node, "skip", error) &&
                 read_words(import, node, error) && read_rows(import, node, error) &&
                 read_columns(import, node, error)
             ? g_steal_pointer(&import)
             : NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void
write_byte(TrammelJsonWriter *json, const char *key, char byte)
{
  const char text[] = {byte, '\0'};

  if (byte)
    trammel_json_writer_add_string(json, key, byte == '\t' ? "tab" : byte == ' ' ? "space" : text);
}

static void
write_line_number(TrammelJsonWriter *json, const char *key, int line)
{
  if (line)
    trammel_json_writer_add_integer(json, key, line);
}

static void
write_missing(TrammelJsonWriter *json, char **missing)
{
  trammel_json_writer_key(json, "missing");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; missing[i]; i++)
    trammel_json_writer_string(json, missing[i]);
  trammel_json_writer_end_array(json);
}

static void
write_column(TrammelJsonWriter *json, const TrammelImportColumn *column)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "column", column->column);
  if (column->name)
    trammel_json_writer_add_string(json, "name", column->name);
  if (column->unit)
    trammel_json_writer_add_string(json, "unit", column->unit);
  if (column->is_unused)
    trammel_json_writer_add_boolean(json, "use", FALSE);
  trammel_json_writer_end_object(json);
}

void
trammel_import_write(TrammelJsonWriter *json, const TrammelImport *import)
{
  trammel_json_writer_begin_object(json);
  write_byte(json, "separator", import->separator);
  write_byte(json, "decimal", import->decimal);
  write_line_number(json, "header_row", import->header_row);
  write_line_number(json, "units_row", import->units_row);
  write_line_number(json, "skip", import->skip);
  write_byte(json, "comment", import->comment);
  if (import->encoding)
    trammel_json_writer_add_string(json, "encoding", import->encoding);
  if (import->missing)
    write_missing(json, import->missing);
  if (import->sort)
    trammel_json_writer_add_string(json, "sort", import->sort);
  if (import->rows[1] > 0) {
    trammel_json_writer_key(json, "rows");
    trammel_json_writer_begin_array(json);
    trammel_json_writer_integer(json, (gint64)import->rows[0]);
    trammel_json_writer_integer(json, (gint64)import->rows[1]);
    trammel_json_writer_end_array(json);
  }
  if (import->columns) {
    trammel_json_writer_key(json, "columns");
    trammel_json_writer_begin_array(json);
    for (guint i = 0; i < import->columns->len; i++)
      write_column(json, &g_array_index(import->columns, TrammelImportColumn, i));
    trammel_json_writer_end_array(json);
  }
  trammel_json_writer_end_object(json);
}
