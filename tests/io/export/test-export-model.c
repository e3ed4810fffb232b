/* Tests of values written into URDF and MJCF files: all other bytes stay. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/export/export_fixture.h"
#include "io/export/model.h"

/* ---- models ---------------------------------------------------------------------------------- */

typedef struct {
  char *text; /* of the written file, without the comment at the top */
  char *comment;
  char **notes;
} Written;

static void
clear_written(Written *written)
{
  g_free(written->text);
  g_free(written->comment);
  g_strfreev(written->notes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Written, clear_written)

static char *
get_model(const char *name)
{
  return g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "models", name, NULL);
}

static Written
write_order(const ExportValue *values, guint n, const TrammelModelOrder *order)
{
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, n);
  Written written = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = trammel_export_model(result, order, &written.notes, &error);
  char *begin, *end;

  g_assert_no_error(error);
  g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  begin = strstr(text, "<!-- trammel ");
  g_assert_nonnull(begin);
  end = strstr(begin, " -->");
  g_assert_nonnull(end);
  written.comment = g_strndup(begin, (gsize)(end - begin));
  end += strlen(" -->");
  end += *end == '\r' ? 2 : 1;
  written.text = g_strdup_printf("%.*s%s", (int)(begin - text), text, end);
  return written;
}

static Written
write_model(
    const ExportValue *values, guint n, const char *model, const char *ending, gboolean force)
{
  g_autofree char *name = g_strconcat("out", ending, NULL), *path = export_fixture_make_path(name);

  return write_order(values, n,
                     &(TrammelModelOrder){.model = model,
                                          .path = path,
                                          .date = "2026-01-02",
                                          .force = force,
                                          .force_hint = " (--force writes it anyway)"});
}

/* The file with each `what` (once in it) replaced. */
static char *
replace_in_file(const char *path, const char *const (*changes)[2])
{
  g_autofree char *text = NULL;
  g_autoptr(GString) changed = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  changed = g_string_new(text);
  for (gsize i = 0; changes[i][0]; i++)
    g_assert_cmpuint(g_string_replace(changed, changes[i][0], changes[i][1], 0), ==, 1);
  return g_strdup(changed->str);
}

static gboolean
has_note(const Written *written, const char *start, const char *words)
{
  for (guint i = 0; written->notes[i]; i++)
    if (g_str_has_prefix(written->notes[i], start) && strstr(written->notes[i], words))
      return TRUE;
  return FALSE;
}

static void
test_urdf(void)
{
  static const ExportValue values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                       {"body.arm.com.y", "m", 0.005, 0.0002},
                                       {"body.arm.inertia.zz", "kg m^2", 0.004, 0.00012},
                                       {"joint.shaft.viscous", "N m s/rad", 0.011, 0.001},
                                       {"joint.elbow.viscous", "N m s/rad", 4e-4, 1e-5},
                                       {"joint.elbow.coulomb", "N m", 0.0024, 0.0009}};
  static const char *const changes[][2] = {
      {"izz=\"0.01\"", "izz=\"0.004\""},
      {"value = '0.25'", "value = '0.31'"},
      {"xyz=\"0.10  0.00\n", "xyz=\"0.10  0.005\n"},
      {"damping=\"1e-3\"", "damping=\"0.011\""},
      {"damping='0.001'/>", "damping='0.0004' friction=\"0.0024\"/>"},
      {NULL, NULL}};
  g_autofree char *model = get_model("furuta.urdf"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".urdf", FALSE);

  g_assert_cmpstr(written.text, ==, expected);
  g_assert_cmpuint(g_strv_length(written.notes), ==, 0);
  g_assert_true(g_str_has_prefix(written.text, "<?xml version=\"1.0\"?>\n<!-- a Furuta"));
  g_assert_nonnull(strstr(written.comment, "trammel 0.1.0, 2026-01-02"));
  g_assert_nonnull(strstr(written.comment, "body.arm.mass = 0.31 +/- 0.01 kg"));
  g_assert_nonnull(strstr(written.comment, "was 0.25"));
}

/* Values that cannot be written are reported with the reason, in both directions. */
static void
test_urdf_notes(void)
{
  static const ExportValue values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                       {"body.flag.mass", "kg", 1, 0.1},
                                       {"body.amr.mass", "kg", 1, 0.1},
                                       {"body.arm.com.z", "m", NAN, 0.1},
                                       {"body.arm.com.x", "m", 1, -1},
                                       {"joint.stiff.viscous", "N m s/rad", 1, 0.1},
                                       {"joint.hidden.viscous", "N m s/rad", 1, 0.1},
                                       {"joint.elbow.stribeck.delta", "rad/s", 0.1, 0.01},
                                       {"joint.shaft.coulomb", "1", 0.1, 0.01},
                                       {"motor.drive.gain", "N m/unit", 0.1, 0.01},
                                       {"motor.drive.rotor_inertia", "kg m^2", 0.1, 0.01},
                                       {"gravity.tilt.x", "rad", 0.1, 0.01}};
  g_autofree char *model = get_model("furuta.urdf");
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".urdf", FALSE);

  g_assert_cmpuint(g_strv_length(written.notes), ==, 11);
  g_assert_true(has_note(&written, "body.arm.com.z: ", "no value"));
  g_assert_true(has_note(&written, "body.flag.mass: ", "link 'flag' (line 22) has no <inertial>"));
  g_assert_true(has_note(&written, "body.amr.mass: ", "nearest: 'arm'"));
  g_assert_true(has_note(&written, "body.arm.com.x: not identifiable", "--force"));
  g_assert_true(has_note(&written, "joint.stiff.viscous: ", "no <dynamics>"));
  g_assert_true(has_note(&written, "joint.hidden.viscous: ", "no joint 'hidden'"));
  g_assert_true(has_note(&written, "joint.shaft.coulomb: not expressible in URDF", "load"));
  g_assert_true(has_note(&written, "joint.elbow.stribeck.delta: ", "not expressible in URDF"));
  g_assert_true(has_note(&written, "motor.drive.gain: ", "not expressible in URDF"));
  g_assert_true(has_note(&written, "motor.drive.rotor_inertia: ", "not expressible in URDF"));
  g_assert_true(has_note(&written, "gravity.tilt.x: ", "not expressible in URDF"));
  g_assert_nonnull(strstr(written.comment, "gravity.tilt.x: not expressible in URDF"));
  g_assert_null(strstr(written.comment + strlen("<!--"), "--"));
}

static void
test_mix(void)
{
  static const ExportValue values[] = {{"body.arm.com.x", "m", 1, -1},
                                       {"body.arm.com.y", "m", 1, -1},
                                       {"body.arm.mass", "kg", 1, 1}};
  g_autofree char *model = get_model("furuta.urdf");
  g_auto(Written) mix = write_model(values, 3, model, ".urdf", FALSE);
  g_assert_nonnull(strstr(mix.notes[0], "2 values are determined only together"));
}

static void
test_force(void)
{
  static const ExportValue values[] = {{"body.arm.com.x", "m", 0.2, -1}};
  static const char *const changes[][2] = {{"xyz=\"0.10  ", "xyz=\"0.2  "}, {NULL, NULL}};
  g_autofree char *model = get_model("furuta.urdf"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, 1, model, ".urdf", TRUE);

  g_assert_cmpstr(written.text, ==, expected);
  g_assert_nonnull(strstr(written.comment, "[not-identifiable,stepper-value]"));
}

/* The inertial frame is turned by 90 degrees about z: the link's xx is the file's yy. */
static void
test_urdf_turned(void)
{
  static const ExportValue values[] = {{"body.rod & bob.inertia.xx", "kg m^2", 0.006, 0.001}};
  static const char *const changes[][2] = {{"iyy=\"0.005\"", "iyy=\"0.006\""}, {NULL, NULL}};
  g_autofree char *model = get_model("furuta.urdf"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, 1, model, ".urdf", FALSE);

  g_assert_cmpstr(written.text, ==, expected);
}

static void
test_turn(void)
{
  /* 120 degrees about the diagonal: x to y, y to z, z to x */
  static const double r[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0}, in[6] = {1, 2, 3, 0.1, 0.2, 0.3};
  static const double expected[6] = {3, 1, 2, 0.2, 0.3, 0.1};
  double out[6], back[6];

  trammel_model_turn(out, in, r, FALSE);
  trammel_model_turn(back, out, r, TRUE);
  for (int i = 0; i < 6; i++) {
    g_assert_cmpfloat_with_epsilon(out[i], expected[i], 1e-15);
    g_assert_cmpfloat_with_epsilon(back[i], in[i], 1e-15);
  }
}

static void
test_mjcf(void)
{
  static const ExportValue values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                       {"body.arm.com.z", "m", 0.005, 0.0002},
                                       {"body.arm.inertia.zz", "kg m^2", 0.004, 0.00012},
                                       {"body.rod.inertia.xy", "kg m^2", 1e-4, 1e-6},
                                       {"body.tip.inertia.xx", "kg m^2", 7e-3, 1e-4},
                                       {"body.tip.inertia.yy", "kg m^2", 5e-3, 1e-4},
                                       {"joint.shaft.viscous", "N m s/rad", 0.011, 0.001},
                                       {"joint.elbow.coulomb", "N m", 0.0024, 0.0009},
                                       {"motor.drive.rotor_inertia", "kg m^2", 2e-5, 1e-6}};
  static const char *const changes[][2] = {
      {"axis=\"0 0 1\" damping=\"0.001\"", "axis=\"0 0 1\" damping=\"0.011\" armature=\"0.00018\""},
      {"pos=\"0.1 0 0\" mass=\"0.25\" diaginertia=\"0.03 0.02 0.01\"",
       "pos=\"0.1 0 0.005\" mass=\"0.31\" diaginertia=\"0.03 0.02 0.004\""},
      {"name='elbow' />", "name='elbow' frictionloss=\"0.0024\" />"},
      {"0.0001 0 0 0'", "0.0001 0.0001 0 0'"},
      {"\"1e-3 2e-3 3e-3\"", "\"0.005 0.007 3e-3\""},
      {NULL, NULL}};
  g_autofree char *model = get_model("furuta.xml"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".xml", FALSE);

  g_assert_cmpstr(written.text, ==, expected);
  g_assert_cmpuint(g_strv_length(written.notes), ==, 1);
  g_assert_true(has_note(&written, "'vane' is fixed to 'rod'", "twice"));
  g_assert_nonnull(strstr(written.comment, "9 * motor.drive.rotor_inertia = 0.00018"));
}

/* Springs of joints, with angles in the unit of the file. */
static void
test_mjcf_springs(void)
{
  static const ExportValue values[] = {{"joint.elbow.stiffness", "N m/rad", 0.5, 0.01},
                                       {"joint.elbow.rest", "rad", 0.25, 0.001},
                                       {"body.arm.mass", "kg", 0.31, 0.01}};
  static const char *const in_degrees[][2] = {{"angle=\"radian\"", "angle=\"degree\""},
                                              {NULL, NULL}};
  g_autofree char *model = get_model("furuta.xml"), *text = replace_in_file(model, in_degrees);
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *other = g_build_filename(folder, "degrees.xml", NULL);
  g_autofree char *urdf = get_model("furuta.urdf");

  g_assert_true(g_file_set_contents(other, text, -1, NULL));
  g_auto(Written) radian = write_model(values, G_N_ELEMENTS(values), model, ".xml", FALSE);
  g_auto(Written) degree = write_model(values, G_N_ELEMENTS(values), other, ".xml", FALSE);
  g_auto(Written) none = write_model(values, G_N_ELEMENTS(values), urdf, ".urdf", FALSE);
  g_assert_cmpuint(g_strv_length(radian.notes), ==, 0);
  g_assert_nonnull(strstr(radian.text, "name='elbow' stiffness=\"0.5\" springref=\"0.25\""));
  g_assert_nonnull(strstr(degree.text, "name='elbow' stiffness=\"0.5\" springref=\"14.32"));
  g_assert_nonnull(strstr(degree.comment, "joint.elbow.rest = 14.32"));
  g_assert_true(has_note(&none, "joint.elbow.stiffness: ", "not expressible in URDF"));
  g_unlink(other);
  g_rmdir(folder);
}

/* A product of inertia cannot be stored in diaginertia. */
static void
test_mjcf_diagonal(void)
{
  static const ExportValue values[] = {{"body.tip.inertia.xz", "kg m^2", 1e-4, 1e-6}};
  g_autofree char *model = get_model("furuta.xml");
  g_auto(Written) written = write_model(values, 1, model, ".xml", FALSE);
  g_autoptr(TrammelXml) xml =
      trammel_xml_parse(written.text, strlen(written.text), "out.xml", NULL);
  static const double expected[6] = {2e-3, 1e-3, 3e-3, 0, 1e-4, 0};
  double tensor[6];

  for (guint i = 0; i < xml->elements->len; i++) {
    const TrammelXmlElement *e = g_ptr_array_index(xml->elements, i);
    if (!g_str_equal(e->name, "inertial") || !e->parent ||
        g_strcmp0(trammel_xml_get_value(e->parent, "name"), "tip") != 0)
      continue;
    g_assert_null(trammel_xml_get_value(e, "quat"));
    g_assert_null(trammel_xml_get_value(e, "diaginertia"));
    g_assert_true(trammel_xml_get_numbers(e, "fullinertia", tensor, 6));
    for (int k = 0; k < 6; k++)
      g_assert_cmpfloat_with_epsilon(tensor[k], expected[k], 1e-17);
    return;
  }
  g_assert_not_reached();
}

static void
test_mjcf_notes(void)
{
  static const ExportValue values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                       {"body.bare.mass", "kg", 0.31, 0.01},
                                       {"body.vane.inertia.xx", "kg m^2", 1e-3, 1e-4},
                                       {"joint.elbwo.viscous", "N m s/rad", 1, 0.1},
                                       {"motor.tendonwork.rotor_inertia", "kg m^2", 1, 0.1},
                                       {"joint.elbow.coulomb", "1", 1, 0.1}};
  g_autofree char *model = get_model("furuta.xml");
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".xml", FALSE);

  g_assert_cmpuint(g_strv_length(written.notes), ==, 5);
  g_assert_true(has_note(&written, "body.bare.mass: ", "no <inertial>, so MuJoCo"));
  g_assert_true(has_note(&written, "body.vane.inertia.xx: ", "'euler'"));
  g_assert_true(has_note(&written, "joint.elbwo.viscous: ", "nearest: 'elbow'"));
  g_assert_true(has_note(&written, "motor.tendonwork.rotor_inertia: ", "drives no joint"));
  g_assert_true(has_note(&written, "joint.elbow.coulomb: ", "not expressible in MJCF"));
}

/* ---- limits and gears ------------------------------------------------------------------------ */

/* Two hinges and a slide on the ground: a wheel that drives a pinion and a rack. */
static void
fill_construction(TrModel *model, TrJoint joints[5])
{
  static const char *const names[] = {"wheel", "pinion", "rack", "mesh", "teeth"};

  *model = (TrModel){.n_joints = 5, .joints = joints};
  for (int j = 0; j < 5; j++) {
    joints[j] = tr_joint_default();
    joints[j].type = j < 2 ? TR_JOINT_HINGE : j == 2 ? TR_JOINT_SLIDE : TR_JOINT_GEAR;
    g_strlcpy(joints[j].name, names[j], TR_NAME_SIZE);
  }
  joints[0].limits = (TrJointLimits){-0.5, 1};
  joints[2].limits = (TrJointLimits){-INFINITY, 0.25};
  joints[3].gear = (TrGear){.first = 0, .second = 1, .ratio = -2, .offset = 0.5};
  joints[4].gear = (TrGear){.first = 0, .second = 2, .ratio = 0.125};
}

static Written
write_construction(const char *text, const char *ending)
{
  g_autofree char *in = g_strconcat("gears", ending, NULL), *out = g_strconcat("out", ending, NULL);
  g_autofree char *model_path = export_fixture_make_path(in), *path = export_fixture_make_path(out);
  TrJoint joints[5];
  TrModel model;

  fill_construction(&model, joints);
  g_assert_true(g_file_set_contents(model_path, text, -1, NULL));
  return write_order(
      NULL, 0,
      &(TrammelModelOrder){
          .model = model_path, .path = path, .date = "2026-01-02", .construction = &model});
}

static void
test_urdf_construction(void)
{
  g_auto(Written) written = write_construction(
      "<robot name='r'>\n"
      "  <joint name='wheel' type='revolute'><limit upper='2' effort='9' velocity='8'/></joint>\n"
      "  <joint name='pinion' type='continuous'>\n"
      "    <axis xyz='0 0 1'/>\n"
      "  </joint>\n"
      "  <joint name='rack' type='prismatic'>\n"
      "    <mimic joint='wheel' multiplier='3' offset='1'/>\n"
      "  </joint>\n"
      "</robot>\n",
      ".urdf");

  g_assert_cmpstr(written.text, ==,
                  "<robot name='r'>\n"
                  "  <joint name='wheel' type='revolute'><limit upper='1' effort='9' velocity='8' "
                  "lower=\"-0.5\"/></joint>\n"
                  "  <joint name='pinion' type='continuous'>\n"
                  "    <mimic joint=\"wheel\" multiplier=\"-2\" offset=\"0.5\"/>\n"
                  "    <axis xyz='0 0 1'/>\n"
                  "  </joint>\n"
                  "  <joint name='rack' type='prismatic'>\n"
                  "    <mimic joint='wheel' multiplier='0.125' offset='0'/>\n"
                  "  </joint>\n"
                  "</robot>\n");
  g_assert_cmpuint(g_strv_length(written.notes), ==, 1);
  g_assert_true(has_note(&written, "joint.rack.limits.upper: ", "has no <limit>"));
  g_assert_nonnull(strstr(written.comment, "(converged), limits and gears written into"));
  g_assert_nonnull(strstr(written.comment, "joint.wheel.limits.upper = 1 rad: upper of <limit> "
                                           "(line 2), was 2"));
  g_assert_nonnull(strstr(written.comment, "joint.teeth.ratio = 0.125 m/rad: "));
}

/* A gear that the file has in the opposite direction, and joints that already follow another. */
static void
test_urdf_turned_gear(void)
{
  g_auto(Written) written = write_construction(
      "<robot>\n"
      "  <joint name='wheel' type='continuous'><mimic joint='pinion'/></joint>\n"
      "  <joint name='pinion' type='continuous'/>\n"
      "  <joint name='rack' type='prismatic'><limit lower='-1' upper='1' effort='1' velocity='1'/>"
      "<mimic joint='pinion'/></joint>\n"
      "</robot>\n",
      ".urdf");

  g_assert_nonnull(
      strstr(written.text, "<mimic joint='pinion' multiplier=\"-0.5\" offset=\"0.25\"/>"));
  g_assert_nonnull(strstr(written.text, "<limit lower='-1' upper='0.25' effort"));
  g_assert_nonnull(strstr(written.comment, "1 / joint.mesh.ratio = -0.5: multiplier of <mimic>"));
  g_assert_true(has_note(&written, "joint.wheel.limits.lower, joint.wheel.limits.upper: ",
                         "continuous, which has no ends"));
  g_assert_true(
      has_note(&written, "joint.teeth.ratio, joint.teeth.offset: ", "follows 'pinion' already"));
  g_assert_cmpuint(g_strv_length(written.notes), ==, 2);
}

static void
test_mjcf_construction(void)
{
  g_auto(Written) written = write_construction(
      "<mujoco>\n"
      "  <worldbody><body>\n"
      "    <joint name='wheel' limited='false' ref='90'/><joint name='pinion'/>\n"
      "    <joint name='rack' type='slide' range='-1 1' ref='0.5'/>\n"
      "  </body></worldbody>\n"
      "  <equality><joint joint1='wheel' joint2='pinion' polycoef='1 1'/></equality>\n"
      "</mujoco>\n",
      ".xml");
  g_autoptr(TrammelXml) xml =
      trammel_xml_parse(written.text, strlen(written.text), "out.xml", NULL);
  TrammelXmlElement *const *e = (TrammelXmlElement *const *)xml->elements->pdata;
  double c[5], range[2];

  g_assert_cmpuint(g_strv_length(written.notes), ==, 0);
  g_assert_cmpuint(xml->elements->len, ==, 10);
  g_assert_cmpstr(trammel_xml_get_value(e[2], "joint1"), ==, "rack");
  g_assert_cmpstr(trammel_xml_get_value(e[2], "joint2"), ==, "wheel");
  g_assert_true(trammel_xml_get_numbers(e[2], "polycoef", c, 5));
  g_assert_cmpfloat_with_epsilon(c[0], 0.125 * G_PI / 2 - 0.5, 1e-15);
  g_assert_cmpfloat(c[1], ==, 0.125);
  g_assert_cmpstr(trammel_xml_get_value(e[5], "limited"), ==, "true");
  g_assert_true(trammel_xml_get_numbers(e[5], "range", range, 2));
  g_assert_cmpfloat_with_epsilon(range[0], -0.5 * 180 / G_PI, 1e-13);
  g_assert_cmpfloat_with_epsilon(range[1], 180 / G_PI, 1e-13);
  g_assert_cmpstr(trammel_xml_get_value(e[7], "range"), ==, "-1 0.25");
  g_assert_null(trammel_xml_get_value(e[7], "limited"));
  g_assert_true(trammel_xml_get_numbers(e[9], "polycoef", c, 5));
  g_assert_cmpfloat_with_epsilon(c[0], 0.25 - G_PI / 2, 1e-15);
  g_assert_cmpfloat(c[1], ==, -0.5);
  g_assert_nonnull(strstr(written.comment, "1 / joint.mesh.ratio = -0.5: polycoef of <joint> "
                                           "(line 6), was 1"));
}

/* Conditions for an effective range, and joints that the file lacks. */
static void
test_mjcf_construction_notes(void)
{
  g_auto(Written) written = write_construction("<mujoco>\n"
                                               "  <compiler autolimits='false' angle='radian'/>\n"
                                               "  <worldbody><body>\n"
                                               "    <joint name='wheel'/>\n"
                                               "    <joint name='rack' type='slide'/>\n"
                                               "  </body></worldbody>\n"
                                               "</mujoco>\n",
                                               ".xml");

  g_assert_nonnull(strstr(written.text, "<joint name='wheel' range=\"-0.5 1\" limited=\"true\"/>"));
  g_assert_nonnull(strstr(written.text, "<joint name='rack' type='slide'/>"));
  g_assert_nonnull(strstr(written.text, "<mujoco>\n  <equality><joint name=\"teeth\" "
                                        "joint1=\"rack\" joint2=\"wheel\" "
                                        "polycoef=\"0 0.125 0 0 0\"/></equality>\n"));
  g_assert_true(has_note(&written, "joint.rack.limits.upper: ", "no attribute 'range'"));
  g_assert_true(has_note(&written, "joint.mesh.ratio, joint.mesh.offset: ", "no joint 'pinion'"));
  g_assert_cmpuint(g_strv_length(written.notes), ==, 2);
}

static void
assert_no_model(const char *text, const char *ending, const ExportValue *value, const char *words)
{
  g_autofree char *in = g_strconcat("in", ending, NULL), *out = g_strconcat("none", ending, NULL);
  g_autofree char *model = export_fixture_make_path(in), *path = export_fixture_make_path(out);
  g_autoptr(TrammelExportResult) result = export_fixture_new(value, 1);
  g_autoptr(GError) error = NULL;
  char **notes = NULL;

  g_assert_true(g_file_set_contents(model, text, -1, NULL));
  const TrammelModelOrder order = {.model = model, .path = path, .date = "now"};
  g_assert_null(trammel_export_model(result, &order, &notes, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
  g_assert_null(notes);
}

static void
test_model_refuses(void)
{
  static const ExportValue mass = {"body.a.mass", "kg", 0.5, 0.1};
  static const ExportValue gain = {"motor.a.gain", "1", 0.5, 0.1};

  assert_no_model("<mujoco/>", ".urdf", &mass, "expected <robot>; write MJCF with the ending .xml");
  assert_no_model("<robot/>", ".xml", &mass, "expected <mujoco>");
  assert_no_model("<robot/>", ".urdf", &gain, "motor.a.gain: not expressible in URDF");
  assert_no_model("<robot><link name='a'/></robot>", ".urdf", &mass, "has no <inertial>");
  assert_no_model("<robot><link name='a'><inertial><mass value='${m}'/></inertial></link></robot>",
                  ".urdf", &mass, "value=\"${m}\", which is not 1 number; expand macros first");
}

/* The error about a file that fits nothing of a large result names each kind of reason once. */
static void
test_few_reasons(void)
{
  enum { N = 40 };
  ExportValue values[N];
  g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *model = get_model("furuta.urdf"), *path = export_fixture_make_path("out.urdf");
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < N; i++) {
    g_ptr_array_add(ids, g_strdup_printf("body.none%u.mass", i));
    values[i] = (ExportValue){ids->pdata[i], "kg", 1, i < N / 2 ? -1 : 0.1};
  }
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, N);
  const TrammelModelOrder order = {.model = model, .path = path, .date = "now"};
  g_assert_null(trammel_export_model(result, &order, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "20 values are determined only together"));
  g_assert_nonnull(strstr(error->message, "the file has no link 'none20'"));
  g_assert_cmpuint(strlen(error->message), <, 800);
}

int
main(int argc, char **argv)
{
  int code;

  g_test_init(&argc, &argv, NULL);
  export_fixture_begin();
  g_test_add_func("/io/export-model/urdf", test_urdf);
  g_test_add_func("/io/export-model/urdf/notes", test_urdf_notes);
  g_test_add_func("/io/export-model/urdf/mix", test_mix);
  g_test_add_func("/io/export-model/urdf/force", test_force);
  g_test_add_func("/io/export-model/urdf/turned", test_urdf_turned);
  g_test_add_func("/io/export-model/turn", test_turn);
  g_test_add_func("/io/export-model/mjcf", test_mjcf);
  g_test_add_func("/io/export-model/mjcf-springs", test_mjcf_springs);
  g_test_add_func("/io/export-model/mjcf/diagonal", test_mjcf_diagonal);
  g_test_add_func("/io/export-model/mjcf/notes", test_mjcf_notes);
  g_test_add_func("/io/export-model/urdf/construction", test_urdf_construction);
  g_test_add_func("/io/export-model/urdf/turned-gear", test_urdf_turned_gear);
  g_test_add_func("/io/export-model/mjcf/construction", test_mjcf_construction);
  g_test_add_func("/io/export-model/mjcf/construction-notes", test_mjcf_construction_notes);
  g_test_add_func("/io/export-model/model-refuses", test_model_refuses);
  g_test_add_func("/io/export-model/few-reasons", test_few_reasons);
  code = g_test_run();
  export_fixture_end();
  return code;
}
