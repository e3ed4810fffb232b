#!/usr/bin/python3
"""The values at h = 0 from outside: result files, exports, options; output in TAP.

usage: test-physical.py TRAMMEL-CLI ROOT
"""
import csv
import json
import sys
from pathlib import Path

import jsonschema

from support import ROOT, main, pendulum, run, succeed, test, write

INERTIA = "body.pendulum.inertia.zz"


def identify(*arguments, code=0):
    done = run("identify", "p.trammel", *arguments, "--json", "--progress", "none")
    assert done.returncode == code, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result, {p["id"]: p for p in result["parameters"]}


def codes(result):
    return [f["code"] for f in result["findings"]]


@test
def from_second_order_at_two_steps():
    """Anyone can check it with two runs of the formulation."""
    write(pendulum())
    result, found = identify("--kappa", "100", "--h", "0.02")
    steps = result["extrapolation"]
    assert steps["status"] == "converged" and steps["h"] == [0.02, 0.01] and steps["kappa"] == 100
    assert all(n >= 2 for n in steps["iterations"]) and 0 < steps["largest_turn"] < 0.2
    assert result["settings"]["formulation"] == "predicted"
    pair = [identify("--kappa", "100", "--h", h, "--formulation", "second-order", "--no-physical")[1]
            for h in ("0.02", "0.01")]
    for name, p in found.items():
        coarse, fine = (q[name]["value"] for q in pair)
        physical = p["physical"]
        assert abs(physical["value"] / ((4 * fine - coarse) / 3) - 1) < 1e-4, (name, physical)
        wide = abs(physical["smoothing"])
        assert abs(physical["systematic"] - wide - abs(fine - coarse)) < 1e-4 * abs(fine), (name, physical)
        bound = (4 * pair[1][name]["sigma"] + pair[0][name]["sigma"]) / 3
        assert 0 < physical["sigma"] <= 1.001 * bound and physical["reason"] is None, (name, physical)


@test
def on_the_terminal():
    write(pendulum())
    done = succeed("identify", "p.trammel", "--progress", "none")
    assert done.stdout.splitlines()[0] == "id\tvalue\tsigma\tunit\tflags"
    line = next(x for x in done.stderr.splitlines() if x.strip().startswith(INERTIA))
    assert line.count("±") == 2 and line.endswith("kg m^2"), line
    assert "Physical values" not in succeed("identify", "p.trammel", "--no-physical").stderr


@test
def only_when_it_is_wanted_and_makes_sense():
    write(pendulum())
    off, found = identify("--no-physical")
    assert off["extrapolation"] is None and all(p["physical"] is None for p in found.values())
    on, other = identify()
    assert on["extrapolation"] and {k: v["value"] for k, v in found.items()} == \
        {k: v["value"] for k, v in other.items()}
    explicit, found = identify("--formulation", "explicit", "--compliance-scale", "1e5")
    assert explicit["extrapolation"] is None and all(p["physical"] is None for p in found.values())
    stopped, found = identify("--max-iterations", "1", code=5)
    assert stopped["extrapolation"] is None and all(p["physical"] is None for p in found.values())


@test
def in_every_format():
    write(pendulum())
    for name in ("r.json", "r.csv", "r.mat"):
        succeed("identify", "p.trammel", "-o", name, "--progress", "none")
    result = json.loads(Path("r.json").read_text())
    rows = {row["id"]: row for row in csv.DictReader(Path("r.csv").open(encoding="utf-8"))}
    for p in result["parameters"]:
        assert float(rows[p["id"]]["physical"]) == p["physical"]["value"]
        assert float(rows[p["id"]]["systematic"]) == p["physical"]["systematic"]
    from scipy.io import loadmat
    mat = loadmat("r.mat")["result"][0, 0]
    for i, p in enumerate(result["parameters"]):
        physical = mat["parameters"][0, i]["physical"][0, 0]
        for key in ("value", "sigma", "systematic"):
            assert physical[key][0, 0] == p["physical"][key]
    assert mat["extrapolation"][0, 0]["h"].ravel().tolist() == result["extrapolation"]["h"]
    succeed("export", "r.json", "--to", "r.html")
    page = Path("r.html").read_text(encoding="utf-8")
    assert "Physical value" in page and "systematic" in page


@test
def a_bound_leaves_no_value():
    project = pendulum()
    project["model"]["joints"][0]["friction"]["viscous"] |= {"value": 1e-5, "max": 2e-5}
    write(project)
    result, found = identify()
    physical = found["joint.pivot.viscous"]["physical"]
    assert physical == {"value": None, "sigma": None, "systematic": None, "smoothing": physical["smoothing"],
                        "reason": "at-bound"}, physical
    assert found[INERTIA]["physical"]["value"] > 0
    done = succeed("identify", "p.trammel")
    assert "none (at-bound)" in done.stderr, done.stderr


@test
def wide_smoothing_is_a_finding():
    write(pendulum())
    narrow, found = identify()
    assert "smoothing-too-wide" not in codes(narrow), codes(narrow)
    assert found["joint.pivot.coulomb"]["physical"]["smoothing"] != 0
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
