#!/usr/bin/python3
"""trammel-cli track from outside; output in TAP.

usage: test-track.py TRAMMEL-CLI ROOT
"""
import json
import math
import re
import sys

import jsonschema

from support import ROOT, main, pendulum, refuse, run, succeed, test, write


def check(text):
    result = json.loads(text)
    schema = json.loads((ROOT / "data/schema/track.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


def compare_ends(project, window):
    """The last window of a track against the fit of the whole log; returns the track."""
    fit = json.loads(succeed("identify", project, "--json", "--kappa", "2").stdout)["parameters"]
    track = check(succeed("track", project, "--kappa", "2", "--window", str(window), "--json").stdout)
    assert [p["id"] for p in track["parameters"]] == [p["id"] for p in fit]
    last = track["points"][-1]
    assert math.isclose(last["t"], 4, abs_tol=track["h"])
    for p, value in zip(fit, last["values"]):
        assert abs(value - p["value"]) < 0.01 * abs(p["value"]) + 0.1 * p["sigma"], (p["id"], value)
    return track


@test
def ends_where_identify_does():
    track = compare_ends(write(pendulum()), 60)
    assert track["window"] == 60 and track["shift"] == 10 and track["kappa"] == 2


@test
def a_poor_start_is_not_summed_up():
    """A quarter of a second in which the pendulum hardly moves tells its inertia from nothing: on its bound, and sure
    of itself."""
    for h, window in ((0.004, 60), (0.002, 120)):
        project = pendulum()
        project["settings"]["h"] = h
        compare_ends(write(project), window)


@test
def a_window_that_fails_is_named():
    """The formulation of first order fails where the pendulum hardly moves."""
    project = pendulum()
    project["settings"] |= {"h": 0.002, "formulation": "predicted", "weighting": "joint"}
    done = run("track", write(project), "--kappa", "30", "--window", "30")
    assert done.returncode == 5 and "no convergence" in done.stderr, done.stderr
    begin = float(re.search(r"window \d+ from ([\d.]+) s on", done.stderr).group(1))
    assert begin < 1, done.stderr
    assert "30 nodes span 0.06 s" in done.stderr and "try 60 nodes" in done.stderr, done.stderr


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
