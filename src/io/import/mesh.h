/* Mesh files that a model names: found in the folder of the model, beside it, or in a package
 * around it, and added as shapes. */
#pragma once

#include "io/import/robot.h"

G_BEGIN_DECLS

/* Adds a mesh to a link, at this place in its axes; a file that is missing or of another format is
 * ignored with a record.
 *
 * `name` is relative to the folder of the model, absolute, or an address: file:///PATH,
 * package://PACKAGE/PATH (ROS), model://MODEL/PATH (SDF).  Read are files in this folder or the
 * folder above it, and in a folder called PACKAGE or MODEL that has the model's folder in it or
 * stands beside one of the four folders around it; without such a folder, files at the end of PATH,
 * without its first folders. */
void trammel_robot_add_mesh(TrammelRobot *robot,
                            int link,
                            const TrammelTag *tag,
                            const char *name,
                            const TrFrame *frame,
                            const double scale[3]);

G_END_DECLS
