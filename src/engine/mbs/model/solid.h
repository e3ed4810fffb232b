/* Mass, centre of mass and inertia of homogeneous solids. */
#pragma once

#include "engine/base/real.h"
#include "engine/mbs/model/surface.h"

typedef enum TrSolidKind {
  TR_SOLID_BOX,      /* edges `size` along the axes of `quat`, centre `from` */
  TR_SOLID_SPHERE,   /* `radius`, centre `from` */
  TR_SOLID_CAPSULE,  /* cylinder `from` to `to` of `radius`, with half a sphere at both ends */
  TR_SOLID_CYLINDER, /* `from` to `to`, `radius` */
  TR_SOLID_INSIDE    /* of `surface`, which is closed: `size` scales it along its axes, which lie in
                        `from` with the orientation `quat` */
} TrSolidKind;

typedef struct TrSolid {
  TrSolidKind kind;
  double from[3], to[3], radius; /* [m] in the body's frame */
  double size[3], quat[4]; /* [m], of the inside of a surface [1]; unit quaternion, solid -> body */
  const TrSurface *surface; /* of TR_SOLID_INSIDE */
} TrSolid;

typedef struct TrMass {
  double mass;       /* [kg] */
  double com[3];     /* [m] in the body's frame */
  double inertia[6]; /* about the centre of mass, xx yy zz xy xz yz [kg m^2] */
} TrMass;

/* Sets the sum of n solids of a density [kg/m^3]; where two overlap, both count.  All is 0 without
 * volume. */
void tr_solids_weigh(TrMass *sum, const TrSolid *solids, int n, double density);
