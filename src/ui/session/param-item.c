#include "ui/session/param-item.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/est/physical.h"
#include "engine/mbs/sensor.h"
#include "ui/session/format.h"

enum {
  PROP_FREE = 1,
  PROP_LABEL,
  PROP_ID,
  PROP_UNIT,
  PROP_START,
  PROP_MIN,
  PROP_MAX,
  PROP_ESTIMATE,
  PROP_SIGMA,
  PROP_PHYSICAL,
  PROP_REMARK,
  PROP_CHANGE,
  PROP_REFERENCE,
  PROP_RELATIVE,
  PROP_PRIOR_MEAN,
  PROP_PRIOR_SIGMA,
  PROP_PRIOR,
  PROP_TRANSFORM,
  PROP_TIE,
  PROP_NOTE,
  PROP_SCOPE,
  PROP_LEARNT,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

struct _TrammelParamItem {
  GObject parent_instance;
  gboolean free;
  double start;
  char *texts[N_PROPS]; /* by property; PROP_FREE has none */
};

G_DEFINE_FINAL_TYPE(TrammelParamItem, trammel_param_item, G_TYPE_OBJECT)

static void
trammel_param_item_finalize(GObject *object)
{
  TrammelParamItem *self = TRAMMEL_PARAM_ITEM(object);

  for (int i = 0; i < N_PROPS; i++)
    g_free(self->texts[i]);
  G_OBJECT_CLASS(trammel_param_item_parent_class)->finalize(object);
}

static void
trammel_param_item_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TrammelParamItem *self = TRAMMEL_PARAM_ITEM(object);

  if (id == PROP_FREE)
    g_value_set_boolean(value, self->free);
  else if (id > PROP_FREE && id < N_PROPS)
    g_value_set_string(value, self->texts[id]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_param_item_class_init(TrammelParamItemClass *klass)
{
  static const char *const names[N_PROPS] = {[PROP_LABEL] = "label",
                                             [PROP_ID] = "id",
                                             [PROP_UNIT] = "unit",
                                             [PROP_START] = "start",
                                             [PROP_MIN] = "min",
                                             [PROP_MAX] = "max",
                                             [PROP_ESTIMATE] = "estimate",
                                             [PROP_SIGMA] = "sigma",
                                             [PROP_PHYSICAL] = "physical",
                                             [PROP_REMARK] = "remark",
                                             [PROP_CHANGE] = "change",
                                             [PROP_REFERENCE] = "reference",
                                             [PROP_RELATIVE] = "relative",
                                             [PROP_PRIOR_MEAN] = "prior-mean",
                                             [PROP_PRIOR_SIGMA] = "prior-sigma",
                                             [PROP_PRIOR] = "prior",
                                             [PROP_TRANSFORM] = "transform",
                                             [PROP_TIE] = "tie",
                                             [PROP_NOTE] = "note",
                                             [PROP_SCOPE] = "scope",
                                             [PROP_LEARNT] = "learnt"};
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS(klass);

  object_class->finalize = trammel_param_item_finalize;
  object_class->get_property = trammel_param_item_get_property;
  properties[PROP_FREE] = g_param_spec_boolean("free", NULL, NULL, FALSE, flags);
  for (int i = PROP_LABEL; i < N_PROPS; i++)
    properties[i] = g_param_spec_string(names[i], NULL, NULL, "", flags);
  g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void
trammel_param_item_init(TrammelParamItem *self)
{
  for (int i = PROP_LABEL; i < N_PROPS; i++)
    self->texts[i] = g_strdup("");
}

/* Takes over `text`. */
static void
take_text(TrammelParamItem *self, int property, char *text)
{
  if (g_strcmp0(self->texts[property], text) == 0) {
    g_free(text);
    return;
  }
  g_free(self->texts[property]);
  self->texts[property] = text;
  g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

/* `device` is where the name of a device goes. */
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

/* Which of the world's axes the tilt turns about is the end of its id. */
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

TrammelParamItem *
trammel_param_item_new(const TrModel *model, const TrammelQuantity *quantity)
{
  TrammelParamItem *self = g_object_new(TRAMMEL_TYPE_PARAM_ITEM, NULL);

  take_text(self, PROP_ID, g_strdup(quantity->id));
  take_text(self, PROP_SCOPE,
            g_strdup(g_str_has_prefix(quantity->id, "log.") ? _("one log") : _("all logs")));
  take_text(self, PROP_LABEL, trammel_quantity_label(model, quantity));
  take_text(self, PROP_UNIT, g_strdup(g_str_equal(quantity->unit, "1") ? "–" : quantity->unit));
  trammel_param_item_set_quantity(self, quantity);
  return self;
}

const char *
trammel_param_item_get_id(TrammelParamItem *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PARAM_ITEM(self), NULL);
  return self->texts[PROP_ID];
}

const char *
trammel_param_item_get_label(TrammelParamItem *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PARAM_ITEM(self), NULL);
  return self->texts[PROP_LABEL];
}

const char *
trammel_param_item_get_unit(TrammelParamItem *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PARAM_ITEM(self), NULL);
  return self->texts[PROP_UNIT];
}

gboolean
trammel_param_item_get_free(TrammelParamItem *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PARAM_ITEM(self), FALSE);
  return self->free;
}

void
trammel_param_item_set_reference(TrammelParamItem *self, double value)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_ITEM(self));
  take_text(self, PROP_REFERENCE, trammel_format_value(value, NAN));
}

static void
take_prior(TrammelParamItem *self, const TrammelQuantity *quantity)
{
  gboolean has_prior = isfinite(quantity->prior_sigma);
  g_autofree char *mean = has_prior ? trammel_format_entry(quantity->prior_mean) : g_strdup("");
  g_autofree char *sigma = has_prior ? trammel_format_entry(quantity->prior_sigma) : g_strdup("");

  take_text(self, PROP_PRIOR_MEAN, g_strdup(mean));
  take_text(self, PROP_PRIOR_SIGMA, g_strdup(sigma));
  take_text(self, PROP_PRIOR, has_prior ? g_strdup_printf("%s ± %s", mean, sigma) : g_strdup(""));
}

void
trammel_param_item_set_words(TrammelParamItem *self, const char *tie, const char *note)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_ITEM(self));
  take_text(self, PROP_TIE, g_strdup(tie ? tie : ""));
  take_text(self, PROP_NOTE, g_strdup(note ? note : ""));
}

void
trammel_param_item_set_quantity(TrammelParamItem *self, const TrammelQuantity *quantity)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_ITEM(self));
  self->start = quantity->value;
  take_text(self, PROP_START, trammel_format_entry(quantity->value));
  take_text(self, PROP_MIN, trammel_format_entry(quantity->min));
  take_text(self, PROP_MAX, trammel_format_entry(quantity->max));
  take_text(self, PROP_TRANSFORM, g_strdup(quantity->transform == TR_TRANSFORM_LOG ? "log" : ""));
  take_prior(self, quantity);
  if (self->free == quantity->free)
    return;
  self->free = quantity->free;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_FREE]);
}

/* "+12 %" against the start value, where that can be said. */
static char *
format_change(double start, double value)
{
  if (start == 0 || !isfinite(start) || fabs(value / start) > 100)
    return g_strdup("");
  return g_strdup_printf("%+.1f %%", 100 * (value - start) / fabs(start));
}

/* "87 %" of what was not known before, where there was a prior. */
static char *
format_learnt(const TrFree *free, const TrEstimate *estimate)
{
  double share = 1 - estimate->sigma / free->prior_sigma;

  if (!isfinite(free->prior_sigma) || !isfinite(share))
    return g_strdup("");
  return g_strdup_printf("%.0f %%", 100 * fmax(share, 0));
}

/* "0.3 %, good", where that can be said: below 5 % it is good, below 30 % fair. */
static char *
format_relative(const TrEstimate *estimate)
{
  double percent = 100 * estimate->sigma / fabs(estimate->value);

  if (!isfinite(percent))
    return g_strdup("");
  return g_strdup_printf("%.2g %%, %s", percent,
                         percent < 5    ? _("good")
                         : percent < 30 ? _("fair")
                                        : _("weak"));
}

/* Sigma, or in a word why there is none. */
static char *
format_sigma_cell(TrammelRun *run, const TrEstimate *estimate)
{
  if (trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
    return g_strdup(_("preview"));
  if (estimate->at_bound && !isfinite(estimate->sigma))
    return g_strdup(_("at its bound"));
  if (trammel_run_get_fit(run)->status == TR_CANCELLED)
    return g_strdup("–");
  return trammel_format_sigma(estimate->sigma);
}

/* The value for h = 0 and what the step may still do to it, or in words why there is none. */
char *
trammel_param_dup_physical(const TrFit *fit, int parameter)
{
  const TrPhysicalValue *v;

  if (!fit->physical || fit->physical->status != TR_OK)
    return g_strdup("");
  v = &fit->physical->values[parameter];
  switch (v->gap) {
  case TR_PHYSICAL_NOT_DETERMINED:
    return g_strdup(_("not determined"));
  case TR_PHYSICAL_AT_BOUND:
    return g_strdup(_("at its bound"));
  case TR_PHYSICAL_OUT_OF_BOUNDS:
    return g_strdup(_("step too long"));
  default:
    break;
  }
  g_autofree char *value = trammel_format_value(v->value, v->sigma);
  g_autofree char *systematic = trammel_format_sigma(v->systematic);
  return g_strdup_printf("%s ± %s", value, systematic);
}

void
trammel_param_item_set_run(TrammelParamItem *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_ITEM(self));
  int i = run && trammel_run_get_kind(run) != TRAMMEL_RUN_PREPARED
              ? trammel_run_find_parameter(run, self->texts[PROP_ID])
              : -1;

  if (i < 0) {
    for (int p = PROP_ESTIMATE; p <= PROP_CHANGE; p++)
      take_text(self, p, g_strdup(""));
    take_text(self, PROP_RELATIVE, g_strdup(""));
    take_text(self, PROP_LEARNT, g_strdup(""));
    return;
  }
  const TrEstimate *estimate = &trammel_run_get_fit(run)->estimates[i];
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  take_text(self, PROP_ESTIMATE, trammel_format_value(estimate->value, estimate->sigma));
  take_text(self, PROP_SIGMA, format_sigma_cell(run, estimate));
  take_text(self, PROP_RELATIVE, format_relative(estimate));
  take_text(self, PROP_LEARNT, format_learnt(&task->free[i], estimate));
  take_text(self, PROP_PHYSICAL, trammel_param_dup_physical(trammel_run_get_fit(run), i));
  take_text(self, PROP_REMARK, trammel_run_dup_remark(run, i));
  take_text(self, PROP_CHANGE, format_change(task->free[i].start, estimate->value));
}

void
trammel_param_item_set_present(TrammelParamItem *self, double value)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_ITEM(self));
  take_text(self, PROP_ESTIMATE, trammel_format_value(value, NAN));
  take_text(self, PROP_SIGMA, g_strdup(_("running")));
  take_text(self, PROP_LEARNT, g_strdup(""));
  take_text(self, PROP_RELATIVE, g_strdup(""));
  take_text(self, PROP_PHYSICAL, g_strdup(""));
  take_text(self, PROP_REMARK, g_strdup(""));
  take_text(self, PROP_CHANGE, format_change(self->start, value));
}
