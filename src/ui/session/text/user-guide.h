/* User guide (docs/user), which is built into the program: its pages, split into blocks of text
 * with Pango markup.  Reads the part of Markdown that the guide uses: headings, paragraphs, lists,
 * tables, code, pictures, links, and words in bold, italics or code. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_USER_GUIDE_HEADING,
  TRAMMEL_USER_GUIDE_PARAGRAPH,
  TRAMMEL_USER_GUIDE_ITEM,
  TRAMMEL_USER_GUIDE_CODE,
  TRAMMEL_USER_GUIDE_TABLE,
  TRAMMEL_USER_GUIDE_PICTURE,
} TrammelUserGuideKind;

typedef struct {
  TrammelUserGuideKind kind;
  guint level;  /* of a heading, from 1 */
  char *mark;   /* of an item: "•", "1." */
  char *text;   /* markup; plain for code; the file of a picture, "images/data.png"; NULL: table */
  char *anchor; /* of a heading: "two-sets-of-values" */
  GPtrArray *rows; /* of a table: of char ** markup, the first one its head */
} TrammelUserGuideBlock;

/* Returns the file names of the pages in reading order, NULL-terminated; static. */
const char *const *trammel_user_guide_get_pages(void);

/* Returns a page's title: "# The page Data" -> "The page Data"; free with g_free(). */
char *trammel_user_guide_dup_title(const char *page);

/* Returns the blocks of a page (TrammelUserGuideBlock); NULL if there is no such page.  Links to
 * other pages are "data.md" or "data.md#anchor", within the page "#anchor".  Free with
 * g_ptr_array_unref(). */
GPtrArray *trammel_user_guide_read(const char *page);

/* Returns the blocks of a text; used by trammel_user_guide_read().  Free with g_ptr_array_unref().
 */
GPtrArray *trammel_user_guide_parse(const char *markdown);

G_END_DECLS
