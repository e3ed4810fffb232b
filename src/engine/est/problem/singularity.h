/* Singularity of a system, in words: the log, the moment, the joint or the parameter, and what to
 * do.  The operations of a problem note the place when one of them fails. */
#pragma once

#include "engine/base/base.h"

/* Kinds of singularity. */
typedef enum TrSingularityKind {
  TR_SINGULARITY_NONE,
  TR_SINGULARITY_MOTION,     /* the states' matrix is not definite: a joint can move freely */
  TR_SINGULARITY_STEP,       /* the mass matrix or the constraints of a step are not definite */
  TR_SINGULARITY_PARAMETERS, /* the information on the parameters is not definite */
  TR_SINGULARITY_NUMBERS     /* the cost is not finite */
} TrSingularityKind;

/* A singularity and its place. */
typedef struct TrSingularity {
  TrSingularityKind kind;
  int log, node;      /* of a motion or a step */
  int joint;          /* of a motion: the one that moves most in the free motion; -1: none */
  bool is_unmeasured; /* of a motion: no channel of the log measures that joint */
  int parameter;      /* of parameters: the largest component of the undetermined direction */
} TrSingularity;

typedef struct TrProblem TrProblem;

/* Notes a motion after tr_arrow_eliminate() failed at a block (counted over all logs). */
void tr_singularity_note_motion(TrProblem *problem, int block);

/* Notes a step of a log. */
void tr_singularity_note_step(TrProblem *problem, int log, int node);

/* Notes parameters; problem->schur holds their scaled information [p x p], lower part. */
void tr_singularity_note_parameters(TrProblem *problem);

/* Notes a cost that is not finite. */
void tr_singularity_note_numbers(TrProblem *problem);

/* Describes the singularity in one or two sentences; empty if none is noted. */
void tr_singularity_describe(char text[TR_ERROR_SIZE], const TrProblem *problem);
