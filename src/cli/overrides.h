/* Options that change a project for one run: --set, --free, --fix, --kappa and the like. */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

typedef struct {
  char **sets, **frees, **fixes;
  char *kappa, *h, *compliance_scale, *formulation, *energy, *max_iterations, *max_steps;
} TrammelOverrides;

void trammel_overrides_clear(TrammelOverrides *overrides);

/* Returns the entries of all options, for g_option_context_add_main_entries(); free with
 * g_free(). */
GOptionEntry *trammel_overrides_new_entries(TrammelOverrides *overrides);

/* Applies the options in order, settings with an option of their own last.  Errors:
 * TRAMMEL_ERROR_USAGE (unknown id, with name suggestions; not a number), TRAMMEL_ERROR_INVALID (a
 * value out of range). */
gboolean
trammel_overrides_apply(const TrammelOverrides *overrides, TrammelProject *project, GError **error);

/* Fixes what the logs do not determine at the start values (io/check/base_set.h), and prints the
 * ids.  logs: names, nullable. */
gboolean trammel_overrides_fix_base(TrammelProject *project, char **logs, GError **error);

/* Fixes what a fit of the problem has left open, and prints the ids.  Returns the problem of the
 * changed project (transfer full); NULL on errors. */
TrammelProblem *
trammel_overrides_fix_open(const TrammelProblem *problem, const TrFit *fit, GError **error);

/* TRUE if every name of `names` (NULL-terminated, nullable) is a log of the project.  Error:
 * TRAMMEL_ERROR_USAGE. */
gboolean trammel_overrides_check_logs(const TrammelProject *project, char **names, GError **error);

G_END_DECLS
