/* Completion of an imported robot: fixed links are merged, roots are grounded or set free, and
 * links that must move get a mass. */
#pragma once

#include "io/import/robot.h"

G_BEGIN_DECLS

/* Merges the child of each fixed joint that may be merged into its parent, or a parent without mass
 * into its child.  With `keep` only links without mass are merged. */
void trammel_robot_merge(TrammelRobot *robot, gboolean keep);

/* Merges a link into another one or into the ground (TR_WORLD), where it has this frame. */
void trammel_robot_merge_link(TrammelRobot *robot, int link, int into, const TrFrame *frame);

/* Fixes the hinges and slides whose names match one of the patterns (with * and ?; nullable) at
 * their start coordinates. */
void trammel_robot_lock(TrammelRobot *robot, const char *const *patterns);

/* Removes joints that close loops, beginning with those that constrain least. */
void trammel_robot_open_loops(TrammelRobot *robot);

/* Joins each link that nothing joins to the world: fixed or by a joint of type `free`. */
gboolean trammel_robot_ground(TrammelRobot *robot, GError **error);

/* Gives links without mass a millionth of that of a neighbour, and raises inertias that no body
 * has. */
void trammel_robot_weigh(TrammelRobot *robot);

/* Gives the hinges and slides without dry friction a model with it, of 0.1 N m or N. */
void trammel_robot_add_dry_friction(TrammelRobot *robot);

G_END_DECLS
