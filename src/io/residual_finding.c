#include "io/residual_finding.h"

#include "engine/est/outliers.h"

/* Beyond this share of all residuals outliers are no single bad samples. */
#define MANY_OUTLIERS 0.02

/* Outliers of all logs, and where they are most. */
typedef struct {
  gsize count, residuals; /* of the sensors that have too many */
  guint n_sensors;
  int log, sensor; /* where there are most, index in the log's sensors */
  int most;
  double largest_at; /* [s] of that sensor's largest one */
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
          ? g_strdup_printf(" (with %u more of the logs' sensors: %" G_GSIZE_FORMAT ")",
                            sum.n_sensors - 1, sum.count)
          : g_strdup("");
  gboolean is_many = (double)sum.count > MANY_OUTLIERS * (double)sum.residuals;
  trammel_findings_add(
      findings, &place, "info", "outliers",
      "Log '%s': %d of %d residuals of '%s'%s are larger than %g robust standard deviations, the "
      "largest at %.6g s. %s",
      log, sum.most, worst->n_residuals, name, others, TR_OUTLIER_BOUND, sum.largest_at,
      is_many ? "So many are no single bad samples: the noise changes along the log, or the model "
                "lacks something there."
              : "If they are bad samples, exclude them or use a robust loss such as \"cauchy\".");
}

void
trammel_residual_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  add_outliers(findings, task, fit);
}
