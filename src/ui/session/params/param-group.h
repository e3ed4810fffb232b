/* Groups of quantities that are freed together, such as all numbers of a robot. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_FREE_INERTIAS = 1 << 0, /* masses, centres of mass and inertias of all bodies */
  TRAMMEL_FREE_FRICTION = 1 << 1, /* viscous and dry friction of all joints */
  TRAMMEL_FREE_OFFSETS = 1 << 2,  /* constant forces and torques of all joints */
} TrammelParamGroup;

/* Returns the ids of the quantities of a set of TrammelParamGroup that can be freed: not those that
 * are tied to others.  NULL-terminated; free with g_strfreev(). */
GStrv trammel_param_group_list(const TrammelProject *project, guint groups);

/* Frees them, as one step of the undo history.  With the inertias of all bodies free, logs
 * determine combinations alone, so that step sets the rule of inertias that are realisable, if the
 * project has none: masses below zero would end the fit.  Errors leave the document as it was. */
gboolean trammel_param_group_free(TrammelDocument *document, guint groups, GError **error);

G_END_DECLS
