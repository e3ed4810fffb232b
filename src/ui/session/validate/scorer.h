/* Scorer: scores of parameter sets on the logs of a project, behind the page Validate.  Runs are
 * scored with the values of the stepper, which simulates them.  Cells equal
 * those of `trammel-cli validate` for the same project and result. */
#pragma once

#include "io/study/validation.h"

G_BEGIN_DECLS

/* A parameter set to be scored: a run by its result, or (run 0) the values of the project with the
 * settings of that result. */
typedef struct {
  guint run;    /* its number; 0: start values */
  char *title;  /* "#7 κ 1650" */
  char *result; /* text of the run; NULL: with the settings of the project */
} TrammelScoredParameterSet;

TrammelScoredParameterSet *trammel_candidate_new(guint run, const char *title, const char *result);
void trammel_candidate_free(TrammelScoredParameterSet *candidate);

/* Scorer: keeps the cells, so that only cells affected by a change are computed again.  Not safe
 * for several threads at once. */
typedef struct _TrammelScorer TrammelScorer;

TrammelScorer *trammel_scorer_new(void);
void trammel_scorer_free(TrammelScorer *scorer);

/* Drops all scores: the files of the logs have changed. */
void trammel_scorer_forget(TrammelScorer *scorer);

/* Loads the logs of role `estimate` and `validate`, in the order of the project; returns FALSE with
 * an error if they cannot be read.  Call it before the other functions. */
gboolean trammel_scorer_load(TrammelScorer *scorer,
                             const TrammelProject *project,
                             GCancellable *cancellable,
                             GError **error);
TrammelProblem *trammel_scorer_get_problem(TrammelScorer *scorer);

/* Returns the matrix of the candidates (GPtrArray of TrammelScoredParameterSet) with the known
 * cells (transfer full). */
TrammelScoreMatrix *trammel_scorer_list(TrammelScorer *scorer,
                                        const GPtrArray *candidates,
                                        const TrammelValidationOptions *options);

/* Computes one more cell of those candidates; returns FALSE if all are finished, or if the monitor
 * of `options` cancelled it. */
gboolean trammel_scorer_advance(TrammelScorer *scorer,
                                const GPtrArray *candidates,
                                const TrammelValidationOptions *options);

/* Scores log `log` under a candidate with traces (TrScoreOptions).  *model receives the mechanism
 * that moves; the caller frees it.  Returns NULL without an error if the monitor cancelled it. */
TrLogScore *trammel_scorer_replay(TrammelScorer *scorer,
                                  const TrammelScoredParameterSet *candidate,
                                  guint log,
                                  const TrammelValidationOptions *options,
                                  TrModel **model,
                                  GError **error);

/* Computes the error over all prediction horizons (transfer full).  Returns NULL without an error
 * if the monitor cancelled it, or if the motion cannot be estimated. */
TrammelPredictionHorizon *trammel_scorer_find_horizons(TrammelScorer *scorer,
                                                       const TrammelScoredParameterSet *candidate,
                                                       guint log,
                                                       const TrammelValidationOptions *options,
                                                       GError **error);

G_END_DECLS
