#include "ui/session/validate/replay.h"

TrammelReplayPlace *
trammel_replay_place_new(TrammelSource source, guint number, const char *log)
{
  TrammelReplayPlace *place = g_new0(TrammelReplayPlace, 1);

  *place = (TrammelReplayPlace){.source = source, .number = number, .log = g_strdup(log)};
  return place;
}

TrammelReplayPlace *
trammel_replay_place_copy(const TrammelReplayPlace *place)
{
  return trammel_replay_place_new(place->source, place->number, place->log);
}

gboolean
trammel_replay_place_equal(const TrammelReplayPlace *a, const TrammelReplayPlace *b)
{
  return a->source == b->source && a->number == b->number && g_str_equal(a->log, b->log);
}

void
trammel_replay_place_free(TrammelReplayPlace *place)
{
  g_free(place->log);
  g_free(place);
}

TrammelReplay *
trammel_replay_new(const TrammelReplayPlace *place,
                   TrammelProblem *problem,
                   TrModel *model,
                   TrLogScore *score)
{
  TrammelReplay *self = g_atomic_rc_box_new0(TrammelReplay);

  self->place = trammel_replay_place_copy(place);
  self->problem = trammel_problem_ref(problem);
  self->model = model;
  self->score = score;
  return self;
}

TrammelReplay *
trammel_replay_ref(TrammelReplay *self)
{
  return g_atomic_rc_box_acquire(self);
}

static void
clear_replay(gpointer data)
{
  TrammelReplay *self = data;

  trammel_replay_place_free(self->place);
  trammel_problem_unref(self->problem);
  tr_model_free(self->model);
  tr_log_score_free(self->score);
}

void
trammel_replay_unref(TrammelReplay *self)
{
  g_atomic_rc_box_release_full(self, clear_replay);
}
