/* Start motions of loops and of bodies with more degrees of freedom than joint coordinates: with
 * points and orientations of bodies, or rates of joints, they are the measured motions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

/* The truth has more steps, so that it stays closer to its constraints. */
enum { N_NODES = 101, MOST_CHANNELS = 24, FINER = 16 };

#define STEP 0.005

typedef struct Rig {
  TrModel *model;
  TrTrajectory *truth;
  double t[N_NODES], y[MOST_CHANNELS][N_NODES];
  TrChannel channels[MOST_CHANNELS];
  TrLog log;
  TrTask task;
} Rig;

/* All axes of a device; returns the first sensor behind them. */
static int
add_device(TrModel *model, int at, TrSensorType type, int owner)
{
  for (int axis = 0; axis < tr_sensor_class(type)->n_axes; axis++, at++) {
    TrSensor *sensor = &model->sensors[at];

    *sensor = tr_sensor_default();
    g_snprintf(sensor->name, sizeof sensor->name, "%d.%d", owner, axis);
    sensor->type = type;
    sensor->axis = axis;
    sensor->sigma = 1e-4;
    sensor->joint = sensor->body = owner;
    if (type == TR_SENSOR_POINT_POSITION)
      memcpy(sensor->point, (double[3]){0.07, -0.04, 0.02}, sizeof sensor->point);
  }
  return at;
}

static TrModel *
take_model(TrModel *model)
{
  model->n_motors = 0;
  model->n_sensors = 0;
  model->sensors = realloc(model->sensors, MOST_CHANNELS * sizeof *model->sensors);
  for (int j = 0; j < model->n_joints; j++) {
    model->joints[j].damping_time = NAN;
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-9;
  }
  return model;
}

/* Releases it from a pose on the constraints, with these rates. */
static void
move(Rig *rig, const double *position, const double *rate)
{
  TrSimOptions options = {.h = STEP / FINER,
                          .duration = (N_NODES - 1) * STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  double pose[TR_TEST_BODIES * TR_POSE], twist[TR_TEST_BODIES * TR_TWIST];
  TrError error = {0};

  tr_mechanism_motion(pose, twist, rig->model, position, rate);
  tr_assert_ok(tr_simulate(&rig->truth, rig->model, &(TrSimCase){pose, twist, 0, NULL}, &options,
                           NULL, &error),
               &error);
}

static double
read_at(const Rig *rig, const TrSensor *sensor, int k)
{
  const double *pose = tr_trajectory_pose(rig->truth, FINER * k);

  if (sensor->type == TR_SENSOR_JOINT_VELOCITY) {
    int before = MAX(k - 1, 0), after = MIN(k + 1, N_NODES - 1);
    double turn = tr_joint_position(rig->model, sensor->joint,
                                    tr_trajectory_pose(rig->truth, FINER * after)) -
                  tr_joint_position(rig->model, sensor->joint,
                                    tr_trajectory_pose(rig->truth, FINER * before));

    return remainder(turn, 2 * G_PI) / ((after - before) * STEP);
  }
  return tr_sensor_read(NULL, rig->model, sensor, pose + TR_POSE * sensor->body);
}

/* Samples at the nodes, which no filter touches. */
static void
measure(Rig *rig)
{
  rig->log = (TrLog){.name = "log",
                     .end = (N_NODES - 1) * STEP,
                     .n_channels = rig->model->n_sensors,
                     .channels = rig->channels};
  for (int s = 0; s < rig->model->n_sensors; s++) {
    rig->channels[s] = (TrChannel){
        .kind = TR_SIGNAL_SENSOR, .index = s, .n = N_NODES, .t = rig->t, .y = rig->y[s]};
    for (int k = 0; k < N_NODES; k++) {
      rig->t[k] = k * STEP;
      rig->y[s][k] = read_at(rig, &rig->model->sensors[s], k);
    }
  }
  rig->task = (TrTask){
      .model = rig->model, .n_logs = 1, .logs = &rig->log, .settings = tr_settings_default()};
  rig->task.settings.h = STEP;
  rig->task.settings.cutoff = 1e3;
}

/* Largest distance of the start motion's points and axes from the truth's [m, 1]. */
static double
compare(const Rig *rig)
{
  TrPrepared prepared;
  TrError error = {0};
  double worst = 0;

  tr_assert_ok(tr_prepare(&prepared, &rig->task, &error), &error);
  g_assert_cmpint(prepared.logs[0].n_nodes, ==, N_NODES);
  for (int k = 0; k < N_NODES; k++) {
    const double *a = tr_trajectory_pose(prepared.logs[0].start, k);
    const double *b = tr_trajectory_pose(rig->truth, FINER * k);

    for (int i = 0; i < rig->model->n_bodies; i++) {
      double along = 0;

      for (int q = 0; q < 3; q++)
        worst = fmax(worst, fabs(a[TR_POSE * i + q] - b[TR_POSE * i + q]));
      for (int q = 3; q < TR_POSE; q++)
        along += a[TR_POSE * i + q] * b[TR_POSE * i + q];
      worst = fmax(worst, sqrt(fmax(1 - along * along, 0)));
    }
  }
  tr_prepared_clear(&prepared);
  return worst;
}

static void
tear_down(Rig *rig)
{
  tr_trajectory_free(rig->truth);
  tr_model_free(rig->model);
}

static const double position[TR_TEST_JOINTS] = {0.3, 0.2, 0.1, -0.2};
static const double rate[TR_TEST_JOINTS] = {0.8, 2, -1, 1.5};

/* Every body's point and orientation, in loops and beside joints without coordinates. */
static void
test_bodies(void)
{
  static const struct {
    const char *name;
    TrModel *(*create)(void);
  } mechanisms[] = {{"rods", tr_mechanism_rods},
                    {"guides", tr_mechanism_guides},
                    {"four-bar", tr_mechanism_four_bar},
                    {"bolt", tr_mechanism_bolt}};

  for (gsize i = 0; i < G_N_ELEMENTS(mechanisms); i++) {
    Rig rig = {.model = take_model(mechanisms[i].create())};
    double worst;

    move(&rig, position, rate);
    for (int b = 0; b < rig.model->n_bodies; b++)
      for (int type = 0; type < 2; type++)
        rig.model->n_sensors =
            add_device(rig.model, rig.model->n_sensors,
                       type ? TR_SENSOR_BODY_ORIENTATION : TR_SENSOR_POINT_POSITION, b);
    measure(&rig);
    worst = compare(&rig);
    g_test_message("%s: %.2g", mechanisms[i].name, worst);
    g_assert_cmpfloat(worst, <, 1e-4);
    tear_down(&rig);
  }
}

/* A body on a ball joint, and a free one, tumble; a start a third of a turn away. */
static void
test_tumbling(void)
{
  static const TrJointType types[] = {TR_JOINT_BALL, TR_JOINT_FREE};

  for (gsize i = 0; i < G_N_ELEMENTS(types); i++) {
    Rig rig = {.model = take_model(tr_mechanism_pendulum())};
    double pose[TR_POSE], twist[TR_TWIST] = {0}, worst;
    TrSimOptions options = {.h = STEP / FINER,
                            .duration = (N_NODES - 1) * STEP,
                            .compliance_scale = 1,
                            .damping_scale = 1};
    TrError error = {0};

    rig.model->joints[0].type = types[i];
    rig.model->joints[0].friction.model = TR_FRICTION_NONE;
    memcpy(rig.model->joints[0].parent_frame.quat, (double[4]){0.5, 0.5, 0.5, 0.5},
           sizeof(double[4]));
    tr_forward_kinematics(pose, NULL, rig.model, (double[1]){0}, NULL);
    memcpy(twist + 3, (double[3]){2, -3, 1}, sizeof(double[3]));
    if (types[i] == TR_JOINT_BALL)
      memset(twist + 3, 0, sizeof(double[3]));
    tr_assert_ok(tr_simulate(&rig.truth, rig.model, &(TrSimCase){pose, twist, 0, NULL}, &options,
                             NULL, &error),
                 &error);
    rig.model->n_sensors = add_device(rig.model, 0, TR_SENSOR_BODY_ORIENTATION, 0);
    if (types[i] == TR_JOINT_FREE)
      rig.model->n_sensors =
          add_device(rig.model, rig.model->n_sensors, TR_SENSOR_POINT_POSITION, 0);
    memcpy(rig.model->joints[0].parent_frame.quat, (double[4]){1, 0, 0, 0}, sizeof(double[4]));
    measure(&rig);
    worst = compare(&rig);
    g_test_message("%s: %.2g", tr_joint_type_name(types[i]), worst);
    g_assert_cmpfloat(worst, <, 1e-4);
    tear_down(&rig);
  }
}

/* A linkage with a log of its crank's rate; the start pose gives its position. */
static void
test_rates(void)
{
  Rig rig = {.model = take_model(tr_mechanism_four_bar())};
  double begin[TR_TEST_JOINTS] = {0}, pose[TR_TEST_BODIES * TR_POSE], worst;

  tr_assert_ok(tr_start_pose(pose, rig.model, NULL), NULL);
  begin[0] = tr_joint_position(rig.model, 0, pose);
  move(&rig, begin, (double[TR_TEST_JOINTS]){4});
  rig.model->n_sensors = add_device(rig.model, 0, TR_SENSOR_JOINT_VELOCITY, 0);
  measure(&rig);
  worst = compare(&rig);
  g_test_message("off by %.2g", worst);
  g_assert_cmpfloat(worst, <, 5e-3);
  tear_down(&rig);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/prepare-close/bodies", test_bodies);
  g_test_add_func("/engine/est/prepare-close/tumbling", test_tumbling);
  g_test_add_func("/engine/est/prepare-close/rates", test_rates);
  return g_test_run();
}
