/* Display texts of kappa: selection rules and the value found. */
#pragma once

#include "ui/session/run/job.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_KAPPA_AUTO,     /* estimated from the data, variance components */
  TRAMMEL_KAPPA_VALIDATE, /* smallest open-loop error */
  TRAMMEL_KAPPA_NATURAL,  /* the natural size for these logs, as a number */
  TRAMMEL_KAPPA_NUMBER,
  TRAMMEL_KAPPA_N
} TrammelKappaChoice;

/* Returns the selection rule; `natural` is the natural size for the loaded logs (NAN: not known).
 * The project file does not store this rule, so a number equal to `natural` counts as it. */
TrammelKappaChoice trammel_kappa_get_choice(const TrSettings *settings, double natural);

/* Returns a label for the user; static. */
const char *trammel_kappa_choice_label(TrammelKappaChoice choice);

/* Returns the setting for `choice`, for trammel_document_set_setting(); `natural` as above,
 * `number` is the first value of a number.  NULL if it cannot be made yet.  Free with g_free(). */
char *trammel_kappa_choice_dup_value(TrammelKappaChoice choice, double natural, double number);

/* Returns `digits` significant digits: "31.2", "1650", "1.7e5".  Free with g_free(). */
char *trammel_kappa_format(double kappa, int digits);

/* Returns a sentence if the rule is doubtful for the project (no log to validate with), else NULL;
 * static. */
const char *trammel_kappa_get_doubt(TrammelKappaChoice choice, const TrammelProject *project);

/* Returns the value of a run and who chose it, e.g. "chosen automatically: 8400".  Free with
 * g_free(). */
char *trammel_kappa_dup_choice(TrammelRun *run);

/* Returns the value that a run found, and the rule; one or more lines without a final line end.
 * Free with g_free(). */
char *trammel_kappa_dup_result(TrammelRun *run);

/* Returns the running fit and its kappa: "round 3, κ 31, iteration 4".  Free with g_free(). */
char *trammel_kappa_dup_progress(const TrammelJobProgress *progress);

/* Returns the finished share of all possible rounds and iterations, 0 .. 1. */
double trammel_kappa_get_progress(const TrammelJobProgress *progress);

G_END_DECLS
