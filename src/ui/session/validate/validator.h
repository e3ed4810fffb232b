/* Scores parameter sets on the logs of a project, and replays one of them, on a thread of its own;
 * the latest request wins, and what it shares with the ones before is not worked out again. */
#pragma once

#include "ui/session/thread/worker.h"
#include "ui/session/validate/cross-sheet.h"
#include "ui/session/validate/replay.h"
#include "ui/session/validate/score-sheet.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_VALIDATOR (trammel_validator_get_type())
G_DECLARE_FINAL_TYPE(TrammelValidator, trammel_validator, TRAMMEL, VALIDATOR, TrammelBackground)

/* Signals: "scored" (TrammelScoreSheet *: as far as it has got), "replayed" (TrammelReplay *),
 * "climbed" (TrammelLadder *: of what is replayed, nullable), "failed" (GError *).  The pointers
 * are valid during the emission. */
TrammelValidator *trammel_validator_new(void);

/* What is to be known.  `candidates`: GPtrArray of TrammelCandidate, which is taken; `score`: its
 * start and steps count; `cross` and `place` (nullable): what is to be replayed first, from there
 * or from the candidates. */
void trammel_validator_start(TrammelValidator *validator,
                             TrammelProject *project,
                             GPtrArray *candidates,
                             const TrScoreOptions *score,
                             TrammelCrossSheet *cross,
                             const TrammelReplayPlace *place);

/* What is under way comes to nothing. */
void trammel_validator_stop(TrammelValidator *validator);

/* The files of the logs are other ones: all is worked out anew at the next start. */
void trammel_validator_forget(TrammelValidator *validator);

G_END_DECLS
