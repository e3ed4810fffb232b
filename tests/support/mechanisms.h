/* Canonical mechanisms for the tests of the engine, built by hand without the io layer.
 *
 * y is up, gravity 9.82 m/s^2 along -y, every joint has a position sensor of its name with
 * sigma = 1 ("theta1"; x1 for slides), body origins are the centres of mass.  Each function returns
 * a model of its own, to be changed at will and freed with tr_model_free(); it never returns
 * NULL. */
#pragma once

#include "engine/mbs/model.h"

/* One body "A" on the hinge "h1" about the world's z axis, hanging along -y at angle 0; mass
 * 0.428 kg at 0.092 m, viscous and load-dependent dry friction, motor "m1".  The model with one
 * body of the reference steps. */
TrModel *tr_mechanism_pendulum(void);

/* Two links of 0.3 m and 0.2 m in the plane z = 0, hinges about z, viscous friction, no motor. */
TrModel *tr_mechanism_double_pendulum(void);

/* The Furuta pendulum of paper 0 (tables 1 and 5): arm "A" on the vertical hinge "h1" driven by
 * "m1", pendulum "B" on the hinge "h2" along the arm, hanging at angle 0; compliance 1e-6, damping
 * time 0.02 s, viscous friction, the true values of the reference release. */
TrModel *tr_mechanism_furuta(void);

/* The same with load-dependent dry friction, tilt and the true values of the reference swing-up. */
TrModel *tr_mechanism_furuta_swing(void);

/* A carriage "A" of 95 kg on the horizontal slide "s1" along x, with plain dry friction of 20 N,
 * viscous friction and the motor "m1" of 35 N per unit. */
TrModel *tr_mechanism_slider(void);

/* A cart on a slide along x that carries a hanging pendulum: slide and hinge together. */
TrModel *tr_mechanism_cart_pole(void);

/* All of the above, for tests that loop. */
typedef struct TrTestMechanism {
  const char *name;
  TrModel *(*create)(void);
} TrTestMechanism;

extern const TrTestMechanism tr_mechanisms[];
extern const int tr_n_mechanisms;
