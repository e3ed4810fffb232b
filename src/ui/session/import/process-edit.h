/* Processing of a channel as it is edited: words, proposed numbers, and the JSON of the changed
 * list (engine/signal/process.h). */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* Returns the word for people, "Low-pass"; and that of a number, "Cutoff"; NULL after the last;
 * static. */
const char *trammel_process_get_label(TrProcessKind kind);
const char *trammel_process_get_number_label(TrProcessKind kind, int i);

/* Returns the unit of a number, "Hz", or ""; static. */
const char *trammel_process_get_unit(TrProcessKind kind, int i);

/* Returns a step with the numbers that suit samples at `rate` [Hz] (NAN: unknown). */
TrProcess trammel_process_propose(TrProcessKind kind, double rate);

/* Returns the list with a step more, one less, or a changed one, as JSON; NULL for an empty list.
 * Free with g_free(). */
char *trammel_process_add(const TrammelMapping *mapping, const TrProcess *step);
char *trammel_process_remove(const TrammelMapping *mapping, int step);
char *trammel_process_set_number(const TrammelMapping *mapping, int step, int number, double value);

G_END_DECLS
