/* Canonical mechanisms for the tests of the engine, built by hand without the io layer.
 *
 * y is up, gravity 9.82 m/s^2 along -y, every joint has a position sensor of its name with
 * sigma = 1 ("theta1"; x1 for slides), body origins are the centres of mass.  Each function returns
 * a model of its own, to be changed at will and freed with tr_model_free(); it never returns
 * NULL. */
#pragma once

#include "engine/mbs/model/model.h"

/* One body "A" on the hinge "h1" about the world's z axis, hanging along -y at angle 0; mass
 * 0.428 kg at 0.092 m, viscous and load-dependent dry friction, motor "m1".  The model with one
 * body of the reference steps. */
TrModel *tr_mechanism_pendulum(void);

/* Two links of 0.3 m and 0.2 m in the plane z = 0, hinges about z, viscous friction, no motor. */
TrModel *tr_mechanism_double_pendulum(void);

/* The Furuta pendulum of Marklund, Servin and Larson 2025 (tables 1 and 5): arm "A" on the vertical
 * hinge "h1" driven by "m1", pendulum "B" on the hinge "h2" along the arm, hanging at angle 0;
 * compliance 1e-6, damping time 0.02 s, viscous friction, the true values of the reference release.
 */
TrModel *tr_mechanism_furuta(void);

/* The same with load-dependent dry friction, tilt and the true values of the reference swing-up. */
TrModel *tr_mechanism_furuta_swing(void);

/* A carriage "A" of 95 kg on the horizontal slide "s1" along x, with plain dry friction of 20 N,
 * viscous friction and the motor "m1" of 35 N per unit. */
TrModel *tr_mechanism_slider(void);

/* A cart on a slide along x that carries a hanging pendulum: slide and hinge together. */
TrModel *tr_mechanism_cart_pole(void);

/* A four-bar linkage in the plane z = 0 without redundant rows: crank "A" on the hinge "h1" with
 * the motor "m1", coupler "B" between the ball "h2" and the universal "h3", rocker "C" on the hinge
 * "h4"; sensors on both hinges. */
TrModel *tr_mechanism_four_bar(void);

/* The linkage of theory 3.6, of four spatial hinges, three of whose rows are redundant: crank "A",
 * coupler "B" and rocker "C", uniform bars, crank at angle 0, at rest; sensor "theta1". */
TrModel *tr_mechanism_hinge_four_bar(void);

/* Loops of the other joints, without motors, sensors and friction: a universal, a point on a line
 * and a distance between two bodies; a cylindrical, a planar and a ball. */
TrModel *tr_mechanism_rods(void);
TrModel *tr_mechanism_guides(void);

/* A double pendulum whose second link a spring and a damper tie to the world. */
TrModel *tr_mechanism_sprung(void);

/* A double pendulum whose second hinge a gear turns with the first, as a planet on its arm, and one
 * with a rack instead of the second link. */
TrModel *tr_mechanism_planet(void);
TrModel *tr_mechanism_rack(void);

/* A bolt "A" on a cylindrical joint "h3" along x, whose sliding and turning "h1" and "h2" have
 * friction, with a motor along it and a pendulum "B" on the hinge "h4"; sensors of both. */
TrModel *tr_mechanism_bolt(void);

/* An arm "A" on the upright hinge "h1" and a carriage "B" on the slide "s2" along it, 0.3 m out at
 * coordinate 0, whose motor "m1" has a rotor of 0.6 kg; sensors of both. */
TrModel *tr_mechanism_turret(void);

/* Two wheels on parallel hinges to the world with a gear "h3" of this ratio and offset 0.3 between
 * them; inertias 2e-3 and 5e-4 kg m^2, motor "m1" of 0.1 N m per unit on the first. */
TrModel *tr_mechanism_flywheels(double ratio);

/* The cart-pole with a cart that follows the position of its motor's channel, and the Furuta
 * pendulum with an arm that follows a velocity, both with a drive of compliance 1e-5. */
TrModel *tr_mechanism_driven_cart_pole(void);
TrModel *tr_mechanism_driven_furuta(void);

/* The pendulum with a servo at its motor, command of position: kp 3, ki 1.2, kd 0.4. */
TrModel *tr_mechanism_servo_pendulum(void);

/* A beam "A" on the hinge "h1" with the motor "m1", on which the ball "B" of 2 cm radius rolls,
 * whose centre of mass is 2 mm off its centre: joint "s2". */
TrModel *tr_mechanism_ball_and_beam(void);

/* A pose, and velocities unless twist is NULL, on the constraints: where there are loops
 * position[0] and rate[0] count alone. */
void tr_mechanism_motion(
    double *pose, double *twist, const TrModel *model, const double *position, const double *rate);

/* All of the above without redundant rows, for tests that loop; at most so many bodies, joints and
 * rows. */
enum { TR_TEST_BODIES = 3, TR_TEST_JOINTS = 4, TR_TEST_ROWS = 20 };
typedef struct TrTestMechanism {
  const char *name;
  TrModel *(*create)(void);
} TrTestMechanism;

extern const TrTestMechanism tr_mechanisms[];
extern const int tr_n_mechanisms;
