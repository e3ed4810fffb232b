/* Steps of a tree in the coordinates of its joints (theory 6.10).
 *
 * A tree is a mechanism in which one joint carries each body and leaves those freedoms that it has
 * no rows for.  With the rows K = (G; D) of a joint and its freedoms, by the child and by the
 * parent, a body moves by
 *
 *   x = A x_parent + N y,   A = -K_child^-1 K_parent,  N = K_child^-1 (0; I)
 *
 * for the rates y of its own freedoms.  Together, x = T y with G T = 0 and D T = I, so T^T takes
 * impulses on the bodies to impulses along the freedoms, whatever the constraints transmit. */
#pragma once

#include "engine/est/step/residual.h"

/* A body with the joint that carries it. */
typedef struct TrTreeBody {
  int body, parent;                    /* parent: TR_WORLD or a body before it in the order ... */
  int above;                           /* ... and its place there; -1: the world */
  int joint;                           /* that carries the body */
  int first_constraint, n_constraints; /* of the mechanism: rows of the joint ... */
  int first_free_constraint, n_free_constraints; /* ... and of its freedoms */
  int first_freedom, n_freedoms;
  int low, high; /* freedoms that move the body are among low .. high - 1 */
} TrTreeBody;

typedef struct TrTree {
  int n_bodies, n_freedoms;
  TrTreeBody *bodies; /* [n_bodies] parents before their children */
} TrTree;

/* Returns the tree of a mechanism, or NULL where the mechanism is none: a loop, a gear, a
 * prescribed motion, a body without a joint or a joint whose freedoms have no rates; also where
 * friction depends on loads beside a cylindrical, planar or free joint between two bodies.  Returns
 * NULL as well when memory is out. */
TrTree *tr_tree_new(const TrModel *model, const TrMechanism *mechanism);
void tr_tree_free(TrTree *tree);

/* Number of elements of the basis of a node: A[n_bodies x 6 x 6], then N^T[n_freedoms x 6]. */
static inline int
tr_tree_basis_size(const TrTree *tree)
{
  return 36 * tree->n_bodies + 6 * tree->n_freedoms;
}

/* Impulses out[n_freedoms] = T^T f along the freedoms; f[n] is overwritten.  The same for
 * derivatives by the tangent of a node, row after row. */
void tr_tree_gather(double *out, double *f, const TrTree *tree, const double *basis);

/* Motion x[n] = T y of the bodies. */
void tr_tree_spread(double *x, const TrTree *tree, const double *basis, const double *y);

/* Scratch of the functions below, for as many steps as there are lanes. */
typedef struct TrTreeWork TrTreeWork;

TrTreeWork *tr_tree_work_new(const TrTree *tree, int n_params);
void tr_tree_work_free(TrTreeWork *work);

/* Scratch of tr_step_residual() for tr_tree_linearize(), without the columns of the states. */
TrStepWork *tr_step_work_new_for_tree(const TrMechanism *mechanism, int n_params);

/* Computes the basis of a node with the poses pose[n_bodies x 7].  TR_NOT_DEFINITE where the rows
 * of a joint depend on each other. */
TR_NODISCARD TrStatus tr_tree_basis(TrReal *basis,
                                    TrTreeWork *work,
                                    const TrMechanism *mechanism,
                                    const TrReal *pose);

/* A step that tr_step_residual() has evaluated, with the bases of its three nodes. */
typedef struct TrTreeStep {
  TrStepWork *work;
  TrStepInput poses;
  const TrReal *before, *now, *after;
} TrTreeStep;

/* Impulses of the state error along the freedoms and their Jacobian, both in units of
 * context->joint_sigma: r[n_freedoms], jac[n_freedoms x (3 n_freedoms + n_params)] by the freedoms
 * of the nodes before, now and after, then the parameters.  Centres of mass take the poses along
 * (theory 7.5).  On entry r[n] is that of tr_step_residual().  With `held`, r is that of
 * tr_step_freeze_weight() and the Jacobian has its weight. */
TR_NODISCARD TrStatus tr_tree_linearize(TrReal *r,
                                        TrReal *jac,
                                        TrTreeWork *work,
                                        const TrStepContext *context,
                                        const TrStepContext *held,
                                        const TrTreeStep *in);

/* Poses out[n_bodies x 7] after a motion y[n_freedoms] from the poses `from`, with the constraints
 * met: each body goes along with its parent and then moves by N y.  out is not `from`. */
TR_NODISCARD TrStatus tr_tree_retract(TrReal *out,
                                      TrTreeWork *work,
                                      const TrMechanism *mechanism,
                                      const TrReal *from,
                                      const TrReal *y);
