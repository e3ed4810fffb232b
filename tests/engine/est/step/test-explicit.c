/* The formulation `explicit`: reference steps, derivatives, and the published figures. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/reference_log.h"
#include "engine/est/step/formulation.h"
#include "engine/est/step/private.h"
#include "engine/est/step/step_fixture.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/reference.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_COLUMNS = 4 * MAX_N + MAX_PARAMS, MAX_JAC = 2 * MAX_N * MAX_COLUMNS };

static const TrFormulation *const formulation = &tr_formulation_explicit;

typedef struct Fixture {
  StageFixture stage;
  double pose[2 * 3 * TR_POSE], velocity[2 * MAX_N], u[8];
} Fixture;

static JsonParser *
open_expected(void)
{
  g_autofree char *path = tr_data_path("ref/explicit.json");
  JsonParser *parser = json_parser_new();

  g_assert_true(json_parser_load_from_file(parser, path, NULL));
  return parser;
}

static JsonObject *
expected_step(JsonParser *parser, int i)
{
  JsonObject *root = json_node_get_object(json_parser_get_root(parser));

  return json_array_get_object_element(json_object_get_array_member(root, "checks"), (guint)i);
}

/* jac_q[n x 3n]: the rows of Dp_q by three poses, with v_k from the first two. */
static void
chain_poses(double *jac_q, const double *jac, int n, int columns, const double *v, double h)
{
  double from[9 * 3], to[9 * 3], by_v[MAX_N * MAX_N];

  memset(jac_q, 0, (size_t)(3 * n * n) * sizeof *jac_q);
  for (int r = 0; r < n; r++) {
    memcpy(jac_q + r * 3 * n + n, jac + r * columns, (size_t)n * sizeof *jac);
    memcpy(by_v + r * n, jac + r * columns + n, (size_t)n * sizeof *jac);
    memcpy(jac_q + r * 3 * n + 2 * n, jac + r * columns + 2 * n, (size_t)n * sizeof *jac);
  }
  tr_step_turns(from, to, n / 6, v, h);
  tr_step_add_times_velocity(jac_q, 3 * n, by_v, n, n, (TrVelocitySlope){n, -1 / h, from});
  tr_step_add_times_velocity(jac_q + n, 3 * n, by_v, n, n, (TrVelocitySlope){n, 1 / h, to});
}

/* Sets smoothing rates at which friction is that of the reference, tanh(s/w0) at this rate s:
 * s/sqrt(s^2 + w^2) = tanh(s/w0) for w = s/sinh(s/w0). */
static void
match_friction(StageFixture *f)
{
  for (int j = 0; j < f->model->n_joints; j++) {
    double rate = f->work->axial_in[j].rate_after;

    f->smoothing[j] = rate / sinh(rate / f->smoothing[j]);
  }
}

static void
test_reference(void)
{
  int n_steps;
  g_autoptr(JsonParser) parser = tr_reference_open(&n_steps);
  g_autoptr(JsonParser) expected_parser = parser ? open_expected() : NULL;

  for (int s = 0; parser && s < n_steps; s++) {
    JsonObject *json = expected_step(expected_parser, s);
    TrReferenceStep step;
    Fixture f = {0};
    double r[2 * MAX_N], jac[MAX_JAC], jac_q[3 * MAX_N * MAX_N], expected[3 * MAX_N * MAX_N];
    double poses[3 * 2 * TR_POSE];

    tr_reference_step(&step, parser, s, "eps_step");
    stage_fixture_set_up(&f.stage, step.model, step.h, step.smoothing, 0);
    f.u[0] = step.u;
    tr_reference_numbers(poses, step.json, "q_triple");

    int n = step.n, size = n / 6 * TR_POSE, columns = 4 * n + f.stage.context.n_params;
    TrStates states = {poses + size, f.velocity, NULL};

    tr_pose_velocity(f.velocity, n / 6, poses, poses + size, step.h);
    tr_pose_velocity(f.velocity + n, n / 6, poses + size, poses + 2 * size, step.h);
    tr_assert_ok(formulation->step(r, NULL, f.stage.work, &f.stage.context, &states, f.u), NULL);
    match_friction(&f.stage);
    tr_assert_ok(formulation->step(r, jac, f.stage.work, &f.stage.context, &states, f.u), NULL);
    tr_reference_numbers(expected, json, "residual");
    tr_assert_close_array(r, expected, n, 1e-8, 1e-12);
    /* with v_k+1 from the poses the two residuals are one */
    tr_assert_close_array(r + n, expected, n, 1e-8, 1e-12);
    chain_poses(jac_q, jac, n, columns, f.velocity, step.h);
    tr_reference_numbers(expected, json, "jac_q");
    tr_assert_close_array(jac_q, expected, 3 * n * n, 1e-8, 1e-9);
    stage_fixture_tear_down(&f.stage);
    tr_reference_clear(&step);
  }
}

static void
displace_params(Fixture *f, const double *dx, double *kept)
{
  for (int p = 0; p < f->stage.context.n_params; p++) {
    kept[p] = tr_param_get(f->stage.model, f->stage.params[p]);
    tr_param_set(f->stage.model, f->stage.params[p], kept[p] + dx[p]);
  }
  tr_mechanism_update(f->stage.mechanism, f->stage.model);
}

static void
restore_params(Fixture *f, const double *kept)
{
  for (int p = 0; p < f->stage.context.n_params; p++)
    tr_param_set(f->stage.model, f->stage.params[p], kept[p]);
  tr_mechanism_update(f->stage.mechanism, f->stage.model);
}

/* Residual of the step at states and parameters displaced by dx. */
static void
displaced_step(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  int n_bodies = f->stage.model->n_bodies, n = 6 * n_bodies;
  double pose[2 * 3 * TR_POSE], velocity[2 * MAX_N], kept[MAX_PARAMS];
  TrStates states = {pose, velocity, NULL};

  for (int k = 0; k < 2; k++) {
    TrStates from = {f->pose + k * n_bodies * TR_POSE, f->velocity + k * n, NULL};

    formulation->retract(pose + k * n_bodies * TR_POSE, velocity + k * n, f->stage.work,
                         &f->stage.context, &from, dx + 2 * n * k);
  }
  displace_params(f, dx + 4 * n, kept);
  tr_assert_ok(formulation->step(r, NULL, f->stage.work, &f->stage.context, &states, f->u), NULL);
  restore_params(f, kept);
}

static void
displaced_initial(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  int n = 6 * f->stage.model->n_bodies;
  double pose[3 * TR_POSE], velocity[MAX_N], kept[MAX_PARAMS];
  TrStates from = {f->pose, f->velocity, NULL}, state = {pose, velocity, NULL};

  formulation->retract(pose, velocity, f->stage.work, &f->stage.context, &from, dx);
  displace_params(f, dx + 2 * n, kept);
  formulation->initial(r, NULL, f->stage.work, &f->stage.context, &state, f->u);
  restore_params(f, kept);
}

/* A moving mechanism; unless `noise` is 0, off the constraints and with velocities of their own. */
static void
scatter_states(Fixture *f, double noise)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(11);
  int n_bodies = f->stage.model->n_bodies, n = 6 * n_bodies;
  double q[8], rate[8], shift[MAX_N];

  for (int k = 0; k < 2; k++) {
    double *pose = f->pose + k * n_bodies * TR_POSE, *velocity = f->velocity + k * n;

    for (int j = 0; j < f->stage.model->n_joints; j++) {
      rate[j] = 1.3 + 2.1 * j + 0.4 * k;
      q[j] = 0.4 + 0.7 * j + 0.01 * rate[j] * k;
    }
    tr_mechanism_motion(pose, velocity, f->stage.model, q, rate);
    for (int i = 0; noise > 0 && i < n; i++) {
      shift[i] = g_rand_double_range(random, -noise, noise);
      velocity[i] += g_rand_double_range(random, -1, 1);
    }
    if (noise > 0)
      tr_pose_retract(pose, n_bodies, pose, shift);
  }
}

/* A mechanism with all kinds of parameters. */
static TrModel *
make_model(int i)
{
  TrModel *model = tr_mechanisms[i].create();

  for (int b = 0; b < model->n_bodies; b++) {
    for (int k = 0; k < 3; k++)
      model->bodies[b].inertia[k] += 0.01;
    memcpy(model->bodies[b].com, (double[3]){0.01, -0.02, 0.015}, sizeof model->bodies[b].com);
  }
  for (int j = 0; j < model->n_joints; j++) {
    TrFriction *friction = &model->joints[j].friction;

    friction->model = TR_FRICTION_STRIBECK;
    friction->coulomb = 0.02;
    friction->delta = 0.01;
    friction->zeta = 0.3;
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-4;
  }
  return model;
}

static void
check_step(Fixture *f, const char *name)
{
  double r[2 * MAX_N], jac[MAX_JAC];
  TrStates states = {f->pose, f->velocity, NULL};
  TrDerivative derivative = {.name = name,
                             .m = 12 * f->stage.model->n_bodies,
                             .n = 24 * f->stage.model->n_bodies + f->stage.context.n_params,
                             .jacobian = jac,
                             .func = displaced_step,
                             .user = f,
                             .rtol = 2e-6,
                             .step = 1e-4};

  tr_assert_ok(formulation->step(r, jac, f->stage.work, &f->stage.context, &states, f->u), NULL);
  tr_assert_derivative(&derivative);
}

/* On the constraints, where freezing the weights makes no difference. */
static void
check_initial(Fixture *f, const char *name)
{
  double r[2 * MAX_N], jac[MAX_JAC];
  int rank, n = 6 * f->stage.model->n_bodies;
  TrStates state = {f->pose, f->velocity, NULL};
  TrDerivative derivative = {.name = name,
                             .m = 2 * n,
                             .n = 2 * n + f->stage.context.n_params,
                             .jacobian = jac,
                             .func = displaced_initial,
                             .user = f,
                             .rtol = 2e-6,
                             .step = 1e-4};

  rank = formulation->initial(r, jac, f->stage.work, &f->stage.context, &state, f->u);
  g_assert_cmpint(rank, ==, 2 * f->stage.mechanism->n_rows);
  for (int i = 0; i < 2 * n; i++)
    tr_assert_close(r[i], 0, 0, 1e-9);
  tr_assert_derivative(&derivative);
}

static void
test_derivatives(void)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = make_model(i);
    Fixture f = {0};

    stage_fixture_set_up(&f.stage, model, 0.01, 0.5, 0);
    f.u[0] = 0.7;
    /* of a drive: position and rates of the first joint at the first node */
    memcpy(f.u + 1, (double[]){0.4, 1.3, 1.45}, sizeof(double[TR_DRIVE_NUMBERS]));
    scatter_states(&f, 1e-2);
    check_step(&f, tr_mechanisms[i].name);
    scatter_states(&f, 0);
    check_initial(&f, tr_mechanisms[i].name);
    stage_fixture_tear_down(&f.stage);
    tr_model_free(model);
  }
}

/* ref/README: JAzz and JByy of the release; kappa is the weight in the cost at that h. */
static const struct {
  double h, kappa, jazz, jbyy;
} release[] = {
    {2e-2, 100, .00463, .00360},   {1e-2, 100, .003768, .003764}, {5e-3, 100, .003439, .003848},
    {1e-3, 100, .003130, .003909}, {1e-2, 1, .00395, .00363},     {1e-2, 10, .00398, .00375},
    {1e-2, 1000, .00356, .00378},  {1e-2, 10000, .00340, .00382},
};

static const char *const release_ids[4] = {"body.A.inertia.zz", "body.B.inertia.yy",
                                           "joint.h1.viscous", "joint.h2.viscous"};
static const double release_starts[4] = {0.01, 0.01, 1e-4, 1e-4};

static bool
set_up_release(TrLogSetup *s, double compliance)
{
  TrModel *model = tr_mechanism_furuta();

  if (!tr_log_set_up(s, "ref/furuta_release_g3.csv", model, false)) {
    tr_log_tear_down(s);
    return false;
  }
  tr_log_free(s, release_ids, release_starts, 4);
  for (int j = 0; j < 2; j++)
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = compliance;
  s->task.settings.formulation = TR_FORMULATION_EXPLICIT;
  return true;
}

static void
test_release(void)
{
  TrLogSetup s = {0};

  for (size_t i = 0; i < G_N_ELEMENTS(release) && set_up_release(&s, 1e-4); i++) {
    TrFit *fit;
    TrError error = {0};

    s.task.settings.h = release[i].h;
    s.task.settings.max_iterations = 60;
    s.task.settings.kappa = release[i].kappa * release[i].h / 0.01;
    tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
    g_test_message("h %g, kappa %g", release[i].h, release[i].kappa);
    tr_log_print(&s, fit);
    tr_assert_close(fit->estimates[0].value, release[i].jazz, 5e-3, 0);
    tr_assert_close(fit->estimates[1].value, release[i].jbyy, 5e-3, 0);
    tr_fit_free(fit);
    tr_log_tear_down(&s);
  }
}

/* Algorithm 1 finds the same minimum, in many more iterations, for both formulations. */
static void
test_damping(void)
{
  static const TrFormulationKind kinds[] = {TR_FORMULATION_PREDICTED, TR_FORMULATION_EXPLICIT};
  TrLogSetup s = {0};

  for (size_t i = 0; i < G_N_ELEMENTS(kinds) && set_up_release(&s, 1e-4); i++) {
    TrFit *ours, *theirs;
    TrError error = {0};

    s.task.settings.formulation = kinds[i];
    s.task.settings.kappa = 100;
    s.task.settings.weighting = TR_WEIGHTING_JOINT;
    s.task.settings.max_iterations = 60;
    tr_assert_ok(tr_identify(&ours, &s.task, &error), &error);
    s.task.settings.damping = TR_DAMP_ALL;
    tr_assert_ok(tr_identify(&theirs, &s.task, &error), &error);
    tr_log_print(&s, theirs);
    tr_assert_close(theirs->cost.total, ours->cost.total, 1e-8, 0);
    for (int p = 0; p < 4; p++) {
      tr_assert_close(theirs->estimates[p].value, ours->estimates[p].value, 1e-5, 1e-9);
      if (isfinite(ours->estimates[p].sigma))
        tr_assert_close(theirs->estimates[p].sigma, ours->estimates[p].sigma, 1e-3, 0);
    }
    g_assert_cmpint(theirs->iterations, >, ours->iterations + 4);
    g_assert_nonnull(strstr(theirs->message, "elimination"));
    tr_fit_free(ours);
    tr_fit_free(theirs);
    tr_log_tear_down(&s);
  }
}

/* Below 1e-6 it fails, as published; in bounded time, and with a message. */
static void
test_stiff(void)
{
  static const double compliances[] = {1e-6, 1e-9, 1e-12};
  TrLogSetup s = {0};

  for (size_t i = 0; i < 2 * G_N_ELEMENTS(compliances); i++) {
    TrFit *fit;
    TrStatus status;

    if (!set_up_release(&s, compliances[i / 2]))
      return;
    s.task.settings.damping = i % 2 ? TR_DAMP_ALL : TR_DAMP_PARAMETERS;

    g_assert_false(tr_task_is_stiff(&(TrTask){.model = s.model, .settings = {.h = 0.01}}));
    g_assert_true(tr_task_is_stiff(&s.task));
    s.task.settings.kappa = 100;
    s.task.settings.weighting = TR_WEIGHTING_JOINT;
    status = tr_identify(&fit, &s.task, NULL);
    g_assert_true(status == TR_NOT_CONVERGED || status == TR_NOT_DEFINITE);
    g_assert_nonnull(fit);
    g_test_message("%s", fit->message);
    g_assert_nonnull(strstr(fit->message, "explicit"));
    for (int p = 0; p < 4; p++) {
      g_assert_true(isfinite(fit->estimates[p].value));
      g_assert_false(fit->estimates[p].sigma == 0);
    }
    tr_fit_free(fit);
    tr_log_tear_down(&s);
  }
}

/* Without compliance there is nothing to divide by. */
static void
test_rigid(void)
{
  TrLogSetup s = {0};
  TrFit *fit;
  TrError error = {0};

  if (!set_up_release(&s, 0))
    return;
  g_assert_cmpint(tr_identify(&fit, &s.task, &error), ==, TR_BAD_SETTING);
  g_assert_null(fit);
  g_assert_nonnull(strstr(error.text, "'h1'"));
  g_assert_nonnull(strstr(error.text, "predicted"));
  tr_log_tear_down(&s);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/explicit/reference", test_reference);
  g_test_add_func("/engine/est/explicit/derivatives", test_derivatives);
  g_test_add_func("/engine/est/explicit/release", test_release);
  g_test_add_func("/engine/est/explicit/damping", test_damping);
  g_test_add_func("/engine/est/explicit/stiff", test_stiff);
  g_test_add_func("/engine/est/explicit/rigid", test_rigid);
  return g_test_run();
}
