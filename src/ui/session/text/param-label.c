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
    return model->motors[param.owner].name;
  case TR_PARAM_SIGMA:
  case TR_PARAM_SENSOR_POINT:
    tr_device_name(device, model, param.owner);
    return device;
  default:
    return model->joints[param.owner].name;
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

static const char *const kind_words[TR_N_PARAM_KINDS] = {
    [TR_PARAM_MASS] = N_("Mass"),
    [TR_PARAM_VISCOUS] = N_("Viscous friction"),
    [TR_PARAM_COULOMB] = N_("Dry friction"),
    [TR_PARAM_STRIBECK_DELTA] = N_("Stribeck rise"),
    [TR_PARAM_STRIBECK_ZETA] = N_("Stribeck decay"),
    [TR_PARAM_TANH] = N_("Tanh friction"),
    [TR_PARAM_FRICTION_OFFSET] = N_("Friction offset"),
    [TR_PARAM_STIFFNESS] = N_("Stiffness"),
    [TR_PARAM_REST] = N_("Rest position"),
    [TR_PARAM_RATE] = N_("Friction smoothing rate"),
    [TR_PARAM_COMPLIANCE_LINEAR] = N_("Linear compliance"),
    [TR_PARAM_COMPLIANCE_ANGULAR] = N_("Angular compliance"),
    [TR_PARAM_LENGTH] = N_("Length"),
    [TR_PARAM_GAIN] = N_("Gain"),
    [TR_PARAM_ROTOR_INERTIA] = N_("Rotor inertia"),
    [TR_PARAM_BIAS] = N_("Bias"),
    [TR_PARAM_RESISTANCE] = N_("Resistance"),
    [TR_PARAM_BACK_EMF] = N_("Back-EMF"),
    [TR_PARAM_SIGMA] = N_("Noise"),
    [TR_PARAM_CHANNEL_OFFSET] = N_("Offset"),
    [TR_PARAM_CHANNEL_SCALE] = N_("Scale"),
    [TR_PARAM_CHANNEL_DELAY] = N_("Delay"),
    [TR_PARAM_CHANNEL_START] = N_("Start"),
    [TR_PARAM_CHANNEL_START_RATE] = N_("Start rate"),
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
    return g_strdup(_("Gravity"));
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
    return g_strdup_printf("%s g%d · %s", _(kind_words[param.kind]), param.axis,
                           name_owner(device, model, param));
  case TR_PARAM_ASYMMETRY:
    return g_strdup_printf(param.axis == 0 ? _("Asymmetry of dry friction · %s")
                                           : _("Asymmetry of viscous friction · %s"),
                           name_owner(device, model, param));
  case TR_PARAM_INERTIA:
    return g_strdup_printf(_("Inertia %s · %s"), tensor[param.axis],
                           name_owner(device, model, param));
  default:
    return g_strdup_printf("%s · %s", _(kind_words[param.kind]), name_owner(device, model, param));
  }
}

/* "log.swing.theta1.offset" reads "Offset · theta1 · swing"; channels may be called imu.x. */
static char *
label_channel(const char *id, TrParamKind kind)
{
  g_auto(GStrv) words = g_strsplit(id, ".", 3);
  char *dot = strrchr(words[2], '.');

  *dot = '\0';
  return g_strdup_printf("%s · %s · %s", _(kind_words[kind]), words[2], words[1]);
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
