#!/usr/bin/python3
"""Figures of accuracy on reference logs, through the command line.

Usage: accuracy.py TRAMMEL_CLI [--shared FOLDER] [--projects FOLDER]

The release and the swing were published with the values of the stepper at its step; the servo drive
is compared with the reported values.  Prints one line per figure (name, value, limit) as TAP, so
that it is both a test and a command for readers.  Without the reference folder every point is skipped.
"""
import json
import math
import os
import sys

from rigs import EMPS
from support import Tap, identify, identify_stepper, make_parser

# ref/README.md: JAzz and JByy of the release by h and compliance, kappa = 100 in the cost
RELEASE = {
    (2e-2, 1e-4): (.004657, .003608), (2e-2, 1e-6): (.004500, .003657),
    (2e-2, 1e-12): (.004499, .003658), (1e-2, 1e-4): (.003781, .003770),
    (1e-2, 1e-6): (.003672, .003842), (1e-2, 1e-12): (.003671, .003842),
    (5e-3, 1e-4): (.003446, .003850), (5e-3, 1e-6): (.003345, .003922),
    (5e-3, 1e-12): (.003344, .003923),
}

EMPS_FORCE_ERROR = 4.3  # per cent

PUBLISHED = ("--set", "settings.weighting=joint")  # the cost of the references


def check_release(tap, cli, project):
    for (h, eps), expected in RELEASE.items():
        result, values = identify_stepper(cli, project, "--h", str(h), "--kappa",
                                          str(100 * h / 0.01), "--compliance-scale",
                                          str(eps / 1e-6), *PUBLISHED)
        found = (values["body.A.inertia.zz"], values["body.B.inertia.yy"])
        off = max(abs(f / e - 1) for f, e in zip(found, expected))
        n = result["iterations"]
        tap.point(off <= 1e-3 and n <= 8 and result["status"] == "converged",
                  f"release h {h:g} eps {eps:g}: JAzz {found[0]:.6f} JByy {found[1]:.6f}, "
                  f"off {100 * off:.3f} % (limit 0.1 %), {n} iterations (limit 8)")


def check_swing(tap, cli, project, runs):
    names = {"K": "motor.m1.gain", "JAzz": "body.A.inertia.zz", "JByy": "body.B.inertia.yy",
             "JBzz": "body.B.inertia.zz", "b1": "joint.h1.viscous", "b2": "joint.h2.viscous",
             "mu1": "joint.h1.coulomb", "mu2": "joint.h2.coulomb", "tx": "gravity.tilt.x",
             "tz": "gravity.tilt.z"}
    for run in runs:
        if run["h"] != 0.01:
            continue  # the prototype's input lags by half a sample at an odd number of them
        result, values = identify_stepper(cli, project, "--h", str(run["h"]),
                                          "--kappa", str(run["kappa"]),
                                          "--compliance-scale", str(run["eps"] / 1e-6), *PUBLISHED, "--set",
                                          f"settings.damping_scale={run['tau'] / 0.02}")
        sigma = {p["id"]: p["stepper"]["sigma_linear"] or 0 for p in result["parameters"]}
        worst, where = 0, ""
        for short, name in names.items():
            expected = run["estimate"][short]
            room = 0.01 * abs(expected) + 0.5 * sigma[name] + 1e-9
            off = abs(values[name] - expected) / room
            if off > worst:
                worst, where = off, f"{name} {values[name]:.6g} against {expected:.6g}"
        tap.point(worst <= 1 and result["iterations"] <= 8,
                  f"swing h {run['h']:g} tau {run['tau']:g}: largest difference {where}, "
                  f"{result['iterations']} iterations (limit 8)")


def force_error(log, mass, viscous, coulomb, bias):
    """Returns the relative force error of the inverse model [%]: position and force through a
    zero-phase Butterworth-4 at 100 Hz, central differences, both sides decimated by 10 (with its
    low-pass), without 0.2 s at both ends, where the filters start."""
    import numpy
    from scipy.io import loadmat
    from scipy.signal import butter, decimate, filtfilt

    data = loadmat(log)
    q, force = data["qm"].ravel(), data["vir"].ravel() * data["gtau"].item()
    b, a = butter(4, 100 / 500)
    q, force = filtfilt(b, a, q), filtfilt(b, a, force)
    rate = numpy.gradient(q, 1e-3)
    model = mass * numpy.gradient(rate, 1e-3) + viscous * rate + coulomb * numpy.sign(rate) - bias
    force, model = decimate(force, 10)[20:-20], decimate(model, 10)[20:-20]
    return 100 * math.sqrt(((force - model) ** 2).sum() / (force ** 2).sum())


def check_emps(tap, cli, project, log):
    result, values = identify(cli, project)
    for name, (expected, limit, relative) in EMPS.items():
        off = abs(values[name] - expected) / (expected if relative else 1)
        shown = f"{100 * off:.2f} % (limit {100 * limit:.1f} %)" if relative else \
            f"{off:.3f} (limit {limit})"
        tap.point(off <= limit, f"emps {name} {values[name]:.4f}, published {expected}: off {shown}")
    try:
        error = force_error(log, *(values[name] for name in EMPS))
        published = force_error(log, *(entry[0] for entry in EMPS.values()))
    except ImportError:
        print("# force error not computed: scipy is not installed")
        return
    tap.point(error <= EMPS_FORCE_ERROR,
              f"emps force error of the inverse model {error:.2f} % (limit {EMPS_FORCE_ERROR} %; "
              f"with the published parameters {published:.2f} %)")


def main():
    args = make_parser().parse_args()
    tap = Tap()

    ref = os.path.join(args.shared, "ref")
    emps = os.path.join(args.shared, "data", "emps", "DATA_EMPS.mat")
    if not os.path.isdir(ref) or not os.path.exists(emps):
        tap.skip(f"the reference logs are not in {args.shared}")
    check_release(tap, args.cli, os.path.join(ref, "furuta-release.trammel"))
    with open(os.path.join(ref, "identified.json"), encoding="utf-8") as file:
        runs = json.load(file)["runs"][28:32]
    check_swing(tap, args.cli, os.path.join(ref, "furuta-swing.trammel"), runs)
    check_emps(tap, args.cli, os.path.join(args.projects, "emps.trammel"), emps)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
