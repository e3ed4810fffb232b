/* A touch: one sphere of a contact's shape against the plane or sphere on the other side (theory
 * 17.1).
 *
 * With c the sphere's centre, p a point of the plane (the other sphere's centre) and n the unit
 * normal towards the first body, all in the world:
 *
 *   gap = n . (c - p) - radius   (spheres: |c - p| - both radii, n = (c - p)/|c - p|)
 *   u   = v + omega x d - (v_o + omega_o x d_o)   rate of the touching points, d from each centre
 * of mass to the point c - radius n
 *
 * An impulse l acts on the first body at that point, and -l on the other one. */
#pragma once

#include "engine/mbs/model/param.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/mbs/prim/prim.h"

/* A sphere of a contact. */
typedef struct TrTouch {
  int contact;
  int point;   /* of the shape's points */
  int body[2]; /* of the sphere, and on the other side; TR_WORLD */
} TrTouch;

/* Geometry of a touch, in the world. */
typedef struct TrTouchPlace {
  double gap;        /* [m] */
  double normal[3];  /* n */
  double arm[2][3];  /* d of both sides [m] */
  double centre[3];  /* c - r of the first body [m] */
  double foot[3];    /* p - r of the other one [m] */
  double between[3]; /* c - p [m] */
  double radius;     /* of the first body [m] */
  bool is_sphere;    /* the other one is a sphere */
} TrTouchPlace;

/* Number of touches of a model; fills touches[] unless it is NULL. */
int tr_touches_list(TrTouch *touches, const TrModel *model);

/* Number of points of a shape, and the i-th of them from its centre, in its axes [m]. */
int tr_contact_points(const TrContact *contact);
void tr_contact_point(double point[3], const TrContact *contact, int i);

/* Computes the geometry at the places of all bodies. */
void tr_touch_place(TrTouchPlace *at, const TrModel *model, TrTouch touch, const TrPlace *places);

/* u[3] at the twists of all bodies. */
void tr_touch_rate(
    double u[3], const TrTouchPlace *at, TrTouch touch, const TrPlace *places, const double *twist);

/* Rows [3 x 12] of u by the twists of both sides; of the world zero. */
void tr_touch_rows(double rows[36], const TrTouchPlace *at, TrTouch touch, const TrPlace *places);

/* Change of the quantities that a touch depends on. */
typedef struct TrTouchChange {
  double shift[2][3]; /* of the bodies' centres of mass, in the world */
  double turn[2][3];  /* rotation vectors of the bodies, in the world */
  double twist[2][6]; /* of the twists */
  double centre[3];   /* of c, in the axes of the first body */
  double foot[3];     /* of p, in the axes of the other one ... */
  double normal[3];   /* ... and of the plane's normal, likewise */
  double radius, other_radius;
} TrTouchChange;

/* Its effect. */
typedef struct TrTouchSlope {
  double gap, normal[3], arm[2][3], u[3];
} TrTouchSlope;

/* Fills the change by a parameter of the model; false if geometry does not depend on it. */
bool tr_touch_change_of(TrTouchChange *change, const TrModel *model, TrTouch touch, TrParam param);

/* Derivative along a change at the twists of all bodies. */
void tr_touch_vary(TrTouchSlope *out,
                   const TrTouchPlace *at,
                   TrTouch touch,
                   const TrPlace *places,
                   const double *twist,
                   const TrTouchChange *change);
