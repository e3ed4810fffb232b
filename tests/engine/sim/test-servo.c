/* Servos in simulations, against closed forms and controllers that are written out here. */
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

#define MASS     1.5
#define SET      0.2
#define DURATION 1.0

/* A mass on a slide without friction and weight, whose servo gets a set value that steps at once.
 */
typedef struct Rig {
  TrModel *model;
  TrMotor *motor;
  double t, set;
  TrChannel channel;
} Rig;

static void
set_up(Rig *rig, TrServo servo)
{
  rig->model = tr_mechanism_slider();
  rig->model->gravity.magnitude = 0;
  rig->model->joints[0].friction = tr_friction_default();
  rig->model->joints[0].spring = (TrJointSpring){0};
  rig->motor = &rig->model->motors[0];
  g_assert_cmpint(rig->model->n_motors, ==, 1);
  g_assert_cmpint(rig->model->joints[rig->motor->joint].type, ==, TR_JOINT_SLIDE);
  rig->model->bodies[0].mass = MASS;
  *rig->motor = tr_motor_default();
  rig->motor->servo = servo;
  rig->motor->servo.least_set = -INFINITY;
  rig->motor->servo.most_set = INFINITY;
  rig->t = 0;
  rig->set = SET;
  rig->channel = (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = 1, .t = &rig->t, .y = &rig->set};
}

/* Returns the coordinate after some time from rest at zero. */
static double
run(const Rig *rig, double h, double duration)
{
  TrSimOptions options = {.h = h, .duration = duration, .compliance_scale = 1, .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST], place;
  TrTrajectory *motion;
  TrError error = {0};

  tr_forward_kinematics(pose, twist, rig->model, (double[]){0}, (double[]){0});
  tr_assert_ok(tr_simulate(&motion, rig->model, &(TrSimCase){pose, twist, 1, &rig->channel},
                           &options, NULL, &error),
               &error);
  place = tr_joint_position(rig->model, 0, tr_trajectory_pose(motion, motion->n_nodes - 1));
  tr_trajectory_free(motion);
  return place;
}

/* m x'' = kp (s - x) - kd x': a damped oscillator. */
static void
test_continuous(void)
{
  const double kp = 60, kd = 4, decay = kd / (2 * MASS), w = sqrt(kp / MASS - decay * decay);
  double exact =
      SET * (1 - exp(-decay * DURATION) * (cos(w * DURATION) + decay / w * sin(w * DURATION)));
  Rig rig;
  double coarse, fine;

  for (int is_damper = 0; is_damper < 2; is_damper++) {
    set_up(&rig,
           (TrServo){.command = TR_COMMAND_POSITION, .kp = kp, .kd = kd, .is_damper = is_damper});
    coarse = run(&rig, 2e-3, DURATION) - exact;
    fine = run(&rig, 1e-3, DURATION) - exact;
    g_test_message("errors %g, %g of %g", coarse, fine, exact);
    g_assert_cmpfloat(fabs(fine), <, 1e-3 * SET);
    g_assert_cmpfloat(fabs(fine / coarse), <, 0.6);
    tr_model_free(rig.model);
  }
}

/* Gains for which the effort of the last step would make the motion explode. */
static void
test_stiff(void)
{
  Rig rig;

  set_up(&rig, (TrServo){.command = TR_COMMAND_POSITION, .kp = 1e6, .kd = 1e4, .is_damper = true});
  tr_assert_close(run(&rig, 0.01, DURATION), SET, 1e-6, 0);
  rig.motor->limit = 3;
  /* full effort until the brake: it cannot be there before 2 sqrt(s m/F) */
  g_assert_cmpfloat(run(&rig, 0.01, sqrt(SET * MASS / 3)), <, 0.51 * SET);
  tr_model_free(rig.model);
}

/* Effort of a controller that sees the coordinate x(t) of its last samples. */
typedef struct Controller {
  TrServo servo;
  double before, sum;
} Controller;

static double
sample(Controller *c, double place, double rate)
{
  const TrServo *s = &c->servo;
  double error = SET - (s->command == TR_COMMAND_VELOCITY ? rate : place), slope;

  slope = s->is_damper ? -(place - c->before) : error - (SET - c->before);
  c->sum += error * s->sample_time;
  c->before = place;
  return s->kp * error + s->ki * c->sum + s->kd * slope / s->sample_time;
}

/* The motion under efforts that are held, parabolas from event to event; before the start it was at
 * rest under the same set value. */
static double
run_reference(TrServo servo, double limit, double duration)
{
  enum { PARTS = 100 }; /* of a sample time; the delay is a number of them */
  Controller controller = {.servo = servo};
  double dt = servo.sample_time / PARTS, place = 0, rate = 0, held[1000] = {0}, last = 0;
  int late = (int)round(servo.delay / dt);

  g_assert_cmpint(late, <, G_N_ELEMENTS(held));
  for (int i = 0; i < (int)round(duration / dt); i++) {
    double effort;

    if (i % PARTS == 0)
      last = sample(&controller, place, rate);
    held[i % (int)G_N_ELEMENTS(held)] = last;
    effort = i < late ? servo.kp * SET : held[(i - late) % (int)G_N_ELEMENTS(held)];
    if (limit > 0)
      effort = CLAMP(effort, -limit, limit);
    place += dt * rate + dt * dt / 2 * effort / MASS;
    rate += dt * effort / MASS;
  }
  return place;
}

static void
compare(TrServo servo, double limit)
{
  double exact, place;
  Rig rig;

  set_up(&rig, servo);
  rig.motor->limit = limit;
  exact = run_reference(servo, limit, 0.7);
  place = run(&rig, 1e-4, 0.7);
  g_test_message("kp %g, ki %g, kd %g, delay %g s, limit %g: %g of %g", servo.kp, servo.ki,
                 servo.kd, servo.delay, limit, place, exact);
  tr_assert_close(place, exact, 0, 2e-3 * SET);
  tr_model_free(rig.model);
}

static void
test_sampled(void)
{
  TrServo servo = {.command = TR_COMMAND_POSITION, .kp = 40, .kd = 6, .sample_time = 0.01};

  compare(servo, 0);
  servo.delay = 0.013;
  compare(servo, 0);
  compare(servo, 4);
  servo.ki = 30;
  compare(servo, 0);
  servo.is_damper = true;
  compare(servo, 4);
}

/* A loop that a delay makes unstable swings more and more. */
static void
test_delay(void)
{
  TrServo servo = {.command = TR_COMMAND_POSITION, .kp = 60, .kd = 3};
  double farthest = 0;
  Rig rig;

  set_up(&rig, servo);
  tr_assert_close(run(&rig, 1e-3, 8), SET, 0.02, 0);
  rig.motor->servo.delay = 0.2;
  for (int i = 1; i < 20; i++)
    farthest = fmax(farthest, fabs(run(&rig, 1e-3, 0.2 * i) - SET));
  g_assert_cmpfloat(farthest, >, 3 * SET);
  tr_model_free(rig.model);
}

/* m v' = kp (s - v) + ki (integral): the rate rises to the set value, and a constant load is
 * compensated. */
static void
test_velocity(void)
{
  double place;
  Rig rig;

  set_up(&rig, (TrServo){.command = TR_COMMAND_VELOCITY, .kp = 15});
  /* x = s (t - T (1 - exp(-t/T))), T = m/kp */
  tr_assert_close(run(&rig, 1e-3, 1), SET * (1 - 0.1 * (1 - exp(-10))), 2e-3, 0);
  rig.motor->bias = 2;
  rig.motor->servo.ki = 60;
  place = run(&rig, 1e-3, 4);
  tr_assert_close(run(&rig, 1e-3, 5) - place, SET, 1e-4, 0);
  rig.motor->servo.sample_time = 0.005;
  place = run(&rig, 1e-3, 4);
  tr_assert_close(run(&rig, 1e-3, 5) - place, SET, 1e-3, 0);
  tr_model_free(rig.model);
}

/* The set value is limited, and a voltage makes the torque of its current. */
static void
test_ranges(void)
{
  Rig rig;

  set_up(&rig, (TrServo){.command = TR_COMMAND_POSITION, .kp = 60, .kd = 12});
  rig.motor->servo.most_set = SET / 2;
  tr_assert_close(run(&rig, 1e-3, 5), SET / 2, 1e-4, 0);
  rig.motor->servo.most_set = INFINITY;
  rig.motor->gain = 3;
  rig.motor->resistance = 2;
  rig.motor->back_emf = 0.4;
  rig.motor->bias = 0.5;
  /* at rest: kp e gain/R + bias = 0 */
  tr_assert_close(run(&rig, 1e-3, 5), SET + 0.5 * 2 / (3 * 60), 1e-4, 0);
  tr_model_free(rig.model);
}

/* A simulation that goes on from the middle of a motion ends where the whole one does. */
static void
test_past(void)
{
  TrServo servo = {.command = TR_COMMAND_POSITION, .kp = 40, .ki = 30, .kd = 6, .delay = 0.01};
  TrSimOptions options = {.h = 1e-3, .duration = 1, .compliance_scale = 1, .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *whole, *rest;
  Rig rig;

  for (int i = 0; i < 2; i++) {
    servo.sample_time = i * 0.004;
    set_up(&rig, servo);
    tr_forward_kinematics(pose, twist, rig.model, (double[]){0}, (double[]){0});
    options.past = NULL;
    options.start = 0;
    options.duration = 1;
    tr_assert_ok(tr_simulate(&whole, rig.model, &(TrSimCase){pose, twist, 1, &rig.channel},
                             &options, NULL, NULL),
                 NULL);
    options.past = whole;
    options.n_past = 400;
    options.start = 0.4;
    options.duration = 0.6;
    tr_assert_ok(tr_simulate(&rest, rig.model,
                             &(TrSimCase){tr_trajectory_pose(whole, 400),
                                          tr_trajectory_twist(whole, 400), 1, &rig.channel},
                             &options, NULL, NULL),
                 NULL);
    tr_assert_close_array(tr_trajectory_pose(rest, 600), tr_trajectory_pose(whole, 1000), TR_POSE,
                          1e-9, 1e-9);
    tr_trajectory_free(whole);
    tr_trajectory_free(rest);
    tr_model_free(rig.model);
  }
}

static void
assert_refused(TrServo servo, const char *word)
{
  TrError error = {0};
  Rig rig;

  set_up(&rig, (TrServo){.command = TR_COMMAND_POSITION, .kp = 1});
  rig.motor->servo = servo;
  g_assert_cmpint(tr_model_check(rig.model, &error), ==, TR_BAD_MODEL);
  g_assert_nonnull(strstr(error.text, word));
  tr_model_free(rig.model);
}

static void
test_refused(void)
{
  TrServo good = tr_motor_default().servo, bad;

  good.command = TR_COMMAND_POSITION;
  bad = good;
  bad.kp = -1;
  assert_refused(bad, "kp -1");
  bad = good;
  bad.delay = -0.1;
  assert_refused(bad, "delay");
  bad = good;
  bad.sample_time = 1e-9;
  assert_refused(bad, "sample_time");
  bad = good;
  bad.least_set = bad.most_set = 1;
  assert_refused(bad, "command_range");
  bad = good;
  bad.command = TR_COMMAND_VELOCITY;
  bad.kd = 1;
  assert_refused(bad, "not kd");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/sim/servo/continuous", test_continuous);
  g_test_add_func("/engine/sim/servo/stiff", test_stiff);
  g_test_add_func("/engine/sim/servo/sampled", test_sampled);
  g_test_add_func("/engine/sim/servo/delay", test_delay);
  g_test_add_func("/engine/sim/servo/velocity", test_velocity);
  g_test_add_func("/engine/sim/servo/ranges", test_ranges);
  g_test_add_func("/engine/sim/servo/past", test_past);
  g_test_add_func("/engine/sim/servo/refused", test_refused);
  return g_test_run();
}
