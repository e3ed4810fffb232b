#!/usr/bin/python3
"""trammel-cli identify with kappa looked for by validation, from outside; output in TAP.

usage: test-kappa.py TRAMMEL-CLI ROOT
"""
import copy
import json
import math
import sys

import jsonschema

from support import ROOT, main, pendulum, refuse, run, succeed, test, write


def check(name, tree):
    schema = json.loads((ROOT / f"data/schema/{name}.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(tree)


def project(kappa, role="validate"):
    """The pendulum with another part of its log in this role; its path."""
    tree = pendulum()
    log = copy.deepcopy(tree["logs"][0])
    tree["logs"].append(log | {"name": "later", "trim": [3, 7], "role": role})
    tree["settings"]["kappa"] = kappa
    check("project", tree)
    return write(tree)


def identify(path, *arguments):
    done = run("identify", path, *arguments, "--no-physical", "--json", "--progress", "none")
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    check("result", result)
    return result, done.stderr


@test
def scores_are_reported():
    result, messages = identify(project("validate"))
    tries = result["kappa_search"]
    settings = result["settings"]
    assert settings["kappa_rule"] == "validate" and settings["weighting"] == "held", settings
    assert len(tries) >= 10 and [t["kappa"] for t in tries] == sorted(t["kappa"] for t in tries), tries
    assert math.isclose(tries[0]["kappa"], 1e-2 * settings["kappa_ref"], rel_tol=1e-6), tries
    assert math.isclose(tries[-1]["kappa"], 1e6 * settings["kappa_ref"], rel_tol=1e-6), tries
    [taken] = [t for t in tries if math.isclose(t["kappa"], settings["kappa"], rel_tol=1e-9)]
    assert taken["score"] <= 1.01 * min(t["score"] for t in tries if t["status"] == "converged"), tries
    assert "open-loop error of the validation logs" in messages, messages
    assert len(result["logs"]) == 1, result["logs"]


@test
def score_is_that_of_validate():
    path = project("validate")
    result, _ = identify(path, "-o", "r.json")
    report = json.loads(succeed("validate", path, "--result", "r.json", "--json", "--progress", "none").stdout)
    [score] = [t["score"] for t in result["kappa_search"]
               if math.isclose(t["kappa"], result["settings"]["kappa"], rel_tol=1e-9)]
    [log] = report["logs"]
    errors = [s["nrmse_percent"] / 100 for s in log["open_loop"]]
    assert math.isclose(score, sum(errors) / len(errors), rel_tol=1e-2), (score, errors)


@test
def fitted_logs_do_where_there_are_no_others():
    _, messages = identify(project("validate", "off"))
    assert "open-loop error of the fitted logs" in messages, messages
    # a log that is fitted does not validate
    result, messages = identify(project("validate"), "--log", "release", "--log", "later")
    assert "open-loop error of the fitted logs" in messages and len(result["logs"]) == 2, messages


@test
def option_takes_the_words():
    path = project(100)
    result, messages = identify(path)
    assert result["settings"]["kappa_rule"] == "number" and "kappa_search" not in result, messages
    for word in ("validate", "auto"):
        result, _ = identify(path, "--kappa", word)
        assert result["settings"]["kappa_rule"] == word, result["settings"]
        assert ("kappa_search" in result) == (word == "validate"), word
    result, _ = identify(path, "--set", "settings.kappa=validate")
    assert "kappa_search" in result, result["settings"]
    refuse(2, "identify", path, "--kappa", "often", words=["--kappa", "'often'", "not a number"])
    refuse(2, "identify", path, "--h", "validate", words=["--h", "'validate'", "not a number"])


@test
def flat_scores_are_told():
    result, _ = identify(project("validate"))
    scores = [t["score"] for t in result["kappa_search"]]
    codes = {f["code"] for f in result["findings"]}
    is_flat = max(scores) <= 1.01 * min(scores)
    assert ("kappa-flat" in codes) == is_flat, (scores, codes)
    assert not {"kappa-flat", "kappa-at-end"} <= codes, codes


sys.exit(main())
