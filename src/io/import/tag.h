/* XML file of another program as a tree of tags.
 *
 * The file is not trusted: no DOCTYPE and so no entities, nothing from the network, at most
 * TRAMMEL_TAG_MOST_BYTES bytes, TRAMMEL_TAG_MOST tags and TRAMMEL_TAG_MOST_DEPTH levels. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum {
  TRAMMEL_TAG_MOST_BYTES = 32 * 1024 * 1024,
  TRAMMEL_TAG_MOST = 200000,
  TRAMMEL_TAG_MOST_DEPTH = 200
};

typedef struct TrammelTag {
  char *name;                /* with its prefix: "xacro:macro" */
  char *text;                /* between the tags, without that of children; "" without */
  char *file;                /* base name of the file, for messages */
  guint line;                /* 1-based */
  struct TrammelTag *parent; /* NULL: the root */
  GPtrArray *children;       /* TrammelTag */
  GPtrArray *attributes;     /* char *: name, value, name, value ... */
} TrammelTag;

/* Parses a text; `file` is its name in messages.  Free with trammel_tag_free().  Errors:
 * TRAMMEL_ERROR_UNREADABLE with file and line. */
TrammelTag *trammel_tag_parse(const char *text, gsize length, const char *file, GError **error);
TrammelTag *trammel_tag_load(const char *path, GError **error);
void trammel_tag_free(TrammelTag *tag);

/* Puts the children of `from` (transfer full) at the place of `tag`, which is freed. */
void trammel_tag_splice(TrammelTag *tag, TrammelTag *from);

/* Return the value of an attribute, the first child of a name, its text; NULL when there is none.
 */
const char *trammel_tag_get(const TrammelTag *tag, const char *attribute);
TrammelTag *trammel_tag_find(const TrammelTag *tag, const char *child);
const char *trammel_tag_get_text(const TrammelTag *tag, const char *child);
TrammelTag *trammel_tag_child(const TrammelTag *tag, guint i);
gboolean trammel_tag_is(const TrammelTag *tag, const char *name);

/* Returns "<name> 'value of its attribute name' (line 12)"; free with g_free(). */
char *trammel_tag_describe(const TrammelTag *tag);

/* Sets TRAMMEL_ERROR_INVALID "file, line 12: ..." and returns FALSE. */
gboolean trammel_tag_fail(const TrammelTag *tag, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Reads exactly n finite numbers of an attribute; an absent one leaves the values as they are.
 * FALSE with an error for anything else. */
gboolean trammel_tag_numbers(
    const TrammelTag *tag, const char *attribute, double *values, guint n, GError **error);

/* Reads up to n numbers of a text of `tag`, which may be infinite; returns how many, -1 with an
 * error for anything else. */
int
trammel_tag_read(const TrammelTag *tag, const char *text, double *values, guint n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelTag, trammel_tag_free)

G_END_DECLS
