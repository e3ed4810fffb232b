#include "engine/est/uncertainty/spectrum.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/uncertainty/covariance.h"
#include "engine/linalg/dense.h"

/* Share of the largest eigenvalue below which a difference is rounding. */
#define ROUNDING 1e-13

static int
find_taking_part(int *index, const TrFit *fit)
{
  int n = 0;

  for (int i = 0; i < fit->n_free; i++)
    if (!fit->estimates[i].at_bound)
      index[n++] = i;
  return n;
}

/* Row `to` of the loadings from an eigenvector v[n]. */
static void
take_loading(TrSpectrum *out, int to, const double *v, const int *index)
{
  double *loading = out->loading + (size_t)to * (size_t)out->n_free, sign = 1, largest = 0;

  for (int a = 0; a < out->n; a++)
    if (fabs(v[a]) > largest * (1 + 1e-9)) {
      largest = fabs(v[a]);
      sign = v[a] < 0 ? -1 : 1;
    }
  for (int a = 0; a < out->n; a++)
    loading[index[a]] = sign * v[a];
}

/* s[n x n] <- P s P, P the projector without the gauge freedoms: there S comes from the weight of
 * the state error (est/lsq/gauge.h). */
static void
take_out(double *s, const TrSpectrum *spectrum, const TrFit *fit, const int *index)
{
  int n = spectrum->n;

  for (int d = 0; d < fit->n_null; d++) {
    const double *v = fit->directions[d].loading;

    for (int side = 0; side < 2; side++)
      for (int a = 0; a < n; a++) {
        double along = 0;

        for (int b = 0; b < n; b++)
          along += v[index[b]] * s[side ? b * n + a : a * n + b];
        for (int b = 0; b < n; b++)
          s[side ? b * n + a : a * n + b] -= along * v[index[b]];
      }
  }
}

static TrStatus
fill(TrSpectrum *out, const TrFit *fit, double *vectors, const int *index)
{
  int n = out->n, p = fit->n_free;
  double variance = fit->dof > 0 ? fit->cost.total / (double)fit->dof : 1;
  double *values = out->singular, most;

  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      vectors[a * n + b] = fit->information[index[a] * p + index[b]];
  take_out(vectors, out, fit, index);
  TR_TRY(tr_dense_symmetric_eigen(vectors, values, n));
  most = n > 0 ? values[n - 1] : 0;
  for (int k = 0; k < n; k++)
    take_loading(out, n - 1 - k, vectors + (size_t)k * (size_t)n, index);
  for (int k = 0; k < n; k++)
    values[k] = values[k] > ROUNDING * most ? sqrt(values[k] / variance) : 0;
  for (int k = 0; k < n / 2; k++) {
    double swap = values[k];

    values[k] = values[n - 1 - k];
    values[n - 1 - k] = swap;
  }
  return TR_OK;
}

TrStatus
tr_spectrum(TrSpectrum *out, const TrFit *fit)
{
  TR_ASSERT(out && fit);

  size_t p = (size_t)fit->n_free;
  int *index = malloc((p + 1) * sizeof *index);
  double *vectors = malloc((p * p + 1) * sizeof *vectors);
  TrStatus status = TR_NO_MEMORY;

  *out = (TrSpectrum){.n_free = fit->n_free, .threshold = TR_LEAST_SINGULAR_VALUE};
  out->singular = calloc(p + 1, sizeof *out->singular);
  out->loading = calloc(p * p + 1, sizeof *out->loading);
  if (index && vectors && out->singular && out->loading) {
    out->n = find_taking_part(index, fit);
    status = fill(out, fit, vectors, index);
  }
  free(index);
  free(vectors);
  if (status != TR_OK)
    tr_spectrum_clear(out);
  return status;
}

void
tr_spectrum_clear(TrSpectrum *spectrum)
{
  free(spectrum->singular);
  free(spectrum->loading);
  *spectrum = (TrSpectrum){0};
}
