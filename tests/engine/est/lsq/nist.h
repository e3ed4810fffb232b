/* Nonlinear regressions of NIST's Statistical Reference Datasets: models, data (tests/data/nist)
 * and certified results. */
#pragma once

#include "engine/est/lsq/dense_lsq.h"

enum { TR_NIST_MAX_POINTS = 250 };

typedef struct TrNistModel {
  const char *name, *level; /* of difficulty, as NIST puts it */
  int n;                    /* parameters */
  double complex (*value)(const double complex *b, const double *x); /* x[2] */
} TrNistModel;

extern const TrNistModel tr_nist_models[];
extern const int tr_n_nist_models;

typedef struct TrNistData {
  const TrNistModel *model;
  int n_points;
  double x[TR_NIST_MAX_POINTS][2], y[TR_NIST_MAX_POINTS];
  double start[2][TR_DENSE_MAX_UNKNOWNS]; /* the far one and the near one */
  double certified[TR_DENSE_MAX_UNKNOWNS], deviation[TR_DENSE_MAX_UNKNOWNS];
  double rss; /* residual sum of squares */
} TrNistData;

void tr_nist_read(TrNistData *data, const TrNistModel *model);

/* Model minus data; user is the data. */
void tr_nist_residual(double complex *r, const double complex *b, const void *user);
