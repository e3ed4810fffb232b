#!/usr/bin/python3
"""Findings of trammel-cli identify on kappa from the data, on logs that cause them and on logs that do not;
output in TAP.

usage: test-variances.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import random
import sys
from pathlib import Path

from support import main, pendulum, succeed, test, write

STEP, START = 0.01, 2.5  # [s], [rad]
CODES = {"kappa-quiet", "kappa-not-settled", "model-error-coloured", "sensor-takes-error"}


def project():
    """The pendulum with viscous friction alone and the log y.csv at every node."""
    tree = pendulum()
    log, joint = tree["logs"][0], tree["model"]["joints"][0]
    del log["trim"]
    log.update(file="y.csv", time={"column": "t", "unit": "s"},
               channels=[{"signal": "angle", "column": "y", "unit": "rad"}])
    joint["friction"].update(model="viscous", viscous={"value": 0.005, "free": True}, coulomb=0)
    tree["settings"] |= {"kappa": "auto", "h": STEP}
    return tree


def write_log(angles, noise, seed=1):
    numbers = random.Random(seed)
    rows = (f"{k * STEP:.9g},{y + noise * numbers.gauss(0, 1):.17g}\n" for k, y in enumerate(angles))
    Path("y.csv").write_text("t,y\n" + "".join(rows))


def swing(tree, duration):
    """Angles of the model itself, without an error of any kind."""
    write_log([START] * 11, 0)
    succeed("simulate", write(tree, "truth.trammel"), "--duration", duration, "-o", "truth.csv")
    with open("truth.csv", encoding="utf-8") as file:
        return [float(row["angle [rad]"]) for row in csv.DictReader(file)]


def push(tree, n, torque, seed):
    """Angles under a torque that is drawn independently at every node."""
    body = tree["model"]["bodies"][0]
    reach = body["com"][1]
    inertia = body["inertia"]["zz"]["value"] + body["mass"] * reach**2
    weight, viscous = body["mass"] * tree["model"]["gravity"]["magnitude"] * -reach, 0.005
    numbers, parts = random.Random(seed), 10
    angle, rate, angles = START, 0.0, []
    for _ in range(n):
        angles.append(angle)
        pushed = torque * numbers.gauss(0, 1)
        for _ in range(parts):
            rate += STEP / parts * (pushed - weight * math.sin(angle) - viscous * rate) / inertia
            angle += STEP / parts * rate
    return angles


def identify(tree):
    """The result and what it finds in kappa, by code."""
    done = succeed("identify", write(tree), "--no-physical", "--json", "--progress", "none")
    result = json.loads(done.stdout)
    return result, {f["code"]: f for f in result["findings"]}


def find(tree):
    """Codes of the findings on kappa."""
    return CODES & set(identify(tree)[1])


@test
def quiet_without_state_error():
    tree = project()
    write_log(swing(tree, 8), 1e-3)
    result, found = identify(tree)
    assert CODES & set(found) == {"kappa-quiet"} and found["kappa-quiet"]["severity"] == "info", found
    assert result["variances"]["quiet"], result["variances"]
    # larger ones change nothing, as the finding says
    tree["settings"].update(kappa=100 * result["settings"]["kappa"], weighting="held")
    for before, after in zip(result["parameters"], identify(tree)[0]["parameters"]):
        assert abs(after["value"] - before["value"]) < 0.1 * before["sigma"], (before, after)


@test
def not_quiet_with_state_error():
    tree = project()
    write_log(push(tree, 400, 0.05, 1), 1e-3)
    result, found = identify(tree)
    assert not CODES & set(found), found
    assert result["variances"]["settled"] and not result["variances"]["quiet"], result["variances"]
    # pushed by impulses of 0.05 N m s: one row for the one joint
    (row,) = result["state_sigmas"]
    assert (row["joint"], row["kind"], row["unit"]) == (tree["model"]["joints"][0]["name"], "torque", "N m s"), row
    assert math.isclose(row["sigma"], result["variances"]["state_sigma"], rel_tol=0.5), (row, result["variances"])
    assert row["inertial"] > 0 and row["at_floor"] is False, row


@test
def not_quiet_where_sensors_take_what_the_model_lacks():
    # a walk is no swing: begun from above the fit calls all of it noise of the sensor; of both ends the likelihood
    # prefers the one that leaves it to the forces
    tree, numbers, walk = project(), random.Random(4), [0.0]
    for _ in range(400):
        walk.append(walk[-1] + numbers.gauss(0, 0.01))
    write_log(walk, 0)
    result, found = identify(tree)
    assert not result["variances"]["quiet"] and "model-error" in found, (result["variances"], found)
    assert "kappa-quiet" not in found, found


@test
def sensors_without_noise_do_not_take_the_error_of_the_forces_silently():
    tree = project()
    write_log(push(tree, 120, 1.2, 11), 1e-5)
    # pushed every step: from above the sensor takes it all, and the end from below explains the samples better
    result, found = identify(tree)
    assert not result["variances"]["quiet"] and not CODES & set(found), (result["variances"], found)
    assert result["logs"][0]["sensors"][0]["sigma"] < 1e-3, result["logs"][0]["sensors"]
    assert "searched from a small kappa, too: this fit explains" in result["message"], result["message"]


@test
def coloured_where_the_model_lacks_a_force():
    tree = project()
    tree["model"]["gravity"]["tilt"] = [0.1, 0.1]
    write_log(swing(tree, 8), 1e-4)
    assert "model-error-coloured" not in find(tree)
    tree["model"]["gravity"]["tilt"] = [0, 0]
    _, found = identify(tree)
    finding = found["model-error-coloured"]
    assert CODES & set(found) == {"model-error-coloured"} and finding["severity"] == "info", found
    assert finding["log"] == "release" and finding["fix"] == {"path": "settings.kappa", "value": "validate"}, finding


@test
def nothing_is_said_of_a_stated_kappa():
    tree = project()
    write_log(push(tree, 120, 1.2, 11), 1e-5)
    tree["settings"]["kappa"] = 100
    assert not find(tree)


sys.exit(main())
