/* Links of a file that are fixed to another one: an imported project has them in one body
 * (io/import), so that the body's mass is not that of the link. */
#pragma once

#include "io/export/model.h"

G_BEGIN_DECLS

/* Records a warning for a part whose mass, centre or inertia is written although a link (URDF) or
 * body (MJCF) with a mass is fixed to that of the part and is no body of its own in the result or
 * the project. */
void trammel_export_warn_fixed(TrammelModelExport *export,
                               const TrammelModelPart *part,
                               const TrammelXmlElement *element);

G_END_DECLS
