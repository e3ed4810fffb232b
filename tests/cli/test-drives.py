#!/usr/bin/python3
"""Motors that prescribe a joint's motion, through the command line; output in TAP.

usage: test-drives.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import sys

import jsonschema

from support import ROOT, main, refuse, run, succeed, test

MASS, ARM, INERTIA, G = 0.2, 0.3, 0.004, 9.81


def angle(t):
    return 0.5 * math.sin(2 * t)


def rate(t):
    return math.cos(2 * t)


def acceleration(t):
    return -2 * math.sin(2 * t)


def torque(t):
    return (INERTIA + MASS * ARM**2) * acceleration(t) + MASS * G * ARM * math.sin(angle(t))


def write_project(drive, channel, **log):
    """A pendulum whose motion is prescribed, and its log."""
    with open("log.csv", "w", encoding="ascii") as file:
        file.write("t [s],q [deg],w [rad/s],a [rad/s^2],v [rad],coarse [deg]\n")
        for k in range(401):
            t = 0.005 * k
            degrees = math.degrees(angle(t))
            file.write(f"{t},{degrees},{rate(t)},{acceleration(t)},{angle(t) + 0.1},{degrees:.1f}\n")
    project = {
        "format": "trammel/1",
        "model": {
            "gravity": {"magnitude": G, "direction": [0, -1, 0]},
            "bodies": [{"name": "pendulum", "mass": MASS, "com": [0, -ARM, 0],
                        "inertia": {"xx": 1e-3, "yy": 1e-3, "zz": INERTIA}}],
            "joints": [{"name": "pivot", "type": "hinge", "parent": "world", "child": "pendulum"}],
            "motors": [{"name": "drive", "joint": "pivot", "drive": drive}],
            "sensors": [{"name": "seen", "type": "joint-position", "joint": "pivot", "sigma": 0.001}],
        },
        "logs": [{"name": "run", "file": "log.csv", "channels": [channel] if channel else []} | log],
        "settings": {"h": 0.005, "kappa": 1},
    }
    with open("p.trammel", "w", encoding="ascii") as file:
        json.dump(project, file)
    schema = json.loads((ROOT / "data/schema/project.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(project)
    return "p.trammel", project


def read(path):
    with open(path, encoding="ascii") as file:
        return [{k: float(v) if v else None for k, v in row.items()} for row in csv.DictReader(file)]


def follows(rows, off=0.0):
    for row in rows[2:-1]:
        t = row["t [s]"]
        assert abs(row["pivot.position [rad]"] - angle(t) - off) < 1e-3, (t, row)
        assert abs(row["drive.force [N m]"] - torque(t)) < 0.02, (t, row, torque(t))


@test
def simulate_follows_and_tells_the_torque():
    """The following error is below 1 mrad, and the torque that of the equation of motion."""
    for drive, column, extra in (("position", "q", {}), ("velocity", "w", {"between": "linear"}),
                                 ("acceleration", "a", {"between": "linear", "start_rate": 1})):
        channel = {"signal": "drive", "column": column} | extra
        project, _ = write_project(drive, channel)
        succeed("simulate", project, "--start", "model", "-o", "s.csv")
        follows(read("s.csv"))


@test
def states_have_the_torque():
    project, tree = write_project("position", {"signal": "drive", "column": "q"})
    tree["logs"][0]["channels"].append({"signal": "seen", "column": "coarse"})
    with open(project, "w", encoding="ascii") as file:
        json.dump(tree, file)
    succeed("identify", project, "--states", "s.csv", "--progress", "none")
    follows(read("s.csv"))


@test
def start_is_found_from_the_sensor():
    project, tree = write_project("velocity", {"signal": "drive", "column": "w", "between": "linear"})
    tree["logs"][0]["channels"].append({"signal": "seen", "column": "v"})
    with open(project, "w", encoding="ascii") as file:
        json.dump(tree, file)
    result = json.loads(succeed("identify", project, "--json", "--progress", "none").stdout)
    found = {p["id"]: p for p in result["parameters"]}
    assert list(found) == ["log.run.drive.start"] and found["log.run.drive.start"]["unit"] == "rad"
    assert abs(found["log.run.drive.start"]["value"] - 0.1) < 1e-3, found
    unchecked = {f["code"]: f["text"] for f in result["findings"]}["forces-not-checked"]
    assert "driven joint 'pivot' is a result, not an input" in unchecked, unchecked
    fixed = succeed("identify", project, "--fix", "log.run.drive.start", "--progress", "none")
    assert "log.run.drive.start" not in fixed.stdout


@test
def refuses():
    project, tree = write_project("position", None)
    tree["logs"][0]["channels"] = [{"signal": "seen", "column": "q"}]
    with open(project, "w", encoding="ascii") as file:
        json.dump(tree, file)
    done = run("identify", project, "--progress", "none")
    assert done.returncode == 4 and "motor 'drive' with drive 'position' prescribes the motion of joint 'pivot'" in done.stderr
    findings = json.loads(run("check", project, "--json").stdout)["findings"]
    assert "drive-without-channel" in [f["code"] for f in findings], findings
    tree["model"]["motors"].append({"name": "other", "joint": "pivot", "drive": "velocity"})
    with open(project, "w", encoding="ascii") as file:
        json.dump(tree, file)
    refuse(4, "identify", project, words=["'drive' and 'other' both prescribe the motion of joint 'pivot'"])
    tree["model"]["motors"] = [{"name": "drive", "joint": "pivot", "drive": "jerk"}]
    with open(project, "w", encoding="ascii") as file:
        json.dump(tree, file)
    refuse(4, "identify", project, words=["model.motors[0].drive", "acceleration"])


@test
def noise_and_units_are_told():
    project, tree = write_project("position", {"signal": "drive", "column": "coarse"})
    tree["logs"][0]["channels"].append({"signal": "seen", "column": "q"})

    def check():
        with open(project, "w", encoding="ascii") as file:
            json.dump(tree, file)
        return [f["code"] for f in json.loads(succeed("check", project, "--json").stdout)["findings"]]

    assert "drive-noisy" in check()
    tree["logs"][0]["channels"][0]["column"] = "q"
    assert "drive-noisy" not in check() and "joint-unmeasured" not in check()
    tree["logs"][0]["channels"][0]["column"] = "w"
    with open(project, "w", encoding="ascii") as file:
        json.dump(tree, file)
    refuse(4, "identify", project, words=["'rad/s'", "motor 'drive' prescribes", "'rad'"])


sys.exit(main())
