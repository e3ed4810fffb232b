#!/usr/bin/python3
"""Identifiability as trammel-cli reports it, before and after a run; output in TAP.

usage: test-identifiability.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys
from pathlib import Path

import jsonschema

from support import ROOT, main, pendulum, run, succeed, test, write


def load(name, *arguments):
    result = json.loads(succeed(*arguments, "--json").stdout)
    schema = json.loads((ROOT / f"data/schema/{name}.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


def identify(*arguments):
    result = load("result", "identify", *arguments, "--progress", "none")
    return result, {p["id"]: p for p in result["parameters"]}


def findings(result, code):
    return [f for f in result["findings"] if f["code"] == code]


def quantity(project, *path):
    """The object of a quantity, made one if it is a number."""
    place = project["model"]
    for step in path[:-1]:
        place = place[step]
    if not isinstance(place[path[-1]], dict):
        place[path[-1]] = {"value": place[path[-1]]}
    return place[path[-1]]


@test
def friction_too_sharp_for_the_step():
    project = pendulum(settings={"h": 0.01, "max_iterations": 1})
    joint = project["model"]["joints"][0]
    joint["friction"] = {"model": "coulomb", "load": "none", "coulomb": {"value": 1e-3, "free": True}}

    def stopped(rate):
        joint["friction"]["rate"] = rate
        done = run("identify", write(project), "--json", "--progress", "none")
        assert done.returncode == 5, done.stderr
        return findings(json.loads(done.stdout), "friction-too-sharp"), done.stderr

    (found,), said = stopped(1e-4)
    assert found["severity"] == "warning" and f"joint '{joint['name']}'" in found["text"] and found["text"] in said
    assert found["fix"]["path"] == "model.joints[0].friction.rate"
    # the change of the rate in a step of 0.01 s is a hundredth of the acceleration, some g/length
    assert 0.01 < found["fix"]["value"] < 1, found
    assert stopped(found["fix"]["value"])[0] == []


INERTIA = "body.pendulum.inertia.zz"
# a step at which the stepper's errors are visible in the noise
STEP = {"h": 0.005}


@test
def forecast_is_close_to_the_fit():
    project = write(pendulum(settings=STEP))
    before = load("check", "check", project)["parameters"]
    _, after = identify(project)
    assert [p["id"] for p in before] == list(after)
    for p in before:
        assert p["determined"] and p["predicted_sigma"] > 0 and p["sensitivity"] > 0
        # starts are off by factors of 3 to 4
        assert 1 / 8 < p["predicted_sigma"] / after[p["id"]]["sigma"] < 8, (p, after[p["id"]])
    rows = [line.split("\t") for line in succeed("check", project, "--parameters").stdout.splitlines()]
    assert rows[0][:3] == ["id", "start", "predicted_sigma"]
    assert [(row[0], float(row[2])) for row in rows[1:]] == [(p["id"], p["predicted_sigma"]) for p in before]


@test
def directions_are_the_same_before_and_after():
    project = pendulum()
    quantity(project, "bodies", 0, "mass")["free"] = True
    write(project)
    before = load("check", "check", "p.trammel")
    after, parameters = identify("p.trammel")
    said = [f["text"] for f in findings(before, "scale-not-determined")]
    assert len(said) == 1 and "scale of" in said[0], before["findings"]
    assert said == [f["text"] for f in findings(after, "not-identifiable")], after["findings"]
    for p in before["parameters"]:
        assert p["id"] in said[0] and not p["determined"] and p["predicted_sigma"] is None
        assert parameters[p["id"]]["sigma"] is None and parameters[p["id"]]["interval"] == [None, None]


def vertical_hinge():
    """A rotor about a vertical axis, its fixed mass off the axis, under a motor: inertia, friction and gain are free."""
    h, inertia, gain, viscous = 0.01, 0.025, 0.12, 0.01
    q = v = 0.0
    rows = ["t,q,u"]
    for i in range(600):
        t = i * h
        u = math.sin(2 * math.pi * (0.3 + 0.1 * t) * t)
        rows.append(f"{t:.9g},{q + 1e-4 * math.sin(1e4 * t * t):.9g},{u:.9g}")
        for _ in range(20):
            v += h / 20 * (gain * u - viscous * v) / inertia
            q += h / 20 * v
    Path("hinge.csv").write_text("\n".join(rows) + "\n")
    free = {"free": True, "min": 0}
    body = {"name": "rod", "mass": 0.5, "com": [0.1, 0, 0],
            "inertia": {"xx": 0.01, "yy": 0.01, "zz": {"value": 0.03, "free": True, "min": 1e-8}}}
    joint = {"name": "pin", "type": "hinge", "parent": "world", "child": "rod",
             "friction": {"model": "viscous", "viscous": {"value": 0.02} | free}}
    channels = [{"signal": "angle", "column": "q", "unit": "rad"}, {"signal": "m", "column": "u"}]
    return {"format": "trammel/1", "name": "hinge",
            "model": {"gravity": {"direction": [0, 0, -1]}, "bodies": [body], "joints": [joint],
                      "motors": [{"name": "m", "joint": "pin", "gain": {"value": 0.1} | free}],
                      "sensors": [{"name": "angle", "type": "joint-position", "joint": "pin"}]},
            "logs": [{"name": "a", "file": "hinge.csv", "channels": channels}], "settings": {"h": h}}


@test
def a_scale_that_only_a_bound_holds_is_open():
    """The inertia about the axis counts the fixed mass, too, which a free one balances."""
    write(vertical_hinge())
    (before,) = findings(load("check", "check", "p.trammel"), "scale-not-determined")
    assert before["signal"] == "m" or before["signal"] == "motor.m.gain", before
    assert "body.rod.inertia.zz" in before["text"] and before["fix"]["path"] == "model.motors[0].gain.free", before
    done = run("identify", "p.trammel", "--strict", "--json", "--progress", "none")
    assert done.returncode == 6 and findings(json.loads(done.stdout), "scale-not-determined"), done.returncode
    for fixed in (["--set", "motor.m.gain=0.12", "--fix", "motor.m.gain"], ["--fix", "joint.pin.viscous"]):
        assert not findings(load("check", "check", "p.trammel", *fixed), "scale-not-determined"), fixed
    done = run("identify", "p.trammel", "--strict", "--json", "--progress", "none", "--set", "motor.m.gain=0.12",
               "--fix-base")
    assert done.returncode == 0 and "fixed at their start values: motor.m.gain" in done.stderr, done.stderr
    inertia = next(p for p in json.loads(done.stdout)["parameters"] if p["id"] == "body.rod.inertia.zz")
    assert math.isclose(inertia["value"], 0.02, rel_tol=0.01), inertia


@test
def a_free_gravity_has_no_scale():
    project = pendulum()
    project["model"].setdefault("gravity", {})["magnitude"] = {"value": 9.82, "free": True}
    for trim in ([0, 4], [0, 8]):
        project["logs"][0]["trim"] = trim
        (found,) = findings(load("check", "check", write(project)), "scale-not-determined")
        assert found["fix"]["path"] == "model.gravity.magnitude.free" and found["fix"]["value"] is False, found
    assert not findings(load("check", "check", write(pendulum())), "scale-not-determined")


@test
def the_smallest_set_to_fix():
    """One sentence and one fix for all directions, and one option."""
    succeed("example", "three-joint-arm")
    project = json.loads(Path("three-joint-arm.trammel").read_text())
    project["logs"][0]["trim"] = [0, 5]
    for i in (1, 2):
        for path in ([["mass"], ["com", 0]] + [["inertia", axis] for axis in ("xx", "yy", "zz")]):
            q = quantity(project, "bodies", i, *path)
            q["free"] = True
            q.pop("tie", None)
    write(project)
    before = load("check", "check", "p.trammel")
    (found,) = findings(before, "direction-not-determined")
    paths = found["fix"]["path"].split(",")
    assert len(paths) >= 2 and found["fix"]["value"] is False, found
    assert all(path.startswith("model.bodies[") and path.endswith(".free") for path in paths), paths
    after = load("check", "check", "p.trammel", "--fix-base")
    assert not findings(after, "direction-not-determined"), after["findings"]
    assert len(after["parameters"]) == len(before["parameters"]) - len(paths)
    open_, _ = identify("p.trammel", "--no-physical")
    (said,) = findings(open_, "not-identifiable")
    assert said["fix"]["path"].count(",") == len(open_["unidentifiable_directions"]) - 1, said
    closed, parameters = identify("p.trammel", "--no-physical", "--fix-base")
    assert not findings(closed, "not-identifiable"), closed["findings"]
    assert all(p["sigma"] is not None for p in parameters.values()), parameters
    # the same motion, with fewer parameters
    assert math.isclose(closed["cost"]["observation_mse"], open_["cost"]["observation_mse"], rel_tol=0.05)


@test
def priors_are_weighed_against_the_logs():
    project = write(pendulum())
    _, plain = identify(project)
    own = plain[INERTIA]
    assert not own["prior"]["stated"] and own["prior_shift"] is None
    assert own["prior"]["mean"] == own["start"] and own["data_share"] > 0.999
    for mean, sigma, code in [(own["value"], own["sigma"] / 20, "prior-dominates"),
                              (own["value"] + 200 * own["sigma"], 20 * own["sigma"], "prior-conflict"),
                              (own["value"], 20 * own["sigma"], None)]:
        changed = pendulum()
        quantity(changed, "bodies", 0, "inertia", "zz")["prior"] = {"mean": mean, "sigma": sigma}
        result, after = identify(write(changed))
        p = after[INERTIA]
        assert p["prior"] == {"mean": mean, "sigma": sigma, "stated": True}
        assert math.isclose(p["prior_shift"], (p["value"] - mean) / sigma, rel_tol=1e-9, abs_tol=1e-9)
        assert math.isclose(p["sigma_over_prior"], p["sigma"] / sigma, rel_tol=1e-9)
        found = [c for c in ("prior-dominates", "prior-conflict") if findings(result, c)]
        assert found == ([code] if code else []), (found, code, p)


@test
def bounds_have_a_side_and_an_interval():
    """Of the fit: the mechanism's own value may lie inside."""
    project = write(pendulum())
    _, plain = identify(project, "--no-physical")
    value, sigma = plain[INERTIA]["value"], plain[INERTIA]["sigma"]
    assert plain[INERTIA]["bound"] is None and plain[INERTIA]["bound_slope"] is None
    low, high = plain[INERTIA]["interval"]
    assert math.isclose(high - low, 2 * 1.96 * sigma, rel_tol=1e-3) and low < value < high
    for side, bound in (("lower", value + 2 * sigma), ("upper", value - 2 * sigma)):
        changed = pendulum()
        inertia = quantity(changed, "bodies", 0, "inertia", "zz")
        inertia.update({"min": bound} if side == "lower" else {"min": 0, "max": bound, "value": 0.8 * bound})
        result, after = identify(write(changed), "--no-physical")
        p = after[INERTIA]
        assert "at-bound" in p["flags"] and p["bound"] == side and p["at_bound"] and p["sigma"] is None and p["value"] == bound
        inner = p["interval"][1 if side == "lower" else 0]
        assert bound in p["interval"] and 0.5 * sigma < abs(inner - bound) < 3 * sigma, (p, sigma)
        assert (p["bound_slope"] > 0) == (side == "lower")
        text = findings(result, "at-bound")[0]["text"]
        assert f"{side} bound" in text and ("push it lower" if side == "lower" else "push it higher") in text, text


@test
def information_adds_up():
    project = pendulum(settings=STEP)
    quantity(project, "bodies", 0, "inertia", "zz")["prior"] = {"mean": 0.010455, "sigma": 5e-6}
    write(project)
    assert "information" not in identify("p.trammel")[0]
    result, parameters = identify("p.trammel", "--information")
    information = result["information"]
    edges = information["logs"][0]["edges"]
    assert len(edges) <= 501 and edges == sorted(edges) and edges[0] <= 0 and edges[-1] >= 3.9
    for name in parameters:
        shares = information["logs"][0]["shares"][name]
        assert len(shares) == len(edges) - 1 and min(shares) >= 0
        assert math.isclose(sum(shares) + information["prior"][name], 1, rel_tol=1e-6)
    assert information["prior"][INERTIA] > 0.05


if __name__ == "__main__":
    sys.exit(main())
