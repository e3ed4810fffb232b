#include "io/result/correlation_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Correlation above which the pair is determined by a constraint, not by an estimate. */
#define BOUND_TOGETHER 1e-9

static double
find_correlation(const TrFit *fit, int i, int j)
{
  const double *c = fit->covariance;
  int n = fit->n_free;

  return c[i * n + j] / sqrt(c[i * n + i] * c[j * n + j]);
}

static gboolean
is_taken(const TrammelCorrelatedPair *pairs, guint n, int parameter)
{
  for (guint k = 0; k < n; k++)
    if (pairs[k].first == parameter || pairs[k].second == parameter)
      return TRUE;
  return FALSE;
}

static void
combine(TrammelCorrelatedPair *pair, const TrFit *fit)
{
  const TrEstimate *a = &fit->estimates[pair->first], *b = &fit->estimates[pair->second];

  pair->factor = pair->correlation * a->sigma / b->sigma;
  pair->value = a->value - pair->factor * b->value;
  pair->sigma = a->sigma * sqrt(1 - pair->correlation * pair->correlation);
}

/* Finds the closest pair of parameters that are in no earlier pair. */
static gboolean
find_next(TrammelCorrelatedPair *pairs, guint n, const TrFit *fit)
{
  TrammelCorrelatedPair *next = &pairs[n];
  double most = TRAMMEL_CLOSE_CORRELATION;

  for (int j = 1; j < fit->n_free; j++)
    for (int i = 0; i < j; i++) {
      double r = find_correlation(fit, i, j);

      if (!(fabs(r) > most) || !(fabs(r) < 1 - BOUND_TOGETHER) || is_taken(pairs, n, i) ||
          is_taken(pairs, n, j))
        continue;
      *next = (TrammelCorrelatedPair){.first = i, .second = j, .correlation = r};
      most = fabs(r);
    }
  if (most == TRAMMEL_CLOSE_CORRELATION)
    return FALSE;
  combine(next, fit);
  return TRUE;
}

guint
trammel_correlated_pairs_find(TrammelCorrelatedPair pairs[TRAMMEL_MOST_PAIRS], const TrFit *fit)
{
  guint n = 0;

  while (n < TRAMMEL_MOST_PAIRS && find_next(pairs, n, fit))
    n++;
  return n;
}

static void
add_pair(GArray *findings, const TrTask *task, const TrammelCorrelatedPair *pair)
{
  TrParam first = task->free[pair->first].param, second = task->free[pair->second].param;
  char a[TR_ID_SIZE], b[TR_ID_SIZE];
  TrammelPlace place = {.signal = a};

  tr_task_param_id(a, task, first);
  tr_task_param_id(b, task, second);
  trammel_findings_add(
      findings, &place, "info", "parameters-correlated",
      N_("%s and %s can hardly be distinguished (correlation %+.4f): the logs determine %s %s %.4g "
         "%s = %.6g +- %.2g %s (noise, at the step of the fit), a combination that is known %.0f "
         "times as well as either of them. "
         "Fix one that can be measured otherwise, give it a prior, or add a log in which they act "
         "differently."),
      a, b, pair->correlation, a, pair->factor < 0 ? "+" : "-", fabs(pair->factor), b, pair->value,
      pair->sigma, tr_task_param_unit(task, first),
      1 / sqrt(1 - pair->correlation * pair->correlation));
}

void
trammel_correlation_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  TrammelCorrelatedPair pairs[TRAMMEL_MOST_PAIRS];
  guint n = trammel_correlated_pairs_find(pairs, fit);

  for (guint k = 0; k < n; k++)
    add_pair(findings, task, &pairs[k]);
}
