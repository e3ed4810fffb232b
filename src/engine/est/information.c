#include "engine/est/information.h"

#include <math.h>
#include <stdlib.h>

typedef struct Collector {
  TrFit *fit;
  const TrProblem *problem;
  const TrPosterior *posterior;
  double *follow;      /* [q x q] u of each parameter, one a row, in units of the parameters */
  double *sensitivity; /* [q] T of one residual */
  int log;             /* that the blocks being visited belong to */
} Collector;

static void
fill_follow(Collector *c)
{
  const TrPosterior *p = c->posterior;
  const double *scale = c->problem->scale;

  for (int a = 0; a < p->q; a++)
    for (int b = 0; b < p->q; b++)
      c->follow[a * p->q + b] = p->spread[a * p->q + b] / p->spread[a * p->q + a] *
                                scale[p->index[b]] / scale[p->index[a]];
}

/* T = J_p + J_x X, one row. */
static void
project(Collector *c, int block, int touched, const double *row)
{
  const TrPosterior *p = c->posterior;
  size_t n = (size_t)c->problem->node_size;
  size_t states = (size_t)c->problem->first[c->problem->prepared->n_logs] * n;

  for (int a = 0; a < p->q; a++) {
    const double *x = p->response + (size_t)p->index[a] * states + (size_t)block * n;
    double t = row[(size_t)touched * n + (size_t)p->index[a]];

    for (size_t i = 0; i < (size_t)touched * n; i++)
      t += row[i] * x[i];
    c->sensitivity[a] = t;
  }
}

static TrStatus
collect(void *user,
        int block,
        int touched,
        const double *jac,
        const double *r,
        int n_rows,
        double weight)
{
  Collector *c = user;
  const TrPosterior *p = c->posterior;
  size_t columns = (size_t)(touched * c->problem->node_size + c->problem->p);

  (void)r;
  while (block >= c->problem->first[c->log + 1])
    c->log++;

  size_t node = (size_t)(block - c->problem->first[c->log] + touched / 2);
  double *out = c->fit->logs[c->log].information + node * (size_t)c->problem->p;

  for (int k = 0; k < n_rows; k++) {
    project(c, block, touched, jac + (size_t)k * columns);
    for (int a = 0; a < p->q; a++) {
      double t = 0;

      for (int b = 0; b < p->q; b++)
        t += c->follow[a * p->q + b] * c->sensitivity[b];
      out[p->index[a]] += weight * t * t / p->variance;
    }
  }
  return TR_OK;
}

/* Nothing is claimed of parameters without sigma. */
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
tr_information(TrFit *fit, const TrPosterior *posterior)
{
  size_t q = (size_t)posterior->q;
  Collector c = {.fit = fit,
                 .problem = posterior->problem,
                 .posterior = posterior,
                 .follow = calloc(q * q + 1, sizeof(double)),
                 .sensitivity = calloc(q + 1, sizeof(double))};
  TrStatus status = TR_NO_MEMORY;

  if (c.follow && c.sensitivity) {
    fill_follow(&c);
    status = tr_problem_visit(posterior->problem, collect, &c);
    blank_undetermined(fit);
  }
  free(c.follow);
  free(c.sensitivity);
  return status;
}
