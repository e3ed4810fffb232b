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
  TrTreeBlocks
      load_by[TR_TREE_TANGENTS]; /* the same of the balances without the joints' impulses */
  TrReal *load_basis; /* [tr_tree_basis_size()] A, then in place of N^T what loads are made of */
  TrReal *product;    /* [n x n_freedoms or n_params] */
  TrReal *turn[TR_N_TURNS]; /* [n_bodies x 9] */
  TrReal *mass, *held_mass; /* [n_freedoms x n_freedoms] T^T M_a T */
  TrReal *jac;              /* [n_freedoms x (3 n_freedoms + n_params)] scratch */
};

/* Rows K of a joint and its freedoms by parent and child, and K_child^-1. */
typedef struct TrTreeJoint {
  TrReal parent[36], child[36], inverse[36];
} TrTreeJoint;

/* Computes the rows of the joint of a body.  TR_NOT_DEFINITE where they depend on each other. */
TR_NODISCARD TrStatus tr_tree_take_joint(TrTreeJoint *joint,
                                         const TrTreeBody *body,
                                         const TrMechanism *mechanism,
                                         const TrPlace *places);

/* First row of the joint of a body among those of the mechanism. */
int tr_tree_first_row(const TrTreeBody *body, const TrMechanism *mechanism);

/* Distributes the balances work->a0, still without the joints' impulses, on the rows and freedoms
 * of the joints, a0 = G^T lambda + D^T along, into work->tree_lambda and tree_along; lambda also
 * into work->lambda. */
void tr_tree_distribute(TrStepWork *work, const TrStepContext *context);

/* Adds to the Jacobian of tr_tree_linearize(), not yet weighed, the derivatives of the loads of dry
 * friction; motions T of the nodes in the work. */
void tr_tree_add_loads(TrReal *jac,
                       TrTreeWork *work,
                       const TrStepContext *context,
                       const TrTreeStep *in);

/* Parts of the blocks and their use (est/step/tree_jacobian.c), by[TR_TREE_TANGENTS]: zero; +-M by
 * the velocities with the gyroscopic impulses; s times a matrix [12 x 12] of a body and its parent;
 * conversion from velocities and pose to the poses of the nodes; product[n x n_freedoms] = B T. */
void tr_tree_clear_blocks(TrTreeBlocks *by, const TrTree *tree);
void tr_tree_add_inertia(TrTreeBlocks *by,
                         const TrTree *tree,
                         const TrStepWork *step,
                         const TrStepContext *context);
void tr_tree_add_pair(
    const TrTreeBlocks *to, const TrTree *tree, int i, double s, const TrReal pair[144]);
void tr_tree_turn_blocks(TrTreeBlocks *by, TrTreeWork *work, double h);
void tr_tree_multiply_blocks(TrTreeWork *work, const TrTreeBlocks *by, const TrReal *motion);

/* Columns of the parameters at constant poses in step->d_a0[n x n_params], without the joints'
 * impulses by them; and of centres of mass, whose poses go along (theory 7.5). */
void tr_tree_fill_params(TrStepWork *step, const TrStepContext *context);
void tr_tree_carry_centres(const TrTreeBlocks *by,
                           const TrTree *tree,
                           TrStepWork *step,
                           const TrStepContext *context,
                           const TrStepInput *in);

/* out[n_freedoms x columns] = T^T f for f[n x columns], which is overwritten; rows of out have
 * `stride` numbers. */
void tr_tree_gather_columns(
    TrReal *out, int stride, TrReal *f, int columns, const TrTree *tree, const TrReal *basis);

/* T[n x n_freedoms] of a basis. */
void tr_tree_fill_motion(TrReal *motion, const TrTree *tree, const TrReal *basis);
