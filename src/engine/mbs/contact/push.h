/* Pushes: unilateral elements with Coulomb friction in one implicit step of a mechanism (theory
 * 17.2).
 *
 * A push acts between two bodies along its rate u = rows v, three numbers, with normal n:
 *
 *   l_n = stiffness max(0, target - gap - h u_n)     stiffness h/eps
 *   l_t = -friction l_n u_t/w,  w = sqrt(|u_t|^2 + slip^2)
 *
 * or with a bound of its own in place of friction l_n (dry friction of a joint).  The step
 *
 *   M v = b + G^T lambda + sum rows^T l(v),   G v + Sigma lambda = c
 *
 * is solved by Newton's method on v, whose matrix K = M - sum rows^T (dl/du) rows is not symmetric.
 * A step is halved until F^T M^-1 F falls, F the defect of the first equation.  Where that stalls,
 * the bound of friction is held at the normal impulse of the last pass; each pass is convex. */
#pragma once

#include "engine/linalg/banded.h"

/* A push; body -1 is the world. */
typedef struct TrPush {
  int body[2];
  double rows[36];  /* [3 x 12] u by the twists of both bodies */
  double normal[3]; /* n; unused where stiffness is 0 */
  double gap;       /* [m] or [rad] less the target at the start of the step */
  double stiffness; /* h/eps; 0: friction alone */
  double friction;  /* [1] */
  double bound[2];  /* of friction alone, against a rate above and below zero [N s] */
  double slip;      /* [m/s] or [rad/s] > 0 */
  double held;      /* bound of the present pass of the fallback; below 0: none */
  double u[3], impulse[3], slope[9]; /* of the last evaluation: rate, l, dl/du */
  double along;                      /* l_n */
} TrPush;

/* A step: sizes, matrices and right sides, which the caller fills. */
typedef struct TrPushStep {
  int n, m;
  double h;
  TrBanded mass;     /* [n x n] M */
  double *g;         /* [m x n] */
  double *sigma, *c; /* [m] */
  double *b;         /* [n] */
  TrPush *pushes;    /* [n_pushes], of which the first n_active are used */
  int n_active;
  double *v, *lambda; /* [n], [m] the solution */
  int iterations;     /* of Newton's method in the last step */
  bool fell_back;     /* ... and whether it needed the fallback */

  TrBanded mass_factor, k; /* scratch */
  TrBanded small;          /* [m x m] G K^-1 G^T + Sigma, factored */
  double *y;               /* [m x n] K^-1 G^T, transposed */
  double *f, *solved, *step, *tried, *block;
  double *small_step; /* [m] */
} TrPushStep;

/* Allocates a step; width: half width of the band of M and of the pushes' couplings.  False when
 * memory is out; clear it in any case. */
bool tr_push_step_init(TrPushStep *step, int n, int m, int n_pushes, int width);
void tr_push_step_clear(TrPushStep *step);

/* Solves the step.  TR_NOT_DEFINITE when a matrix is singular. */
TR_NODISCARD TrStatus tr_push_solve(TrPushStep *step);

/* Solves K x - G^T y = x, G x + Sigma y = y in place at the solution: the linear response of v and
 * lambda.  tr_push_prepare_response() goes first. */
TR_NODISCARD TrStatus tr_push_prepare_response(TrPushStep *step);
void tr_push_respond(double *x, double *y, TrPushStep *step);

/* out[n] += sum rows^T l of all pushes. */
void tr_push_add_impulses(double *out, const TrPushStep *step);
