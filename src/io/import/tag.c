#include "io/import/tag.h"

#include <glib/gi18n-lib.h>
#include <libxml/xmlreader.h>
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/whole_file.h"

enum { MOST_TEXT = 8192 }; /* [bytes] of the text of a tag */

/* Parsing: the open tags are the parents of `open`. */
typedef struct {
  xmlTextReader *reader;
  const char *file;
  TrammelTag *root, *open;
  guint n;
  char *message; /* first complaint of the parser */
  int line;
} Parse;

static void
keep_message(void *user, xmlError *from)
{
  Parse *parse = user;

  if (parse->message || from->level < XML_ERR_ERROR)
    return;
  parse->line = from->line;
  parse->message = g_strchomp(g_utf8_make_valid(from->message ? from->message : "?", -1));
}

static gboolean
fail_at(const char *file, int line, GError **error, const char *reason)
{
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s, line %d: %s", file, line, reason);
  return FALSE;
}

static TrammelTag *
new_tag(Parse *parse)
{
  TrammelTag *tag = g_new0(TrammelTag, 1);

  tag->name = g_strdup((const char *)xmlTextReaderConstName(parse->reader));
  tag->text = g_strdup("");
  tag->file = g_strdup(parse->file);
  tag->line = (guint)MAX(xmlGetLineNo(xmlTextReaderCurrentNode(parse->reader)), 1);
  tag->parent = parse->open;
  tag->children = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_tag_free);
  tag->attributes = g_ptr_array_new_with_free_func(g_free);
  return tag;
}

static void
read_attributes(TrammelTag *tag, xmlTextReader *reader)
{
  while (xmlTextReaderMoveToNextAttribute(reader) == 1) {
    g_ptr_array_add(tag->attributes, g_strdup((const char *)xmlTextReaderConstName(reader)));
    g_ptr_array_add(tag->attributes, g_strdup((const char *)xmlTextReaderConstValue(reader)));
  }
  xmlTextReaderMoveToElement(reader);
}

static gboolean
begin_tag(Parse *parse, GError **error)
{
  gboolean is_empty = xmlTextReaderIsEmptyElement(parse->reader) == 1;
  TrammelTag *tag = new_tag(parse);

  if (parse->open)
    g_ptr_array_add(parse->open->children, tag);
  else
    parse->root = tag;
  read_attributes(tag, parse->reader);
  if (!is_empty)
    parse->open = tag;
  if (++parse->n > TRAMMEL_TAG_MOST || xmlTextReaderDepth(parse->reader) > TRAMMEL_TAG_MOST_DEPTH)
    return fail_at(parse->file, (int)tag->line, error,
                   TRAMMEL_WORD("the file has too many tags, or too many inside one another"));
  return TRUE;
}

/* Appends to the text of a tag; blanks between tags, and what is longer than any list of numbers,
 * are left out. */
static void
add_text(TrammelTag *tag, const char *text)
{
  char *longer;

  if (!tag || !text || text[strspn(text, " \t\r\n")] == 0 || strlen(tag->text) > MOST_TEXT)
    return;
  longer = g_strconcat(tag->text, text, NULL);
  g_free(tag->text);
  tag->text = longer;
}

static gboolean
take_node(Parse *parse, GError **error)
{
  switch (xmlTextReaderNodeType(parse->reader)) {
  case XML_READER_TYPE_ELEMENT:
    return begin_tag(parse, error);
  case XML_READER_TYPE_END_ELEMENT:
    parse->open = parse->open->parent;
    return TRUE;
  case XML_READER_TYPE_TEXT:
  case XML_READER_TYPE_CDATA:
    add_text(parse->open, (const char *)xmlTextReaderConstValue(parse->reader));
    return TRUE;
  case XML_READER_TYPE_DOCUMENT_TYPE:
  case XML_READER_TYPE_ENTITY_REFERENCE:
    return fail_at(parse->file, MAX(xmlTextReaderGetParserLineNumber(parse->reader), 1), error,
                   TRAMMEL_WORD("the file has a DOCTYPE, whose entities can stand for any text; "
                                "remove it"));
  default:
    return TRUE;
  }
}

static gboolean
take_all(Parse *parse, GError **error)
{
  int more;

  while ((more = xmlTextReaderRead(parse->reader)) == 1)
    if (!take_node(parse, error))
      return FALSE;
  if (more == 0 && parse->root && !parse->message)
    return TRUE;
  return fail_at(parse->file, MAX(parse->line, 1), error,
                 parse->message ? parse->message : TRAMMEL_WORD("this is not an XML file"));
}

TrammelTag *
trammel_tag_parse(const char *text, gsize length, const char *file, GError **error)
{
  Parse parse = {.file = file};
  gboolean is_whole;

  if (length > TRAMMEL_TAG_MOST_BYTES) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s has %zu bytes, more than a model of a mechanism needs", file, length);
    return NULL;
  }
  parse.reader = xmlReaderForMemory(text, (int)length, NULL, NULL,
                                    XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_NOXINCNODE);
  if (!parse.reader) {
    fail_at(file, 1, error, TRAMMEL_WORD("this is not an XML file"));
    return NULL;
  }
  xmlTextReaderSetStructuredErrorHandler(parse.reader, keep_message, &parse);
  is_whole = take_all(&parse, error);
  xmlFreeTextReader(parse.reader);
  g_free(parse.message);
  if (!is_whole)
    g_clear_pointer(&parse.root, trammel_tag_free);
  return parse.root;
}

TrammelTag *
trammel_tag_load(const char *path, GError **error)
{
  gsize length;
  g_autofree char *text = trammel_whole_file_read_plain(path, &length, error);
  g_autofree char *base = g_path_get_basename(path), *name = g_utf8_make_valid(base, -1);

  return text ? trammel_tag_parse(text, length, name, error) : NULL;
}

void
trammel_tag_free(TrammelTag *tag)
{
  if (!tag)
    return;
  g_ptr_array_unref(tag->children);
  g_ptr_array_unref(tag->attributes);
  g_free(tag->name);
  g_free(tag->text);
  g_free(tag->file);
  g_free(tag);
}

void
trammel_tag_splice(TrammelTag *tag, TrammelTag *from)
{
  TrammelTag *parent = tag->parent;
  guint at = 0;

  while (g_ptr_array_index(parent->children, at) != tag)
    at++;
  for (guint i = 0; i < from->children->len; i++) {
    TrammelTag *child = g_ptr_array_index(from->children, i);
    child->parent = parent;
    g_ptr_array_insert(parent->children, (int)(at + 1 + i), child);
  }
  g_ptr_array_set_free_func(from->children, NULL);
  trammel_tag_free(from);
  g_ptr_array_remove_index(parent->children, at);
}

const char *
trammel_tag_get(const TrammelTag *tag, const char *attribute)
{
  for (guint i = 0; tag && i < tag->attributes->len; i += 2)
    if (g_str_equal(g_ptr_array_index(tag->attributes, i), attribute))
      return g_ptr_array_index(tag->attributes, i + 1);
  return NULL;
}

TrammelTag *
trammel_tag_child(const TrammelTag *tag, guint i)
{
  return tag && i < tag->children->len ? g_ptr_array_index(tag->children, i) : NULL;
}

gboolean
trammel_tag_is(const TrammelTag *tag, const char *name)
{
  return tag && g_str_equal(tag->name, name);
}

TrammelTag *
trammel_tag_find(const TrammelTag *tag, const char *child)
{
  for (guint i = 0; tag && i < tag->children->len; i++)
    if (trammel_tag_is(trammel_tag_child(tag, i), child))
      return trammel_tag_child(tag, i);
  return NULL;
}

const char *
trammel_tag_get_text(const TrammelTag *tag, const char *child)
{
  TrammelTag *found = trammel_tag_find(tag, child);

  return found ? g_strstrip(found->text) : NULL;
}

char *
trammel_tag_describe(const TrammelTag *tag)
{
  const char *name = trammel_tag_get(tag, "name");

  return name ? trammel_bilingual_dup(N_("<%s> '%s' (line %u)"), tag->name, name, tag->line)
              : trammel_bilingual_dup(N_("<%s> (line %u)"), tag->name, tag->line);
}

gboolean
trammel_tag_fail(const TrammelTag *tag, GError **error, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  g_autofree char *text = trammel_bilingual_dup_valist(format, arguments);
  va_end(arguments);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID, "%s, line %u: %s", tag->file, tag->line, text);
  return FALSE;
}

int
trammel_tag_read(const TrammelTag *tag, const char *text, double *values, guint n, GError **error)
{
  int count = 0;

  for (const char *at = text + strspn(text, " \t\r\n"); *at; at += strspn(at, " \t\r\n")) {
    char *end;
    double value = g_ascii_strtod(at, &end);
    if (end == at || isnan(value) || (*end && !strchr(" \t\r\n", *end))) {
      trammel_tag_fail(tag, error, N_("<%s> has '%.60s', expected numbers%s"), tag->name, text,
                       strstr(text, "${") ? TRAMMEL_WORD("; expand its macros with xacro first")
                                          : "");
      return -1;
    }
    if ((guint)count < n)
      values[count] = value;
    count++;
    at = end;
  }
  return count;
}

gboolean
trammel_tag_numbers(
    const TrammelTag *tag, const char *attribute, double *values, guint n, GError **error)
{
  const char *text = trammel_tag_get(tag, attribute);
  g_autofree double *read = g_new0(double, n);
  int count = text ? trammel_tag_read(tag, text, read, n, error) : 0;

  if (!text || count < 0)
    return count == 0;
  if ((guint)count != n)
    return trammel_tag_fail(tag, error, N_("<%s %s=\"%.60s\">: expected %u numbers, found %d"),
                            tag->name, attribute, text, n, count);
  for (guint i = 0; i < n; i++)
    if (!isfinite(read[i]))
      return trammel_tag_fail(tag, error, N_("<%s %s=\"%.60s\">: a number is not finite"),
                              tag->name, attribute, text);
  memcpy(values, read, n * sizeof *values);
  return TRUE;
}
