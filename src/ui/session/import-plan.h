/* How a log becomes a project: a template's model, the log's columns, and which column feeds which
 * signal.  No widget is known here. */
#pragma once

#include "io/dataset.h"
#include "io/project.h"

G_BEGIN_DECLS

/* What feeds one sensor or motor of the template. */
typedef struct {
  char *signal;
  gboolean is_motor;
  const char *unit; /* SI unit of the signal, "" for a motor's input; static */
  guint column;     /* index among the plan's columns + 1; 0: none */
  guint unit_index; /* among trammel_import_units(unit) */
  gboolean negative;
  double scale;
} TrammelImportSignal;

typedef struct {
  TrammelDataset *dataset;
  GPtrArray *columns;    /* of char: usable vectors, as a project's `column` names them */
  TrammelProject *model; /* the template */
  guint time;            /* index among columns */
  guint time_unit;       /* among trammel_import_units("s") */
  GArray *signals;       /* of TrammelImportSignal */
} TrammelImportPlan;

/* The templates: the examples' mechanisms, then those that are only offered here. */
guint trammel_import_get_n_templates(void);
const char *trammel_import_get_template_title(guint i);

/* A plan without a model yet. */
TrammelImportPlan *trammel_import_plan_new(TrammelDataset *dataset);
void trammel_import_plan_free(TrammelImportPlan *plan);

/* Takes template `i` and guesses time and signals from names and units. */
gboolean trammel_import_plan_set_template(TrammelImportPlan *plan, guint i, GError **error);

/* The template whose signals find most columns; the plan is left with any. */
guint trammel_import_plan_choose_template(TrammelImportPlan *plan);

/* Words for the unit drop-downs; the first is the SI unit itself.  NULL-terminated, static. */
const char *const *trammel_import_units(const char *unit);

/* Why the plan cannot be carried out yet, in words; NULL when it can.  Free with g_free(). */
char *trammel_import_plan_check(const TrammelImportPlan *plan);

/* The project. */
TrammelProject *trammel_import_plan_build(const TrammelImportPlan *plan, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelImportPlan, trammel_import_plan_free)

G_END_DECLS
