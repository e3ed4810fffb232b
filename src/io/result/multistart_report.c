#include "io/result/multistart_report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/identify/multistart.h"
#include "io/result/result.h"

/* Number of optima in the summary. */
enum { MOST_LINES = 5 };

static void
write_end(TrammelJsonWriter *json, const TrMultistart *m, const TrStartEnd *end)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "status", trammel_result_name_status(end->status));
  trammel_json_writer_add_number(json, "cost", end->cost);
  if (end->optimum >= 0)
    trammel_json_writer_add_integer(json, "optimum", end->optimum);
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_numbers(json, end->parameters, (gsize)m->n_free);
  trammel_json_writer_end_object(json);
}

void
trammel_multistart_write(TrammelJsonWriter *json, const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;

  if (!m)
    return;
  trammel_json_writer_key(json, "multistart");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "starts", m->n_starts);
  trammel_json_writer_add_integer(json, "seed", (gint64)m->seed);
  trammel_json_writer_add_integer(json, "converged", m->n_converged);
  trammel_json_writer_add_integer(json, "stopped", m->n_stopped);
  trammel_json_writer_add_integer(json, "failed", m->n_failed);
  trammel_json_writer_end_object(json);
  trammel_json_writer_key(json, "optima");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < m->n_optima; i++) {
    const TrOptimum *o = &m->optima[i];
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_number(json, "cost", o->cost.total);
    trammel_json_writer_add_number(json, "minus_two_log_likelihood", o->likelihood);
    trammel_json_writer_add_integer(json, "starts", o->n_starts);
    trammel_json_writer_add_boolean(json, "own_start", o->has_own);
    trammel_json_writer_key(json, "parameters");
    trammel_json_writer_numbers(json, o->parameters, (gsize)m->n_free);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "ends");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < m->n_starts; i++)
    write_end(json, m, &m->ends[i]);
  trammel_json_writer_end_array(json);
}

/* Returns the parameter in which the first two optima differ most, in its sigmas or its size. */
static int
find_different(const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;
  double most = -1;
  int found = 0;

  for (int i = 0; i < m->n_free; i++) {
    double a = m->optima[0].parameters[i], b = m->optima[1].parameters[i];
    double sigma = fit->estimates[i].sigma_linear, size = MAX(fabs(a), fabs(b));
    double distance = fabs(a - b) / (isfinite(sigma) && sigma > 0 ? sigma : size);
    if (fit->estimates[i].identifiable && distance > most) {
      most = distance;
      found = i;
    }
  }
  return found;
}

static void
add_alike(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;
  int i = find_different(fit);
  char id[TR_ID_SIZE];

  tr_task_free_id(id, task, i);
  trammel_findings_add(findings, NULL, "warning", "optima-alike",
                       N_("Another optimum explains the logs nearly as well (cost %.6g, here "
                          "%.6g); there %s is %.4g, here %.4g. Exclude the wrong one by a bound or "
                          "a prior, or add a log that distinguishes them."),
                       m->optima[1].cost.total, m->optima[0].cost.total, id,
                       m->optima[1].parameters[i], m->optima[0].parameters[i]);
}

void
trammel_multistart_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;

  if (!m || m->n_optima == 0)
    return;
  if (m->own_failed)
    trammel_findings_add(findings, NULL, "warning", "start-not-best",
                         N_("The project's own start values do not converge; %d of %d random ones "
                            "do. Use the values of the result as the start."),
                         m->n_converged, m->n_starts - 1);
  else if (!m->optima[0].has_own)
    trammel_findings_add(
        findings, NULL, "warning", "start-not-best",
        N_("The project's own start values end in another optimum than the best, which %d of %d "
           "starts reach. Use the values of the result as the start."),
        m->optima[0].n_starts, m->n_starts);
  if (tr_multistart_is_ambiguous(fit))
    add_alike(findings, task, fit);
}

char *
trammel_multistart_dup_summary(const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;
  GString *text = g_string_new(NULL);

  if (m)
    g_string_append_printf(text,
                           "%d starts: %d converged to %d optima, %d stopped without convergence, "
                           "%d failed\n",
                           m->n_starts, m->n_converged, m->n_optima, m->n_stopped, m->n_failed);
  for (int i = 0; m && i < MIN(m->n_optima, MOST_LINES); i++)
    g_string_append_printf(text, "optimum %d: cost %.6g, reached from %d starts%s\n", i + 1,
                           m->optima[i].cost.total, m->optima[i].n_starts,
                           m->optima[i].has_own ? ", the project's own among them" : "");
  if (m && m->n_optima > MOST_LINES)
    g_string_append_printf(text, "and %d more\n", m->n_optima - MOST_LINES);
  return g_string_free(text, FALSE);
}
