/* Errors of the io layer: one domain, codes by who has to act.  Messages are whole sentences that
 * name the place (file, line, variable, body), what was expected and what to do. */
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

/* Turns an engine status into a GError (invalid for bad model, log or setting; failed otherwise).
 */
void trammel_error_set_status(GError **error, TrStatus status, const TrError *detail);

/* What the engine took of memory, where a file or a message cannot be made without: NULL ends the
 * program, as GLib does for its own. */
gpointer trammel_need_memory(gpointer memory);

G_END_DECLS
