/* Preloaded into trammel-cli: its n-th allocation fails, of the program and of all its libraries.
 *
 *   FAULT_AT      which one, counted from the beginning of main() (setlocale() is its first call);
 *                 without it none fails
 *   FAULT_COUNT   a file that gets the number of allocations at the program's end */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The C library's own functions, behind the names that are replaced here. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool is_armed;
static atomic_long count, fault_at = -1;

/* Counts an allocation; true when it is the one to fail. */
static int
is_due(void)
{
  if (!atomic_load(&is_armed) || atomic_fetch_add(&count, 1) != atomic_load(&fault_at))
    return 0;
  errno = ENOMEM;
  return 1;
}

void *
malloc(size_t size)
{
  return is_due() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
  return is_due() ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *old, size_t size)
{
  return is_due() ? NULL : __libc_realloc(old, size);
}

void *
aligned_alloc(size_t alignment, size_t size)
{
  return is_due() ? NULL : __libc_memalign(alignment, size);
}

int
posix_memalign(void **out, size_t alignment, size_t size)
{
  void *memory = is_due() ? NULL : __libc_memalign(alignment, size);

  if (!memory)
    return ENOMEM;
  *out = memory;
  return 0;
}

/* Marks the start of the program.  Programs that it starts itself have faults of their own and are
 * left alone. */
char *
setlocale(int category, const char *locale)
{
  char *(*real)(int, const char *) = (char *(*)(int, const char *))dlsym(RTLD_NEXT, "setlocale");
  char *result = real(category, locale);
  const char *at = getenv("FAULT_AT");

  if (strcmp(program_invocation_short_name, "trammel-cli") == 0) {
    atomic_store(&fault_at, at ? atol(at) : -1);
    atomic_store(&is_armed, 1);
  }
  return result;
}

__attribute__((destructor)) static void
report_count(void)
{
  const char *path = getenv("FAULT_COUNT");
  char text[32];
  int file =
      path && atomic_exchange(&is_armed, 0) ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;

  if (file < 0)
    return;
  int n = snprintf(text, sizeof text, "%ld\n", atomic_load(&count));
  if (write(file, text, (size_t)n) != n)
    abort();
  close(file);
}
