/* Tests of the import of a log: reading, import memory, and the mapping of channels to signals. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/task/reported.h"
#include "io/base/error.h"
#include "io/intake/mapping_plan.h"
#include "io/log/load.h"
#include "io/packed/temp_folder.h"
#include "io/problem/problem.h"
#include "io/project/examples.h"
#include "io/project/put.h"
#include "ui/session/import/csv-draft.h"
#include "ui/session/import/import-memory.h"
#include "ui/session/import/log-import.h"
#include "ui/session/import/mat-draft.h"
#include "ui/session/import/templates.h"

static char *folder; /* folder of the user's data and of the files */

static guint find_template(const char *title);

/* Writes rows of a swing under `header`. */
static char *
write_csv(const char *name, const char *header)
{
  g_autoptr(GString) text = g_string_new(header);
  char *path = g_build_filename(folder, name, NULL);

  for (int i = 0; i < 2000; i++)
    g_string_append_printf(text, "%.3f,%.6f,%.6f\n", i * 1e-3, 100 * sin(i * 3e-3),
                           -5 * sin(i * 3e-3));
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  return path;
}

static TrammelDataset *
load(const TrammelCsvDraft *draft)
{
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(draft->path, draft->import, NULL, &error);

  g_assert_no_error(error);
  return dataset;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* The time column is found and described; an obstacle is reported. */
static void
test_time(void)
{
  static const struct {
    const char *text;
    TrammelDraftTime kind;
    const char *column, *reason;
  } cases[] = {
      {"t [ms],q\n0,1\n2,2\n4,3\n", TRAMMEL_DRAFT_COLUMN, "t [ms]", NULL},
      {"stamp,q\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,2\n", TRAMMEL_DRAFT_COLUMN, "stamp",
       NULL},
      {"a,b\n1,5\n2,3\n3,9\n4,1\n", TRAMMEL_DRAFT_COLUMN, "a", NULL},
      {"a,b\n1,5\n2,3\n0,9\n", TRAMMEL_DRAFT_RATE, NULL, NULL},
      {"t,q\n0,1\n2,2\n1,3\n3,4\n", TRAMMEL_DRAFT_COLUMN, "t", "data row 3"},
      {"t,word\n0,a\n1,b\n2,c\n", TRAMMEL_DRAFT_COLUMN, "t", "no column of numbers"},
  };

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_build_filename(folder, "time.csv", NULL);
    g_assert_true(g_file_set_contents(path, cases[i].text, -1, NULL));
    g_autoptr(TrammelCsvDraft) draft = trammel_csv_draft_new(path);
    g_autoptr(TrammelDataset) dataset = load(draft);
    TrammelDraftClock clock;
    trammel_csv_draft_guess_time(draft, dataset);
    trammel_csv_draft_read_clock(&clock, draft, dataset);
    g_autofree char *why = trammel_csv_draft_check(draft, dataset, &clock);
    g_assert_cmpint(draft->time, ==, cases[i].kind);
    g_assert_cmpstr(draft->column, ==, cases[i].column);
    if (cases[i].reason)
      g_assert_nonnull(strstr(why, cases[i].reason));
    else
      g_assert_cmpstr(why, ==, NULL);
    trammel_draft_clock_clear(&clock);
  }
}

static void
test_clock_in_words(void)
{
  g_autofree char *path = write_csv("a.csv", "t,q1 [deg],u\n");
  g_autoptr(TrammelCsvDraft) draft = trammel_csv_draft_new(path);
  g_autoptr(TrammelDataset) dataset = load(draft);
  TrammelDraftClock clock;

  trammel_csv_draft_guess_time(draft, dataset);
  trammel_csv_draft_read_clock(&clock, draft, dataset);
  g_autofree char *words = trammel_draft_clock_describe(&clock);
  g_assert_cmpstr(words, ==, "from 0 s to 1.999 s, step 1 ms (1 kHz), always increasing");
  trammel_draft_clock_clear(&clock);
  draft->time = TRAMMEL_DRAFT_DATES;
  trammel_csv_draft_read_clock(&clock, draft, dataset);
  g_assert_nonnull(strstr(clock.error, "Choose the columns"));
  trammel_draft_clock_clear(&clock);
}

/* The import memory of a file applies to the next one with the same header, and only to such
 * files. */
static void
test_remembered(void)
{
  static const char header[] = "t,q1 [deg],u\n";
  g_autofree char *path = write_csv("a.csv", header);
  g_autoptr(TrammelCsvDraft) draft = trammel_csv_draft_new(path);
  g_autoptr(TrammelDataset) dataset = load(draft);
  g_autofree char *fingerprint = trammel_import_memory_fingerprint(header);
  g_autoptr(GError) error = NULL;

  trammel_csv_draft_guess_time(draft, dataset);
  trammel_csv_draft_set_column(draft, "u", "current", "A", FALSE);
  draft->unit = g_strdup("ms");
  g_autofree char *layout = trammel_csv_draft_to_layout(draft, dataset);
  g_assert_true(trammel_import_memory_store(fingerprint, layout, &error));
  g_assert_no_error(error);
  g_autoptr(TrammelCsvDraft) next = trammel_csv_draft_new("/elsewhere/b.csv");
  g_assert_false(trammel_csv_draft_recall(next, "t,q2,u"));
  g_assert_true(trammel_csv_draft_recall(next, "t,q1 [deg],u"));
  g_assert_cmpstr(next->column, ==, "t");
  g_assert_cmpstr(next->unit, ==, "ms");
  g_assert_cmpstr(trammel_csv_draft_get_column(next, "u")->name, ==, "current");
  g_assert_true(trammel_import_memory_forget(fingerprint, &error));
  g_assert_null(trammel_import_memory_dup(fingerprint));
}

/* Words among numbers are accepted as missing values, in addition to the usual ones. */
static void
test_faults_are_accepted(void)
{
  g_autofree char *path = g_build_filename(folder, "faults.csv", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(path, "t,q\n0,1\n1,oops\n2,NaN\n3,4\n4,5\n", -1, NULL));
  g_autoptr(TrammelCsvDraft) draft = trammel_csv_draft_new(path);
  g_autoptr(TrammelDataset) dataset = load(draft);
  trammel_csv_draft_guess_time(draft, dataset);
  g_autofree char *layout = trammel_csv_draft_to_layout(draft, dataset);
  g_assert_nonnull(strstr(layout, "\"oops\""));
  g_assert_nonnull(strstr(layout, "\"NaN\""));
  g_assert_true(trammel_csv_draft_take_layout(draft, layout));
  g_autoptr(TrammelDataset) again = load(draft);
  g_assert_cmpuint(trammel_dataset_get_n_faults(again), ==, 0);
  g_assert_cmpuint(trammel_dataset_get_column(again, 1)->n_missing, ==, 2);
}

/* Three swings in one file: the time starts again, pauses, and a column counts them. */
static void
test_segments(void)
{
  g_autoptr(GString) text = g_string_new("t,q,run\n");
  g_autofree char *path = g_build_filename(folder, "three.csv", NULL);
  const TrammelSegment expected[] = {{0, 99}, {100, 299}, {300, 499}};

  for (int i = 0; i < 500; i++)
    g_string_append_printf(text, "%.3f,%d,%d\n",
                           i < 100   ? i * 0.01
                           : i < 300 ? (i - 100) * 0.01
                                     : (i - 100) * 0.01 + 5,
                           i,
                           i < 100   ? 7
                           : i < 300 ? 8
                                     : 9);
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  g_autoptr(TrammelCsvDraft) draft = trammel_csv_draft_new(path);
  g_autoptr(TrammelDataset) dataset = load(draft);
  TrammelDraftClock clock;
  trammel_csv_draft_guess_time(draft, dataset);
  trammel_csv_draft_read_clock(&clock, draft, dataset);
  g_assert_cmpuint(clock.n_unordered, >, 0);
  g_assert_null(trammel_csv_segments_find(draft, dataset));
  for (int way = TRAMMEL_SEGMENTS_TIME; way <= TRAMMEL_SEGMENTS_COLUMN; way++) {
    draft->segments = (TrammelDraftSegments)way;
    g_free(draft->segment);
    draft->segment = g_strdup("run");
    g_autoptr(GArray) found = trammel_csv_segments_find(draft, dataset);
    g_autofree char *words = trammel_csv_segments_describe(found);
    g_assert_cmpuint(found->len, ==, 3);
    g_assert_cmpmem(found->data, sizeof expected, expected, sizeof expected);
    g_assert_cmpstr(words, ==, "3 logs: rows 1 to 100, 101 to 300, 301 to 500");
    g_assert_null(trammel_csv_draft_check(draft, dataset, &clock));
  }
  /* a column that does not change where the time does */
  g_free(draft->segment);
  draft->segment = g_strdup("q");
  g_autofree char *why = trammel_csv_draft_check(draft, dataset, &clock);
  g_assert_nonnull(strstr(why, "no segment"));
  /* the logs, each with its rows */
  draft->segments = TRAMMEL_SEGMENTS_TIME;
  g_autofree char *layout = trammel_csv_draft_to_layout(draft, dataset);
  g_autoptr(TrammelLogImport) logs = trammel_log_import_new((const char *[]){path, NULL}, layout);
  logs->segments = trammel_csv_segments_find(draft, dataset);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project =
      trammel_templates_start(find_template("Pendulum"), logs, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(trammel_project_get_n_logs(project), ==, 3);
  g_assert_cmpstr(trammel_project_get_log_name(project, 2), ==, "three-3");
  g_autofree char *rows = trammel_project_dup_at(project, "logs[1].import.rows");
  g_assert_nonnull(strstr(rows, "101"));
  g_assert_nonnull(strstr(rows, "300"));
  trammel_draft_clock_clear(&clock);
}

static void
test_groups(void)
{
  g_autofree char *a = write_csv("a.csv", "t,q1 [deg],u\n");
  g_autofree char *b = write_csv("b.csv", "t,q2,u\n");
  g_autofree char *c = write_csv("c.csv", "t,q1 [deg],u\n");
  g_autoptr(GPtrArray) groups = trammel_log_import_group((const char *[]){a, b, c, NULL});
  g_assert_cmpuint(groups->len, ==, 2);
  g_assert_cmpuint(g_strv_length(groups->pdata[0]), ==, 2);
  g_assert_cmpstr(((char **)groups->pdata[0])[1], ==, c);
}

/* ---- mapping --------------------------------------------------------------------------------- */

static guint
find_template(const char *title)
{
  for (guint i = 0; i < trammel_templates_get_n(); i++)
    if (strstr(trammel_templates_get_title(i), title))
      return i;
  g_assert_not_reached();
}

static TrammelMappingPlan *
plan_file(guint template, const char *path, const char *layout)
{
  g_autoptr(TrammelLogImport) logs = trammel_log_import_new((const char *[]){path, NULL}, layout);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_templates_start(template, logs, &error);

  g_assert_no_error(error);
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
  return trammel_mapping_plan_new(project, 0, table);
}

static const TrammelMapRow *
find_row(const TrammelMappingPlan *plan, const char *signal)
{
  for (guint i = 0; i < plan->rows->len; i++)
    if (g_str_equal(trammel_mapping_plan_get(plan, i)->signal, signal))
      return trammel_mapping_plan_get(plan, i);
  g_assert_not_reached();
}

static const char *
get_column(const TrammelMappingPlan *plan, const TrammelMapRow *row)
{
  return row->column
             ? ((TrammelTableChannel *)plan->table->channels->pdata[row->column - 1])->column
             : NULL;
}

/* Names and units decide; guesses are marked. */
static void
test_guess(void)
{
  static const struct {
    const char *header, *sensor, *motor;
  } cases[] = {
      {"t,position [deg],current [A]\n", "position [deg]", "current [A]"},
      {"t,/joint0/position,/effort/data\n", "/joint0/position", "/effort/data"},
      {"t,q1 [deg],u\n", "q1 [deg]", "u"},
      {"t,temp [s],u\n", NULL, "u"},               /* a wrong unit */
      {"t,angel [deg],w7\n", "angel [deg]", NULL}, /* the first that fits */
      {"t,drive,position\n", "position", "drive"},
  };
  guint servo = find_template("servo");

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = write_csv("guess.csv", cases[i].header);
    g_autoptr(TrammelMappingPlan) plan =
        plan_file(servo, path, "{ \"time\": { \"column\": \"t\", \"unit\": \"s\" } }");
    trammel_mapping_plan_guess(plan);
    g_test_message("%s", cases[i].header);
    g_assert_cmpstr(get_column(plan, find_row(plan, "position")), ==, cases[i].sensor);
    g_assert_cmpstr(get_column(plan, find_row(plan, "drive")), ==, cases[i].motor);
    if (cases[i].sensor)
      g_assert_cmpint(find_row(plan, "position")->guess, !=, TRAMMEL_GUESS_NONE);
  }
}

/* A channel with the only fitting unit is taken; no current is a prescribed position. */
static void
test_guess_by_unit(void)
{
  static const char *const cases[][4] = {
      {"pushed", "t,theta [rad],cart [m],amps [A]\n", "position", "cart [m]"},
      {"driven", "t,theta [rad],cart [m],amps [A]\n", "servo", "cart [m]"},
      {"driven", "t,theta [rad],servo [A]\n", "servo", NULL}};

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = write_csv("u.csv", cases[i][1]);
    g_autoptr(TrammelMappingPlan) plan = plan_file(find_template(cases[i][0]), path, "{}");
    trammel_mapping_plan_guess(plan);
    g_assert_cmpstr(get_column(plan, find_row(plan, cases[i][2])), ==, cases[i][3]);
  }
}

/* The plan is applied to the project, and the next plan starts from it. */
static void
test_build(void)
{
  g_autofree char *path = write_csv("build.csv", "t,position [deg],u\n");
  g_autoptr(TrammelMappingPlan) plan =
      plan_file(find_template("servo"), path, "{ \"time\": { \"column\": \"t\" } }");
  g_autoptr(GError) error = NULL;

  g_autofree char *open = trammel_mapping_plan_check(plan);
  g_assert_nonnull(strstr(open, "at least one sensor"));
  trammel_mapping_plan_guess(plan);
  TrammelMapRow *row = (TrammelMapRow *)find_row(plan, "position");
  row->negative = TRUE;
  row->unit_text = g_strdup("deg");
  row->offset = 0.25;
  row->estimates_offset = TRUE;
  row->delay = 0.002;
  row->sigma = 1e-3;
  ((TrammelMapRow *)find_row(plan, "drive"))->scale = 2;
  g_autofree char *summary = trammel_mapping_plan_summarise(plan);
  g_assert_cmpstr(summary, ==, "1 of 1 sensors and 1 of 1 inputs are mapped.");
  g_autoptr(TrammelProject) project = trammel_mapping_plan_build(plan, FALSE, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(trammel_project_get_n_mappings(project, 0), ==, 2);
  const TrammelMapping *mapping = trammel_project_get_mapping(project, 0, 0);
  g_assert_cmpstr(mapping->column, ==, "position [deg]");
  g_assert_cmpfloat(mapping->sign, ==, -1);
  g_assert_cmpfloat(mapping->offset, ==, 0.25);
  g_assert_true(trammel_project_find_quantity(project, "log.build.position.offset")->free);
  g_assert_cmpfloat(trammel_project_get_model(project)->sensors[0].sigma, ==, 1e-3);
  g_autoptr(TrammelMappingPlan) next = trammel_mapping_plan_new(project, 0, plan->table);
  g_assert_true(find_row(next, "position")->negative);
  g_assert_cmpint(find_row(next, "position")->guess, ==, TRAMMEL_GUESS_NONE);
  /* removed again */
  ((TrammelMapRow *)find_row(next, "drive"))->column = 0;
  g_autoptr(TrammelProject) less = trammel_mapping_plan_build(next, FALSE, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(trammel_project_get_n_mappings(less, 0), ==, 1);
  /* refused */
  g_free(((TrammelMapRow *)find_row(next, "position"))->unit_text);
  ((TrammelMapRow *)find_row(next, "position"))->unit_text = g_strdup("kg");
  g_autofree char *why = trammel_mapping_plan_check(next);
  g_assert_nonnull(strstr(why, "kg"));
  g_assert_null(trammel_mapping_plan_build(next, FALSE, &error));
}

/* Later logs are mapped like the one with the same header, and "all" includes them. */
static void
test_more_logs(void)
{
  g_autofree char *a = write_csv("rig_1.csv", "t,position [deg],u\n");
  g_autofree char *b = write_csv("rig_2.csv", "t,position [deg],u\n");
  g_autofree char *c = write_csv("other.csv", "t,angle [deg],v\n");
  g_autoptr(TrammelMappingPlan) plan =
      plan_file(find_template("servo"), a, "{ \"time\": { \"column\": \"t\" } }");
  g_autoptr(TrammelLogImport) same = trammel_log_import_new((const char *[]){b, b, NULL}, "{ }");
  g_autoptr(TrammelLogImport) other = trammel_log_import_new((const char *[]){c, NULL}, "{ }");
  gboolean is_mapped = FALSE;
  g_autoptr(GError) error = NULL;

  trammel_mapping_plan_guess(plan);
  g_autoptr(TrammelProject) one = trammel_mapping_plan_build(plan, FALSE, &error);
  g_autoptr(TrammelProject) three = trammel_log_import_add(same, one, &is_mapped, &error);
  g_assert_no_error(error);
  g_assert_true(is_mapped);
  g_assert_cmpuint(trammel_project_get_n_logs(three), ==, 3);
  g_assert_cmpstr(trammel_project_get_log_name(three, 2), ==, "rig_2-2");
  g_assert_cmpuint(trammel_project_get_n_mappings(three, 2), ==, 2);
  g_autoptr(TrammelProject) four = trammel_log_import_add(other, three, &is_mapped, &error);
  g_assert_no_error(error);
  g_assert_false(is_mapped);
  g_autoptr(TrammelMappingPlan) again = trammel_mapping_plan_new(four, 0, plan->table);
  ((TrammelMapRow *)find_row(again, "position"))->negative = TRUE;
  g_autoptr(TrammelProject) all = trammel_mapping_plan_build(again, TRUE, &error);
  g_assert_no_error(error);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat(trammel_project_get_mapping(all, i, 0)->sign, ==, -1);
  g_assert_cmpuint(trammel_project_get_n_mappings(all, 3), ==, 0);
}

static void
test_templates(void)
{
  for (guint i = 0; i < trammel_templates_get_n(); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(TrammelProject) project = trammel_templates_load(i, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(trammel_project_get_n_logs(project), ==, 0);
    g_autofree char *picture = trammel_templates_dup_picture(i);
    g_assert_true(g_resources_get_info(picture, 0, NULL, NULL, NULL));
    /* the last one is for what is none of the others */
    g_assert_cmpint(trammel_project_get_model(project)->n_sensors > 0, ==,
                    i + 1 < trammel_templates_get_n());
  }
}

/* ---- MAT ------------------------------------------------------------------------------------- */

static TrammelMatDraft *
draft_mat(const char *first, const char *second)
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *path = g_build_filename(shared ? shared : "", "data", first, second, NULL);
  g_autoptr(GError) error = NULL;

  if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("the measured logs are not here");
    return NULL;
  }
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  return trammel_mat_draft_new(dataset);
}

static void
test_mat_structs(void)
{
  g_autoptr(TrammelMatDraft) draft =
      draft_mat("multiarm_pendulum", "SingleDataFreeSwing_1_Dt_0_0001.mat");

  if (!draft)
    return;
  /* the distance is constant */
  g_assert_cmpstr(draft->shape->path, !=, "Distance");
  g_autoptr(GListModel) roots = trammel_mat_draft_new_tree(draft, "", TRUE);
  g_assert_cmpuint(g_list_model_get_n_items(roots), ==, 3);
  g_autoptr(TrammelMatNode) node = g_list_model_get_item(roots, 1);
  g_assert_cmpstr(trammel_mat_node_get_name(node), ==, "Theta1");
  g_assert_nonnull(trammel_mat_node_get_shape(node));
  g_assert_cmpuint(g_list_model_get_n_items(trammel_mat_node_get_children(node)), ==, 2);
  g_autoptr(GListModel) found = trammel_mat_draft_new_tree(draft, "VELO", FALSE);
  g_assert_cmpuint(g_list_model_get_n_items(found), ==, 1);
  trammel_mat_draft_choose(draft, trammel_mat_node_get_shape(node));
  g_autofree char *layout = trammel_mat_draft_to_layout(draft);
  g_assert_nonnull(strstr(layout, "Theta1.time"));
  g_assert_null(trammel_mat_draft_check(draft));
  g_assert_null(trammel_mat_draft_describe_objects(draft));
}

/* Objects of classes are explained and not offered. */
static void
test_mat_objects(void)
{
  g_autoptr(TrammelMatDraft) draft =
      draft_mat("multiarm_pendulum", "SinglePendulumArm_RawData_1.mat");

  if (!draft)
    return;
  g_autofree char *objects = trammel_mat_draft_describe_objects(draft);
  g_autofree char *why = trammel_mat_draft_check(draft);
  g_assert_nonnull(strstr(objects, "MATLAB"));
  g_assert_nonnull(why);
  g_assert_null(draft->shape);
  g_assert_nonnull(strstr(trammel_mat_conversion_lines(), "'-v7'"));
}

/* Asserts that the reported value of the quantity is near the published one, with a finite sigma.
 */
static void
check_value(const TrFit *fit, const TrTask *task, TrParamKind kind, double published, double share)
{
  TrReported found = {.value = NAN};

  for (int i = 0; i < fit->n_free; i++)
    if (task->free[i].param.kind == kind)
      found = tr_fit_report(fit, i);
  g_test_message("%g, sigma %g, published %g", found.value, found.sigma, published);
  g_assert_true(found.is_physical && isfinite(found.sigma));
  g_assert_cmpfloat(fabs(found.value - published), <=, share * published);
}

/* A measured log of a real linear axis, imported as a user does, gives the published values. */
static void
test_measured_axis(void)
{
  g_autoptr(TrammelMatDraft) draft = draft_mat("emps", "DATA_EMPS.mat");
  g_autoptr(GError) error = NULL;

  if (!draft)
    return;
  g_assert_cmpstr(draft->time, ==, "t");
  g_autofree char *layout = trammel_mat_draft_to_layout(draft);
  g_autoptr(TrammelMappingPlan) plan =
      plan_file(find_template("Linear axis"), trammel_dataset_get_path(draft->dataset), layout);
  trammel_mapping_plan_guess(plan);
  g_assert_cmpstr(get_column(plan, trammel_mapping_plan_get(plan, 0)), ==, "qm");
  TrammelMapRow *input = trammel_mapping_plan_get(plan, 1);
  g_assert_cmpstr(get_column(plan, input), ==, "vir");
  input->scale = 35.15065;
  g_autoptr(TrammelProject) project = trammel_mapping_plan_build(plan, FALSE, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_project_get_settings(project)->h_is_auto);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);

  const TrTask *task = trammel_problem_get_task(problem);
  TrFit *fit = NULL;
  g_assert_cmpint(tr_identify(&fit, task, NULL), ==, TR_OK);
  g_assert_cmpint(tr_physical(fit, task), ==, TR_OK);
  check_value(fit, task, TR_PARAM_MASS, 95.1089, 0.007);
  check_value(fit, task, TR_PARAM_VISCOUS, 203.5034, 0.03);
  check_value(fit, task, TR_PARAM_COULOMB, 20.3935, 0.02);
  check_value(fit, task, TR_PARAM_BIAS, 3.1648, 0.016);
  tr_fit_free(fit);
}

/* Files that the import dialog would only stumble over are refused before it opens. */
static void
test_no_log(void)
{
  g_autofree char *missing = g_build_filename(folder, "missing.csv", NULL);
  g_autofree char *model =
      write_csv("arm.urdf", "<?xml version=\"1.0\"?>\n<robot name=\"arm\"/>\n");
  g_autofree char *log = write_csv("log.csv", "t,q,u\n");
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_log_import_can_read(missing, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_clear_error(&error);
  g_assert_false(trammel_log_import_can_read(model, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "arm.urdf"));
  g_clear_error(&error);
  g_assert_true(trammel_log_import_can_read(log, &error));
  g_assert_no_error(error);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/import/time", test_time);
  g_test_add_func("/ui/session/import/no-log", test_no_log);
  g_test_add_func("/ui/session/import/clock-in-words", test_clock_in_words);
  g_test_add_func("/ui/session/import/remembered", test_remembered);
  g_test_add_func("/ui/session/import/faults-are-accepted", test_faults_are_accepted);
  g_test_add_func("/ui/session/import/segments", test_segments);
  g_test_add_func("/ui/session/import/groups", test_groups);
  g_test_add_func("/ui/session/import/guess", test_guess);
  g_test_add_func("/ui/session/import/guess-by-unit", test_guess_by_unit);
  g_test_add_func("/ui/session/import/build", test_build);
  g_test_add_func("/ui/session/import/more-logs", test_more_logs);
  g_test_add_func("/ui/session/import/templates", test_templates);
  g_test_add_func("/ui/session/import/mat-structs", test_mat_structs);
  g_test_add_func("/ui/session/import/mat-objects", test_mat_objects);
  g_test_add_func("/ui/session/import/measured-axis", test_measured_axis);
  int result = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
