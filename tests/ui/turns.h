/* Iterations of the main loop: each from one return of poll() to the next call. */
#pragma once

#include <glib.h>

typedef struct {
  gint64 longest; /* [us] */
  gint64 hardest; /* [us] of this thread's processor time: independent of other load */
  gint64 over;    /* number of iterations above 50 ms */
} TestTurns;

/* Starts watching the default main context; resets the counts. */
void test_turns_begin(void);

/* Returns the counts since the start; the iteration in which it started does not count. */
TestTurns test_turns_get(void);
