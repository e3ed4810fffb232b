/* Evaluation of several consecutive steps at once, one in each lane of a vector (base/real.h):
 * est/step/residual.h and its dependencies, compiled for the machine's instruction set. */
#pragma once

#include "engine/base/cpu.h"
#include "engine/est/step/tree.h"

/* Scratch of as many steps as there are lanes. */
typedef struct TrSteps TrSteps;

/* Consecutive steps, 1 <= count <= lanes: the first one depends on the poses of the first three
 * nodes. */
typedef struct TrStepRun {
  const double *pose; /* [count + 2 x n_bodies x 7] */
  const double *u;    /* [count x n_inputs] */
  int count;
  const double *basis; /* of a tree: [count + 2 x tr_tree_basis_size()] of the nodes */
} TrStepRun;

/* Functions of one instruction set. */
typedef struct TrStepKernels {
  int lanes;

  /* Returns scratch, or NULL when memory is out; with a tree (unless NULL) that of steps in the
   * coordinates of its joints. */
  TrSteps *(*new_steps)(const TrModel *model,
                        const TrMechanism *mechanism,
                        const TrTree *tree,
                        int n_params);
  void (*free_steps)(TrSteps *steps);

  /* Evaluates steps with context->input_slopes[count x n_params]: r[count x n], and jac[count x n x
   * (3n + n_params)], which may be NULL. With `held`, W_0 e and its derivative
   * (tr_step_freeze_weight(), tr_step_freeze_jacobian()).  With context->joint_sigma and jac, both
   * whitened (tr_step_weigh_joints()).  Of a tree, with jac, both are those of tr_tree_linearize():
   * r[count x n_freedoms], jac[count x n_freedoms x (3 n_freedoms + n_params)]. */
  TrStatus (*evaluate)(double *r,
                       double *jac,
                       TrSteps *steps,
                       const TrStepContext *context,
                       const TrStepContext *held,
                       TrStepRun run);

  /* tr_step_freeze_weight() of the `count` steps evaluated last without a frozen weight, r[count x
   * n]. */
  void (*hold)(double *r,
               TrSteps *steps,
               const TrStepContext *held,
               const TrStepContext *context,
               int count);

  /* tr_step_whitening() of the steps whitened last, out[count x 2 n_freedoms x n]. */
  void (*whitening)(double *out, const TrSteps *steps, int count);

  /* tr_step_joint_probe() of the steps whitened last, out[count x n_freedoms x n]. */
  void (*probe)(double *out, const TrSteps *steps, int count);

  /* Largest tr_step_violation() of the steps evaluated last. */
  double (*violation)(const TrSteps *steps);

  /* A multiplier of the i-th of these steps. */
  double (*multiplier)(const TrSteps *steps, int row, int i);

  /* A joint of the i-th of these steps. */
  TrStepJoint (*joint)(const TrSteps *steps, int joint, int i);

  /* tr_step_retract() of `count` nodes: pose[count x n_bodies x 7], step[count x n]. */
  void (*retract)(double *out,
                  TrSteps *steps,
                  const TrStepContext *context,
                  const double *pose,
                  const double *step,
                  int count);

  /* tr_tree_basis() of `count` nodes, out[count x tr_tree_basis_size()] ... */
  TrStatus (*find_basis)(
      double *out, TrSteps *steps, const TrMechanism *mechanism, const double *pose, int count);

  /* ... and tr_tree_retract() from their poses, step[count x n_freedoms]; out may be `pose`. */
  TrStatus (*retract_joints)(double *out,
                             TrSteps *steps,
                             const TrMechanism *mechanism,
                             const double *pose,
                             const double *step,
                             int count);
} TrStepKernels;

/* Returns the kernels of an instruction set; NULL where this build has none. */
const TrStepKernels *tr_step_kernels(TrCpu cpu);
