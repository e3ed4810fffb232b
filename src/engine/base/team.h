/* Threads that share the work of a solve.
 *
 * Tasks own what they write, so that it makes no difference which thread runs one, nor in which
 * order.  Idle threads sleep: nobody spins, because the other core may belong to someone else. */
#pragma once

#include <stdbool.h>

typedef struct TrTeam TrTeam;

typedef void (*TrTeamFunction)(void *data, int task);

/* `threads` in all, the caller's among them.  NULL for one, and where no thread could be had; that
 * is a team as well. */
TrTeam *tr_team_new(int threads);
void tr_team_free(TrTeam *team);

/* Of how many threads tasks may run; 1 for NULL.  A task's number does not tell its thread. */
int tr_team_threads(const TrTeam *team);

/* Whether the calling thread is one of the team's own; false for the thread that runs tasks. */
bool tr_team_is_worker(const TrTeam *team);

/* function(data, task) for task = 0 .. n_tasks - 1; returns when all are done.  The caller works
 * too.  Not to be called from a task of the same team. */
void tr_team_run(TrTeam *team, int n_tasks, TrTeamFunction function, void *data);
