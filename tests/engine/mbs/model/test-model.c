/* Errors of unusable models name the culprit; ids and quantities. */
#include <math.h>
#include <string.h>

#include "engine/mbs/model/param.h"
#include "support/check.h"
#include "support/mechanisms.h"

typedef void (*Spoil)(TrModel *model);

static void
no_mass(TrModel *model)
{
  model->bodies[1].mass = 0;
}

static void
bad_inertia(TrModel *model)
{
  model->bodies[0].inertia[TR_XY] = 1;
}

static void
missing_body(TrModel *model)
{
  model->joints[1].parent = 7;
}

static void
no_length(TrModel *model)
{
  model->joints[1].type = TR_JOINT_DISTANCE;
  model->joints[1].friction.model = TR_FRICTION_NONE;
  model->joints[1].length = 0;
}

static void
friction_of_ball(TrModel *model)
{
  model->joints[1].type = TR_JOINT_BALL;
}

static void
motor_of_free(TrModel *model)
{
  model->joints[0].type = TR_JOINT_FREE;
  model->joints[0].friction.model = TR_FRICTION_NONE;
}

static void
sensor_of_planar(TrModel *model)
{
  model->joints[1].type = TR_JOINT_PLANAR;
  model->joints[1].friction.model = TR_FRICTION_NONE;
}

static void
bad_quaternion(TrModel *model)
{
  model->joints[0].child_frame.quat[0] = 2;
}

static void
negative_friction(TrModel *model)
{
  model->joints[0].friction.viscous = -1;
}

static void
motor_without_joint(TrModel *model)
{
  model->motors[0].joint = 9;
}

static void
motor_without_gear(TrModel *model)
{
  model->motors[0].gear = 0;
}

static void
sensor_without_noise(TrModel *model)
{
  model->sensors[1].sigma = 0;
}

static void
no_direction(TrModel *model)
{
  memset(model->gravity.direction, 0, sizeof model->gravity.direction);
}

static void
not_a_number(TrModel *model)
{
  model->bodies[1].com[2] = NAN;
}

static const struct {
  Spoil spoil;
  const char *said[2]; /* words of the message */
} faults[] = {
    {no_mass, {"'B'", "mass"}},
    {bad_inertia, {"'A'", "positive definite"}},
    {missing_body, {"'h2'", "does not exist"}},
    {no_length, {"'h2'", "length"}},
    {friction_of_ball, {"'h2'", "friction"}},
    {motor_of_free, {"'m1'", "free"}},
    {sensor_of_planar, {"'theta2'", "planar"}},
    {bad_quaternion, {"'h1'", "quaternion"}},
    {negative_friction, {"'h1'", "negative"}},
    {motor_without_joint, {"'m1'", "joint"}},
    {motor_without_gear, {"'m1'", "gear"}},
    {sensor_without_noise, {"'theta2'", "sigma"}},
    {no_direction, {"gravity", "direction"}},
    {not_a_number, {"'B'", "finite"}},
};

static void
test_faults(void)
{
  for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
    TrModel *model = tr_mechanism_furuta();
    TrError error = {0};

    tr_assert_ok(tr_model_check(model, &error), &error);
    faults[i].spoil(model);
    g_assert_cmpint(tr_model_check(model, &error), ==, TR_BAD_MODEL);
    for (int w = 0; w < 2; w++)
      if (!strstr(error.text, faults[i].said[w]))
        g_error("fault %zu: '%s' does not say '%s'", i, error.text, faults[i].said[w]);
    tr_model_free(model);
  }
}

static void
test_ids(void)
{
  TrModel *model = tr_mechanism_furuta();
  int n = tr_param_count(model);

  g_assert_cmpint(n, ==, 3 + 2 * 10 + 2 * 24 + 5 + 2);
  for (int i = 0; i < n; i++) {
    char id[TR_ID_SIZE];
    TrParam param = tr_param_at(model, i), found;

    tr_param_id(id, model, param);
    g_assert_true(tr_param_find(&found, model, id));
    g_assert_cmpmem(&found, sizeof found, &param, sizeof param);
    tr_param_set(model, param, 0.125 + i);
    tr_assert_close(tr_param_get(model, param), 0.125 + i, 0, 0);
    g_assert_nonnull(tr_param_unit(model, param));
  }
  tr_assert_close(model->bodies[1].inertia[TR_YZ], tr_param_get(model, tr_param_at(model, 22)), 0,
                  0);
  tr_model_free(model);
}

static void
test_unknown_id(void)
{
  TrModel *model = tr_mechanism_furuta();
  TrParam param;

  g_assert_false(tr_param_find(&param, model, "body.C.mass"));
  g_assert_false(tr_param_find(&param, model, "gravity.tilt.y"));
  g_assert_true(tr_param_find(&param, model, "gravity.tilt.z"));
  g_assert_cmpint(tr_param_tilt_axis(model, param), ==, 2);
  g_assert_cmpstr(tr_param_unit(model, param), ==, "rad");
  g_assert_true(tr_param_find(&param, model, "joint.h1.compliance.linear"));
  g_assert_false(tr_param_can_be_free(model, param));
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/mbs/model/faults", test_faults);
  g_test_add_func("/engine/mbs/param/ids", test_ids);
  g_test_add_func("/engine/mbs/param/unknown", test_unknown_id);
  return g_test_run();
}
