/* Construction data of a model in exported mechanism files: the limits of its joints, and its
 * gears. */
#pragma once

#include "io/export/model.h"

G_BEGIN_DECLS

/* Adds limits to the joints in parts (of TrammelModelPart), and gears as parts of their own.  FALSE
 * if the model has neither. */
gboolean
trammel_export_construction_add(TrammelModelExport *export, GArray *parts, const TrModel *model);

/* Returns the same gear in the opposite direction: first = (second - offset)/ratio. */
TrammelModelPart trammel_export_gear_turn(TrammelModelExport *export, const TrammelModelPart *gear);

G_END_DECLS
