#include "engine/est/regress/swing.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/model/gravity.h"
#include "support/mechanisms.h"

#define SAMPLE 0.001

TrFree
free_of(TrParamKind kind, int owner, int axis, double start)
{
  return (TrFree){.param = {kind, owner, axis},
                  .start = start,
                  .min = 0,
                  .max = INFINITY,
                  .prior_sigma = INFINITY};
}

Swing *
make_swing(void)
{
  Swing *s = g_new0(Swing, 1);
  TrModel *model = s->model = tr_mechanism_pendulum();
  TrBody *body = &model->bodies[0];
  TrFriction *friction = &model->joints[0].friction;
  double g[3], length, pivot;

  model->motors[0].gain = 1;
  model->motors[0].gear = 1;
  model->motors[0].bias = model->motors[0].rotor_inertia = 0;
  friction->model = TR_FRICTION_COULOMB;
  friction->load = TR_LOAD_NONE;
  friction->viscous = 0.02;
  friction->coulomb = 0.05;
  tr_gravity_vector(g, &model->gravity);
  length = tr_vec3_norm(model->joints[0].child_frame.position);
  pivot = body->inertia[TR_ZZ] + body->mass * length * length;
  for (int i = 0; i < N; i++) {
    double t = i * SAMPLE, w = 4, v, a;

    s->t[i] = t;
    s->q[i] = 0.6 * sin(w * t) + 0.3 * sin(2.3 * w * t);
    v = 0.6 * w * cos(w * t) + 0.3 * 2.3 * w * cos(2.3 * w * t);
    a = -0.6 * w * w * sin(w * t) - 0.3 * 2.3 * 2.3 * w * w * sin(2.3 * w * t);
    s->u[i] =
        pivot * a + body->mass * 9.82 * length * sin(s->q[i]) + 0.02 * v + 0.05 * (v > 0 ? 1 : -1);
  }
  s->channels[0] = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N, .t = s->t, .y = s->q, .scale = 1};
  s->channels[1] = (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N, .t = s->t, .y = s->u, .scale = 1};
  s->log = (TrLog){.name = "a", .end = s->t[N - 1], .n_channels = 2, .channels = s->channels};
  s->free[0] = free_of(TR_PARAM_INERTIA, 0, TR_ZZ, 2 * body->inertia[TR_ZZ]);
  s->free[1] = free_of(TR_PARAM_VISCOUS, 0, 0, 0.1);
  s->free[2] = free_of(TR_PARAM_COULOMB, 0, 0, 0.2);
  s->free[3] = free_of(TR_PARAM_GAIN, 0, 0, 1);
  s->task = (TrTask){.model = model,
                     .n_free = 3,
                     .free = s->free,
                     .n_logs = 1,
                     .logs = &s->log,
                     .settings = tr_settings_default()};
  s->task.settings.formulation = TR_FORMULATION_REGRESSION;
  s->task.settings.cutoff = 60;
  return s;
}

void
free_swing(Swing *s)
{
  tr_model_free(s->model);
  g_free(s);
}
