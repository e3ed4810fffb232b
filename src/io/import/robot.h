/* Mechanism as it is read from a file of another program, before it becomes a project: links,
 * joints, motors and sensors in the engine's types, with names of the file.
 *
 * Conventions are those of the engine (docs/conventions.md); the axis of a joint is z of both
 * frames. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/param.h"
#include "io/import/record.h"
#include "io/project/project.h"

G_BEGIN_DECLS

enum { TRAMMEL_ROBOT_MOST = 1000 }; /* links, joints, motors, sensors */

/* Link.  Without mass it is a frame, or a part whose mass the file does not state. */
typedef struct {
  TrBody body;           /* mass 0: none */
  const TrammelTag *tag; /* its place in the file */
  GArray *shapes;        /* TrammelShape, in the link's axes; `body` is unused */
  GPtrArray *parts;      /* char *: names of links with a mass that were merged into it */
  TrFrame start;         /* in the world, of a link that no joint carries */
  gboolean is_gone;      /* merged into another one, or into the ground */
} TrammelRobotLink;

typedef struct {
  TrJoint joint; /* parent and child are indices of links */
  const TrammelTag *tag;
  double armature;    /* rotor inertia at the joint [kg m^2] or [kg] */
  gboolean may_merge; /* fixed, and the only joint that carries its child */
  gboolean is_locked; /* by choice: its links are merged even where others are kept */
  gboolean is_gone;
} TrammelRobotJoint;

/* Tie of a servo: the gain of its motor is a factor times the stiffness or viscous friction that
 * its feedback gives the joint. */
typedef struct {
  guint motor;
  TrParamKind kind; /* TR_PARAM_STIFFNESS, TR_PARAM_VISCOUS */
  double factor;
} TrammelRobotTie;

/* Kinds of named elements; motors and sensors share their names. */
typedef enum {
  TRAMMEL_ROBOT_LINK,
  TRAMMEL_ROBOT_JOINT,
  TRAMMEL_ROBOT_SIGNAL,
  TRAMMEL_N_ROBOT_KINDS
} TrammelRobotKind;

typedef struct {
  char *name;
  TrGravity gravity;
  GArray *links;                            /* TrammelRobotLink */
  GArray *joints;                           /* TrammelRobotJoint; gears last */
  GArray *motors;                           /* TrMotor; joint is an index of joints */
  GArray *sensors;                          /* TrSensor, one a device */
  GArray *ties;                             /* TrammelRobotTie, at most one a motor */
  GHashTable *names[TRAMMEL_N_ROBOT_KINDS]; /* name in the file -> index + 1 */
  GHashTable *used[TRAMMEL_N_ROBOT_KINDS];  /* names in the project */
  gboolean is_floating; /* a link that no joint carries moves freely; else it is the ground */
  TrammelRecord *record;
  TrammelTag *tags;      /* the document; owned */
  char *folder;          /* of the file; includes outside it are not read */
  gboolean reads_meshes; /* to see whether they can be read */
} TrammelRobot;

/* Returns an empty robot; free with trammel_robot_free(). */
TrammelRobot *trammel_robot_new(TrammelTag *tags, const char *folder);
void trammel_robot_free(TrammelRobot *robot);

TrammelRobotLink *trammel_robot_link(const TrammelRobot *robot, int i);
TrammelRobotJoint *trammel_robot_joint(const TrammelRobot *robot, int i);

/* Returns the index of the element with this name in the file, -1 if there is none. */
int trammel_robot_find(const TrammelRobot *robot, TrammelRobotKind kind, const char *name);

/* Adds an element named `name` in the file: it gets a name that projects allow and that no other
 * one of its kind has.  Returns its index; -1 with an error when the name is taken twice or there
 * are too many. */
int trammel_robot_add_link(TrammelRobot *robot,
                           const TrammelTag *tag,
                           const char *name,
                           GError **error);
int trammel_robot_add_joint(
    TrammelRobot *robot, const TrammelTag *tag, const char *name, TrJointType type, GError **error);
TrMotor *
trammel_robot_add_motor(TrammelRobot *robot, const TrammelTag *tag, const char *name, int joint);
TrSensor *trammel_robot_add_sensor(TrammelRobot *robot,
                                   const TrammelTag *tag,
                                   const char *name,
                                   TrSensorType type);

/* Adds a shape to a link: NULL and a record for one without extent. */
void trammel_robot_add_shape(TrammelRobot *robot, int link, const TrammelShape *shape);

/* Sets limits of a joint; those that the model cannot have are ignored with a record. */
void
trammel_robot_set_limits(TrammelRobot *robot, TrammelRobotJoint *joint, double lower, double upper);

/* Sets viscous and dry friction, which hinges and slides have. */
void trammel_robot_set_friction(TrammelRobot *robot,
                                TrammelRobotJoint *joint,
                                double viscous,
                                double dry);

/* Adds the gear `second = ratio first + offset` between two joints; FALSE with an error. */
gboolean trammel_robot_add_gear(TrammelRobot *robot,
                                const TrammelTag *tag,
                                const char *name,
                                const TrGear *gear,
                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelRobot, trammel_robot_free)

G_END_DECLS
