/* Formula and processing of a channel of a log (engine/signal/process.h). */
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/project/private.h"
#include "io/units/formula.h"

/* Returns "cutoff", "low, high". */
static char *
list_numbers(TrProcessKind kind)
{
  GString *text = g_string_new(NULL);

  for (int i = 0; tr_process_number_name(kind, i); i++)
    g_string_append_printf(text, "%s%s", i ? ", " : "", tr_process_number_name(kind, i));
  return g_string_free(text, FALSE);
}

static gboolean
read_step(TrProcess *step, const TrammelNode *node, GError **error)
{
  const char *words[TR_N_PROCESSES];
  TrammelNode type = trammel_node_member(node, "type");
  guint kind = 0;

  for (guint i = 0; i < TR_N_PROCESSES; i++)
    words[i] = tr_process_name((TrProcessKind)i);
  if (!trammel_node_check_object(node, error))
    return FALSE;
  if (!type.node)
    return trammel_node_fail(node, error, "has no type; give one, such as \"low-pass\"");
  if (!trammel_node_get_word(&type, words, TR_N_PROCESSES, &kind, error))
    return FALSE;
  step->kind = (TrProcessKind)kind;
  for (int i = 0; tr_process_number_name(step->kind, i); i++) {
    TrammelNode number = trammel_node_member(node, tr_process_number_name(step->kind, i));
    step->number[i] = tr_process_default(step->kind, i);
    if (!trammel_node_get_number(&number, &step->number[i], error))
      return FALSE;
  }
  if (tr_process_is_valid(step))
    return TRUE;
  g_autofree char *numbers = list_numbers(step->kind);
  return trammel_node_fail(node, error,
                           "the numbers of '%s' (%s) are missing or do not fit; frequencies and "
                           "rates are in Hz and above zero, low below high, half of the width "
                           "below the frequency, the reach in whole samples, the degree 0 or 1",
                           words[kind], numbers);
}

static gboolean
read_formula(TrammelMapping *mapping, const TrammelNode *node, GError **error)
{
  const char *text = NULL;
  g_autoptr(GError) fault = NULL;

  if (!trammel_node_get_string(node, &text, error))
    return FALSE;
  if (text && !mapping->column)
    return trammel_node_fail(node, error, "acts on a column, but this channel is constant");
  g_autoptr(TrammelFormula) formula = text ? trammel_formula_parse(text, &fault) : NULL;
  if (fault) {
    g_autofree char *words = trammel_error_dup_words(fault);
    return trammel_node_fail(node, error, "%s", words);
  }
  mapping->formula = g_strdup(text);
  mapping->others = formula ? g_strdupv((char **)trammel_formula_get_columns(formula)) : NULL;
  return TRUE;
}

gboolean
trammel_project_read_process(TrammelMapping *mapping, const TrammelNode *channel, GError **error)
{
  TrammelNode formula = trammel_node_member(channel, "formula");
  TrammelNode list = trammel_node_member(channel, "process");
  guint length;

  if (!read_formula(mapping, &formula, error) || !trammel_node_get_length(&list, &length, error))
    return FALSE;
  if (length > 0 && !mapping->column)
    return trammel_node_fail(&list, error, "acts on a column, but this channel is constant");
  mapping->process = g_new0(TrProcess, length + 1);
  mapping->n_process = (int)length;
  for (guint i = 0; i < length; i++) {
    TrammelNode step = trammel_node_element(&list, i);
    if (!read_step(&mapping->process[i], &step, error))
      return FALSE;
  }
  return TRUE;
}
