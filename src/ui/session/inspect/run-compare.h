/* Two runs beside each other: what differs between their parameters, and by how many sigmas. */
#pragma once

#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

typedef struct {
  char *id, *label, *unit;
  char *a, *b;        /* "0.0123 ± 0.0004"; empty where the parameter was fixed */
  char *difference;   /* b - a; empty where one is missing */
  double sigmas;      /* (b - a) / sqrt(sigma_a² + sigma_b²); NAN where it is not known */
  gboolean is_marked; /* beyond 3 sigmas */
} TrammelRunDifference;

/* TrammelRunDifference of all parameters of a, then of those that only b has.  `project` gives
 * the labels; a parameter that it has not is called by its id.  Two runs on the same logs share
 * their noise, so that a difference of few sigmas says little there.  Free with
 * g_ptr_array_unref(). */
GPtrArray *
trammel_run_compare(TrammelRunRecord *a, TrammelRunRecord *b, const TrammelProject *project);

/* The table as tab-separated text with a head, for the clipboard; free with g_free(). */
char *trammel_run_compare_to_text(const GPtrArray *rows, const char *title_a, const char *title_b);

G_END_DECLS
