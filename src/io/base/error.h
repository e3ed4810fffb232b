/* Error codes, grouped by who can fix the error.  Messages are whole sentences that name the place
 * (file, line, variable, body), what was expected and what to do.
 *
 * The messages are made by io/base/bilingual.h: GError holds the text in the language of the user,
 * and the English text, which files keep, is attached to the error. */
#pragma once

#include <glib.h>

#include "engine/base/base.h"

G_BEGIN_DECLS

#define TRAMMEL_ERROR (trammel_error_quark())

typedef enum {
  TRAMMEL_ERROR_FAILED,     /* internal */
  TRAMMEL_ERROR_USAGE,      /* invalid request, e.g. an unknown id */
  TRAMMEL_ERROR_UNREADABLE, /* a file that cannot be read or parsed */
  TRAMMEL_ERROR_INVALID,    /* a model, a mapping or a setting that cannot be used */
  TRAMMEL_ERROR_TOO_LARGE,  /* more time steps than the project allows */
} TrammelError;

GQuark trammel_error_quark(void);

/* Sets an error of the domain; the format is English, and its arguments may be marked words. */
void trammel_error_set(GError **error, TrammelError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Sets TRAMMEL_ERROR_UNREADABLE for a file whose opening or reading failed with an errno. */
void trammel_error_set_unreadable(GError **error, const char *path, int reason);

/* Prepends a place to the message of an error, if there is one. */
void trammel_error_prefix(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Returns the English message of an error of this domain, the message of any other; owned by the
 * error. */
const char *trammel_error_get_english(const GError *error);

/* Set and return the number of steps that a TRAMMEL_ERROR_TOO_LARGE is about; 0 for other errors.
 */
void trammel_error_set_steps(GError *error, double steps);
double trammel_error_get_steps(const GError *error);

/* Returns the message in both languages, as part of another sentence (io/base/bilingual.h); free
 * with g_free(). */
char *trammel_error_dup_words(const GError *error);

/* Returns an empty record for the engine, whose messages then follow the language of the user. */
TrError trammel_error_record(void);

/* Turns an engine status into a GError: TRAMMEL_ERROR_INVALID for bad model, log or setting,
 * G_IO_ERROR_CANCELLED for TR_CANCELLED, else TRAMMEL_ERROR_FAILED. */
void trammel_error_set_status(GError **error, TrStatus status, const TrError *detail);

/* Returns memory that the engine has allocated; NULL ends the program, as GLib does for its own
 * allocations.  For files and messages that cannot be made without it. */
gpointer trammel_need_memory(gpointer memory);

G_END_DECLS
