#include "io/result/result.h"

#include "io/base/error.h"
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

char *
trammel_result_dup_flags(const TrFit *fit, int parameter)
{
  const TrEstimate *estimate = &fit->estimates[parameter];
  GString *flags = g_string_new(NULL);

  if (estimate->at_bound)
    g_string_append(flags, "at-bound");
  if (!estimate->identifiable)
    g_string_append(flags, flags->len ? ",not-identifiable" : "not-identifiable");
  if (trammel_fit_is_bad(fit))
    g_string_append(flags, flags->len ? ",bad-fit" : "bad-fit");
  return g_string_free(flags, FALSE);
}

char *
trammel_result_dup_direction(const TrammelProblem *problem, const TrFit *fit, int direction)
{
  return trammel_direction_dup_text(trammel_problem_get_task(problem), fit, direction);
}
