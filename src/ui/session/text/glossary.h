/* Terms of the user guide's glossary that the window explains where they stand.
 *
 * A term is named by the anchor of its heading in docs/user/glossary.md: "kappa", "damping-time".
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  const char *anchor;
  const char *name; /* untranslated */
} TrammelTerm;

/* Returns all terms; static. */
const TrammelTerm *trammel_glossary_get_terms(guint *n);

/* Returns the term of `anchor`, static; NULL if there is none. */
const TrammelTerm *trammel_glossary_find(const char *anchor);

/* Returns the link to the term in the guide: "glossary.md#kappa"; free with g_free(). */
char *trammel_glossary_dup_link(const TrammelTerm *term);

/* Returns "What is “Kappa”?", translated; free with g_free(). */
char *trammel_glossary_dup_question(const TrammelTerm *term);

G_END_DECLS
