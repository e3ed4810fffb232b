/* Internal interface of the MJCF reader: settings of the file, default classes, geometry. */
#pragma once

#include "io/import/robot.h"

G_BEGIN_DECLS

/* Place that actuators, sensors and equalities refer to. */
typedef struct {
  int link; /* TR_WORLD: the ground */
  TrFrame frame;
} TrammelMjcfSite;

typedef struct {
  TrammelRobot *robot;
  GHashTable *classes; /* name -> TrammelTag of <default> */
  GHashTable *sites;   /* name -> TrammelMjcfSite */
  double angle;        /* [rad] of the file's unit of angles */
  char sequence[4];    /* of Euler angles */
  int from_geometry;   /* inertia from geometry: 1 always, 0 never, -1 where none is stated */
  gboolean has_auto_limits;
  const char *mesh_folder; /* of the files of meshes, relative to that of the model; nullable */
  gboolean strips_path;    /* files of meshes stand without their folders */
  double bound_mass, bound_inertia, total_mass; /* total: <= 0: as it is */
} TrammelMjcf;

/* Reads <compiler>, <option> and <default> of the file; FALSE with an error. */
gboolean trammel_mjcf_read_settings(TrammelMjcf *mjcf, GError **error);

/* Element with its defaults. */
typedef struct {
  const TrammelMjcf *mjcf;
  const TrammelTag *tag, *scope;
  const char *kind;
} TrammelMjcfItem;

/* Return the text of an attribute, or NULL; read up to n numbers, which stay as they are when the
 * attribute is absent, and return how many: -1 with an error. */
const char *trammel_mjcf_text(const TrammelMjcfItem *item, const char *attribute);
int trammel_mjcf_numbers(
    const TrammelMjcfItem *item, const char *attribute, double *values, guint n, GError **error);

/* Reads position and orientation (quat, axisangle, euler, xyaxes, zaxis). */
gboolean trammel_mjcf_frame(const TrammelMjcfItem *item, TrFrame *frame, GError **error);

/* Returns the default class of this name; NULL for none. */
const TrammelTag *trammel_mjcf_find_class(const TrammelMjcf *mjcf, const char *name);

/* Adds the shape of a <geom> to a link, and its mass to `part` when the link has no inertia of its
 * own (part nullable). */
gboolean trammel_mjcf_read_geom(
    TrammelMjcf *mjcf, const TrammelMjcfItem *geom, int link, TrBody *part, GError **error);

/* Adds the mesh that a <geom> shows to a link. */
gboolean
trammel_mjcf_read_mesh(TrammelMjcf *mjcf, const TrammelMjcfItem *geom, int link, GError **error);

/* TRUE for a geom of type mesh; for one in a group that MuJoCo's viewers hide. */
gboolean trammel_mjcf_is_mesh(const TrammelMjcfItem *geom);
gboolean trammel_mjcf_is_hidden(const TrammelMjcfItem *geom);

/* Read <equality>, <actuator> and <sensor>. */
gboolean trammel_mjcf_read_equality(TrammelMjcf *mjcf, GError **error);
gboolean trammel_mjcf_read_actuators(TrammelMjcf *mjcf, GError **error);
void trammel_mjcf_read_sensors(TrammelMjcf *mjcf);

G_END_DECLS
