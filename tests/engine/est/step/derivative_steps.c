/* Derivatives of the steps' and first nodes' residuals against differences (derivatives.h). */
#include <math.h>
#include <string.h>

#include "engine/est/step/derivatives.h"
#include "engine/est/step/first_slip.h"
#include "engine/est/step/formulation.h"
#include "engine/est/step/private.h"
#include "engine/est/step/work.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum {
  MAX_BODIES = TR_TEST_BODIES,
  MAX_N = 6 * MAX_BODIES,
  MAX_ROWS = TR_TEST_ROWS,
  MAX_PARAMS = 130,
  MAX_STATES = 4 * MAX_N,
  MAX_JAC = 2 * MAX_N * (MAX_STATES + MAX_PARAMS),
  N_NODES = 3
};

#define STEP      0.01
#define TOLERANCE 2e-6 /* of the largest element of a row */

/* A moving mechanism with all kinds of parameters, and the data of the differences. */
typedef struct Fixture {
  const TrFormulation *formulation;
  TrModel *model;
  TrMechanism *mechanism;
  TrStepWork *work;
  TrStepContext context;
  TrParam params[MAX_PARAMS];
  TrInputSlope slopes[MAX_PARAMS];
  double sigma[MAX_ROWS], sigma_w[MAX_ROWS], gamma[MAX_ROWS], smoothing[TR_TEST_JOINTS];
  double pose[N_NODES * MAX_BODIES * TR_POSE], velocity[N_NODES * MAX_N], u[1 + TR_DRIVE_NUMBERS];
  double weight[MAX_N * MAX_N];  /* W of the undisplaced step */
  double slip[MAX_N * MAX_ROWS]; /* W G^+ P of the undisplaced first interval */
} Fixture;

void
tr_stiffen(TrJoint *joint, TrFrictionModel friction)
{
  static const double smooth[TR_N_TANH] = {0.03, 1.7, 0.6, 0.02, 0.9, 0.015};

  if (!tr_joint_has_axis(joint))
    return;
  joint->friction.model = friction;
  joint->friction.coulomb = 0.02;
  joint->friction.delta = 0.01;
  joint->friction.zeta = 0.3;
  memcpy(joint->friction.tanh, smooth, sizeof smooth);
  joint->friction.offset = 0.004;
  joint->friction.asymmetry[TR_SIDE_DRY] = 0.3;
  joint->friction.asymmetry[TR_SIDE_VISCOUS] = -0.2;
  joint->spring = (TrJointSpring){0.7, 0.15};
}

static TrModel *
make_model(int i, TrFrictionModel friction)
{
  TrModel *model = tr_mechanisms[i].create();

  for (int b = 0; b < model->n_bodies; b++) {
    for (int k = 0; k < 3; k++)
      model->bodies[b].inertia[k] += 0.01;
    memcpy(model->bodies[b].com, (double[3]){0.01, -0.02, 0.015}, sizeof model->bodies[b].com);
  }
  for (int j = 0; j < model->n_joints; j++) {
    tr_stiffen(&model->joints[j], friction);
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-4;
  }
  for (int m = 0; m < model->n_motors; m++) {
    model->motors[m].rotor_inertia += 1e-3;
    model->motors[m].gear = 1.4;
    model->motors[m].resistance = 1.7;
    model->motors[m].back_emf = 0.3;
  }
  return model;
}

/* All quantities that can be free, and the numbers of a motor's channel with made-up slopes. */
static void
take_params(Fixture *f)
{
  static const struct {
    TrParamKind kind;
    double slope, drive[TR_DRIVE_NUMBERS];
  } channel[] = {{TR_PARAM_CHANNEL_OFFSET, -1, {-1, 0.2, -0.3}},
                 {TR_PARAM_CHANNEL_SCALE, 2.3, {2.3, 1.4, 1.5}},
                 {TR_PARAM_CHANNEL_DELAY, -4.1, {-4.1, 3.1, 3.3}},
                 {TR_PARAM_CHANNEL_START, 0, {1, 0, 0}},
                 {TR_PARAM_CHANNEL_START_RATE, 0, {0.7, 1, 1}}};
  bool is_driven;
  int n = 0;

  for (int i = 0; i < tr_param_count(f->model); i++)
    if (tr_param_can_be_free(f->model, tr_param_at(f->model, i)))
      f->params[n++] = tr_param_at(f->model, i);
  is_driven = f->mechanism->n_drives > 0;
  for (size_t i = 0; f->model->n_motors > 0 && i < G_N_ELEMENTS(channel); i++) {
    if (tr_model_has_servo(f->model))
      break;
    if (!is_driven && channel[i].slope == 0)
      continue;
    f->slopes[n] = (TrInputSlope){0, is_driven ? 0 : channel[i].slope, {0}};
    if (is_driven)
      memcpy(f->slopes[n].drive, channel[i].drive, sizeof channel[i].drive);
    f->params[n++] = (TrParam){channel[i].kind, 0, 0};
  }
  g_assert_cmpint(n, <=, MAX_PARAMS);
  f->context.n_params = n;
}

static void
set_up(Fixture *f, int mechanism, TrFormulationKind kind, TrFrictionModel friction)
{
  TrRelaxation relaxation = {STEP, 1, 1, STEP / 4, 0, 0};

  memset(f, 0, sizeof *f);
  f->formulation = tr_formulation(kind);
  f->model = make_model(mechanism, friction);
  f->mechanism = tr_mechanism_new(f->model);
  f->context = (TrStepContext){.model = f->model,
                               .mechanism = f->mechanism,
                               .params = f->params,
                               .h = STEP,
                               .midpoint = f->formulation->midpoint,
                               .sigma = f->sigma,
                               .sigma_w = f->sigma_w,
                               .gamma = f->gamma,
                               .smoothing = f->smoothing,
                               .input_slopes = f->slopes};
  take_params(f);
  for (int j = 0; j < f->model->n_joints; j++)
    f->smoothing[j] = 0.5;
  f->u[0] = 0.7;
  /* position of the first joint at the first node in scatter(); or the numbers of a servo */
  memcpy(f->u + 1, (double[]){0.4, 1.3, 1.45}, sizeof(double[TR_DRIVE_NUMBERS]));
  tr_mechanism_relaxation(f->sigma, f->gamma, f->mechanism, f->model, &relaxation);
  tr_mechanism_relaxation(f->sigma_w, f->gamma, f->mechanism, f->model, &relaxation);
  f->work = tr_step_work_new(f->mechanism, f->context.n_params);
}

static void
tear_down(Fixture *f)
{
  tr_step_work_free(f->work);
  tr_mechanism_free(f->mechanism);
  tr_model_free(f->model);
}

/* Nodes of a motion, off the constraints by `noise`. */
static void
scatter(Fixture *f, double noise)
{
  /* fixed seeds: |lambda| has a kink of 1e-7, which differences must not meet */
  g_autoptr(GRand) random = g_rand_new_with_seed(f->formulation->node_blocks == 1 ? 7 : 11);
  int n_bodies = f->model->n_bodies, n = 6 * n_bodies;
  double q[TR_TEST_JOINTS], rate[TR_TEST_JOINTS], shift[MAX_N];

  for (int k = 0; k < N_NODES; k++) {
    double *pose = f->pose + k * n_bodies * TR_POSE, *velocity = f->velocity + k * n;

    for (int j = 0; j < f->model->n_joints; j++) {
      rate[j] = 1.3 + 2.1 * j + 0.4 * k;
      q[j] = 0.4 + 0.7 * j + STEP * rate[j] * k;
    }
    tr_mechanism_motion(pose, velocity, f->model, q, rate);
    for (int i = 0; noise > 0 && i < n; i++) {
      shift[i] = g_rand_double_range(random, -noise, noise);
      velocity[i] += g_rand_double_range(random, -1, 1);
    }
    if (noise > 0)
      tr_pose_retract(pose, n_bodies, pose, shift);
  }
}

/* States of `n_nodes` nodes at a tangent step. */
static void
displace_states(Fixture *f, double *pose, double *velocity, int n_nodes, const double *dx)
{
  int n_bodies = f->model->n_bodies, n = 6 * n_bodies;

  for (int k = 0; k < n_nodes; k++) {
    TrStates from = {f->pose + k * n_bodies * TR_POSE, f->velocity + k * n, NULL};

    if (f->formulation->node_blocks == 1)
      tr_pose_retract(pose + k * n_bodies * TR_POSE, n_bodies, from.pose, dx + k * n);
    else
      f->formulation->retract(pose + k * n_bodies * TR_POSE, velocity + k * n, f->work, &f->context,
                              &from, dx + 2 * k * n);
  }
}

static void
shift_input(Fixture *f, const TrInputSlope *slope, double by)
{
  f->u[0] += slope->slope * by;
  for (int i = 0; f->mechanism->n_drives > 0 && i < TR_DRIVE_NUMBERS; i++)
    f->u[1 + i] += slope->drive[i] * by;
}

/* Adds to the parameters and to the inputs of the step. */
static void
shift_params(Fixture *f, double sign, const double *dx)
{
  for (int p = 0; p < f->context.n_params; p++)
    if (tr_param_is_of_model(f->params[p]))
      tr_param_set(f->model, f->params[p], tr_param_get(f->model, f->params[p]) + sign * dx[p]);
    else
      shift_input(f, &f->slopes[p], sign * dx[p]);
  tr_mechanism_update(f->mechanism, f->model);
}

static int
state_size(const Fixture *f, int n_nodes)
{
  return n_nodes * f->formulation->node_blocks * 6 * f->model->n_bodies;
}

static void
step_at(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  double pose[N_NODES * MAX_BODIES * TR_POSE], velocity[N_NODES * MAX_N];
  TrStates states = {pose, velocity, NULL};
  int touched = f->formulation->touched, size = state_size(f, touched);

  displace_states(f, pose, velocity, touched, dx);
  shift_params(f, 1, dx + size);
  tr_assert_ok(f->formulation->step(r, NULL, f->work, &f->context, &states, f->u), NULL);
  shift_params(f, -1, dx + size);
}

static void
initial_at(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  double pose[MAX_BODIES * TR_POSE], velocity[MAX_N];
  TrStates state = {pose, velocity, NULL};

  displace_states(f, pose, velocity, 1, dx);
  shift_params(f, 1, dx + state_size(f, 1));
  f->formulation->initial(r, NULL, f->work, &f->context, &state, f->u);
  shift_params(f, -1, dx + state_size(f, 1));
}

/* Notes which columns of parameters are not zero. */
static void
note(bool *seen, const Fixture *f, const double *jac, int rows, int columns)
{
  for (int p = 0; p < f->context.n_params; p++)
    for (int r = 0; r < rows; r++)
      if (jac[r * columns + columns - f->context.n_params + p] != 0)
        seen[f->params[p].kind] = true;
}

static void
cover_step(TrCoverage *coverage, Fixture *f, TrFormulationKind kind, const char *name)
{
  double r[2 * MAX_N], jac[MAX_JAC];
  int rows = f->formulation->step_blocks * 6 * f->model->n_bodies;
  int columns = state_size(f, f->formulation->touched) + f->context.n_params;
  TrStates states = {f->pose, f->velocity, NULL};
  TrDerivative derivative = {.name = name,
                             .m = rows,
                             .n = columns,
                             .jacobian = jac,
                             .func = step_at,
                             .user = f,
                             .rtol = TOLERANCE,
                             .step = 1e-4};

  tr_assert_ok(f->formulation->step(r, jac, f->work, &f->context, &states, f->u), NULL);
  tr_assert_derivative(&derivative);
  coverage->states[kind] = true;
  note(coverage->step[kind], f, jac, rows, columns);
}

static void
work_at(double *work, const double *dx, void *user)
{
  Fixture *f = user;
  double r[MAX_N];

  step_at(r, dx, user);
  *work = tr_step_work(f->work, r);
}

/* The work of the impulses that a step lacks, whose sums are the energy observations. */
static void
cover_work(TrCoverage *coverage, Fixture *f, TrFormulationKind kind, const char *name)
{
  double r[MAX_N], jac[MAX_JAC], row[MAX_STATES + MAX_PARAMS] = {0};
  int columns = state_size(f, f->formulation->touched) + f->context.n_params;
  TrStates states = {f->pose, f->velocity, NULL};
  TrDerivative derivative = {.name = name,
                             .m = 1,
                             .n = columns,
                             .jacobian = row,
                             .func = work_at,
                             .user = f,
                             .rtol = TOLERANCE,
                             .step = 1e-4};

  tr_assert_ok(f->formulation->step(r, jac, f->work, &f->context, &states, f->u), NULL);
  tr_step_add_work_row(row, f->work, f->context.h, r, jac);
  tr_assert_derivative(&derivative);
  note(coverage->work[kind], f, row, 1, columns);
}

/* On the constraints, where freezing W and the inverse of G makes no difference. */
static void
cover_initial(TrCoverage *coverage, Fixture *f, TrFormulationKind kind, const char *name)
{
  double r[2 * MAX_N], jac[MAX_JAC];
  int rows = state_size(f, 1), rank;
  TrStates state = {f->pose, f->velocity, NULL};
  TrDerivative derivative = {.name = name,
                             .m = rows,
                             .n = rows + f->context.n_params,
                             .jacobian = jac,
                             .func = initial_at,
                             .user = f,
                             .rtol = TOLERANCE,
                             .step = 1e-4};

  rank = f->formulation->initial(r, jac, f->work, &f->context, &state, f->u);
  g_assert_cmpint(rank, >, 0);
  tr_assert_derivative(&derivative);
  coverage->initial[kind] = true;
}

/* W G^+ P at the last first interval that was evaluated: its columns of rows of rates. */
static void
fill_slip(Fixture *f)
{
  const TrMechanism *mechanism = f->mechanism;
  int n = 6 * f->model->n_bodies, m = mechanism->n_rows;

  memset(f->slip, 0, sizeof f->slip);
  for (int i = 0; i < mechanism->n_constraints; i++)
    for (int k = 0; mechanism->constraints[i].is_rate && k < mechanism->constraints[i].n_rows;
         k++) {
      int row = mechanism->constraints[i].row + k;
      double unit[MAX_ROWS] = {0}, rates[MAX_N], column[MAX_N];

      unit[row] = 1;
      tr_step_pseudo_inverse(rates, f->work, 1, unit);
      tr_step_apply_weight(column, f->work, f->model, f->sigma_w, rates, 1);
      for (int j = 0; j < n; j++)
        f->slip[j * m + row] = column[j];
    }
}

/* W G^+ P G v with the undisplaced W G^+ P. */
static void
first_slip_at(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  int n_bodies = f->model->n_bodies, n = 6 * n_bodies, m = f->mechanism->n_rows;
  double pose[N_NODES * MAX_BODIES * TR_POSE], velocity[N_NODES * MAX_N], v[MAX_N];
  double jac[MAX_ROWS * MAX_N], rate[MAX_ROWS] = {0};
  TrPlace places[MAX_BODIES];

  displace_states(f, pose, velocity, 2, dx);
  shift_params(f, 1, dx + 2 * n);
  tr_mechanism_places(places, n_bodies, pose + n_bodies * TR_POSE);
  tr_mechanism_jacobian(jac, f->mechanism, places);
  shift_params(f, -1, dx + 2 * n);
  tr_pose_velocity(v, n_bodies, pose, pose + n_bodies * TR_POSE, STEP);
  tr_dense_add_product(rate, 1, jac, v, (TrProductSize){m, n, 1});
  memset(r, 0, (size_t)n * sizeof *r);
  tr_dense_add_product(r, 1, f->slip, rate, (TrProductSize){n, m, 1});
}

/* The slip of a log's first interval, of mechanisms that roll. */
static void
cover_first_slip(TrCoverage *coverage, Fixture *f, const char *name)
{
  double r[MAX_N], jac[MAX_JAC], again[MAX_N], zero[MAX_STATES + MAX_PARAMS] = {0};
  int n = 6 * f->model->n_bodies, columns = 2 * n + f->context.n_params;
  TrDerivative derivative = {.name = name,
                             .m = n,
                             .n = columns,
                             .jacobian = jac,
                             .func = first_slip_at,
                             .user = f,
                             .rtol = TOLERANCE,
                             .step = 1e-4};
  int rows = tr_step_first_slip(r, jac, f->work, &f->context, f->pose,
                                f->pose + f->model->n_bodies * TR_POSE);

  if (rows == 0)
    return;
  fill_slip(f);
  first_slip_at(again, zero, f);
  tr_assert_close_array(again, r, n, 1e-8, 0);
  tr_assert_derivative(&derivative);
  coverage->first_slip = true;
}

/* W = M + G^T Sigma_w^-1 G and the rotors, at the last step that was evaluated. */
static void
fill_weight(Fixture *f)
{
  int n = 6 * f->model->n_bodies;
  double unit[MAX_N * MAX_N] = {0};

  for (int i = 0; i < n; i++)
    unit[i * n + i] = 1;
  tr_step_apply_weight(f->weight, f->work, f->model, f->sigma_w, unit, n);
  for (int j = 0; j < f->model->n_joints; j++)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
        f->weight[i * n + k] +=
            tr_axial_inertia(f->model, j) * f->work->axes[j * n + i] * f->work->axes[j * n + k];
}

static void
apply_weight(double *out, const Fixture *f, const double *x)
{
  int n = 6 * f->model->n_bodies;

  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int k = 0; k < n; k++)
      out[i] += f->weight[i * n + k] * x[k];
  }
}

/* Change in the error when the centres of mass move: -R (omega x axis) per unit. */
static void
fill_transport(double *transport, const Fixture *f, const double *dx)
{
  const double *e = f->work->e;

  memset(transport, 0, MAX_N * sizeof *transport);
  for (int p = 0; p < f->context.n_params; p++) {
    int body = f->params[p].owner;
    double axis[3] = {0}, spin[3], moved[3];

    if (f->params[p].kind != TR_PARAM_COM)
      continue;
    axis[f->params[p].axis] = dx[p];
    tr_vec3_cross(spin, e + 6 * body + 3, axis);
    tr_mat3_apply(moved, f->work->places[body].rot, spin);
    tr_vec3_sub(transport + 6 * body, transport + 6 * body, moved);
  }
}

/* W e with the undisplaced W. */
static void
frozen_at(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  TrStates states = {f->pose, f->velocity, NULL};
  double unused[2 * MAX_N], e[MAX_N];

  tr_assert_ok(f->formulation->step(unused, NULL, f->work, &f->context, &states, f->u), NULL);
  fill_transport(e, f, dx);
  shift_params(f, 1, dx);
  tr_assert_ok(f->formulation->step(unused, NULL, f->work, &f->context, &states, f->u), NULL);
  shift_params(f, -1, dx);
  for (int i = 0; i < 6 * f->model->n_bodies; i++)
    e[i] += f->work->e[i];
  apply_weight(r, f, e);
}

/* The residual of displaced parameters with the weight of the undisplaced model, as steps are tried
 * with a frozen one. */
static void
held_at(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  TrModel *model = tr_model_copy(f->model);
  TrMechanism *mechanism = tr_mechanism_new(model);
  TrStepWork *scratch = tr_step_work_new(mechanism, 0);
  TrStepContext held = f->context;
  TrStates states = {f->pose, f->velocity, NULL};
  double unused[2 * MAX_N];

  held.model = model;
  held.mechanism = mechanism;
  shift_params(f, 1, dx);
  tr_assert_ok(f->formulation->step(unused, NULL, f->work, &f->context, &states, f->u), NULL);
  tr_step_freeze_weight(r, scratch, &held, f->work, &f->context);
  shift_params(f, -1, dx);
  tr_step_work_free(scratch);
  tr_mechanism_free(mechanism);
  tr_model_free(model);
}

/* Returns whether W depends on the centres of mass beside the arms' ends: held_at() converts the
 * error to the moved centres, frozen_at() does not. */
static bool
feels_centres(const TrMechanism *mechanism)
{
  for (int i = 0; i < mechanism->n_constraints; i++) {
    TrPrimType type = mechanism->constraints[i].prim.type;

    if (type == TR_PRIM_DISTANCE ||
        ((type == TR_PRIM_OFFSET || type == TR_PRIM_HEIGHT || type == TR_PRIM_ROLL) &&
         mechanism->constraints[i].body_a != TR_WORLD))
      return true;
  }
  return false;
}

static void
cover_frozen(TrCoverage *coverage, Fixture *f, const char *name)
{
  double r[MAX_N], jac[MAX_JAC], by_params[MAX_N * MAX_PARAMS], again[MAX_N];
  int n = 6 * f->model->n_bodies, p = f->context.n_params, columns = state_size(f, 3) + p;
  TrStates states = {f->pose, f->velocity, NULL};
  TrDerivative derivative = {.name = name,
                             .m = n,
                             .n = p,
                             .jacobian = by_params,
                             .func = frozen_at,
                             .user = f,
                             .rtol = TOLERANCE,
                             .step = 1e-4};

  f->context.weight_is_frozen = true;
  tr_assert_ok(f->formulation->step(r, jac, f->work, &f->context, &states, f->u), NULL);
  f->context.weight_is_frozen = false;
  fill_weight(f);
  apply_weight(again, f, f->work->e);
  tr_assert_close_array(again, r, n, 1e-8, 0);
  for (int i = 0; i < n; i++)
    memcpy(by_params + i * p, jac + i * columns + columns - p, (size_t)p * sizeof *jac);
  if (!feels_centres(f->mechanism))
    tr_assert_derivative(&derivative);
  derivative.func = held_at;
  tr_assert_derivative(&derivative);
  note(coverage->frozen, f, jac, n, columns);
}

static void
cover(TrCoverage *coverage, TrFormulationKind kind, int mechanism, TrFrictionModel friction)
{
  g_autofree char *name =
      g_strdup_printf("%s, %s, %s", tr_formulation_name(kind), tr_mechanisms[mechanism].name,
                      tr_friction_model_name(friction));
  Fixture f;

  set_up(&f, mechanism, kind, friction);
  scatter(&f, f.formulation->node_blocks == 1 ? 1e-3 : 1e-2);
  cover_step(coverage, &f, kind, name);
  if (f.formulation->node_blocks == 1)
    cover_work(coverage, &f, kind, name);
  if (f.formulation->is_weighed)
    cover_frozen(coverage, &f, name);
  if (f.formulation->node_blocks == 1)
    cover_first_slip(coverage, &f, name);
  scatter(&f, 0);
  cover_initial(coverage, &f, kind, name);
  tear_down(&f);
}

void
tr_cover_steps(TrCoverage *coverage)
{
  static const TrFrictionModel frictions[] = {TR_FRICTION_STRIBECK, TR_FRICTION_TANH};

  for (int kind = 0; kind < TR_N_FORMULATIONS; kind++)
    for (int i = 0; i < tr_n_mechanisms; i++)
      for (size_t k = 0; k < G_N_ELEMENTS(frictions); k++)
        cover(coverage, (TrFormulationKind)kind, i, frictions[k]);
}
