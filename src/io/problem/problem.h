/* Problem: a project's model, free parameters, prepared logs and settings, frozen.  Immutable and
 * reference counted; passed to worker threads. */
#pragma once

#include "io/problem/finding.h"
#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct _TrammelProblem TrammelProblem;

/* Reads the logs of role `estimate` (or those of `names`, NULL-terminated, when given), applies the
 * mappings, and freezes everything; free with trammel_problem_unref().  Free quantities of channels
 * are parameters if their log is among these.  A log without a sensor is accepted, for simulations;
 * the engine refuses it for a fit.  If kappa is to be found by validation, the other logs of role
 * `validate` are also read, as the task's `validation`; quantities of their channels keep the
 * project's values.  An automatic step is that of the logs (tr_choose_step()), so that the task
 * always has a number.  Errors: those of io/problem/log_set.h and trammel_steps_check_limit(). */
TrammelProblem *trammel_problem_new(const TrammelProject *project,
                                    const char *const *names,
                                    GCancellable *cancellable,
                                    GError **error);

/* The same for simulations alone: logs of any length, none for validation. */
TrammelProblem *trammel_problem_new_for_simulation(const TrammelProject *project,
                                                   const char *const *names,
                                                   GCancellable *cancellable,
                                                   GError **error);

/* TRUE if the bodies, joints, motors and sensors are the same and refer to each other in the same
 * way; their numbers and the names of bodies and joints may differ. */
gboolean trammel_problem_shares_structure(const TrammelProblem *problem,
                                          const TrammelProject *project);

/* Returns a problem with the same logs and another project's parameters and settings, as a slider
 * needs it.  The logs are read again only if their entries in that project differ.  Errors: those
 * of trammel_problem_new(), TRAMMEL_ERROR_INVALID if the projects do not share the model's
 * structure. */
TrammelProblem *trammel_problem_new_from(const TrammelProblem *problem,
                                         const TrammelProject *project,
                                         GError **error);

TrammelProblem *trammel_problem_ref(TrammelProblem *problem);
void trammel_problem_unref(TrammelProblem *problem);

/* Sets the number of threads of the tasks of all problems made from now on; 0: one per processor,
 * at most four.  Results are the same for any number. */
void trammel_problem_set_threads(int threads);

const TrTask *trammel_problem_get_task(const TrammelProblem *problem); /* monitor is empty */
const TrammelProject *trammel_problem_get_project(const TrammelProblem *problem);

/* Returns a copy of the project that has the step of the task as a number, for a problem with other
 * logs and the same step. */
TrammelProject *trammel_problem_dup_project(const TrammelProblem *problem);
guint trammel_problem_get_n_findings(const TrammelProblem *problem);
const TrammelFinding *trammel_problem_get_finding(const TrammelProblem *problem, guint i);
const char *trammel_problem_get_log_sha256(const TrammelProblem *problem, guint log);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelProblem, trammel_problem_unref)

G_END_DECLS
