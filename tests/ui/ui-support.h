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

/* Runs the main loop until the expression, which is evaluated in each turn, holds or the seconds
 * are over. */
#define test_until(expression, seconds)                                                            \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 until_deadline = g_get_monotonic_time() + (gint64)((seconds)*1e6);                      \
    while (!(expression) && g_get_monotonic_time() < until_deadline)                               \
      if (!g_main_context_iteration(NULL, FALSE))                                                  \
        g_usleep(500);                                                                             \
  }                                                                                                \
  G_STMT_END

/* Assertions with TEST_DEADLINE to come true, as the reaction to an event may take several turns of
 * the loop.  Their arguments are evaluated many times. */
#define soon_do(expression, assertion)                                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    test_until(expression, TEST_DEADLINE);                                                         \
    assertion;                                                                                     \
  }                                                                                                \
  G_STMT_END

#define soon_true(a)            soon_do(a, g_assert_true(a))
#define soon_false(a)           soon_do(!(a), g_assert_false(a))
#define soon_null(a)            soon_do((a) == NULL, g_assert_null(a))
#define soon_nonnull(a)         soon_do((a) != NULL, g_assert_nonnull(a))
#define soon_cmpint(a, op, b)   soon_do((a)op(b), g_assert_cmpint(a, op, b))
#define soon_cmpuint(a, op, b)  soon_do((a)op(b), g_assert_cmpuint(a, op, b))
#define soon_cmpfloat(a, op, b) soon_do((a)op(b), g_assert_cmpfloat(a, op, b))
#define soon_cmpstr(a, op, b)   soon_do(g_strcmp0(a, b) op 0, g_assert_cmpstr(a, op, b))
#define soon_close(a, b, epsilon)                                                                  \
  soon_do(ABS((a) - (b)) < (epsilon), g_assert_cmpfloat_with_epsilon(a, b, epsilon))
