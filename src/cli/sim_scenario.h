/* Options of a simulation without a log: inputs by formula, start of the joints, a log of it. */
#pragma once

#include "io/study/simulation.h"

G_BEGIN_DECLS

typedef struct {
  char **inputs, **positions, **rates; /* "NAME=TEXT", nullable */
  char *noise, *log;                   /* nullable */
} TrammelSimWords;

void trammel_sim_words_clear(TrammelSimWords *words);

/* Returns the entries of the command line; free with g_free(). */
GOptionEntry *trammel_sim_words_new_entries(TrammelSimWords *words);

/* TRUE if one of them is given. */
gboolean trammel_sim_words_any(const TrammelSimWords *words);

/* Returns the scenario of a project (not NULL) changed by the options; free with
 * trammel_scenario_free().  Errors: TRAMMEL_ERROR_USAGE for names that the model lacks and texts
 * that cannot be read. */
TrammelScenario *trammel_sim_words_apply(const TrammelSimWords *words,
                                         const TrammelProject *project,
                                         GError **error);

/* Writes the log where one is wanted. */
gboolean trammel_sim_words_write_log(const TrammelSimWords *words,
                                     const TrammelSimulation *simulation,
                                     GError **error);

G_END_DECLS
