/* Tests of the page Model without widgets: tree, fields, edits, poses, findings, quality of a run's
 * estimates. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "io/project/put.h"
#include "ui/session/import/templates.h"
#include "ui/session/model/edit.h"
#include "ui/session/model/fields.h"
#include "ui/session/model/findings.h"
#include "ui/session/model/knowledge.h"
#include "ui/session/model/model-pose.h"
#include "ui/session/model/model-support.h"
#include "ui/session/model/tree.h"
#include "ui/session/params/param-edit.h"
#include "ui/session/text/euler-angles.h"

/* ---- tree ------------------------------------------------------------------------------------ */

/* Returns depth and name of every row. */
static char *
describe_tree(TrammelDocument *document)
{
  g_autoptr(GArray) rows = trammel_model_tree_new(trammel_document_get_project(document));
  GString *text = g_string_new(NULL);

  for (guint i = 0; i < rows->len; i++) {
    const TrammelModelRow *row = &g_array_index(rows, TrammelModelRow, i);
    g_string_append_printf(text, "%s%u%c%s", i ? " " : "", row->depth,
                           trammel_element_kind_get_word(row->element.kind)[0], row->name);
  }
  return g_string_free(text, FALSE);
}

static void
test_tree(void)
{
  g_autoptr(TrammelDocument) cart = test_open_template("pushed by a motor");
  g_autoptr(TrammelDocument) linkage = test_open_template("Four-bar linkage");
  g_autofree char *tree = describe_tree(cart), *loop = describe_tree(linkage);

  g_assert_cmpstr(tree, ==, "0gWorld 1jrail 2mforce 2sposition 2bcart 3jpivot 4sangle 4bpole");
  g_assert_cmpstr(
      loop, ==, "0gWorld 1jshaft 2mdrive 2scrank 2bcrank 3jpin 4bcoupler 5jknee 6brocker 1jpivot");
}

/* ---- fields ---------------------------------------------------------------------------------- */

/* Every used quantity of every element of every template has a row with a unit, and its text can be
 * typed again. */
static void
test_field_table(void)
{
  for (guint t = 0; t < trammel_templates_get_n(); t++) {
    g_autoptr(TrammelProject) project = trammel_templates_load(t, NULL);
    g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
    for (int kind = 0; kind < TRAMMEL_N_ELEMENT_KINDS; kind++)
      for (guint i = 0; i < trammel_project_get_n_elements(project, kind); i++) {
        const TrammelElement element = {(TrammelElementKind)kind, i};
        g_autoptr(GPtrArray) fields = trammel_model_fields_new(project, element);
        g_assert_cmpuint(fields->len, >, 1);
        for (guint f = 0; f < fields->len; f++) {
          const TrammelField *field = fields->pdata[f];
          g_autoptr(GError) error = NULL;
          g_assert_true(*field->label != '\0' && field->unit != NULL);
          g_auto(GStrv) texts = trammel_model_field_dup_texts(field);
          g_assert_true((*texts != NULL) == (field->kind != TRAMMEL_FIELD_ADD));
          g_assert_true(!*texts || trammel_model_field_apply(document, element, field,
                                                             (const char *const *)texts, &error));
          g_assert_no_error(error);
        }
      }
    g_assert_null(trammel_document_get_undo_label(document));
  }
}

/* Free quantities always have a row. */
static void
test_free_quantities_have_rows(void)
{
  for (guint t = 0; t < trammel_templates_get_n(); t++) {
    g_autoptr(TrammelProject) project = trammel_templates_load(t, NULL);
    for (guint q = 0; q < trammel_project_get_n_quantities(project); q++) {
      const TrammelQuantity *quantity = trammel_project_get_quantity(project, q);
      TrammelElement owner;
      gboolean found = FALSE;
      if (!quantity->free || !trammel_project_find_owner(project, &owner, quantity))
        continue;
      g_autoptr(GPtrArray) fields = trammel_model_fields_new(project, owner);
      for (guint f = 0; f < fields->len; f++) {
        const TrammelField *field = fields->pdata[f];
        found = found || (g_strcmp0(field->id, quantity->id) == 0 && field->is_free);
      }
      g_assert_true(found);
    }
  }
}

static void
test_apply(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("pushed by a motor");
  TrammelElement pole = test_find(document, TRAMMEL_ELEMENT_BODY, "pole");
  TrammelElement pivot = test_find(document, TRAMMEL_ELEMENT_JOINT, "pivot");
  TrammelElement rail = test_find(document, TRAMMEL_ELEMENT_JOINT, "rail");
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, pole, "", "Mass", "150 g + 0.1 kg", &error));
  test_check_at(document, "model.bodies[1].mass", "0.25");
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "change mass of pole");
  g_assert_true(test_apply_field(document, pole, "Inertia about the centre of mass", "zz",
                                 "1/12*0.25*0.4^2", &error));
  test_check_at(document, "model.bodies[1].inertia.zz.free", "true");
  g_assert_true(test_apply_field(document, pivot, "Friction", "Model", "coulomb", &error));
  test_check_at(document, "model.joints[1].friction.model", "\"coulomb\"");
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "change friction model of pivot");
  g_assert_true(test_apply_field(document, pivot, "Compliance", "Damping time", "20 ms", &error));
  test_check_at(document, "model.joints[1].damping_time", "0.02");
  g_assert_true(test_apply_field(document, pivot, "Compliance", "Damping time", "auto", &error));
  test_check_at(document, "model.joints[1].damping_time", "\"auto\"");
  g_assert_true(
      test_apply_field(document, rail, "Anchor on the parent", "Rotation", "0;90;0", &error));
  test_check_at(document, "model.joints[0].parent_frame.quat_wxyz[2]", "0.7071067811865476");
  g_assert_true(test_apply_field(document, pole, "", "Name", "rod", &error));
  test_check_at(document, "model.joints[1].child", "\"rod\"");
  g_assert_true(test_apply_field(document, (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0}, "",
                                 "Direction", "0;0;-2/2", &error));
  test_check_at(document, "model.gravity.direction[2]", "-1");
  g_assert_no_error(error);
}

/* Types a range and compares it with its text and the file. */
static void
check_range(TrammelDocument *document, const char *text, const char *json)
{
  TrammelElement rail = test_find(document, TRAMMEL_ELEMENT_JOINT, "rail");
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, rail, "", "Limits", text, &error));
  g_assert_no_error(error);
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), rail);
  g_auto(GStrv) texts = trammel_model_field_dup_texts(test_get_field(fields, "", "Limits"));
  g_assert_cmpstr(texts[0], ==, text);
  test_check_at(document, "model.joints[0].limits[0]", json);
}

static void
test_range(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("pushed by a motor");
  TrammelElement rail = test_find(document, TRAMMEL_ELEMENT_JOINT, "rail");

  check_range(document, "none", NULL);
  check_range(document, "-0.5;1", "-0.5");
  check_range(document, "none;2", "null");
  check_range(document, "-1;none", "-1");
  test_check_refused(document, rail, "", "Limits", "1", "Two numbers");
  check_range(document, "none", NULL);
}

static void
test_apply_refused(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("pushed by a motor");
  TrammelElement pole = test_find(document, TRAMMEL_ELEMENT_BODY, "pole");
  TrammelElement pivot = test_find(document, TRAMMEL_ELEMENT_JOINT, "pivot");

  test_check_refused(document, pole, "", "Mass", "-1", "mass");
  test_check_refused(document, pole, "", "Mass", "2 m", "kg");
  test_check_refused(document, pole, "", "Mass", "0,5", "decimal point");
  test_check_refused(document, pole, "", "Mass", "auto", "auto");
  test_check_refused(document, pole, "", "Name", "cart", "cart");
  test_check_refused(document, pivot, "Anchor on the parent", "Rotation", "0;1", "Three");
  test_check_refused(document, pivot, "", "Type", "fixed", "pivot.viscous");
}

static void
check_freedom(TrammelDocument *document,
              TrammelParamField field,
              const char *text,
              const char *shown)
{
  const char *id = "body.pole.mass";
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_param_edit_prepared(document, id, field, text, &error));
  g_assert_no_error(error);
  TrammelProject *project = trammel_document_get_project(document);
  g_autofree char *now =
      trammel_param_dup_text(project, trammel_project_find_quantity(project, id), field);
  g_assert_cmpstr(now, ==, shown);
}

static void
test_freedom(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("pushed by a motor");
  g_autoptr(GError) error = NULL;

  check_freedom(document, TRAMMEL_PARAM_MIN, "50 g", "0.05");
  check_freedom(document, TRAMMEL_PARAM_MAX, "2", "2");
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "change the upper bound of mass · pole");
  check_freedom(document, TRAMMEL_PARAM_PRIOR_SIGMA, "10 g", "0.01");
  check_freedom(document, TRAMMEL_PARAM_PRIOR_MEAN, "1/8", "0.125");
  check_freedom(document, TRAMMEL_PARAM_TRANSFORM, "log", "log");
  check_freedom(document, TRAMMEL_PARAM_TRANSFORM, "none", "");
  check_freedom(document, TRAMMEL_PARAM_PRIOR_SIGMA, "", "");
  check_freedom(document, TRAMMEL_PARAM_PRIOR_MEAN, "", "");
  check_freedom(document, TRAMMEL_PARAM_PRIOR_MEAN, "0.2", "0.2"); /* a sigma is proposed */
  const TrammelQuantity *known =
      trammel_project_find_quantity(trammel_document_get_project(document), "body.pole.mass");
  g_assert_true(known->prior_sigma > 0 && isfinite(known->prior_sigma));
  check_freedom(document, TRAMMEL_PARAM_PRIOR_SIGMA, "", "");
  check_freedom(document, TRAMMEL_PARAM_MIN, "", "");
  check_freedom(document, TRAMMEL_PARAM_TIE, "0.5*body.cart.mass", "0.5*body.cart.mass");
  const TrammelQuantity *tied =
      trammel_project_find_quantity(trammel_document_get_project(document), "body.pole.mass");
  g_assert_true(tied->tied && !tied->free);
  g_assert_cmpfloat(tied->value, ==, 0.25);
  check_freedom(document, TRAMMEL_PARAM_TIE, "", "");
  g_assert_false(trammel_param_edit_prepared(document, "body.pole.mass", TRAMMEL_PARAM_TIE,
                                             "body.none.mass", &error));
  g_assert_nonnull(strstr(error->message, "body.none.mass"));
}

static void
test_turn(void)
{
  static const double angles[][3] = {{0, 0, 0},    {90, 0, 0},      {0, 90, 0},     {0, 0, -90},
                                     {30, 40, 50}, {-170, 20, 179}, {10, -89.9, 5}, {180, 0, 0}};

  for (guint i = 0; i < G_N_ELEMENTS(angles); i++) {
    double quat[4], back[3], again[4], dot = 0;
    trammel_euler_angles_to_quat(quat, angles[i]);
    trammel_euler_angles_from_quat(back, quat);
    trammel_euler_angles_to_quat(again, back);
    for (int k = 0; k < 4; k++)
      dot += quat[k] * again[k];
    g_assert_cmpfloat(fabs(fabs(dot) - 1), <, 1e-12);
  }
  double quat[4], back[3];
  trammel_euler_angles_to_quat(quat, (double[3]){30, 40, 50});
  trammel_euler_angles_from_quat(back, quat);
  g_assert_true(back[0] == 30 && back[1] == 40 && back[2] == 50);
}

/* ---- edits ----------------------------------------------------------------------------------- */

/* A model can be built from a single body, and removed again. */
static void
test_build(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Pendulum with dry");
  TrammelElement at = {TRAMMEL_ELEMENT_BODY, 0}, body, motor, sensor, copy;
  const TrModel *model = trammel_project_get_model(trammel_document_get_project(document));
  int n_bodies = model->n_bodies, n_joints = model->n_joints;
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_model_edit_add(document, (TrammelAddition){TRAMMEL_ELEMENT_BODY, NULL, at},
                                       NULL, &body, &error));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "add body body1");
  g_assert_true(trammel_model_edit_add(
      document, (TrammelAddition){TRAMMEL_ELEMENT_MOTOR, NULL, body}, NULL, &motor, &error));
  g_assert_true(trammel_model_edit_add(
      document, (TrammelAddition){TRAMMEL_ELEMENT_SENSOR, NULL, body}, NULL, &sensor, &error));
  g_assert_true(trammel_model_edit_duplicate(document, body, &copy, &error));
  g_assert_no_error(error);
  model = trammel_project_get_model(trammel_document_get_project(document));
  g_assert_cmpint(model->n_bodies, ==, n_bodies + 2);
  g_assert_cmpint(model->n_joints, ==, n_joints + 2);
  g_assert_cmpint(model->joints[n_joints].parent, ==, 0);
  g_assert_cmpint(model->motors[model->n_motors - 1].joint, ==, n_joints);
  g_assert_cmpint(model->sensors[model->n_sensors - 1].joint, ==, n_joints);
  g_assert_true(trammel_model_edit_delete(document, body, &error));
  model = trammel_project_get_model(trammel_document_get_project(document));
  g_assert_cmpint(model->n_bodies, ==, n_bodies + 1);
  for (int i = 0; i < 5; i++)
    trammel_document_undo(document);
  g_assert_null(trammel_document_get_undo_label(document));
  g_assert_cmpint(trammel_project_get_model(trammel_document_get_project(document))->n_bodies, ==,
                  n_bodies);
}

/* A new joint closes a loop at the body's present place. */
static void
test_add_joint(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();
  TrammelElement lower = test_find(document, TRAMMEL_ELEMENT_BODY, "lower"), added;
  g_autoptr(GError) error = NULL;
  const char *reason;

  trammel_model_pose_set_model(pose,
                               trammel_project_get_model(trammel_document_get_project(document)));
  trammel_model_pose_move(pose, 0, 30);
  g_assert_false(trammel_model_edit_can_add(trammel_document_get_project(document),
                                            TRAMMEL_ELEMENT_JOINT, NULL,
                                            (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0}, &reason));
  g_assert_nonnull(reason);
  trammel_model_pose_reset(pose);
  g_assert_true(trammel_model_edit_add(document,
                                       (TrammelAddition){TRAMMEL_ELEMENT_JOINT, NULL, lower},
                                       trammel_model_pose_get(pose), &added, &error));
  g_assert_no_error(error);
  trammel_model_pose_set_model(pose,
                               trammel_project_get_model(trammel_document_get_project(document)));
  g_assert_cmpint(trammel_model_pose_get_n_loops(pose), ==, 1);
}

/* ---- poses ----------------------------------------------------------------------------------- */

static void
test_pose_of_tree(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();

  trammel_model_pose_set_model(pose,
                               trammel_project_get_model(trammel_document_get_project(document)));
  g_assert_cmpint(trammel_model_pose_get_freedom(pose), ==, 2);
  g_assert_cmpint(trammel_model_pose_get_n_loops(pose), ==, 0);
  g_assert_cmpuint(trammel_model_pose_get_n_sliders(pose), ==, 2);
  for (int body = 0; body < 2; body++)
    g_assert_cmpint(trammel_model_pose_find_slider(pose, body), ==, body);
  g_assert_cmpint(trammel_model_pose_find_slider(pose, TR_WORLD), ==, -1);
  trammel_model_pose_move(pose, 0, 90);
  trammel_model_pose_move(pose, 1, -30);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 0)->value - 90), <, 1e-6);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 1)->value + 30), <, 1e-6);
  /* the upper link lies along x */
  g_assert_cmpfloat(fabs(trammel_model_pose_get(pose)[0] - 0.11), <, 1e-6);
  /* an edit keeps the pose */
  g_assert_true(trammel_document_set_value(document, "body.upper.mass", 0.5, NULL));
  trammel_model_pose_set_model(pose,
                               trammel_project_get_model(trammel_document_get_project(document)));
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 0)->value - 90), <, 1e-6);
  trammel_model_pose_reset(pose);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 0)->value), <, 1e-6);
}

/* The trial pose becomes the start of the joints that the document has. */
static void
test_keep_start(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();
  const TrModel *model = trammel_project_get_model(trammel_document_get_project(document));
  g_autoptr(GError) error = NULL;

  trammel_model_pose_set_model(pose, model);
  trammel_model_pose_move(pose, 0, 40);
  trammel_model_pose_move(pose, 1, -30);
  g_assert_true(trammel_model_edit_keep_start(document, pose, &error));
  g_assert_no_error(error);
  model = trammel_project_get_model(trammel_document_get_project(document));
  g_assert_cmpfloat_with_epsilon(model->joints[0].start, G_PI * 40 / 180, 1e-6);
  g_assert_cmpfloat_with_epsilon(model->joints[1].start, -G_PI * 30 / 180, 1e-6);

  TrModel *other = tr_model_copy(model);
  g_strlcpy(other->joints[0].name, "gone", sizeof other->joints[0].name);
  trammel_model_pose_set_model(pose, other);
  trammel_model_pose_move(pose, 0, 10);
  trammel_model_pose_move(pose, 1, 20);
  g_assert_true(trammel_model_edit_keep_start(document, pose, &error));
  model = trammel_project_get_model(trammel_document_get_project(document));
  g_assert_cmpfloat_with_epsilon(model->joints[0].start, G_PI * 40 / 180, 1e-6);
  g_assert_cmpfloat_with_epsilon(model->joints[1].start, G_PI * 20 / 180, 1e-6);
  tr_model_free(other);
}

/* A slider ends at the stops of its joint. */
static void
test_pose_limits(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Double pendulum");
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();
  TrModel *model = tr_model_copy(trammel_project_get_model(trammel_document_get_project(document)));

  model->joints[1].limits.lower = -G_PI / 6;
  model->joints[1].limits.upper = G_PI / 2;
  trammel_model_pose_set_model(pose, model);
  g_assert_cmpfloat(trammel_model_pose_get_slider(pose, 0)->min, ==, -180);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 1)->min + 30), <, 1e-9);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 1)->max - 90), <, 1e-9);
  tr_model_free(model);
}

/* The crank moves its loop, which stays closed. */
static void
test_pose_of_loop(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("Four-bar linkage");
  g_autoptr(TrammelModelPose) pose = trammel_model_pose_new();

  trammel_model_pose_set_model(pose,
                               trammel_project_get_model(trammel_document_get_project(document)));
  g_assert_cmpint(trammel_model_pose_get_freedom(pose), ==, 1);
  g_assert_cmpint(trammel_model_pose_get_n_loops(pose), ==, 1);
  for (double angle = 10; angle < 180; angle += 10)
    trammel_model_pose_move(pose, 0, angle);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 0)->value - 170), <, 1e-3);
  const double *crank = trammel_model_pose_get(pose), *rocker = crank + 14;
  g_assert_cmpfloat(fabs(hypot(crank[0], crank[1]) - 0.02), <, 1e-6);
  g_assert_cmpfloat(fabs(hypot(rocker[0] - 0.35, rocker[1]) - 0.125), <, 1e-6);
}

/* ---- findings and quality -------------------------------------------------------------------- */

static const TrammelModelFinding *
find_text(GPtrArray *findings, const char *word)
{
  for (guint i = 0; i < findings->len; i++)
    if (strstr(((TrammelModelFinding *)findings->pdata[i])->text, word))
      return findings->pdata[i];
  return NULL;
}

static void
test_findings(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  TrammelProject *project = trammel_document_get_project(document);
  g_autofree char *name = g_strdup(
      trammel_project_get_element_name(project, (TrammelElement){TRAMMEL_ELEMENT_BODY, 0}));
  g_autofree char *id = g_strdup_printf("body.%s.mass", name);
  TrammelElement added;

  g_assert_true(trammel_document_set_free(document, id, TRUE, NULL));
  double mass = trammel_project_find_quantity(trammel_document_get_project(document), id)->value;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_dtostr(number, sizeof number, mass);
  g_assert_true(trammel_param_edit(document, id, TRAMMEL_PARAM_MIN, number, NULL));
  g_assert_true(trammel_param_edit(document, id, TRAMMEL_PARAM_MAX, "10", NULL));
  g_assert_true(trammel_document_put(document, "model.bodies[0].inertia.xx", "9", "x", NULL, NULL));
  g_assert_true(trammel_model_edit_add(
      document,
      (TrammelAddition){TRAMMEL_ELEMENT_SENSOR, NULL, (TrammelElement){TRAMMEL_ELEMENT_BODY, 0}},
      NULL, &added, NULL));
  g_autoptr(GPtrArray) findings =
      trammel_model_findings_new(trammel_document_get_project(document), NULL);
  const TrammelModelFinding *bound = find_text(findings, "bound");
  const TrammelModelFinding *inertia = find_text(findings, "moments of inertia");
  const TrammelModelFinding *sensor = find_text(findings, "no channel");
  g_assert_cmpint(bound->element.kind, ==, TRAMMEL_ELEMENT_BODY);
  g_assert_nonnull(bound->fix_path);
  g_assert_cmpint(inertia->element.kind, ==, TRAMMEL_ELEMENT_BODY);
  g_assert_true(trammel_element_equal(sensor->element, added));
}

/* The start value of a moment to be estimated is not checked, a fixed one is. */
static void
test_inertia_finding(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("double-pendulum");
  const char *id = "body.upper.inertia.zz";

  g_assert_true(
      trammel_document_put(document, "model.bodies[0].inertia.zz.value", "0.01", "x", NULL, NULL));
  g_autoptr(GPtrArray) open =
      trammel_model_findings_new(trammel_document_get_project(document), NULL);
  g_assert_null(find_text(open, "moments of inertia"));
  g_assert_true(trammel_document_set_free(document, id, FALSE, NULL));
  g_autoptr(GPtrArray) held =
      trammel_model_findings_new(trammel_document_get_project(document), NULL);
  g_assert_nonnull(find_text(held, "moments of inertia"));
}

static void
test_knowledge(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  TrammelProject *project = trammel_document_get_project(document);
  const TrammelElement body = {TRAMMEL_ELEMENT_BODY, 0}, gravity = {TRAMMEL_ELEMENT_GRAVITY, 0};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  TrError detail = {0};
  TrFit *fit = NULL;

  g_assert_no_error(error);
  g_assert_cmpint(tr_identify(&fit, trammel_problem_get_task(problem), &detail), ==, TR_OK);
  g_autoptr(TrammelRun) run = trammel_run_new(TRAMMEL_RUN_FULL, problem, fit);
  g_assert_cmpint(trammel_model_knowledge_of(NULL, project, body), ==, TRAMMEL_KNOWN_FIXED);
  g_assert_cmpint(trammel_model_knowledge_of(run, project, body), ==, TRAMMEL_KNOWN_GOOD);
  g_assert_cmpint(trammel_model_knowledge_of(run, project, gravity), ==, TRAMMEL_KNOWN_FIXED);
  g_autofree float *tints = trammel_model_knowledge_new_tints(run, project);
  g_assert_cmpfloat(tints[3], >, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/model/tree", test_tree);
  g_test_add_func("/ui/session/model/field-table", test_field_table);
  g_test_add_func("/ui/session/model/free-quantities-have-rows", test_free_quantities_have_rows);
  g_test_add_func("/ui/session/model/apply", test_apply);
  g_test_add_func("/ui/session/model/range", test_range);
  g_test_add_func("/ui/session/model/apply-refused", test_apply_refused);
  g_test_add_func("/ui/session/model/freedom", test_freedom);
  g_test_add_func("/ui/session/model/turn", test_turn);
  g_test_add_func("/ui/session/model/build", test_build);
  g_test_add_func("/ui/session/model/add-joint", test_add_joint);
  g_test_add_func("/ui/session/model/pose-of-tree", test_pose_of_tree);
  g_test_add_func("/ui/session/model/keep-start", test_keep_start);
  g_test_add_func("/ui/session/model/pose-limits", test_pose_limits);
  g_test_add_func("/ui/session/model/pose-of-loop", test_pose_of_loop);
  g_test_add_func("/ui/session/model/findings", test_findings);
  g_test_add_func("/ui/session/model/inertia-finding", test_inertia_finding);
  g_test_add_func("/ui/session/model/knowledge", test_knowledge);
  return g_test_run();
}
