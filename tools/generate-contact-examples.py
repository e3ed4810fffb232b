#!/usr/bin/python3
"""Makes the logs of the examples with impacts: data/examples/NAME*.csv and NAME.reference.json.

usage: generate-contact-examples.py [--output FOLDER] [NAME]...

The motion does not come from the program's stepper: each mechanism has its own equations, steps of
Runge-Kutta of order four or of Moreau that are short beside everything that moves, and impacts as
events that are located within a step, or by their laws in it.  Noise has a fixed seed.
"""
import argparse
import json
import math
import random
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "data" / "examples"

TRUTH = {
    "pendulum-stop": {
        "body.pendulum.inertia.zz": 0.0105,
        "joint.pivot.viscous": 0.006,
        "joint.pivot.stop_restitution": 0.6,
        "joint.pivot.limits.upper": math.radians(17.3),
    },
    "ball-and-beam": {
        "body.beam.inertia.zz": 0.0125,
        "body.ball.inertia.zz": 9.9e-6,
        "joint.pivot.stiffness": 20.0,
        "joint.pivot.viscous": 0.05,
    },
    "pendulum-latch": {
        "body.pendulum.inertia.zz": 0.0105,
        "joint.pivot.viscous": 0.006,
    },
    "thrown-cube": {
        "body.cube.inertia.xx": 0.00081,
        "contact.table.friction": 0.18,
        "contact.table.restitution": 0.3,
        "contact.table.size.x": 0.0524,
    },
}


def read_project(name):
    return json.loads((FOLDER / f"{name}.trammel").read_text(encoding="utf-8"))


def runge_kutta(slope, t, y, h):
    a = slope(t, y)
    b = slope(t + h / 2, [x + h / 2 * d for x, d in zip(y, a)])
    c = slope(t + h / 2, [x + h / 2 * d for x, d in zip(y, b)])
    d = slope(t + h, [x + h * d for x, d in zip(y, c)])
    return [x + h / 6 * (p + 2 * q + 2 * r + s) for x, p, q, r, s in zip(y, a, b, c, d)]


# --- a pendulum against a stop -------------------------------------------------------------------

class StopPendulum:
    """A driven pendulum whose angle rebounds from a stop; it rests there while it is pushed into
    it and its rate has died out."""

    STEP = 1e-4    # [s] of Runge-Kutta
    REST = 1e-5    # [rad/s] rate after an impact below which it rests

    def __init__(self, project, truth):
        body = project["model"]["bodies"][0]
        length = -body["com"][1]
        self.moment = body["mass"] * length * project["model"]["gravity"]["magnitude"]
        self.inertia = truth["body.pendulum.inertia.zz"] + body["mass"] * length**2
        self.viscous = truth["joint.pivot.viscous"]
        self.stop = truth["joint.pivot.limits.upper"]
        self.restitution = truth["joint.pivot.stop_restitution"]
        self.state = [0.0, 0.0]
        self.t = 0.0
        self.rests = False
        self.impacts = []
        self.torque = 0.0

    def slope(self, _t, y):
        angle, rate = y
        return [rate, (self.torque - self.moment * math.sin(angle) - self.viscous * rate) / self.inertia]

    def step(self, h):
        if self.rests:
            self.rests = self.slope(self.t, [self.stop, 0.0])[1] > 0
        if self.rests:
            self.state = [self.stop, 0.0]
            self.t += h
            return
        after = runge_kutta(self.slope, self.t, self.state, h)
        if after[0] <= self.stop or after[1] <= 0:
            self.state, self.t = after, self.t + h
            return
        good, bad = 0.0, h
        while bad - good > 1e-13:
            middle = (good + bad) / 2
            if runge_kutta(self.slope, self.t, self.state, middle)[0] > self.stop:
                bad = middle
            else:
                good = middle
        self.state, self.t = runge_kutta(self.slope, self.t, self.state, good), self.t + good
        self.impacts.append(self.state[1])
        self.state = [self.stop, -self.restitution * self.state[1]]
        self.rests = -self.state[1] < self.REST
        self.step(h - good)


def pendulum_stop(folder, seed=""):
    """A motor swings the pendulum against the stop, with an encoder of 18 000 counts per turn."""
    rng = random.Random(f"trammel pendulum-stop{seed}")
    pendulum = StopPendulum(read_project("pendulum-stop"), TRUTH["pendulum-stop"])
    rows, rate, n = [], 1000, 14000
    for k in range(n + 1):
        t = k / rate
        torque = 0.5 * math.sin(2 * math.pi * 1.4 * t) + 0.1 * math.sin(2 * math.pi * 0.23 * t)
        pendulum.torque = round(torque / 0.002) * 0.002
        degrees = round((math.degrees(pendulum.state[0]) + rng.gauss(0, 0.01)) / 0.02) * 0.02
        rows.append((t, degrees, pendulum.torque))
        for _ in range(round(1 / rate / pendulum.STEP)):
            pendulum.step(pendulum.STEP)
    hard = sum(impact > 0.3 for impact in pendulum.impacts)
    write_log(folder / "pendulum-stop.csv", ("time [s]", "angle [deg]", "torque [N m]"), rows)
    return f"{n + 1} samples, {hard} impacts above 0.3 rad/s"


# --- a pendulum that a latch catches -------------------------------------------------------------

class LatchPendulum(StopPendulum):
    """The same pendulum with a latch at the angle of a joint's frame: when the latch is armed and
    the pendulum arrives there, it stands still until it is released."""

    def __init__(self, project, truth):
        super().__init__(project, {**truth, "joint.pivot.limits.upper": math.inf,
                                   "joint.pivot.stop_restitution": 0.0})
        x, y, _ = project["model"]["joints"][1]["parent_frame"]["position"]
        self.place = math.atan2(x, -y)
        self.armed, self.caught = False, []

    def step(self, h):
        before = self.state
        if self.stop == self.place:
            self.t += h
            return
        super().step(h)
        if not self.armed or not before[0] < self.place <= self.state[0]:
            return
        share = (self.place - before[0]) / (self.state[0] - before[0])
        self.caught.append((self.t - (1 - share) * h, self.state[1]))
        self.state, self.stop = [self.place, 0.0], self.place

    def release(self):
        self.armed, self.stop = False, math.inf


LATCH = ((2.0, 3.1), (5.0, 6.2), (8.0, 9.3))  # [s] armed from, released at


def pendulum_latch(folder, seed=""):
    """A motor swings the pendulum; three times a latch catches it on its way up and lets it go."""
    rng = random.Random(f"trammel pendulum-latch{seed}")
    pendulum = LatchPendulum(read_project("pendulum-latch"), TRUTH["pendulum-latch"])
    rows, rate = [], 500
    for k in range(11 * rate + 1):
        t = k / rate
        pendulum.armed = any(a <= t < b for a, b in LATCH)
        if any(abs(t - b) < 1e-9 for _, b in LATCH):
            pendulum.release()
        pendulum.torque = round((0.22 * math.sin(5.1 * t) + 0.06 * math.sin(1.7 * t)) / 0.002) * 0.002
        degrees = math.degrees(pendulum.state[0]) + rng.gauss(0, 0.02)
        rows.append((t, degrees, pendulum.torque))
        for _ in range(round(1 / rate / pendulum.STEP)):
            pendulum.step(pendulum.STEP)
    write_log(folder / "pendulum-latch.csv", ("time [s]", "angle [deg]", "torque [N m]"), rows)
    return f"{len(rows)} samples, caught at " + ", ".join(f"{t:.4f} s ({w:.2f} rad/s)"
                                                          for t, w in pendulum.caught)


# --- a ball on a beam ----------------------------------------------------------------------------

class BallAndBeam:
    """A ball that rolls on a beam on a torsion spring without slip, by Lagrange's equations in the angle of the beam and
    the place s of the ball along it.  The ball turns by w = angle' - s'/radius."""

    STEP = 2e-4  # [s] of Runge-Kutta

    def __init__(self, project, truth):
        beam, ball = project["model"]["bodies"]
        rolling = next(j for j in project["model"]["joints"] if j["type"] == "rolling")
        self.g = project["model"]["gravity"]["magnitude"]
        self.mass, self.radius = ball["mass"], rolling["length"]
        self.height = rolling["parent_frame"]["position"][1] + self.radius
        self.inertia = truth["body.ball.inertia.zz"]
        self.beam_mass, self.com = beam["mass"], beam["com"]
        self.beam = truth["body.beam.inertia.zz"] + beam["mass"] * (self.com[0]**2 + self.com[1]**2)
        self.viscous = truth["joint.pivot.viscous"]
        self.stiffness = truth["joint.pivot.stiffness"]
        self.state = [0.02, 0.05, 0.0, 0.0]  # angle, s and their rates
        self.torque = 0.0

    def slope(self, _t, y):
        angle, s, rate, speed = y
        m, h, j, r = self.mass, self.height, self.inertia, self.radius
        sine, cosine = math.sin(angle), math.cos(angle)
        m11 = self.beam + m * (h * h + s * s) + j
        m12, m22 = -m * h - j / r, m + j / r**2
        weight = self.g * (m * (s * cosine - h * sine)
                           + self.beam_mass * (self.com[0] * cosine - self.com[1] * sine))
        f1 = (self.torque - self.stiffness * angle - self.viscous * rate
              - 2 * m * s * speed * rate - weight)
        f2 = m * s * rate**2 - self.g * m * sine
        det = m11 * m22 - m12 * m12
        return [rate, speed, (m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det]

    def step(self, h):
        self.state = runge_kutta(self.slope, 0.0, self.state, h)


def ball_and_beam(folder, seed=""):
    """A motor keeps the ball about a place that wanders along the beam."""
    rng = random.Random(f"trammel ball-and-beam{seed}")
    plant = BallAndBeam(read_project("ball-and-beam"), TRUTH["ball-and-beam"])
    rows, rate, farthest = [], 500, 0.0
    for k in range(12 * rate + 1):
        t = k / rate
        angle, s, turning, speed = plant.state
        farthest = max(farthest, abs(s))
        aim = 0.12 * math.sin(1.3 * t) + 0.05 * math.sin(3.1 * t)
        wanted = 1.2 * (s - aim) + 0.7 * speed
        shake = 0.8 * math.sin(11 * t) + 0.4 * math.sin(23 * t)
        torque = plant.stiffness * wanted - 0.3 * turning + shake
        plant.torque = round(torque / 0.002) * 0.002
        rows.append((t, round((math.degrees(angle) + rng.gauss(0, 0.01)) / 0.02) * 0.02,
                     1000 * (s + rng.gauss(0, 3e-4)), plant.torque))
        for _ in range(round(1 / rate / plant.STEP)):
            plant.step(plant.STEP)
    write_log(folder / "ball-and-beam.csv",
              ("time [s]", "beam [deg]", "ball [mm]", "torque [N m]"), rows)
    return f"{len(rows)} samples, ball within {1000 * farthest:.0f} mm"


# --- a thrown cube -------------------------------------------------------------------------------

def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def multiply(a, b):
    w, x, y, z = a
    return [w * b[0] - x * b[1] - y * b[2] - z * b[3], w * b[1] + x * b[0] + y * b[3] - z * b[2],
            w * b[2] - x * b[3] + y * b[0] + z * b[1], w * b[3] + x * b[2] - y * b[1] + z * b[0]]


def exponential(phi):
    t = math.sqrt(sum(x * x for x in phi))
    s = math.sin(t / 2) / t if t > 0 else 0.5
    return [math.cos(t / 2), *(s * x for x in phi)]


def rotation(q):
    w, x, y, z = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


class ThrownCube:
    """A rigid cube with the same inertia about all axes above a table, by Moreau's time stepping in
    short steps: impulses at the corners below the table obey Newton's law of restitution and
    Coulomb's cone, and are found corner by corner until they no longer change.  Velocities are
    those of the world's axes."""

    STEP = 5e-5    # [s]
    SLOW = 0.02    # [m/s] rate of an impact below which it does not rebound
    EXACT = 1e-9   # [m/s] change of a rate at which the impulses are found

    def __init__(self, project, truth, rng):
        self.mass = project["model"]["bodies"][0]["mass"]
        self.inertia = truth["body.cube.inertia.xx"]
        self.friction = truth["contact.table.friction"]
        self.restitution = truth["contact.table.restitution"]
        half = truth["contact.table.size.x"]
        self.corners = [[sx * half, sy * half, sz * half]
                        for sx in (1, -1) for sy in (1, -1) for sz in (1, -1)]
        self.r = [0.0, 0.0, rng.uniform(0.14, 0.2)]
        self.v = [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-0.5, 0)]
        self.q = exponential([rng.uniform(-1.5, 1.5) for _ in range(3)])
        self.w = [rng.uniform(-6, 6) for _ in range(3)]

    def rate(self, arm):
        return [a + b for a, b in zip(self.v, cross(self.w, arm))]

    def push(self, arm, impulse):
        self.v = [a + p / self.mass for a, p in zip(self.v, impulse)]
        self.w = [a + t / self.inertia for a, t in zip(self.w, cross(arm, impulse))]

    def correct(self, arm, impulse, rebound):
        """Moves the impulse at a corner towards its laws; returns the new one."""
        reach = 1 / self.mass + sum(a * a for a in arm) / self.inertia
        u = self.rate(arm)
        normal = max(0.0, impulse[2] - (u[2] - rebound) / reach)
        slide = [impulse[i] - u[i] / reach for i in range(2)]
        size, most = math.hypot(*slide), self.friction * normal
        share = min(1.0, most / size) if size > 0 else 0.0
        after = [share * slide[0], share * slide[1], normal]
        self.push(arm, [b - a for a, b in zip(impulse, after)])
        return after

    def step(self):
        h = self.STEP
        turned = rotation(multiply(exponential([h / 2 * w for w in self.w]), self.q))
        place = [r + h / 2 * v for r, v in zip(self.r, self.v)]
        arms = [[sum(a * b for a, b in zip(row, corner)) for row in turned] for corner in self.corners]
        arms = [arm for arm in arms if place[2] + arm[2] <= 0]
        before = [self.rate(arm)[2] for arm in arms]
        self.v[2] -= 9.81 * h
        impulses = [[0.0, 0.0, 0.0] for _ in arms]
        change = 1.0 if arms else 0.0
        while change > self.EXACT:
            last = self.v + self.w
            for i, arm in enumerate(arms):
                rebound = -self.restitution * before[i] if before[i] < -self.SLOW else 0.0
                impulses[i] = self.correct(arm, impulses[i], rebound)
            change = max(abs(a - b) for a, b in zip(last, self.v + self.w))
        self.q = multiply(exponential([h * w for w in self.w]), self.q)
        self.r = [r + h / 2 * v for r, v in zip(place, self.v)]


RATE, SAMPLES = 500, 201  # [Hz]; of a throw


def thrown_cube(folder, seed=""):
    """Eight throws of 0.4 s, one after the other, seen by a tracker at 500 Hz."""
    rng = random.Random(f"trammel thrown-cube{seed}")
    project, rows = read_project("thrown-cube"), []
    for throw in range(8):
        cube = ThrownCube(project, TRUTH["thrown-cube"], rng)
        for k in range(SAMPLES):
            place = [x + rng.gauss(0, 1e-4) for x in cube.r]
            q = multiply(cube.q, exponential([rng.gauss(0, 1e-3) for _ in range(3)]))
            rows.append(((throw * SAMPLES + k) / RATE, *place, *q))
            for _ in range(round(1 / RATE / cube.STEP)):
                cube.step()
    header = ("time [s]", "x [m]", "y [m]", "z [m]", "qw", "qx", "qy", "qz")
    write_log(folder / "thrown-cube.csv", header, rows)
    return f"{len(rows)} samples"


# --- all of them ---------------------------------------------------------------------------------

MAKERS = {"pendulum-stop": pendulum_stop, "pendulum-latch": pendulum_latch,
          "ball-and-beam": ball_and_beam, "thrown-cube": thrown_cube}


def shortest(x):
    """Six decimals without what is superfluous; the sum makes minus zero zero."""
    return f"{round(x, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


def write_log(path, header, rows):
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.write(",".join(header) + "\n")
        for row in rows:
            file.write(",".join(shortest(x) for x in row) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Makes the logs of the examples with impacts.")
    parser.add_argument("--output", type=Path, default=FOLDER, help="folder for the files")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MAKERS))
    arguments = parser.parse_args()
    for name in arguments.names or MAKERS:
        if name not in MAKERS:
            parser.error(f"there is no example '{name}'; choose from {', '.join(MAKERS)}")
        print(f"{name}: {MAKERS[name](arguments.output)}")
        (arguments.output / f"{name}.reference.json").write_text(
            json.dumps(TRUTH[name], indent=2) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
