/* Back substitution: the middle of a chain first, then both of its halves outwards. */
#include "engine/linalg/arrow_private.h"

#include <string.h>

typedef struct Solution {
  const TrArrow *arrow;
  double *x;
  const double *p; /* NULL for zero */
  double gradient; /* 1, or 0 where the gradient is left out */
} Solution;

/* Fills the factors of the border's rows and of the gradient. */
static void
fill_border(double *y, const Solution *s)
{
  const TrArrow *arrow = s->arrow;
  double *border = y + tr_arrow_border_row(&arrow->shape, 0);

  if (s->p)
    memcpy(border, s->p, (size_t)arrow->border * sizeof *border);
  else
    memset(border, 0, (size_t)arrow->border * sizeof *border);
  border[arrow->border] = s->gradient;
}

/* Solves the blocks end - 1 .. begin of a part. */
static void
solve_blocks(const Solution *s, const TrArrowPart *part, int begin, int end)
{
  const TrArrow *arrow = s->arrow;
  const TrArrowShape *shape = &arrow->shape;
  size_t n = (size_t)arrow->n, bytes = n * sizeof *s->x;
  double *y = part->work.y;

  memset(y, 0, (size_t)(shape->strips * shape->lanes) * sizeof *y);
  fill_border(y, s);
  for (int k = end - 1; k >= begin; k--) {
    for (int d = 1; d <= arrow->bandwidth && k + d < tr_arrow_part_size(part); d++)
      memcpy(y + tr_arrow_row(shape, d, 0), s->x + (size_t)tr_arrow_part_block(part, k + d) * n,
             bytes);
    memset(y, 0, bytes);
    arrow->kernels->solve(shape, tr_arrow_part_panel(arrow, part, k), y);
    memcpy(s->x + (size_t)tr_arrow_part_block(part, k) * n, y, bytes);
  }
}

static void
solve_middle(void *data, int task)
{
  const Solution *s = data;
  const TrArrowPart *part = &s->arrow->parts[2 * task];

  solve_blocks(s, part, part->n_blocks, tr_arrow_part_size(part));
}

static void
solve_part(void *data, int task)
{
  const Solution *s = data;
  const TrArrowPart *part = &s->arrow->parts[task];

  solve_blocks(s, part, 0, part->n_blocks);
}

static void
solve_chains(Solution s)
{
  tr_team_run(s.arrow->team, s.arrow->n_chains, solve_middle, &s);
  tr_team_run(s.arrow->team, 2 * s.arrow->n_chains, solve_part, &s);
}

void
tr_arrow_back_substitute(double *x, const TrArrow *arrow, const double *p)
{
  TR_ASSERT(x && arrow && tr_is_array(p, arrow->border));
  /* without a border p may be any pointer */
  solve_chains((Solution){.arrow = arrow, .x = x, .p = arrow->border > 0 ? p : x, .gradient = 1});
}

void
tr_arrow_pivot_direction(double *x, const TrArrow *arrow, const TrArrowPivot *pivot)
{
  TR_ASSERT(x && arrow && pivot);

  int k;
  const TrArrowPart *part = tr_arrow_locate(arrow, pivot->block, &k);
  Solution s = {.arrow = arrow, .x = x};

  memset(x, 0, (size_t)arrow->first[arrow->n_chains] * (size_t)arrow->n * sizeof *x);
  tr_arrow_own_direction(x + (size_t)pivot->block * (size_t)arrow->n, arrow, pivot->block,
                         pivot->row);
  solve_blocks(&s, part, part->n_blocks, k);
  solve_blocks(&s, part, 0, part->n_blocks < k ? part->n_blocks : k);
  solve_blocks(&s, part + 1, 0, part[1].n_blocks);
}
