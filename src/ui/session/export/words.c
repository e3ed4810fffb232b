#include "ui/session/export/words.h"

#include <glib/gi18n.h>
#include <string.h>

enum { MAX_NAMED = 4 };

/* Returns "a, b, c and 3 more", the ids of the parameters that `concerns` accepts; NULL if there
 * are none. */
static char *
list_ids(const TrammelExportResult *result,
         gboolean (*concerns)(const TrammelExportParameter *),
         guint *n)
{
  GString *ids = g_string_new(NULL);

  *n = 0;
  for (guint i = 0; i < trammel_export_result_get_n_parameters(result); i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    if (!concerns(p))
      continue;
    if ((*n)++ < MAX_NAMED)
      g_string_append_printf(ids, "%s%s", ids->len ? ", " : "", p->id);
  }
  if (*n > MAX_NAMED)
    g_string_append_printf(ids, _(" and %u more"), *n - MAX_NAMED);
  return g_string_free(ids, *n == 0);
}

static gboolean
is_at_bound(const TrammelExportParameter *p)
{
  return p->at_bound;
}

static gboolean
is_undetermined(const TrammelExportParameter *p)
{
  return !p->identifiable;
}

/* Returns TRUE for a stepper's value among those of the mechanism, without a caution of its own. */
static gboolean
is_of_stepper(const TrammelExportParameter *p)
{
  return p->missing && p->identifiable && !p->at_bound;
}

static gboolean
is_of_bad_fit(const TrammelExportParameter *p)
{
  return strstr(p->flags, "bad-fit") != NULL;
}

static void
add_text(GStrvBuilder *builder, char *text)
{
  g_strv_builder_add(builder, text);
  g_free(text);
}

char **
trammel_export_words_list_cautions(const TrammelExportResult *result, gboolean has_motions)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
  guint n, all = trammel_export_result_get_n_parameters(result);
  gboolean has_any = !g_str_equal(result->status, "converged");

  if (has_any)
    g_strv_builder_add(builder, _("The run did not converge: the values are the best that were "
                                  "found, not an optimum."));
  g_autofree char *bounded = list_ids(result, is_at_bound, &n);
  if (bounded)
    add_text(builder,
             g_strdup_printf(_("%u of %u parameters are at a bound: %s."), n, all, bounded));
  g_autofree char *unknown = list_ids(result, is_undetermined, &n);
  if (unknown)
    add_text(builder, g_strdup_printf(_("%u of %u parameters are not determined by the logs: %s."),
                                      n, all, unknown));
  g_autofree char *of_stepper = result->values == TRAMMEL_VALUES_PHYSICAL && !has_motions
                                    ? list_ids(result, is_of_stepper, &n)
                                    : NULL;
  if (of_stepper)
    add_text(builder, g_strdup_printf(_("%u of %u values are those of the stepper at h, because "
                                        "there is no physical value: %s."),
                                      n, all, of_stepper));
  g_autofree char *bad = list_ids(result, is_of_bad_fit, &n);
  if (bad)
    g_strv_builder_add(builder, _("The model leaves part of the measurements unexplained: the "
                                  "values and their standard deviations are doubtful."));
  has_any = has_any || bounded || unknown || bad;
  if (has_motions && has_any)
    g_strv_builder_add(builder, _("The exported table itself does not state this."));
  return g_strv_builder_end(builder);
}

char *
trammel_export_words_for_report(const TrammelExportResult *result)
{
  guint n = trammel_export_result_get_n_parameters(result), n_findings = result->findings->len;
  guint n_sensors = result->sensors->len;
  g_autofree char *parameters = g_strdup_printf(
      ngettext("the table of its %u parameter", "the table of its %u parameters", n), n);
  g_autofree char *findings =
      g_strdup_printf(ngettext("%u finding", "%u findings", n_findings), n_findings);
  g_autofree char *sensors = g_strdup_printf(
      ngettext("the fit of %u sensor", "the fit of %u sensors", n_sensors), n_sensors);

  return g_strdup_printf(
      _("Outcome of the run, and %s with standard deviations, remarks and bounds; undetermined "
        "combinations; %s; %s; figures of the correlations and of the convergence; costs, "
        "settings, and the checksums of the project and its logs."),
      parameters, findings, sensors);
}
