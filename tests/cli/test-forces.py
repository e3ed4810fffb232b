#!/usr/bin/python3
"""Findings of trammel-cli identify on forces that the model lacks, and on joints that it does not explain; output in
TAP.

usage: test-forces.py TRAMMEL-CLI ROOT
"""
import json
import sys
from pathlib import Path

from support import main, succeed, test, write


def example(name):
    folder = Path(sys.argv[2]) / "data/examples"
    tree = json.loads((folder / f"{name}.trammel").read_text())
    for log in tree["logs"]:
        log["file"] = str((folder / log["file"]).resolve())
    return tree


def identify(tree, *words):
    done = succeed("identify", write(tree), "--no-physical", "--json", "--progress", "none", *words)
    return json.loads(done.stdout)


def find(result, code):
    return [finding for finding in result["findings"] if finding["code"] == code]


def follow(tree, fix):
    """Makes the change that a finding proposes."""
    *path, last = fix["path"].replace("[", ".").replace("]", "").split(".")
    at = tree
    for key in path:
        at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
    at[last] = fix["value"]


@test
def no_force_is_missing():
    """In examples that lack nothing: neither a finding nor a part of a sigma."""
    for name in ("pendulum", "servo", "four-bar", "slider-crank"):
        result = identify(example(name))
        codes = {finding["code"] for finding in result["findings"]}
        assert not codes & {"force-left-over", "rests-on-constant", "model-error"}, (name, codes)
        assert result["forces"] and all(abs(force["t"]) < 4 for force in result["forces"]), name
        assert all(p["error_percent"] < 10 for log in result["logs"] for p in log["predictions"]), name


@test
def discretisation_is_no_missing_force():
    """Of the fast double pendulum: what is left over at the step of the fit falls with the step."""
    done = succeed("identify", write(example("double-pendulum")), "--json", "--progress", "none")
    result = json.loads(done.stdout)
    assert any(abs(force["t"]) > 4 for force in result["forces"])
    assert not any(force["suspected"] for force in result["forces"])
    assert not find(result, "force-left-over") and not find(result, "log-prefers")
    assert all(q["model"] == 0 for q in result["parameters"])


@test
def a_missing_bias_is_named_and_added():
    """The motor's bias of the servo is held at zero; the fix that is proposed brings it back."""
    tree = example("servo")
    whole = {q["id"]: q for q in identify(tree)["parameters"]}
    tree["model"]["motors"][0]["bias"] = 0
    result = identify(tree)
    (found,) = find(result, "force-left-over")
    assert found["signal"] == "axis" and found["severity"] == "warning", found
    constant = next(force for force in result["forces"] if force["term"] == "constant")
    bias = whole["motor.drive.bias"]
    size = tree["model"]["motors"][0]["gear"] * bias["value"]
    assert abs(constant["size"] - size) < 0.2 * abs(size), (constant, size)  # one step of a fit with dry friction
    for q in result["parameters"]:
        assert abs(q["value"] - whole[q["id"]]["value"]) < 1.96 * q["sigma"], q
    assert found["fix"]["path"] == "model.motors[0].bias", found
    follow(tree, found["fix"])
    assert not find(identify(tree), "force-left-over")


@test
def a_joint_that_is_not_explained_is_named():
    """The elbow of the Furuta pendulum is mapped with the wrong sign."""
    tree = example("furuta")
    channel = next(c for c in tree["logs"][0]["channels"] if c["signal"] == "pendulum")
    channel["sign"] = -1
    result = identify(tree, "--max-iterations", "100")
    assert {finding["signal"] for finding in find(result, "model-error") if "signal" in finding} >= {"elbow"}, result[
        "findings"]
    assert all("bad-fit" in q["flags"] for q in result["parameters"])


if __name__ == "__main__":
    main()
