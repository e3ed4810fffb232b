/* Monte-Carlo: how the estimates of a fit would scatter if the mechanism were as estimated.
 *
 * Logs are drawn as the fitted mechanism could have written them
 * (est/predict/parametric_bootstrap.h) and fitted again with the project's own settings, from the
 * estimates.  What comes out is compared with the values that the logs were made with, and with the
 * sigmas that each fit states.  All processors share the draws, and other processes where there are
 * any; the numbers are the same for any number of them, and more draws of the same seed begin with
 * the same ones. */
#pragma once

#include "engine/base/exchange.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

enum { TRAMMEL_MAX_DRAWS = 1000000 };

typedef struct {
  const char *status; /* as in a result file; static */
  char *message;      /* why it stopped, or why it could not run */
  double kappa;       /* used; NAN when it did not run */
  double *values;     /* [n_free]; NULL when it did not run */
  double *sigmas;     /* [n_free] NAN where not determined */
} TrammelDraw;

/* Of one parameter over the draws that converged. */
typedef struct {
  gsize n;
  double mean, scatter;   /* scatter: standard deviation; NAN of fewer than two */
  double sigma;           /* root mean square of what the fits state */
  double low, high;       /* 2.5 % and 97.5 % of the draws lie below */
  gsize n_stated, n_held; /* draws with a sigma; those whose value +- 1.96 sigma holds the truth */
} TrammelSpread;

typedef struct {
  TrammelProblem *problem;
  const TrFit *fit; /* whose values are the truth of the draws; outlives this */
  guint64 seed;
  double state_sigma; /* of the random impulses [N s, N m s]; 0 without */
  GPtrArray *draws;   /* TrammelDraw; fewer when interrupted */
  gboolean interrupted;
} TrammelMonteCarlo;

/* Called after every draw, on any thread but one at a time. */
typedef void (*TrammelDrawFunc)(const TrammelDraw *draw,
                                gsize n_done,
                                gsize n_draws,
                                gpointer user_data);

typedef struct {
  gsize n_draws; /* 1 .. TRAMMEL_MAX_DRAWS */
  guint64 seed;
  gboolean has_state_errors;
  int threads;                /* in all; 0: one a processor */
  const TrExchange *exchange; /* nullable: processes that share the work */
  const TrMonitor *monitor;   /* nullable, asked on all threads; ends with what there is */
  TrammelDrawFunc func;       /* nullable */
  gpointer user_data;
} TrammelMonteCarloOptions;

/* fit: of the problem's task, converged. */
TrammelMonteCarlo *trammel_montecarlo_run(TrammelProblem *problem,
                                          const TrFit *fit,
                                          const TrammelMonteCarloOptions *options);
void trammel_montecarlo_free(TrammelMonteCarlo *study);

void
trammel_montecarlo_get_spread(TrammelSpread *spread, const TrammelMonteCarlo *study, int parameter);

/* How many draws converged. */
gsize trammel_montecarlo_count_converged(const TrammelMonteCarlo *study);

/* A row a parameter; the same and every draw; a row a draw. */
char *trammel_montecarlo_to_text(const TrammelMonteCarlo *study);
char *trammel_montecarlo_to_json(const TrammelMonteCarlo *study);
char *trammel_montecarlo_to_csv(const TrammelMonteCarlo *study);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMonteCarlo, trammel_montecarlo_free)

G_END_DECLS
