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

/* Row of the matrix that a panel's row belongs to. */
static int
find_row(const TrArrow *arrow, int block, int row)
{
  int in_states = arrow->rows - 1 - arrow->border;

  return row < in_states ? block * arrow->n + row : count_states(arrow) + row - in_states;
}

static void
add_panels(cholmod_triplet *triplet, const TrArrow *arrow)
{
  for (int k = 0; k < arrow->first[arrow->n_chains]; k++)
    for (int c = 0; c < arrow->n; c++) {
      const double *column = tr_arrow_panel(arrow, k) + (size_t)c * (size_t)arrow->rows;

      for (int r = c; r < arrow->rows - 1; r++)
        add(triplet, find_row(arrow, k, r), k * arrow->n + c, column[r]);
    }
}

cholmod_sparse *
bench_sparse_new(const TrArrow *arrow, bool upper, cholmod_common *common)
{
  int p = arrow->border, states = count_states(arrow), size = states + p;
  size_t most = (size_t)states * (size_t)arrow->rows + (size_t)(p * p);
  cholmod_triplet *triplet =
      cholmod_allocate_triplet((size_t)size, (size_t)size, most, -1, CHOLMOD_REAL, common);
  cholmod_sparse *lower, *other;

  add_panels(triplet, arrow);
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
    b[i] =
        -tr_arrow_panel(arrow, i / arrow->n)[(size_t)(i % arrow->n + 1) * (size_t)arrow->rows - 1];
  for (int q = 0; q < p; q++)
    b[states + q] = -*tr_arrow_corner(arrow, p, q);
  return side;
}
