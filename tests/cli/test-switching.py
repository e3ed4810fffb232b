#!/usr/bin/python3
"""Joints that hold in spans of time, from outside; output in TAP.

usage: test-switching.py TRAMMEL-CLI ROOT
"""
import json
import sys

from support import main, refuse, run, succeed, test

INERTIA = "body.pendulum.inertia.zz"


def project(name, **latch):
    """Writes the example with other members of its latch; None removes one, and without any the latch."""
    succeed("example", "pendulum-latch")
    content = json.loads(open("pendulum-latch.trammel", encoding="utf-8").read())
    joint = content["model"]["joints"][1]
    for key, value in latch.items():
        joint[key] = value
        if value is None:
            del joint[key]
    if not latch:
        del content["model"]["joints"][1]
    with open(name, "w", encoding="utf-8") as file:
        json.dump(content, file)
    return name


def identify(name):
    done = run("identify", name, "--no-physical", "--set", "settings.h=0.012", "--json", "--progress", "none")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    return result, {p["id"]: p for p in result["parameters"]}


@test
def impulses_are_unknown():
    """The catches change nothing; any prior that is wide enough gives the same values."""
    result, found = identify(project("wide.trammel", switch_impulse=5))
    assert not [f for f in result["findings"] if f["severity"] == "warning" and f["code"] != "no-physical"], \
        result["findings"]
    _, wider = identify(project("wider.trammel", switch_impulse=500))
    for key, p in found.items():
        assert abs(wider[key]["value"] - p["value"]) < 0.2 * p["sigma"], (key, p, wider[key])
    assert abs(found[INERTIA]["value"] / 0.0105 - 1) < 0.01, found[INERTIA]


@test
def a_prior_that_is_too_narrow_shows():
    """Catches take 0.2 to 0.6 N s; where the prior denies that, the fit says that forces are missing."""
    result, _ = identify(project("narrow.trammel", switch_impulse=1e-4))
    _, wide = identify(project("wide.trammel", switch_impulse=5))
    narrow = {p["id"]: p for p in result["parameters"]}
    assert abs(narrow[INERTIA]["value"] / 0.0105 - 1) > 3 * abs(wide[INERTIA]["value"] / 0.0105 - 1)


@test
def without_the_latch_nothing_fits():
    result, found = identify(project("without.trammel"))
    assert "model-error" in [f["code"] for f in result["findings"]]
    assert abs(found["joint.pivot.viscous"]["value"] / 0.006 - 1) > 0.5, found


@test
def wrong_spans_have_their_sentence():
    refuse(4, "identify", project("order.trammel", active=[[3, 4], [3.5, 5]]), words=["latch", "3.5", "ended"])
    refuse(4, "identify", project("back.trammel", active=[[4, 3]]), words=["latch", "4 to 3 s", "begins before"])
    refuse(4, "identify", project("one.trammel", active=[[4]]), words=["active", "expected 2 numbers", "latch"])
    refuse(4, "identify", project("none.trammel", active=[]), words=["active", "always holds"])
    refuse(4, "identify", project("hinge.trammel", type="hinge"), words=["latch", "hinge", "spans of time"])
    refuse(4, "identify", project("rigid.trammel", compliance={"linear": 0, "angular": 0}),
           words=["latch", "no compliance"])
    refuse(4, "identify", project("sure.trammel", switch_impulse=0), words=["switch_impulse", "above zero"])
    refuse(4, "identify", project("explicit.trammel", switch_impulse=5), "--formulation", "explicit",
           words=["explicit", "latch"])


if __name__ == "__main__":
    sys.exit(main())
