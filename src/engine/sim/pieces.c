#include "engine/sim/pieces.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/carve.h"
#include "engine/base/finite.h"
#include "engine/sim/pieces_private.h"

/* Turns of the pivoting without making those off their piece fewer. */
enum { PATIENCE = 5 };

/* Turns per variable, above the need. */
enum { TURNS_PER_VARIABLE = 4 };

/* Share of its terms up to which a rate or an impulse off its piece is rounding. */
#define ROUNDING 1e-12

/* Least compliance of a stop as a share of the inverse inertia of its joint's bodies: beside
 * friction that sticks it would otherwise be undetermined which of both holds the joint. */
#define LEAST_GIVE 1e-14

/* Compliance of a row that is off. */
#define OFF (-1.0)

static size_t
lay_out(TrPieces *pieces, const TrSpook *s, double *base)
{
  double **joints[] = {&pieces->give, &pieces->target,   &pieces->fixed,
                       &pieces->held, &pieces->factored, &pieces->rate};
  size_t used = 0;

  for (size_t i = 0; i < TR_COUNT(joints); i++)
    *joints[i] = tr_carve(base, &used, (size_t)s->n_joints);
  pieces->momentum = tr_carve(base, &used, (size_t)s->n);
  pieces->now = tr_carve(base, &used, (size_t)(s->n_joints + s->n_stops));
  return used;
}

static void
fill(TrPieces *pieces, const TrSpook *s)
{
  int stop = 0;

  for (int j = 0; j < s->n_joints; j++) {
    TrPiece *piece = &pieces->pieces[j];

    piece->first_stop = stop;
    while (stop < s->n_stops && s->stops[stop].joint == j)
      stop++;
    piece->n_stops = stop - piece->first_stop;
    piece->is_dry = tr_friction_is_dry(s->model->joints[j].friction.model);
    pieces->acts[j] = tr_spook_is_active(s, j);
  }
}

TrPieces *
tr_pieces_new(const TrSpook *s)
{
  TR_ASSERT(s);

  TrPieces *pieces = calloc(1, sizeof *pieces);

  if (!pieces)
    return NULL;
  pieces->patience = PATIENCE;
  pieces->most = TURNS_PER_VARIABLE * (s->n_joints + s->n_stops + 1);
  pieces->pieces = calloc((size_t)s->n_joints + 1, sizeof *pieces->pieces);
  pieces->acts = calloc((size_t)s->n_joints + 1, sizeof *pieces->acts);
  pieces->block = calloc(lay_out(pieces, s, NULL) + 1, sizeof *pieces->block);
  if (!pieces->pieces || !pieces->acts || !pieces->block) {
    tr_pieces_free(pieces);
    return NULL;
  }
  lay_out(pieces, s, pieces->block);
  fill(pieces, s);
  return pieces;
}

void
tr_pieces_free(TrPieces *pieces)
{
  if (!pieces)
    return;
  free(pieces->pieces);
  free(pieces->acts);
  free(pieces->block);
  free(pieces);
}

const bool *
tr_pieces_joints(const TrPieces *pieces)
{
  return pieces->acts;
}

void
tr_pieces_limit(TrPieces *pieces, int patience, int most)
{
  TR_ASSERT(pieces && patience >= 0 && most >= 0);
  pieces->patience = patience;
  pieces->most = most;
}

int
tr_pieces_programmes(const TrPieces *pieces)
{
  return pieces->n_programmes;
}

/* Least compliance of the stops of a joint: a share of its inverse inertia without constraints,
 * which is more than that with them. */
static double
find_least_give(const TrSpook *s, int joint)
{
  const TrConstraint *axis = &s->mechanism->axes[joint];
  const double *row = s->axes + TR_LOCAL * joint;
  double inverse = 0;

  for (int k = 0; k < TR_LOCAL; k++) {
    int column = tr_local_column(axis, k);
    const TrBody *body = column < 0 ? NULL : &s->model->bodies[column / 6];

    if (body)
      inverse += row[k] * row[k] / (k % 6 < 3 ? body->mass : body->inertia[k % 6 - 3]);
  }
  return LEAST_GIVE * inverse;
}

void
tr_pieces_begin(TrSpook *s)
{
  TrPieces *pieces = s->pieces;

  pieces->is_stale = true;
  for (int j = 0; s->n_stops > 0 && j < s->n_joints; j++)
    if (pieces->pieces[j].n_stops > 0)
      pieces->pieces[j].least_give = find_least_give(s, j);
  tr_spook_start_lines(s);
  tr_spook_update_bounds(s);
}

/* Compliance of the i-th stop of a joint. */
static double
give_of(const TrSpook *s, const TrPiece *piece, int i)
{
  return fmax(s->stops[piece->first_stop + i].give, piece->least_give);
}

/* Impulse of friction on the present piece, where the joint does not stick. */
static double
friction_of(const TrSpook *s, int joint, double rate)
{
  const TrPiece *piece = &s->pieces->pieces[joint];

  if (tr_spook_is_smooth(s, joint))
    return piece->level - piece->line * rate;
  return piece->side == TR_AT_LEAST ? s->least[joint] : s->bound[joint];
}

/* Draws the row of a joint on its present piece: friction that sticks, or the springs of closed
 * stops and smooth friction; without any the impulse is fixed. */
static void
draw(TrPieces *pieces, const TrSpook *s, int joint)
{
  const TrPiece *piece = &pieces->pieces[joint];
  double force = friction_of(s, joint, 0), stiffness = piece->line;

  pieces->give[joint] = OFF;
  pieces->target[joint] = pieces->fixed[joint] = 0;
  if (tr_pieces_stick(s, joint)) {
    pieces->give[joint] = 0;
    return;
  }
  for (int i = 0; i < piece->n_stops; i++)
    if (piece->is_closed[i]) {
      double give = give_of(s, piece, i);

      stiffness += 1 / give;
      force -= s->stops[piece->first_stop + i].gap / give;
    }
  if (stiffness > 0) {
    pieces->give[joint] = 1 / stiffness;
    pieces->target[joint] = force / stiffness;
  } else
    pieces->fixed[joint] = force;
}

/* Factors the matrix unless its numbers are those of the factor. */
static TrStatus
factor(TrPieces *pieces, TrSpook *s)
{
  TrStepRows rows = {s->jac, s->sigma, s->axes, s->axial_mass, pieces->factored};
  size_t size = (size_t)s->n_joints * sizeof *pieces->give;

  if (!pieces->is_stale && memcmp(pieces->factored, pieces->give, size) == 0)
    return TR_OK;
  memcpy(pieces->factored, pieces->give, size);
  pieces->is_stale = true;
  TR_TRY(tr_step_matrix_factor(s->matrix, &rows, TR_PIVOT_FLOOR));
  pieces->is_stale = false;
  return TR_OK;
}

TrStatus
tr_pieces_solve_system(TrPieces *pieces, TrSpook *s, double *twist)
{
  for (int j = 0; j < s->n_joints; j++)
    if (pieces->acts[j])
      draw(pieces, s, j);
  TR_TRY(factor(pieces, s));
  memcpy(pieces->momentum, s->momentum, (size_t)s->n * sizeof *s->momentum);
  for (int j = 0; j < s->n_joints; j++)
    if (pieces->fixed[j] != 0)
      tr_spook_push_along(s, pieces->momentum, j, pieces->fixed[j]);
  tr_step_matrix_solve(s->matrix, &(TrStepSides){.p = pieces->momentum,
                                                 .c = s->rhs,
                                                 .target = pieces->target,
                                                 .v = twist,
                                                 .lambda = s->lambda,
                                                 .held = pieces->held});
  return tr_all_finite(twist, (size_t)s->n) ? TR_OK : TR_NOT_DEFINITE;
}

/* Parts of friction and stops in the impulse along a joint.  A stop that alone is closed where the
 * joint slides has what friction leaves, which is more exact than its spring where that is stiff.
 */
static void
share_out(TrPieces *pieces, TrSpook *s, int joint, double rate)
{
  const TrPiece *piece = &pieces->pieces[joint];
  double total = pieces->give[joint] >= 0 ? pieces->held[joint] : pieces->fixed[joint];
  double *stop = s->friction + s->n_joints + piece->first_stop, stops = 0;
  bool is_stuck = tr_pieces_stick(s, joint), is_lone;
  int n_closed = 0;

  for (int i = 0; i < piece->n_stops; i++)
    n_closed += piece->is_closed[i];
  is_lone = n_closed == 1 && !is_stuck;
  for (int i = 0; i < piece->n_stops; i++) {
    double gap = s->stops[piece->first_stop + i].gap;

    if (!piece->is_closed[i])
      stop[i] = 0;
    else if (is_lone)
      stop[i] = total - friction_of(s, joint, rate);
    else
      stop[i] = -(is_stuck ? gap : rate + gap) / give_of(s, piece, i);
    stops += stop[i];
  }
  s->friction[joint] = is_stuck ? total - stops : friction_of(s, joint, rate);
}

/* Sum of the sizes of the terms of a joint's rate. */
static double
size_of_terms(const TrSpook *s, int joint, const double *twist)
{
  const double *row = s->axes + TR_LOCAL * joint;
  double sum = 0;

  for (int k = 0; k < TR_LOCAL; k++) {
    int column = tr_local_column(&s->mechanism->axes[joint], k);

    sum += column < 0 ? 0 : fabs(row[k] * twist[column]);
  }
  return sum;
}

/* Looks whether friction is off its piece, at a rate with terms of a size. */
static bool
is_friction_wrong(TrPiece *piece, const TrSpook *s, int joint, double rate, double size)
{
  double f = s->friction[joint], allowed = ROUNDING * fabs(f);

  if (!tr_pieces_may_stick(s, joint))
    return false;
  if (piece->side != TR_STICKS) {
    piece->next = TR_STICKS;
    return (piece->side == TR_AT_BOUND ? rate : -rate) > ROUNDING * size;
  }
  piece->next = f > s->bound[joint] ? TR_AT_BOUND : TR_AT_LEAST;
  return f > s->bound[joint] + allowed || f < s->least[joint] - allowed;
}

static bool
is_stop_wrong(const TrPiece *piece, const TrSpook *s, int i, double rate, double size)
{
  int index = piece->first_stop + i;
  const TrStop *stop = &s->stops[index];
  double side = stop->is_upper ? -1 : 1;

  if (piece->is_closed[i])
    return side * s->friction[s->n_joints + index] < 0;
  return side * (rate + stop->gap) < -ROUNDING * (size + fabs(stop->gap));
}

/* Reads the solution along a joint, and notes what is off its piece; returns their number. */
static int
read_joint(TrPieces *pieces, TrSpook *s, int joint, const double *twist)
{
  TrPiece *piece = &pieces->pieces[joint];
  double rate = tr_spook_along(s, joint, twist), size = size_of_terms(s, joint, twist);
  int n;

  pieces->rate[joint] = rate;
  share_out(pieces, s, joint, rate);
  n = is_friction_wrong(piece, s, joint, rate, size);
  piece->wrong = n > 0 ? TR_WRONG_FRICTION : 0;
  for (int i = 0; i < piece->n_stops; i++)
    if (is_stop_wrong(piece, s, i, rate, size)) {
      piece->wrong |= TR_WRONG_STOP << i;
      n++;
    }
  return n;
}

int
tr_pieces_read(TrPieces *pieces, TrSpook *s, const double *twist)
{
  int n = 0;

  for (int j = 0; j < s->n_joints; j++)
    if (pieces->acts[j])
      n += read_joint(pieces, s, j, twist);
  return n;
}

/* Changes all that is off its piece. */
static void
change_all(TrPieces *pieces, int n_joints)
{
  for (int j = 0; j < n_joints; j++) {
    TrPiece *piece = &pieces->pieces[j];

    for (int i = 0; i < piece->n_stops; i++)
      piece->is_closed[i] ^= (piece->wrong & TR_WRONG_STOP << i) != 0;
    if (piece->wrong & TR_WRONG_FRICTION)
      piece->side = piece->next;
  }
}

/* Block pivoting, as long as it makes those off their piece fewer. */
static TrStatus
pivot(TrPieces *pieces, TrSpook *s, double *twist)
{
  int fewest = INT_MAX, patience = pieces->patience;

  while (patience > 0) {
    int n;

    TR_TRY(tr_pieces_solve_system(pieces, s, twist));
    n = tr_pieces_read(pieces, s, twist);
    if (n == 0)
      return TR_OK;
    patience = n < fewest ? pieces->patience : patience - 1;
    fewest = n < fewest ? n : fewest;
    change_all(pieces, s->n_joints);
  }
  return TR_NOT_CONVERGED;
}

/* Finds the pieces; TR_NOT_CONVERGED where that does not end. */
static TrStatus
find_pieces(TrPieces *pieces, TrSpook *s, double *twist)
{
  TrStatus status = pivot(pieces, s, twist);

  return status == TR_NOT_CONVERGED ? tr_pieces_descend(pieces, s, twist) : status;
}

/* Pieces of the impulses that the programme has found. */
static void
take_pieces(TrPieces *pieces, const TrSpook *s, const double *twist)
{
  for (int j = 0; j < s->n_joints; j++) {
    TrPiece *piece = &pieces->pieces[j];

    pieces->rate[j] = tr_spook_along(s, j, twist);
    piece->side = s->friction[j] >= s->bound[j]   ? TR_AT_BOUND
                  : s->friction[j] <= s->least[j] ? TR_AT_LEAST
                                                  : TR_STICKS;
    for (int i = 0; i < piece->n_stops; i++)
      piece->is_closed[i] = s->friction[s->n_joints + piece->first_stop + i] != 0;
  }
}

/* The programme of small mechanisms in place of the pieces. */
static TrStatus
solve_programme(TrPieces *pieces, TrSpook *s, double *twist, int round)
{
  TR_TRY(tr_spook_take_programme(s));
  pieces->n_programmes++;
  for (int j = 0; j < s->n_joints; j++)
    pieces->give[j] = OFF;
  TR_TRY(factor(pieces, s));
  tr_spook_fill_response(s);
  TR_TRY(tr_spook_solve_programme(s, twist, round));
  take_pieces(pieces, s, twist);
  return TR_OK;
}

static void
draw_lines(TrPieces *pieces, TrSpook *s, int round)
{
  for (int j = 0; s->smooth && j < s->n_joints; j++)
    if (tr_spook_is_smooth(s, j))
      pieces->pieces[j].line = tr_spook_draw_line(s, j, round, &pieces->pieces[j].level);
}

TrStatus
tr_pieces_solve(TrSpook *s, double *twist, int round, double *change)
{
  TR_ASSERT(s && s->pieces && twist && change);

  TrPieces *pieces = s->pieces;
  TrStatus status;

  for (int j = 0; j < s->n_joints; j++) {
    pieces->give[j] = OFF;
    pieces->fixed[j] = 0;
  }
  draw_lines(pieces, s, round);
  status = find_pieces(pieces, s, twist);
  if (status == TR_NOT_CONVERGED || status == TR_NOT_DEFINITE)
    status = solve_programme(pieces, s, twist, round);
  TR_TRY(status);
  tr_spook_sum_axial(s);
  *change = fmax(tr_spook_update_bounds(s), tr_spook_move_lines(s, pieces->rate, s->rate));
  return TR_OK;
}
