#include "engine/est/identify/multistart_share.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Numbers in front of the estimates, and of each of these. */
enum { N_HEAD = 6, N_ESTIMATE = 3 };

static size_t
count_residuals(const TrFit *fit)
{
  size_t n = 0;

  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      n += (size_t)fit->logs[l].sensors[s].n_residuals;
  return n;
}

bool
tr_fit_is_reported(const TrFit *fit)
{
  return !fit->model;
}

/* Packs a fit, which may be missing, into numbers. */
static void
tell(double *to, const TrFit *fit, TrStatus status)
{
  *to++ = status;
  *to++ = fit != NULL;
  if (!fit)
    return;
  *to++ = fit->cost.total;
  *to++ = fit->cost.observation;
  *to++ = fit->cost.state;
  *to++ = fit->cost.prior;
  for (int i = 0; i < fit->n_free; i++) {
    *to++ = fit->estimates[i].value;
    *to++ = fit->estimates[i].sigma_linear;
    *to++ = fit->estimates[i].identifiable;
  }
  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++) {
      const TrSensorFit *sensor = &fit->logs[l].sensors[s];

      memcpy(to, sensor->scaled, (size_t)sensor->n_residuals * sizeof *to);
      to += sensor->n_residuals;
    }
}

/* Allocates the residuals of a log with the sizes of another one. */
static bool
take_residuals(TrLogFit *log, const TrLogFit *like)
{
  bool has_all;

  log->sensors = calloc((size_t)like->n_sensors + 1, sizeof *log->sensors);
  log->n_sensors = log->sensors ? like->n_sensors : 0;
  has_all = log->sensors != NULL;
  for (int s = 0; s < log->n_sensors; s++) {
    TrSensorFit *sensor = &log->sensors[s];

    sensor->n_residuals = like->sensors[s].n_residuals;
    sensor->scaled = calloc((size_t)sensor->n_residuals + 1, sizeof *sensor->scaled);
    has_all = has_all && sensor->scaled;
  }
  return has_all;
}

/* Allocates a received fit with the sizes of another one. */
static TrFit *
new_reported(const TrFit *like)
{
  TrFit *fit = calloc(1, sizeof *fit);
  bool has_all;

  if (!fit)
    return NULL;
  fit->n_free = like->n_free;
  fit->estimates = calloc((size_t)like->n_free, sizeof *fit->estimates);
  fit->logs = calloc((size_t)like->n_logs, sizeof *fit->logs);
  fit->n_logs = fit->logs ? like->n_logs : 0;
  has_all = fit->estimates && fit->logs;
  for (int l = 0; l < fit->n_logs; l++)
    has_all = take_residuals(&fit->logs[l], &like->logs[l]) && has_all;
  if (has_all)
    return fit;
  tr_fit_free(fit);
  return NULL;
}

static void
hear_residuals(TrFit *fit, const double *from)
{
  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++) {
      TrSensorFit *sensor = &fit->logs[l].sensors[s];

      memcpy(sensor->scaled, from, (size_t)sensor->n_residuals * sizeof *from);
      from += sensor->n_residuals;
    }
}

/* Unpacks a fit; false when memory is out. */
static bool
hear(TrFit **fit, TrStatus *status, const double *from, const TrFit *like)
{
  *status = (TrStatus)from[0];
  *fit = NULL;
  if (from[1] == 0)
    return true;
  *fit = new_reported(like);
  if (!*fit)
    return false;
  (*fit)->status = *status;
  (*fit)->cost = (TrCost){from[2], from[3], from[4], from[5]};
  for (int i = 0; i < like->n_free; i++) {
    const double *estimate = from + N_HEAD + (size_t)i * N_ESTIMATE;

    (*fit)->estimates[i] = (TrEstimate){
        .value = estimate[0], .sigma_linear = estimate[1], .identifiable = estimate[2] != 0};
  }
  hear_residuals(*fit, from + N_HEAD + (size_t)like->n_free * N_ESTIMATE);
  return true;
}

/* Gathers one number of each process in counts[size]. */
static void
gather_numbers(int *counts, const TrShare *share, int mine)
{
  const TrExchange *exchange = share->exchange;

  exchange->gather(exchange->user, &mine, sizeof mine, share->all, share->n_all);
  for (int rank = 0; rank < exchange->size; rank++) {
    memcpy(&counts[rank], share->all[rank], sizeof mine);
    free(share->all[rank]);
  }
}

/* Returns whether all processes can continue. */
static bool
all_go_on(const TrShare *share, bool this_one)
{
  bool all = this_one;

  if (!share->exchange)
    return this_one;
  gather_numbers(share->counts, share, this_one);
  for (int rank = 0; rank < share->exchange->size; rank++)
    all = all && share->counts[rank] > 0;
  return all;
}

static bool
take_arrays(TrShare *share)
{
  size_t size = (size_t)share->exchange->size;

  share->all = calloc(size, sizeof(void *));
  share->n_all = calloc(size, sizeof *share->n_all);
  share->counts = calloc(size, sizeof *share->counts);
  return share->all && share->n_all && share->counts;
}

/* Finds the range of this process's fits among all; false where a process does not continue. */
static bool
find_place(TrShare *share)
{
  bool all = true;

  gather_numbers(share->counts, share, share->n_own);
  share->n = 0;
  for (int rank = 0; rank < share->exchange->size; rank++) {
    if (rank == share->exchange->rank)
      share->first = share->n;
    share->n += share->counts[rank];
    all = all && share->counts[rank] > 0;
  }
  return all;
}

static bool
take_room(TrShare *share, const TrFit *like)
{
  share->fits = calloc((size_t)share->n, sizeof(TrFit *));
  share->states = calloc((size_t)share->n, sizeof *share->states);
  if (!share->exchange)
    return share->fits && share->states;
  share->shape = new_reported(like);
  share->told = calloc((size_t)share->n_own * share->n_reported, sizeof *share->told);
  return share->fits && share->states && share->shape && share->told;
}

TrStatus
tr_share_init(TrShare *share, const TrExchange *exchange, const TrFit *like, int n_own)
{
  int n = like ? n_own : 0;
  bool has_room;

  *share =
      (TrShare){.exchange = tr_exchange_size(exchange) > 1 ? exchange : NULL, .n = n, .n_own = n};
  if (like)
    share->n_reported = N_HEAD + (size_t)like->n_free * N_ESTIMATE + count_residuals(like);
  if (share->exchange && (!take_arrays(share) || !find_place(share)))
    return n > 0 && share->counts ? TR_CANCELLED : TR_NO_MEMORY;
  has_room = n > 0 && take_room(share, like);
  if (all_go_on(share, has_room))
    return TR_OK;
  return has_room ? TR_CANCELLED : TR_NO_MEMORY;
}

void
tr_share_leave(const TrExchange *exchange)
{
  TrShare share;
  TrStatus status = tr_share_init(&share, exchange, NULL, 0);

  tr_share_clear(&share);
  assert(status != TR_OK);
  (void)status;
}

void
tr_share_forget(TrShare *share)
{
  for (int i = 0; share->fits && i < share->n; i++) {
    tr_fit_free(share->fits[i]);
    share->fits[i] = NULL;
  }
}

void
tr_share_clear(TrShare *share)
{
  tr_share_forget(share);
  free(share->fits);
  free(share->states);
  tr_fit_free(share->shape);
  free(share->told);
  free(share->all);
  free(share->n_all);
  free(share->counts);
}

int
tr_share_count_own(const TrShare *share, int n)
{
  int rest = n - share->first;

  return rest < 0 ? 0 : rest < share->n_own ? rest : share->n_own;
}

/* Unpacks the fits of all processes; false when memory is out. */
static bool
hear_all(TrShare *share)
{
  bool is_good = true;

  for (int rank = 0, at = 0; rank < share->exchange->size; rank++) {
    size_t n = share->n_all[rank] / (share->n_reported * sizeof(double));

    for (size_t i = 0; i < n; i++, at++)
      if (rank != share->exchange->rank && is_good)
        is_good = hear(&share->fits[at], &share->states[at],
                       (const double *)share->all[rank] + i * share->n_reported, share->shape);
    free(share->all[rank]);
  }
  return is_good;
}

TrStatus
tr_share_round(TrShare *share, int n)
{
  int own = tr_share_count_own(share, n);

  if (!share->exchange)
    return TR_OK;
  for (int i = 0; i < own; i++)
    tell(share->told + (size_t)i * share->n_reported, share->fits[share->first + i],
         share->states[share->first + i]);
  share->exchange->gather(share->exchange->user, share->told,
                          (size_t)own * share->n_reported * sizeof(double), share->all,
                          share->n_all);
  return all_go_on(share, hear_all(share)) ? TR_OK : TR_NO_MEMORY;
}
