/* Internal interface of est/step/contacts: scratch of the pushes of a step, shared by touches and
 * stops. */
#pragma once

#include "engine/est/step/contacts.h"
#include "engine/est/step/private.h"
#include "engine/mbs/contact/push.h"
#include "engine/mbs/contact/target.h"
#include "engine/mbs/contact/touch.h"

/* A touch in a step. */
typedef struct TrStepTouch {
  TrTouch touch;
  TrTouchPlace at, before; /* at the step's node, and one node before */
  TrTarget target;
  double u[3];        /* rate at v */
  double u_before[3]; /* one step before */
  double rows[36];    /* of u */
  int push;           /* -1: its contact is not there */
} TrStepTouch;

/* A stop in a step. */
typedef struct TrStepStop {
  int joint;
  bool is_upper;
  double by_pose[12]; /* of the coordinate, by the tangents of both bodies */
  TrTarget target;
  int push;
} TrStepStop;

struct TrStepContacts {
  int n, n_stops;
  TrStepTouch *touches;     /* [n] */
  TrTouch *list;            /* [n] */
  TrStepStop *stops;        /* [n_stops] */
  TrPlace *places_before;   /* [n_bodies] */
  double *v_before;         /* [6 n_bodies] */
  double *v_star;           /* [6 n_bodies] */
  double *carried, *turned; /* [n_bodies x 9] of the step before: dv-/dr- and domega-/dpsi- */
  double *slopes;           /* [6 n_bodies x columns] dp at constant v+* */
  double *right, *mult;     /* [6 n_bodies], [m] of one column */
  double *axes_before;      /* [n_joints x 6 n_bodies] G-bar one node before ... */
  double *turning_before;   /* ... and d(G-bar v-)/dq- there */
  double *stop_impulse;     /* [n_joints] along the axes */
  double *stop_rate[3];     /* [n_joints] of one parameter, at v+*, v and v- */
  double *block;            /* owns the arrays above from v_before on */
  TrPushStep step;
};

/* Number of stops of a model that the estimator has; fills joints and sides of stops[] unless it is
 * NULL. */
int tr_step_stops_list(TrStepStop *stops, const TrModel *model);

/* Adds the pushes of all stops ... */
void tr_step_stops_place(TrStepContacts *contacts,
                         const TrStepWork *work,
                         const TrStepContext *context,
                         bool has_before);

/* ... and their part of dp by v, pose and parameters at constant v+*. */
void tr_step_stops_slopes(TrStepWork *work, const TrStepContext *context);

/* Derivatives of a number by v and the pose of a body from that by the pose one node before, dr- =
 * dr - h dv, dpsi- = Exp(h omega) dpsi - h J_l(h omega) domega; omega is that of v. */
void tr_step_spread_before(
    double by_v[6], double by_pose[6], const double by_before[6], const double omega[3], double h);
