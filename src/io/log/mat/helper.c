/* trammel-mat-helper FILE [VARIABLE]...: parses a MAT file in a separate process and streams the
 * leaves of all or of these variables (mat/stream.h).  Uses neither GLib nor the rest of the
 * program. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/cage/only_file.h"
#include "io/cage/sandbox.h"
#include "io/log/mat/extent.h"
#include "io/log/mat/walk.h"

/* Base memory limit: a variable is held twice while it is read, and packed files expand. */
#define BASE_MEMORY  (1024ULL * 1024 * 1024)
#define MEMORY_RATIO 16

#ifdef __SANITIZE_ADDRESS__
/* Options of the sanitizer: its own memory limit, because it cannot run with RLIMIT_AS. */
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
  return "hard_rss_limit_mb=1024:allocator_may_return_null=1:detect_leaks=0";
}
#endif

/* Number of errors in Matio's log, which reports numbers that could not be read. */
static int n_errors;

static void
on_matio_logged_cb(int level, char *message)
{
  if (level & (MATIO_LOG_LEVEL_ERROR | (MATIO_LOG_LEVEL_CRITICAL)))
    n_errors++;
}

/* TRUE for the data of class objects, stored as a nameless array of bytes. */
static bool
is_subsystem(const matvar_t *variable)
{
  return variable->class_type == MAT_C_UINT8 && variable->name && variable->name[0] == '\0';
}

/* TRUE if the variable is among the requested ones, or none are named. */
static bool
is_wanted(const char *name, char *const *wanted)
{
  if (!*wanted)
    return true;
  for (; *wanted; wanted++)
    if (strcmp(*wanted, name) == 0)
      return true;
  return false;
}

/* TRUE for groups of version 7.3 that MATLAB keeps beside the variables, e.g. the contents of
 * cells. */
static bool
is_internal(const matvar_t *variable)
{
  return variable->name && variable->name[0] == '#';
}

static void
read_variable(mat_t *mat, matvar_t *variable, char *const *wanted)
{
  const char *name = variable->name ? variable->name : "";
  bool is_object = variable->class_type == MAT_C_OPAQUE || variable->class_type == MAT_C_OBJECT ||
                   !variable->name;
  int before = n_errors;

  if (is_object)
    trammel_mat_put_note(name, TRAMMEL_MAT_NOTE_OBJECT, 0);
  else if (!is_wanted(name, wanted))
    trammel_mat_put_skipped(name);
  else if (Mat_VarReadDataAll(mat, variable) != 0 || n_errors > before)
    trammel_mat_put_note(name, TRAMMEL_MAT_NOTE_DAMAGED, 0);
  else
    trammel_mat_walk(name, variable);
}

static bool
enter_cage(int file)
{
  struct stat info;
  uint64_t size = fstat(file, &info) == 0 ? (uint64_t)info.st_size : 0;
  const TrammelCageLimits limits = {.cpu_seconds = trammel_mat_cpu_seconds(size),
                                    .patience_milliseconds =
                                        trammel_mat_variable_milliseconds(size),
                                    .memory = BASE_MEMORY + MEMORY_RATIO * size};

  /* a reader needs no locks; plugins would be external code */
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
  setenv("HDF5_PLUGIN_PRELOAD", "::", 1);
  return trammel_cage_enter(&limits);
}

int
main(int argc, char **argv)
{
  TrammelMatExtent extent;
  matvar_t *variable;
  uint64_t n = 0;
  size_t n_listed = 0;
  mat_t *mat;

  if (argc < 2) {
    fprintf(stderr, "usage: trammel-mat-helper FILE [VARIABLE]...\n");
    return EXIT_FAILURE;
  }
  trammel_mat_put_start();
  if (!trammel_only_file_open(argv[1]))
    trammel_mat_put_failure(TRAMMEL_MAT_FAILURE_FORMAT, 0);
  if (!enter_cage(trammel_only_file_get()))
    trammel_mat_put_failure(TRAMMEL_MAT_FAILURE_SANDBOX, 0);
  extent = trammel_mat_measure(argv[1]);
  if (extent.known && !extent.complete)
    trammel_mat_put_failure(TRAMMEL_MAT_FAILURE_TRUNCATED, extent.n);
  Mat_LogInitFunc("trammel-mat-helper", on_matio_logged_cb);
  mat = Mat_Open(argv[1], MAT_ACC_RDONLY);
  if (!mat)
    trammel_mat_put_failure(TRAMMEL_MAT_FAILURE_FORMAT, 0);

  while ((variable = Mat_VarReadNextInfo(mat)) != NULL) {
    if (!is_subsystem(variable)) {
      if (!is_internal(variable))
        read_variable(mat, variable, argv + 2);
      n++;
    }
    trammel_cage_note_progress();
    Mat_VarFree(variable);
  }
  if (!extent.counted && Mat_GetDir(mat, &n_listed))
    extent.n = n_listed;
  if (n < extent.n)
    trammel_mat_put_note("", TRAMMEL_MAT_NOTE_STOPPED, n + 1);
  trammel_mat_put_end();
}
