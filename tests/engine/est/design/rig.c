#include "engine/est/design/rig.h"

#include <math.h>
#include <string.h>

#include "support/check.h"
#include "support/mechanisms.h"

void
tr_plan_rig_add_free(TrPlanRig *rig, const char *id)
{
  TrFree *f = &rig->free[rig->task.n_free];

  *f = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&f->param, rig->model, id));
  f->start = tr_param_get(rig->model, f->param);
  rig->interest[rig->task.n_free++] = true;
}

void
tr_plan_rig_init(TrPlanRig *rig)
{
  memset(rig, 0, sizeof *rig);
  rig->model = tr_mechanism_pendulum();
  rig->model->sensors[0].sigma = 1e-3;
  rig->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  rig->model->joints[0].friction.viscous = 0.01;
  rig->task = (TrTask){.model = rig->model, .free = rig->free, .settings = tr_settings_default()};
  rig->task.settings.h = 0.01;
  rig->actor = (TrActor){.motor = 0, .follows = true, .size = 1};
  rig->limits[0] = (TrPlanLimit){TR_LIMIT_POSITION, 0, -1, 1};
  rig->limits[1] = (TrPlanLimit){TR_LIMIT_RATE, 0, -5, 5};
  rig->limits[2] = (TrPlanLimit){TR_LIMIT_INPUT, 0, -100, 100};
  rig->wish = tr_wish_default();
  rig->wish.series.duration = 4;
  rig->wish.frequencies[0] = 0.5;
  rig->wish.series.harmonics = 3;
  rig->wish.sample_step = 0.005;
  rig->wish.n_actors = 1;
  rig->wish.actors = &rig->actor;
  rig->wish.n_limits = 3;
  rig->wish.limits = rig->limits;
  rig->wish.is_of_interest = rig->interest;
  rig->wish.n_random = 6;
  rig->wish.n_starts = 2;
  rig->wish.n_evaluations = 20;
  rig->wish.n_rehearsals = 0;
}

void
tr_plan_rig_open(TrPlanRig *rig)
{
  tr_assert_ok(tr_planner_new(&rig->planner, &rig->task, NULL, &rig->wish, NULL), NULL);
}

void
tr_plan_rig_clear(TrPlanRig *rig)
{
  tr_planner_free(rig->planner);
  tr_model_free(rig->model);
}
