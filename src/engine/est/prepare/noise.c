/* Noise of each sensor estimated from the samples, and the sigmas in use. */
#include <math.h>

#include "engine/est/prepare/prepare.h"
#include "engine/signal/noise.h"

/* Share of a signal's scatter below which its noise is not estimated. */
#define LEAST_SCATTER 0.25

/* Least noise of a sensor as a share of the sd of its signal: that of simulated samples without
 * any, which would leave the motion no freedom at the nodes. */
#define LEAST_NOISE 1e-6

static void
find_sigma0(TrPrepared *prepared)
{
  double precision = 0;
  int mapped = 0;

  for (int s = 0; s < prepared->n_sensors; s++)
    if (!isnan(prepared->sigma[s])) {
      precision += pow(prepared->sigma[s], -2);
      mapped++;
    }
  prepared->sigma0 = sqrt(mapped / precision);
}

void
tr_prepared_scale_noise(TrPrepared *prepared, int sensor, double factor)
{
  TR_ASSERT(prepared && sensor >= 0 && sensor < prepared->n_sensors);

  double before = prepared->sigma0;

  prepared->sigma[sensor] *= sqrt(factor);
  for (int l = 0; l < prepared->n_logs; l++) {
    TrPreparedLog *log = &prepared->logs[l];

    for (int i = 0; i < log->n_observations; i++)
      if (log->observations[i].sensor == sensor)
        log->observations[i].variance *= factor;
  }
  find_sigma0(prepared);
  prepared->kappa_ref *= pow(prepared->sigma0 / before, 2);
}

/* Standard deviation of the samples. */
static double
spread(const TrChannel *c)
{
  double mean = 0, sum = 0;

  for (size_t i = 0; i < c->n; i++)
    mean += c->y[i] / (double)c->n;
  for (size_t i = 0; i < c->n; i++)
    sum += pow(c->y[i] - mean, 2);
  return sqrt(sum / (double)c->n);
}

/* Estimates the noise of a sensor from a log's samples; returns their sigma. */
static double
measure_channel(TrPrepared *prepared, int s, const TrChannel *c)
{
  double sigma = tr_signal_sigma(c->t, c->y, c->n);
  double resolved = tr_signal_quantum(c->y, c->n) / sqrt(12);
  double least = fmax(fmax(resolved, LEAST_SCATTER * sigma), LEAST_NOISE * spread(c));

  prepared->sigma_floor[s] = fmax(prepared->sigma_floor[s], least);
  prepared->sigma_data[s] = fmax(prepared->sigma_data[s], sigma);
  prepared->motion[s] = fmax(prepared->motion[s], spread(c));
  return sigma;
}

/* Sigma of a sensor in the fit that the task continues; NAN where there is none. */
static double
find_warm(const TrTask *task, int sensor)
{
  const TrFit *fit = task->warm_fit;

  for (int l = 0; fit && l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      if (fit->logs[l].sensors[s].sensor == sensor)
        return fit->logs[l].sensors[s].sigma;
  return NAN;
}

void
tr_prepare_noise(TrPrepared *prepared, const TrTask *task)
{
  for (int s = 0; s < task->model->n_sensors; s++) {
    double stated = find_warm(task, s), variance = 0;
    int n = 0;

    if (!(stated > 0))
      stated = task->model->sensors[s].sigma;
    for (int l = 0; l < task->n_logs; l++) {
      const TrChannel *c = tr_log_find(&task->logs[l], TR_SIGNAL_SENSOR, s);

      if (!c)
        continue;
      variance += pow(measure_channel(prepared, s, c), 2);
      n++;
    }
    prepared->sigma[s] = n == 0 ? NAN : isnan(stated) ? sqrt(variance / n) : stated;
  }
  find_sigma0(prepared);
}
