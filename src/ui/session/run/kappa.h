/* kappa in words: the ways to come by it, and what a run has found. */
#pragma once

#include "ui/session/run/job.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_KAPPA_AUTO,     /* from the data, variance components */
  TRAMMEL_KAPPA_VALIDATE, /* smallest open-loop error */
  TRAMMEL_KAPPA_NATURAL,  /* the number that is the natural size for these logs */
  TRAMMEL_KAPPA_NUMBER,
  TRAMMEL_KAPPA_N
} TrammelKappaChoice;

/* What is chosen; `natural` is the size of the logs that are loaded (NAN: not known).  The project
 * file has no word for it, so that a number equal to it counts as that choice. */
TrammelKappaChoice trammel_kappa_get_choice(const TrSettings *settings, double natural);

/* Words for the user; static. */
const char *trammel_kappa_choice_label(TrammelKappaChoice choice);

/* The setting that makes `choice`, for trammel_document_set_setting(); `natural` as above, `number`
 * is what a number begins with.  NULL where it cannot be made yet. */
char *trammel_kappa_choice_dup_value(TrammelKappaChoice choice, double natural, double number);

/* Three digits: kappa is not more precise than that. */
double trammel_kappa_round(double kappa);

/* "31.2", "1650", "1.7e5": `digits` significant ones.  Free with g_free(). */
char *trammel_kappa_format(double kappa, int digits);

/* A sentence where the choice is doubtful for the project: no log to validate with.  Else NULL. */
const char *trammel_kappa_get_doubt(TrammelKappaChoice choice, const TrammelProject *project);

/* What a run found, and how; a line or several without an end of line.  Free with g_free(). */
char *trammel_kappa_dup_result(TrammelRun *run);

/* Which fit is under way at which kappa: "round 3, κ 31, iteration 4".  Free with g_free(). */
char *trammel_kappa_dup_progress(const TrammelProgress *progress);

/* How much of the rounds and iterations that may come is done, 0 .. 1. */
double trammel_kappa_get_progress(const TrammelProgress *progress);

G_END_DECLS
