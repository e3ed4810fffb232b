#!/usr/bin/python3
"""The reported values and their sets from outside: result files, exports, options; output in TAP.

usage: test-physical.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import sys
from pathlib import Path

import jsonschema

from support import ROOT, main, pendulum, refuse, run, succeed, table, test, write

INERTIA = "body.pendulum.inertia.zz"
KEYS = ("value", "sigma", "noise", "step", "smoothing")
URDF = '''<robot name="p"><link name="pendulum"><inertial><mass value="1"/><inertia ixx="0" ixy="0" ixz="0" iyy="0"
iyz="0" izz="9"/></inertial></link></robot>
'''


def identify(*arguments, code=0):
    done = run("identify", "p.trammel", *arguments, "--json", "--progress", "none")
    assert done.returncode == code, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result, {p["id"]: p for p in result["parameters"]}


def codes(result):
    return [f["code"] for f in result["findings"]]


def rate(value):
    return "--set", f"settings.friction_rate={value}"


def root(p):
    return math.sqrt(p["noise"] ** 2 + p["step"] ** 2 + p["smoothing"] ** 2)


@test
def from_second_order_at_three_steps_and_two_rates():
    """Anyone can check it with four runs of the formulation: at h/2, h and 2h, and at h with twice the smoothing rate of
    dry friction.  Errors fall with the square of the step and, once, with the rate."""
    write(pendulum())
    result, found = identify("--kappa", "100", "--h", "0.01", "--formulation", "predicted", *rate(0.02))
    steps = result["extrapolation"]
    assert steps["status"] == "converged" and steps["h"] == [0.01, 0.005] and steps["kappa"] == 100
    assert all(n >= 2 for n in steps["iterations"]) and 0 < steps["largest_turn"] < 0.2
    assert result["settings"]["formulation"] == "predicted"
    fine, coarse, coarser, wide = (
        identify("--kappa", "100", "--h", h, *rate(w), "--formulation", "second-order", "--no-physical")[1]
        for h, w in ((0.005, 0.02), (0.01, 0.02), (0.02, 0.02), (0.01, 0.04)))
    for name, p in found.items():
        half, one, two, wider = (q[name]["value"] for q in (fine, coarse, coarser, wide))
        limit, before, change = (4 * half - one) / 3, (4 * one - two) / 3, wider - one
        assert p["physical"] and p["missing"] is None and "stepper-value" not in p["flags"], (name, p)
        assert abs(p["value"] / (limit - change) - 1) < 1e-4, (name, p, limit, change)
        bound = (4 * fine[name]["sigma"] + coarse[name]["sigma"]) / 3
        assert 0 < p["noise"] <= 1.001 * bound, (name, p)
        room = 0.01 * p["noise"]  # to which the fits converge
        assert math.isclose(p["step"], abs(limit - before), abs_tol=room), (name, p, limit, before)
        assert math.isclose(p["smoothing"], abs(change) / 2, abs_tol=room), (name, p, change)
        assert math.isclose(p["sigma"], root(p), rel_tol=1e-12), (name, p)
        assert math.isclose(p["interval"][1] - p["value"], 1.959964 * p["sigma"], rel_tol=1e-6), (name, p)
    for i, p in enumerate(found.values()):
        assert math.isclose(result["covariance"][i][i], p["sigma"] ** 2, rel_tol=1e-12)


@test
def intervals_cover_the_truth():
    """The log's motion comes from the equations at a tight tolerance, whatever the step and the rate of the fit."""
    write(pendulum())
    truth = json.loads((ROOT / "data/examples/pendulum.reference.json").read_text())
    for more in ((), ("--h", "auto"), ("--h", "0.01"), rate(0.1), ("--formulation", "predicted")):
        for name, p in identify(*more)[1].items():
            assert p["interval"][0] <= truth[name] <= p["interval"][1], (more, name, p)


@test
def on_the_terminal():
    """The table has the reported values, and on wish the stepper's."""
    write(pendulum())
    _, found = identify()
    done = succeed("identify", "p.trammel", "--stepper", "--progress", "none")
    assert "h = 0" not in done.stderr, done.stderr
    for name, row in table(done.stdout).items():
        p = found[name]
        numbers = (p["value"], p["sigma"], p["stepper"]["value"], p["stepper"]["sigma"])
        assert tuple(float(row[k]) for k in ("value", "sigma", "stepper_value", "stepper_sigma")) == numbers
    plain = succeed("identify", "p.trammel", "--no-physical", "--progress", "none").stdout
    assert plain.splitlines()[0] == "id\tvalue\tsigma\tunit\tflags"
    for name, row in table(plain).items():
        assert float(row["value"]) == found[name]["stepper"]["value"] and row["flags"] == "stepper-value", row


def are_of_the_stepper(result, reason):
    for p in result["parameters"]:
        assert not p["physical"] and p["missing"] == reason and "stepper-value" in p["flags"], p
        assert p["value"] == p["stepper"]["value"] and p["sigma"] == p["noise"] == p["stepper"]["sigma"], p
        assert p["step"] is None and p["smoothing"] is None, p


@test
def only_when_it_is_wanted_and_makes_sense():
    write(pendulum())
    off, found = identify("--no-physical")
    assert off["extrapolation"] is None
    are_of_the_stepper(off, "not-computed")
    on, other = identify()
    assert on["extrapolation"] and {k: v["stepper"] for k, v in found.items()} == \
        {k: v["stepper"] for k, v in other.items()}
    explicit, _ = identify("--formulation", "explicit", "--compliance-scale", "1e5")
    assert explicit["extrapolation"] is None
    are_of_the_stepper(explicit, "not-computed")
    stopped, found = identify("--max-iterations", "1", code=5)
    assert stopped["extrapolation"] is None and all("stopped" in p["flags"] for p in found.values())
    are_of_the_stepper(stopped, "not-computed")


@test
def in_every_format():
    write(pendulum())
    for name in ("r.json", "r.csv", "r.mat"):
        succeed("identify", "p.trammel", "-o", name, "--progress", "none")
    result = json.loads(Path("r.json").read_text())
    rows = {row["id"]: row for row in csv.DictReader(Path("r.csv").open(encoding="utf-8"))}
    for p in result["parameters"]:
        row = rows[p["id"]]
        assert [float(row[k]) for k in KEYS] == [p[k] for k in KEYS] and row["physical"] == "true", row
        assert float(row["stepper_value"]) == p["stepper"]["value"], row
    from scipy.io import loadmat
    mat = loadmat("r.mat")["result"][0, 0]
    for i, p in enumerate(result["parameters"]):
        found = mat["parameters"][0, i]
        assert [found[k][0, 0] for k in KEYS] == [p[k] for k in KEYS]
        assert found["stepper"][0, 0]["value"][0, 0] == p["stepper"]["value"]
    assert mat["extrapolation"][0, 0]["h"].ravel().tolist() == result["extrapolation"]["h"]


@test
def files_choose_a_set():
    """Formats with one set of values have the mechanism's, on wish the stepper's, and say so."""
    write(pendulum())
    succeed("identify", "p.trammel", "-o", "r.json", "--progress", "none")
    result = json.loads(Path("r.json").read_text())
    inertia = next(p for p in result["parameters"] if p["id"] == INERTIA)
    stepper = f"the stepper of Trammel at h = {result['settings']['h']:g} s"
    Path("in.urdf").write_text(URDF)
    for values, number in (("physical", inertia["value"]), ("stepper", inertia["stepper"]["value"])):
        succeed("export", "r.json", "--to", "r.h", "--values", values)
        header = Path("r.h").read_text()
        assert f"#define BODY_PENDULUM_INERTIA_ZZ {number!r}\n" in header, header
        succeed("export", "r.json", "--to", "r.urdf", "--model", "in.urdf", "--values", values)
        model = Path("r.urdf").read_text()
        assert f'izz="{number!r}"' in model, model
        succeed("export", "r.json", "--to", "r.html", "--values", values)
        report = Path("r.html").read_text(encoding="utf-8")
        for text, words in ((header, stepper), (model, stepper),
                            (report, stepper.replace(" of Trammel", ""))):
            assert ("Values of the mechanism" in text) == (values == "physical"), text
            assert (words in text) == (values == "stepper"), text
    refuse(2, "export", "r.json", "--to", "x.h", "--values", "both", words=["--values", "physical", "stepper"])
    for name in ("x.json", "x.csv", "x.mat"):
        refuse(2, "export", "r.json", "--to", name, "--values", "stepper", words=["--values", ".urdf"])


@test
def simulations_choose_a_set():
    write(pendulum())
    succeed("identify", "p.trammel", "-o", "r.json", "--h", "0.02", "--progress", "none")
    motions = {}
    for values in ("physical", "stepper"):
        succeed("simulate", "p.trammel", "--result", "r.json", "--values", values, "--duration", "2", "-o", f"{values}.csv")
        motions[values] = Path(f"{values}.csv").read_text()
    succeed("simulate", "p.trammel", "--result", "r.json", "--duration", "2", "-o", "plain.csv")
    assert motions["physical"] != motions["stepper"] and Path("plain.csv").read_text() == motions["physical"]
    scores = {values: succeed("validate", "p.trammel", "--result", "r.json", *values, "--progress", "none").stdout
              for values in ((), ("--values", "stepper"), ("--values", "physical"))}
    assert scores[()] == scores["--values", "stepper"] != scores["--values", "physical"]
    refuse(2, "simulate", "p.trammel", "--values", "stepper", "-o", "x.csv", words=["--result"])


@test
def a_bound_leaves_no_value():
    project = pendulum()
    project["model"]["joints"][0]["friction"]["viscous"] |= {"value": 1e-5, "max": 2e-5}
    write(project)
    result, found = identify()
    p = found["joint.pivot.viscous"]
    assert not p["physical"] and p["missing"] == "at-bound" and p["sigma"] is None, p
    assert p["flags"][:2] == ["at-bound", "stepper-value"] and p["value"] == 2e-5, p
    assert found[INERTIA]["physical"] and found[INERTIA]["value"] > 0
    row = table(succeed("identify", "p.trammel").stdout)["joint.pivot.viscous"]
    assert row["flags"].startswith("at-bound,stepper-value"), row


@test
def wide_smoothing_is_a_finding():
    write(pendulum())
    narrow, found = identify()
    assert "smoothing-too-wide" not in codes(narrow), codes(narrow)
    assert found["joint.pivot.coulomb"]["smoothing"] > 0
    wide, _ = identify("--set", "settings.friction_rate=1")
    found = next(f for f in wide["findings"] if f["code"] == "smoothing-too-wide")
    assert found["fix"]["path"] == "settings.friction_rate" and 0 < found["fix"]["value"] < 1, found


@test
def a_long_step_is_a_finding():
    write(pendulum())
    fine, _ = identify()
    assert "step-too-long" not in codes(fine), codes(fine)
    coarse, _ = identify("--h", "0.1")
    found = next(f for f in coarse["findings"] if f["code"] == "step-too-long")
    assert found["fix"]["path"] == "settings.h" and 0 < found["fix"]["value"] < 0.1, found


@test
def damping_times_in_seconds_stay():
    project = pendulum()
    project["model"]["joints"][0]["damping_time"] = 0.02
    write(project)
    result, _ = identify()
    assert "damping-time-fixed" in codes(result) and result["extrapolation"]["status"] == "converged"
    project["model"]["joints"][0]["damping_time"] = "auto"
    write(project)
    other, _ = identify()
    assert "damping-time-fixed" not in codes(other)


if __name__ == "__main__":
    sys.exit(main())
