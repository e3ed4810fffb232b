/* Start of the motion of a drive whose channel is a velocity or an acceleration. */
#pragma once

#include "io/project/private.h"

G_BEGIN_DECLS

/* Sets start and start rate of the channels (TrChannel, in the order of the entry's) for which the
 * project states none: the values of the sensor of the driven joint at the channel's first sample,
 * 0 without a sensor. */
void trammel_drives_start(GArray *channels, const TrModel *model, const TrammelLogEntry *entry);

G_END_DECLS
