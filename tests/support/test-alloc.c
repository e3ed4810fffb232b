/* The allocation counter itself. */
#include "support/alloc.h"

#include <glib.h>
#include <stdlib.h>

/* Out of the optimiser's sight: an unused malloc may be removed. */
static void *volatile kept;

static void
take(size_t size)
{
  kept = malloc(size);
  free(kept);
}

static void
test_count(void)
{
  tr_alloc_reset();
  g_assert_cmpuint(tr_alloc_count(), ==, 0);
  take(10);
  kept = calloc(3, 7);
  kept = realloc(kept, 50);
  free(kept);
  g_assert_cmpuint(tr_alloc_count(), ==, 3);
  g_assert_cmpuint(tr_alloc_bytes(), ==, 10 + 21 + 50);
  tr_alloc_reset();
  g_assert_cmpuint(tr_alloc_count(), ==, 0);
}

static void
test_aligned(void)
{
  void *memory = NULL;

  tr_alloc_reset();
  kept = aligned_alloc(64, 128);
  free(kept);
  g_assert_cmpint(posix_memalign(&memory, 64, 128), ==, 0);
  free(memory);
  g_assert_cmpuint(tr_alloc_count(), ==, 2);
}

/* Returns whether the i-th of four allocations failed, as bits. */
static guint
fail_pattern(size_t n, TrAllocFailure failure)
{
  guint pattern = 0;

  tr_alloc_fail_at(n, failure);
  for (guint i = 0; i < 4; i++) {
    kept = malloc(8);
    pattern |= (kept ? 0u : 1u) << i;
    free(kept);
  }
  g_assert_cmpint(tr_alloc_has_failed(), ==, pattern != 0);
  tr_alloc_reset();
  return pattern;
}

static void
test_failure(void)
{
  g_assert_cmpuint(fail_pattern(0, TR_ALLOC_FAIL_ONCE), ==, 1);
  g_assert_cmpuint(fail_pattern(2, TR_ALLOC_FAIL_ONCE), ==, 4);
  g_assert_cmpuint(fail_pattern(4, TR_ALLOC_FAIL_ONCE), ==, 0);
  g_assert_cmpuint(fail_pattern(1, TR_ALLOC_FAIL_FROM), ==, 14);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/support/alloc/count", test_count);
  g_test_add_func("/support/alloc/aligned", test_aligned);
  g_test_add_func("/support/alloc/failure", test_failure);
  return g_test_run();
}
