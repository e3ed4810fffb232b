/* Waiting in tests of the window: on a condition with a deadline, never for a fixed time. */
#pragma once

#include <glib.h>

typedef gboolean (*TestCondition)(gpointer user);

/* Runs the main loop until `condition` holds; FALSE after `seconds`. */
static inline gboolean
test_wait(TestCondition condition, gpointer user, double seconds)
{
  gint64 deadline = g_get_monotonic_time() + (gint64)(seconds * 1e6);

  while (!condition(user)) {
    if (g_get_monotonic_time() > deadline)
      return FALSE;
    if (!g_main_context_iteration(NULL, FALSE))
      g_usleep(500);
  }
  return TRUE;
}

/* TestCondition: the pointer at `user` is NULL, e.g. a weak one whose object was finalised. */
static inline gboolean
test_is_null(gpointer user)
{
  return *(gpointer *)user == NULL;
}

/* Deadline of anything that must happen at all [s], generous for busy machines; a race that is
 * looked for takes far longer. */
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
#define TEST_DEADLINE 600.0
#else
#define TEST_DEADLINE 60.0
#endif
