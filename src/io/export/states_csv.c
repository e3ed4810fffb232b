#include "io/export/states_csv.h"

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/unwrap.h"
#include "io/base/csv_text.h"
#include "io/base/json_writer.h"
#include "io/export/mat_write.h"

/* Column with its heading `name [unit]`. */
typedef struct {
  char *name;
  const char *unit; /* of the model, or of the caller: outlives the column */
  double *values;   /* [n_nodes] */
} Column;

static void
clear_column(gpointer data)
{
  Column *column = data;

  g_free(column->name);
  g_free(column->values);
}

/* Adds an empty column of n numbers and returns them. */
static double *
add_column(GArray *columns, int n, char *name, const char *unit)
{
  Column column = {name, unit, g_new0(double, n)};

  g_array_append_val(columns, column);
  return column.values;
}

/* Fills the position of a joint over the motion, without jumps by whole turns. */
static void
fill_position(double *values, const TrModel *model, const TrTrajectory *trajectory, int joint)
{
  for (int k = 0; k < trajectory->n_nodes; k++)
    values[k] = tr_joint_position(model, joint, tr_trajectory_pose(trajectory, k));
  if (tr_joint_turns(&model->joints[joint]))
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
    if (!tr_joint_has_axis(joint))
      continue;
    fill_position(add_column(columns, trajectory->n_nodes,
                             g_strconcat(joint->name, ".position", NULL),
                             tr_joint_position_unit(joint)),
                  model, trajectory, j);
    fill_velocity(add_column(columns, trajectory->n_nodes,
                             g_strconcat(joint->name, ".velocity", NULL),
                             tr_joint_velocity_unit(joint)),
                  model, trajectory, j);
  }
}

static void
add_sensors(GArray *columns, const TrModel *model, const TrTrajectory *trajectory)
{
  for (int s = 0; s < model->n_sensors; s++) {
    double *values = add_column(columns, trajectory->n_nodes, g_strdup(model->sensors[s].name),
                                tr_sensor_unit(model, s));

    tr_motion_readings(values, model, s, trajectory);
  }
}

/* Returns the SI unit of the motion that a drive prescribes. */
static const char *
get_drive_unit(const TrModel *model, const TrMotor *motor)
{
  const TrJoint *joint = &model->joints[motor->joint];

  if (motor->drive == TR_DRIVE_POSITION)
    return tr_joint_position_unit(joint);
  return motor->drive == TR_DRIVE_VELOCITY ? tr_joint_velocity_unit(joint)
                                           : tr_joint_acceleration_unit(joint);
}

/* Adds the forces of drives. */
static void
add_drive_forces(GArray *columns, const TrModel *model, const TrTrajectory *trajectory)
{
  for (int m = 0, d = 0; trajectory->drive_force && m < model->n_motors; m++) {
    const TrMotor *motor = &model->motors[m];
    if (motor->drive == TR_DRIVE_NONE)
      continue;
    double *values =
        add_column(columns, trajectory->n_nodes, g_strconcat(motor->name, ".force", NULL),
                   tr_joint_force_unit(&model->joints[motor->joint]));
    for (int k = 0; k < trajectory->n_nodes; k++)
      values[k] = trajectory->drive_force[k * trajectory->n_drives + d];
    d++;
  }
}

static void
add_motors(GArray *columns,
           const TrModel *model,
           int n_nodes,
           const double *input,
           const char *const *units)
{
  int n_inputs = tr_model_n_inputs(model);

  for (int m = 0; input && m < model->n_motors; m++) {
    const TrMotor *motor = &model->motors[m];
    const char *unit = motor->drive != TR_DRIVE_NONE ? get_drive_unit(model, motor)
                       : units && units[m]           ? units[m]
                                                     : "1";
    double *values = add_column(columns, n_nodes, g_strdup(model->motors[m].name), unit);

    for (int k = 0; k < n_nodes; k++)
      values[k] = input[k * n_inputs + m];
  }
}

static char *
write_table(const GArray *columns, int n_rows)
{
  GString *text = g_string_new(NULL);
  char number[TRAMMEL_NUMBER_SIZE];

  for (guint i = 0; i < columns->len; i++) {
    const Column *column = &g_array_index(columns, Column, i);
    g_autofree char *title = g_strdup_printf("%s [%s]", column->name, column->unit);
    g_string_append(text, i ? "," : "");
    trammel_csv_append_text(text, title);
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

/* Returns the columns in the order of the file. */
static GArray *
make_columns(const TrModel *model,
             const TrTrajectory *trajectory,
             const double *input,
             const char *const *motor_units)
{
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(Column));
  double *t;

  g_array_set_clear_func(columns, clear_column);
  t = add_column(columns, trajectory->n_nodes, g_strdup("t"), "s");
  for (int k = 0; k < trajectory->n_nodes; k++)
    t[k] = trajectory->start + k * trajectory->h;
  add_joints(columns, model, trajectory);
  add_sensors(columns, model, trajectory);
  add_motors(columns, model, trajectory->n_nodes, input, motor_units);
  add_drive_forces(columns, model, trajectory);
  return columns;
}

char *
trammel_states_to_csv(const TrModel *model,
                      const TrTrajectory *trajectory,
                      const double *input,
                      const char *const *motor_units)
{
  g_autoptr(GArray) columns = make_columns(model, trajectory, input, motor_units);

  return write_table(columns, trajectory->n_nodes);
}

gboolean
trammel_states_save_mat(const TrModel *model,
                        const TrTrajectory *trajectory,
                        const double *input,
                        const char *const *motor_units,
                        const char *path,
                        GError **error)
{
  g_autoptr(GArray) columns = make_columns(model, trajectory, input, motor_units);
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();
  g_autofree const char **names = g_new0(const char *, columns->len + 1);
  g_autofree const char **units = g_new0(const char *, columns->len + 1);
  /* the two cells come last, and keep their names in any case */
  g_autofree const char **wanted = g_new0(const char *, columns->len + 3);
  g_autofree const char **order = g_new0(const char *, columns->len + 3);
  g_auto(GStrv) fields = NULL;

  wanted[0] = "names";
  wanted[1] = "units";
  for (guint i = 0; i < columns->len; i++) {
    const Column *column = &g_array_index(columns, Column, i);
    wanted[i + 2] = names[i] = column->name;
    units[i] = column->unit;
  }
  fields = trammel_mat_make_names(wanted);
  for (guint i = 0; i < columns->len + 2; i++)
    order[i] = fields[(i + 2) % (columns->len + 2)];
  trammel_mat_writer_begin_struct(writer, "states", order, 1, 1);
  for (guint i = 0; i < columns->len; i++)
    trammel_mat_writer_add_numbers(writer, NULL, g_array_index(columns, Column, i).values,
                                   (gsize)trajectory->n_nodes, 1);
  trammel_mat_writer_add_texts(writer, NULL, names);
  trammel_mat_writer_add_texts(writer, NULL, units);
  trammel_mat_writer_end(writer);
  return trammel_mat_writer_save(writer, path, error);
}
