/* Errors of the io layer: one domain, codes by who has to act.  Messages are whole sentences that
 * name the place (file, line, variable, body), what was expected and what to do.
 *
 * They are made by io/base/bilingual.h: the message is in the language of the user, and the English
 * one, which files keep, comes along with the error. */
#pragma once

#include <glib.h>

#include "engine/base/base.h"

G_BEGIN_DECLS

#define TRAMMEL_ERROR (trammel_error_quark())

typedef enum {
  TRAMMEL_ERROR_FAILED,     /* internal */
  TRAMMEL_ERROR_USAGE,      /* a request that cannot be understood, e.g. an unknown id */
  TRAMMEL_ERROR_UNREADABLE, /* a file that cannot be read or parsed */
  TRAMMEL_ERROR_INVALID,    /* a model, a mapping or a setting that cannot be used */
} TrammelError;

GQuark trammel_error_quark(void);

/* Sets an error of the domain; the format is English, and parts of it may be marked words. */
void trammel_error_set(GError **error, TrammelError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Puts a place in front of the sentence of an error, if there is one. */
void trammel_error_prefix(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The English sentence of an error of this domain, the message of any other; the error's own. */
const char *trammel_error_get_english(const GError *error);

/* The sentence in both languages, as a part of another one (io/base/bilingual.h); free with
 * g_free(). */
char *trammel_error_dup_words(const GError *error);

/* An empty record for the engine, which then speaks the language of the user as well. */
TrError trammel_error_record(void);

/* Turns an engine status into a GError (invalid for bad model, log or setting; failed otherwise).
 */
void trammel_error_set_status(GError **error, TrStatus status, const TrError *detail);

/* What the engine took of memory, where a file or a message cannot be made without: NULL ends the
 * program, as GLib does for its own. */
gpointer trammel_need_memory(gpointer memory);

G_END_DECLS
