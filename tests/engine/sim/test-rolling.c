/* A ball that rolls without slip, against closed forms. */
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { BEAM, BALL };

/* The ball of the beam on the ground, with its centre of mass in its centre; the beam hangs beside
 * it. */
static TrModel *
ball_on_ground(void)
{
  TrModel *model = tr_mechanism_ball_and_beam();

  model->joints[1].parent = TR_WORLD;
  memset(model->joints[1].child_frame.position, 0, sizeof model->joints[1].child_frame.position);
  return model;
}

static TrTrajectory *
roll(const TrModel *model, const double twist[2 * TR_TWIST])
{
  TrSimOptions options = {.h = 1e-3, .duration = 1, .compliance_scale = 1, .damping_scale = 1};
  double pose[2 * TR_POSE], position[2] = {0};
  TrTrajectory *trajectory;
  TrError error = {0};

  tr_forward_kinematics(pose, NULL, model, position, NULL);
  tr_assert_close(pose[TR_POSE * BALL + 1], 0.015 + 0.02, 0, 1e-12); /* stands on the plane */
  tr_assert_ok(
      tr_simulate(&trajectory, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, &error),
      &error);
  return trajectory;
}

/* Down a plane it accelerates by g sin a/(1 + J/m r^2), along the fall line; it stays on the plane,
 * and the touching point stands still. */
static void
test_plane(void)
{
  static const double rest[2 * TR_TWIST] = {0};
  TrModel *model = ball_on_ground();
  const TrBody *ball = &model->bodies[BALL];
  double r = model->joints[1].length, share = 1 + ball->inertia[0] / (ball->mass * r * r);
  double g = model->gravity.magnitude, side[2] = {0.2, -0.1}, last[TR_POSE];
  TrTrajectory *t;

  memcpy(model->gravity.direction,
         (double[3]){side[0], -sqrt(1 - side[0] * side[0] - side[1] * side[1]), side[1]},
         sizeof model->gravity.direction);
  t = roll(model, rest);
  memcpy(last, tr_trajectory_pose(t, t->n_nodes - 1) + TR_POSE * BALL, sizeof last);
  /* the steps of SPOOK: t (t + h)/2 */
  tr_assert_close(last[0] - 0.1, g * side[0] / share * 0.5 * 1.001, 1e-4, 0);
  tr_assert_close(last[2], g * side[1] / share * 0.5 * 1.001, 1e-4, 0);
  tr_assert_close(last[1], 0.035, 0, 1e-7);
  for (int k = 1; k < t->n_nodes; k += 100) {
    const double *v = tr_trajectory_twist(t, k) + TR_TWIST * BALL;

    /* about the centre, in axes of the body: the rate's size is that of the world */
    tr_assert_close(hypot(hypot(v[3], v[4]), v[5]) * r, hypot(v[0], v[2]), 1e-5, 1e-9);
  }
  tr_trajectory_free(t);
  tr_model_free(model);
}

/* A rotation about the normal is free; a start that slips loses the slip at once, and rolls on with
 * the share of the rate that its angular momentum about the touching point allows. */
static void
test_spin(void)
{
  TrModel *model = ball_on_ground();
  const TrBody *ball = &model->bodies[BALL];
  double r = model->joints[1].length, share = 1 + ball->inertia[0] / (ball->mass * r * r);
  double twist[2 * TR_TWIST] = {0};
  const double *v;
  TrTrajectory *t;

  twist[TR_TWIST * BALL] = 0.5;
  twist[TR_TWIST * BALL + 5] = 7; /* z of the body is the normal, y the world's -z */
  t = roll(model, twist);
  v = tr_trajectory_twist(t, 1) + TR_TWIST * BALL;
  tr_assert_close(v[0], 0.5 / share, 1e-5, 0); /* the rows give way by 3e-6 of the slip */
  tr_assert_close(v[4], 0.5 / share / r, 1e-5, 0);
  tr_assert_close(v[5], 7, 1e-9, 0);
  v = tr_trajectory_twist(t, t->n_nodes - 1) + TR_TWIST * BALL;
  tr_assert_close(v[0], 0.5 / share, 1e-4, 0);
  tr_assert_close(hypot(hypot(v[3], v[4]), v[5]), hypot(7, 0.5 / share / r), 1e-4, 0);
  tr_trajectory_free(t);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/sim/rolling/plane", test_plane);
  g_test_add_func("/engine/sim/rolling/spin", test_spin);
  return g_test_run();
}
