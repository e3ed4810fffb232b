/* Edits of a parameter by texts typed into a table or the property pane, each one step of the
 * document's undo history. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_PARAM_START,
  TRAMMEL_PARAM_MIN,         /* empty: none */
  TRAMMEL_PARAM_MAX,         /* empty: none */
  TRAMMEL_PARAM_PRIOR_MEAN,  /* empty: the start */
  TRAMMEL_PARAM_PRIOR_SIGMA, /* empty: no prior */
  TRAMMEL_PARAM_TRANSFORM,   /* "log", "none" or empty */
  TRAMMEL_PARAM_TIE,         /* "ID" or "factor*ID", or empty */
  TRAMMEL_PARAM_ORIGIN,      /* word of io/project/origin.h, or empty */
  TRAMMEL_PARAM_NOTE,
  TRAMMEL_PARAM_N_FIELDS
} TrammelParamField;

/* Returns the text of a field, "" for none; free with g_free(). */
char *trammel_param_dup_text(const TrammelProject *project,
                             const TrammelQuantity *quantity,
                             TrammelParamField field);

/* Applies a text; "±20 %" as a bound sets both bounds about the value, as the sigma of a prior that
 * share of the value; numbers with or without a unit (ui/session/text/format.h).  Errors:
 * TRAMMEL_ERROR_USAGE and those of io/project/project.h; then nothing is changed. */
gboolean trammel_param_edit(TrammelDocument *document,
                            const char *id,
                            TrammelParamField field,
                            const char *text,
                            GError **error);

/* Same, after the change that the text needs: the mean of a new prior gets a sigma, a quantity that
 * is tied is fixed. */
gboolean trammel_param_edit_prepared(TrammelDocument *document,
                                     const char *id,
                                     TrammelParamField field,
                                     const char *text,
                                     GError **error);

/* Applies a text to a project that is not a document's yet. */
gboolean trammel_param_change(TrammelProject *project,
                              const char *id,
                              TrammelParamField field,
                              const char *text,
                              GError **error);

/* Returns "start", "lower bound", … for use in a sentence; static. */
const char *trammel_param_field_name(TrammelParamField field);

G_END_DECLS
