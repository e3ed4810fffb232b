#!/usr/bin/python3
"""Test of a servo axis from a MAT file without units, up to its right mass, in at most nine actions:
the mechanism by one click beside the proposed one, the drive's gain as the scale of its channel.

The log is simulated here, by equations of motion independent of the program."""

import json
import math
import random
import sys

import scipy.io

import drive

MOST_ACTIONS = 9
MECHANISM = "Linear axis (one mass on a rail)"
GAIN, MASS, VISCOUS, DRY = 35.15, 95.0, 204.0, 20.4  # N/V, kg, N s/m, N
RATE, SECONDS, SUBSTEPS, NOISE = 500, 8, 10, 2e-6


def drive_voltage(t):
    return 1.4 * math.sin(2.1 * t) + 0.9 * math.sin(5.3 * t + 1) + 0.6 * math.sin(9.7 * t)


def simulate():
    """Returns the positions at RATE: steps of 0.2 ms with a friction that stops the mass."""
    q = v = 0.0
    h, places = 1 / (RATE * SUBSTEPS), []
    for i in range(RATE * SECONDS * SUBSTEPS + 1):
        if i % SUBSTEPS == 0:
            places.append(q)
        force = GAIN * drive_voltage((i + 0.5) * h)
        free = (v + h / MASS * force) / (1 + h * VISCOUS / MASS)
        lost = h * DRY / MASS
        v = math.copysign(abs(free) - lost, free) if abs(free) > lost else 0.0
        q += h * v
    return places


def write_log(path):
    source = random.Random(3)
    places = simulate()
    times = [i / RATE for i in range(len(places))]
    scipy.io.savemat(path, {"t": times, "qm": [q + source.gauss(0, NOISE) for q in places],
                            "vir": [drive_voltage(t) for t in times]}, oned_as="column")


def test(program, folder):
    log, result = folder / "axis.mat", folder / "result.json"
    write_log(log)
    program.import_log(
        lambda: program.click(program.wait_for("push button", "Open log (CSV, MAT)…")), log)
    program.click_button(MECHANISM, lambda: program.find("text", "Scale of force"), MECHANISM)
    program.until(lambda: (program.click(program.find("text", "Scale of force")),
                           program.type(GAIN)), lambda: program.has_text(str(GAIN)), "the gain")
    program.apply_mapping()
    program.identify()
    drive.check_count(program, MOST_ACTIONS)
    program.export(result)
    found = {p["id"]: p for p in json.loads(result.read_text(encoding="utf-8"))["parameters"]}
    mass = found["body.carriage.mass"]
    print(f"mass: true {MASS:g}, found {mass['value']:.5g} ± {mass['sigma']:.2g}")
    # the input runs on between its samples, of which the project says nothing: ± has room for that
    assert abs(mass["value"] - MASS) < 1.96 * mass["sigma"] < 0.01 * MASS, mass
    assert mass["timing"] > mass["noise"], mass


if __name__ == "__main__":
    drive.run(test, [sys.argv[1]])
