/* A tournament of friction models: the same logs fitted with one model after the other at chosen
 * joints, and what speaks for which.
 *
 * The project is fitted as it stands first: it gives the weights (kappa and the sensors' sigmas)
 * that all fits then share, so that their costs can be compared, and the starts.  Every model then
 * has all of its coefficients free.  With n = residuals - states and p parameters
 *
 *   aic = n log(cost/n) + 2 p n/(n - p - 1),   bic = n log(cost/n) + p log n
 *
 * Cross-validation fits all logs but one and judges that one; a single log is cut into halves. */
#pragma once

#include "io/study/friction_data.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

typedef struct {
  const char *name; /* "coulomb-asymmetric" */
  TrFrictionModel model;
  gboolean leans; /* dry friction differs by direction */
} TrammelContender;

/* All of them; *n is their number. */
const TrammelContender *trammel_contenders(guint *n);

/* One model. */
typedef struct {
  const TrammelContender *contender;
  TrammelProject *project;        /* with its friction, at its estimates; NULL when not reached */
  TrFit *fit;                     /* NULL when not reached or failed */
  char *message;                  /* why it failed, or what is odd; nullable */
  guint n_parameters, n_friction; /* free, and those among them that are friction */
  double cost, aic, bic;
  double unexplained; /* rms of the friction that is missing over that of what is needed: the worst
                         joint */
  double correlation; /* of what is missing from one node to the next, there */
  double whiteness;   /* probability of so much correlation in white noise */
  double open_loop;   /* cross-validated: mean error over the signals' variation [%]; NAN */
  double state_error; /* cross-validated: rms of the state error [N s, N m s]; NAN */
} TrammelTournamentEntry;

typedef struct {
  TrammelProblem *problem;
  TrFit *reference; /* of the project as it stands; NULL when not reached */
  guint n_joints;
  int *joints;                   /* [n_joints] whose friction is compared */
  TrammelExcitation *excitation; /* [n_joints] */
  guint n_entries;
  TrammelTournamentEntry *entries; /* [n_entries] in the order of trammel_contenders() */
  const char *validation;          /* "leave-one-out", "halves" */
  gboolean is_complete;
} TrammelTournament;

/* joints: names, NULL-terminated; NULL: all that can have friction.  The monitor of the options
 * ends it early: then is_complete is FALSE.  Errors: TRAMMEL_ERROR_USAGE for a joint that there is
 * not; those of the engine for a project that cannot be fitted. */
TrammelTournament *trammel_tournament_new(TrammelProblem *problem,
                                          const char *const *joints,
                                          const TrammelValidationOptions *options,
                                          GError **error);
void trammel_tournament_free(TrammelTournament *tournament);

/* The entry with the smallest bic among those that converged; -1 when there is none. */
int trammel_tournament_find_best(const TrammelTournament *tournament);

/* What to make of it, in a sentence or two; free with g_free(). */
char *trammel_tournament_dup_verdict(const TrammelTournament *tournament);

/* Puts the friction of an entry, with its estimates, into a project: all its coefficients free. */
gboolean trammel_tournament_apply(TrammelProject *project,
                                  const TrammelTournament *tournament,
                                  guint entry,
                                  GError **error);

char *trammel_tournament_to_json(const TrammelTournament *tournament);
char *trammel_tournament_to_table(const TrammelTournament *tournament);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelTournament, trammel_tournament_free)

G_END_DECLS
