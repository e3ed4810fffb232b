#!/usr/bin/python3
"""Delays of the signals that are not known, in the sigmas of trammel-cli identify; output in TAP.

The logs are of a mass on a rail, simulated here by equations of motion independent of the program.

usage: test-timing.py TRAMMEL-CLI ROOT
"""
import json
import math
import random
import sys
from pathlib import Path

from support import ROOT, main, refuse, succeed, test, write

TRUTH = {"body.carriage.mass": 95.0, "joint.rail.viscous": 204.0, "joint.rail.coulomb": 20.4}
GAIN, PERIOD, SECONDS, SUBSTEPS, NOISE = 35.15, 0.002, 8, 10, 2e-6
SEEDS = range(10)
NORMAL = 1.959963984540054


def drive(t):
    return 1.4 * math.sin(2.1 * t) + 0.9 * math.sin(5.3 * t + 1) + 0.6 * math.sin(9.7 * t)


def simulate(is_held, input_delay, sensor_delay):
    """Positions at stamps PERIOD apart.  Both delays are multiples of the simulation's step; the sample stamped t
    shows the mass at t - sensor_delay, the input stamped t acts at t + input_delay."""
    h = PERIOD / SUBSTEPS
    before = SUBSTEPS  # steps that are simulated before the first stamp
    mass, viscous, dry = TRUTH.values()
    q = v = 0.0
    motion = []
    for i in range(-before, round(SECONDS / h) + before + 1):
        motion.append(q)
        t = (i + 0.5) * h - input_delay
        u = drive(math.floor(t / PERIOD) * PERIOD) if is_held else drive(t)
        free = (v + h / mass * GAIN * u) / (1 + h * viscous / mass)
        lost = h * dry / mass
        v = math.copysign(abs(free) - lost, free) if abs(free) > lost else 0.0
        q += h * v
    first = before - round(sensor_delay / h)
    return motion[first::SUBSTEPS][:round(SECONDS / PERIOD) + 1]


def make(is_held=True, input_delay=0.0, sensor_delay=0.0, seed=0, shift=0.0, **log):
    """Writes a log with its project, and returns its tree; members of the log."""
    source = random.Random(seed)
    rows = [f"{i * PERIOD + shift!r},{q + source.gauss(0, NOISE)!r},{drive(i * PERIOD)!r}"
            for i, q in enumerate(simulate(is_held, input_delay, sensor_delay))]
    Path("axis.csv").write_text("\n".join(["t,q,u", *rows]) + "\n")
    tree = json.loads((ROOT / "data/templates/linear-axis.trammel").read_text())
    tree["logs"] = [{"name": "axis", "file": "axis.csv", "time": {"column": "t", "unit": "s"}, "channels": [
        {"signal": "position", "column": "q", "unit": "m"}, {"signal": "force", "column": "u", "scale": GAIN}]} | log]
    tree["settings"]["h"] = 0.01
    return tree


def identify(tree):
    result = json.loads(succeed("identify", write(tree), "--json", "--progress", "none").stdout)
    return result, {p["id"]: p for p in result["parameters"]}


def is_inside(p, width):
    return abs(p["value"] - TRUTH[p["id"]]) <= NORMAL * width


def draw(seed):
    """Delays of input and sensor within half a period, the sensor's as the simulation can have them."""
    source = random.Random(1000 + seed)
    h = PERIOD / SUBSTEPS
    return source.uniform(-0.5, 0.5) * PERIOD, source.randint(-SUBSTEPS // 2, SUBSTEPS // 2) * h


def without(p):
    return math.sqrt(p["sigma"] ** 2 - p["timing"] ** 2)


@test
def intervals_hold():
    """Whatever the delays and the input between its samples are, the truth is within every interval; without the part
    by unknown delays it would be outside of most."""
    missed = 0
    for seed in SEEDS:
        for is_held in (True, False):
            tree = make(is_held, *draw(seed), seed=seed)
            for between in (None, "hold" if is_held else "linear"):
                if between:
                    tree["logs"][0]["channels"][1]["between"] = between
                _, found = identify(tree)
                for name in TRUTH:
                    assert is_inside(found[name], found[name]["sigma"]), (seed, is_held, between, found[name])
                mass = found["body.carriage.mass"]
                missed += not is_inside(mass, without(mass))
    assert missed > 2 * len(SEEDS), missed


@test
def wrong_declaration_is_told():
    """An input that is held in the model and linear in truth moves the mass by several sigmas: a finding says so."""
    result, found = identify(make(is_held=False))
    mass = found["body.carriage.mass"]
    assert not is_inside(mass, without(mass)) and is_inside(mass, mass["sigma"]), mass
    finding = next(f for f in result["findings"] if f["code"] == "log-prefers")
    assert finding["fix"] == {"path": "logs[0].channels[1].between", "value": "linear"}, finding


@test
def advice_is_followed():
    """The input is declared as it is: the mass is right without room for the other way."""
    tree = make(is_held=False)
    tree["logs"][0]["channels"][1]["between"] = "linear"
    result, found = identify(tree)
    mass = found["body.carriage.mass"]
    assert is_inside(mass, without(mass)) and mass["sigma"] < 0.1, mass
    assert not any(f["code"] == "log-prefers" for f in result["findings"]), result["findings"]


@test
def late_input_is_told():
    """By two periods, which no interval has room for."""
    result, _ = identify(make(input_delay=2 * PERIOD))
    finding = next(f for f in result["findings"] if f["code"] == "log-prefers")
    assert finding["fix"]["path"] == "logs[0].channels[1].delay", finding
    assert math.isclose(finding["fix"]["value"]["value"], 2 * PERIOD, rel_tol=0.1), finding


@test
def known_timing_adds_nothing():
    tree = make(timing="known")
    _, known = identify(tree)
    tree["logs"][0]["timing"] = "sampled"
    _, sampled = identify(tree)
    for name in TRUTH:
        assert known[name]["timing"] == 0 < sampled[name]["timing"], name
        assert math.isclose(known[name]["sigma"], without(sampled[name]), rel_tol=1e-9), name
        assert known[name]["value"] == sampled[name]["value"], name
        assert is_inside(known[name], known[name]["sigma"]), known[name]


@test
def wrong_word_is_refused():
    refuse(4, "identify", write(make(timing="exact")), words=["logs[0].timing", "known"])


@test
def stated_delay_is_known():
    """Of one channel: only the other one is left."""
    tree = make(sensor_delay=PERIOD)
    for channel in tree["logs"][0]["channels"]:
        channel["delay"] = PERIOD if channel["signal"] == "position" else 1e-9
    _, found = identify(tree)
    for name in TRUTH:
        assert found[name]["timing"] == 0 and is_inside(found[name], found[name]["sigma"]), found[name]


@test
def common_shift_changes_nothing():
    """All stamps of a log later by a third of a period: one clock for all signals."""
    _, found = identify(make())
    _, later = identify(make(shift=PERIOD / 3))
    for name in TRUTH:
        for part in ("value", "sigma", "timing"):
            assert math.isclose(found[name][part], later[name][part], rel_tol=1e-3), (name, part)


@test
def motion_alone_needs_no_clock():
    """Of one sensor without an input: when the motion began is no matter."""
    folder = ROOT / "data/examples"
    tree = json.loads((folder / "pendulum.trammel").read_text())
    for log in tree["logs"]:
        log["file"] = str(folder / log["file"])
        log["timing"] = "sampled"
    _, found = identify(tree)
    for p in found.values():
        assert 0 <= p["timing"] < 0.01 * p["noise"], p


@test
def covariance_has_the_part():
    """Mass and friction follow a delay together, so that their errors by it do."""
    result, found = identify(make(is_held=False))
    tree_known = make(is_held=False, timing="known")
    known, _ = identify(tree_known)
    names = [p["id"] for p in result["parameters"]]
    i, j = names.index("body.carriage.mass"), names.index("joint.rail.viscous")
    parts = found["body.carriage.mass"]["timing"] * found["joint.rail.viscous"]["timing"]
    change = result["covariance"][i][j] - known["covariance"][i][j]
    assert 0.9 * parts < abs(change) < 1.001 * parts, (change, parts)


sys.exit(main())
