/* Joints of a tree: their rows, and impulses on the bodies distributed on them. */
#include "engine/est/step/tree_private.h"
#include "engine/linalg/dense.h"
#include "engine/mbs/mechanism/private.h"

/* Adds the rows of constraints from row *row on. */
static void
add_rows(TrTreeJoint *joint, int *row, const TrConstraint *list, int n_list, const TrPlace *places)
{
  TrReal local[TR_PRIM_MAX_ROWS * TR_PRIM_TANGENT];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];

    tr_prim_jacobian(local, &c->prim, tr_place_of(places, c->body_a),
                     tr_place_of(places, c->body_b));
    for (int r = 0; r < c->n_rows; r++, (*row)++) {
      tr_real_copy(joint->parent + 6 * *row, local + 12 * r, 6);
      tr_real_copy(joint->child + 6 * *row, local + 12 * r + 6, 6);
    }
  }
}

/* K_child^-1 = K_child^T (K_child K_child^T)^-1. */
TrStatus
tr_tree_take_joint(TrTreeJoint *joint,
                   const TrTreeBody *b,
                   const TrMechanism *mechanism,
                   const TrPlace *places)
{
  TrReal gram[36], unit[36];
  int row = 0;

  add_rows(joint, &row, mechanism->constraints + b->first_constraint, b->n_constraints, places);
  add_rows(joint, &row, mechanism->freedoms + b->first_free_constraint, b->n_free_constraints,
           places);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      TrReal sum = tr_real(0);

      for (int k = 0; k < 6; k++)
        sum += joint->child[6 * i + k] * joint->child[6 * j + k];
      gram[6 * i + j] = sum;
      unit[6 * i + j] = tr_real(i == j ? 1 : 0);
    }
  TR_TRY(tr_dense_cholesky(gram, 6));
  tr_dense_cholesky_solve(unit, gram, 6, 6);
  tr_real_clear(joint->inverse, 36);
  tr_dense_add_product_tn(joint->inverse, tr_real(1), joint->child, unit, (TrProductSize){6, 6, 6});
  return TR_OK;
}

int
tr_tree_first_row(const TrTreeBody *b, const TrMechanism *mechanism)
{
  return b->n_constraints > 0 ? mechanism->constraints[b->first_constraint].row : 0;
}

/* x[6] = (lambda; s) of a joint from F. */
static void
split(TrStepWork *w, const TrReal x[6], const TrTreeBody *b, const TrMechanism *mechanism)
{
  int rows = 6 - b->n_freedoms;

  for (int r = 0; r < rows; r++)
    w->tree_lambda[tr_tree_first_row(b, mechanism) + r] = x[r];
  for (int r = 0; r < b->n_freedoms; r++)
    w->tree_along[b->first_freedom + r] = x[rows + r];
}

void
tr_tree_distribute(TrStepWork *w, const TrStepContext *context)
{
  const TrTree *tree = context->tree;
  TrReal *carried = w->small_vector[1];

  tr_real_copy(carried, w->a0, w->n);
  for (int i = tree->n_bodies - 1; i >= 0; i--) {
    const TrTreeBody *b = &tree->bodies[i];
    const TrReal *own = carried + 6 * b->body;
    TrReal x[6], *inverse = w->tree_inverse + 36 * i;
    TrTreeJoint joint;

    if (tr_tree_take_joint(&joint, b, context->mechanism, w->places) != TR_OK)
      tr_real_clear(joint.inverse, 36);
    tr_real_copy(inverse, joint.inverse, 36);
    for (int r = 0; r < 6; r++) {
      x[r] = tr_real(0);
      for (int k = 0; k < 6; k++)
        x[r] += inverse[6 * k + r] * own[k];
    }
    split(w, x, b, context->mechanism);
    for (int k = 0; b->parent != TR_WORLD && k < 6; k++)
      for (int r = 0; r < 6; r++)
        carried[6 * b->parent + k] -= joint.parent[6 * r + k] * x[r];
  }
  tr_real_copy(w->lambda, w->tree_lambda, w->m);
}
