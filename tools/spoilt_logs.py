#!/usr/bin/python3
"""Spoilt logs: does an identification say so when its log or model is wrong?

usage: spoilt_logs.py [--list] [--only TEXT]... [--stepper] [--jobs N] [--cli FILE] [--csv FILE]

Every embedded example without impacts is spoilt in one way at a time: an encoder with a wrong scale, zero, sign, unit or
delay, an input that comes late or is cut off, samples that are lost, a wrong law of friction and so on.  Each is
identified with default settings and compared with the identification of the example as it is.  A row
has the parameter that has moved farthest, in per cent and in sigmas (the root of both sigmas squared), what
the result says and what `check` says: warnings, errors and flags that the example as it is does not have (the
flag `stepper-value` alone does not count).  A spoiling is silent when a value has moved by more than 3 sigmas
and nothing is said.  `--stepper` compares the values at the step of the fit, in less than half the time.
"""
import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.dont_write_bytecode = True

import numpy as np  # noqa: E402

from measure import (APART, EXAMPLES, GRAVE, Run, add_options, find_helper, pick, print_table,  # noqa: E402
                     read_tree, share)


def has_impacts(model):
    """Their logs are judged by tools/contact_study.py."""
    return "contacts" in model or any("stops" in joint for joint in model["joints"])


FAR = 3  # sigmas
LIMIT = 120  # processor time of an identification [s]; one that takes longer is not silent
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.trammel") if not has_impacts(read_tree(path)["model"]))
HEAD = ("spoiling", "worst parameter", "moved", "sigmas", "silent", "says", "check says")


class Log:
    """An example in memory: its project and the columns of its log."""

    def __init__(self, name):
        self.tree = read_tree(EXAMPLES / f"{name}.trammel")
        self.log = self.tree["logs"][0]
        with open(self.log["file"], encoding="ascii") as file:
            self.header = file.readline().strip().split(",")
            self.rows = np.loadtxt(file, delimiter=",")
        self.time = self.rows[:, 0]
        self.step = self.time[1] - self.time[0]

    def channel(self, signal):
        return next(c for c in self.log["channels"] if c["signal"] == signal)

    def column(self, signal):
        """The samples of a signal, to be changed in place."""
        return self.rows[:, self.header.index(self.channel(signal)["column"])]

    def sensors(self):
        return [sensor["name"] for sensor in self.tree["model"]["sensors"]]

    def motor(self, name):
        return pick(self.tree["model"]["motors"], name)

    def motors(self, driven):
        """Names of the motors that prescribe a motion, or of those that are inputs."""
        return [motor["name"] for motor in self.tree["model"]["motors"] if ("drive" in motor) == driven]

    def write(self, folder):
        self.log["file"] = "log.csv"
        with open(folder / "log.csv", "w", encoding="ascii") as file:
            file.write(",".join(self.header) + "\n")
            np.savetxt(file, self.rows, fmt="%.10g", delimiter=",")
        project = folder / "project.trammel"
        project.write_text(json.dumps(self.tree))
        return project


# --- spoilings: each changes a log, or its project, in one signal ----------------------------------

def scale(factor, log, signal):
    log.column(signal)[:] *= factor


def shift(amount, log, signal):
    log.column(signal)[:] += amount


def delay(seconds, log, signal):
    x = log.column(signal)
    x[:] = np.interp(log.time - (seconds or log.step), log.time, x)


def clip(level, log, signal):
    x = log.column(signal)
    limit = level * np.abs(x).max()
    np.clip(x, -limit, limit, out=x)


def set_unit(unit, log, signal):
    log.channel(signal)["unit"] = unit


def quantise(step, log, signal):
    x = log.column(signal)
    x[:] = np.round(x / step) * step


def drift(amount, log, signal):
    log.column(signal)[:] += amount * log.time / log.time[-1]


def stick(seconds, log, signal):
    x, begin = log.column(signal), int(0.4 * len(log.time))
    x[begin:begin + round(seconds / log.step)] = x[begin]


def lose(part, log, _):
    """Drops samples at random; the stamps count on as if nothing were missing."""
    keep = np.sort(np.random.default_rng(1).permutation(len(log.rows))[round(part * len(log.rows)):])
    log.rows = log.rows[keep]
    log.rows[:, 0] = log.step * np.arange(len(log.rows))


def swap(_, log, signal):
    """With the first signal of its kind."""
    names = log.sensors() if signal in log.sensors() else log.motors(False)
    first, last = log.channel(names[0]), log.channel(signal)
    first["column"], last["column"] = last["column"], first["column"]


def hold_gain(value, log, signal):
    log.motor(signal)["gain"] = value


def drop_dry_friction(_, log, __):
    for joint in log.tree["model"]["joints"]:
        friction = joint.get("friction", {})
        if friction.get("model") == "coulomb":
            viscous = friction["viscous"]
            free = viscous if isinstance(viscous, dict) else {"value": 1e-3, "free": True, "min": 0}
            joint["friction"] = {"model": "viscous", "viscous": free}


def misread_clock(unit, log, _):
    """Stamps of another unit than the project says."""
    log.rows[:, 0] /= unit


SENSOR = {"encoder scale 1.1": (scale, 1.1), "encoder zero off by 5 deg": (shift, 5),
          "encoder late by one sample": (delay, 0), "encoder late by 10 ms": (delay, 0.01),
          "encoder with the wrong sign": (scale, -1), "degrees read as rad": (set_unit, "rad"),
          "encoder of 360 counts": (quantise, 1), "encoder drifts by 5 deg": (drift, 5),
          "encoder stuck for 0.5 s": (stick, 0.5)}
BOTH = tuple(SENSOR)[:3]  # also of the first encoder where there are several
OFFSET = (shift, 0.5)
INPUT = {"input late by 1 ms": (delay, 0.001), "input late by 5 ms": (delay, 0.005),
         "input late by 10 ms": (delay, 0.01), "input cut off at 70 %": (clip, 0.7),
         "input with the wrong sign": (scale, -1), "input off by 0.5": OFFSET, "gain left at 1": (hold_gain, 1)}
DRIVE = {"drive late by 2 ms": (delay, 0.002), "drive late by 5 ms": (delay, 0.005),
         "drive late by 10 ms": (delay, 0.01), "drive scale 1.1": (scale, 1.1),
         "drive with the wrong sign": (scale, -1)}
WHOLE = {"1 % of the samples lost": (lose, 0.01), "ms read as s": (misread_clock, 1e-3),
         "no dry friction in the model": (drop_dry_friction, None)}
SWAP = (swap, None)
# about a vertical axis any zero is right: the tilt of gravity turns with it
RIGHT = {"furuta: encoder zero off by 5 deg: arm", "three-joint-arm: encoder zero off by 5 deg: waist"}


def list_spoilings(name):
    """Titles with their change and signal."""
    log = Log(name)
    sensors, inputs, drives = log.sensors(), log.motors(False), log.motors(True)
    several = len(sensors) > 1
    for title, change in SENSOR.items():
        yield f"{title}: {sensors[-1]}" if several else title, change, sensors[-1]
    if several:
        yield from ((f"{title}: {sensors[0]}", SENSOR[title], sensors[0]) for title in BOTH)
        yield "encoders swapped", SWAP, sensors[-1]
    if inputs:
        free_bias = isinstance(log.motor(inputs[0]).get("bias"), dict)  # it takes up an offset
        yield from ((title, change, inputs[0]) for title, change in INPUT.items()
                    if not (free_bias and change == OFFSET))
    if len(inputs) > 1:
        yield "inputs swapped", SWAP, inputs[-1]
    if drives:
        yield from ((title, change, drives[0]) for title, change in DRIVE.items())
    yield from ((title, change, None) for title, change in WHOLE.items())


class Outcome:
    """An identification of a log, and the codes of `check`."""

    def __init__(self, cli, log, *words):
        with tempfile.TemporaryDirectory(prefix="trammel-spoilt-") as folder:
            project = log.write(Path(folder))
            self.run = Run(cli, project, *words, limit=LIMIT)
            done = subprocess.run([cli, "check", project, "--json"], capture_output=True, text=True,
                                  env=find_helper(cli))
        findings = json.loads(done.stdout)["findings"] if done.stdout.strip() else []
        self.checks = {finding["code"] for finding in findings if finding["severity"] in GRAVE}

    def words(self):
        """What the result says."""
        flags = {flag for q in self.run.parameters().values() for flag in q["flags"]}
        ends = {self.run.status} - {"converged"} | ({f"exit {self.run.code}"} if self.run.code else set())
        return flags - {"stepper-value"} | set(self.run.codes()) | ends


def find_farthest(spoilt, plain):
    """Parameter that has moved most, in sigmas: these, its id and its change in per cent."""
    moves = [(0, "", 0)]
    for name, q in spoilt.run.parameters().items():
        old = plain.run.parameters().get(name)
        if old and q["sigma"] is not None and old["sigma"] is not None:
            change = q["value"] - old["value"]
            apart = sum((q.get(part) or 0) + (old.get(part) or 0) for part in APART)
            sigma = math.hypot(q["sigma"], old["sigma"])
            moves.append((max(abs(change) - apart, 0) / sigma if sigma else 0, name,
                          100 * change / abs(old["value"]) if old["value"] else math.inf))
    return max(moves)


class Verdict:
    def __init__(self, example, title, spoilt, plain):
        self.example, self.title, self.spoilt = example, title, spoilt
        self.sigmas, self.worst, self.change = find_farthest(spoilt, plain)
        self.said = sorted(spoilt.words() - plain.words())
        self.checked = sorted(spoilt.checks - plain.checks)
        self.silent = self.sigmas > FAR and not self.said

    def row(self):
        return (f"{self.example}: {self.title}", self.worst, f"{self.change:+.3g} %" if self.worst else "-",
                f"{self.sigmas:.1f}", "SILENT" if self.silent else "", " ".join(self.said), " ".join(self.checked))


def measure(cli, words, job):
    example, change, signal = job
    log = Log(example)
    if change:
        function, argument = change
        function(argument, log, signal)
    return Outcome(cli, log, *words)


def tell(verdicts):
    print_table(HEAD, [verdict.row() for verdict in verdicts], 2)
    silent = [v for v in verdicts if v.silent]
    moved = [v for v in verdicts if v.sigmas > FAR]
    print(f"{len(verdicts)} spoilt logs: {share(len(moved), len(verdicts))} move a value by more than {FAR} sigmas; "
          f"of these {len(silent)} are silent, {sum(not v.checked for v in silent)} with `check` as well")
    titles = sorted({v.title.partition(":")[0] for v in silent})
    rows = [(title, share(sum(v.title.startswith(title) for v in silent),
                          sum(v.title.startswith(title) for v in verdicts))) for title in titles]
    if rows:
        print()
        print_table(("silent", "of"), rows)


def write_rows(path, verdicts):
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(("example", "spoiling", "status", "exit", "worst", "change_percent", "sigmas", "silent", "says",
                      "check"))
        for v in verdicts:
            out.writerow((v.example, v.title, v.spoilt.run.status, v.spoilt.run.code, v.worst, f"{v.change:.6g}",
                          f"{v.sigmas:.6g}", int(v.silent), " ".join(v.said), " ".join(v.checked)))


def is_wanted(title, only):
    return title not in RIGHT and (not only or any(text in title for text in only))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="name the spoilt logs")
    parser.add_argument("--only", action="append", metavar="TEXT", help="those whose name contains it")
    parser.add_argument("--stepper", action="store_true", help="compare the values at the step of the fit")
    parser.add_argument("--csv", help="file with a row for every log")
    add_options(parser)
    return parser.parse_args()


def main():
    options = parse()
    jobs = [(name, *spoiling) for name in NAMES for spoiling in list_spoilings(name)
            if is_wanted(f"{name}: {spoiling[0]}", options.only)]
    if options.list:
        print("\n".join(f"{name}: {title}" for name, title, *_ in jobs))
        return 0
    used = [name for name in NAMES if any(job[0] == name for job in jobs)]
    with ProcessPoolExecutor(options.jobs) as pool:
        work = partial(measure, options.cli, ("--no-physical",) if options.stepper else ())
        plain = dict(zip(used, pool.map(work, [(name, None, None) for name in used])))
        outcomes = list(pool.map(work, [(name, change, signal) for name, _, change, signal in jobs]))
    verdicts = [Verdict(job[0], job[1], outcome, plain[job[0]]) for job, outcome in zip(jobs, outcomes)]
    tell(verdicts)
    if options.csv:
        write_rows(options.csv, verdicts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
