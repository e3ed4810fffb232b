/* XML document whose attribute values are changed in place: everything else keeps its bytes.
 *
 * The text is first checked by GMarkup; a second scanner then records the byte positions of each
 * element, attribute and value.  Documents with a DOCTYPE are refused, because its entities can
 * stand for any text. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *name, *value; /* value with entities resolved */
  gsize outer_start;  /* white space before the name */
  gsize name_start;
  gsize start, end; /* bytes of the value, without its quotes; the attribute ends at end + 1 */
} TrammelXmlAttribute;

typedef struct _TrammelXmlElement TrammelXmlElement;
struct _TrammelXmlElement {
  char *name;
  guint line;                /* 1-based */
  TrammelXmlElement *parent; /* NULL: the root */
  GArray *attributes;        /* TrammelXmlAttribute */
  gsize start;               /* of its "<" */
  gsize insert;              /* place for another attribute */
  gsize tag_end;             /* after the ">" of its first tag */
  gboolean empty;            /* <name/> */
};

typedef struct {
  char *path; /* for messages */
  char *text;
  gsize length;
  gsize prologue;      /* place for a comment at the top: after an XML declaration */
  GPtrArray *elements; /* TrammelXmlElement, in the order of the document; the first is the root */
  GArray *edits;
} TrammelXml;

/* Parses a document; free with trammel_xml_free().  Errors: TRAMMEL_ERROR_UNREADABLE with file and
 * line. */
TrammelXml *trammel_xml_parse(const char *text, gsize length, const char *path, GError **error);
TrammelXml *trammel_xml_load(const char *path, GError **error);
void trammel_xml_free(TrammelXml *xml);

/* Returns the attribute, its value, or the first child of this name; NULL when there is none.
 * Owned by the document. */
const TrammelXmlAttribute *trammel_xml_find_attribute(const TrammelXmlElement *element,
                                                      const char *name);
const char *trammel_xml_get_value(const TrammelXmlElement *element, const char *name);
const TrammelXmlElement *
trammel_xml_find_child(const TrammelXml *xml, const TrammelXmlElement *parent, const char *name);

/* Replaces the bytes from `start` to `end`; ranges of two calls must not overlap.  Insertions at
 * one place stay in the order of the calls. */
void trammel_xml_replace(TrammelXml *xml, gsize start, gsize end, const char *with);

/* Sets the numbers i with changed[i] of an attribute of n numbers; only their own characters are
 * replaced.  A missing attribute is added with all values.  FALSE when the attribute exists and
 * does not hold n numbers. */
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

/* Returns the line ending of the document: "\n" or "\r\n"; static. */
const char *trammel_xml_get_newline(const TrammelXml *xml);

/* Inserts `child`, XML text, as the first child of the element, on a line of its own. */
void trammel_xml_add_child(TrammelXml *xml, const TrammelXmlElement *element, const char *child);

/* Returns the edited text, `length` bytes and a NUL; free with g_free(). */
char *trammel_xml_finish(TrammelXml *xml, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelXml, trammel_xml_free)

G_END_DECLS
