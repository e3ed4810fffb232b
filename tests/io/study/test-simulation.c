/* Tests of simulations without a log: motions with closed forms, the log that is kept, and the
 * project's member. */
#include "io/study/simulation.h"

#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "io/base/error.h"
#include "io/problem/problem.h"
#include "io/scratch.h"

/* A cart of 2 kg on a slide, and a pendulum on it that does not touch the cart's motion. */
static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": { \"gravity\": { \"magnitude\": 0 },"
    " \"bodies\": [ { \"name\": \"cart\", \"mass\": 2 }, { \"name\": \"rod\", \"mass\": 0.5,"
    "   \"inertia\": { \"zz\": { \"value\": 0.03, \"free\": true, \"min\": 1e-4, \"max\": 1 } } } "
    "],"
    " \"joints\": [ { \"name\": \"rail\", \"type\": \"slide\", \"parent\": \"world\","
    "   \"child\": \"cart\" }, { \"name\": \"pin\", \"type\": \"hinge\", \"parent\": \"world\","
    "   \"child\": \"rod\", \"friction\": { \"model\": \"viscous\","
    "   \"viscous\": { \"value\": 0.02, \"free\": true, \"min\": 0, \"max\": 1 } } } ],"
    " \"motors\": [ { \"name\": \"push\", \"joint\": \"rail\" },"
    "   { \"name\": \"twist\", \"joint\": \"pin\" } ],"
    " \"sensors\": [ { \"name\": \"x\", \"type\": \"joint-position\", \"joint\": \"rail\" },"
    "   { \"name\": \"angle\", \"type\": \"joint-position\", \"joint\": \"pin\" } ] },"
    " %s \"settings\": { \"h\": 0.01 } }";

static TrammelProject *
load_project(const char *member, GError **error)
{
  g_autofree char *text = g_strdup_printf(project_text, member);

  return trammel_project_new_from_data(text, -1, NULL, error);
}

static TrammelSimulation *
simulate(TrammelProject *project, const TrammelScenario *scenario)
{
  g_autoptr(GError) error = NULL;
  TrammelSimulation *simulation = trammel_simulation_new(project, scenario, NULL, NULL, &error);

  g_assert_no_error(error);
  return simulation;
}

static double
get_joint(const TrammelSimulation *s, int joint, double t)
{
  int node = (int)round(t / s->motion->h);

  return tr_joint_position(trammel_project_get_model(s->project), joint,
                           tr_trajectory_pose(s->motion, node));
}

/* x = 1 + t/2, and from 1 s on (t - 1)^2/1 more by 4 N on 2 kg. */
static void
test_motion(void)
{
  g_autoptr(TrammelProject) project = load_project("", NULL);
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);

  g_assert_false(trammel_project_has_scenario(project));
  g_assert_true(trammel_scenario_set_input(scenario, "push", "4*step(t - 1)", NULL));
  trammel_scenario_set_start(scenario, "rail", (TrammelScenarioStart){1, 0.5});
  scenario->duration = 3;
  scenario->step = 1e-3;
  g_autoptr(TrammelSimulation) s = simulate(project, scenario);
  g_assert_cmpint(s->motion->n_nodes, ==, 3001);
  g_assert_cmpfloat_with_epsilon(get_joint(s, 0, 0), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon(get_joint(s, 0, 1), 1.5, 1e-3);
  g_assert_cmpfloat_with_epsilon(get_joint(s, 0, 3), 1 + 1.5 + 4, 5e-3);
  g_assert_cmpfloat_with_epsilon(get_joint(s, 1, 3), 0, 1e-9);
  g_autofree double *x = trammel_simulation_dup_readings(s, 0);
  g_assert_cmpfloat(x[1000], ==, get_joint(s, 0, 1));
}

/* The kept log leads back to the parameters that it was made with. */
static void
test_log(Scratch *scratch, gconstpointer data)
{
  g_autoptr(TrammelProject) project = load_project("", NULL);
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_scenario_set_input(scenario, "twist", "0.1*sin(4*t) + 0.05*t", NULL));
  g_assert_true(trammel_scenario_set_input(scenario, "push", "sin(t)", NULL));
  scenario->noise = 1e-3;
  g_autoptr(TrammelSimulation) s = simulate(project, scenario);
  g_autoptr(TrammelProject) kept = trammel_project_copy(project);
  g_assert_true(trammel_simulation_add_log(s, kept, scratch->path, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(trammel_project_get_n_logs(kept), ==, 1);
  g_assert_cmpstr(trammel_project_get_log_name(kept, 0), ==, "sweep");
  g_assert_cmpuint(trammel_project_get_n_mappings(kept, 0), ==, 4);
  g_assert_true(trammel_project_set_value(kept, "body.rod.inertia.zz", 0.05, &error));
  g_assert_true(trammel_project_set_value(kept, "joint.pin.viscous", 0.1, &error));
  g_autoptr(TrammelProblem) problem = trammel_problem_new(kept, NULL, NULL, &error);
  g_assert_no_error(error);
  TrFit *fit = NULL;
  TrError detail = {0};
  g_assert_cmpint(tr_identify(&fit, trammel_problem_get_task(problem), &detail), ==, TR_OK);
  g_assert_cmpfloat_with_epsilon(fit->estimates[0].value, 0.03, 3e-4);
  g_assert_cmpfloat_with_epsilon(fit->estimates[1].value, 0.02, 2e-3);
  tr_fit_free(fit);
}

/* The member of a project comes back, without names that the model lacks. */
static void
test_member(void)
{
  static const char member[] =
      "\"simulation\": { \"duration\": 2, \"step\": 0.005, \"noise\": 0.01, \"inputs\": [ {"
      " \"motor\": \"push\", \"formula\": \"2*t\" }, { \"motor\": \"gone\", \"formula\": \"1\" } ],"
      " \"start\": [ { \"joint\": \"pin\", \"rate\": 3 } ] },";
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = load_project(member, &error);

  g_assert_no_error(error);
  g_assert_true(trammel_project_has_scenario(project));
  g_autoptr(TrammelScenario) first = trammel_scenario_of(project);
  g_assert_true(trammel_scenario_keep(first, project, &error));
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);
  g_assert_cmpfloat(scenario->duration, ==, 2);
  g_assert_cmpfloat(scenario->step, ==, 0.005);
  g_assert_cmpfloat(scenario->noise, ==, 0.01);
  g_assert_cmpuint(g_hash_table_size(scenario->inputs), ==, 1);
  g_assert_cmpstr(g_hash_table_lookup(scenario->inputs, "push"), ==, "2*t");
  g_assert_true(isnan(trammel_scenario_get_start(scenario, "pin").position));
  g_assert_cmpfloat(trammel_scenario_get_start(scenario, "pin").rate, ==, 3);
}

static void
test_refused(void)
{
  static const char *const cases[][2] = {
      {"\"simulation\": 3,", "simulation"},
      {"\"simulation\": { \"duration\": 0 },", "simulation.duration"},
      {"\"simulation\": { \"step\": -1 },", "simulation.step"},
      {"\"simulation\": { \"noise\": -1 },", "simulation.noise"},
      {"\"simulation\": { \"inputs\": [ { \"motor\": \"push\", \"formula\": \"2*x\" } ] },",
       "simulation.inputs[0].formula"},
      {"\"simulation\": { \"inputs\": [ { \"formula\": \"2\" } ] },", "simulation.inputs[0].motor"},
      {"\"simulation\": { \"start\": [ { \"joint\": \"pin\", \"rate\": \"x\" } ] },",
       "simulation.start[0].rate"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(load_project(cases[i][0], &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_assert_nonnull(strstr(error->message, cases[i][1]));
  }
}

/* Inputs without a finite value and too many steps are named. */
static void
test_impossible(void)
{
  g_autoptr(TrammelProject) project = load_project("", NULL);
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);
  g_autoptr(GError) infinite = NULL, many = NULL;

  g_assert_true(trammel_scenario_set_input(scenario, "push", "1/t", NULL));
  g_assert_null(trammel_simulation_new(project, scenario, NULL, NULL, &infinite));
  g_assert_nonnull(strstr(infinite->message, "'push'"));
  g_assert_true(trammel_scenario_set_input(scenario, "push", "", NULL));
  scenario->duration = 1e9;
  g_assert_null(trammel_simulation_new(project, scenario, NULL, NULL, &many));
  g_assert_nonnull(strstr(many->message, "steps"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/study/simulation/motion", test_motion);
  scratch_add_test("/io/study/simulation/log", "sweep.csv", test_log);
  g_test_add_func("/io/study/simulation/member", test_member);
  g_test_add_func("/io/study/simulation/refused", test_refused);
  g_test_add_func("/io/study/simulation/impossible", test_impossible);
  return g_test_run();
}
