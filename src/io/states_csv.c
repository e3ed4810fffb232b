#include "io/states_csv.h"

#include "engine/mbs/kinematics.h"
#include "engine/signal/unwrap.h"
#include "io/csv_text.h"
#include "io/json_writer.h"

/* A column with its heading. */
typedef struct {
  char *title;
  double *values; /* [n_nodes] */
} Column;

static void
clear_column(gpointer data)
{
  Column *column = data;

  g_free(column->title);
  g_free(column->values);
}

/* Adds an empty column of n numbers and returns them. */
static double *
add_column(GArray *columns, int n, char *title)
{
  Column column = {title, g_new0(double, n)};

  g_array_append_val(columns, column);
  return column.values;
}

static char *
make_title(const char *name, const char *what, const char *unit)
{
  return g_strdup_printf("%s%s [%s]", name, what, unit);
}

/* Position of a joint over the motion, without jumps by whole turns. */
static void
fill_position(double *values, const TrModel *model, const TrTrajectory *trajectory, int joint)
{
  for (int k = 0; k < trajectory->n_nodes; k++)
    values[k] = tr_joint_position(model, joint, tr_trajectory_pose(trajectory, k));
  if (model->joints[joint].type == TR_JOINT_HINGE)
    tr_unwrap(values, (size_t)trajectory->n_nodes);
}

static void
fill_velocity(double *values, const TrModel *model, const TrTrajectory *trajectory, int joint)
{
  for (int k = 0; k < trajectory->n_nodes; k++)
    values[k] = tr_joint_velocity(model, joint, tr_trajectory_pose(trajectory, k),
                                  tr_trajectory_twist(trajectory, k));
}

static void
add_joints(GArray *columns, const TrModel *model, const TrTrajectory *trajectory)
{
  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    if (joint->type == TR_JOINT_FIXED)
      continue;
    fill_position(add_column(columns, trajectory->n_nodes,
                             make_title(joint->name, ".position", tr_joint_position_unit(joint))),
                  model, trajectory, j);
    fill_velocity(add_column(columns, trajectory->n_nodes,
                             make_title(joint->name, ".velocity", tr_joint_velocity_unit(joint))),
                  model, trajectory, j);
  }
}

static void
add_sensors(GArray *columns, const TrModel *model, const TrTrajectory *trajectory)
{
  for (int s = 0; s < model->n_sensors; s++) {
    const TrSensor *sensor = &model->sensors[s];
    const char *unit = tr_joint_position_unit(&model->joints[sensor->joint]);

    fill_position(add_column(columns, trajectory->n_nodes, make_title(sensor->name, "", unit)),
                  model, trajectory, sensor->joint);
  }
}

static void
add_motors(GArray *columns,
           const TrModel *model,
           int n_nodes,
           const double *input,
           const char *const *units)
{
  for (int m = 0; input && m < model->n_motors; m++) {
    const char *unit = units && units[m] ? units[m] : "1";
    double *values = add_column(columns, n_nodes, make_title(model->motors[m].name, "", unit));

    for (int k = 0; k < n_nodes; k++)
      values[k] = input[k * model->n_motors + m];
  }
}

static char *
write_table(const GArray *columns, int n_rows)
{
  GString *text = g_string_new(NULL);
  char number[TRAMMEL_NUMBER_SIZE];

  for (guint i = 0; i < columns->len; i++) {
    g_string_append(text, i ? "," : "");
    trammel_csv_append_text(text, g_array_index(columns, Column, i).title);
  }
  g_string_append_c(text, '\n');
  for (int k = 0; k < n_rows; k++) {
    for (guint i = 0; i < columns->len; i++) {
      double value = g_array_index(columns, Column, i).values[k];
      g_string_append(text, i ? "," : "");
      g_string_append(text, trammel_csv_format_number(number, value));
    }
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

char *
trammel_states_to_csv(const TrModel *model,
                      const TrTrajectory *trajectory,
                      const double *input,
                      const char *const *motor_units)
{
  g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(Column));
  double *t;

  g_array_set_clear_func(columns, clear_column);
  t = add_column(columns, trajectory->n_nodes, g_strdup("t [s]"));
  for (int k = 0; k < trajectory->n_nodes; k++)
    t[k] = trajectory->start + k * trajectory->h;
  add_joints(columns, model, trajectory);
  add_sensors(columns, model, trajectory);
  add_motors(columns, model, trajectory->n_nodes, input, motor_units);
  return write_table(columns, trajectory->n_nodes);
}
