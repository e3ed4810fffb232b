/* The active set of the impulses of friction and stops. */
#include <math.h>

#include "engine/sim/pieces_private.h"

/* An impulse of friction or of a stop with its bounds. */
typedef struct Impulse {
  TrPiece *piece;
  int joint, stop; /* stop: at the joint; -1: friction */
  int index;       /* among friction, then stops */
  double least, most;
} Impulse;

static Impulse
impulse_of(const TrSpook *s, int joint, int stop)
{
  TrPiece *piece = &s->pieces->pieces[joint];
  int index = stop < 0 ? joint : s->n_joints + piece->first_stop + stop;

  if (stop < 0)
    return (Impulse){piece, joint, stop, index, s->least[joint], s->bound[joint]};
  if (s->stops[piece->first_stop + stop].is_upper)
    return (Impulse){piece, joint, stop, index, -INFINITY, 0};
  return (Impulse){piece, joint, stop, index, 0, INFINITY};
}

/* Returns whether an impulse is free: that of friction that sticks, and of a closed stop. */
static bool
is_free(const TrSpook *s, const Impulse *impulse)
{
  return impulse->stop < 0 ? tr_pieces_stick(s, impulse->joint)
                           : impulse->piece->is_closed[impulse->stop];
}

/* Fixes an impulse at one of its bounds. */
static void
fix(const Impulse *impulse, bool at_most)
{
  if (impulse->stop < 0)
    impulse->piece->side = at_most ? TR_AT_BOUND : TR_AT_LEAST;
  else
    impulse->piece->is_closed[impulse->stop] = false;
}

/* Moves the free impulses towards those of the linear system until the first is at a bound, where
 * it is fixed; returns whether none was. */
static bool
move(TrPieces *pieces, const TrSpook *s)
{
  Impulse hit = {0};
  double reach = 1;
  bool hits_most = false;

  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < s->n_joints; j++)
      for (int i = -1; pieces->acts[j] && i < pieces->pieces[j].n_stops; i++) {
        Impulse impulse = impulse_of(s, j, i);
        double *now = &pieces->now[impulse.index], d = s->friction[impulse.index] - *now;
        double room = d < 0 ? impulse.least - *now : impulse.most - *now;

        if (!is_free(s, &impulse))
          continue;
        if (pass == 1)
          *now += reach * d;
        else if (d != 0 && room / d < reach) {
          reach = room / d;
          hit = impulse;
          hits_most = d > 0;
        }
      }
  if (!hit.piece)
    return true;
  pieces->now[hit.index] = hits_most ? hit.most : hit.least;
  fix(&hit, hits_most);
  return false;
}

/* Sets the impulses free whose rate is off its piece by most; false when there is none. */
static bool
release(TrPieces *pieces, const TrSpook *s)
{
  TrPiece *worst = NULL;
  double most = 0;
  int what = 0;

  for (int j = 0; j < s->n_joints; j++) {
    TrPiece *piece = &pieces->pieces[j];

    if (piece->wrong & TR_WRONG_FRICTION && fabs(pieces->rate[j]) > most) {
      most = fabs(pieces->rate[j]);
      worst = piece;
      what = -1;
    }
    for (int i = 0; i < piece->n_stops; i++) {
      double off = fabs(pieces->rate[j] + s->stops[piece->first_stop + i].gap);

      if (piece->wrong & TR_WRONG_STOP << i && off > most) {
        most = off;
        worst = piece;
        what = i;
      }
    }
  }
  if (worst && what < 0)
    worst->side = TR_STICKS;
  else if (worst)
    worst->is_closed[what] = true;
  return worst != NULL;
}

/* Starts the descent at impulses within their bounds. */
static void
start_descent(TrPieces *pieces, const TrSpook *s)
{
  for (int j = 0; j < s->n_joints; j++)
    for (int i = -1; pieces->acts[j] && i < pieces->pieces[j].n_stops; i++) {
      Impulse impulse = impulse_of(s, j, i);
      double now = fmin(fmax(s->friction[impulse.index], impulse.least), impulse.most);

      if (!is_free(s, &impulse))
        now = i >= 0 ? 0 : impulse.piece->side == TR_AT_LEAST ? impulse.least : impulse.most;
      pieces->now[impulse.index] = now;
    }
}

TrStatus
tr_pieces_descend(TrPieces *pieces, TrSpook *s, double *twist)
{
  start_descent(pieces, s);
  for (int turn = 0; turn < pieces->most; turn++) {
    TR_TRY(tr_pieces_solve_system(pieces, s, twist));
    tr_pieces_read(pieces, s, twist);
    if (move(pieces, s) && !release(pieces, s))
      return TR_OK;
  }
  return TR_NOT_CONVERGED;
}
