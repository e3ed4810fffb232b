#!/usr/bin/python3
"""Accuracy of the reported values against a truth that does not come from a stepper.

Usage: physical.py TRAMMEL_CLI [--draws N] [--h X] [--kappa X|auto] [--observations WORD] [--seed N]
                               [--shared FOLDER]

Identifies the release of a Furuta pendulum that was computed from its closed-form equations: once
without noise, then in N draws of 1e-3 rad noise on both angles (100 and more for significant
figures).  Prints one line per figure as TAP; skipped without the reference folder.
"""
import csv
import json
import math
import os
import random
import sys
import tempfile

from support import Tap, covers, identify, make_parser

NOISE = 1e-3  # rad
# true value, limit of the relative error of the values at h = 0
TRUTH = {"body.A.inertia.zz": (3e-3, 0.01), "body.B.inertia.yy": (4e-3, 0.01),
         "joint.h1.viscous": (1e-3, 0.15), "joint.h2.viscous": (1e-4, 0.15)}
COVERAGE = 0.9  # share of the draws that must cover the truth


def number(text):
    return text if text == "auto" else float(text)


def make_project(model, options):
    for joint in model["joints"]:
        joint["compliance"] = {"linear": 1e-9, "angular": 1e-9}
        joint["damping_time"] = "auto"
    for sensor in model["sensors"]:
        sensor["sigma"] = NOISE
    channels = [{"signal": name, "column": name, "unit": "rad"} for name in ("theta1", "theta2")]
    return {"format": "trammel/1", "name": "release", "model": model,
            "logs": [{"name": "release", "file": "log.csv", "role": "estimate",
                      "time": {"column": "t", "unit": "s"},
                      "channels": channels + [{"signal": "m1", "constant": 0}]}],
            "settings": {"kappa": number(options.kappa), "h": options.h, "max_iterations": 50,
                         "observations": options.observations}}


def identify_noisy(cli, folder, samples, noise):
    """Identifies the project in the folder with noise() added to the angles; parameters by id."""
    with open(os.path.join(folder, "log.csv"), "w", encoding="utf-8") as file:
        file.write("t,theta1,theta2\n")
        for t, a, b in samples:
            file.write(f"{t!r},{a + noise()!r},{b + noise()!r}\n")
    result, _ = identify(cli, os.path.join(folder, "release.trammel"))
    return result, {p["id"]: p for p in result["parameters"]}


def check_exact(tap, cli, folder, samples):
    result, found = identify_noisy(cli, folder, samples, lambda: 0.0)
    steps = result["extrapolation"]
    print(f"# {steps['message']} {steps['seconds']:.2f} s after {result['seconds']:.2f} s of the "
          f"fit itself; kappa {steps['kappa']:g}")
    for name, (truth, limit) in TRUTH.items():
        p = found[name]
        off, stepper = p["value"] / truth - 1, p["stepper"]["value"] / truth - 1
        tap.point(p["physical"] and abs(off) <= limit,
                  f"no noise: {name} off by {100 * off:+.3f} % (limit {100 * limit:g} %), "
                  f"sigma {100 * (p['sigma'] or 0) / truth:.2g} %; "
                  f"of the stepper {100 * stepper:+.1f} %")
        tap.point(covers(p, truth), f"no noise: {name} {p['value']:.5g} ± {p['sigma']:.2g}, true "
                  f"value {truth:g} within the 95 % interval")


def check_noisy(tap, cli, folder, samples, options):
    source = random.Random(options.seed)
    draws = [identify_noisy(cli, folder, samples, lambda: source.gauss(0, NOISE))[1]
             for _ in range(options.draws)]
    for name, (truth, limit) in TRUTH.items():
        found = [draw[name] for draw in draws]
        known = [f for f in found if f["physical"]]
        if len(known) < len(found):
            tap.point(False, f"noise: {name} has no value in {len(found) - len(known)} draws")
            continue
        values = [f["value"] for f in known]
        mean = sum(values) / len(values)
        scatter = math.sqrt(sum((v - mean) ** 2 for v in values) / max(len(values) - 1, 1))
        noise = sum(f["noise"] for f in known) / len(known)
        inside = sum(covers(f, truth) for f in known) / len(known)
        plain = sum(abs(f["value"] - mean) <= 1.96 * f["noise"] for f in known) / len(known)
        tap.point(abs(mean / truth - 1) <= limit,
                  f"noise, {len(known)} draws: mean of {name} off by {100 * (mean / truth - 1):+.3f}"
                  f" % (limit {100 * limit:g} %)")
        tap.point(inside >= COVERAGE,
                  f"noise: {name} covered by the 95 % interval in {100 * inside:.0f} % of the draws "
                  f"(limit {100 * COVERAGE:g} %); noise over scatter {noise / scatter:.2f}, "
                  f"the mean value inside 1.96 noise in {100 * plain:.0f} %")


def main():
    parser = make_parser(projects=False)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--h", type=float, default=0.01)
    parser.add_argument("--kappa", default="auto")
    parser.add_argument("--observations", default="local-fit")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ref = os.path.join(options.shared, "ref")
    tap = Tap()
    if not os.path.isdir(ref):
        tap.skip(f"the reference logs are not in {options.shared}")
    with open(os.path.join(ref, "furuta-release.trammel"), encoding="utf-8") as file:
        project = make_project(json.load(file)["model"], options)
    with open(os.path.join(ref, "furuta_release_ode_truth.csv"), encoding="utf-8") as file:
        samples = [tuple(float(x) for x in row[:3]) for row in list(csv.reader(file))[1:]]
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "release.trammel"), "w", encoding="utf-8") as file:
            json.dump(project, file)
        check_exact(tap, options.cli, folder, samples)
        check_noisy(tap, options.cli, folder, samples, options)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
