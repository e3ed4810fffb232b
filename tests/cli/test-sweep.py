#!/usr/bin/python3
"""trammel-cli sweep from outside; output in TAP.

usage: test-sweep.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import re
import sys

import jsonschema

from support import ROOT, main, need_mpi, pendulum, refuse, run, run_shared, succeed, test, write


def sweep(project, *arguments, **options):
    done = succeed("sweep", project, *arguments, "--json", "--progress", "none", **options)
    assert "" not in done.stderr.splitlines(), done.stderr  # the end of a progress bar's line
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/sweep.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


@test
def grid_is_in_order():
    result = sweep(write(pendulum()), "--over", "kappa=1e2:1e6:3", "--over", "h=0.01,0.02")
    assert result["over"] == {"kappa": [1e2, 1e4, 1e6], "h": [0.01, 0.02]}, result["over"]
    places = [(p["settings"]["kappa"], p["settings"]["h"]) for p in result["points"]]
    assert places == [(k, h) for k in (1e2, 1e4, 1e6) for h in (0.01, 0.02)], places
    assert all(p["status"] == "converged" for p in result["points"])


@test
def points_are_those_of_identify():
    project = write(pendulum())
    for point in sweep(project, "--over", "kappa=1e2:1e6:3")["points"]:
        alone = json.loads(succeed("identify", project, "--kappa", point["settings"]["kappa"], "--no-physical",
                                   "--json").stdout)
        assert point["kappa"] == alone["settings"]["kappa"]
        for a, b in zip(point["parameters"], alone["parameters"]):
            assert a["id"] == b["id"] and a["unit"] == b["unit"]
            assert math.isclose(a["value"], b["value"], rel_tol=1e-5), (a, b)


@test
def kappa_has_a_plateau_where_it_is_found():
    """The estimator is the same at all points, that of a kappa from the data: as kappa falls, what the logs show well
    stays, while the joint cost draws the masses down."""
    succeed("example", "furuta")
    tree = json.loads(open("furuta.trammel").read())
    tree["logs"][0]["trim"] = [0, 3]
    tree["settings"]["h"] = 0.005
    project = write(tree)
    found = json.loads(succeed("identify", project, "--no-physical", "--json").stdout)
    kappa = found["settings"]["kappa"]
    axis = ("--over", f"kappa=1:{kappa!r}:4")
    held, joint, stated = (sweep(project, *axis, *more)["points"]
                           for more in ((), ("--set", "settings.weighting=joint"), ("--kappa", "1")))
    # the ratios of the joints' weights are those of the start there, and found here
    for a, b in zip(held[-1]["parameters"], found["parameters"]):
        assert abs(a["value"] - b["stepper"]["value"]) < 0.2 * b["stepper"]["sigma"], (a, b)
    for name in ("body.arm.inertia.zz", "body.pendulum.inertia.yy", "motor.drive.gain"):
        values = [value_of(point, name) for point in held]
        assert max(values) < 1.015 * min(values), (name, values)
    for name in ("body.arm.inertia.zz", "motor.drive.gain"):
        assert value_of(joint[0], name) < 0.975 * value_of(found, name), name
    for a, b in zip(stated, held):
        near(a, b)


@test
def a_quantity_can_be_swept():
    project = write(pendulum())
    result = sweep(project, "--over", "body.pendulum.mass=0.4:0.6:3", "--fix", "body.pendulum.mass")
    assert result["over"]["body.pendulum.mass"] == [0.4, 0.5, 0.6]


def value_of(point, name):
    return next(p["value"] for p in point["parameters"] if p["id"] == name)


def near(a, b, relative=1e-4):
    """Converged points with the same parameters, or within a twentieth of their sigmas: the weak prior
    moves with the start values."""
    assert a["status"] == b["status"] == "converged", (a, b)
    for p, q in zip(a["parameters"], b["parameters"]):
        room = max(relative * abs(q["value"]), 0.05 * (q["sigma"] or 0))
        assert abs(p["value"] - q["value"]) <= room, (p, q)


@test
def start_and_direction_do_not_matter():
    project = pendulum()
    near_start = sweep(write(project), "--over", "kappa=1e0:1e8:9")
    backwards = sweep(write(project), "--over", "kappa=1e8:1e0:9")
    far = sweep(write(project), "--over", "kappa=1e0:1e8:9", "--set", "body.pendulum.inertia.zz=0.5",
                "--set", "joint.pivot.viscous=0.5", "--set", "joint.pivot.coulomb=0.5")
    for a, b, c in zip(near_start["points"], backwards["points"][::-1], far["points"]):
        near(b, a)
        near(c, a)
    assert [p["warm"] for p in near_start["points"]].count(True) >= 4, near_start["points"]


@test
def compliance_is_of_all_joints():
    project = write(pendulum())
    result = sweep(project, "--kappa", "1e5", "--over", "compliance=1e-5:1e-12:8")
    assert result["over"]["compliance"] == [10.0 ** -k for k in range(5, 13)], result["over"]
    for point in result["points"][1:]:
        near(point, result["points"][-1], 0.001)
    assert "corners" not in result
    tree = pendulum()
    tree["model"]["joints"][0]["compliance"] = {"linear": 1e-5, "angular": 1e-5}
    alone = json.loads(succeed("identify", write(tree), "--kappa", "1e5", "--no-physical", "--json").stdout)
    near(result["points"][0], alone)


@test
def misfits_are_those_of_the_fit():
    project = pendulum()
    sigma = 0.002
    project["model"]["sensors"][0]["sigma"] = sigma
    for point in sweep(write(project), "--over", "kappa=1e2,1e6", "--set", "settings.observations=node")["points"]:
        curve, cost = point["l_curve"], point["cost"]
        assert math.isclose(curve["observation"], math.sqrt(cost["observation_mse"]) / sigma, rel_tol=1e-9)
        assert math.isclose(curve["state"], math.sqrt(cost["state_mse"]), rel_tol=1e-12)


@test
def misfits_are_monotone_and_corner_is_told():
    result = sweep(write(pendulum()), "--over", "kappa=1e-2:1e10:13")
    points = [p["l_curve"] for p in result["points"]]
    for a, b in zip(points, points[1:]):
        assert b["observation"] >= (1 - 1e-6) * a["observation"] and b["state"] <= (1 + 1e-6) * a["state"], (a, b)
    corner, = result["corners"]
    assert corner["settings"] == {}
    if corner["kappa"] is None:
        assert "no corner" in corner["text"] and not (corner["turn_degrees"] or 0) >= 22.5, corner
    else:
        assert corner["kappa"] in result["over"]["kappa"] and corner["turn_degrees"] >= 22.5, corner


@test
def corners_for_each_value_of_the_other_axis():
    done = succeed("sweep", write(pendulum()), "--over", "h=0.01,0.02", "--over", "kappa=1e2,1e4", "--json",
                   "--progress", "none")
    corners = json.loads(done.stdout)["corners"]
    assert [c["settings"] for c in corners] == [{"h": 0.01}, {"h": 0.02}], corners
    assert all(c["kappa"] is None and "fewer than five" in c["text"] for c in corners), corners
    assert done.stderr.count("no corner") == 2, done.stderr


def without_times(text):
    return re.sub(r'"seconds": [^,\n]*', '"seconds": 0', text)


GRID = ("--over", "kappa=1e0:1e8:9", "--over", "h=0.01,0.02", "--score", "--json", "--progress", "none")


@test
def any_number_of_threads_gives_the_same_bits():
    project = write(pendulum())
    one, two, five = (without_times(succeed("sweep", project, *GRID, "--threads", n).stdout) for n in (1, 2, 5))
    assert one == two == five
    assert without_times(succeed("sweep", project, *GRID).stdout) == one


@test
def any_number_of_processes_gives_the_same_bits():
    need_mpi()
    project = write(pendulum())
    alone = without_times(succeed("sweep", project, *GRID).stdout)
    for n in (2, 4):
        done = run_shared(n, "sweep", project, *GRID)
        assert done.returncode == 0 and without_times(done.stdout) == alone, done.stderr
        assert done.stderr.count("smallest open-loop error") == 1, done.stderr
    table = run_shared(3, "sweep", project, *GRID[:4], "-o", "grid.csv")
    assert table.returncode == 0 and len(open("grid.csv").read().splitlines()) == 19, table.stderr


@test
def processes_fail_as_one_does():
    need_mpi()
    done = run_shared(2, "sweep", "missing.trammel", "--over", "kappa=1,2")
    assert done.returncode == 3 and done.stderr.count("trammel-cli: ") == 1, done
    done = run_shared(2, "example")
    assert done.returncode == 0 and done.stdout.count("furuta") == 1, done


def two_logs():
    """The pendulum's log in two parts, the second for validation."""
    project = pendulum()
    second = json.loads(json.dumps(project["logs"][0]))
    second.update(name="second", role="validate", trim=[4, 6])
    project["logs"].append(second)
    return project


@test
def score_is_that_of_validate():
    project = write(two_logs())
    result = sweep(project, "--over", "kappa=1e3,1e5", "--score", "--start", "first-sample")
    assert result["scored"]["logs"] == ["second"] and not result["scored"]["fitted"], result["scored"]
    for point in result["points"]:
        kappa = point["settings"]["kappa"]
        succeed("identify", project, "--kappa", kappa, "--set", "settings.weighting=held", "-o", "r.json")
        done = succeed("validate", project, "--result", "r.json", "--start", "first-sample", "--json")
        sensor, = json.loads(done.stdout)["logs"][0]["open_loop"]
        for name in ("rmse", "nrmse_percent", "horizon"):
            assert math.isclose(point["score"][name], sensor[name], rel_tol=1e-3), (point["score"], sensor)
    best = min(result["points"], key=lambda p: p["score"]["nrmse_percent"])
    assert result["scored"]["best"]["settings"] == best["settings"], result["scored"]


@test
def score_without_validation_logs_says_so():
    done = succeed("sweep", write(pendulum()), "--over", "kappa=1e3,1e5", "--score", "--json", "--progress", "none")
    assert json.loads(done.stdout)["scored"]["fitted"] and "that were fitted" in done.stderr, done.stderr


@test
def files_by_their_ending():
    project = write(pendulum())
    succeed("sweep", project, "--over", "h=0.01,0.02", "--over", "kappa=1e3,1e4", "--score", "-o", "s.csv")
    with open("s.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["h"], row["kappa"]) for row in rows] == [("0.01", "1000"), ("0.01", "10000"), ("0.02", "1000"),
                                                          ("0.02", "10000")], rows
    succeed("sweep", project, "--over", "h=0.01,0.02", "--over", "kappa=1e3,1e4", "--score", "-o", "s.json")
    for row, point in zip(rows, json.loads(open("s.json").read())["points"]):
        assert float(row["state_misfit"]) == point["l_curve"]["state"]
        assert float(row["score_nrmse_percent"]) == point["score"]["nrmse_percent"]
        for p in point["parameters"]:
            assert float(row[f"{p['id']} [{p['unit']}]"]) == p["value"], (row, p)
            assert float(row[f"{p['id']} sigma [{p['unit']}]"]) == p["sigma"], (row, p)


@test
def table_has_a_row_a_point():
    rows = succeed("sweep", write(pendulum()), "--over", "cutoff=5:20:3", "--progress", "none").stdout.splitlines()
    assert len(rows) == 4 and rows[0].startswith("cutoff\tstatus\t"), rows
    assert len({row.count("\t") for row in rows}) == 1


@test
def a_bad_point_leaves_the_others():
    result = sweep(write(pendulum()), "--over", "h=0.01,100")
    good, bad = result["points"]
    assert good["status"] == "converged" and bad["status"] == "failed", result
    assert "100" in bad["message"] and bad["parameters"] == []


@test
def bad_requests():
    project = write(pendulum())
    refuse(2, "sweep", project, words=["--over"])
    for over, word in [("kappa", "="), ("kapa=1:2:3", "kapa"), ("kappa=1:2", "FROM:TO:COUNT"),
                       ("kappa=1:2:1", "COUNT"), ("kappa=1,x", "not a number")]:
        refuse(2, "sweep", project, "--over", over, words=["--over", word])
    free = next(p["id"] for p in json.loads(succeed("identify", project, "--json").stdout)["parameters"])
    refuse(2, "sweep", project, "--over", f"{free}=1,2", words=["free"])
    refuse(2, "sweep", project, "--over", "kappa=1,2", "--start", "estimated", words=["--score"])
    refuse(2, "sweep", project, "--over", "kappa=1,2", "--score", "--start", "now", words=["--start", "now"])
    refuse(2, "sweep", project, "--over", "kappa=1:2:1000", "--over", "h=1:2:1000", words=["1000000 points"])


@test
def progress_is_on_stderr():
    done = run("sweep", write(pendulum()), "--over", "kappa=1e3,1e4", "--progress", "jsonl")
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert [line["point"] for line in lines] == [1, 2] and lines[0]["of"] == 2, done.stderr


sys.exit(main())
