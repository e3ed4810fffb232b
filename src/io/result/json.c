/* Result of a fit as JSON. */
#include <math.h>

#include "engine/est/step/formulation.h"
#include "engine/est/task/loss.h"
#include "engine/est/task/reported.h"
#include "io/base/bilingual.h"
#include "io/base/json_writer.h"
#include "io/result/base_report.h"
#include "io/result/fit_finding.h"
#include "io/result/kappa_report.h"
#include "io/result/knowledge.h"
#include "io/result/multistart_report.h"
#include "io/result/physical.h"
#include "io/result/regression_finding.h"
#include "io/result/residuals.h"
#include "io/result/result.h"
#include "io/result/upgrade.h"
#include "io/result/weights/passes_report.h"
#include "io/result/weights/state_sigma.h"

/* Inputs of the writers of all sections. */
typedef struct {
  TrammelJsonWriter *json;
  const TrammelProblem *problem;
  const TrTask *task;
  const TrFit *fit;
} Output;

static void
write_head(const Output *out)
{
  const TrFit *fit = out->fit;

  trammel_json_writer_add_string(out->json, "format", TRAMMEL_RESULT_FORMAT);
  trammel_json_writer_add_string(out->json, "program", "trammel " TRAMMEL_VERSION);
  trammel_json_writer_add_string(out->json, "status", trammel_result_get_status(fit));
  trammel_json_writer_add_string(out->json, "message", fit->message);
  trammel_json_writer_add_integer(out->json, "iterations", fit->iterations);
  trammel_json_writer_add_number(out->json, "seconds", fit->seconds);
}

static void
write_cost(const Output *out)
{
  const TrFit *fit = out->fit;

  trammel_json_writer_key(out->json, "cost");
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_number(out->json, "total", fit->cost.total);
  trammel_json_writer_add_number(out->json, "observation_mse", fit->observation_mse);
  trammel_json_writer_add_number(out->json, "state_mse", fit->state_mse);
  trammel_json_writer_add_number(out->json, "prior", fit->cost.prior);
  trammel_json_writer_add_number(out->json, "observation", fit->cost.observation);
  trammel_json_writer_add_number(out->json, "state", fit->cost.state);
  trammel_json_writer_add_number(out->json, "minus_two_log_likelihood", fit->likelihood);
  trammel_json_writer_add_number(out->json, "constraint_violation", fit->constraint_violation);
  trammel_json_writer_add_integer(out->json, "degrees_of_freedom", fit->dof);
  trammel_json_writer_end_object(out->json);
}

static void
write_flags(const Output *out, int i)
{
  g_autofree char *flags = trammel_result_dup_flags(out->fit, i);
  g_auto(GStrv) words = g_strsplit(flags, ",", -1);

  trammel_json_writer_key(out->json, "flags");
  trammel_json_writer_begin_array(out->json);
  for (int k = 0; words[k]; k++)
    trammel_json_writer_string(out->json, words[k]);
  trammel_json_writer_end_array(out->json);
}

/* Writes the reported value with the parts of its sigma. */
static void
write_reported(const Output *out, int i)
{
  TrReported r = tr_fit_report(out->fit, i);

  trammel_json_writer_add_number(out->json, "value", r.value);
  trammel_json_writer_add_number(out->json, "sigma", r.sigma);
  trammel_json_writer_add_number(out->json, "noise", r.noise);
  trammel_json_writer_add_number(out->json, "model", r.model);
  trammel_json_writer_add_number(out->json, "timing", r.timing);
  trammel_json_writer_add_number(out->json, "step", r.step);
  trammel_json_writer_add_number(out->json, "smoothing", r.smoothing);
  trammel_json_writer_add_boolean(out->json, "physical", r.is_physical);
  trammel_json_writer_add_string(out->json, "missing",
                                 r.is_physical ? NULL : tr_physical_gap_name(r.gap));
}

/* Writes the value of the stepper. */
static void
write_stepper(const Output *out, const TrEstimate *estimate)
{
  trammel_json_writer_key(out->json, "stepper");
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_number(out->json, "value", estimate->value);
  trammel_json_writer_add_number(out->json, "sigma",
                                 estimate->identifiable ? estimate->sigma : NAN);
  trammel_json_writer_add_number(out->json, "sigma_linear", estimate->sigma_linear);
  trammel_json_writer_end_object(out->json);
}

static void
write_parameter(const Output *out, int i)
{
  const TrFree *free = &out->task->free[i];
  const TrEstimate *estimate = &out->fit->estimates[i];
  char id[TR_ID_SIZE];

  tr_task_param_id(id, out->task, free->param);
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_string(out->json, "id", id);
  trammel_json_writer_add_string(out->json, "unit", tr_task_param_unit(out->task, free->param));
  write_reported(out, i);
  write_stepper(out, estimate);
  trammel_json_writer_add_number(out->json, "start", free->start);
  trammel_json_writer_add_number(out->json, "min", free->min);
  trammel_json_writer_add_number(out->json, "max", free->max);
  trammel_json_writer_add_boolean(out->json, "identifiable", estimate->identifiable);
  trammel_json_writer_add_boolean(out->json, "at_bound", estimate->at_bound);
  write_flags(out, i);
  trammel_result_write_knowledge(out->json, out->task, out->fit, i);
  trammel_json_writer_end_object(out->json);
}

static void
write_parameters(const Output *out)
{
  trammel_json_writer_key(out->json, "parameters");
  trammel_json_writer_begin_array(out->json);
  for (int i = 0; i < out->fit->n_free; i++)
    write_parameter(out, i);
  trammel_json_writer_end_array(out->json);
}

static void
write_matrix(const Output *out, const char *key, const double *matrix)
{
  gsize n = (gsize)out->fit->n_free;

  trammel_json_writer_key(out->json, key);
  trammel_json_writer_begin_array(out->json);
  for (gsize i = 0; i < n; i++)
    trammel_json_writer_numbers(out->json, matrix + i * n, n);
  trammel_json_writer_end_array(out->json);
}

static void
write_matrices(const Output *out)
{
  gsize n = (gsize)out->fit->n_free;
  g_autofree double *covariance = g_new(double, n *n + 1);
  g_autofree double *correlation = g_new(double, n *n + 1);

  tr_fit_report_covariance(covariance, out->fit);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      correlation[i * n + j] =
          i == j && covariance[i * n + i] > 0
              ? 1
              : covariance[i * n + j] / sqrt(covariance[i * n + i] * covariance[j * n + j]);
  write_matrix(out, "covariance", covariance);
  write_matrix(out, "correlation", correlation);
}

static void
write_directions(const Output *out)
{
  trammel_json_writer_key(out->json, "unidentifiable_directions");
  trammel_json_writer_begin_array(out->json);
  for (int d = 0; d < out->fit->n_directions; d++) {
    g_autofree char *marked = trammel_result_dup_direction(out->problem, out->fit, d);
    g_autofree char *text = trammel_bilingual_dup_english(marked);
    trammel_json_writer_begin_object(out->json);
    trammel_json_writer_add_string(out->json, "text", text);
    trammel_json_writer_key(out->json, "loadings");
    trammel_json_writer_begin_object(out->json);
    for (int i = 0; i < out->fit->n_free; i++) {
      char id[TR_ID_SIZE];
      tr_task_free_id(id, out->task, i);
      trammel_json_writer_add_number(out->json, id, out->fit->directions[d].loading[i]);
    }
    trammel_json_writer_end_object(out->json);
    trammel_json_writer_end_object(out->json);
  }
  trammel_json_writer_end_array(out->json);
}

/* The changes that a force would make to the parameters, by their ids. */
static void
write_shifts(const Output *out, const TrMissingForce *force)
{
  trammel_json_writer_key(out->json, "shift");
  trammel_json_writer_begin_object(out->json);
  for (int i = 0; i < out->fit->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, out->task, i);
    trammel_json_writer_add_number(out->json, id, force->shift[i]);
  }
  trammel_json_writer_end_object(out->json);
}

/* Forces that the model may lack, as tested. */
static void
write_forces(const Output *out)
{
  trammel_json_writer_key(out->json, "forces");
  trammel_json_writer_begin_array(out->json);
  for (int i = 0; i < out->fit->n_forces; i++) {
    const TrMissingForce *force = &out->fit->forces[i];
    trammel_json_writer_begin_object(out->json);
    trammel_json_writer_add_string(out->json, "joint", out->fit->model->joints[force->joint].name);
    trammel_json_writer_add_string(out->json, "term", tr_force_term_name(force->term));
    trammel_json_writer_add_number(out->json, "size", force->size);
    trammel_json_writer_add_string(out->json, "unit", force->kind == TR_KIND_FORCE ? "N" : "N m");
    trammel_json_writer_add_number(out->json, "t", force->t);
    trammel_json_writer_add_boolean(out->json, "suspected", tr_fit_suspects(out->fit, i));
    write_shifts(out, force);
    trammel_json_writer_end_object(out->json);
  }
  trammel_json_writer_end_array(out->json);
}

/* Hard constraints at the solution. */
static void
write_constraints(const Output *out)
{
  trammel_json_writer_key(out->json, "constraints");
  trammel_json_writer_begin_array(out->json);
  for (int i = 0; i < out->fit->n_constraints; i++) {
    const TrConstraintFit *c = &out->fit->constraints[i];
    trammel_json_writer_begin_object(out->json);
    trammel_json_writer_add_string(out->json, "name", c->name);
    trammel_json_writer_add_number(out->json, "value", c->value);
    trammel_json_writer_add_number(out->json, "at_least", c->least);
    trammel_json_writer_add_number(out->json, "at_most", c->most);
    trammel_json_writer_add_boolean(out->json, "active", c->is_active);
    trammel_json_writer_end_object(out->json);
  }
  trammel_json_writer_end_array(out->json);
}

static void
write_history(const Output *out)
{
  gsize n = (gsize)out->fit->n_free;

  trammel_json_writer_key(out->json, "history");
  trammel_json_writer_begin_array(out->json);
  for (int i = 0; i < out->fit->n_history; i++) {
    const TrIteration *iteration = &out->fit->history[i];
    trammel_json_writer_begin_object(out->json);
    trammel_json_writer_add_integer(out->json, "iteration", iteration->iteration);
    trammel_json_writer_add_number(out->json, "cost", iteration->cost.total);
    trammel_json_writer_add_number(out->json, "damping", iteration->damping);
    trammel_json_writer_add_number(out->json, "step", iteration->step);
    trammel_json_writer_add_number(out->json, "gradient", iteration->gradient);
    trammel_json_writer_key(out->json, "parameters");
    trammel_json_writer_numbers(out->json, out->fit->history_parameters + (gsize)i * n, n);
    trammel_json_writer_end_object(out->json);
  }
  trammel_json_writer_end_array(out->json);
}

static const char *
get_role(const Output *out, const char *log)
{
  static const char *const words[] = {[TRAMMEL_ROLE_ESTIMATE] = "estimate",
                                      [TRAMMEL_ROLE_VALIDATE] = "validate",
                                      [TRAMMEL_ROLE_OFF] = "off"};
  const TrammelProject *project = trammel_problem_get_project(out->problem);

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (g_str_equal(trammel_project_get_log_name(project, i), log))
      return words[trammel_project_get_log_role(project, i)];
  return words[TRAMMEL_ROLE_ESTIMATE];
}

static void
write_sensor(const Output *out, const TrLogFit *log, int index)
{
  const TrSensorFit *sensor = &log->sensors[index];

  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_string(out->json, "name", out->task->model->sensors[sensor->sensor].name);
  trammel_json_writer_add_number(out->json, "rmse", sensor->rmse);
  trammel_json_writer_add_number(out->json, "fit_percent", sensor->fit_percent);
  trammel_json_writer_add_number(out->json, "chi2_per_sample", sensor->chi2_per_sample);
  trammel_json_writer_add_number(out->json, "sigma", sensor->sigma);
  trammel_json_writer_add_boolean(out->json, "sigma_at_floor", sensor->is_at_floor);
  trammel_json_writer_add_integer(out->json, "samples", (gint64)sensor->n_samples);
  trammel_result_write_residuals(out->json, out->task, log, index);
  trammel_json_writer_end_object(out->json);
}

/* Predictions of the joints that have a coordinate. */
static void
write_predictions(const Output *out, const TrLogFit *log)
{
  const TrModel *model = out->fit->model;

  trammel_json_writer_key(out->json, "predictions");
  trammel_json_writer_begin_array(out->json);
  for (int j = 0; log->predictions && j < model->n_joints; j++) {
    const TrJointPrediction *p = &log->predictions[j];
    if (isnan(p->error))
      continue;
    trammel_json_writer_begin_object(out->json);
    trammel_json_writer_add_string(out->json, "joint", model->joints[j].name);
    trammel_json_writer_add_number(out->json, "period", p->period);
    trammel_json_writer_add_number(out->json, "error_percent", 100 * p->error);
    trammel_json_writer_end_object(out->json);
  }
  trammel_json_writer_end_array(out->json);
}

static void
write_log(const Output *out, int i)
{
  const TrLogFit *log = &out->fit->logs[i];
  const char *name = out->task->logs[i].name;
  gsize n_samples = 0;

  for (int s = 0; s < log->n_sensors; s++)
    n_samples += log->sensors[s].n_samples;
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_string(out->json, "name", name);
  trammel_json_writer_add_string(out->json, "role", get_role(out, name));
  trammel_json_writer_add_integer(out->json, "samples", (gint64)n_samples);
  trammel_json_writer_add_integer(out->json, "nodes", log->n_nodes);
  trammel_json_writer_add_number(out->json, "unexplained_percent", 100 * log->unexplained);
  trammel_json_writer_add_number(out->json, "force_error_percent", 100 * log->force_error);
  write_predictions(out, log);
  trammel_json_writer_key(out->json, "sensors");
  trammel_json_writer_begin_array(out->json);
  for (int s = 0; s < log->n_sensors; s++)
    write_sensor(out, log, s);
  trammel_json_writer_end_array(out->json);
  trammel_json_writer_end_object(out->json);
}

static void
write_logs(const Output *out)
{
  trammel_json_writer_key(out->json, "logs");
  trammel_json_writer_begin_array(out->json);
  for (int i = 0; i < out->fit->n_logs; i++)
    write_log(out, i);
  trammel_json_writer_end_array(out->json);
}

static void
write_settings(const Output *out)
{
  const TrSettings *s = &out->task->settings;

  trammel_json_writer_key(out->json, "settings");
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_string(
      out->json, "formulation",
      tr_formulation_name(out->fit->regression ? TR_FORMULATION_REGRESSION : s->formulation));
  trammel_json_writer_add_number(out->json, "kappa", out->fit->kappa);
  trammel_json_writer_add_number(out->json, "kappa_ref", out->fit->kappa_ref);
  trammel_json_writer_add_number(out->json, "h", s->h);
  trammel_json_writer_add_string(out->json, "observations",
                                 s->observations == TR_OBSERVE_NODE ? "node" : "local-fit");
  trammel_json_writer_add_number(out->json, "compliance_scale", s->compliance_scale);
  trammel_json_writer_add_number(out->json, "damping_scale", s->damping_scale);
  trammel_json_writer_add_number(out->json, "cutoff",
                                 out->fit->regression ? out->fit->regression->cutoff : s->cutoff);
  trammel_json_writer_add_number(out->json, "friction_rate", s->friction_rate);
  trammel_json_writer_add_number(out->json, "inertia_prior", s->inertia_prior);
  if (s->energy > 0)
    trammel_json_writer_add_number(out->json, "energy", s->energy);
  if (s->impact_error > 0)
    trammel_json_writer_add_number(out->json, "impact_error", s->impact_error);
  trammel_json_writer_add_integer(out->json, "max_iterations",
                                  tr_settings_limit(s, out->task->n_free));
  trammel_json_writer_add_string(out->json, "robust_loss", tr_loss_name(s->loss));
  trammel_json_writer_add_string(out->json, "damping",
                                 s->damping == TR_DAMP_ALL ? "all" : "parameters");
  trammel_json_writer_add_string(out->json, "weighting",
                                 out->fit->weight_is_frozen_in_step ? "held" : "joint");
  trammel_json_writer_add_string(out->json, "consistency", tr_inertia_rule_name(s->consistency));
  trammel_json_writer_add_string(out->json, "kappa_rule",
                                 !isnan(s->kappa)                     ? "number"
                                 : s->kappa_rule == TR_KAPPA_VALIDATE ? "validate"
                                                                      : "auto");
  trammel_json_writer_add_string(out->json, "h_rule", s->h_is_auto ? "auto" : "number");
  trammel_json_writer_end_object(out->json);
}

static void
write_energy(const Output *out)
{
  const TrEnergyFit *e = &out->fit->energy;

  if (e->n_windows == 0)
    return;
  trammel_json_writer_key(out->json, "energy");
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_integer(out->json, "windows", e->n_windows);
  trammel_json_writer_add_number(out->json, "window", e->window);
  trammel_json_writer_add_number(out->json, "sigma", e->sigma);
  trammel_json_writer_add_number(out->json, "rms", e->rms);
  trammel_json_writer_end_object(out->json);
}

static void
write_variances(const Output *out)
{
  const TrVariances *v = &out->fit->variances;

  trammel_json_writer_key(out->json, "variances");
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_integer(out->json, "rounds", v->rounds);
  trammel_json_writer_add_boolean(out->json, "settled", v->is_settled);
  trammel_json_writer_add_boolean(out->json, "quiet", v->is_quiet);
  trammel_json_writer_add_number(out->json, "state_sigma", v->state_sigma);
  trammel_json_writer_end_object(out->json);
}

static void
write_state_sigmas(const Output *out)
{
  g_autoptr(GArray) rows = trammel_state_sigmas_new(out->fit);

  trammel_json_writer_key(out->json, "state_sigmas");
  trammel_json_writer_begin_array(out->json);
  for (guint i = 0; i < rows->len; i++) {
    const TrammelStateSigma *row = &g_array_index(rows, TrammelStateSigma, i);
    trammel_json_writer_begin_object(out->json);
    trammel_json_writer_add_string(out->json, "joint", row->joint);
    trammel_json_writer_add_string(out->json, "kind", row->kind);
    trammel_json_writer_add_number(out->json, "sigma", row->sigma);
    trammel_json_writer_add_string(out->json, "unit", row->unit);
    trammel_json_writer_add_number(out->json, "inertial", row->inertial);
    trammel_json_writer_add_boolean(out->json, "at_floor", row->is_at_floor);
    trammel_json_writer_end_object(out->json);
  }
  trammel_json_writer_end_array(out->json);
}

static void
write_provenance(const Output *out)
{
  g_autofree char *text = trammel_project_to_data(trammel_problem_get_project(out->problem));
  g_autofree char *sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);

  trammel_json_writer_key(out->json, "provenance");
  trammel_json_writer_begin_object(out->json);
  trammel_json_writer_add_string(out->json, "project_sha256", sha256);
  trammel_json_writer_key(out->json, "log_sha256");
  trammel_json_writer_begin_object(out->json);
  for (int i = 0; i < out->task->n_logs; i++)
    trammel_json_writer_add_string(out->json, out->task->logs[i].name,
                                   trammel_problem_get_log_sha256(out->problem, (guint)i));
  trammel_json_writer_end_object(out->json);
  trammel_json_writer_end_object(out->json);
}

/* Writes the findings of the problem, then those of the fit. */
static void
write_findings(const Output *out)
{
  g_autoptr(GArray) found = trammel_fit_findings_new(out->problem, out->fit);

  trammel_json_writer_key(out->json, "findings");
  trammel_json_writer_begin_array(out->json);
  for (guint i = 0; i < trammel_problem_get_n_findings(out->problem); i++)
    trammel_finding_write(out->json, trammel_problem_get_finding(out->problem, i));
  for (guint i = 0; i < found->len; i++)
    trammel_finding_write(out->json, &g_array_index(found, TrammelFinding, i));
  trammel_json_writer_end_array(out->json);
}

char *
trammel_result_to_json(const TrammelProblem *problem, const TrFit *fit)
{
  Output out = {.json = trammel_json_writer_new(),
                .problem = problem,
                .task = trammel_problem_get_task(problem),
                .fit = fit};

  trammel_json_writer_begin_object(out.json);
  write_head(&out);
  write_cost(&out);
  write_parameters(&out);
  trammel_json_writer_key(out.json, "extrapolation");
  trammel_result_write_extrapolation(out.json, fit);
  write_matrices(&out);
  write_forces(&out);
  write_directions(&out);
  write_constraints(&out);
  write_history(&out);
  write_logs(&out);
  trammel_multistart_write(out.json, fit);
  trammel_kappa_write(out.json, fit);
  trammel_passes_write(out.json, fit);
  trammel_regression_write(out.json, out.task, fit);
  trammel_base_write(out.json, out.task, fit);
  trammel_result_write_information(out.json, out.task, fit);
  write_settings(&out);
  write_energy(&out);
  write_variances(&out);
  write_state_sigmas(&out);
  write_provenance(&out);
  write_findings(&out);
  trammel_json_writer_end_object(out.json);
  return trammel_json_writer_finish(out.json);
}
