/* Which channel of a log feeds which signal of the model, while it is being decided.
 *
 * Value in the model = sign · scale · unit · value in the file − offset, delayed by `delay`. */
#pragma once

#include "io/problem/log_table.h"

G_BEGIN_DECLS

typedef struct {
  char *signal;
  gboolean is_motor;
  const char *unit; /* SI unit of the signal, "" for a motor's input; static */
  guint column;     /* among the table's channels + 1; 0: none */
  char *unit_text;  /* of the channel; NULL: what the file says */
  gboolean negative, is_guessed;
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
  gboolean *moves; /* of each channel of the table: its samples are not all equal */
} TrammelMappingPlan;

/* What the project says now. */
TrammelMappingPlan *
trammel_mapping_plan_new(TrammelProject *project, guint log, TrammelLogTable *table);
void trammel_mapping_plan_free(TrammelMappingPlan *plan);

TrammelMapRow *trammel_mapping_plan_get(const TrammelMappingPlan *plan, guint i);

/* Maps what is not mapped: units must fit, then names decide (the signal's and its joint's: equal,
 * part of, usual words for such signals, alike), then the order; what does not move is never taken.
 * Returns how many it found. */
guint trammel_mapping_plan_guess(TrammelMappingPlan *plan);

/* How well the model suits the file: signals that found a channel, less those that did not. */
int trammel_mapping_plan_rate(const TrammelMappingPlan *plan);

/* Why the plan cannot be carried out, in words; NULL when it can.  Free with g_free(). */
char *trammel_mapping_plan_check(const TrammelMappingPlan *plan);

/* "2 of 3 sensors and all inputs are mapped"; free with g_free(). */
char *trammel_mapping_plan_summarise(const TrammelMappingPlan *plan);

/* The project with the mapping, for this log or for all whose files have the same columns (by their
 * headers; those that cannot be read are left alone). */
TrammelProject *
trammel_mapping_plan_build(const TrammelMappingPlan *plan, gboolean for_all, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMappingPlan, trammel_mapping_plan_free)

G_END_DECLS
