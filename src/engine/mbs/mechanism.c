#include "engine/mbs/mechanism.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism_private.h"

static bool
is_angular(TrPrimType type)
{
  return type == TR_PRIM_DOT || type == TR_PRIM_AXIS;
}

static TrConstraint
make_constraint(const TrModel *model, int joint, const TrJointPrim *shape, int row)
{
  const TrJoint *j = &model->joints[joint];
  TrConstraint c = {.joint = joint,
                    .body_a = j->parent,
                    .body_b = j->child,
                    .row = row,
                    .n_rows = tr_prim_rows(shape->type),
                    .angular = is_angular(shape->type)};

  tr_joint_prim(&c.prim, model, j, shape);
  return c;
}

static int
count_constraints(const TrModel *model)
{
  int n = 0;

  for (int j = 0; j < model->n_joints; j++)
    n += tr_joint_class(model->joints[j].type)->n_prims;
  return n;
}

TrMechanism *
tr_mechanism_new(const TrModel *model)
{
  TrMechanism *mechanism = calloc(1, sizeof *mechanism);

  if (!mechanism)
    return NULL;
  mechanism->n_bodies = model->n_bodies;
  mechanism->n_joints = model->n_joints;
  mechanism->n_constraints = count_constraints(model);
  mechanism->constraints = calloc((size_t)mechanism->n_constraints + 1, sizeof(TrConstraint));
  mechanism->axes = calloc((size_t)mechanism->n_joints + 1, sizeof(TrConstraint));
  if (!mechanism->constraints || !mechanism->axes) {
    tr_mechanism_free(mechanism);
    return NULL;
  }
  tr_mechanism_update(mechanism, model);
  return mechanism;
}

void
tr_mechanism_free(TrMechanism *mechanism)
{
  if (!mechanism)
    return;
  free(mechanism->constraints);
  free(mechanism->axes);
  free(mechanism);
}

void
tr_mechanism_update(TrMechanism *mechanism, const TrModel *model)
{
  int i = 0, row = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJointClass *class = tr_joint_class(model->joints[j].type);

    for (int p = 0; p < class->n_prims; p++, i++) {
      mechanism->constraints[i] = make_constraint(model, j, &class->prims[p], row);
      row += mechanism->constraints[i].n_rows;
    }
    mechanism->axes[j] = make_constraint(model, j, &class->axis, j);
    if (!class->has_axis)
      mechanism->axes[j].n_rows = 0;
  }
  mechanism->n_rows = row;
}

void
tr_mechanism_places(TrPlace *places, int n_bodies, const double *pose)
{
  for (int b = 0; b < n_bodies; b++) {
    tr_vec3_copy(places[b].r, pose + TR_POSE * b);
    tr_quat_matrix(places[b].rot, pose + TR_POSE * b + 3);
  }
}

void
tr_mechanism_value(double *g, const TrMechanism *mechanism, const TrPlace *places)
{
  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];

    tr_prim_value(g + c->row, &c->prim, tr_place_of(places, c->body_a),
                  tr_place_of(places, c->body_b));
  }
}

/* Spreads rows over the 12 columns of two bodies into rows over all n columns. */
static void
scatter_rows(double *out, int n, const TrConstraint *c, const double *local)
{
  for (int r = 0; r < c->n_rows; r++) {
    double *row = out + (c->row + r) * n;

    memset(row, 0, (size_t)n * sizeof *row);
    if (c->body_a != TR_WORLD)
      memcpy(row + 6 * c->body_a, local + 12 * r, 6 * sizeof *row);
    memcpy(row + 6 * c->body_b, local + 12 * r + 6, 6 * sizeof *row);
  }
}

static void
assemble_jacobian(double *jac,
                  const TrMechanism *mechanism,
                  const TrConstraint *list,
                  int n_list,
                  const TrPlace *places)
{
  int n = 6 * mechanism->n_bodies;
  double local[TR_PRIM_MAX_ROWS * TR_PRIM_TANGENT];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];

    tr_prim_jacobian(local, &c->prim, tr_place_of(places, c->body_a),
                     tr_place_of(places, c->body_b));
    scatter_rows(jac, n, c, local);
  }
}

void
tr_mechanism_jacobian(double *jac, const TrMechanism *mechanism, const TrPlace *places)
{
  assemble_jacobian(jac, mechanism, mechanism->constraints, mechanism->n_constraints, places);
}

void
tr_mechanism_axes(double *jac, const TrMechanism *mechanism, const TrPlace *places)
{
  memset(jac, 0, (size_t)(mechanism->n_joints * 6 * mechanism->n_bodies) * sizeof *jac);
  assemble_jacobian(jac, mechanism, mechanism->axes, mechanism->n_joints, places);
}

/* Adds s times the 12 x 12 block of a constraint to out[n x n]. */
static void
scatter_block(double *out, int n, double s, const TrConstraint *c, const double local[144])
{
  int bodies[2] = {c->body_a, c->body_b};

  for (int p = 0; p < 2; p++)
    for (int q = 0; q < 2; q++) {
      if (bodies[p] == TR_WORLD || bodies[q] == TR_WORLD)
        continue;
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
          out[(6 * bodies[p] + i) * n + 6 * bodies[q] + j] +=
              s * local[12 * (6 * p + i) + 6 * q + j];
    }
}

static void
add_force_derivatives(double *out,
                      double s,
                      const TrMechanism *mechanism,
                      const TrConstraint *list,
                      int n_list,
                      const TrPlace *places,
                      const double *lambda)
{
  double local[144];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];

    if (c->n_rows == 0)
      continue;
    tr_prim_force_derivative(local, &c->prim, tr_place_of(places, c->body_a),
                             tr_place_of(places, c->body_b), lambda + c->row);
    scatter_block(out, 6 * mechanism->n_bodies, s, c, local);
  }
}

void
tr_mechanism_add_force_derivative(double *out,
                                  double s,
                                  const TrMechanism *mechanism,
                                  const TrPlace *places,
                                  const double *lambda)
{
  add_force_derivatives(out, s, mechanism, mechanism->constraints, mechanism->n_constraints, places,
                        lambda);
}

void
tr_mechanism_add_axis_force_derivative(
    double *out, double s, const TrMechanism *mechanism, const TrPlace *places, const double *f)
{
  add_force_derivatives(out, s, mechanism, mechanism->axes, mechanism->n_joints, places, f);
}

static void
assemble_rate_derivative(double *out,
                         const TrMechanism *mechanism,
                         const TrConstraint *list,
                         int n_list,
                         const TrPlace *places,
                         const double *v)
{
  double local_v[12], local[TR_PRIM_MAX_ROWS * TR_PRIM_TANGENT];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];

    if (c->n_rows == 0)
      continue;
    tr_constraint_gather(local_v, v, c);
    tr_prim_rate_derivative(local, &c->prim, tr_place_of(places, c->body_a),
                            tr_place_of(places, c->body_b), local_v);
    scatter_rows(out, 6 * mechanism->n_bodies, c, local);
  }
}

void
tr_mechanism_rate_derivative(double *out,
                             const TrMechanism *mechanism,
                             const TrPlace *places,
                             const double *v)
{
  assemble_rate_derivative(out, mechanism, mechanism->constraints, mechanism->n_constraints, places,
                           v);
}

void
tr_mechanism_axis_rate_derivative(double *out,
                                  const TrMechanism *mechanism,
                                  const TrPlace *places,
                                  const double *v)
{
  memset(out, 0, (size_t)(mechanism->n_joints * 6 * mechanism->n_bodies) * sizeof *out);
  assemble_rate_derivative(out, mechanism, mechanism->axes, mechanism->n_joints, places, v);
}

void
tr_mechanism_relaxation(double *sigma,
                        double *gamma,
                        const TrMechanism *mechanism,
                        const TrModel *model,
                        const TrRelaxation *relaxation)
{
  double h = relaxation->h;

  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    const TrJoint *joint = &model->joints[c->joint];
    double tau = isnan(joint->damping_time) ? relaxation->auto_tau : joint->damping_time;
    double eps = c->angular ? joint->compliance_angular : joint->compliance_linear;
    double g = 1 / (1 + 4 * tau * relaxation->damping_scale / h);

    eps = fmax(eps * relaxation->compliance_scale, relaxation->eps_floor);
    for (int r = c->row; r < c->row + c->n_rows; r++) {
      gamma[r] = g;
      sigma[r] = 4 / (h * h) * eps * g;
    }
  }
}
