/* Monte-Carlo study: scatter of the estimates of a fit if the mechanism were as estimated.
 *
 * All values and sigmas are those of the stepper, with which the logs are drawn.
 *
 * Logs are drawn from the fitted model (est/predict/parametric_bootstrap.h) and fitted again with
 * the project's own settings, starting at the estimates.  The results are compared with the values
 * that generated the logs, and with the sigmas that each fit reports.  All processors share the
 * draws, and other processes if there are any; the numbers are the same for any number of them, and
 * a longer study of the same seed begins with the same draws. */
#pragma once

#include "engine/base/exchange.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

enum { TRAMMEL_MAX_DRAWS = 1000000 };

typedef struct {
  const char *status; /* as in a result file; static */
  char *message;      /* reason why it stopped or could not run */
  double kappa;       /* used; NAN when it did not run */
  double *values;     /* [n_free]; NULL when it did not run */
  double *sigmas;     /* [n_free] NAN where not determined */
} TrammelDraw;

/* Statistics of one parameter over the draws that converged. */
typedef struct {
  gsize n;
  double mean, scatter;   /* scatter: standard deviation; NAN of fewer than two */
  double sigma;           /* root mean square of the sigmas of the fits */
  double low, high;       /* 2.5 % and 97.5 % of the draws lie below */
  gsize n_stated, n_held; /* draws with a sigma; those whose value +- 1.96 sigma contains the true
                             value */
} TrammelSpread;

typedef struct {
  TrammelProblem *problem;
  const TrFit *fit; /* its values are the true values of the draws; outlives the study */
  guint64 seed;
  double state_sigma; /* of the random impulses [N s, N m s]; 0 without */
  GPtrArray *draws;   /* TrammelDraw; fewer when interrupted */
  gboolean interrupted;
} TrammelMonteCarlo;

/* Callback after every draw, on any thread but one at a time. */
typedef void (*TrammelDrawFunc)(const TrammelDraw *draw,
                                gsize n_done,
                                gsize n_draws,
                                gpointer user_data);

typedef struct {
  gsize n_draws; /* 1 .. TRAMMEL_MAX_DRAWS */
  guint64 seed;
  gboolean has_state_errors;
  int threads;                /* total number; 0: one per processor */
  const TrExchange *exchange; /* nullable: processes that share the work */
  const TrMonitor *monitor;   /* nullable, called on all threads; may end the study early */
  TrammelDrawFunc func;       /* nullable */
  gpointer user_data;
} TrammelMonteCarloOptions;

/* Runs a study; free with trammel_montecarlo_free(). fit: converged fit of the problem's task. */
TrammelMonteCarlo *trammel_montecarlo_run(TrammelProblem *problem,
                                          const TrFit *fit,
                                          const TrammelMonteCarloOptions *options);
void trammel_montecarlo_free(TrammelMonteCarlo *study);

void
trammel_montecarlo_get_spread(TrammelSpread *spread, const TrammelMonteCarlo *study, int parameter);

/* Returns the number of draws that converged. */
gsize trammel_montecarlo_count_converged(const TrammelMonteCarlo *study);

/* Return one row per parameter; the same and every draw; one row per draw.  Free with g_free(). */
char *trammel_montecarlo_to_text(const TrammelMonteCarlo *study);
char *trammel_montecarlo_to_json(const TrammelMonteCarlo *study);
char *trammel_montecarlo_to_csv(const TrammelMonteCarlo *study);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMonteCarlo, trammel_montecarlo_free)

G_END_DECLS
