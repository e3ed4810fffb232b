/* Parameter columns of the step's derivative: d_a0, d_left, d_force, d_c0 and d_mult of
 * est/step/private.h, and their part of dr. */

#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/spring.h"
#include "engine/mbs/mechanism/private.h"
#include "engine/mbs/model/gravity.h"

/* Product T w with the unit tensor T of one element of the inertia. */
static void
apply_tensor(TrReal out[3], int element, const TrReal w[3])
{
  double unit[6] = {0};
  TrReal tensor[9];

  unit[element] = 1;
  tr_mat3_from_tensor(tensor, unit);
  tr_mat3_apply(out, tensor, w);
}

/* Element (row, column) of a matrix with w->columns. */
static TrReal *
at(TrReal *matrix, const TrStepWork *w, int row, int column)
{
  return matrix + row * w->columns + column;
}

/* The same of d_left, which lacks the columns of the velocities. */
static TrReal *
left_at(const TrStepWork *w, int row, int column)
{
  int before = tr_step_pose_column(w);

  return w->d_left + row * (w->columns - before) + column - before;
}

/* Mass of a body: da0 = v+ - v - h g of its position, and -d(M_a) e = -e. */
static void
fill_mass_column(TrStepWork *w, const TrStepContext *context, int column, int body)
{
  double gravity[3];

  tr_gravity_vector(gravity, &context->model->gravity);
  for (int i = 0; i < 3; i++) {
    int k = 6 * body + i;
    TrReal d = w->v_after[k] - w->v[k] - context->h * gravity[i];

    *at(w->d_a0, w, k, column) += d;
    *left_at(w, k, column) -= w->e[k];
  }
}

/* Element of a body's inertia, with its unit tensor T: da0 = T (omega+ - omega) + h omega x T
 * omega, and -d(M_a) e = -T e_omega. */
static void
fill_inertia_column(TrStepWork *w, const TrStepContext *context, int column, int body, int element)
{
  TrReal omega[3], change[3], moment[3], spin[3], gyro[3], error[3];

  tr_step_gyro_rate(omega, w, context, body);
  tr_vec3_sub(change, w->v_after + 6 * body + 3, w->v + 6 * body + 3);
  apply_tensor(moment, element, change);
  apply_tensor(spin, element, omega);
  tr_vec3_cross(gyro, omega, spin);
  apply_tensor(error, element, w->e + 6 * body + 3);
  for (int i = 0; i < 3; i++) {
    TrReal d = moment[i] + context->h * gyro[i];

    *at(w->d_a0, w, 6 * body + 3 + i, column) += d;
    *left_at(w, 6 * body + 3 + i, column) -= error[i];
  }
}

/* Magnitude of gravity: da0 = -h m direction of every body. */
static void
fill_gravity_column(TrStepWork *w, const TrStepContext *context, int column)
{
  TrGravity unit = context->model->gravity;
  double direction[3];

  unit.magnitude = 1;
  tr_gravity_vector(direction, &unit);
  for (int b = 0; b < context->model->n_bodies; b++)
    for (int i = 0; i < 3; i++)
      *at(w->d_a0, w, 6 * b + i, column) -=
          context->h * context->model->bodies[b].mass * direction[i];
}

/* Tilt of gravity: da0 = -h m dg/dtilt of every body. */
static void
fill_tilt_column(TrStepWork *w, const TrStepContext *context, int column, TrParam param)
{
  double derivative[9];
  int axis = tr_param_tilt_axis(context->model, param);

  tr_gravity_tilt_derivative(derivative, &context->model->gravity);
  for (int b = 0; b < context->model->n_bodies; b++)
    for (int i = 0; i < 3; i++)
      *at(w->d_a0, w, 6 * b + i, column) -=
          context->h * context->model->bodies[b].mass * derivative[3 * i + axis];
}

/* Coefficients of friction, springs and motors: df/dp of the joints. */
static void
fill_axial_column(TrStepWork *w, const TrStepContext *context, int column, TrParam param)
{
  for (int j = 0; j < w->n_joints; j++)
    *at(w->d_force, w, j, column) =
        tr_axial_param(context->model, j, param, &w->axial_in[j], &w->axial[j]);
}

/* Rotor inertia: df/dp, and in M_a -gear^2 G-bar^T G-bar e. */
static void
fill_rotor_column(TrStepWork *w, const TrStepContext *context, int column, TrParam param)
{
  const TrMotor *motor = &context->model->motors[param.owner];
  const TrReal *axis = w->axes + motor->joint * w->n;
  TrReal rate = tr_real(0);

  fill_axial_column(w, context, column, param);
  for (int i = 0; i < w->n; i++)
    rate += motor->gear * motor->gear * axis[i] * w->e[i];
  for (int i = 0; i < w->n; i++)
    *left_at(w, i, column) -= axis[i] * rate;
}

/* out column += s vector, rows of a matrix with w->columns */
static void
add_column(
    TrReal *matrix, const TrStepWork *w, int column, double s, const TrReal *vector, int rows)
{
  for (int i = 0; i < rows; i++)
    *at(matrix, w, i, column) += s * vector[i];
}

/* Subtracts a vector from a column of d_left: d(G^T) lambda or d(M_a) e. */
static void
take_from_left(const TrStepWork *w, int column, const TrReal *vector)
{
  for (int i = 0; i < w->n; i++)
    *left_at(w, i, column) -= vector[i];
}

/* Factors of the rotors' part of d(M_a) e, [n_joints] each: rate = J_s d(G-bar) e by the arm,
 * impulse = J_s G-bar e. */
static void
fill_rotor_error(
    TrReal *rate, TrReal *impulse, TrStepWork *w, const TrStepContext *context, const TrArm *arm)
{
  tr_mechanism_arm_axis_rate(rate, context->mechanism, w->places, arm, w->e);
  for (int j = 0; j < w->n_joints; j++) {
    double inertia = tr_axial_inertia(context->model, j);
    TrReal error_rate = tr_real(0);

    for (int i = 0; i < w->n; i++)
      error_rate += w->axes[j * w->n + i] * w->e[i];
    rate[j] *= inertia;
    impulse[j] = inertia * error_rate;
  }
}

/* Adds df/dstretch dstretch/darm: springs of slides stretch with their arms. */
static void
add_arm_stretch(TrStepWork *w, const TrStepContext *context, int column, const TrArm *arm)
{
  for (int j = 0; j < w->n_joints; j++) {
    const TrConstraint *axis = &context->mechanism->axes[j];
    int moved = tr_constraint_arm_column(axis, arm);
    TrReal geometry[12];

    if (moved < 0 || context->model->joints[j].spring.stiffness == 0)
      continue;
    tr_spring_geometry(geometry, context->model, j, tr_place_of(w->places, axis->body_a),
                       tr_place_of(w->places, axis->body_b));
    *at(w->d_force, w, j, column) += arm->sign * w->axial[j].d_stretch * geometry[moved];
  }
}

/* Adds -J_s dc/darm: rotors on slides turn with the ends of their arms. */
static void
add_arm_swing(TrStepWork *w, const TrStepContext *context, int column, const TrArm *arm)
{
  for (int j = 0; j < w->n_joints; j++) {
    const TrConstraint *axis = &context->mechanism->axes[j];
    int moved = tr_constraint_arm_column(axis, arm);
    TrReal v[12], v_after[12], geometry[12];
    TrSwingInput in = {tr_place_of(w->places, axis->body_a), tr_place_of(w->places, axis->body_b),
                       v, v_after, context->h};

    if (moved < 0 || !tr_step_swings(context, j))
      continue;
    tr_constraint_gather(v, w->v, axis);
    tr_constraint_gather(v_after, w->v_after, axis);
    tr_swing_geometry(geometry, axis, &in);
    *at(w->d_force, w, j, column) -=
        tr_axial_inertia(context->model, j) * arm->sign * geometry[moved];
  }
}

/* Axial rows of slides depend on their arms: -d(G-bar^T) f in d_a0, df by the rates d(G-bar v) and
 * d(G-bar v+), and the rotors' part of -d(M_a) e. */
static void
fill_arm_axial(TrStepWork *w, const TrStepContext *context, int column, const TrArm *arm)
{
  const TrMechanism *mechanism = context->mechanism;
  TrReal *force = w->small_vector[0], *rate = w->small_vector[1], *sum = w->small_vector[2];

  /* -d(G-bar^T) f */
  tr_mechanism_arm_axis_force(force, mechanism, w->places, arm, w->impulse);
  add_column(w->d_a0, w, column, -1, force, w->n);
  /* df = df/ds d(G-bar v) + df/ds+ d(G-bar v+) + df/dstretch dstretch */
  tr_mechanism_arm_axis_rate(rate, mechanism, w->places, arm, w->v);
  for (int j = 0; j < w->n_joints; j++)
    *at(w->d_force, w, j, column) += w->axial[j].d_rate * rate[j];
  tr_mechanism_arm_axis_rate(rate, mechanism, w->places, arm, w->v_after);
  for (int j = 0; j < w->n_joints; j++)
    *at(w->d_force, w, j, column) += w->axial[j].d_rate_after * rate[j];
  add_arm_stretch(w, context, column, arm);
  add_arm_swing(w, context, column, arm);

  /* - d(G-bar^T) J_s G-bar e - G-bar^T J_s d(G-bar) e */
  fill_rotor_error(rate, sum, w, context, arm);
  tr_mechanism_arm_axis_force(force, mechanism, w->places, arm, sum);
  take_from_left(w, column, force);
  for (int j = 0; j < w->n_joints; j++)
    for (int i = 0; i < w->n; i++)
      *left_at(w, i, column) -= w->axes[j * w->n + i] * rate[j];
}

/* Arm: -d(G^T) lambda, dc0 = d(G v+) + gamma (4/h dg - d(G v)), right side d(G) e - dc0. */
static void
fill_arm_column(TrStepWork *w, const TrStepContext *context, int column, const TrArm *arm)
{
  const TrMechanism *mechanism = context->mechanism;
  TrReal *force = w->small_vector[0], *rate = w->small_vector[1], *value = w->small_vector[2];

  fill_arm_axial(w, context, column, arm);
  /* -d(G^T) lambda */
  tr_mechanism_arm_force(force, mechanism, w->places, arm, w->lambda);
  take_from_left(w, column, force);
  /* dc0 = d(G v+) + gamma (4/h dg - d(G v)) */
  tr_mechanism_arm_rate(rate, mechanism, w->places, arm, w->v_after);
  add_column(w->d_c0, w, column, 1, rate, w->m);
  tr_mechanism_arm_rate(rate, mechanism, w->places, arm, w->v);
  tr_mechanism_arm_value(value, mechanism, w->places, arm);
  for (int r = 0; r < w->m; r++)
    *at(w->d_c0, w, r, column) += context->gamma[r] * (4 / context->h * value[r] - rate[r]);
  /* right side d(G) e - dc0 */
  tr_mechanism_arm_rate(rate, mechanism, w->places, arm, w->e);
  for (int r = 0; r < w->m; r++)
    *at(w->d_mult, w, r, column) = rate[r] - *at(w->d_c0, w, r, column);
}

/* Gathers one number of the slopes of all lanes. */
static TrReal
gather_slope(const TrStepContext *context, const double *number)
{
  return tr_real_gather(number, (size_t)context->n_params * sizeof(TrInputSlope) / sizeof *number);
}

TrReal
tr_step_drive_slope(const TrStepContext *context, int param, const TrConstraint *drive, int number)
{
  const TrInputSlope *in = &context->input_slopes[param];

  return in->motor == drive->motor ? gather_slope(context, &in->drive[number]) : tr_real(0);
}

/* dc0 = gamma (ds_u' - 4/h ds_u) - ds_u'+ of a drive's prescribed position and rates before and
 * after. */
static void
fill_drive(
    TrStepWork *w, const TrStepContext *context, int column, int param, const TrConstraint *drive)
{
  double gamma = context->gamma[drive->row];
  TrReal position = tr_step_drive_slope(context, param, drive, 0);
  TrReal rate = tr_step_drive_slope(context, param, drive, 1);
  TrReal d_c0 =
      gamma * (rate - 4 / context->h * position) - tr_step_drive_slope(context, param, drive, 2);

  *at(w->d_c0, w, drive->row, column) = d_c0;
  *at(w->d_mult, w, drive->row, column) = -d_c0;
}

/* Number of a channel: df = h slope du/dp of the step's input; zero for a sensor's channel. */
static void
fill_input_column(TrStepWork *w, const TrStepContext *context, int column, int param)
{
  const TrInputSlope *in = &context->input_slopes[param];
  TrReal slope = gather_slope(context, &in->slope);
  const TrMotor *motor;

  for (int i = tr_step_first_drive(context); i < context->mechanism->n_constraints; i++)
    fill_drive(w, context, column, param, &context->mechanism->constraints[i]);
  if (!tr_real_any(slope != 0))
    return;
  motor = &context->model->motors[in->motor];
  *at(w->d_force, w, motor->joint, column) = context->h * tr_motor_slope(motor) * slope;
}

/* Subtracts the weight's part dW e, W = M_a + G^T Sigma_w^-1 G, from the column of a mass, an
 * inertia or a rotor. */
static void
freeze_inertial_column(TrStepWork *w, int column, const TrModel *model, TrParam param)
{
  const TrMotor *motor;
  TrReal part[3], rate = tr_real(0);

  switch (param.kind) {
  case TR_PARAM_MASS:
    for (int i = 0; i < 3; i++)
      *at(w->d_a0, w, 6 * param.owner + i, column) -= w->e[6 * param.owner + i];
    break;
  case TR_PARAM_INERTIA:
    apply_tensor(part, param.axis, w->e + 6 * param.owner + 3);
    for (int i = 0; i < 3; i++)
      *at(w->d_a0, w, 6 * param.owner + 3 + i, column) -= part[i];
    break;
  default: /* rotor */
    motor = &model->motors[param.owner];
    for (int i = 0; i < w->n; i++)
      rate += w->axes[motor->joint * w->n + i] * w->e[i];
    for (int i = 0; i < w->n; i++)
      *at(w->d_a0, w, i, column) -=
          motor->gear * motor->gear * rate * w->axes[motor->joint * w->n + i];
  }
}

/* Change in the velocity error when the centre of mass that it refers to moves along an axis of
 * its body, for the same motion: t = R (e_omega x axis); zero for an anchor, which changes the
 * motion. */
static void
fill_transport(TrReal t[3], const TrStepWork *w, const TrArm *arm)
{
  TrReal axis[3] = {0}, spin[3];

  tr_real_clear(t, 3);
  if (arm->joint >= 0)
    return;
  axis[arm->axis] = tr_real(1);
  tr_vec3_cross(spin, w->e + 6 * arm->body + 3, axis);
  tr_mat3_apply(t, w->places[arm->body].rot, spin);
}

/* Subtracts dW e + W t from the column of an arm: d(G^T) Sigma_w^-1 G e + G^T Sigma_w^-1 (dG e + G
 * t) + M t, and the rotors' part. */
static void
freeze_arm_column(TrStepWork *w, const TrStepContext *context, int column, const TrArm *changed)
{
  const TrMechanism *mechanism = context->mechanism;
  TrArm held = *changed, *arm = &held;
  TrReal *force = w->small_vector[0], *rate = w->small_vector[1], *stress = w->small_vector[2];
  int n = w->n, moved = 6 * arm->body;
  TrReal t[3];

  held.stays = arm->joint < 0; /* another centre of mass, the same points */
  fill_transport(t, w, arm);
  /* - M t */
  for (int i = 0; i < 3 && arm->joint < 0; i++)
    *at(w->d_a0, w, moved + i, column) -= context->model->bodies[arm->body].mass * t[i];
  /* - G^T Sigma_w^-1 (dG e + G t), stress = Sigma_w^-1 G e */
  tr_real_clear(stress, w->m);
  tr_dense_add_product(stress, tr_real(1), w->jac, w->e, (TrProductSize){w->m, n, 1});
  tr_mechanism_arm_rate(rate, mechanism, w->places, arm, w->e);
  for (int r = 0; r < w->m; r++) {
    for (int i = 0; i < 3 && arm->joint < 0; i++)
      rate[r] += w->jac[r * n + moved + i] * t[i];
    stress[r] /= context->sigma_w[r];
    for (int i = 0; i < n; i++)
      *at(w->d_a0, w, i, column) -= w->jac[r * n + i] * rate[r] / context->sigma_w[r];
  }
  /* - d(G^T) Sigma_w^-1 G e */
  tr_mechanism_arm_force(force, mechanism, w->places, arm, stress);
  add_column(w->d_a0, w, column, -1, force, n);
  /* rotors: - d(G-bar^T) J_s G-bar e - G-bar^T J_s (d(G-bar) e + G-bar t) */
  fill_rotor_error(rate, stress, w, context, arm);
  for (int j = 0; j < w->n_joints && arm->joint < 0; j++)
    rate[j] += tr_axial_inertia(context->model, j) * tr_vec3_dot(w->axes + j * n + moved, t);
  tr_mechanism_arm_axis_force(force, mechanism, w->places, arm, stress);
  add_column(w->d_a0, w, column, -1, force, n);
  for (int j = 0; j < w->n_joints; j++)
    for (int i = 0; i < n; i++)
      *at(w->d_a0, w, i, column) -= w->axes[j * n + i] * rate[j];
}

/* Removes the weight's part from a column where W depends on the parameter. */
static void
freeze_column(TrStepWork *w, const TrStepContext *context, int column, TrParam param)
{
  if (param.kind == TR_PARAM_MASS || param.kind == TR_PARAM_INERTIA ||
      param.kind == TR_PARAM_ROTOR_INERTIA) {
    freeze_inertial_column(w, column, context->model, param);
  } else if (tr_param_moves_arms(param)) {
    TrArm arm = tr_arm_of(context->model, param);

    freeze_arm_column(w, context, column, &arm);
  }
}

/* Fills a column of a quantity of the model, by its kind. */
static void
fill_column(TrStepWork *w, const TrStepContext *context, int column, TrParam param)
{
  TrArm arm;

  switch (param.kind) {
  case TR_PARAM_TILT:
    fill_tilt_column(w, context, column, param);
    break;
  case TR_PARAM_GRAVITY:
    fill_gravity_column(w, context, column);
    break;
  case TR_PARAM_MASS:
    fill_mass_column(w, context, column, param.owner);
    break;
  case TR_PARAM_INERTIA:
    fill_inertia_column(w, context, column, param.owner, param.axis);
    break;
  case TR_PARAM_COM:
  case TR_PARAM_ANCHOR_PARENT:
  case TR_PARAM_ANCHOR_CHILD:
  case TR_PARAM_LENGTH:
    arm = tr_arm_of(context->model, param);
    fill_arm_column(w, context, column, &arm);
    break;
  case TR_PARAM_ROTOR_INERTIA:
    fill_rotor_column(w, context, column, param);
    break;
  default:
    fill_axial_column(w, context, column, param);
  }
}

void
tr_step_params(TrStepWork *w, const TrStepContext *context)
{
  for (int p = 0; p < context->n_params; p++) {
    int column = tr_step_param_column(w) + p;

    if (tr_param_is_of_model(context->params[p]))
      fill_column(w, context, column, context->params[p]);
    else
      fill_input_column(w, context, column, p);
  }
}

void
tr_step_collect_params(TrStepWork *w, const TrStepContext *context)
{
  TrReal *force = w->small_vector[0];

  for (int p = 0; p < context->n_params; p++) {
    TrParam param = context->params[p];
    int column = tr_step_param_column(w) + p;

    if (!tr_param_is_of_model(param))
      continue;
    /* d(G^T) eta by the arm */
    if (tr_param_moves_arms(param)) {
      TrArm arm = tr_arm_of(context->model, param);

      tr_mechanism_arm_force(force, context->mechanism, w->places, &arm, w->eta);
      add_column(w->d_a0, w, column, 1, force, w->n);
    }
    if (context->weight_is_frozen || p >= context->n_params - context->n_frozen)
      freeze_column(w, context, column, param);
  }
}
