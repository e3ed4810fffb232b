/* Noise of sensors from the samples of several logs: the mean of the variances, unless a sigma is
 * stated. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/motor_rig.h"
#include "engine/est/prepare/prepare.h"
#include "support/check.h"

#define NOISE 1e-4

/* Sets the noise that is found in `n` of the logs from `first` on. */
static double
find_sigma(TrTask task, const TrLog *first, int n)
{
  TrPrepared prepared;
  TrError error = {0};
  double sigma;

  task.logs = (TrLog *)first;
  task.n_logs = n;
  tr_assert_ok(tr_prepare(&prepared, &task, &error), &error);
  sigma = prepared.sigma[0];
  tr_prepared_clear(&prepared);
  return sigma;
}

static void
test_several_logs(void)
{
  static double louder[TR_MOTOR_RIG_NODES];
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  TrMotorRig rig;
  TrChannel channels[2];
  TrLog logs[2];
  double first, second;

  tr_motor_rig_set_up(
      &rig, &(TrMotorRun){
                .n_nodes = TR_MOTOR_RIG_NODES, .noise = NOISE, .drive = 2, .start = 1, .seed = 7});
  rig.model->sensors[0].sigma = NAN;
  memcpy(channels, rig.channels, sizeof channels);
  for (int k = 0; k < TR_MOTOR_RIG_NODES; k++)
    louder[k] = rig.y[k] + 5 * NOISE * g_rand_double_range(random, -1, 1);
  for (int c = 0; c < 2; c++)
    if (channels[c].kind == TR_SIGNAL_SENSOR)
      channels[c].y = louder;
  logs[0] = logs[1] = rig.log;
  strcpy(logs[1].name, "louder");
  logs[1].channels = channels;
  first = find_sigma(rig.task, &logs[0], 1);
  second = find_sigma(rig.task, &logs[1], 1);
  g_assert_cmpfloat(second, >, 2 * first);
  tr_assert_close(find_sigma(rig.task, logs, 2), sqrt((first * first + second * second) / 2), 1e-12,
                  0);
  rig.model->sensors[0].sigma = 0.03;
  g_assert_cmpfloat(find_sigma(rig.task, logs, 2), ==, 0.03);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/prepare/noise/several-logs", test_several_logs);
  return g_test_run();
}
