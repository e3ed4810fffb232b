/* Import of URDF, MJCF and SDF: values, frames, loops, records, refused files. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "io/base/error.h"
#include "io/import/import.h"

static TrammelModelImport *
read_with(const char *text, const TrammelModelImportOptions *options)
{
  g_autoptr(GError) error = NULL;
  TrammelModelImport *import =
      trammel_model_import_parse(text, strlen(text), NULL, options, &error);

  g_assert_no_error(error);
  return import;
}

static TrammelModelImport *
read_text(const char *text)
{
  const TrammelModelImportOptions options = {0};

  return read_with(text, &options);
}

static const TrModel *
get_model(const TrammelModelImport *import)
{
  return trammel_project_get_model(import->project);
}

static const TrJoint *
get_joint(const TrammelModelImport *import, const char *name)
{
  const TrModel *model = get_model(import);

  for (int j = 0; j < model->n_joints; j++)
    if (g_str_equal(model->joints[j].name, name))
      return &model->joints[j];
  g_error("no joint '%s'", name);
}

static const TrBody *
get_body(const TrammelModelImport *import, const char *name)
{
  const TrModel *model = get_model(import);

  for (int b = 0; b < model->n_bodies; b++)
    if (g_str_equal(model->bodies[b].name, name))
      return &model->bodies[b];
  g_error("no body '%s'", name);
}

static void
check_record(const TrammelModelImport *import, const char *words)
{
  g_autofree char *text = trammel_record_to_text(import->record);

  if (!strstr(text, words))
    g_error("'%s' is not in the record:\n%s", words, text);
}

static void
check_near(double found, double expected)
{
  g_assert_cmpfloat_with_epsilon(found, expected, 1e-12);
}

static void
check_refused(const char *text, const char *words)
{
  const TrammelModelImportOptions options = {0};
  g_autoptr(GError) error = NULL;
  TrammelModelImport *import =
      trammel_model_import_parse(text, strlen(text), NULL, &options, &error);

  g_assert_null(import);
  if (!strstr(error->message, words))
    g_error("'%s' is not in: %s", words, error->message);
}

/* ---- URDF ------------------------------------------------------------------------------------ */

#define LINK(name, mass)                                                                           \
  "<link name='" name "'><inertial><origin xyz='0.1 0 0' rpy='0 0 1.5707963267948966'/>"           \
  "<mass value='" mass "'/><inertia ixx='1' iyy='2' izz='2.5' ixy='0' ixz='0' iyz='0'/>"           \
  "</inertial></link>"
#define ENDS(parent, child) "<parent link='" parent "'/><child link='" child "'/>"

static void
test_urdf(void)
{
  g_autoptr(TrammelModelImport) import = read_text(
      "<robot name='r'><link name='base'/>" LINK("a", "2") LINK("b", "3")
          LINK("tool", "1") "<joint name='j' type='revolute'>" ENDS(
              "base",
              "a") "<origin xyz='0 0 1'/><axis xyz='0 1 0'/><limit lower='-1' upper='2' "
                   "effort='5'/>"
                   "<dynamics damping='0.5' friction='0.25'/></joint>"
                   "<joint name='s' type='prismatic'>" ENDS(
                       "a", "b") "<axis xyz='0 0 -1'/>"
                                 "<mimic joint='j' multiplier='2' offset='0.5'/></joint>"
                                 "<joint name='f' type='fixed'>" ENDS(
                                     "b", "tool") "<origin xyz='0 0.5 0'/></joint>"
                                                  "<transmission name='t'><joint "
                                                  "name='j'/><actuator name='m'>"
                                                  "<mechanicalReduction>50</mechanicalReduction></"
                                                  "actuator></transmission>"
                                                  "<gazebo/></robot>");
  const TrModel *model = get_model(import);
  const TrJoint *j = get_joint(import, "j");
  const TrJoint *gear = get_joint(import, "s mimic");
  const TrBody *a = get_body(import, "a"), *b = get_body(import, "b");

  g_assert_cmpint(model->n_bodies, ==, 2);
  check_near(a->inertia[TR_XX], 2); /* turned by 90 degrees about z */
  check_near(a->inertia[TR_YY], 1);
  check_near(a->com[0], 0.1);
  check_near(b->mass, 4);
  check_near(b->com[1], 0.125);
  /* 2 x 1 kg m^2 and the reduced mass 3/4 kg at 0.5 m */
  check_near(b->inertia[TR_ZZ], 5 + 0.75 * 0.25);
  g_assert_cmpint(j->parent, ==, TR_WORLD);
  check_near(j->parent_frame.position[2], 1);
  check_near(j->limits.upper, 2);
  check_near(j->friction.viscous, 0.5);
  check_near(j->friction.coulomb, 0.25);
  g_assert_cmpint(j->friction.load, ==, TR_LOAD_NONE);
  check_near(gear->gear.ratio, 2);
  check_near(gear->gear.offset, 0.5);
  g_assert_cmpstr(model->motors[0].name, ==, "m");
  check_near(model->motors[0].gear * model->motors[0].gain, 1);
  check_record(import, "<link> 'tool' (line 1): is merged into 'b'");
  check_record(import, "<gazebo>, which is no part of the mechanism");
}

static void
test_urdf_choices(void)
{
  const char *text = "<robot name='r'>" LINK("base", "1") LINK("a", "2")
      LINK("b", "3") "<joint name='j' type='continuous'>" ENDS(
          "base", "a") "</joint>"
                       "<joint name='f' type='fixed'>" ENDS("a", "b") "</joint></robot>";
  const TrammelModelImportOptions keep = {.keep_fixed = TRUE},
                                  floating = {.base = TRAMMEL_BASE_FREE};
  g_autoptr(TrammelModelImport) kept = read_with(text, &keep),
                                free_base = read_with(text, &floating);

  g_assert_cmpint(get_joint(kept, "f")->type, ==, TR_JOINT_FIXED);
  g_assert_cmpint(get_model(kept)->n_bodies, ==, 2);
  g_assert_cmpint(get_joint(free_base, "base free")->type, ==, TR_JOINT_FREE);
  check_near(get_body(free_base, "base")->mass, 1);
}

/* A four-bar linkage whose loop is a proposed <constraint>. */
static void
test_urdf_constraint(void)
{
  const char *text = "<robot name='r'><link name='base'/>" LINK("a", "1") LINK("b", "1")
      LINK("c", "1") "<joint name='1' type='continuous'>" ENDS(
          "base",
          "a") "<axis xyz='0 0 1'/></joint>"
               "<joint name='2' type='continuous'>" ENDS(
                   "a",
                   "b") "<origin xyz='0 1 0'/><axis xyz='0 0 1'/></joint>"
                        "<joint name='3' type='continuous'>" ENDS(
                            "base",
                            "c") "<origin xyz='2 0 0'/><axis xyz='0 0 1'/></joint>"
                                 "<constraint name='4' type='revolute'>" ENDS(
                                     "b",
                                     "c") "<parent_origin xyz='2 0 0'/><parent_axis xyz='0 0 1'/>"
                                          "<child_origin xyz='0 1 0'/><child_axis xyz='0 0 "
                                          "1'/></constraint></robot>";
  const TrammelModelImportOptions open = {.open_loops = TRUE};
  g_autoptr(TrammelModelImport) import = read_text(text), opened = read_with(text, &open);
  g_autofree char *json = trammel_model_import_to_json(import);
  TrAssembly *assembly = tr_assembly_new(get_model(import));
  double pose[3 * TR_POSE], violation[8];
  TrError error = {0};

  g_assert_cmpint(tr_assembly_count_loops(assembly), ==, 1);
  g_assert_cmpint(tr_assembly_start(assembly, pose, &error), ==, TR_OK);
  tr_assembly_violation(assembly, violation, pose);
  g_assert_cmpfloat(violation[6], <, 1e-12);
  tr_assembly_free(assembly);
  g_assert_cmpint(get_model(opened)->n_joints, ==, 3);
  check_record(opened, "the joint closes a loop, and loops are opened");
  g_assert_nonnull(strstr(json, "\"loops\": 1"));
}

/* ---- MJCF ------------------------------------------------------------------------------------ */

static void
test_mjcf_defaults(void)
{
  g_autoptr(TrammelModelImport) import = read_text(
      "<mujoco model='m'><compiler angle='degree'/><option gravity='0 -2 0'/>"
      "<default><joint damping='0.5'/><default class='big'><joint damping='3' range='-90 45'/>"
      "<default class='bigger'><joint armature='0.2'/></default></default></default>"
      "<worldbody><body name='a' childclass='big'><joint name='p'/><geom size='0.1' mass='2'/>"
      "<body name='b' pos='0 0 1' euler='90 0 0'><joint name='q' class='bigger' ref='30' "
      "stiffness='4' springref='-30' frictionloss='0.1'/><geom type='box' size='1 2 3' mass='3'/>"
      "</body></body></worldbody>"
      "<actuator><motor name='u' joint='q' gear='2' ctrlrange='-5 5'/></actuator>"
      "<sensor><jointpos name='angle' joint='q'/><touch site='s'/></sensor></mujoco>");
  const TrModel *model = get_model(import);
  const TrJoint *p = get_joint(import, "p"), *q = get_joint(import, "q");

  check_near(model->gravity.magnitude, 2);
  check_near(model->gravity.direction[1], -1);
  check_near(p->friction.viscous, 3);
  check_near(p->limits.lower, -G_PI / 2);
  check_near(q->friction.viscous, 3);
  check_near(q->friction.coulomb, 0.1);
  check_near(q->start, G_PI / 6);
  check_near(q->spring.rest, -G_PI / 6);
  check_near(get_body(import, "a")->inertia[0], 0.4 * 2 * 0.01);
  check_near(get_body(import, "b")->inertia[TR_ZZ], 1 + 4);
  check_near(model->motors[0].rotor_inertia, 0.05);
  check_near(model->motors[0].limit, 5);
  g_assert_cmpstr(model->sensors[0].name, ==, "angle");
  check_record(import, "sensors of this type and object are not modelled");
}

static void
test_mjcf_loops(void)
{
  g_autoptr(TrammelModelImport) import = read_text(
      "<mujoco><compiler angle='radian'/><worldbody>"
      "<body name='a'><joint name='1'/><geom size='0.1'/>"
      "<body name='b' pos='0 1 0'><joint name='2' type='ball'/><geom size='0.1'/></body></body>"
      "<body name='c' pos='2 0 0'><joint name='3'/><joint name='4' axis='1 0 0'/><geom size='0.1'/>"
      "</body></worldbody><equality><connect name='tie' body1='b' body2='c' anchor='2 0 0'/>"
      "<weld body1='c' active='false'/><joint joint1='1' joint2='3' polycoef='0.1 2 0 0 0'/>"
      "</equality><actuator><position name='servo' joint='1' kp='10' gear='2'/>"
      "<muscle name='biceps' joint='1'/></actuator></mujoco>");
  const TrJoint *tie = get_joint(import, "tie"), *gear = get_joint(import, "1 coupling");

  g_assert_cmpint(tie->type, ==, TR_JOINT_BALL);
  check_near(tie->child_frame.position[0], 0);
  check_near(tie->child_frame.position[1], 1);
  check_near(gear->gear.ratio, 2);
  check_near(gear->gear.offset, 0.1);
  check_near(get_joint(import, "1")->spring.stiffness, 40);
  check_near(get_body(import, "c 1")->mass, 1e-6 * get_body(import, "c")->mass);
  check_record(import, "<muscle> 'biceps' (line 1): muscles are not modelled");
  check_record(import, "it is not active");
}

/* The gain of a servo follows the feedback at its joint, where that is the servo's alone. */
static void
test_mjcf_servos(void)
{
  static const struct {
    const char *joint, *actuators, *motor, *quantity;
    double factor;
  } cases[] = {
      {"", "<position name='s' joint='j' kp='10' gear='2'/>", "s", "joint.j.stiffness", 0.25},
      {"", "<position name='s' joint='j' kp='10' kv='3'/>", "s", "joint.j.stiffness", 1},
      {"", "<velocity name='s' joint='j' kv='3'/>", "s", "joint.j.viscous", 1},
      {"", "<position name='p' joint='j' kp='8'/><velocity name='s' joint='j' kv='3'/>", "s",
       "joint.j.viscous", 1},
      {"", "<position name='p' joint='j' kp='8'/><position name='s' joint='j' kp='3'/>", "p", NULL,
       0},
      {"stiffness='4'", "<position name='s' joint='j' kp='10'/>", "s", NULL, 0},
      {"", "<motor name='s' joint='j' gear='2'/>", "s", NULL, 0},
  };

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strdup_printf(
        "<mujoco><worldbody><body name='a'><joint name='j' %s/><geom size='0.1'/></body>"
        "</worldbody><actuator>%s</actuator></mujoco>",
        cases[i].joint, cases[i].actuators);
    g_autofree char *id = g_strdup_printf("motor.%s.gain", cases[i].motor);
    g_autoptr(TrammelModelImport) import = read_text(text);
    const TrammelQuantity *gain = trammel_project_find_quantity(import->project, id);

    g_assert_cmpint(gain->tied, ==, cases[i].quantity != NULL);
    if (!gain->tied)
      continue;
    const TrammelQuantity *master = trammel_project_get_quantity(import->project, gain->master);
    g_assert_cmpstr(master->id, ==, cases[i].quantity);
    check_near(gain->factor, cases[i].factor);
    check_near(gain->value, gain->factor * master->value);
  }
}

static void
test_mjcf_include(void)
{
  g_autofree char *folder = g_dir_make_tmp("import-XXXXXX", NULL);
  g_autofree char *main_file = g_build_filename(folder, "main.xml", NULL);
  g_autofree char *part = g_build_filename(folder, "part.xml", NULL);
  const TrammelModelImportOptions options = {0};
  g_autoptr(GError) error = NULL;
  const char *body = "<mujocoinclude><body name='a'><joint name='j'/><geom size='1'/></body>"
                     "</mujocoinclude>";

  g_assert_true(g_file_set_contents(part, body, -1, NULL));
  g_assert_true(g_file_set_contents(
      main_file, "<mujoco><worldbody><include file='part.xml'/></worldbody></mujoco>", -1, NULL));
  g_autoptr(TrammelModelImport) import = trammel_model_import_load(main_file, &options, &error);
  g_assert_no_error(error);
  g_assert_cmpint(get_model(import)->n_bodies, ==, 1);
  g_assert_true(g_file_set_contents(
      main_file, "<mujoco><worldbody><include file='/etc/passwd'/></worldbody></mujoco>", -1,
      NULL));
  g_assert_null(trammel_model_import_load(main_file, &options, &error));
  g_assert_nonnull(strstr(error->message, "files elsewhere are not read"));
  g_unlink(main_file);
  g_unlink(part);
  g_rmdir(folder);
}

/* ---- SDF ------------------------------------------------------------------------------------- */

static void
test_sdf_frames(void)
{
  g_autoptr(TrammelModelImport) import =
      read_text("<sdf version='1.9'><model name='m'><pose>0 0 5 0 0 0</pose>"
                "<link name='a'><inertial><mass>2</mass></inertial></link>"
                "<frame name='f' attached_to='a'><pose>1 0 0 0 0 1.5707963267948966</pose></frame>"
                "<link name='b'><pose relative_to='f'>1 0 0 0 0 0</pose></link>"
                "<joint name='j' type='prismatic'><parent>a</parent><child>b</child>"
                "<pose>0 0 0.5 0 0 0</pose><axis><xyz expressed_in='a'>1 0 0</xyz>"
                "<limit><lower>-1</lower><upper>1e16</upper></limit>"
                "<dynamics><spring_stiffness>7</spring_stiffness></dynamics></axis></joint>"
                "</model></sdf>");
  const TrJoint *j = get_joint(import, "j");
  double pose[2 * TR_POSE];
  TrError error = {0};
  TrFrame origin;

  g_assert_cmpint(tr_start_pose(pose, get_model(import), &error), ==, TR_OK);
  tr_body_origin(&origin, get_model(import), 1, pose);
  check_near(origin.position[0], 1);
  check_near(origin.position[1], 1);
  check_near(origin.position[2], 5);
  check_near(origin.quat[3], sqrt(0.5));
  /* x of a is -y of b: z of the child's frame points there */
  check_near(j->child_frame.position[2], 0.5);
  check_near(j->spring.stiffness, 7);
  g_assert_true(isinf(j->limits.upper));
  check_record(import, "states no inertia and has SDF's default");
}

/* The axis of a joint is in the frame of the model up to 1.4, later in that of the joint; 1.11 is
 * later. */
static void
test_sdf_versions(void)
{
  static const struct {
    const char *version;
    double z; /* of the axis, z of the frame of the joint, in the child */
  } cases[] = {{"1.4", 1}, {"1.6", 0}, {"1.11", 0}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strdup_printf(
        "<sdf version='%s'><model name='m'><link name='a'/><link name='b'/>"
        "<joint name='j' type='revolute'><parent>a</parent><child>b</child>"
        "<pose>0 0 0 1.5707963267948966 0 0</pose><axis><xyz>0 0 1</xyz></axis></joint>"
        "</model></sdf>",
        cases[i].version);
    g_autoptr(TrammelModelImport) import = read_text(text);
    const double *q = get_joint(import, "j")->child_frame.quat;
    check_near(1 - 2 * (q[1] * q[1] + q[2] * q[2]), cases[i].z);
  }
}

/* All models of the folder are read; arm26 says what it has and this program has not. */
static void
test_models(void)
{
  static const struct {
    const char *file;
    int bodies, joints, loops;
  } models[] = {{"urdf/panda.urdf", 9, 10, 0},
                {"mjcf/panda.xml", 9, 10, 0},
                {"mjcf/arm26.xml", 2, 2, 0},
                {"mjcf/slider_crank.xml", 5, 7, 2},
                {"sdf/cassie_v2.sdf", 23, 27, 4}};
  const TrammelModelImportOptions options = {0};

  for (gsize i = 0; i < G_N_ELEMENTS(models); i++) {
    g_autofree char *path =
        g_build_filename(g_getenv("TRAMMEL_SHARED"), "models", models[i].file, NULL);
    g_autoptr(GError) error = NULL;
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
      g_test_skip("the models are not there");
      return;
    }
    g_autoptr(TrammelModelImport) import = trammel_model_import_load(path, &options, &error);
    g_assert_no_error(error);
    g_autofree char *json = trammel_model_import_to_json(import);
    g_autofree char *loops = g_strdup_printf("\"loops\": %d,", models[i].loops);
    g_assert_cmpint(get_model(import)->n_bodies, ==, models[i].bodies);
    g_assert_cmpint(get_model(import)->n_joints, ==, models[i].joints);
    g_assert_nonnull(strstr(json, loops));
    if (strstr(models[i].file, "arm26"))
      check_record(import, "muscles are not modelled; the joints move without them");
  }
}

/* ---- refused --------------------------------------------------------------------------------- */

static void
test_refused(void)
{
  g_autoptr(GString) deep = g_string_new(NULL);

  check_refused("", "model, line 1");
  check_refused("<html/>", "its root is <html>");
  check_refused("<robot><link name='a'", "line 1");
  check_refused("<!DOCTYPE r [<!ENTITY x 'y'>]><robot>&x;</robot>", "DOCTYPE");
  check_refused("<robot name='r'><link name='a'/><link name='a'/></robot>", "second <link>");
  check_refused("<robot><link name='a'/></robot>", "nothing in this file moves");
  check_refused("<robot><link name='a'/><joint name='j' type='odd'/></robot>", "'odd' is no type");
  check_refused("<robot><link name='a'><inertial><mass value='${m}'/></inertial></link></robot>",
                "xacro");
  check_refused("<robot><link name='a'/><joint name='j' type='fixed'><parent link='x'/>"
                "<child link='a'/></joint></robot>",
                "names the link 'x', which is not there");
  check_refused("<mujoco><compiler coordinate='global'/></mujoco>", "no longer part of MJCF");
  check_refused("<mujoco><worldbody><include file='a.xml'/></worldbody></mujoco>", "'a.xml'");
  check_refused("<sdf version='1.9'><model name='m'><link name='a'><pose relative_to='b'/></link>"
                "<link name='b'><pose relative_to='a'/></link></model></sdf>",
                "circle");
  check_refused("<sdf version='1.6'><model name='m'><link name='a'/><link name='b'/><joint "
                "name='j' type='screw'/></model></sdf>",
                "joints of type 'screw' are not read");
  g_string_append(deep, "<robot>");
  for (int i = 0; i < 5000; i++)
    g_string_append(deep, "<a>");
  check_refused(deep->str, "model, line");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/model-import/urdf", test_urdf);
  g_test_add_func("/io/model-import/urdf-choices", test_urdf_choices);
  g_test_add_func("/io/model-import/urdf-constraint", test_urdf_constraint);
  g_test_add_func("/io/model-import/mjcf-defaults", test_mjcf_defaults);
  g_test_add_func("/io/model-import/mjcf-loops", test_mjcf_loops);
  g_test_add_func("/io/import/mjcf/servos", test_mjcf_servos);
  g_test_add_func("/io/model-import/mjcf-include", test_mjcf_include);
  g_test_add_func("/io/model-import/sdf-frames", test_sdf_frames);
  g_test_add_func("/io/model-import/sdf-versions", test_sdf_versions);
  g_test_add_func("/io/model-import/models", test_models);
  g_test_add_func("/io/model-import/refused", test_refused);
  return g_test_run();
}
