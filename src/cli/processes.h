/* Processes of a parallel run that MPI has started (`mpirun -n 4 trammel-cli sweep ...`).
 *
 * Each computes its share of the work and receives the results of the others; the first writes and
 * prints, the others print nothing.  Without MPI, at build time or at run time, there is one
 * process. */
#pragma once

#include <glib.h>

#include "engine/base/exchange.h"

G_BEGIN_DECLS

/* Starts MPI, before anything is printed; may remove its own arguments.  It ends at the program's
 * exit. */
void trammel_processes_start(int *argc, char ***argv);

/* Returns the exchange with the other processes; NULL: there are none.  Not owned. */
const TrExchange *trammel_processes_get(void);

/* TRUE in the process that writes files. */
gboolean trammel_processes_is_first(void);

/* Returns the version of MPI for display; NULL: built without. */
const char *trammel_processes_get_version(void);

G_END_DECLS
