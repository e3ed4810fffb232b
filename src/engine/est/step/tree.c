/* Order of a tree, and its basis applied to numbers of one node. */
#include "engine/est/step/tree.h"

#include <stdlib.h>
#include <string.h>

#include "engine/mbs/force/axial.h"

/* Finds the contiguous constraints of a joint in a list; returns their rows, -1 where they are not
 * contiguous. */
static int
find_range(int *first, int *count, const TrConstraint *list, int n_list, int joint)
{
  int rows = 0;

  *first = *count = 0;
  for (int i = 0; i < n_list; i++) {
    if (list[i].joint != joint)
      continue;
    if (*count == 0)
      *first = i;
    else if (i != *first + *count)
      return -1;
    (*count)++;
    rows += list[i].n_rows;
  }
  return rows;
}

/* Fills a body that a joint carries; false where its rows and freedoms are not six. */
static bool
take_joint(TrTreeBody *out, const TrModel *model, const TrMechanism *mechanism, int joint)
{
  int rows;

  *out = (TrTreeBody){
      .body = model->joints[joint].child, .parent = model->joints[joint].parent, .joint = joint};
  rows = find_range(&out->first_constraint, &out->n_constraints, mechanism->constraints,
                    mechanism->n_constraints, joint);
  out->n_freedoms = find_range(&out->first_free_constraint, &out->n_free_constraints,
                               mechanism->freedoms, mechanism->n_free_constraints, joint);
  if (out->n_freedoms > 0)
    out->first_freedom = mechanism->freedoms[out->first_free_constraint].row;
  return rows >= 0 && out->n_freedoms >= 0 && rows + out->n_freedoms == 6;
}

/* Returns the joint that carries a body, -1 where there is none or more than one. */
static int
find_carrier(const TrModel *model, int body)
{
  int found = -1;

  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].child == body) {
      if (found >= 0)
        return -1;
      found = j;
    }
  return found;
}

/* Returns the entry of a body among the first n, NULL if it is not there. */
static const TrTreeBody *
find_body(const TrTree *tree, int n, int body)
{
  for (int i = 0; i < n; i++)
    if (tree->bodies[i].body == body)
      return &tree->bodies[i];
  return NULL;
}

/* Freedoms that move a body: its parent's and its own. */
static void
find_movers(TrTreeBody *b, const TrTreeBody *parent)
{
  b->low = b->first_freedom;
  b->high = b->first_freedom + b->n_freedoms;
  if (parent && parent->low < parent->high) {
    bool alone = b->n_freedoms == 0;

    b->low = alone || parent->low < b->low ? parent->low : b->low;
    b->high = alone || parent->high > b->high ? parent->high : b->high;
  }
}

/* Sorts the bodies, parents first; false where the mechanism is no tree. */
static bool
sort_bodies(TrTree *tree, const TrModel *model, const TrMechanism *mechanism)
{
  for (int i = 0, before = -1; i < tree->n_bodies;) {
    if (i == before)
      return false;
    before = i;
    for (int b = 0; b < tree->n_bodies; b++) {
      int joint = find_carrier(model, b);
      const TrTreeBody *parent;

      if (joint < 0)
        return false;
      parent = find_body(tree, i, model->joints[joint].parent);
      if (find_body(tree, i, b) || (model->joints[joint].parent != TR_WORLD && !parent))
        continue;
      if (!take_joint(&tree->bodies[i], model, mechanism, joint))
        return false;
      tree->bodies[i].above = parent ? (int)(parent - tree->bodies) : -1;
      find_movers(&tree->bodies[i], parent);
      i++;
    }
  }
  return true;
}

/* Returns whether friction depends on a load beside a joint whose freedoms have arms, except on the
 * world: of these the load's derivatives by centres of mass are not there. */
static bool
has_hard_loads(const TrModel *model)
{
  bool is_loaded = false, is_hard = false;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    bool has_arms = joint->type == TR_JOINT_CYLINDRICAL || joint->type == TR_JOINT_PLANAR ||
                    joint->type == TR_JOINT_FREE;

    is_loaded |= tr_axial_is_loaded(joint);
    is_hard |= has_arms && joint->parent != TR_WORLD;
  }
  return is_loaded && is_hard;
}

TrTree *
tr_tree_new(const TrModel *model, const TrMechanism *mechanism)
{
  TrTree *tree;

  TR_ASSERT(model && mechanism);
  if (mechanism->n_joints != model->n_bodies || mechanism->n_gears > 0 || mechanism->n_drives > 0 ||
      mechanism->n_rates > 0 || tr_model_has_impacts(model) || has_hard_loads(model))
    return NULL;
  tree = calloc(1, sizeof *tree);
  if (!tree)
    return NULL;
  tree->n_bodies = model->n_bodies;
  tree->n_freedoms = mechanism->n_freedoms;
  tree->bodies = calloc((size_t)model->n_bodies + 1, sizeof *tree->bodies);
  if (tree->bodies && sort_bodies(tree, model, mechanism))
    return tree;
  tr_tree_free(tree);
  return NULL;
}

void
tr_tree_free(TrTree *tree)
{
  if (!tree)
    return;
  free(tree->bodies);
  free(tree);
}

/* Share of what is added up below which a sum is rounding. */
#define ROUNDING 1e-13

/* f_parent += A^T f; what cancels becomes zero, so that rows stay sparse. */
static void
pass_on(double *f_parent, const double *a, const double *f)
{
  for (int k = 0; k < 6; k++) {
    double sum = f_parent[k], size = sum < 0 ? -sum : sum;

    for (int i = 0; i < 6; i++) {
      double part = a[6 * i + k] * f[i];

      sum += part;
      size += part < 0 ? -part : part;
    }
    f_parent[k] = sum < ROUNDING * size && sum > -ROUNDING * size ? 0 : sum;
  }
}

static bool
is_zero(const double f[6])
{
  return f[0] == 0 && f[1] == 0 && f[2] == 0 && f[3] == 0 && f[4] == 0 && f[5] == 0;
}

void
tr_tree_gather(double *out, double *f, const TrTree *tree, const double *basis)
{
  const double *free_part = basis + 36 * tree->n_bodies;

  memset(out, 0, (size_t)tree->n_freedoms * sizeof *out);
  for (int i = tree->n_bodies - 1; i >= 0; i--) {
    const TrTreeBody *b = &tree->bodies[i];
    const double *own = f + 6 * b->body;

    if (is_zero(own))
      continue;
    for (int j = b->first_freedom; j < b->first_freedom + b->n_freedoms; j++)
      for (int k = 0; k < 6; k++)
        out[j] += free_part[6 * j + k] * own[k];
    if (b->parent != TR_WORLD)
      pass_on(f + 6 * b->parent, basis + 36 * i, own);
  }
}

void
tr_tree_spread(double *x, const TrTree *tree, const double *basis, const double *y)
{
  const double *free_part = basis + 36 * tree->n_bodies;

  for (int i = 0; i < tree->n_bodies; i++) {
    const TrTreeBody *b = &tree->bodies[i];
    const double *a = basis + 36 * i, *from = x + 6 * b->parent;
    double *own = x + 6 * b->body;

    for (int k = 0; k < 6; k++) {
      own[k] = 0;
      for (int l = 0; b->parent != TR_WORLD && l < 6; l++)
        own[k] += a[6 * k + l] * from[l];
      for (int j = b->first_freedom; j < b->first_freedom + b->n_freedoms; j++)
        own[k] += free_part[6 * j + k] * y[j];
    }
  }
}
