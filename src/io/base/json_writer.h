/* JSON writer with the project's number format and a layout that gives small diffs.
 *
 * json-glib reads the project's files but does not write them: its numbers (1e-08.0) are not JSON.
 * The layout follows from the content alone: a container of at most two levels is written on one
 * line when that line has at most 100 bytes, else one member per line with two spaces of
 * indentation; the outermost container always takes several lines.  The same content gives the same
 * bytes, whether it was streamed or comes from a tree. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct _TrammelJsonWriter TrammelJsonWriter;

/* Returns a writer; free with trammel_json_writer_finish() or trammel_json_writer_free(). */
TrammelJsonWriter *trammel_json_writer_new(void);

/* Returns a writer that writes everything on one line, for JSON lines. */
TrammelJsonWriter *trammel_json_writer_new_line(void);

void trammel_json_writer_free(TrammelJsonWriter *writer);

/* Frees the writer and returns the text, which ends with a newline; all containers are closed. */
char *trammel_json_writer_finish(TrammelJsonWriter *writer);

void trammel_json_writer_begin_object(TrammelJsonWriter *writer);
void trammel_json_writer_end_object(TrammelJsonWriter *writer);
void trammel_json_writer_begin_array(TrammelJsonWriter *writer);
void trammel_json_writer_end_array(TrammelJsonWriter *writer);

/* In an object every value is preceded by its key. */
void trammel_json_writer_key(TrammelJsonWriter *writer, const char *key);

void trammel_json_writer_string(TrammelJsonWriter *writer, const char *value); /* NULL: null */
void trammel_json_writer_number(TrammelJsonWriter *writer, double value); /* not finite: null */
void trammel_json_writer_integer(TrammelJsonWriter *writer, gint64 value);
void trammel_json_writer_boolean(TrammelJsonWriter *writer, gboolean value);
void trammel_json_writer_null(TrammelJsonWriter *writer);
void trammel_json_writer_raw(TrammelJsonWriter *writer, const char *json); /* JSON of one line */
/* Writes text that this writer has formatted at the same depth, with `levels` levels of
 * brackets. */
void trammel_json_writer_laid_out(TrammelJsonWriter *writer, const char *text, int levels);
void trammel_json_writer_node(TrammelJsonWriter *writer, JsonNode *node); /* order of keys kept */

/* Writers of a key and its value. */
void trammel_json_writer_add_string(TrammelJsonWriter *writer, const char *key, const char *value);
void trammel_json_writer_add_number(TrammelJsonWriter *writer, const char *key, double value);
void trammel_json_writer_add_integer(TrammelJsonWriter *writer, const char *key, gint64 value);
void trammel_json_writer_add_boolean(TrammelJsonWriter *writer, const char *key, gboolean value);
void trammel_json_writer_add_null(TrammelJsonWriter *writer, const char *key);
void trammel_json_writer_numbers(TrammelJsonWriter *writer, const double *values, gsize n);

/* Returns the whole text of a tree, ending with a newline; free with g_free(). */
char *trammel_json_node_to_text(JsonNode *node);

/* Writes the first of %.15g, %.16g, %.17g that reads back to the same bits, in the C locale, and
 * returns `text`; "null" when not finite.  Minus zero keeps a fraction, without which readers take
 * it for the integer 0. */
enum { TRAMMEL_NUMBER_SIZE = 32 };
const char *trammel_json_format_number(char text[TRAMMEL_NUMBER_SIZE], double value);

/* Appends `value` in quotes, all control characters escaped; bytes that are not UTF-8 become
 * U+FFFD. */
void trammel_json_append_quoted(GString *json, const char *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelJsonWriter, trammel_json_writer_free)

G_END_DECLS
