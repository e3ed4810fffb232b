#!/usr/bin/python3
"""Makes the logs of the examples with impacts: data/examples/NAME*.csv and NAME.reference.json.

usage: generate-contact-examples.py [--output FOLDER] [NAME]...

The motion does not come from the program's stepper: each mechanism has its own equations, steps of
Runge-Kutta of order four that are short beside everything that moves, and impacts as events that
are located within a step.  Noise has a fixed seed.
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


# --- all of them ---------------------------------------------------------------------------------

MAKERS = {"pendulum-stop": pendulum_stop}


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
