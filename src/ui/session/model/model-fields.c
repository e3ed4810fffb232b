#include "ui/session/model/model-fields-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/est/task/loss.h"
#include "engine/mbs/model/sensor.h"
#include "io/project/put.h"
#include "ui/session/text/euler-angles.h"
#include "ui/session/text/format.h"

static const char *const groups[TRAMMEL_N_GROUPS] = {
    [TRAMMEL_GROUP_GENERAL] = "",
    [TRAMMEL_GROUP_COM] = N_("Centre of mass"),
    [TRAMMEL_GROUP_INERTIA] = N_("Inertia about the centre of mass"),
    [TRAMMEL_GROUP_PARENT] = N_("Anchor on the parent"),
    [TRAMMEL_GROUP_CHILD] = N_("Anchor on the child"),
    [TRAMMEL_GROUP_SEAT] = N_("Position on the body"),
    [TRAMMEL_GROUP_FRICTION] = N_("Friction"),
    [TRAMMEL_GROUP_SPRING] = N_("Spring"),
    [TRAMMEL_GROUP_COMPLIANCE] = N_("Compliance"),
    [TRAMMEL_GROUP_WINDING] = N_("Winding"),
    [TRAMMEL_GROUP_LOSS] = N_("Residuals"),
    [TRAMMEL_GROUP_FACTORS] = N_("Factors of the sum"),
    [TRAMMEL_GROUP_SHAPE] = N_("Shapes"),
    [TRAMMEL_GROUP_OTHER] = N_("Other"),
};

/* Terms of the headings in the glossary; NULL: none. */
static const char *const group_terms[TRAMMEL_N_GROUPS] = {
    [TRAMMEL_GROUP_INERTIA] = "realisable-inertia",
    [TRAMMEL_GROUP_FRICTION] = "smoothing-rate",
    [TRAMMEL_GROUP_COMPLIANCE] = "compliance damping-time",
    [TRAMMEL_GROUP_LOSS] = "residual robust-loss",
};

/* Quantities by the tail of their ids; a tail that ends in "." uses the rest of the id as the
 * label. */
static const struct {
  TrammelElementKind kind;
  const char *tail;
  TrammelFieldGroup group;
  const char *label;
} tails[] = {
    {TRAMMEL_ELEMENT_GRAVITY, "magnitude", TRAMMEL_GROUP_GENERAL, N_("Magnitude")},
    {TRAMMEL_ELEMENT_GRAVITY, "tilt.", TRAMMEL_GROUP_GENERAL, N_("Tilt about")},
    {TRAMMEL_ELEMENT_BODY, "mass", TRAMMEL_GROUP_GENERAL, N_("Mass")},
    {TRAMMEL_ELEMENT_BODY, "com.", TRAMMEL_GROUP_COM, ""},
    {TRAMMEL_ELEMENT_BODY, "inertia.", TRAMMEL_GROUP_INERTIA, ""},
    {TRAMMEL_ELEMENT_JOINT, "parent_frame.position.", TRAMMEL_GROUP_PARENT, ""},
    {TRAMMEL_ELEMENT_JOINT, "child_frame.position.", TRAMMEL_GROUP_CHILD, ""},
    {TRAMMEL_ELEMENT_JOINT, "viscous", TRAMMEL_GROUP_FRICTION, N_("Viscous")},
    {TRAMMEL_ELEMENT_JOINT, "coulomb", TRAMMEL_GROUP_FRICTION, N_("Dry")},
    {TRAMMEL_ELEMENT_JOINT, "stribeck.delta", TRAMMEL_GROUP_FRICTION, N_("Stribeck rise")},
    {TRAMMEL_ELEMENT_JOINT, "stribeck.zeta", TRAMMEL_GROUP_FRICTION, N_("Stribeck decay")},
    {TRAMMEL_ELEMENT_JOINT, "rate", TRAMMEL_GROUP_FRICTION, N_("Smoothing rate")},
    {TRAMMEL_ELEMENT_JOINT, "tanh.", TRAMMEL_GROUP_FRICTION, ""},
    {TRAMMEL_ELEMENT_JOINT, "offset", TRAMMEL_GROUP_FRICTION, N_("Offset")},
    {TRAMMEL_ELEMENT_JOINT, "asymmetry.", TRAMMEL_GROUP_FRICTION, N_("Asymmetry")},
    {TRAMMEL_ELEMENT_JOINT, "stiffness", TRAMMEL_GROUP_SPRING, N_("Stiffness")},
    {TRAMMEL_ELEMENT_JOINT, "rest", TRAMMEL_GROUP_SPRING, N_("Rest position")},
    {TRAMMEL_ELEMENT_JOINT, "length", TRAMMEL_GROUP_GENERAL, N_("Length")},
    {TRAMMEL_ELEMENT_JOINT, "compliance.linear", TRAMMEL_GROUP_COMPLIANCE, N_("Linear")},
    {TRAMMEL_ELEMENT_JOINT, "compliance.angular", TRAMMEL_GROUP_COMPLIANCE, N_("Angular")},
    {TRAMMEL_ELEMENT_MOTOR, "gain", TRAMMEL_GROUP_GENERAL, N_("Gain")},
    {TRAMMEL_ELEMENT_MOTOR, "rotor_inertia", TRAMMEL_GROUP_GENERAL, N_("Rotor inertia")},
    {TRAMMEL_ELEMENT_MOTOR, "bias", TRAMMEL_GROUP_GENERAL, N_("Bias")},
    {TRAMMEL_ELEMENT_MOTOR, "resistance", TRAMMEL_GROUP_WINDING, N_("Resistance")},
    {TRAMMEL_ELEMENT_MOTOR, "back_emf", TRAMMEL_GROUP_WINDING, N_("Back-EMF")},
    {TRAMMEL_ELEMENT_SENSOR, "point.", TRAMMEL_GROUP_SEAT, ""},
    {TRAMMEL_ELEMENT_SENSOR, "sigma", TRAMMEL_GROUP_GENERAL, N_("Noise σ")},
};

/* Sets of choices. */
typedef enum {
  NO_CHOICE,
  JOINT_TYPES,
  FRICTION_MODELS,
  FRICTION_LOADS,
  SENSOR_TYPES,
  LOSSES,
  DRIVES,
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
  const char *initial; /* value if the file has none */
  Choices choices;
  const char *only_with; /* member that must exist; NULL: always shown */
} Row;

static const Row rows[] = {
    {TRAMMEL_ELEMENT_GRAVITY, TRAMMEL_FIELD_VECTOR, TRAMMEL_GROUP_GENERAL, N_("Direction"),
     "direction", "1", "0;-1;0", NO_CHOICE, NULL},
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
     NULL, TRAMMEL_FIELD_NONE, NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_TURN, TRAMMEL_GROUP_PARENT, N_("Rotation"),
     "parent_frame.quat_wxyz", "rad", "0;0;0", NO_CHOICE, "parent"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_TURN, TRAMMEL_GROUP_CHILD, N_("Rotation"),
     "child_frame.quat_wxyz", "rad", "0;0;0", NO_CHOICE, "child"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_FRICTION, N_("Model"),
     "friction.model", "", "none", FRICTION_MODELS, "parent"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_FRICTION, N_("Load"),
     "friction.load", "", "constraint", FRICTION_LOADS, "friction"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_FRICTION, N_("Bearing radius"),
     "friction.radius", "m", "1", NO_CHOICE, "friction"},
    {TRAMMEL_ELEMENT_JOINT, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_COMPLIANCE, N_("Damping time"),
     "damping_time", "s", "auto", NO_CHOICE, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Joint"), "joint", "",
     "", JOINTS, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Drive"), "drive", "",
     "force", DRIVES, NULL},
    {TRAMMEL_ELEMENT_MOTOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, N_("Compliance"),
     "compliance", "1", "1e-09", NO_CHOICE, "drive"},
    {TRAMMEL_ELEMENT_BODY, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_INERTIA, N_("Physical inertia"),
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
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_TURN, TRAMMEL_GROUP_SEAT, N_("Rotation"), "frame", "rad",
     "0;0;0", NO_CHOICE, "body"},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_LOSS, N_("Robust loss"), "loss",
     "", "none", LOSSES, NULL},
    {TRAMMEL_ELEMENT_SENSOR, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_LOSS, N_("Loss scale"),
     "loss_scale", "1", "", NO_CHOICE, "loss"},
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

/* Returns the JSON of a member of the element, a string without its quotes, or NULL. */
static char *
dup_member(const TrammelFieldMaker *maker, const char *tail)
{
  const char *name = trammel_project_get_element_text(maker->project, maker->element, tail);

  if (*name)
    return g_strdup(name);
  g_autofree char *path = trammel_element_dup_path(maker->element, tail);
  g_autofree char *json = trammel_project_dup_at(maker->project, path);

  if (!json)
    return NULL;
  g_strstrip(json);
  gsize length = strlen(json);
  return length >= 2 && *json == '"' ? g_strndup(json + 1, length - 2) : g_strdup(json);
}

static gboolean
has_member(const TrammelFieldMaker *maker, const char *tail)
{
  g_autofree char *member = dup_member(maker, tail);

  return member != NULL;
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
      [DRIVES] = {TR_N_DRIVES, name_drive},
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

/* Converts "[0, -1, 0]" to "0;-1;0". */
static char *
join_components(const char *json)
{
  g_autofree char *plain = g_strdup(json);

  g_strdelimit(plain, "[]", ' ');
  g_auto(GStrv) parts = g_strsplit(plain, ",", -1);
  for (char **part = parts; *part; part++)
    g_strstrip(*part);
  return g_strjoinv(";", parts);
}

/* Converts a quaternion of the file to three angles. */
static char *
describe_turn(const char *json)
{
  g_autofree char *joined = join_components(json);
  g_auto(GStrv) parts = g_strsplit(joined, ";", 4);
  double quat[4] = {1, 0, 0, 0}, angles[3];

  for (int i = 0; i < 4 && parts[i]; i++)
    quat[i] = g_ascii_strtod(parts[i], NULL);
  trammel_euler_angles_from_quat(angles, quat);
  g_autofree char *x = trammel_format_entry(angles[0]);
  g_autofree char *y = trammel_format_entry(angles[1]);
  g_autofree char *z = trammel_format_entry(angles[2]);
  return g_strdup_printf("%s;%s;%s", x, y, z);
}

/* Converts "[-1, null]" to "-1;none". */
static char *
describe_range(const char *json)
{
  g_autofree char *joined = join_components(json);
  g_auto(GStrv) parts = g_strsplit(joined, "null", -1);

  return g_strjoinv(TRAMMEL_FIELD_NONE, parts);
}

static const TrJoint *
get_joint(const TrammelFieldMaker *maker)
{
  return &trammel_project_get_model(maker->project)->joints[maker->element.index];
}

static const char *
get_coordinate_unit(const TrammelFieldMaker *maker)
{
  return tr_joint_position_unit(get_joint(maker));
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
    return tr_joint_has_axis(get_joint(maker));
  return !needs_axis || tr_joint_has_axis(get_joint(maker));
}

static void
add_row(TrammelFieldMaker *maker, const Row *row)
{
  /* the measuring axes of a sensor may be stored as a frame, like those of a joint */
  gboolean is_nested = g_str_equal(row->tail, "frame") && has_member(maker, "frame.quat_wxyz");
  const char *tail = is_nested ? "frame.quat_wxyz" : row->tail;
  g_autofree char *member = dup_member(maker, tail);
  TrammelField *field = trammel_field_maker_add(maker, row->kind, row->group, row->label);

  field->path = trammel_element_dup_path(maker->element, tail);
  field->unit = row->unit ? row->unit : get_coordinate_unit(maker);
  field->shown = row->kind == TRAMMEL_FIELD_TURN ? "deg" : field->unit;
  field->may_be_auto = g_str_equal(row->initial, "auto");
  if (!member)
    field->text = g_strdup(row->initial);
  else if (row->kind == TRAMMEL_FIELD_TURN)
    field->text = describe_turn(member);
  else if (row->kind == TRAMMEL_FIELD_VECTOR)
    field->text = join_components(member);
  else if (row->kind == TRAMMEL_FIELD_RANGE)
    field->text = describe_range(member);
  else
    field->text = g_steal_pointer(&member);
  if (row->kind != TRAMMEL_FIELD_CHOICE)
    return;
  field->choices = list_choices(maker->project, row->choices);
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
  g_autofree char *member = dup_member(maker, "friction.model");
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

/* Converts "back_emf" to "Back emf". */
static char *
label_tail(const char *tail)
{
  char *label = g_strdup(tail);

  g_strdelimit(label, "_.", ' ');
  *label = g_ascii_toupper(*label);
  return label;
}

static void
fill_quantity(TrammelFieldMaker *maker,
              TrammelField *field,
              const TrammelQuantity *quantity,
              const char *tail)
{
  field->path = trammel_element_dup_path(maker->element, tail);
  field->id = g_strdup(quantity->id);
  field->unit = field->shown = quantity->unit;
  field->may_be_auto =
      quantity->param.kind == TR_PARAM_RATE || quantity->param.kind == TR_PARAM_SIGMA;
  field->text = isnan(quantity->value) ? g_strdup("auto") : trammel_format_entry(quantity->value);
  field->can_be_free =
      tr_param_can_be_free(trammel_project_get_model(maker->project), quantity->param);
  field->is_free = quantity->free;
  field->is_tied = quantity->tied;
}

static void
add_quantity(TrammelFieldMaker *maker, const TrammelQuantity *quantity, const char *tail)
{
  for (guint i = 0; i < G_N_ELEMENTS(tails); i++) {
    gsize length = strlen(tails[i].tail);
    gboolean is_prefix = tails[i].tail[length - 1] == '.';
    if (tails[i].kind != maker->element.kind ||
        !(is_prefix ? g_str_has_prefix(tail, tails[i].tail) : g_str_equal(tail, tails[i].tail)))
      continue;
    if (!belongs(maker, tails[i].group, tail))
      return;
    TrammelField *field =
        trammel_field_maker_add(maker, TRAMMEL_FIELD_QUANTITY, tails[i].group, tails[i].label);
    if (is_prefix) {
      g_autofree char *word = g_steal_pointer(&field->label);
      field->label = g_strdup_printf("%s%s%s", word, *word ? " " : "", tail + length);
    }
    fill_quantity(maker, field, quantity, tail);
    return;
  }
  TrammelField *field =
      trammel_field_maker_add(maker, TRAMMEL_FIELD_QUANTITY, TRAMMEL_GROUP_OTHER, "");
  g_free(field->label);
  field->label = label_tail(tail);
  fill_quantity(maker, field, quantity, tail);
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
        (!rows[i].only_with || has_member(&maker, rows[i].only_with)))
      add_row(&maker, &rows[i]);
  add_quantities(&maker);
  if (element.kind == TRAMMEL_ELEMENT_BODY)
    trammel_field_maker_add_shapes(&maker);
  if (element.kind == TRAMMEL_ELEMENT_CONSTRAINT)
    trammel_field_maker_add_sum(&maker);
  sort_by_group(maker.fields);
  return maker.fields;
}
