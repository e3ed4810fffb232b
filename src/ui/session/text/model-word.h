/* Words of project files, as people read them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the translated label of a word that a project file has for a type or a rule ("hinge",
 * "joint-position", "settings"); static.  Returns an unknown word itself. */
const char *trammel_model_word(const char *word);

G_END_DECLS
