/* Tests of a log as it stands in its file, and of its used samples. */
#include <glib/gstdio.h>
#include <math.h>

#include "io/base/error.h"
#include "io/log/load.h"
#include "io/problem/finding.h"
#include "io/problem/log_table.h"

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5 } ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"rod\" } ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"j\" } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", LOG } ] }";

static const char csv[] = "t [ms],q [deg],u,word,u\n"
                          "1000,0,1,a,0\n"
                          "1500,90,,b,0\n"
                          "2000,,3,c,0\n"
                          "2500,270,4,d,1\n"
                          "9000,360,5,e,1\n"
                          "9500,450,6,f,1\n";

static TrammelDataset *
load(const char *content)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.csv", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(path, content, -1, NULL));
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  g_remove(path);
  g_rmdir(folder);
  return dataset;
}

static TrammelProject *
new_project(const char *log)
{
  g_autoptr(GString) text = g_string_new(project_text);
  g_autoptr(GError) error = NULL;

  g_string_replace(text, "LOG", log, 1);
  TrammelProject *project = trammel_project_new_from_data(text->str, -1, "/nowhere", &error);
  g_assert_no_error(error);
  return project;
}

static void
test_channels(void)
{
  g_autoptr(TrammelDataset) dataset = load(csv);
  g_autoptr(TrammelProject) project = new_project("\"time\": { \"column\": \"t\" }");
  g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
  const TrammelTableChannel *const *channels = (gpointer)table->channels->pdata;

  g_assert_cmpuint(table->channels->len, ==, 4);
  g_assert_cmpstr(channels[0]->column, ==, "t [ms]");
  g_assert_true(channels[0]->is_time);
  g_assert_cmpstr(channels[1]->name, ==, "q");
  g_assert_cmpstr(channels[1]->unit, ==, "deg");
  g_assert_cmpuint(channels[1]->n_missing, ==, 1);
  g_assert_cmpfloat(channels[1]->y[3], ==, 270);
  g_assert_cmpfloat_with_epsilon(channels[1]->t[4], 8, 1e-12);
  g_assert_cmpstr(channels[2]->column, ==, "#3");
  g_assert_cmpstr(channels[3]->column, ==, "#5");
  g_assert_cmpint(trammel_log_table_find(table, "q"), ==, 1);
  g_assert_cmpint(trammel_log_table_find(table, "q [deg]"), ==, 1);
  g_assert_cmpint(trammel_log_table_find(table, "#5"), ==, 3);
  g_assert_cmpint(trammel_log_table_find(table, "word"), ==, -1);
  g_assert_cmpuint(table->n_rows, ==, 6);
  g_assert_cmpfloat_with_epsilon(table->rate, 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(table->duration, 8.5, 1e-12);
  g_assert_cmpuint(table->n_gaps, ==, 1);
  g_assert_cmpuint(table->n_unordered, ==, 0);
}

/* Decreasing stamps are shown unchanged; a rate makes its own. */
static void
test_clocks(void)
{
  g_autoptr(TrammelDataset) dataset = load("t,q\n0,1\n2,2\n1,3\n3,4\n");
  g_autoptr(TrammelProject) falling = new_project("\"role\": \"off\"");
  g_autoptr(TrammelProject) even = new_project("\"time\": { \"rate\": 10 }");
  g_autoptr(TrammelProject) wrong = new_project("\"time\": { \"column\": \"clock\" }");
  g_autoptr(TrammelLogTable) a = trammel_log_table_new(falling, 0, dataset);
  g_autoptr(TrammelLogTable) b = trammel_log_table_new(even, 0, dataset);
  g_autoptr(TrammelLogTable) c = trammel_log_table_new(wrong, 0, dataset);

  g_assert_cmpuint(a->n_unordered, ==, 1);
  g_assert_cmpfloat(((TrammelTableChannel *)a->channels->pdata[1])->t[2], ==, 1);
  g_assert_cmpfloat_with_epsilon(b->rate, 10, 1e-9);
  g_assert_cmpfloat_with_epsilon(b->duration, 0.3, 1e-12);
  g_assert_cmpuint(c->n_rows, ==, 4);
}

/* Sign, scale, offset and delay are applied to the used samples, the unit is not; excluded parts
 * are gaps. */
static void
test_use(void)
{
  g_autoptr(TrammelDataset) dataset = load(csv);
  g_autoptr(TrammelProject) project =
      new_project("\"time\": { \"column\": \"t\" }, \"trim\": [0, 8.2],"
                  "\"exclude\": [[0.6, 7]], \"channels\": [ { \"signal\": \"s\","
                  "\"column\": \"q\", \"sign\": -1, \"scale\": 2, \"offset\": 3.141592653589793,"
                  "\"delay\": 0.25 }, { \"signal\": \"m\", \"constant\": 2 } ]");
  g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) uses = trammel_log_table_use(table, project, 0, findings, &error);

  g_assert_no_error(error);
  g_assert_cmpuint(uses->len, ==, 1);
  const TrammelTableUse *use = uses->pdata[0];
  g_assert_cmpuint(use->channel, ==, 1);
  g_assert_cmpstr(use->signal, ==, "s");
  g_assert_cmpfloat_with_epsilon(use->factor, G_PI / 180, 1e-15);
  /* 0.25 s: -2 * 90 - 180; a break; 7.75 s: -2 * 360 - 180 */
  g_assert_cmpuint(use->n, ==, 4);
  g_assert_cmpfloat_with_epsilon(use->t[0], 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon(use->y[0], -360, 1e-9);
  g_assert_true(isnan(use->y[1]));
  g_assert_cmpfloat_with_epsilon(use->y[2], -900, 1e-9);
  g_assert_true(isnan(use->y[3]));
}

static void
test_use_fails(void)
{
  g_autoptr(TrammelDataset) dataset = load(csv);
  g_autoptr(TrammelProject) project =
      new_project("\"time\": { \"column\": \"t\" }, \"channels\": [ { \"signal\": \"s\","
                  "\"column\": \"word\" } ]");
  g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_log_table_use(table, project, 0, findings, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "word"));
}

/* Returns the used samples of a channel with these members; NULL with the error. */
static GPtrArray *
use_with(const char *members, TrammelLogTable **table, GArray *findings, GError **error)
{
  GString *text = g_string_new("s,q [deg],p [deg]\n");
  g_autofree char *log =
      g_strdup_printf("\"time\": { \"column\": \"s\" }, \"channels\": [ { \"signal\": \"s\","
                      "\"column\": \"q\", %s } ]",
                      members);

  for (int i = 0; i < 200; i++)
    g_string_append_printf(text, "%g,%d,%d\n", 0.01 * i, 3 * i + (i == 50 ? 1000 : 0), i);
  g_autoptr(TrammelDataset) dataset = load(text->str);
  g_string_free(text, TRUE);
  g_autoptr(TrammelProject) project = new_project(log);
  *table = trammel_log_table_new(project, 0, dataset);
  return trammel_log_table_use(*table, project, 0, findings, error);
}

/* Formula and processing act in the unit of the file, one after the other; the table keeps what was
 * recorded. */
static void
test_process(void)
{
  g_autoptr(TrammelLogTable) table = NULL;
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) uses =
      use_with("\"formula\": \"x - [p]\", \"sign\": -1, \"process\": ["
               " { \"type\": \"outliers\" }, { \"type\": \"resample\", \"rate\": 50 },"
               " { \"type\": \"detrend\", \"degree\": 0 } ]",
               &table, findings, &error);

  g_assert_no_error(error);
  const TrammelTableUse *use = uses->pdata[0];
  g_assert_cmpuint(use->n, ==, 100);
  g_assert_cmpfloat_with_epsilon(use->t[1], 0.02, 1e-12);
  /* -(2 i - 198) at i = 2 k */
  for (gsize k = 0; k < use->n; k++)
    g_assert_cmpfloat_with_epsilon(use->y[k], 198 - 4.0 * (double)k, 1e-6);
  g_assert_cmpfloat(((TrammelTableChannel *)table->channels->pdata[1])->y[50], ==, 1150);
}

/* A filter makes errors correlated, which is said; a cutoff above half of the rate is an error, and
 * so is a derivative where an angle is measured. */
static void
test_process_findings(void)
{
  static const char *const wrong[][2] = {
      {"\"process\": [ { \"type\": \"low-pass\", \"cutoff\": 60 } ]", "step 1"},
      {"\"process\": [ { \"type\": \"derivative\" } ]", "'deg/s', which is an angular rate"},
      {"\"formula\": \"x + [nothing]\"", "nothing"}};
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(TrammelLogTable) table = NULL;
    g_autoptr(GError) fault = NULL;
    g_assert_null(use_with(wrong[i][0], &table, findings, &fault));
    g_assert_error(fault, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_test_message("%s", fault->message);
    g_assert_nonnull(strstr(fault->message, wrong[i][1]));
  }
  g_autoptr(TrammelLogTable) table = NULL;
  g_autoptr(GPtrArray) uses = use_with(
      "\"process\": [ { \"type\": \"low-pass\", \"cutoff\": 20 } ]", &table, findings, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(g_array_index(findings, TrammelFinding, 0).code, ==, "channel-filtered");
}

/* A measured MAT file: the channels of a struct have the time next to them. */
static void
test_mat(void)
{
  g_autofree char *path = g_build_filename(g_getenv("TRAMMEL_SHARED"), "data", "multiarm_pendulum",
                                           "SingleDataFreeSwing_1_Dt_0_0001.mat", NULL);
  g_autoptr(GError) error = NULL;

  if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("the measured logs are not here");
    return;
  }
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProject) project = new_project("\"role\": \"off\"");
  g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
  int angle = trammel_log_table_find(table, "Theta1.signals.values");

  g_assert_cmpint(angle, >=, 0);
  g_assert_nonnull(((TrammelTableChannel *)table->channels->pdata[angle])->t);
  g_assert_cmpfloat_with_epsilon(table->rate, 10000, 1e-3);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/log-table/channels", test_channels);
  g_test_add_func("/io/log-table/clocks", test_clocks);
  g_test_add_func("/io/log-table/use", test_use);
  g_test_add_func("/io/log-table/use-fails", test_use_fails);
  g_test_add_func("/io/log-table/process", test_process);
  g_test_add_func("/io/log-table/process-findings", test_process_findings);
  g_test_add_func("/io/log-table/mat", test_mat);
  return g_test_run();
}
