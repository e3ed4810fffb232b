#include "engine/linalg/arrow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/arrow_private.h"

enum { CACHE_LINE = 64 };

extern const TrArrowKernels tr_arrow_kernels_base, tr_arrow_kernels_avx2, tr_arrow_kernels_avx512;

/* Returns the kernels of an instruction set; NULL where this build has none. */
static const TrArrowKernels *
find_kernels(TrCpu cpu)
{
  static const TrArrowKernels *const tables[TR_N_CPUS] = TR_CPU_TABLE(tr_arrow_kernels);

  return tables[cpu];
}

static int
count_strips(int rows, int lanes)
{
  return (rows + lanes - 1) / lanes;
}

static TrArrowShape
find_shape(const TrArrow *arrow, int guests)
{
  int n = arrow->n, bandwidth = arrow->bandwidth, lanes = tr_cpu_lanes(tr_cpu());
  TrArrowShape shape = {.n = n,
                        .bandwidth = bandwidth,
                        .border = arrow->border,
                        .corner_columns = arrow->border + 1 + guests,
                        .lanes = lanes};

  shape.block_strips = count_strips(n, lanes);
  shape.border_strips = count_strips(shape.corner_columns, lanes);
  shape.strips = (1 + bandwidth) * shape.block_strips + shape.border_strips;
  shape.strip_size = (size_t)(n * lanes);
  shape.panel_size = (size_t)shape.strips * shape.strip_size;
  shape.corner_strip_size = (size_t)(shape.corner_columns * lanes);
  shape.corner_size = (size_t)shape.border_strips * shape.corner_strip_size;
  return shape;
}

static size_t
corner_size(const TrArrow *arrow)
{
  size_t size = (size_t)(arrow->border + 1 + arrow->max_auxiliary);

  return size * size;
}

size_t
tr_arrow_count_panels(const TrArrow *arrow)
{
  const TrArrowPart *last = &arrow->parts[2 * arrow->n_chains - 1];

  return (size_t)(last->begin + tr_arrow_part_size(last));
}

static void
split_chain(TrArrow *arrow, int chain, int begin)
{
  TrArrowPart *part = &arrow->parts[2 * chain], *second = part + 1;
  int length = arrow->first[chain + 1] - arrow->first[chain];
  int shared = length >= arrow->bandwidth + 2 ? arrow->bandwidth : 0;
  int half = length >= arrow->bandwidth + 2 ? (length - shared) / 2 : length;

  *part = (TrArrowPart){.begin = begin,
                        .n_blocks = half,
                        .n_shared = shared,
                        .block = arrow->first[chain],
                        .direction = 1};
  *second = (TrArrowPart){.begin = begin + half + shared,
                          .n_blocks = length - shared - half,
                          .n_shared = shared,
                          .block = arrow->first[chain + 1] - 1,
                          .direction = -1};
}

/* Bytes of `count` doubles, up to the end of their last cache line. */
static size_t
line_bytes(size_t count)
{
  return (count * sizeof(double) / CACHE_LINE + 1) * CACHE_LINE;
}

static double *
take(char **memory, size_t count)
{
  double *taken = (double *)*memory;

  *memory += line_bytes(count);
  return taken;
}

/* Allocates scratch and corners of all parts, in one piece in which no two parts share a cache
 * line. */
static bool
make_scratch(TrArrow *arrow)
{
  const TrArrowShape *shape = &arrow->shape;
  size_t strips = (size_t)shape->strips, parts = 2 * (size_t)arrow->n_chains;
  size_t triangles = ((size_t)shape->n + 3) / 4 * 16;
  size_t rows = strips * (size_t)shape->lanes;
  size_t packed = rows * TR_ARROW_STACK_ROWS;
  size_t diagonal = (size_t)shape->n * (shape->bandwidth > 0 ? (size_t)shape->bandwidth : 1);
  size_t bytes =
      parts * (2 * line_bytes(shape->corner_size) + line_bytes(diagonal) + line_bytes(packed) +
               line_bytes(strips) + line_bytes(triangles) + line_bytes(rows));
  char *memory = aligned_alloc(CACHE_LINE, bytes);

  arrow->scratch = memory;
  if (!memory)
    return false;
  memset(memory, 0, bytes);
  for (size_t i = 0; i < parts; i++) {
    TrArrowPart *part = &arrow->parts[i];

    part->corner = take(&memory, shape->corner_size);
    part->reduction = take(&memory, shape->corner_size);
    part->diagonal = take(&memory, diagonal);
    part->stack.packed = take(&memory, packed);
    part->stack.masks = (unsigned *)take(&memory, strips);
    part->work.triangles = take(&memory, triangles);
    part->work.y = take(&memory, rows);
  }
  return true;
}

static bool
make_memory(TrArrow *arrow, const int *lengths)
{
  size_t parts = 2 * (size_t)arrow->n_chains;

  arrow->first = calloc((size_t)arrow->n_chains + 1, sizeof *arrow->first);
  arrow->parts = calloc(parts, sizeof *arrow->parts);
  arrow->corner = calloc(corner_size(arrow), sizeof *arrow->corner);
  if (!arrow->first || !arrow->parts || !arrow->corner)
    return false;
  for (int c = 0; c < arrow->n_chains; c++) {
    const TrArrowPart *before = c > 0 ? &arrow->parts[2 * c - 1] : NULL;

    arrow->first[c + 1] = arrow->first[c] + lengths[c];
    split_chain(arrow, c, before ? before->begin + tr_arrow_part_size(before) : 0);
  }
  /* not written before it is used: tr_arrow_open() */
  arrow->panels =
      aligned_alloc(CACHE_LINE, line_bytes(tr_arrow_count_panels(arrow) * arrow->shape.panel_size));
  return arrow->panels && make_scratch(arrow);
}

TrArrow *
tr_arrow_new(int n, int bandwidth, int border, int n_chains, const int *lengths)
{
  return tr_arrow_new_with_auxiliary(n, bandwidth, border, 0, n_chains, lengths);
}

TrArrow *
tr_arrow_new_with_auxiliary(
    int n, int bandwidth, int border, int max_auxiliary, int n_chains, const int *lengths)
{
  TR_ASSERT(n > 0 && bandwidth >= 0 && border >= 0 && max_auxiliary >= 0);
  TR_ASSERT(n_chains > 0 && lengths);

  TrArrow *arrow = calloc(1, sizeof *arrow);

  if (!arrow)
    return NULL;
  arrow->n = n;
  arrow->bandwidth = bandwidth;
  arrow->border = border;
  arrow->max_auxiliary = max_auxiliary;
  arrow->n_chains = n_chains;
  arrow->shape = find_shape(arrow, max_auxiliary);
  arrow->kernels = find_kernels(tr_cpu());
  if (!make_memory(arrow, lengths)) {
    tr_arrow_free(arrow);
    return NULL;
  }
  arrow->shape = find_shape(arrow, 0);
  return arrow;
}

void
tr_arrow_free(TrArrow *arrow)
{
  if (!arrow)
    return;
  free(arrow->scratch);
  free(arrow->first);
  free(arrow->parts);
  free(arrow->panels);
  free(arrow->corner);
  free(arrow);
}

void
tr_arrow_clear(TrArrow *arrow)
{
  TR_ASSERT(arrow);
  memset(arrow->corner, 0, corner_size(arrow) * sizeof *arrow->corner);
  arrow->decrease = 0;
  for (int i = 0; i < 2 * arrow->n_chains; i++) {
    TrArrowPart *part = &arrow->parts[i];

    part->n_cleared = part->n_eliminated = part->stack.n_rows = 0;
    part->has_failed = false;
    memset(part->stack.masks, 0, (size_t)arrow->shape.strips * sizeof *part->stack.masks);
    memset(part->corner, 0, arrow->shape.corner_size * sizeof *part->corner);
    memset(part->reduction, 0, arrow->shape.corner_size * sizeof *part->reduction);
  }
}

void
tr_arrow_invite(TrArrow *arrow, int guests)
{
  TR_ASSERT(arrow && guests >= 0);
  TR_ASSERT(guests <= arrow->max_auxiliary);
  arrow->guests = guests;
  arrow->shape = find_shape(arrow, guests);
  tr_arrow_clear(arrow);
}

void
tr_arrow_open(TrArrow *arrow, TrArrowPart *part, int end)
{
  for (; part->n_cleared < end; part->n_cleared++)
    arrow->kernels->clear(&arrow->shape, tr_arrow_part_panel(arrow, part, part->n_cleared));
}

static int
find_chain(const TrArrow *arrow, int block)
{
  int low = 0, high = arrow->n_chains - 1;

  while (low < high) {
    int middle = (low + high + 1) / 2;

    if (arrow->first[middle] <= block)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

int
tr_arrow_part(const TrArrow *arrow, int block, int touched)
{
  TR_ASSERT(arrow && block >= 0 && touched > 0);

  int part = 2 * find_chain(arrow, block);
  const TrArrowPart *first = &arrow->parts[part];

  return block + touched - first->block <= tr_arrow_part_size(first) ? part : part + 1;
}

const TrArrowPart *
tr_arrow_locate(const TrArrow *arrow, int block, int *k)
{
  const TrArrowPart *part = &arrow->parts[tr_arrow_part(arrow, block, 1)];

  *k = part->direction * (block - part->block);
  return part;
}

double *
tr_arrow_panel(const TrArrow *arrow, int block)
{
  int k;
  const TrArrowPart *part = tr_arrow_locate(arrow, block, &k);

  return tr_arrow_part_panel(arrow, part, k);
}

double
tr_arrow_diagonal(const TrArrow *arrow, int block, int j)
{
  TR_ASSERT(j >= 0 && j < arrow->n);
  return tr_arrow_panel(arrow, block)[tr_arrow_panel_place(&arrow->shape, j, j)];
}

double
tr_arrow_gradient(const TrArrow *arrow, int block, int j)
{
  TR_ASSERT(j >= 0 && j < arrow->n);
  return tr_arrow_border_element(arrow, arrow->border, block, j);
}

double
tr_arrow_border_element(const TrArrow *arrow, int q, int block, int j)
{
  TR_ASSERT(q >= 0 && q <= arrow->border && j >= 0 && j < arrow->n);

  int row = tr_arrow_border_row(&arrow->shape, q);

  return tr_arrow_panel(arrow, block)[tr_arrow_panel_place(&arrow->shape, row, j)];
}

double
tr_arrow_element(const TrArrow *arrow, int block, int i, int other, int j)
{
  TR_ASSERT(i >= 0 && i < arrow->n && j >= 0 && j < arrow->n);

  int low = block < other ? block : other, high = block < other ? other : block;
  const TrArrowPart *part = &arrow->parts[tr_arrow_part(arrow, low, high - low + 1)];
  int a = part->direction * (block - part->block), b = part->direction * (other - part->block);

  /* the panel of the block that is eliminated first; on the diagonal the lower part */
  if (a < b || (a == b && i < j))
    return tr_arrow_element(arrow, other, j, block, i);
  return tr_arrow_part_panel(
      arrow, part,
      b)[tr_arrow_panel_place(&arrow->shape, tr_arrow_row(&arrow->shape, a - b, i), j)];
}

void
tr_arrow_copy(TrArrow *to, const TrArrow *from)
{
  TR_ASSERT(to && from && to->n == from->n && to->border == from->border);
  TR_ASSERT(to->bandwidth == from->bandwidth && to->n_chains == from->n_chains);
  to->guests = from->guests;
  to->shape = from->shape;
  memcpy(to->panels, from->panels,
         tr_arrow_count_panels(from) * from->shape.panel_size * sizeof *to->panels);
  memcpy(to->corner, from->corner, corner_size(from) * sizeof *to->corner);
  to->decrease = from->decrease;
  for (int i = 0; i < 2 * from->n_chains; i++) {
    const TrArrowPart *part = &from->parts[i];
    TrArrowPart *copy = &to->parts[i];

    copy->n_cleared = part->n_cleared;
    copy->n_eliminated = part->n_eliminated;
    copy->has_failed = part->has_failed;
    memcpy(copy->corner, part->corner, from->shape.corner_size * sizeof *copy->corner);
    memcpy(copy->reduction, part->reduction, from->shape.corner_size * sizeof *copy->reduction);
  }
}

void
tr_arrow_add_diagonal(TrArrow *arrow, double value)
{
  TR_ASSERT(arrow);
  tr_arrow_join(arrow);
  for (int k = 0; k < arrow->first[arrow->n_chains]; k++)
    for (int j = 0; j < arrow->n; j++)
      tr_arrow_panel(arrow, k)[tr_arrow_panel_place(&arrow->shape, j, j)] += value;
}

double
tr_arrow_largest_diagonal(TrArrow *arrow)
{
  double largest = 0;

  tr_arrow_join(arrow);
  for (int k = 0; k < arrow->first[arrow->n_chains]; k++)
    for (int j = 0; j < arrow->n; j++)
      largest = fmax(largest, tr_arrow_diagonal(arrow, k, j));
  for (int i = 0; i < arrow->border; i++)
    largest = fmax(largest, *tr_arrow_corner(arrow, i, i));
  return largest;
}

void
tr_arrow_flush(TrArrow *arrow, TrArrowPart *part)
{
  if (part->stack.n_rows == 0)
    return;
  tr_arrow_open(arrow, part, part->stack.block + part->stack.touched);
  arrow->kernels->add(&arrow->shape, tr_arrow_part_panel(arrow, part, 0), part->corner,
                      &part->stack);
}

/* Makes room for rows beside the waiting ones, if these depend on the same blocks. */
static void
make_room(TrArrow *arrow, TrArrowPart *part, const TrArrowRows *rows)
{
  TrArrowStack *stack = &part->stack;

  if (stack->n_rows + rows->n_rows > TR_ARROW_STACK_ROWS || rows->block < stack->block ||
      rows->block + rows->touched > stack->block + stack->touched)
    tr_arrow_flush(arrow, part);
  if (stack->n_rows > 0)
    return;
  stack->block = rows->block;
  stack->touched = rows->touched;
}

static void
add_rows(TrArrow *arrow, int block, TrArrowRows rows)
{
  TrArrowPart *part = &arrow->parts[tr_arrow_part(arrow, block, rows.touched)];
  int last = block + rows.touched - 1, left = rows.n_rows;

  TR_ASSERT(rows.touched <= 1 + arrow->bandwidth);
  rows.is_reversed = part->direction < 0;
  rows.block = rows.is_reversed ? part->block - last : block - part->block;
  TR_ASSERT(rows.block >= part->n_eliminated);
  for (; left > 0; left -= rows.n_rows) {
    rows.n_rows = left < TR_ARROW_STACK_ROWS ? left : TR_ARROW_STACK_ROWS;
    make_room(arrow, part, &rows);
    arrow->kernels->pack(&arrow->shape, &part->stack, &rows);
    rows.jac += (size_t)rows.n_rows * (size_t)rows.columns;
    rows.r += rows.n_rows;
  }
}

void
tr_arrow_add_residual(TrArrow *arrow, const TrArrowResidual *residual)
{
  TR_ASSERT(arrow && residual && residual->jac && residual->r && residual->n_rows > 0);
  add_rows(arrow, residual->block,
           (TrArrowRows){.jac = residual->jac,
                         .r = residual->r,
                         .n_rows = residual->n_rows,
                         .columns = residual->touched * arrow->n + arrow->border +
                                    (arrow->guests > 0 ? 1 + arrow->guests : 0),
                         .touched = residual->touched,
                         .root = sqrt(residual->weight)});
}
