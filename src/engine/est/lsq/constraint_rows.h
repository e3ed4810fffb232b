/* The rows of est/lsq/constraints.h: where they come from and what they are worth. */
#pragma once

#include "engine/est/task/fit.h"

/* A body whose second moments are kept from falling below delta in any direction. */
typedef struct TrMoments {
  int body;
  char name[TR_NAME_SIZE]; /* for people */
  double delta;            /* [kg m^2] */
  double fixed[6];         /* elements of the tensor that are neither free nor tied */
  double *slope;           /* [6 x p] of the elements by the parameters */
} TrMoments;

typedef struct TrRows {
  int p;
  int n_rows, n_fixed, most_rows; /* fixed rows, then directions that were found on the way */
  double *row;                    /* [most_rows x p] */
  double *least, *most;           /* [most_rows] less the constant */
  double *constant;               /* [most_rows] part of the quantities that are not free */
  char (*names)[TR_NAME_SIZE];    /* [most_rows] */
  bool *touched;                  /* [p] */
  int n_moments;
  TrMoments *moments;
} TrRows;

/* How the inertia of a body is kept: its own rule, or that of the settings. */
TrInertiaRule tr_inertia_rule_of(const TrTask *task, int body);

/* Reads them off a task; what is constant must be met. */
TR_NODISCARD TrStatus tr_rows_fill(TrRows *rows, const TrTask *task, TrError *error);
void tr_rows_clear(TrRows *rows);

/* c . p */
double tr_rows_value(const TrRows *rows, int row, const double *values);

/* Whether no second moment lies below (1 - slack) delta. */
bool tr_rows_are_realisable(const TrRows *rows, const double *values, double slack);

/* Adds the direction of the least second moment of each body where it does; whether any. */
bool tr_rows_cut(TrRows *rows, const double *values, double slack);

/* Adds the directions whose second moments are down to delta, within a share of the largest. */
void tr_rows_add_reached(TrRows *rows, const double *values, double share);

/* Leaves only the fixed rows. */
void tr_rows_forget_cuts(TrRows *rows);

/* Least second moment of a body that has them kept. */
void tr_rows_describe_moment(
    TrConstraintFit *fit, const TrRows *rows, int i, const double *values, double share);
