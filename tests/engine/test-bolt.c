/* A bolt that slides and turns in its bore, against the closed form of both ways. */
#include <math.h>

#include "engine/mbs/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

/* How far something of inertia m runs out from a rate v against viscous friction c and dry friction
 * f: m v' = -c v - f until it stands. */
static double
run_out(double m, double v, double c, double f)
{
  return m * v / c - m * f / (c * c) * log1p(c * v / f);
}

/* A bolt slides and turns at once, each against its own friction, and stays where both let it. */
static void
test_bolt(void)
{
  const double slides = 0.8, turns = 9, arm = 0.01;
  TrSimOptions options = {.h = 1e-4, .duration = 1.5, .compliance_scale = 1, .damping_scale = 1};
  TrModel *model = tr_mechanism_bolt();
  double pose[TR_POSE] = {0.08, -0.06, 0.02, 1}, twist[TR_TWIST] = {slides, 0, 0, turns};
  TrTrajectory *t;
  TrError error = {0};

  model->n_bodies = 1;
  model->n_joints = 3;
  model->n_motors = 0;
  model->gravity.magnitude = 0;
  model->joints[0].friction.viscous = 0.9;
  model->joints[0].friction.coulomb = 0.5;
  model->joints[1].friction.viscous = 1e-3;
  model->joints[1].friction.coulomb = 5e-3;
  /* the axis is beside the centre of mass */
  twist[2] = -arm * turns;
  tr_assert_ok(tr_simulate(&t, model, pose, twist, 0, NULL, &options, NULL, &error), &error);

  const double *end = tr_trajectory_pose(t, t->n_nodes - 1);

  for (int j = 0; j < 2; j++) {
    const TrFriction *f = &model->joints[j].friction;
    double inertia = j ? model->bodies[0].inertia[0] + 0.5 * arm * arm : 0.5;
    double way = run_out(inertia, j ? turns : slides, f->viscous, f->coulomb);
    double place = tr_joint_position(model, j, end);

    g_test_message("%s: %g of %g", tr_joint_type_name(model->joints[j].type), place, way);
    tr_assert_close(j ? remainder(place - way, 2 * G_PI) : place - way, 0, 0, 1e-3 * way);
    g_assert_cmpfloat(
        fabs(tr_joint_velocity(model, j, end, tr_trajectory_twist(t, t->n_nodes - 1))), <, 1e-9);
  }
  tr_trajectory_free(t);
  model->n_motors = 1;
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/bolt/runs-out", test_bolt);
  return g_test_run();
}
