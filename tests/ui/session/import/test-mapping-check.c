/* Tests of the comparison of a mapped log with its model. */
#include <string.h>

#include "io/packed/temp_folder.h"
#include "io/project/examples.h"
#include "io/project/put.h"
#include "ui/session/import/mapping-check.h"

static char *folder;

/* An example's own mapping agrees with its model; a wrong sign is detected. */
static void
test_check(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = trammel_examples_write(trammel_examples_find("servo"), folder, &error);
  g_autoptr(TrammelProject) project = trammel_project_load(path, &error);
  gboolean flip;

  g_assert_no_error(error);
  g_autoptr(TrammelMappingCheck) right = trammel_mapping_check_new(project, 0, NULL);
  g_assert_cmpstr(right->error, ==, NULL);
  g_assert_cmpuint(right->traces->len, ==, 1);
  const TrammelMappingTrace *trace = right->traces->pdata[0];
  g_autofree char *praise = trammel_mapping_trace_describe(trace, &flip);
  g_test_message("%s", praise);
  g_assert_cmpstr(trace->unit, ==, "deg");
  g_assert_cmpuint(trace->n, >, 9000);
  g_assert_false(flip);
  g_assert_true(trammel_project_put(project, "logs[0].channels[0].sign", "-1", &error));
  g_autoptr(TrammelMappingCheck) wrong = trammel_mapping_check_new(project, 0, NULL);
  g_autofree char *doubt = trammel_mapping_trace_describe(wrong->traces->pdata[0], &flip);
  g_test_message("%s", doubt);
  g_assert_true(flip);
  g_assert_nonnull(strstr(doubt, "and sign right?"));
  g_assert_true(trammel_project_put(project, "logs[0].file", "\"gone.csv\"", &error));
  g_autoptr(TrammelMappingCheck) none = trammel_mapping_check_new(project, 0, NULL);
  g_assert_nonnull(strstr(none->error, "gone.csv"));
}

/* Of a model that has run away, that is said first: its direction tells little. */
static void
test_run_away(void)
{
  static const struct {
    double correlation, ratio;
    gboolean flip;
    const char *words;
  } cases[] = {{-0.47, 2, TRUE, "is the sign wrong?"},
               {-0.47, 425, TRUE, "moves 425 times as far as the log, and against it"},
               {0.5, 425, FALSE, "moves 425 times as far as the log: are"},
               {0.97, 2, FALSE, "move alike"}};

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const TrammelMappingTrace trace = {.correlation = cases[i].correlation,
                                       .ratio = cases[i].ratio};
    gboolean flip;
    g_autofree char *words = trammel_mapping_trace_describe(&trace, &flip);
    g_assert_cmpint(flip, ==, cases[i].flip);
    g_assert_nonnull(strstr(words, cases[i].words));
  }
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/import/mapping-check/servo", test_check);
  g_test_add_func("/ui/session/import/mapping-check/run-away", test_run_away);
  int result = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
