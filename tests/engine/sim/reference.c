#include "engine/sim/reference.h"

#include <string.h>

#include "support/mechanisms.h"

JsonParser *
tr_reference_open(int *n_steps)
{
  g_autofree char *path =
      g_build_filename(g_getenv("TRAMMEL_TEST_DATA") ? g_getenv("TRAMMEL_TEST_DATA") : ".", "ref",
                       "steps.json", NULL);
  g_autoptr(JsonParser) parser = json_parser_new();

  if (!json_parser_load_from_file(parser, path, NULL)) {
    g_test_skip("tests/data/ref/steps.json is not there");
    return NULL;
  }
  *n_steps = (int)json_array_get_length(
      json_object_get_array_member(json_node_get_object(json_parser_get_root(parser)), "checks"));
  return g_steal_pointer(&parser);
}

double
tr_reference_param(const TrReferenceStep *step, const char *name)
{
  return json_object_get_double_member(json_object_get_object_member(step->json, "params"), name);
}

static void
set_inertia(TrReferenceStep *step, int body, const char *xx, const char *yy, const char *zz)
{
  double *inertia = step->model->bodies[body].inertia;

  inertia[0] = tr_reference_param(step, xx);
  inertia[1] = tr_reference_param(step, yy);
  inertia[2] = tr_reference_param(step, zz);
}

static void
set_friction(TrReferenceStep *step, int joint, const char *viscous, const char *coulomb)
{
  TrFriction *friction = &step->model->joints[joint].friction;

  friction->model = TR_FRICTION_STRIBECK;
  friction->load = TR_LOAD_CONSTRAINT;
  friction->viscous = tr_reference_param(step, viscous);
  friction->coulomb = tr_reference_param(step, coulomb);
  friction->delta = tr_reference_param(step, "mudelta");
  friction->zeta = tr_reference_param(step, "zeta");
}

void
tr_reference_step(TrReferenceStep *step, JsonParser *parser, int i, const char *eps)
{
  JsonObject *root = json_node_get_object(json_parser_get_root(parser));
  int n_bodies;
  double gravity[3];

  step->json =
      json_array_get_object_element(json_object_get_array_member(root, "checks"), (guint)i);
  n_bodies = (int)json_object_get_int_member(step->json, "nb");
  step->model = n_bodies == 2 ? tr_mechanism_furuta() : tr_mechanism_pendulum();
  step->n = 6 * n_bodies;
  step->h = json_object_get_double_member(step->json, "h");
  step->eps_w = json_object_get_double_member(step->json, "eps_w");
  step->u = json_object_get_double_member(step->json, "u");
  step->smoothing = json_object_get_double_member(step->json, "omega_s");
  for (int j = 0; j < n_bodies; j++) {
    TrJoint *joint = &step->model->joints[j];

    joint->compliance_linear = joint->compliance_angular =
        json_object_get_double_member(step->json, eps);
    joint->damping_time = json_object_get_double_member(step->json, "tau");
  }
  set_inertia(step, 0, "JAxx", "JAyy", "JAzz");
  set_friction(step, 0, "b1", "mu1");
  if (n_bodies == 2) {
    set_inertia(step, 1, "JBxx", "JByy", "JBzz");
    set_friction(step, 1, "b2", "mu2");
  }
  for (int k = 0; k < 3; k++)
    gravity[k] = tr_reference_param(step, (const char *[]){"tx", "ty", "tz"}[k]);
  memcpy(step->model->gravity.tilt, gravity, sizeof gravity);
  step->model->motors[0].gain = tr_reference_param(step, "K");
  step->model->motors[0].bias = 0;
  step->model->motors[0].rotor_inertia = tr_reference_param(step, "Jshaft");
}

void
tr_reference_clear(TrReferenceStep *step)
{
  g_clear_pointer(&step->model, tr_model_free);
}

static int
flatten(double *out, JsonNode *node)
{
  JsonArray *array;
  int n = 0;

  if (JSON_NODE_HOLDS_VALUE(node)) {
    out[0] = json_node_get_double(node);
    return 1;
  }
  array = json_node_get_array(node);
  for (guint i = 0; i < json_array_get_length(array); i++)
    n += flatten(out + n, json_array_get_element(array, i));
  return n;
}

int
tr_reference_numbers(double *out, JsonObject *object, const char *name)
{
  return flatten(out, json_object_get_member(object, name));
}
