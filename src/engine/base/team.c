#include "engine/base/team.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "engine/base/base.h"

struct TrTeam {
  pthread_mutex_t lock; /* protects all members below */
  pthread_cond_t begins, ends;
  TrTeamFunction function;
  void *data;
  int n_tasks, next, running; /* tasks of the present run: all, next to start, running */
  bool stops;
  int n_workers;
  pthread_t workers[];
};

/* Runs tasks while there are any; holds the lock before, after and between them. */
static void
work(TrTeam *team)
{
  while (team->next < team->n_tasks) {
    int task = team->next++;

    team->running++;
    pthread_mutex_unlock(&team->lock);
    team->function(team->data, task);
    pthread_mutex_lock(&team->lock);
    team->running--;
  }
}

static void *
run_worker(void *data)
{
  TrTeam *team = data;

  pthread_mutex_lock(&team->lock);
  while (!team->stops) {
    work(team);
    if (team->running == 0)
      pthread_cond_signal(&team->ends);
    pthread_cond_wait(&team->begins, &team->lock);
  }
  pthread_mutex_unlock(&team->lock);
  return NULL;
}

static void
initialise(TrTeam *team)
{
  pthread_mutex_init(&team->lock, NULL);
  pthread_cond_init(&team->begins, NULL);
  pthread_cond_init(&team->ends, NULL);
}

TrTeam *
tr_team_new(int threads)
{
  TrTeam *team;

  if (threads <= 1)
    return NULL;
  team = calloc(1, sizeof *team + (size_t)(threads - 1) * sizeof *team->workers);
  if (!team)
    return NULL;
  initialise(team);
  while (team->n_workers < threads - 1 &&
         pthread_create(&team->workers[team->n_workers], NULL, run_worker, team) == 0)
    team->n_workers++;
  if (team->n_workers == 0) {
    tr_team_free(team);
    return NULL;
  }
  return team;
}

void
tr_team_free(TrTeam *team)
{
  if (!team)
    return;
  pthread_mutex_lock(&team->lock);
  team->stops = true;
  pthread_cond_broadcast(&team->begins);
  pthread_mutex_unlock(&team->lock);
  for (int i = 0; i < team->n_workers; i++)
    pthread_join(team->workers[i], NULL);
  pthread_cond_destroy(&team->begins);
  pthread_cond_destroy(&team->ends);
  pthread_mutex_destroy(&team->lock);
  free(team);
}

int
tr_team_threads(const TrTeam *team)
{
  return team ? team->n_workers + 1 : 1;
}

bool
tr_team_is_worker(const TrTeam *team)
{
  for (int i = 0; team && i < team->n_workers; i++)
    if (pthread_equal(team->workers[i], pthread_self()))
      return true;
  return false;
}

void
tr_team_run(TrTeam *team, int n_tasks, TrTeamFunction function, void *data)
{
  TR_ASSERT(n_tasks >= 0 && function);
  if (!team || n_tasks <= 1) {
    for (int task = 0; task < n_tasks; task++)
      function(data, task);
    return;
  }
  pthread_mutex_lock(&team->lock);
  team->function = function;
  team->data = data;
  team->n_tasks = n_tasks;
  team->next = 0;
  pthread_cond_broadcast(&team->begins);
  work(team);
  while (team->running > 0)
    pthread_cond_wait(&team->ends, &team->lock);
  team->n_tasks = team->next = 0;
  pthread_mutex_unlock(&team->lock);
}
