#include "engine/est/design/drawn_reports.h"

#include <math.h>

static const TrReported *
get_report(const TrDrawnReports *r, int draw, int parameter)
{
  return &r->all[draw * r->n_free + parameter];
}

/* Whether the fits for h -> 0 of a draw ended well, or the formulation has none. */
static bool
is_extrapolated(const TrDrawnReports *r, int draw)
{
  TrPhysicalGap gap = get_report(r, draw, 0)->gap;

  return gap != TR_PHYSICAL_NOT_COMPUTED && gap != TR_PHYSICAL_FAILED;
}

/* Draws and values that count (design/drawn_reports.h): the kind of most draws, and of most values
 * of one parameter among these. */
typedef struct Kinds {
  int parameter;
  bool is_extrapolated, is_physical;
} Kinds;

static bool
is_of_kind(const TrDrawnReports *r, int draw, const Kinds *kinds)
{
  return !isnan(get_report(r, draw, 0)->value) &&
         is_extrapolated(r, draw) == kinds->is_extrapolated;
}

static bool
counts(const TrDrawnReports *r, int draw, const Kinds *kinds)
{
  return is_of_kind(r, draw, kinds) &&
         get_report(r, draw, kinds->parameter)->is_physical == kinds->is_physical;
}

static Kinds
find_kinds(const TrDrawnReports *r, int parameter)
{
  Kinds kinds = {.parameter = parameter};
  int balance = 0;

  for (int d = 0; d < r->n_draws; d++)
    if (!isnan(get_report(r, d, 0)->value))
      balance += is_extrapolated(r, d) ? 1 : -1;
  kinds.is_extrapolated = balance >= 0;
  balance = 0;
  for (int d = 0; d < r->n_draws; d++)
    if (is_of_kind(r, d, &kinds))
      balance += get_report(r, d, parameter)->is_physical ? 1 : -1;
  kinds.is_physical = balance >= 0;
  return kinds;
}

int
tr_reports_count(const TrDrawnReports *r)
{
  TR_ASSERT(r && r->all && r->n_free > 0);

  Kinds kinds = find_kinds(r, 0);
  int n = 0;

  for (int d = 0; d < r->n_draws; d++)
    n += is_of_kind(r, d, &kinds);
  return n;
}

/* Mean and sum of the squares about it of a growing number of values. */
typedef struct Moments {
  int n;
  double mean, square;
} Moments;

static void
add_value(Moments *m, double value)
{
  double change = value - m->mean;

  m->mean += change / ++m->n;
  m->square += change * (value - m->mean);
}

TrReportSum
tr_reports_sum(const TrDrawnReports *r, int parameter)
{
  TR_ASSERT(r && r->all && parameter >= 0 && parameter < r->n_free);

  Kinds kinds = find_kinds(r, parameter);
  Moments values = {0}, sigmas = {0};

  for (int d = 0; d < r->n_draws; d++) {
    const TrReported *own = get_report(r, d, parameter);

    if (!counts(r, d, &kinds))
      continue;
    add_value(&values, own->value);
    if (own->sigma > 0)
      add_value(&sigmas, log(own->sigma));
  }
  return (TrReportSum){.scatter = values.n > 1 ? sqrt(values.square / (values.n - 1)) : NAN,
                       .sigma = sigmas.n > 0 && 2 * sigmas.n >= values.n ? exp(sigmas.mean) : NAN,
                       .n_sigmas = sigmas.n,
                       .error = sigmas.n > 1 ? sqrt(sigmas.square / (sigmas.n - 1) / sigmas.n)
                                             : INFINITY};
}
