#include "engine/est/uncertainty/information.h"

#include <math.h>
#include <stdlib.h>

typedef struct Collector {
  TrFit *fit;
  const TrProblem *problem;
  TrPosterior *posterior;
  double *follow;   /* [q x q] u of each parameter, one a row, in units of the parameters */
  double *variance; /* [q] of each parameter, in units of the weights */
  int log;          /* log of the visited blocks */
} Collector;

static void
fill_follow(Collector *c)
{
  const TrPosterior *p = c->posterior;
  const double *scale = c->problem->scale;

  for (int a = 0; a < p->q; a++) {
    c->variance[a] = p->spread[a * p->q + a] * pow(scale[p->index[a]], 2);
    for (int b = 0; b < p->q; b++)
      c->follow[a * p->q + b] = p->spread[a * p->q + b] / p->spread[a * p->q + a] *
                                scale[p->index[b]] / scale[p->index[a]];
  }
}

static TrStatus
collect(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac;
  double weight = residual->weight;
  Collector *c = user;
  const TrPosterior *p = c->posterior;

  while (block >= c->problem->first[c->log + 1])
    c->log++;

  size_t node = (size_t)(block - c->problem->first[c->log] + touched / 2);
  double *out = c->fit->logs[c->log].information + node * (size_t)c->problem->p;

  tr_posterior_project(c->posterior, block, touched, jac, n_rows);
  for (int k = 0; k < n_rows; k++) {
    const double *sensitivity = p->rows + k * p->stride;

    for (int a = 0; a < p->q; a++) {
      double t = 0;

      for (int b = 0; b < p->q; b++)
        t += c->follow[a * p->q + b] * sensitivity[p->index[b]];
      out[p->index[a]] += weight * t * t * c->variance[a];
    }
  }
  return TR_OK;
}

/* Clears the shares of parameters without sigma. */
static void
blank_undetermined(TrFit *fit)
{
  for (int l = 0; l < fit->n_logs; l++)
    for (int k = 0; k < fit->logs[l].n_nodes; k++)
      for (int i = 0; i < fit->n_free; i++)
        if (!isfinite(fit->estimates[i].sigma_linear))
          fit->logs[l].information[(size_t)k * (size_t)fit->n_free + (size_t)i] = NAN;
}

TrStatus
tr_information(TrFit *fit, TrPosterior *posterior)
{
  TR_ASSERT(fit && posterior);

  size_t q = (size_t)posterior->q;
  Collector c = {.fit = fit,
                 .problem = posterior->problem,
                 .posterior = posterior,
                 .follow = calloc(q * q + 1, sizeof(double)),
                 .variance = calloc(q + 1, sizeof(double))};
  TrStatus status = TR_NO_MEMORY;

  if (c.follow && c.variance) {
    fill_follow(&c);
    status = tr_problem_visit(posterior->problem, collect, &c);
    blank_undetermined(fit);
  }
  free(c.follow);
  free(c.variance);
  return status;
}

TrStatus
tr_information_bins(
    TrInformationBins *bins, const TrFit *fit, const TrTask *task, int log, int max_bins)
{
  TR_ASSERT(bins && fit && task && max_bins > 0);
  TR_ASSERT(log >= 0 && log < fit->n_logs);

  const TrLogFit *from = &fit->logs[log];
  size_t p = (size_t)fit->n_free;
  int width = (from->n_nodes + max_bins - 1) / max_bins;
  double h = task->settings.h, start = task->logs[log].start;

  *bins = (TrInformationBins){.n_bins = (from->n_nodes + width - 1) / width, .n_params = (int)p};
  bins->edges = calloc((size_t)bins->n_bins + 1, sizeof *bins->edges);
  bins->share = calloc((size_t)bins->n_bins * p + 1, sizeof *bins->share);
  if (!bins->edges || !bins->share) {
    tr_information_bins_clear(bins);
    return TR_NO_MEMORY;
  }
  for (int b = 0; b <= bins->n_bins; b++) {
    int node = b < bins->n_bins ? b * width : from->n_nodes;

    bins->edges[b] = start + (node - 0.5) * h;
  }
  for (int k = 0; k < from->n_nodes; k++)
    for (size_t i = 0; i < p; i++)
      bins->share[(size_t)(k / width) * p + i] += from->information[(size_t)k * p + i];
  return TR_OK;
}

void
tr_information_bins_clear(TrInformationBins *bins)
{
  free(bins->edges);
  free(bins->share);
  *bins = (TrInformationBins){0};
}
