/* The main loop's turns: from one return of poll() to the next call. */
#pragma once

#include <glib.h>

typedef struct {
  gint64 longest; /* [us] */
  gint64 hardest; /* [us] of this thread's processor time: does not depend on what else runs */
  gint64 over;    /* turns above 50 ms */
} TestTurns;

/* Watches the default main context from now on, anew. */
void test_turns_begin(void);

/* What there was since; the turn in which it began does not count. */
TestTurns test_turns_get(void);
