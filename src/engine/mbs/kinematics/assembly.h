/* Assembly: poses that satisfy the constraints (theory 2.7).  Gauss-Newton on |g|^2 over the
 * tangent by a rank-revealing factorisation, smallest steps first, so that redundant rows are
 * harmless.
 *
 * Lengths are measured in sizes of the mechanism, so that rotations and translations have equal
 * weight.  Of the assembly branches of a loop the one is found that the present pose leads to: from
 * the start pose (TrJoint.start) on, prescribed coordinates are approached in small steps along
 * closed poses. */
#pragma once

#include "engine/mbs/mechanism/mechanism.h"

/* An assembly of one model, with scratch; one thread at a time. */
typedef struct TrAssembly TrAssembly;

/* Returns an assembly, which keeps the model; the model must outlive it.  NULL when memory is out.
 * After a change of the model's numbers make a new one. */
TrAssembly *tr_assembly_new(const TrModel *model);
void tr_assembly_free(TrAssembly *assembly);

/* Returns the number of joints that close loops: those that do not carry a body. */
int tr_assembly_count_loops(const TrAssembly *assembly);

/* Computes the start pose: forward kinematics of the joints' `start`, closed; from a dead centre,
 * where both branches are equally near, to one of them. */
TR_NODISCARD TrStatus tr_assembly_start(TrAssembly *assembly, double *pose, TrError *error);

/* Moves a pose onto the constraints by small steps; TR_BAD_MODEL where that fails. */
TR_NODISCARD TrStatus tr_assembly_close(TrAssembly *assembly, double *pose, TrError *error);

/* tr_assembly_start() for a model alone. */
TR_NODISCARD TrStatus tr_start_pose(double *pose, const TrModel *model, TrError *error);

/* Moves a closed pose until hinges and slides have the coordinates target[n_joints] (NAN: free), or
 * as close as the loops allow (least squares), other bodies as little as possible.  Angles count
 * modulo 2 pi. */
TR_NODISCARD TrStatus tr_assembly_reach(TrAssembly *assembly,
                                        double *pose,
                                        const double *target,
                                        TrError *error);

/* A required displacement of a body: row . its tangent = lack, [m] or [1]. */
typedef struct TrAssemblyRow {
  int body;
  double row[6], lack;
  bool is_length;
} TrAssemblyRow;

/* Function that lists such rows at a pose, at most as many as the model has sensors; returns their
 * number. */
typedef struct TrAssemblyAim {
  int (*list)(void *user, TrAssemblyRow *rows, const double *pose);
  void *user;
} TrAssemblyAim;

/* tr_assembly_reach() with required displacements of bodies beside the coordinates, all of it by
 * least squares. */
TR_NODISCARD TrStatus tr_assembly_reach_aim(TrAssembly *assembly,
                                            double *pose,
                                            const double *target,
                                            const TrAssemblyAim *aim,
                                            TrError *error);

/* Computes the smallest velocities [6 n_bodies] along the constraints with rates[n_joints] of
 * hinges and slides (NAN: any), in the sense of least squares. */
void tr_assembly_move(TrAssembly *assembly, double *twist, const double *pose, const double *rates);

/* Computes velocities along the constraints with rate 1 of one hinge or slide and rate zero of the
 * others: of as many others as leave it free, in the order of the model.  Zero if it is locked. */
void tr_assembly_move_joint(TrAssembly *assembly, double *twist, const double *pose, int joint);

/* Finds the hinges and slides [n_joints] that the other joints lock: those for which
 * tr_assembly_move_joint() gives zero. */
void tr_assembly_find_locked(TrAssembly *assembly, bool *locked, const double *pose);

/* Counts the rows of each joint that depend on the rows of joints before it: redundant[n_joints],
 * may be NULL. Returns the degrees of freedom. */
int tr_assembly_freedom(TrAssembly *assembly, int *redundant, const double *pose);

/* Finds the bodies [n_bodies] that can move along the constraints while these hinges and slides
 * [n_joints] stand still. */
void
tr_assembly_find_loose(TrAssembly *assembly, bool *loose, const double *pose, const bool *still);

/* Largest |g| of each joint's linear [m] and angular [1] rows at a pose: violation[2 n_joints]. */
void tr_assembly_violation(TrAssembly *assembly, double *violation, const double *pose);
