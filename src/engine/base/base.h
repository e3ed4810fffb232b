/* Status codes, error records and assertions of the engine.
 *
 * The engine never prints, exits or aborts: a function that can fail returns a TrStatus and, where
 * a sentence helps, fills a TrError.
 *
 * Programmer errors (NULL, wrong sizes, numbers that a contract excludes) are asserted by the entry
 * points, in release builds, too: they cost a third of a percent of a fit.  Nothing that a file or
 * a user can cause is asserted. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

/* Table from which the enumeration and the messages are made. */
#define TR_STATUS_LIST(X)                                                                          \
  X(TR_OK, "ok")                                                                                   \
  X(TR_CANCELLED, "cancelled")                                                                     \
  X(TR_NO_MEMORY, "out of memory")                                                                 \
  X(TR_BAD_MODEL, "the model is not valid")                                                        \
  X(TR_BAD_LOG, "the log does not fit the model or the settings")                                  \
  X(TR_BAD_SETTING, "a setting is out of its range")                                               \
  X(TR_NOT_DEFINITE, "a matrix that must be positive definite is not")                             \
  X(TR_NOT_FINITE, "a value is not finite")                                                        \
  X(TR_NOT_CONVERGED, "no convergence within the allowed iterations")

/* Status of a call. */
typedef enum TrStatus {
#define TR_STATUS_ENUM(code, text) code,
  TR_STATUS_LIST(TR_STATUS_ENUM)
#undef TR_STATUS_ENUM
} TrStatus;

#define TR_NODISCARD             __attribute__((warn_unused_result))
#define TR_PRINTF(string, first) __attribute__((format(printf, string, first)))
#define TR_ASSERT(condition)     assert(condition)
#define TR_COUNT(array)          (sizeof(array) / sizeof((array)[0]))

/* Returns whether x can be an array of n elements: not NULL unless n is 0; for assertions. */
static inline bool
tr_is_array(const void *x, long n)
{
  return n == 0 || (n > 0 && x);
}

/* Returns from the calling function when `call` fails. */
#define TR_TRY(call)                                                                               \
  do {                                                                                             \
    TrStatus tr_try_status = (call);                                                               \
    if (tr_try_status != TR_OK)                                                                    \
      return tr_try_status;                                                                        \
  } while (0)

/* Names of bodies, joints, motors, sensors and logs are stored in place, with their final NUL. */
enum { TR_NAME_SIZE = 64, TR_ERROR_SIZE = 320 };

/* An error in one sentence for the user: the place, what was expected, what to do.  If the caller
 * sets `translate`, which returns a format in another language, the sentence is also formatted in
 * that language. */
typedef struct TrError {
  TrStatus status;
  char text[TR_ERROR_SIZE];
  const char *(*translate)(const char *format);
  char local[TR_ERROR_SIZE];
} TrError;

/* Returns the table's sentence for `status`; static. */
const char *tr_status_text(TrStatus status);

/* Fills `error` (may be NULL) and returns `status`, for use in a return statement. */
TrStatus tr_error_set(TrError *error, TrStatus status, const char *format, ...) TR_PRINTF(3, 4);

/* Puts a place in front of the sentence, in both languages if there are two; returns `status`. */
TrStatus tr_error_prefix(TrError *error, TrStatus status, const char *format, ...) TR_PRINTF(3, 4);
