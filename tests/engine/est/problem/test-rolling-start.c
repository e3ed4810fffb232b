/* Prior of the orientation that a rolling body starts with. */
#include "engine/est/problem/rolling.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 41, BALL = 1, MOST_FREE = 2 };
#define STEP 0.01
#define TURN 1e-3 /* [rad] */

/* Returns the standard deviation of the orientation with these quantities free. */
static double
find_deviation(TrModel *model, const char *const *ids, int n_free)
{
  double t[N_NODES], y[N_NODES], r[3];
  TrChannel channel = {.kind = TR_SIGNAL_SENSOR, .n = N_NODES, .t = t, .y = y};
  TrLog log = {.name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 1, .channels = &channel};
  TrFree free[MOST_FREE];
  TrTask task = {.model = model,
                 .n_free = n_free,
                 .free = free,
                 .n_logs = 1,
                 .logs = &log,
                 .settings = tr_settings_default()};
  TrPrepared prepared;
  TrError error = {0};

  task.settings.h = STEP;
  for (int k = 0; k < N_NODES; k++) {
    t[k] = k * STEP;
    y[k] = 0.1 * sin(4 * t[k]);
  }
  for (int i = 0; i < n_free; i++) {
    free[i] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&free[i].param, model, ids[i]));
    free[i].start = tr_param_get(model, free[i].param);
  }
  tr_assert_ok(tr_prepare(&prepared, &task, &error), &error);
  TrProblem *problem = tr_problem_new(&task, &prepared);
  tr_problem_use_log(problem, 0);
  double *pose = tr_problem_pose(problem, problem->pose, 0, 0) + TR_POSE * BALL;

  tr_quat_retract(pose + 3, prepared.logs[0].start->pose + TR_POSE * BALL + 3,
                  (double[3]){0, TURN, 0});
  tr_rolling_orientations(r, NULL, problem, false, 0);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  return TURN / tr_vec3_norm(r);
}

/* Nothing depends on the orientation of a balanced ball; on that of one whose centre of mass is
 * elsewhere, or may be, something may. */
static void
test_deviation(void)
{
  static const char *const ids[] = {"body.B.com.x", "body.A.mass"};
  TrModel *model = tr_mechanism_ball_and_beam();
  double *centre = model->joints[1].child_frame.position;

  tr_assert_close(find_deviation(model, ids + 1, 1), TR_ROLLING_TURN, 1e-6, 0);
  memset(centre, 0, 3 * sizeof *centre);
  memset(model->bodies[BALL].com, 0, sizeof model->bodies[BALL].com);
  tr_assert_close(find_deviation(model, ids + 1, 1), TR_ROLLING_FREE, 1e-6, 0);
  tr_assert_close(find_deviation(model, ids, 2), TR_ROLLING_TURN, 1e-6, 0);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/problem/rolling-start/deviation", test_deviation);
  return g_test_run();
}
