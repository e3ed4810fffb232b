/* Free motion of imported models against MuJoCo: joint coordinates after 0.5 s from random poses,
 * at h -> 0.  Contacts, limits, dry friction, equalities and
 * saturation are left out on both sides. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/order.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "io/import/frames.h"
#include "io/import/import.h"
#include "io/make/make.h"
#include "support/seed.h"

#ifdef HAS_MUJOCO
#include <mujoco/mujoco.h>

enum { N_POSES = 1, MANY_BODIES = 20 };
static const double duration = 0.5, tolerance = 1e-3;

/* Model of both programs. */
typedef struct {
  TrModel *model;
  int *id; /* [n_joints] of MuJoCo's joints; -1: none */
  mjModel *m;
} Pair;

/* Returns the text without what refers to files that are not there, and without actuators that
 * cannot act. */
static char *
strip(const char *text)
{
  static const char *const patterns[] = {
      "(?s)<visual\\b[^>/]*>.*?</visual>",
      "(?s)<collision\\b[^>/]*>.*?</collision>",
      "(?s)<asset>.*?</asset>",
      "<geom[^>]*mesh=[^>]*/>",
      "<geom[^>]*class=\"collision\"[^>]*/>",
      "\\bmaterial=\"[^\"]*\"",
      "integrator=\"implicitfast\"",
      "(?s)<transmission.*?</transmission>",
      "(?s)<keyframe>.*?</keyframe>",
      "(?s)<contact>.*?</contact>",
      "<(general|position)[^>]*name=\"(actuator8|broken)\"[^>]*/>",
      "(?s)<safety_controller[^>]*/>"};
  g_auto(GStrv) lines = g_strsplit(text, "</robot>", 2);
  char *now = g_strjoinv("<mujoco><compiler balanceinertia=\"true\"/></mujoco></robot>", lines);

  for (gsize i = 0; i < G_N_ELEMENTS(patterns); i++) {
    g_autoptr(GRegex) regex = g_regex_new(patterns[i], 0, 0, NULL);
    char *next = g_regex_replace_literal(regex, now, -1, 0, "", 0, NULL);
    g_free(now);
    now = next;
  }
  return now;
}

static mjModel *
parse_mujoco(const char *text)
{
  g_autofree char *file = NULL;
  char error[1000] = "";
  mjModel *m;
  int handle = g_file_open_tmp("model-XXXXXX.xml", &file, NULL);

  g_assert_cmpint(handle, >=, 0);
  close(handle);
  g_assert_true(g_file_set_contents(file, text, -1, NULL));
  m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m)
    g_error("MuJoCo: %s", error);
  unlink(file);
  return m;
}

static mjModel *
load_mujoco(const char *path)
{
  g_autofree char *text = NULL, *bare = NULL;
  mjModel *m;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  bare = strip(text);
  m = parse_mujoco(bare);
  /* Euler's method is implicit in the damping, which dominates light fingers */
  m->opt.integrator = strstr(path, "allegro") ? mjINT_EULER : mjINT_RK4;
  m->opt.timestep = strstr(path, "allegro") ? 1e-5 : 5e-5;
  memset(m->actuator_forcelimited, 0, (gsize)m->nu * sizeof *m->actuator_forcelimited);
  m->opt.disableflags |=
      mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_EQUALITY | mjDSBL_FRICTIONLOSS | mjDSBL_CLAMPCTRL;
  return m;
}

static gboolean
moves(const TrJoint *joint)
{
  return joint->type == TR_JOINT_HINGE || joint->type == TR_JOINT_SLIDE;
}

/* Pairs joints by their names, and those without one by their order. */
static void
pair_joints(Pair *pair)
{
  int next = 0;

  for (int j = 0; j < pair->model->n_joints; j++) {
    pair->id[j] = -1;
    for (int i = 0; i < pair->m->njnt; i++) {
      const char *name = mj_id2name(pair->m, mjOBJ_JOINT, i);
      g_autofree char *own = g_strdelimit(g_strdup(name ? name : ""), ".=/", '_');
      if (g_str_equal(own, pair->model->joints[j].name))
        pair->id[j] = i;
    }
    if (pair->id[j] < 0 && moves(&pair->model->joints[j]) && next < pair->m->njnt &&
        !mj_id2name(pair->m, mjOBJ_JOINT, next))
      pair->id[j] = next++;
  }
}

/* Returns the actuator of a motor that is a servo; -1 for other motors. */
static int
find_servo(const mjModel *m, const TrMotor *motor)
{
  return tr_motor_has_servo(motor) ? mj_name2id(m, mjOBJ_ACTUATOR, motor->name) : -1;
}

/* Limits the forces of servos again: those of other actuators are ignored here. */
static void
limit_servos(const Pair *pair)
{
  for (int i = 0; i < pair->model->n_motors; i++) {
    int id = find_servo(pair->m, &pair->model->motors[i]);
    g_assert_true(id >= 0 || !tr_motor_has_servo(&pair->model->motors[i]));
    if (id >= 0)
      pair->m->actuator_forcelimited[id] = 1;
  }
}

/* Sets the set values of servos to zero, within their ranges. */
static void
command_servos(const Pair *pair, mjData *d)
{
  for (int i = 0; i < pair->model->n_motors; i++) {
    const TrMotor *motor = &pair->model->motors[i];
    int id = find_servo(pair->m, motor);
    if (id >= 0)
      d->ctrl[id] = fmin(fmax(0, motor->servo.least_set), motor->servo.most_set);
  }
}

/* Makes an inertia that no body has isotropic, as MuJoCo does. */
static void
balance(TrBody *body)
{
  double moments[3], quat[4];

  trammel_body_principal(moments, quat, body);
  tr_sort(moments, 3);
  if (moments[0] + moments[1] >= moments[2])
    return;
  memset(body->inertia, 0, sizeof body->inertia);
  for (int i = 0; i < 3; i++)
    body->inertia[i] = (moments[0] + moments[1] + moments[2]) / 3;
}

/* Removes rotors from slides on both sides: here a rotor counts with the acceleration along the
 * axis, in MuJoCo with that of the coordinate, which differ by centrifugal terms. */
static void
remove_slide_rotors(TrModel *model, mjModel *m)
{
  for (int i = 0; i < model->n_motors; i++)
    if (model->joints[model->motors[i].joint].type == TR_JOINT_SLIDE)
      model->motors[i].rotor_inertia = 0;
  for (int i = 0; i < m->njnt; i++)
    if (m->jnt_type[i] == mjJNT_SLIDE)
      m->dof_armature[m->jnt_dofadr[i]] = 0;
}

/* Removes what MuJoCo leaves out, too. */
static void
bare_model(TrModel *model)
{
  int n = 0;

  for (int b = 0; b < model->n_bodies; b++)
    balance(&model->bodies[b]);

  for (int j = 0; j < model->n_joints; j++) {
    TrJoint joint = model->joints[j];
    joint.limits = (TrJointLimits){-INFINITY, INFINITY};
    joint.friction.coulomb = 0;
    if (joint.friction.model == TR_FRICTION_COULOMB)
      joint.friction.model = TR_FRICTION_VISCOUS;
    if (joint.type != TR_JOINT_GEAR)
      model->joints[n++] = joint;
  }
  model->n_joints = n;
}

static double
random_in(double most)
{
  return g_test_rand_double_range(-most, most);
}

/* Simulates to the end and sets the joint coordinates there. */
static void
run_own(double *q, const TrModel *model, const double *pose, const double *twist, double h)
{
  TrSimCase from = {.pose = pose, .twist = twist};
  TrSimOptions options = {.h = h,
                          .duration = duration,
                          .compliance_scale = 1e-3,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  TrTrajectory *motion = NULL;
  TrError error = {0};
  TrStatus status = tr_simulate(&motion, model, &from, &options, NULL, &error);

  g_assert_cmpstr(error.text, ==, "");
  g_assert_cmpint(status, ==, TR_OK);
  for (int j = 0; j < model->n_joints; j++)
    q[j] = tr_joint_position(
        model, j, motion->pose + (gsize)(motion->n_nodes - 1) * (gsize)model->n_bodies * TR_POSE);
  tr_trajectory_free(motion);
}

static void
run_mujoco(double *q, const Pair *pair, const double *start, const double *rate)
{
  mjData *d = mj_makeData(pair->m);

  for (int j = 0; j < pair->model->n_joints; j++) {
    int i = pair->id[j];
    if (i < 0 || !moves(&pair->model->joints[j]))
      continue;
    d->qpos[pair->m->jnt_qposadr[i]] = start[j];
    d->qvel[pair->m->jnt_dofadr[i]] = rate[j];
  }
  command_servos(pair, d);
  for (int step = 0; step < (int)lround(duration / pair->m->opt.timestep); step++)
    mj_step(pair->m, d);
  for (int j = 0; j < pair->model->n_joints; j++)
    q[j] = pair->id[j] < 0 ? NAN : d->qpos[pair->m->jnt_qposadr[pair->id[j]]];
  mj_deleteData(d);
}

/* Sets a random pose: of a tree any, of loops one that closes. */
static void
set_start(
    const TrModel *model, double *pose, double *twist, double *q, double *rate, gboolean from_start)
{
  TrAssembly *assembly = tr_assembly_new(model);
  double most = model->n_bodies > MANY_BODIES ? 0.3 : 1;
  TrError error = {0};

  for (int j = 0; j < model->n_joints; j++) {
    gboolean is_slide = model->joints[j].type == TR_JOINT_SLIDE;
    q[j] = random_in(is_slide ? 0.03 : most);
    rate[j] = random_in(is_slide ? 0.1 : most);
  }
  tr_forward_kinematics(pose, twist, model, q, rate);
  if (tr_assembly_count_loops(assembly) > 0) {
    for (int j = 0; j < model->n_joints; j++)
      q[j] = model->joints[j].type == TR_JOINT_HINGE && !from_start ? 0.2 * q[j] : NAN;
    g_assert_cmpint(tr_assembly_start(assembly, pose, &error), ==, TR_OK);
    g_assert_cmpint(tr_assembly_reach(assembly, pose, q, &error), ==, TR_OK);
    memset(twist, 0, (gsize)model->n_bodies * TR_TWIST * sizeof *twist);
    memset(rate, 0, (gsize)model->n_joints * sizeof *rate);
    for (int j = 0; j < model->n_joints; j++)
      q[j] = tr_joint_position(model, j, pose);
  }
  tr_assembly_free(assembly);
}

/* Sets the coordinates at the end at h -> 0: the step is halved until they hardly change. */
static void
run_own_to_limit(double *q, const TrModel *model, const double *pose, const double *twist)
{
  gsize n = (gsize)model->n_joints;
  g_autofree double *coarse = g_new(double, n);
  double change = INFINITY, h = 1e-3;

  run_own(q, model, pose, twist, h);
  for (int i = 0; i < (model->n_bodies > MANY_BODIES ? 3 : 6) && change > 3e-4; i++) {
    memcpy(coarse, q, n * sizeof *q);
    h /= 2;
    change = 0;
    run_own(q, model, pose, twist, h);
    for (gsize j = 0; j < n; j++)
      if (moves(&model->joints[j]))
        change = fmax(change, fabs(remainder(q[j] - coarse[j], 2 * G_PI)));
  }
  for (gsize j = 0; j < n; j++)
    q[j] += remainder(q[j] - coarse[j], 2 * G_PI) / 3;
}

/* Returns the largest difference after the motion from a random pose or, of loops, from the
 * start pose. */
static double
compare_motion(const Pair *pair, gboolean from_start)
{
  const TrModel *model = pair->model;
  gsize n = (gsize)model->n_joints;
  g_autofree double *pose = g_new(double, model->n_bodies *TR_POSE);
  g_autofree double *twist = g_new(double, model->n_bodies *TR_TWIST);
  g_autofree double *q = g_new(double, 4 * n);
  double *rate = q + n, *end = q + 2 * n, *other = q + 3 * n, worst = 0;

  set_start(model, pose, twist, q, rate, from_start);
  run_own_to_limit(end, model, pose, twist);
  run_mujoco(other, pair, q, rate);
  for (gsize j = 0; j < n; j++) {
    double error = fabs(remainder(end[j] - other[j], 2 * G_PI));
    if (pair->id[j] < 0 || !moves(&model->joints[j]))
      continue;
    if (error > tolerance)
      g_test_message("%s: %g here, %g in MuJoCo", model->joints[j].name, end[j], other[j]);
    worst = fmax(worst, error);
  }
  return worst;
}

static void
test_motion(gconstpointer data)
{
  const char *path = data;
  TrammelModelImportOptions options = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelModelImport) import = NULL;
  Pair pair = {0};
  double worst = 0;

  if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("the model is not there");
    return;
  }
  import = trammel_model_import_load(path, &options, &error);
  g_assert_no_error(error);
  pair.model = tr_model_copy(trammel_project_get_model(import->project));
  bare_model(pair.model);
  pair.m = load_mujoco(path);
  limit_servos(&pair);
  for (int i = 0; i < 3; i++)
    pair.m->opt.gravity[i] = pair.model->gravity.magnitude * pair.model->gravity.direction[i];
  remove_slide_rotors(pair.model, pair.m);
  pair.id = g_new(int, pair.model->n_joints);
  pair_joints(&pair);
  for (int i = 0; i < (pair.model->n_bodies > MANY_BODIES ? 1 : N_POSES); i++)
    worst = fmax(worst, compare_motion(&pair, FALSE));
  g_test_message("largest difference %.3g rad or m", worst);
  g_assert_cmpfloat(worst, <, tolerance);
  g_free(pair.id);
  mj_deleteModel(pair.m);
  tr_model_free(pair.model);
}

/* The loops of Cassie's legs, with the pelvis on the ground: the model is written as a new MJCF,
 * whose equalities are made stiff, and falls from the start pose. */
static void
test_loops(void)
{
  const TrammelModelImportOptions options = {.base = TRAMMEL_BASE_FIXED};
  g_autofree char *path =
      g_build_filename(g_getenv("TRAMMEL_SHARED"), "models", "sdf", "cassie_v2.sdf", NULL);
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) notes = NULL;
  Pair pair = {0};

  if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("the model is not there");
    return;
  }
  g_autoptr(TrammelModelImport) import = trammel_model_import_load(path, &options, &error);
  g_assert_no_error(error);
  pair.model = tr_model_copy(trammel_project_get_model(import->project));
  bare_model(pair.model);
  g_autofree char *text = trammel_make_model(pair.model, "cassie", NULL, "a.xml", &notes, &error);
  g_assert_no_error(error);
  pair.m = parse_mujoco(text);
  pair.m->opt.timestep = 1e-5;
  for (int i = 0; i < pair.m->neq; i++) {
    pair.m->eq_solref[mjNREF * i] = 1e-4;
    pair.m->eq_solimp[mjNIMP * i] = pair.m->eq_solimp[mjNIMP * i + 1] = 0.9999;
  }
  g_assert_cmpint(pair.m->neq, ==, 4);
  pair.id = g_new(int, pair.model->n_joints);
  pair_joints(&pair);
  double worst = compare_motion(&pair, TRUE);
  g_test_message("largest difference %.3g rad", worst);
  g_assert_cmpfloat(worst, <, tolerance);
  g_free(pair.id);
  mj_deleteModel(pair.m);
  tr_model_free(pair.model);
}

/* In place of the library's, which writes a file into the folder that the test runs in. */
static void
note_warning(const char *text)
{
  g_test_message("MuJoCo: %s", text);
}

int
main(int argc, char **argv)
{
  static const char *const models[] = {
      "urdf/double_pendulum.urdf", "urdf/two_dof.urdf",    "urdf/finger_edu.urdf",
      "urdf/panda.urdf",           "urdf/kinova.urdf",     "urdf/allegro_right_hand.urdf",
      "urdf/romeo_small.urdf",     "mjcf/iiwa14.xml",      "mjcf/panda.xml",
      "mjcf/humanoid.xml",         "mjcf/slider_crank.xml"};

  tr_test_init(&argc, &argv);
  mju_user_warning = note_warning;
  for (gsize i = 0; i < G_N_ELEMENTS(models); i++) {
    g_autofree char *name = g_strconcat("/io/import/motion/", models[i], NULL);
    g_test_add_data_func_full(
        name, g_build_filename(g_getenv("TRAMMEL_SHARED"), "models", models[i], NULL), test_motion,
        g_free);
  }
  g_test_add_func("/io/import/motion/sdf/cassie_v2.sdf", test_loops);
  return g_test_run();
}

#else

static void
test_motion(void)
{
  g_test_skip("built without MuJoCo (Debian: libmujoco-dev)");
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/io/import/motion", test_motion);
  return g_test_run();
}

#endif
