/* Singular values and directions against the sigmas and undetermined directions of the fit. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/est/uncertainty/spectrum.h"
#include "support/check.h"

enum { N_FREE = TR_MOTOR_RIG_FREE };

static void
set_up(TrMotorRig *rig)
{
  tr_motor_rig_set_up(
      rig, &(TrMotorRun){
               .n_nodes = TR_MOTOR_RIG_NODES, .noise = 1e-4, .drive = 2, .start = 1.2, .seed = 7});
}

static TrFit *
identify(const TrTask *task)
{
  TrFit *fit;
  TrError error = {0};

  tr_assert_ok(tr_identify(&fit, task, &error), &error);
  return fit;
}

/* sum_k (V_ik scale_i/s_k)^2 is the variance of parameter i; loadings are orthonormal. */
static void
test_sigmas(void)
{
  TrMotorRig rig;
  TrSpectrum spectrum;

  set_up(&rig);
  TrFit *fit = identify(&rig.task);
  tr_assert_ok(tr_spectrum(&spectrum, fit), NULL);
  g_assert_cmpint(spectrum.n, ==, N_FREE);
  for (int i = 0; i < N_FREE; i++) {
    double variance = 0;
    for (int k = 0; k < N_FREE; k++)
      variance += pow(spectrum.loading[k * N_FREE + i] / spectrum.singular[k], 2);
    tr_assert_close(sqrt(variance) * fit->estimates[i].scale, fit->estimates[i].sigma_linear, 1e-6,
                    0);
  }
  for (int k = 0; k < N_FREE; k++) {
    g_assert_cmpfloat(spectrum.singular[k], >, spectrum.threshold);
    g_assert_true(k == 0 || spectrum.singular[k] <= spectrum.singular[k - 1]);
    for (int l = 0; l <= k; l++) {
      double dot = 0;
      for (int i = 0; i < N_FREE; i++)
        dot += spectrum.loading[k * N_FREE + i] * spectrum.loading[l * N_FREE + i];
      tr_assert_close(dot, k == l, 0, 1e-12);
    }
  }
  tr_spectrum_clear(&spectrum);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* With the mass free as well one direction is undetermined: its value is below the threshold, and
 * it is the direction named by the fit. */
static void
test_lost_direction(void)
{
  TrMotorRig rig;
  TrFree free[N_FREE + 1];
  TrSpectrum spectrum;
  double along = 0;

  set_up(&rig);
  memcpy(free, rig.free, sizeof rig.free);
  free[N_FREE] = (TrFree){.param = {.kind = TR_PARAM_MASS},
                          .start = rig.model->bodies[0].mass,
                          .min = 0,
                          .max = INFINITY,
                          .prior_sigma = INFINITY};
  rig.task.free = free;
  rig.task.n_free = N_FREE + 1;
  TrFit *fit = identify(&rig.task);
  g_assert_cmpint(fit->n_directions, ==, 1);
  tr_assert_ok(tr_spectrum(&spectrum, fit), NULL);
  g_assert_cmpint(spectrum.n, ==, N_FREE + 1);
  g_assert_cmpfloat(spectrum.singular[N_FREE], <, spectrum.threshold);
  g_assert_cmpfloat(spectrum.singular[N_FREE - 1], >, spectrum.threshold);
  for (int i = 0; i <= N_FREE; i++)
    along += spectrum.loading[N_FREE * (N_FREE + 1) + i] * fit->directions[0].loading[i];
  tr_assert_close(fabs(along), 1, 0.02, 0);
  tr_spectrum_clear(&spectrum);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/spectrum/sigmas", test_sigmas);
  g_test_add_func("/engine/spectrum/lost-direction", test_lost_direction);
  return g_test_run();
}
