/* Search for the plan whose log leaves the smallest uncertainty (theory 16.3).
 *
 * Random plans, each as large as the limits allow; from the best of them the numbers are improved
 * by linear approximations in a trust region (COBYLA of NLopt; Powell 1994).  Then the plan is
 * tried with parameters drawn from their present 95 % region (est/design/safety.h).  Every start
 * has its own number of evaluations, so that the digits are the same for any number of threads and
 * processes.  At last the sigmas are corrected by those that fits of rehearsed logs report. */
#pragma once

#include "engine/est/design/trial.h"

/* A plan that was found. */
typedef struct TrPlan {
  int n_numbers;
  double *x;            /* [n_numbers] */
  double criterion;     /* of the corrected sigmas after the plan ... */
  double criterion_now; /* ... and before */
  TrJudgement *now, *after;
  double *information; /* [known.n x known.n] of the plan's log, in natural sizes, as corrected */
  double *correction;  /* [known.n] factors of the linearised sigmas, by rehearsed logs
                          (est/design/rehearsal.h); 1: none */
  double condition;    /* of the plan's motion (est/design/condition.h); NAN: none */
  double least_condition; /* of the random plans of its frequency; NAN: none */
  bool *is_never;         /* [known.n] no plan that was tried shows it, nor all of them together */
  int n_tried;            /* plans */
  int n_draws, n_failed;  /* drawn parameters, and those with which the plan passes a limit */
  int blocking;           /* the limit that stands most in the way (TrTrial); -1: none */
  double shrunk;          /* factor by which the drawn parameters made the plan smaller; 1: not */
  bool is_cancelled;
  double seconds;
} TrPlan;

/* Event for the monitor of the wish, on any thread but one at a time: the best so far. */
typedef struct TrPlanEvent {
  int n_tried, n_all; /* plans */
  double criterion, criterion_now;
  const double *x; /* [n_numbers] NULL: none yet */
  const TrJudgement *after;
} TrPlanEvent;

/* Finds a plan; the planner's margins are set.  TR_BAD_SETTING with a sentence that names the limit
 * when no plan keeps the limits; TR_CANCELLED before the first plan.  Free with tr_plan_free(). */
TR_NODISCARD TrStatus tr_plan_find(TrPlan **out, TrPlanner *planner, TrError *error);
void tr_plan_free(TrPlan *plan);

/* Corrects the information s[known.n x known.n] of a log like the plan's. */
void tr_plan_correct(double *s, const TrPlan *plan);
