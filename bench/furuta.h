/* The Furuta problem of bench/cases.h as plain numbers, for a solver without the engine, and the
 * engine's results on it. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
  BENCH_POSE = 14,         /* both bodies: position, quaternion (w, x, y, z) */
  BENCH_TANGENT = 12,      /* both bodies: world translation, rotation in the body's axes */
  BENCH_PARAMETERS = 13,   /* gain, JA xx yy zz, JB yy zz, viscous 1 2, dry 1 2, tilt x z, bias */
  BENCH_ROWS = 10,         /* constraint rows of both hinges */
  BENCH_INITIAL_NODES = 2, /* with a residual of their constraint violation */
  BENCH_MOST_TOUCHED = 3,  /* consecutive nodes that a residual depends on */
  BENCH_JACOBIAN_COLUMNS = BENCH_MOST_TOUCHED * BENCH_TANGENT + BENCH_PARAMETERS
};

typedef struct BenchAngle {
  int node, joint;
  double measured, variance;
} BenchAngle;

typedef struct BenchFuruta {
  double h, weight;            /* of the squared residuals of the steps */
  double mass[2], b_xx, rotor; /* known quantities: masses, JB xx, the rotor's inertia */
  double gravity;              /* along -y before the tilt */
  double arm_a, end_a, arm_b;  /* [m] along the body: hinge 1 and 2 on A, hinge 2 on B */
  double sigma[BENCH_ROWS], sigma_w[BENCH_ROWS], gamma[BENCH_ROWS];
  double smoothing[2], radius[2];                                /* of the hinges' dry friction */
  double weak_weight[BENCH_PARAMETERS], start[BENCH_PARAMETERS]; /* of the priors */
  double parent_frame[2][4], child_frame[2][4]; /* quaternions of the hinges' frames */
  int n_nodes, n_angles;
  double *pose;        /* [n_nodes x 14] at the start */
  const double *input; /* [n_nodes] */
  BenchAngle *angles;  /* [n_angles] */
  struct BenchSetup *setup;
} BenchFuruta;

BenchFuruta *bench_furuta_open(int n_nodes);
void bench_furuta_close(BenchFuruta *furuta);

/* Residuals of a point by the engine, times the root of their weights, in this order: initial ones
 * [24], steps [12 each], angles.  Rows of the Jacobian have BENCH_JACOBIAN_COLUMNS columns; those
 * of the nodes begin with first_node[row] and only touched[row] of them count. */
typedef struct BenchRows {
  int n, n_initial;
  double *residual;            /* [n] */
  double *jacobian;            /* [n x BENCH_JACOBIAN_COLUMNS] */
  int *first_node, *n_touched; /* [n] */
} BenchRows;

BenchRows *bench_furuta_rows(BenchFuruta *furuta, const double *pose, const double *parameters);
void bench_rows_free(BenchRows *rows);

/* Identifies with at most `most` iterations: CPU seconds of each; returns their number. */
int bench_furuta_identify(double *seconds, BenchFuruta *furuta, int most);

#ifdef __cplusplus
}
#endif
