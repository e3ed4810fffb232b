/* Impulses of the state error along the freedoms of a tree, and their derivatives: T^T r, and T^T
 * d(a0 + G^T eta) T with the blocks of neighbouring bodies; the multipliers' derivatives drop out.
 */
#include "engine/est/step/tree_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/balance.h"
#include "engine/mbs/mechanism/private.h"

void
tr_tree_clear_blocks(TrTreeBlocks *by, const TrTree *tree)
{
  for (int i = 0; i < TR_TREE_TANGENTS; i++) {
    tr_real_clear(by[i].own, 36 * tree->n_bodies);
    tr_real_clear(by[i].up, 36 * tree->n_bodies);
    tr_real_clear(by[i].down, 36 * tree->n_bodies);
  }
}

void
tr_tree_add_inertia(TrTreeBlocks *by,
                    const TrTree *tree,
                    const TrStepWork *step,
                    const TrStepContext *context)
{
  for (int i = 0; i < tree->n_bodies; i++) {
    int body = tree->bodies[i].body;
    TrReal mass[36], gyro[9];

    tr_real_clear(mass, 36);
    tr_balance_body_mass(mass, 6, &context->model->bodies[body]);
    for (int k = 0; k < 36; k++) {
      by[TR_TREE_BEFORE].own[36 * i + k] -= mass[k];
      by[TR_TREE_AFTER].own[36 * i + k] += mass[k];
    }
    tr_step_gyro_slope(gyro, step, context, body);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) {
        int at = 36 * i + 6 * (3 + r) + 3 + c;

        by[TR_TREE_BEFORE].own[at] += gyro[3 * r + c];
        if (context->midpoint)
          by[TR_TREE_AFTER].own[at] += gyro[3 * r + c];
      }
  }
}

/* That of the parent by itself goes to the parent's own. */
void
tr_tree_add_pair(
    const TrTreeBlocks *to, const TrTree *tree, int i, double s, const TrReal pair[144])
{
  int above = tree->bodies[i].above;

  for (int r = 0; r < 6; r++)
    for (int c = 0; c < 6; c++)
      to->own[36 * i + 6 * r + c] += s * pair[12 * (6 + r) + 6 + c];
  if (above < 0)
    return;
  for (int r = 0; r < 6; r++)
    for (int c = 0; c < 6; c++) {
      to->up[36 * i + 6 * r + c] += s * pair[12 * (6 + r) + c];
      to->down[36 * i + 6 * r + c] += s * pair[12 * r + 6 + c];
      to->own[36 * above + 6 * r + c] += s * pair[12 * r + c];
    }
}

/* Adds the outer product of two rows [12]. */
static void
add_product(
    const TrTreeBlocks *to, const TrTree *tree, int i, const TrReal axis[12], const TrReal row[12])
{
  TrReal pair[144];

  for (int r = 0; r < 12; r++)
    for (int c = 0; c < 12; c++)
      pair[12 * r + c] = axis[r] * row[c];
  tr_tree_add_pair(to, tree, i, -1, pair);
}

/* A rotor's part of -G-bar^T df: G-bar^T J_s dc. */
static void
add_swing(TrTreeWork *w,
          int i,
          const TrStepWork *step,
          const TrStepContext *context,
          const TrReal axis[12])
{
  static const int to[] = {TR_TREE_BEFORE, TR_TREE_AFTER, TR_TREE_NOW};
  int joint = w->tree->bodies[i].joint;
  double inertia = tr_axial_inertia(context->model, joint);
  TrSwingSlopes slopes;
  TrReal *rows[] = {slopes.by_v, slopes.by_v_after, slopes.by_pose};

  if (!tr_step_swings(context, joint))
    return;
  tr_step_swing(&slopes, step, context, joint);
  for (int n = 0; n < 3; n++) {
    for (int k = 0; k < 12; k++)
      rows[n][k] *= -inertia;
    add_product(&w->by[to[n]], w->tree, i, axis, rows[n]);
  }
}

/* The joint's own impulse: -G-bar^T df and -d(G-bar^T) f. */
static void
add_axial(TrTreeWork *w, int i, const TrStepWork *step, const TrStepContext *context)
{
  const TrTree *tree = w->tree;
  int j = tree->bodies[i].joint;
  const TrConstraint *c = &context->mechanism->axes[j];
  const TrAxial *axial = &step->axial[j];
  const TrPlace *a = tr_place_of(step->places, c->body_a),
                *b = tr_place_of(step->places, c->body_b);
  TrReal axis[12], row[12], turned[12], local[12], pair[144];

  if (c->n_rows == 0)
    return;
  tr_prim_jacobian(axis, &c->prim, a, b);
  for (int k = 0; k < 12; k++) {
    row[k] = axial->d_rate * axis[k];
    turned[k] = axial->d_rate_after * axis[k];
  }
  add_product(&w->by[TR_TREE_BEFORE], tree, i, axis, row);
  add_product(&w->by[TR_TREE_AFTER], tree, i, axis, turned);

  tr_constraint_gather(local, step->v, c);
  tr_prim_rate_derivative(row, &c->prim, a, b, local);
  tr_constraint_gather(local, step->v_after, c);
  tr_prim_rate_derivative(turned, &c->prim, a, b, local);
  for (int k = 0; k < 12; k++)
    row[k] = axial->d_rate * row[k] + axial->d_rate_after * turned[k];
  if (context->model->joints[j].spring.stiffness != 0) {
    tr_step_stretch(turned, step, context, j);
    for (int k = 0; k < 12; k++)
      row[k] += axial->d_stretch * turned[k];
  }
  add_product(&w->by[TR_TREE_NOW], tree, i, axis, row);
  add_swing(w, i, step, context, axis);
  tr_prim_force_derivative(pair, &c->prim, a, b, &step->impulse[j]);
  tr_tree_add_pair(&w->by[TR_TREE_NOW], tree, i, -1, pair);
}

/* d(G^T) eta of a joint. */
static void
add_turning(TrTreeWork *w, int i, const TrStepWork *step, const TrMechanism *mechanism)
{
  const TrTreeBody *body = &w->tree->bodies[i];

  for (int k = 0; k < body->n_constraints; k++) {
    const TrConstraint *c = &mechanism->constraints[body->first_constraint + k];
    TrReal pair[144];

    tr_prim_force_derivative(pair, &c->prim, tr_place_of(step->places, c->body_a),
                             tr_place_of(step->places, c->body_b), step->eta + c->row);
    tr_tree_add_pair(&w->by[TR_TREE_NOW], w->tree, i, 1, pair);
  }
}

/* out = block diag(s I, turn) */
static void
turn_block(TrReal out[36], const TrReal block[36], double s, const TrReal turn[9])
{
  for (int r = 0; r < 6; r++) {
    const TrReal *from = block + 6 * r;

    for (int c = 0; c < 3; c++) {
      out[6 * r + c] = s * from[c];
      out[6 * r + 3 + c] = from[3] * turn[c] + from[4] * turn[3 + c] + from[5] * turn[6 + c];
    }
  }
}

/* Converts the blocks of one body's columns: from velocities and pose to the poses of the nodes. */
static void
turn_blocks(TrTreeWork *w, TrReal *before, TrReal *after, TrReal *now, int body, double h)
{
  TrReal first[36], second[36], third[36], last[36];

  turn_block(first, before, -1 / h, w->turn[TR_TURN_V_BEFORE] + 9 * body);
  turn_block(second, before, 1 / h, w->turn[TR_TURN_V_NOW] + 9 * body);
  turn_block(third, after, -1 / h, w->turn[TR_TURN_AFTER_NOW] + 9 * body);
  turn_block(last, after, 1 / h, w->turn[TR_TURN_AFTER_AFTER] + 9 * body);
  for (int k = 0; k < 36; k++) {
    before[k] = first[k];
    now[k] += second[k] + third[k];
    after[k] = last[k];
  }
}

void
tr_tree_turn_blocks(TrTreeBlocks *by, TrTreeWork *w, double h)
{
  TrTreeBlocks *before = &by[TR_TREE_BEFORE], *after = &by[TR_TREE_AFTER], *now = &by[TR_TREE_NOW];
  const TrTree *tree = w->tree;

  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    int at = 36 * i;

    turn_blocks(w, before->own + at, after->own + at, now->own + at, b->body, h);
    turn_blocks(w, before->down + at, after->down + at, now->down + at, b->body, h);
    if (b->parent != TR_WORLD)
      turn_blocks(w, before->up + at, after->up + at, now->up + at, b->parent, h);
  }
}

static void
fill_blocks(TrTreeWork *w, const TrStepWork *step, const TrStepContext *context)
{
  const TrTree *tree = w->tree;
  double h = context->h;

  tr_tree_clear_blocks(w->by, tree);
  tr_tree_add_inertia(w->by, tree, step, context);
  for (int i = 0; i < tree->n_bodies; i++) {
    add_axial(w, i, step, context);
    add_turning(w, i, step, context->mechanism);
  }
  tr_step_turns(w->turn[TR_TURN_V_BEFORE], w->turn[TR_TURN_V_NOW], tree->n_bodies, step->v, h);
  tr_step_turns(w->turn[TR_TURN_AFTER_NOW], w->turn[TR_TURN_AFTER_AFTER], tree->n_bodies,
                step->v_after, h);
  tr_tree_turn_blocks(w->by, w, h);
}

/* out[6 x nd] += block[6 x 6] motion[6 x nd], in the columns that move the body. */
static void
add_moved(TrReal *out, const TrReal *block, const TrReal *motion, const TrTreeBody *b, int nd)
{
  int low = b->low, count = b->high - b->low;

  for (int r = 0; r < 6; r++) {
    TrReal *to = out + r * nd + low;
    const TrReal *m = block + 6 * r, *from = motion + low;

    for (int c = 0; c < count; c++)
      to[c] += m[0] * from[c] + m[1] * from[nd + c] + m[2] * from[2 * nd + c] +
               m[3] * from[3 * nd + c] + m[4] * from[4 * nd + c] + m[5] * from[5 * nd + c];
  }
}

void
tr_tree_multiply_blocks(TrTreeWork *w, const TrTreeBlocks *by, const TrReal *motion)
{
  const TrTree *tree = w->tree;
  int nd = tree->n_freedoms;

  tr_real_clear(w->product, 6 * tree->n_bodies * nd);
  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    TrReal *own = w->product + 6 * b->body * nd;

    add_moved(own, by->own + 36 * i, motion + 6 * b->body * nd, b, nd);
    if (b->parent == TR_WORLD)
      continue;
    add_moved(own, by->up + 36 * i, motion + 6 * b->parent * nd, b, nd);
    add_moved(w->product + 6 * b->parent * nd, by->down + 36 * i, motion + 6 * b->body * nd, b, nd);
  }
}

void
tr_tree_fill_params(TrStepWork *step, const TrStepContext *context)
{
  int n = step->n, p = context->n_params;

  step->columns = p;
  tr_real_clear(step->d_a0, n * p);
  tr_real_clear(step->d_left, n * p);
  tr_real_clear(step->d_force, step->n_joints * p);
  tr_real_clear(step->d_c0, step->m * p);
  tr_real_clear(step->d_mult, step->m * p);
  tr_step_params(step, context);
  tr_step_collect_params(step, context);
}

/* Adds a block times a displacement of a body's centre to the rows of a body. */
static void
add_displaced(TrReal *column, int stride, const TrReal *block, const TrReal shift[3])
{
  for (int r = 0; r < 6; r++)
    column[r * stride] += tr_vec3_dot(block + 6 * r, shift);
}

/* Adds the derivative by the pose of a body times the displacement of its centre at one node. */
static void
carry_body(TrReal *column,
           int stride,
           const TrTreeBlocks *by,
           const TrTree *tree,
           int body,
           const TrReal shift[3])
{
  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];

    if (b->body == body) {
      add_displaced(column + 6 * body * stride, stride, by->own + 36 * i, shift);
      if (b->parent != TR_WORLD)
        add_displaced(column + 6 * b->parent * stride, stride, by->down + 36 * i, shift);
    } else if (b->parent == body) {
      add_displaced(column + 6 * b->body * stride, stride, by->up + 36 * i, shift);
    }
  }
}

void
tr_tree_carry_centres(const TrTreeBlocks *by,
                      const TrTree *tree,
                      TrStepWork *step,
                      const TrStepContext *context,
                      const TrStepInput *in)
{
  const TrReal *poses[TR_TREE_TANGENTS] = {in->before, in->after, in->now};

  for (int p = 0; p < context->n_params; p++) {
    TrParam param = context->params[p];

    for (int k = 0; param.kind == TR_PARAM_COM && k < TR_TREE_TANGENTS; k++) {
      TrReal rot[9], shift[3];

      tr_quat_matrix(rot, poses[k] + TR_POSE * param.owner + 3);
      for (int i = 0; i < 3; i++)
        shift[i] = rot[3 * i + param.axis];
      carry_body(step->d_a0 + p, context->n_params, &by[k], tree, param.owner, shift);
    }
  }
}

/* T^T M_a T with the rotors of a model, in mass[nd x nd]. */
static void
fill_mass(TrReal *mass, TrTreeWork *w, const TrStepContext *context, const TrStepWork *step)
{
  const TrTree *tree = w->tree;
  int nd = tree->n_freedoms, n = 6 * tree->n_bodies;
  const TrReal *motion = w->motion[TR_TREE_NOW];
  TrReal *rate = w->jac;

  tr_real_clear(w->product, n * nd);
  for (int b = 0; b < tree->n_bodies; b++) {
    TrReal body[36];

    tr_real_clear(body, 36);
    tr_balance_body_mass(body, 6, &context->model->bodies[b]);
    tr_dense_add_product(w->product + 6 * b * nd, tr_real(1), body, motion + 6 * b * nd,
                         (TrProductSize){6, 6, nd});
  }
  tr_real_clear(mass, nd * nd);
  tr_dense_add_product_tn(mass, tr_real(1), motion, w->product, (TrProductSize){n, nd, nd});
  for (int j = 0; j < step->n_joints; j++) {
    tr_real_clear(rate, nd);
    tr_dense_add_product(rate, tr_real(1), step->axes + j * n, motion, (TrProductSize){1, n, nd});
    tr_dense_add_product_tn(mass, tr_real(tr_axial_inertia(context->model, j)), rate, rate,
                            (TrProductSize){1, nd, nd});
  }
}

/* jac <- T^T M_0 T (T^T M_a T)^-1 jac, the derivative with the frozen weight up to a term of second
 * order (tr_step_freeze_jacobian()). */
static TrStatus
hold_jacobian(TrReal *jac,
              TrTreeWork *w,
              const TrStepWork *step,
              const TrStepContext *context,
              const TrStepContext *held)
{
  int nd = w->tree->n_freedoms, columns = 3 * nd + context->n_params;

  fill_mass(w->mass, w, context, step);
  fill_mass(w->held_mass, w, held, step);
  TR_TRY(tr_dense_cholesky(w->mass, nd));
  tr_dense_cholesky_solve(jac, w->mass, nd, columns);
  tr_real_copy(w->jac, jac, nd * columns);
  tr_real_clear(jac, nd * columns);
  tr_dense_add_product(jac, tr_real(1), w->held_mass, w->jac, (TrProductSize){nd, nd, columns});
  return TR_OK;
}

/* Divides the rows by the relative sds of the freedoms. */
static void
weigh(TrReal *x, int columns, int nd, const double *sigma)
{
  for (int j = 0; j < nd; j++)
    for (int c = 0; c < columns; c++)
      x[j * columns + c] /= sigma[j];
}

TrStatus
tr_tree_linearize(TrReal *r,
                  TrReal *jac,
                  TrTreeWork *w,
                  const TrStepContext *context,
                  const TrStepContext *held,
                  const TrTreeStep *in)
{
  TrStepWork *step = in->work;
  const TrReal *bases[TR_TREE_TANGENTS] = {in->before, in->after, in->now};
  static const int places[TR_TREE_TANGENTS] = {0, 2, 1};
  int nd = w->tree->n_freedoms, columns = 3 * nd + context->n_params;

  fill_blocks(w, step, context);
  for (int k = 0; k < TR_TREE_TANGENTS; k++) {
    tr_tree_fill_motion(w->motion[k], w->tree, bases[k]);
    tr_tree_multiply_blocks(w, &w->by[k], w->motion[k]);
    tr_tree_gather_columns(jac + places[k] * nd, columns, w->product, nd, w->tree, in->now);
  }
  tr_tree_fill_params(step, context);
  tr_dense_add_product_tn(step->d_a0, tr_real(-1), step->axes, step->d_force,
                          (TrProductSize){step->n_joints, step->n, context->n_params});
  tr_tree_carry_centres(w->by, w->tree, step, context, &in->poses);
  tr_tree_gather_columns(jac + 3 * nd, columns, step->d_a0, context->n_params, w->tree, in->now);
  if (step->is_loaded)
    tr_tree_add_loads(jac, w, context, in);
  if (held)
    TR_TRY(hold_jacobian(jac, w, step, context, held));
  weigh(jac, columns, nd, context->joint_sigma);
  tr_tree_gather_columns(w->product, 1, r, 1, w->tree, in->now);
  tr_real_copy(r, w->product, nd);
  weigh(r, 1, nd, context->joint_sigma);
  return TR_OK;
}
