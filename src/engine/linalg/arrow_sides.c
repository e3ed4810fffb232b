#include "engine/linalg/arrow_sides.h"

#include <stdlib.h>
#include <string.h>

#include "engine/linalg/arrow_private.h"
#include "engine/linalg/product.h"

/* Columns are stored in whole vectors of this width. */
enum { WIDEST = 8 };

/* Sides of a part, and its share of the products. */
typedef struct Part {
  double *blocks;   /* [panels of the part x n x stride] */
  double *border;   /* [border x stride] */
  double *products; /* [stride x stride] */
  double *rows;     /* [((1 + bandwidth) n + border) x n] of the current panel */
} Part;

struct TrArrowSides {
  const TrArrow *arrow;
  const TrProductKernels *kernels;
  int n, stride;
  double *memory;
  size_t size; /* of the memory */
  Part *parts; /* [2 n_chains] */
};

static size_t
count_rows(const TrArrow *arrow)
{
  return (size_t)(1 + arrow->bandwidth) * (size_t)arrow->n + (size_t)arrow->border;
}

static void
cut_memory(TrArrowSides *sides)
{
  const TrArrow *arrow = sides->arrow;
  size_t stride = (size_t)sides->stride, n = (size_t)arrow->n;
  double *at = sides->memory;

  for (int i = 0; i < 2 * arrow->n_chains; i++) {
    Part *part = &sides->parts[i];

    part->blocks = at;
    part->border = part->blocks + (size_t)tr_arrow_part_size(&arrow->parts[i]) * n * stride;
    part->products = part->border + (size_t)arrow->border * stride;
    part->rows = part->products + stride * stride;
    at = part->rows + count_rows(arrow) * n;
  }
}

TrArrowSides *
tr_arrow_sides_new(const TrArrow *arrow, int n)
{
  TR_ASSERT(arrow && n >= 0);

  TrArrowSides *sides = calloc(1, sizeof *sides);
  size_t stride = (size_t)((n + WIDEST - 1) / WIDEST * WIDEST), parts = 2 * (size_t)arrow->n_chains;
  size_t own = ((size_t)arrow->border + stride) * stride + count_rows(arrow) * (size_t)arrow->n;

  if (!sides)
    return NULL;
  *sides =
      (TrArrowSides){.arrow = arrow,
                     .kernels = tr_product_kernels(tr_cpu()),
                     .n = n,
                     .stride = (int)stride,
                     .size = tr_arrow_count_panels(arrow) * (size_t)arrow->n * stride + parts * own,
                     .parts = calloc(parts, sizeof *sides->parts)};
  sides->memory = calloc(sides->size + 1, sizeof *sides->memory);
  if (!sides->memory || !sides->parts) {
    tr_arrow_sides_free(sides);
    return NULL;
  }
  cut_memory(sides);
  return sides;
}

void
tr_arrow_sides_free(TrArrowSides *sides)
{
  if (!sides)
    return;
  free(sides->memory);
  free(sides->parts);
  free(sides);
}

void
tr_arrow_sides_clear(TrArrowSides *sides)
{
  TR_ASSERT(sides);
  memset(sides->memory, 0, sides->size * sizeof *sides->memory);
}

void
tr_arrow_sides_add(
    TrArrowSides *sides, int side, int block, int touched, double factor, const double *row)
{
  TR_ASSERT(sides && row && side >= 0 && side < sides->n);

  const TrArrow *arrow = sides->arrow;
  int index = tr_arrow_part(arrow, block, touched), n = arrow->n;
  const TrArrowPart *part = &arrow->parts[index];
  double *border = sides->parts[index].border + side;

  for (int b = 0; b < touched; b++) {
    size_t k = (size_t)((block + b - part->block) * part->direction);
    double *to = sides->parts[index].blocks + k * (size_t)(n * sides->stride) + side;

    for (int i = 0; i < n; i++)
      to[i * sides->stride] += factor * row[b * n + i];
  }
  for (int q = 0; q < arrow->border; q++)
    border[q * sides->stride] += factor * row[touched * n + q];
}

/* x[n x stride] <- L^-1 x. */
static void
divide(double *x, int stride, const double *l, int n)
{
  for (int i = 0; i < n; i++) {
    double *row = x + i * stride, reciprocal = 1 / l[i * n + i];

    for (int k = 0; k < i; k++)
      for (int a = 0; a < stride; a++)
        row[a] -= l[i * n + k] * x[k * stride + a];
    for (int a = 0; a < stride; a++)
      row[a] *= reciprocal;
  }
}

/* Eliminates the sides of the blocks begin .. end - 1 of a part. */
static void
eliminate(TrArrowSides *sides, int index, int begin, int end)
{
  const TrArrow *arrow = sides->arrow;
  const TrArrowPart *from = &arrow->parts[index];
  const Part *part = &sides->parts[index];
  int n = arrow->n, stride = sides->stride, size = n * stride;

  for (int k = begin; k < end; k++) {
    int left = tr_arrow_part_size(from) - 1 - k;
    int after = left < arrow->bandwidth ? left : arrow->bandwidth;
    double *y = part->blocks + (size_t)k * (size_t)size;

    tr_arrow_unpack_panel(part->rows, arrow, tr_arrow_part_panel(arrow, from, k), 1 + after);
    divide(y, stride, part->rows, n);
    sides->kernels->add(y + size, -1, tr_matrix_view(part->rows + n * n, n), y,
                        (TrProductShape){{after * n, n, stride}, stride, stride});
    sides->kernels->add(part->border, -1, tr_matrix_view(part->rows + (1 + after) * n * n, n), y,
                        (TrProductShape){{arrow->border, n, stride}, stride, stride});
    sides->kernels->add(part->products, 1, tr_matrix_view_transposed(y, stride), y,
                        (TrProductShape){{stride, n, stride}, stride, stride});
  }
}

static void
eliminate_half(void *data, int task)
{
  TrArrowSides *sides = data;

  eliminate(sides, task, 0, sides->arrow->parts[task].n_blocks);
}

/* Adds the sides of the blocks in the middle of a chain to those of its first part, in which these
 * are eliminated. */
static void
eliminate_middle(void *data, int chain)
{
  TrArrowSides *sides = data;
  const TrArrow *arrow = sides->arrow;
  const TrArrowPart *first = &arrow->parts[2 * chain], *second = first + 1;
  size_t size = (size_t)(arrow->n * sides->stride);

  for (int k = second->n_blocks; k < tr_arrow_part_size(second); k++) {
    int own = (tr_arrow_part_block(second, k) - first->block) * first->direction;
    double *to = sides->parts[2 * chain].blocks + (size_t)own * size;
    const double *from = sides->parts[2 * chain + 1].blocks + (size_t)k * size;

    for (size_t i = 0; i < size; i++)
      to[i] += from[i];
  }
  eliminate(sides, 2 * chain, first->n_blocks, tr_arrow_part_size(first));
}

/* Adds the border's part to the products of the first part, which has those of all parts. */
static TrStatus
eliminate_border(TrArrowSides *sides)
{
  const TrArrow *arrow = sides->arrow;
  int p = arrow->border, stride = sides->stride;
  double *corner = malloc(((size_t)(p * p) + 1) * sizeof *corner);
  TrStatus status = corner ? tr_arrow_factor_corner(corner, arrow) : TR_NO_MEMORY;

  if (status == TR_OK) {
    divide(sides->parts->border, stride, corner, p);
    sides->kernels->add(
        sides->parts->products, 1, tr_matrix_view_transposed(sides->parts->border, stride),
        sides->parts->border, (TrProductShape){{stride, p, stride}, stride, stride});
  }
  free(corner);
  return status;
}

/* Adds up the borders and products of all parts in the first one. */
static void
join(TrArrowSides *sides)
{
  size_t stride = (size_t)sides->stride, n = ((size_t)sides->arrow->border + stride) * stride;

  for (int i = 1; i < 2 * sides->arrow->n_chains; i++)
    for (size_t j = 0; j < n; j++) /* the products are behind the border */
      sides->parts[0].border[j] += sides->parts[i].border[j];
}

TrStatus
tr_arrow_sides_products(double *out, TrArrowSides *sides)
{
  TR_ASSERT(out && sides);

  const TrArrow *arrow = sides->arrow;

  tr_team_run(arrow->team, 2 * arrow->n_chains, eliminate_half, sides);
  tr_team_run(arrow->team, arrow->n_chains, eliminate_middle, sides);
  join(sides);
  TR_TRY(eliminate_border(sides));
  for (int i = 0; i < sides->n; i++)
    memcpy(out + i * sides->n, sides->parts->products + i * sides->stride,
           (size_t)sides->n * sizeof *out);
  return TR_OK;
}
