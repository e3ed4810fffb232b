/* Where the matrices of a step are zero, whatever the pose (linalg/skyline.h).
 *
 * M_a couples bodies only by rotors between them; bodies that hang together so are a cluster,
 * others stand alone with their mass on the diagonal and the 3 x 3 inertia below it.  Two
 * constraints meet in G M_a^-1 G^T where they hold bodies of one cluster. */
#pragma once

#include "engine/linalg/skyline.h"
#include "engine/mbs/mechanism/mechanism.h"

typedef struct TrStagePattern {
  const TrMechanism *mechanism; /* that it was found for; NULL: not yet */
  int *block;                   /* owns all arrays below */
  int *has_rotor;               /* [n_joints] with which it was found */
  TrSkyline mass;               /* of M_a, [6 n_bodies] */
  TrSkyline small;              /* of G M_a^-1 G^T, [m] */
  int *cluster,
      *first_row; /* [n_bodies] scratch: first body of the cluster, its first constraint */
} TrStagePattern;

/* False when memory is out; clear in any case. */
bool tr_stage_pattern_init(TrStagePattern *pattern, const TrMechanism *mechanism);
void tr_stage_pattern_clear(TrStagePattern *pattern);

/* For the rotors that a model has; next to nothing to do where it is known.  A mechanism's numbers
 * may change, not its shape. */
void
tr_stage_pattern_find(TrStagePattern *pattern, const TrMechanism *mechanism, const TrModel *model);
