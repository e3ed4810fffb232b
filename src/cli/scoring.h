/* Common part of validate, crossvalidate and friction: their options for fits and for scoring, and
 * their progress. */
#pragma once

#include "cli/overrides.h"
#include "cli/progress.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

typedef struct {
  char **logs, **rest;
  TrammelOverrides overrides;
  char *start, *open_loop_h, *progress;
  gboolean json;
  TrammelProgressMode mode;
  TrammelValidationOptions options;
} TrammelScoring;

/* Returns the entries for g_option_context_add_main_entries(); free with g_free(). */
GOptionEntry *trammel_scoring_new_entries(TrammelScoring *scoring);

/* Checks the parsed options and sets `options`; from now on Ctrl+C ends the work.  Error:
 * TRAMMEL_ERROR_USAGE. */
gboolean trammel_scoring_start(TrammelScoring *scoring, const char *verb, GError **error);

/* Reads the word of --start; NULL: estimated.  Error: TRAMMEL_ERROR_USAGE. */
gboolean trammel_scoring_parse_start(TrStartState *start, const char *word, GError **error);

/* Ends the line of the bar. */
void trammel_scoring_end(const TrammelScoring *scoring);

/* Returns the problem of the project on the command line, with the overrides and the logs of --log,
 * by trammel_cli_load_problem() (transfer full); NULL on errors. */
TrammelProblem *trammel_scoring_load(const TrammelScoring *scoring, GError **error);

void trammel_scoring_clear(TrammelScoring *scoring);

G_END_DECLS
