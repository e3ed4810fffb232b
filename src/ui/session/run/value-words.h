/* Reported value of a parameter as text: number, "±" with its parts, value of the stepper, remark.
 *
 * Value and sigma are those of engine/est/task/reported.h: of the mechanism (h -> 0) where they
 * could be had, else of the stepper, which the remark states. All strings are freed with
 * g_free(). */
#pragma once

#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* Sign before a sigma that lacks the parts of step and smoothing. */
#define TRAMMEL_AT_LEAST "≥ "

/* Returns the value, rounded to the digits that sigma justifies. */
char *trammel_run_dup_value(TrammelRun *run, int parameter);

/* Returns sigma, or the reason why there is none; "≥ 0.001" where parts of it are missing. */
char *trammel_run_dup_sigma(TrammelRun *run, int parameter);

/* Returns a line for sigma and one for each of its parts (noise, model, timing, step, smoothing),
 * in SI units, and names the missing parts; empty without a sigma. */
char *trammel_run_dup_sigma_parts(TrammelRun *run, int parameter);

/* Returns the stepper's own value at the step of the fit, ± its sigma. */
char *trammel_run_dup_stepper(TrammelRun *run, int parameter);

/* Returns cautions about the value: a bad fit, a fit that did not converge, a bound, a missing
 * sigma, and that the value is the stepper's, with the reason; empty if there is none. */
char *trammel_run_dup_remark(TrammelRun *run, int parameter);

G_END_DECLS
