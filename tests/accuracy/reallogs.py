#!/usr/bin/python3
"""Figures on the logs of real pendulum rigs, through the command line.

Usage: reallogs.py TRAMMEL_CLI [--shared FOLDER] [--projects FOLDER]

Prints one line per figure (name, value, limit) as TAP.  Published and estimated parameters use the
same simulation; that simulation is compared with an integration of the equations of motion written
down here.  Without the logs every point is skipped.
"""
import json
import os
import sys
import tempfile

from rigs import (FURUTA, FURUTA_LIMIT, SIM_STEP, find_furuta_ratios, open_double, open_single,
                  rms)
from support import Tap, identify, make_parser, run, told

RATIO = 1.2             # largest RMSE over that with the published parameters
ODE_LIMIT = 2e-3        # rad RMS between simulation and integration: first order at SIM_STEP
ODE_LIMIT_SECOND = 5e-5  # of the second-order scheme
OPEN_LOOP = ("sine-1V", "sine-2V", "step-2V")
BAD_FIT = ("model-error", "sensor-misfit")
SUSPECT = ("energy-shaping", "energy-shaping-1kg", "constant-torque")
SUSPECT_KAPPAS = ["auto", "1e3", "1e5"]
MOST_ITERATIONS = 12     # to a distance of 1e-3 sigma from the minimum
STAGES = 3              # narrower smoothing rates of the second-order scheme, two iterations each
SECOND_ORDER = ("--formulation", "second-order")


def check_ode(tap, rig, motions, limit):
    """Compares the simulation with the published parameters with an integration from the same
    state.  The stepper's velocity at a node is that half a step earlier, where the integration
    begins."""
    from scipy.integrate import solve_ivp

    worst = 0
    for motion in motions.values():
        angle = [a[0] for a in rig.angles(motion)]
        rate, total = [], 0
        for joint in rig.joints:
            total += motion[f"{joint}.velocity"][0]
            rate.append(total)
        slope = rig.rates(0, angle + rate)[len(angle):]
        state = angle + [w + s * SIM_STEP / 2 for w, s in zip(rate, slope)]
        t = [x - motion["t"][0] for x in motion["t"]]
        exact = solve_ivp(rig.rates, (0, t[-1]), state, t_eval=t, rtol=1e-9, atol=1e-10).y
        for i, found in enumerate(rig.angles(motion)):
            worst = max(worst, rms([f - e for f, e in zip(found, exact[i])]))
    tap.point(worst <= limit, f"{rig.name}: simulation against the equations of motion "
              f"{worst:.2g} rad RMS (limit {limit:g} rad)")


def check_converged(tap, result, name, limit=MOST_ITERATIONS):
    settings = result["settings"]
    tap.point(result["status"] == "converged" and result["iterations"] <= limit,
              f"{name}: {settings['formulation']}, {told(result)} (limit {limit}), kappa "
              f"{settings['kappa']:g}, h {settings['h']:g} s")


def check_rig(tap, cli, project, rig, limit):
    kind, name = "validation", rig.name
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "result.json")
        result, values = identify(cli, project, output=output)
        ours = rig.simulate(cli, project, kind, "--result", output)
    theirs = rig.simulate(cli, project, kind, *rig.published)
    check_ode(tap, rig, theirs, ODE_LIMIT)
    check_converged(tap, result, name)
    rig.check_free_run(tap, kind, ours, theirs, limit)
    check_trusted(tap, result, name)
    lost = {p["id"] for p in result["parameters"] if not p["identifiable"]}
    held = [i for i in values if i.endswith((".mass", ".com.y", ".inertia.zz"))]
    missing = [i for i in held if i not in lost]
    tap.point(not missing, f"{name}: {len(held) - len(missing)} of {len(held)} masses, centres of "
              f"mass and inertias reported as not determined (limit {len(held)})"
              + (f"; reported as determined: {', '.join(missing)}" if missing else ""))


def check_second_order(tap, cli, project, rig):
    """Identifies and replays with the second-order scheme: at least as good as the published
    parameters, on fitted and on other segments.  Kappa is that of the project: an automatic one
    takes several times as many iterations on 26 segments."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "result.json")
        result, _ = identify(cli, project, *SECOND_ORDER, "--no-physical", output=output)
        check_converged(tap, result, rig.name, MOST_ITERATIONS + 2 * STAGES)
        for kind in rig.segments:
            ours = rig.simulate(cli, project, kind, *SECOND_ORDER, "--result", output)
            theirs = rig.simulate(cli, project, kind, *SECOND_ORDER, *rig.published)
            rig.check_free_run(tap, kind, ours, theirs, 1)
    check_ode(tap, rig, theirs, ODE_LIMIT_SECOND)


def check_trusted(tap, result, name):
    """A well modelled rig has none of the findings of the suspect logs."""
    codes = [f["code"] for f in result["findings"] if f["code"] in BAD_FIT]
    worst = max(log["unexplained_percent"] for log in result["logs"])
    tap.point(not codes, f"{name}: {worst:.1f} % of the forces unexplained at most, findings of a "
              f"bad fit: {', '.join(codes) or 'none'} (limit: none)")


def check_furuta(tap, cli, project):
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "result.json")
        result, values = identify(cli, project, output=output)
        scores = json.loads(run(cli, "validate", project, "--result", output, "--json",
                                "--start", "first-sample", "--progress", "none",
                                *(word for log in OPEN_LOOP for word in ("--log", log))))
    found = find_furuta_ratios(project, values)
    for name, expected in FURUTA.items():
        off = abs(found[name] / expected - 1)
        tap.point(off <= FURUTA_LIMIT, f"furuta {name} {found[name]:.5g}, reference {expected}: "
                  f"off {100 * off:.2f} % (limit {100 * FURUTA_LIMIT:g} %)")
    check_trusted(tap, result, "furuta")
    settings = result["settings"]
    tap.point(settings["kappa"] >= 1e5 and settings["h"] <= 4e-3 and
              result["status"] == "converged",
              f"furuta: {told(result)}, kappa {settings['kappa']:g} (limit 1e5), "
              f"h {settings['h']:g} s (limit 0.004 s)")
    for log in scores["logs"]:
        errors = {s["sensor"]: s["rmse"] for s in log["open_loop"]}
        tap.point(all(e is not None for e in errors.values()),
                  f"furuta open loop {log['name']}: arm {errors['theta1']:.3f} rad, pendulum "
                  f"{errors['theta2']:.3f} rad (reported)")


def check_suspect(tap, cli, project):
    """Checks any kappa: at a large one the state error is small, and the motion misses the log."""
    for log in SUSPECT:
        for kappa in SUSPECT_KAPPAS:
            result, _ = identify(cli, project, "--log", log, "--kappa", kappa)
            codes = [f["code"] for f in result["findings"] if f["code"] in BAD_FIT]
            clean = [p["id"] for p in result["parameters"] if "bad-fit" not in p["flags"]]
            error = result["logs"][0]["force_error_percent"]
            tap.point(codes and not clean, f"suspect {log}, kappa {kappa}: {told(result)}, force "
                      f"error {error:.0f} %, findings {', '.join(codes) or 'none'} (limit: one at "
                      f"least), parameters without the flag: {', '.join(clean) or 'none'}")


def main():
    args = make_parser().parse_args()
    tap = Tap()

    data = os.path.join(args.shared, "data")
    arms = os.path.join(data, "multiarm_pendulum")
    if not all(os.path.isdir(os.path.join(data, f))
               for f in ("multiarm_pendulum", "furuta", "suspect-logs")):
        tap.skip(f"the logs are not in {data}")
    try:
        single, double = open_single(arms), open_double(arms)
    except ImportError:
        tap.skip("scipy is not installed")

    def project(name):
        return os.path.join(args.projects, f"{name}.trammel")

    check_rig(tap, args.cli, project("multiarm-single"), single, 1)
    check_rig(tap, args.cli, project("multiarm-double"), double, RATIO)
    check_second_order(tap, args.cli, project("multiarm-double"), double)
    check_furuta(tap, args.cli, project("furuta-rig"))
    check_suspect(tap, args.cli, project("suspect"))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
