/* The embedded examples: projects with their logs, compiled in as resources. */
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

/* Writes NAME.trammel and its log into `folder` (made if missing); returns the project's path. */
char *trammel_examples_write(const TrammelExample *example, const char *folder, GError **error);

/* The project, whose files stand in a temporary folder of its own. */
TrammelProject *trammel_examples_load(const TrammelExample *example, GError **error);

/* True values of the parameters (id -> value), for the reference column; NULL-terminated ids. */
gboolean
trammel_examples_get_reference(const TrammelExample *example, const char *id, double *value);

G_END_DECLS
