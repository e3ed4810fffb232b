/* A log becomes a project: guesses, refusals, the values that arrive. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "io/problem.h"
#include "ui/session/import-plan.h"

/* The template after the examples: one mass on a rail. */
static guint
linear_axis(void)
{
  return trammel_import_get_n_templates() - 1;
}

static char *
write_csv(const char *header)
{
  GString *text = g_string_new(header);
  char *path = NULL;
  int file = g_file_open_tmp("trammel-test-XXXXXX.csv", &path, NULL);

  g_assert_cmpint(file, >=, 0);
  for (int i = 0; i < 2000; i++) {
    char t[G_ASCII_DTOSTR_BUF_SIZE], q[G_ASCII_DTOSTR_BUF_SIZE], u[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(t, sizeof t, "%.3f", i * 1e-3);
    g_ascii_formatd(q, sizeof q, "%.6f", 100 * sin(i * 3e-3));
    g_ascii_formatd(u, sizeof u, "%.6f", -5 * sin(i * 3e-3));
    g_string_append_printf(text, "%s,%s,%s\n", t, q, u);
  }
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  g_string_free(text, TRUE);
  close(file);
  return path;
}

static TrammelImportPlan *
plan_csv(const char *header, char **path)
{
  g_autoptr(GError) error = NULL;

  *path = write_csv(header);
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(*path, NULL, NULL, &error);
  g_assert_no_error(error);
  TrammelImportPlan *plan = trammel_import_plan_new(dataset);
  g_assert_true(trammel_import_plan_set_template(plan, linear_axis(), &error));
  g_assert_no_error(error);
  return plan;
}

static TrammelImportSignal *
get_signal(TrammelImportPlan *plan, guint i)
{
  return &g_array_index(plan->signals, TrammelImportSignal, i);
}

static void
test_templates_load(void)
{
  g_autofree char *path = NULL;
  g_autoptr(TrammelImportPlan) plan = plan_csv("t [s],q [mm],u [V]\n", &path);

  for (guint i = 0; i < trammel_import_get_n_templates(); i++) {
    g_autoptr(GError) error = NULL;
    TrError detail = {0};
    g_assert_true(trammel_import_plan_set_template(plan, i, &error));
    g_assert_no_error(error);
    g_assert_cmpint(tr_model_check(trammel_project_get_model(plan->model), &detail), ==, TR_OK);
    g_assert_cmpuint(plan->signals->len, >, 0);
  }
  g_unlink(path);
}

static void
test_guess(void)
{
  g_autofree char *path = NULL;
  g_autoptr(TrammelImportPlan) plan = plan_csv("time [s],qm [mm],vir [V]\n", &path);

  g_assert_cmpuint(plan->columns->len, ==, 3);
  g_assert_cmpuint(plan->time, ==, 0);
  g_assert_cmpuint(plan->signals->len, ==, 2);
  g_assert_false(get_signal(plan, 0)->is_motor);
  g_assert_cmpuint(get_signal(plan, 0)->column, ==, 2);
  g_assert_cmpstr(trammel_import_units("m")[get_signal(plan, 0)->unit_index], ==, "mm");
  g_assert_true(get_signal(plan, 1)->is_motor);
  g_assert_cmpuint(get_signal(plan, 1)->column, ==, 3);
  g_autofree char *why = trammel_import_plan_check(plan);
  g_assert_null(why);
  g_unlink(path);
}

/* Samples arrive as sign * scale * unit * raw. */
static void
test_build(void)
{
  g_autofree char *path = NULL;
  g_autoptr(TrammelImportPlan) plan = plan_csv("time [s],qm [mm],vir [V]\n", &path);
  g_autoptr(GError) error = NULL;

  get_signal(plan, 1)->scale = 35.15065;
  get_signal(plan, 1)->negative = TRUE;
  g_autoptr(TrammelProject) project = trammel_import_plan_build(plan, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(trammel_problem_get_task(problem)->settings.h, ==, 0.002);
  const TrLog *log = &trammel_problem_get_task(problem)->logs[0];
  g_assert_cmpint(log->n_channels, ==, 2);
  for (int c = 0; c < 2; c++) {
    const TrChannel *channel = &log->channels[c];
    double expected = channel->kind == TR_SIGNAL_SENSOR ? 0.1 * sin(3) : 35.15065 * 5 * sin(3);
    g_assert_cmpuint(channel->n, ==, 2000);
    g_assert_cmpfloat(fabs(channel->t[1000] - 1), <, 1e-9);
    g_assert_cmpfloat(fabs(channel->y[1000] - expected), <, 1e-4);
  }
  g_unlink(path);
}

static void
check_refused(TrammelImportPlan *plan, const char *word)
{
  g_autofree char *why = trammel_import_plan_check(plan);
  g_autoptr(GError) error = NULL;

  g_assert_nonnull(why);
  g_assert_nonnull(strstr(why, word));
  g_assert_null(trammel_import_plan_build(plan, &error));
  g_assert_nonnull(error);
}

static void
test_check(void)
{
  g_autofree char *path = NULL;
  g_autoptr(TrammelImportPlan) plan = plan_csv("time [s],qm [mm],vir [V]\n", &path);

  get_signal(plan, 0)->column = 0;
  check_refused(plan, "at least one sensor");
  get_signal(plan, 0)->column = 1;
  check_refused(plan, "time column");
  get_signal(plan, 0)->column = 2;
  get_signal(plan, 1)->scale = NAN;
  check_refused(plan, "scale");
  get_signal(plan, 1)->scale = 1;
  g_autofree char *why = trammel_import_plan_check(plan);
  g_assert_null(why);
  g_unlink(path);
}

/* Two columns of one name can still be told apart. */
static void
test_duplicate_headers(void)
{
  g_autofree char *path = NULL;
  g_autoptr(TrammelImportPlan) plan = plan_csv("t,q,q\n", &path);
  g_autoptr(GError) error = NULL;

  g_assert_cmpstr(plan->columns->pdata[1], ==, "#2");
  g_assert_cmpstr(plan->columns->pdata[2], ==, "#3");
  get_signal(plan, 0)->column = 3;
  get_signal(plan, 1)->column = 0;
  g_autoptr(TrammelProject) project = trammel_import_plan_build(plan, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(
      fabs(trammel_problem_get_task(problem)->logs[0].channels[0].y[500] + 5 * sin(1.5)), <, 1e-4);
  g_unlink(path);
}

static TrammelImportSignal *
find_signal(TrammelImportPlan *plan, const char *column, gboolean is_motor)
{
  for (guint i = 0; i < plan->signals->len; i++) {
    TrammelImportSignal *signal = get_signal(plan, i);
    if (signal->is_motor == is_motor && signal->column > 0 &&
        g_str_equal(plan->columns->pdata[signal->column - 1], column))
      return signal;
  }
  g_assert_not_reached();
}

static const TrEstimate *
find_estimate(const TrFit *fit, const TrTask *task, TrParamKind kind)
{
  for (int i = 0; i < fit->n_free; i++)
    if (task->free[i].param.kind == kind)
      return &fit->estimates[i];
  g_assert_not_reached();
}

static void
check_within(double value, double published, double tolerance)
{
  g_test_message("%g, published %g", value, published);
  g_assert_cmpfloat(fabs(value - published), <=, tolerance);
}

/* A measured log of a real linear axis, imported as a user does it, gives the published values. */
static void
test_measured_axis(void)
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *path = g_build_filename(shared ? shared : "", "data/emps/DATA_EMPS.mat", NULL);
  g_autoptr(GError) error = NULL;

  if (!shared || !g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("the log of the linear axis (data/emps/DATA_EMPS.mat) is not there");
    return;
  }
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelImportPlan) plan = trammel_import_plan_new(dataset);
  g_assert_true(trammel_import_plan_set_template(plan, linear_axis(), &error));
  g_assert_cmpstr(plan->columns->pdata[plan->time], ==, "t");
  g_assert_nonnull(find_signal(plan, "qm", FALSE));
  find_signal(plan, "vir", TRUE)->scale = 35.15065;
  g_autoptr(TrammelProject) project = trammel_import_plan_build(plan, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);

  const TrTask *task = trammel_problem_get_task(problem);
  TrFit *fit = NULL;
  g_assert_cmpint(tr_identify(&fit, task, NULL), ==, TR_OK);
  check_within(find_estimate(fit, task, TR_PARAM_MASS)->value, 95.1089, 0.007 * 95.1089);
  check_within(find_estimate(fit, task, TR_PARAM_VISCOUS)->value, 203.5034, 0.02 * 203.5034);
  check_within(find_estimate(fit, task, TR_PARAM_COULOMB)->value, 20.3935, 0.02 * 20.3935);
  check_within(find_estimate(fit, task, TR_PARAM_BIAS)->value, 3.1648, 0.05);
  tr_fit_free(fit);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/import-plan/templates-load", test_templates_load);
  g_test_add_func("/ui/session/import-plan/guess", test_guess);
  g_test_add_func("/ui/session/import-plan/build", test_build);
  g_test_add_func("/ui/session/import-plan/check", test_check);
  g_test_add_func("/ui/session/import-plan/duplicate-headers", test_duplicate_headers);
  g_test_add_func("/ui/session/import-plan/measured-axis", test_measured_axis);
  return g_test_run();
}
