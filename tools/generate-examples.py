#!/usr/bin/python3
"""Makes the logs of the embedded examples: data/examples/NAME.csv and NAME.reference.json.

usage: generate-examples.py [--output FOLDER] [NAME]...

The motion comes from the equations in minimal coordinates, not from the program's stepper: a
Dormand-Prince pair of order 5(4) at a tolerance of 1e-11 that stops at every change of the input
and at every event of dry friction (a joint that comes to rest, one that breaks away).  A digital
controller reads the encoders at the rate of the log and holds its output in between.  What is
known of the mechanism (masses, geometry, rotor inertia) is read from NAME.trammel; the true values
of the free quantities stand here.  Noise has a fixed seed.
"""
import argparse
import itertools
import json
import math
import random
from pathlib import Path

TOLERANCE = 1e-11
FOLDER = Path(__file__).resolve().parent.parent / "data" / "examples"

TRUTH = {
    "cart-pole": {
        "body.pendulum.inertia.zz": 0.0055,
        "joint.pivot.viscous": 0.0015,
        "joint.pivot.coulomb": 0.004,
    },
    "pendulum": {
        "body.pendulum.inertia.zz": 0.0105,
        "joint.pivot.viscous": 0.004,
        "joint.pivot.coulomb": 0.04,
    },
    "furuta": {
        "gravity.tilt.x": 0.01,
        "gravity.tilt.z": -0.015,
        "body.arm.inertia.zz": 0.004,
        "body.pendulum.inertia.yy": 0.0039,
        "body.pendulum.inertia.zz": 0.0036,
        "joint.shaft.viscous": 0.012,
        "joint.shaft.coulomb": 0.015,
        "joint.elbow.viscous": 4e-4,
        "joint.elbow.coulomb": 0.0025,
        "motor.drive.gain": 0.12,
    },
    "servo": {
        "body.lever.inertia.zz": 0.12,
        "joint.axis.viscous": 0.35,
        "joint.axis.coulomb": 1.2,
        "motor.drive.gain": 0.045,
        "motor.drive.bias": -0.01,
    },
    "four-bar": {
        "body.crank.inertia.zz": 0.004,
        "body.rocker.inertia.zz": 0.0025,
        "joint.shaft.viscous": 0.012,
        "joint.shaft.coulomb": 0.03,
        "motor.drive.gain": 0.12,
    },
    "slider-crank": {
        "body.crank.inertia.zz": 0.002,
        "body.piston.mass": 0.45,
        "joint.shaft.coulomb": 0.025,
        "joint.bore.viscous": 6.0,
        "motor.drive.gain": 0.1,
    },
    "double-pendulum": {
        "body.upper.inertia.zz": 0.0042,
        "body.lower.inertia.zz": 0.0016,
        "joint.shoulder.viscous": 0.003,
        "joint.shoulder.coulomb": 0.01,
        "joint.elbow.viscous": 0.001,
        "joint.elbow.coulomb": 0.004,
    },
    "three-joint-arm": {
        "body.column.inertia.zz": 0.045,
        "body.upper.inertia.zz": 0.036,
        "body.forearm.mass": 2.1,
        "body.forearm.inertia.zz": 0.022,
        "joint.waist.viscous": 0.9,
        "joint.waist.coulomb": 0.5,
        "joint.shoulder.viscous": 1.1,
        "joint.shoulder.coulomb": 0.7,
        "joint.elbow.viscous": 0.4,
        "joint.elbow.coulomb": 0.25,
        "motor.waist drive.gain": 0.065,
        "motor.shoulder drive.gain": 0.07,
        "motor.elbow drive.gain": 0.055,
    },
}


# --- equations of motion -------------------------------------------------------------------------

class Quantities:
    """Numbers of a project by id; the truth stands in front of the project's start values."""

    def __init__(self, project, truth):
        self.model = project["model"]
        self.truth = truth

    @staticmethod
    def plain(quantity):
        return quantity["value"] if isinstance(quantity, dict) else quantity

    def find(self, kind, name):
        return next(item for item in self.model[kind] if item["name"] == name)

    def body(self, name, key, element=None):
        known = self.truth.get(f"body.{name}.{key}" + (f".{element}" if element else ""))
        value = self.find("bodies", name)[key]
        if element is not None:
            value = value[element]
        return known if known is not None else self.plain(value)

    def com(self, name, axis):
        return self.plain(self.find("bodies", name)["com"][axis])

    def joint(self, name, key):
        known = self.truth.get(f"joint.{name}.{key}")
        return known if known is not None else self.plain(self.find("joints", name)["friction"][key])

    def motor(self, name, key):
        known = self.truth.get(f"motor.{name}.{key}")
        return known if known is not None else self.plain(self.find("motors", name)[key])

    def gravity(self):
        """Magnitude times (0, -1, 0), turned by the tilt's rotation vector (x, 0, z)."""
        x, z = (self.truth.get(f"gravity.tilt.{axis}", 0.0) for axis in "xz")
        size = self.model["gravity"]["magnitude"]
        angle = math.hypot(x, z)
        if angle == 0:
            return (0.0, -size, 0.0)
        s, c = math.sin(angle) / angle, math.cos(angle)
        return (size * s * z, -size * c, -size * s * x)


class Pendulum:
    """Hinge about the world's z, hanging along -y at angle 0."""

    n_joints = 1

    def __init__(self, quantities):
        q = quantities
        self.length = -q.com("pendulum", 1)
        self.moment = q.body("pendulum", "mass") * self.length
        self.inertia = q.body("pendulum", "inertia", "zz") + self.moment * self.length
        self.viscous = q.joint("pivot", "viscous")
        self.dry = (q.joint("pivot", "coulomb"),)
        self.g = q.gravity()

    def system(self, angle, rate, _):
        """Mass matrix and generalised forces without dry friction."""
        gx, gy, _gz = self.g
        pull = self.moment * (gx * math.cos(angle[0]) + gy * math.sin(angle[0]))
        return ((self.inertia,),), (pull - self.viscous * rate[0],)


class Furuta:
    """Arm on a vertical shaft, pendulum on a hinge along the arm, hanging at angle 0."""

    n_joints = 2

    def __init__(self, quantities):
        q = quantities
        arm, pendulum = q.body("arm", "mass"), q.body("pendulum", "mass")
        l1, l2 = q.com("arm", 0), q.com("pendulum", 0)
        reach = q.find("joints", "elbow")["parent_frame"]["position"][0]
        self.arm_moment = arm * l1 + pendulum * reach
        self.moment = pendulum * l2
        self.arm_inertia = (q.body("arm", "inertia", "zz") + arm * l1 * l1 +
                            pendulum * reach * reach +
                            q.motor("drive", "gear") ** 2 * q.motor("drive", "rotor_inertia"))
        self.along = q.body("pendulum", "inertia", "xx")
        self.across = q.body("pendulum", "inertia", "zz") + pendulum * l2 * l2
        self.swing = q.body("pendulum", "inertia", "yy") + pendulum * l2 * l2
        self.coupling = pendulum * reach * l2
        self.viscous = (q.joint("shaft", "viscous"), q.joint("elbow", "viscous"))
        self.dry = (q.joint("shaft", "coulomb"), q.joint("elbow", "coulomb"))
        self.gain = q.motor("drive", "gear") * q.motor("drive", "gain")
        self.bias = q.motor("drive", "gear") * q.motor("drive", "bias")
        self.g = q.gravity()

    def system(self, angle, rate, u):
        """Mass matrix and generalised forces without dry friction.

        Lagrange's equations with the arm's axes x = (cos a, 0, -sin a), y = (-sin a, 0, -cos a),
        z up; the pendulum points along sin b y - cos b z.
        """
        sa, ca = math.sin(angle[0]), math.cos(angle[0])
        sb, cb = math.sin(angle[1]), math.cos(angle[1])
        wa, wb = rate
        gx, gy, gz = self.g
        g_x, g_y = gx * ca - gz * sa, -gx * sa - gz * ca
        turn = self.arm_inertia + self.across * sb * sb + self.along * cb * cb
        cross = self.coupling * cb
        change = 2 * sb * cb * (self.across - self.along)
        pull_a = self.arm_moment * g_y - self.moment * sb * g_x
        pull_b = self.moment * (cb * g_y + sb * gy)
        force_a = (self.gain * u + self.bias + pull_a - self.viscous[0] * wa - change * wa * wb +
                   self.coupling * sb * wb * wb)
        force_b = pull_b - self.viscous[1] * wb + 0.5 * change * wa * wa
        return ((turn, cross), (cross, self.swing)), (force_a, force_b)


class Servo:
    """Lever on a level shaft behind a gear, horizontal along x at angle 0."""

    n_joints = 1

    def __init__(self, quantities):
        q = quantities
        arm = q.com("lever", 0)
        self.moment = q.body("lever", "mass") * arm
        self.gear = q.motor("drive", "gear")
        self.inertia = (q.body("lever", "inertia", "zz") + self.moment * arm +
                        self.gear ** 2 * q.motor("drive", "rotor_inertia"))
        self.gain, self.bias = q.motor("drive", "gain"), q.motor("drive", "bias")
        self.viscous = q.joint("axis", "viscous")
        self.dry = (q.joint("axis", "coulomb"),)
        self.g = q.gravity()

    def system(self, angle, rate, u):
        """Mass matrix and generalised forces without dry friction."""
        gx, gy, _ = self.g
        pull = self.moment * (gy * math.cos(angle[0]) - gx * math.sin(angle[0]))
        drive = self.gear * (self.gain * u + self.bias)
        return ((self.inertia,),), (drive + pull - self.viscous * rate[0],)


class CartPole:
    """Cart on a rail along x whose acceleration is the input, pendulum hanging along -y at angle 0.

    Nothing that the pendulum does moves the cart: the first equation says so.
    """

    n_joints = 2

    def __init__(self, quantities):
        q = quantities
        length = -q.com("pendulum", 1)
        self.moment = q.body("pendulum", "mass") * length
        self.inertia = q.body("pendulum", "inertia", "zz") + self.moment * length
        self.viscous = q.joint("pivot", "viscous")
        self.dry = (0.0, q.joint("pivot", "coulomb"))
        self.g = q.gravity()

    def system(self, angle, rate, u):
        """Mass matrix and generalised forces without dry friction."""
        gx, gy, _gz = self.g
        s, c = math.sin(angle[1]), math.cos(angle[1])
        pull = self.moment * (gx * c + gy * s) - self.viscous * rate[1]
        return ((1.0, 0.0), (self.moment * c, self.inertia)), (u, pull)


class DoublePendulum:
    """Two links on hinges about the world's z, hanging along -y at angles 0; the second angle is
    that of the elbow."""

    n_joints = 2

    def __init__(self, quantities):
        q = quantities
        upper, lower = q.body("upper", "mass"), q.body("lower", "mass")
        c1, c2 = q.com("upper", 0), q.com("lower", 0)
        reach = q.find("joints", "elbow")["parent_frame"]["position"][0]
        self.first = q.body("upper", "inertia", "zz") + upper * c1 * c1 + lower * reach * reach
        self.second = q.body("lower", "inertia", "zz") + lower * c2 * c2
        self.coupling = lower * reach * c2
        self.moments = upper * c1 + lower * reach, lower * c2
        self.viscous = q.joint("shoulder", "viscous"), q.joint("elbow", "viscous")
        self.dry = q.joint("shoulder", "coulomb"), q.joint("elbow", "coulomb")
        self.g = q.gravity()

    def system(self, angle, rate, _):
        """Mass matrix and generalised forces without dry friction."""
        sb, cb = math.sin(angle[1]), math.cos(angle[1])
        wa, wb = rate
        pull = [m * (self.g[0] * math.cos(a) + self.g[1] * math.sin(a))
                for m, a in zip(self.moments, (angle[0], angle[0] + angle[1]))]
        cross = self.second + self.coupling * cb
        turn = self.first + self.second + 2 * self.coupling * cb
        return ((turn, cross), (cross, self.second)), (
            pull[0] + pull[1] + self.coupling * sb * wb * (2 * wa + wb) - self.viscous[0] * wa,
            pull[1] - self.coupling * sb * wa * wa - self.viscous[1] * wb)


class ThreeJointArm:
    """Column on a vertical waist, upper arm and forearm in the vertical plane that turns with it.
    The upper arm is level at angle 0 and rises with it, the elbow's angle is that between both."""

    n_joints = 3
    JOINTS = ("waist", "shoulder", "elbow")

    def __init__(self, quantities):
        q = quantities
        self.upper, self.forearm = q.body("upper", "mass"), q.body("forearm", "mass")
        self.centres = q.com("upper", 0), q.com("forearm", 0)
        self.offset = q.find("joints", "shoulder")["parent_frame"]["position"][0]
        self.reach = q.find("joints", "elbow")["parent_frame"]["position"][0]
        self.column = q.body("column", "inertia", "zz")
        self.along = [q.body(name, "inertia", "xx") for name in ("upper", "forearm")]
        self.across = [q.body(name, "inertia", "zz") for name in ("upper", "forearm")]
        drives = [f"{joint} drive" for joint in self.JOINTS]
        gears = [q.motor(drive, "gear") for drive in drives]
        self.rotors = [g ** 2 * q.motor(d, "rotor_inertia") for g, d in zip(gears, drives)]
        self.gains = [g * q.motor(d, "gain") for g, d in zip(gears, drives)]
        self.viscous = [q.joint(joint, "viscous") for joint in self.JOINTS]
        self.dry = tuple(q.joint(joint, "coulomb") for joint in self.JOINTS)
        self.weight = -q.gravity()[1]

    def turn(self, b, c):
        """Inertia about the waist and its derivatives by the angles of shoulder and elbow."""
        s, r = math.sin(b), math.cos(b)
        se, re = math.sin(b + c), math.cos(b + c)
        near = self.offset + self.centres[0] * r
        far = self.offset + self.reach * r + self.centres[1] * re
        thin, thin_e = (a - x for a, x in zip(self.across, self.along))
        value = (self.column + self.rotors[0] + self.upper * near ** 2 + self.forearm * far ** 2 +
                 self.along[0] + thin * r * r + self.along[1] + thin_e * re * re)
        by_e = -2 * self.forearm * far * self.centres[1] * se - 2 * thin_e * re * se
        by_s = (-2 * self.upper * near * self.centres[0] * s -
                2 * self.forearm * far * self.reach * s - 2 * thin * r * s + by_e)
        return value, by_s, by_e

    def lift(self, b, c):
        """Torques of the weight about shoulder and elbow."""
        elbow = self.forearm * self.centres[1] * math.cos(b + c)
        shoulder = (self.upper * self.centres[0] + self.forearm * self.reach) * math.cos(b) + elbow
        return -self.weight * shoulder, -self.weight * elbow

    def system(self, angle, rate, u):
        """Mass matrix and generalised forces without dry friction."""
        _, b, c = angle
        wa, wb, wc = rate
        turn, by_s, by_e = self.turn(b, c)
        fold = self.forearm * self.reach * self.centres[1]
        second = self.across[1] + self.forearm * self.centres[1] ** 2
        first = (self.across[0] + self.upper * self.centres[0] ** 2 +
                 self.forearm * self.reach ** 2)
        cross = second + fold * math.cos(c)
        bend = fold * math.sin(c)
        matrix = ((turn, 0.0, 0.0),
                  (0.0, first + cross + fold * math.cos(c) + self.rotors[1], cross),
                  (0.0, cross, second + self.rotors[2]))
        pulls = 0.0, *self.lift(b, c)
        turns = (-(by_s * wb + by_e * wc) * wa,
                 0.5 * by_s * wa * wa + bend * (2 * wb + wc) * wc,
                 0.5 * by_e * wa * wa - bend * wb * wb)
        force = tuple(g * i + p + t - v * w for g, i, p, t, v, w in
                      zip(self.gains, u, pulls, turns, self.viscous, rate))
        return matrix, force


class Linkage:
    """Bodies in a plane that follow one crank, whose angle t is the coordinate.  A part is a tuple
    of its mass, its inertia, the derivatives by t of its centre's place and of its angle, and their
    derivatives by t once more."""

    n_joints = 1

    def __init__(self, quantities):
        q = quantities
        self.gain = q.motor("drive", "gear") * q.motor("drive", "gain")
        self.bias = q.motor("drive", "gear") * q.motor("drive", "bias")
        self.viscous = q.joint("shaft", "viscous")
        self.g = q.gravity()

    def resist(self, _):
        """Viscous friction as the crank feels it, per rate."""
        return self.viscous

    def system(self, angle, rate, u):
        """Mass matrix and generalised forces without dry friction: with the inertia M(t) these are
        -M'/2 rate^2, weight, motor and viscous friction."""
        inertia = change = pull = 0.0
        for mass, moment, v, dv, w, dw in self.parts(angle[0]):
            inertia += mass * (v[0] * v[0] + v[1] * v[1]) + moment * w * w
            change += mass * (v[0] * dv[0] + v[1] * dv[1]) + moment * w * dw
            pull += mass * (self.g[0] * v[0] + self.g[1] * v[1])
        drive = self.gain * u + self.bias
        resistance = self.resist(angle[0]) * rate[0]
        return ((inertia,),), (drive + pull - resistance - change * rate[0] ** 2,)


def swing(length, angle, turn=1.0, change=0.0):
    """A point at the end of a bar at `angle` by its parameter: first and second derivative of its
    place, where those of the angle are `turn` and `change`."""
    x, y = length * math.cos(angle), length * math.sin(angle)
    return (-y * turn, x * turn), (-x * turn ** 2 - y * change, -y * turn ** 2 + x * change)


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


class FourBar(Linkage):
    """Crank on the shaft at the origin, coupler, rocker on the pivot beside it; the coupler's end
    stays above the line between both."""

    def __init__(self, quantities):
        super().__init__(quantities)
        q = quantities
        self.dry = (q.joint("shaft", "coulomb"),)
        self.a = q.find("joints", "pin")["parent_frame"]["position"][0]
        self.b = q.find("joints", "knee")["parent_frame"]["position"][0]
        self.c = q.find("joints", "knee")["child_frame"]["position"][0]
        self.ground = q.find("joints", "pivot")["parent_frame"]["position"]
        self.bodies = [(q.body(name, "mass"), q.body(name, "inertia", "zz"), q.com(name, 0))
                       for name in ("crank", "coupler", "rocker")]

    def place(self, t):
        """Angles of coupler and rocker, by the circles around the crank's end and the pivot."""
        x, y = self.a * math.cos(t), self.a * math.sin(t)
        dx, dy = self.ground[0] - x, self.ground[1] - y
        span = math.hypot(dx, dy)
        along = (self.b ** 2 - self.c ** 2 + span ** 2) / (2 * span)
        across = math.sqrt(self.b ** 2 - along ** 2)
        px, py = x + (along * dx - across * dy) / span, y + (along * dy + across * dx) / span
        return math.atan2(py - y, px - x), math.atan2(py - self.ground[1], px - self.ground[0])

    def follow(self, phi, psi, right):
        """Derivatives of both angles that make b swing(phi) - c swing(psi) the right side."""
        matrix = ((-self.b * math.sin(phi), self.c * math.sin(psi)),
                  (self.b * math.cos(phi), -self.c * math.cos(psi)))
        return solve(matrix, right)

    def parts(self, t):
        phi, psi = self.place(t)
        pin = swing(self.a, t)
        w = self.follow(phi, psi, tuple(-x for x in pin[0]))
        centripetal = [swing(self.b, phi, w[0])[1], swing(self.c, psi, w[1])[1]]
        dw = self.follow(phi, psi, tuple(r - b - a for a, b, r in zip(pin[1], *centripetal)))
        motions = [swing(self.bodies[0][2], t), swing(self.bodies[1][2], phi, w[0], dw[0]),
                   swing(self.bodies[2][2], psi, w[1], dw[1])]
        motions[1] = add(motions[1][0], pin[0]), add(motions[1][1], pin[1])
        turns = (1.0, 0.0), (w[0], dw[0]), (w[1], dw[1])
        for (mass, inertia, _), motion, turn in zip(self.bodies, motions, turns):
            yield mass, inertia, *motion, *turn


class SliderCrank(Linkage):
    """Crank on the shaft at the origin, rod, piston in a level bore along x, which is off the
    shaft's height; viscous friction in the bore."""

    def __init__(self, quantities):
        super().__init__(quantities)
        q = quantities
        self.r = q.find("joints", "pin")["parent_frame"]["position"][0]
        self.length = q.find("joints", "wrist")["parent_frame"]["position"][0]
        self.height = q.find("joints", "bore")["parent_frame"]["position"][1]
        self.dry = (q.joint("shaft", "coulomb"),)
        self.bore = q.joint("bore", "viscous")
        self.bodies = [(q.body(name, "mass"), q.body(name, "inertia", "zz"), q.com(name, 0))
                       for name in ("crank", "rod")]
        self.piston = q.body("piston", "mass")

    def follow(self, t):
        """Angle of the rod and its derivatives: its end stays at the bore's height."""
        phi = math.asin((self.height - self.r * math.sin(t)) / self.length)
        turn = -self.r * math.cos(t) / (self.length * math.cos(phi))
        change = (self.r * math.sin(t) / self.length + math.sin(phi) * turn ** 2) / math.cos(phi)
        return phi, turn, change

    def parts(self, t):
        rod = self.follow(t)
        pin = swing(self.r, t)
        end = swing(self.length, *rod)
        motion = swing(self.bodies[1][2], *rod)
        yield *self.bodies[0][:2], *swing(self.bodies[0][2], t), 1.0, 0.0
        yield *self.bodies[1][:2], add(pin[0], motion[0]), add(pin[1], motion[1]), *rod[1:]
        yield (self.piston, 0.0, (pin[0][0] + end[0][0], 0.0), (pin[1][0] + end[1][0], 0.0),
               0.0, 0.0)

    def resist(self, t):
        travel = swing(self.r, t)[0][0] + swing(self.length, *self.follow(t))[0][0]
        return self.viscous + self.bore * travel ** 2


# --- integration with stick and slip -------------------------------------------------------------

# Dormand-Prince 5(4)
STAGES = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
ERROR = (71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)


def solve(matrix, right):
    """Solves a system of up to two equations, or of more with a positive definite matrix."""
    if len(right) == 0:
        return ()
    if len(right) == 1:
        return (right[0] / matrix[0][0],)
    if len(right) > 2:
        (pivot, *row), *below = matrix
        ratios = [line[0] / pivot for line in below]
        rest = solve([[x - ratio * y for x, y in zip(line[1:], row)]
                      for ratio, line in zip(ratios, below)],
                     [r - ratio * right[0] for ratio, r in zip(ratios, right[1:])])
        return ((right[0] - sum(a * x for a, x in zip(row, rest))) / pivot, *rest)
    (a, b), (c, d) = matrix
    det = a * d - b * c
    return ((d * right[0] - b * right[1]) / det, (a * right[1] - c * right[0]) / det)


class Motion:
    """State of a mechanism and its advance in time; a joint's mode is the sign of its rate, 0 when
    it sticks."""

    def __init__(self, mechanism, angle):
        self.mechanism = mechanism
        self.n = mechanism.n_joints
        self.state = tuple(angle) + (0.0,) * self.n

    def respond(self, state, u, mode):
        """Accelerations, and the friction torques that hold the sticking joints."""
        matrix, force = self.mechanism.system(state[:self.n], state[self.n:], u)
        moving = [j for j in range(self.n) if mode[j]]
        part = [[matrix[i][j] for j in moving] for i in moving]
        slip = solve(part, [force[j] - mode[j] * self.mechanism.dry[j] for j in moving])
        acceleration = [0.0] * self.n
        for j, a in zip(moving, slip):
            acceleration[j] = a
        hold = [0.0 if mode[j] else
                force[j] - sum(matrix[j][i] * acceleration[i] for i in moving)
                for j in range(self.n)]
        return acceleration, hold

    def choose_mode(self, state, u):
        """Signs of the rates; joints at rest stick where friction can hold them.  Where two choices
        meet, rounding may rule out both: then it is the one that it rules out least."""
        least, best = 1e-9, None
        rates, dry = state[self.n:], self.mechanism.dry
        choices = [(math.copysign(1, w),) if w else (0, 1, -1) for w in rates]
        for mode in itertools.product(*choices):
            acceleration, hold = self.respond(state, u, mode)
            wrong = [-mode[j] * acceleration[j] if mode[j] else abs(hold[j]) - dry[j]
                     for j in range(self.n) if not rates[j]]
            if all(w < 0 or w == 0 and not m for w, m in
                   zip(wrong, (mode[j] for j in range(self.n) if not rates[j]))):
                return mode
            if max(wrong) < least:
                least, best = max(wrong), mode
        if best:
            return best
        raise ArithmeticError(f"no mode of friction fits the state {state}")

    def step(self, u, mode, h):
        """One step: the state after it and the estimate of its error."""
        slopes = []
        for row in STAGES:
            y = tuple(s + h * sum(a * k[i] for a, k in zip(row, slopes))
                      for i, s in enumerate(self.state))
            slopes.append(y[self.n:] + tuple(self.respond(y, u, mode)[0]))
        error = max(abs(h * sum(e * k[i] for e, k in zip(ERROR, slopes)))
                    for i in range(2 * self.n))
        return y, error

    def breaks_mode(self, state, u, mode):
        """Joints that turned back or broke away."""
        _, hold = self.respond(state, u, mode)
        return [j for j in range(self.n)
                if (mode[j] * state[self.n + j] < 0 if mode[j] else
                    abs(hold[j]) > self.mechanism.dry[j])]

    def locate(self, u, mode, h):
        """Shortest step, to rounding, after which the mode does not hold any more."""
        good, bad = 0.0, h
        while bad - good > 1e-15:
            middle = 0.5 * (good + bad)
            if self.breaks_mode(self.step(u, mode, middle)[0], u, mode):
                bad = middle
            else:
                good = middle
        return bad

    def advance(self, u, duration):
        """Moves the state on while the input is held."""
        left = duration
        while left > 1e-14:
            mode = self.choose_mode(self.state, u)
            h = left
            after, error = self.step(u, mode, h)
            while error > TOLERANCE:
                h *= max(0.2, 0.9 * (TOLERANCE / error) ** 0.2)
                after, error = self.step(u, mode, h)
            broken = self.breaks_mode(after, u, mode)
            if broken:
                h = self.locate(u, mode, h)
                after, _ = self.step(u, mode, h)
                broken = self.breaks_mode(after, u, mode)
            self.state = tuple(0.0 if i >= self.n and mode[i - self.n] and i - self.n in broken
                               else x for i, x in enumerate(after))
            left -= h


# --- sensors, controllers ------------------------------------------------------------------------

class Encoder:
    """A coordinate, angles in degrees and lengths in millimetres, with noise, rounded to counts."""

    def __init__(self, step, noise, rng, unit=math.degrees):
        self.step, self.noise, self.rng, self.unit = step, noise, rng, unit

    def read(self, coordinate):
        count = round((self.unit(coordinate) + self.rng.gauss(0, self.noise)) / self.step)
        return count * self.step


def millimetres(length):
    return 1000 * length


def quantise(value, limit, step):
    return round(max(-limit, min(limit, value)) / step) * step


class SwingUp:
    """Pumps energy into the pendulum until it is nearly upright, then lets go of it and shakes the
    arm with a sum of sines."""

    def __init__(self, rate):
        self.rate = rate
        self.before = None
        self.smooth = [0.0, 0.0]

    def __call__(self, t, degrees):
        angle = [math.radians(d) for d in degrees]
        for j in range(2):
            raw = (angle[j] - self.before[j]) * self.rate if self.before else 0.0
            self.smooth[j] += 0.06 * (raw - self.smooth[j])
        self.before = angle
        a, b = angle
        wa, wb = self.smooth
        energy = 0.5 * wb * wb / 75 + 1 - math.cos(b)
        pump = math.tanh(4 * (1.75 - energy)) if t < 6 else 0.0
        shake = (0.9 * math.sin(2 * math.pi * 0.7 * t) + 0.8 * math.sin(2 * math.pi * 1.9 * t + 1) +
                 0.7 * math.sin(2 * math.pi * 4.3 * t + 2))
        u = (-5.0 * pump * math.tanh(wb) * math.cos(b) - 1.2 * a - 0.1 * wa +
             (0.4 if t < 6 else 1.6) * shake)
        return quantise(u, 8, 0.01)


class PositionLoop:
    """Steps of the speed, then a chirp of it, under a cascade of position and speed control.  The
    axis hardly stands still: at rest dry friction takes any value and carries no information."""

    STEPS = ((0.0, -1.5), (0.6, 2.5), (1.4, -3.5), (2.15, 1.0), (2.9, -0.7), (3.5, 3.2), (4.3, -2.0),
             (5.1, 1.2), (5.6, -0.8))
    SWEEP = 5.9
    ACCELERATION = 30.0

    def __init__(self, rate):
        self.rate = rate
        self.before = None
        self.speed = self.integral = 0.0
        self.reference = self.reference_speed = 0.0

    def plan(self, t):
        """Requested speed."""
        if t < self.SWEEP:
            return next(x for begin, x in reversed(self.STEPS) if t >= begin)
        s = t - self.SWEEP
        return 2.2 * math.sin(2 * math.pi * (0.6 + 0.25 * s) * s)

    def follow(self, speed):
        change = self.ACCELERATION / self.rate
        self.reference_speed += max(-change, min(change, speed - self.reference_speed))
        self.reference += self.reference_speed / self.rate

    def __call__(self, t, degrees):
        angle = math.radians(degrees[0])
        raw = (angle - self.before) * self.rate if self.before is not None else 0.0
        self.before = angle
        self.speed += 0.2 * (raw - self.speed)
        self.follow(self.plan(t))
        error = 12 * (self.reference - angle) + self.reference_speed - self.speed
        self.integral = max(-2.0, min(2.0, self.integral + 8 * error / self.rate))
        return quantise(2.5 * error + self.integral, 8, 0.002)


class Shaker:
    """Acceleration of a sum of sines that swells from rest, held over each sample."""

    def __init__(self, rate):
        self.step = 1 / rate

    @staticmethod
    def plan(t):
        """Requested position."""
        swell = t * t / (t * t + 0.6)
        return 0.09 * swell * (math.sin(2 * math.pi * 0.55 * t) +
                               0.7 * math.sin(2 * math.pi * 1.15 * t + 1) +
                               0.25 * math.sin(2 * math.pi * 2.3 * t + 2))

    def __call__(self, t, _coordinates):
        h = self.step
        return (self.plan(t + h) - 2 * self.plan(t) + self.plan(max(t - h, 0))) / h**2


class SpeedLoop(PositionLoop):
    """Steps of the speed all round and back, then a chirp of it, under speed control alone."""

    STEPS = ((0.0, 5.0), (1.6, -4.0), (2.8, 8.0), (4.2, 2.0), (5.2, -7.0))
    SWEEP = 6.4

    def __call__(self, t, degrees):
        angle = math.radians(degrees[0])
        raw = (angle - self.before) * self.rate if self.before is not None else 0.0
        self.before = angle
        self.speed += 0.1 * (raw - self.speed)
        self.follow(2.5 * self.plan(t) if t >= self.SWEEP else self.plan(t))
        error = self.reference_speed - self.speed
        self.integral = max(-3.0, min(3.0, self.integral + 6 * error / self.rate))
        return quantise(1.2 * error + self.integral, 8, 0.01)


class ArmLoops:
    """A position loop a joint, which follow sums of sines that swell from rest; the drives carry the
    weight from the start on."""

    START = (0.0, math.radians(-40), math.radians(50))
    CARRIED = (0.0, 3.9, 1.3)
    STIFFNESS = (30.0, 60.0, 30.0)
    DAMPING = (1.5, 3.0, 1.2)
    SINES = (((0.7, 0.35, 0.0), (0.35, 0.85, 1.0), (0.1, 2.1, 2.0)),
             ((0.45, 0.45, 0.5), (0.25, 0.95, 2.5), (0.06, 2.6, 0.3)),
             ((0.6, 0.55, 1.5), (0.3, 1.25, 0.2), (0.08, 3.1, 1.1)))

    def __init__(self, rate):
        self.rate = rate
        self.before = None
        self.speed = [0.0] * 3

    def plan(self, joint, t):
        """Requested position."""
        swell = t * t / (t * t + 0.5)
        return self.START[joint] + swell * sum(
            a * math.sin(2 * math.pi * f * t + phase) for a, f, phase in self.SINES[joint])

    def __call__(self, t, degrees):
        angle = [math.radians(d) for d in degrees]
        before, self.before = self.before or angle, angle
        currents = []
        for j in range(3):
            self.speed[j] += 0.1 * ((angle[j] - before[j]) * self.rate - self.speed[j])
            wish, soon = self.plan(j, t), self.plan(j, t + 1 / self.rate)
            i = (self.CARRIED[j] + self.STIFFNESS[j] * (wish - angle[j]) +
                 self.DAMPING[j] * ((soon - wish) * self.rate - self.speed[j]))
            currents.append(quantise(i, 20, 0.005))
        return tuple(currents)


def read_project(name):
    return json.loads((FOLDER / f"{name}.trammel").read_text(encoding="utf-8"))


def no_input(_t, _degrees):
    return 0.0


# --- the examples --------------------------------------------------------------------------------

class Example:
    def __init__(self, mechanism, start, rate, duration, controller, encoders, header):
        self.mechanism, self.start, self.rate, self.duration = mechanism, start, rate, duration
        self.controller, self.encoders, self.header = controller, encoders, header


EXAMPLES = {
    "pendulum": Example(Pendulum, (170.0,), 500, 16.0, lambda rate: no_input, [(0.05, 0.02)],
                        ("time [s]", "angle [deg]")),
    "furuta": Example(Furuta, (0.0, 0.0), 1000, 10.0, SwingUp, 2 * [(0.09, 0.03)],
                      ("time [s]", "arm [deg]", "pendulum [deg]", "u [V]")),
    "cart-pole": Example(CartPole, (0.0, 0.0), 1000, 12.0, Shaker,
                         [(0.02, 0.005, millimetres), (0.05, 0.02)],
                         ("time [s]", "cart [mm]", "angle [deg]")),
    "servo": Example(Servo, (0.0,), 1000, 10.0, PositionLoop, [(0.01, 0.004)],
                     ("time [s]", "position [deg]", "current [A]")),
    "four-bar": Example(FourBar, (0.0,), 1000, 10.0, SpeedLoop, [(0.09, 0.03)],
                        ("time [s]", "crank [deg]", "u [V]")),
    "slider-crank": Example(SliderCrank, (0.0,), 1000, 10.0, SpeedLoop, [(0.09, 0.03)],
                            ("time [s]", "crank [deg]", "u [V]")),
    "double-pendulum": Example(DoublePendulum, (75.0, 60.0), 500, 10.0, lambda rate: no_input,
                               2 * [(0.05, 0.02)], ("time [s]", "shoulder [deg]", "elbow [deg]")),
    "three-joint-arm": Example(ThreeJointArm, (0.0, -40.0, 50.0), 1000, 10.0,
                               ArmLoops, 3 * [(0.01, 0.005)],
                               ("time [s]", "waist [deg]", "shoulder [deg]", "elbow [deg]",
                                "waist [A]", "shoulder [A]", "elbow [A]")),
}


def simulate(name, quantities, seed=""):
    """Rows of the log: time, encoders, inputs (where there are motors); other noise with a seed."""
    example = EXAMPLES[name]
    mechanism = example.mechanism(quantities)
    motion = Motion(mechanism, [math.radians(a) for a in example.start])
    rng = random.Random(f"trammel {name}{seed}")
    encoders = [Encoder(step, noise, rng, *unit) for step, noise, *unit in example.encoders]
    controller = example.controller(example.rate)
    for k in range(round(example.duration * example.rate) + 1):
        t = k / example.rate
        seen = [e.read(a) for e, a in zip(encoders, motion.state)]
        u = controller(t, seen)
        yield (t, *seen, *(u if isinstance(u, tuple) else (u,)))[:len(example.header)]
        motion.advance(u, 1 / example.rate)


def shortest(x):
    """Three decimals without what is superfluous; the sum makes minus zero zero."""
    return f"{round(x, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def write_log(path, name, rows):
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.write(",".join(EXAMPLES[name].header) + "\n")
        for row in rows:
            file.write(",".join(shortest(x) for x in row) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Makes the logs of the embedded examples.")
    parser.add_argument("--output", type=Path, default=FOLDER, help="folder for the files")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(EXAMPLES))
    arguments = parser.parse_args()
    for name in arguments.names or EXAMPLES:
        if name not in EXAMPLES:
            parser.error(f"there is no example '{name}'; choose from {', '.join(EXAMPLES)}")
        rows = list(simulate(name, Quantities(read_project(name), TRUTH[name])))
        write_log(arguments.output / f"{name}.csv", name, rows)
        (arguments.output / f"{name}.reference.json").write_text(
            json.dumps(TRUTH[name], indent=2) + "\n", encoding="ascii")
        print(f"{name}: {len(rows)} samples")


if __name__ == "__main__":
    main()
