/* Tests of solids, their meshes, the draw list and the scene model of mechanisms. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/mechanisms.h"
#include "ui/scene/model/scene-model.h"

enum { MAX_TRIANGLES = 20000 };

static void
place_vertex(double out[3], const TrammelSolid *solid, const TrammelVertex *vertex)
{
  for (int i = 0; i < 3; i++)
    out[i] = solid->radius * vertex->round[i] + solid->half[i] * vertex->shift[i];
}

/* Returns the volume by the divergence theorem; checks that each face points outwards, as its
 * normals do. */
static double
measure_volume(const TrammelSolid *solid, double reach[3])
{
  double volume = 0;
  TrammelMesh mesh;

  trammel_mesh_init(&mesh, solid->mesh);
  memset(reach, 0, 3 * sizeof *reach);
  for (guint i = 0; i + 2 < mesh.indices->len; i += 3) {
    double p[3][3], a[3], b[3], cross[3];

    for (int k = 0; k < 3; k++) {
      guint32 index = g_array_index(mesh.indices, guint32, i + k);
      const TrammelVertex *vertex = &g_array_index(mesh.vertices, TrammelVertex, index);

      place_vertex(p[k], solid, vertex);
      for (int j = 0; j < 3; j++)
        reach[j] = fmax(reach[j], fabs(p[k][j]));
    }
    tr_vec3_sub(a, p[1], p[0]);
    tr_vec3_sub(b, p[2], p[0]);
    tr_vec3_cross(cross, a, b);
    for (int k = 0; k < 3; k++) {
      guint32 index = g_array_index(mesh.indices, guint32, i + k);
      const float *n = g_array_index(mesh.vertices, TrammelVertex, index).normal;

      g_assert_cmpfloat(cross[0] * n[0] + cross[1] * n[1] + cross[2] * n[2], >, -1e-9);
    }
    volume += tr_vec3_dot(p[0], cross) / 6;
  }
  trammel_mesh_clear(&mesh);
  return volume;
}

static void
check_solid(TrammelSolid solid, const double half_edges[3], double volume)
{
  double reach[3], told[3];

  g_assert_cmpfloat_with_epsilon(measure_volume(&solid, reach), volume, 0.05 * volume);
  trammel_solid_get_reach(&solid, told);
  for (int i = 0; i < 3; i++) {
    g_assert_cmpfloat_with_epsilon(told[i], half_edges[i], 1e-12);
    g_assert_cmpfloat_with_epsilon(reach[i], half_edges[i], 0.02 * half_edges[i]);
  }
}

/* Dimensions and volumes are as expected, so there is no hole and no inverted face. */
static void
test_solids(void)
{
  double r = 0.2, h = 0.5;

  check_solid(trammel_solid_sphere(r), (double[3]){r, r, r}, 4.0 / 3 * M_PI * r * r * r);
  check_solid(trammel_solid_capsule(r, h), (double[3]){r, r, h + r},
              4.0 / 3 * M_PI * r * r * r + 2 * h * M_PI * r * r);
  check_solid(trammel_solid_cylinder(r, h, 0.01), (double[3]){r, r, h}, 2 * h * M_PI * r * r);
  check_solid(trammel_solid_box((double[3]){0.1, 0.2, 0.3}, 0.005), (double[3]){0.1, 0.2, 0.3},
              8 * 0.1 * 0.2 * 0.3);
  check_solid(trammel_solid_cone(r, h), (double[3]){r, r, h}, M_PI * r * r * h / 3);
  check_solid(trammel_solid_block((double[3]){0.1, 0.2, 0.3}), (double[3]){0.1, 0.2, 0.3},
              8 * 0.1 * 0.2 * 0.3);
  /* eight sides have sqrt(8)/pi of a circle's area */
  check_solid(trammel_solid_wire(r, 10), (double[3]){r, r, 10 + r}, 20 * M_SQRT2 * 2 * r * r);
  /* an edge that does not fit is reduced */
  g_assert_cmpfloat(trammel_solid_box((double[3]){0.1, 0.2, 0.3}, 5).radius, <=, 0.1);
  g_assert_cmpfloat(trammel_solid_cylinder(0.1, 0.02, 5).half[2], >=, 0);
}

static void
test_along(void)
{
  const double axes[][3] = {{1, 0, 0}, {0, -2, 0}, {0, 0, 3}, {0.1, -0.5, 0.7}};

  for (gsize i = 0; i < G_N_ELEMENTS(axes); i++) {
    TrammelMat4 frame = trammel_mat4_along((double[3]){1, 2, 3}, axes[i]);
    double cross[3], length = tr_vec3_norm(axes[i]);

    tr_vec3_cross(cross, frame.m, frame.m + 4);
    for (int k = 0; k < 3; k++) {
      g_assert_cmpfloat_with_epsilon(cross[k], axes[i][k] / length, 1e-12);
      g_assert_cmpfloat_with_epsilon(frame.m[8 + k], axes[i][k] / length, 1e-12);
    }
  }
}

static void
test_order(void)
{
  static const TrammelDrawStyle styles[] = {TRAMMEL_STYLE_MARK, TRAMMEL_STYLE_GHOST,
                                            TRAMMEL_STYLE_SOLID, TRAMMEL_STYLE_GHOST,
                                            TRAMMEL_STYLE_SOLID};
  static const double expected[] = {3, 5, 4, 2, 1}; /* solids, ghosts from far to near, mark */
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();

  for (guint i = 0; i < G_N_ELEMENTS(styles); i++) {
    TrammelDrawItem item = {.solid = trammel_solid_sphere(0.1),
                            .transform = trammel_mat4_identity(),
                            .style = styles[i]};

    item.transform.m[14] = i + 1;
    trammel_draw_list_add(list, &item);
  }
  trammel_draw_list_sort(list, (double[3]){0, 0, 0});
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
    g_assert_cmpfloat(trammel_draw_list_get_item(list, i)->transform.m[14], ==, expected[i]);
}

static guint
count_triangles(const TrammelDrawList *list)
{
  guint n = 0;

  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
    TrammelMesh mesh;

    trammel_mesh_init(&mesh, trammel_draw_list_get_item(list, i)->solid.mesh);
    n += mesh.indices->len / 3;
    trammel_mesh_clear(&mesh);
  }
  return n;
}

static void
assert_inside(const TrammelDrawList *list, const double low[3], const double high[3])
{
  double list_low[3], list_high[3];

  g_assert_true(trammel_draw_list_get_bounds(list, list_low, list_high));
  for (int i = 0; i < 3; i++) {
    g_assert_cmpfloat(list_low[i], >=, low[i] - 1e-9);
    g_assert_cmpfloat(list_high[i], <=, high[i] + 1e-9);
  }
}

/* Every mechanism stands on its ground, inside the extent that is framed. */
static void
test_mechanisms(void)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create();
    g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
    g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
    double low[3], high[3], world_low[3], world_high[3];

    g_assert_nonnull(look);
    trammel_scene_model_get_extent(look, low, high);
    trammel_scene_model_draw_world(look, list, FALSE);
    g_assert_true(trammel_draw_list_get_bounds(list, world_low, world_high));
    g_assert_cmpfloat_with_epsilon(world_low[1], trammel_scene_model_get_ground(look), 1e-9);
    g_assert_cmpuint(trammel_scene_model_get_n_bodies(look), ==, model->n_bodies);
    trammel_scene_model_draw_bodies(look, list, trammel_scene_model_get_rest_pose(look),
                                    TRAMMEL_STYLE_SOLID, FALSE);
    g_assert_cmpuint(trammel_draw_list_get_n_items(list), >=, model->n_bodies + 1);
    g_assert_cmpuint(count_triangles(list), <, MAX_TRIANGLES);
    assert_inside(list, low, high);
    tr_model_free(model);
  }
}

/* The bob is drawn at the centre of mass at every angle of the pendulum; the hinge stays. */
static void
test_pose(void)
{
  TrModel *model = tr_mechanism_pendulum();
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);

  for (int step = -2; step <= 2; step++) {
    g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
    double angle = 0.8 * step, pose[TR_POSE];
    gboolean found = FALSE;

    tr_forward_kinematics(pose, NULL, model, &angle, NULL);
    trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_GHOST, FALSE);
    for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
      const TrammelDrawItem *item = trammel_draw_list_get_item(list, i);

      g_assert_cmpint(item->style, ==, TRAMMEL_STYLE_GHOST);
      if (item->solid.mesh != TRAMMEL_MESH_SPHERE)
        continue;
      found = TRUE;
      g_assert_cmpfloat_with_epsilon(item->transform.m[12], 0.092 * sin(angle), 1e-12);
      g_assert_cmpfloat_with_epsilon(item->transform.m[13], -0.092 * cos(angle), 1e-12);
    }
    g_assert_true(found);
  }
  tr_model_free(model);
}

/* Shapes are relative to the body's origin, even if the centre of mass is elsewhere. */
static void
test_shapes(void)
{
  const TrammelShape shapes[] = {
      {.body = 0, .type = TRAMMEL_SHAPE_SPHERE, .from = {0.1, 0, 0}, .radius = 0.03},
      {.body = 0,
       .type = TRAMMEL_SHAPE_CAPSULE,
       .from = {0, 0, 0},
       .to = {0.2, 0, 0},
       .radius = 0.01,
       .color = {1, 0, 0, 1}},
      {.body = 0, .type = TRAMMEL_SHAPE_BOX, .size = {0.1, 0.2, 0.3}, .quat = {1, 0, 0, 0}},
      {.body = 0, .type = TRAMMEL_SHAPE_CYLINDER, .to = {0, 0, 0}, .radius = 0.01},
      {.body = 7, .type = TRAMMEL_SHAPE_SPHERE, .radius = 5},
  };
  TrModel *model = tr_mechanism_pendulum();
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  const TrammelDrawItem *item;

  tr_vec3_copy(model->bodies[0].com, (double[3]){0.05, 0, 0});
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, shapes, G_N_ELEMENTS(shapes));
  double pose[TR_POSE] = {1, 2, 3, 1, 0, 0, 0};
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
  g_assert_cmpuint(trammel_draw_list_get_n_items(list), ==, 4);
  item = trammel_draw_list_get_item(list, 0);
  g_assert_cmpint(item->solid.mesh, ==, TRAMMEL_MESH_SPHERE);
  g_assert_cmpfloat_with_epsilon(item->transform.m[12], 1.05, 1e-12);
  item = trammel_draw_list_get_item(list, 1);
  g_assert_cmpfloat_with_epsilon(item->transform.m[12], 1.05, 1e-12);
  g_assert_cmpfloat_with_epsilon(item->solid.half[2], 0.1, 1e-12);
  g_assert_cmpfloat(item->color[0], ==, 1);
  g_assert_cmpfloat(item->color[1], ==, 0);
  tr_model_free(model);
}

static void
test_widen(void)
{
  TrModel *model = tr_mechanism_slider();
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
  double position = 0.1, pose[TR_POSE], low[3], high[3];

  tr_forward_kinematics(pose, NULL, model, &position, NULL);
  g_assert_false(trammel_scene_model_widen(look, pose));
  position = -3;
  tr_forward_kinematics(pose, NULL, model, &position, NULL);
  g_assert_true(trammel_scene_model_widen(look, pose));
  g_assert_false(trammel_scene_model_widen(look, pose));
  trammel_scene_model_get_extent(look, low, high);
  g_assert_cmpfloat(low[0], <, -3);
  g_assert_cmpfloat(high[0], >, 3);
  pose[0] = NAN;
  g_assert_false(trammel_scene_model_widen(look, pose));
  tr_model_free(model);
}

static void
test_up(void)
{
  TrModel *model = tr_mechanism_furuta_swing();
  double up[3];

  tr_vec3_copy(model->gravity.direction, (double[3]){0, 0, -2});
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
  trammel_scene_model_get_up(look, up);
  g_assert_cmpfloat(up[2], ==, 1);
  model->bodies[0].mass = -1;
  g_assert_null(trammel_scene_model_new(model, NULL, 0));
  tr_model_free(model);
}

static guint
count_frames(const TrModel *model)
{
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();

  g_assert_nonnull(look);
  trammel_scene_model_draw_frames(look, list, trammel_scene_model_get_rest_pose(look));
  return trammel_draw_list_get_n_items(list);
}

/* A sensor on a body has axes parallel to those of the body. */
static void
test_sensor_frames(void)
{
  TrModel *model = tr_mechanism_pendulum();
  guint of_body = count_frames(model);

  model->sensors[0].type = TR_SENSOR_GYRO;
  model->sensors[0].body = 0;
  g_assert_cmpuint(count_frames(model), ==, 2 * of_body);
  tr_model_free(model);
}

/* Two hinges at a distance along x with a gear, a strut between their bodies, and limits. */
enum { FIRST, SECOND, GEAR, STRUT, N_JOINTS };
#define DISTANCE 0.3

static TrammelSceneModel *
make_coupled(double ratio, const TrJointLimits *limits)
{
  TrBody bodies[2] = {tr_body_default(), tr_body_default()};
  TrJoint joints[N_JOINTS];

  for (int j = 0; j < N_JOINTS; j++)
    joints[j] = tr_joint_default();
  joints[FIRST].limits = *limits;
  joints[SECOND].child = 1;
  joints[SECOND].parent_frame.position[0] = DISTANCE;
  joints[GEAR].type = TR_JOINT_GEAR;
  joints[GEAR].parent = 0;
  joints[GEAR].child = 1;
  joints[GEAR].gear = (TrGear){FIRST, SECOND, ratio, 0};
  joints[STRUT].type = TR_JOINT_SPRING;
  joints[STRUT].parent = 0;
  joints[STRUT].child = 1;
  joints[STRUT].parent_frame.position[1] = 0.1;
  joints[STRUT].child_frame.position[1] = 0.2;
  joints[STRUT].spring.stiffness = 10;
  TrModel model = {.gravity = tr_gravity_default(),
                   .n_bodies = 2,
                   .n_joints = N_JOINTS,
                   .bodies = bodies,
                   .joints = joints};
  TrammelSceneModel *look = trammel_scene_model_new(&model, NULL, 0);
  g_assert_nonnull(look);
  return look;
}

/* Turns both about z. */
static void
turn_both(double pose[2 * TR_POSE], double first, double second)
{
  const double turned[2 * TR_POSE] = {0,        0, 0, cos(first / 2),  0, 0, sin(first / 2),
                                      DISTANCE, 0, 0, cos(second / 2), 0, 0, sin(second / 2)};

  memcpy(pose, turned, sizeof turned);
}

/* Returns the n-th cylinder or box that belongs to a joint. */
static const TrammelDrawItem *
find_item(const TrammelDrawList *list, int joint, TrammelMeshKind mesh, int n)
{
  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
    const TrammelDrawItem *item = trammel_draw_list_get_item(list, i);

    if (item->thing.kind == TRAMMEL_THING_JOINT && item->thing.index == joint &&
        item->solid.mesh == mesh && n-- == 0)
      return item;
  }
  return NULL;
}

/* Meshing wheels fill the distance in proportion to the ratio and turn with their bodies. */
static void
test_gear(void)
{
  g_autoptr(TrammelSceneModel) look = make_coupled(-2, &(TrJointLimits){-INFINITY, INFINITY});
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  double pose[2 * TR_POSE], radius[2], reach[3];

  turn_both(pose, 0.3, -0.6);
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
  for (int i = 0; i < 2; i++) {
    const TrammelDrawItem *wheel = find_item(list, GEAR, TRAMMEL_MESH_CYLINDER, i);

    g_assert_nonnull(wheel);
    trammel_solid_get_reach(&wheel->solid, reach);
    radius[i] = reach[0];
    g_assert_cmpfloat_with_epsilon(wheel->transform.m[12], i * DISTANCE, 1e-9);
    g_assert_cmpfloat_with_epsilon(wheel->transform.m[0], cos(0.3 * (i + 1)), 1e-9);
    g_assert_cmpfloat_with_epsilon(wheel->transform.m[14],
                                   find_item(list, GEAR, TRAMMEL_MESH_CYLINDER, 0)->transform.m[14],
                                   1e-9);
  }
  g_assert_cmpfloat(radius[0] + radius[1], <, DISTANCE);
  g_assert_cmpfloat(radius[0] + radius[1], >, 0.9 * DISTANCE);
  g_assert_cmpfloat_with_epsilon(radius[0] / radius[1], 2, 0.2);
  g_assert_nonnull(find_item(list, GEAR, TRAMMEL_MESH_BLOCK, 20));
  g_assert_null(find_item(list, GEAR, TRAMMEL_MESH_WIRE, 0));
}

/* Gears that share a hinge have their wheels side by side there; others share a plane. */
static void
test_gear_planes(void)
{
  enum { N_WHEELS = 4, N_GEARS = 3 };
  static const int couples[N_GEARS][2] = {{0, 1}, {1, 2}, {2, 3}};
  static const int plane[N_GEARS] = {0, 1, 0};
  TrBody bodies[N_WHEELS];
  TrJoint joints[N_WHEELS + N_GEARS];
  double height[N_GEARS];

  for (int j = 0; j < N_WHEELS + N_GEARS; j++)
    joints[j] = tr_joint_default();
  for (int j = 0; j < N_WHEELS; j++) {
    bodies[j] = tr_body_default();
    joints[j].child = j;
    joints[j].parent_frame.position[0] = j * DISTANCE;
  }
  for (int g = 0; g < N_GEARS; g++) {
    joints[N_WHEELS + g].type = TR_JOINT_GEAR;
    joints[N_WHEELS + g].gear = (TrGear){couples[g][0], couples[g][1], -1, 0};
    joints[N_WHEELS + g].parent = couples[g][0];
    joints[N_WHEELS + g].child = couples[g][1];
  }
  TrModel model = {.gravity = tr_gravity_default(),
                   .n_bodies = N_WHEELS,
                   .n_joints = N_WHEELS + N_GEARS,
                   .bodies = bodies,
                   .joints = joints};
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(&model, NULL, 0);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();

  trammel_scene_model_draw_bodies(look, list, trammel_scene_model_get_rest_pose(look),
                                  TRAMMEL_STYLE_SOLID, FALSE);
  for (int g = 0; g < N_GEARS; g++) {
    const TrammelDrawItem *wheels[2] = {find_item(list, N_WHEELS + g, TRAMMEL_MESH_CYLINDER, 0),
                                        find_item(list, N_WHEELS + g, TRAMMEL_MESH_CYLINDER, 1)};
    double reach[3];

    height[g] = wheels[0]->transform.m[14];
    g_assert_cmpfloat_with_epsilon(wheels[1]->transform.m[14], height[g], 1e-9);
    trammel_solid_get_reach(&wheels[0]->solid, reach);
    if (plane[g] == 0)
      g_assert_cmpfloat_with_epsilon(height[g], height[0], 1e-9);
    else
      g_assert_cmpfloat(height[g] - height[0], >, 2 * reach[2]);
  }
}

/* Wheels that turn in the same direction have a belt: two straight parts. */
static void
test_belt(void)
{
  g_autoptr(TrammelSceneModel) look = make_coupled(2, &(TrJointLimits){-INFINITY, INFINITY});
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();

  trammel_scene_model_draw_bodies(look, list, trammel_scene_model_get_rest_pose(look),
                                  TRAMMEL_STYLE_SOLID, FALSE);
  g_assert_nonnull(find_item(list, GEAR, TRAMMEL_MESH_WIRE, 1));
  g_assert_null(find_item(list, GEAR, TRAMMEL_MESH_WIRE, 2));
}

/* The strut reaches from one end to the other at all poses of the bodies. */
static void
test_strut(void)
{
  g_autoptr(TrammelSceneModel) look = make_coupled(-2, &(TrJointLimits){-INFINITY, INFINITY});
  double pose[2 * TR_POSE];

  for (int step = 0; step < 3; step++) {
    g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
    double first = 0.4 * step, second = -2 * first, ends[2][2];

    turn_both(pose, first, second);
    trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
    ends[0][0] = -0.1 * sin(first);
    ends[0][1] = 0.1 * cos(first);
    ends[1][0] = DISTANCE - 0.2 * sin(second);
    ends[1][1] = 0.2 * cos(second);
    for (int i = 0; i < 2; i++) {
      const TrammelDrawItem *ball = find_item(list, STRUT, TRAMMEL_MESH_SPHERE, i);

      g_assert_nonnull(ball);
      g_assert_cmpfloat_with_epsilon(ball->transform.m[12], ends[i][0], 1e-9);
      g_assert_cmpfloat_with_epsilon(ball->transform.m[13], ends[i][1], 1e-9);
    }
    g_assert_nonnull(find_item(list, STRUT, TRAMMEL_MESH_WIRE, 30));
  }
}

static guint
count_limit_marks(double lower, double upper)
{
  g_autoptr(TrammelSceneModel) look = make_coupled(-2, &(TrJointLimits){lower, upper});
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  guint n = 0;

  trammel_scene_model_draw_axes(look, list, trammel_scene_model_get_rest_pose(look));
  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++)
    n += trammel_draw_list_get_item(list, i)->solid.mesh == TRAMMEL_MESH_WIRE;
  return n;
}

/* Limits are an arc in pieces with two ends and the present position; without limits there is
 * none. */
static void
test_limits(void)
{
  g_assert_cmpuint(count_limit_marks(-INFINITY, INFINITY), ==, 0);
  guint narrow = count_limit_marks(-0.2, 0.2), wide = count_limit_marks(-1.2, 1.2);
  g_assert_cmpuint(narrow, >=, 5);
  g_assert_cmpuint(wide, >, 3 * narrow - 10);
}

static guint
count_supports(TrJointType type)
{
  TrBody body = tr_body_default();
  TrJoint joint = tr_joint_default();
  TrModel model = {.gravity = tr_gravity_default(),
                   .n_bodies = 1,
                   .bodies = &body,
                   .n_joints = 1,
                   .joints = &joint};

  joint.type = type;
  joint.parent_frame.position[1] = 0.3;
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(&model, NULL, 0);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();

  trammel_scene_model_draw_world(look, list, FALSE);
  return trammel_draw_list_get_n_items(list);
}

/* Nothing holds a body that flies freely. */
static void
test_free(void)
{
  g_assert_cmpuint(count_supports(TR_JOINT_BALL), >=, 2);
  g_assert_cmpuint(count_supports(TR_JOINT_FREE), ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/look/solids", test_solids);
  g_test_add_func("/look/along", test_along);
  g_test_add_func("/look/order", test_order);
  g_test_add_func("/look/mechanisms", test_mechanisms);
  g_test_add_func("/look/pose", test_pose);
  g_test_add_func("/look/shapes", test_shapes);
  g_test_add_func("/look/widen", test_widen);
  g_test_add_func("/look/up", test_up);
  g_test_add_func("/look/sensor-frames", test_sensor_frames);
  g_test_add_func("/look/gear", test_gear);
  g_test_add_func("/look/gear-planes", test_gear_planes);
  g_test_add_func("/look/belt", test_belt);
  g_test_add_func("/look/strut", test_strut);
  g_test_add_func("/look/limits", test_limits);
  g_test_add_func("/look/free", test_free);
  return g_test_run();
}
