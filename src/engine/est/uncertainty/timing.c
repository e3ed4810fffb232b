#include "engine/est/uncertainty/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"

bool
tr_timing_init(TrTiming *timing, int n, int p)
{
  TR_ASSERT(timing && n >= 0 && p >= 0);

  size_t delays = (size_t)n, parameters = (size_t)p;

  *timing = (TrTiming){.n = n,
                       .p = p,
                       .sd = calloc(delays + 1, sizeof *timing->sd),
                       .information = calloc(delays * delays + 1, sizeof *timing->information),
                       .gradient = calloc(delays + 1, sizeof *timing->gradient),
                       .response = calloc(delays * parameters + 1, sizeof *timing->response),
                       .product = calloc(delays * parameters + 1, sizeof *timing->product),
                       .bias = calloc(parameters + 1, sizeof *timing->bias),
                       .variance = 1};
  if (timing->sd && timing->information && timing->gradient && timing->response &&
      timing->product && timing->bias)
    return true;
  tr_timing_clear(timing);
  return false;
}

void
tr_timing_clear(TrTiming *timing)
{
  free(timing->sd);
  free(timing->information);
  free(timing->gradient);
  free(timing->response);
  free(timing->product);
  free(timing->bias);
  *timing = (TrTiming){0};
}

/* Replaces the information by the factor of P^-1 and the gradient by m, both in units of the sds,
 * and the responses by those to a unit of these. */
static TrStatus
scale(TrTiming *timing)
{
  int n = timing->n, p = timing->p;

  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      timing->information[i * n + j] *= timing->sd[i] * timing->sd[j] / timing->variance;
    timing->information[i * n + i] += 1;
    timing->gradient[i] *= -timing->sd[i] / timing->variance;
    for (int a = 0; a < p; a++)
      timing->response[i * p + a] *= timing->sd[i];
  }
  TR_TRY(tr_dense_cholesky(timing->information, n));
  tr_dense_cholesky_solve(timing->gradient, timing->information, n, 1);
  for (int i = 0; i < n; i++)
    timing->gradient[i] = fmin(fmax(timing->gradient[i], -sqrt(3)), sqrt(3));
  return TR_OK;
}

TrStatus
tr_timing_covariance(double *covariance, TrTiming *timing)
{
  TR_ASSERT(covariance && timing && timing->variance > 0);

  int n = timing->n, p = timing->p;
  size_t size = (size_t)(n * p);
  double *bias = timing->bias;

  memset(covariance, 0, (size_t)(p * p) * sizeof *covariance);
  TR_TRY(scale(timing));
  memcpy(timing->product, timing->response, size * sizeof *timing->product);
  tr_dense_cholesky_solve(timing->product, timing->information, n, p);
  tr_dense_add_product_tn(covariance, 1, timing->response, timing->product,
                          (TrProductSize){n, p, p});
  memset(bias, 0, (size_t)p * sizeof *bias);
  tr_dense_add_product(bias, 1, timing->gradient, timing->response, (TrProductSize){1, n, p});
  tr_dense_add_product_tn(covariance, 1, bias, bias, (TrProductSize){1, p, p});
  return TR_OK;
}
