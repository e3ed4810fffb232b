/* Internal interface of the SDF reader: frames that refer to each other by name. */
#pragma once

#include "io/import/robot.h"

G_BEGIN_DECLS

/* A link, joint, frame or model with its pose. */
typedef struct {
  char *name;     /* with the names of its models: "arm::hand::palm" */
  char *relative; /* name of the frame that the pose is given in; NULL: the world */
  TrFrame pose;   /* ... as it is given, then, once resolved, in the world */
  int state;      /* 0 not resolved, 1 being resolved, 2 resolved */
  const TrammelTag *tag;
} TrammelSdfFrame;

typedef struct {
  TrammelRobot *robot;
  GHashTable *frames; /* name -> TrammelSdfFrame */
  char *prefix;       /* "model::" of the only model, which the names of its links leave out */
  int version;        /* 111 for 1.11 */
} TrammelSdf;

/* Reads "x y z roll pitch yaw" of a <pose>; of a missing one the identity. */
gboolean trammel_sdf_read_pose(TrFrame *pose, const TrammelTag *owner, GError **error);

/* Notes a frame under `name` in the model `scope` ("" for the world); `relative`: name of the frame
 * of its pose in that scope. */
gboolean trammel_sdf_add_frame(TrammelSdf *sdf,
                               const TrammelTag *tag,
                               const char *scope,
                               const char *name,
                               const char *relative,
                               GError **error);

/* Sets the pose in the world of a frame in a scope; FALSE with an error for an unknown name or a
 * circle. */
gboolean trammel_sdf_resolve(TrammelSdf *sdf,
                             TrFrame *pose,
                             const char *scope,
                             const char *name,
                             const TrammelTag *tag,
                             GError **error);

/* Returns the name with the scope: "scope::name"; free with g_free(). */
char *trammel_sdf_join(const char *scope, const char *name);

/* Returns the part of a name with scopes that links and joints have here. */
const char *trammel_sdf_shorten(const TrammelSdf *sdf, const char *full);

/* Reads a <joint> of a model. */
gboolean
trammel_sdf_read_joint(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error);

/* Reads what a joint follows, after all joints. */
gboolean
trammel_sdf_read_mimic(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error);

G_END_DECLS
