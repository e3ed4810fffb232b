/* Spans of time in which joints hold and contacts are there (TrActive). */
#pragma once

#include "engine/mbs/model/model.h"

/* Returns whether a joint or contact of the model is active in spans of time alone. */
bool tr_model_switches(const TrModel *model);

/* Returns whether t [s] lies in a span; NAN: only without spans. */
bool tr_active_at(const TrActive *active, double t);

/* Checks the order of the spans of a joint or contact, and the sd of its impulse. */
TR_NODISCARD TrStatus tr_active_check(const TrActive *active, const char *name, TrError *error);
