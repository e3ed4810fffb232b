#include "io/study/friction_data.h"

#include <math.h>

#include "engine/base/order.h"
#include "engine/est/diagnose/force_balance.h"
#include "engine/linalg/dense.h"
#include "io/base/error.h"

/* A joint is at rest below this share of its rms rate. */
#define AT_REST 0.02

/* Ranges of motion too small for the terms of the friction models. */
#define MOST_ONE_WAY    0.95
#define LEAST_SPAN      3.0
#define LEAST_REVERSALS 4
#define LEAST_LOG_GAP   1e3 /* [s] between the logs */

static void
init_data(TrammelFrictionData *data)
{
  GArray **arrays[] = {&data->time, &data->rate, &data->needed, &data->missing, &data->load};

  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    *arrays[i] = g_array_new(FALSE, FALSE, sizeof(double));
}

void
trammel_friction_data_free(TrammelFrictionData *data, guint n_joints)
{
  for (guint j = 0; data && j < n_joints; j++) {
    GArray *arrays[] = {data[j].time, data[j].rate, data[j].needed, data[j].missing, data[j].load};
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
      g_array_unref(arrays[i]);
  }
  g_free(data);
}

static void
add_node(TrammelFrictionData *data, const TrForceBalance *trace, int joint, int node, double since)
{
  gsize at = (gsize)node * (gsize)trace->n_joints + (gsize)joint;
  double missing = trace->needed[at] - trace->friction[at], t = since + node * trace->h;

  if (!isfinite(missing))
    return;
  g_array_append_val(data->time, t);
  g_array_append_val(data->rate, trace->rate[at]);
  g_array_append_val(data->needed, trace->needed[at]);
  g_array_append_val(data->missing, missing);
  g_array_append_val(data->load, trace->load[at]);
}

static gboolean
add_log(TrammelFrictionData *data,
        const TrFit *fit,
        const TrTask *task,
        int log,
        double since,
        GError **error)
{
  const TrLogFit *of = &fit->logs[log];
  TrSettings settings = task->settings;
  TrForceBalance trace;
  TrStatus status = tr_force_balance(&trace, tr_fit_model_of_log(fit, log), of->trajectory,
                                     of->input, of->friction_rate, &settings);

  if (status != TR_OK) {
    TrError detail = {.text = "a step of the motion has no solution"};
    trammel_error_set_status(error, status, status == TR_NO_MEMORY ? &(TrError){0} : &detail);
    return FALSE;
  }
  for (int j = 0; j < trace.n_joints; j++)
    for (int k = 1; k + 1 < trace.n_nodes; k++)
      add_node(&data[j], &trace, j, k, since);
  tr_force_balance_clear(&trace);
  return TRUE;
}

TrammelFrictionData *
trammel_friction_data_new(const TrFit *fit, const TrTask *task, GError **error)
{
  guint n = (guint)fit->model->n_joints;
  TrammelFrictionData *data = g_new0(TrammelFrictionData, n + 1);
  double since = 0;

  for (guint j = 0; j < n; j++)
    init_data(&data[j]);
  for (int l = 0; l < fit->n_logs; l++) {
    if (!add_log(data, fit, task, l, since, error)) {
      trammel_friction_data_free(data, n);
      return NULL;
    }
    since += fit->logs[l].n_nodes * task->settings.h + LEAST_LOG_GAP;
  }
  return data;
}

static double
at(const GArray *array, guint i)
{
  return g_array_index(array, double, i);
}

/* Sorts |rate| of the moving samples; returns their number. */
static guint
sort_rates(double *sizes, const TrammelFrictionData *data, double least)
{
  guint n = 0;

  for (guint i = 0; i < data->rate->len; i++)
    if (fabs(at(data->rate, i)) > least)
      sizes[n++] = fabs(at(data->rate, i));
  tr_sort(sizes, n);
  return n;
}

void
trammel_excitation_find(TrammelExcitation *out, const TrammelFrictionData *data)
{
  guint n = data->rate->len, moving = 0, forward = 0;
  g_autofree double *sizes = g_new(double, n + 1);
  double sum = 0, last = 0;

  *out = (TrammelExcitation){0};
  for (guint i = 0; i < n; i++)
    sum += pow(at(data->rate, i), 2);
  out->rms = n > 0 ? sqrt(sum / n) : 0;
  for (guint i = 0; i < n; i++) {
    double rate = at(data->rate, i);
    if (fabs(rate) <= AT_REST * out->rms)
      continue;
    forward += rate > 0;
    out->reversals += rate * last < 0;
    last = rate;
  }
  moving = sort_rates(sizes, data, AT_REST * out->rms);
  if (moving == 0)
    return;
  out->forward = (double)forward / moving;
  out->slow = sizes[moving / 10];
  out->fast = sizes[moving - 1 - moving / 10];
}

char *
trammel_excitation_dup_text(const TrammelExcitation *e, const TrJoint *joint)
{
  const char *unit = tr_joint_velocity_unit(joint);

  if (!(e->fast > 0))
    return g_strdup_printf("Joint '%s' does not move, so the logs contain nothing about its "
                           "friction. Record a log in which it moves.",
                           joint->name);
  if (fmax(e->forward, 1 - e->forward) > MOST_ONE_WAY)
    return g_strdup_printf("Joint '%s' moves in one direction only: dry friction, an offset and an "
                           "asymmetry cannot be distinguished. Move it both ways.",
                           joint->name);
  if (e->fast < LEAST_SPAN * e->slow)
    return g_strdup_printf("Joint '%s' moves at %.3g to %.3g %s for most of the time: viscous and "
                           "dry friction can hardly be distinguished. Move it slowly and fast.",
                           joint->name, e->slow, e->fast, unit);
  if (e->reversals < LEAST_REVERSALS)
    return g_strdup_printf("Joint '%s' changes its direction %u times: friction at low rates is "
                           "hardly seen. Reverse it more often.",
                           joint->name, e->reversals);
  return NULL;
}

/* Adds a log's normal equations of the three terms at the moving samples. */
static void
add_terms(double normal[9], double right[3], const TrammelFrictionData *data, double least)
{
  for (guint i = 0; i < data->rate->len; i++) {
    double v = at(data->rate, i);
    double terms[3] = {v, at(data->load, i) * (v > 0 ? 1 : -1), 1};
    if (fabs(v) <= least)
      continue;
    tr_dense_add_product_tn(normal, 1, terms, terms, (TrProductSize){1, 3, 3});
    tr_dense_add_product_tn(right, at(data->needed, i), terms, (double[]){1},
                            (TrProductSize){1, 3, 1});
  }
}

void
trammel_friction_line_find(TrammelFrictionLine *out, const TrammelFrictionData *data)
{
  TrammelExcitation excitation;
  double normal[9] = {0}, x[3] = {0}, sum = 0;

  *out = (TrammelFrictionLine){.load = 1};
  trammel_excitation_find(&excitation, data);
  add_terms(normal, x, data, AT_REST * excitation.rms);
  for (guint i = 0; i < data->load->len; i++)
    sum += at(data->load, i);
  if (data->load->len > 0 && sum > 0)
    out->load = sum / data->load->len;
  for (int i = 0; i < 3; i++)
    normal[4 * i] *= 1 + 1e-9;
  if (tr_dense_cholesky(normal, 3) != TR_OK)
    return;
  tr_dense_cholesky_solve(x, normal, 3, 1);
  out->viscous = x[0];
  out->coulomb = x[1];
  out->offset = x[2];
}
