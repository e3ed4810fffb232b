#include "io/problem/channel_values.h"

#include "io/base/error.h"
#include "io/problem/clock.h"
#include "io/units/formula.h"

/* Returns the values of a column of the file, whose cells are all numbers or empty; NULL with an
 * error. */
static double *
read_values(const TrammelChannelSource *from,
            const char *column,
            gsize *n,
            const TrammelColumn **source,
            GError **error)
{
  g_autofree double *values = trammel_dataset_dup_vector(from->dataset, column, n, source, error);

  if (!values) {
    trammel_error_prefix(error, "log '%s', '%s': ", from->log, from->mapping->signal);
    return NULL;
  }
  if (trammel_column_check_cells(*source, from->dataset, error))
    return g_steal_pointer(&values);
  trammel_error_prefix(error, "log '%s': ", from->log);
  return NULL;
}

/* Subtracts the second column of a channel from the first. */
static gboolean
subtract_column(const TrammelChannelSource *from,
                double *values,
                gsize n,
                const TrammelColumn *source,
                GError **error)
{
  const TrammelColumn *other;
  gsize n_minus = 0;
  g_autofree double *minus = read_values(from, from->mapping->minus, &n_minus, &other, error);

  if (!minus)
    return FALSE;
  if (n_minus != n) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "log '%s': '%s' has %zu values, but '%s', which is subtracted from it, has "
                      "%zu; choose columns of the same samples",
                      from->log, from->mapping->column, n, from->mapping->minus, n_minus);
    return FALSE;
  }
  if (source->unit && other->unit && !g_str_equal(source->unit, other->unit)) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "log '%s': '%s' is in '%s', but '%s', which is subtracted from it, is in "
                      "'%s'; choose columns of the same unit",
                      from->log, from->mapping->column, source->unit, from->mapping->minus,
                      other->unit);
    return FALSE;
  }
  for (gsize i = 0; i < n; i++)
    values[i] -= minus[i];
  return TRUE;
}

/* Replaces the numbers by those of the formula. */
static gboolean
apply_formula(const TrammelChannelSource *from, double *values, gsize n, GError **error)
{
  g_autoptr(TrammelFormula) formula = trammel_formula_parse(from->mapping->formula, error);
  const char *const *names = formula ? trammel_formula_get_columns(formula) : NULL;
  guint n_columns = names ? g_strv_length((char **)names) : 0;
  g_autoptr(GPtrArray) columns = g_ptr_array_new_with_free_func(g_free);
  g_autofree double *row = g_new(double, n_columns + 1);
  const TrammelColumn *other;

  for (guint k = 0; k < n_columns; k++) {
    gsize length = 0;
    double *column = read_values(from, names[k], &length, &other, error);
    if (!column)
      return FALSE;
    g_ptr_array_add(columns, column);
    if (length == n)
      continue;
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "log '%s': '%s' has %zu values, but '%s' in its formula has %zu; choose "
                      "columns of the same samples",
                      from->log, from->mapping->column, n, names[k], length);
    return FALSE;
  }
  for (gsize i = 0; formula && i < n; i++) {
    for (guint k = 0; k < n_columns; k++)
      row[k] = ((double *)columns->pdata[k])[i];
    values[i] = trammel_formula_evaluate(formula, values[i], row);
  }
  return formula != NULL;
}

double *
trammel_channel_values_read(const TrammelChannelSource *from,
                            gsize *n,
                            const TrammelColumn **column,
                            GError **error)
{
  g_autofree double *values = read_values(from, from->mapping->column, n, column, error);

  if (!values || (from->mapping->minus && !subtract_column(from, values, *n, *column, error)) ||
      (from->mapping->formula && !apply_formula(from, values, *n, error)))
    return NULL;
  return g_steal_pointer(&values);
}

gboolean
trammel_channel_values_process(
    const TrammelChannelSource *from, double **t, double **y, gsize *n, GError **error)
{
  const TrammelMapping *mapping = from->mapping;
  int failed = 0;

  if (mapping->n_process == 0 || *n < 2)
    return TRUE;
  gsize room = tr_process_room(*t, *n, mapping->process, mapping->n_process);
  *t = g_renew(double, *t, room);
  *y = g_renew(double, *y, room);
  TrStatus status = tr_process(*t, *y, n, mapping->process, mapping->n_process, &failed);
  if (status == TR_OK)
    return TRUE;
  if (status == TR_BAD_SETTING)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "log '%s', '%s': step %d of the processing (%s) needs frequencies below half "
                      "of the sampling rate; lower them, or remove the step",
                      from->log, mapping->signal, failed + 1,
                      tr_process_name(mapping->process[failed].kind));
  else
    trammel_error_set_status(error, status, NULL);
  return FALSE;
}

char *
trammel_channel_values_dup_unit(const TrammelMapping *mapping, const char *unit)
{
  int order = 0;

  for (int i = 0; i < mapping->n_process; i++)
    order += mapping->process[i].kind == TR_PROCESS_DERIVATIVE;
  return order == 0   ? g_strdup(unit)
         : order == 1 ? g_strdup_printf("%s/s", unit)
                      : g_strdup_printf("%s/s^%d", unit, order);
}
