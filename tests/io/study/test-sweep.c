/* Tests of sweeps read back from JSON, and kept with a project: the same content is read, and a
 * damaged file is refused with the place. */
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/study/project_sweeps.h"

#define POINT(at, status, observation, state, value)                                               \
  "{\"settings\":{\"kappa\":" at "},\"status\":\"" status                                          \
  "\",\"message\":null,\"iterations\":4,\"seconds\":0.25,\"warm\":true,\"kappa\":" at              \
  ",\"cost\":{\"total\":12.5,\"observation_mse\":0.5,\"state_mse\":null,\"prior\":0.125}"          \
  ",\"l_curve\":{\"observation\":" observation ",\"state\":" state "}"                             \
  ",\"score\":{\"rmse\":0.1,\"nrmse_percent\":" observation                                        \
  ",\"horizon\":null,\"message\":\"short\"}"                                                       \
  ",\"parameters\":[{\"id\":\"body.rod.mass\",\"unit\":\"kg\",\"value\":" value                    \
  ",\"sigma\":null,\"identifiable\":false,\"at_bound\":true}]}"

#define WHOLE                                                                                      \
  "{\"over\":{\"kappa\":[0.1,1,10,100]},\"points\":[" POINT(                                       \
      "0.1", "converged", "1", "100",                                                              \
      "1.5") "," POINT("1", "stopped", "1.1", "10",                                                \
                       "1.25") "," POINT("10", "converged", "1.2", "1",                            \
                                         "1.125") "," POINT("100", "converged", "12", "0.9",       \
                                                            "1") "],\"scored\":{\"logs\":["        \
                                                                 "\"one\"],\"fitted\":true}}"

static TrammelSweep *
read_sweep(const char *text)
{
  g_autoptr(GError) error = NULL;
  TrammelSweep *sweep = trammel_sweep_new_from_json(text, "s.json", &error);

  g_assert_no_error(error);
  return sweep;
}

static void
test_values(void)
{
  g_autoptr(TrammelSweep) sweep = read_sweep(WHOLE);
  const TrammelSweepPoint *point = sweep->points->pdata[1];
  const double x[] = {1, 1.1, 1.2, 12}, y[] = {100, 10, 1, 0.9};
  const TrammelSweepCorner *corner = &g_array_index(sweep->corners, TrammelSweepCorner, 0);

  g_assert_cmpuint(sweep->points->len, ==, 4);
  g_assert_false(sweep->interrupted);
  g_assert_true(sweep->scores_fitted);
  g_assert_cmpstr(sweep->scored->pdata[0], ==, "one");
  g_assert_cmpstr(sweep->ids->pdata[0], ==, "body.rod.mass");
  g_assert_cmpstr(sweep->units->pdata[0], ==, "kg");
  g_assert_cmpstr(point->status, ==, "stopped");
  g_assert_cmpint(point->iterations, ==, 4);
  g_assert_cmpfloat(point->at[0], ==, 1);
  g_assert_cmpfloat(point->cost.prior, ==, 0.125);
  g_assert_true(isnan(point->state_mse));
  g_assert_cmpfloat(point->values[0].value, ==, 1.25);
  g_assert_true(isnan(point->values[0].sigma));
  g_assert_true(point->values[0].at_bound && !point->values[0].identifiable && point->is_warm);
  g_assert_cmpstr(point->score.message, ==, "short");
  g_assert_true(trammel_sweep_find_best(sweep) == sweep->points->pdata[0]);
  /* computed again, from the curve that was read */
  g_assert_cmpuint(sweep->corners->len, ==, 1);
  g_assert_cmpint(corner->corner.index, ==, tr_lcurve_corner(x, y, 4).index);
}

/* The text that was written is read and written again unchanged. */
static void
test_round_trip(void)
{
  g_autoptr(TrammelSweep) sweep = read_sweep(WHOLE);
  g_autofree char *first = trammel_sweep_to_json(sweep);
  g_autoptr(TrammelSweep) again = read_sweep(first);
  g_autofree char *second = trammel_sweep_to_json(again);

  g_assert_cmpstr(first, ==, second);
  g_assert_nonnull(strstr(first, "\"corners\""));
}

static void
test_interrupted(void)
{
  g_autoptr(TrammelSweep) sweep = read_sweep(
      "{\"over\":{\"h\":[1,2],\"body.rod.mass\":[1,2]},\"points\":[{\"settings\":{\"h\":1,"
      "\"body.rod.mass\":2},\"status\":\"failed\",\"message\":\"why\"}]}");
  const TrammelSweepPoint *point = sweep->points->pdata[0];

  g_assert_true(sweep->interrupted);
  g_assert_null(point->values);
  g_assert_cmpstr(point->message, ==, "why");
  g_assert_cmpfloat(point->at[1], ==, 2);
  g_assert_cmpint(((const TrammelSweepAxis *)sweep->axes->pdata[0])->kind, ==,
                  TRAMMEL_SWEEP_SETTING);
  g_assert_cmpint(((const TrammelSweepAxis *)sweep->axes->pdata[1])->kind, ==,
                  TRAMMEL_SWEEP_QUANTITY);
}

/* ---- damaged files --------------------------------------------------------------------------- */

static const struct {
  const char *text, *message;
} broken[] = {
    {"[]", "object"},
    {"{\"points\":[]}", "a sweep needs \"over\""},
    {"{\"over\":7}", "over"},
    {"{\"over\":{}}", "over: expected one or two settings or quantities; found 0"},
    {"{\"over\":{\"a\":[1],\"b\":[1],\"c\":[1]}}", "found 3"},
    {"{\"over\":{\"kappa\":[]}}", "over.kappa: expected the values"},
    {"{\"over\":{\"kappa\":[1,\"x\"]}}", "over.kappa[1]"},
    {"{\"over\":{\"kappa\":[1,null]}}", "over.kappa[1]: expected a number"},
    {"{\"over\":{\"kappa\":[1]},\"points\":{}}", "points"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[1]}", "points[0]"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{}]}", "points[0]: a point needs \"settings\""},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{\"settings\":{\"h\":1}}]}",
     "points[0].settings.kappa: expected a number"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{\"settings\":{\"kappa\":1}},{}]}", "found 2 of 1"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{\"settings\":{\"kappa\":1},\"status\":\"odd\"}]}",
     "points[0].status"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{\"settings\":{\"kappa\":1},\"iterations\":-1}]}",
     "points[0].iterations: expected a number of iterations"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{\"settings\":{\"kappa\":1},\"cost\":[]}]}",
     "points[0].cost"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{\"settings\":{\"kappa\":1},\"l_curve\":{\"state\":"
     "\"x\"}}]}",
     "points[0].l_curve.state"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[{\"settings\":{\"kappa\":1},\"parameters\":[{}]}]}",
     "points[0].parameters[0].id"},
    {"{\"over\":{\"kappa\":[1,2]},\"points\":[{\"settings\":{\"kappa\":1},\"parameters\":[{\"id\":"
     "\"a\"}]},{\"settings\":{\"kappa\":2},\"parameters\":[{\"id\":\"b\"}]}]}",
     "points[1].parameters[0].id: 'b' is not the parameter"},
    {"{\"over\":{\"kappa\":[1,2]},\"points\":[{\"settings\":{\"kappa\":1},\"parameters\":[{\"id\":"
     "\"a\"},{\"id\":\"b\"}]},{\"settings\":{\"kappa\":2},\"parameters\":[{\"id\":\"a\"}]}]}",
     "points[1].parameters: expected 2 parameters"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[],\"scored\":{\"logs\":[1]}}", "scored.logs[0]"},
    {"{\"over\":{\"kappa\":[1]},\"points\":[],\"scored\":4}", "scored"},
};

static void
test_broken(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(broken); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_sweep_new_from_json(broken[i].text, "s.json", &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, "s.json"));
    if (!strstr(error->message, broken[i].message))
      g_error("'%s' does not say '%s'", error->message, broken[i].message);
  }
}

/* Every truncated file is refused. */
static void
test_cut(void)
{
  gsize length = strlen(WHOLE);

  for (gsize n = 0; n < length; n++) {
    g_autofree char *text = g_strndup(WHOLE, n);
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_sweep_new_from_json(text, "s.json", &error));
    g_assert_nonnull(error);
  }
}

/* ---- with a project -------------------------------------------------------------------------- */

static const char model[] = "{\"format\":\"trammel/1\",\"model\":{\"bodies\":[{\"name\":\"rod\","
                            "\"mass\":1}],\"joints\":[{\"name\":\"j\",\"type\":\"hinge\","
                            "\"parent\":\"world\",\"child\":\"rod\"}]}}";

static TrammelProject *
load_project(const char *text)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(text, -1, "/", &error);

  g_assert_no_error(error);
  return project;
}

/* Only the latest over each setting; it is saved with the file, and is not part of a frozen
 * project. */
static void
test_kept(void)
{
  g_autoptr(TrammelProject) project = load_project(model), swept = load_project(model);
  g_autoptr(TrammelSweep) sweep = read_sweep(WHOLE);
  g_autofree char *text = trammel_sweep_to_json(sweep);
  g_autoptr(GError) error = NULL;

  g_assert_cmpint(trammel_project_find_sweep(project, "kappa"), ==, -1);
  for (int i = 0; i < 2; i++) {
    trammel_project_keep_sweep(project, sweep, swept, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(trammel_project_get_n_sweeps(project), ==, 1);
  }
  g_autofree char *file = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = load_project(file);
  g_assert_cmpint(trammel_project_find_sweep(again, "kappa"), ==, 0);
  g_assert_cmpint(trammel_project_find_sweep(again, "h"), ==, -1);
  g_autoptr(TrammelSweep) loaded = trammel_project_load_sweep(again, 0);
  g_autofree char *second = trammel_sweep_to_json(loaded);
  g_assert_cmpstr(text, ==, second);
  g_autoptr(TrammelProject) made_of = trammel_project_load_swept(again, 0);
  g_assert_cmpuint(trammel_project_get_n_sweeps(made_of), ==, 0);
  g_assert_true(trammel_project_remove_sweep(again, 0, &error));
  g_assert_cmpuint(trammel_project_get_n_sweeps(again), ==, 0);
}

static void
test_broken_project(void)
{
  g_autofree char *text =
      g_strdup_printf("%.*s,\"sweeps\":[{\"over\":{\"kappa\":[\"x\"]},\"points\":[]}]}",
                      (int)strlen(model) - 1, model);
  g_autoptr(GError) error = NULL;

  g_autoptr(TrammelProject) project = trammel_project_new_from_data(text, -1, "/", &error);
  g_assert_no_error(error);
  g_assert_false(trammel_project_check_sweeps(project, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "sweeps[0].over.kappa[0]"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/sweep/values", test_values);
  g_test_add_func("/io/sweep/round-trip", test_round_trip);
  g_test_add_func("/io/sweep/interrupted", test_interrupted);
  g_test_add_func("/io/sweep/broken", test_broken);
  g_test_add_func("/io/sweep/cut", test_cut);
  g_test_add_func("/io/sweep/kept", test_kept);
  g_test_add_func("/io/sweep/broken-project", test_broken_project);
  return g_test_run();
}
