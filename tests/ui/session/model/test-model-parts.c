/* Tests of edits on the page Model: springs, sensors of all types, shapes, sums. */
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/model/sensor.h"
#include "io/check/check.h"
#include "io/project/put.h"
#include "ui/session/model/edit.h"
#include "ui/session/model/findings.h"
#include "ui/session/model/model-pose.h"
#include "ui/session/model/model-support.h"
#include "ui/session/model/shapes.h"
#include "ui/session/model/tree.h"
#include "ui/session/params/param-edit.h"

static TrammelElement
add(TrammelDocument *document, TrammelElementKind kind, const char *type, TrammelElement at)
{
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();
  g_autoptr(GError) error = NULL;
  TrammelElement added;

  trammel_model_pose_set_model(pose,
                               trammel_project_get_model(trammel_document_get_project(document)));
  g_assert_true(trammel_model_edit_add(document, (TrammelAddition){kind, type, at},
                                       trammel_model_pose_get(pose), &added, &error));
  g_assert_no_error(error);
  return added;
}

/* A new spring between two bodies is at rest; a damper resists. */
static void
test_springs(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower");
  TrammelElement spring = add(document, TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_SPRING, lower);
  TrammelElement damper = add(document, TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_DAMPER, lower);
  const TrModel *model = trammel_project_get_model(trammel_document_get_project(document));
  const TrJoint *added = &model->joints[spring.index];
  g_autoptr(GError) error = NULL;

  g_assert_cmpint(added->type, ==, TR_JOINT_SPRING);
  g_assert_cmpstr(model->bodies[added->parent].name, ==, "upper");
  g_assert_cmpfloat(added->spring.stiffness, >, 0);
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();
  trammel_model_pose_set_model(pose, model);
  const double *poses = trammel_model_pose_get(pose);
  double length = hypot(poses[7] - poses[0], hypot(poses[8] - poses[1], poses[9] - poses[2]));
  g_assert_cmpfloat(fabs(added->spring.rest - length), <, 1e-12);
  g_assert_cmpint(trammel_model_pose_get_freedom(pose), ==, 2);
  g_assert_cmpint(model->joints[damper.index].friction.model, ==, TR_FRICTION_VISCOUS);
  g_assert_true(test_apply_field(document, spring, "Spring", "Stiffness", "2 N/mm", &error));
  test_check_at(document, "model.joints[2].spring.stiffness", "2000");
  g_assert_true(test_apply_field(document, spring, "", "Parent", "world", &error));
  g_assert_no_error(error);
}

/* A gear couples two hinges at their present coordinates, removes a degree of freedom, and its
 * numbers can be edited; a single hinge cannot have one. */
static void
test_gear(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower");
  TrammelElement gear = add(document, TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_GEAR, lower);
  const TrModel *model = trammel_project_get_model(trammel_document_get_project(document));
  const TrJoint *added = &model->joints[gear.index];
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();
  g_autoptr(GError) error = NULL;
  const char *reason;

  g_assert_cmpint(added->type, ==, TR_JOINT_GEAR);
  g_assert_cmpint(added->gear.first, ==, 0);
  g_assert_cmpint(added->gear.second, ==, 1);
  trammel_model_pose_set_model(pose, model);
  g_assert_cmpint(trammel_model_pose_get_freedom(pose), ==, 1);
  g_assert_true(test_apply_field(document, gear, "", "Ratio", "-2", &error));
  test_check_at(document, "model.joints[2].ratio", "-2");
  trammel_document_undo(document);
  trammel_document_undo(document);
  g_assert_cmpint(trammel_project_get_model(trammel_document_get_project(document))->n_joints, ==,
                  2);
  g_assert_no_error(error);

  g_autoptr(TrammelDocument) single = test_open_template("Pendulum");
  g_assert_false(trammel_model_edit_can_add(trammel_document_get_project(single),
                                            TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_GEAR,
                                            (TrammelElement){TRAMMEL_ELEMENT_JOINT, 0}, &reason));
  g_assert_nonnull(strstr(reason, "two hinges"));
}

/* A hinge that closes a loop can be changed into a gear of the hinges of its bodies, and a gear
 * into a joint of these bodies, at the present pose; every type can be changed into every other. */
static void
test_gear_and_back(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower");
  TrammelElement joint = add(document, TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_GEAR, lower);
  g_autoptr(GError) error = NULL;

  for (int type = 0; type < TR_N_JOINT_TYPES; type++) {
    const char *name = tr_joint_type_name((TrJointType)type);
    if (type == TR_JOINT_GEAR)
      continue;
    g_assert_true(test_apply_field(document, joint, "", "Type", name, &error));
    const TrModel *model = trammel_project_get_model(trammel_document_get_project(document));
    g_autofree double *pose = g_new(double, TR_POSE *(gsize)model->n_bodies);
    g_assert_cmpint(model->joints[joint.index].type, ==, type);
    g_assert_cmpint(model->joints[joint.index].parent, ==, 0);
    g_assert_cmpint(model->joints[joint.index].child, ==, 1);
    g_assert_cmpint(tr_start_pose(pose, model, NULL), ==, TR_OK);

    g_assert_true(test_apply_field(document, joint, "", "Type", "gear", &error));
    g_assert_no_error(error);
    model = trammel_project_get_model(trammel_document_get_project(document));
    g_assert_cmpint(model->joints[joint.index].type, ==, TR_JOINT_GEAR);
    g_assert_cmpint(model->joints[joint.index].gear.first, ==, 0);
    g_assert_cmpint(model->joints[joint.index].gear.second, ==, 1);
  }

  g_autoptr(TrammelDocument) single = test_open_template("Pendulum");
  TrammelElement hinge = {TRAMMEL_ELEMENT_JOINT, 0};
  g_assert_false(test_apply_field(single, hinge, "", "Type", "gear", &error));
  g_assert_nonnull(strstr(error->message, "two other hinges or slides"));
}

/* Checks that two points of a contact, the centres of the spheres at its ends, are these [m]. */
static void
check_ends(const TrContact *contact, const double from[3], const double to[3])
{
  for (int end = 0; end < 2; end++) {
    const double *expected = end == 0 ? from : to;
    double point[3], rot[9], at[3];

    tr_contact_point(point, contact, end);
    tr_quat_matrix(rot, contact->frame.quat);
    tr_mat3_apply(at, rot, point);
    for (int i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon(at[i] + contact->frame.position[i], expected[i], 1e-12);
  }
}

static const TrContact *
get_contact(TrammelDocument *document, TrammelElement contact)
{
  const TrammelProject *project = trammel_document_get_project(document);

  return &trammel_project_get_model(project)->contacts[contact.index];
}

/* A body that has each type of shape. */
static TrammelDocument *
open_shapes(void)
{
  static const char text[] =
      "{'format': 'trammel/1', 'name': 'Shapes', 'model': {'bodies': [{'name': 'tool',"
      " 'mass': 1, 'inertia': {'xx': 1, 'yy': 1, 'zz': 1}, 'shapes': ["
      " {'type': 'capsule', 'from': [0.1, 0, 0], 'to': [0.1, 0.3, -0.4], 'radius': 0.02},"
      " {'type': 'box', 'position': [1, 2, 3], 'size': [0.2, 0.4, 0.6],"
      "  'quat_wxyz': [0.6, 0, 0, 0.8]},"
      " {'type': 'sphere', 'position': [0, 0.5, 0], 'radius': 0.07},"
      " {'type': 'cylinder', 'from': [0, 0, 0], 'to': [0, 0, 0.5], 'radius': 0.1}]},"
      " {'name': 'bare', 'mass': 1, 'inertia': {'xx': 1, 'yy': 1, 'zz': 1}}],"
      "'joints': [{'name': 'air', 'type': 'free', 'parent': 'world', 'child': 'tool'},"
      " {'name': 'other', 'type': 'free', 'parent': 'world', 'child': 'bare'}]}, 'logs': []}";
  g_autofree char *json = g_strdelimit(g_strdup(text), "'", '"');
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(json, -1, NULL, &error);

  g_assert_no_error(error);
  return trammel_document_new(project, NULL, TRUE);
}

/* New contacts take the shapes of their body in turn; the row names the shape, and changes it. */
static void
test_contact_shapes(void)
{
  g_autoptr(TrammelDocument) document = open_shapes();
  TrammelElement tool = test_find(document, TRAMMEL_ELEMENT_BODY, "tool");
  TrammelElement bare = test_find(document, TRAMMEL_ELEMENT_BODY, "bare");
  TrammelElement added[5];
  const TrContact *contact;
  g_autoptr(GError) error = NULL;
  static const char *const sources[] = {"shape 1 (capsule)", "shape 2 (box)", "shape 3 (sphere)",
                                        "shape 4 (cylinder)", "shape 1 (capsule)"};

  for (guint i = 0; i < G_N_ELEMENTS(added); i++) {
    added[i] = add(document, TRAMMEL_ELEMENT_CONTACT, NULL, tool);
    g_autoptr(GPtrArray) fields =
        trammel_model_fields_new(trammel_document_get_project(document), added[i]);
    g_assert_cmpstr(test_get_field(fields, "", "Taken from")->text, ==, sources[i]);
  }
  contact = get_contact(document, added[0]);
  g_assert_cmpint(contact->shape, ==, TR_SHAPE_CAPSULE);
  g_assert_cmpfloat(contact->radius, ==, 0.02);
  check_ends(contact, (double[]){0.1, 0, 0}, (double[]){0.1, 0.3, -0.4});
  contact = get_contact(document, added[1]);
  g_assert_cmpint(contact->shape, ==, TR_SHAPE_BOX);
  g_assert_cmpfloat(contact->radius, ==, 0);
  for (int i = 0; i < 3; i++) {
    g_assert_cmpfloat_with_epsilon(contact->size[i], 0.1 * (i + 1), 1e-15);
    g_assert_cmpfloat(contact->frame.position[i], ==, i + 1);
  }
  g_assert_cmpfloat_with_epsilon(contact->frame.quat[3], 0.8, 1e-12);
  contact = get_contact(document, added[3]);
  g_assert_cmpint(contact->shape, ==, TR_SHAPE_CYLINDER);
  check_ends(contact, (double[]){0.1, 0, 0}, (double[]){0.1, 0, 0.5});
  /* another one, and back */
  g_assert_true(test_apply_field(document, added[0], "", "Taken from", "shape 3 (sphere)", &error));
  contact = get_contact(document, added[0]);
  g_assert_cmpint(contact->shape, ==, TR_SHAPE_SPHERE);
  g_assert_cmpfloat(contact->frame.position[1], ==, 0.5);
  test_check_at(document, "model.contacts[0].size", NULL);
  g_assert_true(test_apply_field(document, added[0], "", "Radius", "8 cm", &error));
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), added[0]);
  g_assert_cmpstr(test_get_field(fields, "", "Taken from")->text, ==, "no shape of the body");
  g_assert_true(test_apply_field(document, added[0], "", "Taken from", "shape 2 (box)", &error));
  g_assert_no_error(error);
  g_assert_cmpint(get_contact(document, added[0])->shape, ==, TR_SHAPE_BOX);
  trammel_document_undo(document);
  g_assert_cmpint(get_contact(document, added[0])->shape, ==, TR_SHAPE_SPHERE);
  /* a body without shapes */
  TrammelElement ball = add(document, TRAMMEL_ELEMENT_CONTACT, NULL, bare);
  g_assert_cmpint(get_contact(document, ball)->shape, ==, TR_SHAPE_SPHERE);
  g_autoptr(GPtrArray) rows =
      trammel_model_fields_new(trammel_document_get_project(document), ball);
  g_assert_null(test_get_field(rows, "", "Taken from"));
}

/* Plane or sphere on the other side stand where their rows say. */
static void
test_contact_surface(void)
{
  g_autoptr(TrammelDocument) document = open_shapes();
  TrammelElement tool = test_find(document, TRAMMEL_ELEMENT_BODY, "tool");
  TrammelElement contact = add(document, TRAMMEL_ELEMENT_CONTACT, NULL, tool);
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, contact, "Surface", "Position", "1 cm;2;3", &error));
  g_assert_true(test_apply_field(document, contact, "Surface", "Rotation", "180;0;0", &error));
  g_assert_true(
      test_apply_field(document, contact, "Position on the body", "Rotation", "0;0;180", &error));
  g_assert_no_error(error);
  const TrContact *c = get_contact(document, contact);
  g_assert_cmpfloat(c->other_frame.position[0], ==, 0.01);
  g_assert_cmpfloat(c->other_frame.position[2], ==, 3);
  g_assert_cmpfloat_with_epsilon(fabs(c->other_frame.quat[1]), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon(fabs(c->frame.quat[3]), 1, 1e-12);
  test_check_refused(document, contact, "Surface", "Position", "1;2", "Three numbers");
  g_assert_true(test_apply_field(document, contact, "", "Surface", "sphere", &error));
  g_assert_true(test_apply_field(document, contact, "Surface", "Position", "0;0;-5 mm", &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(get_contact(document, contact)->other_frame.position[2], ==, -0.005);
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), contact);
  g_assert_null(test_get_field(fields, "Surface", "Rotation"));
}

/* Every type of sensor can be added and changed into every other one. */
static void
test_sensor_types(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower");
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < TR_N_SENSOR_TYPES; i++) {
    TrammelElement sensor =
        add(document, TRAMMEL_ELEMENT_SENSOR, tr_sensor_type_name((TrSensorType)i), lower);
    for (int k = 0; k < TR_N_SENSOR_TYPES; k++) {
      const char *type = tr_sensor_type_name((TrSensorType)k);
      g_assert_true(test_apply_field(document, sensor, "", "Type", type, &error));
      g_assert_no_error(error);
      const TrammelProject *project = trammel_document_get_project(document);
      gboolean of_joint = tr_sensor_class((TrSensorType)k)->is_of_joint;
      g_assert_cmpstr(trammel_project_get_element_text(project, sensor, "body"), ==,
                      of_joint ? "" : "lower");
      g_assert_cmpstr(trammel_project_get_element_text(project, sensor, "joint"), ==,
                      of_joint ? "elbow" : "");
    }
  }
  TrammelElement gyro = add(document, TRAMMEL_ELEMENT_SENSOR, "accelerometer", lower);
  g_assert_true(test_apply_field(document, gyro, "Position on the body", "y", "-12 cm", &error));
  g_assert_true(
      test_apply_field(document, gyro, "Position on the body", "Rotation", "0;0;90", &error));
  g_assert_no_error(error);
}

/* A mapped sensor that changes to a type of another shape loses its channels, in the same step. */
static void
test_sensor_type_with_channels(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  TrammelProject *project = trammel_document_get_project(document);
  const TrammelElement sensor = {TRAMMEL_ELEMENT_SENSOR, 0};
  guint n = trammel_project_get_n_mappings(project, 0);
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, sensor, "", "Type", "joint-velocity", &error));
  g_assert_cmpuint(trammel_project_get_n_mappings(trammel_document_get_project(document), 0), ==,
                   n);
  g_assert_true(test_apply_field(document, sensor, "", "Type", "gyro", &error));
  g_assert_cmpuint(trammel_project_get_n_mappings(trammel_document_get_project(document), 0), ==,
                   n - 1);
  trammel_document_undo(document);
  trammel_document_undo(document);
  g_assert_true(trammel_document_get_project(document) == project);
}

static const TrammelShape *
get_shape(TrammelDocument *document, int body, guint index)
{
  const TrammelProject *project = trammel_document_get_project(document);

  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++)
    if (trammel_project_get_shape(project, i)->body == body && index-- == 0)
      return trammel_project_get_shape(project, i);
  g_assert_not_reached();
}

static void
test_shapes(void)
{
  static const char *const types[] = {"box", "sphere", "capsule", "cylinder"};
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower");
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
    g_assert_true(trammel_model_edit_add_shape(document, lower, types[i], &error));
    for (guint k = 0; k < G_N_ELEMENTS(types); k++)
      g_assert_true(test_apply_field(document, lower, "Shapes", "Shape 4", types[k], &error));
    g_assert_no_error(error);
    g_autoptr(GPtrArray) fields =
        trammel_model_fields_new(trammel_document_get_project(document), lower);
    g_assert_true(trammel_model_field_remove(document, lower,
                                             test_get_field(fields, "Shapes", "Shape 4"), &error));
  }
  g_assert_true(trammel_model_edit_add_shape(document, lower, "cylinder", &error));
  g_assert_true(test_apply_field(document, lower, "Shapes", "Shape 4", "box", &error));
  const TrammelShape *box = get_shape(document, (int)lower.index, 3);
  double longest = fmax(box->size[0], fmax(box->size[1], box->size[2]));
  const double *com =
      trammel_project_get_model(trammel_document_get_project(document))->bodies[lower.index].com;
  g_assert_cmpfloat(fabs(longest - 2 * hypot(com[0], hypot(com[1], com[2]))), <, 1e-9);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat(fabs(box->from[i] - com[i]), <, 1e-9);
  test_check_refused(document, lower, "Shapes", "Edges", "1;0;1", "above zero");
}

static void
test_shape_color(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower");
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, lower, "Shapes", "Colour", "#3380ff", &error));
  g_autofree char *text = trammel_model_shape_describe_color(get_shape(document, 1, 0));
  g_assert_cmpstr(text, ==, "#3380ff");
  g_assert_true(test_apply_field(document, lower, "Shapes", "Colour", "", &error));
  test_check_at(document, "model.bodies[1].shapes[0].color", NULL);
}

static void
test_constraint(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement sum =
      add(document, TRAMMEL_ELEMENT_CONSTRAINT, NULL, (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0});
  g_autoptr(GError) error = NULL;

  test_check_at(document, "model.constraints[0].terms.body", NULL);
  g_assert_true(test_apply_field(document, sum, "", "Value", "900 g", &error));
  test_check_at(document, "model.constraints[0].equal", "0.9");
  g_assert_true(test_apply_field(document, sum, "", "Sum", "between", &error));
  test_check_at(document, "model.constraints[0].equal", NULL);
  test_check_at(document, "model.constraints[0].at_least", "0.9");
  g_assert_true(test_apply_field(document, sum, "", "Sum", "at most", &error));
  test_check_at(document, "model.constraints[0].at_least", NULL);
  g_assert_true(
      test_apply_field(document, sum, "Factors of the sum", "Add", "joint.elbow.viscous", &error));
  g_assert_true(
      test_apply_field(document, sum, "Factors of the sum", "joint.elbow.viscous", "-1/2", &error));
  g_assert_no_error(error);
  /* the sum follows the renamed element */
  TrammelElement elbow = test_find(document, TRAMMEL_ELEMENT_JOINT, "elbow");
  g_assert_true(test_apply_field(document, elbow, "", "Name", "knee", &error));
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), sum);
  const TrammelField *knee = test_get_field(fields, "Factors of the sum", "joint.knee.viscous");
  g_assert_cmpstr(knee->text, ==, "-0.5");
  g_assert_true(trammel_model_field_remove(document, sum, knee, &error));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "remove joint.knee.viscous from total mass");
  const TrammelConstraint *constraint =
      trammel_project_get_constraint(trammel_document_get_project(document), 0);
  g_assert_cmpuint(constraint->terms->len, ==, 2);
  /* a deletion removes the sum, too, in the same step */
  g_assert_true(trammel_model_edit_delete(
      document, test_find(document, TRAMMEL_ELEMENT_BODY, "lower"), &error));
  g_assert_cmpuint(trammel_project_get_n_constraints(trammel_document_get_project(document)), ==,
                   0);
  g_assert_nonnull(strstr(trammel_document_get_undo_label(document), "delete body lower with"));
}

/* The last term of a sum cannot be removed. */
static void
test_last_term(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Linear axis");
  TrammelElement sum =
      add(document, TRAMMEL_ELEMENT_CONSTRAINT, NULL, (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0});
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), sum);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < fields->len; i++) {
    const TrammelField *field = fields->pdata[i];
    if (!field->is_removable)
      continue;
    g_assert_false(trammel_model_field_remove(document, sum, field, &error));
    g_assert_nonnull(strstr(error->message, "delete the constraint"));
    return;
  }
  g_assert_not_reached();
}

/* ---- findings -------------------------------------------------------------------------------- */

/* Checks that the page Model shows the finding of the check with this word. */
static void
check_found(TrammelDocument *document, const char *word, TrammelElement where)
{
  g_autoptr(GArray) checked = trammel_findings_new();
  g_autoptr(GError) error = NULL;

  trammel_check_project(checked, NULL, trammel_document_get_project(document), NULL, &error);
  g_autoptr(GPtrArray) findings =
      trammel_model_findings_new(trammel_document_get_project(document), checked);
  for (guint i = 0; i < findings->len; i++) {
    const TrammelModelFinding *finding = findings->pdata[i];
    if (!strstr(finding->text, word))
      continue;
    g_assert_true(trammel_element_equal(finding->element, where));
    return;
  }
  g_error("no finding says “%s”", word);
}

/* A loop that no pose closes is reported with its farthest joint. */
static void
test_open_loop(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Four-bar linkage");
  TrammelElement pin = test_find(document, TRAMMEL_ELEMENT_JOINT, "pin");
  TrammelElement open = test_find(document, TRAMMEL_ELEMENT_JOINT, "pivot");
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, pin, "Anchor on the parent", "x", "10", &error));
  check_found(document, "cannot be closed", open);
  trammel_document_undo(document);
  g_assert_no_error(error);
}

static void
test_wrong_parts(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower");
  TrammelElement spring = add(document, TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_SPRING, lower);
  TrammelElement elbow = test_find(document, TRAMMEL_ELEMENT_JOINT, "elbow");
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, spring, "Spring", "Stiffness", "0", &error));
  check_found(document, "spring1 has no effect", spring);
  test_check_refused(document, lower, "", "Mass", "0", "mass");
  test_check_refused(document, (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0}, "", "Direction",
                     "0;0;0", "direction");
  test_check_refused(document, lower, "Inertia about the centre of mass", "xx", "-1", "above zero");
  TrammelElement one = add(document, TRAMMEL_ELEMENT_MOTOR, NULL, elbow);
  TrammelElement other = add(document, TRAMMEL_ELEMENT_MOTOR, NULL, elbow);
  g_assert_true(test_apply_field(document, one, "", "Drive", "position", &error));
  test_check_refused(document, other, "", "Drive", "velocity", "both prescribe");
  g_assert_false(trammel_param_edit_prepared(document, "body.lower.mass", TRAMMEL_PARAM_TIE,
                                             "2*body.none.mass", &error));
  g_assert_nonnull(strstr(error->message, "nearest"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/model-parts/springs", test_springs);
  g_test_add_func("/ui/session/model-parts/gear", test_gear);
  g_test_add_func("/ui/session/model-parts/gear-and-back", test_gear_and_back);
  g_test_add_func("/ui/session/model-parts/contact-shapes", test_contact_shapes);
  g_test_add_func("/ui/session/model-parts/contact-surface", test_contact_surface);
  g_test_add_func("/ui/session/model-parts/sensor-types", test_sensor_types);
  g_test_add_func("/ui/session/model-parts/sensor-type-with-channels",
                  test_sensor_type_with_channels);
  g_test_add_func("/ui/session/model-parts/shapes", test_shapes);
  g_test_add_func("/ui/session/model-parts/shape-color", test_shape_color);
  g_test_add_func("/ui/session/model-parts/constraint", test_constraint);
  g_test_add_func("/ui/session/model-parts/last-term", test_last_term);
  g_test_add_func("/ui/session/model-parts/open-loop", test_open_loop);
  g_test_add_func("/ui/session/model-parts/wrong-parts", test_wrong_parts);
  return g_test_run();
}
