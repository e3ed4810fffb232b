#!/usr/bin/python3
"""trammel-cli sweep from outside; output in TAP.

usage: test-sweep.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys

import jsonschema

from support import ROOT, main, pendulum, refuse, run, succeed, test, write


def sweep(project, *arguments, **options):
    done = succeed("sweep", project, *arguments, "--json", "--progress", "none", **options)
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
        alone = json.loads(succeed("identify", project, "--kappa", point["settings"]["kappa"], "--json").stdout)
        assert point["kappa"] == alone["settings"]["kappa"]
        for a, b in zip(point["parameters"], alone["parameters"]):
            assert a["id"] == b["id"] and a["unit"] == b["unit"]
            assert math.isclose(a["value"], b["value"], rel_tol=1e-5), (a, b)


@test
def a_quantity_can_be_swept():
    project = write(pendulum())
    result = sweep(project, "--over", "body.pendulum.mass=0.4:0.6:3", "--fix", "body.pendulum.mass")
    assert result["over"]["body.pendulum.mass"] == [0.4, 0.5, 0.6]


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


@test
def progress_is_on_stderr():
    done = run("sweep", write(pendulum()), "--over", "kappa=1e3,1e4", "--progress", "jsonl")
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert [line["point"] for line in lines] == [1, 2] and lines[0]["of"] == 2, done.stderr


sys.exit(main())
