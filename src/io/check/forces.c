/* Checks of inputs and inertias against the forces that the measured motion requires. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/force/axial.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/signal/correlate.h"
#include "engine/signal/filtfilt.h"
#include "engine/signal/noise.h"
#include "engine/signal/window.h"
#include "io/base/bilingual.h"
#include "io/base/json_node.h"
#include "io/base/json_tree.h"
#include "io/base/json_writer.h"
#include "io/check/private.h"
#include "io/units/sensor_unit.h"

/* Inertial force below this share of gravity's does not show inertias. */
#define INERTIAL_SHARE 0.05

/* The regression u ~ required force, rate, sign(rate), 1, acceleration: from this share on it
 * explains the input, and below that one it does not at all. */
#define EXPLAINED   0.8
#define UNEXPLAINED 0.05

/* A turned input: this share of the explained part has the wrong sign. */
#define TURNED 0.8

/* Delays that are tried [s], on a grid of a share of h; the least share of the misfit that a delay
 * must remove, the share from which on it is certain, as it must be for an input before its stamp,
 * and the least delay in steps h.  If inertia and gravity need little of the input, friction looks
 * like a delay. */
#define EARLIEST         (-0.02)
#define LATEST           0.06
#define DELAY_GRID       0.25
#define DELAY_DECREASE   0.05
#define SURE_DECREASE    0.3
#define LEAST_DELAY      0.5
#define DELAY_MECHANICAL 0.3

/* Sign of a rate, smoothed over this share of its rms. */
#define SIGN_SHARE 0.05

enum { EFFORT, RATE, SIGN, ONE, ACCELERATION, N_REGRESSORS, MIN_NODES = 50 };

/* Reported drift of a constraint in sigmas of the finest sensor, at a compliance above the
 * default. */
#define DRIFT_SIGMAS       10
#define DEFAULT_COMPLIANCE 1e-8

/* One motor in one log. */
typedef struct {
  const TrammelCheck *check;
  int log, motor;
  const TrChannel *channel;
  int first, n;                 /* compared nodes: all but the ends */
  double *x, *u, *acceleration; /* [n x N_REGRESSORS], [n], [n] */
  TrRegression fit;
} Drive;

/* TRUE if no body of a mechanism with loops can move while the measured joints are at rest. */
static gboolean
do_loops_tell(const TrModel *model, const bool *still, const double *pose)
{
  TrAssembly *assembly = tr_assembly_new(model);
  g_autofree bool *loose = g_new0(bool, (gsize)model->n_bodies);
  gboolean tell = assembly != NULL;

  if (assembly)
    tr_assembly_find_loose(assembly, loose, pose, still);
  for (int b = 0; b < model->n_bodies; b++)
    tell = tell && !loose[b];
  tr_assembly_free(assembly);
  return tell;
}

/* TRUE if the measured positions determine the motion of all joints; only then are the forces
 * known. */
static gboolean
is_motion_known(const TrammelCheck *check, int log)
{
  const TrModel *model = check->task->model;
  const TrPreparedLog *prepared = &check->prepared->logs[log];
  g_autofree bool *seen = g_new0(bool, (gsize)model->n_joints);
  gboolean all = TRUE;

  for (int j = 0; j < model->n_joints; j++) {
    seen[j] = prepared->seen[j] == TR_SEEN_POSITION;
    all = all && (seen[j] || !tr_joint_has_axis(&model->joints[j]) ||
                  tr_joint_only_acts(&model->joints[j]));
  }
  if (tr_model_is_tree(model))
    return all;
  return do_loops_tell(model, seen, tr_trajectory_pose(prepared->start, 0));
}

void
trammel_check_fill_rate(double *rate, double *sign, const TrammelCheck *check, int log, int joint)
{
  const TrTrajectory *start = check->prepared->logs[log].start;
  g_autofree double *q = trammel_check_dup_coordinate(check, log, joint);
  double sum = 0;
  int n = start->n_nodes;

  for (int k = 1; k + 1 < n; k++) {
    rate[k] = (q[k + 1] - q[k - 1]) / (2 * start->h);
    sum += rate[k] * rate[k];
  }
  double smooth = SIGN_SHARE * sqrt(sum / (n - 2));
  for (int k = 1; k + 1 < n; k++)
    sign[k] = smooth > 0 ? tanh(rate[k] / smooth) : 0;
}

static void
fill_regressors(Drive *drive, const TrInverseDynamics *dynamics)
{
  const TrTrajectory *start = drive->check->prepared->logs[drive->log].start;
  int joint = drive->check->task->model->motors[drive->motor].joint;
  g_autofree double *q = trammel_check_dup_coordinate(drive->check, drive->log, joint);
  g_autofree double *rate = g_new(double, (gsize)start->n_nodes);
  g_autofree double *sign = g_new(double, (gsize)start->n_nodes);

  trammel_check_fill_rate(rate, sign, drive->check, drive->log, joint);
  for (int i = 0; i < drive->n; i++) {
    int k = drive->first + i;
    double *x = drive->x + N_REGRESSORS * i;

    x[EFFORT] = dynamics->force[drive->log][k * dynamics->n_joints + joint];
    x[RATE] = rate[k];
    x[SIGN] = sign[k];
    x[ONE] = 1;
    drive->acceleration[i] = (q[k + 1] - 2 * q[k] + q[k - 1]) / (start->h * start->h);
  }
}

/* Fills the column of the joint's own acceleration, or zeros it. */
static void
fill_acceleration(Drive *drive, gboolean with)
{
  for (int i = 0; i < drive->n; i++)
    drive->x[N_REGRESSORS * i + ACCELERATION] = with ? drive->acceleration[i] : 0;
}

/* Fit of the input with a delay added; the input is filtered as the motion is. */
static double
regress_delayed(Drive *drive, double delay)
{
  const TrSettings *settings = &drive->check->task->settings;
  double h = settings->h, start = drive->check->task->logs[drive->log].start;

  for (int i = 0; i < drive->n; i++) {
    double t = start + (drive->first + i) * h - delay;
    drive->u[i] = tr_channel_mean(drive->channel, t - h / 2, t + h / 2);
  }
  if (settings->cutoff < 0.45 / h &&
      tr_filter_zero_phase(drive->u, (size_t)drive->n, 1 / h, settings->cutoff, 2) != TR_OK)
    return NAN;
  if (!tr_regress(&drive->fit, drive->u, drive->x, (size_t)drive->n, N_REGRESSORS))
    return NAN;
  return drive->fit.share;
}

/* Finds the delay with the best fit, by a parabola around the best of the grid. */
static double
find_delay(Drive *drive, double *share)
{
  double step = DELAY_GRID * drive->check->task->settings.h;
  int first = (int)ceil(EARLIEST / step), last = (int)floor(LATEST / step), best = 0;
  g_autofree double *misfit = g_new(double, (gsize)(last - first) + 1);

  for (int i = first; i <= last; i++) {
    misfit[i - first] = 1 - regress_delayed(drive, i * step);
    if (i == first || misfit[i - first] < misfit[best - first])
      best = i;
  }
  *share = 1 - misfit[best - first];
  if (best == first || best == last)
    return NAN;
  const double *m = misfit + (best - first);
  double bend = m[-1] - 2 * m[0] + m[1];
  return step * (best + (bend > 0 ? (m[-1] - m[1]) / (2 * bend) : 0));
}

static void
report_turned(const Drive *drive, const TrammelPlace *place, int channel, double share)
{
  trammel_findings_add(
      drive->check->findings, place, "warning", "input-sign",
      N_("The input of motor '%s' acts against the motion that it should drive (with the opposite "
         "sign it explains %.0f %% of it): change the sign of this channel, or of the position."),
      place->signal, 100 * share);
  if (channel >= 0) {
    const TrammelMapping *mapping = trammel_project_get_mapping(
        drive->check->project, drive->check->log_index[drive->log], (guint)channel);
    trammel_findings_fix_number(drive->check->findings, -mapping->sign,
                                "logs[%u].channels[%d].sign", drive->check->log_index[drive->log],
                                channel);
  }
}

/* Checks the sign of an input: if the model explains the input, all parts that explain it must have
 * the wrong sign; else also the rest after projecting out the free parameters (io/check/gain.c). */
static void
judge_sign(const Drive *drive, TrInverseDynamics *dynamics, const TrammelPlace *place, int channel)
{
  const TrTask *task = drive->check->task;
  double slope = tr_motor_slope(&task->model->motors[drive->motor]), turned = 0;
  TrammelGainView view;

  for (int j = EFFORT; j <= SIGN; j++)
    if (slope * drive->fit.coefficient[j] < 0)
      turned += drive->fit.contribution[j];
  if (turned < TURNED * drive->fit.share)
    return;
  if (drive->fit.share < EXPLAINED) {
    g_autofree gboolean *only = g_new0(gboolean, (gsize)task->n_logs);

    only[drive->log] = TRUE;
    if (!trammel_check_view_gain(&view, drive->check, dynamics, drive->motor, only) ||
        !trammel_gain_view_is_turned(&view, slope))
      return;
  }
  report_turned(drive, place, channel, drive->fit.share);
}

/* Adds `delay` to that of all sensors of a log, as the fix of the last finding. */
static void
fix_sensors(const TrammelCheck *check, guint log, double delay)
{
  g_autofree char *path = g_strdup_printf("logs[%u].channels", log);
  g_autofree char *text = trammel_project_dup_at(check->project, path);
  g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "channels", NULL);

  for (guint i = 0; node && i < trammel_json_count(node); i++) {
    JsonObject *channel = json_node_get_object(trammel_json_element(node, i));
    const TrammelMapping *mapping = trammel_project_get_mapping(check->project, log, i);
    if (trammel_sensor_find(check->task->model, mapping->signal) < 0)
      continue;
    JsonNode *own = json_object_get_member(channel, "delay");
    double total = trammel_round_digits(mapping->delay + delay, 4);
    if (own && JSON_NODE_HOLDS_OBJECT(own))
      json_object_set_double_member(json_node_get_object(own), "value", total);
    else
      json_object_set_double_member(channel, "delay", total);
  }
  g_autofree char *changed = node ? trammel_json_node_to_text(node) : NULL;
  if (changed)
    trammel_findings_fix(check->findings, changed, "%s", path);
}

/* Reports a delay in addition to the stated one, with the shares explained with and without it. */
static void
report_delay(const Drive *drive,
             const TrammelPlace *place,
             int channel,
             double delay,
             double share,
             double share_0)
{
  double decrease = 1 - (1 - share) / (1 - share_0);
  guint log = drive->check->log_index[drive->log];

  if (channel < 0 || isnan(delay) || decrease < DELAY_DECREASE ||
      fabs(delay) < LEAST_DELAY * drive->check->task->settings.h)
    return;
  double total = trammel_round_digits(
      trammel_project_get_mapping(drive->check->project, log, (guint)channel)->delay + delay, 2);
  if (total < 0) {
    if (decrease < SURE_DECREASE)
      return;
    trammel_findings_add(
        drive->check->findings, place, "info", "input-delay",
        N_("The sensors seem to be %.2g ms late against the input of motor '%s': with that delay "
           "%.3g %% of the input is unexplained instead of %.3g %%."),
        -1e3 * total, place->signal, 100 * (1 - share), 100 * (1 - share_0));
    fix_sensors(drive->check, log, -total);
    return;
  }
  trammel_findings_add(
      drive->check->findings, place, decrease > SURE_DECREASE ? "warning" : "info", "input-delay",
      N_("The input of motor '%s' seems to act about %.2g ms %s than stated (%.3g %% of it is then "
         "unexplained instead of %.3g %%); try a delay of %g s."),
      place->signal, 1e3 * fabs(delay), delay > 0 ? TRAMMEL_WORD("later") : TRAMMEL_WORD("earlier"),
      100 * (1 - share), 100 * (1 - share_0), total);
  trammel_findings_fix_number(drive->check->findings, total, "logs[%u].channels[%d].delay", log,
                              channel);
}

/* Checks the delay with a second regression that leaves inertia free. */
static void
judge_delay(Drive *drive, const TrammelPlace *place, int channel)
{
  double share_0, share, delay;

  fill_acceleration(drive, TRUE);
  share_0 = regress_delayed(drive, 0);
  delay = isnan(share_0) ? NAN : find_delay(drive, &share);
  if (isnan(delay) || share < EXPLAINED)
    return;
  regress_delayed(drive, delay);
  if (drive->fit.contribution[EFFORT] + drive->fit.contribution[ACCELERATION] >=
      DELAY_MECHANICAL * share)
    report_delay(drive, place, channel, delay, share, share_0);
}

static void
judge_drive(Drive *drive, TrInverseDynamics *dynamics, const TrammelPlace *place)
{
  int channel = trammel_check_find_channel(drive->check, drive->log, place->signal);
  double share;

  fill_acceleration(drive, FALSE);
  share = regress_delayed(drive, 0);
  if (isnan(share))
    return;
  if (share < UNEXPLAINED) {
    trammel_findings_add(drive->check->findings, place, "warning", "input-unrelated",
                         N_("The input of motor '%s' is unrelated to the motion of its joint (%.0f "
                            "%% explained): check that the right column is mapped."),
                         place->signal, 100 * share);
    return;
  }
  judge_sign(drive, dynamics, place, channel);
  judge_delay(drive, place, channel);
}

static gboolean
is_only_motor(const TrModel *model, int motor)
{
  for (int m = 0; m < model->n_motors; m++)
    if (m != motor && model->motors[m].joint == model->motors[motor].joint)
      return FALSE;
  return TRUE;
}

static void
check_drive(const TrammelCheck *check, TrInverseDynamics *dynamics, int log, int motor)
{
  const TrModel *model = check->task->model;
  Drive drive = {.check = check, .log = log, .motor = motor, .first = 1};
  TrammelPlace place = {.log = check->task->logs[log].name, .signal = model->motors[motor].name};

  drive.channel = tr_log_find(&check->task->logs[log], TR_SIGNAL_MOTOR, motor);
  drive.n = check->prepared->logs[log].n_nodes - 2;
  if (!drive.channel || drive.channel->n < 2 || drive.n < MIN_NODES)
    return;
  drive.x = g_new(double, (gsize)drive.n *N_REGRESSORS);
  drive.u = g_new(double, (gsize)drive.n);
  drive.acceleration = g_new(double, (gsize)drive.n);
  fill_regressors(&drive, dynamics);
  judge_drive(&drive, dynamics, &place);
  g_free(drive.x);
  g_free(drive.u);
  g_free(drive.acceleration);
}

/* TRUE if the motor's input is zero in all logs. */
static gboolean
is_idle(const TrammelCheck *check, int motor)
{
  if (check->prepared->input_range[motor] > 0)
    return FALSE;
  for (int l = 0; l < check->prepared->n_logs; l++)
    if (check->prepared->logs[l].input[motor] != 0)
      return FALSE;
  return TRUE;
}

/* TRUE if the motor's input has the same value, not zero, in all logs. */
static gboolean
is_constant(const TrammelCheck *check, int motor)
{
  double least = INFINITY, most = -INFINITY;

  for (int l = 0; l < check->task->n_logs; l++) {
    const TrChannel *channel = tr_log_find(&check->task->logs[l], TR_SIGNAL_MOTOR, motor);
    for (gsize i = 0; channel && i < channel->n; i++) {
      least = fmin(least, channel->y[i]);
      most = fmax(most, channel->y[i]);
    }
  }
  return least == most && most != 0;
}

/* Reports a motor whose constant input cannot be told from other constant forces. */
static void
report_constant(const TrammelCheck *check, TrParam gain)
{
  TrammelPlace place = {.signal = check->task->model->motors[gain.owner].name};
  g_autofree char *path = trammel_project_dup_quantity_path(gain);

  trammel_findings_add(check->findings, &place, "warning", "input-constant",
                       N_("The gain of motor '%s' is free, but its input is constant: the logs "
                          "cannot tell it from friction, an offset or gravity, and any delay or "
                          "wrong scale of it stays hidden. Fix the gain, or add a log in which the "
                          "input changes."),
                       place.signal);
  trammel_findings_fix(check->findings, "false", "%s.free", path);
}

/* Reports motors without input, or with a constant one, whose gain the logs do not show. */
void
trammel_check_constant_inputs(const TrammelCheck *check)
{
  const TrTask *task = check->task;

  for (int i = 0; i < task->n_free; i++) {
    int motor = task->free[i].param.owner;
    if (task->free[i].param.kind != TR_PARAM_GAIN)
      continue;
    if (task->model->motors[motor].drive == TR_DRIVE_NONE && is_constant(check, motor))
      report_constant(check, task->free[i].param);
    if (!is_idle(check, motor))
      continue;
    TrammelPlace place = {.signal = task->model->motors[motor].name};
    g_autofree char *path = trammel_project_dup_quantity_path(task->free[i].param);
    trammel_findings_add(check->findings, &place, "warning", "input-idle",
                         N_("The gain of motor '%s' is free, but its input is always zero; fix the "
                            "gain, or add a log in which the motor acts."),
                         place.signal);
    trammel_findings_fix(check->findings, "false", "%s.free", path);
  }
}

double
trammel_check_rms_force(const TrInverseDynamics *dynamics,
                        const TrInverseDynamics *minus,
                        int joint)
{
  double sum = 0;
  long n = 0;

  for (int l = 0; l < dynamics->n_logs; l++)
    for (int k = 1; k + 1 < dynamics->n_nodes[l]; k++, n++) {
      int at = k * dynamics->n_joints + joint;
      double f = dynamics->force[l][at] - (minus ? minus->force[l][at] : 0);
      sum += f * f;
    }
  return n ? sqrt(sum / (double)n) : 0;
}

/* Checks the inertias of a body whose joint hardly accelerates. */
static void
check_inertias(const TrammelCheck *check,
               const TrInverseDynamics *with,
               const TrInverseDynamics *without)
{
  const TrTask *task = check->task;

  for (int j = 0; j < task->model->n_joints; j++) {
    double inertial = trammel_check_rms_force(without, NULL, j);
    double gravity = trammel_check_rms_force(with, without, j);
    TrammelPlace place = {.signal = task->model->joints[j].name};
    gboolean is_inertia_free = FALSE;

    for (int i = 0; i < task->n_free; i++)
      is_inertia_free =
          is_inertia_free || (task->free[i].param.kind == TR_PARAM_INERTIA &&
                              task->free[i].param.owner == task->model->joints[j].child);
    if (is_inertia_free && inertial < INERTIAL_SHARE * gravity)
      trammel_findings_add(
          check->findings, &place, "info", "acceleration-too-small",
          N_("Joint '%s' accelerates so little that its inertial forces are only %.1f %% of those "
             "of gravity; the inertia of '%s' will hardly be determined: record a faster motion."),
          place.signal, 100 * inertial / gravity,
          task->model->bodies[task->model->joints[j].child].name);
  }
}

/* Returns the noise of the finest position sensor as a length, with the mechanism's reach for
 * angles [m]. */
static double
find_finest(const TrammelCheck *check)
{
  const TrModel *model = check->task->model;
  double reach = 0.05, finest = INFINITY;

  for (int j = 0; j < model->n_joints; j++)
    for (int i = 0; i < 3; i++)
      reach = fmax(reach, fmax(fabs(model->joints[j].parent_frame.position[i]),
                               fabs(model->joints[j].child_frame.position[i])));
  for (int l = 0; l < check->task->n_logs; l++)
    for (int i = 0; i < check->task->logs[l].n_channels; i++) {
      const TrChannel *c = &check->task->logs[l].channels[i];
      if (c->kind != TR_SIGNAL_SENSOR || model->sensors[c->index].type != TR_SENSOR_JOINT_POSITION)
        continue;
      gboolean is_slide = tr_joint_is_linear(&model->joints[model->sensors[c->index].joint]);
      finest = fmin(finest, tr_signal_sigma(c->t, c->y, c->n) * (is_slide ? 1 : reach));
    }
  return finest;
}

/* Compares the deflection of the joints under the largest force of the motion with the finest
 * sensor. */
static void
check_compliance(const TrammelCheck *check, const TrInverseDynamics *dynamics)
{
  const TrModel *model = check->task->model;
  double scale = check->task->settings.compliance_scale, finest = find_finest(check);

  for (int j = 0; j < model->n_joints; j++) {
    double linear = scale * model->joints[j].compliance_linear;
    double drift = linear * dynamics->reaction[j];
    TrammelPlace place = {.signal = model->joints[j].name};
    if (linear <= DEFAULT_COMPLIANCE || drift <= DRIFT_SIGMAS * finest)
      continue;
    trammel_findings_add(
        check->findings, &place, "warning", "compliance-too-large",
        N_("Joint '%s' yields by %.2g m under the forces of the motion (compliance %.2g m/N), more "
           "than the sensors' noise; if it is stiffer, set its compliance to 1e-9."),
        place.signal, drift, linear);
    if (scale > 1)
      trammel_findings_fix(check->findings, "1", "settings.compliance_scale");
    else
      trammel_findings_fix(check->findings, "1e-09", "model.joints[%d].compliance.linear", j);
  }
}

static void
check_motor(const TrammelCheck *check,
            TrInverseDynamics *dynamics,
            const gboolean *known,
            int motor)
{
  const TrModel *model = check->task->model;

  if (model->motors[motor].drive != TR_DRIVE_NONE || tr_motor_has_servo(&model->motors[motor]) ||
      !is_only_motor(model, motor))
    return;
  for (int l = 0; l < check->task->n_logs; l++)
    if (known[l])
      check_drive(check, dynamics, l, motor);
  trammel_check_gain(check, dynamics, motor, known);
}

void
trammel_check_forces(const TrammelCheck *check)
{
  const TrTask *task = check->task;
  TrInverseDynamics *with = NULL, *without = NULL;
  TrInverseDynamicsOptions wish = {.gravity = true, .motions = check->prepared};
  TrInverseDynamicsOptions weightless = {.motions = check->prepared};
  bool is_tree = tr_model_is_tree(task->model);
  g_autofree gboolean *known = g_new0(gboolean, (gsize)task->n_logs);

  for (int l = 0; l < task->n_logs; l++)
    known[l] = is_motion_known(check, l);
  if (tr_inverse_dynamics_new(&with, task, wish) == TR_OK &&
      (!is_tree || tr_inverse_dynamics_new(&without, task, weightless) == TR_OK)) {
    for (int m = 0; m < task->model->n_motors; m++)
      check_motor(check, with, known, m);
    if (is_tree) {
      check_inertias(check, with, without);
      trammel_check_passive_forces(check, with, without);
      check_compliance(check, with);
    }
  }
  tr_inverse_dynamics_free(with);
  tr_inverse_dynamics_free(without);
}
