/* Internal interface of est/step/tree: scratch of one step (or of one step per lane). */
#pragma once

#include "engine/est/step/private.h"
#include "engine/est/step/tree.h"

/* Derivative of the bodies' balances by one set of tangents: a body's balance depends on the body
 * and its neighbours in the tree alone.  Blocks [n_bodies x 6 x 6] in the order of the tree. */
typedef struct TrTreeBlocks {
  TrReal *own;  /* of a body by itself */
  TrReal *up;   /* of a body by its parent */
  TrReal *down; /* of its parent by the body */
} TrTreeBlocks;

/* Tangents that the balances are differentiated by: velocities before and after and the pose, which
 * become the poses of three nodes. */
enum { TR_TREE_BEFORE, TR_TREE_AFTER, TR_TREE_NOW, TR_TREE_TANGENTS };

struct TrTreeWork {
  const TrTree *tree;
  void *block;                       /* owns all arrays below */
  TrPlace *places, *moved;           /* [n_bodies] */
  TrTreeBlocks by[TR_TREE_TANGENTS]; /* ... by velocities, then by nodes */
  TrReal *motion[TR_TREE_TANGENTS];  /* [n x n_freedoms] T of the nodes */
  TrReal *product;                   /* [n x n_freedoms or n_params] */
  TrReal *turn[TR_N_TURNS];          /* [n_bodies x 9] */
  TrReal *mass, *held_mass;          /* [n_freedoms x n_freedoms] T^T M_a T */
  TrReal *jac;                       /* [n_freedoms x (3 n_freedoms + n_params)] scratch */
};

/* out[n_freedoms x columns] = T^T f for f[n x columns], which is overwritten; rows of out have
 * `stride` numbers. */
void tr_tree_gather_columns(
    TrReal *out, int stride, TrReal *f, int columns, const TrTree *tree, const TrReal *basis);

/* T[n x n_freedoms] of a basis. */
void tr_tree_fill_motion(TrReal *motion, const TrTree *tree, const TrReal *basis);
