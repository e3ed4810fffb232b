#include "ui/session/inspect/run-compare.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/params/param-item.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"

/* Differences of more sigmas are marked. */
#define MARK_SIGMAS 3

static void
free_difference(gpointer data)
{
  TrammelRunDifference *row = data;

  g_free(row->id);
  g_free(row->label);
  g_free(row->unit);
  g_free(row->a);
  g_free(row->b);
  g_free(row->difference);
  g_free(row);
}

static const TrammelRunValue *
find_value(TrammelRunRecord *record, const char *id)
{
  const GArray *values = trammel_run_record_get_values(record);

  for (guint i = 0; i < values->len; i++) {
    const TrammelRunValue *value = &g_array_index(values, TrammelRunValue, i);
    if (g_str_equal(value->id, id))
      return value;
  }
  return NULL;
}

/* Returns "0.0105 ± 0.0001", with a word where it is the stepper's value; empty for NULL. */
static char *
format_estimate(const TrammelRunValue *value)
{
  if (!value)
    return g_strdup("");
  g_autofree char *number = trammel_format_value(value->value, value->sigma);
  if (!isfinite(value->sigma))
    return g_strdup_printf(_("%s, not determined"), number);
  g_autofree char *sigma = trammel_format_sigma(value->sigma);
  return value->is_physical ? g_strdup_printf("%s ± %s", number, sigma)
                            : g_strdup_printf(_("%s ± %s (stepper)"), number, sigma);
}

static char *
dup_label(const TrammelProject *project, const char *id)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  return quantity ? trammel_quantity_label(trammel_project_get_model(project), quantity)
                  : g_strdup(id);
}

static TrammelRunDifference *
new_difference(const TrammelRunValue *a, const TrammelRunValue *b, const TrammelProject *project)
{
  const TrammelRunValue *any = a ? a : b;
  TrammelRunDifference *row = g_new0(TrammelRunDifference, 1);

  row->id = g_strdup(any->id);
  row->label = dup_label(project, any->id);
  row->unit = g_strdup(g_str_equal(any->unit, "1") ? "–" : any->unit);
  row->a = format_estimate(a);
  row->b = format_estimate(b);
  row->sigmas = NAN;
  row->difference = g_strdup("");
  if (!a || !b)
    return row;
  double sigma = hypot(a->sigma, b->sigma), difference = b->value - a->value;
  g_free(row->difference);
  row->difference = trammel_format_value(difference, sigma);
  row->sigmas = sigma > 0 ? difference / sigma : NAN;
  row->is_marked = fabs(row->sigmas) > MARK_SIGMAS;
  return row;
}

GPtrArray *
trammel_run_compare(TrammelRunRecord *a, TrammelRunRecord *b, const TrammelProject *project)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func(free_difference);
  const GArray *first = trammel_run_record_get_values(a);
  const GArray *second = trammel_run_record_get_values(b);

  for (guint i = 0; i < first->len; i++) {
    const TrammelRunValue *value = &g_array_index(first, TrammelRunValue, i);
    g_ptr_array_add(rows, new_difference(value, find_value(b, value->id), project));
  }
  for (guint i = 0; i < second->len; i++) {
    const TrammelRunValue *value = &g_array_index(second, TrammelRunValue, i);
    if (!find_value(a, value->id))
      g_ptr_array_add(rows, new_difference(NULL, value, project));
  }
  return rows;
}

char *
trammel_run_compare_to_text(const GPtrArray *rows, const char *title_a, const char *title_b)
{
  GString *text = g_string_new(NULL);

  g_string_append_printf(text, "id\tunit\t%s\t%s\tdifference\tdifference / sigma\n", title_a,
                         title_b);
  for (guint i = 0; i < rows->len; i++) {
    const TrammelRunDifference *row = rows->pdata[i];
    char sigmas[G_ASCII_DTOSTR_BUF_SIZE] = "";
    if (isfinite(row->sigmas))
      g_ascii_formatd(sigmas, sizeof sigmas, "%.2f", row->sigmas);
    g_string_append_printf(text, "%s\t%s\t%s\t%s\t%s\t%s\n", row->id, row->unit, row->a, row->b,
                           row->difference, sigmas);
  }
  return g_string_free(text, FALSE);
}
