#!/usr/bin/python3
"""Hard constraints and realisable inertia in a project: what a fit keeps, what the result says, and
what cannot be; output in TAP.

usage: test-constraints.py TRAMMEL-CLI ROOT
"""
import json
import sys

from support import main, pendulum, run, succeed, test, write


def load(constraints, **body):
    project = pendulum()
    project["model"]["constraints"] = constraints
    project["model"]["bodies"][0].update(body)
    project["settings"]["kappa"] = 1e4
    return project


def ids():
    project = json.loads(succeed("identify", write(pendulum()), "--json", "--progress", "none").stdout)
    return {p["id"]: p["value"] for p in project["parameters"]}


def result(project, *codes):
    done = run("identify", write(project), "--json", "--progress", "none")
    assert done.returncode in (codes or (0,)), done.stderr
    return json.loads(done.stdout)


@test
def an_inequality_is_met_on_its_side():
    free = ids()
    name, value = next((n, v) for n, v in free.items() if n.endswith("viscous"))
    limit = 1.5 * value
    fit = result(load([{"name": "rough", "terms": {name: 2}, "at_least": 2 * limit}]))
    found = next(p for p in fit["parameters"] if p["id"] == name)
    assert abs(found["value"] - limit) < 1e-12 * limit, found
    assert fit["constraints"] == [{"name": "rough", "value": fit["constraints"][0]["value"],
                                   "at_least": 2 * limit, "at_most": None, "active": True}], fit["constraints"]
    assert any(f["code"] == "at-constraint" and "rough" in f["text"] for f in fit["findings"]), fit["findings"]
    loose = result(load([{"name": "smooth", "terms": {name: 1}, "at_most": 10 * value}]))
    assert not loose["constraints"][0]["active"]
    assert not any(f["code"] == "at-constraint" for f in loose["findings"])


@test
def what_cannot_be_is_refused():
    name = next(n for n in ids() if n.endswith("viscous"))
    cases = [
        ([{"name": "a", "terms": {name: 1}}], ["model.constraints[0]", "equal"]),
        ([{"name": "a", "terms": {}, "equal": 1}], ["model.constraints[0].terms", "empty"]),
        ([{"name": "a", "terms": {name + "x": 1}, "equal": 1}], [name + "x", "nearest", name]),
        ([{"name": "a", "terms": {name: 1}, "equal": 1, "at_most": 2}], ["equal", "keep one"]),
        ([{"name": "a", "terms": {name: 1}, "at_least": 2, "at_most": 1}], ["at_least", "exchange"]),
        ([{"name": "a", "terms": {name: 1}, "at_least": 2},
          {"name": "a", "terms": {name: 1}, "at_most": 3}], ["model.constraints[1].name"]),
        ([{"name": "low", "terms": {name: 1}, "at_most": 1e-3},
          {"name": "high", "terms": {name: 1}, "at_least": 2e-3}], ["cannot be met", "constraint '"]),
        ([{"name": "far", "terms": {name: 1}, "at_least": 1e6}], ["cannot be met"]),
        ([{"name": "fixed", "terms": {"gravity.magnitude": 1}, "equal": 1}], ["'fixed'", "free"]),
    ]
    for constraints, words in cases:
        done = run("identify", write(load(constraints)), "--progress", "none")
        assert done.returncode == 4 and done.stdout == "", (constraints, done)
        for word in words:
            assert word in done.stderr, f"{word}: {done.stderr}"


@test
def inertia_is_kept_realisable():
    project = load([])
    inertia = project["model"]["bodies"][0].setdefault("inertia", {})
    inertia.update({"xx": 1e-5, "yy": 1e-5, "zz": {"value": 1.5e-5, "free": True}})
    free = result(project, 0, 5)
    wanted = next(p["value"] for p in free["parameters"] if p["id"].endswith("inertia.zz"))
    assert wanted > 2.1e-5, wanted
    for rule in "principal", "full":
        project["settings"]["consistency"] = rule
        fit = result(project, 0, 5)
        value = next(p["value"] for p in fit["parameters"] if p["id"].endswith("inertia.zz"))
        assert 1.9e-5 < value <= 2e-5, value
        assert fit["settings"]["consistency"] == rule
        assert any(c["active"] for c in fit["constraints"]), fit["constraints"]
        # a body's own word counts more
        project["model"]["bodies"][0]["consistency"] = "none"
        fit = result(project, 0, 5)
        assert fit["constraints"] == []
        del project["model"]["bodies"][0]["consistency"]


@test
def a_start_that_no_mass_could_have_is_refused():
    project = load([], consistency="full")
    inertia = project["model"]["bodies"][0].setdefault("inertia", {})
    inertia.update({"xx": 1e-5, "yy": 1e-5, "zz": {"value": 1.5e-3, "free": True}})
    done = run("identify", write(project), "--progress", "none")
    assert done.returncode == 4, done
    assert "no distribution of mass" in done.stderr and "consistency" in done.stderr, done.stderr


if __name__ == "__main__":
    sys.exit(main())
