/* Optima of several starts at their own variances (theory 8.3b): the starts are fitted with the
 * weights of the first fit, under which another optimum may look worse or better than it is. */
#pragma once

#include "engine/est/task/fit.h"

/* Optima of a multistart with the fits that represent them. */
typedef struct TrSettle {
  const TrTask *task; /* whose variances come from the data */
  TrModel *model;     /* of the task, with the sigmas of the first fit */
  double kappa;       /* of the first fit */
  TrMultistart *out;  /* its optima ... */
  TrFit **fits;       /* [out->n_optima] ... and their fits, owned by the caller */
} TrSettle;

/* Swaps optima a and b with the fits that represent them, and the starts that lead to them. */
void tr_optima_swap(TrMultistart *out, TrFit **fits, int a, int b);

/* Fits the best optima, by cost, again from where they are with variances of their own; joins those
 * that `are_same`, and sorts them by -2 log L, those without it last.  An optimum of the own start
 * keeps its fit, whose variances are its own.  TR_OK, TR_CANCELLED or TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_settle_optima(TrSettle *settle,
                                       bool (*are_same)(const TrFit *, const TrFit *));
