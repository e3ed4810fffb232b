/* Comparison of two runs: the differences between their parameters, in units and in sigmas. */
#pragma once

#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

typedef struct {
  char *id, *label, *unit;
  char *a, *b;        /* "0.0123 ± 0.0004", marked if it is the stepper's; empty if fixed */
  char *difference;   /* b - a; empty where one is missing */
  double sigmas;      /* (b - a) / sqrt(sigma_a² + sigma_b²); NAN if not known */
  gboolean is_marked; /* beyond 3 sigmas */
} TrammelRunDifference;

/* Returns TrammelRunDifference of all parameters of a, then of those that only b has.  `project`
 * provides the labels; a parameter that it lacks is shown by its id.  Two runs on the same logs
 * share their noise, so a difference of few sigmas means little there.  Free with
 * g_ptr_array_unref(). */
GPtrArray *
trammel_run_compare(TrammelRunRecord *a, TrammelRunRecord *b, const TrammelProject *project);

/* Returns the table as tab-separated text with a header line, for the clipboard; free with
 * g_free(). */
char *trammel_run_compare_to_text(const GPtrArray *rows, const char *title_a, const char *title_b);

G_END_DECLS
