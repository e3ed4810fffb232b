#!/usr/bin/python3
"""Identification through impacts where the truth is known: z-scores of the parameters of a cube.

usage: contact_study.py TRAMMEL-CLI [--seeds N] [--first SEED] [--throws N] [--samples N] [--rate HZ]

Each seed draws throws of a cube, simulates them with the program's own stepper, adds the noise of a
tracker, and identifies friction, restitution, size, radius, inertia and centre of mass from all of
them at once, from start values that are off, with default settings.  With --rate the throws are
simulated in steps of 0.05 ms (tools/generate-contact-examples.py), with sharp corners, and sampled
at that rate.  Printed are each seed's errors in sigmas, then their mean and standard deviation, the
mean error in per cent, and how many 95 % intervals hold the truth.

They are printed for the values of the stepper and for those of the mechanism, h -> 0.  The first
ones compare with throws by the stepper, which are made in the step of the fit and have no error of
it, the second ones with throws in tiny steps.
"""
import argparse
import math
import random
import sys
import tempfile
from pathlib import Path

from measure import ROOT, load_tool

sys.path.insert(0, str(ROOT / "tests" / "accuracy"))

import tosses  # noqa: E402

TRUTH = {"friction": .18, "size": .0504, "radius": .002, "restitution": .25, "inertia": .00219,
         "com": [0, 0, .004]}
START = {"friction": .4, "size": .0495, "radius": .003, "restitution": .3, "inertia": .00175,
         "com": [0, 0, 0]}
TINY_TRUTH = {"friction": .18, "size": .0514, "radius": 0, "restitution": .25, "inertia": .0024,
              "com": [0, 0, 0]}
FREE = ("friction", "size", "radius", "restitution", "inertia", "com")
PLACE, TURN = 2e-4, 3.3e-3  # noise [m], [rad]: twice that of a component of the quaternion


def flight(rng, centre):
    """Samples of a free flight of five steps."""
    q = tosses.exponential([rng.uniform(-1.5, 1.5) for _ in range(3)])
    spin = [rng.uniform(-6, 6) for _ in range(3)]
    place = [0, 0, rng.uniform(.14, .2)]
    speed = [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-.8, 0)]
    rows = []
    for k in range(5):
        t = k * tosses.TS
        turned = tosses.multiply(q, tosses.exponential([w * t for w in spin]))
        drop = [0, 0, -9.81 / 2 * t * (t + tosses.TS)]
        arm = tosses.rotate(turned, centre)
        rows.append([t, *(p + v * t + d - a for p, v, d, a in zip(place, speed, drop, arm)), *turned])
    return rows


def follow_in_tiny_steps(rng, truth, samples, rate):
    """Samples of a throw at a rate."""
    project = {"model": {"bodies": [{"mass": tosses.MASS}]}}
    cube = load_tool("generate-contact-examples").ThrownCube(project, true_values(truth), rng)
    steps, rows = round(1 / rate / cube.STEP), []
    for k in range(samples):
        rows.append([k * steps * cube.STEP, *cube.r, *cube.q])
        for _ in range(steps):
            cube.step()
    return rows


class Study:
    def __init__(self, cli, folder, samples, rate):
        self.bench = tosses.Bench(cli, "", folder)
        self.folder, self.samples, self.rate = Path(folder), samples, rate
        self.truth = TINY_TRUTH if rate else TRUTH

    def follow(self, rng, name):
        """Motion of a throw, in rows like a log's."""
        if self.rate:
            return follow_in_tiny_steps(rng, self.truth, self.samples, self.rate)
        self.bench.tosses[name] = flight(rng, self.truth["com"])
        return self.bench.follow(name, self.truth, 5, self.samples)

    def throw(self, rng, name):
        """Path of the log of a throw."""
        path = self.folder / f"{name}.csv"
        self.bench.paths[name] = str(path)
        rows = self.follow(rng, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("t [s],x [m],y [m],z [m],qw,qx,qy,qz\n")
            for row in rows:
                place = [x + rng.gauss(0, PLACE) for x in row[1:4]]
                q = tosses.multiply(row[4:8], tosses.exponential([rng.gauss(0, TURN) for _ in range(3)]))
                file.write(",".join(f"{x:.9g}" for x in [row[0], *place, *q]) + "\n")
        return path

    def fit(self, seed, throws, start=None):
        rng = random.Random(f"throws {seed}")
        logs = [tosses.entry(str(self.throw(rng, f"throw{i}"))) for i in range(throws)]
        project = self.bench.write("study.trammel", model=tosses.model(start or START, FREE), logs=logs,
                                   settings={})
        return tosses.identify(self.bench.cli, project)[0]


def true_values(truth):
    known = {i: truth[n] for n, i in tosses.IDS.items()}
    known["body.cube.inertia.xx"] = truth["inertia"] * tosses.MASS
    known.update({f"body.cube.com.{a}": c for a, c in zip("xyz", truth["com"])})
    return known


def mean_of(values):
    return sum(values) / max(1, len(values))


def own(p, kind):
    """Value, sigma and 95 % interval of a parameter: of the stepper at its step, or as reported."""
    if kind == "mechanism":
        return p["value"], p.get("sigma"), p.get("interval")
    value, sigma = p["stepper"]["value"], p["stepper"].get("sigma")
    return value, sigma, [value - 1.96 * sigma, value + 1.96 * sigma] if sigma else None


class Table:
    """Errors of the parameters over the seeds."""

    def __init__(self):
        self.scores, self.errors, self.held = {}, {}, {}

    def add(self, p, found, truth):
        """Takes a value; returns it as text."""
        value, sigma, interval = found
        error, name = value - truth[p["id"]], p["id"]
        z = error / sigma if sigma else math.nan
        self.scores.setdefault(name, []).append(z)
        self.errors.setdefault(name, []).append(error)
        if interval:
            self.held.setdefault(name, []).append(interval[0] <= truth[name] <= interval[1])
        return f"{name.split('.', 2)[2]} {value:.5g} ({z:+.2f})"

    def write(self, truth):
        for name, scores in self.scores.items():
            z = [x for x in scores if math.isfinite(x)]
            spread = math.sqrt(sum((x - mean_of(z))**2 for x in z) / max(1, len(z) - 1))
            error = mean_of(self.errors[name])
            share = f", mean error {100 * error / truth[name]:+.1f} %" if truth[name] else f", mean error {error:+.2g}"
            held = self.held.get(name, [])
            print(f"{name}: mean of z {mean_of(z):+.2f}, sd {spread:.2f}, {len(z)} of {len(scores)}{share}, "
                  f"{sum(held)} of {len(held)} intervals hold")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("cli", type=Path)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--throws", type=int, default=8)
    parser.add_argument("--samples", type=int, help="of a throw, default 60, or those of 0.75 s")
    parser.add_argument("--rate", type=float, help="[Hz] of throws in steps of 0.05 ms")
    parser.add_argument("--exact-start", action="store_true", help="start from the true values")
    arguments = parser.parse_args()
    samples = arguments.samples or (round(.75 * arguments.rate) if arguments.rate else 60)
    tables = {"stepper": Table(), "mechanism": Table()}
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        with tempfile.TemporaryDirectory() as folder:
            study = Study(arguments.cli.resolve(), folder, samples, arguments.rate)
            result = study.fit(seed, arguments.throws, study.truth if arguments.exact_start else None)
        truth = true_values(study.truth)
        print(f"seed {seed}: cost {result['cost']['total']:.5g}, {result['iterations']} iterations", flush=True)
        for kind, table in tables.items():
            print(f"  {kind}: " + ", ".join(table.add(p, own(p, kind), truth) for p in result["parameters"]),
                  flush=True)
    for kind, table in tables.items():
        is_fair = (kind == "mechanism") == bool(arguments.rate)
        print(f"values of the {kind}, " + ("as the throws are" if is_fair else "other than the throws"))
        table.write(truth)


if __name__ == "__main__":
    main()
