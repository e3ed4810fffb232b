/* Test of inertias that are written into a URDF file whose inertial frame is turned about all axes:
 * the file holds R^T J R for the tensor J in the axes of the link. */
#include <math.h>
#include <string.h>

#include "io/export/export_fixture.h"
#include "io/export/model.h"
#include "support/check.h"

#define ROLL  0.3
#define PITCH (-0.4)
#define YAW   0.5

static const char model_text[] =
    "<robot name='one'>\n"
    "  <link name='base'/>\n"
    "  <link name='rod'><inertial>\n"
    "    <origin xyz='0 0 0' rpy='0.3 -0.4 0.5'/><mass value='1'/>\n"
    "    <inertia ixx='%s' iyy='%s' izz='%s' ixy='%s' ixz='%s' iyz='%s'/>\n"
    "  </inertial></link>\n"
    "  <joint name='pin' type='continuous'><parent link='base'/><child link='rod'/></joint>\n"
    "</robot>\n";

static const char *const ids[6] = {"body.rod.inertia.xx", "body.rod.inertia.yy",
                                   "body.rod.inertia.zz", "body.rod.inertia.xy",
                                   "body.rod.inertia.xz", "body.rod.inertia.yz"};
static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
static const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};

static void
multiply(double out[9], const double a[9], const double b[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      out[3 * i + j] = 0;
      for (int k = 0; k < 3; k++)
        out[3 * i + j] += a[3 * i + k] * b[3 * k + j];
    }
}

static void
transpose(double out[9], const double a[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = a[3 * j + i];
}

/* Rotation of the frame by the definition of URDF: about the fixed x, then y, then z. */
static void
fill_rotation(double r[9])
{
  const double x[9] = {1, 0, 0, 0, cos(ROLL), -sin(ROLL), 0, sin(ROLL), cos(ROLL)};
  const double y[9] = {cos(PITCH), 0, sin(PITCH), 0, 1, 0, -sin(PITCH), 0, cos(PITCH)};
  const double z[9] = {cos(YAW), -sin(YAW), 0, sin(YAW), cos(YAW), 0, 0, 0, 1};
  double zy[9];

  multiply(zy, z, y);
  multiply(r, zy, x);
}

/* Tensor in the axes of the link from that in the axes of the file, or back. */
static void
turn(double out[6], const double in[6], gboolean back)
{
  double r[9], rt[9], half[9], whole[9], tensor[9];

  for (int i = 0; i < 6; i++)
    tensor[3 * rows[i] + columns[i]] = tensor[3 * columns[i] + rows[i]] = in[i];
  fill_rotation(r);
  transpose(rt, r);
  multiply(half, back ? rt : r, tensor);
  multiply(whole, half, back ? r : rt);
  for (int i = 0; i < 6; i++)
    out[i] = whole[3 * rows[i] + columns[i]];
}

static double
read_number(const char *text, const char *name)
{
  g_autofree char *head = g_strconcat(name, "='", NULL);
  const char *at = strstr(text, head);

  g_assert_nonnull(at);
  return g_ascii_strtod(at + strlen(head), NULL);
}

/* Writes the first `n` values into a file that holds the tensor `file`, and checks that it then
 * holds `expected`. */
static void
check_written(const double file[6], const double values[6], guint n, const double expected[6])
{
  char numbers[6][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *model = export_fixture_make_path("model.urdf");
  g_autofree char *out = export_fixture_make_path("out.urdf");
  ExportValue written[6];
  g_auto(GStrv) notes = NULL;
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < 6; i++) {
    g_ascii_dtostr(numbers[i], sizeof numbers[i], file[i]);
    written[i] = (ExportValue){ids[i], "kg m^2", values[i], 1e-6};
  }
  g_autofree char *text = g_strdup_printf(model_text, numbers[0], numbers[1], numbers[2],
                                          numbers[3], numbers[4], numbers[5]);
  g_assert_true(g_file_set_contents(model, text, -1, NULL));
  g_autoptr(TrammelExportResult) result = export_fixture_new(written, n);
  const TrammelModelOrder order = {.model = model, .path = out, .date = "2026-01-02"};
  g_autoptr(GBytes) bytes = trammel_export_model(result, &order, &notes, &error);
  g_assert_no_error(error);
  g_autofree char *xml = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  for (int i = 0; i < 6; i++)
    tr_assert_close(read_number(strstr(xml, "<inertia "), names[i]), expected[i], 1e-12, 1e-16);
}

/* All six numbers, and one of them with the rest of the file's. */
static void
test_turned(void)
{
  static const double file[6] = {0.004, 0.005, 0.002, 1e-4, -2e-4, 3e-4};
  static const double values[6] = {0.007, 0.006, 0.003, 4e-4, 5e-4, -6e-4};
  double expected[6], mixed[6];

  turn(expected, values, TRUE);
  check_written(file, values, 6, expected);
  turn(mixed, file, FALSE);
  mixed[0] = values[0];
  turn(expected, mixed, TRUE);
  check_written(file, values, 1, expected);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  export_fixture_begin();
  g_test_add_func("/io/export-model/urdf/turned-about-all-axes", test_turned);
  int status = g_test_run();
  export_fixture_end();
  return status;
}
