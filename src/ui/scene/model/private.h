/* Internal interface of ui/scene/model/scene-model, the scene model. */
#pragma once

#include "ui/scene/model/scene-model.h"

typedef enum {
  TRAMMEL_PART_BODY,  /* colour of the body */
  TRAMMEL_PART_GIVEN, /* colour of the shape */
  TRAMMEL_PART_JOINT, /* dark grey */
  TRAMMEL_PART_BASE,  /* light grey */
} TrammelPartKind;

typedef struct {
  int body;           /* or TR_WORLD */
  TrammelThing thing; /* part of the mechanism that it shows */
  TrammelPartKind kind;
  TrammelSolid solid;
  TrammelMat4 local; /* solid -> the body's origin */
  float color[4];    /* of TRAMMEL_PART_GIVEN */
} TrammelPart;

/* Mesh that is being read, in whose place a part shows a box. */
typedef struct {
  guint part;       /* of the shapes */
  const char *path; /* never freed */
  double scale[3], from[3], quat[4];
} TrammelAwaitedSkin;

struct _TrammelSceneModel {
  TrModel *model;
  double *rest;    /* [n_bodies x 7] */
  double *travel;  /* [n_joints] travel of a slide in both directions [m] */
  GArray *shapes;  /* TrammelPart: of bodies */
  GArray *awaited; /* TrammelAwaitedSkin */
  GArray *joints;  /* TrammelPart: of joints and supports, made again when a rail is lengthened */
  double up[3];
  double ground;    /* along up [m] */
  double unit;      /* [m] longest link, or the size of the bodies */
  double thickness; /* [m] radius of a link */
  double support;   /* [m] radius of posts and columns, not less than that of links */
  double block;     /* [m] largest half edge of a body without links */
  GArray *reach;    /* TrammelBall */
  int joint;        /* joint whose parts are being made */
  float *tints;     /* [n_bodies + n_joints][4], alpha 0: none; nullable */
  TrammelThing selected;
  double time;    /* [s] of the pose; NAN: none */
  double *motion; /* [n_motion x n_bodies x 7] motion in view; nullable */
  gsize n_motion;
  GPtrArray *trails; /* [n_bodies] GArray of gsize: nodes where the pieces of the paths end; empty
                        until the paths are drawn */
};

/* Returns an empty list of parts that have references to their skins; free with g_array_unref(). */
GArray *trammel_scene_model_new_shapes(void);

/* Appends a shape of a known body to look->shapes; a mesh that is not read yet is a box and
 * awaited. */
void trammel_scene_model_add_shape(TrammelSceneModel *look, const TrammelShape *shape);

/* Replaces boxes by the meshes that have arrived; TRUE if any has arrived or failed. */
gboolean trammel_scene_model_find_skins(TrammelSceneModel *look);

/* Appends the default solids of a body to look->shapes. */
void trammel_scene_model_add_links(TrammelSceneModel *look, int body);

/* Sets the longest distance between the joints and the centre of mass of any body, and the mean
 * over the bodies that have such a distance; 0 if all coincide. */
void trammel_scene_model_measure_links(const TrModel *model, double *longest, double *mean);

/* Appends hinges, rails and supports to look->joints; look->ground is known. */
void trammel_scene_model_add_joints(TrammelSceneModel *look);

/* Returns a frame of a body, or of the world, in the world. */
TrammelMat4 trammel_scene_model_get_frame(const TrammelSceneModel *look,
                                          int body,
                                          const TrFrame *local,
                                          const double *pose);

/* Appends an item in the colour of joints, or in the tint of its thing. */
void trammel_scene_model_add_item(const TrammelSceneModel *look,
                                  TrammelDrawList *list,
                                  TrammelDrawItem item,
                                  gboolean dark);

/* Colours an item whose thing is selected. */
void trammel_scene_model_paint_selected(const TrammelSceneModel *look, TrammelDrawItem *item);

/* Append a solid in front of everything else, and a thin bar between two points. */
void trammel_scene_model_add_mark(TrammelDrawList *list,
                                  TrammelSolid solid,
                                  TrammelMat4 transform,
                                  const float color[4]);
void trammel_scene_model_add_bar(TrammelDrawList *list,
                                 const double from[3],
                                 const double to[3],
                                 double radius,
                                 const float color[4]);

/* Colour of an arrow; one that turns has two tips. */
typedef struct {
  const float *color; /* [4] */
  gboolean turns;
} TrammelArrowLook;

/* Appends an arrow in front of everything else; `direction` has unit length. */
void trammel_scene_model_add_arrow(TrammelDrawList *list,
                                   const double from[3],
                                   const double direction[3],
                                   double length,
                                   const TrammelArrowLook *look);

/* Sets the begin of gravity's arrow: beside the mechanism at rest and no higher, even if it is
 * nearer to the eye.  FALSE where nothing is drawn. */
gboolean trammel_scene_model_get_gravity_place(const TrammelSceneModel *look, double from[3]);

/* Appends wheels of gears, rods, springs and dampers. */
void trammel_scene_model_draw_couplings(const TrammelSceneModel *look,
                                        TrammelDrawList *list,
                                        const double *pose,
                                        TrammelDrawStyle style,
                                        gboolean dark);

/* Appends the travel of a joint that has limits, with its ends and its present position, as
 * marks. */
void trammel_scene_model_draw_limit(const TrammelSceneModel *look,
                                    TrammelDrawList *list,
                                    guint joint,
                                    const double *pose);
