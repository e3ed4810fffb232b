#include "bench/sparse.h"

static int
count_states(const TrArrow *arrow)
{
  return arrow->first[arrow->n_chains] * arrow->n;
}

static void
add(cholmod_triplet *triplet, int i, int j, double value)
{
  if (value == 0)
    return;
  ((int *)triplet->i)[triplet->nnz] = i;
  ((int *)triplet->j)[triplet->nnz] = j;
  ((double *)triplet->x)[triplet->nnz++] = value;
}

/* The column of one unknown: the blocks from its own on, then the border. */
static void
add_column(cholmod_triplet *triplet, const TrArrow *arrow, int block, int j)
{
  int n = arrow->n, left = arrow->first[1] - 1 - block, column = block * n + j;

  for (int d = 0; d <= arrow->bandwidth && d <= left; d++)
    for (int i = d == 0 ? j : 0; i < n; i++)
      add(triplet, column - j + d * n + i, column, tr_arrow_element(arrow, block + d, i, block, j));
  for (int q = 0; q < arrow->border; q++)
    add(triplet, count_states(arrow) + q, column, tr_arrow_border_element(arrow, q, block, j));
}

cholmod_sparse *
bench_sparse_new(const TrArrow *arrow, bool upper, cholmod_common *common)
{
  int p = arrow->border, states = count_states(arrow), size = states + p;
  size_t most = (size_t)states * (size_t)((1 + arrow->bandwidth) * arrow->n + p) + (size_t)(p * p);
  cholmod_triplet *triplet =
      cholmod_allocate_triplet((size_t)size, (size_t)size, most, -1, CHOLMOD_REAL, common);
  cholmod_sparse *lower, *other;

  for (int j = 0; j < states; j++)
    add_column(triplet, arrow, j / arrow->n, j % arrow->n);
  for (int q = 0; q < p; q++)
    for (int i = q; i < p; i++)
      add(triplet, states + i, states + q, *tr_arrow_corner(arrow, i, q));
  lower = cholmod_triplet_to_sparse(triplet, 0, common);
  cholmod_free_triplet(&triplet, common);
  if (!upper)
    return lower;
  other = cholmod_transpose(lower, 1, common);
  cholmod_free_sparse(&lower, common);
  return other;
}

cholmod_dense *
bench_sparse_side(const TrArrow *arrow, cholmod_common *common)
{
  int p = arrow->border, states = count_states(arrow);
  size_t size = (size_t)(states + p);
  cholmod_dense *side = cholmod_allocate_dense(size, 1, size, CHOLMOD_REAL, common);
  double *b = side->x;

  for (int i = 0; i < states; i++)
    b[i] = -tr_arrow_gradient(arrow, i / arrow->n, i % arrow->n);
  for (int q = 0; q < p; q++)
    b[states + q] = -*tr_arrow_corner(arrow, p, q);
  return side;
}
