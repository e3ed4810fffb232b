/* Mechanisms that a new project can start from: the models of the examples without their logs, and
 * some that exist only here. */
#pragma once

#include "io/intake/mapping_plan.h"
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

/* Creates a project of mechanism `i` with `logs`, and guesses the mapping of its first log, whose
 * columns `table` describes.  Free with trammel_mapping_plan_free(). */
TrammelMappingPlan *trammel_templates_plan(guint i,
                                           const TrammelLogImport *logs,
                                           TrammelLogTable *table,
                                           GError **error);

/* Largest number of mechanisms that are proposed for a log. */
enum { TRAMMEL_TEMPLATE_CHOICES = 4 };

/* Returns the plan of the mechanism whose signals the names and units of the log fit best; NULL if
 * no template can be read.  `order` [TRAMMEL_TEMPLATE_CHOICES] receives its index, then those of
 * other mechanisms of the same size, in signals and bodies, that fit as well; *n their number. */
TrammelMappingPlan *trammel_templates_choose(const TrammelLogImport *logs,
                                             TrammelLogTable *table,
                                             guint order[],
                                             guint *n);

G_END_DECLS
