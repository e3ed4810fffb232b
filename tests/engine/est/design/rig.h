/* Pendulum for tests of plans. */
#pragma once

#include "engine/est/design/search.h"

enum { TR_PLAN_RIG_FREE = 4 };

/* A pendulum with a motor and an encoder, and a wish for it. */
typedef struct TrPlanRig {
  TrModel *model;
  TrFree free[TR_PLAN_RIG_FREE];
  bool interest[TR_PLAN_RIG_FREE];
  TrTask task;
  TrActor actor;
  TrPlanLimit limits[3];
  TrWish wish;
  TrPlanner *planner;
} TrPlanRig;

/* Fills a rig without free parameters. */
void tr_plan_rig_init(TrPlanRig *rig);

/* Frees a parameter, which is of interest. */
void tr_plan_rig_add_free(TrPlanRig *rig, const char *id);

/* Makes the planner of the rig as it is. */
void tr_plan_rig_open(TrPlanRig *rig);

void tr_plan_rig_clear(TrPlanRig *rig);
