/* Scores of parameter sets on the logs of a project, and the replay of one of them, computed in a
 * background thread; the latest request supersedes earlier ones, and results that they share are
 * not computed again. */
#pragma once

#include "io/study/crossvalidation.h"
#include "ui/session/thread/worker.h"
#include "ui/session/validate/replay.h"
#include "ui/session/validate/scorer.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_VALIDATOR (trammel_validator_get_type())
G_DECLARE_FINAL_TYPE(TrammelValidator, trammel_validator, TRAMMEL, VALIDATOR, TrammelWorker)

/* Signals: "scored" (TrammelScoreMatrix *: the cells finished so far), "replayed" (TrammelReplay
 * *), "horizons-found" (TrammelPredictionHorizon *: error over the horizon of the replayed log,
 * nullable), "failed" (GError *).  The pointers are valid during the emission. */
TrammelValidator *trammel_validator_new(void);

/* Starts a request.  `candidates`: GPtrArray of TrammelScoredParameterSet, transfer full; `score`:
 * only its start and steps are used; `cross` and `place` (nullable): the replay to compute first,
 * from there or from the candidates. */
void trammel_validator_start(TrammelValidator *validator,
                             TrammelProject *project,
                             GPtrArray *candidates,
                             const TrScoreOptions *score,
                             TrammelCrossValidation *cross,
                             const TrammelReplayPlace *place);

/* Drops all results: the files of the logs have changed. */
void trammel_validator_forget(TrammelValidator *validator);

G_END_DECLS
