#include "cli/processes.h"

#ifdef TRAMMEL_HAS_MPI

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Variables that mpirun, or the scheduler of a cluster, sets for its programs.  Without one MPI is
 * not started: that takes time, and opens sockets. */
static const char *const launchers[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK",
                                        "PMI_RANK"};

static gboolean
is_launched(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(launchers); i++)
    if (g_getenv(launchers[i]))
      return TRUE;
  return FALSE;
}

static void *
take_memory(size_t size)
{
  void *memory = malloc(size > 0 ? size : 1);

  if (!memory) {
    fprintf(stderr, "trammel-cli: out of memory for the results of other processes\n");
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }
  return memory;
}

/* TrExchange.gather: one process after the other broadcasts its data; MPI counts in int, so in
 * slices. */
static void
gather(void *user, const void *mine, size_t n_mine, void *all[], size_t n_all[])
{
  const TrExchange *exchange = user;
  enum { SLICE = 1 << 30 };

  for (int rank = 0; rank < exchange->size; rank++) {
    unsigned long long n = n_mine;

    MPI_Bcast(&n, 1, MPI_UNSIGNED_LONG_LONG, rank, MPI_COMM_WORLD);
    n_all[rank] = (size_t)n;
    all[rank] = take_memory(n_all[rank]);
    if (rank == exchange->rank)
      memcpy(all[rank], mine, n_mine);
    for (size_t at = 0; at < n_all[rank]; at += SLICE)
      MPI_Bcast((char *)all[rank] + at, (int)MIN(n_all[rank] - at, SLICE), MPI_BYTE, rank,
                MPI_COMM_WORLD);
  }
}

static TrExchange exchange = {.size = 1, .gather = gather, .user = &exchange};

static void
finish(void)
{
  MPI_Finalize();
}

void
trammel_processes_start(int *argc, char ***argv)
{
  int level;

  if (!is_launched())
    return;
  /* only the thread that starts a round calls MPI */
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &exchange.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &exchange.size);
  atexit(finish);
  if (exchange.rank > 0 &&
      (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

const TrExchange *
trammel_processes_get(void)
{
  return exchange.size > 1 ? &exchange : NULL;
}

const char *
trammel_processes_get_version(void)
{
  return G_STRINGIFY(MPI_VERSION) "." G_STRINGIFY(MPI_SUBVERSION);
}

#else

void
trammel_processes_start(int *argc, char ***argv)
{
}

const TrExchange *
trammel_processes_get(void)
{
  return NULL;
}

const char *
trammel_processes_get_version(void)
{
  return NULL;
}

#endif

gboolean
trammel_processes_is_first(void)
{
  return tr_exchange_rank(trammel_processes_get()) == 0;
}
