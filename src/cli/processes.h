/* Running as one of several processes that MPI has started (`mpirun -n 4 trammel-cli sweep ...`).
 *
 * Each computes its share of the work and hears of the others'; the first writes and prints, the
 * others are silent.  Without MPI, at build time or at run time, there is one process. */
#pragma once

#include <glib.h>

#include "engine/base/exchange.h"

G_BEGIN_DECLS

/* Before anything is printed; may take its own from the arguments.  Ends at the program's exit. */
void trammel_processes_start(int *argc, char ***argv);

/* NULL: this process is alone. */
const TrExchange *trammel_processes_get(void);

/* Whether this is the one that writes files. */
gboolean trammel_processes_is_first(void);

/* Version of MPI for people; NULL: built without. */
const char *trammel_processes_get_version(void);

G_END_DECLS
