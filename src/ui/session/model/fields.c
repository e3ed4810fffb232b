#include "ui/session/model/fields-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/est/task/loss.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/project/put.h"
#include "ui/session/text/euler-angles.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"

static const char *const groups[TRAMMEL_N_GROUPS] = {
    [TRAMMEL_GROUP_GENERAL] = "",
    [TRAMMEL_GROUP_COM] = N_("Centre of mass"),
    [TRAMMEL_GROUP_INERTIA] = N_("Inertia about the centre of mass"),
    [TRAMMEL_GROUP_PARENT] = N_("Anchor on the parent"),
    [TRAMMEL_GROUP_CHILD] = N_("Anchor on the child"),
    [TRAMMEL_GROUP_SEAT] = N_("Position on the body"),
    [TRAMMEL_GROUP_SURFACE] = N_("Surface"),
    [TRAMMEL_GROUP_FRICTION] = N_("Friction"),
    [TRAMMEL_GROUP_SPRING] = N_("Spring"),
    [TRAMMEL_GROUP_COMPLIANCE] = N_("Compliance"),
    [TRAMMEL_GROUP_ACTIVE] = N_("Active spans"),
    [TRAMMEL_GROUP_WINDING] = N_("Winding"),
    [TRAMMEL_GROUP_SERVO] = N_("Servo"),
    [TRAMMEL_GROUP_LOSS] = N_("Residuals"),
    [TRAMMEL_GROUP_FACTORS] = N_("Factors of the sum"),
    [TRAMMEL_GROUP_SHAPE] = N_("Shapes"),
};

/* Terms of the headings in the glossary; NULL: none. */
static const char *const group_terms[TRAMMEL_N_GROUPS] = {
    [TRAMMEL_GROUP_INERTIA] = "realisable-inertia",
    [TRAMMEL_GROUP_FRICTION] = "smoothing-rate",
    [TRAMMEL_GROUP_COMPLIANCE] = "compliance damping-time",
    [TRAMMEL_GROUP_LOSS] = "residual robust-loss",
};

/* Headings of the quantities that are not among the general ones. */
static const TrammelFieldGroup kind_groups[TR_N_PARAM_KINDS] = {
    [TR_PARAM_COM] = TRAMMEL_GROUP_COM,
    [TR_PARAM_INERTIA] = TRAMMEL_GROUP_INERTIA,
    [TR_PARAM_ANCHOR_PARENT] = TRAMMEL_GROUP_PARENT,
    [TR_PARAM_ANCHOR_CHILD] = TRAMMEL_GROUP_CHILD,
    [TR_PARAM_SENSOR_POINT] = TRAMMEL_GROUP_SEAT,
    [TR_PARAM_CONTACT_POINT] = TRAMMEL_GROUP_SEAT,
    [TR_PARAM_CONTACT_HEIGHT] = TRAMMEL_GROUP_SURFACE,
    [TR_PARAM_CONTACT_TILT] = TRAMMEL_GROUP_SURFACE,
    [TR_PARAM_CONTACT_OTHER_RADIUS] = TRAMMEL_GROUP_SURFACE,
    [TR_PARAM_VISCOUS] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_COULOMB] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_STRIBECK_DELTA] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_STRIBECK_ZETA] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_RATE] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_TANH] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_FRICTION_OFFSET] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_ASYMMETRY] = TRAMMEL_GROUP_FRICTION,
    [TR_PARAM_STIFFNESS] = TRAMMEL_GROUP_SPRING,
    [TR_PARAM_REST] = TRAMMEL_GROUP_SPRING,
    [TR_PARAM_COMPLIANCE_LINEAR] = TRAMMEL_GROUP_COMPLIANCE,
    [TR_PARAM_COMPLIANCE_ANGULAR] = TRAMMEL_GROUP_COMPLIANCE,
    [TR_PARAM_RESISTANCE] = TRAMMEL_GROUP_WINDING,
    [TR_PARAM_BACK_EMF] = TRAMMEL_GROUP_WINDING,
    [TR_PARAM_SERVO_KP] = TRAMMEL_GROUP_SERVO,
    [TR_PARAM_SERVO_KI] = TRAMMEL_GROUP_SERVO,
    [TR_PARAM_SERVO_KD] = TRAMMEL_GROUP_SERVO,
};

/* Sets of choices. */
typedef enum {
  NO_CHOICE,
  JOINT_TYPES,
  FRICTION_MODELS,
  FRICTION_LOADS,
  SENSOR_TYPES,
  LOSSES,
  STOP_USES,
  CONTACT_SHAPES,
  CONTACT_SIDES,
  DRIVES,
  COMMANDS,
  DERIVATIVES,
  CONSISTENCIES,
  BODIES,
  BODIES_AND_WORLD,
  JOINTS
} Choices;

typedef struct {
  TrammelElementKind element;
  TrammelFieldKind kind;
  TrammelFieldGroup group;
  const char *label, *tail;
  const char *unit;    /* NULL: that of the joint's coordinate */
  const char *initial; /* text if the file has none; "" for vectors, ranges and turns */
  Choices choices;
  const char *only_with; /* member that must exist; NULL: always shown */
} Row;

static const Row rows[] = {
    {TRAMMEL_ELEMENT_GRAVITY, TRAMMEL_FIELD_VECTOR, TRAMMEL_GROUP_GENERAL, N_("Direction"),
     "direction", "1", "", NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Type"), "type", "",
     "hinge", JOINT_TYPES, NULL},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Parent"), "parent", "",
     "world", BODIES_AND_WORLD, "parent"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Child"), "child", "",
     "", BODIES, "child"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("First joint"),
     "joints[0]", "", "", JOINTS, "joints"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Second joint"),
     "joints[1]", "", "", JOINTS, "joints"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, N_("Ratio"), "ratio", "1",
     "1", NO_CHOICE, "joints"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, N_("Offset"), "offset",
     "1", "0", NO_CHOICE, "joints"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, N_("Start"), "start", NULL,
     "0", NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_RANGE, TRAMMEL_GROUP_GENERAL, N_("Limits"), "limits",
     NULL, "", NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Stops"), "stops", "",
     "simulated", STOP_USES, "limits"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_TURN, TRAMMEL_GROUP_PARENT, N_("Rotation"),
     "parent_frame.quat_wxyz", "rad", "", NO_CHOICE, "parent"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_TURN, TRAMMEL_GROUP_CHILD, N_("Rotation"),
     "child_frame.quat_wxyz", "rad", "", NO_CHOICE, "child"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_FRICTION, N_("Model"),
     "friction.model", "", "none", FRICTION_MODELS, "parent"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_FRICTION, N_("Load"),
     "friction.load", "", "constraint", FRICTION_LOADS, "friction"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_FRICTION, N_("Bearing radius"),
     "friction.radius", "m", "1", NO_CHOICE, "friction"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_COMPLIANCE, N_("Damping time"),
     "damping_time", "s", "auto", NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_ACTIVE, N_("Switch impulse"),
     "switch_impulse", "N s", "1", NO_CHOICE, "active"},
    {TRAMMEL_ELEMENT_CONTACT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_ACTIVE, N_("Switch impulse"),
     "switch_impulse", "N s", "1", NO_CHOICE, "active"},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Joint"), "joint", "",
     "", JOINTS, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Drive"), "drive", "",
     "force", DRIVES, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, N_("Compliance"),
     "compliance", "1", "1e-09", NO_CHOICE, "drive"},
    {TRAMMEL_ELEMENT_BODY, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_INERTIA, N_("Keep realisable"),
     "consistency", "", TRAMMEL_FIELD_AS_SETTINGS, CONSISTENCIES, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, N_("Gear"), "gear", "1",
     "1", NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Type"), "type", "",
     "", SENSOR_TYPES, NULL},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Joint"), "joint", "",
     "", JOINTS, "joint"},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Body"), "body", "",
     "", BODIES, "body"},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, N_("Input limit"), "limit",
     "1", "", NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_SERVO, N_("Command"),
     "servo.command", "", "none", COMMANDS, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_SERVO, N_("Derivative of"),
     "servo.derivative", "", "error", DERIVATIVES, "servo"},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_SERVO, N_("Delay"), "servo.delay",
     "s", "0", NO_CHOICE, "servo"},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_SERVO, N_("Sample time"),
     "servo.sample_time", "s", "0", NO_CHOICE, "servo"},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_RANGE, TRAMMEL_GROUP_SERVO, N_("Set value limits"),
     "servo.command_range", NULL, "", NO_CHOICE, "servo"},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_TURN, TRAMMEL_GROUP_SEAT, N_("Rotation"), "frame", "rad",
     "", NO_CHOICE, "body"},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_LOSS, N_("Robust loss"), "loss",
     "", "none", LOSSES, NULL},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_LOSS, N_("Loss scale"),
     "loss_scale", "1", "", NO_CHOICE, "loss"},
    {TRAMMEL_ELEMENT_CONTACT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Body"), "body", "",
     "", BODIES, NULL},
    {TRAMMEL_ELEMENT_CONTACT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Shape"), "shape", "",
     "sphere", CONTACT_SHAPES, NULL},
    {TRAMMEL_ELEMENT_CONTACT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Against"), "against",
     "", "world", BODIES_AND_WORLD, NULL},
    {TRAMMEL_ELEMENT_CONTACT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Surface"),
     "other_shape", "", "plane", CONTACT_SIDES, NULL},
};

/* ---- construction ---------------------------------------------------------------------------- */

static void
field_free(gpointer data)
{
  TrammelField *field = data;

  g_free(field->label);
  g_free(field->id);
  g_free(field->path);
  g_free(field->text);
  g_strfreev(field->choices);
  g_free(field);
}

TrammelField *
trammel_field_maker_add(TrammelFieldMaker *maker,
                        TrammelFieldKind kind,
                        TrammelFieldGroup group,
                        const char *label)
{
  TrammelField *field = g_new0(TrammelField, 1);

  *field = (TrammelField){.kind = kind,
                          .group = *groups[group] ? _(groups[group]) : "",
                          .terms = group_terms[group],
                          .label = g_strdup(*label ? _(label) : ""),
                          .unit = "",
                          .shown = ""};
  g_ptr_array_add(maker->fields, field);
  return field;
}

/* Returns a member of the element; NULL: none. */
static JsonNode *
find_member(const TrammelFieldMaker *maker, const char *tail)
{
  g_autofree char *path = trammel_element_dup_path(maker->element, tail);

  return trammel_project_find_at(maker->project, path);
}

typedef const char *(*Namer)(int i);

static const char *
name_joint_type(int i)
{
  return tr_joint_type_name((TrJointType)i);
}

static const char *
name_friction_model(int i)
{
  return tr_friction_model_name((TrFrictionModel)i);
}

static const char *
name_friction_load(int i)
{
  return tr_friction_load_name((TrFrictionLoad)i);
}

static const char *
name_sensor_type(int i)
{
  return tr_sensor_type_name((TrSensorType)i);
}

static const char *
name_loss(int i)
{
  return tr_loss_name((TrLossKind)i);
}

static const char *
name_drive(int i)
{
  return tr_drive_name((TrDrive)i);
}

static const char *
name_command(int i)
{
  return tr_command_name((TrCommand)i);
}

static const char *
name_derivative(int i)
{
  return i == 0 ? "error" : "measured";
}

static const char *
name_inertia_rule(int i)
{
  return tr_inertia_rule_name((TrInertiaRule)i);
}

static void
add_names(GStrvBuilder *list, const TrammelProject *project, TrammelElementKind kind)
{
  for (guint i = 0; i < trammel_project_get_n_elements(project, kind); i++)
    g_strv_builder_add(list, trammel_project_get_element_name(project, (TrammelElement){kind, i}));
}

static const char *
name_contact_shape(int index)
{
  return tr_contact_shape_name((TrContactShape)index);
}

static const char *
name_stop_use(int index)
{
  return tr_stops_name(index == 1);
}

static const char *
name_contact_side(int index)
{
  return index == 0 ? "plane" : "sphere";
}

static char **
list_choices(const TrammelProject *project, Choices choices)
{
  static const struct {
    int n;
    Namer name;
  } words[] = {
      [JOINT_TYPES] = {TR_N_JOINT_TYPES, name_joint_type},
      [FRICTION_MODELS] = {TR_N_FRICTION_MODELS, name_friction_model},
      [FRICTION_LOADS] = {TR_N_FRICTION_LOADS, name_friction_load},
      [SENSOR_TYPES] = {TR_N_SENSOR_TYPES, name_sensor_type},
      [LOSSES] = {TR_N_LOSSES, name_loss},
      [STOP_USES] = {2, name_stop_use},
      [CONTACT_SHAPES] = {TR_N_SHAPES, name_contact_shape},
      [CONTACT_SIDES] = {2, name_contact_side},
      [DRIVES] = {TR_N_DRIVES, name_drive},
      [COMMANDS] = {TR_N_COMMANDS, name_command},
      [DERIVATIVES] = {2, name_derivative},
      [CONSISTENCIES] = {TR_N_INERTIA_RULES, name_inertia_rule},
  };
  g_autoptr(GStrvBuilder) list = g_strv_builder_new();

  if (choices == BODIES_AND_WORLD)
    g_strv_builder_add(list, "world");
  if (choices == CONSISTENCIES)
    g_strv_builder_add(list, TRAMMEL_FIELD_AS_SETTINGS);
  if (choices == BODIES_AND_WORLD || choices == BODIES)
    add_names(list, project, TRAMMEL_ELEMENT_BODY);
  else if (choices == JOINTS)
    add_names(list, project, TRAMMEL_ELEMENT_JOINT);
  else
    for (int i = 0; i < words[choices].n; i++)
      g_strv_builder_add(list, words[choices].name(i));
  return g_strv_builder_end(list);
}

/* Sets the numbers of a vector, a range or a turn from the file; `node` is NULL for an absent
 * member. */
static void
read_values(TrammelField *field, JsonNode *node)
{
  static const double initial[][4] = {[TRAMMEL_FIELD_VECTOR] = {0, -1, 0},
                                      [TRAMMEL_FIELD_RANGE] = {-INFINITY, INFINITY},
                                      [TRAMMEL_FIELD_TURN] = {1, 0, 0, 0}};
  double values[4];

  memcpy(values, initial[field->kind], sizeof values);
  for (guint i = 0; i < 4; i++) {
    JsonNode *element = trammel_json_element(node, i);
    JsonNode *number =
        trammel_json_as_object(element) ? trammel_json_find(element, "value") : element;
    if (trammel_json_is_number(number))
      values[i] = trammel_json_as_number(number);
  }
  if (field->kind == TRAMMEL_FIELD_TURN)
    trammel_euler_angles_from_quat(field->values, values);
  else
    memcpy(field->values, values, sizeof field->values);
}

static char *
dup_text(JsonNode *node)
{
  const char *text = trammel_json_as_string(node);

  return text ? g_strdup(text) : g_strstrip(trammel_json_node_to_text(node));
}

static char *
format_end(double value)
{
  return isinf(value) ? g_strdup(TRAMMEL_FIELD_NONE) : trammel_format_entry(value);
}

static char *
format_range(const double ends[2])
{
  g_autofree char *lower = format_end(ends[0]), *upper = format_end(ends[1]);

  return isinf(ends[0]) && isinf(ends[1]) ? g_strdup(TRAMMEL_FIELD_NONE)
                                          : g_strdup_printf("%s;%s", lower, upper);
}

int
trammel_field_kind_count_entries(TrammelFieldKind kind)
{
  if (kind == TRAMMEL_FIELD_VECTOR || kind == TRAMMEL_FIELD_TURN)
    return 3;
  return kind == TRAMMEL_FIELD_SPAN ? 2 : kind == TRAMMEL_FIELD_ADD ? 0 : 1;
}

char **
trammel_model_field_dup_texts(const TrammelField *field)
{
  g_autoptr(GStrvBuilder) texts = g_strv_builder_new();
  int n = trammel_field_kind_count_entries(field->kind);

  for (int i = 0; i < n; i++) {
    g_autofree char *text = n > 1 ? trammel_format_entry(field->values[i])
                            : field->kind == TRAMMEL_FIELD_RANGE ? format_range(field->values)
                                                                 : g_strdup(field->text);
    g_strv_builder_add(texts, text);
  }
  return g_strv_builder_end(texts);
}

static const TrJoint *
get_joint(const TrammelFieldMaker *maker)
{
  return &trammel_project_get_model(maker->project)->joints[maker->element.index];
}

/* Returns the unit of a joint's coordinate, or of the set value of a motor's servo. */
static const char *
get_coordinate_unit(const TrammelFieldMaker *maker)
{
  const TrModel *model = trammel_project_get_model(maker->project);

  if (maker->element.kind == TRAMMEL_ELEMENT_JOINT)
    return tr_joint_position_unit(get_joint(maker));
  const TrMotor *motor = &model->motors[maker->element.index];
  gboolean turns = tr_joint_turns(&model->joints[motor->joint]);
  if (motor->servo.command == TR_COMMAND_VELOCITY)
    return turns ? "rad/s" : "m/s";
  return turns ? "rad" : "m";
}

/* Returns FALSE for rows of friction, spring and start of a joint that is neither a hinge nor a
 * slide. */
static gboolean
belongs(const TrammelFieldMaker *maker, TrammelFieldGroup group, const char *tail)
{
  gboolean needs_axis = group == TRAMMEL_GROUP_FRICTION || group == TRAMMEL_GROUP_SPRING;

  if (maker->element.kind != TRAMMEL_ELEMENT_JOINT)
    return TRUE;
  if (g_str_equal(tail, "start"))
    return get_joint(maker)->type == TR_JOINT_HINGE || get_joint(maker)->type == TR_JOINT_SLIDE;
  if (g_str_equal(tail, "limits"))
    return tr_joint_has_axis(get_joint(maker)) && !get_joint(maker)->has_stops;
  return !needs_axis || tr_joint_has_axis(get_joint(maker));
}

static void
add_row(TrammelFieldMaker *maker, const Row *row)
{
  /* the measuring axes of a sensor may be stored as a frame, like those of a joint */
  gboolean is_nested = g_str_equal(row->tail, "frame") && find_member(maker, "frame.quat_wxyz");
  const char *tail = is_nested ? "frame.quat_wxyz" : row->tail;
  JsonNode *member = find_member(maker, tail);
  TrammelField *field = trammel_field_maker_add(maker, row->kind, row->group, row->label);

  field->path = trammel_element_dup_path(maker->element, tail);
  field->unit = row->unit ? row->unit : get_coordinate_unit(maker);
  field->shown = row->kind == TRAMMEL_FIELD_TURN ? "deg" : field->unit;
  field->may_be_auto = g_str_equal(row->initial, "auto");
  if (row->kind == TRAMMEL_FIELD_VECTOR || row->kind == TRAMMEL_FIELD_RANGE ||
      row->kind == TRAMMEL_FIELD_TURN)
    read_values(field, member);
  else
    field->text = member ? dup_text(member) : g_strdup(row->initial);
  if (row->kind != TRAMMEL_FIELD_CHOICE)
    return;
  field->choices = list_choices(maker->project, row->choices);
  field->has_words =
      row->choices != BODIES && row->choices != JOINTS && row->choices != BODIES_AND_WORLD;
  if (row->choices == SENSOR_TYPES)
    field->role = TRAMMEL_FIELD_ROLE_SENSOR_TYPE;
  if (row->choices == JOINT_TYPES)
    field->role = TRAMMEL_FIELD_ROLE_JOINT_TYPE;
  for (guint i = 0; field->choices[i]; i++)
    if (g_str_equal(field->choices[i], field->text))
      field->chosen = i;
}

/* Returns TRUE for coefficients that the joint's friction model does not use. */
static gboolean
is_idle(const TrammelFieldMaker *maker, const char *tail)
{
  const char *member = trammel_json_as_string(find_member(maker, "friction.model"));
  const char *model = member ? member : "none";
  const struct {
    const char *tail, *models;
  } uses[] = {{"viscous", " viscous coulomb stribeck "},
              {"offset", " viscous coulomb stribeck tanh "},
              {"asymmetry.viscous", " viscous coulomb stribeck tanh "},
              {"asymmetry.dry", " coulomb stribeck tanh "},
              {"coulomb", " coulomb stribeck "},
              {"rate", " coulomb stribeck tanh "},
              {"stribeck.", " stribeck "},
              {"tanh.", " tanh "}};
  static const char *const known = " none viscous coulomb stribeck tanh ";
  g_autofree char *word = g_strdup_printf(" %s ", model);

  if (maker->element.kind != TRAMMEL_ELEMENT_JOINT || !strstr(known, word))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(uses); i++)
    if (g_str_has_prefix(tail, uses[i].tail))
      return !strstr(uses[i].models, word);
  return FALSE;
}

static void
add_quantity(TrammelFieldMaker *maker, const TrammelQuantity *quantity, const char *tail)
{
  TrammelFieldGroup group = kind_groups[quantity->param.kind];

  if (!belongs(maker, group, tail))
    return;
  TrammelField *field = trammel_field_maker_add(maker, TRAMMEL_FIELD_QUANTITY, group, "");
  g_free(field->label);
  field->label = trammel_quantity_label_within(quantity);
  field->path = trammel_element_dup_path(maker->element, tail);
  field->id = g_strdup(quantity->id);
  field->unit = field->shown = quantity->unit;
  field->may_be_auto = tr_param_may_be_auto(quantity->param);
  field->text = isnan(quantity->value) ? g_strdup("auto") : trammel_format_entry(quantity->value);
  field->can_be_free =
      tr_param_can_be_free(trammel_project_get_model(maker->project), quantity->param);
  field->is_free = quantity->free;
  field->is_tied = quantity->tied;
}

static void
add_quantities(TrammelFieldMaker *maker)
{
  guint n = trammel_project_get_n_quantities(maker->project);
  const char *word = trammel_element_kind_get_word(maker->element.kind);
  const char *name = trammel_project_get_element_name(maker->project, maker->element);
  g_autofree char *prefix =
      *name ? g_strdup_printf("%s.%s.", word, name) : g_strdup_printf("%s.", word);

  for (guint i = 0; i < n; i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(maker->project, i);
    const char *tail = quantity->id + strlen(prefix);
    if (g_str_has_prefix(quantity->id, prefix) && !is_idle(maker, tail))
      add_quantity(maker, quantity, tail);
  }
}

static int
rank_group(const TrammelField *field)
{
  for (int i = 0; i < TRAMMEL_N_GROUPS; i++)
    if (g_str_equal(field->group, *groups[i] ? _(groups[i]) : ""))
      return i;
  return TRAMMEL_N_GROUPS;
}

/* Sorts by heading, stably; within a heading rows come before quantities. */
static void
sort_by_group(GPtrArray *fields)
{
  for (guint i = 1; i < fields->len; i++)
    for (guint k = i; k > 0 && rank_group(fields->pdata[k - 1]) > rank_group(fields->pdata[k]);
         k--) {
      gpointer moved = fields->pdata[k];
      fields->pdata[k] = fields->pdata[k - 1];
      fields->pdata[k - 1] = moved;
    }
}

GPtrArray *
trammel_model_fields_new(const TrammelProject *project, TrammelElement element)
{
  TrammelFieldMaker maker = {project, element, g_ptr_array_new_with_free_func(field_free)};

  if (element.kind != TRAMMEL_ELEMENT_GRAVITY) {
    TrammelField *name =
        trammel_field_maker_add(&maker, TRAMMEL_FIELD_NAME, TRAMMEL_GROUP_GENERAL, N_("Name"));
    name->text = g_strdup(trammel_project_get_element_name(project, element));
  }
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    if (rows[i].element == element.kind && belongs(&maker, rows[i].group, rows[i].tail) &&
        (!rows[i].only_with || find_member(&maker, rows[i].only_with)))
      add_row(&maker, &rows[i]);
  if (element.kind == TRAMMEL_ELEMENT_CONTACT)
    trammel_field_maker_add_contact(&maker);
  add_quantities(&maker);
  if (element.kind == TRAMMEL_ELEMENT_BODY)
    trammel_field_maker_add_shapes(&maker);
  if (trammel_element_find_active(project, element))
    trammel_field_maker_add_spans(&maker);
  if (element.kind == TRAMMEL_ELEMENT_CONSTRAINT)
    trammel_field_maker_add_sum(&maker);
  sort_by_group(maker.fields);
  return maker.fields;
}
