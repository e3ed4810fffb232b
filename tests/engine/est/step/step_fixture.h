/* Data of the residual of one step, for a model with all possible parameters free. */
#pragma once

#include "engine/est/step/residual.h"

enum { MAX_N = 18, MAX_ROWS = 30, MAX_PARAMS = 130 };

typedef struct StageFixture {
  TrModel *model;
  TrMechanism *mechanism;
  TrStepWork *work;
  TrStepContext context; /* points into the other members */
  TrParam params[MAX_PARAMS];
  double sigma[MAX_ROWS], sigma_w[MAX_ROWS], gamma[MAX_ROWS], smoothing[8];
} StageFixture;

/* Sets up the fixture; `eps_floor` applies to the weight's sigma_w only. */
void stage_fixture_set_up(
    StageFixture *f, const TrModel *model, double h, double smoothing, double eps_floor);
void stage_fixture_tear_down(StageFixture *f);
