/* What the residual of one step needs, of a model with all parameters free that can be. */
#pragma once

#include "engine/est/step/residual.h"

enum { MAX_N = 18, MAX_ROWS = 30, MAX_PARAMS = 130 };

typedef struct StageFixture {
  TrModel *model;
  TrMechanism *mechanism;
  TrStageWork *work;
  TrStageContext context; /* into the other members */
  TrParam params[MAX_PARAMS];
  double sigma[MAX_ROWS], sigma_w[MAX_ROWS], gamma[MAX_ROWS], smoothing[8];
} StageFixture;

/* `eps_floor` is that of the weight's sigma_w alone. */
void stage_fixture_set_up(
    StageFixture *f, const TrModel *model, double h, double smoothing, double eps_floor);
void stage_fixture_tear_down(StageFixture *f);
