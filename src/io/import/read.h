/* Readers of the formats.  Each fills the robot from its tags; FALSE with an error that names file
 * and line. */
#pragma once

#include "io/import/robot.h"

G_BEGIN_DECLS

gboolean trammel_robot_read_urdf(TrammelRobot *robot, GError **error);
gboolean trammel_robot_read_mjcf(TrammelRobot *robot, GError **error);
gboolean trammel_robot_read_sdf(TrammelRobot *robot, GError **error);

G_END_DECLS
