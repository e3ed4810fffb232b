/* Series of the motion of a log and the forces along it (inspect/series.h). */
#include <glib/gi18n.h>
#include <math.h>

#include "engine/base/order.h"
#include "engine/mbs/model/sensor.h"
#include "ui/pages/inspect/series-private.h"
#include "ui/session/inspect/run-analysis-words.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/format.h"

enum { CURVE_POINTS = 401 };

/* Returns a series of values[n_nodes] with a stride, over the time of the nodes. */
static TrammelSeries *
new_over_time(const char *name,
              const TrForceBalance *r,
              const double *values,
              int stride,
              double factor,
              const TrammelSeriesStyle *style)
{
  g_autofree double *t = g_new(double, r->n_nodes + 1), *y = g_new(double, r->n_nodes + 1);

  for (int k = 0; k < r->n_nodes; k++) {
    t[k] = r->start + r->h * k;
    y[k] = factor * values[k * stride];
  }
  return trammel_series_new(name, t, y, (gsize)r->n_nodes, style);
}

static const TrForceBalance *
get_retrace(const TrammelRunAnalysis *analysis, int log)
{
  return &analysis->logs[log].retrace;
}

static double
display_factor(const TrammelRunAnalysis *analysis, int joint)
{
  double factor;

  trammel_display_unit(
      tr_joint_position_unit(&trammel_run_get_fit(analysis->run)->model->joints[joint]), &factor);
  return factor;
}

/* Adds the samples of the joint's sensors as the fit used them; those of a hinge shifted by full
 * turns to the estimated position. */
static void
add_measured(GPtrArray *list, const TrammelRunAnalysis *analysis, int log, int joint)
{
  const TrFit *fit = trammel_run_get_fit(analysis->run);
  const TrForceBalance *r = get_retrace(analysis, log);
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_POINTS, .width = 1};
  double factor = display_factor(analysis, joint);

  for (int s = 0; s < fit->logs[log].n_sensors && r->n_nodes > 0; s++) {
    const TrSensorFit *from = &fit->logs[log].sensors[s];
    g_autofree double *y = g_new(double, from->n_residuals + 1);
    if (tr_sensor_position_joint(fit->model, from->sensor) != joint)
      continue;
    for (int i = 0; i < from->n_residuals; i++) {
      long node = lround((from->t[i] - r->start) / r->h);
      double near = r->position[CLAMP(node, 0, r->n_nodes - 1) * r->n_joints + joint];
      double off = from->measured[i] - near;
      gboolean turns = tr_joint_turns(&fit->model->joints[joint]);
      y[i] = factor * (near + (turns ? remainder(off, 2 * G_PI) : off));
    }
    add(list, trammel_series_new(_("measured"), from->t, y, (gsize)from->n_residuals, &style));
  }
}

static GPtrArray *
new_joint_list(const TrammelRunAnalysis *analysis, int log, int joint, const double *values)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 2};
  GPtrArray *list = trammel_inspect_list_new();
  const TrForceBalance *r = get_retrace(analysis, log);

  if (r->n_nodes > 0)
    add(list, new_over_time(_("estimated"), r, values + joint, r->n_joints,
                            display_factor(analysis, joint), &style));
  return list;
}

GPtrArray *
trammel_inspect_position(const TrammelRunAnalysis *analysis, int log, int joint)
{
  GPtrArray *list = new_joint_list(analysis, log, joint, get_retrace(analysis, log)->position);

  add_measured(list, analysis, log, joint);
  return list;
}

GPtrArray *
trammel_inspect_rate(const TrammelRunAnalysis *analysis, int log, int joint)
{
  return new_joint_list(analysis, log, joint, get_retrace(analysis, log)->rate);
}

GPtrArray *
trammel_inspect_acceleration(const TrammelRunAnalysis *analysis, int log, int joint)
{
  return new_joint_list(analysis, log, joint, get_retrace(analysis, log)->acceleration);
}

/* Returns the index of a joint's drive among the forces of a motion, -1 without one. */
static int
find_drive(const TrModel *model, int joint)
{
  int motor = tr_model_find_drive(model, joint);

  return motor < 0 ? -1 : (tr_model_drive_input(model, motor) - model->n_motors) / TR_DRIVE_NUMBERS;
}

GPtrArray *
trammel_inspect_missing(const TrammelRunAnalysis *analysis, int log, int joint)
{
  const TrForceBalance *r = get_retrace(analysis, log);
  const TrFit *fit = trammel_run_get_fit(analysis->run);
  const TrTrajectory *motion = fit->logs[log].trajectory;
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_WARNING, .width = 1},
                           line = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 1.5};
  GPtrArray *list = trammel_inspect_list_new();
  g_autofree double *missing = g_new(double, r->n_nodes + 1);
  int drive = find_drive(fit->model, joint);

  if (r->n_nodes == 0)
    return list;
  if (drive >= 0 && motion->drive_force) {
    add(list,
        new_over_time(_("drive"), r, motion->drive_force + drive, motion->n_drives, 1, &line));
    return list;
  }
  for (int k = 0; k < r->n_nodes; k++)
    missing[k] = r->friction[k * r->n_joints + joint] - r->needed[k * r->n_joints + joint];
  add(list, new_over_time(_("missing"), r, missing, 1, 1, &style));
  return list;
}

/* Computes the median load and the range of the rates over the nodes that begin a step. */
static gsize
summarise(const TrForceBalance *r, int joint, double *load, double *low, double *high)
{
  g_autofree double *loads = g_new(double, r->n_nodes + 1);
  gsize n = 0;

  *low = INFINITY;
  *high = -INFINITY;
  for (int k = 0; k < r->n_nodes; k++) {
    int at = k * r->n_joints + joint;
    if (!isfinite(r->needed[at]))
      continue;
    loads[n++] = r->load[at];
    *low = fmin(*low, r->rate[at]);
    *high = fmax(*high, r->rate[at]);
  }
  *load = tr_quantile(loads, n, 0.5);
  return n;
}

GPtrArray *
trammel_inspect_friction(const TrammelRunAnalysis *analysis, int log, int joint)
{
  const TrForceBalance *r = get_retrace(analysis, log);
  const TrFriction *model = &trammel_run_get_fit(analysis->run)->model->joints[joint].friction;
  const TrammelSeriesStyle dots = {.role = TRAMMEL_ROLE_MEASURED,
                                   .shape = TRAMMEL_SHAPE_SCATTER,
                                   .width = 2},
                           line = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 2.5};
  GPtrArray *list = trammel_inspect_list_new();
  double load, low, high, rates[CURVE_POINTS], curve[CURVE_POINTS];
  double factor = display_factor(analysis, joint);
  gsize n = summarise(r, joint, &load, &low, &high), at = 0;
  g_autofree double *x = g_new(double, n + 1), *y = g_new(double, n + 1);

  if (n == 0)
    return list;
  for (int k = 0; k < r->n_nodes; k++) {
    int i = k * r->n_joints + joint;
    if (isfinite(r->needed[i])) {
      x[at] = factor * r->rate[i];
      y[at++] = r->needed[i];
    }
  }
  for (int i = 0; i < CURVE_POINTS; i++)
    rates[i] = low + (high - low) * i / (CURVE_POINTS - 1);
  rates[CURVE_POINTS - 1] = high; /* exactly, so that rounding does not cut off the last sample */
  tr_friction_curve(curve, model, rates, CURVE_POINTS, load);
  for (int i = 0; i < CURVE_POINTS; i++)
    rates[i] *= factor;
  add(list, trammel_series_new(_("required by the motion"), x, y, n, &dots));
  add(list, trammel_series_new(_("identified"), rates, curve, CURVE_POINTS, &line));
  return list;
}

GPtrArray *
trammel_inspect_violation(const TrammelRunAnalysis *analysis, int log)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 1.5};
  const TrForceBalance *r = get_retrace(analysis, log);
  GPtrArray *list = trammel_inspect_list_new();

  if (r->n_nodes > 0)
    add(list, new_over_time(_("largest"), r, r->violation, 1, 1, &style));
  return list;
}

GPtrArray *
trammel_inspect_energy(const TrammelRunAnalysis *analysis, int log)
{
  const TrForceBalance *r = get_retrace(analysis, log);
  const struct {
    const char *name;
    const double *values;
    double sign;
    TrammelSeriesStyle style;
  } parts[] = {
      {_("stored"), r->stored, 1, {.role = TRAMMEL_ROLE_ESTIMATED, .width = 2}},
      {_("from motors"), r->supplied, 1, {.role = TRAMMEL_ROLE_REFERENCE}},
      {_("lost to friction"), r->lost, -1, {.role = TRAMMEL_ROLE_SIMULATED}},
      {_("unexplained"),
       r->unexplained,
       1,
       {.role = TRAMMEL_ROLE_WARNING, .shape = TRAMMEL_SHAPE_DASHES}},
  };
  GPtrArray *list = trammel_inspect_list_new();

  for (guint i = 0; i < G_N_ELEMENTS(parts) && r->n_nodes > 0; i++)
    add(list, new_over_time(parts[i].name, r, parts[i].values, 1, parts[i].sign, &parts[i].style));
  return list;
}

GPtrArray *
trammel_inspect_information(const TrammelRunAnalysis *analysis, int log, int parameter)
{
  const TrInformationBins *bins = &analysis->logs[log].information;
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED};
  GPtrArray *list = trammel_inspect_list_new();
  g_autofree double *y = g_new(double, bins->n_bins + 1);

  if (bins->n_bins == 0 || parameter >= bins->n_params || !isfinite(bins->share[parameter]))
    return list;
  g_autofree char *label = trammel_run_dup_label(analysis->run, parameter);
  for (int b = 0; b < bins->n_bins; b++)
    y[b] =
        100 * bins->share[b * bins->n_params + parameter] / (bins->edges[b + 1] - bins->edges[b]);
  add(list,
      trammel_series_new_bars(label, bins->edges, bins->edges + 1, y, (gsize)bins->n_bins, &style));
  return list;
}
