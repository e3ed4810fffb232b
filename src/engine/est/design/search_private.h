/* Internal interface of est/design/search. */
#pragma once

#include <pthread.h>

#include "engine/base/team.h"
#include "engine/est/design/search.h"
#include "engine/est/regress/base.h"

/* Excess that counts as on the limit. */
#define TR_ON_LIMIT 1e-4

/* Excess of a motion that cannot be simulated. */
#define TR_FAILED_EXCESS 10

/* Result of one start: numbers of the best plan within the limits, its criterion, and the worst
 * limit where there is none. */
typedef struct TrStartResult {
  double *x;           /* [n_numbers] */
  double *information; /* [known.n x known.n] */
  double criterion;    /* INFINITY: none within the limits */
  double merit;        /* by which plans are compared; INFINITY: none within the present limits */
  double condition;    /* of the plan; NAN: none */
  int n_tried, blocking;
} TrStartResult;

/* State shared by the starts of a search. */
typedef struct TrSearch {
  TrPlanner *planner;
  TrTeam *team;
  TrBase *base; /* of condition numbers; NULL: the mechanism has none */
  double least_condition[TR_MAX_FREQUENCIES]; /* of the random plans of each frequency; INFINITY:
                                                 none */
  bool bounds_condition;                      /* by these (theory 16.6) */
  TrStartResult *results;                     /* [n_results] */
  double *storage;
  int n_results, n_all, n_tried;
  pthread_mutex_t mutex; /* protects the best so far, n_tried and the monitor */
  double best, best_merit, now;
  double *best_x;
  TrJudgement *best_after;
  bool stops; /* the monitor has asked to end; atomic */
} TrSearch;

/* Evaluation of plans by one thread. */
typedef struct TrEvaluator {
  TrSearch *search;
  TrTrial *trial;
  TrJudgement *judgement;
  double *s, *x;                      /* scratch and last point */
  double criterion, merit, condition; /* of the last point */
  double worst;                       /* largest excess there, and its limit */
  int worst_limit;
  TrStartResult *result;
} TrEvaluator;

TR_NODISCARD TrStatus tr_evaluator_init(TrEvaluator *e, TrSearch *search, TrStartResult *result);
void tr_evaluator_clear(TrEvaluator *e);

/* Moves x; sets worst.  A motion that fails counts as far beyond the limits. */
void tr_evaluator_move(TrEvaluator *e, const double *x);

/* The same, and the criterion; keeps the best within the limits. */
void tr_evaluator_try(TrEvaluator *e, const double *x);

/* Makes x as large as the limits allow, at most `most` times; false where even the smallest passes
 * a limit. */
bool tr_evaluator_fit(TrEvaluator *e, double *x, double most);

/* Merit of a plan x: its criterion, and a part for a condition number beyond that of the best
 * random plan of its frequency (theory 16.6); condition NAN: none. */
double tr_search_merit(const TrSearch *search, const double *x, double criterion, double condition);

/* Least condition number of the random plans with the frequency of x; INFINITY: none. */
double tr_search_least_condition(const TrSearch *search, const double *x);

/* Sorts the first n results, the smallest merit first; equal ones keep their order. */
void tr_search_sort(TrSearch *search, int n);

/* Sorts the n random plans by their merits.  Where all parameters are of interest and all joints
 * are driven, the condition number is bounded by the least one of those with the same frequency. */
void tr_search_compare(TrSearch *search, int n);

/* Moves the best of the n sorted results of each frequency to the front. */
void tr_search_lead_frequencies(TrSearch *search, int n);

/* Condition number of the motion of the last point; NAN: none. */
double tr_evaluator_condition(const TrEvaluator *e);

/* Improves the plan of the result; where memory is out, it stays as it is.  A merit of INFINITY
 * says that the limits are narrower than those that the plan keeps: then the plan is first brought
 * back within them, made smaller where the search finds no other way; where that is not possible
 * either, the merit stays INFINITY. */
void tr_evaluator_improve(TrEvaluator *e, int n_trials);

/* Narrows the limits by what the best random plan passes them with drawn parameters, before plans
 * are improved: frequencies are compared by what is left of their plans.  Where any limit is
 * narrowed, no merit holds any more. */
TR_NODISCARD TrStatus tr_search_narrow(TrSearch *search);

/* Changes the plan until it keeps the limits with drawn parameters, too. */
TR_NODISCARD TrStatus tr_search_secure(TrPlan *plan, TrSearch *search, TrEvaluator *e);

/* Copies numbers, criterion and information of a result. */
void tr_plan_take(TrPlan *plan, const TrStartResult *result, int n_known);

/* Runs function(search, i) for the n starts, shared by threads and processes; afterwards all
 * processes have all results. */
void tr_search_run(TrSearch *search, int n, TrTeamFunction function);
