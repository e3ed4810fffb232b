/* Hard constraints of the parameter problem: stated ones, smooth friction's order, realisable
 * inertia; on motions of the stepper with known truth. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/lsq/constraints.h"
#include "engine/est/solve/solve.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"
#include "support/seed.h"

enum { N_NODES = 401, MAX_FREE = 10 };

#define STEP 0.01

/* A double pendulum that swings freely, and the task on it. */
typedef struct Swing {
  TrModel *truth, *model;
  double t[N_NODES], y[2][N_NODES];
  TrChannel channels[2];
  TrLog log;
  TrFree free[MAX_FREE];
  TrTask task;
} Swing;

static void
set_up(Swing *s)
{
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  double pose[2 * TR_POSE], twist[2 * TR_TWIST];
  TrTrajectory *motion;

  memset(s, 0, sizeof *s);
  s->truth = tr_mechanism_double_pendulum();
  for (int j = 0; j < 2; j++)
    s->truth->sensors[j].sigma = 1e-4;
  s->model = tr_model_copy(s->truth);
  tr_forward_kinematics(pose, twist, s->truth, (double[]){1.1, -0.7}, (double[]){0, 0});
  tr_assert_ok(
      tr_simulate(&motion, s->truth, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_NODES; k++) {
    s->t[k] = k * STEP;
    for (int j = 0; j < 2; j++)
      s->y[j][k] =
          tr_joint_position(s->truth, j, tr_trajectory_pose(motion, k)) + 1e-4 * sin(91 * k + j);
  }
  tr_trajectory_free(motion);
  for (int j = 0; j < 2; j++)
    s->channels[j] =
        (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = j, .n = N_NODES, .t = s->t, .y = s->y[j]};
  s->log =
      (TrLog){.name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 2, .channels = s->channels};
  s->task = (TrTask){.model = s->model,
                     .free = s->free,
                     .n_logs = 1,
                     .logs = &s->log,
                     .settings = tr_settings_default()};
  s->task.settings.formulation = TR_FORMULATION_PREDICTED; /* that of the simulated truth */
  s->task.settings.observations = TR_OBSERVE_NODE;
  s->task.settings.kappa = 1e6;
  s->task.settings.weighting = TR_WEIGHTING_JOINT;
}

static void
tear_down(Swing *s)
{
  tr_model_free(s->truth);
  tr_model_free(s->model);
}

static TrParam
find(const Swing *s, const char *id)
{
  TrParam param;

  if (!tr_param_find(&param, s->model, id))
    g_error("no %s", id);
  return param;
}

/* Frees a quantity that starts at `factor` times the truth. */
static void
set_free(Swing *s, const char *id, double factor)
{
  TrFree *f = &s->free[s->task.n_free++];

  *f = (TrFree){.param = find(s, id), .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  f->start = factor * tr_param_get(s->truth, f->param);
  tr_param_set(s->model, f->param, f->start);
}

static double
truth_of(const Swing *s, int i)
{
  return tr_param_get(s->truth, s->free[i].param);
}

/* Masses of the two links by names. */
static const char *
link_id(const Swing *s, int body, const char *what)
{
  static char ids[4][TR_ID_SIZE];
  static int next;
  char *id = ids[next++ % 4];

  g_snprintf(id, TR_ID_SIZE, "body.%s.%s", s->model->bodies[body].name, what);
  return id;
}

/* A free swing determines ratios only; a known total mass determines the sizes, at every iterate.
 */
static void
test_total_mass(void)
{
  Swing s;
  TrTerm terms[2];
  TrLinear total = {.name = "total", .n_terms = 2, .terms = terms};
  TrError error = {0};
  TrFit *fit;

  set_up(&s);
  set_free(&s, link_id(&s, 0, "mass"), 1.3);
  set_free(&s, link_id(&s, 1, "mass"), 0.8);
  set_free(&s, link_id(&s, 0, "inertia.zz"), 1.2);
  set_free(&s, link_id(&s, 1, "inertia.zz"), 1.2);
  set_free(&s, "joint.h1.viscous", 1.2);
  set_free(&s, "joint.h2.viscous", 1.2);
  tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
  g_assert_cmpint(fit->n_null, >, 0);
  g_assert_cmpint(fit->n_constraints, ==, 0);
  tr_fit_free(fit);

  for (int i = 0; i < 2; i++)
    terms[i] = (TrTerm){s.free[i].param, 1};
  total.least = total.most = truth_of(&s, 0) + truth_of(&s, 1);
  s.task.constraints = &total;
  s.task.n_constraints = 1;
  tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
  g_assert_cmpint(fit->n_directions, ==, 0);
  for (int k = 0; k < fit->n_history; k++)
    tr_assert_close(fit->history_parameters[6 * k] + fit->history_parameters[6 * k + 1], total.most,
                    1e-12, 0);
  for (int i = 0; i < 6; i++) {
    g_assert_true(fit->estimates[i].identifiable);
    tr_assert_close(fit->estimates[i].value, truth_of(&s, i), 5e-3, 0);
  }
  /* the masses can only be exchanged */
  tr_assert_close(fit->estimates[0].sigma, fit->estimates[1].sigma, 1e-6, 0);
  tr_assert_close(fit->covariance[1], -fit->covariance[0], 1e-6, 0);
  g_assert_cmpint(fit->n_constraints, ==, 1);
  g_assert_true(fit->constraints[0].is_active);
  tr_fit_free(fit);
  tear_down(&s);
}

/* An equality is equivalent to a tie: the same values and sigmas. */
static void
test_equality_is_tie(void)
{
  Swing s;
  TrTie tie = {.master = 0, .factor = 0.5};
  TrTerm terms[2];
  TrLinear equal = {.name = "half", .n_terms = 2, .terms = terms};
  TrError error = {0};
  TrFit *tied, *bound;
  const char *other;

  set_up(&s);
  set_free(&s, link_id(&s, 0, "inertia.zz"), 1.2);
  other = link_id(&s, 1, "inertia.zz");
  tie.param = find(&s, other);
  tr_param_set(s.model, tie.param, 0.5 * s.free[0].start);
  s.task.ties = &tie;
  s.task.n_ties = 1;
  tr_assert_ok(tr_identify(&tied, &s.task, &error), &error);
  s.task.n_ties = 0;
  set_free(&s, other, 1);
  s.free[1].start = 3 * s.free[0].start;
  terms[0] = (TrTerm){s.free[0].param, 0.5};
  terms[1] = (TrTerm){s.free[1].param, -1};
  s.task.constraints = &equal;
  s.task.n_constraints = 1;
  tr_assert_ok(tr_identify(&bound, &s.task, &error), &error);
  tr_assert_close(bound->estimates[0].value, tied->estimates[0].value, 1e-6, 0);
  tr_assert_close(bound->estimates[1].value, 0.5 * bound->estimates[0].value, 1e-12, 0);
  tr_assert_close(bound->estimates[0].sigma, tied->estimates[0].sigma, 1e-3, 0);
  tr_assert_close(bound->estimates[1].sigma, 0.5 * bound->estimates[0].sigma, 1e-9, 0);
  g_assert_cmpint(bound->dof, ==, tied->dof);
  tr_fit_free(tied);
  tr_fit_free(bound);
  tear_down(&s);
}

/* An equality is equivalent to a tie for the influence of the steps on the estimates, and for the
 * information share: with the priors' sds s of both, the tied one has the prior 1/s1^2 +
 * factor^2/s2^2. */
static void
test_equality_determines_like_tie(void)
{
  Swing s;
  TrTie tie = {.master = 0, .factor = 0.5};
  TrTerm terms[2];
  TrLinear equal = {.name = "half", .n_terms = 2, .terms = terms};
  TrFit *tied, *bound;
  double sd[2];

  set_up(&s);
  set_free(&s, link_id(&s, 0, "inertia.zz"), 1);
  set_free(&s, link_id(&s, 1, "inertia.zz"), 1);
  s.free[1].start = 0.5 * s.free[0].start;
  for (int i = 0; i < 2; i++) {
    s.free[i].prior_mean = s.free[i].start;
    s.free[i].prior_sigma = sd[i] = (i + 1) * 3e-8;
  }
  terms[0] = (TrTerm){s.free[0].param, 0.5};
  terms[1] = (TrTerm){s.free[1].param, -1};
  s.task.constraints = &equal;
  s.task.n_constraints = 1;
  s.task.wants_influence = true;
  tr_assert_ok(tr_identify(&bound, &s.task, NULL), NULL);

  s.task.n_constraints = 0;
  s.task.n_free = 1;
  tie.param = s.free[1].param;
  s.task.ties = &tie;
  s.task.n_ties = 1;
  s.free[0].prior_sigma = 1 / sqrt(pow(sd[0], -2) + pow(0.5 / sd[1], 2));
  tr_assert_ok(tr_identify(&tied, &s.task, NULL), NULL);

  g_assert_cmpfloat(tied->estimates[0].data_share, >, 0.02);
  g_assert_cmpfloat(tied->estimates[0].data_share, <, 0.98);
  for (int i = 0; i < 2; i++)
    tr_assert_close(bound->estimates[i].data_share, tied->estimates[0].data_share, 1e-6, 0);
  for (int k = 0; k < tied->logs[0].n_nodes; k++) {
    double psi = tied->logs[0].influence[k];

    tr_assert_close(bound->logs[0].influence[2 * k], psi, 2e-3, 1e-12);
    tr_assert_close(bound->logs[0].influence[2 * k + 1], 0.5 * psi, 2e-3, 1e-12);
  }
  tr_fit_free(tied);
  tr_fit_free(bound);
  tear_down(&s);
}

/* A parameter that equalities determine has no share. */
static void
test_equality_determines_alone(void)
{
  Swing s;
  TrTerm term;
  TrLinear fixed = {.name = "known", .n_terms = 1, .terms = &term};
  TrFit *fit;

  set_up(&s);
  set_free(&s, link_id(&s, 0, "inertia.zz"), 1);
  set_free(&s, link_id(&s, 1, "inertia.zz"), 1.2);
  term = (TrTerm){s.free[0].param, 1};
  fixed.least = fixed.most = s.free[0].start;
  s.task.constraints = &fixed;
  s.task.n_constraints = 1;
  tr_assert_ok(tr_identify(&fit, &s.task, NULL), NULL);
  g_assert_true(isnan(fit->estimates[0].data_share));
  g_assert_cmpfloat(fit->estimates[1].data_share, >, 0.99);
  tr_fit_free(fit);
  tear_down(&s);
}

/* An inequality that the truth meets has no effect; one that it violates ends active. */
static void
test_inequality(void)
{
  Swing s;
  TrTerm terms[2];
  TrLinear limit = {.name = "limit", .n_terms = 2, .terms = terms, .least = -INFINITY};
  TrError error = {0};
  double free_value[2], sum;

  set_up(&s);
  for (int i = 0; i < 2; i++) {
    set_free(&s, link_id(&s, i, "inertia.zz"), 1.1);
    terms[i] = (TrTerm){s.free[i].param, 1};
  }
  sum = truth_of(&s, 0) + truth_of(&s, 1);
  s.task.constraints = &limit;
  for (int i = 0; i < 3; i++) {
    TrFit *fit;

    s.task.n_constraints = i > 0;
    limit.most = i == 1 ? 1.5 * sum : 0.9 * sum;
    tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
    for (int k = 0; k < 2 && i == 0; k++)
      free_value[k] = fit->estimates[k].value;
    for (int k = 0; k < 2 && i == 1; k++)
      tr_assert_close(fit->estimates[k].value, free_value[k], 1e-7, 0);
    if (i > 0)
      g_assert_cmpint(fit->constraints[0].is_active, ==, i == 2);
    if (i == 2)
      tr_assert_close(fit->estimates[0].value + fit->estimates[1].value, 0.9 * sum, 1e-12, 0);
    tr_fit_free(fit);
  }
  tear_down(&s);
}

/* Constraints that cannot be met are reported, with the name. */
static void
test_contradiction(void)
{
  Swing s;
  TrTerm terms[2];
  TrLinear two[2] = {
      {.name = "large", .n_terms = 1, .terms = terms, .least = 5, .most = INFINITY},
      {.name = "small", .n_terms = 1, .terms = terms, .least = -INFINITY, .most = 4}};
  TrError error = {0};
  TrFit *fit;

  set_up(&s);
  set_free(&s, link_id(&s, 0, "mass"), 1);
  terms[0] = terms[1] = (TrTerm){s.free[0].param, 1};
  s.task.constraints = two;
  s.task.n_constraints = 2;
  g_assert_cmpint(tr_identify(&fit, &s.task, &error), ==, TR_BAD_SETTING);
  g_assert_true(strstr(error.text, "large") || strstr(error.text, "small"));
  s.task.n_constraints = 1;
  s.free[0].max = 4.5;
  g_assert_cmpint(tr_identify(&fit, &s.task, &error), ==, TR_BAD_SETTING);
  s.free[0].max = INFINITY;
  terms[0].param = find(&s, link_id(&s, 1, "mass"));
  g_assert_cmpint(tr_identify(&fit, &s.task, &error), ==, TR_BAD_SETTING);
  g_assert_nonnull(strstr(error.text, "none of its quantities is free"));
  two[0].least = 6;
  two[0].most = 5;
  g_assert_cmpint(tr_identify(&fit, &s.task, &error), ==, TR_BAD_SETTING);
  tear_down(&s);
}

static double
least_moment(const double tensor[6])
{
  double sigma[9], values[3], half = (tensor[0] + tensor[1] + tensor[2]) / 2;

  tr_mat3_from_tensor(sigma, tensor);
  for (int i = 0; i < 9; i++)
    sigma[i] = (i % 4 == 0 ? half : 0) - sigma[i];
  tr_assert_ok(tr_dense_symmetric_eigen(sigma, values, 3), NULL);
  return values[0];
}

/* Projections onto realisable tensors, of random ones that are not: realisable, and no point
 * between is nearer. */
static void
test_full_projection(void)
{
  TrModel *model = tr_mechanism_pendulum();
  double floor[6], ceiling[6], scale[6];
  TrFree free[6];
  TrTask task = {.model = model, .n_free = 6, .free = free};

  model->bodies[0].consistency = TR_INERTIA_RULE_FULL;
  memcpy(model->bodies[0].inertia, (double[]){1, 1.1, 1.2, 0, 0, 0}, sizeof floor);
  for (int e = 0; e < 6; e++) {
    free[e] = (TrFree){.param = {TR_PARAM_INERTIA, 0, e},
                       .start = model->bodies[0].inertia[e],
                       .min = -INFINITY,
                       .max = INFINITY,
                       .prior_sigma = INFINITY};
    floor[e] = -INFINITY;
    ceiling[e] = INFINITY;
    scale[e] = 1;
  }
  for (int k = 0; k < 300; k++) {
    double wanted[6], found[6], towards = 0;
    TrConstraints *constraints;

    for (int e = 0; e < 6; e++)
      wanted[e] = found[e] = g_test_rand_double_range(-2, 2);
    tr_assert_ok(tr_constraints_new(&constraints, &task, NULL), NULL);
    tr_assert_ok(tr_constraints_project(constraints, found, floor, ceiling, scale), NULL);
    g_assert_cmpfloat(least_moment(found), >, 0);
    /* the set is convex: from the nearest point everything in it lies on the other side */
    for (int i = 0; i < 50; i++) {
      double other[6], along = 0, size = 0;

      for (int e = 0; e < 6; e++)
        other[e] = found[e] + g_test_rand_double_range(-1, 1);
      if (least_moment(other) < 1e-5)
        continue;
      for (int e = 0; e < 6; e++) {
        along += (other[e] - found[e]) * (wanted[e] - found[e]);
        size += pow(wanted[e] - found[e], 2);
      }
      towards = fmax(towards, size > 0 ? along / sqrt(size) : 0);
    }
    g_assert_cmpfloat(towards, <, 2e-2);
    tr_constraints_free(constraints);
  }
  tr_model_free(model);
}

/* A spinning body under a torque about an axis oblique to its own: with all six elements free every
 * iterate is realisable, also where the start is far off and the logs favour an unrealisable
 * tensor. */
static void
test_iterates_are_realisable(void)
{
  static const char *const elements[6] = {"inertia.xx", "inertia.yy", "inertia.zz",
                                          "inertia.xy", "inertia.xz", "inertia.yz"};

  for (int rule = TR_INERTIA_RULE_PRINCIPAL; rule <= TR_INERTIA_RULE_FULL; rule++) {
    Swing s;
    TrError error = {0};
    TrFit *fit;

    set_up(&s);
    for (int e = 0; e < (rule == TR_INERTIA_RULE_FULL ? 6 : 3); e++)
      set_free(&s, link_id(&s, 1, elements[e]), 1);
    /* far less than the true one about z: the data would break the triangle inequality */
    for (int e = 0; e < 3; e++)
      s.free[e].start = (e < 2 ? 0.1 : 0.15) * tr_param_get(s.truth, s.free[2].param);
    for (int e = 0; e < s.task.n_free; e++) {
      tr_param_set(s.model, s.free[e].param, s.free[e].start);
      if (e < 2) { /* these are known */
        s.free[e].prior_mean = s.free[e].start;
        s.free[e].prior_sigma = 0.05 * s.free[e].start;
      }
    }
    s.model->bodies[1].consistency = (TrInertiaRule)rule;
    tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
    for (int k = 0; k < fit->n_history; k++) {
      double tensor[6] = {0};

      memcpy(tensor, fit->history_parameters + k * s.task.n_free,
             (size_t)s.task.n_free * sizeof *tensor);
      g_assert_cmpfloat(least_moment(tensor), >, 0);
    }
    tr_assert_close(fit->estimates[2].value, truth_of(&s, 2), 0.02, 0);
    /* the triangle holds: the others had to follow */
    g_assert_cmpfloat(fit->estimates[0].value + fit->estimates[1].value, >=,
                      fit->estimates[2].value);
    tr_fit_free(fit);
    tear_down(&s);
  }
}

static void
test_unrealisable_start(void)
{
  Swing s;
  TrError error = {0};
  TrFit *fit;

  set_up(&s);
  set_free(&s, link_id(&s, 0, "inertia.zz"), 1);
  memcpy(s.model->bodies[0].inertia, (double[]){0.001, 0.001, 0.01, 0, 0, 0}, 6 * sizeof(double));
  s.free[0].start = 0.01;
  s.model->bodies[0].consistency = TR_INERTIA_RULE_FULL;
  g_assert_cmpint(tr_identify(&fit, &s.task, &error), ==, TR_BAD_MODEL);
  g_assert_nonnull(strstr(error.text, s.model->bodies[0].name));
  tear_down(&s);
}

/* g1 stays above g2 where noise would exchange them. */
static void
test_friction_order(void)
{
  Swing s;
  TrFriction *f;
  TrError error = {0};
  TrFit *fit;

  set_up(&s);
  f = &s.model->joints[0].friction;
  f->model = TR_FRICTION_TANH;
  memcpy(f->tanh, (double[]){1e-3, 5, 4.9, 1e-4, 20, 1e-3}, sizeof f->tanh);
  for (int i = 0; i < TR_N_TANH; i++) {
    s.free[i] = (TrFree){.param = {TR_PARAM_TANH, 0, i},
                         .start = f->tanh[i],
                         .min = -INFINITY,
                         .max = INFINITY,
                         .prior_sigma = INFINITY};
  }
  s.task.n_free = TR_N_TANH;
  s.task.settings.max_iterations = 30;
  if (tr_identify(&fit, &s.task, &error) != TR_OK)
    g_assert_nonnull(fit);
  for (int k = 0; k < fit->n_history; k++) {
    const double *g = fit->history_parameters + TR_N_TANH * k;

    g_assert_cmpfloat(g[1], >=, g[2] * (1 - 1e-12));
    for (int i = 0; i < TR_N_TANH; i++)
      g_assert_cmpfloat(g[i], >=, 0);
  }
  g_assert_cmpint(fit->n_constraints, ==, 1);
  tr_fit_free(fit);
  tear_down(&s);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/constraints/total-mass", test_total_mass);
  g_test_add_func("/engine/constraints/equality-is-tie", test_equality_is_tie);
  g_test_add_func("/engine/constraints/equality-determines-like-tie",
                  test_equality_determines_like_tie);
  g_test_add_func("/engine/constraints/equality-determines-alone", test_equality_determines_alone);
  g_test_add_func("/engine/constraints/inequality", test_inequality);
  g_test_add_func("/engine/constraints/contradiction", test_contradiction);
  g_test_add_func("/engine/constraints/full-projection", test_full_projection);
  g_test_add_func("/engine/constraints/iterates", test_iterates_are_realisable);
  g_test_add_func("/engine/constraints/unrealisable-start", test_unrealisable_start);
  g_test_add_func("/engine/constraints/friction-order", test_friction_order);
  return g_test_run();
}
