/* Mechanisms that a new project can begin with: the models of the examples without what belongs to
 * their logs, and some that are only offered here. */
#pragma once

#include "io/problem/log_table.h"
#include "io/project/project.h"
#include "ui/session/import/log-import.h"

G_BEGIN_DECLS

guint trammel_templates_get_n(void);
const char *trammel_templates_get_title(guint i);
const char *trammel_templates_get_summary(guint i);

/* Mechanism `i` with default settings and no log. */
TrammelProject *trammel_templates_load(guint i, GError **error);

/* A project of mechanism `i` with `logs`, the first of which gives its name. */
TrammelProject *trammel_templates_start(guint i, const TrammelNewLogs *logs, GError **error);

/* The step that suits a log: its samples' own or a multiple of it; NAN where it has no time. */
double trammel_templates_choose_step(const TrammelLogTable *table);

G_END_DECLS
