/* Residual formulations (theory 6): the unknowns of a node and the residual of a time step.  One
 * table for each; everything else works for all of them.
 *
 * n = 6 n_bodies.  A node has a pose and, where node_blocks is 2, a velocity of its own.  Its
 * tangent is the pose's, then the velocity's. */
#pragma once

#include "engine/est/step/residual.h"
#include "engine/est/task/task.h"

/* States of consecutive nodes. */
typedef struct TrStates {
  const double *pose;     /* [nodes x 7 n_bodies] */
  const double *velocity; /* [nodes x n], NULL where velocities follow from the poses */
  const double *before;   /* [7 n_bodies] poses of the node before; NULL at the start of a log */
} TrStates;

/* Table of a formulation. */
typedef struct TrFormulation {
  const char *name;  /* as written in the project file */
  int node_blocks;   /* size of a node's tangent and of its initial residual, in units of n */
  int step_blocks;   /* residuals of a step, in units of n; the first n are the state error */
  int touched;       /* consecutive nodes that the residual of a step depends on ... */
  int first_step;    /* ... from node k - first_step on: step k runs from first_step on */
  int initial_nodes; /* nodes at the beginning of a log that have an initial residual */
  bool midpoint;     /* gyroscopic and viscous terms at (v + v+)/2 instead of v and v+ */
  double auto_tau;   /* automatic damping time of a constraint as a share of h */
  bool is_weighed;   /* the residual is W e (est/lsq/gauge.h) */
  bool has_lanes;    /* step and retract are those of est/step/residual.h, and est/step/steps.h has
                        them */

  /* Residual of a step from the states that it touches and the step's inputs u[n_inputs], and,
   * unless jac is NULL, its Jacobian [rows x (touched node_blocks n + n_params)]. */
  TrStatus (*step)(double *r,
                   double *jac,
                   TrStepWork *work,
                   const TrStepContext *context,
                   const TrStates *states,
                   const double *u);

  /* Initial residual of a node under its inputs, its Jacobian [rows x (node_blocks n + n_params)]
   * unless jac is NULL.  Returns the number of its independent rows. */
  int (*initial)(double *r,
                 double *jac,
                 TrStepWork *work,
                 const TrStepContext *context,
                 const TrStates *state,
                 const double *u);

  /* Start velocities [n_nodes x n] from the start poses; NULL where there are none. */
  void (*start)(double *velocity, int n_nodes, int n_bodies, const double *pose, double h);

  /* State of one node after a step[node_blocks n]; velocity is NULL where there is none. */
  void (*retract)(double *pose,
                  double *velocity,
                  TrStepWork *work,
                  const TrStepContext *context,
                  const TrStates *from,
                  const double *step);
} TrFormulation;

/* Returns the table of a formulation; static.  A regression has no steps of its own: its motion is
 * that of `second-order`. */
const TrFormulation *tr_formulation(TrFormulationKind kind);

/* Returns the table for a model: that of the formulation, or its variant for contacts. */
const TrFormulation *tr_formulation_of(const TrTask *task);

/* Returns the formulation that a model is estimated with where `wanted` is asked for: `predicted`
 * in place of `second-order` for a model with contacts or estimated stops, which only the former
 * has. */
TrFormulationKind tr_formulation_for(const TrModel *model, TrFormulationKind wanted);

/* Returns the name in the project file; static. */
const char *tr_formulation_name(TrFormulationKind kind);

/* Returns the stepper whose parameters the formulation estimates. */
TrSolver tr_formulation_solver(TrFormulationKind kind);

/* Returns whether the formulation is `explicit` and a compliance is so small (1e-6 and below) that
 * its iteration fails, as published (theory 6.9). */
bool tr_task_is_stiff(const TrTask *task);

/* Returns TR_BAD_SETTING where the formulation does not support the model. */
TR_NODISCARD TrStatus tr_formulation_check(const TrTask *task, TrError *error);

/* Number of steps of a log of this many nodes. */
static inline int
tr_formulation_steps(const TrFormulation *formulation, int n_nodes)
{
  return n_nodes - formulation->touched + 1;
}

/* Tables of the three formulations, for tr_formulation(), and of `predicted` with contacts. */
extern const TrFormulation tr_formulation_predicted, tr_formulation_explicit,
    tr_formulation_second_order, tr_formulation_contacts;
