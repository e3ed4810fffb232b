/* Outcome of the outer loop in words, for files. */
#include <stdio.h>
#include <string.h>

#include "engine/est/lsq/lm.h"

enum { REASON_SIZE = 80 };

static const char *
plural(int n)
{
  return n == 1 ? "" : "s";
}

/* Writes the exact words of the reason; those of an operation that failed are its status. */
static void
describe_reason(char reason[REASON_SIZE], const TrLmResult *result)
{
  static const char *const texts[] = {
#define REASON(code, brief, exact) [code] = exact,
      TR_STOP_LIST(REASON)
#undef REASON
  };
  bool is_end = result->status == TR_OK || result->status == TR_CANCELLED ||
                result->status == TR_NOT_CONVERGED;
  const char *text = is_end ? texts[result->stop] : tr_status_text(result->status);
  const char *tolerance = strstr(text, "%s");

  if (tolerance)
    snprintf(reason, REASON_SIZE, "%.*s%.1g%s", (int)(tolerance - text), text,
             result->options.decrease_tol, tolerance + 2);
  else
    snprintf(reason, REASON_SIZE, "%s", text);
}

void
tr_lm_describe(char message[TR_ERROR_SIZE], const TrLmResult *result)
{
  const char *outcome = tr_outcome_text(result->status);
  char reason[REASON_SIZE];
  int n = result->iterations;

  message[0] = '\0';
  if (result->options.max_iterations == 0)
    return;
  describe_reason(reason, result);
  if (result->fits > 0)
    snprintf(message, TR_ERROR_SIZE, "%s after %d iterations in %d fits: %s.", outcome, n,
             result->fits, reason);
  else if (result->options.rule == TR_DAMP_ALL)
    snprintf(message, TR_ERROR_SIZE, "%s after %d iteration%s and %d elimination%s: %s.", outcome,
             n, plural(n), result->solves, plural(result->solves), reason);
  else
    snprintf(message, TR_ERROR_SIZE, "%s after %d iteration%s: %s.", outcome, n, plural(n), reason);
}
