#include "io/design/wish.h"

#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/limits.h"
#include "io/base/error.h"

/* Part of the way to a model's stop that a plan keeps clear of, on each side. */
#define STOP_SHARE 0.02

/* Sampling rate without a log [Hz]. */
#define DEFAULT_RATE 1000

static void
clear_limit(gpointer data)
{
  g_free(((TrammelPlanLimit *)data)->name);
}

void
trammel_plan_options_init(TrammelPlanOptions *o)
{
  TrWish wish = tr_wish_default();

  *o = (TrammelPlanOptions){.shape = TR_SERIES_FOURIER,
                            .duration = 10,
                            .harmonics = 5,
                            .interest = g_ptr_array_new_with_free_func(g_free),
                            .motors = g_ptr_array_new_with_free_func(g_free),
                            .limits = g_array_new(FALSE, FALSE, sizeof(TrammelPlanLimit)),
                            .n_random = wish.n_random,
                            .n_starts = wish.n_starts,
                            .n_evaluations = wish.n_evaluations,
                            .n_rehearsals = wish.n_rehearsals,
                            .seed = 1};
  g_array_set_clear_func(o->limits, clear_limit);
}

void
trammel_plan_options_clear(TrammelPlanOptions *o)
{
  g_clear_pointer(&o->interest, g_ptr_array_unref);
  g_clear_pointer(&o->motors, g_ptr_array_unref);
  g_clear_pointer(&o->limits, g_array_unref);
}

void
trammel_plan_options_add_limit(
    TrammelPlanOptions *o, TrPlanLimitKind kind, const char *name, double least, double most)
{
  TrammelPlanLimit limit = {kind, g_strdup(name), least, most};

  g_array_append_val(o->limits, limit);
}

void
trammel_plan_options_copy(TrammelPlanOptions *to, const TrammelPlanOptions *from)
{
  trammel_plan_options_init(to);
  TrammelPlanOptions own = *to;
  *to = *from;
  to->interest = own.interest;
  to->motors = own.motors;
  to->limits = own.limits;
  for (guint i = 0; i < from->interest->len; i++)
    g_ptr_array_add(to->interest, g_strdup(from->interest->pdata[i]));
  for (guint i = 0; i < from->motors->len; i++)
    g_ptr_array_add(to->motors, g_strdup(from->motors->pdata[i]));
  for (guint i = 0; i < from->limits->len; i++) {
    const TrammelPlanLimit *l = &g_array_index(from->limits, TrammelPlanLimit, i);
    trammel_plan_options_add_limit(to, l->kind, l->name, l->least, l->most);
  }
}

static int
find_joint(const TrModel *model, const char *name)
{
  for (int j = 0; j < model->n_joints; j++)
    if (g_str_equal(model->joints[j].name, name) && tr_joint_has_axis(&model->joints[j]))
      return j;
  return -1;
}

static int
find_motor(const TrModel *model, const char *name)
{
  for (int m = 0; m < model->n_motors; m++)
    if (g_str_equal(model->motors[m].name, name))
      return m;
  return -1;
}

/* Range of values. */
typedef struct {
  double least, most;
} Range;

static void
widen(Range *range, double value)
{
  range->least = fmin(range->least, value);
  range->most = fmax(range->most, value);
}

/* Ranges of a joint's coordinate and rate in the motions of a fit. */
static void
measure_joint(Range *position, Range *rate, const TrModel *model, int joint, const TrFit *fit)
{
  *position = *rate = (Range){INFINITY, -INFINITY};
  for (int l = 0; fit && l < fit->n_logs; l++) {
    const TrTrajectory *motion = fit->logs[l].trajectory;
    double before = NAN;

    for (int k = 0; k < motion->n_nodes; k++) {
      double now = tr_joint_position(model, joint, tr_trajectory_pose(motion, k));

      if (k > 0 && tr_joint_turns(&model->joints[joint]))
        now = before + remainder(now - before, 2 * M_PI);
      if (k > 0)
        widen(rate, (now - before) / motion->h);
      widen(position, before = now);
    }
  }
}

/* Largest input of a motor in the logs. */
static double
measure_input(const TrTask *task, int motor)
{
  double most = 0;

  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++) {
      const TrChannel *channel = &task->logs[l].channels[c];

      for (gsize i = 0;
           channel->kind == TR_SIGNAL_MOTOR && channel->index == motor && i < channel->n; i++)
        most = fmax(most, fabs(channel->y[i]));
    }
  return most;
}

/* Wish under construction. */
typedef struct {
  TrammelWish *out;
  const TrammelPlanOptions *options;
  const TrTask *task;
  const TrModel *model;
  const TrFit *fit;
} Making;

/* Returns the limit that is stated for a joint or motor; NULL: none. */
static const TrammelPlanLimit *
find_stated(const Making *m, TrPlanLimitKind kind, const char *name)
{
  for (guint i = 0; i < m->options->limits->len; i++) {
    const TrammelPlanLimit *l = &g_array_index(m->options->limits, TrammelPlanLimit, i);
    if (l->kind == kind && g_str_equal(l->name, name))
      return l;
  }
  return NULL;
}

static void
add_limit(Making *m, TrPlanLimitKind kind, int owner, Range range)
{
  TrPlanLimit limit = {kind, owner, range.least, range.most};

  if (isfinite(range.least) || isfinite(range.most))
    g_array_append_val(m->out->limits, limit);
}

/* Limits of a joint's coordinate: those stated, else within the model's stops what the logs have.
 */
static Range
choose_range(const Making *m, int joint, Range seen)
{
  const TrJoint *j = &m->model->joints[joint];
  const TrammelPlanLimit *stated = find_stated(m, TR_LIMIT_POSITION, j->name);
  double clear = isfinite(j->limits.upper - j->limits.lower)
                     ? STOP_SHARE * (j->limits.upper - j->limits.lower)
                     : 0;
  Range range = seen.least < seen.most ? seen : (Range){-INFINITY, INFINITY};

  if (stated)
    return (Range){stated->least, stated->most};
  if (tr_joint_has_limits(j))
    range = (Range){j->limits.lower + clear, j->limits.upper - clear};
  return range;
}

/* Adds the limits of a joint; those of the logs only where a motor of the plan moves it. */
static void
add_joint(Making *m, int joint, gboolean acts)
{
  const TrJoint *j = &m->model->joints[joint];
  const TrammelPlanLimit *rate = find_stated(m, TR_LIMIT_RATE, j->name);
  Range position, seen;

  if (!tr_joint_has_axis(j))
    return;
  measure_joint(&position, &seen, m->model, joint, m->fit);
  if (acts || tr_joint_has_limits(j) || find_stated(m, TR_LIMIT_POSITION, j->name))
    add_limit(m, TR_LIMIT_POSITION, joint, choose_range(m, joint, position));
  if (rate)
    add_limit(m, TR_LIMIT_RATE, joint, (Range){rate->least, rate->most});
  else if (acts && seen.least < seen.most) {
    double most = fmax(-seen.least, seen.most);
    add_limit(m, TR_LIMIT_RATE, joint, (Range){-most, most});
  }
}

/* Returns the most of a motor's input; 0: nothing tells. */
static double
add_motor(Making *m, int motor)
{
  const TrMotor *one = &m->model->motors[motor];
  gboolean is_drive = one->drive != TR_DRIVE_NONE;
  TrPlanLimitKind kind = is_drive ? TR_LIMIT_FORCE : TR_LIMIT_INPUT;
  const TrammelPlanLimit *stated = find_stated(m, kind, one->name);
  double most = is_drive ? 0 : one->limit > 0 ? one->limit : measure_input(m->task, motor);

  if (stated) {
    add_limit(m, kind, motor, (Range){stated->least, stated->most});
    return fmax(fabs(stated->least), fabs(stated->most));
  }
  if (most > 0)
    add_limit(m, kind, motor, (Range){-most, most});
  return most;
}

static gboolean
is_wanted(const TrammelPlanOptions *options, const char *motor)
{
  for (guint i = 0; i < options->motors->len; i++)
    if (g_str_equal(options->motors->pdata[i], motor))
      return TRUE;
  return options->motors->len == 0;
}

/* Size and centre of an actor's curve, by the limits of its joint: a joint that follows set-points
 * starts in the middle of its range. */
static gboolean
place_actor(TrActor *actor, const Making *m, double most_input, GError **error)
{
  const TrMotor *motor = &m->model->motors[actor->motor];
  double rate = INFINITY;

  actor->centre = m->fit && m->fit->n_logs > 0
                      ? tr_joint_position(m->model, motor->joint,
                                          tr_trajectory_pose(m->fit->logs[0].trajectory, 0))
                      : m->model->joints[motor->joint].start;
  if (!actor->follows && motor->drive == TR_DRIVE_NONE) {
    actor->centre = 0;
    actor->size = most_input;
  }
  for (guint i = 0; actor->size == 0 && i < m->out->limits->len; i++) {
    const TrPlanLimit *l = &g_array_index(m->out->limits, TrPlanLimit, i);
    if (l->owner == motor->joint && l->kind == TR_LIMIT_POSITION) {
      actor->size = (l->most - l->least) / 2;
      actor->centre = isfinite(actor->size) ? (l->most + l->least) / 2 : actor->centre;
    }
    if (l->owner == motor->joint && l->kind == TR_LIMIT_RATE)
      rate = l->most;
  }
  if (!(isfinite(actor->size) && actor->size > 0) && isfinite(rate))
    actor->size = rate;
  if (isfinite(actor->size) && actor->size > 0)
    return TRUE;
  if (actor->follows)
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "how far motor '%s' may go is not known without a log; state the range of its "
        "joint",
        motor->name);
  else
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "how far motor '%s' may go is not known without a log; state the limit of its "
        "input",
        motor->name);
  return FALSE;
}

static gboolean
add_actors(Making *m, GError **error)
{
  g_autofree gboolean *acts = g_new0(gboolean, (gsize)m->model->n_joints + 1);

  for (int i = 0; i < m->model->n_motors; i++)
    acts[m->model->motors[i].joint] |= is_wanted(m->options, m->model->motors[i].name);
  for (int j = 0; j < m->model->n_joints; j++)
    add_joint(m, j, acts[j]);
  for (int i = 0; i < m->model->n_motors; i++) {
    TrActor actor = {.motor = i, .follows = m->options->mode == TRAMMEL_PLAN_SETPOINTS};

    if (!is_wanted(m->options, m->model->motors[i].name))
      continue;
    if (!place_actor(&actor, m, add_motor(m, i), error))
      return FALSE;
    g_array_append_val(m->out->actors, actor);
  }
  return TRUE;
}

/* Checks the names of the options against the model. */
static gboolean
check_names(const Making *m, GError **error)
{
  for (guint i = 0; i < m->options->motors->len; i++)
    if (find_motor(m->model, m->options->motors->pdata[i]) < 0) {
      trammel_error_set(error, TRAMMEL_ERROR_USAGE, "there is no motor '%s'",
                        (char *)m->options->motors->pdata[i]);
      return FALSE;
    }
  for (guint i = 0; i < m->options->limits->len; i++) {
    const TrammelPlanLimit *l = &g_array_index(m->options->limits, TrammelPlanLimit, i);
    gboolean is_joint = l->kind == TR_LIMIT_POSITION || l->kind == TR_LIMIT_RATE;

    if ((is_joint ? find_joint(m->model, l->name) : find_motor(m->model, l->name)) < 0) {
      if (is_joint)
        trammel_error_set(error, TRAMMEL_ERROR_USAGE, "there is no joint '%s' with a coordinate",
                          l->name);
      else
        trammel_error_set(error, TRAMMEL_ERROR_USAGE, "there is no motor '%s'", l->name);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
fill_interest(Making *m, GError **error)
{
  m->out->interest = g_new0(bool, (gsize)m->task->n_free + 1);
  for (guint i = 0; i < m->options->interest->len; i++) {
    const char *id = m->options->interest->pdata[i];
    gboolean found = FALSE;

    for (int f = 0; f < m->task->n_free; f++) {
      char own[TR_ID_SIZE];
      tr_task_free_id(own, m->task, f);
      m->out->interest[f] |= g_str_equal(own, id);
      found |= g_str_equal(own, id);
    }
    if (!found) {
      trammel_error_set(
          error, TRAMMEL_ERROR_USAGE,
          "'%s' is not one of the free parameters, so that no log can show it; free it", id);
      return FALSE;
    }
  }
  for (int f = 0; f < m->task->n_free && m->options->interest->len == 0; f++)
    m->out->interest[f] = TRUE;
  return TRUE;
}

/* Time between samples of the first sensor of the first log. */
static double
find_sample_step(const TrTask *task)
{
  for (int c = 0; task->n_logs > 0 && c < task->logs[0].n_channels; c++) {
    const TrChannel *channel = &task->logs[0].channels[c];
    if (channel->kind == TR_SIGNAL_SENSOR && channel->n > 1)
      return (channel->t[channel->n - 1] - channel->t[0]) / (double)(channel->n - 1);
  }
  return 1.0 / DEFAULT_RATE;
}

/* Periods in the duration at which the motors' joints go through their range at their largest
 * rate. */
static double
count_periods(const Making *m)
{
  double sum = 0;
  int n = 0;

  for (guint i = 0; i < m->out->limits->len; i++)
    for (guint j = 0; j < m->out->limits->len; j++) {
      const TrPlanLimit *range = &g_array_index(m->out->limits, TrPlanLimit, i);
      const TrPlanLimit *rate = &g_array_index(m->out->limits, TrPlanLimit, j);

      if (range->kind == TR_LIMIT_POSITION && rate->kind == TR_LIMIT_RATE &&
          range->owner == rate->owner && isfinite(range->most - range->least)) {
        sum += log(rate->most / (G_PI * (range->most - range->least)));
        n++;
      }
    }
  return n > 0 ? exp(sum / n) * m->options->duration : 1;
}

/* Sets the frequencies to whole periods in the duration: about those that the limits give, and two
 * thirds and three halves of them.  Steps have no frequency. */
static void
fill_frequencies(const Making *m)
{
  static const double factors[TR_MAX_FREQUENCIES] = {1, 2.0 / 3, 1.5};
  double usual = count_periods(m);
  TrWish *wish = &m->out->wish;

  wish->n_frequencies = 0;
  for (int i = 0; i < (m->options->shape == TR_SERIES_STEPS ? 1 : TR_MAX_FREQUENCIES); i++) {
    double frequency = fmax(1, round(factors[i] * usual)) / m->options->duration;
    gboolean is_new = TRUE;

    for (int k = 0; k < wish->n_frequencies; k++)
      is_new &= frequency != wish->frequencies[k];
    if (is_new)
      wish->frequencies[wish->n_frequencies++] = frequency;
  }
}

static void
fill_numbers(Making *m)
{
  const TrammelPlanOptions *o = m->options;
  TrWish *wish = &m->out->wish;

  *wish = tr_wish_default();
  wish->series = (TrPlanSeries){o->shape, o->duration, NAN, o->harmonics};
  wish->frequencies[0] = o->frequency;
  wish->sample_step = o->rate > 0 ? 1 / o->rate : find_sample_step(m->task);
  wish->criterion = o->criterion;
  wish->is_alone = o->is_alone;
  wish->n_random = o->n_random;
  wish->n_starts = o->n_starts;
  wish->n_evaluations = o->n_evaluations;
  wish->n_rehearsals = o->n_rehearsals;
  wish->seed = o->seed;
  wish->threads = o->threads > 0 ? o->threads : (int)g_get_num_processors();
}

gboolean
trammel_wish_init(TrammelWish *out,
                  const TrammelPlanOptions *options,
                  TrammelProblem *problem,
                  const TrFit *fit,
                  GError **error)
{
  const TrTask *task = trammel_problem_get_task(problem);
  Making m = {out, options, task, fit ? fit->model : task->model, fit};

  *out = (TrammelWish){.actors = g_array_new(FALSE, FALSE, sizeof(TrActor)),
                       .limits = g_array_new(FALSE, FALSE, sizeof(TrPlanLimit))};
  fill_numbers(&m);
  if (!check_names(&m, error) || !fill_interest(&m, error) || !add_actors(&m, error)) {
    trammel_wish_clear(out);
    return FALSE;
  }
  if (!(options->frequency > 0))
    fill_frequencies(&m);
  out->wish.n_actors = (int)out->actors->len;
  out->wish.actors = (const TrActor *)(gpointer)out->actors->data;
  out->wish.n_limits = (int)out->limits->len;
  out->wish.limits = (const TrPlanLimit *)(gpointer)out->limits->data;
  out->wish.is_of_interest = out->interest;
  return TRUE;
}

void
trammel_wish_clear(TrammelWish *wish)
{
  g_clear_pointer(&wish->actors, g_array_unref);
  g_clear_pointer(&wish->limits, g_array_unref);
  g_clear_pointer(&wish->interest, g_free);
}
