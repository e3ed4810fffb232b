#include "engine/est/uncertainty/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/signal/long_run.h"

/* Least number of logs that count as clusters, and the factor for their few degrees of freedom. */
enum { LEAST_CLUSTERS = 3 };
#define CLUSTERS_FACTOR 1.3

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

/* Variance of one parameter; its number of lags in *lags. */
static double
judge(const Scores *scores, int parameter, int *lags)
{
  const double *psi = scores->influence + (size_t)parameter * (size_t)scores->n;
  TrLogSpans spans = scores->spans;
  double most = tr_long_run_steps(psi, spans, lags);

  if (spans.n_logs >= LEAST_CLUSTERS)
    most = fmax(most, CLUSTERS_FACTOR * CLUSTERS_FACTOR * tr_long_run_clusters(psi, spans));
  return most;
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
find(Scores *scores)
{
  TrPosterior *p = scores->posterior;
  double lags = 0;

  memset(p->scores, 0, (size_t)(p->problem->p * p->stride) * sizeof *p->scores);
  TR_TRY(tr_problem_visit(p->problem, add_block, scores));
  fill_influence(scores);
  for (int a = 0; a < p->q; a++) {
    int own;

    p->memory[a] = fmax(judge(scores, a, &own), judge_uneven(p, a));
    lags += (double)own / p->q;
  }
  fill_covariance(scores, (int)lags, p->row);
  return TR_OK;
}

TrStatus
tr_scores_find(TrPosterior *posterior)
{
  TR_ASSERT(posterior);

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
    status = find(&scores);
  free(scores.of_step);
  free(scores.influence);
  return status;
}
