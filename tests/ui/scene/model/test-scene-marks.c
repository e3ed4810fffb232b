/* Tests of marks of the scene model: arrows of parameters, trails, violations of constraints. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/mechanisms.h"
#include "ui/scene/model/loads.h"
#include "ui/scene/model/private.h"

/* Appends a load of a quantity; returns the vector of its arrow from `from` when it is alone. */
static void
find_arrow(const TrammelSceneModel *look,
           const double *pose,
           const char *id,
           double share,
           const double from[3],
           double arrow[3])
{
  g_autoptr(GArray) loads = trammel_loads_new();
  TrModel *model = tr_mechanism_furuta();
  TrammelLoad load = {.share = share};
  double tip[3];

  g_assert_true(tr_param_find(&load.param, model, id));
  tr_model_free(model);
  g_array_append_val(loads, load);
  g_assert_true(trammel_scene_model_get_load_tip(look, pose, loads, 0, tip));
  tr_vec3_sub(arrow, tip, from);
}

/* Checks that an arrow shows along a unit vector. */
static void
check_along(const double arrow[3], const double axis[3])
{
  g_assert_cmpfloat_with_epsilon(tr_vec3_dot(arrow, axis), tr_vec3_norm(arrow), 1e-12);
  g_assert_cmpfloat(tr_vec3_norm(arrow), >, 0);
}

/* Arrows of parameters stand where the quantity is and along its axis, in any pose. */
static void
test_loads(void)
{
  TrModel *model = tr_mechanism_furuta();
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
  double pose[2 * TR_POSE], up[3], down[3], place[3], arrow[3], longer[3];
  const char *body = model->bodies[1].name, *joint = model->joints[1].name;
  g_autofree char *com = g_strdup_printf("body.%s.com.x", body);
  g_autofree char *mass = g_strdup_printf("body.%s.mass", body);
  g_autofree char *viscous = g_strdup_printf("joint.%s.viscous", joint);
  g_autofree char *coulomb = g_strdup_printf("joint.%s.coulomb", joint);

  tr_forward_kinematics(pose, NULL, model, (const double[2]){0.7, 1.1}, NULL);
  TrammelMat4 axes = trammel_mat4_from_frame(pose + TR_POSE, pose + TR_POSE + 3);
  find_arrow(look, pose, com, 1, pose + TR_POSE, longer);
  check_along(longer, axes.m);
  find_arrow(look, pose, com, -0.5, pose + TR_POSE, arrow);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(arrow[i], -0.5 * longer[i], 1e-12);
  trammel_scene_model_get_up(look, up);
  for (int i = 0; i < 3; i++)
    down[i] = -up[i];
  find_arrow(look, pose, mass, 1, pose + TR_POSE, arrow);
  check_along(arrow, down);

  /* two numbers of one joint follow each other along its axis */
  trammel_scene_model_get_joint_place(look, 1, pose, place);
  find_arrow(look, pose, viscous, 1, place, longer);
  g_autoptr(GArray) both = trammel_loads_new();
  TrammelLoad loads[2] = {{.share = 1}, {.share = 0.5}};
  g_assert_true(tr_param_find(&loads[0].param, model, viscous));
  g_assert_true(tr_param_find(&loads[1].param, model, coulomb));
  g_array_append_vals(both, loads, 2);
  g_assert_true(trammel_scene_model_get_load_tip(look, pose, both, 1, arrow));
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(arrow[i], place[i] + 1.5 * longer[i], 1e-12);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  trammel_scene_model_draw_loads(look, list, pose, both);
  g_assert_cmpuint(trammel_draw_list_get_n_items(list), ==, 2 * 3); /* shaft and two tips */

  /* numbers of a log have no place */
  g_array_index(both, TrammelLoad, 1).param = (TrParam){TR_PARAM_CHANNEL_DELAY, 0, 0};
  g_assert_false(trammel_scene_model_get_load_tip(look, pose, both, 1, arrow));
  tr_model_free(model);
}

/* A trail follows a fast turn within a fraction of a link, with far fewer pieces than nodes where
 * the path is straight. */
static void
test_trails(void)
{
  enum { N = 2001 };
  TrModel *model = tr_mechanism_pendulum();
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  g_autofree double *poses = g_new(double, N *TR_POSE);
  double least = INFINITY;

  /* five turns in 2000 nodes */
  for (int k = 0; k < N; k++)
    tr_forward_kinematics(poses + TR_POSE * k, NULL, model, (const double[1]){10 * G_PI * k / N},
                          NULL);
  trammel_scene_model_set_motion(look, poses, N);
  g_assert_cmpuint(look->trails->len, ==, 0); /* long motions take long, and few are drawn */
  trammel_scene_model_draw_trails(look, list);
  guint n = trammel_draw_list_get_n_items(list);
  g_assert_cmpuint(n, >, 5 * 12);
  g_assert_cmpuint(n, <, N / 2);
  for (guint i = 0; i < n; i++) {
    const TrammelDrawItem *item = trammel_draw_list_get_item(list, i);
    double radius = tr_vec3_norm(poses), middle = tr_vec3_norm(item->transform.m + 12);
    least = fmin(least, middle / radius);
  }
  g_assert_cmpfloat(least, >, 0.98); /* the middle of a chord */

  /* a straight path needs few pieces */
  for (int k = 0; k < N; k++) {
    memcpy(poses + TR_POSE * k, poses, TR_POSE * sizeof *poses);
    poses[TR_POSE * k] = 1e-3 * k;
  }
  trammel_scene_model_set_motion(look, poses, N);
  trammel_draw_list_clear(list);
  trammel_scene_model_draw_trails(look, list);
  g_assert_cmpuint(trammel_draw_list_get_n_items(list), <=, N / 64 + 1);
  tr_model_free(model);
}

/* A joint whose sides are moved apart is as far apart as it was moved; others are whole. */
static void
test_violations(void)
{
  TrModel *model = tr_mechanism_furuta();
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  double pose[2 * TR_POSE];

  tr_forward_kinematics(pose, NULL, model, (const double[2]){0.7, 1.1}, NULL);
  trammel_scene_model_draw_violations(look, list, pose);
  g_assert_cmpuint(trammel_draw_list_get_n_items(list), ==, 0);
  pose[TR_POSE] += 3e-4;
  pose[TR_POSE + 1] += 4e-4;
  g_autofree double *gaps = trammel_scene_model_new_violations(look, pose);
  g_assert_cmpfloat_with_epsilon(gaps[1], 5e-4, 1e-12);
  g_assert_cmpfloat(gaps[0], <, 1e-12);
  trammel_scene_model_draw_violations(look, list, pose);
  g_assert_cmpuint(trammel_draw_list_get_n_items(list), ==, 1);
  tr_model_free(model);
}

int
main(int argc, char *argv[])
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/marks/loads", test_loads);
  g_test_add_func("/marks/trails", test_trails);
  g_test_add_func("/marks/violations", test_violations);
  return g_test_run();
}
