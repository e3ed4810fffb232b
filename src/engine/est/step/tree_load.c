/* Load of dry friction in the steps of a tree (theory 6.10c).
 *
 * The balances B of the bodies without the joints' impulses f are distributed on the rows and
 * freedoms of the joints, B = G^T lambda + D^T s, from the last bodies to the first: with F the sum
 * of what a joint carries,
 *
 *   (lambda; s) = K_child^-T F,   F_parent += A^T F
 *
 * f acts along a freedom, so that lambda does not depend on it: load(lambda) is known before f.
 * Its derivative is dlambda = (I 0) K_child^-T [dB - d(G^T) lambda - d(D^T) s], gathered likewise.
 */
#include "engine/est/step/tree_private.h"
#include "engine/mbs/mechanism/private.h"

/* -d(G^T) lambda - d(D^T) s of a joint. */
static void
add_turning(TrTreeWork *w, int i, const TrStepWork *step, const TrMechanism *mechanism)
{
  const TrTreeBody *b = &w->tree->bodies[i];

  for (int k = 0; k < b->n_constraints + b->n_free_constraints; k++) {
    bool is_row = k < b->n_constraints;
    const TrConstraint *c =
        is_row ? &mechanism->constraints[b->first_constraint + k]
               : &mechanism->freedoms[b->first_free_constraint + k - b->n_constraints];
    TrReal pair[144];

    tr_prim_force_derivative(pair, &c->prim, tr_place_of(step->places, c->body_a),
                             tr_place_of(step->places, c->body_b),
                             (is_row ? step->tree_lambda : step->tree_along) + c->row);
    tr_tree_add_pair(&w->load_by[TR_TREE_NOW], w->tree, i, -1, pair);
  }
}

static void
fill_blocks(TrTreeWork *w, const TrStepWork *step, const TrStepContext *context)
{
  tr_tree_clear_blocks(w->load_by, w->tree);
  tr_tree_add_inertia(w->load_by, w->tree, step, context);
  for (int i = 0; i < w->tree->n_bodies; i++)
    add_turning(w, i, step, context->mechanism);
  tr_tree_turn_blocks(w->load_by, w, context->h);
}

static bool
is_loaded(const TrTreeBody *b, const TrStepContext *context)
{
  return tr_axial_is_loaded(&context->model->joints[b->joint]);
}

/* A, and in the place of a loaded joint's freedom K_child^-1 (dload/dlambda; 0); of others zero. */
static void
fill_basis(TrTreeWork *w, const TrStepWork *step, const TrStepContext *context, const TrReal *basis)
{
  const TrTree *tree = w->tree;
  TrReal *part = w->load_basis + 36 * tree->n_bodies;

  tr_real_copy(w->load_basis, basis, 36 * tree->n_bodies);
  tr_real_clear(part, 6 * tree->n_freedoms);
  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    const TrReal *inverse = step->tree_inverse + 36 * i,
                 *slope = step->load_gradient + b->joint * step->m +
                          tr_tree_first_row(b, context->mechanism);

    for (int k = 0; is_loaded(b, context) && k < 6; k++)
      for (int r = 0; r < 6 - b->n_freedoms; r++)
        part[6 * b->first_freedom + k] += inverse[6 * k + r] * slope[r];
  }
}

/* Columns of the parameters of B - G^T lambda - D^T s in step->d_a0, at constant lambda and s. */
static void
fill_params(TrTreeWork *w, TrStepWork *step, const TrStepContext *context, const TrStepInput *poses)
{
  TrStepContext own = *context;
  TrReal *eta = step->tree_kept, *impulse = eta + step->m;

  own.weight_is_frozen = false;
  own.n_frozen = 0;
  tr_real_copy(eta, step->eta, step->m);
  tr_real_copy(impulse, step->impulse, step->n_joints);
  for (int r = 0; r < step->m; r++)
    step->eta[r] = -step->tree_lambda[r];
  tr_real_clear(step->impulse, step->n_joints);
  for (int i = 0; i < w->tree->n_bodies; i++) {
    const TrTreeBody *b = &w->tree->bodies[i];

    if (tr_joint_class(context->model->joints[b->joint].type)->has_axis)
      step->impulse[b->joint] = step->tree_along[b->first_freedom];
  }
  tr_tree_fill_params(step, &own);
  tr_tree_carry_centres(w->load_by, w->tree, step, &own, poses);
  tr_real_copy(step->eta, eta, step->m);
  tr_real_copy(step->impulse, impulse, step->n_joints);
}

void
tr_tree_add_loads(TrReal *jac, TrTreeWork *w, const TrStepContext *context, const TrTreeStep *in)
{
  static const int places[TR_TREE_TANGENTS] = {0, 2, 1};
  TrStepWork *step = in->work;
  const TrTree *tree = w->tree;
  int nd = tree->n_freedoms, columns = 3 * nd + context->n_params;

  fill_blocks(w, step, context);
  fill_basis(w, step, context, in->now);
  for (int k = 0; k < TR_TREE_TANGENTS; k++) {
    tr_tree_multiply_blocks(w, &w->load_by[k], w->motion[k]);
    tr_tree_gather_columns(w->jac + places[k] * nd, columns, w->product, nd, tree, w->load_basis);
  }
  fill_params(w, step, context, &in->poses);
  tr_tree_gather_columns(w->jac + 3 * nd, columns, step->d_a0, context->n_params, tree,
                         w->load_basis);
  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    int row = b->first_freedom * columns;

    for (int c = 0; is_loaded(b, context) && c < columns; c++)
      jac[row + c] -= step->axial[b->joint].d_load * w->jac[row + c];
  }
}
