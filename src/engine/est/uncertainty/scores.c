#include "engine/est/uncertainty/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/signal/long_run.h"

typedef struct Scores {
  TrPosterior *posterior;
  TrLogSpans spans;
  int n;             /* steps: nodes of all logs */
  double *of_step;   /* [n x stride] s, scaled */
  double *influence; /* [q x n] psi, scaled, one parameter a row */
} Scores;

/* Adds T^T w r of a block to the step in its middle, and the squares of its residuals' scores. */
static TrStatus
add_block(void *user, const TrArrowResidual *residual)
{
  Scores *scores = user;
  TrPosterior *p = scores->posterior;
  int n = p->problem->p, stride = p->stride;
  int node = residual->block + residual->touched / 2;
  double *s = scores->of_step + (size_t)node * (size_t)stride;

  tr_likelihood_add(&p->likelihood, p->problem, residual);
  tr_posterior_project(p, residual->block, residual->touched, residual->jac, residual->n_rows);
  for (int k = 0; k < residual->n_rows; k++)
    for (int a = 0; a < n; a++) {
      double *score = &p->rows[k * stride + a];

      *score *= residual->weight * residual->r[k] * p->problem->scale[a];
      s[a] += *score;
    }
  p->products->add(p->scores, 1, tr_matrix_view_transposed(p->rows, stride), p->rows,
                   (TrProductShape){{n, residual->n_rows, stride}, stride, stride});
  return TR_OK;
}

/* Variance of a parameter where every residual has a size of its own and no memory (White 1980),
 * from the sum of the squares of their scores in posterior->scores. */
static double
judge_uneven(const TrPosterior *p, int parameter)
{
  const double *row = p->spread + (size_t)(parameter * p->q);
  double sum = 0;

  for (int b = 0; b < p->q; b++)
    for (int c = 0; c < p->q; c++)
      sum += row[b] * row[c] * p->scores[p->index[b] * p->stride + p->index[c]];
  return sum;
}

static void
fill_influence(Scores *scores)
{
  const TrPosterior *p = scores->posterior;
  int q = p->q;

  for (int a = 0; a < q; a++) {
    double *psi = scores->influence + (size_t)a * (size_t)scores->n;

    for (int k = 0; k < scores->n; k++) {
      const double *s = scores->of_step + (size_t)k * (size_t)p->stride;
      double sum = 0;

      for (int b = 0; b < q; b++)
        sum += p->spread[a * q + b] * s[p->index[b]];
      psi[k] = sum;
    }
  }
}

/* Copies the influences to the logs of the fit that asked for them. */
static void
keep_influence(const Scores *scores, TrFit *fit)
{
  const TrPosterior *p = scores->posterior;

  for (int l = 0; l < scores->spans.n_logs; l++)
    for (int a = 0; fit->logs[l].influence && a < p->q; a++) {
      const double *psi =
          scores->influence + (size_t)a * (size_t)scores->n + scores->spans.first[l];
      double scale = p->problem->scale[p->index[a]];

      for (int k = 0; k < fit->logs[l].n_nodes; k++)
        fit->logs[l].influence[k * fit->n_free + p->index[a]] = scale * psi[k];
    }
}

/* Covariance of the sum of s by the Bartlett kernel: of moving sums, as in signal/long_run.c. */
static void
fill_covariance(const Scores *scores, int lags, double *sum)
{
  TrPosterior *p = scores->posterior;
  int n = p->problem->p, stride = p->stride;

  memset(p->scores, 0, (size_t)(n * stride) * sizeof *p->scores);
  for (int l = 0; l < scores->spans.n_logs; l++) {
    int begin = scores->spans.first[l], end = scores->spans.first[l + 1];

    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int k = begin; k < end + lags; k++) {
      int leaving = k - lags - 1;

      for (int a = 0; a < n; a++) {
        sum[a] += k < end ? scores->of_step[k * stride + a] : 0;
        sum[a] -= leaving >= begin ? scores->of_step[leaving * stride + a] : 0;
      }
      for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
          p->scores[a * stride + b] += sum[a] * sum[b] / (lags + 1);
    }
  }
}

static TrStatus
find(Scores *scores, TrFit *fit)
{
  TrPosterior *p = scores->posterior;
  double lags = 0;

  memset(p->scores, 0, (size_t)(p->problem->p * p->stride) * sizeof *p->scores);
  TR_TRY(tr_problem_visit(p->problem, add_block, scores));
  fill_influence(scores);
  keep_influence(scores, fit);
  for (int a = 0; a < p->q; a++) {
    const double *psi = scores->influence + (size_t)a * (size_t)scores->n;
    int own;

    p->memory[a] = fmax(tr_long_run_variance(psi, scores->spans, &own), judge_uneven(p, a));
    lags += (double)own / p->q;
  }
  fill_covariance(scores, (int)lags, p->row);
  return TR_OK;
}

TrStatus
tr_scores_find(TrPosterior *posterior, TrFit *fit)
{
  TR_ASSERT(posterior && fit);

  const TrProblem *problem = posterior->problem;
  int n_logs = problem->prepared->n_logs, n = problem->first[n_logs];
  size_t steps = (size_t)n;
  Scores scores = {.posterior = posterior,
                   .spans = {n_logs, problem->first},
                   .n = n,
                   .of_step = calloc(steps * (size_t)posterior->stride + 1, sizeof(double)),
                   .influence = calloc(steps * (size_t)posterior->q + 1, sizeof(double))};
  TrStatus status = TR_NO_MEMORY;

  if (scores.of_step && scores.influence)
    status = find(&scores, fit);
  free(scores.of_step);
  free(scores.influence);
  return status;
}
