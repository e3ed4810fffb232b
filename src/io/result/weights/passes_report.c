#include "io/result/weights/passes_report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/identify/impact_passes.h"

/* Difference of the frictions of both passes, in its standard deviation, that is no chance. */
#define APART 3.0

void
trammel_passes_write(TrammelJsonWriter *json, const TrFit *fit)
{
  const TrImpactPasses *passes = fit->passes;

  if (!passes)
    return;
  trammel_json_writer_key(json, "first_pass");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "windows", passes->n_windows);
  trammel_json_writer_add_number(json, "before", passes->before);
  trammel_json_writer_add_number(json, "after", passes->after);
  trammel_json_writer_add_number(json, "kappa", passes->kappa);
  trammel_json_writer_add_integer(json, "iterations", passes->iterations);
  trammel_json_writer_key(json, "values");
  trammel_json_writer_numbers(json, passes->values, (gsize)passes->n_free);
  trammel_json_writer_key(json, "sigmas");
  trammel_json_writer_numbers(json, passes->sigmas, (gsize)passes->n_free);
  trammel_json_writer_end_object(json);
}

void
trammel_passes_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrImpactPasses *passes = fit->passes;

  if (!passes || fit->status != TR_OK)
    return;
  for (int i = 0; i < fit->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];
    TrParam param = task->free[i].param;

    if (!tr_impact_moves(task, i) ||
        !(fabs(e->value - passes->values[i]) > APART * hypot(e->sigma, passes->sigmas[i])))
      continue;
    trammel_findings_add(
        findings, &(TrammelPlace){.signal = task->model->contacts[param.owner].name}, "warning",
        "friction-of-passes-apart",
        N_("Contact '%s': friction is %.3g ± %.2g around the first impacts and %.3g ± %.2g on the "
           "whole logs. One coefficient does not describe both: the surface changes, or friction "
           "depends on the rate. Trim the logs to the kind of motion that you want to predict."),
        task->model->contacts[param.owner].name, passes->values[i], passes->sigmas[i], e->value,
        e->sigma);
  }
}
