/* Basis of the motions of a tree, and motions along it. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/carve.h"
#include "engine/est/step/tree_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism/private.h"

static size_t
lay_out(TrTreeWork *w, int n_params, TrReal *base)
{
  size_t bodies = (size_t)w->tree->n_bodies, nd = (size_t)w->tree->n_freedoms, p = (size_t)n_params;
  size_t used = 0;

  for (int i = 0; i < TR_TREE_TANGENTS; i++) {
    w->by[i].own = tr_carve(base, &used, 36 * bodies);
    w->by[i].up = tr_carve(base, &used, 36 * bodies);
    w->by[i].down = tr_carve(base, &used, 36 * bodies);
    w->motion[i] = tr_carve(base, &used, 6 * bodies * nd);
    w->load_by[i].own = tr_carve(base, &used, 36 * bodies);
    w->load_by[i].up = tr_carve(base, &used, 36 * bodies);
    w->load_by[i].down = tr_carve(base, &used, 36 * bodies);
  }
  w->load_basis = tr_carve(base, &used, (size_t)tr_tree_basis_size(w->tree));
  w->product = tr_carve(base, &used, 6 * bodies * (nd > p ? nd : p));
  for (int i = 0; i < TR_N_TURNS; i++)
    w->turn[i] = tr_carve(base, &used, 9 * bodies);
  w->mass = tr_carve(base, &used, nd * nd);
  w->held_mass = tr_carve(base, &used, nd * nd);
  w->jac = tr_carve(base, &used, nd * (3 * nd + p));
  return used;
}

static void *
take_numbers(size_t size)
{
  size_t unit = TR_REAL_LANES * sizeof(double);
  void *memory = aligned_alloc(unit, (size / unit + 1) * unit);

  if (memory)
    memset(memory, 0, size);
  return memory;
}

TrTreeWork *
tr_tree_work_new(const TrTree *tree, int n_params)
{
  TrTreeWork *w = calloc(1, sizeof *w);

  if (!w)
    return NULL;
  w->tree = tree;
  w->block = take_numbers(lay_out(w, n_params, NULL) * sizeof(TrReal));
  w->places = take_numbers((size_t)tree->n_bodies * sizeof *w->places);
  w->moved = take_numbers((size_t)tree->n_bodies * sizeof *w->moved);
  if (!w->block || !w->places || !w->moved) {
    tr_tree_work_free(w);
    return NULL;
  }
  lay_out(w, n_params, w->block);
  return w;
}

void
tr_tree_work_free(TrTreeWork *w)
{
  if (!w)
    return;
  free(w->block);
  free(w->places);
  free(w->moved);
  free(w);
}

TrStatus
tr_tree_basis(TrReal *basis, TrTreeWork *w, const TrMechanism *mechanism, const TrReal *pose)
{
  const TrTree *tree = w->tree;
  TrReal *free_part = basis + 36 * tree->n_bodies;

  tr_mechanism_places(w->places, tree->n_bodies, pose);
  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    TrReal *a = basis + 36 * i;
    TrTreeJoint joint;

    TR_TRY(tr_tree_take_joint(&joint, b, mechanism, w->places));
    tr_real_clear(a, 36);
    if (b->parent != TR_WORLD)
      tr_dense_add_product(a, tr_real(-1), joint.inverse, joint.parent, (TrProductSize){6, 6, 6});
    for (int j = 0; j < b->n_freedoms; j++)
      for (int k = 0; k < 6; k++)
        free_part[6 * (b->first_freedom + j) + k] = joint.inverse[6 * k + 6 - b->n_freedoms + j];
  }
  return TR_OK;
}

void
tr_tree_fill_motion(TrReal *motion, const TrTree *tree, const TrReal *basis)
{
  const TrReal *free_part = basis + 36 * tree->n_bodies;
  int nd = tree->n_freedoms;

  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    TrReal *own = motion + 6 * b->body * nd;

    tr_real_clear(own, 6 * nd);
    if (b->parent != TR_WORLD)
      tr_dense_add_product(own, tr_real(1), basis + 36 * i, motion + 6 * b->parent * nd,
                           (TrProductSize){6, 6, nd});
    for (int j = b->first_freedom; j < b->first_freedom + b->n_freedoms; j++)
      for (int k = 0; k < 6; k++)
        own[k * nd + j] = free_part[6 * j + k];
  }
}

void
tr_tree_gather_columns(
    TrReal *out, int stride, TrReal *f, int columns, const TrTree *tree, const TrReal *basis)
{
  const TrReal *free_part = basis + 36 * tree->n_bodies;

  for (int i = tree->n_bodies - 1; i >= 0; i--) {
    const TrTreeBody *b = &tree->bodies[i];
    const TrReal *own = f + 6 * b->body * columns;

    for (int j = b->first_freedom; j < b->first_freedom + b->n_freedoms; j++) {
      tr_real_clear(out + j * stride, columns);
      tr_dense_add_product(out + j * stride, tr_real(1), free_part + 6 * j, own,
                           (TrProductSize){1, 6, columns});
    }
    if (b->parent != TR_WORLD)
      tr_dense_add_product_tn(f + 6 * b->parent * columns, tr_real(1), basis + 36 * i, own,
                              (TrProductSize){6, 6, columns});
  }
}

/* Corrections of a body's pose, and the violation that counts as met [m, 1]. */
enum { MAX_CORRECTIONS = 5 };
#define MET 1e-13

static void
set_place(TrPlace *place, const TrReal pose[7])
{
  tr_vec3_copy(place->r, pose);
  tr_quat_matrix(place->rot, pose + 3);
}

/* Largest |g| of a joint in each lane; g[6]. */
static TrReal
find_violation(TrReal *g, const TrTreeBody *b, const TrMechanism *mechanism, const TrPlace *places)
{
  TrReal largest = tr_real(0);
  int rows = 6 - b->n_freedoms;

  tr_real_clear(g, 6);
  for (int i = 0, row = 0; i < b->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[b->first_constraint + i];

    tr_prim_value(g + row, &c->prim, tr_place_of(places, c->body_a),
                  tr_place_of(places, c->body_b));
    row += c->n_rows;
  }
  for (int r = 0; r < rows; r++)
    largest = tr_real_max(largest, tr_real_abs(g[r]));
  return largest;
}

/* Moves a body onto the rows of its joint, its freedoms where they are; a lane that meets them
 * keeps its pose, whatever the other lanes do. */
static void
meet_rows(TrReal *pose, const TrTreeBody *b, const TrMechanism *mechanism, TrPlace *places)
{
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    TrReal g[6], step[6], largest;
    TrTreeJoint joint;

    set_place(&places[b->body], pose);
    largest = find_violation(g, b, mechanism, places);
    if (!tr_real_any(largest > MET) || tr_tree_take_joint(&joint, b, mechanism, places) != TR_OK)
      return;
    for (int r = 0; r < 6; r++)
      g[r] = tr_real_select(largest > MET, g[r], tr_real(0));
    tr_real_clear(step, 6);
    tr_dense_add_product(step, tr_real(-1), joint.inverse, g, (TrProductSize){6, 6, 1});
    tr_pose_retract(pose, 1, pose, step);
  }
  set_place(&places[b->body], pose);
}

/* Takes a body along with its parent, and turns a displacement of its centre with it. */
static void
go_along(TrReal *pose, TrReal step[3], const TrTreeWork *w, const TrTreeBody *b, const TrReal *from)
{
  const TrPlace *before = &w->places[b->parent], *after = &w->moved[b->parent];
  TrReal arm[3], local[3];

  tr_vec3_sub(arm, from + TR_POSE * b->body, before->r);
  tr_mat3_apply_t(local, before->rot, arm);
  tr_mat3_apply(arm, after->rot, local);
  for (int i = 0; i < 3; i++)
    pose[i] = after->r[i] + arm[i];
  tr_mat3_apply_t(local, before->rot, step);
  tr_mat3_apply(step, after->rot, local);
}

TrStatus
tr_tree_retract(
    TrReal *out, TrTreeWork *w, const TrMechanism *mechanism, const TrReal *from, const TrReal *y)
{
  const TrTree *tree = w->tree;

  tr_mechanism_places(w->places, tree->n_bodies, from);
  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    TrReal *pose = out + TR_POSE * b->body, step[6];
    TrTreeJoint joint;

    TR_TRY(tr_tree_take_joint(&joint, b, mechanism, w->places));
    tr_real_clear(step, 6);
    for (int k = 0; k < 6; k++)
      for (int j = 0; j < b->n_freedoms; j++)
        step[k] += joint.inverse[6 * k + 6 - b->n_freedoms + j] * y[b->first_freedom + j];
    tr_real_copy(pose, from + TR_POSE * b->body, TR_POSE);
    if (b->parent != TR_WORLD) {
      TrReal relative[4];

      go_along(pose, step, w, b, from);
      tr_quat_relative(relative, from + TR_POSE * b->parent + 3, from + TR_POSE * b->body + 3);
      tr_quat_multiply(pose + 3, out + TR_POSE * b->parent + 3, relative);
    }
    tr_pose_retract(pose, 1, pose, step);
    meet_rows(pose, b, mechanism, w->moved);
  }
  return TR_OK;
}
