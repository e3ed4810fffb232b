/* Embedded examples: projects with their logs, compiled in as resources. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;    /* "furuta" */
  const char *title;   /* "Furuta pendulum, swing-up" */
  const char *summary; /* one sentence; says that the log is simulated */
} TrammelExample;

guint trammel_examples_get_n(void);
const TrammelExample *trammel_examples_get(guint i);
const TrammelExample *trammel_examples_find(const char *name); /* NULL when unknown */

/* Writes NAME.trammel and its log into `folder` (made if missing); returns the project's path (free
 * with g_free()). */
char *trammel_examples_write(const TrammelExample *example, const char *folder, GError **error);

/* Returns the project (transfer full), with its files in a temporary folder of its own. */
TrammelProject *trammel_examples_load(const TrammelExample *example, GError **error);

/* Sets the true value of a parameter, for the reference column; FALSE if the example has none for
 * this id. */
gboolean
trammel_examples_get_reference(const TrammelExample *example, const char *id, double *value);

G_END_DECLS
