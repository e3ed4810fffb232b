/* Mechanisms that a new project can start from: the models of the examples without their logs, and
 * some that exist only here. */
#pragma once

#include "io/problem/log_table.h"
#include "io/project/project.h"
#include "ui/session/import/log-import.h"

G_BEGIN_DECLS

guint trammel_templates_get_n(void);
const char *trammel_templates_get_title(guint i);
const char *trammel_templates_get_summary(guint i);

/* Returns the resource path of the picture of mechanism `i`; free with g_free(). */
char *trammel_templates_dup_picture(guint i);

/* Loads mechanism `i` with default settings and no log (transfer full). */
TrammelProject *trammel_templates_load(guint i, GError **error);

/* Creates a project of mechanism `i` with `logs`, named after the first log (transfer full). */
TrammelProject *trammel_templates_start(guint i, const TrammelLogImport *logs, GError **error);

/* Returns a step size that suits a log: its sampling period or a multiple of it; NAN if the log has
 * no time. */
double trammel_templates_choose_step(const TrammelLogTable *table);

G_END_DECLS
