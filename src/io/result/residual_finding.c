#include "io/result/residual_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/diagnose/outliers.h"
#include "engine/est/diagnose/residual_shape.h"
#include "io/base/bilingual.h"

/* Outliers of all logs, and the sensor with the most. */
typedef struct {
  gsize count, residuals; /* of the sensors that have too many */
  guint n_sensors;
  int log, sensor; /* log and sensor with the most, index in the log's sensors */
  int most;
  double largest_at; /* [s] time of that sensor's largest one */
} OutlierSum;

static void
sum_sensor(OutlierSum *sum, const TrSensorFit *fit, int log, int sensor)
{
  TrOutliers outliers;

  if (tr_outliers_find(&outliers, fit) != TR_OK)
    g_error("out of memory");
  if (outliers.is_many) {
    sum->count += (gsize)outliers.count;
    sum->residuals += (gsize)fit->n_residuals;
    sum->n_sensors++;
    if (outliers.count > sum->most) {
      sum->most = outliers.count;
      sum->log = log;
      sum->sensor = sensor;
      sum->largest_at = fit->t[outliers.index[0]];
    }
  }
  tr_outliers_clear(&outliers);
}

static void
add_outliers(GArray *findings, const TrTask *task, const TrFit *fit)
{
  OutlierSum sum = {0};

  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      sum_sensor(&sum, &fit->logs[l].sensors[s], l, s);
  if (sum.n_sensors == 0)
    return;

  const TrSensorFit *worst = &fit->logs[sum.log].sensors[sum.sensor];
  const char *log = task->logs[sum.log].name, *name = task->model->sensors[worst->sensor].name;
  TrammelPlace place = {.log = log, .signal = name};
  g_autofree char *others =
      sum.n_sensors > 1
          ? trammel_bilingual_dup(N_(" (with %u more sensors: %zu)"), sum.n_sensors - 1, sum.count)
          : g_strdup("");
  gboolean is_many = (double)sum.count > TR_MANY_OUTLIERS * (double)sum.residuals;
  trammel_findings_add(
      findings, &place, "info", "outliers",
      N_("Log '%s': %d of %d residuals of '%s'%s are larger than %g robust standard deviations, "
         "the "
         "largest at %.6g s. %s"),
      log, sum.most, worst->n_residuals, name, others, TR_OUTLIER_BOUND, sum.largest_at,
      is_many
          ? TRAMMEL_WORD("That is too many for outliers: the noise changes along the log, or the "
                         "model lacks something there.")
          : TRAMMEL_WORD(
                "If they are bad samples, exclude them or use a robust loss such as \"cauchy\"."));
}

/* Sensor in a log, with a measure of the fault. */
typedef struct {
  int log, sensor, input;
  double badness;
} Worst;

static void
compare_worst(Worst *worst, int log, int sensor, int input, double badness)
{
  if (badness > worst->badness)
    *worst = (Worst){log, sensor, input, badness};
}

/* Worst sensor for each kind of finding; badness 0 if there is none. */
typedef struct {
  Worst correlated, following, noisy;
} WorstSensors;

static void
look_at_sensor(WorstSensors *worst, const TrTask *task, const TrFit *fit, int log, int sensor)
{
  const TrSensorFit *from = &fit->logs[log].sensors[sensor];
  int n = from->n_residuals, motor;
  double following;
  TrResidualCheck check;

  if (tr_residual_check(&check, &fit->logs[log], from, task->model->n_motors) != TR_OK)
    g_error("out of memory");
  compare_worst(&worst->correlated, log, sensor, 0, tr_residuals_correlated(&check, n));
  following = tr_residuals_following(&motor, &check);
  compare_worst(&worst->following, log, sensor, motor, following);
  compare_worst(&worst->noisy, log, sensor, 0, tr_residuals_too_large(&check, n));
  tr_residual_check_clear(&check);
}

static TrammelPlace
get_place(const TrTask *task, const TrFit *fit, const Worst *worst)
{
  int sensor = fit->logs[worst->log].sensors[worst->sensor].sensor;

  return (TrammelPlace){.log = task->logs[worst->log].name,
                        .signal = task->model->sensors[sensor].name};
}

static void
add_correlated(GArray *findings, const TrTask *task, const TrFit *fit, const Worst *worst)
{
  TrammelPlace place = get_place(task, fit, worst);
  int n = fit->logs[worst->log].sensors[worst->sensor].n_residuals;

  if (worst->badness > 0)
    trammel_findings_add(
        findings, &place, "info", "residuals-correlated",
        N_("Log '%s': the residuals of '%s' are correlated: %d of them count as %.0f "
           "independent ones. The noise is not white, or the model lacks something; "
           "standard deviations may be too small by up to a factor of %.1f."),
        place.log, place.signal, n, n / worst->badness, sqrt(worst->badness));
}

static void
add_following(GArray *findings, const TrTask *task, const TrFit *fit, const Worst *worst)
{
  TrammelPlace place = get_place(task, fit, worst);

  if (worst->badness > 0)
    trammel_findings_add(
        findings, &place, "info", "residuals-follow-input",
        N_("Log '%s': the residuals of '%s' follow the input '%s' (correlation %.2f, more than "
           "chance). Check the input's delay and what lies between it and the motion, such as a "
           "current loop or an elastic shaft."),
        place.log, place.signal, task->model->motors[worst->input].name, worst->badness);
}

static void
add_noisy(GArray *findings, const TrTask *task, const TrFit *fit, const Worst *worst)
{
  TrammelPlace place = get_place(task, fit, worst);

  if (worst->badness > 0)
    trammel_findings_add(findings, &place, "info", "residuals-too-large",
                         N_("Log '%s': the residuals of '%s' are %.1f times as large as its "
                            "standard deviation of %.3g. Either that is too small, or the model "
                            "cannot follow the motion; a smaller kappa lets it follow."),
                         place.log, place.signal, worst->badness,
                         fit->logs[worst->log].sensors[worst->sensor].sigma);
}

void
trammel_residual_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  WorstSensors worst = {0};

  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      look_at_sensor(&worst, task, fit, l, s);
  add_outliers(findings, task, fit);
  add_correlated(findings, task, fit, &worst.correlated);
  add_following(findings, task, fit, &worst.following);
  add_noisy(findings, task, fit, &worst.noisy);
}
