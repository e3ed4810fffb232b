"""Reference simulation of a four-bar linkage, independent of the program: one coordinate, closed by
the cosine law, equations of motion from its energies.  Dimensions are those of the program's
template."""

import math
import random

GRAVITY = 9.82
CRANK, COUPLER, ROCKER, BASE = 0.1, 0.35, 0.25, 0.35  # [m]
BODIES = {"crank": (0.6, 0.02), "coupler": (0.3, 0.175), "rocker": (0.4, 0.125)}  # [kg], [m]
TRUTH = {"body.crank.inertia.zz": 0.004,
         "body.rocker.inertia.zz": 0.0025,
         "joint.shaft.viscous": 0.012,
         "joint.shaft.coulomb": 0.03,
         "motor.drive.gain": 0.12,
         "joint.spring1.stiffness": 120.0}
COUPLER_INERTIA = 0.0031
REST = 0.2  # [m] of the spring between the centres of mass of coupler and rocker

RATE, SECONDS, SUBSTEPS = 500, 6, 4
GRID = 3600  # crank angles with known energies
NOISE = math.radians(0.01)


def place(q):
    """Returns angles and centres of mass of the three links."""
    pin = (CRANK * math.cos(q), CRANK * math.sin(q))
    across = (BASE - pin[0], -pin[1])
    length = math.hypot(*across)
    turn = math.acos((COUPLER**2 + length**2 - ROCKER**2) / (2 * COUPLER * length))
    coupler = math.atan2(across[1], across[0]) + turn
    knee = (pin[0] + COUPLER * math.cos(coupler), pin[1] + COUPLER * math.sin(coupler))
    rocker = math.atan2(knee[1], knee[0] - BASE)
    angles = (q, coupler, rocker)
    origins = ((0.0, 0.0), pin, (BASE, 0.0))
    centres = [(origin[0] + arm * math.cos(angle), origin[1] + arm * math.sin(angle))
               for origin, angle, (_, arm) in zip(origins, angles, BODIES.values())]
    return angles, centres


def store(q):
    """Returns the potential energy."""
    _, centres = place(q)
    weight = sum(mass * GRAVITY * centre[1] for (mass, _), centre in zip(BODIES.values(), centres))
    stretch = math.dist(centres[1], centres[2]) - REST
    return weight + 0.5 * TRUTH["joint.spring1.stiffness"] * stretch**2


def reflect(q):
    """Returns the effective inertia at the crank: twice the kinetic energy at a rate of 1."""
    d = 1e-5
    before, after = place(q - d), place(q + d)
    inertias = (TRUTH["body.crank.inertia.zz"], COUPLER_INERTIA, TRUTH["body.rocker.inertia.zz"])
    total = 0.0
    for i, (mass, _) in enumerate(BODIES.values()):
        rate = (after[0][i] - before[0][i]) / (2 * d)
        speed = math.dist(after[1][i], before[1][i]) / (2 * d)
        total += mass * speed**2 + inertias[i] * rate**2
    return total


def tabulate():
    """Returns inertia, its derivative and that of the potential, at GRID angles of a full turn."""
    d = 1e-4
    angles = [2 * math.pi * i / GRID for i in range(GRID + 1)]
    return ([reflect(q) for q in angles],
            [(reflect(q + d) - reflect(q - d)) / (2 * d) for q in angles],
            [(store(q + d) - store(q - d)) / (2 * d) for q in angles])


def drive(t):
    """Returns the voltage [V]."""
    return 2.2 * math.sin(1.7 * t) + 1.6 * math.sin(5.3 * t + 1) + 0.8 * math.sin(9.1 * t)


def simulate():
    """Returns crank angles [rad] at RATE; Runge-Kutta steps with a fixed direction of sliding."""
    tables = tabulate()
    gain, viscous = TRUTH["motor.drive.gain"], TRUTH["joint.shaft.viscous"]
    dry = TRUTH["joint.shaft.coulomb"]

    def look_up(q):
        share = q / (2 * math.pi) % 1 * GRID
        i = min(int(share), GRID - 1)
        return [table[i] + (share - i) * (table[i + 1] - table[i]) for table in tables]

    def push(q, v, u):
        inertia, slope, pull = look_up(q)
        return inertia, gain * u - viscous * v - 0.5 * slope * v * v - pull

    def accelerate(q, v, u, way):
        inertia, force = push(q, v, u)
        return (force - dry * way) / inertia

    q, v, h = 0.0, 0.0, 1 / (RATE * SUBSTEPS)
    angles = []
    for i in range(RATE * SECONDS * SUBSTEPS + 1):
        if i % SUBSTEPS == 0:
            angles.append(q)
        # the input is held between samples
        u = drive(i // SUBSTEPS / RATE)
        force = push(q, v, u)[1]
        if v == 0 and abs(force) <= dry:
            continue  # sticks
        way = math.copysign(1, v if v != 0 else force)
        k1 = (v, accelerate(q, v, u, way))
        k2 = (v + h / 2 * k1[1], accelerate(q + h / 2 * k1[0], v + h / 2 * k1[1], u, way))
        k3 = (v + h / 2 * k2[1], accelerate(q + h / 2 * k2[0], v + h / 2 * k2[1], u, way))
        k4 = (v + h * k3[1], accelerate(q + h * k3[0], v + h * k3[1], u, way))
        q += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        after = v + h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        v = 0.0 if after * way < 0 else after  # stops before it turns
    return angles


def write_log(path):
    source = random.Random(1)
    rows = [f"{i / RATE:.3f},{math.degrees(q + source.gauss(0, NOISE)):.4f},{drive(i / RATE):.4f}"
            for i, q in enumerate(simulate())]
    path.write_text("time [s],crank [deg],drive [V]\n" + "\n".join(rows) + "\n", encoding="utf-8")
