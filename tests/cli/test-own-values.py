#!/usr/bin/python3
"""Values of one log, from outside: an arm with and without a load; output in TAP.

usage: test-own-values.py TRAMMEL-CLI ROOT
"""
import csv
import json
import sys

from support import main, run, succeed, test, write

ABSENT = {"body.load.mass": 1e-6, "body.load.inertia.xx": 1e-9, "body.load.inertia.yy": 1e-9,
          "body.load.inertia.zz": 1e-9}
TRUTH = {"body.arm.mass": .5, "body.arm.inertia.zz": 4e-3, "joint.shoulder.viscous": 5e-3, "body.load.mass": .3,
         "body.load.com.x": .02}
MODEL = {
    "bodies": [{"name": "arm", "mass": .5, "com": [.15, 0, 0], "inertia": {"xx": 1e-4, "yy": 4e-3, "zz": 4e-3}},
               {"name": "load", "mass": .3, "com": [.02, 0, 0], "inertia": {"xx": 1e-4, "yy": 1e-4, "zz": 1e-4}}],
    "joints": [{"name": "shoulder", "type": "hinge", "parent": "world", "child": "arm",
                "friction": {"model": "viscous", "viscous": 5e-3}},
               {"name": "grip", "type": "fixed", "parent": "arm", "child": "load",
                "parent_frame": {"position": [.3, 0, 0]}}],
    "motors": [{"name": "m1", "joint": "shoulder", "gain": .1}],
    "sensors": [{"name": "angle", "type": "joint-position", "joint": "shoulder"}]}


def settings(values):
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


def make_log(name, values):
    succeed("simulate", "arm.trammel", "--input", "m1=8*sin(2*pi*(0.4+0.1*t)*t)", "--duration", "4", "--position",
            "shoulder=-1 rad", "--noise", "1e-3", "--log-file", f"{name}.csv", "-o", "motion.csv", *settings(values))


def entry(name, **members):
    return {"name": name, "file": f"{name}.csv", "timing": "known", "time": {"column": "t [s]"},
            "channels": [{"signal": "angle", "column": "angle [rad]"},
                         {"signal": "m1", "column": "m1", "between": "linear"}]} | members


def project(name, empty=ABSENT, loaded=None):
    """Writes a project with a log of each kind; the files are made once."""
    rest = {"format": "trammel/1", "name": "arm", "model": MODEL, "settings": {"h": .005}}
    write(rest, "arm.trammel")
    make_log("empty", ABSENT)
    make_log("loaded", {})
    logs = [entry("empty", values=empty) if empty else entry("empty"),
            entry("loaded", values=loaded) if loaded else entry("loaded")]
    write(rest | {"logs": logs}, name)
    return name


def identify(name, *words):
    free = [word for quantity in TRUTH for word in ("--free", quantity)]
    done = succeed("identify", name, *free, "--set", "body.load.mass=0.2", "--set", "body.load.com.x=0", "--no-physical",
                   "--json", "--progress", "none", *words)
    return {p["id"]: p for p in json.loads(done.stdout)["parameters"]}


@test
def load_is_the_difference_of_two_logs():
    name = project("both.trammel")
    both = identify(name)
    for quantity, truth in TRUTH.items():
        found = both[quantity]
        assert found["sigma"] and abs(found["value"] - truth) < .01 * truth, (quantity, found)
    alone = identify(name, "--log", "loaded")
    assert any(p["sigma"] is None for p in alone.values()), alone
    # without its own values, the log without the load contradicts the one with it
    wrong = identify(project("common.trammel", empty=None))
    assert abs(wrong["body.load.mass"]["value"] - .3) > .03 or not wrong["body.load.mass"]["sigma"], wrong


@test
def check_says_where_a_free_quantity_does_not_act():
    name = project("both.trammel")
    done = succeed("check", name, "--free", "body.load.mass", "--json")
    found = [f for f in json.loads(done.stdout)["findings"] if f["code"] == "own-value-of-free"]
    assert len(found) == 1 and found[0]["log"] == "empty" and "1e-06" in found[0]["text"], found
    done = succeed("check", name, "--free", "body.arm.mass", "--json")
    assert "own-value-of-free" not in done.stdout, done.stdout


def motion(name, log, *words):
    succeed("simulate", name, "--log", log, "--start", "first-sample", "--duration", "1", "-o", "out.csv", *words)
    with open("out.csv", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    column = next(i for i, title in enumerate(rows[0]) if title.startswith("shoulder.position"))
    return [float(row[column]) for row in rows[1:]]


def measured(log):
    with open(f"{log}.csv", encoding="utf-8") as file:
        return [float(row[1]) for row in list(csv.reader(file))[1:]]


@test
def simulations_have_the_values_of_their_log():
    name = project("both.trammel")
    for log in ("empty", "loaded"):
        assert max(abs(a - b) for a, b in zip(motion(name, log), measured(log))) < .05, log
    # another value of all logs is that of the loaded one alone
    assert motion(name, "empty", "--set", "body.load.mass=0.6") == motion(name, "empty")
    assert motion(name, "loaded", "--set", "body.load.mass=0.6") != motion(name, "loaded")


@test
def faults_are_named_in_one_sentence():
    for values, words in (({"body.lod.mass": 1}, "there is no quantity 'body.lod.mass'; nearest: 'body.load.mass'"),
                          ({"joint.shoulder.compliance.linear": 1}, "cannot have another value in one log"),
                          ({"body.load.mass": 0}, "log 'empty' with its own values: body 'load' has a mass of 0 kg"),
                          ({"body.load.mass": "x"}, "expected a number")):
        name = project("bad.trammel", empty=values)
        done = run("info", name)
        assert done.returncode != 0 and words in done.stderr and done.stderr.count("\n") == 1, done.stderr
    name = project("bad.trammel", loaded={"body.load.mass": .3})
    done = run("identify", name, "--free", "body.load.mass", "--progress", "none")
    assert done.returncode != 0 and "every log of the fit has its own value" in done.stderr, done.stderr
    done = run("identify", project("both.trammel"), "--free", "body.arm.mass", "--formulation", "regression", "--set",
               "settings.cutoff=20", "--progress", "none")
    assert done.returncode != 0 and "a regression cannot use" in done.stderr, done.stderr


if __name__ == "__main__":
    sys.exit(main())
