#include "engine/linalg/arrow_inverse.h"

#include <stdlib.h>
#include <string.h>

#include "engine/linalg/arrow_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/product.h"

/* State of the backward recursion along one part. */
typedef struct Sweep {
  double *panel;  /* [(n + r) x n] rows of a panel of the factor, without their padding */
  double *divide; /* [n x n] L_kk^-1 */
  double *x;      /* [r x n] R L_kk^-1 */
  double
      *window; /* [r x r] Z_JJ: of the next blocks, zero where the chain has ended, and the border
                */
} Sweep;

struct TrArrowInverse {
  const TrArrow *arrow;
  const TrProductKernels *products;
  int r;          /* bandwidth n + border */
  double *blocks; /* [panels x (n + r) x n] Z_kk, and below it Z_Jk */
  double *corner; /* [border x border] */
  double *scratch;
  Sweep *sweeps; /* [parts] */
};

static void
cut_scratch(TrArrowInverse *inverse)
{
  size_t n = (size_t)inverse->arrow->n, r = (size_t)inverse->r;
  double *memory = inverse->scratch;

  for (int i = 0; i < 2 * inverse->arrow->n_chains; i++) {
    Sweep *sweep = &inverse->sweeps[i];

    sweep->panel = memory;
    sweep->divide = sweep->panel + (n + r) * n;
    sweep->x = sweep->divide + n * n;
    sweep->window = sweep->x + r * n;
    memory = sweep->window + r * r;
  }
}

TrArrowInverse *
tr_arrow_inverse_new(const TrArrow *arrow)
{
  TR_ASSERT(arrow);

  TrArrowInverse *inverse = calloc(1, sizeof *inverse);
  size_t n = (size_t)arrow->n, border = (size_t)arrow->border;
  size_t r = (size_t)arrow->bandwidth * n + border, parts = 2 * (size_t)arrow->n_chains;

  if (!inverse)
    return NULL;
  inverse->arrow = arrow;
  inverse->products = tr_product_kernels(tr_cpu());
  inverse->r = (int)r;
  inverse->blocks = calloc(tr_arrow_count_panels(arrow) * (n + r) * n, sizeof(double));
  inverse->corner = calloc(border * border + 1, sizeof(double));
  inverse->scratch = calloc(parts * ((2 * r + 2 * n) * n + r * r), sizeof(double));
  inverse->sweeps = calloc(parts, sizeof *inverse->sweeps);
  if (!inverse->blocks || !inverse->corner || !inverse->scratch || !inverse->sweeps) {
    tr_arrow_inverse_free(inverse);
    return NULL;
  }
  cut_scratch(inverse);
  return inverse;
}

void
tr_arrow_inverse_free(TrArrowInverse *inverse)
{
  if (!inverse)
    return;
  free(inverse->blocks);
  free(inverse->corner);
  free(inverse->scratch);
  free(inverse->sweeps);
  free(inverse);
}

/* Z_kk of the k-th block of a part, and Z_Jk below it. */
static double *
block_of(const TrArrowInverse *inverse, const TrArrowPart *part, int k)
{
  size_t n = (size_t)inverse->arrow->n;

  return inverse->blocks + (size_t)(part->begin + k) * (n + (size_t)inverse->r) * n;
}

static TrStatus
invert_corner(TrArrowInverse *inverse)
{
  int p = inverse->arrow->border;
  double *corner = inverse->corner, *s = inverse->scratch;

  TR_TRY(tr_arrow_factor_corner(s, inverse->arrow));
  for (int i = 0; i < p; i++)
    for (int j = 0; j < p; j++)
      corner[i * p + j] = i == j;
  tr_dense_cholesky_solve(corner, s, p, p);
  return TR_OK;
}

/* Starts the window behind the last block: only the border. */
static void
begin_window(const TrArrowInverse *inverse, double *window)
{
  size_t r = (size_t)inverse->r, p = (size_t)inverse->arrow->border;

  memset(window, 0, r * r * sizeof *window);
  for (size_t i = 0; i < p; i++)
    memcpy(window + (r - p + i) * r + r - p, inverse->corner + i * p, p * sizeof *window);
}

/* Shifts the window by one block: the present one becomes its first, the last neighbour is dropped.
 */
static void
slide(const TrArrowInverse *inverse, double *window, const double *block)
{
  int n = inverse->arrow->n, r = inverse->r, end = inverse->arrow->bandwidth * n, kept = end - n;
  size_t kept_bytes = (size_t)(kept > 0 ? kept : 0) * sizeof *window;

  if (end == 0)
    return;
  for (int i = kept - 1; i >= 0; i--) {
    const double *from = window + i * r;
    double *to = window + (i + n) * r;

    memcpy(to + n, from, kept_bytes);
    memcpy(to + end, from + end, (size_t)(r - end) * sizeof *to);
  }
  for (int i = end; i < r; i++)
    memmove(window + i * r + n, window + i * r, kept_bytes);
  for (int i = 0; i < r; i++) {
    const double *z = block + (i < end ? i : n + i) * n;

    memcpy(window + i * r, z, (size_t)n * sizeof *window);
    for (int j = 0; j < n && i >= n; j++)
      window[j * r + i] = z[j];
  }
}

/* inverse[n x n] = L^-1 for the block of a panel, whose upper part is zero. */
static void
invert_triangle(double *inverse, const double *l, int n)
{
  memset(inverse, 0, (size_t)(n * n) * sizeof *inverse);
  for (int i = 0; i < n; i++) {
    double *row = inverse + i * n, reciprocal = 1 / l[i * n + i];

    for (int k = 0; k < i; k++)
      for (int j = 0; j <= k; j++)
        row[j] -= l[i * n + k] * inverse[k * n + j];
    for (int j = 0; j < i; j++)
      row[j] *= reciprocal;
    row[i] = reciprocal;
  }
}

/* Copies the rows of a panel; those of neighbours beyond the end of the chain are zero. */
static void
unpack(const TrArrowInverse *inverse, double *rows, const TrArrowPart *part, int k)
{
  const TrArrow *arrow = inverse->arrow;
  int n = arrow->n, left = tr_arrow_part_size(part) - 1 - k;
  int lacking = left < arrow->bandwidth ? arrow->bandwidth - left : 0;
  double *behind = rows + (1 + arrow->bandwidth - lacking) * n * n;

  tr_arrow_unpack_panel(rows, arrow, tr_arrow_part_panel(arrow, part, k),
                        1 + arrow->bandwidth - lacking);
  if (lacking == 0)
    return;
  memmove(behind + lacking * n * n, behind, (size_t)(arrow->border * n) * sizeof *rows);
  memset(behind, 0, (size_t)(lacking * n * n) * sizeof *rows);
}

/* Copies the lower part to the upper one: differences by rounding would grow from block to block.
 */
static void
make_symmetric(double *a, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[j * n + i] = a[i * n + j];
}

/* Computes the k-th block of a part; those behind it are in the window. */
static void
invert_panel(const TrArrowInverse *inverse, const Sweep *sweep, const TrArrowPart *part, int k)
{
  int n = inverse->arrow->n, r = inverse->r;
  double *own = block_of(inverse, part, k), *cross = own + n * n;
  double *x = sweep->x, *divide = sweep->divide;
  const TrProductKernels *products = inverse->products;

  unpack(inverse, sweep->panel, part, k);
  memset(x, 0, (size_t)(r * n) * sizeof *x);
  memset(own, 0, (size_t)((n + r) * n) * sizeof *own);
  invert_triangle(divide, sweep->panel, n);
  products->add(x, 1, tr_matrix_view(sweep->panel + n * n, n), divide,
                (TrProductShape){{r, n, n}, n, n});
  products->add(cross, -1, tr_matrix_view(sweep->window, r), x, (TrProductShape){{r, r, n}, n, n});
  products->add(own, 1, tr_matrix_view_transposed(divide, n), divide,
                (TrProductShape){{n, n, n}, n, n});
  products->add(own, -1, tr_matrix_view_transposed(x, n), cross, (TrProductShape){{n, r, n}, n, n});
  make_symmetric(own, n);
  slide(inverse, sweep->window, own);
}

/* Copies the blocks in the middle of a chain, in the order of its second part. */
static void
mirror_middle(const TrArrowInverse *inverse, int chain)
{
  const TrArrow *arrow = inverse->arrow;
  const TrArrowPart *first = &arrow->parts[2 * chain], *second = first + 1;
  int n = arrow->n, size = tr_arrow_part_size(second);

  for (int k = size - 1; k >= second->n_blocks; k--) {
    int place = tr_arrow_part_block(second, k) - first->block;
    double *to = block_of(inverse, second, k);

    memcpy(to, block_of(inverse, first, place), (size_t)((n + inverse->r) * n) * sizeof *to);
    memset(to + n * n, 0, (size_t)(arrow->bandwidth * n * n) * sizeof *to);
    for (int d = 1; k + d < size; d++) {
      const double *from = block_of(inverse, first, place - d) + d * n * n;

      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
          to[(d * n + i) * n + j] = from[j * n + i];
    }
    slide(inverse, inverse->sweeps[2 * chain + 1].window, to);
  }
}

/* Computes the middle of a chain, where both parts start. */
static void
invert_middle(const TrArrowInverse *inverse, int chain)
{
  const TrArrowPart *first = &inverse->arrow->parts[2 * chain];
  const Sweep *sweeps = &inverse->sweeps[2 * chain];

  for (int i = 0; i < 2; i++)
    begin_window(inverse, sweeps[i].window);
  for (int k = tr_arrow_part_size(first) - 1; k >= first->n_blocks; k--)
    invert_panel(inverse, &sweeps[0], first, k);
  mirror_middle(inverse, chain);
}

/* TrTeamFunction */
static void
invert_part(void *data, int index)
{
  const TrArrowInverse *inverse = data;
  const TrArrowPart *part = &inverse->arrow->parts[index];

  for (int k = part->n_blocks - 1; k >= 0; k--)
    invert_panel(inverse, &inverse->sweeps[index], part, k);
}

TrStatus
tr_arrow_inverse_fill(TrArrowInverse *inverse)
{
  const TrArrow *arrow = inverse->arrow;

  TR_TRY(invert_corner(inverse));
  for (int c = 0; c < arrow->n_chains; c++)
    invert_middle(inverse, c);
  tr_team_run(arrow->team, 2 * arrow->n_chains, invert_part, inverse);
  return TR_OK;
}

double
tr_arrow_inverse_corner(const TrArrowInverse *inverse, int i, int j)
{
  TR_ASSERT(i >= 0 && j >= 0);
  return inverse->corner[i * inverse->arrow->border + j];
}

/* a^T Z b for rows of Z that are `n` numbers long; a has one number a row. */
static double
sum_rows(const double *a, int rows, const double *z, const double *b, int n)
{
  double sum = 0;

  for (int i = 0; i < rows; i++, z += n) {
    double along = 0;

    if (a[i] == 0)
      continue;
    for (int j = 0; j < n; j++)
      along += z[j] * b[j];
    sum += a[i] * along;
  }
  return sum;
}

double
tr_arrow_inverse_form(const TrArrowInverse *inverse, int block, int touched, const double *row)
{
  const TrArrow *arrow = inverse->arrow;
  const TrArrowPart *part = &arrow->parts[tr_arrow_part(arrow, block, touched)];
  int n = arrow->n, p = arrow->border;
  int step = part->direction * n, k = (block - part->block) * part->direction;
  const double *border = row + touched * n, *x = row;
  double sum = sum_rows(border, p, inverse->corner, border, p);

  if (part->direction < 0) {
    k -= touched - 1;
    x += (touched - 1) * n;
  }
  for (int b = 0; b < touched; b++, x += step) {
    const double *z = block_of(inverse, part, k + b);

    sum += sum_rows(x, n, z, x, n);
    for (int d = 1; b + d < touched; d++)
      sum += 2 * sum_rows(x + d * step, n, z + d * n * n, x, n);
    sum += 2 * sum_rows(border, p, z + (1 + arrow->bandwidth) * n * n, x, n);
  }
  return sum;
}
