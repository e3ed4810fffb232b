/* Reference steps of an independent prototype (tests/data/ref/steps.json): models of one or two
 * bodies with their numbers. */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/mbs/model/model.h"

typedef struct TrReferenceStep {
  JsonObject *json; /* the entry, to read arrays from */
  TrModel *model;
  int n; /* 6 n_bodies */
  double h, eps_w, u, smoothing;
} TrReferenceStep;

/* Loads all steps; NULL, with g_test_skip() called, when the file is missing. */
JsonParser *tr_reference_open(int *n_steps);

/* eps: name of the entry's compliance, "eps" or "eps_step". */
void tr_reference_step(TrReferenceStep *step, JsonParser *parser, int i, const char *eps);
void tr_reference_clear(TrReferenceStep *step);

/* Copies an array of numbers, of any nesting, row after row; returns their number. */
int tr_reference_numbers(double *out, JsonObject *object, const char *name);

double tr_reference_param(const TrReferenceStep *step, const char *name);
