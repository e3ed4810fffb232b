/* kappa and the sensors' sigmas from the data: the leverages, the true values on logs drawn with
 * them, and the purpose of the frozen weight. */
#include <math.h>

#include "engine/base/order.h"
#include "engine/est/problem/problem.h"
#include "engine/est/solve/components.h"
#include "engine/est/solve/drawn_log.h"
#include "engine/est/uncertainty/leverage.h"
#include "engine/linalg/arrow_inverse.h"
#include "support/check.h"

enum { N_DRAWS = 5 };

/* Leverages of all residuals, including those that est/uncertainty/leverage.h does not compute. */
typedef struct Sum {
  const TrProblem *problem;
  TrArrowInverse *inverse;
  double all, state, observation, impulses;
  long n_state, n_observations;
} Sum;

static TrStatus
add_leverage(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac, *r = residual->r;
  double weight = residual->weight;
  Sum *sum = user;
  int c = touched * sum->problem->node_size + sum->problem->p;
  double leverage = 0, impulse = 0;

  for (int row = 0; row < n_rows; row++)
    leverage += weight * tr_arrow_inverse_form(sum->inverse, block, touched, jac + row * c);
  sum->all += leverage;
  if (sum->problem->visited == TR_VISITED_READING) {
    sum->observation += leverage;
    sum->n_observations++;
  } else if (sum->problem->visited == TR_VISITED_STEP && weight >= sum->problem->weight) {
    sum->state += leverage;
    sum->n_state += n_rows;
    for (int row = 0; row < n_rows; row++)
      impulse += sum->problem->visited_probe[row] * r[row];
    sum->impulses += weight * impulse * impulse;
  }
  return TR_OK;
}

/* Checks the computed leverages against those computed one by one. */
static void
check_leverages(TrDrawnLog *f)
{
  TrPrepared prepared;
  TrProblem *problem;
  TrLeverage *leverage;
  Sum sum = {0};
  double priors = 0;

  tr_assert_ok(tr_prepare(&prepared, &f->task, NULL), NULL);
  problem = tr_problem_new(&f->task, &prepared);
  leverage = tr_leverage_new(problem);
  tr_assert_ok(tr_leverage_fill(leverage, problem), NULL);
  sum.problem = problem;
  sum.inverse = tr_arrow_inverse_new(problem->arrow);
  tr_assert_ok(tr_arrow_inverse_fill(sum.inverse), NULL);
  problem->context.weight_is_frozen = problem->weight_is_frozen_in_step;
  problem->probes = true;
  tr_assert_ok(tr_problem_visit(problem, add_leverage, &sum), NULL);
  problem->context.weight_is_frozen = false;
  for (int i = 0; i < TR_DRAWN_FREE; i++)
    priors +=
        tr_problem_prior_information(problem, i, i) * tr_arrow_inverse_corner(sum.inverse, i, i);

  g_test_message("leverages: all %.4f and priors %.4f of %d unknowns, state %.2f, observations "
                 "%.2f",
                 sum.all, priors, 6 * TR_DRAWN_NODES + TR_DRAWN_FREE, sum.state, sum.observation);
  tr_assert_close(sum.all + priors, 6 * TR_DRAWN_NODES + TR_DRAWN_FREE, 1e-9, 0);
  /* constraints take the other five residuals of a step, and are met */
  tr_assert_close(leverage->groups[0].trace, sum.state - 5. / 6 * (double)sum.n_state, 1e-4, 0);
  tr_assert_close(leverage->groups[0].sum, sum.impulses, 1e-9, 0);
  tr_assert_close(leverage->groups[0].n, (double)sum.n_state / 6, 1e-9, 0);
  tr_assert_close(leverage->sensors[0].trace, sum.observation, 1e-9, 0);
  tr_assert_close(leverage->sensors[0].n, (double)sum.n_observations, 1e-12, 0);
  tr_arrow_inverse_free(sum.inverse);
  tr_leverage_free(leverage);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
}

/* Checks sums and coupling at the end of a rough fit: they are those of the end of a fine one. All
 * gradients add up to zero there, so that the rows of the coupling add up to the sums. */
static void
check_rough_end(const double *sums, const TrLeverage *leverage)
{
  int n = leverage->n_groups + leverage->n_sensors;

  for (int i = 0; i < n; i++) {
    double row = 0;

    for (int j = 0; j < n; j++)
      row += leverage->coupling[i * n + j];
    g_test_message("kind %d: sum %.6f, fine %.6f, row of the coupling %.6f", i,
                   leverage->groups[i].sum, sums[i], row);
    tr_assert_close(leverage->groups[i].sum, sums[i], 1e-4, 0);
    tr_assert_close(row, leverage->groups[i].sum, 1e-4, 0);
  }
}

/* A fit goes on at a larger weight, to the end or to its first linearisation. */
static void
test_left_undone(void)
{
  static const double rough[] = {1e-12, 1e-2};
  double sums[2];
  TrDrawnLog f;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 100);
  f.task.settings.kappa = 100;
  for (int i = 0; i < 2; i++) {
    TrLmOptions options = tr_lm_options_default();
    TrPrepared prepared;
    TrLmResult result;
    TrProblem *problem;
    TrLeverage *leverage;

    tr_assert_ok(tr_prepare(&prepared, &f.task, NULL), NULL);
    problem = tr_problem_new(&f.task, &prepared);
    leverage = tr_leverage_new(problem);
    tr_assert_ok(tr_lm_run(&result, &tr_problem_ops, problem, &options), NULL);
    tr_components_set_weight(problem, 1.2 * problem->weight);
    options.decrease_tol = options.promise_tol = options.gradient_tol = rough[i];
    tr_assert_ok(tr_lm_run(&result, &tr_problem_ops, problem, &options), NULL);
    g_assert_true((result.iterations == 1) == (i == 1));
    tr_assert_ok(tr_leverage_fill(leverage, problem), NULL);
    for (int k = 0; i == 0 && k < 2; k++)
      sums[k] = leverage->groups[k].sum;
    check_rough_end(sums, leverage);
    tr_leverage_free(leverage);
    tr_problem_free(problem);
    tr_prepared_clear(&prepared);
  }
  tr_drawn_log_tear_down(&f);
}

/* The leverages of least squares add up to the number of unknowns. */
static void
test_leverages(void)
{
  static const double excluded[1][2] = {{1, 1.5}};
  TrDrawnLog f;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 100);
  f.task.settings.kappa = 100;
  check_leverages(&f);
  f.free[0].prior_mean = f.free[0].start;
  f.free[0].prior_sigma = 0.01 * f.free[0].start;
  check_leverages(&f);
  f.task.settings.weighting = TR_WEIGHTING_HELD;
  check_leverages(&f);
  f.log.n_excluded = 1;
  f.log.excluded = excluded;
  check_leverages(&f);
  tr_drawn_log_tear_down(&f);
}

static void
test_true_kappa(void)
{
  static const double truth[] = {30, 100, 2500};
  TrDrawnLog f;

  tr_drawn_log_set_up(&f);
  for (size_t i = 0; i < G_N_ELEMENTS(truth); i++) {
    double kappa[N_DRAWS], sigma[N_DRAWS];

    f.model->sensors[0].sigma = 3 * TR_DRAWN_NOISE;
    for (int d = 0; d < N_DRAWS; d++) {
      TrFit *fit;

      tr_drawn_log_draw(&f, TR_DRAWN_NOISE, truth[i]);
      fit = tr_drawn_log_identify(&f);
      g_assert_true(fit->variances.is_settled);
      kappa[d] = fit->kappa;
      sigma[d] = fit->logs[0].sensors[0].sigma;
      tr_fit_free(fit);
    }
    tr_sort(kappa, N_DRAWS);
    tr_sort(sigma, N_DRAWS);
    g_test_message("true kappa %g: %.4g to %.4g, median %.4g; sigma %.4g", truth[i], kappa[0],
                   kappa[N_DRAWS - 1], kappa[N_DRAWS / 2], sigma[N_DRAWS / 2]);
    g_assert_cmpfloat(kappa[N_DRAWS / 2], <=, 1.5 * truth[i]);
    g_assert_cmpfloat(kappa[N_DRAWS / 2], >=, truth[i] / 1.5);
    tr_assert_close(sigma[N_DRAWS / 2], TR_DRAWN_NOISE, 0.05, 0);
  }
  tr_drawn_log_tear_down(&f);
}

/* Stated sigmas do not influence a size that the data determine. */
static void
test_stated_sigma(void)
{
  static const double stated[] = {TR_DRAWN_NOISE, 1, 1e-5};
  double kappa = NAN;
  TrDrawnLog f;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 100);
  for (size_t i = 0; i < G_N_ELEMENTS(stated); i++) {
    TrFit *fit;

    f.model->sensors[0].sigma = stated[i];
    fit = tr_drawn_log_identify(&f);
    g_test_message("stated %g: sigma %.4g, kappa %.4g, inertia %.6g +- %.2g", stated[i],
                   fit->logs[0].sensors[0].sigma, fit->kappa, fit->estimates[0].value,
                   fit->estimates[0].sigma);
    if (i == 0)
      kappa = fit->kappa;
    tr_assert_close(fit->kappa, kappa, 0.03, 0);
    tr_assert_close(fit->logs[0].sensors[0].sigma, TR_DRAWN_NOISE, 0.1, 0);
    tr_fit_free(fit);
  }
  tr_drawn_log_tear_down(&f);
}

static void
test_exact_log(void)
{
  TrDrawnLog f;
  TrFit *fit;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, 0, 1);
  fit = tr_drawn_log_identify(&f);
  g_test_message("%s; %d rounds, settled %d, quiet %d, kappa %.3g of %.3g", fit->message,
                 fit->variances.rounds, fit->variances.is_settled, fit->variances.is_quiet,
                 fit->kappa, fit->kappa_ref);
  g_assert_true(fit->variances.is_quiet || fit->variances.is_settled);
  for (int i = 0; i < TR_DRAWN_FREE; i++)
    tr_assert_close(fit->estimates[i].value, f.truth[i], 1e-3, 0);
  tr_fit_free(fit);
  tr_drawn_log_tear_down(&f);
}

/* The history has the fit of each iterate, in order, and its kappa: that of the last is the result.
 */
static void
test_rounds(void)
{
  const TrIteration *last;
  TrDrawnLog f;
  TrFit *fit;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, 0, 1);
  fit = tr_drawn_log_identify(&f);
  last = &fit->history[fit->n_history - 1];
  g_assert_cmpint(fit->variances.rounds, >=, 2);
  g_assert_cmpint(fit->history[0].round, ==, 1);
  g_assert_cmpint(last->round, ==, fit->variances.rounds);
  tr_assert_close(last->kappa, fit->kappa, 1e-12, 0);
  g_assert_cmpint(last->round, ==, fit->variances.rounds);
  for (int i = 1; i < fit->n_history; i++) {
    int step = fit->history[i].round - fit->history[i - 1].round;

    g_assert_cmpint(fit->history[i].iteration, ==, i);
    g_assert_true(step == 0 || step == 1);
    if (step == 0)
      g_assert_true(fit->history[i].kappa == fit->history[i - 1].kappa);
  }
  tr_fit_free(fit);
  tr_drawn_log_tear_down(&f);
}

/* The component that moves most is named: the joint's state error where its weight is far off while
 * the sensor's sigma is right, and none where nothing moves. */
static void
test_moving(void)
{
  TrDrawnLog f;
  TrPrepared prepared;
  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;
  TrProblem *problem;
  TrComponents *components;
  TrFit *fit;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 100);
  fit = tr_drawn_log_identify(&f);
  g_assert_true(fit->variances.is_settled);
  g_assert_cmpint(fit->variances.joint, ==, -1);
  g_assert_cmpint(fit->variances.sensor, ==, -1);
  f.task.settings.kappa = 1e-3 * fit->kappa;
  tr_assert_ok(tr_prepare(&prepared, &f.task, NULL), NULL);
  problem = tr_problem_new(&f.task, &prepared);
  components = tr_components_new(problem);
  tr_assert_ok(tr_lm_run(&result, &tr_problem_ops, problem, &options), NULL);
  tr_assert_ok(tr_components_estimate(components, problem, false), NULL);
  g_assert_false(components->is_settled);
  g_assert_cmpint(components->joint, ==, 0);
  g_assert_cmpint(components->sensor, ==, -1);
  tr_components_free(components);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  tr_fit_free(fit);
  tr_drawn_log_tear_down(&f);
}

/* The lower part of the information on the parameters and their gradient. */
static void
copy_corner(double *corner, const TrProblem *problem)
{
  int n = 0;

  for (int i = 0; i <= TR_DRAWN_FREE; i++)
    for (int j = 0; j <= i && j < TR_DRAWN_FREE; j++)
      corner[n++] = *tr_arrow_corner(problem->arrow, i, j);
}

/* Skipping work after a loop changes no bit. */
static void
test_on(void)
{
  static const TrWeighting weightings[] = {TR_WEIGHTING_HELD, TR_WEIGHTING_JOINT};
  TrDrawnLog f;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 100);
  f.task.settings.kappa = 100;
  for (int i = 0; i < 2; i++) {
    double on[TR_DRAWN_FREE * (TR_DRAWN_FREE + 3) / 2],
        anew[TR_DRAWN_FREE * (TR_DRAWN_FREE + 3) / 2];
    TrLmOptions options = tr_lm_options_default();
    TrPrepared prepared;
    TrLmResult result;
    TrProblem *problem;

    f.task.settings.weighting = weightings[i];
    options.gradient_tol = options.decrease_tol; /* so that it ends at the point of its last
                                                    linearisation */
    tr_assert_ok(tr_prepare(&prepared, &f.task, NULL), NULL);
    problem = tr_problem_new(&f.task, &prepared);
    tr_assert_ok(tr_lm_run(&result, &tr_problem_ops, problem, &options), NULL);
    g_assert_cmpint(result.stop, ==, TR_STOP_GRADIENT);
    g_assert_cmpint(problem->arrow_use, ==, TR_ARROW_LINEARIZED);
    tr_assert_ok(tr_problem_inform_on(problem), NULL);
    copy_corner(on, problem);
    tr_assert_ok(tr_problem_inform(problem), NULL);
    copy_corner(anew, problem);
    for (size_t k = 0; k < G_N_ELEMENTS(on); k++)
      g_assert_true(on[k] == anew[k]);
    tr_problem_free(problem);
    tr_prepared_clear(&prepared);
  }
  tr_drawn_log_tear_down(&f);
}

/* A start from a fit has the fit's motion and smoothing, for any step. */
static void
test_warm_fit(void)
{
  TrDrawnLog f;
  TrFit *fit;
  TrPrepared prepared;
  const TrTrajectory *from, *start;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 100);
  fit = tr_drawn_log_identify(&f);
  f.task.warm_fit = fit;
  f.task.settings.h = TR_DRAWN_STEP / 2;
  tr_assert_ok(tr_prepare(&prepared, &f.task, NULL), NULL);
  from = fit->logs[0].trajectory;
  start = prepared.logs[0].start;
  g_assert_cmpint(start->n_nodes, >=, 2 * from->n_nodes - 1);
  for (int k = 0; k < from->n_nodes; k++)
    tr_assert_close_array(tr_trajectory_pose(start, 2 * k), tr_trajectory_pose(from, k), TR_POSE, 0,
                          0);
  for (int k = 0; k + 1 < start->n_nodes; k++)
    g_assert_cmpfloat(fabs(tr_trajectory_pose(start, k + 1)[0] - tr_trajectory_pose(start, k)[0]),
                      <, 0.1);
  g_assert_true(prepared.logs[0].smoothing[0] == fit->logs[0].friction_rate[0]);
  tr_prepared_clear(&prepared);
  tr_fit_free(fit);
  tr_drawn_log_tear_down(&f);
}

/* Largest distance of an estimate from those of another fit, in that one's sigmas. */
static double
measure_shift(const TrFit *fit, const TrFit *from)
{
  double shift = 0;

  for (int i = 0; i < TR_DRAWN_FREE; i++)
    shift = fmax(shift, fabs(fit->estimates[i].value - from->estimates[i].value) /
                            from->estimates[i].sigma);
  return shift;
}

/* With the joint cost masses shrink where a small kappa lets the state error grow. */
static void
test_held_weight(void)
{
  static const double factors[] = {1e-2, 100};
  double shift[2][2];
  TrDrawnLog f;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 100);
  for (int joint = 0; joint < 2; joint++) {
    TrFit *at_truth;

    f.task.settings.weighting = joint ? TR_WEIGHTING_JOINT : TR_WEIGHTING_HELD;
    f.task.settings.kappa = 100;
    at_truth = tr_drawn_log_identify(&f);
    for (int i = 0; i < 2; i++) {
      TrFit *fit;

      f.task.settings.kappa = 100 * factors[i];
      fit = tr_drawn_log_identify(&f);
      shift[joint][i] = measure_shift(fit, at_truth);
      g_test_message("%s, kappa %g times the true one: moved by %.2f sigma",
                     joint ? "joint" : "held", factors[i], shift[joint][i]);
      tr_fit_free(fit);
    }
    tr_fit_free(at_truth);
  }
  g_assert_cmpfloat(shift[0][0], <, 1);
  g_assert_cmpfloat(shift[0][1], <, 1);
  g_assert_cmpfloat(shift[1][0], >, 5);
  tr_drawn_log_tear_down(&f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/variance/leverages", test_leverages);
  g_test_add_func("/engine/est/variance/left-undone", test_left_undone);
  g_test_add_func("/engine/est/variance/true-kappa", test_true_kappa);
  g_test_add_func("/engine/est/variance/stated-sigma", test_stated_sigma);
  g_test_add_func("/engine/est/variance/exact-log", test_exact_log);
  g_test_add_func("/engine/est/variance/held-weight", test_held_weight);
  g_test_add_func("/engine/est/variance/on", test_on);
  g_test_add_func("/engine/est/variance/warm-fit", test_warm_fit);
  g_test_add_func("/engine/est/variance/rounds", test_rounds);
  g_test_add_func("/engine/est/variance/moving", test_moving);
  return g_test_run();
}
