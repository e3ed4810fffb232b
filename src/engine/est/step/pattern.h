/* Sparsity pattern of the matrices of a step, the same for all poses (linalg/skyline.h).
 *
 * M_a couples bodies only by rotors between them; bodies coupled so form a cluster, the others are
 * separate with their mass on the diagonal and the 3 x 3 inertia below it.  An element of G M_a^-1
 * G^T can differ from zero where both constraints hold bodies of one cluster. */
#pragma once

#include "engine/linalg/skyline.h"
#include "engine/mbs/mechanism/mechanism.h"

/* Indices begin .. end - 1. */
typedef struct TrStepSpan {
  int begin, end;
} TrStepSpan;

/* Patterns of both matrices, and of the rows of G, the axes and y = M_a^-1 G^T. */
typedef struct TrStepPattern {
  const TrMechanism *mechanism; /* that it belongs to; NULL: not computed yet */
  int *block;                   /* owns all arrays below */
  int *has_rotor;               /* [n_joints] that it belongs to */
  TrSkyline mass;               /* of M_a, [6 n_bodies] */
  TrSkyline small;              /* of G M_a^-1 G^T, [m] */
  TrStepSpan *spans;            /* owns the three arrays below */
  TrStepSpan *row, *axis;       /* [m], [n_joints] columns that can differ from zero */
  TrStepSpan *block_rows;       /* [n_bodies] rows of G that hold any body of its block */
  int *block_end;               /* [n_bodies] end of the block of bodies that begins with it: M_a
                                   couples none of them to others; 0 if none begins with it */
  int *cluster,
      *first_row; /* [n_bodies] scratch: first body of the cluster, its first constraint */
} TrStepPattern;

/* Allocates a pattern; false when memory is out.  Clear it in any case. */
bool tr_step_pattern_init(TrStepPattern *pattern, const TrMechanism *mechanism);
void tr_step_pattern_clear(TrStepPattern *pattern);

/* Computes the pattern for the rotors of a model; almost free if it is known.  A mechanism's
 * numbers may change, its topology must not.  Returns whether the pattern is a new one. */
bool
tr_step_pattern_find(TrStepPattern *pattern, const TrMechanism *mechanism, const TrModel *model);
