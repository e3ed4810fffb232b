/* Wish for an experiment on a project: options by names, and the engine's wish made from them. */
#pragma once

#include "engine/est/design/search.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Modes of a motor in a plan. */
typedef enum {
  TRAMMEL_PLAN_SETPOINTS, /* its joint follows a motion, by a controller of the machine */
  TRAMMEL_PLAN_INPUTS     /* it gets an input */
} TrammelPlanMode;

/* A limit that is stated; where nothing is, the model's limits hold, else the largest values that
 * the logs have. */
typedef struct {
  TrPlanLimitKind kind;
  char *name;         /* of the joint or motor */
  double least, most; /* in the model's units */
} TrammelPlanLimit;

/* Options of a design. */
typedef struct {
  TrPlanShape shape; /* TR_N_PLAN_SHAPES: the one with the best plan, after a search with each */
  double duration;   /* [s] */
  double frequency;  /* [Hz] of the first harmonic; 0: the best of three that the limits suggest */
  int harmonics;
  double rate; /* [Hz] of the samples; 0: that of the first log */
  TrCriterion criterion;
  TrammelPlanMode mode;
  gboolean is_alone;   /* the plan's log must do without those that there are */
  GPtrArray *interest; /* ids (char *); empty: all free parameters of the model */
  GPtrArray *motors;   /* names (char *); empty: all */
  GArray *limits;      /* TrammelPlanLimit */
  int n_random, n_starts, n_evaluations, n_rehearsals;
  guint64 seed;
  int threads; /* 0: one per processor */
} TrammelPlanOptions;

void trammel_plan_options_init(TrammelPlanOptions *options);
void trammel_plan_options_clear(TrammelPlanOptions *options);
void trammel_plan_options_copy(TrammelPlanOptions *to, const TrammelPlanOptions *from);

/* Adds a limit. */
void trammel_plan_options_add_limit(
    TrammelPlanOptions *options, TrPlanLimitKind kind, const char *name, double least, double most);

/* A wish with its arrays. */
typedef struct {
  TrWish wish;
  GArray *actors, *limits; /* TrActor, TrPlanLimit */
  bool *interest;
} TrammelWish;

/* Makes the wish of a problem and a fit of its logs (nullable).  Errors: TRAMMEL_ERROR_USAGE for a
 * name that the model lacks, TRAMMEL_ERROR_INVALID for a limit that nothing tells. */
gboolean trammel_wish_init(TrammelWish *wish,
                           const TrammelPlanOptions *options,
                           TrammelProblem *problem,
                           const TrFit *fit,
                           GError **error);
void trammel_wish_clear(TrammelWish *wish);

G_END_DECLS
