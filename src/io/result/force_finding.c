#include "io/result/force_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/diagnose/force_balance.h"
#include "engine/est/task/reported.h"
#include "io/base/bilingual.h"
#include "io/result/change_text.h"

/* Largest error of a good prediction, by the standard deviation of the coordinate, and largest
 * ratio of unknown to inertial impulses of a joint whose forces are all known [right models:
 * predictions .02 to .15, ratio .05 to .4; wrong ones: .6 to 4, .7 to 1.2]. */
#define MOST_ERROR   0.2
#define MOST_UNKNOWN 0.6

/* Unseen constant force that is worth a word: its largest t and part of the known forces there, and
 * its least shift of a value, in sigmas of the noise and as a share of the value. */
#define MOST_T      2.0
#define SMALL       0.1
#define LEAST_SHIFT 2.0
#define LEAST_SHARE 0.05

/* Share of the energy that changes hands which may be in no term. */
#define MOST_LEFT 0.1

/* Least rms of the missing impulses, by that of inertia, at which the balance is computed. */
#define LEAST_MISSING 0.02

/* Words on a term, in the order of TrForceTerm. */
typedef struct {
  const char *along, *hint;
} TermWords;

static const TermWords term_words[TR_N_FORCE_TERMS] = {
    [TR_FORCE_CONSTANT] = {TRAMMEL_WORD("no motion: it is constant"),
                           TRAMMEL_WORD("an offset of the input, a tilt, or a weight that is "
                                        "missing in the model")},
    [TR_FORCE_RATE] = {TRAMMEL_WORD("the joint's rate"), TRAMMEL_WORD("viscous friction")},
    [TR_FORCE_DIRECTION] = {TRAMMEL_WORD("the direction of the joint's rate"),
                            TRAMMEL_WORD("Coulomb friction")},
    [TR_FORCE_SPEED] = {TRAMMEL_WORD("the size of the joint's rate, whatever its direction"),
                        TRAMMEL_WORD("friction that differs by direction")},
    [TR_FORCE_RATE_SQUARED] = {TRAMMEL_WORD("the square of the joint's rate"),
                               TRAMMEL_WORD("air drag, or friction that grows faster than the "
                                            "rate")},
    [TR_FORCE_SLOW_FRICTION] = {TRAMMEL_WORD("friction at low rates"),
                                TRAMMEL_WORD("a Stribeck curve")},
    [TR_FORCE_MEDIUM_FRICTION] = {TRAMMEL_WORD("friction below the usual rates"),
                                  TRAMMEL_WORD("a Stribeck curve")},
    [TR_FORCE_POSITION] = {TRAMMEL_WORD("the joint's position"),
                           TRAMMEL_WORD("a spring, a cable, or a weight off the axis")},
    [TR_FORCE_POSITION_SQUARED] = {TRAMMEL_WORD("the square of the joint's position"),
                                   TRAMMEL_WORD("a cable, or a transmission that changes along the "
                                                "travel")},
    [TR_FORCE_RATE_BY_POSITION] = {TRAMMEL_WORD("the joint's rate times its position"),
                                   TRAMMEL_WORD("friction that differs along the travel")}};

/* Adds the fix that frees a quantity of a joint or motor, if the model has it and it is fixed. */
static void
fix_free(GArray *findings, const TrTask *task, const char *id, const char *path)
{
  TrParam param;
  g_autofree char *value = NULL;

  if (!tr_param_find(&param, task->model, id) || !tr_param_can_be_free(task->model, param))
    return;
  for (int i = 0; i < task->n_free; i++) {
    char other[TR_ID_SIZE];
    tr_task_free_id(other, task, i);
    if (g_str_equal(other, id))
      return;
  }
  value = g_strdup_printf("{\"value\": %.17g, \"free\": true}", tr_param_get(task->model, param));
  trammel_findings_fix(findings, value, "%s", path);
}

/* Adds the fix that gives the model a force, if one quantity is that force. */
static void
add_fix(GArray *findings, const TrTask *task, const TrMissingForce *force)
{
  static const char *const quantities[TR_N_FORCE_TERMS][2] = {
      [TR_FORCE_CONSTANT] = {"offset", "friction.offset"},
      [TR_FORCE_RATE] = {"viscous", "friction.viscous"},
      [TR_FORCE_DIRECTION] = {"coulomb", "friction.coulomb"},
      [TR_FORCE_SPEED] = {"asymmetry.viscous", "friction.asymmetry.viscous"},
      [TR_FORCE_POSITION] = {"spring.stiffness", "spring.stiffness"}};
  const TrModel *model = task->model;
  const char *const *quantity = quantities[force->term];
  int motor = tr_model_find_force_motor(model, force->joint);
  g_autofree char *id = NULL, *path = NULL;

  if (force->term == TR_FORCE_CONSTANT && motor >= 0) {
    id = g_strdup_printf("motor.%s.bias", model->motors[motor].name);
    path = g_strdup_printf("model.motors[%d].bias", motor);
  } else if (quantity[0]) {
    id = g_strdup_printf("joint.%s.%s", model->joints[force->joint].name, quantity[0]);
    path = g_strdup_printf("model.joints[%d].%s", force->joint, quantity[1]);
  }
  if (id)
    fix_free(findings, task, id, path);
}

/* Parameter that a force would move most, in sigmas of its noise, which are set; -1: none. */
static int
find_moved(const TrFit *fit, const TrMissingForce *force, double *sigmas)
{
  int moved = -1;

  *sigmas = 0;
  for (int i = 0; i < fit->n_free; i++) {
    double by = fabs(force->shift[i]) / tr_fit_report(fit, i).noise;
    if (by > *sigmas) {
      *sigmas = by;
      moved = i;
    }
  }
  return moved;
}

/* Returns ", and would change x by 3 %"; free with g_free(). */
static char *
dup_change(const TrTask *task, const TrFit *fit, const TrMissingForce *force, int parameter)
{
  char id[TR_ID_SIZE];

  if (parameter < 0)
    return g_strdup("");
  tr_task_free_id(id, task, parameter);
  g_autofree char *change =
      trammel_change_dup_text(fabs(force->shift[parameter]), tr_fit_report(fit, parameter).value,
                              tr_task_free_unit(task, parameter));
  return trammel_bilingual_dup(N_(", and would change %s by %s"), id, change);
}

static void
add_left_over(GArray *findings, const TrTask *task, const TrFit *fit, const TrMissingForce *force)
{
  const char *joint = task->model->joints[force->joint].name;
  TrammelPlace place = {.signal = joint};
  double sigmas;
  int moved = find_moved(fit, force, &sigmas);
  g_autofree char *change = dup_change(task, fit, force, moved);
  const TermWords *words = &term_words[force->term];

  trammel_findings_add(
      findings, &place, sigmas > 1 ? "warning" : "info", "force-left-over",
      N_("Joint '%s': the force that the fit leaves over there follows %s (t = %.1f): %s. A force "
         "of "
         "%.2g %s would explain it%s. The sigmas count that; better, add it to the model."),
      joint, words->along, force->t, words->hint, fabs(force->size),
      force->kind == TR_KIND_FORCE ? "N" : "N m", change);
  add_fix(findings, task, force);
}

static void
add_constant(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrMissingForce *worst = NULL;
  double most = LEAST_SHIFT;
  int moved = -1;
  char id[TR_ID_SIZE];

  for (int i = 0; i < fit->n_forces; i++) {
    const TrMissingForce *force = &fit->forces[i];
    double sigmas;
    int parameter = find_moved(fit, force, &sigmas);

    if (force->term != TR_FORCE_CONSTANT || fabs(force->t) > MOST_T || !(sigmas > most) ||
        fabs(force->size) > SMALL * force->usual ||
        fabs(force->shift[parameter]) < LEAST_SHARE * fabs(tr_fit_report(fit, parameter).value))
      continue;
    worst = force;
    most = sigmas;
    moved = parameter;
  }
  if (!worst)
    return;
  tr_task_free_id(id, task, moved);
  trammel_findings_add(
      findings, &(TrammelPlace){.signal = id}, "warning", "rests-on-constant",
      N_("%s rests on one constant: a constant force at joint '%s' that the logs can neither show "
         "nor exclude (t = %.1f) would move it by %.1f sigmas, and so would a wrong zero of an "
         "angle or a tilt. Add a log with other motion."),
      id, task->model->joints[worst->joint].name, worst->t, most);
}

void
trammel_force_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  for (int j = 0; j < task->model->n_joints; j++) {
    const TrMissingForce *worst = NULL;

    for (int i = 0; i < fit->n_forces; i++) {
      const TrMissingForce *force = &fit->forces[i];
      if (force->joint == j && tr_fit_suspects(fit, i) &&
          fabs(force->t) > (worst ? fabs(worst->t) : TR_FORCE_FOUND))
        worst = force;
    }
    if (worst)
      add_left_over(findings, task, fit, worst);
  }
  add_constant(findings, task, fit);
}

/* Returns whether all forces along a joint are known but for its viscous friction. */
static gboolean
is_passive(const TrModel *model, int joint)
{
  return !tr_model_has_motor(model, joint) &&
         !tr_friction_is_dry(model->joints[joint].friction.model);
}

/* Largest error of the predictions of a joint in all logs; its period in *period. */
static double
find_error(const TrFit *fit, int joint, double *period)
{
  double most = 0;

  *period = NAN;
  for (int l = 0; l < fit->n_logs; l++) {
    const TrJointPrediction *p = fit->logs[l].predictions;
    if (p && p[joint].error > most) {
      most = p[joint].error;
      *period = p[joint].period;
    }
  }
  return most;
}

/* Share of a joint's largest inertial impulse below which others are rounding: in a plane a ball
 * turns about one axis only. */
#define RESTING 1e-9

static double
find_inertial(const TrFit *fit, int joint)
{
  double most = 0;

  for (int i = 0; i < fit->n_freedoms; i++)
    if (fit->state_sigmas[i].joint == joint)
      most = fmax(most, fit->state_sigmas[i].inertial);
  return most;
}

/* Largest ratio of unknown to inertial impulses along the freedoms of a joint without drive and dry
 * friction; 0 for others. */
static double
find_unknown(const TrFit *fit, int joint)
{
  double most = 0, least = RESTING * find_inertial(fit, joint);

  for (int i = 0; i < fit->n_freedoms && is_passive(fit->model, joint); i++)
    if (fit->state_sigmas[i].joint == joint && fit->state_sigmas[i].inertial > least)
      most = fmax(most, fit->state_sigmas[i].sigma / fit->state_sigmas[i].inertial);
  return most;
}

gboolean
trammel_fit_explains_joint(const TrFit *fit, int joint)
{
  double period;

  return find_error(fit, joint, &period) <= MOST_ERROR && find_unknown(fit, joint) <= MOST_UNKNOWN;
}

void
trammel_joint_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  for (int j = 0; j < task->model->n_joints; j++) {
    const char *name = task->model->joints[j].name;
    TrammelPlace place = {.signal = name};
    double period, error = find_error(fit, j, &period), unknown = find_unknown(fit, j);

    if (isinf(error))
      trammel_findings_add(
          findings, &place, "warning", "model-error",
          N_("Joint '%s': begun anew from the estimated motion, the model cannot be simulated over "
             "one period (%.2g s), so the parameters cannot be trusted. Look for a wrong sign, a "
             "wrong axis, a delay, or a part that is missing in the model."),
          name, period);
    else if (error > MOST_ERROR)
      trammel_findings_add(
          findings, &place, "warning", "model-error",
          N_("Joint '%s': begun anew from the estimated motion, the model misses the joint over "
             "one "
             "period (%.2g s) by %.0f %% of its motion (good models: below 15 %%), so the "
             "parameters cannot be trusted. Look for a wrong sign, a wrong axis, a delay, or a "
             "part "
             "that is missing in the model."),
          name, period, 100 * error);
    else if (unknown > MOST_UNKNOWN)
      trammel_findings_add(
          findings, &place, "warning", "model-error",
          N_("Joint '%s': the unknown forces along it are %.0f %% of the inertial ones, although "
             "neither a motor nor dry friction acts there, so the parameters cannot be trusted. "
             "Look for a wrong sign, a wrong axis, a delay, or a part that is missing in the "
             "model."),
          name, 100 * unknown);
  }
}

static void
judge_energy(GArray *findings, const TrTask *task, const TrFit *fit, int log)
{
  const TrLogFit *of = &fit->logs[log];
  TrammelPlace place = {.log = task->logs[log].name};
  TrForceBalance balance;
  TrEnergyTotals totals;

  if (!of->trajectory || !of->friction_rate)
    return;
  if (tr_force_balance(&balance, tr_fit_model_of_log(fit, log), of->trajectory, of->input,
                       of->friction_rate, &task->settings) != TR_OK)
    return;
  totals = tr_force_balance_totals(&balance);
  tr_force_balance_clear(&balance);
  if (!(fabs(totals.unexplained) > MOST_LEFT * totals.exchanged))
    return;
  trammel_findings_add(
      findings, &place, "warning", "energy-left-over",
      totals.unexplained < 0
          ? N_("Log '%s': of the %.3g J that change hands, %.2g J are taken by something that the "
               "model does not have: neither motors nor friction account for them. Look for a "
               "force that brakes: a friction that is missing or too small, a cable, a stop.")
          : N_("Log '%s': of the %.3g J that change hands, %.2g J come from something that the "
               "model does not have: neither motors nor stored energy account for them. Look for "
               "a force that drives: a gain that is too small, an input that is missing, a "
               "spring, a tilt."),
      place.log, totals.exchanged, fabs(totals.unexplained));
}

void
trammel_energy_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  if (tr_model_has_impacts(task->model))
    return;
  for (int l = 0; l < fit->n_logs; l++)
    if (fit->logs[l].unexplained > LEAST_MISSING)
      judge_energy(findings, task, fit, l);
}
