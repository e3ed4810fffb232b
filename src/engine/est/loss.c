#include "engine/est/loss.h"

#include <math.h>

#define HUBER_BOUND  1.345
#define CAUCHY_SCALE 2.3849
#define STUDENT_NU   4.0

const char *
tr_loss_name(TrLoss kind)
{
  static const char *const names[TR_N_LOSSES] = {[TR_LOSS_NONE] = "none",
                                                 [TR_LOSS_HUBER] = "huber",
                                                 [TR_LOSS_CAUCHY] = "cauchy",
                                                 [TR_LOSS_STUDENT] = "student"};

  return names[kind];
}

/* c2 ln(1 + s/c2) */
static TrLossValue
evaluate_log(double c2, double s)
{
  double weight = 1 / (1 + s / c2);

  return (TrLossValue){c2 * log1p(s / c2), weight, -weight * weight / c2};
}

TrLossValue
tr_loss(TrLoss kind, double s)
{
  if (kind == TR_LOSS_CAUCHY)
    return evaluate_log(CAUCHY_SCALE * CAUCHY_SCALE, s);
  if (kind == TR_LOSS_STUDENT)
    return evaluate_log(STUDENT_NU + 1, s);
  if (kind == TR_LOSS_HUBER && s > HUBER_BOUND * HUBER_BOUND) {
    double root = sqrt(s);

    return (TrLossValue){2 * HUBER_BOUND * root - HUBER_BOUND * HUBER_BOUND, HUBER_BOUND / root,
                         -0.5 * HUBER_BOUND / (s * root)};
  }
  return (TrLossValue){s, 1, 0};
}

TrLoss
tr_loss_of_sensor(const TrTask *task, int sensor)
{
  const TrSensor *s = &task->model->sensors[sensor];

  return s->has_loss ? s->loss : task->settings.loss;
}
