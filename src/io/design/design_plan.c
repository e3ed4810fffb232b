/* A plan in files: kept in a project, as CSV and as a C header. */
#include <math.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/table.h"
#include "io/design/design.h"
#include "io/project/put.h"

static const char *
get_mode(const TrammelDesign *d, const TrActor *actor)
{
  if (d->planner->model->motors[actor->motor].drive != TR_DRIVE_NONE)
    return "drive";
  return actor->follows ? "set-points" : "input";
}

static void
write_motor(TrammelJsonWriter *json, const TrammelDesign *d, int a)
{
  const TrActor *actor = &d->planner->wish->actors[a];
  int n = tr_series_count(&d->planner->wish->series);
  TrPlanCurve curve;

  tr_planner_curve_init(&curve, d->planner, d->plan->x, a);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "motor", d->planner->model->motors[actor->motor].name);
  trammel_json_writer_add_string(json, "mode", get_mode(d, actor));
  trammel_json_writer_add_number(json, "centre", actor->centre);
  trammel_json_writer_add_number(json, "size", actor->size);
  trammel_json_writer_key(json, "numbers");
  trammel_json_writer_numbers(json, d->plan->x + a * n, (gsize)n);
  if (d->planner->wish->series.shape == TR_SERIES_FOURIER) {
    gsize harmonics = (gsize)d->planner->wish->series.harmonics;
    trammel_json_writer_key(json, "a");
    trammel_json_writer_numbers(json, curve.a, harmonics);
    trammel_json_writer_key(json, "b");
    trammel_json_writer_numbers(json, curve.b, harmonics);
  }
  trammel_json_writer_end_object(json);
}

static void
write_limit(TrammelJsonWriter *json, const TrammelDesign *d, const TrPlanLimit *limit)
{
  const TrModel *model = d->planner->model;
  gboolean is_joint = limit->kind == TR_LIMIT_POSITION || limit->kind == TR_LIMIT_RATE;

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "kind", tr_plan_limit_name(limit->kind));
  trammel_json_writer_add_string(
      json, "name", is_joint ? model->joints[limit->owner].name : model->motors[limit->owner].name);
  trammel_json_writer_add_number(json, "least", limit->least);
  trammel_json_writer_add_number(json, "most", limit->most);
  trammel_json_writer_end_object(json);
}

void
trammel_design_write_plan(TrammelJsonWriter *json, const TrammelDesign *d)
{
  const TrWish *wish = d->planner->wish;

  trammel_json_writer_key(json, "wish");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "shape", tr_series_shape_name(wish->series.shape));
  trammel_json_writer_add_number(json, "duration", wish->series.duration);
  trammel_json_writer_add_number(json, "frequency", trammel_design_get_frequency(d));
  trammel_json_writer_add_integer(json, "harmonics", wish->series.harmonics);
  trammel_json_writer_add_number(json, "rate", 1 / wish->sample_step);
  trammel_json_writer_add_string(json, "criterion", tr_criterion_name(wish->criterion));
  trammel_json_writer_add_boolean(json, "alone", wish->is_alone);
  trammel_json_writer_end_object(json);
  trammel_json_writer_key(json, "motors");
  trammel_json_writer_begin_array(json);
  for (int a = 0; a < wish->n_actors; a++)
    write_motor(json, d, a);
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "limits");
  trammel_json_writer_begin_array(json);
  for (int l = 0; l < wish->n_limits; l++)
    write_limit(json, d, &wish->limits[l]);
  trammel_json_writer_end_array(json);
}

gboolean
trammel_design_keep(const TrammelDesign *d, TrammelProject *project, GError **error)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_design_write_plan(json, d);
  trammel_json_writer_add_number(json, "condition", d->plan->condition);
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < trammel_design_get_n(d); i++) {
    const TrJudgement *now = d->planner->region, *after = d->plan->after;
    char id[TR_ID_SIZE];

    trammel_design_get_id(id, d, i);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", id);
    trammel_json_writer_add_number(json, "now", now->is_known[i] ? now->sigma[i] : NAN);
    trammel_json_writer_add_number(json, "predicted", after->is_known[i] ? after->sigma[i] : NAN);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  g_autofree char *text = trammel_json_writer_finish(json);
  return trammel_project_put(project, "plan", text, error);
}

/* Name of a column, with its unit. */
static char *
make_title(const char *name, const char *unit)
{
  return g_strdup_printf("%s [%s]", name, unit);
}

/* Samples of a channel, or of a set-point. */
static const double *
find_values(const TrammelDesign *d, TrSignalKind kind, int index)
{
  const TrLog *log = &tr_trial_task(d->trial)->logs[0];

  for (int c = 0; c < log->n_channels; c++)
    if (log->channels[c].kind == kind && log->channels[c].index == index)
      return log->channels[c].y;
  return NULL;
}

/* Adds the set-points of a motor's joint. */
static void
add_setpoints(TrammelTable *table, GPtrArray *columns, const TrammelDesign *d, int a)
{
  const TrPlanner *p = d->planner;
  const TrActor *actor = &p->wish->actors[a];
  const TrMotor *motor = &p->model->motors[actor->motor];
  double *y = g_new(double, (gsize)p->n_samples);
  TrPlanCurve curve;

  tr_planner_curve_init(&curve, p, d->plan->x, a);
  for (int i = 0; i < p->n_samples; i++)
    y[i] = actor->centre + actor->size * tr_series_at(&curve, p->time[i]).value;
  g_autofree char *name = g_strdup_printf("%s set-point", p->model->joints[motor->joint].name);
  g_autofree char *title =
      make_title(name, tr_joint_position_unit(&p->model->joints[motor->joint]));
  trammel_table_add_columns(table, title, NULL);
  g_ptr_array_add(columns, y);
}

static void
add_column(TrammelTable *table, GPtrArray *columns, const char *title, const double *y, int n)
{
  trammel_table_add_columns(table, title, NULL);
  g_ptr_array_add(columns, g_memdup2(y, (gsize)n * sizeof *y));
}

char *
trammel_design_to_csv(const TrammelDesign *d)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");
  g_autoptr(GPtrArray) columns = g_ptr_array_new_with_free_func(g_free);
  const TrPlanner *p = d->planner;

  add_column(table, columns, "time [s]", p->time, p->n_samples);
  for (int a = 0; a < p->wish->n_actors; a++)
    if (p->wish->actors[a].follows)
      add_setpoints(table, columns, d, a);
  for (int m = 0; m < p->model->n_motors; m++) {
    g_autofree char *title = g_strdup_printf("%s input", p->model->motors[m].name);
    add_column(table, columns, title, find_values(d, TR_SIGNAL_MOTOR, m), p->n_samples);
  }
  for (int s = 0; s < p->n_sensors; s++) {
    g_autofree char *title =
        make_title(p->model->sensors[p->sensors[s]].name, tr_sensor_unit(p->model, p->sensors[s]));
    add_column(table, columns, title, find_values(d, TR_SIGNAL_SENSOR, p->sensors[s]),
               p->n_samples);
  }
  for (int i = 0; i < p->n_samples; i++)
    for (guint c = 0; c < columns->len; c++)
      trammel_table_add_number(table, ((const double *)columns->pdata[c])[i]);
  return trammel_table_to_csv(table);
}

/* Appends "static const double PLAN_A[2][5] = { ... };". */
static void
append_matrix(GString *header, const char *name, const TrammelDesign *d, gsize offset, int n)
{
  const TrWish *wish = d->planner->wish;

  g_string_append_printf(header, "static const double %s[%d][%d] = {\n", name, wish->n_actors, n);
  for (int a = 0; a < wish->n_actors; a++) {
    TrPlanCurve curve;

    tr_planner_curve_init(&curve, d->planner, d->plan->x, a);
    g_string_append(header, "  { ");
    for (int l = 0; l < n; l++) {
      const double *numbers = (const double *)(gconstpointer)((const char *)&curve + offset);
      char number[TRAMMEL_NUMBER_SIZE];
      double scale = wish->actors[a].size / (l + 1);

      g_string_append_printf(header, "%s%s", l > 0 ? ", " : "",
                             trammel_json_format_number(number, scale * numbers[l]));
    }
    g_string_append(header, " },\n");
  }
  g_string_append(header, "};\n");
}

char *
trammel_design_to_c_header(const TrammelDesign *d)
{
  const TrWish *wish = d->planner->wish;
  GString *header = g_string_new("/* Planned experiment: curves of the motors in SI units.\n");
  char w[TRAMMEL_NUMBER_SIZE], duration[TRAMMEL_NUMBER_SIZE], number[TRAMMEL_NUMBER_SIZE];
  int n = wish->series.harmonics;

  for (int a = 0; a < wish->n_actors; a++)
    g_string_append_printf(header, " * %d: %s, %s\n", a,
                           d->planner->model->motors[wish->actors[a].motor].name,
                           get_mode(d, &wish->actors[a]));
  g_string_append(header, " * value(t) = centre + sum_l a_l sin(l w t) - b_l (cos(l w t) - 1) */\n"
                          "#ifndef PLAN_H\n#define PLAN_H\n\n#include <math.h>\n\n");
  g_string_append_printf(header,
                         "#define PLAN_MOTORS %d\n#define PLAN_HARMONICS %d\n"
                         "#define PLAN_DURATION %s\n#define PLAN_W %s\n\n",
                         wish->n_actors, n,
                         trammel_json_format_number(duration, wish->series.duration),
                         trammel_json_format_number(w, 2 * G_PI * trammel_design_get_frequency(d)));
  append_matrix(header, "PLAN_A", d, G_STRUCT_OFFSET(TrPlanCurve, a), n);
  append_matrix(header, "PLAN_B", d, G_STRUCT_OFFSET(TrPlanCurve, b), n);
  g_string_append_printf(header, "static const double PLAN_CENTRE[%d] = { ", wish->n_actors);
  for (int a = 0; a < wish->n_actors; a++)
    g_string_append_printf(header, "%s%s", a > 0 ? ", " : "",
                           trammel_json_format_number(number, wish->actors[a].centre));
  g_string_append(header, " };\n\nstatic double\nplan_value(int motor, double t)\n{\n"
                          "  double value = PLAN_CENTRE[motor];\n  int l;\n\n"
                          "  for (l = 1; l <= PLAN_HARMONICS; l++)\n"
                          "    value += PLAN_A[motor][l - 1] * sin(l * PLAN_W * t) -\n"
                          "             PLAN_B[motor][l - 1] * (cos(l * PLAN_W * t) - 1);\n"
                          "  return value;\n}\n\n#endif\n");
  return g_string_free(header, FALSE);
}
