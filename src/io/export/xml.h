/* An XML document whose attribute values are changed in place: everything else keeps its bytes.
 *
 * The text is checked by GMarkup first; then a scanner of its own notes where in the bytes each
 * element, attribute and value stands.  Documents with a DOCTYPE are refused: its entities could
 * stand for anything. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *name, *value; /* value: entities resolved */
  gsize outer_start;  /* the white space before the name */
  gsize name_start;
  gsize start, end; /* the value's bytes, without its quotes; the attribute ends at end + 1 */
} TrammelXmlAttribute;

typedef struct _TrammelXmlElement TrammelXmlElement;
struct _TrammelXmlElement {
  char *name;
  guint line;                /* 1-based */
  TrammelXmlElement *parent; /* NULL: the root */
  GArray *attributes;        /* TrammelXmlAttribute */
  gsize start;               /* of its "<" */
  gsize insert;              /* where another attribute may be put in */
  gsize tag_end;             /* behind the ">" of its first tag */
  gboolean empty;            /* <name/> */
};

typedef struct {
  char *path; /* for messages */
  char *text;
  gsize length;
  gsize prologue;      /* where a comment at the top may stand: behind an XML declaration */
  GPtrArray *elements; /* TrammelXmlElement, in the order of the document; the first is the root */
  GArray *edits;
} TrammelXml;

/* Errors: TRAMMEL_ERROR_UNREADABLE with file and line. */
TrammelXml *trammel_xml_parse(const char *text, gsize length, const char *path, GError **error);
TrammelXml *trammel_xml_load(const char *path, GError **error);
void trammel_xml_free(TrammelXml *xml);

/* NULL when there is none. */
const TrammelXmlAttribute *trammel_xml_find_attribute(const TrammelXmlElement *element,
                                                      const char *name);
const char *trammel_xml_get_value(const TrammelXmlElement *element, const char *name);
const TrammelXmlElement *
trammel_xml_find_child(const TrammelXml *xml, const TrammelXmlElement *parent, const char *name);

/* Replaces the bytes from `start` to `end`; ranges of two calls must not overlap.  Inserts at one
 * place stay in the order of the calls. */
void trammel_xml_replace(TrammelXml *xml, gsize start, gsize end, const char *with);

/* Numbers i with changed[i] of an attribute of n numbers in `element`: only their own characters
 * are replaced.  A missing attribute is added with all values.  FALSE when the attribute is there
 * and does not hold n numbers. */
gboolean trammel_xml_set_numbers(TrammelXml *xml,
                                 const TrammelXmlElement *element,
                                 const char *attribute,
                                 const double *values,
                                 const gboolean *changed,
                                 guint n);

/* Reads n numbers; FALSE when the attribute is missing or holds something else. */
gboolean trammel_xml_get_numbers(const TrammelXmlElement *element,
                                 const char *attribute,
                                 double *values,
                                 guint n);

/* "\n" or "\r\n", as the document ends its lines. */
const char *trammel_xml_get_newline(const TrammelXml *xml);

/* Puts `child`, which is XML, into the element as its first child, on a line of its own. */
void trammel_xml_add_child(TrammelXml *xml, const TrammelXmlElement *element, const char *child);

/* The edited text, `length` bytes and a NUL; free with g_free(). */
char *trammel_xml_finish(TrammelXml *xml, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelXml, trammel_xml_free)

G_END_DECLS
