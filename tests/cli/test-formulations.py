#!/usr/bin/python3
"""Formulations, damping and solvers from outside; output in TAP.

usage: test-formulations.py TRAMMEL-CLI ROOT
"""
import csv
import json
import os
import sys
from pathlib import Path

import jsonschema

from support import ROOT, Skip, main, pendulum, refuse, run, succeed, test, write


KAPPA = "1e5"


def identify(*arguments, code=0):
    done = run("identify", *arguments, "--json", "--progress", "none")
    assert done.returncode == code, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result, done.stderr


def values(result):
    """Of the formulation itself; those of the mechanism come from the same formulation for all."""
    return {p["id"]: p["stepper"]["value"] for p in result["parameters"]}


@test
def all_formulations():
    """At equal compliance they agree about the pendulum, and say which they are."""
    write(pendulum())
    default, _ = identify("p.trammel", "--kappa", KAPPA, "--compliance-scale", "1e5")
    assert default["settings"]["formulation"] == "second-order"
    assert default["settings"]["damping"] == "parameters"
    for name in ("auto", "predicted", "second-order", "explicit"):
        result, _ = identify("p.trammel", "--kappa", KAPPA, "--formulation", name,
                             "--compliance-scale", "1e5")
        assert result["settings"]["formulation"] == ("second-order" if name == "auto" else name)
        assert not any(f["code"] == "explicit-stiff" for f in result["findings"])
        ratio = values(result)["body.pendulum.inertia.zz"] / values(default)["body.pendulum.inertia.zz"]
        assert abs(ratio - 1) < 0.005, (name, ratio)
        assert (name in ("auto", "second-order")) == (ratio == 1), (name, ratio)


@test
def damping_of_all_unknowns():
    """One fit each: the rates of dry friction are not narrowed, which would take several."""
    write(pendulum())
    common = ("p.trammel", "--kappa", KAPPA, "--formulation", "predicted")
    ours, _ = identify(*common)
    theirs, message = identify(*common, "--set", "settings.damping=all", "--max-iterations", "200")
    assert theirs["settings"]["damping"] == "all"
    assert theirs["iterations"] > ours["iterations"], (theirs["iterations"], ours["iterations"])
    assert "elimination" in message, message
    assert abs(theirs["cost"]["total"] / ours["cost"]["total"] - 1) < 1e-6


@test
def stiff_constraints():
    """The published formulation fails, in bounded time, and says what to do."""
    project = write(pendulum())
    done = run("identify", project, "--formulation", "explicit", "--progress", "none", "-o", "r.json")
    assert done.returncode in (0, 5), done.stderr
    result = json.loads(Path("r.json").read_text())
    finding = [f for f in result["findings"] if f["code"] == "explicit-stiff"]
    assert len(finding) == 1 and "'predicted'" in finding[0]["text"] and "compliance_scale" in finding[0]["text"]
    assert done.returncode == 0 or "too stiff" in done.stderr, done.stderr
    refuse(4, "identify", project, "--formulation", "explicit", "--compliance-scale", "0",
           words=["'explicit'", "compliance", "'pivot'"])


@test
def published_figures():
    """ref/README: the release at compliance 1e-4."""
    folder = os.environ.get("TRAMMEL_SHARED", "") + "/ref"
    if not Path(folder, "furuta-release.trammel").exists():
        raise Skip("the reference folder is not there")
    project = folder + "/furuta-release.trammel"
    found, _ = identify(project, "--formulation", "explicit", "--compliance-scale", "100")
    assert abs(values(found)["body.A.inertia.zz"] / 0.003768 - 1) < 5e-3, values(found)
    assert abs(values(found)["body.B.inertia.yy"] / 0.003764 - 1) < 5e-3, values(found)
    failed, message = identify(project, "--formulation", "explicit", code=5)
    assert failed["status"] != "converged" and "'predicted'" in message, message
    assert all(p["value"] is not None for p in failed["parameters"])


@test
def unknown_words():
    write(pendulum())
    refuse(4, "identify", "p.trammel", "--formulation", "published", words=["'published'", "'explicit'", "'predicted'"])
    refuse(4, "identify", "p.trammel", "--set", "settings.damping=none", words=["'none'", "'all'", "'parameters'"])
    refuse(2, "simulate", "p.trammel", "--solver", "euler", "-o", "x.csv", words=["'euler'", "spook", "second-order"])


@test
def solvers():
    """The scheme of the formulation by default; another scheme gives another motion."""
    write(pendulum())

    def last(*arguments):
        succeed("simulate", "p.trammel", "--duration", "1", "-o", "x.csv", *arguments)
        return list(csv.reader(Path("x.csv").open()))[-1]

    spook, second = last("--solver", "spook"), last("--solver", "second-order")
    assert spook != second
    assert last() == second
    assert last("--formulation", "predicted") == spook
    assert last("--formulation", "explicit") == spook
    for a, b in zip(spook, second):
        assert abs(float(a) - float(b)) < 0.1, (a, b)


sys.exit(main())
