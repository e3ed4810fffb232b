/* Sizes of the state error along the freedoms of the joints (theory 8.7), measured on the start
 * motion: what the variances of the state error begin with, are grouped by and do not fall below.
 *
 * A group has one variance: the freedoms of one kind (torque or force) of one joint, and those of
 * all joints of a loop, which the log can hardly tell apart; within a group sigmas are in the ratio
 * of the sizes. */
#pragma once

#include "engine/est/task/task.h"

/* The state error's sizes and relative sds.  Arrays belong to it. */
typedef struct TrStateError {
  int n_freedoms, n_groups;
  int *joint;       /* [n_freedoms] */
  int *kind;        /* [n_freedoms] TR_KIND_FORCE, TR_KIND_TORQUE */
  int *group;       /* [n_freedoms] */
  double *size;     /* [n_freedoms] largest of the rms impulses of a step: by inertia, gravity, or
                       the joint's own motors, springs and friction [N m s, N s] */
  double *inertial; /* [n_freedoms] rms impulse of a step by inertia */
  double *share;    /* [n_freedoms] relative sds in use; their squares are one on average */
  double *constraint_scale; /* [1] one by the least share of a group, where that of a group is the
                              largest of its freedoms' */
  bool *is_at_floor;        /* [n_freedoms] of the sds in use: the data imply less */
} TrStateError;

/* Scales the shares to a mean square of one and sets the scale of the constraints; returns the mean
 * square before. */
double tr_state_error_normalize(TrStateError *error);

/* Returns the rms of the sizes over the freedoms [N m s, N s]; 0 without motion. */
double tr_state_error_size(const TrStateError *error);

void tr_state_error_clear(TrStateError *error);
