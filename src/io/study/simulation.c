#include "io/study/simulation.h"

#include <math.h>

#include "engine/est/predict/start_state.h"
#include "engine/est/step/formulation.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/sim/inputs.h"
#include "io/base/error.h"
#include "io/units/formula.h"

/* Memory of a motion with its inputs [bytes]. */
#define MOST_MEMORY 4e9

TrSimOptions
trammel_simulation_options(const TrSettings *settings)
{
  return (TrSimOptions){.h = isnan(settings->h) ? tr_settings_default().h : settings->h,
                        .compliance_scale = settings->compliance_scale,
                        .damping_scale = settings->damping_scale,
                        .solver = tr_formulation_solver(settings->formulation)};
}

double *
trammel_simulation_new_inputs(const TrTrajectory *motion,
                              const TrModel *model,
                              guint n_channels,
                              const TrChannel *channels)
{
  gsize n_inputs = (gsize)tr_model_n_inputs(model);
  double *input = g_new0(double, (gsize)motion->n_nodes *n_inputs + 1);
  TrInputs *inputs =
      n_channels > 0 ? trammel_need_memory(tr_inputs_new(model, (int)n_channels, channels)) : NULL;

  if (inputs && !tr_inputs_follow(inputs, motion))
    trammel_need_memory(NULL);
  for (int k = 0; inputs && k < motion->n_nodes; k++)
    tr_inputs_at(input + (gsize)k * n_inputs, inputs, motion->start + k * motion->h, motion->h);
  tr_inputs_free(inputs);
  return input;
}

static void
clear(gpointer data)
{
  TrammelSimulation *self = data;

  for (guint i = 0; i < self->n_channels; i++) {
    g_free((double *)self->channels[i].t);
    g_free((double *)self->channels[i].y);
  }
  g_free(self->channels);
  g_free(self->input);
  tr_trajectory_free(self->motion);
  trammel_project_unref(self->project);
}

TrammelSimulation *
trammel_simulation_ref(TrammelSimulation *self)
{
  return g_atomic_rc_box_acquire(self);
}

void
trammel_simulation_unref(TrammelSimulation *self)
{
  g_atomic_rc_box_release_full(self, clear);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* Samples a formula at the nodes, the last of which is followed by one more. */
static gboolean
sample(TrChannel *channel, const TrammelFormula *formula, const TrSimOptions *options)
{
  gsize n = (gsize)(options->duration / options->h + 1e-9) + 2;
  double *t = g_new(double, n), *y = g_new(double, n);
  gboolean is_finite = TRUE;

  for (gsize k = 0; k < n; k++) {
    t[k] = (double)k * options->h;
    y[k] = trammel_formula_evaluate(formula, t[k], NULL);
    is_finite = is_finite && isfinite(y[k]);
  }
  channel->linear = true;
  channel->n = n;
  channel->t = t;
  channel->y = y;
  return is_finite;
}

static gboolean
sample_inputs(TrammelSimulation *self,
              const TrammelScenario *scenario,
              const TrSimOptions *options,
              GError **error)
{
  const TrModel *model = trammel_project_get_model(self->project);

  self->channels = g_new0(TrChannel, model->n_motors + 1);
  for (int m = 0; m < model->n_motors; m++) {
    const char *text = g_hash_table_lookup(scenario->inputs, model->motors[m].name);
    if (!text)
      continue;
    g_autoptr(TrammelFormula) formula = trammel_formula_parse_time(text, error);
    if (!formula)
      return FALSE;
    TrChannel *channel = &self->channels[self->n_channels++];
    channel->kind = TR_SIGNAL_MOTOR;
    channel->index = m;
    channel->scale = 1;
    if (!sample(channel, formula, options)) {
      trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                        "the input of motor '%s' is not finite at all times: %s",
                        model->motors[m].name, text);
      return FALSE;
    }
  }
  return TRUE;
}

/* ---- the motion ------------------------------------------------------------------------------ */

gboolean
trammel_simulation_check_memory(const TrModel *model, const TrSimOptions *options, GError **error)
{
  double numbers = (TR_POSE + TR_TWIST) * model->n_bodies + tr_model_n_inputs(model);
  double bytes = options->duration / options->h * numbers * sizeof(double);

  if (bytes <= MOST_MEMORY)
    return TRUE;
  g_autofree char *size = g_format_size((guint64)fmin(bytes, 1e18));
  trammel_error_set(error, TRAMMEL_ERROR_TOO_LARGE,
                    "a simulation of %g s in steps of %g s needs about %s of memory; make h larger "
                    "or the duration shorter",
                    options->duration, options->h, size);
  return FALSE;
}

static gboolean
set_times(TrSimOptions *options, const TrammelScenario *scenario, GError **error)
{
  if (isfinite(scenario->step))
    options->h = scenario->step;
  options->duration = scenario->duration;
  if (options->duration / options->h <= TRAMMEL_SIMULATION_STEPS)
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "%g s in steps of %g s are more than %d steps; make the duration shorter or "
                    "the step larger",
                    options->duration, options->h, TRAMMEL_SIMULATION_STEPS);
  return FALSE;
}

static TrStatus
simulate(TrammelSimulation *self,
         const TrammelScenario *scenario,
         const TrSimOptions *options,
         const TrMonitor *monitor,
         TrError *detail)
{
  const TrModel *model = trammel_project_get_model(self->project);
  const TrLog log = {
      .end = options->duration, .n_channels = (int)self->n_channels, .channels = self->channels};
  g_autofree double *pose = g_new0(double, model->n_bodies *TR_POSE + 1);
  g_autofree double *twist = g_new0(double, model->n_bodies *TR_TWIST + 1);
  g_autofree double *position = g_new(double, model->n_joints + 1);
  g_autofree double *rate = g_new(double, model->n_joints + 1);

  for (int j = 0; j < model->n_joints; j++) {
    TrammelScenarioStart start = trammel_scenario_get_start(scenario, model->joints[j].name);
    position[j] = start.position;
    rate[j] = start.rate;
  }
  TR_TRY(tr_sim_check(model, options, detail));
  TR_TRY(tr_start_from_joints(pose, twist, model, &(TrJointStart){position, rate, &log}, options,
                              detail));
  return tr_simulate(&self->motion, model,
                     &(TrSimCase){pose, twist, (int)self->n_channels, self->channels}, options,
                     monitor, detail);
}

TrammelSimulation *
trammel_simulation_new(TrammelProject *project,
                       const TrammelScenario *scenario,
                       const TrSimOptions *stepper,
                       const TrMonitor *monitor,
                       GError **error)
{
  g_autoptr(TrammelSimulation) self = g_atomic_rc_box_new0(TrammelSimulation);
  const TrModel *model = trammel_project_get_model(project);
  TrError detail = trammel_error_record();
  TrSimOptions options =
      stepper ? *stepper : trammel_simulation_options(trammel_project_get_settings(project));

  self->project = trammel_project_ref(project);
  self->noise = scenario->noise;
  if (!set_times(&options, scenario, error) ||
      !trammel_simulation_check_memory(model, &options, error) ||
      !sample_inputs(self, scenario, &options, error))
    return NULL;
  TrStatus status = simulate(self, scenario, &options, monitor, &detail);
  if (status == TR_CANCELLED) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
    return NULL;
  }
  if (status != TR_OK) {
    trammel_error_set_status(error, status, &detail);
    return NULL;
  }
  self->input =
      trammel_simulation_new_inputs(self->motion, model, self->n_channels, self->channels);
  return g_steal_pointer(&self);
}

double *
trammel_simulation_dup_readings(const TrammelSimulation *self, int sensor)
{
  double *out = g_new(double, self->motion->n_nodes + 1);

  tr_motion_readings(out, trammel_project_get_model(self->project), sensor, self->motion);
  return out;
}
