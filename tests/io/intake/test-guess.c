/* Tests of the guess which columns of a log belong to which signals. */
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>

#include "io/intake/mapping_plan.h"
#include "io/log/load.h"

static char *folder;

/* Writes rows of changing numbers under `header`, which has 8 columns. */
static char *
write_csv(const char *name, const char *header)
{
  g_autoptr(GString) text = g_string_new(header);
  char *path = g_build_filename(folder, name, NULL);

  for (int i = 0; i < 50; i++) {
    g_string_append_printf(text, "%.3f", i * 1e-3);
    for (int k = 1; k < 8; k++)
      g_string_append_printf(text, ",%.4f", 0.1 * k + 1e-3 * i);
    g_string_append(text, "\n");
  }
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  return path;
}

static const char *
find_column(const TrammelMappingPlan *plan, const char *signal)
{
  for (guint i = 0; i < plan->rows->len; i++) {
    const TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    if (g_str_equal(row->signal, signal) && row->column)
      return ((TrammelTableChannel *)plan->table->channels->pdata[row->column - 1])->column;
  }
  return NULL;
}

/* A tracked body takes the columns of its place and its quaternion. */
static void
test_guess_pose(void)
{
  static const char *const headers[][7] = {
      {"x [m]", "y [m]", "z [m]", "qw", "qx", "qy", "qz"},
      {"tracker_x", "tracker_y", "tracker_z", "tracker_qw", "tracker_qx", "tracker_qy",
       "tracker_qz"},
      {"pos_x", "pos_y", "pos_z", "quat_w", "quat_x", "quat_y", "quat_z"}};
  static const char *const axes[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  static const char text[] =
      "{ \"format\": \"trammel/1\", \"model\": { \"bodies\": [ { \"name\": \"cube\", \"mass\": 1 } "
      "],"
      " \"joints\": [ { \"name\": \"air\", \"type\": \"free\", \"parent\": \"world\", \"child\": "
      "\"cube\" } ],"
      " \"sensors\": [ { \"name\": \"tracker\", \"type\": \"body-pose\", \"body\": \"cube\" } ] },"
      " \"logs\": [ { \"name\": \"toss\", \"file\": \"toss.csv\" } ] }";

  for (guint i = 0; i < G_N_ELEMENTS(headers); i++) {
    g_autoptr(GString) header = g_string_new("t");
    g_autoptr(GError) error = NULL;
    for (guint k = 0; k < 7; k++)
      g_string_append_printf(header, ",%s", headers[i][k]);
    g_string_append(header, "\n");
    g_autofree char *path = write_csv("toss.csv", header->str);
    g_autoptr(TrammelProject) project = trammel_project_new_from_data(text, -1, folder, &error);
    g_assert_no_error(error);
    g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
    g_autoptr(TrammelMappingPlan) plan = trammel_mapping_plan_new(project, 0, table);

    g_assert_cmpuint(trammel_mapping_plan_guess(plan), ==, 7);
    for (guint k = 0; k < 7; k++) {
      g_autofree char *signal = g_strconcat("tracker.", axes[k], NULL);
      g_assert_cmpstr(find_column(plan, signal), ==, headers[i][k]);
    }
  }
}

/* Writes a cart with its pendulum: z = sin t, phi = 0.3 cos 2 t, and as v a voltage, or the rate of
 * z. */
static char *
write_cart(gboolean is_rate)
{
  g_autoptr(GString) text = g_string_new("t,z,phi,v\n");
  char *path = g_build_filename(folder, "cart.csv", NULL);

  for (int i = 0; i < 1000; i++) {
    double t = 0.01 * i;
    g_string_append_printf(text, "%.3f,%.6f,%.6f,%.6f\n", t, sin(t), 0.3 * cos(2 * t),
                           is_rate ? cos(t) : sin(5 * t));
  }
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  return path;
}

/* Without units, an angle is not the way of a slide, and v is the input of a motor unless it is the
 * rate of a position. */
static void
test_guess_cart(void)
{
  static const char text[] =
      "{ \"format\": \"trammel/1\", \"model\": { \"bodies\": [ { \"name\": \"cart\", \"mass\": 1 "
      "}, "
      "{ \"name\": \"pole\", \"mass\": 1 } ],"
      " \"joints\": [ { \"name\": \"rail\", \"type\": \"slide\", \"parent\": \"world\", \"child\": "
      "\"cart\" }, { \"name\": \"pivot\", \"type\": \"hinge\", \"parent\": \"cart\", \"child\": "
      "\"pole\" } ],"
      " \"motors\": [ { \"name\": \"push\", \"joint\": \"rail\" } ],"
      " \"sensors\": [ { \"name\": \"position\", \"type\": \"joint-position\", \"joint\": \"rail\" "
      "}, "
      "{ \"name\": \"angle\", \"type\": \"joint-position\", \"joint\": \"pivot\" } ] },"
      " \"logs\": [ { \"name\": \"cart\", \"file\": \"cart.csv\" } ] }";

  for (int is_rate = 0; is_rate < 2; is_rate++) {
    g_autofree char *path = write_cart(is_rate);
    g_autoptr(GError) error = NULL;
    g_autoptr(TrammelProject) project = trammel_project_new_from_data(text, -1, folder, &error);
    g_assert_no_error(error);
    g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
    g_autoptr(TrammelMappingPlan) plan = trammel_mapping_plan_new(project, 0, table);

    g_assert_cmpuint(trammel_mapping_plan_guess(plan), ==, is_rate ? 2 : 3);
    g_assert_cmpstr(find_column(plan, "position"), ==, "z");
    g_assert_cmpstr(find_column(plan, "angle"), ==, "phi");
    g_assert_cmpstr(find_column(plan, "push"), ==, is_rate ? NULL : "v");
    g_remove(path);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_test_add_func("/io/intake/guess/pose", test_guess_pose);
  g_test_add_func("/io/intake/guess/cart", test_guess_cart);
  int result = g_test_run();
  g_autofree char *path = g_build_filename(folder, "toss.csv", NULL);
  g_remove(path);
  g_rmdir(folder);
  g_free(folder);
  return result;
}
