#!/usr/bin/python3
"""Values and marks of a fit do not depend on where its friction starts.

Usage: starts.py TRAMMEL_CLI

Identifies the three-joint arm from the friction that the example starts with, from none, and from a
small one, by the joint estimator and by the regression; all ends must be the same.
"""
import os

from support import Tap, identify, make_parser

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "examples")
FRICTION = ["joint.waist.coulomb", "joint.shoulder.viscous"]
STARTS = ["0", "1e-3"]
ROOM = 1e-2  # of a sigma


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


def main():
    args = make_parser(projects=False).parse_args()
    tap = Tap()
    for formulation in ("second-order", "regression"):
        check(tap, args, formulation)
    return tap.finish()


if __name__ == "__main__":
    raise SystemExit(main())
