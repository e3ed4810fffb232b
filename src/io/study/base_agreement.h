/* Agreement of the logs about the base parameters (theory 15.6): combinations that each log alone
 * may determine where its single parameters stay open.  Compared are the fits' own values, with
 * sigmas of noise; combinations without a free quantity are left out. */
#pragma once

#include "io/base/json_writer.h"
#include "io/study/log_agreement.h"

G_BEGIN_DECLS

/* A combination. */
typedef struct {
  char *text;              /* trammel_base_dup_text() */
  const char *unit;        /* SI */
  double *values, *sigmas; /* [n_logs] of the single fits; NAN where a log leaves it open */
  double all, all_sigma;   /* of the fit to all logs; NAN where it is left open */
  TrConsistency test;
  double p_adjusted; /* in view of the tests of all combinations (Holm) */
} TrammelBaseRow;

typedef struct {
  guint n_logs;
  GPtrArray *rows; /* TrammelBaseRow, the best known one first */
} TrammelBaseAgreement;

/* Compares the fits to single logs [n_logs]; NULL for a model without base parameters.  Free with
 * trammel_base_agreement_free(). */
TrammelBaseAgreement *trammel_base_agreement_new(const TrTask *task,
                                                 const TrFit *all,
                                                 const TrammelLogEstimate *singles,
                                                 guint n_logs);
void trammel_base_agreement_free(TrammelBaseAgreement *agreement);

/* Returns a sentence on a combination about which the logs disagree, else NULL; free with
 * g_free(). */
char *trammel_base_row_dup_warning(const TrammelBaseRow *row);

/* Writes the member "base", or returns the combinations as a table of tab-separated values with
 * these names of the logs [n_logs]; free with g_free(). */
void trammel_base_agreement_write(TrammelJsonWriter *json, const TrammelBaseAgreement *agreement);
char *trammel_base_agreement_to_table(const TrammelBaseAgreement *agreement,
                                      const char *const *logs);

G_END_DECLS
