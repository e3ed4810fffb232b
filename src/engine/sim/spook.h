/* SPOOK: one time step (theory 3; Lacoursiere 2007).
 *
 *   M_v v+ - G^T lambda - G-bar^T f = M_v0 v + h (forces),  Sigma lambda + G v+ = rhs
 *   q+ = q (+) h v+
 *
 * M_v = M + G-bar^T (J_s + h b) G-bar contains rotors and viscous friction implicitly.  Dry
 * friction f is complementary to the rate s+ = G-bar v+: |f| <= bound, s+ = 0 inside, against s+ at
 * the bound.  With lambda and v+ eliminated that is the minimum of 1/2 f^T A f + s^T f in a box, A
 * = G-bar K^-1 G-bar^T, so that sticking holds exactly.  Bounds that depend on lambda are iterated.
 * Ends of the joints' travel are further impulses of that programme (sim/stops.h).  A model with
 * contacts is stepped by Newton's method on v+ instead (sim/contacts.h).
 *
 * TR_SOLVER_SECOND_ORDER evaluates gyroscopic and viscous terms at (v + v+)/2 (theory 3.5);
 * the gyroscopic ones depend on v+ and are iterated.
 *
 * TR_SOLVER_FIRST_ORDER takes each row as a spring and damper at the end of the step, lambda = -h
 * (k g+ + b G v+), g+ = g + h G v+: that is SPOOK with damping times longer by 3h/4 and without the
 * rate before the step.  Impacts take all of the rate, whatever the restitution is. */
#pragma once

#include "engine/mbs/force/axial.h"
#include "engine/mbs/mechanism/mechanism.h"

/* A stepper with its scratch; one thread at a time. */
typedef struct TrSpook TrSpook;

/* Steppers: SPOOK, its variant of second order in h, and springs and dampers by implicit Euler
 * steps (theory 3.8). */
typedef enum TrSolver {
  TR_SOLVER_SPOOK,
  TR_SOLVER_SECOND_ORDER,
  TR_SOLVER_FIRST_ORDER,
  TR_N_SOLVERS
} TrSolver;

/* "spook", "second-order", "first-order"; static. */
const char *tr_solver_name(TrSolver solver);

/* Options of a stepper. */
typedef struct TrSpookOptions {
  double h;                /* [s] */
  double compliance_scale; /* >= 0 */
  double damping_scale;    /* >= 0; an automatic damping time is h/4, of second-order 0.1 h, of
                              first-order 0 */
  TrSolver solver;
  double slip; /* [m/s] below it the friction of a contact is regularised; 0: 1e-6 */
} TrSpookOptions;

/* Returns a stepper for a model, which must outlive it; NULL when memory is out.  Steps allocate
 * nothing. */
TrSpook *tr_spook_new(const TrModel *model, const TrSpookOptions *options);
void tr_spook_free(TrSpook *spook);

/* Advances pose [n_bodies x 7] and twist [n_bodies x 6] by one step with inputs u[n_inputs].
 * Returns TR_NOT_DEFINITE when the system is singular, TR_NOT_FINITE when the state diverges. */
TR_NODISCARD TrStatus tr_spook_step(TrSpook *spook, double *pose, double *twist, const double *u);

/* Sets the time [s] of the next step's start, for joints and contacts that are active in spans of
 * time alone.  Each is there in a step whose middle is within a span; the first of these steps
 * takes the bodies to where a joint holds, by the impulse of a plastic impact. */
void tr_spook_set_time(TrSpook *spook, double time);

/* Sets external impulses [6 n_bodies] of the next steps: N s in the world, N m s in the body, in
 * addition to gravity and motors; NULL for none.  Kept by reference. */
void tr_spook_set_impulse(TrSpook *spook, const double *impulse);

/* Contacts of the model with their last impulses; NULL without any. */
const struct TrContacts *tr_spook_contacts(const TrSpook *spook);

/* Force of the i-th drive in the last step [N m] or [N]. */
double tr_spook_drive_force(const TrSpook *spook, int i);

/* Torques or forces along the joints in the last step, f/h, to out[n_joints]: motors with their
 * rotors, drives, springs, viscous and dry friction, stops. */
void tr_spook_effort(double *out, const TrSpook *spook, const double *twist, const double *u);
