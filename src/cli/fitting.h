/* Common part of the verbs that run fits: options that change the project, choose its logs and name
 * the outputs, and loading of the project with them. */
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

/* Part that differs between the verbs. */
typedef struct {
  const char *summary;
  const char *output, *json; /* help texts of these two options */
  const GOptionEntry *own;   /* the verb's other options */
} TrammelFittingVerb;

/* Parses the shared options and the verb's own, and checks the shared ones before anything is read.
 * Free with trammel_fitting_clear().  Errors: TRAMMEL_ERROR_USAGE. */
gboolean trammel_fitting_parse(
    TrammelFitting *fitting, int argc, char **argv, const TrammelFittingVerb *verb, GError **error);

/* Returns the project changed by the options (transfer full); NULL on errors, those of
 * trammel_project_load() and trammel_overrides_apply(). */
TrammelProject *trammel_fitting_load_project(const TrammelFitting *fitting, GError **error);

/* Returns the project's problem with the chosen logs, by trammel_cli_load_problem() (transfer
 * full). */
TrammelProblem *trammel_fitting_load(const TrammelFitting *fitting, GError **error);

G_END_DECLS
