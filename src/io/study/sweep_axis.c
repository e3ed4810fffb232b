/* Axes of a sweep's grid. */
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/study/sweep_private.h"

/* Largest axis; a longer one is a typing error. */
enum { MAX_VALUES = 100000 };

void
trammel_sweep_axis_free(TrammelSweepAxis *axis)
{
  g_free(axis->name);
  g_free(axis->values);
  g_free(axis);
}

static gboolean
refuse(GError **error, const char *text, const char *why)
{
  trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                    "'%s' cannot be swept: %s; write NAME=FROM:TO:COUNT or NAME=A,B,C, e.g. "
                    "kappa=1e-1:1e4:13",
                    text, why);
  return FALSE;
}

static gboolean
parse_number(const char *word, double *value)
{
  char *end;

  *value = g_ascii_strtod(word, &end);
  return end != word && !*end && isfinite(*value);
}

static gboolean
fill_list(TrammelSweepAxis *axis, const char *text, const char *values, GError **error)
{
  g_auto(GStrv) words = g_strsplit(values, ",", -1);

  axis->n = g_strv_length(words);
  axis->values = g_new(double, axis->n);
  for (gsize i = 0; i < axis->n; i++)
    if (!parse_number(g_strstrip(words[i]), &axis->values[i]))
      return refuse(error, text, TRAMMEL_WORD("a value is not a number"));
  return TRUE;
}

/* Rounds to twelve digits, because a power comes out as 10.000000000000002. */
static double
round_value(double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod(g_ascii_formatd(text, sizeof text, "%.12g", value), NULL);
}

static gboolean
fill_range(TrammelSweepAxis *axis, const char *text, const char *values, GError **error)
{
  g_auto(GStrv) words = g_strsplit(values, ":", -1);
  double from, to, count;

  if (g_strv_length(words) != 3 || !parse_number(words[0], &from) || !parse_number(words[1], &to) ||
      !parse_number(words[2], &count))
    return refuse(error, text, TRAMMEL_WORD("expected FROM:TO:COUNT"));
  if (!(count >= 2 && count <= MAX_VALUES) || count != floor(count))
    return refuse(error, text, TRAMMEL_WORD("COUNT must be a whole number from 2 on"));
  axis->n = (gsize)count;
  axis->values = g_new(double, axis->n);
  gboolean by_ratio = axis->kind != TRAMMEL_SWEEP_QUANTITY && from > 0 && to > 0;
  for (gsize i = 0; i < axis->n; i++) {
    double share = (double)i / (count - 1);
    axis->values[i] =
        by_ratio ? round_value(from * pow(to / from, share)) : from + share * (to - from);
  }
  axis->values[0] = from;
  axis->values[axis->n - 1] = to;
  return TRUE;
}

/* TRUE for numeric settings; the project checks their values. */
static gboolean
is_setting(const char *name)
{
  static const char *const names[] = {
      "kappa", "h", "compliance_scale", "damping_scale", "cutoff", "friction_rate", NULL};

  return g_strv_contains(names, name);
}

TrammelSweepKind
trammel_sweep_axis_find_kind(const char *name)
{
  if (is_setting(name))
    return TRAMMEL_SWEEP_SETTING;
  return g_str_equal(name, "compliance") ? TRAMMEL_SWEEP_COMPLIANCE : TRAMMEL_SWEEP_QUANTITY;
}

static gboolean
find_target(TrammelSweepAxis *axis, const TrammelProject *project, const char *text, GError **error)
{
  g_autofree char *setting = g_strdelimit(g_strdup(axis->name), "-", '_');
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, axis->name);

  if (is_setting(setting)) {
    g_free(axis->name);
    axis->name = g_steal_pointer(&setting);
    return TRUE;
  }
  axis->kind = TRAMMEL_SWEEP_COMPLIANCE;
  if (g_str_equal(axis->name, "compliance"))
    return TRUE;
  axis->kind = TRAMMEL_SWEEP_QUANTITY;
  if (!quantity)
    return refuse(
        error, text,
        TRAMMEL_WORD(
            "it names neither a setting (kappa, h, compliance_scale, damping_scale, cutoff, "
            "friction_rate), nor compliance (of all joints), nor a quantity of the model"));
  if (quantity->free)
    return refuse(error, text,
                  TRAMMEL_WORD("the quantity is free; fix it, so that it can take these values"));
  return TRUE;
}

TrammelSweepAxis *
trammel_sweep_axis_parse(const TrammelProject *project, const char *text, GError **error)
{
  const char *equals = strchr(text, '=');
  g_autoptr(TrammelSweepAxis) axis = g_new0(TrammelSweepAxis, 1);

  if (!equals) {
    refuse(error, text, TRAMMEL_WORD("there is no '='"));
    return NULL;
  }
  axis->name = g_strndup(text, (gsize)(equals - text));
  if (!find_target(axis, project, text, error))
    return NULL;
  if (!(strchr(equals, ':') ? fill_range(axis, text, equals + 1, error)
                            : fill_list(axis, text, equals + 1, error)))
    return NULL;
  return g_steal_pointer(&axis);
}

static gboolean
set_compliance(TrammelProject *project, double value, GError **error)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    TrParamKind kind = quantity->param.kind;

    if ((kind == TR_PARAM_COMPLIANCE_LINEAR || kind == TR_PARAM_COMPLIANCE_ANGULAR) &&
        !trammel_project_set_value(project, quantity->id, value, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_sweep_axis_apply(const TrammelSweepAxis *axis,
                         TrammelProject *project,
                         double value,
                         GError **error)
{
  char text[TRAMMEL_NUMBER_SIZE];

  if (axis->kind == TRAMMEL_SWEEP_QUANTITY)
    return trammel_project_set_value(project, axis->name, value, error);
  if (axis->kind == TRAMMEL_SWEEP_COMPLIANCE)
    return set_compliance(project, value, error);
  trammel_json_format_number(text, value);
  return trammel_project_set_setting(project, axis->name, text, error);
}
