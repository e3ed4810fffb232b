#!/usr/bin/python3
"""Test of the import of a CSV file up to an exported result in at most twelve actions.

The log is simulated here, by equations of motion independent of the program: a released pendulum
with viscous and dry friction.  The result must have its inertia and its friction."""

import json
import math
import random
import sys

import drive

MOST_ACTIONS = 12

# known values in the program's template of this title
TEMPLATE = "Pendulum with dry friction"
GRAVITY, MASS, DISTANCE = 9.82, 0.62, 0.21
# values to be found, with the allowed relative error of an estimate at steps of 2 ms
TRUTH = {"body.pendulum.inertia.zz": (0.0142, 0.01),
         "joint.pivot.viscous": (0.0065, 0.02),
         "joint.pivot.coulomb": (0.023, 0.02)}

RATE, SECONDS, SUBSTEPS = 500, 12, 8
NOISE = math.radians(0.02)


def simulate():
    """Returns angles [rad] at RATE, by Runge-Kutta steps with a fixed direction of sliding."""
    inertia = TRUTH["body.pendulum.inertia.zz"][0] + MASS * DISTANCE**2
    viscous, dry = TRUTH["joint.pivot.viscous"][0], TRUTH["joint.pivot.coulomb"][0]
    weight = MASS * GRAVITY * DISTANCE

    def accelerate(q, v, direction):
        return (-weight * math.sin(q) - viscous * v - dry * direction) / inertia

    q, v, h = math.radians(150), 0.0, 1 / (RATE * SUBSTEPS)
    angles = []
    for i in range(RATE * SECONDS * SUBSTEPS + 1):
        if i % SUBSTEPS == 0:
            angles.append(q)
        if v == 0 and abs(weight * math.sin(q)) <= dry:
            continue  # sticks
        way = math.copysign(1, v) if v != 0 else -math.copysign(1, math.sin(q))
        k1 = (v, accelerate(q, v, way))
        k2 = (v + h / 2 * k1[1], accelerate(q + h / 2 * k1[0], v + h / 2 * k1[1], way))
        k3 = (v + h / 2 * k2[1], accelerate(q + h / 2 * k2[0], v + h / 2 * k2[1], way))
        k4 = (v + h * k3[1], accelerate(q + h * k3[0], v + h * k3[1], way))
        q += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        after = v + h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        v = 0.0 if after * way < 0 else after  # stops before it turns
    return angles


def write_log(path):
    source = random.Random(1)
    rows = [f"{i / RATE:.3f},{math.degrees(q + source.gauss(0, NOISE)):.4f}"
            for i, q in enumerate(simulate())]
    path.write_text("time [s],angle [deg]\n" + "\n".join(rows) + "\n", encoding="utf-8")


def check_result(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    assert result["status"] == "converged", result["message"]
    found = {parameter["id"]: parameter for parameter in result["parameters"]}
    for name, (true, share) in TRUTH.items():
        value, sigma = found[name]["value"], found[name]["sigma"]
        print(f"{name}: true {true:g}, found {value:.5g} ± {sigma:.2g}")
        assert sigma and sigma < share * true, f"{name}: sigma {sigma}"
        assert abs(value - true) < share * true + 3 * sigma, f"{name}: {value}, expected {true}"


def check_mechanism(program):
    """The mapping dialog has chosen the mechanism by the names of the columns."""
    box = program.wait_for("combo box", "Mechanism")
    drive.wait(lambda: program.find("label", TEMPLATE, box), f"the mechanism “{TEMPLATE}”")


def test(program, folder):
    log, result = folder / "swing.csv", folder / "result.json"
    write_log(log)
    program.import_log(
        lambda: program.click(program.wait_for("push button", "Open log (CSV, MAT)…")), log)
    check_mechanism(program)
    program.apply_mapping()
    program.identify()
    program.export(result)
    drive.check_count(program, MOST_ACTIONS)
    check_result(result)


if __name__ == "__main__":
    drive.run(test, [sys.argv[1]])
