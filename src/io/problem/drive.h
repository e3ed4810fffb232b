/* Where the motion of a drive begins whose channel is a velocity or an acceleration. */
#pragma once

#include "io/project/private.h"

G_BEGIN_DECLS

/* Start and start rate of the channels [TrChannel, in the order of the entry's] for which the
 * project says none: as the sensor of the driven joint shows them at the channel's first sample, 0
 * without one. */
void trammel_drives_start(GArray *channels, const TrModel *model, const TrammelLogEntry *entry);

G_END_DECLS
