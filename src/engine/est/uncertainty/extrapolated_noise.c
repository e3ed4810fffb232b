#include "engine/est/uncertainty/extrapolated_noise.h"

#include <math.h>
#include <stdlib.h>

#include "engine/signal/long_run.h"

/* first[l] = number of the first step of log l; returns that of all steps. */
static int
number_steps(int *first, const TrFit *coarse)
{
  first[0] = 0;
  for (int l = 0; l < coarse->n_logs; l++)
    first[l + 1] = first[l] + coarse->logs[l].n_nodes;
  return first[coarse->n_logs];
}

/* Influence of the two steps at h/2 that are step k at h. */
static double
sum_halves(const TrFit *fine, int log, int k, int parameter)
{
  const TrLogFit *own = &fine->logs[log];
  double sum = 0;

  for (int half = 2 * k; half <= 2 * k + 1 && half < own->n_nodes; half++)
    sum += own->influence[half * fine->n_free + parameter];
  return sum;
}

static void
fill_influence(double *psi, const TrFit *coarse, const TrFit *fine, int parameter)
{
  for (int l = 0; l < coarse->n_logs; l++) {
    const TrLogFit *own = &coarse->logs[l];

    for (int k = 0; k < own->n_nodes; k++)
      *psi++ =
          (4 * sum_halves(fine, l, k, parameter) - own->influence[k * coarse->n_free + parameter]) /
          3;
  }
}

static double
judge(const double *psi, TrLogSpans spans)
{
  return sqrt(
      fmax(tr_long_run_variance(psi, spans, &(int){0}), tr_long_run_bartlett(psi, spans, 0)));
}

TrStatus
tr_extrapolated_noise(double *sigma, const TrFit *coarse, const TrFit *fine)
{
  TR_ASSERT(sigma && coarse && fine);
  TR_ASSERT(coarse->n_free == fine->n_free && coarse->n_logs == fine->n_logs);

  int *first = calloc((size_t)coarse->n_logs + 1, sizeof *first);
  double *psi = first ? calloc((size_t)number_steps(first, coarse) + 1, sizeof *psi) : NULL;

  for (int i = 0; psi && i < coarse->n_free; i++) {
    fill_influence(psi, coarse, fine, i);
    sigma[i] = judge(psi, (TrLogSpans){coarse->n_logs, first});
  }
  free(first);
  free(psi);
  return psi ? TR_OK : TR_NO_MEMORY;
}
