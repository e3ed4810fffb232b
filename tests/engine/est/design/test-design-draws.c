/* Logs drawn from a plan: what the machine brings, errors of friction in them, and the scatter of
 * their fits. */
#include "engine/est/design/drawn_log.h"
#include "engine/est/design/rehearsal.h"
#include "engine/est/design/reversals.h"
#include "engine/est/prepare/choose_step.h"

#include <math.h>

#include "engine/est/design/rig.h"
#include "support/check.h"

/* A drawn log keeps to the set-points, whatever pushes the joint; its input answers the pushes. */
static void
test_drawn_log(void)
{
  const double x[] = {0.4, -0.2, 0.3, 0.1, 0.5};
  TrRandom random = tr_random_stream(1, 1);
  TrDrawnLog *drawn;
  TrTrial *trial;
  TrPlanCurve curve;
  TrFit *truth;
  double worst = 0, change = 0;
  TrPlanRig rig;

  tr_plan_rig_init(&rig);
  tr_plan_rig_add_free(&rig, "body.A.inertia.zz");
  tr_plan_rig_open(&rig);
  trial = tr_trial_new(rig.planner);
  tr_assert_ok(tr_trial_move(trial, x, NULL), NULL);
  tr_assert_ok(tr_trial_fit(&truth, trial, NULL), NULL);
  for (int i = 0; i < truth->n_freedoms; i++)
    truth->state_sigmas[i].sigma = 1e-2;
  tr_assert_ok(tr_drawn_log_new(&drawn, rig.planner, x, truth, &random), NULL);
  const TrLog *log = tr_drawn_log_task(drawn)->logs, *plain = tr_trial_task(trial)->logs;
  tr_planner_curve_init(&curve, rig.planner, x, 0);
  for (size_t i = 0; i < log->channels[1].n; i++) {
    worst = fmax(worst,
                 fabs(log->channels[1].y[i] - tr_series_at(&curve, log->channels[1].t[i]).value));
    change = fmax(change, fabs(log->channels[0].y[i] - plain->channels[0].y[i]));
  }
  g_assert_cmpfloat(worst, <, 6 * rig.model->sensors[0].sigma);
  g_assert_cmpfloat(change, >, 0.1);
  g_assert_cmpfloat(tr_drawn_log_task(drawn)->settings.h, ==, 0.01);
  tr_drawn_log_free(drawn);
  tr_fit_free(truth);
  tr_trial_free(trial);
  tr_plan_rig_clear(&rig);
}

/* Dry friction is off by up to F h in the steps in which the joint reverses. */
static void
test_reversals(void)
{
  const double x[] = {0.4, -0.2, 0.3, 0.1, 0.5}, impulse = 0.05 * 0.01;
  TrTrial *trial;
  TrPlanCurve curve;
  double before = 0;
  int n = 0;
  TrPlanRig rig;

  tr_plan_rig_init(&rig);
  rig.wish.series.duration = 2; /* one period: between two of them the joint only rests */
  rig.model->joints[0].friction.model = TR_FRICTION_COULOMB;
  rig.model->joints[0].friction.load = TR_LOAD_NONE;
  rig.model->joints[0].friction.coulomb = 0.05;
  tr_plan_rig_add_free(&rig, "joint.h1.viscous");
  tr_plan_rig_open(&rig);
  trial = tr_trial_new(rig.planner);
  tr_assert_ok(tr_trial_move(trial, x, NULL), NULL);
  tr_planner_curve_init(&curve, rig.planner, x, 0);
  for (double t = 0.005; t < 1.996; t += 0.001) {
    double rate = tr_series_at(&curve, t).rate;

    n += rate * before < 0;
    before = rate;
  }
  g_assert_cmpint(n, >, 2);
  g_assert_cmpfloat(fabs(tr_reversal_variance(rig.model, 0, tr_trial_motion(trial)) /
                             (impulse * impulse / 3 * n / 200) -
                         1),
                    <, 0.01);
  tr_trial_free(trial);
  tr_plan_rig_clear(&rig);
}

/* Returns the fit of the log of a plan. */
static TrFit *
fit_plan(const TrPlanner *planner, const double *x)
{
  TrTrial *trial = tr_trial_new(planner);
  TrFit *fit;

  tr_assert_ok(tr_trial_move(trial, x, NULL), NULL);
  tr_assert_ok(tr_trial_fit(&fit, trial, NULL), NULL);
  tr_trial_free(trial);
  return fit;
}

/* Makes the rig's planner one that knows a fit, and returns its trial of a plan, informed. */
static TrTrial *
inform_after(TrPlanRig *rig, const TrFit *fit, const double *x)
{
  TrTrial *trial;
  double s;

  tr_planner_free(rig->planner);
  tr_assert_ok(tr_planner_new(&rig->planner, &rig->task, fit, &rig->wish, NULL), NULL);
  trial = tr_trial_new(rig->planner);
  tr_assert_ok(tr_trial_move(trial, x, NULL), NULL);
  tr_assert_ok(tr_trial_inform(&s, trial), NULL);
  return trial;
}

/* Errors of reversals count in the information of a plan, but for the formulation that takes the
 * mean sign of a step. */
static void
test_midpoint(void)
{
  const TrFormulationKind kinds[] = {TR_FORMULATION_PREDICTED, TR_FORMULATION_SECOND_ORDER};
  const double x[] = {0.4, -0.2, 0.3, 0.1, 0.5};

  for (int k = 0; k < 2; k++) {
    double counted, ratio;
    TrTrial *trial;
    TrPlanRig rig;
    TrFit *fit, *truth;

    tr_plan_rig_init(&rig);
    rig.task.settings.formulation = kinds[k];
    rig.model->joints[0].friction.model = TR_FRICTION_COULOMB;
    rig.model->joints[0].friction.load = TR_LOAD_NONE;
    rig.model->joints[0].friction.coulomb = 0.05;
    tr_plan_rig_add_free(&rig, "joint.h1.viscous");
    tr_plan_rig_open(&rig);
    fit = fit_plan(rig.planner, x);
    g_assert_cmpint(fit->n_freedoms, ==, 1);
    fit->state_sigmas[0].sigma = 1e-5;
    fit->weight_is_frozen_in_step = true;
    trial = inform_after(&rig, fit, x);
    counted = tr_trial_task(trial)->settings.kappa;
    tr_assert_ok(tr_trial_fit(&truth, trial, NULL), NULL);
    ratio = counted / tr_trial_task(trial)->settings.kappa;
    g_assert_true(k == 0 ? ratio < 0.5 : ratio == 1);
    tr_fit_free(truth);
    tr_trial_free(trial);
    tr_fit_free(fit);
    tr_plan_rig_clear(&rig);
  }
}

/* Kappa of a plan's log after a fit with kappa 1 and these values of kappa: stated (NAN:
 * estimated), and of the fits that the reported values come from (0: none). */
static double
find_kappa(double stated, double reported, bool by_freedom)
{
  const double x[] = {0.4, -0.2, 0.3, 0.1, 0.5};
  TrPhysicalValue value = {.gap = TR_PHYSICAL_NOT_COMPUTED};
  TrPhysical physical = {.status = TR_OK, .kappa = reported, .n_free = 1, .values = &value};
  TrTrial *trial;
  TrPlanRig rig;
  TrFit *fit;
  double kappa;

  tr_plan_rig_init(&rig);
  rig.task.settings.kappa = stated;
  tr_plan_rig_add_free(&rig, "joint.h1.viscous");
  tr_plan_rig_open(&rig);
  fit = fit_plan(rig.planner, x);
  fit->kappa = 1;
  fit->state_sigmas[0].sigma = 1e-5;
  fit->weight_is_frozen_in_step = by_freedom;
  fit->physical = reported > 0 ? &physical : NULL;
  trial = inform_after(&rig, fit, x);
  kappa = tr_trial_task(trial)->settings.kappa;
  tr_trial_free(trial);
  fit->physical = NULL;
  tr_fit_free(fit);
  tr_plan_rig_clear(&rig);
  return kappa;
}

/* The state error of a plan's log is that of the fits at half the step, from which the reported
 * values come: in that at the step, discretisation poses as noise. */
static void
test_state_error(void)
{
  for (int by_freedom = 0; by_freedom < 2; by_freedom++) {
    double usual = find_kappa(NAN, 0, by_freedom);

    g_assert_cmpfloat(usual, >, 0);
    g_assert_cmpfloat(fabs(find_kappa(NAN, 16, by_freedom) / usual - 16), <, 1e-9);
    g_assert_cmpfloat(find_kappa(NAN, 0.5, by_freedom), ==, usual);
    g_assert_cmpfloat(find_kappa(1, 16, by_freedom), ==, usual);
  }
}

/* Estimates from drawn logs scatter as predicted.  The standard deviation of 40 numbers is off by a
 * ninth; four of these are allowed. */
static void
test_scatter(void)
{
  TrRehearsal rehearsal;
  TrPlan *plan;
  TrPlanRig rig;

  tr_plan_rig_init(&rig);
  rig.wish.n_rehearsals = 8;
  tr_plan_rig_add_free(&rig, "body.A.inertia.zz");
  tr_plan_rig_add_free(&rig, "joint.h1.viscous");
  tr_plan_rig_open(&rig);
  tr_assert_ok(tr_plan_find(&plan, rig.planner, NULL), NULL);
  tr_assert_ok(tr_rehearsal_run(&rehearsal, rig.planner, plan, (TrRehearsalSize){40, 7, 0}, NULL),
               NULL);
  g_assert_cmpint(rehearsal.n_converged, ==, 40);
  for (int i = 0; i < 2; i++) {
    g_assert_cmpfloat(fabs(log(rehearsal.scatter[i] / rehearsal.random[i])), <, 4.0 / 9);
    g_assert_cmpfloat(fabs(log(rehearsal.reported[i] / rehearsal.predicted[i])), <, 0.2);
  }
  tr_rehearsal_clear(&rehearsal);
  tr_plan_free(plan);
  tr_plan_rig_clear(&rig);
}

/* Draws end when the typical sigmas are known as precisely as asked, whatever the threads. */
static void
test_precision(void)
{
  const TrRehearsalSize sizes[] = {{40, 7, 0.5}, {12, 7, 1e-9}, {12, 7, 0}};
  const int want[] = {8, 12, 12};
  double reported[G_N_ELEMENTS(sizes)];
  TrPlan *plan;
  TrPlanRig rig;

  tr_plan_rig_init(&rig);
  tr_plan_rig_add_free(&rig, "joint.h1.viscous");
  tr_plan_rig_open(&rig);
  tr_assert_ok(tr_plan_find(&plan, rig.planner, NULL), NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    TrRehearsal rehearsal;

    rig.wish.threads = 1 + (int)i;
    tr_assert_ok(tr_rehearsal_run(&rehearsal, rig.planner, plan, sizes[i], NULL), NULL);
    g_assert_cmpint(rehearsal.n_draws, ==, want[i]);
    reported[i] = rehearsal.reported[0];
    tr_rehearsal_clear(&rehearsal);
  }
  g_assert_cmpfloat(reported[0], !=, reported[1]);
  g_assert_cmpfloat(reported[1], ==, reported[2]);
  tr_plan_free(plan);
  tr_plan_rig_clear(&rig);
}

/* The step of a plan is one that its log will have, whose noise asks for shorter steps than exact
 * readings do. */
static void
test_noisy_step(void)
{
  TrRandom random = tr_random_stream(3, 3);
  TrTrial *trial;
  TrPlan *plan;
  TrPlanRig rig;
  double exact;

  tr_plan_rig_init(&rig);
  rig.task.settings.h_is_auto = true;
  rig.model->sensors[0].sigma = 4e-2;
  tr_plan_rig_add_free(&rig, "joint.h1.viscous");
  tr_plan_rig_open(&rig);
  tr_assert_ok(tr_plan_find(&plan, rig.planner, NULL), NULL);
  trial = tr_trial_new(rig.planner);
  tr_assert_ok(tr_trial_move(trial, plan->x, NULL), NULL);
  exact = tr_choose_step(tr_trial_task(trial));
  g_assert_cmpfloat(rig.planner->settings.h, <, exact);
  tr_trial_add_noise(trial, &random);
  g_assert_cmpfloat(tr_choose_step(tr_trial_task(trial)), <, exact);
  tr_trial_free(trial);
  tr_plan_free(plan);
  tr_plan_rig_clear(&rig);
}

/* Sigma of the inertia after a plan, where the logs leave the encoder's delay open by so
 * much. */
static double
find_sigma_after(double delay_sd)
{
  const TrChannel channels[] = {{.kind = TR_SIGNAL_MOTOR, .scale = 1},
                                {.kind = TR_SIGNAL_SENSOR, .scale = 1, .delay_sd = delay_sd}};
  const TrLog log = {.n_channels = 2, .channels = channels};
  double sigma;
  TrPlan *plan;
  TrPlanRig rig;

  tr_plan_rig_init(&rig);
  rig.task.logs = &log;
  rig.task.n_logs = 1;
  rig.wish.n_rehearsals = 4;
  tr_plan_rig_add_free(&rig, "body.A.inertia.zz");
  tr_plan_rig_add_free(&rig, "joint.h1.viscous");
  tr_plan_rig_open(&rig);
  tr_assert_ok(tr_plan_find(&plan, rig.planner, NULL), NULL);
  sigma = plan->after->sigma[0];
  tr_plan_free(plan);
  tr_plan_rig_clear(&rig);
  return sigma;
}

/* A delay that the logs leave open is open in the log of the plan, too; the same draws tell how
 * much larger the reported sigma is. */
static void
test_delay(void)
{
  g_assert_cmpfloat(find_sigma_after(5e-3), >, 1.04 * find_sigma_after(0));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/design/drawn-log", test_drawn_log);
  g_test_add_func("/engine/est/design/reversals", test_reversals);
  g_test_add_func("/engine/est/design/midpoint", test_midpoint);
  g_test_add_func("/engine/est/design/state-error", test_state_error);
  g_test_add_func("/engine/est/design/noisy-step", test_noisy_step);
  g_test_add_func("/engine/est/design/scatter", test_scatter);
  g_test_add_func("/engine/est/design/precision", test_precision);
  g_test_add_func("/engine/est/design/delay", test_delay);
  return g_test_run();
}
