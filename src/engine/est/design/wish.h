/* Wish for an experiment: what moves, how long, within which limits, and what is to be learnt. */
#pragma once

#include <stdint.h>

#include "engine/base/exchange.h"
#include "engine/est/design/knowledge.h"
#include "engine/est/design/series.h"

/* A motor that a plan uses. */
typedef struct TrActor {
  int motor;
  bool follows;  /* the joint of a motor of force follows set-points, and its input is what that
                    takes; a drive always follows its channel */
  double size;   /* [rad, m] or [unit of the input] of the curve for numbers of size one, > 0 */
  double centre; /* [rad] or [m] at the start of a curve that is followed */
} TrActor;

typedef enum TrPlanLimitKind {
  TR_LIMIT_POSITION, /* coordinate of a joint [rad] or [m] */
  TR_LIMIT_RATE,     /* its rate */
  TR_LIMIT_INPUT,    /* input of a motor of force, in its unit */
  TR_LIMIT_FORCE,    /* force of a drive [N m] or [N] */
  TR_N_PLAN_LIMIT_KINDS
} TrPlanLimitKind;

/* A limit that no plan passes in simulation. */
typedef struct TrPlanLimit {
  TrPlanLimitKind kind;
  int owner;          /* joint, or motor */
  double least, most; /* -INFINITY, INFINITY: none */
} TrPlanLimit;

/* "position", "rate", "input", "force"; static. */
const char *tr_plan_limit_name(TrPlanLimitKind kind);

enum { TR_MAX_FREQUENCIES = 3 };

/* A wish.  Its arrays belong to the caller. */
typedef struct TrWish {
  TrPlanSeries series;                    /* but for its frequency */
  int n_frequencies;                      /* 1 .. TR_MAX_FREQUENCIES */
  double frequencies[TR_MAX_FREQUENCIES]; /* [n_frequencies] first harmonics [Hz] of which a plan
                                             has one */
  double sample_step;                     /* [s] between samples, > 0 */
  int n_actors;
  const TrActor *actors; /* [n_actors] */
  int n_limits;
  const TrPlanLimit *limits;  /* [n_limits] */
  const bool *is_of_interest; /* [n_free] of the task; those of channels are ignored */
  TrCriterion criterion;
  bool is_alone;     /* the plan's log must do without those that there are */
  int n_random;      /* random plans that the search begins with, >= 1 */
  int n_starts;      /* of these, the best that are improved; the best of each frequency at least */
  int n_evaluations; /* plans tried from each of these */
  int n_draws;       /* of the parameters, with which the plan must keep the limits */
  int n_rehearsals;  /* logs drawn from the plan, at most, whose fits correct its sigmas; 0: none */
  uint64_t seed;
  int threads;                /* 1 .. TR_MAX_THREADS; the digits are the same for any number */
  const TrExchange *exchange; /* nullable: processes that share the starts */
  TrMonitor monitor;          /* TrPlanEvent; its answer false ends the search with the best */
} TrWish;

/* Returns a wish with the default numbers of a search, and no arrays. */
TrWish tr_wish_default(void);
