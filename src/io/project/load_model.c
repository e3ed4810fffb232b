/* Section `model` of a project: its structure; the numbers that can be parameters are read by
 * project_load_quantity.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/task/loss.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/project/private.h"

static gboolean
is_valid_name(const char *name)
{
  if (!*name || strlen(name) >= TR_NAME_SIZE)
    return FALSE;
  for (const char *p = name; *p; p++)
    if ((guchar)*p < 0x20 || *p == 0x7f || strchr(".=/", *p))
      return FALSE;
  return TRUE;
}

gboolean
trammel_project_read_name(char name[TR_NAME_SIZE],
                          const TrammelNode *object,
                          const char *what,
                          TrammelNames taken,
                          GError **error)
{
  TrammelNode node = trammel_node_member(object, "name");
  const char *text = NULL;

  if (!trammel_node_check_object(object, error) || !trammel_node_need_string(&node, &text, error))
    return FALSE;
  if (!is_valid_name(text))
    return trammel_node_fail(&node, error,
                             "'%s' cannot be the name of a %s; names have 1 to %d bytes, without "
                             "'.', '=', '/' and control characters",
                             text, what, TR_NAME_SIZE - 1);
  for (guint i = 0; i < taken.n; i++)
    if (g_str_equal((const char *)taken.first + i * taken.stride, text))
      return trammel_node_fail(
          &node, error, "there are two elements of kind %s called '%s'; rename one", what, text);
  g_strlcpy(name, text, TR_NAME_SIZE);
  return TRUE;
}

char *
trammel_project_list_names(const void *names, guint n, gsize stride)
{
  GString *list = g_string_new(NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf(list, "%s'%s'", i ? ", " : "", (const char *)names + i * stride);
  return g_string_free(list, FALSE);
}

/* Reads the index of the element that `node` names; what, plural: words for the kind. */
static gboolean
read_reference(int *index,
               const TrammelNode *node,
               const char *what,
               const char *plural,
               TrammelNames names,
               GError **error)
{
  const char *text = NULL;

  if (!trammel_node_need_string(node, &text, error))
    return FALSE;
  for (guint i = 0; i < names.n; i++) {
    if (g_str_equal((const char *)names.first + i * names.stride, text)) {
      *index = (int)i;
      return TRUE;
    }
  }
  if (names.n == 0)
    return trammel_node_fail(node, error, "there is no %s called '%s'; the model has no %s", what,
                             text, plural);
  g_autofree char *list = trammel_project_list_names(names.first, names.n, names.stride);
  return trammel_node_fail(node, error, "there is no %s called '%s'; %s are %s", what, text, plural,
                           list);
}

static gboolean
read_gravity(TrGravity *gravity, const TrammelNode *model, GError **error)
{
  TrammelNode node = trammel_node_member(model, "gravity");
  TrammelNode direction = trammel_node_member(&node, "direction");
  TrammelNode tilt = trammel_node_member(&node, "tilt");
  guint length;

  *gravity = tr_gravity_default();
  if (!node.node)
    return TRUE;
  if (!trammel_node_check_object(&node, error) ||
      !trammel_node_get_vector(&direction, gravity->direction, 3, error) ||
      !trammel_node_get_length(&tilt, &length, error))
    return FALSE;
  if (tilt.node && length != 2)
    return trammel_node_fail(&tilt, error,
                             "expected 2 numbers (about the axes that are not the direction's "
                             "largest), found %u",
                             length);
  return TRUE;
}

static gboolean
read_body(TrModel *model, const TrammelNode *node, GError **error)
{
  static const char *const rules[] = {"none", "principal", "full"};
  TrBody *body = &model->bodies[model->n_bodies];
  TrammelNode mass = trammel_node_member(node, "mass"), com = trammel_node_member(node, "com");
  TrammelNode inertia = trammel_node_member(node, "inertia");
  TrammelNode consistency = trammel_node_member(node, "consistency");
  guint length, rule = 0;

  *body = tr_body_default();
  if (!trammel_project_read_name(
          body->name, node, TRAMMEL_WORD("body"),
          (TrammelNames){model->bodies[0].name, (guint)model->n_bodies, sizeof *body}, error))
    return FALSE;
  if (g_str_equal(body->name, "world")) {
    TrammelNode name = trammel_node_member(node, "name");
    return trammel_node_fail(&name, error, "'world' is the ground; give the body another name");
  }
  if (!mass.node)
    return trammel_node_fail(&mass, error, "body '%s' has no mass; give it a mass above zero in kg",
                             body->name);
  if (!trammel_node_get_length(&com, &length, error))
    return FALSE;
  if (com.node && length != 3)
    return trammel_node_fail(&com, error, "expected 3 numbers, found %u", length);
  if ((inertia.node && !trammel_node_check_object(&inertia, error)) ||
      !trammel_node_get_word(&consistency, rules, G_N_ELEMENTS(rules), &rule, error))
    return FALSE;
  if (consistency.node)
    body->consistency = (TrInertiaRule)(TR_INERTIA_RULE_NONE + rule);
  model->n_bodies++;
  return TRUE;
}

static gboolean
read_friction(TrFriction *friction, const TrammelNode *joint, GError **error)
{
  const char *models[TR_N_FRICTION_MODELS], *loads[TR_N_FRICTION_LOADS];
  TrammelNode node = trammel_node_member(joint, "friction");
  TrammelNode model = trammel_node_member(&node, "model");
  TrammelNode load = trammel_node_member(&node, "load");
  TrammelNode radius = trammel_node_member(&node, "radius");
  TrammelNode parts[] = {trammel_node_member(&node, "stribeck"), trammel_node_member(&node, "tanh"),
                         trammel_node_member(&node, "asymmetry")};
  guint model_index = friction->model, load_index = friction->load;

  if (!node.node)
    return TRUE;
  for (int i = 0; i < TR_N_FRICTION_MODELS; i++)
    models[i] = tr_friction_model_name((TrFrictionModel)i);
  for (int i = 0; i < TR_N_FRICTION_LOADS; i++)
    loads[i] = tr_friction_load_name((TrFrictionLoad)i);
  if (!trammel_node_check_object(&node, error) ||
      !trammel_node_get_word(&model, models, G_N_ELEMENTS(models), &model_index, error) ||
      !trammel_node_get_word(&load, loads, G_N_ELEMENTS(loads), &load_index, error) ||
      !trammel_node_get_fixed(&radius, &friction->radius, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    if (parts[i].node && !trammel_node_check_object(&parts[i], error))
      return FALSE;
  friction->model = (TrFrictionModel)model_index;
  friction->load = (TrFrictionLoad)load_index;
  return TRUE;
}

gboolean
trammel_project_read_body(
    int *body, const TrModel *model, const TrammelNode *element, const char *key, GError **error)
{
  TrammelNode node = trammel_node_member(element, key);
  const char *text = trammel_node_is_string(&node) ? json_node_get_string(node.node) : "";

  if ((g_str_equal(key, "parent") || g_str_equal(key, "against")) && g_str_equal(text, "world")) {
    *body = TR_WORLD;
    return TRUE;
  }
  return read_reference(
      body, &node, TRAMMEL_WORD("body"), TRAMMEL_WORD("bodies"),
      (TrammelNames){model->bodies[0].name, (guint)model->n_bodies, sizeof *model->bodies}, error);
}

static gboolean
read_joint_type(TrJointType *type, const TrammelNode *joint, GError **error)
{
  const char *words[TR_N_JOINT_TYPES];
  TrammelNode node = trammel_node_member(joint, "type");
  const char *text;
  guint index = 0;

  for (int i = 0; i < TR_N_JOINT_TYPES; i++)
    words[i] = tr_joint_type_name((TrJointType)i);
  if (!trammel_node_need_string(&node, &text, error) ||
      !trammel_node_get_word(&node, words, G_N_ELEMENTS(words), &index, error))
    return FALSE;
  *type = (TrJointType)index;
  return TRUE;
}

/* Fails where a distance has no length, or a rolling joint no radius. */
static gboolean
check_length(const TrJoint *joint, const TrammelNode *node, GError **error)
{
  TrammelNode length = trammel_node_member(node, "length");

  if (tr_joint_has_length(joint) && !length.node)
    return trammel_node_fail(&length, error, "joint '%s' has no length; give it one in m",
                             joint->name);
  return TRUE;
}

/* Reads a gear; its coupled joints are read after all joints. */
static gboolean
read_gear(TrJoint *joint, const TrammelNode *node, GError **error)
{
  TrammelNode joints = trammel_node_member(node, "joints");
  TrammelNode ratio = trammel_node_member(node, "ratio");
  TrammelNode offset = trammel_node_member(node, "offset");
  guint length = 0;

  if (joints.node && !trammel_node_get_length(&joints, &length, error))
    return FALSE;
  if (length != 2)
    return trammel_node_fail(&joints, error,
                             "gear '%s' couples two joints: expected 2 names, found %u; name both, "
                             "or keep the type of a joint between bodies and add a separate gear",
                             joint->name, length);
  if (!ratio.node)
    return trammel_node_fail(
        &ratio, error,
        "gear '%s' has no ratio; give the travel of the second joint per unit of the first",
        joint->name);
  return trammel_node_get_fixed(&ratio, &joint->gear.ratio, error) &&
         trammel_node_get_fixed(&offset, &joint->gear.offset, error);
}

static gboolean
read_bodies(TrJoint *joint, const TrModel *model, const TrammelNode *node, GError **error)
{
  if (joint->type == TR_JOINT_GEAR)
    return read_gear(joint, node, error);
  return trammel_project_read_body(&joint->parent, model, node, "parent", error) &&
         trammel_project_read_body(&joint->child, model, node, "child", error);
}

static gboolean
read_joint(TrModel *model, const TrammelNode *node, GError **error)
{
  TrJoint *joint = &model->joints[model->n_joints];
  TrammelNode compliance = trammel_node_member(node, "compliance");
  TrammelNode damping = trammel_node_member(node, "damping_time");
  TrammelNode spring = trammel_node_member(node, "spring");
  TrammelNode start = trammel_node_member(node, "start");

  *joint = tr_joint_default();
  if (!trammel_project_read_name(
          joint->name, node, TRAMMEL_WORD("joint"),
          (TrammelNames){model->joints[0].name, (guint)model->n_joints, sizeof *joint}, error) ||
      !read_joint_type(&joint->type, node, error) || !read_bodies(joint, model, node, error) ||
      !trammel_project_read_frame(&joint->parent_frame, node, "parent_frame", error) ||
      !trammel_project_read_frame(&joint->child_frame, node, "child_frame", error) ||
      (compliance.node && !trammel_node_check_object(&compliance, error)) ||
      !trammel_node_get_fixed(&start, &joint->start, error) || !check_length(joint, node, error) ||
      !trammel_node_get_fixed_or_auto(&damping, &joint->damping_time, error) ||
      (spring.node && !trammel_node_check_object(&spring, error)) ||
      !trammel_project_read_active(&joint->active, joint->name, node, error) ||
      !trammel_project_read_limits(joint, node, error) ||
      !read_friction(&joint->friction, node, error))
    return FALSE;
  model->n_joints++;
  return TRUE;
}

static gboolean
read_gear_ends(TrModel *model, const TrammelNode *section, GError **error)
{
  for (int j = 0; j < model->n_joints; j++) {
    TrJoint *gear = &model->joints[j];
    TrammelNode node = trammel_node_element(section, (guint)j);
    TrammelNode joints = trammel_node_member(&node, "joints");
    int *ends[] = {&gear->gear.first, &gear->gear.second};

    for (guint i = 0; i < G_N_ELEMENTS(ends) && gear->type == TR_JOINT_GEAR; i++) {
      TrammelNode end = trammel_node_element(&joints, i);
      if (!read_reference(
              ends[i], &end, TRAMMEL_WORD("joint"), TRAMMEL_WORD("joints"),
              (TrammelNames){model->joints->name, (guint)model->n_joints, sizeof *model->joints},
              error))
        return FALSE;
    }
    if (gear->type == TR_JOINT_GEAR) {
      gear->parent = model->joints[gear->gear.first].child;
      gear->child = model->joints[gear->gear.second].child;
    }
  }
  return TRUE;
}

static gboolean
read_joint_reference(int *joint, const TrModel *model, const TrammelNode *owner, GError **error)
{
  TrammelNode node = trammel_node_member(owner, "joint");

  return read_reference(joint, &node, TRAMMEL_WORD("joint"), TRAMMEL_WORD("joints"),
                        (TrammelNames){model->n_joints ? model->joints->name : "",
                                       (guint)model->n_joints, sizeof *model->joints},
                        error);
}

static gboolean
read_drive(TrMotor *motor, const TrammelNode *node, GError **error)
{
  const char *words[TR_N_DRIVES];
  TrammelNode drive = trammel_node_member(node, "drive");
  guint index = TR_DRIVE_NONE;

  for (int i = 0; i < TR_N_DRIVES; i++)
    words[i] = tr_drive_name((TrDrive)i);
  if (!trammel_node_get_word(&drive, words, G_N_ELEMENTS(words), &index, error))
    return FALSE;
  motor->drive = (TrDrive)index;
  return TRUE;
}

static gboolean
read_motor(TrModel *model, const TrammelNode *node, GError **error)
{
  TrMotor *motor = &model->motors[model->n_motors];
  TrammelNode gear = trammel_node_member(node, "gear");
  TrammelNode compliance = trammel_node_member(node, "compliance");
  TrammelNode limit = trammel_node_member(node, "limit");

  *motor = tr_motor_default();
  if (!trammel_project_read_name(
          motor->name, node, TRAMMEL_WORD("motor"),
          (TrammelNames){model->motors[0].name, (guint)model->n_motors, sizeof *motor}, error) ||
      !read_joint_reference(&motor->joint, model, node, error) ||
      !trammel_node_get_fixed(&gear, &motor->gear, error) ||
      !trammel_node_get_fixed(&compliance, &motor->compliance, error) ||
      !trammel_node_get_fixed(&limit, &motor->limit, error) || !read_drive(motor, node, error) ||
      !trammel_project_read_servo(&motor->servo, node, error))
    return FALSE;
  model->n_motors++;
  return TRUE;
}

/* Reads a sensor's own loss, if it has one. */
static gboolean
read_loss(TrSensor *sensor, const TrammelNode *node, GError **error)
{
  const char *words[TR_N_LOSSES];
  TrammelNode loss = trammel_node_member(node, "loss");
  TrammelNode scale = trammel_node_member(node, "loss_scale");
  guint index = 0;

  for (int i = 0; i < TR_N_LOSSES; i++)
    words[i] = tr_loss_name((TrLossKind)i);
  if (!trammel_node_get_word(&loss, words, G_N_ELEMENTS(words), &index, error) ||
      !trammel_node_get_number(&scale, &sensor->loss.scale, error))
    return FALSE;
  sensor->has_loss = loss.node != NULL;
  sensor->loss.kind = (TrLossKind)index;
  if (scale.node && (sensor->loss.scale <= 0 || sensor->loss.kind == TR_LOSS_NONE))
    return trammel_node_fail(&scale, error,
                             "a scale above zero of the sensor's own 'loss' \"huber\", \"cauchy\" "
                             "or \"student\" was expected; correct it or remove it");
  return TRUE;
}

/* Reads a name that no other device and no motor has, with room for the suffix of its channels. */
static gboolean
read_sensor_name(TrSensor *sensor, const TrModel *model, const TrammelNode *node, GError **error)
{
  guint n = (guint)tr_device_count(model);
  g_autofree char *taken = g_new0(char, (gsize)n *TR_NAME_SIZE + 1);
  TrammelNode name = trammel_node_member(node, "name");

  for (guint i = 0; i < n; i++)
    tr_device_name(taken + (gsize)i * TR_NAME_SIZE, model, (int)i);
  if (!trammel_project_read_name(sensor->name, node, TRAMMEL_WORD("sensor"),
                                 (TrammelNames){taken, n, TR_NAME_SIZE}, error))
    return FALSE;
  for (int i = 0; i < model->n_motors; i++)
    if (g_str_equal(model->motors[i].name, sensor->name))
      return trammel_node_fail(
          &name, error,
          "'%s' is already the name of a motor, and channels need distinct names; rename one",
          sensor->name);
  return TRUE;
}

/* Reads `[w, x, y, z]` or `{ "quat_wxyz": [w, x, y, z] }`. */
static gboolean
read_sensor_frame(TrSensor *sensor, const TrammelNode *node, GError **error)
{
  TrammelNode frame = trammel_node_member(node, "frame");
  TrammelNode quat, position;

  if (!frame.node || JSON_NODE_HOLDS_ARRAY(frame.node))
    return trammel_project_read_quat(sensor->quat, &frame, error);
  if (!trammel_node_check_object(&frame, error))
    return FALSE;
  position = trammel_node_member(&frame, "position");
  if (position.node)
    return trammel_node_fail(
        &position, error, "a sensor's position is its \"point\", outside the frame; move it there");
  quat = trammel_node_member(&frame, "quat_wxyz");
  return trammel_project_read_quat(sensor->quat, &quat, error);
}

/* Reads the place of a sensor on a body; the numbers of the point are quantities. */
static gboolean
read_seat(TrSensor *sensor, const TrModel *model, const TrammelNode *node, GError **error)
{
  TrammelNode point = trammel_node_member(node, "point");
  guint length;

  if (!trammel_project_read_body(&sensor->body, model, node, "body", error) ||
      !trammel_node_get_length(&point, &length, error))
    return FALSE;
  if (point.node && length != 3)
    return trammel_node_fail(&point, error, "expected 3 numbers, found %u", length);
  return read_sensor_frame(sensor, node, error);
}

/* Adds one sensor of the engine for each channel of the device. */
static gboolean
add_channels(TrModel *model, const TrSensor *device, const TrammelNode *node, GError **error)
{
  const TrSensorClass *class = tr_sensor_class(device->type);
  TrammelNode name = trammel_node_member(node, "name");

  for (int i = 0; i < class->n_axes; i++) {
    TrSensor *sensor = &model->sensors[model->n_sensors++];
    *sensor = *device;
    sensor->axis = i;
    if (class->axes &&
        g_strlcat(sensor->name, class->axes[i], sizeof sensor->name) >= sizeof sensor->name)
      return trammel_node_fail(&name, error,
                               "'%s' is too long for a sensor whose channels are called '%s%s' and "
                               "the like; shorten it to %d bytes",
                               device->name, device->name, class->axes[i],
                               TR_NAME_SIZE - 1 - (int)strlen(class->axes[i]));
  }
  return TRUE;
}

static gboolean
read_sensor(TrModel *model, const TrammelNode *node, GError **error)
{
  const char *words[TR_N_SENSOR_TYPES];
  TrSensor sensor = tr_sensor_default();
  TrammelNode type = trammel_node_member(node, "type");
  const char *text;
  guint index = 0;

  for (int i = 0; i < TR_N_SENSOR_TYPES; i++)
    words[i] = tr_sensor_type_name((TrSensorType)i);
  if (!read_sensor_name(&sensor, model, node, error) ||
      !trammel_node_need_string(&type, &text, error) ||
      !trammel_node_get_word(&type, words, G_N_ELEMENTS(words), &index, error))
    return FALSE;
  sensor.type = (TrSensorType)index;
  if (!(tr_sensor_class(sensor.type)->is_of_joint
            ? read_joint_reference(&sensor.joint, model, node, error)
            : read_seat(&sensor, model, node, error)) ||
      !read_loss(&sensor, node, error))
    return FALSE;
  return add_channels(model, &sensor, node, error);
}

typedef gboolean (*ReadElement)(TrModel *model, const TrammelNode *node, GError **error);

/* Largest number of the engine's sensors per sensor in the file. */
enum { MOST_CHANNELS = TR_N_POSE_CHANNELS };

/* Array of the model: its key, the size of an element, and the reader of one. */
typedef struct {
  const char *key;
  gsize size;
  ReadElement read;
} ModelArray;

/* Reads all elements into `*elements`, which is allocated. */
static gboolean
read_array(
    TrModel *model, void **elements, const TrammelNode *parent, ModelArray of, GError **error)
{
  TrammelNode array = trammel_node_member(parent, of.key);
  guint length;

  if (!trammel_node_get_length(&array, &length, error))
    return FALSE;
  *elements = length ? trammel_need_memory(calloc(length, MOST_CHANNELS * of.size)) : NULL;
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(&array, i);
    if (!of.read(model, &element, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_project_read_model(TrammelProject *project, const TrammelNode *root, GError **error)
{
  TrammelNode node = trammel_node_member(root, "model");
  TrModel *model = project->model = trammel_need_memory(calloc(1, sizeof *model));

  if (!node.node)
    return trammel_node_fail(&node, error, "is missing; a project needs a model");
  if (!trammel_node_check_object(&node, error) || !read_gravity(&model->gravity, &node, error) ||
      !read_array(model, (void **)&model->bodies, &node,
                  (ModelArray){"bodies", sizeof *model->bodies, read_body}, error))
    return FALSE;
  if (model->n_bodies == 0) {
    TrammelNode bodies = trammel_node_member(&node, "bodies");
    return trammel_node_fail(&bodies, error, "the model has no body; add at least one");
  }

  TrammelNode joints = trammel_node_member(&node, "joints");
  return read_array(model, (void **)&model->joints, &node,
                    (ModelArray){"joints", sizeof *model->joints, read_joint}, error) &&
         read_gear_ends(model, &joints, error) &&
         read_array(model, (void **)&model->motors, &node,
                    (ModelArray){"motors", sizeof *model->motors, read_motor}, error) &&
         read_array(model, (void **)&model->sensors, &node,
                    (ModelArray){"sensors", sizeof *model->sensors, read_sensor}, error) &&
         read_array(model, (void **)&model->contacts, &node,
                    (ModelArray){"contacts", sizeof *model->contacts, trammel_project_read_contact},
                    error);
}
