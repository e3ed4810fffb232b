#!/usr/bin/python3
"""trammel-cli track from outside; output in TAP.

usage: test-track.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys

import jsonschema

from support import ROOT, main, pendulum, refuse, succeed, test, write


def check(text):
    result = json.loads(text)
    schema = json.loads((ROOT / "data/schema/track.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


@test
def ends_where_identify_does():
    project = write(pendulum())
    fit = json.loads(succeed("identify", project, "--json", "--kappa", "2").stdout)["parameters"]
    track = check(succeed("track", project, "--kappa", "2", "--window", "60", "--json").stdout)
    assert [p["id"] for p in track["parameters"]] == [p["id"] for p in fit]
    assert track["window"] == 60 and track["shift"] == 10 and track["kappa"] == 2
    last = track["points"][-1]
    assert math.isclose(last["t"], 4, abs_tol=track["h"])
    for p, value in zip(fit, last["values"]):
        assert abs(value - p["value"]) < 0.01 * abs(p["value"]) + 0.1 * p["sigma"], (p["id"], value)


@test
def table_and_states():
    project = write(pendulum())
    lines = succeed("track", project, "--kappa", "2", "--states", "s.csv", "-o", "t.tsv").stdout
    assert lines == ""
    with open("t.tsv", encoding="ascii") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    with open("s.csv", encoding="ascii") as file:
        states = file.read().splitlines()
    assert rows[0][0] == "t" and rows[0][2] == "sigma" and len(rows) > 20
    assert states[0].startswith("t [s],pivot.position [rad]") and len(states) > 400


@test
def kappa_from_a_fit():
    done = succeed("track", write(pendulum()), "--window", "100", "--shift", "50", "--json")
    assert "kappa" in done.stderr and check(done.stdout)["kappa"] > 0


@test
def refuses():
    project = write(pendulum())
    refuse(4, "track", project, "--kappa", "2", "--window", "5", "--shift", "3", words=["window of 5"])
    refuse(2, "track", words=["one project file"])
    refuse(2, "track", project, "--states", "s.txt", words=["--states", ".csv"])


sys.exit(main())
