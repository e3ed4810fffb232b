/* Knowledge of the parameters of a model: the information of fits and of plans, which adds up.
 *
 * S[n x n] is in natural sizes of the parameters, with states, and offsets, scales and delays of
 * channels, eliminated.  Along an eigenvector of S with the standard deviation above
 * TR_UNDETERMINED_SD (est/uncertainty/covariance.h) nothing is known; its spread is then that of
 * the weak prior, which no plan changes, so that it does not count in a comparison of plans.
 * Across hard constraints that hold (est/lsq/constraints.h) nothing moves: the sd is zero. */
#pragma once

#include "engine/est/task/fit.h"

/* Parameters of the model among the free ones of a task. */
typedef struct TrKnown {
  int n;
  int *index;    /* [n] in task->free */
  double *scale; /* [n] natural sizes */
  double *value; /* [n] */
  double *basis; /* [d x n] in natural sizes: orthonormal, the directions that the hard constraints
                    which hold at the values leave free; NULL: all */
  int d;
} TrKnown;

/* Sigmas and directions that a matrix S yields. */
typedef struct TrJudgement {
  int n;
  double *sigma;      /* [n] in the parameters' units; the weak prior's where not determined */
  bool *is_known;     /* [n] */
  int *companion;     /* [n] the parameter that an unknown one is exchanged with; -1: none */
  double *covariance; /* [n x n] in natural sizes */
  double *vectors;    /* [n x n] eigenvectors of S, a row each; zero for those held ... */
  double *sd;         /* [n] ... and the standard deviation along each, at most the weak prior's */
  double *scratch;    /* [2 n x n] of the functions below */
} TrJudgement;

/* Returns a judgement with its arrays, to be freed with tr_judgement_free(); NULL when memory is
 * out. */
TrJudgement *tr_judgement_new(int n);
void tr_judgement_free(TrJudgement *judgement);

/* Judges the sum of S and more (nullable).  TR_NOT_FINITE for bad numbers. */
TR_NODISCARD TrStatus tr_judge(TrJudgement *out,
                               const TrKnown *known,
                               const double *s,
                               const double *more);

/* Eliminates the last of the m parameters of s[m x m] beyond the first n, with `floor` added to
 * their diagonal; the result is in out[n x n].  Destroys s. */
TR_NODISCARD TrStatus tr_information_reduce(double *out, double *s, int n, int m, double floor);

/* Finds the parameters of a model in a task: values and natural sizes from a fit of it, or from the
 * start values (NULL).  Errors: those of tr_constraints_new().  Free with tr_known_clear(). */
TR_NODISCARD TrStatus tr_known_init(TrKnown *known,
                                    const TrTask *task,
                                    const TrFit *fit,
                                    TrError *error);
void tr_known_clear(TrKnown *known);

/* Fills s[n x n] with what is known before the plan: the information of a fit, with stated priors,
 * such that the sigmas are those that the fit reports; without a fit, the stated priors alone. */
TR_NODISCARD TrStatus tr_known_fill(double *s,
                                    const TrKnown *known,
                                    const TrTask *task,
                                    const TrFit *fit);

/* Measure of the sigmas by which plans are compared. */
typedef enum TrCriterion {
  TR_CRITERION_D, /* volume of the region of the parameters of interest: log det of their marginal
                     covariance over 2 n */
  TR_CRITERION_A, /* log of the rms of their relative sigmas */
  TR_CRITERION_M, /* mean of the logs of their sigmas, in natural sizes */
  TR_N_CRITERIA
} TrCriterion;

/* "d", "a", "m"; static. */
const char *tr_criterion_name(TrCriterion criterion);

/* Returns the criterion of a judgement; the smaller the better, and a tenth less is a tenth smaller
 * sigmas on average.  Uses the judgement's scratch. */
double tr_criterion_value(TrCriterion criterion,
                          const TrJudgement *judgement,
                          const TrKnown *known,
                          const bool *is_of_interest);
