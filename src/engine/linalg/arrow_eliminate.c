/* Order of elimination: the parts of all chains independently; then the middles of the chains; then
 * their parts of the corner, summed in the order of the parts.  No bit depends on the assignment of
 * threads. */
#include "engine/linalg/arrow_private.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/dense.h"

static void
eliminate_blocks(TrArrow *arrow, TrArrowPart *part, int end)
{
  const TrArrowShape *shape = &arrow->shape;

  tr_arrow_open(arrow, part, end);
  for (; part->n_eliminated < end && !part->has_failed; part->n_eliminated++) {
    int k = part->n_eliminated, before = k < shape->bandwidth ? k : shape->bandwidth;
    double *panel = tr_arrow_part_panel(arrow, part, k);

    if (arrow->kernels->factor(shape, panel, before, &part->work) < shape->n) {
      part->has_failed = true;
      return;
    }
    arrow->kernels->reduce(shape, part->reduction, panel);
  }
}

/* Adds the panel of one block in the middle, as stored in the second part, to those of the first,
 * where the block precedes its neighbours instead of following them, and clears it. */
static void
move_panel(TrArrow *arrow, TrArrowPart *first, TrArrowPart *second, int k)
{
  const TrArrowShape *shape = &arrow->shape;
  int block = tr_arrow_part_block(second, k), place = block - first->block;
  double *from = tr_arrow_part_panel(arrow, second, k);
  double *to = tr_arrow_part_panel(arrow, first, place);

  for (int j = 0; j < shape->n; j++) {
    for (int i = j; i < shape->n; i++)
      to[tr_arrow_panel_place(shape, i, j)] += from[tr_arrow_panel_place(shape, i, j)];
    for (int q = 0; q < shape->corner_columns; q++) {
      size_t at = tr_arrow_panel_place(shape, tr_arrow_border_row(shape, q), j);

      to[at] += from[at];
    }
    for (int d = 1; k + d < tr_arrow_part_size(second); d++)
      for (int i = 0; i < shape->n; i++)
        tr_arrow_part_panel(arrow, first,
                            place - d)[tr_arrow_panel_place(shape, tr_arrow_row(shape, d, j), i)] +=
            from[tr_arrow_panel_place(shape, tr_arrow_row(shape, d, i), j)];
  }
  memset(from, 0, shape->panel_size * sizeof *from);
}

static void
move_middle(TrArrow *arrow, int chain)
{
  TrArrowPart *first = &arrow->parts[2 * chain], *second = first + 1;

  tr_arrow_open(arrow, first, tr_arrow_part_size(first));
  tr_arrow_open(arrow, second, tr_arrow_part_size(second));
  for (int k = second->n_blocks; k < tr_arrow_part_size(second); k++)
    move_panel(arrow, first, second, k);
}

/* corner += sign from; clears from. */
static void
move_corner(TrArrow *arrow, double *from, double sign)
{
  const TrArrowShape *shape = &arrow->shape;

  for (int j = 0; j < shape->corner_columns; j++)
    for (int i = j; i < shape->corner_columns; i++)
      *tr_arrow_corner(arrow, i, j) +=
          sign * from[tr_arrow_place(shape, shape->corner_strip_size, i, j)];
  memset(from, 0, shape->corner_size * sizeof *from);
}

void
tr_arrow_join(TrArrow *arrow)
{
  for (int i = 0; i < 2 * arrow->n_chains; i++)
    tr_arrow_flush(arrow, &arrow->parts[i]);
  for (int c = 0; c < arrow->n_chains; c++)
    move_middle(arrow, c);
  for (int i = 0; i < 2 * arrow->n_chains; i++)
    move_corner(arrow, arrow->parts[i].corner, 1);
}

static void
eliminate_part(void *data, int task)
{
  TrArrow *arrow = data;
  TrArrowPart *part = &arrow->parts[task];

  eliminate_blocks(arrow, part, part->n_blocks);
  for (int k = part->n_blocks; part->direction < 0 && k < tr_arrow_part_size(part); k++)
    arrow->kernels->subtract(&arrow->shape, tr_arrow_part_panel(arrow, part, k),
                             k - part->n_blocks + 1, k < arrow->bandwidth ? k : arrow->bandwidth);
}

static void
eliminate_middle(void *data, int task)
{
  TrArrow *arrow = data;
  TrArrowPart *first = &arrow->parts[2 * task];

  if (first->has_failed || first[1].has_failed)
    return;
  move_middle(arrow, task);
  eliminate_blocks(arrow, first, tr_arrow_part_size(first));
}

/* Keeps the diagonal for tr_arrow_least_pivot(). */
static void
keep_diagonal(TrArrow *arrow, TrArrowPart *part)
{
  int n = arrow->n, last = tr_arrow_part_last(arrow, part);

  for (int k = last; k < tr_arrow_part_size(part); k++)
    for (int j = 0; k >= part->n_eliminated && j < n; j++)
      part->diagonal[(k - last) * n + j] = tr_arrow_diagonal(arrow, part->block + k, j);
}

TrStatus
tr_arrow_eliminate(TrArrow *arrow, int *failed)
{
  TR_ASSERT(arrow);

  const TrArrowShape *shape = &arrow->shape;
  size_t last = tr_arrow_place(shape, shape->corner_strip_size, arrow->border, arrow->border);

  tr_arrow_join(arrow);
  for (int c = 0; c < arrow->n_chains; c++)
    keep_diagonal(arrow, &arrow->parts[2 * c]);
  tr_team_run(arrow->team, 2 * arrow->n_chains, eliminate_part, arrow);
  tr_team_run(arrow->team, arrow->n_chains, eliminate_middle, arrow);
  for (int i = 0; i < 2 * arrow->n_chains; i++) {
    TrArrowPart *part = &arrow->parts[i];

    if (part->has_failed) {
      if (failed)
        *failed = tr_arrow_part_block(part, part->n_eliminated);
      return TR_NOT_DEFINITE;
    }
    arrow->decrease += part->reduction[last];
    move_corner(arrow, part->reduction, -1);
  }
  return TR_OK;
}

double
tr_arrow_log_determinant(const TrArrow *arrow)
{
  TR_ASSERT(arrow);

  double sum = 0;

  for (int block = 0; block < arrow->first[arrow->n_chains]; block++)
    for (int j = 0; j < arrow->n; j++)
      sum += 2 * log(tr_arrow_diagonal(arrow, block, j));
  return sum;
}

/* Finds the least pivot of one chain, if it is less than the least so far. */
static void
look_at_chain(TrArrowPivot *least, const TrArrow *arrow, const TrArrowPart *part)
{
  int n = arrow->n, last = tr_arrow_part_last(arrow, part);

  for (int k = last; k < tr_arrow_part_size(part); k++)
    for (int j = 0; j < n; j++) {
      double root = tr_arrow_diagonal(arrow, part->block + k, j), value = root * root;
      double share = value / part->diagonal[(k - last) * n + j];

      if (share < least->share)
        *least = (TrArrowPivot){part->block + k, j, value, share};
    }
}

TrArrowPivot
tr_arrow_least_pivot(const TrArrow *arrow)
{
  TrArrowPivot least = {.share = INFINITY};

  for (int c = 0; c < arrow->n_chains; c++)
    look_at_chain(&least, arrow, &arrow->parts[2 * c]);
  return least;
}

void
tr_arrow_reject_pivot(TrArrow *arrow, const TrArrowPivot *pivot)
{
  tr_arrow_panel(arrow, pivot->block)[tr_arrow_panel_place(&arrow->shape, pivot->row, pivot->row)] =
      0;
}

void
tr_arrow_own_direction(double *x, const TrArrow *arrow, int block, int last)
{
  const TrArrowShape *shape = &arrow->shape;
  const double *panel = tr_arrow_panel(arrow, block);

  memset(x, 0, (size_t)arrow->n * sizeof *x);
  x[last] = 1;
  for (int i = last - 1; i >= 0; i--) {
    for (int k = i + 1; k <= last; k++)
      x[i] -= panel[tr_arrow_panel_place(shape, k, i)] * x[k];
    x[i] /= panel[tr_arrow_panel_place(shape, i, i)];
  }
}

void
tr_arrow_weak_direction(double *x, const TrArrow *arrow, int block)
{
  int last = 0;

  while (last + 1 < arrow->n && tr_arrow_diagonal(arrow, block, last) > 0 &&
         isfinite(tr_arrow_diagonal(arrow, block, last)))
    last++;
  tr_arrow_own_direction(x, arrow, block, last);
}

TrStatus
tr_arrow_factor_corner(double *out, const TrArrow *arrow)
{
  int p = arrow->border;

  for (int i = 0; i < p; i++)
    for (int j = 0; j <= i; j++)
      out[i * p + j] = *tr_arrow_corner(arrow, i, j);
  return tr_dense_cholesky(out, p);
}
