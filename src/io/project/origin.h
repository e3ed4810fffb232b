/* Origin of the value of a quantity: where the number comes from.  In the file it is the member
 * "origin" of the quantity's object, one of "cad", "datasheet", "measured" and "run"; a remark in
 * words is its "note".  Nothing is computed with it. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_ORIGIN_NONE, /* not stated */
  TRAMMEL_ORIGIN_CAD,
  TRAMMEL_ORIGIN_DATASHEET,
  TRAMMEL_ORIGIN_MEASURED,
  TRAMMEL_ORIGIN_RUN, /* estimated */
  TRAMMEL_N_ORIGINS
} TrammelValueOrigin;

/* Words of the file, "" for none; and short labels, not yet translated.  Static. */
const char *const *trammel_origin_get_words(void);
const char *trammel_origin_get_label(TrammelValueOrigin origin);

/* Return the origin of the i-th quantity, and of the one with an id (NONE for an unknown one). */
TrammelValueOrigin trammel_project_get_origin(const TrammelProject *project, guint i);
TrammelValueOrigin trammel_project_find_origin(const TrammelProject *project, const char *id);

/* Returns what the report says of a value: "CAD; weighed without the cable", in the language of the
 * user; "" for nothing.  Free with g_free(). */
char *trammel_project_dup_provenance(const TrammelProject *project, const char *id);

/* Sets a text member of a quantity, "origin" or "note"; "" removes it.  A plain number in the file
 * becomes an object, which can hold it. */
gboolean trammel_project_set_remark(TrammelProject *project,
                                    const TrammelQuantity *quantity,
                                    const char *member,
                                    const char *text,
                                    GError **error);

G_END_DECLS
