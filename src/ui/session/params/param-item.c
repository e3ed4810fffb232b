#include "ui/session/params/param-item.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/est/task/reported.h"
#include "engine/mbs/model/sensor.h"
#include "ui/session/params/param-edit.h"
#include "ui/session/run/value-words.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"

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
  PROP_PARTS,
  PROP_STEPPER,
  PROP_REMARK,
  PROP_CHANGE,
  PROP_REFERENCE,
  PROP_RELATIVE,
  PROP_INTERVAL,
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
  gboolean has_interval;
  TrammelInterval interval;
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
                                             [PROP_PARTS] = "parts",
                                             [PROP_STEPPER] = "stepper",
                                             [PROP_REMARK] = "remark",
                                             [PROP_CHANGE] = "change",
                                             [PROP_REFERENCE] = "reference",
                                             [PROP_RELATIVE] = "relative",
                                             [PROP_INTERVAL] = "interval",
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

/* Sets a text property; takes ownership of `text`. */
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

TrammelParamItem *
trammel_param_item_new(const TrammelProject *project, const TrammelQuantity *quantity)
{
  TrammelParamItem *self = g_object_new(TRAMMEL_TYPE_PARAM_ITEM, NULL);

  take_text(self, PROP_ID, g_strdup(quantity->id));
  take_text(self, PROP_SCOPE,
            g_strdup(g_str_has_prefix(quantity->id, "log.") ? _("one log") : _("all logs")));
  take_text(self, PROP_LABEL, trammel_quantity_label(trammel_project_get_model(project), quantity));
  take_text(self, PROP_UNIT, g_strdup(g_str_equal(quantity->unit, "1") ? "–" : quantity->unit));
  trammel_param_item_set_quantity(self, project, quantity);
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

void
trammel_param_item_set_quantity(TrammelParamItem *self,
                                const TrammelProject *project,
                                const TrammelQuantity *quantity)
{
  static const struct {
    int property;
    TrammelParamField field;
  } fields[] = {{PROP_START, TRAMMEL_PARAM_START},
                {PROP_MIN, TRAMMEL_PARAM_MIN},
                {PROP_MAX, TRAMMEL_PARAM_MAX},
                {PROP_PRIOR_MEAN, TRAMMEL_PARAM_PRIOR_MEAN},
                {PROP_PRIOR_SIGMA, TRAMMEL_PARAM_PRIOR_SIGMA},
                {PROP_TRANSFORM, TRAMMEL_PARAM_TRANSFORM},
                {PROP_TIE, TRAMMEL_PARAM_TIE},
                {PROP_NOTE, TRAMMEL_PARAM_NOTE}};

  g_return_if_fail(TRAMMEL_IS_PARAM_ITEM(self));
  self->start = quantity->value;
  for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
    take_text(self, fields[i].property, trammel_param_dup_text(project, quantity, fields[i].field));
  take_text(
      self, PROP_PRIOR,
      isfinite(quantity->prior_sigma)
          ? g_strdup_printf("%s ± %s", self->texts[PROP_PRIOR_MEAN], self->texts[PROP_PRIOR_SIGMA])
          : g_strdup(""));
  if (self->free == quantity->free)
    return;
  self->free = quantity->free;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_FREE]);
}

/* Returns "+12 %" against the start value, the difference if that is zero; empty if undefined. */
static char *
format_change(double start, double value)
{
  if (start == 0 && isfinite(value))
    return g_strdup_printf("%+.3g", value);
  if (!isfinite(start) || fabs(value / start) > 100)
    return g_strdup("");
  double percent = 100 * (value - start) / fabs(start);
  return g_strdup_printf(fabs(percent) < 99.95 ? "%+.1f %%" : "%+.0f %%", percent);
}

/* Returns "87 %", the share of the prior's uncertainty that the data removed; empty without a
 * prior. */
static char *
format_learnt(const TrFree *free, const TrReported *reported)
{
  double share = 1 - reported->sigma / free->prior_sigma;

  if (!isfinite(free->prior_sigma) || !isfinite(share))
    return g_strdup("");
  return g_strdup_printf("%.0f %%", 100 * fmax(share, 0));
}

/* Returns "0.3 %, good"; below 5 % it is good, below 30 % fair.  Empty if undefined. */
static char *
format_relative(const TrReported *reported)
{
  double percent = 100 * reported->sigma / fabs(reported->value);

  if (!isfinite(percent))
    return g_strdup("");
  return g_strdup_printf("%.2g %%, %s", percent,
                         percent < 5    ? _("good")
                         : percent < 30 ? _("fair")
                                        : _("weak"));
}

/* Sets the interval; NULL: none. */
static void
set_interval(TrammelParamItem *self, const TrammelInterval *interval)
{
  g_autofree char *text = interval ? trammel_interval_dup_text(interval) : g_strdup("");

  self->has_interval = interval != NULL;
  if (interval)
    self->interval = *interval;
  g_free(self->texts[PROP_INTERVAL]);
  self->texts[PROP_INTERVAL] = g_steal_pointer(&text);
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_INTERVAL]);
}

gboolean
trammel_param_item_get_interval(TrammelParamItem *self, TrammelInterval *interval)
{
  g_return_val_if_fail(TRAMMEL_IS_PARAM_ITEM(self), FALSE);
  *interval = self->interval;
  return self->has_interval;
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
    set_interval(self, NULL);
    return;
  }
  const TrReported reported = tr_fit_report(trammel_run_get_fit(run), i);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  take_text(self, PROP_ESTIMATE, trammel_run_dup_value(run, i));
  take_text(self, PROP_SIGMA, trammel_run_dup_sigma(run, i));
  take_text(self, PROP_PARTS, trammel_run_dup_sigma_parts(run, i));
  take_text(self, PROP_STEPPER, trammel_run_dup_stepper(run, i));
  const TrammelInterval interval = trammel_interval_get(task, trammel_run_get_fit(run), i);
  set_interval(self, &interval);
  take_text(self, PROP_RELATIVE, format_relative(&reported));
  take_text(self, PROP_LEARNT, format_learnt(&task->free[i], &reported));
  take_text(self, PROP_REMARK, trammel_run_dup_remark(run, i));
  take_text(self, PROP_CHANGE, format_change(task->free[i].start, reported.value));
}

void
trammel_param_item_set_present(TrammelParamItem *self, double value)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_ITEM(self));
  take_text(self, PROP_ESTIMATE, trammel_format_value(value, NAN));
  take_text(self, PROP_SIGMA, g_strdup(_("running")));
  take_text(self, PROP_LEARNT, g_strdup(""));
  take_text(self, PROP_RELATIVE, g_strdup(""));
  take_text(self, PROP_PARTS, g_strdup(""));
  take_text(self, PROP_STEPPER, trammel_format_value(value, NAN));
  take_text(self, PROP_REMARK, g_strdup(_("value of the stepper at h")));
  take_text(self, PROP_CHANGE, format_change(self->start, value));
}
