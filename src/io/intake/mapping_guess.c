/* Guesses of a mapping from names, units and motion (io/intake/mapping_plan.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/mbs/model/sensor.h"
#include "io/intake/mapping_plan.h"
#include "io/units/units.h"

/* Rating of a usual name with the number of the joint, above all but a name of signal or joint. */
enum { RATE_BY_NUMBER = 12 };

/* Returns the motor of a row; NULL for that of a sensor. */
static const TrMotor *
find_motor(const TrModel *model, const TrammelMapRow *row)
{
  for (int m = 0; row->is_motor && m < model->n_motors; m++)
    if (g_str_equal(model->motors[m].name, row->signal))
      return &model->motors[m];
  return NULL;
}

/* Returns the unit of the quantity that a row takes; NULL for the input of a motor, which has that
 * of its gain. */
static const char *
get_wanted_unit(const TrammelMappingPlan *plan, const TrammelMapRow *row)
{
  static const char *const units[][2] = {
      [TR_DRIVE_POSITION] = {"rad", "m"},
      [TR_DRIVE_VELOCITY] = {"rad/s", "m/s"},
      [TR_DRIVE_ACCELERATION] = {"rad/s^2", "m/s^2"},
  };
  const TrModel *model = trammel_project_get_model(plan->project);
  const TrMotor *motor = find_motor(model, row);

  if (!motor)
    return row->unit;
  return tr_motor_channel_motion(motor) == TR_DRIVE_NONE
             ? NULL
             : units[tr_motor_channel_motion(motor)]
                    [tr_joint_is_linear(&model->joints[motor->joint])];
}

/* Returns the dimension of the unit that a channel states; NONE if it states none. */
static TrammelDimension
get_dimension(const TrammelTableChannel *channel)
{
  TrammelDimension found;

  return channel->unit && trammel_unit_parse(channel->unit, NULL, &found) ? found
                                                                          : TRAMMEL_DIMENSION_NONE;
}

/* Returns TRUE if the channel's unit fits the signal; a channel without a unit fits all. */
static gboolean
has_fitting_unit(const TrammelMappingPlan *plan,
                 const TrammelTableChannel *channel,
                 const TrammelMapRow *row)
{
  const char *unit = get_wanted_unit(plan, row);
  TrammelDimension wanted, found = get_dimension(channel);

  if (channel->is_time || !channel->t)
    return FALSE;
  if (found == TRAMMEL_DIMENSION_NONE)
    return TRUE;
  if (!unit)
    return found != TRAMMEL_DIMENSION_TIME && found != TRAMMEL_DIMENSION_MASS;
  return trammel_unit_parse(unit, NULL, &wanted) && wanted == found;
}

/* Returns the edit distance of two words: letters added, dropped or changed. */
static guint
count_edits(const char *a, const char *b)
{
  gsize n = strlen(b);
  g_autofree guint *row = g_new(guint, n + 1);

  for (gsize k = 0; k <= n; k++)
    row[k] = (guint)k;
  for (gsize i = 1; a[i - 1]; i++) {
    guint corner = row[0];
    row[0] = (guint)i;
    for (gsize k = 1; k <= n; k++) {
      guint change = corner + (a[i - 1] != b[k - 1]);
      corner = row[k];
      row[k] = MIN(change, MIN(row[k], row[k - 1]) + 1);
    }
  }
  return row[n];
}

static const char *const orientations[] = {"q", "quat", "orientation", "rot"};

/* Returns the usual names of channels for a kind of signal. */
static const char *const *
get_usual_words(const TrModel *model, guint row, guint *n)
{
  static const char *const angles[] = {"q",       "pos",   "position", "angle", "enc",
                                       "encoder", "theta", "phi",      "alpha", "qm"};
  static const char *const lengths[] = {"q",  "pos", "position", "enc",          "encoder",
                                        "qm", "x",   "z",        "displacement", "distance"};
  static const char *const inputs[] = {"u",     "i",       "f",     "tau",  "torque",
                                       "force", "current", "input", "volt", "command",
                                       "vir",   "motor",   "effort"};
  static const char *const torques[] = {"tau", "torque", "force", "effort", "load"};
  static const char *const rates[] = {"dq",  "qd",       "qdot", "w",     "v",
                                      "vel", "velocity", "rate", "omega", "speed"};
  static const char *const points[] = {"p", "pos", "position", "marker", "point"};
  static const char *const gyros[] = {"w", "g", "gyro", "gyr", "omega", "rate"};
  static const char *const accelerations[] = {"a", "acc", "accel"};
  static const struct {
    const char *const *words;
    guint n;
  } of_type[TR_N_SENSOR_TYPES] = {
      [TR_SENSOR_JOINT_POSITION] = {angles, G_N_ELEMENTS(angles)},
      [TR_SENSOR_JOINT_VELOCITY] = {rates, G_N_ELEMENTS(rates)},
      [TR_SENSOR_JOINT_TORQUE] = {torques, G_N_ELEMENTS(torques)},
      [TR_SENSOR_POINT_POSITION] = {points, G_N_ELEMENTS(points)},
      [TR_SENSOR_BODY_ORIENTATION] = {orientations, G_N_ELEMENTS(orientations)},
      [TR_SENSOR_BODY_POSE] = {points, G_N_ELEMENTS(points)},
      [TR_SENSOR_GYRO] = {gyros, G_N_ELEMENTS(gyros)},
      [TR_SENSOR_ACCELEROMETER] = {accelerations, G_N_ELEMENTS(accelerations)},
  };

  guint n_sensors = (guint)model->n_sensors;
  if (row >= n_sensors &&
      tr_motor_channel_motion(&model->motors[row - n_sensors]) == TR_DRIVE_NONE) {
    *n = G_N_ELEMENTS(inputs);
    return inputs;
  }
  /* a prescribed motion is named like a measured one */
  TrSensorType type =
      row < n_sensors ? model->sensors[row].type
      : tr_motor_channel_motion(&model->motors[row - n_sensors]) == TR_DRIVE_VELOCITY
          ? TR_SENSOR_JOINT_VELOCITY
          : TR_SENSOR_JOINT_POSITION;
  int joint = row < n_sensors ? model->sensors[row].joint : model->motors[row - n_sensors].joint;
  if (type == TR_SENSOR_JOINT_POSITION && tr_joint_is_linear(&model->joints[joint])) {
    *n = G_N_ELEMENTS(lengths);
    return lengths;
  }
  *n = of_type[type].n;
  return of_type[type].words;
}

/* Returns TRUE if the last part of "/joint_states/joint0/position" or "a.b.q(:,2)", in small
 * letters, is one of the words. */
static gboolean
is_usual(const char *name, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++) {
    gsize length = strlen(words[i]);
    if (g_str_has_prefix(name, words[i]) &&
        strspn(name + length, "0123456789_[]() ") == strlen(name + length))
      return TRUE;
    if (length > 2 && strstr(name, words[i]))
      return TRUE;
  }
  return FALSE;
}

/* Cuts the letter of an axis, with separators before it, off the end of a name, "gyro_x" or "ax";
 * returns FALSE if the name ends with another one. */
static gboolean
cut_letter(char *name, char letter)
{
  gsize n = strlen(name);

  if (n == 0 || name[n - 1] != letter)
    return FALSE;
  while (--n > 0 && strchr("_.-/ ", name[n - 1]))
    ;
  name[n] = '\0';
  return TRUE;
}

/* Cuts the word of a quaternion, with separators before it, off the end of a name. */
static gboolean
cut_orientation(char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS(orientations); i++) {
    gsize n = strlen(name), length = strlen(orientations[i]);
    if (!g_str_has_suffix(name, orientations[i]))
      continue;
    for (n -= length; n > 0 && strchr("_.-/ ", name[n - 1]); n--)
      ;
    name[n] = '\0';
    return TRUE;
  }
  return FALSE;
}

/* Cuts the axis of a sensor off the end of a channel's name.  What remains may be empty for the
 * place and the quaternion of a tracked body, "x" or "qw". */
static gboolean
cut_axis(char *name, const TrModel *model, guint sensor)
{
  const TrSensor *s = &model->sensors[sensor];
  const char *ending = tr_sensor_class(s->type)->axes[s->axis];
  gboolean is_turn = s->type == TR_SENSOR_BODY_POSE && !tr_sensor_is_point(s);

  return cut_letter(name, ending[strlen(ending) - 1]) && (!is_turn || cut_orientation(name)) &&
         (*name || is_turn || tr_sensor_is_point(s));
}

/* Returns the name of the joint or body that a signal is on. */
static const char *
get_seat(const TrModel *model, guint row)
{
  guint n_sensors = (guint)model->n_sensors;
  const TrSensor *sensor;

  if (row >= n_sensors)
    return model->joints[model->motors[row - n_sensors].joint].name;
  sensor = &model->sensors[row];
  return tr_sensor_class(sensor->type)->is_of_joint ? model->joints[sensor->joint].name
                                                    : model->bodies[sensor->body].name;
}

/* ---- numbers of joints ----------------------------------------------------------------------- */

/* Number at the end of a name, before a closing bracket; -1: none. */
static int
read_number(const char *name)
{
  gsize n = strlen(name), end;

  while (n > 0 && strchr(")]_ ", name[n - 1]))
    n--;
  for (end = n; n > 0 && g_ascii_isdigit(name[n - 1]); n--)
    ;
  return end > n && end - n < 4 ? atoi(name + n) : -1;
}

static gboolean
are_alike(const TrModel *model, guint a, guint b)
{
  guint n = (guint)model->n_sensors;

  if (a >= n || b >= n)
    return a >= n && b >= n;
  return model->sensors[a].type == model->sensors[b].type;
}

/* Returns the number of a row among those of its kind: that at the end of the name of its joint or
 * body, or, where these are not all different, its place, from 1. */
static int
number_row(const TrammelMappingPlan *plan, guint row)
{
  const TrModel *model = trammel_project_get_model(plan->project);
  gboolean is_named = TRUE;
  int place = 0;

  for (guint i = 0; i < plan->rows->len; i++) {
    if (!are_alike(model, i, row))
      continue;
    place += i <= row;
    is_named = is_named && read_number(get_seat(model, i)) >= 0;
    for (guint k = 0; k < i && is_named; k++)
      is_named = !are_alike(model, k, row) ||
                 read_number(get_seat(model, k)) != read_number(get_seat(model, i));
  }
  return is_named ? read_number(get_seat(model, row)) : place;
}

/* Ratings of all pairs of rows and channels, and the numbers of the rows. */
typedef struct {
  const TrammelMappingPlan *plan;
  int *numbers; /* [rows] */
  int *rates;   /* [rows x channels] */
} Guess;

static gboolean
has_row(const Guess *guess, guint like, int number)
{
  const TrModel *model = trammel_project_get_model(guess->plan->project);

  for (guint i = 0; i < guess->plan->rows->len; i++)
    if (guess->numbers[i] == number && are_alike(model, i, like))
      return TRUE;
  return FALSE;
}

/* Returns the difference between the numbers of the channels that are named like one of them, and
 * those of the rows: 0 if the rows have them all, else what lets the least of both agree. */
static int
find_shift(const Guess *guess, const char *name, guint row)
{
  const TrammelMappingPlan *plan = guess->plan;
  const TrModel *model = trammel_project_get_model(plan->project);
  gsize stem = strcspn(name, "0123456789");
  gboolean is_whole = TRUE;
  int least = G_MAXINT, least_row = G_MAXINT;

  for (guint k = 0; k < plan->table->channels->len; k++) {
    const char *other = trammel_mapping_plan_get_channel(plan, k)->name;
    int number = read_number(other);
    if (number < 0 || strcspn(other, "0123456789") != stem ||
        g_ascii_strncasecmp(other, name, stem) != 0)
      continue;
    least = MIN(least, number);
    is_whole = is_whole && has_row(guess, row, number);
  }
  for (guint i = 0; i < plan->rows->len; i++)
    if (are_alike(model, i, row))
      least_row = MIN(least_row, guess->numbers[i]);
  return is_whole || least == G_MAXINT ? 0 : least - least_row;
}

typedef enum { NUMBER_UNKNOWN, NUMBER_AGREES, NUMBER_DIFFERS } NumberMatch;

/* Compares the number at the end of a channel's name, as in q3 or tau_3, with that of the row. */
static NumberMatch
match_number(const Guess *guess, const char *name, guint row)
{
  int number = read_number(name);

  if (number < 0)
    return NUMBER_UNKNOWN;
  return number == guess->numbers[row] + find_shift(guess, name, row) ? NUMBER_AGREES
                                                                      : NUMBER_DIFFERS;
}

/* ---- ratings --------------------------------------------------------------------------------- */

/* Returns a rating of a name against a wanted one: 0 no match, 5 equal. */
static int
rate_words(const char *name, const char *wanted)
{
  const char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
  const char *last = slash ? slash + 1 : dot ? dot + 1 : name;

  if (g_str_equal(name, wanted) || g_str_equal(last, wanted))
    return 6;
  if (strlen(wanted) > 1 && (g_str_has_suffix(name, wanted) || g_str_has_prefix(last, wanted)))
    return 5;
  if (strlen(wanted) > 2 && strstr(name, wanted))
    return 4;
  return strlen(wanted) > 3 && count_edits(last, wanted) <= strlen(wanted) / 3 ? 3 : 0;
}

static int
rate_channel(const Guess *guess, const TrammelTableChannel *channel, guint i)
{
  const TrammelMappingPlan *plan = guess->plan;
  const TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
  const TrModel *model = trammel_project_get_model(plan->project);
  const TrSensorClass *class = row->is_motor ? NULL : tr_sensor_class(model->sensors[i].type);
  guint n_words;
  const char *const *words = get_usual_words(model, i, &n_words);
  g_autofree char *name = g_utf8_strdown(channel->name, -1);
  g_autofree char *signal = g_utf8_strdown(row->signal, -1);
  g_autofree char *seat = g_utf8_strdown(get_seat(model, i), -1);

  if (!has_fitting_unit(plan, channel, row))
    return 0;
  if (class && class->axes && !g_str_equal(name, signal)) {
    if (!cut_axis(name, model, i))
      return 0;
    *strrchr(signal, '.') = '\0';
    if (!*name)
      return channel->unit ? 3 : 2;
  }
  g_autofree char *last = g_path_get_basename(name);
  int rate = 4 * rate_words(name, signal);
  rate = MAX(rate, 3 * rate_words(name, seat) * (is_usual(last, words, n_words) ? 1 : 0));
  if (rate < RATE_BY_NUMBER && is_usual(last, words, n_words)) {
    NumberMatch match = match_number(guess, channel->name, i);
    rate = match == NUMBER_AGREES ? RATE_BY_NUMBER : match == NUMBER_UNKNOWN ? MAX(rate, 3) : rate;
  } else if (rate == 0 && is_usual(name, words, n_words)) {
    rate = 2;
  }
  return rate > 0 ? rate + (channel->unit && !row->is_motor) : 0;
}

static void
rate_all(Guess *guess)
{
  const TrammelMappingPlan *plan = guess->plan;
  guint n = plan->table->channels->len;

  for (guint i = 0; i < plan->rows->len; i++)
    guess->numbers[i] = number_row(plan, i);
  for (guint i = 0; i < plan->rows->len; i++)
    for (guint k = 0; k < n; k++)
      guess->rates[i * n + k] =
          plan->moves[k] ? rate_channel(guess, trammel_mapping_plan_get_channel(plan, k), i) : 0;
}

/* Maps the best pair of signal and channel; of equally good ones the first. */
static gboolean
guess_one(TrammelMappingPlan *plan, const Guess *guess)
{
  guint n = plan->table->channels->len, row = 0, channel = 0;
  int best = 0;

  for (guint i = 0; i < plan->rows->len; i++) {
    const TrammelMapRow *candidate = trammel_mapping_plan_get(plan, i);
    for (guint k = 0; !candidate->column && candidate->channel < 0 && k < n; k++)
      if (guess->rates[i * n + k] > best && !trammel_mapping_plan_uses(plan, k)) {
        best = guess->rates[i * n + k];
        row = i;
        channel = k;
      }
  }
  if (best == 0)
    return FALSE;
  trammel_mapping_plan_get(plan, row)->column = channel + 1;
  trammel_mapping_plan_get(plan, row)->guess = TRAMMEL_GUESS_BY_NAME;
  return TRUE;
}

/* Maps by names; returns the number of signals that it mapped. */
static guint
guess_by_name(TrammelMappingPlan *plan)
{
  g_autofree int *numbers = g_new0(int, plan->rows->len + 1);
  g_autofree int *rates = g_new0(int, (gsize)plan->rows->len * plan->table->channels->len + 1);
  Guess guess = {plan, numbers, rates};
  guint n = 0;

  rate_all(&guess);
  while (guess_one(plan, &guess))
    n++;
  return n;
}

/* Returns the only channel that is left for a row by its stated unit, from 1; 0 if there are none
 * or several. */
static guint
find_only(const TrammelMappingPlan *plan, const TrammelMapRow *row)
{
  guint only = 0;

  for (guint k = 0; k < plan->table->channels->len; k++) {
    const TrammelTableChannel *channel = trammel_mapping_plan_get_channel(plan, k);
    if (trammel_mapping_plan_uses(plan, k) || !plan->moves[k] ||
        get_dimension(channel) == TRAMMEL_DIMENSION_NONE || !has_fitting_unit(plan, channel, row))
      continue;
    if (only)
      return 0;
    only = k + 1;
  }
  return only;
}

/* Maps the rows for which a single channel states the fitting unit, and which are the only ones
 * that it fits. */
static guint
guess_by_unit(TrammelMappingPlan *plan)
{
  g_autofree guint *only = g_new0(guint, plan->rows->len + 1);
  guint n = 0;

  for (guint i = 0; i < plan->rows->len; i++) {
    const TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    if (!row->column && row->channel < 0 && get_wanted_unit(plan, row))
      only[i] = find_only(plan, row);
  }
  for (guint i = 0; i < plan->rows->len; i++) {
    guint n_rows = 0;
    for (guint k = 0; only[i] && k < plan->rows->len; k++)
      n_rows += only[k] == only[i];
    if (n_rows != 1)
      continue;
    trammel_mapping_plan_get(plan, i)->column = only[i];
    trammel_mapping_plan_get(plan, i)->guess = TRAMMEL_GUESS_BY_UNIT;
    n++;
  }
  return n;
}

/* ---- voltages -------------------------------------------------------------------------------- */

/* Least correlation with the slope of a position by which a channel counts as its rate, and the
 * share of the log over which the slope is taken, so that the steps of an encoder do not count. */
#define RATE_CORRELATION 0.9
enum { SLOPE_SHARE = 200 };

static gboolean
is_rate_of(const TrammelTableChannel *rate, const TrammelTableChannel *position)
{
  gsize lag = position->n / SLOPE_SHARE + 1;
  double vv = 0, ss = 0, vs = 0;

  for (gsize i = lag; rate->t == position->t && i + lag < position->n; i++) {
    double slope = position->y[i + lag] - position->y[i - lag], v = rate->y[i];
    if (isnan(slope) || isnan(v))
      continue;
    vv += v * v;
    ss += slope * slope;
    vs += v * slope;
  }
  return vs > RATE_CORRELATION * sqrt(vv * ss) && vs > 0;
}

/* Returns TRUE for "v", "v_1": a voltage, unless it is the rate of a channel that a sensor has. */
static gboolean
is_voltage(const TrammelMappingPlan *plan, guint k)
{
  static const char *const words[] = {"v"};
  const TrammelTableChannel *channel = trammel_mapping_plan_get_channel(plan, k);
  g_autofree char *folded = g_utf8_strdown(channel->name, -1), *name = g_path_get_basename(folded);

  if (!plan->moves[k] || trammel_mapping_plan_uses(plan, k) ||
      !is_usual(name, words, G_N_ELEMENTS(words)))
    return FALSE;
  for (guint i = 0; i < plan->rows->len; i++) {
    const TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    if (!row->is_motor && row->column &&
        is_rate_of(channel, trammel_mapping_plan_get_channel(plan, row->column - 1)))
      return FALSE;
  }
  return TRUE;
}

/* Maps motors whose inputs no other name tells. */
static guint
guess_voltages(TrammelMappingPlan *plan)
{
  const TrModel *model = trammel_project_get_model(plan->project);
  guint n = 0;

  for (guint i = 0; i < plan->rows->len; i++) {
    TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    const TrMotor *motor = find_motor(model, row);
    if (!motor || row->column || row->channel >= 0 ||
        tr_motor_channel_motion(motor) != TR_DRIVE_NONE)
      continue;
    for (guint k = 0; !row->column && k < plan->table->channels->len; k++)
      if (has_fitting_unit(plan, trammel_mapping_plan_get_channel(plan, k), row) &&
          is_voltage(plan, k)) {
        row->column = k + 1;
        row->guess = TRAMMEL_GUESS_BY_NAME;
        n++;
      }
  }
  return n;
}

/* Maps the sensors to the remaining channels of the log's own clock in their order. */
static guint
guess_by_order(TrammelMappingPlan *plan)
{
  guint n = 0, channel = 0;

  for (guint i = 0; i < plan->rows->len; i++) {
    TrammelMapRow *row = trammel_mapping_plan_get(plan, i);
    while (!row->is_motor && channel < plan->table->channels->len &&
           (trammel_mapping_plan_get_channel(plan, channel)->n != plan->table->n_rows ||
            !plan->moves[channel] || trammel_mapping_plan_uses(plan, channel) ||
            !has_fitting_unit(plan, trammel_mapping_plan_get_channel(plan, channel), row)))
      channel++;
    if (row->is_motor || channel == plan->table->channels->len)
      continue;
    row->column = ++channel;
    row->guess = TRAMMEL_GUESS_BY_ORDER;
    n++;
  }
  return n;
}

guint
trammel_mapping_plan_guess(TrammelMappingPlan *plan)
{
  guint n = guess_by_name(plan);

  n += guess_by_unit(plan);
  n += guess_voltages(plan);
  return trammel_mapping_plan_has_sensor(plan) ? n : n + guess_by_order(plan);
}
