#!/usr/bin/python3
"""trammel-cli friction: the tournament finds the model that made a log, says where the motion shows
too little, and puts a model into a project; output in TAP.

usage: test-friction.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys
from pathlib import Path

from support import ROOT, main, pendulum, refuse, run, succeed, test, write

try:
    import jsonschema
except ImportError:
    jsonschema = None

MASS, STEP = 2.0, 1e-3


def smooth(v):
    return 0.9 * (math.tanh(25 * v) - math.tanh(5 * v)) + 0.8 * math.tanh(40 * v) + 0.6 * v


def leaning(v):
    return (1.3 if v > 0 else 0.7) * 0.9 * math.tanh(2000 * v) + 0.6 * v


def push(t):
    return 2.6 * math.sin(2 * math.pi * 0.45 * t) + 1.4 * math.sin(2 * math.pi * 1.3 * t + 1)


def carriage(friction, force=push, duration=10):
    """A log of x'' = (force(t) - friction(x'))/mass, by Runge and Kutta, and its project's tree."""
    def rate(t, v):
        return (force(t) - friction(v)) / MASS

    x = v = 0.0
    lines = ["t [s],x [m],u"]
    parts = 20
    h = STEP / parts
    for k in range(int(duration / STEP) + 1):
        noise = 2e-6 * math.sin(12.9898 * k * k)
        lines.append(f"{k * STEP:.6g},{x + noise:.10g},{force(k * STEP):.10g}")
        for i in range(parts):
            t = k * STEP + i * h
            a = rate(t, v)
            b = rate(t + h / 2, v + h / 2 * a)
            c = rate(t + h / 2, v + h / 2 * b)
            d = rate(t + h, v + h * c)
            x += h * v + h * h / 6 * (a + b + c)
            v += h / 6 * (a + 2 * b + 2 * c + d)
    Path("carriage.csv").write_text("\n".join(lines) + "\n")
    return {
        "format": "trammel/1",
        "model": {
            "bodies": [{"name": "A", "mass": MASS}],
            "joints": [{"name": "rail", "type": "slide", "parent": "world", "child": "A",
                        "parent_frame": {"position": [0, 0, 0], "quat_wxyz": [math.sqrt(0.5), 0, math.sqrt(0.5), 0]},
                        "child_frame": {"position": [0, 0, 0], "quat_wxyz": [math.sqrt(0.5), 0, math.sqrt(0.5), 0]},
                        "friction": {"model": "coulomb", "viscous": {"value": 1, "free": True},
                                     "coulomb": {"value": 1, "free": True}, "load": "none", "rate": 2e-3}}],
            "motors": [{"name": "m", "joint": "rail", "gain": 1}],
            "sensors": [{"name": "x", "type": "joint-position", "joint": "rail", "sigma": 2e-6}],
        },
        "logs": [{"name": "push", "file": "carriage.csv", "channels": [
            {"signal": "x", "column": "x"}, {"signal": "m", "column": "u", "between": "linear"}]}],
        "settings": {"h": 0.004, "kappa": 1e-4, "formulation": "second-order", "cutoff": 50},
    }


def tournament(project, *options):
    tree = json.loads(succeed("friction", write(project), "--json", "--progress", "none", *options).stdout)
    if jsonschema:
        jsonschema.validate(tree, json.loads((ROOT / "data/schema/friction.schema.json").read_text()))
    return tree, {m["name"]: m for m in tree["models"]}


@test
def smooth_friction_wins_where_it_made_the_log():
    tree, models = tournament(carriage(smooth))
    assert tree["best"] == "tanh", tree
    assert models["coulomb"]["bic_above_best"] > 50, models["coulomb"]
    assert models["tanh"]["unexplained_percent"] < models["coulomb"]["unexplained_percent"] / 3, models
    assert models["tanh"]["state_error"] < models["coulomb"]["state_error"], models
    assert models["none"]["friction_parameters"] == 0 and models["tanh"]["friction_parameters"] == 6
    assert tree["validation"] == "halves" and tree["joints"][0]["doubt"] is None, tree["joints"]


@test
def a_lean_wins_where_it_made_the_log():
    tree, models = tournament(carriage(leaning))
    assert tree["best"] == "coulomb-asymmetric", tree["verdict"]
    values = {p["id"]: p["value"] for p in models["coulomb-asymmetric"]["friction"]}
    assert abs(values["joint.rail.asymmetry.dry"] - 0.3) < 0.02, values
    assert abs(values["joint.rail.coulomb"] - 0.9) < 0.03, values


@test
def a_motion_in_one_direction_is_told():
    tree, _ = tournament(carriage(smooth, force=lambda t: 3 + math.sin(5 * t), duration=4))
    assert "one direction" in tree["joints"][0]["doubt"], tree["joints"]
    assert tree["joints"][0]["forward"] > 0.95


@test
def the_model_is_put_into_a_project():
    project = pendulum()
    done = succeed("friction", write(project), "--progress", "none", "--joint", "pivot", "--apply", "best", "-o",
                   "chosen.trammel")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["model", "none", "viscous", "coulomb", "coulomb-asymmetric", "stribeck",
                                           "tanh"], lines
    assert all(len(line) == len(lines[0]) for line in lines)
    assert "Best by BIC: 'coulomb'" in done.stderr, done.stderr
    chosen = json.loads(Path("chosen.trammel").read_text())
    friction = chosen["model"]["joints"][0]["friction"]
    assert friction["model"] == "coulomb" and friction["coulomb"]["free"], friction
    succeed("identify", "chosen.trammel", "--progress", "none")


@test
def bad_words_are_refused():
    name = write(pendulum())
    refuse(2, "friction", words=["friction", "project"])
    refuse(2, "friction", name, "--apply", "coulomb", words=["--apply", "-o"])
    refuse(2, "friction", name, "--apply", "rubber", "-o", "x.trammel", words=["'rubber'", "tanh"])
    done = run("friction", name, "--joint", "pivo", "--progress", "none")
    assert done.returncode == 2 and "'pivo'" in done.stderr and "'pivot'" in done.stderr, done


if __name__ == "__main__":
    sys.exit(main())
