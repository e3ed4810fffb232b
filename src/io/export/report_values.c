/* Values in a report: the table with its intervals, and the parts of the sigmas. */
#include "engine/base/normal.h"
#include "io/export/report_sections.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/base/json_node.h"
#include "io/export/report_blocks.h"
#include "io/units/format_number.h"

gboolean
trammel_report_is_undetermined(const TrammelExportParameter *p)
{
  return trammel_export_parameter_has(p, "not-identifiable");
}

/* Returns the flags as text; that of a value of the stepper only beside values of the mechanism. */
static char *
describe_flags(const TrammelExportParameter *p, gboolean has_physical)
{
  static const char *const texts[][2] = {
      {"not-identifiable", N_("not determined")},
      {"at-bound", N_("at its bound")},
      {"stepper-value", N_("value of the stepper; ± lacks step and smoothing")},
      {"missing-force", N_("a force that the model lacks moves it")},
      {"lasting-errors", N_("errors last")},
      {"stopped", N_("the fit did not converge")}};
  g_auto(GStrv) flags = g_strsplit(p->flags, ",", -1);
  g_autoptr(GStrvBuilder) words = g_strv_builder_new();
  g_auto(GStrv) list = NULL;

  for (guint i = 0; flags[i]; i++) {
    const char *word = flags[i];
    for (gsize k = 0; k < G_N_ELEMENTS(texts); k++)
      if (g_str_equal(flags[i], texts[k][0]))
        word = _(texts[k][1]);
    if (*word && (has_physical || !g_str_equal(flags[i], "stepper-value")))
      g_strv_builder_add(words, word);
  }
  list = g_strv_builder_end(words);
  return g_strjoinv("; ", list);
}

/* Returns "kg m²". */
static char *
format_unit(const char *unit)
{
  g_autoptr(GString) text = g_string_new(g_str_equal(unit, "1") ? "" : unit);

  g_string_replace(text, "^2", "²", 0);
  g_string_replace(text, "^3", "³", 0);
  return g_strdup(text->str);
}

static char *
format_bounds(const TrammelExportParameter *p)
{
  g_autofree char *min = trammel_format_number(p->min, 3);
  g_autofree char *max = trammel_format_number(p->max, 3);

  if (isnan(p->min) && isnan(p->max))
    return g_strdup("");
  return g_strdup_printf("%s … %s", min, max);
}

/* Returns the 95 % interval, rounded like the sigma; "" without one. */
static char *
format_interval(const TrammelExportParameter *p)
{
  double low = p->value - TR_NORMAL_95 * p->sigma, high = p->value + TR_NORMAL_95 * p->sigma;

  if (!(p->sigma > 0) || trammel_report_is_undetermined(p))
    return g_strdup("");
  /* fmax() and fmin() ignore a bound that is NAN */
  return trammel_format_interval(fmax(low, p->min), fmin(high, p->max), p->sigma);
}

/* Returns "Mass · arm" with "body.arm.mass" below it. */
static char *
name_parameter(const TrammelExportParameter *p, const char *label)
{
  return label ? g_strdup_printf("%s\n%s", label, p->id) : g_strdup(p->id);
}

/* Adds the parts of the sigmas, and the starts, bounds and values of the stepper. */
static void
add_parts(TrammelExportReport *report, const TrammelExportResult *result)
{
  double h = trammel_json_as_number(json_object_get_member(result->settings, "h"));
  g_autofree char *step = trammel_format_number(h, 6);
  g_autofree char *titles =
      g_strdup_printf(_("Parameter|Noise|Model|Timing|Step|Smoothing|Start|Bounds|h = %s s"), step);
  TrammelBlock *table;

  trammel_report_add(report, TRAMMEL_BLOCK_HEADING,
                     _("Parts of sigma, start values, bounds and values of the stepper"));
  trammel_report_add(
      report, TRAMMEL_BLOCK_TEXT,
      _("The last column has the values of the stepper, with the sigma of the noise."));
  table = trammel_report_add_table(report, titles, "wrrrrrrrr");
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_autofree char *noise = trammel_format_number(p->noise, 2);
    g_autofree char *model = trammel_format_number(p->model, 2);
    g_autofree char *timing = trammel_format_number(p->timing, 2);
    g_autofree char *rest = trammel_format_number(p->step, 2);
    g_autofree char *smoothing = trammel_format_number(p->smoothing, 2);
    g_autofree char *start = trammel_format_number(p->start, 4);
    g_autofree char *bounds = format_bounds(p);
    g_autofree char *stepper = trammel_format_estimate(p->stepper, p->stepper_sigma);
    trammel_report_add_row(table, p->id, noise, model, timing, rest, smoothing, start, bounds,
                           stepper);
  }
}

/* Returns "at its bound; weighed without the cable"; free with g_free(). */
static char *
add_note(const char *flags, const char *note)
{
  return g_strdup_printf("%s%s%s", flags, *flags && *note ? "; " : "", note);
}

/* Adds the table of values; has_parts: starts and bounds follow in a table of their own. */
static void
add_table(TrammelExportReport *report,
          const TrammelExportResult *result,
          const TrammelReportParts *parts,
          gboolean has_parts)
{
  TrammelBlock *table =
      has_parts
          ? trammel_report_add_table(
                report, _("Parameter|Value ± sigma|Unit|Interval (95 %)|Remarks"), "wrlrw")
          : trammel_report_add_table(
                report, _("Parameter|Value ± sigma|Unit|Interval (95 %)|Start|Bounds|Remarks"),
                "wrlrrrw");

  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    double sigma = trammel_report_is_undetermined(p) ? NAN : p->sigma;
    g_autofree char *name = name_parameter(p, parts->labels ? parts->labels[i] : NULL);
    g_autofree char *value = trammel_format_estimate(p->value, sigma);
    g_autofree char *unit = format_unit(p->unit), *interval = format_interval(p);
    g_autofree char *start = trammel_format_number(p->start, 4), *bounds = format_bounds(p);
    g_autofree char *flags = describe_flags(p, has_parts);
    g_autofree char *remarks = add_note(flags, parts->notes ? parts->notes[i] : "");
    if (has_parts)
      trammel_report_add_row(table, name, value, unit, interval, remarks);
    else
      trammel_report_add_row(table, name, value, unit, interval, start, bounds, remarks);
  }
}

/* Returns the meaning of the values (io/export/meaning.h) in the language of the user. */
static char *
describe_values(const TrammelExportResult *result)
{
  double h = trammel_json_as_number(json_object_get_member(result->settings, "h"));
  g_autofree char *step = trammel_format_number(h, 6);
  guint n = result->parameters->len, n_physical = 0;

  for (guint i = 0; i < n; i++)
    n_physical += trammel_export_result_get_parameter(result, i)->physical != FALSE;
  if (n_physical == 0)
    return g_strdup_printf(_("Values of the stepper at h = %s s, for simulations with it; sigma "
                             "covers noise, model and timing."),
                           step);
  return g_strdup_printf(
      "%s %s",
      _("Values of the mechanism (h = 0); sigma covers noise, model, timing, step and "
        "smoothing of friction."),
      n_physical < n ? _("The remarks say which values are those of the stepper; their sigma lacks "
                         "step and smoothing.")
                     : "");
}

void
trammel_report_add_values(TrammelExportReport *report,
                          const TrammelExportResult *result,
                          const TrammelReportParts *parts)
{
  g_autofree char *meaning = describe_values(result);
  gboolean physical = FALSE;

  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Parameters"));
  if (result->parameters->len == 0) {
    trammel_report_add(report, TRAMMEL_BLOCK_TEXT,
                       _("No parameter was free: the run estimated only the motion."));
    return;
  }
  for (guint i = 0; i < result->parameters->len; i++)
    physical |= trammel_export_result_get_parameter(result, i)->physical;
  trammel_report_add(report, TRAMMEL_BLOCK_TEXT, meaning);
  add_table(report, result, parts, physical);
  if (physical)
    add_parts(report, result);
}
