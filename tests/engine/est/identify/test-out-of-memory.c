/* Memory that runs out at any one place is reported, and nothing is lost or leaked: each engine
 * call that allocates is repeated with its first, second, third ... allocation failing, until one
 * run has none left to fail. est/identify/test-noalloc and est/identify/test-session do the same
 * for fits and sessions. */
#include <math.h>

#include "engine/est/diagnose/force_balance.h"
#include "engine/est/diagnose/outliers.h"
#include "engine/est/diagnose/residual_shape.h"
#include "engine/est/diagnose/whiteness.h"
#include "engine/est/identify/fixed_lag.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/kappa_search.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/identify/profile.h"
#include "engine/est/identify/thrown_cube.h"
#include "engine/est/lsq/contour.h"
#include "engine/est/predict/parametric_bootstrap.h"
#include "engine/est/predict/validate.h"
#include "engine/est/uncertainty/information.h"
#include "engine/est/uncertainty/spectrum.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/signal/drive.h"
#include "engine/signal/health.h"
#include "engine/signal/noise.h"
#include "engine/sim/simulate.h"
#include "support/alloc.h"
#include "support/mechanisms.h"

enum { N_NODES = 61, MOST_ALLOCATIONS = 20000 };

typedef struct Fixture {
  TrMotorRig rig;
  TrFit *fit; /* of the rig */
  TrModel *linkage;
  TrThrownCube cube;
} Fixture;

static void
set_up(Fixture *f)
{
  const TrMotorRun run = {
      .n_nodes = N_NODES, .angle = 0.3, .noise = 1e-4, .drive = 2, .start = 1.2, .seed = 3};

  *f = (Fixture){.linkage = tr_mechanism_hinge_four_bar()};
  tr_motor_rig_set_up(&f->rig, &run);
  f->rig.task.wants_information = true;
  g_assert_cmpint(tr_identify(&f->fit, &f->rig.task, NULL), ==, TR_OK);
  tr_thrown_cube_set_up(&f->cube);
  f->cube.task.n_logs = f->cube.task.n_free = 1;
  f->cube.task.n_ties = 0;
  f->cube.logs[0].end = f->cube.t[40];
  f->cube.task.settings.max_iterations = 1;
}

static void
tear_down(Fixture *f)
{
  tr_fit_free(f->fit);
  tr_model_free(f->rig.model);
  tr_model_free(f->linkage);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static TrStatus
call_simulate(const Fixture *f)
{
  const TrSimOptions options = {
      .h = 0.01, .duration = 0.1, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion = NULL;
  double pose[TR_TEST_BODIES * TR_POSE], twist[TR_TEST_BODIES * TR_TWIST] = {0};
  TrStatus status = tr_start_pose(pose, f->linkage, NULL);

  if (status == TR_OK)
    status =
        tr_simulate(&motion, f->linkage, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL);
  tr_trajectory_free(motion);
  return status;
}

static TrStatus
call_profile(const Fixture *f)
{
  const TrProfileOptions options = {
      .n_parameters = 2, .parameters = {0, 2}, .n_points = 5, .n_grid = 3};
  TrProfiles *profiles = NULL;
  TrStatus status = tr_profile(&profiles, &f->rig.task, &options, NULL);

  tr_profiles_free(profiles);
  return status;
}

static TrStatus
call_fixed_lag(const Fixture *f)
{
  const TrFixedLagOptions options = {.window = 40, .shift = 20};
  TrFixedLag *lag = NULL;
  TrStatus status = tr_fixed_lag(&lag, &f->rig.task, &options, NULL);

  tr_fixed_lag_free(lag);
  return status;
}

static TrStatus
call_kappa_search(const Fixture *f)
{
  TrTask task = f->rig.task;
  TrFit *fit = NULL;

  task.settings.kappa = NAN;
  task.settings.kappa_rule = TR_KAPPA_VALIDATE;
  task.settings.max_iterations = 2;
  TrStatus status = tr_identify(&fit, &task, NULL);
  bool has_fit = fit != NULL;
  tr_fit_free(fit);
  return status == TR_NO_MEMORY || !has_fit ? status : TR_OK;
}

static TrStatus
call_physical(const Fixture *f)
{
  TrPhysical *physical = NULL;
  TrStatus status = tr_physical_new(&physical, &f->rig.task, f->fit);

  tr_physical_free(physical);
  return status;
}

static TrStatus
call_score(const Fixture *f)
{
  const TrScoreOptions options = {.h = NAN, .traces = true};
  double values[TR_MOTOR_RIG_FREE];
  TrLogScore *score = NULL;

  for (int i = 0; i < TR_MOTOR_RIG_FREE; i++)
    values[i] = f->fit->estimates[i].value;
  TrStatus status = tr_score_log(&score, &f->rig.task, 0, values, &options, NULL);
  /* failures inside are reported in the score */
  if (status == TR_OK && score->status != TR_OK)
    status = score->status;
  tr_log_score_free(score);
  return status;
}

static TrStatus
call_retrace(const Fixture *f)
{
  const TrLogFit *log = &f->fit->logs[0];
  TrForceBalance retrace = {0};
  TrStatus status = tr_force_balance(&retrace, f->fit->model, log->trajectory, log->input,
                                     log->friction_rate, &f->rig.task.settings);

  tr_force_balance_clear(&retrace);
  return status;
}

static TrStatus
call_spectrum(const Fixture *f)
{
  TrSpectrum spectrum = {0};
  TrStatus status = tr_spectrum(&spectrum, f->fit);

  tr_spectrum_clear(&spectrum);
  return status;
}

static TrStatus
call_information_bins(const Fixture *f)
{
  TrInformationBins bins = {0};
  TrStatus status = tr_information_bins(&bins, f->fit, &f->rig.task, 0, 10);

  tr_information_bins_clear(&bins);
  return status;
}

static TrStatus
call_residuals(const Fixture *f)
{
  const TrSensorFit *sensor = &f->fit->logs[0].sensors[0];
  TrResidualCheck check = {0};
  TrResidualShape shape = {0};
  TrOutliers outliers = {0};
  TrStatus status = tr_residual_check(&check, &f->fit->logs[0], sensor, f->rig.model->n_motors);

  if (status == TR_OK)
    status = tr_residual_shape(&shape, sensor, &check);
  if (status == TR_OK)
    status = tr_outliers_find(&outliers, sensor);
  tr_outliers_clear(&outliers);
  tr_residual_shape_clear(&shape);
  tr_residual_check_clear(&check);
  return status;
}

static TrStatus
call_contour(const Fixture *f)
{
  enum { N = 5 };
  double x[N * N], y[N * N], z[N * N];
  TrContour contour = {0};

  for (int i = 0; i < N * N; i++) {
    x[i] = i / N - 2;
    y[i] = i % N - 2;
    z[i] = x[i] * x[i] + 2 * y[i] * y[i];
  }
  TrStatus status = tr_contour_find(&contour, &(TrContourGrid){x, y, z, N, N}, 1.5);
  tr_contour_clear(&contour);
  return status;
}

static TrStatus
call_health(const Fixture *f)
{
  TrClockHealth clock;
  TrSignalHealth signal;
  TrStatus status = tr_health_clock(&clock, f->rig.t, N_NODES);

  return status == TR_OK ? tr_health_signal(&signal, f->rig.t, f->rig.y, N_NODES) : status;
}

static TrStatus
call_correlations(const Fixture *f)
{
  TrCrossCorrelation cross;
  double r[10];
  int count;
  TrStatus status = tr_cross_correlation(&cross, f->rig.t, f->rig.y, f->rig.u, N_NODES);

  return status == TR_OK ? tr_autocorrelation(r, &count, f->rig.t, f->rig.y, N_NODES, 10) : status;
}

static TrStatus
call_drive(const Fixture *f)
{
  TrDriveCurve curve = {0};
  bool is_done = tr_drive_curve_init(&curve, &f->rig.channels[0], 0, true);

  tr_drive_curve_clear(&curve);
  return is_done ? TR_OK : TR_NO_MEMORY;
}

static TrStatus
call_assembly(const Fixture *f)
{
  TrAssembly *assembly = tr_assembly_new(f->linkage);
  double pose[TR_TEST_BODIES * TR_POSE];
  TrStatus status = assembly ? tr_assembly_start(assembly, pose, NULL) : TR_NO_MEMORY;

  tr_assembly_free(assembly);
  return status;
}

static TrStatus
call_constrained(const Fixture *f)
{
  TrTerm terms[] = {{f->rig.free[0].param, 1}};
  TrLinear sum = {.name = "gain", .n_terms = 1, .terms = terms, .least = 0.11, .most = 0.12};
  TrTask task = f->rig.task;
  TrFit *fit = NULL;

  task.n_constraints = 1;
  task.constraints = &sum;
  TrStatus status = tr_identify(&fit, &task, NULL);
  /* without memory for its diagnostics a fit still has its values */
  tr_fit_free(fit);
  return status;
}

static TrStatus
call_redraw(const Fixture *f)
{
  const TrBootstrapOptions options = {.seed = 1, .has_state_errors = true};
  TrBootstrap *redraw = NULL;
  TrStatus status = tr_bootstrap_new(&redraw, &f->rig.task, f->fit, &options, NULL);

  tr_bootstrap_free(redraw);
  return status;
}

/* One throw, and a single iteration of each pass: what a pass allocates does not depend on it. */
static TrStatus
call_impact_passes(const Fixture *f)
{
  TrFit *fit = NULL;
  TrStatus status = tr_identify(&fit, &f->cube.task, NULL);

  g_assert_true(fit != NULL || status == TR_NO_MEMORY);
  tr_fit_free(fit);
  return status == TR_NOT_CONVERGED ? TR_OK : status;
}

static const struct {
  const char *name;
  TrStatus (*call)(const Fixture *f);
} calls[] = {
    {"simulate", call_simulate},
    {"profile", call_profile},
    {"fixed-lag", call_fixed_lag},
    {"kappa-search", call_kappa_search},
    {"physical", call_physical},
    {"score", call_score},
    {"retrace", call_retrace},
    {"spectrum", call_spectrum},
    {"information-bins", call_information_bins},
    {"residuals", call_residuals},
    {"contour", call_contour},
    {"health", call_health},
    {"correlations", call_correlations},
    {"drive", call_drive},
    {"assembly", call_assembly},
    {"constrained", call_constrained},
    {"redraw", call_redraw},
    {"impact-passes", call_impact_passes},
};

static void
test_call(gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE(data);
  Fixture f;
  size_t n = 0, reported = 0;

  set_up(&f);
  for (bool has_failed = true; has_failed; n++) {
    g_assert_cmpuint(n, <, MOST_ALLOCATIONS);
    tr_alloc_fail_at(n, TR_ALLOC_FAIL_ONCE);
    TrStatus status = calls[i].call(&f);
    has_failed = tr_alloc_has_failed();
    tr_alloc_reset();
    if (!has_failed)
      g_assert_cmpint(status, ==, TR_OK);
    else if (status != TR_OK)
      g_assert_cmpint(status, ==, TR_NO_MEMORY);
    reported += status == TR_NO_MEMORY;
  }
  g_test_message("%zu allocations, %zu of them reported", n - 1, reported);
  g_assert_cmpuint(reported, >, 0);
  tear_down(&f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(calls); i++) {
    g_autofree char *path = g_strconcat("/engine/out-of-memory/", calls[i].name, NULL);

    g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_call);
  }
  return g_test_run();
}
