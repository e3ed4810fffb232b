/* Friction comparison: the same logs are fitted with one friction model after the other at chosen
 * joints, and the models are ranked.
 *
 * The project is first fitted as it stands: this gives the weights (kappa and the sensors' sigmas)
 * that all fits then share, so that their costs can be compared, and the start values.  Every model
 * then has all of its coefficients free.  With n = residuals - states and p parameters
 *
 *   aic = n log(cost/n) + 2 p n/(n - p - 1),   bic = n log(cost/n) + p log n
 *
 * Estimates are the stepper's: models are compared by their fits and by simulations at its step.
 *
 * Cross-validation fits all logs but one and scores that one; a single log is cut into halves. */
#pragma once

#include "io/study/friction_data.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

typedef struct {
  const char *name; /* "coulomb-asymmetric" */
  TrFrictionModel model;
  gboolean leans; /* dry friction differs by direction */
} TrammelContender;

/* Returns all friction models of the comparison; *n is their number.  Static. */
const TrammelContender *trammel_contenders(guint *n);

/* Result of one friction model. */
typedef struct {
  const TrammelContender *contender;
  TrammelProject *project;        /* with its friction, at its estimates; NULL when not reached */
  TrFit *fit;                     /* NULL when not reached or failed */
  char *message;                  /* reason why it failed, or a remark; nullable */
  guint n_parameters, n_friction; /* free parameters, and those of friction among them */
  double cost, aic, bic;
  double unexplained; /* rms of the missing friction over that of the required friction, at the
                         worst joint */
  double correlation; /* of the missing friction from one node to the next, at that joint */
  double whiteness;   /* probability of so much correlation in white noise */
  double open_loop;   /* cross-validated: mean error over the signals' variation [%]; NAN */
  double state_error; /* cross-validated: rms of the state error [N s, N m s]; NAN */
} TrammelFrictionComparisonEntry;

typedef struct {
  TrammelProblem *problem;
  TrFit *reference; /* of the project as it stands; NULL when not reached */
  guint n_joints;
  int *joints;                   /* [n_joints] compared joints */
  TrammelExcitation *excitation; /* [n_joints] */
  guint n_entries;
  TrammelFrictionComparisonEntry *entries; /* [n_entries] in the order of trammel_contenders() */
  const char *validation;                  /* "leave-one-out", "halves" */
  gboolean is_complete;
} TrammelFrictionComparison;

/* Runs a comparison; free with trammel_friction_comparison_free(). joints: names, NULL-terminated;
 * NULL: all joints that can have friction.  The monitor of the options may end it early:
 * is_complete is then FALSE.  Errors: TRAMMEL_ERROR_USAGE for an unknown joint; those of the engine
 * for a project that cannot be fitted. */
TrammelFrictionComparison *trammel_friction_comparison_new(TrammelProblem *problem,
                                                           const char *const *joints,
                                                           const TrammelValidationOptions *options,
                                                           GError **error);
void trammel_friction_comparison_free(TrammelFrictionComparison *tournament);

/* Returns the entry with the smallest bic among those that converged; -1 when there is none. */
int trammel_friction_comparison_find_best(const TrammelFrictionComparison *tournament);

/* Returns the conclusion in one or two sentences; free with g_free(). */
char *trammel_friction_comparison_dup_summary(const TrammelFrictionComparison *tournament);

/* Sets the friction of an entry, with its estimates, in a project: all its coefficients are
 * free. */
gboolean trammel_friction_comparison_apply(TrammelProject *project,
                                           const TrammelFrictionComparison *tournament,
                                           guint entry,
                                           GError **error);

/* Return the comparison as JSON, or as a table; free with g_free(). */
char *trammel_friction_comparison_to_json(const TrammelFrictionComparison *tournament);
char *trammel_friction_comparison_to_table(const TrammelFrictionComparison *tournament);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelFrictionComparison, trammel_friction_comparison_free)

G_END_DECLS
