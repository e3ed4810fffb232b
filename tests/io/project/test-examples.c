/* Tests of the embedded examples: complete, true to their equations, and identified from their
 * start values. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/task/reported.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "io/problem/problem.h"
#include "io/project/examples.h"
#include "io/result/result.h"
#include "support/check.h"

enum { MAX_JOINTS = 4, MAX_BODIES = 3, MAX_COMBINED = 4 };

typedef struct Case {
  const char *name;
  double start[MAX_JOINTS]; /* [rad] or [m] at rest */
  double horizon;    /* [s] up to which an open loop from rest is compared; 0: never at rest */
  double open_loop;  /* [rad, m] largest error there with h = 0.25 ms */
  double parameters; /* largest relative error of an estimate */
  int n_parameters;
  double unexplained;                 /* [%] most of a sensor's motion; 0: 0.5 */
  const char *near;                   /* quantity that starts within 30 % of its true value */
  gboolean impacts;                   /* contacts or stops */
  const char *combined[MAX_COMBINED]; /* quantities that only act together when all of them are
                                         free */
} Case;

static const Case cases[] = {
    {.name = "ball-and-beam",
     .start = {0.02, 0, 0, 0.05},
     .horizon = 2,
     .open_loop = 0.005,
     .parameters = 0.02,
     .n_parameters = 4,
     .combined = {"body.beam.inertia.zz", "motor.drive.rotor_inertia"}},
    {.name = "cart-pole",
     .horizon = 12,
     .open_loop = 0.01,
     .parameters = 0.015,
     .n_parameters = 3,
     /* no force is known */
     .combined = {"body.pendulum.mass", "body.pendulum.inertia.zz", "joint.pivot.viscous",
                  "joint.pivot.coulomb"}},
    {.name = "double-pendulum",
     .start = {75 * G_PI / 180, 60 * G_PI / 180},
     .horizon = 8,
     .open_loop = 0.02,
     .parameters = 0.03,
     .n_parameters = 6,
     .combined = {"body.upper.mass", "body.upper.com.x", "body.upper.inertia.zz"}},
    {.name = "four-bar",
     .horizon = 1,
     .open_loop = 0.03,
     .parameters = 0.03,
     .n_parameters = 5,
     .combined = {"body.crank.mass", "body.crank.com.x"}},
    {.name = "furuta",
     .horizon = 3,
     .open_loop = 0.01,
     .parameters = 0.1,
     .n_parameters = 10,
     .combined = {"body.arm.inertia.zz", "motor.drive.rotor_inertia"}},
    {.name = "pendulum",
     .start = {170 * G_PI / 180},
     .horizon = 16,
     .open_loop = 0.01,
     .parameters = 0.01,
     .n_parameters = 3,
     .combined = {"body.pendulum.mass", "body.pendulum.inertia.zz", "joint.pivot.viscous",
                  "joint.pivot.coulomb"}},
    {.name = "pendulum-latch",
     .horizon = 4, /* through a catch and a release */
     .open_loop = 0.01,
     .parameters = 0.01,
     .n_parameters = 2,
     .combined = {"body.pendulum.mass", "body.pendulum.com.y", "body.pendulum.inertia.zz"}},
    {.name = "pendulum-stop",
     .horizon = 1,
     .open_loop = 0.02,
     .parameters = 0.02,
     .n_parameters = 4,
     .impacts = TRUE},
    {.name = "servo",
     .horizon = 2,
     .open_loop = 0.01,
     .parameters = 0.03,
     .n_parameters = 5,
     .combined = {"body.lever.inertia.zz", "motor.drive.rotor_inertia"}},
    {.name = "slider-crank",
     .horizon = 1,
     .open_loop = 0.03,
     .parameters = 0.05,
     .n_parameters = 5,
     .combined = {"body.crank.inertia.zz", "motor.drive.rotor_inertia"}},
    {.name = "thrown-cube",
     .parameters = 0.15,
     .n_parameters = 4,
     .near = "contact.table.size.x", /* farther off, the cube would never touch or always stick */
     .unexplained = 4,               /* components of the quaternion that hardly move */
     .impacts = TRUE},
    {.name = "three-joint-arm",
     .start = {0, -40 * G_PI / 180, 50 * G_PI / 180},
     .horizon = 2,
     .open_loop = 0.01,
     .parameters = 0.08,
     .n_parameters = 13,
     .combined = {"body.column.inertia.zz", "motor.waist drive.rotor_inertia"}},
};

typedef struct Fixture {
  char *folder, *path;
  TrammelProject *project;
  const TrammelExample *example;
} Fixture;

static void
set_up(Fixture *f, gconstpointer data)
{
  const Case *c = data;
  g_autoptr(GError) error = NULL;

  f->folder = g_dir_make_tmp("trammel-examples-XXXXXX", &error);
  g_assert_no_error(error);
  f->example = trammel_examples_find(c->name);
  g_assert_nonnull(f->example);
  f->path = trammel_examples_write(f->example, f->folder, &error);
  g_assert_no_error(error);
  f->project = trammel_project_load(f->path, &error);
  g_assert_no_error(error);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  const Case *c = data;
  g_autofree char *name = g_strconcat(c->name, ".csv", NULL);
  g_autofree char *log = g_build_filename(f->folder, name, NULL);

  g_unlink(log);
  g_unlink(f->path);
  g_rmdir(f->folder);
  trammel_project_unref(f->project);
  g_free(f->path);
  g_free(f->folder);
}

/* A file in the program's own format, with a true value for every free quantity and for no
 * other. */
static void
test_whole(Fixture *f, gconstpointer data)
{
  const Case *c = data;
  g_autofree char *written = NULL, *saved = trammel_project_to_data(f->project);
  int n_free = 0;

  g_assert_true(g_file_get_contents(f->path, &written, NULL, NULL));
  g_assert_cmpstr(saved, ==, written);
  for (guint i = 0; i < trammel_project_get_n_quantities(f->project); i++) {
    const TrammelQuantity *q = trammel_project_get_quantity(f->project, i);
    double truth;

    g_assert_true(trammel_examples_get_reference(f->example, q->id, &truth) == q->free);
    if (!q->free)
      continue;
    n_free++;
    g_assert_cmpfloat(truth, >, q->min);
    g_assert_cmpfloat(truth, <, q->max);
    g_assert_cmpfloat(fabs(q->value - truth), >,
                      (g_strcmp0(q->id, c->near) ? 0.3 : 0.02) * fabs(truth));
  }
  g_assert_cmpint(n_free, ==, c->n_parameters);
  g_assert_cmpuint(trammel_project_get_n_shapes(f->project), >, 0);
}

static TrammelProblem *
load_problem(Fixture *f)
{
  g_autoptr(GError) error = NULL;
  TrammelProblem *problem = trammel_problem_new(f->project, NULL, NULL, &error);

  g_assert_no_error(error);
  g_assert_cmpuint(trammel_problem_get_n_findings(problem), ==, 0);
  return problem;
}

/* Largest difference between a simulation and the samples at its nodes. */
static double
compare(const TrTask *task, const TrTrajectory *t)
{
  double worst = 0;

  for (int i = 0; i < task->logs[0].n_channels; i++) {
    const TrChannel *channel = &task->logs[0].channels[i];

    if (channel->kind != TR_SIGNAL_SENSOR)
      continue;

    int joint = task->model->sensors[channel->index].joint;

    for (size_t k = 0; k < channel->n; k++) {
      int node = (int)lround(channel->t[k] / t->h);

      if (node >= t->n_nodes)
        break;
      g_assert_cmpfloat(fabs(node * t->h - channel->t[k]), <, 1e-9);
      worst = fmax(
          worst, fabs(remainder(tr_joint_position(task->model, joint, tr_trajectory_pose(t, node)) -
                                    channel->y[k],
                                2 * G_PI)));
    }
  }
  return worst;
}

/* Start pose at rest, with the measured joints at their first samples. */
static void
place_start(double *pose, double *twist, const TrModel *model, const Case *c)
{
  double held[MAX_JOINTS] = {NAN, NAN, NAN, NAN};
  TrAssembly *assembly = tr_assembly_new(model);
  TrError error = {0};

  for (int s = 0; s < model->n_sensors; s++)
    held[model->sensors[s].joint] = c->start[model->sensors[s].joint];
  tr_assert_ok(tr_assembly_start(assembly, pose, &error), &error);
  tr_assert_ok(tr_assembly_reach(assembly, pose, held, &error), &error);
  memset(twist, 0, (gsize)model->n_bodies * TR_TWIST * sizeof *twist);
  tr_assembly_free(assembly);
}

/* With the true values the stepper follows the log from rest: equations, files and inputs agree. */
static void
test_open_loop(Fixture *f, gconstpointer data)
{
  const Case *c = data;
  g_autoptr(GError) error = NULL;
  TrSimOptions options = {
      .h = 2.5e-4, .duration = c->horizon, .compliance_scale = 1, .damping_scale = 1};
  double pose[MAX_BODIES * TR_POSE], twist[MAX_BODIES * TR_TWIST], worst;
  TrTrajectory *t;
  TrError reason = {0};

  for (guint i = 0; i < trammel_project_get_n_quantities(f->project); i++) {
    const TrammelQuantity *q = trammel_project_get_quantity(f->project, i);
    double truth;

    if (trammel_examples_get_reference(f->example, q->id, &truth))
      trammel_project_set_value(f->project, q->id, truth, &error);
    g_assert_no_error(error);
  }

  g_autoptr(TrammelProblem) problem = load_problem(f);
  const TrTask *task = trammel_problem_get_task(problem);

  place_start(pose, twist, task->model, c);
  tr_assert_ok(
      tr_simulate(&t, task->model,
                  &(TrSimCase){pose, twist, task->logs[0].n_channels, task->logs[0].channels},
                  &options, NULL, &reason),
      &reason);
  worst = compare(task, t);
  g_test_message("largest difference %.4f rad in %g s", worst, c->horizon);
  g_assert_cmpfloat(worst, <, c->open_loop);
  tr_trajectory_free(t);
}

/* The true value is within three sigmas of the reported one. */
static void
check_physical(const Fixture *f, const Case *c, TrFit *fit, const TrTask *task)
{
  tr_assert_ok(tr_physical(fit, task), NULL);
  g_assert_nonnull(fit->physical->values);
  if (c->impacts)
    g_assert_cmpfloat(fit->physical->h_replayed, <, fit->physical->h / 3.9);
  else
    g_assert_true(isnan(fit->physical->h_replayed));
  for (int i = 0; i < task->n_free; i++) {
    TrReported reported = tr_fit_report(fit, i);
    char id[TR_ID_SIZE];
    double truth;

    tr_param_id(id, task->model, task->free[i].param);
    trammel_examples_get_reference(f->example, id, &truth);
    g_test_message("%s: %g (%.2g: noise %.2g, step %.2g, smoothing %.2g), true %g", id,
                   reported.value, reported.sigma, reported.noise, reported.step,
                   reported.smoothing, truth);
    g_assert_true(reported.is_physical);
    g_assert_cmpfloat(fabs(reported.value - truth), <=, 3 * reported.sigma);
  }
}

static void
test_identify(Fixture *f, gconstpointer data)
{
  const Case *c = data;
  g_autoptr(TrammelProblem) problem = load_problem(f);
  const TrTask *task = trammel_problem_get_task(problem);
  TrFit *fit;
  TrError error = {0};

  g_assert_cmpint(task->n_free, ==, c->n_parameters);
  tr_assert_ok(tr_identify(&fit, task, &error), &error);
  /* the first fit begins far from the solution, those of later rounds near it, but for rounds with
   * narrower smoothing rates, of up to ten iterations */
  if (!c->impacts) /* whose kinks take more */
    g_assert_cmpint(fit->iterations, <=, 7 * fit->variances.rounds);
  check_physical(f, c, fit, task);
  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    double truth;

    tr_param_id(id, task->model, task->free[i].param);
    g_assert_true(trammel_examples_get_reference(f->example, id, &truth));
    tr_assert_close(tr_fit_report(fit, i).value, truth, c->parameters,
                    3 * tr_fit_report(fit, i).sigma);
    g_assert_true(fit->estimates[i].identifiable);
    g_assert_false(fit->estimates[i].at_bound);
    g_assert_cmpfloat(fit->estimates[i].sigma, <, 0.5 * fabs(truth));
  }
  for (int s = 0; s < fit->logs[0].n_sensors; s++)
    g_assert_cmpfloat(fit->logs[0].sensors[s].fit_percent, >,
                      100 - (c->unexplained > 0 ? c->unexplained : 0.5));
  tr_fit_free(fit);
}

static gboolean
is_combined(const Case *c, const char *id)
{
  for (int k = 0; k < MAX_COMBINED && c->combined[k]; k++)
    if (g_str_equal(c->combined[k], id))
      return TRUE;
  return FALSE;
}

/* Quantities that only act together are flagged and named in the one undetermined direction; all
 * others are still found. */
static void
check_combination(const Fixture *f, const Case *c, const TrammelProblem *problem, const TrFit *fit)
{
  const TrTask *task = trammel_problem_get_task(problem);
  g_autofree char *words = NULL;

  g_assert_cmpint(fit->n_directions, ==, 1);
  words = trammel_result_dup_direction(problem, fit, 0);
  g_test_message("%s", words);
  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    double truth;

    tr_param_id(id, task->model, task->free[i].param);
    g_test_message("%s %g (%.2g)", id, tr_fit_report(fit, i).value, tr_fit_report(fit, i).sigma);
    g_assert_true(fit->estimates[i].identifiable != is_combined(c, id));
    g_assert_true((strstr(words, id) != NULL) == is_combined(c, id));
    if (is_combined(c, id))
      continue;
    g_assert_true(trammel_examples_get_reference(f->example, id, &truth));
    tr_assert_close(tr_fit_report(fit, i).value, truth, c->parameters,
                    3 * tr_fit_report(fit, i).sigma);
  }
}

static void
test_combined(Fixture *f, gconstpointer data)
{
  const Case *c = data;
  g_autoptr(GError) error = NULL;
  TrFit *fit;
  TrError reason = {0};

  for (int k = 0; k < MAX_COMBINED && c->combined[k]; k++) {
    trammel_project_set_free(f->project, c->combined[k], TRUE, &error);
    g_assert_no_error(error);
  }

  g_autoptr(TrammelProblem) problem = load_problem(f);

  tr_assert_ok(tr_identify(&fit, trammel_problem_get_task(problem), &reason), &reason);
  tr_assert_ok(tr_physical(fit, trammel_problem_get_task(problem)), NULL);
  check_combination(f, c, problem, fit);
  tr_fit_free(fit);
}

static void
add(const Case *c, const char *what, void (*test)(Fixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf("/io/examples/%s/%s", c->name, what);

  g_test_add(path, Fixture, c, set_up, test, tear_down);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_assert_cmpuint(trammel_examples_get_n(), ==, G_N_ELEMENTS(cases));
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    add(&cases[i], "whole", test_whole);
    if (cases[i].horizon > 0)
      add(&cases[i], "open-loop", test_open_loop);
    add(&cases[i], "identify", test_identify);
    if (!cases[i].impacts)
      add(&cases[i], "combined", test_combined);
  }
  return g_test_run();
}
