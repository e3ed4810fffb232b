/* Helps beside a plan: the same motion with another sensor, a known load, the base
 * turned, more time, or more samples, each with the sigmas that it leaves. */
#pragma once

#include "engine/est/design/search.h"

typedef enum TrHelpKind {
  TR_HELP_ENCODER, /* owner = joint: a sensor of its position, as precise as the others */
  TR_HELP_LOAD,    /* owner = body: a known mass at its centre of mass, size [kg] */
  TR_HELP_GRAVITY, /* owner = axis of the world about which the base is turned, size [rad] */
  TR_HELP_LONGER,  /* the plan size times one after the other */
  TR_HELP_RATE,    /* size times as many samples */
  TR_N_HELP_KINDS
} TrHelpKind;

/* A help; those whose motion would pass a limit are made with a smaller one. */
typedef struct TrHelp {
  TrHelpKind kind;
  int owner;
  double size;
  double criterion;   /* with it in the plan (est/design/knowledge.h) */
  TrJudgement *after; /* after the plan with it */
} TrHelp;

typedef struct TrHelps {
  int n;
  TrHelp *list; /* [n] the smallest criterion first */
} TrHelps;

/* "encoder", "load", "gravity", "longer", "rate"; static. */
const char *tr_help_name(TrHelpKind kind);

/* Finds them for a plan.  Those that cannot be simulated are left out.  Free with
 * tr_helps_clear(). */
TR_NODISCARD TrStatus tr_helps_find(TrHelps *out, const TrPlanner *planner, const TrPlan *plan);
void tr_helps_clear(TrHelps *helps);
