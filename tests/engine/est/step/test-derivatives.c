/* Coverage of derivatives: each is compared with differences, and a parameter, sensor, joint,
 * formulation or loss that is added without a derivative fails here.  Primitives, quaternions and
 * joint coordinates have their own tests over their enumerations (mbs/prim/test-prim,
 * linalg/test-quat, mbs/kinematics/test-kinematics), contacts and stops
 * est/step/test-contacts-step, whole gradients with ties, priors and logarithms
 * est/step/test-formulations. */
#include <math.h>
#include <string.h>

#include "engine/est/lsq/gauge.h"
#include "engine/est/problem/channel.h"
#include "engine/est/step/derivatives.h"
#include "engine/est/step/formulation.h"
#include "engine/est/step/private.h"
#include "engine/est/task/loss.h"
#include "engine/mbs/model/gravity.h"
#include "engine/mbs/model/sensor.h"
#include "support/check.h"
#include "support/mechanisms.h"

static const char *const kind_names[] = {
    [TR_PARAM_TILT] = "tilt",
    [TR_PARAM_GRAVITY] = "gravity",
    [TR_PARAM_MASS] = "mass",
    [TR_PARAM_COM] = "com",
    [TR_PARAM_INERTIA] = "inertia",
    [TR_PARAM_VISCOUS] = "viscous",
    [TR_PARAM_COULOMB] = "coulomb",
    [TR_PARAM_STRIBECK_DELTA] = "stribeck.delta",
    [TR_PARAM_STRIBECK_ZETA] = "stribeck.zeta",
    [TR_PARAM_TANH] = "tanh",
    [TR_PARAM_FRICTION_OFFSET] = "friction offset",
    [TR_PARAM_ASYMMETRY] = "asymmetry",
    [TR_PARAM_STIFFNESS] = "stiffness",
    [TR_PARAM_REST] = "rest",
    [TR_PARAM_RATE] = "rate",
    [TR_PARAM_COMPLIANCE_LINEAR] = "compliance.linear",
    [TR_PARAM_COMPLIANCE_ANGULAR] = "compliance.angular",
    [TR_PARAM_ANCHOR_PARENT] = "parent_frame.position",
    [TR_PARAM_ANCHOR_CHILD] = "child_frame.position",
    [TR_PARAM_LENGTH] = "length",
    [TR_PARAM_GAIN] = "gain",
    [TR_PARAM_ROTOR_INERTIA] = "rotor_inertia",
    [TR_PARAM_BIAS] = "bias",
    [TR_PARAM_RESISTANCE] = "resistance",
    [TR_PARAM_BACK_EMF] = "back_emf",
    [TR_PARAM_SERVO_KP] = "servo.kp",
    [TR_PARAM_SERVO_KI] = "servo.ki",
    [TR_PARAM_SERVO_KD] = "servo.kd",
    [TR_PARAM_SIGMA] = "sigma",
    [TR_PARAM_ORIENTATION_SIGMA] = "orientation sigma",
    [TR_PARAM_SENSOR_POINT] = "sensor point",
    [TR_PARAM_CHANNEL_OFFSET] = "channel offset",
    [TR_PARAM_CHANNEL_SCALE] = "channel scale",
    [TR_PARAM_CHANNEL_DELAY] = "channel delay",
    [TR_PARAM_CHANNEL_START] = "drive start",
    [TR_PARAM_CHANNEL_START_RATE] = "drive start rate",
};
G_STATIC_ASSERT(G_N_ELEMENTS(kind_names) == TR_N_PARAM_KINDS);

/* Returns whether any quantity of the kind can be free in some mechanism; those of channels and of
 * sensors' positions always can. */
static bool
can_be_free(TrParamKind kind)
{
  bool can = !tr_param_is_of_model((TrParam){kind, 0, 0}) || kind == TR_PARAM_SENSOR_POINT;

  for (int m = 0; m < tr_n_mechanisms && !can; m++) {
    TrModel *model = tr_mechanisms[m].create();

    for (int i = 0; i < model->n_motors; i++)
      model->motors[i].resistance = 1;
    for (int i = 0; i < tr_param_count(model); i++)
      can = can || (tr_param_at(model, i).kind == kind &&
                    tr_param_can_be_free(model, tr_param_at(model, i)));
    tr_model_free(model);
  }
  return can;
}

/* What observations cover, compared once for all tests. */
static const TrCoverage *
cover_observations_once(void)
{
  static TrCoverage coverage;
  static gsize once;

  if (g_once_init_enter(&once)) {
    tr_cover_observations(&coverage);
    g_once_init_leave(&once, 1);
  }
  return &coverage;
}

static const char *
mark(bool seen)
{
  return seen ? "x" : "-";
}

/* Every kind that can be free has a correct nonzero derivative in the step of every formulation,
 * except positions of sensors; all kinds have one in the sensors' readings, if only by the load of
 * the friction in a torque (of friction models and springs those of the fixture); those that W
 * depends on have a frozen variant. */
static void
test_parameters(void)
{
  TrCoverage c = *cover_observations_once();

  tr_cover_steps(&c);
  g_test_message("%-22s free %-10s %-10s %-12s frozen observed", "kind", tr_formulation_name(0),
                 tr_formulation_name(1), tr_formulation_name(2));
  for (int i = 0; i < TR_N_PARAM_KINDS; i++) {
    TrParamKind kind = (TrParamKind)i;
    TrParam param = {kind, 0, 0};
    if (tr_param_is_contact(param) || tr_param_is_stop(param))
      continue; /* est/step/test-contacts-step */
    bool is_free = can_be_free(kind);
    bool is_drive = kind == TR_PARAM_CHANNEL_START || kind == TR_PARAM_CHANNEL_START_RATE;
    bool is_of_step = is_free && kind != TR_PARAM_SENSOR_POINT;
    bool may_lack = tr_param_is_friction(param) || kind == TR_PARAM_LENGTH || is_drive;

    g_test_message("%-22s %-4s %-10s %-10s %-12s %-6s %s", kind_names[kind], mark(is_free),
                   mark(c.step[0][kind]), mark(c.step[1][kind]), mark(c.step[2][kind]),
                   mark(c.frozen[kind]), mark(c.observation[kind]));
    for (int k = 0; k < TR_N_FORMULATIONS; k++) {
      bool has_work = tr_formulation((TrFormulationKind)k)->node_blocks == 1;

      g_assert_true(c.step[k][kind] == is_of_step);
      g_assert_true(c.work[k][kind] == (is_of_step && has_work));
    }
    g_assert_true(c.observation[kind] == is_free || may_lack);
    g_assert_true(c.frozen[kind] || !is_free || !tr_param_weighs(param));
  }
  for (int k = 0; k < TR_N_FORMULATIONS; k++)
    g_assert_true(c.states[k] && c.initial[k]);
  g_assert_true(c.first_slip);
}

/* Every sensor, of joints on every one that moves, at nodes, between them and late. */
static void
test_sensors(void)
{
  const TrCoverage c = *cover_observations_once();

  g_test_message("%-16s at node, between, late; joints", "sensor");
  for (int s = 0; s < TR_N_SENSOR_TYPES; s++) {
    const bool *seen = c.sensor[s];
    bool is_of_joint = tr_sensor_class((TrSensorType)s)->is_of_joint;

    g_test_message("%-16s %s %s %s", tr_sensor_type_name((TrSensorType)s), mark(seen[TR_AT_NODE]),
                   mark(seen[TR_BETWEEN]), mark(seen[TR_LATE]));
    for (int p = 0; p < TR_N_PREDICTIONS; p++)
      g_assert_true(seen[p]);
    for (int j = 0; is_of_joint && j < TR_N_JOINT_TYPES; j++) {
      g_test_message("%-16s %s %s", "", mark(c.joint[s][j]), tr_joint_type_name((TrJointType)j));
      g_assert_true(c.joint[s][j] == tr_joint_class((TrJointType)j)->has_axis);
    }
  }
}

/* rho and rho' of a loss at s + dx. */
typedef struct LossAt {
  TrLoss loss;
  double s;
} LossAt;

static void
loss_at(double *out, const double *dx, void *user)
{
  const LossAt *at = user;
  TrLossValue value = tr_loss(at->loss, at->s + *dx);

  out[0] = value.rho;
  out[1] = value.slope;
}

static void
test_losses(void)
{
  static const double points[] = {0.3, 1.5, 4, 60};

  for (int kind = 0; kind < TR_N_LOSSES; kind++)
    for (size_t i = 0; i < G_N_ELEMENTS(points); i++) {
      LossAt at = {.loss = {.kind = (TrLossKind)kind, .scale = NAN}, .s = points[i]};
      TrLossValue value = tr_loss(at.loss, at.s);
      double jac[2] = {value.slope, value.curvature};
      TrDerivative derivative = {.name = tr_loss_name((TrLossKind)kind),
                                 .m = 2,
                                 .n = 1,
                                 .jacobian = jac,
                                 .func = loss_at,
                                 .user = &at,
                                 .is_exact = true};

      tr_assert_derivative(&derivative);
    }
}

/* Axial impulses at rates, load and all parameters displaced. */
typedef struct AxialAt {
  TrModel *model;
  int joint;
  TrAxialInput in;
  int n_params;
  TrParam params[120];
} AxialAt;

static void
axial_at(double *out, const double *dx, void *user)
{
  AxialAt *at = user;
  TrAxialInput in = at->in;
  TrAxial axial;

  in.rate += dx[0];
  in.rate_after += dx[1];
  in.load += dx[2];
  in.stretch += dx[3] + at->model->joints[at->joint].spring.rest;
  for (int p = 0; p < at->n_params; p++)
    tr_param_set(at->model, at->params[p], tr_param_get(at->model, at->params[p]) + dx[4 + p]);
  in.stretch -= at->model->joints[at->joint].spring.rest;
  tr_axial_eval(&axial, at->model, at->joint, &in);
  for (int p = 0; p < at->n_params; p++)
    tr_param_set(at->model, at->params[p], tr_param_get(at->model, at->params[p]) - dx[4 + p]);
  *out = axial.impulse;
}

static void
check_axial(AxialAt *at, TrFrictionModel friction)
{
  double jac[124];
  TrAxial axial;
  TrDerivative derivative = {.name = tr_friction_model_name(friction),
                             .m = 1,
                             .n = 4 + at->n_params,
                             .jacobian = jac,
                             .func = axial_at,
                             .user = at,
                             .step = 1e-3,
                             .rtol = 1e-6,
                             .is_exact = true};

  tr_axial_eval(&axial, at->model, at->joint, &at->in);
  jac[0] = axial.d_rate;
  jac[1] = axial.d_rate_after;
  jac[2] = axial.d_load;
  jac[3] = axial.d_stretch;
  for (int p = 0; p < at->n_params; p++)
    jac[4 + p] = tr_axial_param(at->model, at->joint, at->params[p], &at->in, &axial);
  tr_assert_derivative(&derivative);
}

static void
test_axial(void)
{
  static const double u[1] = {0.7};

  for (int m = 0; m < tr_n_mechanisms; m++)
    for (int friction = 0; friction < TR_N_FRICTION_MODELS; friction++)
      for (int midpoint = 0; midpoint < 2; midpoint++) {
        AxialAt at = {.model = tr_mechanisms[m].create(),
                      .in = {.h = 0.01,
                             .u = u,
                             .rate = 0.31,
                             .rate_after = 0.37,
                             .load = 0.05,
                             .stretch = 0.6,
                             .smoothing = 0.2,
                             .midpoint = midpoint}};

        for (int i = 0; i < at.model->n_motors; i++) {
          at.model->motors[i].resistance = 1.7;
          at.model->motors[i].back_emf = 0.3;
        }
        for (int i = 0; i < tr_param_count(at.model); i++)
          if (tr_param_can_be_free(at.model, tr_param_at(at.model, i)))
            at.params[at.n_params++] = tr_param_at(at.model, i);
        g_assert_cmpint(at.n_params, <=, 120);
        for (at.joint = 0; at.joint < at.model->n_joints; at.joint++) {
          tr_stiffen(&at.model->joints[at.joint], (TrFrictionModel)friction);
          check_axial(&at, (TrFrictionModel)friction);
        }
        tr_model_free(at.model);
      }
}

/* The load of a joint by the multipliers. */
typedef struct LoadAt {
  const TrModel *model;
  const TrMechanism *mechanism;
  double lambda[TR_TEST_ROWS];
} LoadAt;

static void
load_at(double *out, const double *dx, void *user)
{
  const LoadAt *at = user;
  double lambda[TR_TEST_ROWS];

  for (int r = 0; r < at->mechanism->n_rows; r++)
    lambda[r] = at->lambda[r] + dx[r];
  for (int j = 0; j < at->model->n_joints; j++)
    out[j] = tr_axial_load(NULL, at->model, at->mechanism, j, lambda, (TrLoadScale){0.01, 1e-2});
}

static void
test_load(void)
{
  for (int m = 0; m < tr_n_mechanisms; m++) {
    TrModel *model = tr_mechanisms[m].create();
    TrMechanism *mechanism = tr_mechanism_new(model);
    LoadAt at = {.model = model, .mechanism = mechanism};
    double jac[TR_TEST_JOINTS * TR_TEST_ROWS] = {0};
    TrDerivative derivative = {.name = tr_mechanisms[m].name,
                               .m = model->n_joints,
                               .n = mechanism->n_rows,
                               .jacobian = jac,
                               .func = load_at,
                               .user = &at,
                               .step = 1e-3,
                               .is_exact = true};

    for (int j = 0; j < model->n_joints; j++) {
      model->joints[j].friction.model = TR_FRICTION_COULOMB;
      model->joints[j].friction.load = TR_LOAD_CONSTRAINT;
    }
    for (int r = 0; r < mechanism->n_rows; r++)
      at.lambda[r] = 0.05 * sin(1 + 2 * r);
    for (int j = 0; j < model->n_joints; j++)
      tr_axial_load(jac + j * mechanism->n_rows, model, mechanism, j, at.lambda,
                    (TrLoadScale){0.01, 1e-2});
    tr_assert_derivative(&derivative);
    tr_mechanism_free(mechanism);
    tr_model_free(model);
  }
}

static void
gravity_at(double *out, const double *dx, void *user)
{
  TrGravity gravity = *(const TrGravity *)user;

  for (int i = 0; i < 3; i++)
    gravity.tilt[i] += dx[i];
  tr_gravity_vector(out, &gravity);
}

static void
test_gravity(void)
{
  static const double angles[] = TR_CHECK_ANGLES;

  for (size_t i = 0; i < G_N_ELEMENTS(angles); i++) {
    TrGravity gravity = tr_gravity_default();
    double jac[9];
    TrDerivative derivative = {.name = "tilt",
                               .m = 3,
                               .n = 3,
                               .jacobian = jac,
                               .func = gravity_at,
                               .user = &gravity,
                               .is_exact = true};

    memcpy(gravity.tilt, (double[3]){0.36 * angles[i], -0.48 * angles[i], 0.8 * angles[i]},
           sizeof gravity.tilt);
    tr_gravity_tilt_derivative(jac, &gravity);
    tr_assert_derivative(&derivative);
  }
}

/* Mean input of the step around 0.055 s, by the numbers of its channel. */
static void
input_at(double *out, const double *dx, void *user)
{
  TrChannelState state = *(const TrChannelState *)user;

  state.offset += dx[0];
  state.scale += dx[1];
  state.delay += dx[2];
  *out = tr_channel_input(&state, 0.055, 0.02);
}

static void
test_channel(void)
{
  double t[20], y[20];

  for (int i = 0; i < 20; i++) {
    t[i] = 0.01 * i;
    y[i] = sin(0.9 * i) + 0.1 * i;
  }
  for (int i = 0; i < 8; i++) {
    bool linear = i % 2;
    TrChannel channel = {.kind = TR_SIGNAL_MOTOR,
                         .linear = linear,
                         .n = 20,
                         .t = t,
                         .y = y,
                         .offset = 0.1,
                         .scale = 1.3};
    /* in the window the input is 1.2 and -0.7: the limit holds one of its samples, and a linear
     * input crosses it between two */
    TrChannelState state = {.channel = &channel,
                            .offset = 0.2,
                            .scale = 1.7,
                            .delay = 0.0023,
                            .limit = i / 2 % 2 ? 0.8 : 0,
                            .is_hat = i / 4,
                            .offset_index = 0,
                            .scale_index = 1,
                            .delay_index = 2,
                            .start_index = -1,
                            .start_rate_index = -1};
    TrInputSlope slopes[3] = {{0}};
    double jac[3];
    TrDerivative derivative = {.name = linear ? "linear input" : "held input",
                               .m = 1,
                               .n = 3,
                               .jacobian = jac,
                               .func = input_at,
                               .user = &state,
                               .step = 1e-4,
                               .is_exact = true};

    tr_channel_input_slopes(slopes, &state, 0.055, 0.02);
    for (int k = 0; k < 3; k++)
      jac[k] = slopes[k].slope;
    tr_assert_derivative(&derivative);
  }
}

/* Half the gauge's cost by the parameters, and its slopes. */
typedef struct GaugeAt {
  TrGauge gauge;
  double parameters[3], scale[3];
} GaugeAt;

static void
gauge_at(double *out, const double *dx, void *user)
{
  const GaugeAt *at = user;
  double moved[3];

  for (int i = 0; i < 3; i++)
    moved[i] = at->parameters[i] + dx[i];
  out[0] = tr_gauge_cost(&at->gauge, moved, at->scale) / 2;
  for (int i = 0; i < 3; i++)
    out[1 + i] = tr_gauge_slope(&at->gauge, moved, at->scale, i);
}

static void
test_gauge(void)
{
  GaugeAt at = {.parameters = {0.2, -0.1, 0.4}, .scale = {0.1, 0.5, 2}};
  double jac[12];
  TrDerivative derivative = {.name = "gauge",
                             .m = 4,
                             .n = 3,
                             .jacobian = jac,
                             .func = gauge_at,
                             .user = &at,
                             .is_exact = true};

  g_assert_true(tr_gauge_init(&at.gauge, 3));
  at.gauge.n_directions = 2;
  at.gauge.weight = 7;
  memcpy(at.gauge.direction, (double[6]){0.6, 0.8, 0, 0, 0, 1}, 6 * sizeof(double));
  memcpy(at.gauge.origin, (double[3]){0.1, 0.2, 0.3}, 3 * sizeof(double));
  for (int i = 0; i < 3; i++) {
    jac[i] = tr_gauge_slope(&at.gauge, at.parameters, at.scale, i);
    for (int j = 0; j < 3; j++)
      jac[3 + 3 * i + j] = tr_gauge_information(&at.gauge, at.scale, i, j);
  }
  tr_assert_derivative(&derivative);
  tr_gauge_clear(&at.gauge);
}

/* Velocity between two poses by both. */
static void
velocity_at(double *out, const double *dx, void *user)
{
  const double *poses = user;
  double from[TR_POSE], to[TR_POSE];

  tr_pose_retract(from, 1, poses, dx);
  tr_pose_retract(to, 1, poses + TR_POSE, dx + 6);
  tr_pose_velocity(out, 1, from, to, 0.01);
}

static void
test_turns(void)
{
  static const double angles[] = {0, 1e-5, 0.3, 2};

  for (size_t a = 0; a < G_N_ELEMENTS(angles); a++) {
    double poses[2 * TR_POSE] = {0.1, 0.2, 0.3, 1, 0, 0, 0}, v[6], from[9], to[9], jac[72] = {0};
    double step[6] = {0.01, 0.02, -0.01, 0.6 * angles[a], 0, 0.8 * angles[a]};
    TrDerivative derivative = {.name = "velocity",
                               .m = 6,
                               .n = 12,
                               .jacobian = jac,
                               .func = velocity_at,
                               .user = poses,
                               .is_exact = true,
                               .atol = 1e-7};

    tr_pose_retract(poses + TR_POSE, 1, poses, step);
    tr_pose_velocity(v, 1, poses, poses + TR_POSE, 0.01);
    tr_step_turns(from, to, 1, v, 0.01);
    for (int i = 0; i < 3; i++) {
      jac[12 * i + i] = -100;
      jac[12 * i + 6 + i] = 100;
      for (int k = 0; k < 3; k++) {
        jac[12 * (3 + i) + 3 + k] = from[3 * i + k];
        jac[12 * (3 + i) + 9 + k] = to[3 * i + k];
      }
    }
    tr_assert_derivative(&derivative);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/derivatives/parameters", test_parameters);
  g_test_add_func("/engine/derivatives/sensors", test_sensors);
  g_test_add_func("/engine/derivatives/losses", test_losses);
  g_test_add_func("/engine/derivatives/axial", test_axial);
  g_test_add_func("/engine/derivatives/load", test_load);
  g_test_add_func("/engine/derivatives/gravity", test_gravity);
  g_test_add_func("/engine/derivatives/channel", test_channel);
  g_test_add_func("/engine/derivatives/gauge", test_gauge);
  g_test_add_func("/engine/derivatives/turns", test_turns);
  return g_test_run();
}
