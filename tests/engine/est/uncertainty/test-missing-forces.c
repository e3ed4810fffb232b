/* Forces that a model lacks: what the score test says of one beside the fit that has it. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/est/task/reported.h"
#include "support/check.h"

enum { N_FREE = TR_MOTOR_RIG_FREE };

static void
set_up(TrMotorRig *rig, guint32 seed)
{
  tr_motor_rig_set_up(
      rig,
      &(TrMotorRun){
          .n_nodes = TR_MOTOR_RIG_NODES, .noise = 1e-4, .drive = 2, .start = 1.2, .seed = seed});
  rig->task.wants_checks = true;
}

static TrFit *
fit(const TrTask *task)
{
  TrFit *result;
  TrError error = {0};

  tr_assert_ok(tr_identify(&result, task, &error), &error);
  return result;
}

static const TrMissingForce *
find(const TrFit *fit, TrForceTerm term)
{
  for (int i = 0; i < fit->n_forces; i++)
    if (fit->forces[i].term == term)
      return &fit->forces[i];
  return NULL;
}

/* rms of the pendulum's rate, as the terms are measured by it. */
static double
rate_of(const TrFit *fit)
{
  const TrTrajectory *motion = fit->logs[0].trajectory;
  double sum = 0;

  for (int k = 0; k < motion->n_nodes; k++)
    sum += pow(tr_trajectory_twist(motion, k)[5], 2) / motion->n_nodes;
  return sqrt(sum);
}

/* Frees one more quantity of the model, which is wrong by `missing`, and compares its fit with what
 * the test of the force said without it. */
static void
compare(TrMotorRig *rig, const char *id, TrForceTerm term, double missing, double unit)
{
  TrFree free[N_FREE + 1] = {
      [N_FREE] = {.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY}};
  TrTask task = rig->task;
  TrFit *without, *with;
  const TrMissingForce *force;

  g_assert_true(tr_param_find(&free[N_FREE].param, rig->model, id));
  free[N_FREE].start = tr_param_get(rig->model, free[N_FREE].param) - missing;
  tr_param_set(rig->model, free[N_FREE].param, free[N_FREE].start);
  memcpy(free, rig->task.free, (gsize)rig->task.n_free * sizeof *free);
  free[rig->task.n_free] = free[N_FREE];
  without = fit(&rig->task);
  task.free = free;
  task.n_free++;
  with = fit(&task);
  force = find(without, term);
  g_assert_nonnull(force);
  if (term == TR_FORCE_RATE)
    unit /= rate_of(without);
  g_test_message("%s: t %.1f, size %.5g, found %.5g", id, force->t, force->size * unit,
                 with->estimates[rig->task.n_free].value - free[N_FREE].start);
  g_assert_cmpfloat(fabs(force->t), >, TR_FORCE_FOUND);
  tr_assert_close(force->size * unit, with->estimates[rig->task.n_free].value - free[N_FREE].start,
                  0.02, 0);
  for (int i = 0; i < rig->task.n_free; i++) {
    double change = with->estimates[i].value - without->estimates[i].value;

    g_test_message("  %-18s changes by %.3g, said %.3g", tr_motor_rig_ids[i], change,
                   force->shift[i]);
    g_assert_cmpfloat(fabs(change - force->shift[i]), <,
                      0.1 * fabs(change) + 0.1 * with->estimates[i].sigma);
    g_assert_cmpfloat(tr_fit_report(without, i).model, >=, fabs(force->shift[i]));
  }
  g_assert_null(find(with, term));
  tr_fit_free(without);
  tr_fit_free(with);
  tr_model_free(rig->model);
}

static void
test_constant(void)
{
  TrMotorRig rig;

  set_up(&rig, 1);
  compare(&rig, "motor.m1.bias", TR_FORCE_CONSTANT, 2e-3, 1);
}

static void
test_rate(void)
{
  TrMotorRig rig;

  set_up(&rig, 2);
  rig.task.n_free = TR_MOTOR_RIG_VISCOUS;
  tr_param_set(rig.model, rig.free[TR_MOTOR_RIG_VISCOUS].param, rig.truth[TR_MOTOR_RIG_VISCOUS]);
  compare(&rig, tr_motor_rig_ids[TR_MOTOR_RIG_VISCOUS], TR_FORCE_RATE, 2e-4, -1);
}

/* A model that lacks nothing has no force left over, and the suspected ones blur it little. */
static void
test_nothing(void)
{
  for (guint32 seed = 1; seed <= 5; seed++) {
    TrMotorRig rig;
    TrFit *result;

    set_up(&rig, seed);
    result = fit(&rig.task);
    g_assert_cmpint(result->n_forces, >, 5);
    for (int i = 0; i < result->n_forces; i++)
      g_assert_cmpfloat(fabs(result->forces[i].t), <, TR_FORCE_FOUND);
    for (int i = 0; i < result->n_free; i++) {
      TrReported r = tr_fit_report(result, i);

      tr_assert_close(r.sigma, hypot(r.noise, r.model), 1e-12, 0);
      g_assert_cmpfloat(r.model, <, 5 * r.noise);
    }
    tr_fit_free(result);
    tr_model_free(rig.model);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/missing-forces/constant", test_constant);
  g_test_add_func("/missing-forces/rate", test_rate);
  g_test_add_func("/missing-forces/nothing", test_nothing);
  return g_test_run();
}
