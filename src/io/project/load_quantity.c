/* Quantities of the model and of the logs' channels, which can be parameters: their places in the
 * file, and how they are read. */
#include <math.h>
#include <stdio.h>

#include "io/base/bilingual.h"
#include "io/project/origin.h"
#include "io/project/private.h"
#include "io/units/sensor_unit.h"

/* Members of the objects whose axes have names. */
static const char *const tensor_keys[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
static const char *const tanh_keys[] = {"g0", "g1", "g2", "g3", "g4", "g5"};
static const char *const side_keys[] = {"dry", "viscous"};

/* Section of the owners, and the path from an owner to the number. */
static const struct {
  const char *section;
  const char *keys[3];
  gboolean by_axis;             /* the last step is the element `axis` of an array ... */
  const char *const *axis_keys; /* ... or this member of an object */
  guint first;                  /* element of axis 0 */
} ways[TR_N_PARAM_KINDS] = {
    [TR_PARAM_TILT] = {"gravity", {"tilt"}, TRUE},
    [TR_PARAM_GRAVITY] = {"gravity", {"magnitude"}, FALSE},
    [TR_PARAM_MASS] = {"bodies", {"mass"}, FALSE},
    [TR_PARAM_COM] = {"bodies", {"com"}, TRUE},
    [TR_PARAM_INERTIA] = {"bodies", {"inertia"}, FALSE, tensor_keys},
    [TR_PARAM_VISCOUS] = {"joints", {"friction", "viscous"}, FALSE},
    [TR_PARAM_COULOMB] = {"joints", {"friction", "coulomb"}, FALSE},
    [TR_PARAM_STRIBECK_DELTA] = {"joints", {"friction", "stribeck", "delta"}, FALSE},
    [TR_PARAM_STRIBECK_ZETA] = {"joints", {"friction", "stribeck", "zeta"}, FALSE},
    [TR_PARAM_TANH] = {"joints", {"friction", "tanh"}, FALSE, tanh_keys},
    [TR_PARAM_FRICTION_OFFSET] = {"joints", {"friction", "offset"}, FALSE},
    [TR_PARAM_ASYMMETRY] = {"joints", {"friction", "asymmetry"}, FALSE, side_keys},
    [TR_PARAM_STIFFNESS] = {"joints", {"spring", "stiffness"}, FALSE},
    [TR_PARAM_REST] = {"joints", {"spring", "rest"}, FALSE},
    [TR_PARAM_RATE] = {"joints", {"friction", "rate"}, FALSE},
    [TR_PARAM_COMPLIANCE_LINEAR] = {"joints", {"compliance", "linear"}, FALSE},
    [TR_PARAM_COMPLIANCE_ANGULAR] = {"joints", {"compliance", "angular"}, FALSE},
    [TR_PARAM_ANCHOR_PARENT] = {"joints", {"parent_frame", "position"}, TRUE},
    [TR_PARAM_ANCHOR_CHILD] = {"joints", {"child_frame", "position"}, TRUE},
    [TR_PARAM_STOP_RESTITUTION] = {"joints", {"stop_restitution"}, FALSE},
    [TR_PARAM_STOP_LOWER] = {"joints", {"limits"}, TRUE},
    [TR_PARAM_STOP_UPPER] = {"joints", {"limits"}, TRUE, .first = 1},
    [TR_PARAM_LENGTH] = {"joints", {"length"}, FALSE},
    [TR_PARAM_GAIN] = {"motors", {"gain"}, FALSE},
    [TR_PARAM_ROTOR_INERTIA] = {"motors", {"rotor_inertia"}, FALSE},
    [TR_PARAM_BIAS] = {"motors", {"bias"}, FALSE},
    [TR_PARAM_RESISTANCE] = {"motors", {"resistance"}, FALSE},
    [TR_PARAM_BACK_EMF] = {"motors", {"back_emf"}, FALSE},
    [TR_PARAM_SERVO_KP] = {"motors", {"servo", "kp"}, FALSE},
    [TR_PARAM_SERVO_KI] = {"motors", {"servo", "ki"}, FALSE},
    [TR_PARAM_SERVO_KD] = {"motors", {"servo", "kd"}, FALSE},
    [TR_PARAM_SIGMA] = {"sensors", {"sigma"}, FALSE},
    [TR_PARAM_ORIENTATION_SIGMA] = {"sensors", {"orientation_sigma"}, FALSE},
    [TR_PARAM_SENSOR_POINT] = {"sensors", {"point"}, TRUE},
    [TR_PARAM_CONTACT_FRICTION] = {"contacts", {"friction"}, FALSE},
    [TR_PARAM_CONTACT_RESTITUTION] = {"contacts", {"restitution"}, FALSE},
    [TR_PARAM_CONTACT_COMPLIANCE] = {"contacts", {"compliance"}, FALSE},
    [TR_PARAM_CONTACT_RADIUS] = {"contacts", {"radius"}, FALSE},
    [TR_PARAM_CONTACT_POINT] = {"contacts", {"point"}, TRUE},
    [TR_PARAM_CONTACT_SIZE] = {"contacts", {"size"}, TRUE},
    [TR_PARAM_CONTACT_HEIGHT] = {"contacts", {"height"}, FALSE},
    [TR_PARAM_CONTACT_TILT] = {"contacts", {"tilt"}, TRUE},
    [TR_PARAM_CONTACT_OTHER_RADIUS] = {"contacts", {"other_radius"}, FALSE},
    [TR_PARAM_CHANNEL_OFFSET] = {NULL, {"offset"}, FALSE},
    [TR_PARAM_CHANNEL_SCALE] = {NULL, {"scale"}, FALSE},
    [TR_PARAM_CHANNEL_DELAY] = {NULL, {"delay"}, FALSE},
    [TR_PARAM_CHANNEL_START] = {NULL, {"start"}, FALSE},
    [TR_PARAM_CHANNEL_START_RATE] = {NULL, {"start_rate"}, FALSE},
};

static const TrParamKind channel_kinds[] = {TR_PARAM_CHANNEL_OFFSET, TR_PARAM_CHANNEL_SCALE,
                                            TR_PARAM_CHANNEL_DELAY, TR_PARAM_CHANNEL_START,
                                            TR_PARAM_CHANNEL_START_RATE};

guint
trammel_project_get_path(TrammelStep steps[TRAMMEL_MAX_STEPS], TrParam param)
{
  gboolean has_owner = param.kind != TR_PARAM_TILT && param.kind != TR_PARAM_GRAVITY;
  gboolean of_model = tr_param_is_of_model(param);
  guint n = 0;

  steps[n++] = (TrammelStep){.key = of_model ? "model" : "logs"};
  if (of_model)
    steps[n++] = (TrammelStep){.key = ways[param.kind].section};
  if (has_owner)
    steps[n++] = (TrammelStep){.index = (guint)param.owner};
  if (!of_model) {
    steps[n++] = (TrammelStep){.key = "channels"};
    steps[n++] = (TrammelStep){.index = (guint)param.axis};
  }
  for (guint i = 0; i < G_N_ELEMENTS(ways[0].keys) && ways[param.kind].keys[i]; i++)
    steps[n++] = (TrammelStep){.key = ways[param.kind].keys[i]};
  if (ways[param.kind].by_axis)
    steps[n++] = (TrammelStep){.index = ways[param.kind].first + (guint)param.axis};
  else if (ways[param.kind].axis_keys)
    steps[n++] = (TrammelStep){.key = ways[param.kind].axis_keys[param.axis]};
  return n;
}

const TrammelNode *
trammel_project_walk(TrammelNode nodes[TRAMMEL_MAX_STEPS + 1],
                     const TrammelNode *root,
                     TrParam param)
{
  TrammelStep steps[TRAMMEL_MAX_STEPS];
  guint n_steps = trammel_project_get_path(steps, param);

  nodes[0] = *root;
  for (guint k = 0; k < n_steps; k++)
    nodes[k + 1] = steps[k].key ? trammel_node_member(&nodes[k], steps[k].key)
                                : trammel_node_element(&nodes[k], steps[k].index);
  return &nodes[n_steps];
}

const char *
trammel_param_find_fault(TrParam param, double value)
{
  if (param.kind == TR_PARAM_CHANNEL_SCALE && value == 0)
    return TRAMMEL_WORD("must not be zero");
  if (param.kind == TR_PARAM_CHANNEL_DELAY && value < 0)
    return TRAMMEL_WORD("must not be negative");
  return NULL;
}

gboolean
trammel_project_can_be_free(const TrammelProject *project, TrParam param)
{
  return tr_param_can_be_free(project->model, param);
}

static TrammelMapping *
get_mapping(const TrammelProject *project, TrParam param)
{
  const TrammelLogEntry *entry = project->logs->pdata[param.owner];

  return &g_array_index(entry->channels, TrammelChannel, (guint)param.axis).mapping;
}

void
trammel_project_put_value(TrammelProject *project, guint i, double value)
{
  TrammelQuantity *quantity = &g_array_index(project->quantities, TrammelQuantity, i);

  quantity->value = value;
  switch (quantity->param.kind) {
  case TR_PARAM_CHANNEL_OFFSET:
    get_mapping(project, quantity->param)->offset = value;
    break;
  case TR_PARAM_CHANNEL_SCALE:
    get_mapping(project, quantity->param)->scale = value;
    break;
  case TR_PARAM_CHANNEL_DELAY:
    get_mapping(project, quantity->param)->delay = value;
    break;
  case TR_PARAM_CHANNEL_START:
    get_mapping(project, quantity->param)->start = value;
    get_mapping(project, quantity->param)->start_is_auto = quantity->is_automatic;
    break;
  case TR_PARAM_CHANNEL_START_RATE:
    get_mapping(project, quantity->param)->start_rate = value;
    get_mapping(project, quantity->param)->start_rate_is_auto = quantity->is_automatic;
    break;
  default:
    tr_param_set(project->model, quantity->param, value);
  }
}

static gboolean
read_prior(TrammelQuantity *quantity, const TrammelNode *node, GError **error)
{
  TrammelNode prior = trammel_node_member(node, "prior");
  TrammelNode mean = trammel_node_member(&prior, "mean");
  TrammelNode sigma = trammel_node_member(&prior, "sigma");

  if (!prior.node)
    return TRUE;
  if (!trammel_node_check_object(&prior, error) ||
      !trammel_node_get_number(&mean, &quantity->prior_mean, error))
    return FALSE;
  if (!sigma.node)
    return trammel_node_fail(&sigma, error, "is missing; a prior needs its standard deviation");
  if (!trammel_node_get_number(&sigma, &quantity->prior_sigma, error))
    return FALSE;
  if (!(quantity->prior_sigma > 0))
    return trammel_node_fail(&sigma, error, "must be above zero, found %g", quantity->prior_sigma);
  return TRUE;
}

static gboolean
read_transform(TrammelQuantity *quantity, const TrammelNode *node, GError **error)
{
  static const char *const words[TR_N_TRANSFORMS] = {"none", "log"};
  TrammelNode transform = trammel_node_member(node, "transform");
  guint index = TR_TRANSFORM_NONE;

  if (!trammel_node_get_word(&transform, words, G_N_ELEMENTS(words), &index, error))
    return FALSE;
  quantity->transform = (TrTransform)index;
  if (quantity->transform != TR_TRANSFORM_LOG)
    return TRUE;
  if (!(quantity->value > 0))
    return trammel_node_fail(&transform, error,
                             "'log' needs a value above zero, found %g; change the value, or "
                             "remove the transform",
                             quantity->value);
  if (isfinite(quantity->min) && quantity->min < 0)
    return trammel_node_fail(&transform, error,
                             "'log' needs a min of zero or more, found %g; change min, or remove "
                             "the transform",
                             quantity->min);
  if (isfinite(quantity->prior_sigma) && !(quantity->prior_mean > 0))
    return trammel_node_fail(&transform, error,
                             "'log' needs a prior with a mean above zero, found %g; change the "
                             "mean, or remove the transform",
                             quantity->prior_mean);
  return TRUE;
}

/* Returns whether a quantity can be free, by its own value where that decides: the model does not
 * have it yet. */
static gboolean
can_be_free(const TrammelProject *project, const TrammelQuantity *quantity)
{
  if (quantity->param.kind == TR_PARAM_RESISTANCE)
    return quantity->value > 0;
  if (quantity->param.kind == TR_PARAM_CONTACT_COMPLIANCE)
    return !isnan(quantity->value);
  return trammel_project_can_be_free(project, quantity->param);
}

static gboolean
check_free(const TrammelProject *project,
           const TrammelQuantity *quantity,
           const TrammelNode *node,
           GError **error)
{
  TrammelNode flag = trammel_node_member(node, "free");
  gboolean is_wrong = quantity->free && !can_be_free(project, quantity);

  if (is_wrong && tr_param_is_stop(quantity->param))
    return trammel_node_fail(&flag, error,
                             "%s is free, but the estimator does not have the stops of the joint; "
                             "give the joint \"stops\": \"estimated\", or set 'free' to false",
                             quantity->id);
  if (is_wrong && quantity->param.kind == TR_PARAM_CONTACT_COMPLIANCE)
    return trammel_node_fail(&flag, error,
                             "%s cannot be estimated while it is \"auto\"; give it a value, or set "
                             "'free' to false",
                             quantity->id);
  if (is_wrong)
    return trammel_node_fail(
        &flag, error,
        "%s cannot be estimated: it is a setting of the fit, belongs to a "
        "joint that does not move, or to a motor whose resistance is 0; set it "
        "to false",
        quantity->id);
  if (quantity->min > quantity->max)
    return trammel_node_fail(node, error, "min %g is above max %g", quantity->min, quantity->max);
  if (quantity->free && !(quantity->value >= quantity->min && quantity->value <= quantity->max))
    return trammel_node_fail(node, error,
                             "the value %g is not within min %g and max %g; the estimation starts "
                             "from it",
                             quantity->value, quantity->min, quantity->max);
  return TRUE;
}

/* Reads a value; it can be the word "auto" if the log gives it. */
static gboolean
read_value(TrammelQuantity *quantity, const TrammelNode *node, GError **error)
{
  gboolean may_be_auto = tr_param_may_be_auto(quantity->param);
  const char *fault;

  if (!trammel_node_get_plain(node, &quantity->value, may_be_auto, error))
    return FALSE;
  fault = trammel_param_find_fault(quantity->param, quantity->value);
  return !fault || trammel_node_fail(node, error, "%s, found %g", fault, quantity->value);
}

/* Reads `{ "value": ..., "free": ... }`; ties are read later, when all quantities are known. */
static gboolean
read_object(const TrammelProject *project,
            TrammelQuantity *quantity,
            const TrammelNode *node,
            GError **error)
{
  TrammelNode value = trammel_node_member(node, "value"), flag = trammel_node_member(node, "free");
  TrammelNode min = trammel_node_member(node, "min"), max = trammel_node_member(node, "max");
  TrammelNode note = trammel_node_member(node, "note");
  TrammelNode origin = trammel_node_member(node, "origin");
  const char *text = NULL;
  guint word = 0;

  if (!value.node)
    return trammel_node_fail(&value, error, "is missing; a number is needed here");
  if (!read_value(quantity, &value, error) ||
      !trammel_node_get_boolean(&flag, &quantity->free, error) ||
      !trammel_node_get_number(&min, &quantity->min, error) ||
      !trammel_node_get_number(&max, &quantity->max, error) ||
      !trammel_node_get_string(&note, &text, error) ||
      !trammel_node_get_word(&origin, trammel_origin_get_words() + 1, TRAMMEL_N_ORIGINS - 1, &word,
                             error))
    return FALSE;
  quantity->prior_mean = quantity->value;
  return read_prior(quantity, node, error) && read_transform(quantity, node, error) &&
         check_free(project, quantity, node, error);
}

/* Reads the entry of a quantity that has its id, unit and default value, and adds it. */
static gboolean
add_quantity(TrammelProject *project,
             TrammelQuantity *quantity,
             const TrammelNode *root,
             GError **error)
{
  TrammelNode nodes[TRAMMEL_MAX_STEPS + 1];
  const TrammelNode *node = trammel_project_walk(nodes, root, quantity->param);

  quantity->min = -INFINITY;
  quantity->max = INFINITY;
  quantity->prior_sigma = INFINITY;
  if (node->node)
    quantity->free = quantity->is_automatic = FALSE;
  if (node->node &&
      !(JSON_NODE_HOLDS_OBJECT(node->node) ? read_object(project, quantity, node, error)
                                           : read_value(quantity, node, error)))
    return FALSE;
  if (!isfinite(quantity->prior_sigma))
    quantity->prior_mean = quantity->value;
  g_array_append_val(project->quantities, *quantity);
  trammel_project_put_value(project, project->quantities->len - 1, quantity->value);
  return TRUE;
}

static const TrMotor *
find_motor(const TrModel *model, const char *signal)
{
  for (int m = 0; m < model->n_motors; m++)
    if (g_str_equal(model->motors[m].name, signal))
      return &model->motors[m];
  return NULL;
}

/* Returns the unit of an offset, that of the sensor or of the motion that the drive prescribes. */
static const char *
get_channel_unit(const TrModel *model, TrParamKind kind, const char *signal)
{
  const TrMotor *motor = find_motor(model, signal);
  int sensor = trammel_sensor_find(model, signal);

  if (kind == TR_PARAM_CHANNEL_DELAY)
    return "s";
  if (kind == TR_PARAM_CHANNEL_SCALE)
    return "1";
  if (sensor >= 0)
    return tr_sensor_unit(model, sensor);
  return motor ? tr_motor_channel_unit(model, (int)(motor - model->motors), kind) : "1";
}

/* TRUE if a channel has the number: the start of a drive is open after one integration, its start
 * rate after two. */
static gboolean
has_number(TrParamKind kind, const TrMotor *motor)
{
  TrDrive drive = motor ? motor->drive : TR_DRIVE_NONE;

  if (kind == TR_PARAM_CHANNEL_START)
    return drive == TR_DRIVE_VELOCITY || drive == TR_DRIVE_ACCELERATION;
  if (kind == TR_PARAM_CHANNEL_START_RATE)
    return drive == TR_DRIVE_ACCELERATION;
  return TRUE;
}

/* TRUE if a sensor of the log measures the position of the motor's joint. */
static gboolean
is_measured(const TrModel *model, const TrammelLogEntry *entry, const TrMotor *motor)
{
  for (guint i = 0; i < entry->channels->len; i++) {
    const char *signal = g_array_index(entry->channels, TrammelChannel, i).mapping.signal;
    int sensor = trammel_sensor_find(model, signal);
    if (sensor >= 0 && tr_sensor_position_joint(model, sensor) == motor->joint)
      return TRUE;
  }
  return FALSE;
}

static gboolean
read_channel(TrammelProject *project, guint log, guint i, const TrammelNode *root, GError **error)
{
  const TrammelLogEntry *entry = project->logs->pdata[log];
  const char *signal = g_array_index(entry->channels, TrammelChannel, i).mapping.signal;
  const TrMotor *motor = find_motor(project->model, signal);

  for (guint k = 0; k < G_N_ELEMENTS(channel_kinds); k++) {
    TrParamKind kind = channel_kinds[k];
    gboolean is_start = kind == TR_PARAM_CHANNEL_START || kind == TR_PARAM_CHANNEL_START_RATE;
    TrammelQuantity quantity = {.param = {kind, (int)log, (int)i},
                                .unit = get_channel_unit(project->model, kind, signal),
                                .value = kind == TR_PARAM_CHANNEL_SCALE};
    if (!has_number(kind, motor))
      continue;
    quantity.free = quantity.is_automatic = is_start && is_measured(project->model, entry, motor);
    snprintf(quantity.id, TR_ID_SIZE, "log.%s.%s.%s", entry->name, signal, ways[kind].keys[0]);
    if (!add_quantity(project, &quantity, root, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_project_read_quantities(TrammelProject *project, const TrammelNode *root, GError **error)
{
  const TrModel *model = project->model;
  guint n = (guint)tr_param_count(model);

  g_array_set_size(project->quantities, 0);
  for (guint i = 0; i < n; i++) {
    TrParam param = tr_param_at(model, (int)i);
    TrammelQuantity quantity = {
        .param = param, .unit = tr_param_unit(model, param), .value = tr_param_get(model, param)};
    tr_param_id(quantity.id, model, param);
    if (!add_quantity(project, &quantity, root, error))
      return FALSE;
  }
  for (guint log = 0; log < project->logs->len; log++) {
    const TrammelLogEntry *entry = project->logs->pdata[log];
    for (guint i = 0; i < entry->channels->len; i++)
      if (!read_channel(project, log, i, root, error))
        return FALSE;
  }
  return trammel_project_read_ties(project, root, error);
}
