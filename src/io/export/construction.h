/* What files of mechanisms hold of a model beside what is identified: the limits of its joints, and
 * its gears. */
#pragma once

#include "io/export/model.h"

G_BEGIN_DECLS

/* Adds them to parts (of TrammelModelPart): limits to the joints, gears as parts of their own.
 * FALSE where the model has neither. */
gboolean
trammel_export_construction_add(TrammelModelExport *export, GArray *parts, const TrModel *model);

/* The same gear the other way round: first = (second - offset)/ratio. */
TrammelModelPart trammel_export_gear_turn(TrammelModelExport *export, const TrammelModelPart *gear);

G_END_DECLS
