/* Replay of a log: the prediction of a parameter set, sample by sample, beside the measurement;
 * immutable. */
#pragma once

#include "io/study/validation.h"

G_BEGIN_DECLS

/* Cell of a matrix of scores, by its row's source and its log. */
typedef struct {
  TrammelSource source;
  guint number;
  char *log;
} TrammelReplayPlace;

TrammelReplayPlace *trammel_replay_place_new(TrammelSource source, guint number, const char *log);
TrammelReplayPlace *trammel_replay_place_copy(const TrammelReplayPlace *place);
gboolean trammel_replay_place_equal(const TrammelReplayPlace *a, const TrammelReplayPlace *b);
void trammel_replay_place_free(TrammelReplayPlace *place);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelReplayPlace, trammel_replay_place_free)

typedef struct {
  TrammelReplayPlace *place;
  TrammelProblem *problem; /* of the logs */
  TrModel *model;          /* the mechanism that moves */
  TrLogScore *score;       /* with traces */
} TrammelReplay;

/* Creates a replay; takes ownership of `model` and `score`, and a reference to `problem`. */
TrammelReplay *trammel_replay_new(const TrammelReplayPlace *place,
                                  TrammelProblem *problem,
                                  TrModel *model,
                                  TrLogScore *score);
TrammelReplay *trammel_replay_ref(TrammelReplay *replay);
void trammel_replay_unref(TrammelReplay *replay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelReplay, trammel_replay_unref)

G_END_DECLS
