#include "io/result/fit_archive.h"

#include <stdlib.h>
#include <string.h>

#include "engine/est/task/own_values.h"
#include "engine/mbs/model/param.h"
#include "io/base/error.h"

/* To be raised when the order of the parts below changes. */
enum { VERSION_OF_ORDER = 7 };

#define SHA256_SIZE 32

/* An archive that is written or read: one function of each type serves both, so that they cannot
 * differ.  After a failure nothing more is read. */
typedef struct {
  GByteArray *out; /* NULL: reading */
  const guint8 *in;
  gsize left;
  gboolean fails;
} Archive;

static void
pass(Archive *a, gpointer data, gsize size)
{
  if (a->out) {
    g_byte_array_append(a->out, data, (guint)size);
    return;
  }
  a->fails = a->fails || size > a->left;
  if (a->fails)
    return;
  memcpy(data, a->in, size);
  a->in += size;
  a->left -= size;
}

#define PASS(member) pass(a, &(member), sizeof(member))

/* Passes an array of n elements; one that is NULL stays so. */
static gpointer
pass_array(Archive *a, gpointer array, gsize n, gsize size)
{
  guint8 is_there = array != NULL;

  PASS(is_there);
  if (a->fails || !is_there)
    return a->out ? array : NULL;
  if (!a->out) {
    a->fails = n > a->left / size;
    array = a->fails ? NULL : trammel_need_memory(calloc(n + 1, size));
  }
  if (array)
    pass(a, array, n * size);
  return array;
}

/* Writing changes nothing, not even a pointer to itself: other threads may read the fit. */
#define PASS_ARRAY(array, n)                                                                       \
  do {                                                                                             \
    gpointer passed_ = pass_array(a, (array), (gsize)(n), sizeof *(array));                        \
    if (!a->out)                                                                                   \
      (array) = passed_;                                                                           \
  } while (0)

/* Passes a count, which must not be negative nor larger than the rest of the archive. */
static void
pass_count(Archive *a, int *n)
{
  pass(a, n, sizeof *n);
  if (!a->out && !a->fails && (*n < 0 || (gsize)*n > a->left))
    a->fails = TRUE;
  if (a->fails)
    *n = 0;
}

static void
pass_trajectory(Archive *a, TrTrajectory **trajectory)
{
  PASS_ARRAY(*trajectory, 1);
  TrTrajectory *t = *trajectory;
  if (!t)
    return;
  if (!a->out)
    t->pose = t->twist = t->drive_force = t->effort = NULL;
  pass_count(a, &t->n_nodes);
  pass_count(a, &t->n_bodies);
  pass_count(a, &t->n_drives);
  pass_count(a, &t->n_joints);
  PASS_ARRAY(t->pose, (gsize)t->n_nodes * (gsize)t->n_bodies * TR_POSE);
  PASS_ARRAY(t->twist, (gsize)t->n_nodes * (gsize)t->n_bodies * TR_TWIST);
  PASS_ARRAY(t->drive_force, (gsize)t->n_nodes * (gsize)t->n_drives);
  PASS_ARRAY(t->effort, (gsize)t->n_nodes * (gsize)t->n_joints);
}

static void
pass_sensor(Archive *a, TrSensorFit *sensor)
{
  PASS(sensor->sensor);
  PASS(sensor->sigma);
  PASS(sensor->is_at_floor);
  PASS(sensor->scatter);
  PASS(sensor->n_samples);
  PASS(sensor->rmse);
  PASS(sensor->fit_percent);
  PASS(sensor->chi2_per_sample);
  PASS(sensor->loss);
  pass_count(a, &sensor->n_residuals);
  PASS_ARRAY(sensor->t, sensor->n_residuals);
  PASS_ARRAY(sensor->measured, sensor->n_residuals);
  PASS_ARRAY(sensor->estimated, sensor->n_residuals);
  PASS_ARRAY(sensor->scaled, sensor->n_residuals);
}

static void
pass_log(Archive *a, TrFit *fit, TrLogFit *log)
{
  if (!a->out)
    *log = (TrLogFit){0};
  pass_count(a, &log->n_nodes);
  pass_count(a, &log->n_inputs);
  pass_trajectory(a, &log->trajectory);
  pass_trajectory(a, &log->start);
  gsize n = (gsize)log->n_nodes;
  PASS_ARRAY(log->state_residual, n * TR_TWIST * (gsize)fit->model->n_bodies);
  PASS_ARRAY(log->joint_impulse, n * (gsize)fit->n_freedoms);
  PASS_ARRAY(log->input, n * (gsize)log->n_inputs);
  PASS_ARRAY(log->friction_rate, fit->model->n_joints);
  PASS_ARRAY(log->information, n * (gsize)fit->n_free);
  PASS_ARRAY(log->predictions, fit->model->n_joints);
  PASS(log->unexplained);
  PASS(log->force_error);
  pass_count(a, &log->n_sensors);
  if (!a->out)
    log->sensors = trammel_need_memory(calloc((gsize)log->n_sensors + 1, sizeof *log->sensors));
  for (int s = 0; s < log->n_sensors; s++)
    pass_sensor(a, &log->sensors[s]);
}

/* Passes what a fit changes in a model. */
static void
pass_model(Archive *a, TrModel *model)
{
  for (int i = 0; i < tr_param_count(model); i++) {
    TrParam param = tr_param_at(model, i);
    double value = tr_param_get(model, param);
    PASS(value);
    if (!a->out && !a->fails)
      tr_param_set(model, param, value);
  }
  for (int s = 0; s < model->n_sensors; s++)
    PASS(model->sensors[s].sigma);
  for (int j = 0; j < model->n_joints; j++)
    PASS(model->joints[j].state_error);
}

static void
pass_directions(Archive *a, TrFit *fit)
{
  pass_count(a, &fit->n_directions);
  pass_count(a, &fit->n_null);
  if (!a->out)
    fit->directions = trammel_need_memory(calloc((gsize)fit->n_free + 1, sizeof *fit->directions));
  for (int i = 0; i < fit->n_free; i++) {
    PASS(fit->directions[i].sd_ratio);
    PASS_ARRAY(fit->directions[i].loading, fit->n_free);
  }
}

/* Passes the tested forces, whose changes lie in one array. */
static void
pass_forces(Archive *a, TrFit *fit)
{
  gsize n_free = (gsize)fit->n_free;

  pass_count(a, &fit->n_forces);
  PASS_ARRAY(fit->forces, fit->n_forces);
  PASS_ARRAY(fit->force_shifts, (gsize)fit->n_forces * n_free);
  if (!a->out && (!fit->forces || !fit->force_shifts))
    fit->n_forces = 0;
  for (int i = 0; !a->out && i < fit->n_forces; i++) {
    fit->forces[i].shift = fit->force_shifts + (gsize)i * n_free;
    a->fails = a->fails || fit->forces[i].joint < 0 ||
               fit->forces[i].joint >= fit->model->n_joints || fit->forces[i].term < 0 ||
               fit->forces[i].term >= TR_N_FORCE_TERMS;
  }
}

static void
pass_regression(Archive *a, TrRegressionFit **regression)
{
  PASS_ARRAY(*regression, 1);
  TrRegressionFit *r = *regression;
  if (!r)
    return;
  if (!a->out)
    r->forces = NULL;
  pass_count(a, &r->n_freedoms);
  PASS_ARRAY(r->forces, r->n_freedoms);
}

static void
pass_physical(Archive *a, TrPhysical **physical)
{
  PASS_ARRAY(*physical, 1);
  TrPhysical *p = *physical;
  if (!p)
    return;
  if (!a->out)
    p->values = NULL, p->fades = NULL;
  pass_count(a, &p->n_free);
  PASS_ARRAY(p->values, p->n_free);
  pass_count(a, &p->n_forces);
  PASS_ARRAY(p->fades, p->n_forces);
}

static void
pass_passes(Archive *a, TrImpactPasses **passes, int n_free)
{
  PASS_ARRAY(*passes, 1);
  TrImpactPasses *p = *passes;
  if (!p)
    return;
  if (!a->out)
    p->values = NULL, p->sigmas = NULL;
  a->fails = a->fails || p->n_free != n_free;
  PASS_ARRAY(p->values, n_free);
  PASS_ARRAY(p->sigmas, n_free);
}

static void
pass_multistart(Archive *a, TrMultistart **multistart)
{
  PASS_ARRAY(*multistart, 1);
  TrMultistart *m = *multistart;
  if (!m)
    return;
  gsize n = (gsize)m->n_free;
  if (!a->out)
    m->optima = NULL, m->storage = NULL;
  pass_count(a, &m->n_optima);
  PASS_ARRAY(m->optima, m->n_optima);
  if (!a->out)
    m->storage = trammel_need_memory(calloc((gsize)m->n_optima * n + 1, sizeof *m->storage));
  for (int i = 0; m->optima && i < m->n_optima; i++) {
    if (!a->out)
      m->optima[i].parameters = m->storage + (gsize)i * n;
    pass(a, m->optima[i].parameters, n * sizeof *m->storage);
  }
}

/* Passes the stated quantities that were tested, whose shifts lie in one array. */
static void
pass_preferences(Archive *a, TrPreferences **preferences, int n_free)
{
  PASS_ARRAY(*preferences, 1);
  TrPreferences *p = *preferences;
  if (!p)
    return;
  if (!a->out)
    p->all = NULL, p->storage = NULL;
  pass_count(a, &p->n);
  PASS_ARRAY(p->all, p->n);
  gsize n = (gsize)n_free;
  if (!a->out)
    p->storage = trammel_need_memory(calloc((gsize)p->n * n + 1, sizeof *p->storage));
  for (int i = 0; p->all && i < p->n; i++) {
    if (!a->out)
      p->all[i].shift = p->storage + (gsize)i * n;
    pass(a, p->all[i].shift, n * sizeof *p->storage);
  }
}

/* Passes the single numbers. */
static void
pass_numbers(Archive *a, TrFit *fit)
{
  PASS(fit->status);
  PASS(fit->stop);
  PASS(fit->message);
  PASS(fit->singularity);
  PASS(fit->iterations);
  PASS(fit->seconds);
  PASS(fit->kappa);
  PASS(fit->kappa_ref);
  PASS(fit->weight_is_frozen_in_step);
  PASS(fit->variances);
  PASS(fit->energy);
  PASS(fit->cost);
  PASS(fit->likelihood);
  PASS(fit->tolerance);
  PASS(fit->observation_mse);
  PASS(fit->state_mse);
  PASS(fit->n_residuals);
  PASS(fit->n_states);
  PASS(fit->dof);
  PASS(fit->constraint_violation);
}

/* Passes a fit, whose model is there; n_free and n_logs are those of its problem when reading. */
static void
pass_fit(Archive *a, TrFit *fit)
{
  gsize p;

  pass_numbers(a, fit);
  pass_count(a, &fit->n_freedoms);
  pass_count(a, &fit->n_free);
  p = (gsize)fit->n_free;
  PASS_ARRAY(fit->state_sigmas, fit->n_freedoms);
  PASS_ARRAY(fit->estimates, p);
  PASS_ARRAY(fit->covariance, p * p);
  PASS_ARRAY(fit->information, p * p);
  pass_directions(a, fit);
  pass_forces(a, fit);
  pass_count(a, &fit->n_history);
  PASS_ARRAY(fit->history, fit->n_history);
  PASS_ARRAY(fit->history_parameters, (gsize)fit->n_history * p);
  pass_count(a, &fit->n_constraints);
  PASS_ARRAY(fit->constraints, fit->n_constraints);
  pass_model(a, fit->model);
  pass_count(a, &fit->n_logs);
  if (!a->out)
    fit->logs = trammel_need_memory(calloc((gsize)fit->n_logs + 1, sizeof *fit->logs));
  for (int l = 0; l < fit->n_logs; l++)
    pass_log(a, fit, &fit->logs[l]);
  pass_physical(a, &fit->physical);
  pass_multistart(a, &fit->multistart);
  PASS_ARRAY(fit->kappa_search, 1);
  pass_passes(a, &fit->passes, fit->n_free);
  pass_regression(a, &fit->regression);
  pass_preferences(a, &fit->preferences, fit->n_free);
  PASS_ARRAY(fit->timing, p * p);
}

/* Passes the sizes of the types above; another program has others. */
static void
pass_fingerprint(Archive *a, const TrModel *model)
{
  const guint32 own[] = {VERSION_OF_ORDER,
                         sizeof(TrFit),
                         sizeof(TrLogFit),
                         sizeof(TrSensorFit),
                         sizeof(TrEstimate),
                         sizeof(TrIteration),
                         sizeof(TrConstraintFit),
                         sizeof(TrPhysical),
                         sizeof(TrPhysicalValue),
                         sizeof(TrMultistart),
                         sizeof(TrOptimum),
                         sizeof(TrKappaSearch),
                         sizeof(TrStateSigma),
                         sizeof(TrTrajectory),
                         sizeof(TrMissingForce),
                         sizeof(TrJointPrediction),
                         sizeof(TrRegressionFit),
                         sizeof(TrRegressionForce),
                         sizeof(TrImpactPasses),
                         sizeof(TrPreference),
                         sizeof(TrEnergyFit),
                         (guint32)model->n_bodies,
                         (guint32)model->n_joints,
                         (guint32)model->n_sensors,
                         (guint32)tr_param_count(model)};
  guint32 found[G_N_ELEMENTS(own)];
  char program[] = TRAMMEL_VERSION, other[sizeof program];

  memcpy(found, own, sizeof own);
  memcpy(other, program, sizeof program);
  PASS(found);
  PASS(other);
  a->fails = a->fails || memcmp(found, own, sizeof own) != 0 ||
             memcmp(other, program, sizeof program) != 0;
}

static void
find_checksum(guint8 digest[SHA256_SIZE], gconstpointer data, gsize size)
{
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
  gsize length = SHA256_SIZE;

  g_checksum_update(sum, data, (gssize)size);
  g_checksum_get_digest(sum, digest, &length);
}

GBytes *
trammel_fit_archive_new(const TrFit *fit)
{
  Archive archive = {.out = g_byte_array_new()}, *a = &archive;
  TrFit copy = *fit; /* nothing of it is changed when writing */
  guint8 digest[SHA256_SIZE];

  pass_fingerprint(a, fit->model);
  pass_fit(a, &copy);
  find_checksum(digest, archive.out->data, archive.out->len);
  PASS(digest);
  return g_byte_array_free_to_bytes(archive.out);
}

/* TRUE if a log of the fit has the sizes that its users rely on. */
static gboolean
fits_log(const TrFit *fit, const TrLogFit *log)
{
  const TrTrajectory *const motions[] = {log->trajectory, log->start};

  for (guint i = 0; i < G_N_ELEMENTS(motions); i++)
    if (!motions[i] || motions[i]->n_nodes != log->n_nodes ||
        !tr_trajectory_is_whole(motions[i], fit->model->n_bodies))
      return FALSE;
  for (int s = 0; s < log->n_sensors; s++)
    if (log->sensors[s].sensor < 0 || log->sensors[s].sensor >= fit->model->n_sensors)
      return FALSE;
  return log->n_inputs == tr_model_n_inputs(fit->model);
}

static gboolean
fits_task(const TrFit *fit, const TrTask *task)
{
  gboolean fits = fit->n_free == task->n_free && fit->n_logs == task->n_logs && fit->estimates;

  for (int l = 0; fits && l < fit->n_logs; l++)
    fits = fits_log(fit, &fit->logs[l]);
  return fits;
}

/* Makes the models of logs that have values of their own. */
static void
make_models(TrFit *fit, const TrTask *task)
{
  for (int l = 0; l < fit->n_logs; l++)
    if (task->logs[l].n_own > 0)
      fit->logs[l].model = trammel_need_memory(tr_log_model_new(fit->model, &task->logs[l]));
}

TrFit *
trammel_fit_archive_read(const TrammelProblem *problem, GBytes *bytes)
{
  const TrTask *task = trammel_problem_get_task(problem);
  gsize size;
  const guint8 *data = g_bytes_get_data(bytes, &size);
  guint8 digest[SHA256_SIZE];

  if (size < SHA256_SIZE)
    return NULL;
  find_checksum(digest, data, size - SHA256_SIZE);
  if (memcmp(digest, data + size - SHA256_SIZE, SHA256_SIZE) != 0)
    return NULL;
  Archive archive = {.in = data, .left = size - SHA256_SIZE}, *a = &archive;
  pass_fingerprint(a, task->model);
  if (a->fails)
    return NULL;
  TrFit *fit = trammel_need_memory(calloc(1, sizeof *fit));
  fit->model = trammel_need_memory(tr_model_copy(task->model));
  pass_fit(a, fit);
  if (!a->fails && a->left == 0 && fits_task(fit, task)) {
    make_models(fit, task);
    return fit;
  }
  tr_fit_free(fit);
  return NULL;
}
