/* Stretch of springs: of hinges to the nearest turn, and its derivative. */
#include <math.h>

#include "engine/mbs/force/spring.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/check.h"
#include "support/mechanisms.h"

static double
stretch_at(TrModel *model, double angle)
{
  double pose[TR_POSE], twist[TR_TWIST];
  TrPlace places[2];

  tr_forward_kinematics(pose, twist, model, &angle, (double[]){0});
  tr_joint_places(places, &model->joints[0], pose);
  return tr_spring_stretch(NULL, model, 0, &places[0], &places[1]);
}

static void
test_nearest_turn(void)
{
  TrModel *model = tr_mechanism_pendulum();

  model->joints[0].spring.rest = 0.25;
  tr_assert_close(stretch_at(model, 1), 0.75, 1e-14, 0);
  tr_assert_close(stretch_at(model, -1), -1.25, 1e-14, 0);
  model->joints[0].spring.rest = -3;
  tr_assert_close(stretch_at(model, 3), 6 - 2 * G_PI, 1e-13, 0);
  model->joints[0].spring.rest = 3 + 4 * G_PI;
  tr_assert_close(stretch_at(model, -3), 2 * G_PI - 6, 1e-13, 0);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/mbs/force/spring/nearest-turn", test_nearest_turn);
  return g_test_run();
}
