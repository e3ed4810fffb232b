#include "engine/est/task/loss.h"

#include <math.h>

const char *
tr_loss_name(TrLossKind kind)
{
  static const char *const names[TR_N_LOSSES] = {[TR_LOSS_NONE] = "none",
                                                 [TR_LOSS_HUBER] = "huber",
                                                 [TR_LOSS_CAUCHY] = "cauchy",
                                                 [TR_LOSS_STUDENT] = "student"};

  return names[kind];
}

double
tr_loss_scale(TrLoss loss)
{
  static const double scales[TR_N_LOSSES] = {[TR_LOSS_NONE] = NAN,
                                             [TR_LOSS_HUBER] = 1.345,
                                             [TR_LOSS_CAUCHY] = 2.3849,
                                             [TR_LOSS_STUDENT] = 4};

  return loss.kind != TR_LOSS_NONE && loss.scale > 0 ? loss.scale : scales[loss.kind];
}

/* c2 ln(1 + s/c2) */
static TrLossValue
evaluate_log(double c2, double s)
{
  double weight = 1 / (1 + s / c2);

  return (TrLossValue){c2 * log1p(s / c2), weight, -weight * weight / c2};
}

static TrLossValue
evaluate_huber(double k, double s)
{
  double root = sqrt(s);

  if (root <= k)
    return (TrLossValue){s, 1, 0};
  return (TrLossValue){2 * k * root - k * k, k / root, -0.5 * k / (s * root)};
}

TrLossValue
tr_loss(TrLoss loss, double s)
{
  TR_ASSERT(!(s < 0));

  double scale = tr_loss_scale(loss);

  switch (loss.kind) {
  case TR_LOSS_HUBER:
    return evaluate_huber(scale, s);
  case TR_LOSS_CAUCHY:
    return evaluate_log(scale * scale, s);
  case TR_LOSS_STUDENT:
    return evaluate_log(scale + 1, s);
  case TR_LOSS_NONE:
  case TR_N_LOSSES:
    break;
  }
  return (TrLossValue){s, 1, 0};
}

/* Trapezoids over 0 .. 10. */
enum { QUADRATURE_POINTS = 2000 };
#define QUADRATURE_END 10.0

double
tr_loss_normal_share(TrLoss loss)
{
  double sum = 0, weight = 0;

  if (loss.kind == TR_LOSS_NONE)
    return 1;
  for (int i = 1; i < QUADRATURE_POINTS; i++) {
    double z = i * QUADRATURE_END / QUADRATURE_POINTS, density = exp(-z * z / 2);

    sum += density * tr_loss(loss, z * z).slope * z * z;
    weight += density * z * z;
  }
  return sum / weight;
}

TrLoss
tr_loss_of_sensor(const TrTask *task, int sensor)
{
  TR_ASSERT(task && sensor >= 0 && sensor < task->model->n_sensors);

  const TrSensor *s = &task->model->sensors[sensor];

  return s->has_loss ? s->loss : (TrLoss){task->settings.loss, 0};
}
