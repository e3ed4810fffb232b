#include "io/export/states_csv.h"

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/mbs/mechanism/mechanism.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/unwrap.h"
#include "io/base/error.h"
#include "io/base/table.h"
#include "io/export/mat_write.h"

/* Adds a column with a number per node and returns the numbers, to be filled. */
static double *
add_values(TrammelTable *table, const TrTrajectory *trajectory, const char *title, const char *unit)
{
  return trammel_table_add_values(table, title, unit, (gsize)trajectory->n_nodes);
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
add_joints(TrammelTable *table, const TrModel *model, const TrTrajectory *trajectory)
{
  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    if (!tr_joint_has_axis(joint))
      continue;
    g_autofree char *position = g_strconcat(joint->name, ".position", NULL);
    g_autofree char *velocity = g_strconcat(joint->name, ".velocity", NULL);
    fill_position(add_values(table, trajectory, position, tr_joint_position_unit(joint)), model,
                  trajectory, j);
    fill_velocity(add_values(table, trajectory, velocity, tr_joint_velocity_unit(joint)), model,
                  trajectory, j);
  }
}

static void
add_sensors(TrammelTable *table, const TrModel *model, const TrTrajectory *trajectory)
{
  for (int s = 0; s < model->n_sensors; s++) {
    double *values =
        add_values(table, trajectory, model->sensors[s].name, tr_sensor_unit(model, s));

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
add_drive_forces(TrammelTable *table, const TrModel *model, const TrTrajectory *trajectory)
{
  for (int m = 0, d = 0; trajectory->drive_force && m < model->n_motors; m++) {
    const TrMotor *motor = &model->motors[m];
    if (motor->drive == TR_DRIVE_NONE)
      continue;
    g_autofree char *title = g_strconcat(motor->name, ".force", NULL);
    double *values =
        add_values(table, trajectory, title, tr_joint_force_unit(&model->joints[motor->joint]));
    for (int k = 0; k < trajectory->n_nodes; k++)
      values[k] = trajectory->drive_force[k * trajectory->n_drives + d];
    d++;
  }
}

static void
add_motors(TrammelTable *table,
           const TrModel *model,
           const TrTrajectory *trajectory,
           const double *input,
           const char *const *units)
{
  int n_inputs = tr_model_n_inputs(model);

  for (int m = 0; input && m < model->n_motors; m++) {
    const TrMotor *motor = &model->motors[m];
    const char *unit = motor->drive != TR_DRIVE_NONE ? get_drive_unit(model, motor)
                       : units && units[m]           ? units[m]
                                                     : "1";
    double *values = add_values(table, trajectory, model->motors[m].name, unit);

    for (int k = 0; k < trajectory->n_nodes; k++)
      values[k] = input[k * n_inputs + m];
  }
}

/* ---- forces of the constraint rows ----------------------------------------------------------- */

/* Rows of a joint that were named before. */
typedef struct {
  int joint, n_forces, n_torques;
} NamedRows;

/* Returns the column's title of a row of a constraint; free with g_free(). */
static char *
name_row(NamedRows *named, const TrModel *model, const TrConstraint *constraint, int row)
{
  int joint = constraint->gear >= 0 ? constraint->gear : constraint->joint;
  const char *name = model->joints[joint].name;

  if (joint != named->joint)
    *named = (NamedRows){.joint = joint};
  if (constraint->gear >= 0)
    return g_strdup_printf("%s.%s", name, constraint->angular ? "torque" : "force");
  if (constraint->prim.type == TR_PRIM_POINT)
    return g_strdup_printf("%s.force.%c", name, 'x' + row);
  if (constraint->angular)
    return g_strdup_printf("%s.torque.%d", name, ++named->n_torques);
  return g_strdup_printf("%s.force.%d", name, ++named->n_forces);
}

/* Adds the forces of the rows of a constraint: those of a point as they act on the child. */
static void
add_rows(TrammelTable *table,
         NamedRows *named,
         const TrModel *model,
         const TrTrajectory *trajectory,
         const TrConstraint *constraint,
         const TrForceBalance *forces)
{
  gboolean is_point = constraint->prim.type == TR_PRIM_POINT;

  for (int r = 0; r < constraint->n_rows; r++) {
    g_autofree char *title = name_row(named, model, constraint, r);
    double *values = add_values(table, trajectory, title, constraint->angular ? "N m" : "N");

    for (int k = 0; k < trajectory->n_nodes; k++) {
      double multiplier = forces->multiplier[k * forces->n_rows + constraint->row + r];

      values[k] = is_point ? 0 - multiplier : multiplier; /* no negative zero */
    }
  }
}

static void
add_forces(TrammelTable *table,
           const TrModel *model,
           const TrTrajectory *trajectory,
           const TrForceBalance *forces)
{
  TrMechanism *mechanism = trammel_need_memory(tr_mechanism_new(model));
  NamedRows named = {.joint = -1};

  for (int i = 0; i < mechanism->n_constraints - mechanism->n_drives; i++)
    add_rows(table, &named, model, trajectory, &mechanism->constraints[i], forces);
  for (int i = 0; i < mechanism->n_gears; i++)
    add_rows(table, &named, model, trajectory, &mechanism->gears[2 * i], forces);
  tr_mechanism_free(mechanism);
}

/* Returns the columns in the order of the file. */
static TrammelTable *
make_columns(const TrammelStates *states)
{
  const TrModel *model = states->model;
  const TrTrajectory *trajectory = states->trajectory;

  TrammelTable *table = trammel_table_new("");
  double *t = add_values(table, trajectory, "t", "s");

  for (int k = 0; k < trajectory->n_nodes; k++)
    t[k] = trajectory->start + k * trajectory->h;
  add_joints(table, model, trajectory);
  add_sensors(table, model, trajectory);
  add_motors(table, model, trajectory, states->input, states->motor_units);
  add_drive_forces(table, model, trajectory);
  if (states->forces)
    add_forces(table, model, trajectory, states->forces);
  return table;
}

char *
trammel_states_to_csv(const TrammelStates *states)
{
  g_autoptr(TrammelTable) table = make_columns(states);

  return trammel_table_to_csv(table);
}

gboolean
trammel_states_save_mat(const TrammelStates *states, const char *path, GError **error)
{
  g_autoptr(TrammelTable) table = make_columns(states);
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();
  guint n = trammel_table_get_n_columns(table);
  g_autofree const char **names = g_new0(const char *, n + 1);
  g_autofree const char **units = g_new0(const char *, n + 1);
  /* the two cells come last, and keep their names in any case */
  g_autofree const char **wanted = g_new0(const char *, n + 3);
  g_autofree const char **order = g_new0(const char *, n + 3);
  g_auto(GStrv) fields = NULL;

  wanted[0] = "names";
  wanted[1] = "units";
  for (guint i = 0; i < n; i++) {
    wanted[i + 2] = names[i] = trammel_table_get_title(table, i);
    units[i] = trammel_table_get_unit(table, i);
  }
  fields = trammel_mat_make_names(wanted);
  for (guint i = 0; i < n + 2; i++)
    order[i] = fields[(i + 2) % (n + 2)];
  trammel_mat_writer_begin_struct(writer, "states", order, 1, 1);
  for (guint i = 0; i < n; i++)
    trammel_mat_writer_add_numbers(writer, NULL, trammel_table_get_values(table, i),
                                   (gsize)states->trajectory->n_nodes, 1);
  trammel_mat_writer_add_texts(writer, NULL, names);
  trammel_mat_writer_add_texts(writer, NULL, units);
  trammel_mat_writer_end(writer);
  return trammel_mat_writer_save(writer, path, error);
}
