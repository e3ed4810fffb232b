#!/usr/bin/python3
"""Joints and contacts that are active in spans of time, from outside; output in TAP.

usage: test-switching.py TRAMMEL-CLI ROOT
"""
import json
import math
import re
import sys

from support import main, refuse, run, succeed, test, write

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


# ---- contacts ---------------------------------------------------------------------------------------------------

SPANS = [[2.7755, 3.1], [5.272, 6.2], [9.0261, 9.3]]


def pawl(name, trim=None, **changes):
    """Writes the example with a pawl in place of its latch: a point on a plane that holds against gravity."""
    contact = {"name": "pawl", "body": "pendulum", "point": [0, -0.2, 0], "friction": 0.3,
               "plane": {"position": [0.12, -0.16, 0], "quat_wxyz": [math.sqrt(.5), -.6 * math.sqrt(.5), .8 * math.sqrt(.5), 0]},
               "active": SPANS, "switch_impulse": 5, **changes}
    succeed("example", "pendulum-latch")
    content = json.loads(open("pendulum-latch.trammel", encoding="utf-8").read())
    del content["model"]["joints"][1]
    if trim:
        content["logs"][0]["trim"] = trim
    content["model"]["contacts"] = [{key: value for key, value in contact.items() if value is not None}]
    with open(name, "w", encoding="utf-8") as file:
        json.dump(content, file)
    return name


def codes(name):
    done = run("check", name, "--json")
    return {f["code"]: f["text"] for f in json.loads(done.stdout)["findings"]}


@test
def a_contact_holds_in_its_spans():
    """The log of the latch: caught at up to 8 rad/s, held against gravity, let go; any wide prior gives the same."""
    _, found = identify(pawl("pawl.trammel"))
    _, wider = identify(pawl("wider.trammel", switch_impulse=500))
    assert abs(found[INERTIA]["value"] / 0.0105 - 1) < 0.01, found[INERTIA]
    assert abs(found["joint.pivot.viscous"]["value"] / 0.006 - 1) < 0.02, found
    for key, p in found.items():
        assert abs(wider[key]["value"] - p["value"]) < 0.2 * p["sigma"], (key, p, wider[key])


@test
def a_contact_at_all_times_does_not_fit():
    """Without spans the plane is in the way, before the first of them, too; and with a prior that denies the catches
    their momentum is missing."""
    result, found = identify(pawl("always.trammel", active=None, trim=[0, 3.4]))
    assert "model-error" in [f["code"] for f in result["findings"]]
    assert abs(found[INERTIA]["value"] / 0.0105 - 1) > 0.5, found
    _, narrow = identify(pawl("narrow.trammel", switch_impulse=1e-4))
    assert abs(narrow[INERTIA]["value"] / 0.0105 - 1) > 0.03, narrow


@test
def a_simulation_falls_through_where_a_contact_ends():
    h, end = 0.005, 0.6
    model = {"gravity": {"magnitude": 9.81, "direction": [0, 0, -1]},
             "bodies": [{"name": "box", "mass": 1, "inertia": {"xx": .0025, "yy": .0025, "zz": .0025}}],
             "joints": [{"name": "air", "type": "free", "parent": "world", "child": "box",
                         "parent_frame": {"position": [0, 0, .08]}}],
             "sensors": [{"name": "p", "type": "point-position", "body": "box"}],
             "contacts": [{"name": "door", "body": "box", "shape": "box", "size": [.05, .05, .05],
                           "friction": .3, "active": [[0, end]]}]}
    name = write({"format": "trammel/2", "name": "door", "model": model})
    rows = table_of_numbers(succeed("simulate", name, "--h", h, "--duration", 1, "-o", "-").stdout)
    rest = [row[3] for row in rows if .4 < row[0] < end]
    assert max(rest) - min(rest) < 1e-8 and abs(rest[0] - .05) < 1e-5, (min(rest), max(rest))
    for row in rows:
        fall = max(0, row[0] - end)
        if row[0] > .4:
            assert abs(row[3] - (rest[0] - 9.81 / 2 * fall * (fall + h))) < 1e-6, row


def table_of_numbers(text):
    return [[float(x) for x in line.split(",")] for line in text.split("\n")[1:] if line]


@test
def wrong_spans_of_contacts_have_their_sentence():
    refuse(4, "identify", pawl("order.trammel", active=[[3, 4], [3.5, 5]]), words=["pawl", "3.5", "ended"])
    refuse(4, "identify", pawl("back.trammel", active=[[4, 3]]), words=["pawl", "4 to 3 s", "begins before"])
    refuse(4, "identify", pawl("one.trammel", active=[[4]]), words=["active", "expected 2 numbers", "pawl"])
    refuse(4, "identify", pawl("none.trammel", active=[]), words=["active", "always holds"])
    refuse(4, "identify", pawl("sure.trammel", switch_impulse=0), words=["switch_impulse", "above zero"])


@test
def the_check_tells_spans_that_cannot_be():
    late = codes(pawl("late.trammel", active=SPANS + [[20, 21]]))
    assert "Span 4 of 'pawl', 20 to 21 s" in late["span-outside"], late
    assert "span-outside" in codes(project("late-latch.trammel", active=SPANS + [[20, 21]]))
    end = float(re.search(r"to ([\d.]+) s\. Give", late["span-outside"])[1])
    behind = codes(pawl("behind.trammel", active=SPANS + [[end + 1e-4, end + 1]]))
    assert "Span 4 of 'pawl'" in behind["span-outside"], behind
    last = codes(pawl("last.trammel", active=SPANS + [[end - 1e-3, end + 1]]))
    assert "span-outside" not in last, last
    early = codes(pawl("early.trammel", active=[[2.6, 3.1]] + SPANS[1:]))
    assert "begins at 2.6" in early["contact-behind"] and "mm behind" in early["contact-behind"], early
    right = codes(pawl("right.trammel"))
    assert not {"span-outside", "contact-behind", "contact-open"} & set(right), right


if __name__ == "__main__":
    sys.exit(main())
