/* Internal interface of mbs/kinematics/assembly. */
#pragma once

#include "engine/mbs/kinematics/assembly.h"

/* Members of an assembly, n = 6 n_bodies, m rows. */
struct TrAssembly {
  const TrModel *model;
  TrMechanism *mechanism;
  int n, m, n_joints, n_loops;
  double size; /* [m] */
  TrPlace *places;
  void *memory;           /* owns the arrays below */
  double *g, *rows;       /* [m], [m x n] in sizes */
  double *step, *trial;   /* [n], [7 n_bodies] */
  double *coordinate;     /* [n_joints] */
  double *held, *lack;    /* [(n_joints + n_sensors) x n], [n_joints + n_sensors] */
  TrAssemblyRow *aims;    /* [n_sensors] */
  double *basis, *remove; /* [n x n], [(m + 1) n] */
  int *order;             /* [m + n_joints] */
  void *work;             /* of tr_span_solve() */
};
