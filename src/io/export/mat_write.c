#include "io/export/mat_write.h"

#include <string.h>

#include "io/base/error.h"
#include "io/base/whole_file.h"

/* Data types and array classes of the format's description ("MAT-File Format", MathWorks). */
enum { MI_INT8 = 1, MI_UINT8 = 2, MI_INT32 = 5, MI_UINT32 = 6, MI_DOUBLE = 9, MI_MATRIX = 14 };
enum { MI_COMPRESSED = 15, MI_UTF8 = 16 };
enum { CLASS_CELL = 1, CLASS_STRUCT = 2, CLASS_CHAR = 4, CLASS_DOUBLE = 6, CLASS_UINT8 = 9 };
enum { FLAG_LOGICAL = 0x0200 };

enum { HEADER_TEXT = 116, TAG = 8, MAX_NAME = 63 };

typedef struct {
  gsize start, end;
} Variable;

struct _TrammelMatWriter {
  GByteArray *bytes;
  GArray *open;      /* gsize: place of the tag of each open matrix */
  GArray *variables; /* Variable: the closed ones */
  gsize limit;
  gboolean too_large;
};

TrammelMatWriter *
trammel_mat_writer_new(void)
{
  TrammelMatWriter *writer = g_new0(TrammelMatWriter, 1);

  writer->bytes = g_byte_array_new();
  writer->open = g_array_new(FALSE, FALSE, sizeof(gsize));
  writer->variables = g_array_new(FALSE, FALSE, sizeof(Variable));
  writer->limit = TRAMMEL_MAT_MAX_VARIABLE;
  return writer;
}

void
trammel_mat_writer_free(TrammelMatWriter *writer)
{
  g_byte_array_unref(writer->bytes);
  g_array_unref(writer->open);
  g_array_unref(writer->variables);
  g_free(writer);
}

void
trammel_mat_writer_set_limit(TrammelMatWriter *writer, gsize limit)
{
  g_return_if_fail(limit <= TRAMMEL_MAT_MAX_VARIABLE);
  writer->limit = limit;
}

/* TRUE if `n` more bytes fit; after the first failure nothing more is accepted. */
static gboolean
has_room(TrammelMatWriter *writer, gsize n)
{
  if (n > writer->limit || writer->bytes->len > writer->limit - n)
    writer->too_large = TRUE;
  return !writer->too_large;
}

static void
put_bytes(TrammelMatWriter *writer, const void *data, gsize size)
{
  static const guint8 zeros[TAG] = {0};

  g_byte_array_append(writer->bytes, data, (guint)size);
  g_byte_array_append(writer->bytes, zeros, (guint)(-size & (TAG - 1)));
}

/* Writes tag, data and padding to 8 bytes; up to four bytes go into the tag itself. */
static void
put_element(TrammelMatWriter *writer, guint32 type, const void *data, gsize size)
{
  guint32 tag[2] = {type, (guint32)size};

  if (!has_room(writer, size + 2 * TAG))
    return;
  if (size > 0 && size <= 4) {
    tag[0] |= (guint32)size << 16;
    tag[1] = 0;
    memcpy(&tag[1], data, size);
    put_bytes(writer, tag, sizeof tag);
    return;
  }
  put_bytes(writer, tag, sizeof tag);
  if (size > 0)
    put_bytes(writer, data, size);
}

/* Writes tag, flags, shape and name of a matrix, which stays open. */
static void
begin_matrix(TrammelMatWriter *writer, guint32 flags, const char *name, gsize rows, gsize columns)
{
  gsize start = writer->bytes->len;
  guint32 words[2] = {flags, 0};
  gint32 shape[2] = {(gint32)rows, (gint32)columns};
  guint32 tag[2] = {MI_MATRIX, 0};

  g_assert((name != NULL) == (writer->open->len == 0));
  g_array_append_val(writer->open, start);
  if (rows > G_MAXINT32 || columns > G_MAXINT32 || !has_room(writer, TAG)) {
    writer->too_large = TRUE;
    return;
  }
  put_bytes(writer, tag, sizeof tag);
  put_element(writer, MI_UINT32, words, sizeof words);
  put_element(writer, MI_INT32, shape, sizeof shape);
  put_element(writer, MI_INT8, name ? name : "", name ? strlen(name) : 0);
}

void
trammel_mat_writer_end(TrammelMatWriter *writer)
{
  Variable variable = {.end = writer->bytes->len};
  guint32 size;

  g_return_if_fail(writer->open->len > 0);
  variable.start = g_array_index(writer->open, gsize, writer->open->len - 1);
  g_array_set_size(writer->open, writer->open->len - 1);
  if (writer->too_large)
    return;
  size = (guint32)(variable.end - variable.start - TAG);
  memcpy(writer->bytes->data + variable.start + 4, &size, sizeof size);
  if (writer->open->len == 0)
    g_array_append_val(writer->variables, variable);
}

void
trammel_mat_writer_add_numbers(
    TrammelMatWriter *writer, const char *name, const double *values, gsize rows, gsize columns)
{
  gsize n;

  begin_matrix(writer, CLASS_DOUBLE, name, rows, columns);
  if (!g_size_checked_mul(&n, rows, columns) || n > writer->limit / sizeof *values)
    writer->too_large = TRUE;
  else
    put_element(writer, MI_DOUBLE, values, n * sizeof *values);
  trammel_mat_writer_end(writer);
}

void
trammel_mat_writer_add_logicals(TrammelMatWriter *writer,
                                const char *name,
                                const guint8 *values,
                                gsize rows)
{
  begin_matrix(writer, CLASS_UINT8 | FLAG_LOGICAL, name, rows, 1);
  put_element(writer, MI_UINT8, values, rows);
  trammel_mat_writer_end(writer);
}

void
trammel_mat_writer_add_text(TrammelMatWriter *writer, const char *name, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  gsize n = (gsize)g_utf8_strlen(valid, -1);

  begin_matrix(writer, CLASS_CHAR, name, n > 0, n);
  put_element(writer, MI_UTF8, valid, strlen(valid));
  trammel_mat_writer_end(writer);
}

void
trammel_mat_writer_add_empty(TrammelMatWriter *writer, const char *name)
{
  trammel_mat_writer_add_numbers(writer, name, NULL, 0, 0);
}

void
trammel_mat_writer_add_texts(TrammelMatWriter *writer, const char *name, const char *const *texts)
{
  gsize n = g_strv_length((char **)texts);

  trammel_mat_writer_begin_cell(writer, name, n, n > 0);
  for (gsize i = 0; i < n; i++)
    trammel_mat_writer_add_text(writer, NULL, texts[i]);
  trammel_mat_writer_end(writer);
}

void
trammel_mat_writer_begin_cell(TrammelMatWriter *writer, const char *name, gsize rows, gsize columns)
{
  begin_matrix(writer, CLASS_CELL, name, rows, columns);
}

void
trammel_mat_writer_begin_struct(TrammelMatWriter *writer,
                                const char *name,
                                const char *const *fields,
                                gsize rows,
                                gsize columns)
{
  gsize n = g_strv_length((char **)fields);
  g_autofree char *table = NULL;
  gint32 width = 1;

  for (gsize i = 0; i < n; i++)
    width = MAX(width, (gint32)strlen(fields[i]) + 1);
  table = g_malloc0(MAX(n, 1) * (gsize)width);
  for (gsize i = 0; i < n; i++)
    memcpy(table + i * (gsize)width, fields[i], strlen(fields[i]));
  begin_matrix(writer, CLASS_STRUCT, name, rows, columns);
  put_element(writer, MI_INT32, &width, sizeof width);
  put_element(writer, MI_INT8, table, n * (gsize)width);
}

/* Appends a variable as one compressed element. */
static gboolean
put_compressed(GByteArray *file, const guint8 *data, gsize size, GError **error)
{
  g_autoptr(GZlibCompressor) zlib = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, -1);
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new(memory, G_CONVERTER(zlib));
  guint32 tag[2] = {MI_COMPRESSED, 0};

  if (!g_output_stream_write_all(stream, data, size, NULL, NULL, error) ||
      !g_output_stream_close(stream, NULL, error))
    return FALSE;
  tag[1] = (guint32)g_memory_output_stream_get_data_size(G_MEMORY_OUTPUT_STREAM(memory));
  g_byte_array_append(file, (const guint8 *)tag, sizeof tag);
  g_byte_array_append(file, g_memory_output_stream_get_data(G_MEMORY_OUTPUT_STREAM(memory)),
                      tag[1]);
  return TRUE;
}

/* Writes the header: text of the first 116 bytes, no subsystem, version 1.0, and the mark of the
 * byte order of this machine, which applies to the whole file. */
static void
put_header(GByteArray *file)
{
  static const char text[] = "MATLAB 5.0 MAT-file, written by trammel " TRAMMEL_VERSION;
  guint8 header[128];
  guint16 words[2] = {0x0100, 'M' << 8 | 'I'};

  memset(header, ' ', HEADER_TEXT);
  memcpy(header, text, MIN(sizeof text - 1, (gsize)HEADER_TEXT));
  memset(header + HEADER_TEXT, 0, TAG);
  memcpy(header + HEADER_TEXT + TAG, words, sizeof words);
  g_byte_array_append(file, header, sizeof header);
}

GBytes *
trammel_mat_writer_to_bytes(const TrammelMatWriter *writer, const char *path, GError **error)
{
  g_autoptr(GByteArray) file = g_byte_array_new();

  g_return_val_if_fail(writer->open->len == 0, NULL);
  if (writer->too_large) {
    trammel_error_set(
        error, TRAMMEL_ERROR_USAGE,
        "%s: a variable of a MAT file holds at most 2 GiB, and this is more; write .csv, "
        "or a shorter motion",
        path);
    return NULL;
  }
  put_header(file);
  for (guint i = 0; i < writer->variables->len; i++) {
    const Variable *variable = &g_array_index(writer->variables, Variable, i);
    if (!put_compressed(file, writer->bytes->data + variable->start,
                        variable->end - variable->start, error))
      return NULL;
  }
  return g_byte_array_free_to_bytes(g_steal_pointer(&file));
}

gboolean
trammel_mat_writer_save(const TrammelMatWriter *writer, const char *path, GError **error)
{
  g_autoptr(GBytes) file = trammel_mat_writer_to_bytes(writer, path, error);

  return file && trammel_whole_file_write_bytes(path, file, error);
}

static gboolean
is_keyword(const char *name)
{
  static const char *const words[] = {
      "break",      "case",   "catch",    "classdef", "continue", "else",      "elseif",
      "end",        "for",    "function", "global",   "if",       "otherwise", "parfor",
      "persistent", "return", "spmd",     "switch",   "try",      "while",     NULL};

  return g_strv_contains(words, name);
}

static char *
make_name(const char *name)
{
  g_autofree char *utf8 = g_utf8_make_valid(name, -1);
  GString *valid = g_string_new(NULL);
  gboolean after_blank = FALSE;

  for (const char *at = utf8; *at; at = g_utf8_next_char(at)) {
    char c = *at;
    if (g_ascii_isspace(c)) {
      after_blank = valid->len > 0;
      continue;
    }
    if (!g_ascii_isalnum(c))
      c = '_';
    g_string_append_c(valid, after_blank ? g_ascii_toupper(c) : c);
    after_blank = FALSE;
  }
  gboolean keyword = is_keyword(valid->str);
  if (keyword)
    valid->str[0] = g_ascii_toupper(valid->str[0]);
  if (keyword || !g_ascii_isalpha(valid->str[0]))
    g_string_prepend_c(valid, 'x');
  g_string_truncate(valid, MIN(valid->len, (gsize)MAX_NAME));
  return g_string_free(valid, FALSE);
}

/* Returns `name`, or with the first number after it that makes it differ from those in `taken`. */
static char *
make_unique(char *name, GHashTable *taken)
{
  g_autofree char *stem = g_strdup(name);

  for (guint i = 1; g_hash_table_contains(taken, name); i++) {
    g_autofree char *ending = g_strdup_printf("_%u", i);
    g_free(name);
    name = g_strdup_printf("%.*s%s", MAX_NAME - (int)strlen(ending), stem, ending);
  }
  g_hash_table_add(taken, name);
  return name;
}

char **
trammel_mat_make_names(const char *const *names)
{
  gsize n = g_strv_length((char **)names);
  g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
  char **valid = g_new0(char *, n + 1);

  /* names that are already valid are kept */
  for (gsize i = 0; i < n; i++) {
    g_autofree char *name = make_name(names[i]);
    if (g_str_equal(name, names[i]) && !g_hash_table_contains(taken, name))
      g_hash_table_add(taken, valid[i] = g_steal_pointer(&name));
  }
  for (gsize i = 0; i < n; i++)
    if (!valid[i])
      valid[i] = make_unique(make_name(names[i]), taken);
  return valid;
}
