/* Steps in lanes agree with the scalar functions, on every instruction set of the machine. */
#include <math.h>
#include <string.h>

#include "engine/est/step/steps.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/check.h"
#include "support/mechanisms.h"
#include "support/seed.h"

enum { MAX_LANES = 8, MAX_N = 18, MAX_ROWS = 30, MAX_PARAMS = 130, MAX_INPUTS = 4 };
enum { MAX_POSE = 3 * TR_POSE, MAX_JAC = MAX_N * (3 * MAX_N + MAX_PARAMS) };

typedef struct Fixture {
  TrModel *model, *held_model;
  TrMechanism *mechanism, *held_mechanism;
  TrStepWork *work, *held_work;
  TrStepContext context, held;
  TrParam params[MAX_PARAMS];
  TrInputSlope slopes[MAX_LANES * MAX_PARAMS];
  double sigma[MAX_ROWS], sigma_w[MAX_ROWS], gamma[MAX_ROWS], smoothing[8];
  double pose[(MAX_LANES + 2) * MAX_POSE], u[MAX_LANES * MAX_INPUTS];
} Fixture;

/* All parameters of the model, and one of a motor's channel, where there is one. */
static void
free_everything(Fixture *f)
{
  TrModel *model = f->model;

  for (int i = 0; i < tr_param_count(model); i++) {
    TrParam param = tr_param_at(model, i);

    if (tr_param_can_be_free(model, param))
      f->params[f->context.n_params++] = param;
  }
  f->params[f->context.n_params++] = (TrParam){TR_PARAM_CHANNEL_OFFSET, 0, 0};
  for (int i = 0; i < MAX_LANES && model->n_motors > 0; i++)
    f->slopes[(i + 1) * f->context.n_params - 1] = (TrInputSlope){0, 0.3 + i, {0.2, -0.1 * i, 0.5}};
}

static void
make_frictional(TrModel *model, double share)
{
  for (int j = 0; j < model->n_joints; j++) {
    TrFriction *friction = &model->joints[j].friction;

    friction->model = TR_FRICTION_STRIBECK;
    friction->coulomb = 0.02 * share;
    friction->delta = 0.01;
    friction->zeta = 0.3;
  }
  for (int b = 0; b < model->n_bodies; b++)
    model->bodies[b].com[0] += 0.01 * share;
}

static void
set_up(Fixture *f, int mechanism, bool midpoint)
{
  TrRelaxation relaxation = {0.01, 1, 1, 0.0025, 1e-6, 0};

  *f = (Fixture){.model = tr_mechanisms[mechanism].create(),
                 .held_model = tr_mechanisms[mechanism].create()};
  make_frictional(f->model, 1);
  make_frictional(f->held_model, 1.3);
  f->mechanism = tr_mechanism_new(f->model);
  f->held_mechanism = tr_mechanism_new(f->held_model);
  f->context = (TrStepContext){.model = f->model,
                               .mechanism = f->mechanism,
                               .params = f->params,
                               .h = 0.01,
                               .midpoint = midpoint,
                               .weight_is_frozen = midpoint,
                               .sigma = f->sigma,
                               .sigma_w = f->sigma_w,
                               .gamma = f->gamma,
                               .smoothing = f->smoothing,
                               .input_slopes = f->slopes};
  free_everything(f);
  f->held = f->context;
  f->held.model = f->held_model;
  f->held.mechanism = f->held_mechanism;
  for (int j = 0; j < f->model->n_joints; j++)
    f->smoothing[j] = 0.5;
  tr_mechanism_relaxation(f->sigma, f->gamma, f->mechanism, f->model, &relaxation);
  relaxation.eps_floor = 1e-4;
  tr_mechanism_relaxation(f->sigma_w, f->gamma, f->mechanism, f->model, &relaxation);
  f->work = tr_step_work_new(f->mechanism, f->context.n_params);
  f->held_work = tr_step_work_new(f->mechanism, 0);
}

static void
tear_down(Fixture *f)
{
  tr_step_work_free(f->work);
  tr_step_work_free(f->held_work);
  tr_mechanism_free(f->mechanism);
  tr_mechanism_free(f->held_mechanism);
  tr_model_free(f->model);
  tr_model_free(f->held_model);
}

/* A motion off the constraints, with a node that turns fast: its logarithm is beyond the series. */
static void
fill_motion(Fixture *f)
{
  int n_bodies = f->model->n_bodies;
  double q[8], noise[MAX_N];

  for (int k = 0; k < MAX_LANES + 2; k++) {
    double *pose = f->pose + k * n_bodies * TR_POSE;

    for (int j = 0; j < f->model->n_joints; j++)
      q[j] = 0.4 + 0.7 * j + (0.05 + 0.021 * j) * k + (k == 3 ? 0.9 : 0);
    tr_mechanism_motion(pose, NULL, f->model, q, NULL);
    for (int i = 0; i < 6 * n_bodies; i++)
      noise[i] = g_test_rand_double_range(-1e-3, 1e-3);
    tr_pose_retract(pose, n_bodies, pose, noise);
  }
  for (int i = 0; i < MAX_LANES * MAX_INPUTS; i++)
    f->u[i] = sin(i);
}

static void
check_steps(Fixture *f, const TrStepKernels *kernels, TrSteps *steps, int count)
{
  static double r[MAX_LANES * MAX_N], jac[MAX_LANES * MAX_JAC], expected[MAX_JAC];
  static double held[MAX_LANES * MAX_N];
  int n_bodies = f->model->n_bodies, n = 6 * n_bodies, size = n_bodies * TR_POSE;
  int columns = 3 * n + f->context.n_params;

  tr_assert_ok(
      kernels->evaluate(r, jac, steps, &f->context, NULL, (TrStepRun){f->pose, f->u, count, NULL}),
      NULL);
  for (int i = 0; i < count; i++) {
    const double *pose = f->pose + i * size;
    double plain[MAX_N];

    TrStepContext context = f->context;

    context.input_slopes = f->slopes + i * f->context.n_params;
    tr_assert_ok(tr_step_linearize(plain, expected, f->work, &context,
                                   &(TrStepInput){pose, pose + size, pose + 2 * size,
                                                  f->u + i * tr_model_n_inputs(f->model)}),
                 NULL);
    tr_assert_close_array(r + i * n, plain, n, 1e-11, 1e-12);
    tr_assert_close_array(jac + i * n * columns, expected, n * columns, 1e-11, 1e-12);
  }
  kernels->hold(held, steps, &f->held, &f->context, count);
  tr_assert_ok(kernels->evaluate(r, NULL, steps, &f->context, &f->held,
                                 (TrStepRun){f->pose, f->u, count, NULL}),
               NULL);
  tr_assert_close_array(held, r, count * n, 0, 0);
  for (int i = 0; i < count; i++) {
    const double *pose = f->pose + i * size;
    double plain[MAX_N];

    tr_assert_ok(tr_step_residual(plain, f->work, &f->context,
                                  &(TrStepInput){pose, pose + size, pose + 2 * size,
                                                 f->u + i * tr_model_n_inputs(f->model)}),
                 NULL);
    tr_step_freeze_weight(plain, f->held_work, &f->held, f->work, &f->context);
    tr_assert_close_array(r + i * n, plain, n, 1e-11, 1e-12);
  }
}

static void
check_retract(Fixture *f, const TrStepKernels *kernels, TrSteps *steps, int count)
{
  double step[MAX_LANES * MAX_N], out[MAX_LANES * MAX_POSE], plain[MAX_POSE];
  int n = 6 * f->model->n_bodies, size = f->model->n_bodies * TR_POSE;

  for (int i = 0; i < count * n; i++)
    step[i] = 0.2 * sin(3 * i);
  kernels->retract(out, steps, &f->context, f->pose, step, count);
  for (int i = 0; i < count; i++) {
    tr_step_retract(plain, f->work, &f->context, f->pose + i * size, step + i * n);
    tr_assert_close_array(out + i * size, plain, size, 1e-11, 0);
  }
}

static void
test_steps(gconstpointer data)
{
  const TrStepKernels *kernels = tr_step_kernels((TrCpu)GPOINTER_TO_INT(data));

  for (int i = 0; i < 2 * tr_n_mechanisms; i++) {
    Fixture f;
    TrSteps *steps;

    set_up(&f, i / 2, i % 2);
    fill_motion(&f);
    steps = kernels->new_steps(f.model, f.mechanism, NULL, f.context.n_params);
    for (int count = 1; count <= kernels->lanes; count++) {
      check_steps(&f, kernels, steps, count);
      check_retract(&f, kernels, steps, count);
    }
    kernels->free_steps(steps);
    tear_down(&f);
  }
}

/* One lane that is not a number fails the group. */
static void
test_failure(gconstpointer data)
{
  const TrStepKernels *kernels = tr_step_kernels((TrCpu)GPOINTER_TO_INT(data));
  double r[MAX_LANES * MAX_N];
  TrSteps *steps;
  Fixture f;

  set_up(&f, 0, false);
  fill_motion(&f);
  f.pose[2 * f.model->n_bodies * TR_POSE + 4] = NAN;
  steps = kernels->new_steps(f.model, f.mechanism, NULL, f.context.n_params);
  g_assert_cmpint(kernels->evaluate(r, NULL, steps, &f.context, NULL,
                                    (TrStepRun){f.pose, f.u, kernels->lanes, NULL}),
                  ==, TR_NOT_DEFINITE);
  kernels->free_steps(steps);
  tear_down(&f);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  for (TrCpu cpu = TR_CPU_BASE; cpu <= tr_cpu(); cpu++) {
    g_autofree char *name = g_strdup_printf("/engine/est/steps/%s", tr_cpu_name(cpu));
    g_autofree char *failure = g_strdup_printf("/engine/est/steps/%s/failure", tr_cpu_name(cpu));

    g_test_add_data_func(name, GINT_TO_POINTER(cpu), test_steps);
    g_test_add_data_func(failure, GINT_TO_POINTER(cpu), test_failure);
  }
  return g_test_run();
}
