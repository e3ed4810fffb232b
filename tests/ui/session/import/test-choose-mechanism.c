/* Tests of the choice of a mechanism for a log by the names and units of its columns. */
#include <math.h>
#include <string.h>

#include "io/intake/mapping_plan.h"
#include "io/log/load.h"
#include "io/packed/temp_folder.h"
#include "io/project/private.h"
#include "ui/session/import/log-import.h"
#include "ui/session/import/templates.h"

static char *folder;

/* Writes rows of a time and `n` columns that move, under `header`. */
static char *
write_csv(const char *name, const char *header, int n)
{
  g_autoptr(GString) text = g_string_new(header);
  char *path = g_build_filename(folder, name, NULL);

  for (int i = 0; i < 40; i++) {
    g_string_append_printf(text, "%.3f", i * 1e-3);
    for (int k = 1; k <= n; k++)
      g_string_append_printf(text, ",%.4f", sin(0.1 * i * k));
    g_string_append(text, "\n");
  }
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  return path;
}

/* Returns the plan for a file; `order` and *n as of trammel_templates_choose(). */
static TrammelMappingPlan *
choose(const char *path, const char *layout, guint order[], guint *n)
{
  g_autoptr(TrammelLogImport) logs = trammel_log_import_new((const char *[]){path, NULL}, layout);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_templates_start(0, logs, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelDataset) dataset =
      trammel_dataset_load(path, trammel_project_get_log(project, 0)->import, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);

  return trammel_templates_choose(logs, table, order, n);
}

/* The mechanism follows from names and units; without either the simplest one is chosen, and the
 * time is never a signal. */
static void
test_names(void)
{
  static const struct {
    const char *layout, *title;
    gboolean has_names;
    const char *summary;
  } cases[] = {
      {"{ \"time\": { \"column\": \"#1\" }, \"import\": { \"columns\": ["
       " { \"column\": \"#3\", \"name\": \"theta\", \"unit\": \"rad\" },"
       " { \"column\": \"#4\", \"name\": \"cart\", \"unit\": \"m\" },"
       " { \"column\": \"#5\", \"name\": \"current\", \"unit\": \"A\" } ] } }",
       "Cart-pole pushed by a motor", TRUE,
       "2 of 2 sensors and 1 of 1 inputs are mapped. Not used: #2, #6, #7, #8 and 5 more."},
      {"{ \"time\": { \"column\": \"#1\" } }", "Pendulum with dry friction", FALSE,
       "1 of 1 sensors are mapped. Not used: #3, #4, #5, #6 and 7 more."}};
  g_autofree char *path = write_csv("plain.csv", NULL, 12);

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    guint order[TRAMMEL_TEMPLATE_CHOICES], n;
    g_autoptr(TrammelMappingPlan) plan = choose(path, cases[i].layout, order, &n);

    g_assert_cmpstr(trammel_templates_get_title(order[0]), ==, cases[i].title);
    g_assert_cmpuint(n, ==, 1);
    g_autofree char *summary = trammel_mapping_plan_summarise(plan);
    g_assert_cmpstr(summary, ==, cases[i].summary);
    for (guint k = 0; k < plan->rows->len; k++) {
      const TrammelMapRow *row = trammel_mapping_plan_get(plan, k);
      g_assert_cmpuint(row->column, >, 1); /* the first is the time */
      g_assert_cmpint(row->guess != TRAMMEL_GUESS_BY_ORDER, ==, cases[i].has_names);
    }
  }
}

/* An angle or a place and a motor: the simplest of several mechanisms, and the others of its size;
 * a command is no prescribed position. */
static void
test_equals(void)
{
  g_autofree char *path = write_csv("axis.csv", "t,qm,vir\n", 2);
  guint order[TRAMMEL_TEMPLATE_CHOICES], n;
  g_autoptr(TrammelMappingPlan) plan = choose(path, "{}", order, &n);
  const TrModel *model = trammel_project_get_model(plan->project);

  g_assert_cmpuint(n, ==, 4);
  g_assert_cmpint(model->n_bodies, ==, 1);
  g_assert_cmpint(model->motors[0].drive, ==, TR_DRIVE_NONE);
  g_assert_cmpstr(trammel_templates_get_title(order[0]), ==, "Geared servo axis");
  g_assert_cmpstr(trammel_templates_get_title(order[2]), ==, "Pendulum with a motor");
  g_assert_nonnull(strstr(trammel_templates_get_title(order[3]), "Linear axis"));
}

/* Two torques drive two hinges: both are mapped by the numbers in their names. */
static void
test_driven(void)
{
  g_autofree char *path = write_csv("driven.csv", "t,q1,q2,tau1,tau2\n", 4);
  guint order[TRAMMEL_TEMPLATE_CHOICES], n;
  g_autoptr(TrammelMappingPlan) plan = choose(path, "{}", order, &n);

  g_assert_cmpstr(trammel_templates_get_title(order[0]), ==, "Double pendulum with motors");
  for (guint k = 0; k < plan->rows->len; k++)
    g_assert_cmpuint(trammel_mapping_plan_get(plan, k)->column, ==, k + 2);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/choose-mechanism/names", test_names);
  g_test_add_func("/ui/session/choose-mechanism/equals", test_equals);
  g_test_add_func("/ui/session/choose-mechanism/driven", test_driven);
  int result = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
