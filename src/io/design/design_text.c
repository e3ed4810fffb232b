/* Design as tables, and as JSON. */
#include <math.h>

#include "io/base/bilingual.h"
#include "io/base/table.h"
#include "io/design/design.h"

static double
get_sigma(const TrJudgement *j, int i)
{
  return j->is_known[i] ? j->sigma[i] : NAN;
}

/* Sigma before the plan: what the logs tell, whatever the criterion counts. */
static double
get_now(const TrammelDesign *d, int i)
{
  return get_sigma(d->planner->region, i);
}

/* Returns how much smaller the sigma becomes; INFINITY where it was not determined. */
static double
get_gain(const TrammelDesign *d, int i)
{
  double now = get_now(d, i), after = get_sigma(d->plan->after, i);

  return isnan(now) && !isnan(after) ? INFINITY : now / after;
}

/* Returns 100 sigma/|value|. */
static double
get_percent(const TrammelDesign *d, int i, double sigma)
{
  return 100 * sigma / fabs(d->planner->known.value[i]);
}

static void
append_parameters(GString *text, const TrammelDesign *d)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "value", "sigma_now", "sigma_after", NULL);
  trammel_table_add_column(table, "gain", NULL, "%.3g");
  trammel_table_add_column(table, "percent_now", NULL, "%.3g");
  trammel_table_add_column(table, "percent_after", NULL, "%.3g");
  trammel_table_add_columns(table, "unit", NULL);
  for (int i = 0; i < trammel_design_get_n(d); i++) {
    char id[TR_ID_SIZE];
    double now = get_now(d, i), after = get_sigma(d->plan->after, i);
    double gain = get_gain(d, i);
    const double numbers[] = {
        d->planner->known.value[i], now, after, isfinite(gain) ? gain : NAN, get_percent(d, i, now),
        get_percent(d, i, after)};

    if (!d->planner->is_of_interest[i])
      continue;
    trammel_design_get_id(id, d, i);
    trammel_table_add_text(table, id);
    trammel_table_add_numbers(table, numbers, G_N_ELEMENTS(numbers));
    trammel_table_add_text(table, trammel_design_get_unit(d, i));
  }
  g_autofree char *rows = trammel_table_to_tsv(table);
  g_string_append(text, rows);
}

static void
append_helps(GString *text, const TrammelDesign *d)
{
  if (d->helps.n > 0)
    g_string_append(text, "\nwhat else would help\tsigmas become\n");
  for (int h = 0; h < d->helps.n; h++) {
    g_autofree char *marked = trammel_design_dup_help(d, &d->helps.list[h]);
    g_autofree char *words = trammel_bilingual_dup_english(marked);
    g_string_append_printf(text, "%s\t%.2f times as large\n", words,
                           exp(d->helps.list[h].criterion - d->plan->criterion));
  }
}

static void
append_rehearsal(GString *text, const TrammelDesign *d)
{
  const TrRehearsal *r = &d->rehearsal;

  if (r->n_draws == 0)
    return;
  g_string_append_printf(text, "\n%d of %d drawn logs converged; sigma of the plan's log alone\n",
                         r->n_converged, r->n_draws);
  g_autoptr(TrammelTable) table = trammel_table_new("");
  trammel_table_add_columns(table, "id", "predicted", "reported", "random", "scatter", NULL);
  for (int i = 0; i < trammel_design_get_n(d); i++) {
    char id[TR_ID_SIZE];
    trammel_design_get_id(id, d, i);
    trammel_table_add_text(table, id);
    trammel_table_add_numbers(
        table, (const double[]){r->predicted[i], r->reported[i], r->random[i], r->scatter[i]}, 4);
  }
  g_autofree char *rows = trammel_table_to_tsv(table);
  g_string_append(text, rows);
}

char *
trammel_design_to_text(const TrammelDesign *d)
{
  GString *text = g_string_new(NULL);

  append_parameters(text, d);
  for (int i = 0; i < trammel_design_get_n(d); i++) {
    g_autofree char *marked =
        d->planner->is_of_interest[i] ? trammel_design_dup_remark(d, i) : NULL;
    g_autofree char *remark = marked ? trammel_bilingual_dup_english(marked) : NULL;
    if (remark)
      g_string_append_printf(text, "remark\t%s\n", remark);
  }
  append_helps(text, d);
  append_rehearsal(text, d);
  return g_string_free(text, FALSE);
}

static void
write_parameters(TrammelJsonWriter *json, const TrammelDesign *d)
{
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < trammel_design_get_n(d); i++) {
    g_autofree char *marked = trammel_design_dup_remark(d, i);
    g_autofree char *remark = marked ? trammel_bilingual_dup_english(marked) : NULL;
    char id[TR_ID_SIZE];

    trammel_design_get_id(id, d, i);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", id);
    trammel_json_writer_add_string(json, "unit", trammel_design_get_unit(d, i));
    trammel_json_writer_add_boolean(json, "of_interest", d->planner->is_of_interest[i]);
    trammel_json_writer_add_number(json, "value", d->planner->known.value[i]);
    trammel_json_writer_add_number(json, "sigma_now", get_now(d, i));
    trammel_json_writer_add_number(json, "sigma_after", get_sigma(d->plan->after, i));
    if (remark)
      trammel_json_writer_add_string(json, "remark", remark);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static void
write_helps(TrammelJsonWriter *json, const TrammelDesign *d)
{
  trammel_json_writer_key(json, "helps");
  trammel_json_writer_begin_array(json);
  for (int h = 0; h < d->helps.n; h++) {
    const TrHelp *help = &d->helps.list[h];
    g_autofree char *marked = trammel_design_dup_help(d, help);
    g_autofree char *words = trammel_bilingual_dup_english(marked);

    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "kind", tr_help_name(help->kind));
    trammel_json_writer_add_string(json, "text", words);
    trammel_json_writer_add_number(json, "ratio", exp(help->criterion - d->plan->criterion));
    trammel_json_writer_key(json, "sigmas");
    trammel_json_writer_begin_array(json);
    for (int i = 0; i < trammel_design_get_n(d); i++)
      trammel_json_writer_number(json, get_sigma(help->after, i));
    trammel_json_writer_end_array(json);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static void
write_rehearsal(TrammelJsonWriter *json, const TrammelDesign *d)
{
  const TrRehearsal *r = &d->rehearsal;

  if (r->n_draws == 0)
    return;
  trammel_json_writer_key(json, "rehearsal");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "draws", r->n_draws);
  trammel_json_writer_add_integer(json, "converged", r->n_converged);
  trammel_json_writer_key(json, "predicted");
  trammel_json_writer_numbers(json, r->predicted, (gsize)d->planner->known.n);
  trammel_json_writer_key(json, "reported");
  trammel_json_writer_numbers(json, r->reported, (gsize)d->planner->known.n);
  trammel_json_writer_key(json, "random");
  trammel_json_writer_numbers(json, r->random, (gsize)d->planner->known.n);
  trammel_json_writer_key(json, "scatter");
  trammel_json_writer_numbers(json, r->scatter, (gsize)d->planner->known.n);
  trammel_json_writer_end_object(json);
}

char *
trammel_design_to_json(const TrammelDesign *d)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "format", "trammel-design/1");
  trammel_design_write_plan(json, d);
  trammel_json_writer_add_integer(json, "tried", d->plan->n_tried);
  trammel_json_writer_add_integer(json, "draws", d->plan->n_draws);
  trammel_json_writer_add_number(json, "shrunk", d->plan->shrunk);
  trammel_json_writer_add_boolean(json, "stopped", d->plan->is_cancelled);
  trammel_json_writer_add_number(json, "criterion_now", d->plan->criterion_now);
  trammel_json_writer_add_number(json, "criterion_after", d->plan->criterion);
  trammel_json_writer_add_number(json, "condition", d->plan->condition);
  trammel_json_writer_add_number(json, "condition_random", d->plan->least_condition);
  write_parameters(json, d);
  write_helps(json, d);
  write_rehearsal(json, d);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}
