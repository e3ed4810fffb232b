/* Directions that a log does not determine are held while the rest is fitted: the gain of a motor
 * whose input is zero. */
#include <math.h>

#include "engine/est/identify/motor_rig.h"
#include "engine/est/solve/hold.h"
#include "support/check.h"

#define START     1.3  /* of the parameters, in units of the truth */
#define CLOSENESS 0.01 /* of the rig's step, which is not the one that is fitted */

/* Fits at most one step, then with the undetermined directions held. */
static void
fit_held(TrMotorRig *rig, double drive, double *found)
{
  TrMotorRun run = {.n_nodes = TR_MOTOR_RIG_NODES,
                    .angle = 1,
                    .noise = 1e-4,
                    .drive = drive,
                    .start = START,
                    .seed = 3};
  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;
  TrPrepared prepared;
  TrProblem *problem;

  tr_motor_rig_set_up(rig, &run);
  tr_assert_ok(tr_prepare(&prepared, &rig->task, NULL), NULL);
  problem = tr_problem_new(&rig->task, &prepared);
  options.max_iterations = 2;
  g_assert_cmpint(tr_lm_run(&result, &tr_problem_ops, problem, &options), ==, TR_NOT_CONVERGED);
  options.max_iterations = 50;
  found[TR_MOTOR_RIG_FREE] = problem->parameters[TR_MOTOR_RIG_GAIN];
  if (tr_hold_undetermined(&result, problem, &options) == TR_OK)
    g_assert_cmpint(result.fits, ==, 2);
  else
    g_assert_cmpint(result.iterations, ==, 2);
  for (int i = 0; i < TR_MOTOR_RIG_FREE; i++)
    found[i] = problem->parameters[i];
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
}

static void
test_idle(void)
{
  double found[TR_MOTOR_RIG_FREE + 1];
  TrMotorRig rig;

  fit_held(&rig, 0, found);
  tr_assert_close(found[TR_MOTOR_RIG_GAIN], found[TR_MOTOR_RIG_FREE], 1e-9, 0);
  tr_assert_close(found[TR_MOTOR_RIG_INERTIA], rig.truth[TR_MOTOR_RIG_INERTIA], CLOSENESS, 0);
  tr_assert_close(found[TR_MOTOR_RIG_VISCOUS], rig.truth[TR_MOTOR_RIG_VISCOUS], CLOSENESS, 0);
  tr_model_free(rig.model);
}

/* Where all is determined nothing is held, and the fit stays as it ended. */
static void
test_determined(void)
{
  double found[TR_MOTOR_RIG_FREE + 1];
  TrMotorRig rig;

  fit_held(&rig, 1, found);
  g_assert_cmpfloat(found[TR_MOTOR_RIG_GAIN], ==, found[TR_MOTOR_RIG_FREE]);
  tr_model_free(rig.model);
}

int
main(int argc, char *argv[])
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/hold/idle", test_idle);
  g_test_add_func("/hold/determined", test_determined);
  return g_test_run();
}
