/* What the verbs that fit share: the options that change the project, choose its logs, and say what
 * is written where, and reading the project with them. */
#pragma once

#include "cli/overrides.h"
#include "cli/progress.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

typedef struct {
  TrammelOverrides overrides;
  char **logs, **rest;
  char *output, *progress;
  gboolean json;
  TrammelProgressMode mode;
} TrammelFitting;

void trammel_fitting_clear(TrammelFitting *fitting);

/* A verb's own part. */
typedef struct {
  const char *summary;
  const char *output, *json; /* what these two options do */
  const GOptionEntry *own;   /* its other options */
} TrammelFittingVerb;

/* Parses the options, the shared ones and the verb's own, and checks the shared ones: what can be
 * refused is refused before anything is read.  Errors: TRAMMEL_ERROR_USAGE. */
gboolean trammel_fitting_parse(
    TrammelFitting *fitting, int argc, char **argv, const TrammelFittingVerb *verb, GError **error);

/* The project as the options want it; NULL on errors, as trammel_project_load() and
 * trammel_overrides_apply() have them. */
TrammelProject *trammel_fitting_load_project(const TrammelFitting *fitting, GError **error);

/* Its problem with the logs that were asked for, by trammel_cli_load_problem(). */
TrammelProblem *trammel_fitting_load(const TrammelFitting *fitting, GError **error);

G_END_DECLS
