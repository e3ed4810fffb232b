#include "engine/est/solve/drawn_log.h"

#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/spook.h"
#include "support/check.h"
#include "support/mechanisms.h"

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-15, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

void
tr_drawn_log_set_up(TrDrawnLog *f)
{
  static const char *const ids[TR_DRAWN_FREE] = {"body.A.inertia.zz", "joint.h1.viscous"};

  memset(f, 0, sizeof *f);
  f->random = g_rand_new_with_seed(5);
  f->model = tr_mechanism_pendulum();
  f->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  f->model->joints[0].friction.viscous = 4e-3;
  f->model->joints[0].compliance_linear = f->model->joints[0].compliance_angular = 1e-9;
  f->model->motors[0].rotor_inertia = 0;
  f->model->sensors[0].sigma = TR_DRAWN_NOISE;
  for (int i = 0; i < TR_DRAWN_FREE; i++) {
    f->free[i] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&f->free[i].param, f->model, ids[i]));
    f->truth[i] = tr_param_get(f->model, f->free[i].param);
    f->free[i].start = 1.3 * f->truth[i];
  }
  f->channel = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = TR_DRAWN_NODES, .t = f->t, .y = f->y};
  f->log = (TrLog){.name = "log",
                   .end = (TR_DRAWN_NODES - 1) * TR_DRAWN_STEP,
                   .n_channels = 1,
                   .channels = &f->channel};
  f->task = (TrTask){.model = f->model,
                     .n_free = TR_DRAWN_FREE,
                     .free = f->free,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  f->task.settings.formulation = TR_FORMULATION_PREDICTED; /* that of the drawn logs */
  f->task.settings.observations = TR_OBSERVE_NODE;
  f->task.settings.h = TR_DRAWN_STEP;
}

void
tr_drawn_log_tear_down(TrDrawnLog *f)
{
  g_rand_free(f->random);
  tr_model_free(f->model);
}

/* The log with the process noise that belongs to kappa. */
void
tr_drawn_log_draw(TrDrawnLog *f, double noise, double kappa)
{
  TrSpookOptions options = {.h = TR_DRAWN_STEP, .compliance_scale = 1, .damping_scale = 1};
  TrSpook *spook = tr_spook_new(f->model, &options);
  double pose[TR_POSE], twist[TR_TWIST], push[TR_TWIST], u = 0;

  tr_forward_kinematics(pose, twist, f->model, (double[]){1.5}, (double[]){0});
  for (int k = 0; k < TR_DRAWN_NODES; k++) {
    if (k > 0) {
      for (int i = 0; i < TR_TWIST; i++)
        push[i] = noise / sqrt(kappa) * draw_normal(f->random);
      tr_spook_set_impulse(spook, push);
      tr_assert_ok(tr_spook_step(spook, pose, twist, &u), NULL);
    }
    f->t[k] = k * TR_DRAWN_STEP;
    f->y[k] = tr_joint_position(f->model, 0, pose) + noise * draw_normal(f->random);
  }
  tr_spook_free(spook);
}

TrFit *
tr_drawn_log_identify(TrDrawnLog *f)
{
  TrFit *fit;
  TrError error = {0};

  tr_assert_ok(tr_identify(&fit, &f->task, &error), &error);
  return fit;
}
