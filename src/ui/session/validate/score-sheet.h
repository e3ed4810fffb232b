/* How well parameter sets predict the logs of a project: the numbers behind the page Validate,
 * worked out once and immutable.  Cells are those of `trammel-cli validate` for the same project
 * and result. */
#pragma once

#include "io/study/validation.h"

G_BEGIN_DECLS

/* A parameter set that is to be scored: a run by its result, or (run 0) the values of the project
 * with the settings of that result. */
typedef struct {
  guint run;    /* its number; 0: start values */
  char *title;  /* "#7 κ 1650" */
  char *result; /* text of the run; NULL: with the settings of the project */
} TrammelCandidate;

TrammelCandidate *trammel_candidate_new(guint run, const char *title, const char *result);
void trammel_candidate_free(TrammelCandidate *candidate);

/* One log under one set; reference counted. */
typedef struct {
  TrLogScore *score; /* NULL with an error */
  char *error;
  TrTrajectory *motion; /* estimated with the set's values; nullable */
} TrammelScoreCell;

TrammelScoreCell *trammel_score_cell_ref(TrammelScoreCell *cell);
void trammel_score_cell_unref(TrammelScoreCell *cell);

typedef struct {
  guint run;
  char *title;
  GStrv fitted; /* logs that its values come from; those of the result, for run 0 none */
  char *error;  /* why it cannot be scored at all; nullable */
  TrammelScoreCell **cells; /* [n_logs] NULL: not worked out yet */
} TrammelScoredSet;

typedef struct {
  TrammelProblem *problem; /* of the logs, with the values of the project */
  guint n_logs;
  GPtrArray *sets; /* TrammelScoredSet */
  guint done;      /* cells that are there, of n_logs * sets->len */
} TrammelScoreSheet;

TrammelScoreSheet *trammel_score_sheet_ref(TrammelScoreSheet *sheet);
void trammel_score_sheet_unref(TrammelScoreSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelScoreSheet, trammel_score_sheet_unref)

/* What scores are kept in between, so that only those are worked out anew that something has
 * changed for; not for several threads at once. */
typedef struct _TrammelScorer TrammelScorer;

TrammelScorer *trammel_scorer_new(void);
void trammel_scorer_free(TrammelScorer *scorer);

/* The files of the logs are other ones now. */
void trammel_scorer_forget(TrammelScorer *scorer);

/* The logs of role `estimate` and `validate`, in the order of the project; FALSE with an error
 * where they cannot be read.  To be called before the rest. */
gboolean trammel_scorer_load(TrammelScorer *scorer,
                             const TrammelProject *project,
                             GCancellable *cancellable,
                             GError **error);
TrammelProblem *trammel_scorer_get_problem(TrammelScorer *scorer);

/* The sheet of candidates (GPtrArray of TrammelCandidate) with what is known already. */
TrammelScoreSheet *trammel_scorer_list(TrammelScorer *scorer,
                                       const GPtrArray *candidates,
                                       const TrammelValidationOptions *options);

/* Works out one more cell of those candidates: FALSE when all are there, or the monitor of
 * `options` has ended it. */
gboolean trammel_scorer_advance(TrammelScorer *scorer,
                                const GPtrArray *candidates,
                                const TrammelValidationOptions *options);

/* Scores log `log` under a candidate with traces (TrScoreOptions); *model gets the mechanism that
 * moves (to be freed).  NULL without an error when the monitor has ended it. */
TrLogScore *trammel_scorer_replay(TrammelScorer *scorer,
                                  const TrammelCandidate *candidate,
                                  guint log,
                                  const TrammelValidationOptions *options,
                                  TrModel **model,
                                  GError **error);

/* The error over all horizons; NULL without an error when the monitor has ended it, or the motion
 * cannot be estimated. */
TrammelLadder *trammel_scorer_climb(TrammelScorer *scorer,
                                    const TrammelCandidate *candidate,
                                    guint log,
                                    const TrammelValidationOptions *options,
                                    GError **error);

G_END_DECLS
