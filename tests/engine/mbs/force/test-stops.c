/* Ends of the joints' travel: a body that falls on a stop stays there, with known impulse, rest
 * position and energy. */
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/force/axial.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/spook_private.h"
#include "engine/sim/stops.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_BODIES = 2 };

typedef struct Bench {
  TrModel *model;
  TrSpook *spook;
  double pose[MAX_BODIES * TR_POSE], twist[MAX_BODIES * TR_TWIST];
} Bench;

static void
bench_init(Bench *bench, TrModel *model, double h, const double *position, const double *rate)
{
  bench->model = model;
  bench->spook = tr_spook_new(model, &(TrSpookOptions){h, 1, 1, TR_SOLVER_SPOOK, 0});
  g_assert_nonnull(bench->spook);
  tr_forward_kinematics(bench->pose, bench->twist, model, position, rate);
}

static void
bench_clear(Bench *bench)
{
  tr_spook_free(bench->spook);
  tr_model_free(bench->model);
}

static void
step(Bench *bench)
{
  double u[2] = {0};

  tr_assert_ok(tr_spook_step(bench->spook, bench->pose, bench->twist, u), NULL);
}

static double
get_position(const Bench *bench, int joint)
{
  return tr_joint_position(bench->model, joint, bench->pose);
}

static double
get_rate(const Bench *bench, int joint)
{
  return tr_joint_velocity(bench->model, joint, bench->pose, bench->twist);
}

/* Kinetic and potential energy, including that of stops of compliance eps. */
static double
get_energy(const Bench *bench, double eps)
{
  double energy = 0;

  for (int b = 0; b < bench->model->n_bodies; b++) {
    const TrBody *body = &bench->model->bodies[b];
    const double *v = bench->twist + TR_TWIST * b;

    energy += body->mass * 9.82 * bench->pose[TR_POSE * b + 1];
    for (int i = 0; i < 3; i++)
      energy += 0.5 * (body->mass * v[i] * v[i] + body->inertia[i] * v[3 + i] * v[3 + i]);
  }
  for (int j = 0; j < bench->model->n_joints; j++) {
    const TrJointLimits *limits = &bench->model->joints[j].limits;
    double s = get_position(bench, j);
    double depth = fmax(fmax(limits->lower - s, s - limits->upper), 0);

    if (depth > 0)
      energy += depth * depth / (2 * fmax(eps, 1e-9));
  }
  return energy;
}

static TrModel *
new_falling_pendulum(double eps)
{
  TrModel *model = tr_mechanism_pendulum();
  TrJoint *joint = &model->joints[0];

  joint->friction.model = TR_FRICTION_NONE;
  joint->damping_time = NAN;
  joint->compliance_linear = 0; /* or the bearing would bounce */
  joint->compliance_angular = eps;
  joint->limits = (TrJointLimits){0.3, 2};
  return model;
}

/* Momentum of a pendulum released from rest at angle 1.2 on its arrival at 0.3. */
static double
get_arrival_momentum(const TrModel *model)
{
  double moment = model->bodies[0].mass * 0.092;
  double inertia = model->bodies[0].inertia[TR_ZZ] + moment * 0.092;
  double rotor = tr_axial_inertia(model, 0);
  double work = moment * 9.82 * (cos(0.3) - cos(1.2));

  return sqrt(2 * work * (inertia + rotor));
}

/* It arrives with the momentum of its fall, transfers all of it to the stop in the step of the
 * impact and the next, and rests at a penetration of eps times the moment of its weight. */
static void
check_fall(double eps)
{
  double h = 1e-4, moment = 0.428 * 0.092 * 9.82 * sin(0.3), impact = 0;
  int n_impacts = 0;
  Bench bench;

  bench_init(&bench, new_falling_pendulum(eps), h, (double[]){1.2}, (double[]){0});
  double arrival = get_arrival_momentum(bench.model);
  for (int k = 0; k < 10000; k++) {
    step(&bench);
    double impulse = tr_spook_stop_impulse(bench.spook, 0);
    g_assert_cmpfloat(impulse, >=, 0);
    if (impulse > 0 && n_impacts++ < 3)
      impact += impulse - h * moment;
    g_assert_cmpfloat(get_position(&bench, 0), >=, 0.3 - eps * (moment + arrival / h) - 1e-12);
  }
  tr_assert_close(impact, arrival, 5e-3, 0);
  tr_assert_close(get_rate(&bench, 0), 0, 0, 1e-12);
  tr_assert_close(0.3 - get_position(&bench, 0), eps * moment, 1e-6, 1e-13);
  tr_assert_close(tr_spook_stop_impulse(bench.spook, 0), h * moment, 1e-6, 0);
  bench_clear(&bench);
}

static void
test_hard_stop(void)
{
  check_fall(0);
  check_fall(1e-9);
}

/* A carriage that falls down a slide onto a stop, hard or soft: its energy, including that of the
 * stop, falls from the first touch on, and from step to step. */
static void
check_energy(double eps)
{
  TrModel *model = tr_mechanism_slider();
  double before = INFINITY;
  bool touched = false;
  Bench bench;

  memcpy(model->gravity.direction, (double[]){-1, 0, 0}, sizeof model->gravity.direction);
  model->joints[0].friction.model = TR_FRICTION_NONE;
  model->joints[0].compliance_linear = eps;
  model->joints[0].limits = (TrJointLimits){0, INFINITY};
  model->motors[0].rotor_inertia = model->motors[0].bias = 0;
  bench_init(&bench, model, 1e-3, (double[]){0.1}, (double[]){-1});
  for (int k = 0; k < 40000; k++) {
    step(&bench);
    double s = get_position(&bench, 0), v = get_rate(&bench, 0), depth = fmin(s, 0);
    double energy = model->bodies[0].mass * (9.82 * s + v * v / 2);
    energy += depth * depth / (2 * fmax(eps, 1e-9));
    touched = touched || tr_spook_stop_impulse(bench.spook, 0) > 0;
    if (touched)
      g_assert_cmpfloat(energy, <=, before + 1e-10); /* of 140 J */
    before = touched ? energy : INFINITY;
  }
  g_assert_true(touched);
  tr_assert_close(get_position(&bench, 0), -eps * 9.82 * model->bodies[0].mass, 1e-6, 1e-15);
  bench_clear(&bench);
}

static void
test_energy_on_a_stop(void)
{
  check_energy(0);
  check_energy(1e-9);
  check_energy(1e-5);
}

/* A soft stop takes longer than a step, but returns no energy. */
static void
test_soft_stop(void)
{
  double eps = 0.02, start, h = 1e-3;
  Bench bench;

  bench_init(&bench, new_falling_pendulum(eps), h, (double[]){1.2}, (double[]){0});
  start = get_energy(&bench, eps);
  for (int k = 0; k < 20000; k++)
    step(&bench);
  g_assert_cmpfloat(get_energy(&bench, eps), <, start);
  tr_assert_close(0.3 - get_position(&bench, 0),
                  eps * 0.428 * 0.092 * 9.82 * sin(get_position(&bench, 0)), 1e-6, 0);
  bench_clear(&bench);
}

/* Stops remove energy in each step in which they act: the same step without them keeps more. */
static void
test_energy_never_grows(void)
{
  double eps = 1e-9, position[] = {2.5, -1}, rate[] = {3, -7};
  TrModel *model = tr_mechanism_double_pendulum();
  TrModel *without = tr_mechanism_double_pendulum();
  int n_contacts = 0;
  Bench bench, loose;

  for (int j = 0; j < 2; j++)
    model->joints[j].limits = (TrJointLimits){-1.5, 2.6 - j};
  bench_init(&bench, model, 1e-3, position, rate);
  bench_init(&loose, without, 1e-3, position, rate);
  for (int k = 0; k < 20000; k++) {
    memcpy(loose.pose, bench.pose, sizeof loose.pose);
    memcpy(loose.twist, bench.twist, sizeof loose.twist);
    step(&bench);
    step(&loose);
    if (tr_spook_stop_impulse(bench.spook, 0) == 0 && tr_spook_stop_impulse(bench.spook, 1) == 0)
      continue;
    n_contacts++;
    double kinetic[2] = {0};
    for (int i = 0; i < 12; i++) {
      const TrBody *body = &model->bodies[i / 6];
      double m = i % 6 < 3 ? body->mass : body->inertia[i % 6 - 3];
      kinetic[0] += m * bench.twist[i] * bench.twist[i];
      kinetic[1] += m * loose.twist[i] * loose.twist[i];
    }
    g_assert_cmpfloat(kinetic[0], <=, kinetic[1] * (1 + 1e-9) + 1e-12);
    for (int j = 0; j < 2; j++) {
      g_assert_cmpfloat(get_position(&bench, j), >, -1.5 - 1e-4);
      g_assert_cmpfloat(get_position(&bench, j), <, 2.6 - j + 1e-4);
    }
  }
  g_assert_cmpint(n_contacts, >, 10);
  g_assert_cmpfloat(get_energy(&bench, eps), <, get_energy(&loose, eps) + 1e-6);
  bench_clear(&bench);
  bench_clear(&loose);
}

/* A motor pushes a carriage with dry friction against its upper stop: the stop carries the force
 * that friction leaves, or friction all of it; both together hold the motor. */
static void
test_friction_beside_a_stop(void)
{
  TrModel *model = tr_mechanism_slider();
  double u = 2, effort, h = 1e-3;
  Bench bench;

  model->joints[0].limits = (TrJointLimits){-INFINITY, 0.1};
  bench_init(&bench, model, h, (double[]){0.05}, (double[]){0.3});
  for (int k = 0; k < 20000; k++)
    tr_assert_ok(tr_spook_step(bench.spook, bench.pose, bench.twist, &u), NULL);
  tr_assert_close(get_position(&bench, 0), 0.1, 0, 1e-6);
  tr_assert_close(get_rate(&bench, 0), 0, 0, 1e-12);
  tr_assert_close(tr_spook_stop_impulse(bench.spook, 0) + tr_spook_friction(bench.spook)[0],
                  -h * tr_motor_force(model, 0, &u, 0), 1e-9, 0);
  g_assert_cmpfloat(tr_spook_stop_impulse(bench.spook, 0), <=, 0);
  tr_spook_effort(&effort, bench.spook, bench.twist, &u);
  tr_assert_close(effort, 0, 0, 1e-9);
  bench_clear(&bench);
}

/* A spring without stiffness whose length has an upper limit is a rope. */
static void
test_rope(void)
{
  TrModel *model = tr_mechanism_pendulum();
  double h = 1e-3;
  Bench bench;

  model->n_motors = 0;
  model->joints[0].type = TR_JOINT_SPRING;
  model->joints[0].friction.model = TR_FRICTION_NONE;
  model->joints[0].child_frame = model->joints[0].parent_frame = tr_frame_identity();
  model->joints[0].limits = (TrJointLimits){-INFINITY, 0.5};
  tr_assert_ok(tr_model_check(model, NULL), NULL);
  bench_init(&bench, model, h, (double[]){0}, NULL);
  memcpy(bench.pose, (double[]){0.1, -0.2, 0}, 3 * sizeof *bench.pose);
  memset(bench.twist, 0, sizeof bench.twist);
  for (int k = 0; k < 500; k++) {
    step(&bench);
    g_assert_cmpfloat(tr_vec3_norm(bench.pose), <, 0.5 + 1e-3);
  }
  bench.pose[0] = 0;
  bench.pose[1] = -0.5;
  memset(bench.twist, 0, sizeof bench.twist);
  for (int k = 0; k < 1000; k++)
    step(&bench);
  tr_assert_close(tr_spook_stop_impulse(bench.spook, 0), -h * 0.428 * 9.82, 1e-6, 0);
  bench_clear(&bench);
}

/* Limits count modulo a turn, from the middle between them. */
static void
test_beyond_half_a_turn(void)
{
  TrModel *model = new_falling_pendulum(1e-9);
  Bench bench;

  model->joints[0].limits = (TrJointLimits){M_PI - 0.5, M_PI + 0.4};
  bench_init(&bench, model, 1e-3, (double[]){M_PI + 0.1}, (double[]){0});
  for (int k = 0; k < 5000; k++)
    step(&bench);
  tr_assert_close(get_position(&bench, 0), 0.4 - M_PI, 0, 1e-6);
  bench_clear(&bench);
}

/* Each wrong pair of limits is reported with the joint's name. */
static void
test_wrong_limits(void)
{
  const struct {
    TrJointType type;
    TrJointLimits limits;
    const char *says;
  } cases[] = {
      {TR_JOINT_HINGE, {1, -1}, "must lie below"},  {TR_JOINT_HINGE, {1, 1}, "must lie below"},
      {TR_JOINT_HINGE, {-INFINITY, 1}, "one turn"}, {TR_JOINT_HINGE, {-4, 4}, "one turn"},
      {TR_JOINT_HINGE, {NAN, 4}, "must lie below"}, {TR_JOINT_BALL, {-1, 1}, "no coordinate"},
  };

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    TrModel *model = new_falling_pendulum(1e-9);
    TrError error = {0};

    model->n_motors = model->n_sensors = 0;
    model->joints[0].type = cases[i].type;
    model->joints[0].limits = cases[i].limits;
    g_assert_cmpint(tr_model_check(model, &error), ==, TR_BAD_MODEL);
    g_assert_nonnull(strstr(error.text, cases[i].says));
    g_assert_nonnull(strstr(error.text, "'h1'"));
    tr_model_free(model);
  }
}

/* The stops of a model: the give is eps/h^2, scaled as the compliances of the joints are. */
static void
test_fill(void)
{
  TrModel *model = tr_mechanism_pendulum();
  TrStop stops[2];

  model->joints[0].limits = (TrJointLimits){.lower = -0.5, .upper = 2};
  model->joints[0].compliance_angular = 3e-6;
  g_assert_cmpint(tr_stops_count(model), ==, 2);
  tr_stops_fill(stops, model, 0.01, 10);
  for (int i = 0; i < 2; i++) {
    g_assert_cmpint(stops[i].joint, ==, 0);
    g_assert_true(stops[i].is_upper == (i == 1));
    g_assert_cmpfloat(stops[i].limit, ==, i ? 2 : -0.5);
    tr_assert_close(stops[i].give, 10 * 3e-6 / 1e-4, 1e-14, 0);
  }
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/sim/stops/fill", test_fill);
  g_test_add_func("/engine/sim/stops/hard", test_hard_stop);
  g_test_add_func("/engine/sim/stops/soft", test_soft_stop);
  g_test_add_func("/engine/sim/stops/energy", test_energy_on_a_stop);
  g_test_add_func("/engine/sim/stops/kinetic", test_energy_never_grows);
  g_test_add_func("/engine/sim/stops/friction", test_friction_beside_a_stop);
  g_test_add_func("/engine/sim/stops/rope", test_rope);
  g_test_add_func("/engine/sim/stops/beyond-half-a-turn", test_beyond_half_a_turn);
  g_test_add_func("/engine/sim/stops/wrong", test_wrong_limits);
  return g_test_run();
}
