/* MJCF: actuators.  Force on the joint: gear (g0 u + b0 + b1 gear q + b2 gear q'), so that the
 * feedback of a servo is a spring and a damper of the joint. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/import/frames.h"
#include "io/import/mjcf.h"

/* Gains of an actuator. */
typedef struct {
  double gain, bias[3], gear;
} Gains;

static gboolean
read_gains(const TrammelMjcfItem *item, Gains *gains, GError **error)
{
  double gear[6] = {1, 0, 0, 0, 0, 0}, kp = 1, kv = 0, gain[10] = {1}, bias[10] = {0};

  if (trammel_mjcf_numbers(item, "gear", gear, 6, error) < 0 ||
      trammel_mjcf_numbers(item, "kp", &kp, 1, error) < 0 ||
      trammel_mjcf_numbers(item, "kv", &kv, 1, error) < 0 ||
      trammel_mjcf_numbers(item, "gainprm", gain, 10, error) < 0 ||
      trammel_mjcf_numbers(item, "biasprm", bias, 10, error) < 0)
    return FALSE;
  *gains = (Gains){.gain = 1, .gear = gear[0]};
  if (trammel_tag_is(item->tag, "position"))
    *gains = (Gains){kp, {0, -kp, -kv}, gear[0]};
  else if (trammel_tag_is(item->tag, "velocity")) {
    kv = trammel_mjcf_text(item, "kv") ? kv : 1;
    *gains = (Gains){kv, {0, 0, -kv}, gear[0]};
  } else if (trammel_tag_is(item->tag, "general")) {
    gboolean is_affine = g_strcmp0(trammel_mjcf_text(item, "biastype"), "affine") == 0;
    *gains = (Gains){gain[0], {0}, gear[0]};
    for (int i = 0; i < 3 && is_affine; i++)
      gains->bias[i] = bias[i];
  }
  return TRUE;
}

/* Returns whether the actuator is a force of its input and its joint's motion at the same time. */
static gboolean
is_static(const TrammelMjcfItem *item)
{
  const char *dynamics = trammel_mjcf_text(item, "dyntype"),
             *gain = trammel_mjcf_text(item, "gaintype"),
             *bias = trammel_mjcf_text(item, "biastype");

  if (!trammel_tag_is(item->tag, "general"))
    return !trammel_mjcf_text(item, "timeconst");
  return (!dynamics || g_str_equal(dynamics, "none")) && (!gain || g_str_equal(gain, "fixed")) &&
         (!bias || g_str_equal(bias, "none") || g_str_equal(bias, "affine"));
}

/* Ties the gain of the latest motor to the feedback of its joint, unless other feedback of this
 * kind is there, too: then neither follows from the joint. */
static void
tie_gain(TrammelRobot *robot, int joint, TrParamKind kind, gboolean is_alone, double factor)
{
  const TrammelRobotTie tie = {robot->motors->len - 1, kind, factor};

  for (guint i = robot->ties->len; i-- > 0;) {
    const TrammelRobotTie *other = &g_array_index(robot->ties, TrammelRobotTie, i);
    if (other->kind == kind && g_array_index(robot->motors, TrMotor, other->motor).joint == joint)
      g_array_remove_index(robot->ties, i);
  }
  if (is_alone)
    g_array_append_val(robot->ties, tie);
}

static void
note_feedback(const TrammelMjcfItem *item)
{
  const GArray *ties = item->mjcf->robot->ties;
  guint motor = item->mjcf->robot->motors->len - 1;
  gboolean is_tied =
      ties->len > 0 && g_array_index(ties, TrammelRobotTie, ties->len - 1).motor == motor;

  trammel_record_add(item->mjcf->robot->record, TRAMMEL_RECORD_CHANGED, item->tag,
                     is_tied ? N_("a servo: its input is the set value, its feedback is the spring "
                                  "or viscous friction of its joint, and the motor's gain is tied "
                                  "to it")
                             : N_("a servo: its input is the set value, its feedback is part of "
                                  "the spring and the viscous friction of its joint"));
}

/* Adds the feedback of a servo, the latest motor, to its joint. */
static void
add_feedback(const TrammelMjcfItem *item, int joint, const Gains *gains)
{
  TrammelRobot *robot = item->mjcf->robot;
  TrammelRobotJoint *at = trammel_robot_joint(robot, joint);
  TrJointSpring *spring = &at->joint.spring;
  TrFriction *friction = &at->joint.friction;
  double square = gains->gear * gains->gear;
  double stiffness = -gains->bias[1] * square, viscous = -gains->bias[2] * square;

  if (stiffness < 0 || viscous < 0) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, item->tag,
                       N_("the feedback has the wrong sign for a spring or a damper"));
    return;
  }
  if (stiffness > 0)
    tie_gain(robot, joint, TR_PARAM_STIFFNESS,
             spring->stiffness == 0 && gains->bias[1] == -gains->gain, 1 / square);
  else if (viscous > 0)
    tie_gain(robot, joint, TR_PARAM_VISCOUS,
             friction->viscous == 0 && gains->bias[2] == -gains->gain, 1 / square);
  if (stiffness > 0) {
    spring->rest = spring->stiffness * spring->rest / (spring->stiffness + stiffness);
    spring->stiffness += stiffness;
  }
  friction->viscous += viscous;
  if (viscous > 0 && friction->model == TR_FRICTION_NONE)
    friction->model = TR_FRICTION_VISCOUS;
  if (stiffness > 0 || viscous > 0)
    note_feedback(item);
}

/* Ranges of an actuator: of its input and its force, which do not act unless limited. */
typedef struct {
  double input[2], force[2];
  gboolean is_input_limited, is_force_limited;
} Ranges;

static gboolean
is_limited(const TrammelMjcfItem *item, const char *flag)
{
  const char *limited = trammel_mjcf_text(item, flag);

  return limited && !g_str_equal(limited, "auto") ? g_str_equal(limited, "true")
                                                  : item->mjcf->has_auto_limits;
}

static gboolean
read_ranges(const TrammelMjcfItem *item, Ranges *ranges, GError **error)
{
  int n = trammel_mjcf_numbers(item, "ctrlrange", ranges->input, 2, error);
  int n_force = n < 0 ? -1 : trammel_mjcf_numbers(item, "forcerange", ranges->force, 2, error);

  if (n < 0 || n_force < 0)
    return FALSE;
  ranges->is_input_limited = n == 2 && is_limited(item, "ctrllimited");
  ranges->is_force_limited = n_force == 2 && is_limited(item, "forcelimited");
  return TRUE;
}

static gboolean
is_symmetric(const double range[2])
{
  return range[0] == -range[1] && range[1] > 0;
}

/* Takes the limits of an actuator that is no servo with a limited force. */
static void
take_limits(const TrammelMjcfItem *item, TrMotor *motor, const Ranges *ranges)
{
  TrammelRecord *record = item->mjcf->robot->record;

  if (ranges->is_input_limited && is_symmetric(ranges->input))
    motor->limit = ranges->input[1];
  else if (ranges->is_input_limited)
    trammel_record_add(record, TRAMMEL_RECORD_IGNORED, item->tag,
                       N_("the range of its input, which is not symmetric"));
  if (ranges->is_force_limited)
    trammel_record_add(record, TRAMMEL_RECORD_IGNORED, item->tag, N_("the range of its force"));
}

/* Makes the motor a servo if the actuator is one of position or velocity whose force is limited:
 * springs and dampers have no limit. */
static gboolean
take_servo(const TrammelMjcfItem *item, TrMotor *motor, const Gains *gains, const Ranges *ranges)
{
  const double *bias = gains->bias;
  gboolean is_position = gains->gain > 0 && bias[1] == -gains->gain && bias[2] <= 0;
  gboolean is_velocity = gains->gain > 0 && bias[2] == -gains->gain && bias[1] == 0;

  if (!ranges->is_force_limited || !is_symmetric(ranges->force) || gains->gear != 1 ||
      bias[0] != 0 || (!is_position && !is_velocity))
    return FALSE;
  motor->gain = motor->gear = 1;
  motor->bias = 0;
  motor->limit = ranges->force[1];
  motor->servo.command = is_position ? TR_COMMAND_POSITION : TR_COMMAND_VELOCITY;
  motor->servo.kp = gains->gain;
  motor->servo.kd = is_position ? -bias[2] : 0;
  motor->servo.is_damper = is_position;
  if (ranges->is_input_limited) {
    motor->servo.least_set = ranges->input[0];
    motor->servo.most_set = ranges->input[1];
  }
  trammel_record_add(item->mjcf->robot->record, TRAMMEL_RECORD_TAKEN, item->tag,
                     N_("a servo whose effort is limited to %g: its input is the set value"),
                     motor->limit);
  return TRUE;
}

static gboolean
drive_joint(const TrammelMjcfItem *item, int joint, GError **error)
{
  TrammelRobot *robot = item->mjcf->robot;
  TrammelRobotJoint *at = trammel_robot_joint(robot, joint);
  const char *name = trammel_tag_get(item->tag, "name");
  g_autofree char *own = g_strdup_printf("%s_motor", at->joint.name);
  TrMotor *motor;
  Gains gains;
  Ranges ranges = {0};

  if (!read_gains(item, &gains, error) || !read_ranges(item, &ranges, error))
    return FALSE;
  if (!tr_joint_has_axis(&at->joint) || gains.gear == 0 || !is_static(item)) {
    trammel_record_add(item->mjcf->robot->record, TRAMMEL_RECORD_IGNORED, item->tag,
                       N_("it has dynamics of its own, or acts on a joint without a coordinate"));
    return TRUE;
  }
  motor = trammel_robot_add_motor(robot, item->tag, name ? name : own, joint);
  if (take_servo(item, motor, &gains, &ranges))
    return TRUE;
  motor->gain = gains.gain;
  motor->gear = gains.gear;
  motor->bias = gains.bias[0];
  add_feedback(item, joint, &gains);
  take_limits(item, motor, &ranges);
  return TRUE;
}

/* ---- slider-crank ---------------------------------------------------------------------------- */

/* Sets the position of a site in the world, in the start pose, and its z axis. */
static void
get_world(TrFrame *world, const TrammelMjcf *mjcf, const TrammelMjcfSite *site)
{
  TrFrame base = site->link == TR_WORLD ? tr_frame_identity()
                                        : trammel_robot_link(mjcf->robot, site->link)->start;

  trammel_frame_compose(world, &base, &site->frame);
}

/* Sets the coordinate of the slider in the start pose; FALSE when the crank does not reach. */
static gboolean
solve_crank(double *length,
            const TrammelMjcf *mjcf,
            const TrammelMjcfSite *slider,
            const TrammelMjcfSite *crank,
            double rod)
{
  TrFrame a, b, back;
  double arm[3], square;

  get_world(&a, mjcf, slider);
  get_world(&b, mjcf, crank);
  trammel_frame_invert(&back, &a);
  trammel_frame_apply(arm, &back, b.position);
  square = arm[2] * arm[2] + rod * rod - tr_vec3_dot(arm, arm);
  *length = arm[2] - sqrt(fmax(square, 0));
  return square > 0;
}

static int
add_slide(TrammelMjcf *mjcf,
          const TrammelTag *tag,
          const TrammelMjcfSite *slider,
          double start,
          GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  g_autofree char *body = g_strdup_printf("%s slider", name ? name : "crank");
  g_autofree char *slide = g_strdup_printf("%s slide", name ? name : "crank");
  int link = trammel_robot_add_link(mjcf->robot, tag, body, error);
  int at = link < 0 ? -1 : trammel_robot_add_joint(mjcf->robot, tag, slide, TR_JOINT_SLIDE, error);

  if (at < 0)
    return -1;
  TrJoint *joint = &trammel_robot_joint(mjcf->robot, at)->joint;
  joint->parent = slider->link;
  joint->child = link;
  joint->parent_frame = slider->frame;
  joint->start = start;
  return at;
}

/* Adds the slider of a slider-crank actuator: a massless body on a slide along z of one site, held
 * at a distance from the other.  Returns the slide, -1 when the crank does not reach or an error is
 * set. */
static int
add_slider(TrammelMjcf *mjcf,
           const TrammelTag *tag,
           const TrammelMjcfSite *slider,
           const TrammelMjcfSite *crank,
           double length,
           GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  g_autofree char *rod = g_strdup_printf("%s rod", name ? name : "crank");
  double start;
  int slide, at;

  if (!solve_crank(&start, mjcf, slider, crank, length)) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("the crank of %g m does not reach its slider in the start pose"), length);
    return -1;
  }
  slide = add_slide(mjcf, tag, slider, start, error);
  at = slide < 0 ? -1 : trammel_robot_add_joint(mjcf->robot, tag, rod, TR_JOINT_DISTANCE, error);
  if (at < 0)
    return -1;
  TrJoint *joint = &trammel_robot_joint(mjcf->robot, at)->joint;
  joint->parent = crank->link;
  joint->child = trammel_robot_joint(mjcf->robot, slide)->joint.child;
  joint->parent_frame = crank->frame;
  joint->length = length;
  trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_TAKEN, tag,
                     N_("a slider-crank: a slide for the slider and a rod of %g m to the crank"),
                     length);
  return slide;
}

static gboolean
drive_crank(TrammelMjcf *mjcf, const TrammelMjcfItem *item, GError **error)
{
  const char *names[] = {trammel_mjcf_text(item, "slidersite"),
                         trammel_mjcf_text(item, "cranksite")};
  const TrammelMjcfSite *slider = names[0] ? g_hash_table_lookup(mjcf->sites, names[0]) : NULL;
  const TrammelMjcfSite *crank = g_hash_table_lookup(mjcf->sites, names[1]);
  g_autoptr(GError) failure = NULL;
  double length = 0;
  int slide;

  if (trammel_mjcf_numbers(item, "cranklength", &length, 1, error) < 0)
    return FALSE;
  if (!slider || !crank || crank->link == TR_WORLD || !(length > 0)) {
    trammel_record_add(item->mjcf->robot->record, TRAMMEL_RECORD_IGNORED, item->tag,
                       N_("the slider-crank lacks a site or a length"));
    return TRUE;
  }
  slide = add_slider(mjcf, item->tag, slider, crank, length, &failure);
  if (failure) {
    g_propagate_error(error, g_steal_pointer(&failure));
    return FALSE;
  }
  return slide < 0 || drive_joint(item, slide, error);
}

/* ---- all ------------------------------------------------------------------------------------- */

static gboolean
read_actuator(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  TrammelMjcfItem item = {mjcf, tag, NULL, NULL};
  const char *name = trammel_mjcf_text(&item, "joint");
  int joint;

  if (!trammel_tag_is(tag, "motor") && !trammel_tag_is(tag, "position") &&
      !trammel_tag_is(tag, "velocity") && !trammel_tag_is(tag, "general")) {
    trammel_record_add(
        mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
        trammel_tag_is(tag, "muscle")
            ? N_("muscles are not modelled; the joints move without them")
            : N_("actuators of this type are not modelled; the joints move without them"));
    return TRUE;
  }
  if (trammel_mjcf_text(&item, "cranksite"))
    return drive_crank(mjcf, &item, error);
  joint = trammel_robot_find(mjcf->robot, TRAMMEL_ROBOT_JOINT,
                             name ? name : trammel_mjcf_text(&item, "jointinparent"));
  if (joint >= 0)
    return drive_joint(&item, joint, error);
  trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                     N_("it does not act along a joint of the model"));
  return TRUE;
}

/* Puts the armature of the joints into their motors, or into motors of their own. */
static void
add_rotors(TrammelRobot *robot)
{
  for (guint i = 0; i < robot->joints->len; i++) {
    const TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
    TrMotor *motor = NULL;
    if (!(at->armature > 0))
      continue;
    if (!tr_joint_has_axis(&at->joint)) {
      trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, at->tag,
                         N_("the armature of a ball joint"));
      continue;
    }
    for (guint m = robot->motors->len; m-- > 0;)
      if (g_array_index(robot->motors, TrMotor, m).joint == (int)i)
        motor = &g_array_index(robot->motors, TrMotor, m);
    g_autofree char *name = g_strdup_printf("%s_motor", at->joint.name);
    if (!motor)
      motor = trammel_robot_add_motor(robot, NULL, name, (int)i);
    motor->rotor_inertia = at->armature / (motor->gear * motor->gear);
  }
}

gboolean
trammel_mjcf_read_actuators(TrammelMjcf *mjcf, GError **error)
{
  const TrammelTag *root = mjcf->robot->tags;

  for (guint i = 0; i < root->children->len; i++) {
    const TrammelTag *tag = trammel_tag_child(root, i);
    for (guint k = 0; trammel_tag_is(tag, "actuator") && k < tag->children->len; k++)
      if (!read_actuator(mjcf, trammel_tag_child(tag, k), error))
        return FALSE;
  }
  add_rotors(mjcf->robot);
  return TRUE;
}
