#!/usr/bin/python3
"""Values and marks of a fit do not depend on where it starts.

Usage: starts.py TRAMMEL_CLI

Identifies the three-joint arm from the friction that the example starts with, from none, and from a
small one, by the joint estimator and by the regression; all ends must be the same.  Then the arm and the
Furuta pendulum from starts between a third and three times the truth: all have values at h = 0, which agree.
"""
import json
import os
import random

from support import Tap, identify, make_parser

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "examples")
FRICTION = ["joint.waist.coulomb", "joint.shoulder.viscous"]
STARTS = ["0", "1e-3"]
ROOM = 1e-2  # of a sigma
FAR_STARTS = 4
FAR = ("three-joint-arm", "furuta")
FAR_ROOM = 0.05  # of a sigma: variances settle within a tolerance


def fit(args, formulation, start):
    project = os.path.join(EXAMPLES, "three-joint-arm.trammel")
    options = [f"--set={name}={start}" for name in FRICTION] if start else []
    result, _ = identify(args.cli, project, "--no-physical", "--formulation", formulation, *options)
    return {p["id"]: p for p in result["parameters"]}


def check(tap, args, formulation):
    expected = fit(args, formulation, None)
    for start in STARTS:
        found = fit(args, formulation, start)
        worst = max(expected, key=lambda i: abs(found[i]["value"] - expected[i]["value"]) /
                    expected[i]["sigma"])
        moved = abs(found[worst]["value"] - expected[worst]["value"]) / expected[worst]["sigma"]
        tap.point(moved < ROOM, f"{formulation}, friction from {start}: {worst} moves {moved:.2g} "
                                f"sigma (at most {ROOM})")
        marked = [i for i in expected
                  if ("not-identifiable" in found[i]["flags"]) !=
                  ("not-identifiable" in expected[i]["flags"])]
        tap.point(not marked, f"{formulation}, friction from {start}: the same quantities are "
                              f"undetermined {marked or ''}")


def draw_far(truth, seed):
    rng = random.Random(seed)
    return [f"--set={name}={value * 3 ** rng.uniform(-1, 1):.6g}" for name, value in truth.items()]


def check_far(tap, args, name):
    project = os.path.join(EXAMPLES, f"{name}.trammel")
    with open(os.path.join(EXAMPLES, f"{name}.reference.json"), encoding="utf-8") as file:
        truth = json.load(file)
    expected = {p["id"]: p for p in identify(args.cli, project)[0]["parameters"]}
    for seed in range(FAR_STARTS):
        result, _ = identify(args.cli, project, *draw_far(truth, seed))
        found = {p["id"]: p for p in result["parameters"]}
        lacking = [i for i in found if not found[i]["physical"]]
        tap.point(not lacking, f"{name}, far start {seed}: all values are at h = 0 {lacking or ''}")
        worst = max(found, key=lambda i: abs(found[i]["value"] - expected[i]["value"]) /
                    expected[i]["sigma"])
        moved = abs(found[worst]["value"] - expected[worst]["value"]) / expected[worst]["sigma"]
        tap.point(moved < FAR_ROOM, f"{name}, far start {seed}: {worst} moves {moved:.2g} sigma (at most {FAR_ROOM})")


def main():
    args = make_parser(projects=False).parse_args()
    tap = Tap()
    for formulation in ("second-order", "regression"):
        check(tap, args, formulation)
    for name in FAR:
        check_far(tap, args, name)
    return tap.finish()


if __name__ == "__main__":
    raise SystemExit(main())
