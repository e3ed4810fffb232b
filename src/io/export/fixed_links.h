/* Links of a file that are fixed to another one: an imported project has them in one body
 * (io/import), so that the body's mass is not that of the link. */
#pragma once

#include "io/export/model.h"

G_BEGIN_DECLS

/* Returns the name of a link (URDF) or body (MJCF) with a mass that is fixed to that of the part
 * and is no body of its own in the result or the project; NULL if there is none.  Owned by the
 * document. */
const char *trammel_export_find_fixed(const TrammelModelExport *export,
                                      const TrammelModelPart *part,
                                      const TrammelXmlElement *element);

/* Records a warning for a part whose mass, centre or inertia is written although it has such a
 * link. */
void trammel_export_warn_fixed(TrammelModelExport *export,
                               const TrammelModelPart *part,
                               const TrammelXmlElement *element);

G_END_DECLS
