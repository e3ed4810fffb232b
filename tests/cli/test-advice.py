#!/usr/bin/python3
"""Advice after a fit: examples are spoilt in one signal, the fix of `log-prefers` is followed, and the fit gets
better; output in TAP.

usage: test-advice.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys
from pathlib import Path

from support import main, run, succeed, test

EXAMPLES = ("cart-pole", "four-bar", "pendulum", "servo", "slider-crank")


class Log:
    """An example: its project, and the table of its log."""

    def __init__(self, name):
        if not Path(f"{name}.csv").exists():
            succeed("example", name)
        self.project = json.loads(Path(f"{name}.trammel").read_text())
        self.entry = self.project["logs"][0]
        self.entry.pop("sha256", None)
        head, *rows = Path(f"{name}.csv").read_text().splitlines()
        self.head = head.split(",")
        self.rows = [[float(cell) for cell in row.split(",")] for row in rows]
        sensor = self.project["model"]["sensors"][-1]["name"]
        channel = next(c for c in self.entry["channels"] if c["signal"] == sensor)
        self.sensor, self.column = sensor, self.head.index(channel["column"])
        self.degrees = channel.get("unit") == "deg"

    def change(self, function):
        values = function([row[self.column] for row in self.rows])
        for row, value in zip(self.rows, values):
            row[self.column] = value

    def write(self):
        self.entry["file"] = "spoilt.csv"
        lines = [self.head] + [[f"{cell:.10g}" for cell in row] for row in self.rows]
        Path("spoilt.csv").write_text("\n".join(",".join(row) for row in lines) + "\n")
        Path("p.trammel").write_text(json.dumps(self.project))


def identify():
    done = run("identify", "p.trammel", "--json", "--progress", "none", "--no-physical")
    result = json.loads(done.stdout)
    return result, [f for f in result["findings"] if f["code"] == "log-prefers"]


def follow(log, fix):
    """Puts the value of the fix at its path; it is that of a channel."""
    path, value = fix["path"], fix["value"]
    assert path.startswith("logs[0].channels["), fix
    index, member = path[len("logs[0].channels["):].split("].")
    log.entry["channels"][int(index)][member] = value
    log.write()
    return member


def wander(result, plain):
    """Largest distance from the example as it is, in sigmas of both."""
    old = {p["id"]: p for p in plain["parameters"]}
    far = 0
    for p in result["parameters"]:
        o = old.get(p["id"])
        if o and p["sigma"] and o["sigma"]:
            far = max(far, abs(p["value"] - o["value"]) / math.hypot(p["sigma"], o["sigma"]))
    return far


def check_advice(spoil, members, names=EXAMPLES):
    for name in names:
        log = Log(name)
        log.write()
        plain, said = identify()
        assert not said, (name, said)
        log.change(lambda x: spoil(log, x))
        log.write()
        worse, said = identify()
        assert len(said) == 1 and said[0]["severity"] == "warning", (name, worse["findings"])
        if "fix" not in said[0]:
            continue
        member = follow(log, said[0]["fix"])
        better, again = identify()
        assert member in members, (name, said)
        assert not again, (name, again)
        assert better["cost"]["state_mse"] < worse["cost"]["state_mse"], name
        assert wander(better, plain) < max(4, 0.5 * wander(worse, plain)), (name, wander(better, plain))


@test
def an_encoder_with_a_wrong_zero():
    check_advice(lambda log, x: [y + (5 if log.degrees else math.radians(5)) for y in x], {"offset"})


@test
def an_encoder_that_is_late_by_two_samples():
    """A free swing may begin at any time."""
    driven = [name for name in EXAMPLES if name != "pendulum"]
    check_advice(lambda log, x: [x[0], x[0]] + x[:-2], {"delay"}, driven)


@test
def a_late_input_where_a_body_is_caught():
    """The impulse of the latch is an unknown, and no force that the weight changes."""
    log = Log("pendulum-latch")
    log.write()
    said = identify()[1]
    assert not said, said
    log.column = log.head.index("torque [N m]")
    log.change(lambda x: 5 * [x[0]] + x[:-5])  # 10 ms
    log.write()
    said = identify()[1]
    assert len(said) == 1 and "ms later than 'drive'" in said[0]["text"], said


sys.exit(main())
