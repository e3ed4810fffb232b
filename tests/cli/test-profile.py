#!/usr/bin/python3
"""trammel-cli profile from outside; output in TAP.

usage: test-profile.py TRAMMEL-CLI ROOT
"""
import json
import math
import signal
import subprocess
import sys

import jsonschema

from support import CLI, PATIENCE, ROOT, main, pendulum, refuse, succeed, test, write

VISCOUS, COULOMB = "joint.pivot.viscous", "joint.pivot.coulomb"


def check(text):
    result = json.loads(text)
    schema = json.loads((ROOT / "data/schema/profile.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


def profile(project, *arguments):
    return check(succeed("profile", project, *arguments, "--json", "--progress", "none").stdout)


@test
def profile_agrees_with_sigma():
    project = write(pendulum())
    fit = {p["id"]: p["stepper"] for p in json.loads(succeed("identify", project, "--json").stdout)["parameters"]}
    result = profile(project, "--of", COULOMB)
    p = result["profiles"][0]
    assert p["id"] == COULOMB and p["low"] == p["high"] == "closed" and "grid" not in result
    assert math.isclose(p["estimate"], fit[COULOMB]["value"], rel_tol=1e-4), "the value of the stepper"
    for side, sign in ((0, -1), (1, 1)):
        for key, factor in (("interval_68", 1), ("interval_95", 1.96)):
            by = sign * (p[key][side] - p["estimate"]) / p["sigma_linear"]
            assert 0.8 * factor < by < 1.25 * factor, (key, by)
        end = fit[COULOMB]["value"] + sign * 1.959964 * fit[COULOMB]["sigma"]
        assert math.isclose(p["interval_sigma"][side], end, rel_tol=1e-6)
    values = [q["value"] for q in p["points"]]
    place = result["parameters"].index(COULOMB)
    assert values == sorted(values) and [q["parameters"][place] for q in p["points"]] == values
    assert result["lowest_delta"] > -0.01 and min(q["delta"] for q in p["points"]) > -0.01


@test
def points_are_those_of_identify():
    """A point's rise is that of a fit with the parameter fixed."""
    project = pendulum()
    # kappa "auto" is found once, for the estimate, in a profile, and by each fit otherwise
    project["settings"]["kappa"] = 2
    # near the estimate, so that the weak prior of the parameter itself adds nothing
    project["model"]["joints"][0]["friction"]["viscous"]["value"] = 0.004
    project = write(project)
    result = profile(project, "--of", VISCOUS, "--points", "5")
    assert 3 <= len(result["profiles"][0]["points"]) <= 5
    for point in result["profiles"][0]["points"]:
        alone = json.loads(succeed("identify", project, "--set", f"{VISCOUS}={point['value']!r}", "--fix", VISCOUS,
                                   "--kappa", result["kappa"], "--json").stdout)
        delta = (alone["cost"]["total"] - result["cost"]) / result["variance"]
        assert math.isclose(delta, point["delta"], rel_tol=1e-2, abs_tol=1e-2), (delta, point)


@test
def a_bound_ends_it():
    project = pendulum()
    viscous = project["model"]["joints"][0]["friction"]["viscous"]
    p = profile(write(project), "--of", VISCOUS)["profiles"][0]
    bound = p["estimate"] + 0.5 * p["sigma_linear"]
    viscous["max"] = bound
    held = profile(write(project), "--of", VISCOUS)["profiles"][0]
    assert held["high"] == "bound" and held["interval_95"][1] == bound, held
    assert math.isclose(held["interval_95"][0], p["interval_95"][0], rel_tol=1e-2)


@test
def pair_has_contours():
    result = profile(write(pendulum()), "--of", VISCOUS, "--of", COULOMB, "--points", "7")
    grid = result["grid"]
    assert [p["id"] for p in result["profiles"]] == [VISCOUS, COULOMB]
    assert all(len(grid[key]) == 7 and all(len(row) == 7 for row in grid[key]) for key in ("first", "second", "delta"))
    assert abs(grid["delta"][3][3]) < 1e-6
    for contour in grid["contours"]:
        assert len(contour["lines"]) == 1 and contour["lines"][0]["closed"], contour
        x = [p[0] for p in contour["lines"][0]["points"]]
        low, high = result["profiles"][0]["interval_95"]
        # the widest points of the contour of a pair lie where the profile has its level
        scale = math.sqrt(contour["delta"] / 3.84)
        assert math.isclose(max(x) - min(x), scale * (high - low), rel_tol=0.1), contour["probability"]


@test
def tables_have_a_row_a_point():
    text = succeed("profile", write(pendulum()), "--of", VISCOUS, "--points", "5", "--progress", "none").stdout
    intervals, points = [part.splitlines() for part in text.split("\n\n")]
    assert len(intervals) == 2 and intervals[0].startswith("id\testimate\tsigma\t")
    assert len({line.count("\t") for line in intervals}) == 1
    assert points[0] == "id\tvalue\tdelta" and len(points) <= 6
    assert all(line.startswith(VISCOUS + "\t") for line in points[1:])


@test
def bad_arguments_are_refused():
    project = write(pendulum())
    refuse(2, "profile", project, words=["--of"])
    refuse(2, "profile", project, "--of", "joint.nix.viscous", words=["joint.nix.viscous"])
    refuse(2, "profile", project, "--of", VISCOUS, "--of", VISCOUS, words=["pair"])
    refuse(2, "profile", project, "--of", VISCOUS, "--points", "x", words=["--points"])
    refuse(4, "profile", project, "--of", VISCOUS, "--points", "2", "--progress", "none", words=["points"])
    refuse(4, "profile", project, "--of", VISCOUS, "--free", "body.pendulum.mass", "--progress", "none",
           words=[VISCOUS, "no profile"])


@test
def interrupt_keeps_the_points():
    project = write(pendulum())
    process = subprocess.Popen([CLI, "profile", project, "--of", VISCOUS, "--h", "0.001", "--progress", "jsonl",
                                "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if line.startswith("{") and json.loads(line)["fit"] >= 4:
            process.send_signal(signal.SIGINT)
            break
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, (process.returncode, err)
    result = check(out)
    assert result["status"] == "cancelled" and 2 <= len(result["profiles"][0]["points"]) <= 20


sys.exit(main())
