/* Team of threads that share the work of a solve.
 *
 * Tasks own the data that they write, so that the result does not depend on the thread that runs
 * one, nor on the order.  Idle threads sleep and never spin, because the other cores may have other
 * work. */
#pragma once

#include <stdbool.h>

/* A team of threads. */
typedef struct TrTeam TrTeam;

typedef void (*TrTeamFunction)(void *data, int task);

/* Returns a team of `threads` in all, including the caller's.  NULL for one thread, and if no
 * thread could be created; NULL is a valid team.  The caller frees it. */
TrTeam *tr_team_new(int threads);
void tr_team_free(TrTeam *team);

/* Returns the number of threads that run tasks; 1 for NULL. A task's number does not determine its
 * thread. */
int tr_team_threads(const TrTeam *team);

/* Returns whether the calling thread is one of the team's own; false for the thread that calls
 * tr_team_run(). */
bool tr_team_is_worker(const TrTeam *team);

/* Runs function(data, task) for task = 0 .. n_tasks - 1; returns when all are done.  The caller
 * works, too.  Must not be called from a task of the same team. */
void tr_team_run(TrTeam *team, int n_tasks, TrTeamFunction function, void *data);
