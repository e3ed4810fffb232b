#!/usr/bin/python3
"""Kappa from the data does not collapse: on the examples and on the logs of real mechanisms.

Usage: kappa.py TRAMMEL_CLI [--shared FOLDER] [--projects FOLDER] CASE...

A CASE is examples, emps, furuta or single.  Prints one line a figure (what, value, limit) as TAP.
Real logs that are absent are skipped.
"""
import argparse
import json
import os
import sys
import tempfile

from accuracy import EMPS, Tap
from reallogs import (FURUTA, FURUTA_LIMIT, RATIO, Rig, identify, published_single, run, simulate,
                      told)

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "examples")
KAPPA_RANGE = (1e-4, 1e6)  # of kappa over its natural size
SIGMAS, SHARE = 4, 0.1     # of an example's distance from the truth: discretisation is no noise


def check_found(tap, result, name):
    """Converged, settled, and a kappa in its range."""
    settings, variances = result["settings"], result["variances"]
    share = settings["kappa"] / settings["kappa_ref"]
    tap.point(settings["kappa_rule"] == "auto" and result["status"] == "converged"
              and variances["settled"] and KAPPA_RANGE[0] <= share <= KAPPA_RANGE[1],
              f"{name}: {told(result)}, {variances['rounds']} rounds, settled "
              f"{variances['settled']}, kappa {settings['kappa']:.4g}, {share:.3g} times its "
              f"natural size (limits {KAPPA_RANGE[0]:g} and {KAPPA_RANGE[1]:g})")


def check_near(tap, name, found, expected, room):
    off = abs(found - expected)
    tap.point(off <= room, f"{name} {found:.5g}, reference {expected:.5g}: off {off:.2g} "
              f"(limit {room:.2g})")


def check_examples(tap, args):
    names = [line.split("\t")[0] for line in run(args.cli, "example").splitlines()[1:]]
    for name in names:
        with open(os.path.join(EXAMPLES, f"{name}.reference.json"), encoding="utf-8") as file:
            truth = json.load(file)
        with tempfile.TemporaryDirectory() as folder:
            project = os.path.join(folder, f"{name}.trammel")
            run(args.cli, "example", name, "--folder", folder)
            result, _ = identify(args.cli, project, os.path.join(folder, "r.json"),
                                 "--kappa", "auto", "--no-physical")
        check_found(tap, result, name)
        for p in result["parameters"]:
            if p["identifiable"] and p["id"] in truth:
                check_near(tap, f"{name} {p['id']}", p["value"], truth[p["id"]],
                           SIGMAS * p["sigma"] + SHARE * abs(truth[p["id"]]))


def run_auto(args, name, output, *options):
    project = os.path.join(args.projects, f"{name}.trammel")
    return project, *identify(args.cli, project, output, "--kappa", "auto", "--no-physical",
                              *options)


def check_emps(tap, args):
    with tempfile.TemporaryDirectory() as folder:
        _, result, values = run_auto(args, "emps", os.path.join(folder, "r.json"))
    check_found(tap, result, "emps")
    for name, (expected, limit, relative) in EMPS.items():
        check_near(tap, f"emps {name}", values[name], expected,
                   limit * (expected if relative else 1))


def check_furuta(tap, args):
    with tempfile.TemporaryDirectory() as folder:
        project, result, values = run_auto(args, "furuta-rig", os.path.join(folder, "r.json"))
    with open(project, encoding="utf-8") as file:
        model = json.load(file)["model"]
    mass, arm = model["bodies"][1]["mass"], model["bodies"][0]["shapes"][0]["to"][0]
    reach = -model["bodies"][1]["com"][1]
    inertia = values["body.pendulum.inertia.xx"] + mass * reach * reach
    found = {"m2 L1 l2/J": mass * arm * reach / inertia,
             "m2 g l2/J": mass * model["gravity"]["magnitude"] * reach / inertia}
    check_found(tap, result, "furuta")
    for name, expected in FURUTA.items():
        check_near(tap, f"furuta {name}", found[name], expected, FURUTA_LIMIT * expected)


def check_single(tap, args):
    """The free run of the validation segments against that with the published parameters."""
    rig = Rig(os.path.join(args.shared, "data", "multiarm_pendulum"), "Single", ["pivot"])
    logs = [f"check-{i + 1}" for i in range(len(rig.segments))]
    sets = [word for item in published_single(rig.published).items()
            for word in ("--set", f"{item[0]}={item[1]!r}")]
    project = os.path.join(args.projects, "multiarm-single.trammel")
    other = rig.errors([simulate(args.cli, project, log, *sets) for log in logs])[0]
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "r.json")
        _, result, _ = run_auto(args, "multiarm-single", output)
        own = rig.errors([simulate(args.cli, project, log, "--result", output) for log in logs])[0]
    check_found(tap, result, "single")
    tap.point(own <= RATIO * other, f"single: free run of {len(logs)} segments {own:.5f} rad, with "
              f"the published parameters {other:.5f} rad: {own / other:.2f} times (limit {RATIO})")


CASES = {"examples": check_examples, "emps": check_emps, "furuta": check_furuta,
         "single": check_single}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("cases", nargs="+", choices=CASES, metavar="CASE")
    parser.add_argument("--shared", default=os.environ.get("TRAMMEL_SHARED", "../shared"))
    parser.add_argument("--projects", default=os.path.join(here, "..", "data", "projects"))
    args = parser.parse_args()
    tap = Tap()

    real = os.path.join(args.shared, "data")
    if args.cases != ["examples"] and not os.path.isdir(real):
        tap.skip(f"the logs are not in {real}")
    for case in args.cases:
        try:
            CASES[case](tap, args)
        except ImportError:
            tap.skip("scipy is not installed")
    print(f"1..{tap.n}")
    return tap.failed > 0


if __name__ == "__main__":
    sys.exit(main())
