/* Rows of the hard constraints (est/lsq/constraints.h): read from a task, evaluated at parameter
 * values. */
#pragma once

#include "engine/est/task/fit.h"

/* Least second moment of a body, as a share of the sum of the three at the start. */
#define TR_LEAST_MOMENT 1e-6

/* Share of their sum by which a second moment may be below zero by rounding. */
#define TR_MOMENT_ROUNDING 1e-9

/* A body whose second moments must not fall below delta in any direction. */
typedef struct TrMoments {
  int body;
  char name[TR_NAME_SIZE]; /* for messages */
  double delta;            /* [kg m^2] */
  double fixed[6];         /* elements of the tensor that are neither free nor tied */
  double *slope;           /* [6 x p] of the elements by the parameters */
} TrMoments;

/* Rows least <= row . p <= most over the p free parameters. */
typedef struct TrRows {
  int p;
  int n_rows, n_fixed, most_rows; /* fixed rows, then directions added during the fit */
  int n_stated;                   /* fixed rows that no rule of inertias makes: the first ones */
  double *row;                    /* [most_rows x p] */
  double *least, *most;           /* [most_rows] less the constant */
  double *constant;               /* [most_rows] part of the quantities that are not free */
  char (*names)[TR_NAME_SIZE];    /* [most_rows] */
  bool *touched;                  /* [p] */
  int n_moments;
  TrMoments *moments;
} TrRows;

/* Reads the rows from a task; the caller clears them with tr_rows_clear().  Fails with
 * TR_BAD_SETTING or TR_BAD_MODEL when a constraint of fixed quantities is violated, and with
 * TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_rows_fill(TrRows *rows, const TrTask *task, TrError *error);
void tr_rows_clear(TrRows *rows);

/* c . p */
double tr_rows_value(const TrRows *rows, int row, const double *values);

/* Returns whether all second moments are at least (1 - slack) delta. */
bool tr_rows_are_realisable(const TrRows *rows, const double *values, double slack);

/* Adds, for each body with a second moment below that, the direction of the least one as a row;
 * returns whether it added any. */
bool tr_rows_cut(TrRows *rows, const double *values, double slack);

/* Adds the directions in which a second moment has come down to delta, within a share of the
 * largest. */
void tr_rows_add_reached(TrRows *rows, const double *values, double share);

/* Removes all rows but the fixed ones. */
void tr_rows_forget_cuts(TrRows *rows);

/* Describes the least second moment of the i-th body of rows->moments in *fit. */
void tr_rows_describe_moment(
    TrConstraintFit *fit, const TrRows *rows, int i, const double *values, double share);
