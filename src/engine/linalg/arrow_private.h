/* Internal interface of linalg/arrow: the parts of a matrix, and the storage of elements.
 *
 * A chain is eliminated from its first block on (its first part) and from its last block backwards
 * (its second part) until `bandwidth` blocks are left in the middle, which couple to both.  Seen
 * from its own end each part is a chain like any other: its blocks are counted in the order of
 * elimination, and their panels are stored in that order.  Both have panels for the blocks in the
 * middle; those of the second part are added to those of the first, in which they are eliminated.
 * Chains too short for that have an empty second part. */
#pragma once

#include "engine/linalg/arrow.h"

/* One half of a chain. */
typedef struct TrArrowPart {
  int begin;     /* panel of its first block */
  int n_blocks;  /* eliminated in this part */
  int n_shared;  /* behind them, in the middle of the chain */
  int block;     /* its first block in the matrix */
  int direction; /* 1, or -1 for a second part */
  int n_cleared; /* panels that were set to zero since tr_arrow_clear() */
  int n_eliminated;
  bool has_failed;   /* at block n_eliminated */
  double *corner;    /* residuals' part of the corner since tr_arrow_join() */
  double *reduction; /* B H^-1 B^T of the eliminated blocks */
  double *diagonal;  /* of the last blocks of a first part, before elimination */
  TrArrowStack stack;
  TrArrowWork work;
} TrArrowPart;

/* Number of panels of a part. */
static inline int
tr_arrow_part_size(const TrArrowPart *part)
{
  return part->n_blocks + part->n_shared;
}

/* Returns the block of the matrix that is the k-th of a part. */
static inline int
tr_arrow_part_block(const TrArrowPart *part, int k)
{
  return part->block + part->direction * k;
}

/* Returns the panel of the k-th block of a part. */
static inline double *
tr_arrow_part_panel(const TrArrow *arrow, const TrArrowPart *part, int k)
{
  return arrow->panels + (size_t)(part->begin + k) * arrow->shape.panel_size;
}

/* Returns the part in which a block is eliminated, and its index there. */
const TrArrowPart *tr_arrow_locate(const TrArrow *arrow, int block, int *k);

/* Number of panels, of both parts of all chains. */
size_t tr_arrow_count_panels(const TrArrow *arrow);

/* Returns the panel in which a block is eliminated. */
double *tr_arrow_panel(const TrArrow *arrow, int block);

/* Padded row of the i-th unknown of the block `distance` behind a panel's, and of the border. */
static inline int
tr_arrow_row(const TrArrowShape *shape, int distance, int i)
{
  return distance * shape->block_strips * shape->lanes + i;
}

static inline int
tr_arrow_border_row(const TrArrowShape *shape, int i)
{
  return tr_arrow_row(shape, 1 + shape->bandwidth, i);
}

/* Index of element (padded row, column) in a panel (strip_size) or corner (corner_strip_size). */
static inline size_t
tr_arrow_place(const TrArrowShape *shape, size_t strip_size, int row, int column)
{
  return (size_t)(row / shape->lanes) * strip_size +
         (size_t)(column * shape->lanes + row % shape->lanes);
}

static inline size_t
tr_arrow_panel_place(const TrArrowShape *shape, int row, int column)
{
  return tr_arrow_place(shape, shape->strip_size, row, column);
}

/* Copies the rows of a panel without padding, row-major rows[(blocks n + border) x n]: of its own
 * block and of the following ones, `blocks` of them, and of the border. */
void tr_arrow_unpack_panel(double *rows, const TrArrow *arrow, const double *panel, int blocks);

/* Index of the first of the last blocks of a chain in its first part. */
static inline int
tr_arrow_part_last(const TrArrow *arrow, const TrArrowPart *part)
{
  int last = tr_arrow_part_size(part) - (arrow->bandwidth > 0 ? arrow->bandwidth : 1);

  return last > 0 ? last : 0;
}

/* out[border x border] = the Cholesky factor of the corner, the Schur complement after elimination.
 * Returns TR_NOT_DEFINITE where it has none. */
TR_NODISCARD TrStatus tr_arrow_factor_corner(double *out, const TrArrow *arrow);

/* Adds the waiting residuals of a part to its panels. */
void tr_arrow_flush(TrArrow *arrow, TrArrowPart *part);

/* Sets the panels of a part up to its end-th to zero, unless they are in use. */
void tr_arrow_open(TrArrow *arrow, TrArrowPart *part, int end);

/* Direction x[n]: of the unknowns of a block the last-th one, those before it at the block's
 * minimum. */
void tr_arrow_own_direction(double *x, const TrArrow *arrow, int block, int last);
