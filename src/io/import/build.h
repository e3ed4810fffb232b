/* Project of an imported robot. */
#pragma once

#include "io/import/robot.h"

G_BEGIN_DECLS

/* Returns the text of a project with the robot's links as bodies, a position sensor for each hinge
 * and slide that has none, and no logs; free with g_free(). */
char *trammel_robot_to_project(TrammelRobot *robot);

G_END_DECLS
