/* Mesh files that a model names: found in the folder of the model, beside it, or in a package
 * around it, and added as shapes. */
#pragma once

#include "io/import/robot.h"

G_BEGIN_DECLS

/* Returns the path of a mesh file, with links resolved; NULL if there is none where meshes are
 * read. `name` is relative to `folder` (nullable: there are no files), absolute, or an address:
 * file:///PATH, package://PACKAGE/PATH (ROS), model://MODEL/PATH (SDF).  Read are files in `folder`
 * or the folder above it, and in a folder called PACKAGE or MODEL that has `folder` in it or stands
 * beside one of the four folders around it; without such a folder, of a PATH without some of its
 * first folders.  Free with g_free(). */
char *trammel_mesh_find(const char *folder, const char *name);

/* Adds a mesh to a link, at this place in its axes; a file that is missing or of another format is
 * ignored with a record. */
void trammel_robot_add_mesh(TrammelRobot *robot,
                            int link,
                            const TrammelTag *tag,
                            const char *name,
                            const TrFrame *frame,
                            const double scale[3]);

G_END_DECLS
