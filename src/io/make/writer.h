/* Internal interface of io/make: the text with its notes, and the tree of the bodies. */
#pragma once

#include "io/import/frames.h"
#include "io/make/make.h"

G_BEGIN_DECLS

/* Model while it is written. */
typedef struct {
  TrModel *model; /* a copy: the joint that carries a body has it as its child */
  const char *name;
  const TrammelProject *project; /* whose shapes the bodies have; nullable */
  const char *path;              /* of the new file */
  GString *assets;               /* <mesh> elements of MJCF */
  guint n_meshes;
  double (*shift)[3]; /* [n_bodies] the origin in the file in the body's axes */
  int *carrier;       /* [n_bodies] joint that carries the body */
  TrFrame *origin;    /* [n_bodies] in the world, in the pose of the file */
  double *position;   /* [n_joints] coordinates in that pose */
  GString *text;
  GPtrArray *notes; /* char * */
  int depth;        /* of the tags */
} TrammelMake;

/* Chooses the joints that carry bodies and sets `carrier`.  can_carry: whether a type can. */
void trammel_make_plan(TrammelMake *make, gboolean (*can_carry)(TrJointType type));

/* Sets the pose of the file: that of the start, closed or, without `at_start`, all coordinates zero
 * where loops close there.  FALSE with an error when loops do not close. */
gboolean trammel_make_pose(TrammelMake *make, gboolean at_start, GError **error);

/* TRUE if the joint carries no body. */
gboolean trammel_make_is_loop(const TrammelMake *make, int joint);

/* Returns the name of a body, "world" for the ground. */
const char *trammel_make_body_name(const TrammelMake *make, int body);

/* Add a line with the indentation of the present depth: any text, a tag's opening, its end. */
void trammel_make_line(TrammelMake *make, const char *format, ...) G_GNUC_PRINTF(2, 3);
void trammel_make_open(TrammelMake *make, const char *format, ...) G_GNUC_PRINTF(2, 3);
void trammel_make_close(TrammelMake *make, const char *tag);

/* Return numbers as text; static storage of `make` is not used: free with g_free(). */
char *trammel_make_numbers(const double *values, guint n);

/* Returns a text with its special characters escaped; free with g_free(). */
char *trammel_make_escape(const char *text);

/* Adds a sentence about a joint, body or motor; the format is marked with N_() and takes its
 * name. */
void trammel_make_note(TrammelMake *make, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Notes friction that is no damping and no plain dry friction, and sets both for the file. */
void trammel_make_friction(TrammelMake *make, const TrJoint *joint, double *damping, double *dry);

/* Solid that shows a body, in the axes that the body has in the file: a box of the size, a mesh of
 * the size as its scale, else of the radius, cylinders and capsules of the length along z. */
typedef struct {
  TrammelShapeType type;
  TrFrame frame;
  double size[3], radius, length, color[4];
  const char *path; /* of a mesh */
} TrammelMakeSolid;

/* Returns the file of a mesh as the new file names it, escaped: relative to its folder, with ".."
 * if it is beside it; else absolute, after `scheme`.  Free with g_free(). */
char *
trammel_make_mesh_name(const TrammelMake *make, const TrammelMakeSolid *solid, const char *scheme);

/* Calls `write` for the solids of a body, i from 0, and returns their number; meshes of packed
 * projects have no file and are noted instead. */
guint
trammel_make_each_solid(TrammelMake *make,
                        int body,
                        void (*write)(TrammelMake *make, const TrammelMakeSolid *solid, guint i));

gboolean trammel_make_urdf(TrammelMake *make, GError **error);
gboolean trammel_make_mjcf(TrammelMake *make, GError **error);
gboolean trammel_make_sdf(TrammelMake *make, GError **error);

G_END_DECLS
