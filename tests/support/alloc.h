/* Allocation counter that can let one allocation fail.
 *
 * Only calls from code that is linked statically into the test are seen (engine, io, the test
 * itself), not those inside shared libraries.  The test needs `alloc_dep` in its meson.build: it
 * links with -Wl,--wrap=malloc and so on. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum TrAllocFailure {
  TR_ALLOC_FAIL_ONCE, /* that one only */
  TR_ALLOC_FAIL_FROM  /* that one and all later ones */
} TrAllocFailure;

/* Resets the counters and cancels a planned failure. */
void tr_alloc_reset(void);

/* Allocations (malloc, calloc, realloc, aligned_alloc, posix_memalign) and requested bytes since
 * the last reset, on all threads. */
size_t tr_alloc_count(void);
size_t tr_alloc_bytes(void);

/* Resets, then makes the n-th allocation from here (0 = the next) return NULL.  For the test that
 * fails every allocation in turn:
 *
 *   for (size_t n = 0;; n++) {
 *     tr_alloc_fail_at(n, TR_ALLOC_FAIL_ONCE);
 *     status = call();
 *     if (!tr_alloc_has_failed())
 *       break;
 *     g_assert_cmpint(status, ==, TR_NO_MEMORY);
 *   }
 *   tr_alloc_reset(); */
void tr_alloc_fail_at(size_t n, TrAllocFailure failure);
bool tr_alloc_has_failed(void);
