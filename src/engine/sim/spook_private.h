/* Internal interface of sim/spook. */
#pragma once

#include "engine/linalg/skyline.h"
#include "engine/mbs/force/swing.h"
#include "engine/sim/contacts.h"
#include "engine/sim/pieces.h"
#include "engine/sim/servo_loop.h"
#include "engine/sim/smooth_friction.h"
#include "engine/sim/spook.h"
#include "engine/sim/step_matrix.h"
#include "engine/sim/stops.h"

/* Floor of a pivot as a share of its diagonal element, for redundant rows of loops (theory 3.3). */
#define TR_PIVOT_FLOOR 1e-12

/* Columns of a row that may not be zero: begin .. end - 1. */
typedef struct TrColumns {
  int begin, end;
} TrColumns;

/* Members of a stepper, n = 6 n_bodies, m rows. */
struct TrSpook {
  const TrModel *model;
  TrMechanism *mechanism;
  TrSpookOptions options;
  int n, m, n_joints, n_stops;
  TrPlace *places;
  double *block;                   /* owns the arrays below */
  double *sigma, *gamma, *g, *rhs; /* [m] */
  double *jac, *axes;              /* [m x n], [n_joints x n]; local rows where is_sparse */
  TrColumns *spans;                /* [m + n_joints] of the rows of these, where not is_sparse */
  bool *is_new;                    /* [m] rows of joints that begin to hold in the next step */
  bool is_sparse; /* the step is solved by `matrix` and `pieces`, not by the three that follow */
  TrStepMatrix *matrix;
  TrPieces *pieces;
  double *mass, *y, *small;      /* [n x n], [n x m], [m x m], factored */
  double *momentum, *free_twist; /* [n] */
  double *before, *gyro;         /* [n] twist at the start; twist of the gyroscopic torques */
  double *lambda, *free_lambda;  /* [m] */
  double *rate, *dry, *axial;    /* of the joints; axial: friction and stops together */
  double *axial_mass;            /* [n_joints] inertia along each axis in the step */
  double *swing; /* [n_joints] of rotors whose axis turns (mbs/force/swing.h), at the last v+ */
  bool has_swing;
  double *servo_inertia; /* [n_joints] (sim/servo_loop.h) */
  bool has_servo;
  double *friction;      /* [n_joints + n_stops] of the joints, then of the stops */
  double *least, *bound; /* [n_joints + n_stops] bounds of these */
  TrSmoothJoint *smooth; /* [n_joints] NULL without smooth friction */
  TrStop *stops;         /* [n_stops] */
  TrSkyline skyline;     /* of `small`, which is full */
  /* The programme of dry friction; where is_sparse taken only when the pieces do not end. */
  double *programme;           /* owns the arrays below; NULL: not taken */
  double *by_axis;             /* [n x n_joints] twist per unit of impulse along a joint */
  double *lambda_by_axis;      /* [m x n_joints] */
  double *a, *slope;           /* response of the joints' rates, and their rates without friction */
  double *lined, *lined_slope; /* a and slope with lines of smooth friction and with stops */
  double *unit, *after;        /* [n] unit impulse along a joint, [n_joints] rates after a round */
  void *boxqp;
  TrContacts *contacts;  /* NULL without contacts; their step has no factored matrices here */
  const double *impulse; /* [n] external; NULL for none */
};

/* Returns whether a joint has a rotor that feels the turning of its axis. */
static inline bool
tr_spook_swings(const TrModel *model, int joint)
{
  return tr_axial_inertia(model, joint) != 0 && tr_swing_exists(model, joint);
}

/* Share of the damping that acts on v+. */
static inline double
tr_spook_implicit_share(const TrSpook *s)
{
  return s->options.solver == TR_SOLVER_SECOND_ORDER ? 0.5 : 1;
}

static inline bool
tr_spook_is_first_order(const TrSpook *s)
{
  return s->options.solver == TR_SOLVER_FIRST_ORDER;
}

/* Rate of a joint's coordinate with the twist v[n]. */
static inline double
tr_spook_along(const TrSpook *s, int joint, const double *v)
{
  TrColumns span = s->spans[s->m + joint];
  const double *axis = s->axes + joint * s->n;
  double sum = 0;

  if (s->is_sparse)
    return tr_local_dot(s->axes + TR_LOCAL * joint, &s->mechanism->axes[joint], v);
  for (int i = span.begin; i < span.end; i++)
    sum += axis[i] * v[i];
  return sum;
}

/* Adds an impulse along a joint's axis to the momentum p[n]. */
void tr_spook_push_along(const TrSpook *s, double *p, int joint, double impulse);

/* Solves for twist and multipliers for one right side (momentum p, rows c, NULL: zero): lambda =
 * small^-1 (c - y^T p), v = M^-1 (p + G^T lambda). */
void tr_spook_solve_system(
    const TrSpook *s, double *v, double *lambda, const double *p, const double *c);

/* Takes the memory of the programme, unless it is there.  TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_spook_take_programme(TrSpook *s);

/* Returns whether friction or a stop acts along a joint as an impulse of the programme. */
bool tr_spook_is_active(const TrSpook *s, int joint);

/* Response of the step to a unit impulse along each joint, and A = G-bar K^-1 G-bar^T. */
void tr_spook_fill_response(TrSpook *s);

/* Updates the bounds of dry friction at the present multipliers; returns the largest relative
 * change. */
double tr_spook_update_bounds(TrSpook *s);

/* Level of a joint's smooth friction as the line f = level - give s+ of a round; returns give. */
double tr_spook_draw_line(TrSpook *s, int joint, int round, double *level);

/* Returns whether the friction of a joint is smooth. */
static inline bool
tr_spook_is_smooth(const TrSpook *s, int joint)
{
  return s->smooth && s->model->joints[joint].friction.model == TR_FRICTION_TANH;
}

/* Starts smooth friction at the rates before the step. */
void tr_spook_start_lines(TrSpook *s);

/* Updates the rates of smooth friction after a round with the rates found in it; returns the
 * largest change, as a share of the sum of these and those without friction or before the step;
 * both [n_joints]. */
double tr_spook_move_lines(TrSpook *s, const double *after, const double *before);

/* Sums up the impulses of friction and stops along the axes. */
void tr_spook_sum_axial(TrSpook *s);

/* Adds the effect of dry and smooth friction and stops to free_twist and free_lambda. */
TR_NODISCARD TrStatus tr_spook_solve_friction(TrSpook *s, double *twist);

/* One programme with the present bounds and the lines of a round. */
TR_NODISCARD TrStatus tr_spook_solve_programme(TrSpook *s, double *twist, int round);

/* Friction impulses [n_joints] of the last step. */
const double *tr_spook_friction(const TrSpook *spook);

/* Impulse of the stops of a joint in the last step [N m s] or [N s]: away from the lower one
 * positive, from the upper one negative. */
double tr_spook_stop_impulse(const TrSpook *spook, int joint);
