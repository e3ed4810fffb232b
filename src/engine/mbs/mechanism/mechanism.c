#include "engine/mbs/mechanism/mechanism.h"

#include <math.h>
#include <stdlib.h>

#include "engine/mbs/model/active.h"
#include "engine/mbs/model/gears.h"

static bool
is_angular(TrPrimType type)
{
  return type == TR_PRIM_DOT || type == TR_PRIM_AXIS || type == TR_PRIM_ANGLE;
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
                    .angular = is_angular(shape->type),
                    .is_rate = tr_prim_is_rate(shape->type),
                    .motor = -1,
                    .gear = -1,
                    .scale = 1};

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

static int
count_free_constraints(const TrModel *model)
{
  int n = 0;

  for (int j = 0; j < model->n_joints; j++)
    n += tr_joint_class(model->joints[j].type)->n_freedoms;
  return n;
}

TrMechanism *
tr_mechanism_new(const TrModel *model)
{
  TR_ASSERT(tr_model_is_whole(model));

  TrMechanism *mechanism = calloc(1, sizeof *mechanism);

  if (!mechanism)
    return NULL;
  mechanism->n_bodies = model->n_bodies;
  mechanism->n_joints = model->n_joints;
  mechanism->n_drives = tr_model_n_drives(model);
  mechanism->n_constraints = count_constraints(model) + mechanism->n_drives;
  mechanism->constraints = calloc((size_t)mechanism->n_constraints + 1, sizeof(TrConstraint));
  mechanism->first_of = calloc((size_t)mechanism->n_joints + 1, sizeof(int));
  mechanism->axes = calloc((size_t)mechanism->n_joints + 1, sizeof(TrConstraint));
  mechanism->n_gears = tr_model_n_gears(model);
  mechanism->gears = calloc(2 * (size_t)mechanism->n_gears + 1, sizeof(TrConstraint));
  mechanism->n_free_constraints = count_free_constraints(model);
  mechanism->freedoms = calloc((size_t)mechanism->n_free_constraints + 1, sizeof(TrConstraint));
  if (!mechanism->constraints || !mechanism->first_of || !mechanism->axes || !mechanism->gears ||
      !mechanism->freedoms) {
    tr_mechanism_free(mechanism);
    return NULL;
  }
  mechanism->time = NAN;
  tr_mechanism_update(mechanism, model);
  return mechanism;
}

void
tr_mechanism_free(TrMechanism *mechanism)
{
  if (!mechanism)
    return;
  free(mechanism->constraints);
  free(mechanism->first_of);
  free(mechanism->axes);
  free(mechanism->freedoms);
  free(mechanism->gears);
  free(mechanism);
}

void
tr_mechanism_switch(TrMechanism *mechanism, const TrModel *model, double time)
{
  mechanism->time = time;
  for (int i = 0; i < mechanism->n_constraints; i++) {
    TrConstraint *c = &mechanism->constraints[i];

    c->is_off = c->motor < 0 && !tr_active_at(&model->joints[c->joint].active, time);
  }
}

static TrConstraint
make_drive(const TrModel *model, int motor, int row)
{
  int joint = model->motors[motor].joint;
  TrConstraint c =
      make_constraint(model, joint, &tr_joint_class(model->joints[joint].type)->coordinate, row);

  c.motor = motor;
  c.input = tr_model_drive_input(model, motor);
  return c;
}

static TrConstraint
make_part(const TrModel *model, int gear, int joint, double scale, int row)
{
  TrConstraint c =
      make_constraint(model, joint, &tr_joint_class(model->joints[joint].type)->coordinate, row);

  c.gear = gear;
  c.scale = scale;
  c.shift = model->joints[gear].gear.offset;
  c.period = tr_gear_period(model, gear);
  c.angular = !tr_joint_is_linear(&model->joints[model->joints[gear].gear.second]);
  return c;
}

/* Updates the gears' rows from `row` on; returns the row after them. */
static int
update_gears(TrMechanism *mechanism, const TrModel *model, int row)
{
  TrConstraint *part = mechanism->gears;

  for (int j = 0; j < model->n_joints; j++) {
    const TrGear *gear = &model->joints[j].gear;

    if (model->joints[j].type != TR_JOINT_GEAR)
      continue;
    *part++ = make_part(model, j, gear->second, 1, row);
    *part++ = make_part(model, j, gear->first, -gear->ratio, row++);
  }
  return row;
}

/* Updates the free rates. */
static void
update_freedoms(TrMechanism *mechanism, const TrModel *model)
{
  int i = 0, row = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJointClass *class = tr_joint_class(model->joints[j].type);

    for (int p = 0; p < class->n_freedoms; p++, i++) {
      mechanism->freedoms[i] = make_constraint(model, j, &class->freedoms[p], row);
      row += mechanism->freedoms[i].n_rows;
    }
  }
  mechanism->n_freedoms = row;
}

void
tr_mechanism_update(TrMechanism *mechanism, const TrModel *model)
{
  TR_ASSERT(mechanism && model);

  int i = 0, row = 0;

  mechanism->n_rates = 0;
  for (int j = 0; j < model->n_joints; j++) {
    const TrJointClass *class = tr_joint_class(model->joints[j].type);

    mechanism->first_of[j] = i;
    for (int p = 0; p < class->n_prims; p++, i++) {
      mechanism->constraints[i] = make_constraint(model, j, &class->prims[p], row);
      row += mechanism->constraints[i].n_rows;
      mechanism->n_rates += mechanism->constraints[i].is_rate;
    }
    mechanism->axes[j] = make_constraint(model, j, &class->axis, j);
    if (!class->has_axis)
      mechanism->axes[j].n_rows = 0;
  }
  mechanism->first_of[mechanism->n_joints] = i;
  row = update_gears(mechanism, model, row);
  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].drive != TR_DRIVE_NONE)
      mechanism->constraints[i++] = make_drive(model, m, row++);
  mechanism->n_rows = row;
  update_freedoms(mechanism, model);
  if (tr_model_switches(model))
    tr_mechanism_switch(mechanism, model, mechanism->time);
}

void
tr_mechanism_drop_drives(TrMechanism *mechanism)
{
  mechanism->n_constraints -= mechanism->n_drives;
  mechanism->n_rows -= mechanism->n_drives;
  mechanism->n_drives = 0;
}

static double
compliance_of(const TrConstraint *c, const TrModel *model)
{
  const TrJoint *joint = &model->joints[c->gear >= 0 ? c->gear : c->joint];

  if (c->motor >= 0)
    return model->motors[c->motor].compliance;
  return c->angular ? joint->compliance_angular : joint->compliance_linear;
}

/* Floor of a row's compliance.  That of a gear applies to its row at unit length: through a large
 * ratio the row would otherwise weigh ratio^4 times as much, more than the normal matrix resolves
 * beside the inertias. */
static double
floor_of(const TrConstraint *c, const TrModel *model, double floor)
{
  double ratio = c->gear >= 0 ? model->joints[c->gear].gear.ratio : 0;

  return floor * (1 + ratio * ratio);
}

static void
relax(double *sigma,
      double *gamma,
      const TrConstraint *c,
      const TrModel *model,
      const TrRelaxation *relaxation)
{
  const TrJoint *joint = &model->joints[c->gear >= 0 ? c->gear : c->joint];
  double h = relaxation->h;
  double tau = isnan(joint->damping_time) ? relaxation->auto_tau : joint->damping_time;
  double lasting = tau * relaxation->damping_scale + relaxation->added_tau;
  double eps = compliance_of(c, model), g = 1 / (1 + 4 * lasting / h);

  eps = fmax(eps * relaxation->compliance_scale, floor_of(c, model, relaxation->eps_floor));
  for (int r = c->row; r < c->row + c->n_rows; r++) {
    gamma[r] = c->is_rate ? 0 : g;
    sigma[r] = 4 / (h * h) * eps * g;
  }
}

void
tr_mechanism_relaxation(double *sigma,
                        double *gamma,
                        const TrMechanism *mechanism,
                        const TrModel *model,
                        const TrRelaxation *relaxation)
{
  TR_ASSERT(sigma && gamma && mechanism && model);
  TR_ASSERT(relaxation && relaxation->h > 0 && isfinite(relaxation->h));
  for (int i = 0; i < mechanism->n_constraints; i++)
    relax(sigma, gamma, &mechanism->constraints[i], model, relaxation);
  for (int i = 0; i < 2 * mechanism->n_gears; i++)
    relax(sigma, gamma, &mechanism->gears[i], model, relaxation);
}
