#include "ui/session/params/param-edit.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/project/origin.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"

/* Reads "20 %", "±20%" or "+-20%"; FALSE for a text that does not end with %. */
static gboolean
read_percent(const char *text, double *share)
{
  g_autofree char *number = g_strstrip(g_strdup(text));
  const char *begin = number;
  gsize length = strlen(number);

  if (length == 0 || number[length - 1] != '%')
    return FALSE;
  number[length - 1] = '\0';
  if (g_str_has_prefix(begin, "±"))
    begin += strlen("±");
  else if (g_str_has_prefix(begin, "+-") || g_str_has_prefix(begin, "+/-"))
    begin = strchr(begin, '-') + 1;
  if (!trammel_parse_quantity(begin, "1", NAN, share, NULL) || !(*share > 0))
    return FALSE;
  *share /= 100;
  return TRUE;
}

/* Sets *width to a share of the value; error for a value of 0, which has none. */
static gboolean
take_share(double *width, const TrammelQuantity *quantity, double share, GError **error)
{
  *width = share * fabs(quantity->value);
  if (*width > 0)
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
              _("%s is 0, so that a percentage of it is 0; give a number with its unit"),
              quantity->id);
  return FALSE;
}

/* Changes the mean or sigma of a prior; a mean needs a sigma, so that must be set first. */
static gboolean
change_prior(TrammelProject *project,
             const TrammelQuantity *quantity,
             TrammelParamField field,
             const char *text,
             GError **error)
{
  double mean = quantity->prior_mean, sigma = quantity->prior_sigma, share;

  if (field == TRAMMEL_PARAM_PRIOR_MEAN) {
    if (!trammel_parse_quantity(text, quantity->unit, quantity->value, &mean, error))
      return FALSE;
    if (!isfinite(sigma) && mean != quantity->value) {
      g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                  _("%s has no prior yet; give its sigma first"), quantity->id);
      return FALSE;
    }
  } else if (read_percent(text, &share)) {
    if (!take_share(&sigma, quantity, share, error))
      return FALSE;
  } else if (!trammel_parse_quantity(text, quantity->unit, INFINITY, &sigma, error)) {
    return FALSE;
  }
  return trammel_project_set_prior(project, quantity->id, mean, sigma, error);
}

static gboolean
change_transform(TrammelProject *project,
                 const TrammelQuantity *quantity,
                 const char *text,
                 GError **error)
{
  g_autofree char *word = g_strstrip(g_ascii_strdown(text, -1));

  if (*word && !g_str_equal(word, "log") && !g_str_equal(word, "none")) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                _("%s: there is no transform '%s'; write log, or nothing"), quantity->id, word);
    return FALSE;
  }
  return trammel_project_set_transform(
      project, quantity->id, g_str_equal(word, "log") ? TR_TRANSFORM_LOG : TR_TRANSFORM_NONE,
      error);
}

/* Changes one of the bounds, and the other one stays; a percentage sets both about the value. */
static gboolean
change_bound(TrammelProject *project,
             const TrammelQuantity *quantity,
             TrammelParamField field,
             const char *text,
             GError **error)
{
  double bounds[] = {quantity->min, quantity->max};
  gboolean is_min = field == TRAMMEL_PARAM_MIN;
  double share, width;

  if (read_percent(text, &share))
    return take_share(&width, quantity, share, error) &&
           trammel_project_set_bounds(project, quantity->id, quantity->value - width,
                                      quantity->value + width, error);
  return trammel_parse_quantity(text, quantity->unit, is_min ? -INFINITY : INFINITY,
                                &bounds[is_min ? 0 : 1], error) &&
         trammel_project_set_bounds(project, quantity->id, bounds[0], bounds[1], error);
}

/* Changes the start value; an unchanged value is not written to the file. */
static gboolean
change_start(TrammelProject *project,
             const TrammelQuantity *quantity,
             const char *text,
             GError **error)
{
  double value;

  return trammel_parse_quantity(text, quantity->unit, NAN, &value, error) &&
         (value == quantity->value ||
          trammel_project_set_value(project, quantity->id, value, error));
}

static char *
dup_tie(const TrammelProject *project, const TrammelQuantity *quantity)
{
  if (!quantity->tied)
    return g_strdup("");
  const char *master = trammel_project_get_quantity(project, quantity->master)->id;
  g_autofree char *factor = trammel_format_entry(quantity->factor);
  return quantity->factor == 1 ? g_strdup(master) : g_strdup_printf("%s*%s", factor, master);
}

/* Index of a quantity in its project. */
static guint
get_place(const TrammelProject *project, const TrammelQuantity *quantity)
{
  return (guint)(quantity - trammel_project_get_quantity(project, 0));
}

static char *
dup_note(const TrammelProject *project, const TrammelQuantity *quantity)
{
  const char *note = trammel_project_get_note(project, get_place(project, quantity));

  return g_strdup(note ? note : "");
}

char *
trammel_param_dup_text(const TrammelProject *project,
                       const TrammelQuantity *quantity,
                       TrammelParamField field)
{
  gboolean has_prior = isfinite(quantity->prior_sigma);

  switch (field) {
  case TRAMMEL_PARAM_START:
    return trammel_format_entry(quantity->value);
  case TRAMMEL_PARAM_MIN:
    return trammel_format_entry(quantity->min);
  case TRAMMEL_PARAM_MAX:
    return trammel_format_entry(quantity->max);
  case TRAMMEL_PARAM_PRIOR_MEAN:
    return has_prior ? trammel_format_entry(quantity->prior_mean) : g_strdup("");
  case TRAMMEL_PARAM_PRIOR_SIGMA:
    return has_prior ? trammel_format_entry(quantity->prior_sigma) : g_strdup("");
  case TRAMMEL_PARAM_TRANSFORM:
    return g_strdup(quantity->transform == TR_TRANSFORM_LOG ? "log" : "");
  case TRAMMEL_PARAM_TIE:
    return dup_tie(project, quantity);
  case TRAMMEL_PARAM_ORIGIN:
    return g_strdup(trammel_origin_get_words()[trammel_project_get_origin(
        project, get_place(project, quantity))]);
  default:
    return dup_note(project, quantity);
  }
}

gboolean
trammel_param_change(TrammelProject *project,
                     const char *id,
                     TrammelParamField field,
                     const char *text,
                     GError **error)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  g_return_val_if_fail(quantity != NULL && field < TRAMMEL_PARAM_N_FIELDS, FALSE);
  switch (field) {
  case TRAMMEL_PARAM_START:
    return change_start(project, quantity, text, error);
  case TRAMMEL_PARAM_MIN:
  case TRAMMEL_PARAM_MAX:
    return change_bound(project, quantity, field, text, error);
  case TRAMMEL_PARAM_PRIOR_MEAN:
  case TRAMMEL_PARAM_PRIOR_SIGMA:
    return change_prior(project, quantity, field, text, error);
  case TRAMMEL_PARAM_TRANSFORM:
    return change_transform(project, quantity, text, error);
  case TRAMMEL_PARAM_TIE:
    return trammel_project_set_tie(project, id, *text ? text : NULL, error);
  case TRAMMEL_PARAM_ORIGIN:
    return trammel_project_set_remark(project, quantity, "origin", text, error);
  default:
    return trammel_project_set_remark(project, quantity, "note", text, error);
  }
}

const char *
trammel_param_field_name(TrammelParamField field)
{
  static const char *const words[TRAMMEL_PARAM_N_FIELDS] = {
      [TRAMMEL_PARAM_START] = N_("start"),       [TRAMMEL_PARAM_MIN] = N_("lower bound"),
      [TRAMMEL_PARAM_MAX] = N_("upper bound"),   [TRAMMEL_PARAM_PRIOR_MEAN] = N_("prior"),
      [TRAMMEL_PARAM_PRIOR_SIGMA] = N_("prior"), [TRAMMEL_PARAM_TRANSFORM] = N_("transform"),
      [TRAMMEL_PARAM_TIE] = N_("tie"),           [TRAMMEL_PARAM_ORIGIN] = N_("origin"),
      [TRAMMEL_PARAM_NOTE] = N_("note")};

  g_return_val_if_fail(field < TRAMMEL_PARAM_N_FIELDS, "");
  return _(words[field]);
}

/* Returns "change the lower bound of mass · rod" for the undo history; free with g_free(). */
static char *
dup_label(const TrammelProject *project, const char *id, TrammelParamField field)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  g_return_val_if_fail(quantity != NULL, NULL);
  g_autofree char *name = trammel_quantity_label(trammel_project_get_model(project), quantity);
  g_autofree char *within = trammel_label_within(name);
  return g_strdup_printf(_("change the %s of %s"), trammel_param_field_name(field), within);
}

/* Makes the change that must come before the requested one. */
static gboolean
prepare_change(TrammelProject *project, const char *id, TrammelParamField field, GError **error)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  /* without a sigma there is no prior, so a sigma is proposed */
  if (field == TRAMMEL_PARAM_PRIOR_MEAN && !isfinite(quantity->prior_sigma))
    return trammel_project_set_prior(
        project, id, quantity->value,
        tr_param_scale(trammel_project_get_model(project), quantity->param), error);
  /* a tied quantity is not estimated itself */
  return field != TRAMMEL_PARAM_TIE || trammel_project_set_free(project, id, FALSE, error);
}

static gboolean
edit(TrammelDocument *document,
     const char *id,
     TrammelParamField field,
     const char *text,
     gboolean is_prepared,
     GError **error)
{
  TrammelProject *present = trammel_document_get_project(document);

  g_return_val_if_fail(trammel_project_find_quantity(present, id) != NULL, FALSE);
  g_autoptr(TrammelProject) project = trammel_project_copy(present);
  g_autofree char *label = dup_label(present, id, field);
  if ((is_prepared && !prepare_change(project, id, field, error)) ||
      !trammel_param_change(project, id, field, text, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_param_edit(TrammelDocument *document,
                   const char *id,
                   TrammelParamField field,
                   const char *text,
                   GError **error)
{
  return edit(document, id, field, text, FALSE, error);
}

gboolean
trammel_param_edit_prepared(TrammelDocument *document,
                            const char *id,
                            TrammelParamField field,
                            const char *text,
                            GError **error)
{
  g_autofree char *word = g_strstrip(g_strdup(text));

  return edit(document, id, field, word, *word != '\0', error);
}
