#include "support/alloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_size_t n_calls, n_bytes;
static atomic_size_t fail_at = SIZE_MAX;
static atomic_bool fail_onward, has_failed;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **out, size_t alignment, size_t size);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);

void
tr_alloc_reset(void)
{
  atomic_store(&fail_at, SIZE_MAX);
  atomic_store(&has_failed, false);
  atomic_store(&n_calls, 0);
  atomic_store(&n_bytes, 0);
}

size_t
tr_alloc_count(void)
{
  return atomic_load(&n_calls);
}

size_t
tr_alloc_bytes(void)
{
  return atomic_load(&n_bytes);
}

void
tr_alloc_fail_at(size_t n, TrAllocFailure failure)
{
  tr_alloc_reset();
  atomic_store(&fail_onward, failure == TR_ALLOC_FAIL_FROM);
  atomic_store(&fail_at, n);
}

bool
tr_alloc_has_failed(void)
{
  return atomic_load(&has_failed);
}

/* Counts one call; false when it is the one that has to fail. */
static bool
count_call(size_t size)
{
  size_t call = atomic_fetch_add(&n_calls, 1);
  size_t chosen = atomic_load(&fail_at);

  atomic_fetch_add(&n_bytes, size);
  if (call != chosen && !(call > chosen && atomic_load(&fail_onward)))
    return true;
  atomic_store(&has_failed, true);
  errno = ENOMEM;
  return false;
}

void *
__wrap_malloc(size_t size)
{
  return count_call(size) ? __real_malloc(size) : NULL;
}

void *
__wrap_calloc(size_t n, size_t size)
{
  return count_call(n * size) ? __real_calloc(n, size) : NULL;
}

void *
__wrap_realloc(void *old, size_t size)
{
  return count_call(size) ? __real_realloc(old, size) : NULL;
}

void *
__wrap_aligned_alloc(size_t alignment, size_t size)
{
  return count_call(size) ? __real_aligned_alloc(alignment, size) : NULL;
}

int
__wrap_posix_memalign(void **out, size_t alignment, size_t size)
{
  return count_call(size) ? __real_posix_memalign(out, alignment, size) : ENOMEM;
}
