/* Derivatives of the constraint rows by a body's centre of mass: moving it by dc moves the arms of
 * that body by -dc. */
#include <string.h>

#include "engine/mbs/mechanism_private.h"
#include "engine/mbs/prim_private.h"

/* Column of the geometry that the body's centre of mass shifts, or -1 when c does not touch it. */
static int
arm_column(const TrConstraint *c, int body, int axis)
{
  if (c->n_rows == 0)
    return -1;
  if (c->body_a == body)
    return TR_GEO_SA + axis;
  return c->body_b == body ? TR_GEO_SB + axis : -1;
}

void
tr_mechanism_com_value(
    double *value, const TrMechanism *mechanism, const TrPlace *places, int body, int axis)
{
  double local[TR_PRIM_MAX_ROWS * TR_PRIM_GEOMETRY];

  memset(value, 0, (size_t)mechanism->n_rows * sizeof *value);
  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    int column = arm_column(c, body, axis);

    if (column < 0)
      continue;
    tr_prim_value_geometry(local, &c->prim, tr_place_of(places, c->body_a),
                           tr_place_of(places, c->body_b));
    for (int r = 0; r < c->n_rows; r++)
      value[c->row + r] = -local[12 * r + column];
  }
}

static void
fill_rate(double *rate,
          const TrConstraint *list,
          int n_list,
          const TrPlace *places,
          int body,
          int axis,
          const double *v)
{
  double local_v[12], local[TR_PRIM_MAX_ROWS * TR_PRIM_GEOMETRY];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];
    int column = arm_column(c, body, axis);

    if (column < 0)
      continue;
    tr_constraint_gather(local_v, v, c);
    tr_prim_rate_geometry(local, &c->prim, tr_place_of(places, c->body_a),
                          tr_place_of(places, c->body_b), local_v);
    for (int r = 0; r < c->n_rows; r++)
      rate[c->row + r] = -local[12 * r + column];
  }
}

static void
add_force(double *force,
          const TrConstraint *list,
          int n_list,
          const TrPlace *places,
          int body,
          int axis,
          const double *lambda)
{
  double local[144];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];
    int column = arm_column(c, body, axis);

    if (column < 0)
      continue;
    tr_prim_force_geometry(local, &c->prim, tr_place_of(places, c->body_a),
                           tr_place_of(places, c->body_b), lambda + c->row);
    for (int k = 0; k < 6; k++) {
      if (c->body_a != TR_WORLD)
        force[6 * c->body_a + k] -= local[12 * k + column];
      force[6 * c->body_b + k] -= local[12 * (6 + k) + column];
    }
  }
}

void
tr_mechanism_com_rate(double *rate,
                      const TrMechanism *mechanism,
                      const TrPlace *places,
                      int body,
                      int axis,
                      const double *v)
{
  memset(rate, 0, (size_t)mechanism->n_rows * sizeof *rate);
  fill_rate(rate, mechanism->constraints, mechanism->n_constraints, places, body, axis, v);
}

void
tr_mechanism_com_force(double *force,
                       const TrMechanism *mechanism,
                       const TrPlace *places,
                       int body,
                       int axis,
                       const double *lambda)
{
  memset(force, 0, (size_t)(6 * mechanism->n_bodies) * sizeof *force);
  add_force(force, mechanism->constraints, mechanism->n_constraints, places, body, axis, lambda);
}

void
tr_mechanism_com_axis_rate(double *rate,
                           const TrMechanism *mechanism,
                           const TrPlace *places,
                           int body,
                           int axis,
                           const double *v)
{
  memset(rate, 0, (size_t)mechanism->n_joints * sizeof *rate);
  fill_rate(rate, mechanism->axes, mechanism->n_joints, places, body, axis, v);
}

void
tr_mechanism_com_axis_force(double *force,
                            const TrMechanism *mechanism,
                            const TrPlace *places,
                            int body,
                            int axis,
                            const double *f)
{
  memset(force, 0, (size_t)(6 * mechanism->n_bodies) * sizeof *force);
  add_force(force, mechanism->axes, mechanism->n_joints, places, body, axis, f);
}
