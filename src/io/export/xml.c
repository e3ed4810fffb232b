#include "io/export/xml.h"

#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"

typedef struct {
  gsize start, end;
  guint order;
  char *with;
} Edit;

/* The scanner's place in the text, which ends with a NUL. */
typedef struct {
  TrammelXml *xml;
  gsize at;
  gsize counted; /* place up to which lines are counted in `line` */
  guint line;
  TrammelXmlElement *open;
} Scanner;

static const char byte_order_mark[] = "\xef\xbb\xbf";

static void
clear_attribute(gpointer data)
{
  TrammelXmlAttribute *attribute = data;

  g_free(attribute->name);
  g_free(attribute->value);
}

static void
free_element(gpointer data)
{
  TrammelXmlElement *element = data;

  g_free(element->name);
  g_array_unref(element->attributes);
  g_free(element);
}

static void
clear_edit(gpointer data)
{
  g_free(((Edit *)data)->with);
}

void
trammel_xml_free(TrammelXml *xml)
{
  g_free(xml->path);
  g_free(xml->text);
  g_ptr_array_unref(xml->elements);
  g_array_unref(xml->edits);
  g_free(xml);
}

static gboolean
refuse(Scanner *s, const char *what, GError **error)
{
  for (; s->counted < s->at && s->counted < s->xml->length; s->counted++)
    s->line += s->xml->text[s->counted] == '\n';
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s:%u: %s", s->xml->path, s->line, what);
  return FALSE;
}

static gboolean
starts_with(const Scanner *s, const char *word)
{
  return strncmp(s->xml->text + s->at, word, strlen(word)) == 0;
}

/* Moves to the end of the next `word`. */
static gboolean
skip_behind(Scanner *s, const char *word, GError **error)
{
  const char *found = strstr(s->xml->text + s->at, word);

  if (!found)
    return refuse(s, TRAMMEL_WORD("the file ends in the middle of a comment, a section or a tag"),
                  error);
  s->at = (gsize)(found - s->xml->text) + strlen(word);
  return TRUE;
}

static void
skip_blanks(Scanner *s)
{
  while (g_ascii_isspace(s->xml->text[s->at]))
    s->at++;
}

static char *
take_name(Scanner *s)
{
  gsize n = strcspn(s->xml->text + s->at, " \t\r\n=/><\"'");

  s->at += n;
  return g_strndup(s->xml->text + s->at - n, n);
}

/* Appends the character of &...; and returns the end of the entity; GMarkup has checked it. */
static const char *
resolve_entity(GString *value, const char *at)
{
  static const struct {
    const char *name;
    char c;
  } named[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  gboolean hex = at[1] == '#' && at[2] == 'x';
  char *end;

  for (gsize i = 0; i < G_N_ELEMENTS(named); i++)
    if (g_str_has_prefix(at, named[i].name)) {
      g_string_append_c(value, named[i].c);
      return at + strlen(named[i].name);
    }
  g_string_append_unichar(value,
                          (gunichar)g_ascii_strtoull(at + (hex ? 3 : 2), &end, hex ? 16 : 10));
  return *end == ';' ? end + 1 : end;
}

static char *
resolve(const char *raw, gsize length)
{
  GString *value = g_string_new(NULL);
  const char *at = raw;

  while (at < raw + length)
    if (*at == '&')
      at = resolve_entity(value, at);
    else
      g_string_append_c(value, *at++);
  return g_string_free(value, FALSE);
}

static gboolean
scan_attribute(Scanner *s, TrammelXmlElement *element, gsize outer_start, GError **error)
{
  TrammelXmlAttribute attribute = {.outer_start = outer_start, .name_start = s->at};
  g_autofree char *name = take_name(s);
  const char *end;
  char quote;

  skip_blanks(s);
  if (*name == '\0' || s->xml->text[s->at] != '=')
    return refuse(s, TRAMMEL_WORD("expected an attribute as name=\"value\""), error);
  s->at++;
  skip_blanks(s);
  quote = s->xml->text[s->at];
  end = quote == '"' || quote == '\'' ? strchr(s->xml->text + s->at + 1, quote) : NULL;
  if (!end)
    return refuse(s, TRAMMEL_WORD("expected the value of an attribute in quotes"), error);
  if (trammel_xml_find_attribute(element, name)) {
    g_autofree char *what = g_strdup_printf("<%s> has '%s' twice", element->name, name);
    return refuse(s, what, error);
  }
  attribute.start = s->at + 1;
  attribute.end = (gsize)(end - s->xml->text);
  attribute.value = resolve(s->xml->text + attribute.start, attribute.end - attribute.start);
  attribute.name = g_steal_pointer(&name);
  g_array_append_val(element->attributes, attribute);
  s->at = attribute.end + 1;
  return TRUE;
}

/* Scans an element from after "<": the name and the attributes up to the end of the tag. */
static gboolean
scan_element(Scanner *s, GError **error)
{
  TrammelXmlElement *element = g_new0(TrammelXmlElement, 1);

  element->start = s->at - 1;
  element->name = take_name(s);
  element->attributes = g_array_new(FALSE, FALSE, sizeof(TrammelXmlAttribute));
  g_array_set_clear_func(element->attributes, clear_attribute);
  element->parent = s->open;
  g_ptr_array_add(s->xml->elements, element);
  for (; s->counted < element->start; s->counted++)
    s->line += s->xml->text[s->counted] == '\n';
  element->line = s->line;
  for (;;) {
    gsize before = s->at;
    element->insert = s->at;
    skip_blanks(s);
    if (s->xml->text[s->at] == '>' || starts_with(s, "/>"))
      break;
    if (!scan_attribute(s, element, before, error))
      return FALSE;
  }
  element->empty = s->xml->text[s->at] == '/';
  s->at += element->empty ? 2 : 1;
  element->tag_end = s->at;
  if (!element->empty)
    s->open = element;
  return TRUE;
}

static gboolean
scan_markup(Scanner *s, GError **error)
{
  if (starts_with(s, "<!--"))
    return skip_behind(s, "-->", error);
  if (starts_with(s, "<![CDATA["))
    return skip_behind(s, "]]>", error);
  if (starts_with(s, "<?"))
    return skip_behind(s, "?>", error);
  if (starts_with(s, "<!"))
    return refuse(s, TRAMMEL_WORD("a DOCTYPE is not supported; remove it from the file"), error);
  if (starts_with(s, "</")) {
    if (!s->open)
      return refuse(s, TRAMMEL_WORD("an end tag without its start tag"), error);
    s->open = s->open->parent;
    return skip_behind(s, ">", error);
  }
  s->at++;
  return scan_element(s, error);
}

static gboolean
scan(Scanner *s, GError **error)
{
  if (starts_with(s, byte_order_mark))
    s->at = strlen(byte_order_mark);
  s->xml->prologue = s->at;
  if (starts_with(s, "<?xml ") && skip_behind(s, "?>", NULL)) {
    /* the comment takes a line of its own */
    if (s->xml->text[s->at] == '\r')
      s->at++;
    if (s->xml->text[s->at] == '\n')
      s->at++;
    s->xml->prologue = s->at;
  }
  while (s->xml->text[s->at] != '\0') {
    if (s->xml->text[s->at] != '<')
      s->at++;
    else if (!scan_markup(s, error))
      return FALSE;
  }
  if (s->open || s->xml->elements->len == 0)
    return refuse(s,
                  s->open ? TRAMMEL_WORD("the file ends before its last element")
                          : TRAMMEL_WORD("there is no element"),
                  error);
  return TRUE;
}

/* TRUE if the text is well-formed according to GMarkup. */
static gboolean
check_markup(const TrammelXml *xml, GError **error)
{
  static const GMarkupParser nothing = {0};
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new(&nothing, 0, NULL, NULL);
  g_autoptr(GError) found = NULL;
  gsize skip = g_str_has_prefix(xml->text, byte_order_mark) ? strlen(byte_order_mark) : 0;

  if (!g_utf8_validate_len(xml->text, xml->length, NULL)) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: not an XML file in UTF-8; convert it first", xml->path);
    return FALSE;
  }
  if (g_markup_parse_context_parse(context, xml->text + skip, (gssize)(xml->length - skip),
                                   &found) &&
      g_markup_parse_context_end_parse(context, &found))
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s: not well-formed XML: %s", xml->path,
                    found->message);
  return FALSE;
}

TrammelXml *
trammel_xml_parse(const char *text, gsize length, const char *path, GError **error)
{
  g_autoptr(TrammelXml) xml = g_new0(TrammelXml, 1);
  Scanner scanner = {.xml = xml, .line = 1};

  xml->path = g_strdup(path);
  xml->text = g_malloc(length + 1);
  memcpy(xml->text, text, length);
  xml->text[length] = '\0';
  xml->length = length;
  xml->elements = g_ptr_array_new_with_free_func(free_element);
  xml->edits = g_array_new(FALSE, FALSE, sizeof(Edit));
  g_array_set_clear_func(xml->edits, clear_edit);
  if (!check_markup(xml, error) || !scan(&scanner, error))
    return NULL;
  return g_steal_pointer(&xml);
}

TrammelXml *
trammel_xml_load(const char *path, GError **error)
{
  gsize length;
  g_autofree char *text = trammel_whole_file_read(path, &length, error);

  if (!text)
    return NULL;
  return trammel_xml_parse(text, length, path, error);
}

const TrammelXmlAttribute *
trammel_xml_find_attribute(const TrammelXmlElement *element, const char *name)
{
  for (guint i = 0; i < element->attributes->len; i++) {
    const TrammelXmlAttribute *attribute =
        &g_array_index(element->attributes, TrammelXmlAttribute, i);
    if (g_str_equal(attribute->name, name))
      return attribute;
  }
  return NULL;
}

const char *
trammel_xml_get_value(const TrammelXmlElement *element, const char *name)
{
  const TrammelXmlAttribute *attribute = trammel_xml_find_attribute(element, name);

  return attribute ? attribute->value : NULL;
}

const TrammelXmlElement *
trammel_xml_find_child(const TrammelXml *xml, const TrammelXmlElement *parent, const char *name)
{
  for (guint i = 0; i < xml->elements->len; i++) {
    const TrammelXmlElement *element = g_ptr_array_index(xml->elements, i);
    if (element->parent == parent && g_str_equal(element->name, name))
      return element;
  }
  return NULL;
}

void
trammel_xml_replace(TrammelXml *xml, gsize start, gsize end, const char *with)
{
  Edit edit = {start, end, xml->edits->len, g_strdup(with)};

  g_return_if_fail(start <= end && end <= xml->length);
  g_array_append_val(xml->edits, edit);
}

/* Takes the next word of a value; FALSE at its end. */
static gboolean
next_word(const char *text, gsize *at, gsize *length)
{
  while (g_ascii_isspace(text[*at]))
    ++*at;
  *length = strcspn(text + *at, " \t\r\n");
  return *length > 0;
}

static gboolean
is_number(const char *word, gsize length, double *value)
{
  g_autofree char *text = g_strndup(word, length);
  char *end;

  *value = g_ascii_strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*value);
}

gboolean
trammel_xml_get_numbers(const TrammelXmlElement *element,
                        const char *attribute,
                        double *values,
                        guint n)
{
  const char *text = trammel_xml_get_value(element, attribute);
  gsize at = 0, length;
  guint i = 0;

  for (; text && i < n && next_word(text, &at, &length); at += length, i++)
    if (!is_number(text + at, length, &values[i]))
      return FALSE;
  return text && i == n && !next_word(text, &at, &length);
}

static char *
format_all(const double *values, guint n)
{
  GString *text = g_string_new(NULL);
  char number[TRAMMEL_NUMBER_SIZE];

  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "%s%s", i ? " " : "",
                           trammel_json_format_number(number, values[i]));
  return g_string_free(text, FALSE);
}

gboolean
trammel_xml_set_numbers(TrammelXml *xml,
                        const TrammelXmlElement *element,
                        const char *attribute,
                        const double *values,
                        const gboolean *changed,
                        guint n)
{
  const TrammelXmlAttribute *found = trammel_xml_find_attribute(element, attribute);
  g_autofree double *old = g_new0(double, n);
  g_autofree char *all = format_all(values, n);
  char number[TRAMMEL_NUMBER_SIZE];
  gsize at = 0, length;

  if (!found) {
    g_autofree char *added = g_strdup_printf(" %s=\"%s\"", attribute, all);
    trammel_xml_replace(xml, element->insert, element->insert, added);
    return TRUE;
  }
  if (!trammel_xml_get_numbers(element, attribute, old, n))
    return FALSE;
  /* with entities the characters of a number are not its bytes */
  if (memchr(xml->text + found->start, '&', found->end - found->start)) {
    trammel_xml_replace(xml, found->start, found->end, all);
    return TRUE;
  }
  for (guint i = 0; i < n && next_word(found->value, &at, &length); i++, at += length)
    if (changed[i])
      trammel_xml_replace(xml, found->start + at, found->start + at + length,
                          trammel_json_format_number(number, values[i]));
  return TRUE;
}

const char *
trammel_xml_get_newline(const TrammelXml *xml)
{
  return strstr(xml->text, "\r\n") ? "\r\n" : "\n";
}

/* Returns the indentation of the line of a place; free with g_free(). */
static char *
dup_indent(const TrammelXml *xml, gsize at)
{
  gsize line = at;

  while (line > 0 && xml->text[line - 1] != '\n')
    line--;
  return g_strndup(xml->text + line, MIN(strspn(xml->text + line, " \t"), at - line));
}

void
trammel_xml_add_child(TrammelXml *xml, const TrammelXmlElement *element, const char *child)
{
  const char *newline = trammel_xml_get_newline(xml);
  g_autofree char *indent = dup_indent(xml, element->start);
  g_autofree char *line = g_strconcat(newline, indent, "  ", child, NULL);
  g_autofree char *closed = g_strconcat(">", line, newline, indent, "</", element->name, ">", NULL);

  if (element->empty)
    trammel_xml_replace(xml, element->tag_end - strlen("/>"), element->tag_end, closed);
  else
    trammel_xml_replace(xml, element->tag_end, element->tag_end, line);
}

/* Orders edits; at the same place insertions precede replacements. */
static int
compare_edits(const void *a, const void *b)
{
  const Edit *x = a, *y = b;
  gboolean x_is_put = x->start == x->end, y_is_put = y->start == y->end;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x_is_put != y_is_put)
    return x_is_put ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

char *
trammel_xml_finish(TrammelXml *xml, gsize *length)
{
  GString *text = g_string_sized_new(xml->length);
  gsize at = 0;

  g_array_sort(xml->edits, compare_edits);
  for (guint i = 0; i < xml->edits->len; i++) {
    const Edit *edit = &g_array_index(xml->edits, Edit, i);
    g_assert(edit->start >= at);
    g_string_append_len(text, xml->text + at, (gssize)(edit->start - at));
    g_string_append(text, edit->with);
    at = edit->end;
  }
  g_string_append_len(text, xml->text + at, (gssize)(xml->length - at));
  *length = text->len;
  return g_string_free(text, FALSE);
}
