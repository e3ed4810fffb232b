/* Automatic time step: of known motions, where the formula for it is known, too. */
#include <math.h>

#include "engine/est/identify/thrown_cube.h"
#include "engine/est/prepare/choose_step.h"
#include "support/check.h"
#include "support/mechanisms.h"
#include "support/seed.h"

enum { N = 10000 };

#define SAMPLING 1e-3

typedef struct Fixture {
  TrModel *model;
  double t[N], y[2][N];
  TrChannel channels[2];
  TrLog log;
  TrTask task;
} Fixture;

/* Ten seconds of the sensors of a mechanism. */
static void
set_up(Fixture *f, TrModel *model)
{
  *f = (Fixture){.model = model};
  for (int i = 0; i < N; i++)
    f->t[i] = i * SAMPLING;
  for (int c = 0; c < 2; c++)
    f->channels[c] =
        (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = c, .n = N, .t = f->t, .y = f->y[c]};
  f->log = (TrLog){
      .name = "log", .end = N * SAMPLING, .n_channels = model->n_sensors, .channels = f->channels};
  g_assert_cmpint(model->n_sensors, <=, 2);
  f->task =
      (TrTask){.model = model, .n_logs = 1, .logs = &f->log, .settings = tr_settings_default()};
}

static void
tear_down(Fixture *f)
{
  tr_model_free(f->model);
}

static void
fill_sine(Fixture *f, int channel, double frequency)
{
  for (int i = 0; i < N; i++)
    f->y[channel][i] = 0.3 + sin(2 * G_PI * frequency * f->t[i]);
}

/* The changes d1 of a sine over H have 2 sin(w H/2) times its rms, theirs the square of that: the
 * longest of the steps that are tried on n samples with 2 sin(w H/2) <= TR_STEP_PHASE. */
static double
step_of_sine(double frequency, int n)
{
  int stride = n / 50;

  while (stride > 1 && fabs(2 * sin(G_PI * frequency * stride * SAMPLING)) > TR_STEP_PHASE)
    stride /= 2;
  return stride * SAMPLING;
}

static void
test_sine(void)
{
  static const double frequencies[] = {0.3, 0.7, 1.3, 2.3, 4.1, 9.7};
  Fixture f;

  set_up(&f, tr_mechanism_slider());
  for (size_t i = 0; i < G_N_ELEMENTS(frequencies); i++) {
    fill_sine(&f, 0, frequencies[i]);
    g_test_message("%g Hz: %g s", frequencies[i], tr_choose_step(&f.task));
    tr_assert_close(tr_choose_step(&f.task), step_of_sine(frequencies[i], N), 1e-9, 0);
  }
  tear_down(&f);
}

/* What a sensor of rates senses is the first derivative already. */
static void
test_rate(void)
{
  Fixture f;

  set_up(&f, tr_mechanism_slider());
  f.model->sensors[0].type = TR_SENSOR_JOINT_VELOCITY;
  fill_sine(&f, 0, 2.3);
  tr_assert_close(tr_choose_step(&f.task), step_of_sine(2.3, N), 1e-9, 0);
  tear_down(&f);
}

/* A hinge at a constant rate: the turn alone limits the step, at every rate, also where a step has
 * whole turns, and the wrapped angle does not change. */
static void
test_turning(void)
{
  static const double rates[] = {0.5, 3, 10 * G_PI, 20 * G_PI, 80};
  Fixture f;

  set_up(&f, tr_mechanism_pendulum());
  for (size_t k = 0; k < G_N_ELEMENTS(rates); k++) {
    double expected = N / 50 * SAMPLING, found;

    while (rates[k] * expected > TR_STEP_TURN)
      expected = SAMPLING * floor(expected / SAMPLING / 2 + 1e-9);
    for (int i = 0; i < N; i++)
      f.y[0][i] = remainder(rates[k] * f.t[i], 2 * G_PI);
    found = tr_choose_step(&f.task);
    g_test_message("%g rad/s: %g s", rates[k], found);
    tr_assert_close(found, expected, 1e-9, 0);
  }
  tear_down(&f);
}

/* The trim counts, not the log: a fast beginning that is cut off does not. */
static void
test_trim(void)
{
  Fixture f;

  set_up(&f, tr_mechanism_slider());
  for (int i = 0; i < N; i++)
    f.y[0][i] = sin(2 * G_PI * (i < N / 2 ? 40 : 1.2) * f.t[i]);
  g_assert_cmpfloat(tr_choose_step(&f.task), <, step_of_sine(1.2, N / 2) / 2);
  f.log.start = N / 2 * SAMPLING;
  tr_assert_close(tr_choose_step(&f.task), step_of_sine(1.2, N / 2), 1e-9, 0);
  tear_down(&f);
}

static void
test_standing(void)
{
  Fixture f;

  set_up(&f, tr_mechanism_slider());
  tr_assert_close(tr_choose_step(&f.task), tr_settings_default().h, 1e-15, 0);
  f.channels[0].n = 20; /* too few to judge a motion by */
  fill_sine(&f, 0, 2.3);
  tr_assert_close(tr_choose_step(&f.task), tr_settings_default().h, 1e-15, 0);
  tear_down(&f);
}

/* A coarse encoder, whose steps dominate the changes from sample to sample, and noise. */
static void
test_encoder(void)
{
  Fixture f;

  set_up(&f, tr_mechanism_slider());
  fill_sine(&f, 0, 1.3);
  for (int i = 0; i < N; i++)
    f.y[0][i] = 5e-3 * round(f.y[0][i] / 5e-3);
  tr_assert_close(tr_choose_step(&f.task), step_of_sine(1.3, N), 1e-9, 0);
  fill_sine(&f, 0, 1.3);
  for (int i = 0; i < N; i++)
    f.y[0][i] += g_test_rand_double_range(-5e-3, 5e-3);
  tr_assert_close(tr_choose_step(&f.task), step_of_sine(1.3, N), 1e-9, 0);
  tear_down(&f);
}

/* The fastest sensor decides, and a sensor at rest has no say. */
static void
test_fastest(void)
{
  Fixture f;

  set_up(&f, tr_mechanism_cart_pole());
  f.model->sensors[1].type = TR_SENSOR_JOINT_VELOCITY;
  fill_sine(&f, 0, 0.7);
  tr_assert_close(tr_choose_step(&f.task), step_of_sine(0.7, N), 1e-9, 0);
  fill_sine(&f, 1, 4.1);
  tr_assert_close(tr_choose_step(&f.task), step_of_sine(4.1, N), 1e-9, 0);
  tear_down(&f);
}

/* Impacts last no time: the step is the sample, also where the logs are too short to judge a motion
 * by, as those of throws are. */
static void
test_impacts(void)
{
  TrThrownCube *cube = g_new(TrThrownCube, 1);

  tr_thrown_cube_set_up(cube);
  for (int n = TR_THROW_NODES; n >= 20; n /= 2) {
    for (int l = 0; l < TR_THROWS; l++)
      for (int c = 0; c < TR_THROW_CHANNELS; c++)
        cube->channels[l][c].n = (size_t)n;
    tr_assert_close(tr_choose_step(&cube->task), TR_THROW_STEP, 1e-9, 0);
  }
  g_free(cube);
}

/* A slow sensor of few samples beside a fast one leaves the step to that. */
static void
test_impacts_beside_slow(void)
{
  enum { FEW = 20 };
  double slow[FEW];
  Fixture f;

  set_up(&f, tr_mechanism_cart_pole());
  f.model->joints[0].has_stops = true;
  fill_sine(&f, 0, 0.7);
  for (int i = 0; i < FEW; i++)
    slow[i] = 0.5 * i;
  f.channels[1].n = FEW;
  f.channels[1].t = slow;
  tr_assert_close(tr_choose_step(&f.task), SAMPLING, 1e-9, 0);
  tear_down(&f);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/choose-step/sine", test_sine);
  g_test_add_func("/engine/choose-step/rate", test_rate);
  g_test_add_func("/engine/choose-step/turning", test_turning);
  g_test_add_func("/engine/choose-step/trim", test_trim);
  g_test_add_func("/engine/choose-step/standing", test_standing);
  g_test_add_func("/engine/choose-step/encoder", test_encoder);
  g_test_add_func("/engine/choose-step/fastest", test_fastest);
  g_test_add_func("/engine/choose-step/impacts", test_impacts);
  g_test_add_func("/engine/choose-step/impacts-beside-slow", test_impacts_beside_slow);
  return g_test_run();
}
