#include "ui/session/text/param-label.h"

#include <glib/gi18n.h>
#include <string.h>

#include "engine/mbs/model/sensor.h"

/* Returns the name of a parameter's owner; `device` is a buffer for the name of a device. */
static const char *
name_owner(char device[TR_NAME_SIZE], const TrModel *model, TrParam param)
{
  switch (param.kind) {
  case TR_PARAM_MASS:
  case TR_PARAM_COM:
  case TR_PARAM_INERTIA:
    return model->bodies[param.owner].name;
  case TR_PARAM_GAIN:
  case TR_PARAM_ROTOR_INERTIA:
  case TR_PARAM_BIAS:
  case TR_PARAM_RESISTANCE:
  case TR_PARAM_BACK_EMF:
  case TR_PARAM_SERVO_KP:
  case TR_PARAM_SERVO_KI:
  case TR_PARAM_SERVO_KD:
    return model->motors[param.owner].name;
  case TR_PARAM_SIGMA:
  case TR_PARAM_ORIENTATION_SIGMA:
  case TR_PARAM_SENSOR_POINT:
    tr_device_name(device, model, param.owner);
    return device;
  default:
    return tr_param_is_contact(param) ? model->contacts[param.owner].name
                                      : model->joints[param.owner].name;
  }
}

/* Returns the label of a tilt; the end of its id names the axis of the world. */
static char *
label_tilt(const TrModel *model, TrParam param)
{
  char id[TR_ID_SIZE];

  tr_param_id(id, model, param);
  return g_strdup_printf(_("Tilt about %c"), id[strlen(id) - 1]);
}

/* Labels of a kind: alone, and under the heading of its part of an element ("" for components,
 * which then have only their axis; NULL: the same as alone). */
static const struct {
  const char *alone, *within;
  gboolean has_parts; /* components, named by the end of the id */
} kinds[TR_N_PARAM_KINDS] = {
    [TR_PARAM_TILT] = {NULL, N_("Tilt about"), TRUE},
    [TR_PARAM_GRAVITY] = {N_("Gravity"), N_("Magnitude")},
    [TR_PARAM_MASS] = {N_("Mass")},
    [TR_PARAM_COM] = {NULL, "", TRUE},
    [TR_PARAM_INERTIA] = {NULL, "", TRUE},
    [TR_PARAM_VISCOUS] = {N_("Viscous friction"), N_("Viscous")},
    [TR_PARAM_COULOMB] = {N_("Dry friction"), N_("Dry")},
    [TR_PARAM_STRIBECK_DELTA] = {N_("Stribeck rise")},
    [TR_PARAM_STRIBECK_ZETA] = {N_("Stribeck decay")},
    [TR_PARAM_TANH] = {N_("Tanh friction"), "", TRUE},
    [TR_PARAM_FRICTION_OFFSET] = {N_("Friction offset"), N_("Offset")},
    [TR_PARAM_ASYMMETRY] = {NULL, N_("Asymmetry"), TRUE},
    [TR_PARAM_STIFFNESS] = {N_("Stiffness")},
    [TR_PARAM_REST] = {N_("Rest position")},
    [TR_PARAM_RATE] = {N_("Friction smoothing rate"), N_("Smoothing rate")},
    [TR_PARAM_COMPLIANCE_LINEAR] = {N_("Linear compliance"), N_("Linear")},
    [TR_PARAM_COMPLIANCE_ANGULAR] = {N_("Angular compliance"), N_("Angular")},
    [TR_PARAM_ANCHOR_PARENT] = {NULL, "", TRUE},
    [TR_PARAM_ANCHOR_CHILD] = {NULL, "", TRUE},
    [TR_PARAM_STOP_RESTITUTION] = {N_("Restitution of the stops"), N_("Restitution")},
    [TR_PARAM_STOP_LOWER] = {N_("Lower stop")},
    [TR_PARAM_STOP_UPPER] = {N_("Upper stop")},
    [TR_PARAM_LENGTH] = {N_("Length")},
    [TR_PARAM_GAIN] = {N_("Gain")},
    [TR_PARAM_ROTOR_INERTIA] = {N_("Rotor inertia")},
    [TR_PARAM_BIAS] = {N_("Bias")},
    [TR_PARAM_RESISTANCE] = {N_("Resistance")},
    [TR_PARAM_BACK_EMF] = {N_("Back-EMF")},
    [TR_PARAM_SERVO_KP] = {N_("Gain kp of the servo"), N_("Gain kp")},
    [TR_PARAM_SERVO_KI] = {N_("Gain ki of the servo"), N_("Gain ki")},
    [TR_PARAM_SERVO_KD] = {N_("Gain kd of the servo"), N_("Gain kd")},
    [TR_PARAM_SIGMA] = {N_("Noise"), N_("Noise σ")},
    [TR_PARAM_ORIENTATION_SIGMA] = {N_("Noise of the orientation"), N_("Orientation noise σ")},
    [TR_PARAM_SENSOR_POINT] = {NULL, "", TRUE},
    [TR_PARAM_CONTACT_FRICTION] = {N_("Contact friction"), N_("Friction")},
    [TR_PARAM_CONTACT_RESTITUTION] = {N_("Restitution")},
    [TR_PARAM_CONTACT_COMPLIANCE] = {N_("Contact compliance"), N_("Compliance")},
    [TR_PARAM_CONTACT_RADIUS] = {N_("Contact radius"), N_("Radius")},
    [TR_PARAM_CONTACT_POINT] = {N_("Contact point"), "", TRUE},
    [TR_PARAM_CONTACT_SIZE] = {N_("Half size"), NULL, TRUE},
    [TR_PARAM_CONTACT_HEIGHT] = {N_("Height of the plane"), N_("Height")},
    [TR_PARAM_CONTACT_TILT] = {N_("Tilt of the plane"), N_("Tilt about"), TRUE},
    [TR_PARAM_CONTACT_OTHER_RADIUS] = {N_("Radius of the other sphere"), N_("Other radius")},
    [TR_PARAM_CHANNEL_OFFSET] = {N_("Offset")},
    [TR_PARAM_CHANNEL_SCALE] = {N_("Scale")},
    [TR_PARAM_CHANNEL_DELAY] = {N_("Delay")},
    [TR_PARAM_CHANNEL_START] = {N_("Start")},
    [TR_PARAM_CHANNEL_START_RATE] = {N_("Start rate")},
};

static char *
label_of_model(const TrModel *model, TrParam param)
{
  static const char *const tensor[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
  char device[TR_NAME_SIZE];

  switch (param.kind) {
  case TR_PARAM_TILT:
    return label_tilt(model, param);
  case TR_PARAM_GRAVITY:
    return g_strdup(_(kinds[param.kind].alone));
  case TR_PARAM_ANCHOR_PARENT:
  case TR_PARAM_ANCHOR_CHILD:
    return g_strdup_printf(param.kind == TR_PARAM_ANCHOR_PARENT ? _("Anchor on the parent %c · %s")
                                                                : _("Anchor on the child %c · %s"),
                           'x' + param.axis, name_owner(device, model, param));
  case TR_PARAM_SENSOR_POINT:
    return g_strdup_printf(_("Position %c · %s"), 'x' + param.axis,
                           name_owner(device, model, param));
  case TR_PARAM_COM:
    return g_strdup_printf(_("Centre of mass %c · %s"), 'x' + param.axis,
                           name_owner(device, model, param));
  case TR_PARAM_TANH:
    return g_strdup_printf("%s g%d · %s", _(kinds[param.kind].alone), param.axis,
                           name_owner(device, model, param));
  case TR_PARAM_ASYMMETRY:
    return g_strdup_printf(param.axis == 0 ? _("Asymmetry of dry friction · %s")
                                           : _("Asymmetry of viscous friction · %s"),
                           name_owner(device, model, param));
  case TR_PARAM_INERTIA:
    return g_strdup_printf(_("Inertia %s · %s"), tensor[param.axis],
                           name_owner(device, model, param));
  default:
    if (kinds[param.kind].has_parts)
      return g_strdup_printf("%s %c · %s", _(kinds[param.kind].alone), 'x' + param.axis,
                             name_owner(device, model, param));
    return g_strdup_printf("%s · %s", _(kinds[param.kind].alone), name_owner(device, model, param));
  }
}

/* "log.swing.theta1.offset" reads "Offset · theta1 · swing"; channels may be called imu.x. */
static char *
label_channel(const char *id, TrParamKind kind)
{
  g_auto(GStrv) words = g_strsplit(id, ".", 3);
  char *dot = strrchr(words[2], '.');

  *dot = '\0';
  return g_strdup_printf("%s · %s · %s", _(kinds[kind].alone), words[2], words[1]);
}

char *
trammel_param_label(const TrTask *task, TrParam param)
{
  char id[TR_ID_SIZE];

  if (tr_param_is_of_model(param))
    return label_of_model(task->model, param);
  tr_task_param_id(id, task, param);
  return label_channel(id, param.kind);
}

char *
trammel_quantity_label(const TrModel *model, const TrammelQuantity *quantity)
{
  return tr_param_is_of_model(quantity->param) ? label_of_model(model, quantity->param)
                                               : label_channel(quantity->id, quantity->param.kind);
}

char *
trammel_quantity_label_within(const TrammelQuantity *quantity)
{
  const TrParamKind kind = quantity->param.kind;
  const char *word = kinds[kind].within ? kinds[kind].within : kinds[kind].alone;

  if (!kinds[kind].has_parts)
    return g_strdup(_(word));
  return g_strdup_printf("%s%s%s", *word ? _(word) : "", *word ? " " : "",
                         strrchr(quantity->id, '.') + 1);
}

/* Returns the length of the word that may be an id at the beginning of `text`, without the point
 * that ends a sentence. */
static gsize
measure_id(const char *text)
{
  gsize n = 0;

  while (g_ascii_isalnum(text[n]) || (text[n] && strchr("._-", text[n])))
    n++;
  while (n > 0 && text[n - 1] == '.')
    n--;
  return n;
}

char *
trammel_text_with_labels(const TrammelProject *project, const char *text)
{
  GString *shown = g_string_new(NULL);

  while (*text) {
    gsize n = MAX(measure_id(text), 1);
    g_autofree char *word = g_strndup(text, n);
    const TrammelQuantity *quantity =
        strchr(word, '.') ? trammel_project_find_quantity(project, word) : NULL;
    g_autofree char *label =
        quantity ? trammel_quantity_label(trammel_project_get_model(project), quantity) : NULL;
    g_string_append(shown, label ? label : word);
    text += n;
  }
  return g_string_free(shown, FALSE);
}
