#!/usr/bin/python3
"""Identification through impacts where the truth is known: z-scores of the parameters of a cube.

usage: contact_study.py TRAMMEL-CLI [--seeds N] [--first SEED] [--throws N] [--samples N]

Each seed draws throws of a cube, simulates them with the program's own stepper, adds the noise of a
tracker, and identifies friction, restitution, size, radius, inertia and centre of mass from all of
them at once, from start values that are off.  Printed are each seed's errors in sigmas, then their
mean and standard deviation.
"""
import argparse
import math
import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "accuracy"))

import tosses  # noqa: E402

TRUTH = {"friction": .18, "size": .0504, "radius": .002, "restitution": .25, "inertia": .00219,
         "com": [0, 0, .004]}
START = {"friction": .4, "size": .0495, "radius": .003, "restitution": .3, "inertia": .00175,
         "com": [0, 0, 0]}
FREE = ("friction", "size", "radius", "restitution", "inertia", "com")
PLACE, TURN = 2e-4, 1.65e-3  # noise [m], [rad]
STATE_ERROR = .004           # N s per kg of mass and step


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


class Study:
    def __init__(self, cli, folder, samples):
        self.bench = tosses.Bench(cli, "", folder)
        self.folder, self.samples = Path(folder), samples

    def throw(self, rng, name):
        """Path of the log of a throw."""
        path = self.folder / f"{name}.csv"
        self.bench.paths[name] = str(path)
        self.bench.tosses[name] = flight(rng, TRUTH["com"])
        rows = self.bench.follow(name, TRUTH, 5, self.samples)
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
                                   settings=tosses.settings(STATE_ERROR, 0))
        return tosses.identify(self.bench.cli, project, "--no-physical", "--max-iterations", "80")[0]


def true_values():
    known = {i: TRUTH[n] for n, i in tosses.IDS.items()}
    known["body.cube.inertia.xx"] = TRUTH["inertia"] * tosses.MASS
    known.update({f"body.cube.com.{a}": c for a, c in zip("xyz", TRUTH["com"])})
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("cli", type=Path)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--throws", type=int, default=8)
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--exact-start", action="store_true", help="start from the true values")
    arguments = parser.parse_args()
    truth, scores = true_values(), {}
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        with tempfile.TemporaryDirectory() as folder:
            study = Study(arguments.cli.resolve(), folder, arguments.samples)
            result = study.fit(seed, arguments.throws, TRUTH if arguments.exact_start else None)
        line = []
        for p in result["parameters"]:
            z = (p["value"] - truth[p["id"]]) / p["sigma"] if p.get("sigma") else math.nan
            scores.setdefault(p["id"], []).append(z)
            line.append(f"{p['id'].split('.', 2)[2]} {p['value']:.5g} ({z:+.2f})")
        print(f"seed {seed}: cost {result['cost']['total']:.5g}, {result['iterations']} iterations: " + ", ".join(line),
              flush=True)
    for name, z in scores.items():
        z = [x for x in z if math.isfinite(x)]
        mean = sum(z) / max(1, len(z))
        spread = math.sqrt(sum((x - mean)**2 for x in z) / max(1, len(z) - 1))
        print(f"{name}: mean of z {mean:+.2f}, sd {spread:.2f}, {len(z)} of {arguments.seeds}")


if __name__ == "__main__":
    main()
