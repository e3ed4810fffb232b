/* Values of model quantities that a log of a project has for itself, "values": { "ID": number }
 * (est/task/own_values.h): the mass of a load that one log has and another has not. */
#pragma once

#include "engine/mbs/model/param.h"
#include "io/project/project.h"

G_BEGIN_DECLS

/* Number of a log's own values, and the i-th of them in the order of the file. */
guint trammel_project_get_n_own_values(const TrammelProject *project, guint log);
TrOwnValue trammel_project_get_own_value(const TrammelProject *project, guint log, guint i);

/* TRUE if a quantity can have a value of its own in a log: one of the model that can be free, other
 * than those of stops and contacts. */
gboolean trammel_project_can_be_own(const TrammelProject *project, const TrammelQuantity *quantity);

/* Sets a log's own value of a quantity, or removes it (an absent one is not an error).  The project
 * is read again, so that pointers into it become invalid.  Errors, which leave it unchanged:
 * TRAMMEL_ERROR_USAGE for an unknown id, TRAMMEL_ERROR_INVALID for a value that is impossible. */
gboolean trammel_project_set_own_value(
    TrammelProject *project, guint log, const char *id, double value, GError **error);
gboolean trammel_project_remove_own_value(TrammelProject *project,
                                          guint log,
                                          const char *id,
                                          GError **error);

G_END_DECLS
