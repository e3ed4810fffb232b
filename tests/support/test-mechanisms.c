/* The canonical mechanisms agree with their header. */
#include "support/check.h"
#include "support/mechanisms.h"

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"

static void
test_valid(void)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create();
    TrError error = {0};
    g_test_message("%s", tr_mechanisms[i].name);
    tr_assert_ok(tr_model_check(model, &error), &error);
    tr_model_free(model);
  }
}

/* Returns whether a joint has a coordinate of its own: joints that constrain nothing repeat those
 * of others. */
static bool
has_coordinate(const TrJoint *joint)
{
  return tr_joint_has_axis(joint) && tr_joint_class(joint->type)->n_prims > 0;
}

/* Poses of the coordinates give the coordinates back; in loops that of the first joint. */
static void
test_coordinates(void)
{
  const double position[TR_TEST_JOINTS] = {0.3, -0.8};

  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create();
    double pose[TR_TEST_BODIES * TR_POSE];
    tr_mechanism_motion(pose, NULL, model, position, NULL);
    /* loops reach their prescribed coordinates within 1e-12 (mbs/kinematics/assembly.c) */
    double rounding = model->n_joints == model->n_bodies ? 1e-14 : 1e-12;
    for (int j = 0; j < model->n_joints && (j == 0 || model->n_joints == model->n_bodies); j++)
      if (has_coordinate(&model->joints[j]))
        tr_assert_close(tr_joint_position(model, j, pose), position[j], 0.0, rounding);
    tr_model_free(model);
  }
}

/* World position of the centre of mass of a body at the given coordinates. */
static void
assert_center_at(
    const TrModel *model, int body, const double *position, double x, double y, double z)
{
  const double expected[3] = {x, y, z};
  double pose[2 * TR_POSE];

  tr_forward_kinematics(pose, NULL, model, position, NULL);
  tr_assert_close_array(pose + body * TR_POSE, expected, 3, 0.0, 1e-14);
}

static void
test_furuta_geometry(void)
{
  TrModel *model = tr_mechanism_furuta();
  const double rest[2] = {0, 0}, turned[2] = {G_PI_2, 0}, raised[2] = {0, G_PI};

  /* arm along x, pendulum below its end; the arm turns towards -z; the pendulum above it */
  assert_center_at(model, 0, rest, 0.128, 0, 0);
  assert_center_at(model, 1, rest, 0.248, -0.092, 0);
  assert_center_at(model, 0, turned, 0, 0, -0.128);
  assert_center_at(model, 1, raised, 0.248, 0.092, 0);
  tr_model_free(model);
}

/* Reference steps 1, 2 (Furuta) and 3, 4 (pendulum) of the independent prototype: poses that
 * satisfy the constraints only roughly, and the angles read from them. */
static void
test_reference_angles(void)
{
  static const double furuta[2 * TR_POSE] = {
      0.13404878738150766,  -0.0025515353839383375, -0.005865668985755362, 0.7060544274333762,
      -0.7079531737845475,  0.01298032026136369,    0.010998205127474492,  0.24851413128630587,
      -0.02850929281147086, -0.09055150860395134,   0.5413445122610636,    0.4357506466611738,
      0.45509447593397995,  -0.5567373805966115};
  static const double pendulum[TR_POSE] = {
      0.07361103888773142,  0.028082371538559525,  0.0003481861383047241, 0.9912224868342902,
      0.003145609727280113, 0.0013768052219583896, 0.13215971829899636};
  TrModel *model = tr_mechanism_furuta();

  tr_assert_close(tr_joint_position(model, 0, furuta), 0.03391244470596302, 0.0, 1e-12);
  tr_assert_close(tr_joint_position(model, 1, furuta), 1.3657853084613527, 0.0, 1e-12);
  tr_model_free(model);
  model = tr_mechanism_pendulum();
  tr_assert_close(tr_joint_position(model, 0, pendulum), 1.8358928890027768, 0.0, 1e-12);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/support/mechanisms/valid", test_valid);
  g_test_add_func("/support/mechanisms/coordinates", test_coordinates);
  g_test_add_func("/support/mechanisms/furuta-geometry", test_furuta_geometry);
  g_test_add_func("/support/mechanisms/reference-angles", test_reference_angles);
  return g_test_run();
}
