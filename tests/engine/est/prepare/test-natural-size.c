/* Natural sizes of friction and springs: of a mass on a slide that follows a sine, where force,
 * rate and stretch are known. */
#include <math.h>

#include "engine/est/prepare/prepare.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N = 1001 };

#define STEP      0.005
#define AMPLITUDE 0.2        /* [m] */
#define OMEGA     (2 * G_PI) /* [rad/s] */
#define MASS      95         /* [kg] */
#define SHARE     0.03       /* of the typical force */
#define CLOSENESS 0.02       /* of the filter of the start motion at the ends */

typedef struct Fixture {
  TrModel *model;
  double t[N], y[N];
  TrChannel channel;
  TrLog log;
  TrFree stiffness;
  TrTask task;
} Fixture;

static void
set_up(Fixture *f, double amplitude)
{
  *f = (Fixture){.model = tr_mechanism_slider()};
  for (int i = 0; i < N; i++) {
    f->t[i] = i * STEP;
    f->y[i] = amplitude * sin(OMEGA * f->t[i]);
  }
  f->model->joints[0].friction.viscous = 0;
  f->model->joints[0].friction.coulomb = 0;
  f->channel = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N, .t = f->t, .y = f->y};
  f->log = (TrLog){.name = "log", .end = (N - 1) * STEP, .n_channels = 1, .channels = &f->channel};
  f->stiffness = (TrFree){
      .param.kind = TR_PARAM_STIFFNESS, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  f->task = (TrTask){.model = f->model,
                     .n_free = 1,
                     .free = &f->stiffness,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  f->task.settings.h = STEP;
}

static double
size_of(const TrPrepared *prepared, const Fixture *f, const char *id, double start)
{
  TrFree free = {.start = start};

  g_assert_true(tr_param_find(&free.param, f->model, id));
  return tr_natural_size(prepared, &f->task, &free);
}

static void
test_moving(void)
{
  double force = MASS * AMPLITUDE * OMEGA * OMEGA * M_SQRT1_2;
  double stretch = AMPLITUDE * M_SQRT1_2, rate = OMEGA * stretch;
  Fixture f;
  TrPrepared p;

  set_up(&f, AMPLITUDE);
  tr_assert_ok(tr_prepare(&p, &f.task, NULL), NULL);
  tr_assert_close(size_of(&p, &f, "joint.s1.coulomb", 0), SHARE * force, CLOSENESS, 0);
  tr_assert_close(size_of(&p, &f, "joint.s1.viscous", 0), SHARE * force / rate, CLOSENESS, 0);
  tr_assert_close(size_of(&p, &f, "joint.s1.stiffness", 0), SHARE * force / stretch, CLOSENESS, 0);
  tr_assert_close(size_of(&p, &f, "joint.s1.coulomb", 2 * force), 2 * force, 1e-12, 0);
  f.model->joints[0].friction.load = TR_LOAD_CONSTRAINT;
  tr_assert_close(size_of(&p, &f, "joint.s1.coulomb", 0), SHARE, 1e-12, 0);
  tr_prepared_clear(&p);
  tr_model_free(f.model);
}

/* A log without motion gives no size: that of the kind stays. */
static void
test_resting(void)
{
  Fixture f;
  TrPrepared p;

  set_up(&f, 0);
  tr_assert_ok(tr_prepare(&p, &f.task, NULL), NULL);
  tr_assert_close(size_of(&p, &f, "joint.s1.coulomb", 0), 1e-3, 1e-12, 0);
  tr_assert_close(size_of(&p, &f, "joint.s1.stiffness", 0), 0.1, 1e-12, 0);
  tr_prepared_clear(&p);
  tr_model_free(f.model);
}

/* Products of inertia follow the moments of their body. */
static void
test_products(void)
{
  Fixture f;
  TrPrepared p;

  set_up(&f, AMPLITUDE);
  f.model->bodies[0].inertia[TR_XX] = 40;
  tr_assert_ok(tr_prepare(&p, &f.task, NULL), NULL);
  tr_assert_close(size_of(&p, &f, "body.A.inertia.xy", 0), 0.1 * (40 + 1 + 1) / 3, 1e-12, 0);
  tr_prepared_clear(&p);
  tr_model_free(f.model);
}

int
main(int argc, char *argv[])
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/natural-size/moving", test_moving);
  g_test_add_func("/natural-size/resting", test_resting);
  g_test_add_func("/natural-size/products", test_products);
  return g_test_run();
}
