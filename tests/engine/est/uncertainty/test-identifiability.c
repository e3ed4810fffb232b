/* Identifiability: predicted information, information shares of priors and data, parameters at
 * their bounds, and the information over time. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/est/identify/predicted_information.h"
#include "engine/est/uncertainty/information.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = TR_MOTOR_RIG_NODES, N_FREE = TR_MOTOR_RIG_FREE, REST = 150 };

#define NOISE 1e-4

/* A pendulum that hangs still until its motor starts after REST steps. */
static void
set_up(TrMotorRig *rig)
{
  tr_motor_rig_set_up(
      rig,
      &(TrMotorRun){
          .n_nodes = N_NODES, .noise = NOISE, .drive = 2, .rest = REST, .start = 1.2, .seed = 7});
}

static TrFit *
fit(const TrMotorRig *rig)
{
  TrFit *result;
  TrError error = {0};

  tr_assert_ok(tr_identify(&result, &rig->task, &error), &error);
  return result;
}

/* The predicted sigmas are those of the later fit, and cost no more than a linearisation. */
static void
test_survey(void)
{
  TrMotorRig rig;
  TrFit *before, *after;
  TrError error = {0};

  set_up(&rig);
  tr_assert_ok(tr_predict_information(&before, &rig.task, &error), &error);
  after = fit(&rig);
  g_assert_cmpint(before->iterations, ==, 0);
  g_assert_cmpint(before->n_directions, ==, 0);
  for (int i = 0; i < N_FREE; i++) {
    const TrEstimate *b = &before->estimates[i], *a = &after->estimates[i];

    g_test_message("%-18s predicted %.3g, found %.3g and %.3g", tr_motor_rig_ids[i], b->sigma,
                   a->sigma_linear, a->sigma);
    g_assert_cmpfloat(b->value, ==, rig.free[i].start);
    tr_assert_close(b->sigma, b->sigma_linear, 1e-6, 0);
    /* the start is a fifth off, and the residuals have the variance of the weights */
    g_assert_cmpfloat(b->sigma, <, 2 * a->sigma_linear);
    g_assert_cmpfloat(b->sigma, >, a->sigma_linear / 2);
  }
  tr_fit_free(before);
  tr_fit_free(after);
  tr_model_free(rig.model);
}

/* With the mass free up to `most` as well, the scale of gain, inertia and friction is not
 * determined: reported before the fit, for all of them and the mass. */
static void
check_directions(double most)
{
  TrMotorRig rig;
  TrFree free[N_FREE + 1];
  TrFit *before;
  TrError error = {0};

  set_up(&rig);
  memcpy(free, rig.free, sizeof rig.free);
  free[N_FREE] =
      (TrFree){.start = rig.model->bodies[0].mass, .min = 0, .max = most, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&free[N_FREE].param, rig.model, "body.A.mass"));
  rig.task.free = free;
  rig.task.n_free++;
  tr_assert_ok(tr_predict_information(&before, &rig.task, &error), &error);
  g_assert_cmpint(before->n_directions, ==, 1);
  g_assert_cmpint(before->n_null, ==, 1);
  for (int i = 0; i < N_FREE + 1; i++) {
    g_assert_false(before->estimates[i].identifiable);
    g_assert_true(isnan(before->estimates[i].sigma));
    tr_assert_close(before->directions[0].loading[i] / before->directions[0].loading[N_FREE],
                    free[i].start / before->estimates[i].scale /
                        (free[N_FREE].start / before->estimates[N_FREE].scale),
                    1e-2, 0);
  }
  tr_fit_free(before);
  tr_model_free(rig.model);
}

static void
test_survey_names_directions(void)
{
  check_directions(INFINITY);
}

/* A start on the bound of one of them does not determine the others: a fit may leave it. */
static void
test_survey_at_a_bound(void)
{
  TrModel *model = tr_mechanism_pendulum();

  check_directions(model->bodies[0].mass);
  tr_model_free(model);
}

/* One parameter: the share of the data has a closed form, sigma^2 = variance/(S + 1/sd^2). */
static void
test_data_share(void)
{
  static const double widths[] = {3, 1, 0.1, 1e-3};
  TrMotorRig rig;
  TrFit *alone;
  double sd;

  set_up(&rig);
  rig.task.n_free = 1;
  tr_param_set(rig.model, rig.free[TR_MOTOR_RIG_INERTIA].param, rig.truth[TR_MOTOR_RIG_INERTIA]);
  tr_param_set(rig.model, rig.free[TR_MOTOR_RIG_VISCOUS].param, rig.truth[TR_MOTOR_RIG_VISCOUS]);
  alone = fit(&rig);
  g_assert_false(alone->estimates[0].prior_is_stated);
  g_assert_cmpfloat(alone->estimates[0].data_share, >, 0.99999);
  /* in the units of the weights */
  sd = alone->estimates[0].sigma_linear / sqrt(alone->cost.total / (double)alone->dof);
  for (guint k = 0; k < G_N_ELEMENTS(widths); k++) {
    TrFit *with;
    double w = widths[k];

    rig.free[TR_MOTOR_RIG_GAIN].prior_sigma = w * sd;
    rig.free[TR_MOTOR_RIG_GAIN].prior_mean = alone->estimates[0].value;
    with = fit(&rig);
    g_assert_true(with->estimates[0].prior_is_stated);
    g_assert_cmpfloat(with->estimates[0].prior_sd, ==, w * sd);
    tr_assert_close(with->estimates[0].data_share, w * w / (1 + w * w), 1e-3, 0);
    tr_fit_free(with);
  }
  tr_fit_free(alone);
  tr_model_free(rig.model);
}

/* Three logs that disagree about the gain by 5 %, as from three mountings: its sigma is that of the
 * mean of three values, times 1.3 for so few (theory 10.2), whatever each of them says. */
static void
test_disagreeing_logs(void)
{
  static const double gains[] = {0.95, 1, 1.05};
  g_autofree TrMotorRig *rigs = g_new(TrMotorRig, 3);
  TrLog logs[3];
  TrTask task;
  TrFit *together;
  TrError error = {0};

  for (int l = 0; l < 3; l++) {
    set_up(&rigs[l]);
    for (int k = 0; k < N_NODES; k++)
      rigs[l].u[k] /= gains[l];
    logs[l] = rigs[l].log;
  }
  task = rigs[0].task;
  task.n_logs = 3;
  task.logs = logs;
  task.n_free = 1;
  for (int i = 1; i < N_FREE; i++)
    tr_param_set(rigs[0].model, rigs[0].free[i].param, rigs[0].truth[i]);
  tr_assert_ok(tr_identify(&together, &task, &error), &error);

  double gain = rigs[0].truth[TR_MOTOR_RIG_GAIN], spread = 0.05 * gain;
  const TrEstimate *found = &together->estimates[0];

  g_test_message("%g +- %g, linear %g", found->value, found->sigma, found->sigma_linear);
  tr_assert_close(found->value, gain, 0.02, 0);
  tr_assert_close(found->sigma, 1.3 * spread / sqrt(3), 0.1, 0);
  tr_fit_free(together);
  for (int l = 0; l < 3; l++)
    tr_model_free(rigs[l].model);
}

/* Noise of another size in the last samples: the sigmas of the linear theory are too small. */
static void
disturb_end(TrMotorRig *rig)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(5);

  for (int k = N_NODES - 21; k < N_NODES - 6; k++)
    rig->y[k] += 200 * NOISE * g_rand_double_range(random, -1, 1);
  rig->task.settings.kappa = 1e6;
}

/* A bound within the range of the logs is active: which bound, the sign of the slope, and the limit
 * inside. */
static void
test_bound(int parameter, TrBound bound, bool is_uneven)
{
  TrMotorRig rig;
  TrFit *open, *held;
  const TrEstimate *e;
  double sign = bound == TR_BOUND_UPPER ? 1 : -1, at;

  set_up(&rig);
  if (is_uneven)
    disturb_end(&rig);
  open = fit(&rig);
  g_assert_true(!is_uneven ||
                open->estimates[parameter].sigma > 1.4 * open->estimates[parameter].sigma_linear);
  at = open->estimates[parameter].value - sign * 3 * open->estimates[parameter].sigma;
  *(bound == TR_BOUND_UPPER ? &rig.free[parameter].max : &rig.free[parameter].min) = at;
  rig.free[parameter].start = at - sign * 0.1 * fabs(at);
  held = fit(&rig);
  e = &held->estimates[parameter];
  g_assert_true(e->at_bound);
  g_assert_cmpint(e->bound, ==, bound);
  g_assert_cmpfloat(e->value, ==, at);
  g_assert_true(isnan(e->sigma));
  g_assert_cmpfloat(sign * e->slope, <, 0);
  /* the logs' own minimum is 3 sigma beyond: d cost/d p = 2 * 3 sigma/sigma^2, by the variance */
  tr_assert_close(fabs(e->slope) * open->estimates[parameter].sigma_linear *
                      ((double)open->dof / open->cost.total),
                  6 * open->estimates[parameter].sigma / open->estimates[parameter].sigma_linear,
                  0.1, 0);
  tr_assert_close(at - e->limit, sign * 1.645 * open->estimates[parameter].sigma, 0.2, 0);
  for (int i = 0; i < N_FREE; i++) {
    g_assert_true(i == parameter || !held->estimates[i].at_bound);
    g_assert_true(i == parameter || isnan(held->estimates[i].limit));
    g_assert_true(i == parameter || held->estimates[i].slope == 0);
  }
  tr_fit_free(open);
  tr_fit_free(held);
  tr_model_free(rig.model);
}

static void
test_lower_bound(void)
{
  test_bound(TR_MOTOR_RIG_VISCOUS, TR_BOUND_LOWER, false);
}

static void
test_upper_bound(void)
{
  test_bound(TR_MOTOR_RIG_INERTIA, TR_BOUND_UPPER, false);
}

static void
test_uneven_bound(void)
{
  test_bound(TR_MOTOR_RIG_VISCOUS, TR_BOUND_LOWER, true);
}

/* Bins of a log's shares of one parameter that end before a time. */
static double
sum_bins(const TrInformationBins *bins, int parameter, double before)
{
  double sum = 0;

  for (int b = 0; b < bins->n_bins; b++)
    sum += bins->edges[b + 1] <= before ? bins->share[b * bins->n_params + parameter] : 0;
  return sum;
}

static double
sum_nodes(const TrFit *fit, int log, int parameter)
{
  double sum = 0;

  for (int k = 0; k < fit->logs[log].n_nodes; k++)
    sum += fit->logs[log].information[k * fit->n_free + parameter];
  return sum;
}

/* All nodes and the stated priors together have all information. */
static void
test_information(void)
{
  TrMotorRig rig;

  set_up(&rig);
  rig.task.wants_information = true;
  for (int with_prior = 0; with_prior < 2; with_prior++) {
    TrInformationBins bins;
    TrFit *result = fit(&rig);

    tr_assert_ok(tr_information_bins(&bins, result, &rig.task, 0, 50), NULL);
    g_assert_cmpint(bins.n_bins, <=, 50);
    g_assert_cmpint(bins.n_bins, >=, 25);
    tr_assert_close(bins.edges[0], -TR_MOTOR_RIG_STEP / 2, 0, 1e-12);
    tr_assert_close(bins.edges[bins.n_bins], (N_NODES - 0.5) * TR_MOTOR_RIG_STEP, 1e-12, 0);
    for (int i = 0; i < N_FREE; i++) {
      double sum = sum_bins(&bins, i, INFINITY),
             rest = sum_bins(&bins, i, (REST - 2) * TR_MOTOR_RIG_STEP);
      double prior = 0;

      if (with_prior && i == TR_MOTOR_RIG_INERTIA)
        prior = pow(result->estimates[i].sigma_linear / rig.free[i].prior_sigma, 2) /
                (result->cost.total / (double)result->dof);
      g_test_message("%-18s sum %.9f, prior %.3g, rest %.2e", tr_motor_rig_ids[i], sum, prior,
                     rest);
      tr_assert_close(sum_nodes(result, 0, i), sum, 1e-9, 0);
      /* the rest determines the start of the motion, and nothing else */
      g_assert_cmpfloat(rest, <, 0.1);
      g_assert_cmpfloat(rest, >, 0);
      if (!with_prior || i == TR_MOTOR_RIG_INERTIA)
        tr_assert_close(sum + prior, 1, 1e-5, 0);
      else
        g_assert_cmpfloat(sum, <, 1);
    }
    tr_information_bins_clear(&bins);
    rig.free[TR_MOTOR_RIG_INERTIA].prior_mean = rig.truth[TR_MOTOR_RIG_INERTIA];
    rig.free[TR_MOTOR_RIG_INERTIA].prior_sigma =
        result->estimates[TR_MOTOR_RIG_INERTIA].sigma_linear;
    tr_fit_free(result);
  }
  tr_model_free(rig.model);
}

/* A second log in which nothing moves adds nothing. */
static void
test_rest_has_no_information(void)
{
  static double still[N_NODES], none[N_NODES];
  TrMotorRig rig;
  TrLog logs[2];
  TrChannel channels[2];
  TrFit *result;

  set_up(&rig);
  for (int k = 0; k < N_NODES; k++)
    still[k] = NOISE * sin(37 * k);
  memcpy(channels, rig.channels, sizeof channels);
  channels[0].y = still;
  channels[1].y = none;
  logs[0] = logs[1] = rig.log;
  logs[1].channels = channels;
  rig.task.n_logs = 2;
  rig.task.logs = logs;
  rig.task.wants_information = true;
  result = fit(&rig);
  for (int i = 0; i < N_FREE; i++) {
    g_test_message("%-18s %.9f and %.2e", tr_motor_rig_ids[i], sum_nodes(result, 0, i),
                   sum_nodes(result, 1, i));
    tr_assert_close(sum_nodes(result, 0, i) + sum_nodes(result, 1, i), 1, 1e-5, 0);
    g_assert_cmpfloat(sum_nodes(result, 1, i), <, 1e-6);
  }
  tr_fit_free(result);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/identifiability/survey", test_survey);
  g_test_add_func("/engine/est/identifiability/survey-names-directions",
                  test_survey_names_directions);
  g_test_add_func("/engine/est/identifiability/survey-at-a-bound", test_survey_at_a_bound);
  g_test_add_func("/engine/est/identifiability/data-share", test_data_share);
  g_test_add_func("/engine/est/identifiability/disagreeing-logs", test_disagreeing_logs);
  g_test_add_func("/engine/est/identifiability/lower-bound", test_lower_bound);
  g_test_add_func("/engine/est/identifiability/upper-bound", test_upper_bound);
  g_test_add_func("/engine/est/identifiability/uneven-bound", test_uneven_bound);
  g_test_add_func("/engine/est/identifiability/information", test_information);
  g_test_add_func("/engine/est/identifiability/rest-has-no-information",
                  test_rest_has_no_information);
  return g_test_run();
}
