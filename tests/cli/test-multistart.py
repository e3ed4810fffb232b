#!/usr/bin/python3
"""trammel-cli identify --starts from outside; output in TAP.

usage: test-multistart.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys

import jsonschema

from support import ROOT, main, pendulum, refuse, run, test, write


def identify(project, *arguments, codes=(0,)):
    done = run("identify", project, *arguments, "--json", "--progress", "none")
    assert done.returncode in codes, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result, done.stderr


@test
def starts_are_summed_up():
    project = write(pendulum())
    plain = identify(project)[0]
    result, messages = identify(project, "--starts", 5, "--seed", 3)
    assert "multistart" not in plain and "optima" not in plain
    summary = result["multistart"]
    assert summary["starts"] == 5 and summary["seed"] == 3, summary
    assert summary["converged"] + summary["stopped"] + summary["failed"] == 5, summary
    assert sum(o["starts"] for o in result["optima"]) == summary["converged"], result["optima"]
    best = result["optima"][0]
    assert best["cost"] == result["cost"]["total"] and best["own_start"], best
    assert best["parameters"] == [p["value"] for p in result["parameters"]]
    assert math.isclose(plain["cost"]["total"], best["cost"], rel_tol=1e-6)
    assert "5 starts" in messages and "optimum 1" in messages, messages


@test
def a_bad_start_is_told():
    project = pendulum()
    # an inertia so large that the fit does not find back
    joints = project["model"]["joints"]
    bad = ["--set", "settings.max_iterations=3", "--set", "body.pendulum.inertia.zz=50"]
    alone = run("identify", write(project), *bad, "--progress", "none")
    assert alone.returncode == 5, (alone.returncode, joints)


@test
def same_seed_same_result():
    project = write(pendulum())
    first, second = (identify(project, "--starts", 4)[0] for _ in range(2))
    assert first["optima"] == second["optima"] and first["multistart"] == second["multistart"]


@test
def bad_requests():
    project = write(pendulum())
    for option, value in [("--starts", "0"), ("--starts", "2.5"), ("--starts", "x"), ("--starts", "10001"),
                          ("--seed", "-1"), ("--seed", "x")]:
        refuse(2, "identify", project, option, value, words=[option])


sys.exit(main())
