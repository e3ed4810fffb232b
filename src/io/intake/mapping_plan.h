/* Mapping of the channels of a log to the signals of the model, while it is being edited.
 *
 * Value in the model = sign · scale · unit · value in the file − offset, delayed by `delay`. */
#pragma once

#include "io/problem/log_table.h"

G_BEGIN_DECLS

/* Reason why a channel was chosen for a signal. */
typedef enum {
  TRAMMEL_GUESS_NONE, /* not guessed: chosen by the user, or in the project */
  TRAMMEL_GUESS_BY_NAME,
  TRAMMEL_GUESS_BY_UNIT,  /* the only channel in a fitting unit */
  TRAMMEL_GUESS_BY_ORDER, /* the next one in the file: names and units say nothing */
} TrammelGuess;

typedef struct {
  char *signal;
  gboolean is_motor;
  const char *unit; /* SI unit of the signal, "" for a motor's input; static */
  guint column;     /* among the table's channels + 1; 0: none */
  char *unit_text;  /* of the channel; NULL: the unit of the file */
  gboolean negative;
  TrammelGuess guess;
  double scale, offset, delay; /* offset in `unit`, delay in s */
  gboolean estimates_offset, estimates_delay;
  double sigma; /* of one sample of a sensor; NAN: automatic */
  int channel;  /* of the project's log, -1: new */
} TrammelMapRow;

typedef struct {
  TrammelProject *project;
  guint log;
  TrammelLogTable *table;
  GArray *rows;    /* TrammelMapRow: sensors, then motors */
  gboolean *moves; /* of each channel of the table: TRUE if its samples are not all equal */
} TrammelMappingPlan;

/* Creates the plan from the mapping in the project. */
TrammelMappingPlan *
trammel_mapping_plan_new(TrammelProject *project, guint log, TrammelLogTable *table);
void trammel_mapping_plan_free(TrammelMappingPlan *plan);

TrammelMapRow *trammel_mapping_plan_get(const TrammelMappingPlan *plan, guint i);
const TrammelTableChannel *trammel_mapping_plan_get_channel(const TrammelMappingPlan *plan,
                                                            guint i);

/* Returns TRUE if a signal is mapped to this channel. */
gboolean trammel_mapping_plan_uses(const TrammelMappingPlan *plan, guint channel);

/* Returns TRUE if a sensor is mapped. */
gboolean trammel_mapping_plan_has_sensor(const TrammelMappingPlan *plan);

/* Maps the signals that are not mapped: the units must fit, then names decide (the signal's and its
 * joint's: equal, part of, usual words for such signals, similar), then a unit that only one
 * channel has, then "v" for the input of a motor, if it is not the rate of a mapped position, then
 * the order; constant channels are never mapped.  Returns the number of signals
 * that it mapped. */
guint trammel_mapping_plan_guess(TrammelMappingPlan *plan);

/* Returns a score of the model for this file: the number of signals that are mapped by name, unit
 * or choice, less that of unmapped ones.  The order of channels tells nothing about the model. */
int trammel_mapping_plan_rate(const TrammelMappingPlan *plan);

/* Returns a sentence on why the plan cannot be carried out; NULL if it can.  Free with g_free(). */
char *trammel_mapping_plan_check(const TrammelMappingPlan *plan);

/* Returns "2 of 3 sensors are mapped. Not used: tau1, tau2."; free with g_free(). */
char *trammel_mapping_plan_summarise(const TrammelMappingPlan *plan);

/* Returns the project (transfer full) with the mapping of this log, or of all logs whose files have
 * the same columns (by their headers; files that cannot be read are skipped). */
TrammelProject *
trammel_mapping_plan_build(const TrammelMappingPlan *plan, gboolean for_all, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMappingPlan, trammel_mapping_plan_free)

G_END_DECLS
