#include "ui/session/import/process-edit.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/json_writer.h"
#include "io/problem/finding.h"

/* Mains. */
#define USUAL_NOTCH 50.0

static const struct {
  const char *label, *numbers[TR_PROCESS_NUMBERS], *units[TR_PROCESS_NUMBERS];
} words[TR_N_PROCESSES] = {
    [TR_PROCESS_DETREND] = {N_("Detrend"), {N_("Degree")}, {""}},
    [TR_PROCESS_OUTLIERS] = {N_("Outliers"), {N_("Threshold"), N_("Reach")}, {"σ", ""}},
    [TR_PROCESS_LOW_PASS] = {N_("Low-pass"), {N_("Cutoff")}, {"Hz"}},
    [TR_PROCESS_BAND_PASS] = {N_("Band-pass"), {N_("From"), N_("To")}, {"Hz", "Hz"}},
    [TR_PROCESS_NOTCH] = {N_("Notch"), {N_("At"), N_("Width")}, {"Hz", "Hz"}},
    [TR_PROCESS_DERIVATIVE] = {N_("Derivative"), {NULL}, {NULL}},
    [TR_PROCESS_RESAMPLE] = {N_("Resample"), {N_("Rate")}, {"Hz"}},
};

const char *
trammel_process_get_label(TrProcessKind kind)
{
  return _(words[kind].label);
}

const char *
trammel_process_get_number_label(TrProcessKind kind, int i)
{
  return i < TR_PROCESS_NUMBERS && words[kind].numbers[i] ? _(words[kind].numbers[i]) : NULL;
}

const char *
trammel_process_get_unit(TrProcessKind kind, int i)
{
  return words[kind].units[i];
}

TrProcess
trammel_process_propose(TrProcessKind kind, double rate)
{
  double known = isfinite(rate) ? rate : 1000;
  TrProcess step = {kind, {tr_process_default(kind, 0), tr_process_default(kind, 1)}};

  if (kind == TR_PROCESS_LOW_PASS)
    step.number[0] = trammel_round_digits(known / 10, 2);
  else if (kind == TR_PROCESS_BAND_PASS)
    step = (TrProcess){
        kind, {trammel_round_digits(known / 1000, 2), trammel_round_digits(known / 10, 2)}};
  else if (kind == TR_PROCESS_NOTCH && known > 2.5 * USUAL_NOTCH)
    step.number[0] = USUAL_NOTCH;
  else if (kind == TR_PROCESS_NOTCH)
    step = (TrProcess){kind,
                       {trammel_round_digits(known / 5, 2), trammel_round_digits(known / 100, 2)}};
  else if (kind == TR_PROCESS_RESAMPLE)
    step.number[0] = trammel_round_digits(known / 2, 3);
  return step;
}

static void
append_step(GString *json, const TrProcess *step)
{
  char text[TRAMMEL_NUMBER_SIZE];

  g_string_append_printf(json, "%s{ \"type\": \"%s\"", json->len > 1 ? ", " : "",
                         tr_process_name(step->kind));
  for (int i = 0; tr_process_number_name(step->kind, i); i++)
    g_string_append_printf(json, ", \"%s\": %s", tr_process_number_name(step->kind, i),
                           trammel_json_format_number(text, step->number[i]));
  g_string_append(json, " }");
}

/* Returns the list with step `at` replaced (nullable: removed), appended where it does not exist.
 */
static char *
make_list(const TrammelMapping *mapping, int at, const TrProcess *step)
{
  g_autoptr(GString) json = g_string_new("[");

  for (int i = 0; i < mapping->n_process; i++)
    if (i != at || step)
      append_step(json, i == at ? step : &mapping->process[i]);
  if (at == mapping->n_process)
    append_step(json, step);
  g_string_append_c(json, ']');
  return json->len > 2 ? g_string_free(g_steal_pointer(&json), FALSE) : NULL;
}

char *
trammel_process_add(const TrammelMapping *mapping, const TrProcess *step)
{
  return make_list(mapping, mapping->n_process, step);
}

char *
trammel_process_remove(const TrammelMapping *mapping, int step)
{
  return make_list(mapping, step, NULL);
}

char *
trammel_process_set_number(const TrammelMapping *mapping, int step, int number, double value)
{
  TrProcess changed = mapping->process[step];

  changed.number[number] = value;
  return make_list(mapping, step, &changed);
}
