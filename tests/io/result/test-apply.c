/* Test of the settings of a result that a project takes over: the sigma of a sensor with several
 * channels. */
#include <math.h>

#include "io/base/json_tree.h"
#include "io/result/node.h"
#include "support/check.h"

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5 } ],"
    " \"joints\": [ { \"name\": \"pin\", \"type\": \"hinge\", \"parent\": \"world\","
    "   \"child\": \"rod\" } ],"
    " \"sensors\": [ { \"name\": \"angle\", \"type\": \"joint-position\", \"joint\": \"pin\" },"
    "   { \"name\": \"gyro\", \"type\": \"gyro\", \"body\": \"rod\" },"
    "   { \"name\": \"known\", \"type\": \"gyro\", \"body\": \"rod\", \"sigma\": 0.5 },"
    "   { \"name\": \"pose\", \"type\": \"body-pose\", \"body\": \"rod\" } ] } }";

static const char result_text[] =
    "{ \"format\": \"trammel-result/1\", \"parameters\": [], \"settings\": {}, \"logs\": ["
    " { \"sensors\": [ { \"name\": \"gyro.x\", \"sigma\": 0.1 },"
    "                  { \"name\": \"gyro.y\", \"sigma\": null },"
    "                  { \"name\": \"pose.y\", \"sigma\": 3e-4 },"
    "                  { \"name\": \"pose.qw\", \"sigma\": 3e-3 },"
    "                  { \"name\": \"pose.qz\", \"sigma\": 4e-3 },"
    "                  { \"name\": \"known.x\", \"sigma\": 9 } ] },"
    " { \"sensors\": [ { \"name\": \"gyro.x\", \"sigma\": 7 },"
    "                  { \"name\": \"angle\", \"sigma\": 0.01 },"
    "                  { \"name\": \"gyro.z\", \"sigma\": 0.7 } ] } ] }";

/* Returns the sigma of the sensor, or of the first channel of a device, after taking over. */
static double
get_sigma(const TrammelProject *project, const char *name)
{
  const TrModel *model = trammel_project_get_model(project);

  for (int s = 0; s < model->n_sensors; s++)
    if (g_str_equal(model->sensors[s].name, name))
      return model->sensors[s].sigma;
  g_assert_not_reached();
}

/* The root of the mean square of the channels, each from the first log that has it. */
static void
test_sigma_of_device(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(project_text, -1, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(JsonNode) result = trammel_json_parse(result_text, -1, "r", &error);
  g_assert_no_error(error);

  g_assert_true(trammel_result_node_apply_settings(project, result, "r", &error));
  g_assert_no_error(error);
  tr_assert_close(get_sigma(project, "angle"), 0.01, 1e-14, 0);
  for (const char *axis = "xyz"; *axis; axis++) {
    g_autofree char *gyro = g_strdup_printf("gyro.%c", *axis);
    g_autofree char *known = g_strdup_printf("known.%c", *axis);

    tr_assert_close(get_sigma(project, gyro), sqrt((0.1 * 0.1 + 0.7 * 0.7) / 2), 1e-14, 0);
    g_assert_cmpfloat(get_sigma(project, known), ==, 0.5);
  }
  tr_assert_close(get_sigma(project, "pose.z"), 3e-4, 1e-14, 0);
  tr_assert_close(get_sigma(project, "pose.qx"), sqrt((9e-6 + 16e-6) / 2), 1e-14, 0);
}

/* The elements of an inertia are taken over together: one after the other they would not be
 * definite. */
static void
test_inertia(void)
{
  static const char with_inertia[] =
      "{ \"format\": \"trammel/1\", \"model\": {"
      " \"bodies\": [ { \"name\": \"rod\", \"mass\": 1, \"inertia\": { \"xx\": 1, \"yy\": 1, "
      "\"zz\": 1,"
      "   \"xy\": 0.9 } } ],"
      " \"joints\": [ { \"name\": \"pin\", \"type\": \"hinge\", \"parent\": \"world\","
      "   \"child\": \"rod\" } ] } }";
  static const char smaller[] =
      "{ \"format\": \"trammel-result/1\", \"parameters\": ["
      " { \"id\": \"body.rod.inertia.xx\", \"value\": 0.1, \"stepper\": { \"value\": 0.1 } },"
      " { \"id\": \"body.rod.inertia.yy\", \"value\": 0.1, \"stepper\": { \"value\": 0.1 } },"
      " { \"id\": \"body.rod.inertia.xy\", \"value\": 0.01, \"stepper\": { \"value\": 0.01 } } ],"
      " \"settings\": {}, \"logs\": [] }";
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(with_inertia, -1, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(JsonNode) result = trammel_json_parse(smaller, -1, "r", &error);
  g_assert_no_error(error);

  g_assert_true(
      trammel_result_node_apply_values(project, result, "r", TRAMMEL_VALUES_PHYSICAL, &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(trammel_project_get_model(project)->bodies[0].inertia[3], ==, 0.01);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/result/apply/sigma-of-device", test_sigma_of_device);
  g_test_add_func("/io/result/apply/inertia", test_inertia);
  return g_test_run();
}
