#!/usr/bin/python3
"""Automatic kappa does not collapse: on the examples and on the logs of real mechanisms.

Usage: kappa.py TRAMMEL_CLI [--shared FOLDER] [--projects FOLDER] CASE...

A CASE is examples, emps, furuta or single.  Prints one line per figure (name, value, limit) as
TAP.  Missing real logs are skipped.
"""
import json
import os
import sys
import tempfile

from rigs import EMPS, FURUTA, find_furuta_ratios, open_single
from support import Tap, covers, identify, make_parser, run, told

EXACT = ["ball-and-beam"]  # the model makes its log's motion to rounding: no state error is found
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "examples")
KAPPA_RANGE = (1e-4, 1e6)  # kappa over its natural size
EXACT_SHARE = 2e-5         # most of the state error of an exact log, over the inertial impulse
RATIO = 1.2                # largest RMSE over that with the published parameters
SIGMAS = 4                 # of a single value's error at most
FURUTA_WIDTH = 0.05        # half width of the 95 % interval of a ratio at most
COVERAGE = 0.9             # share of the true values within their 95 % intervals


def check_found(tap, result, name):
    """Checks that the fit has converged and kappa has settled in its range."""
    settings, variances = result["settings"], result["variances"]
    share = settings["kappa"] / settings["kappa_ref"]
    tap.point(settings["kappa_rule"] == "auto" and result["status"] == "converged"
              and variances["settled"] and KAPPA_RANGE[0] <= share <= KAPPA_RANGE[1],
              f"{name}: {told(result)}, {variances['rounds']} rounds, settled "
              f"{variances['settled']}, kappa {settings['kappa']:.4g}, {share:.3g} times its "
              f"natural size (limits {KAPPA_RANGE[0]:g} and {KAPPA_RANGE[1]:g})")


def check_exact(tap, result, name):
    """Checks that the fit has converged with state errors close to their floor of 1e-5."""
    share = max(s["sigma"] / s["inertial"] for s in result["state_sigmas"])
    tap.point(result["status"] == "converged" and result["variances"]["settled"]
              and share <= EXACT_SHARE,
              f"{name}: {told(result)}, settled {result['variances']['settled']}, state errors at "
              f"most {share:.3g} of the inertial impulse (limit {EXACT_SHARE:g})")


def check_passes(tap, result, name):
    """Checks the two passes of thrown bodies, whose weights follow from the impacts (theory 17.4)."""
    share = result["settings"]["kappa"] / result["settings"]["kappa_ref"]
    windows, logs = result["first_pass"]["windows"], len(result["logs"])
    tap.point(result["settings"]["kappa_rule"] == "auto" and result["status"] == "converged"
              and windows == logs and KAPPA_RANGE[0] <= share <= KAPPA_RANGE[1],
              f"{name}: {told(result)}, windows in {windows} of {logs} logs, kappa {share:.3g} times "
              f"its natural size (limits {KAPPA_RANGE[0]:g} and {KAPPA_RANGE[1]:g})")


def check_examples(tap, args):
    """Checks the reported values: sigma has the parts of the step and of the smoothing, too."""
    inside = []
    names = [line.split("\t")[0] for line in run(args.cli, "example").splitlines()[1:]]
    for name in names:
        with open(os.path.join(EXAMPLES, f"{name}.reference.json"), encoding="utf-8") as file:
            truth = json.load(file)
        with tempfile.TemporaryDirectory() as folder:
            project = os.path.join(folder, f"{name}.trammel")
            run(args.cli, "example", name, "--folder", folder)
            result, _ = identify(args.cli, project, "--kappa", "auto")
        check = check_passes if "first_pass" in result else check_exact if name in EXACT else check_found
        check(tap, result, name)
        for p in result["parameters"]:
            if p["identifiable"] and p["id"] in truth:
                tap.near(f"{name} {p['id']}", p["value"], truth[p["id"]], SIGMAS * p["sigma"])
                inside.append(covers(p, truth[p["id"]]))
    tap.point(sum(inside) >= COVERAGE * len(inside), f"{sum(inside)} of {len(inside)} true values "
              f"within their 95 % intervals (limit {100 * COVERAGE:g} %)")


def run_auto(args, name, output=None):
    project = os.path.join(args.projects, f"{name}.trammel")
    return project, *identify(args.cli, project, "--kappa", "auto", output=output)


def check_emps(tap, args):
    _, result, values = run_auto(args, "emps")
    check_found(tap, result, "emps")
    for name, (expected, limit, relative) in EMPS.items():
        tap.near(f"emps {name}", values[name], expected, limit * (expected if relative else 1))


def check_furuta(tap, args):
    """Checks that the published ratios lie in intervals that are not wide: a kappa from the samples
    lets the motion take up what the model lacks, so a value is less exact than at the stated one."""
    project, result, values = run_auto(args, "furuta-rig")
    inertia = next(p for p in result["parameters"] if p["id"] == "body.pendulum.inertia.xx")
    found, *ends = [find_furuta_ratios(project, {**values, inertia["id"]: value})
                    for value in (inertia["value"], *inertia["interval"])]
    check_found(tap, result, "furuta")
    for name, expected in FURUTA.items():
        low, high = sorted(end[name] for end in ends)
        tap.point(low <= expected <= high and high - low <= 2 * FURUTA_WIDTH * expected,
                  f"furuta {name} {found[name]:.5g} in [{low:.5g}, {high:.5g}], reference "
                  f"{expected:.5g} (limit of the half width {100 * FURUTA_WIDTH:g} %)")


def check_single(tap, args):
    """Compares the free run of the validation segments with that of the published parameters."""
    rig, kind = open_single(os.path.join(args.shared, "data", "multiarm_pendulum")), "validation"
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "r.json")
        project, result, _ = run_auto(args, "multiarm-single", output)
        ours = rig.simulate(args.cli, project, kind, "--result", output)
    check_found(tap, result, "single")
    theirs = rig.simulate(args.cli, project, kind, *rig.published)
    rig.check_free_run(tap, kind, ours, theirs, RATIO)


CASES = {"examples": check_examples, "emps": check_emps, "furuta": check_furuta,
         "single": check_single}


def main():
    parser = make_parser()
    parser.add_argument("cases", nargs="+", choices=CASES, metavar="CASE")
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
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
