#include "io/result/result.h"

#include "engine/est/task/reported.h"
#include "io/check/direction.h"
#include "io/result/fit_finding.h"

const char *
trammel_result_name_status(TrStatus status)
{
  switch (status) {
  case TR_OK:
    return "converged";
  case TR_CANCELLED:
    return "cancelled";
  case TR_NOT_CONVERGED:
    return "stopped";
  default:
    return "failed";
  }
}

const char *
trammel_result_get_status(const TrFit *fit)
{
  return trammel_result_name_status(fit->status);
}

/* Ratio of the sigma to that of independent errors above which it is worth a flag. */
#define LASTING 2.0

static void
append_flag(GString *flags, const char *flag, gboolean is_set)
{
  if (is_set)
    g_string_append_printf(flags, "%s%s", flags->len ? "," : "", flag);
}

char *
trammel_result_dup_flags(const TrFit *fit, int parameter)
{
  const TrEstimate *estimate = &fit->estimates[parameter];
  const TrReported r = tr_fit_report(fit, parameter);
  gboolean is_stepper = !r.is_physical;
  gboolean is_estimate = is_stepper || fit->regression; /* not extrapolated: its flags hold */
  GString *flags = g_string_new(NULL);

  append_flag(flags, "at-bound", is_estimate && estimate->at_bound);
  append_flag(flags, "not-identifiable", is_estimate && !estimate->identifiable);
  append_flag(flags, "stepper-value", is_stepper);
  append_flag(flags, "missing-force", r.model > r.noise);
  append_flag(flags, "lasting-errors", estimate->sigma > LASTING * estimate->sigma_linear);
  append_flag(flags, "stopped", fit->status != TR_OK);
  append_flag(flags, "bad-fit", trammel_fit_is_bad(fit));
  return g_string_free(flags, FALSE);
}

char *
trammel_result_dup_direction(const TrammelProblem *problem, const TrFit *fit, int direction)
{
  return trammel_direction_dup_text(trammel_problem_get_task(problem), fit, direction);
}
