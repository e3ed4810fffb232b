#include "bench/furuta.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "bench/setup.h"
#include "bench/stopwatch.h"
#include "engine/est/identify/identify.h"
#include "engine/est/solve/fit_fill.h"

static void
copy_model(BenchFuruta *f, const TrModel *model)
{
  f->gravity = model->gravity.magnitude;
  for (int b = 0; b < 2; b++)
    f->mass[b] = model->bodies[b].mass;
  f->b_xx = model->bodies[1].inertia[TR_XX];
  f->rotor = model->motors[0].rotor_inertia;
  f->arm_a = model->joints[0].child_frame.position[0];
  f->end_a = model->joints[1].parent_frame.position[0];
  f->arm_b = model->joints[1].child_frame.position[0];
  for (int j = 0; j < 2; j++) {
    const TrJoint *joint = &model->joints[j];

    f->radius[j] = joint->friction.radius;
    memcpy(f->parent_frame[j], joint->parent_frame.quat, sizeof f->parent_frame[j]);
    memcpy(f->child_frame[j], joint->child_frame.quat, sizeof f->child_frame[j]);
  }
}

static void
copy_observations(BenchFuruta *f, const TrPreparedLog *log)
{
  f->n_angles = log->n_observations;
  f->angles = g_new(BenchAngle, f->n_angles);
  for (int i = 0; i < f->n_angles; i++) {
    const TrObservation *o = &log->observations[i];

    g_assert_true(o->fraction == 0);
    f->angles[i] = (BenchAngle){o->node, o->sensor, o->y, o->variance};
  }
}

static void
copy_problem(BenchFuruta *f, const TrProblem *problem)
{
  const TrPreparedLog *log = &problem->prepared->logs[0];

  g_assert_cmpint(problem->p, ==, BENCH_PARAMETERS);
  f->h = problem->context.h;
  f->weight = problem->weight;
  memcpy(f->sigma, problem->sigma, sizeof f->sigma);
  memcpy(f->sigma_w, problem->sigma_w, sizeof f->sigma_w);
  memcpy(f->gamma, problem->gamma, sizeof f->gamma);
  memcpy(f->smoothing, log->smoothing, sizeof f->smoothing);
  memcpy(f->weak_weight, problem->weak_weight, sizeof f->weak_weight);
  memcpy(f->start, problem->parameters, sizeof f->start);
  f->n_nodes = log->n_nodes;
  f->pose = g_memdup2(problem->pose, (gsize)(f->n_nodes * BENCH_POSE) * sizeof *f->pose);
  f->input = problem->input;
  copy_observations(f, log);
}

BenchFuruta *
bench_furuta_open(int n_nodes)
{
  BenchFuruta *f = g_new0(BenchFuruta, 1);

  f->setup = g_new0(BenchSetup, 1);
  bench_setup_init(f->setup, bench_furuta_new(n_nodes));
  copy_model(f, f->setup->problem->model);
  copy_problem(f, f->setup->problem);
  return f;
}

void
bench_furuta_close(BenchFuruta *f)
{
  bench_setup_clear(f->setup);
  g_free(f->setup);
  g_free(f->angles);
  g_free(f->pose);
  g_free(f);
}

/* The rows of a visit, one block after the other. */
static TrStatus
add_rows(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac, *r = residual->r;
  double weight = residual->weight;
  BenchRows *rows = user;
  int states = touched * BENCH_TANGENT;

  for (int k = 0; k < n_rows; k++, rows->n++) {
    const double *from = jac + k * (states + BENCH_PARAMETERS);
    double *to = rows->jacobian + rows->n * BENCH_JACOBIAN_COLUMNS;

    rows->first_node[rows->n] = block;
    rows->n_touched[rows->n] = touched;
    rows->residual[rows->n] = sqrt(weight) * r[k];
    for (int i = 0; i < states; i++)
      to[i] = sqrt(weight) * from[i];
    for (int i = 0; i < BENCH_PARAMETERS; i++)
      to[BENCH_MOST_TOUCHED * BENCH_TANGENT + i] = sqrt(weight) * from[states + i];
  }
  return TR_OK;
}

BenchRows *
bench_furuta_rows(BenchFuruta *f, const double *pose, const double *parameters)
{
  TrProblem *problem = f->setup->problem;
  int most = f->n_nodes * BENCH_TANGENT + f->n_angles;
  BenchRows *rows = g_new0(BenchRows, 1);

  rows->n_initial = BENCH_INITIAL_NODES * BENCH_TANGENT;
  rows->residual = g_new0(double, most);
  rows->jacobian = g_new0(double, most *BENCH_JACOBIAN_COLUMNS);
  rows->first_node = g_new0(int, most);
  rows->n_touched = g_new0(int, most);
  memcpy(problem->pose, pose, (size_t)(f->n_nodes * BENCH_POSE) * sizeof *pose);
  memcpy(problem->parameters, parameters, BENCH_PARAMETERS * sizeof *parameters);
  tr_problem_use(problem, problem->model, problem->parameters);
  if (tr_problem_visit(problem, add_rows, rows) != TR_OK)
    g_error("The residuals could not be evaluated.");
  g_assert_cmpint(rows->n, ==, most);
  return rows;
}

void
bench_rows_free(BenchRows *rows)
{
  g_free(rows->residual);
  g_free(rows->jacobian);
  g_free(rows->first_node);
  g_free(rows->n_touched);
  g_free(rows);
}

typedef struct Laps {
  double *seconds, last;
  int n, most;
} Laps;

static bool
note_lap(void *user, const void *event)
{
  Laps *laps = user;
  double now = bench_cpu_seconds();

  if (!event)
    return true;
  if (((const TrFitEvent *)event)->iteration.iteration > 0 && laps->n < laps->most)
    laps->seconds[laps->n++] = now - laps->last;
  laps->last = bench_cpu_seconds();
  return true;
}

int
bench_furuta_identify(double *seconds, BenchFuruta *f, int most)
{
  Laps laps = {.seconds = seconds, .most = most};
  TrTask task = f->setup->bench_case->task;
  TrFit *fit = NULL;
  TrError error = {0};

  task.settings.max_iterations = most;
  task.monitor = (TrMonitor){note_lap, &laps};
  if (tr_identify(&fit, &task, &error) != TR_OK && !fit)
    g_error("The identification failed: %s", error.text);
  tr_fit_free(fit);
  return laps.n;
}
