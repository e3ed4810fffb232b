#!/usr/bin/python3
"""Figures on the logs of real pendulum rigs, through the command line.

Usage: reallogs.py TRAMMEL_CLI [--shared FOLDER] [--projects FOLDER]

Prints one line a figure (what, value, limit) as TAP.  Published parameters and ours go through the
same simulation; that simulation is compared with an integration of the equations of motion written
down here.  Where the logs are absent every point is skipped.
"""
import argparse
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

from accuracy import Tap

SIM_STEP = 1e-3         # s, of the free runs
RATIO = 1.2             # largest RMSE over that with the published parameters
ODE_LIMIT = 2e-3        # rad RMS between simulation and integration: first order at SIM_STEP
FURUTA = {"m2 L1 l2/J": .833, "m2 g l2/J": 87.38}
FURUTA_LIMIT = 0.02
OPEN_LOOP = ("sine-1V", "sine-2V", "step-2V")
BAD_FIT = ("model-error", "sensor-misfit")
SUSPECT = ("energy-shaping", "energy-shaping-1kg", "constant-torque")
SUSPECT_KAPPAS = ["auto", "1e3", "1e5"]
MOST_ITERATIONS = 8


def run(cli, *options):
    done = subprocess.run([cli, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in (0, 5) or not done.stdout:
        sys.exit(f"{' '.join(options)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def identify(cli, project, output, *options):
    result = json.loads(run(cli, "identify", project, "--json", "--progress", "none", *options))
    with open(output, "w", encoding="utf-8") as file:
        json.dump(result, file)
    return result, {p["id"]: p["value"] for p in result["parameters"]}


def told(result):
    return f"{result['status']}, {result['iterations']} iterations, {result['seconds']:.1f} s"


def simulate(cli, project, log, *options):
    """Times and columns by name of a free run from the first sample."""
    text = run(cli, "simulate", project, "--log", log, "--start", "first-sample",
               "--h", str(SIM_STEP), "-o", "-", *options)
    rows = list(csv.reader(io.StringIO(text)))
    columns = list(zip(*[[float(cell) for cell in row] for row in rows[1:]]))
    return {name.split(" [")[0]: column for name, column in zip(rows[0], columns)}


def rms(values):
    return (sum(float(v) ** 2 for v in values) / len(values)) ** 0.5


class Rig:
    """One file of the multi-arm rig: angles of its arms from hanging, absolute."""

    def __init__(self, folder, name, joints):
        from scipy.io import loadmat

        self.joints = joints
        data = loadmat(os.path.join(folder, f"{name}PendulumDataForParameterEstimation.mat"))
        self.segments = [
            [y[i] - 3.141592653589793 for i in range(len(joints))] for y in data["Y_vad"].ravel()]
        self.published = loadmat(os.path.join(
            folder, f"EstimatedParameters_{name}Pendulum.mat"))["EstimatedParameters"].ravel()

    def angles(self, motion):
        """Absolute angles of a motion: joint coordinates add up from the ground."""
        found, total = [], None
        for joint in self.joints:
            own = motion[f"{joint}.position"]
            total = own if total is None else [a + b for a, b in zip(total, own)]
            found.append(total)
        return found

    def errors(self, motions):
        """RMSE of each angle over all segments."""
        pooled = [[] for _ in self.joints]
        for segment, motion in zip(self.segments, motions):
            for i, (measured, found) in enumerate(zip(segment, self.angles(motion))):
                pooled[i] += [f - m for f, m in zip(found, measured)]
        return [rms(differences) for differences in pooled]


def published_single(p):
    """Quantities of multiarm-single from [a1 m1 I1 k1 g]."""
    return {"body.arm.mass": p[1], "body.arm.com.x": 0, "body.arm.com.y": -p[0],
            "body.arm.inertia.zz": p[2], "joint.pivot.viscous": p[3], "joint.pivot.coulomb": 0,
            "gravity.magnitude": p[4]}


def published_double(p):
    """Quantities of multiarm-double from [m1 m2 a1 a2 L1 I1 I2 k1 k2 g]."""
    return {"body.upper.mass": p[0], "body.upper.com.x": 0, "body.upper.com.y": -p[2],
            "body.upper.inertia.zz": p[5], "body.lower.mass": p[1], "body.lower.com.x": 0,
            "body.lower.com.y": -p[3], "body.lower.inertia.zz": p[6],
            "joint.pivot.viscous": p[7], "joint.pivot.coulomb": 0, "joint.elbow.viscous": p[8],
            "joint.elbow.coulomb": 0, "gravity.magnitude": p[9]}


def single_ode(p):
    import math

    a, m, inertia, k, g = p

    def rates(_, x):
        return [x[1], -(m * g * a * math.sin(x[0]) + k * x[1]) / (inertia + m * a * a)]

    return rates


def double_ode(p):
    """Absolute angles q1, q2 and their rates."""
    import math

    m1, m2, a1, a2, length, i1, i2, k1, k2, g = p
    j1, j2, couple = i1 + m1 * a1 * a1 + m2 * length * length, i2 + m2 * a2 * a2, m2 * length * a2

    def rates(_, x):
        q1, q2, w1, w2 = x
        sine, cosine = math.sin(q1 - q2), math.cos(q1 - q2)
        b1 = (-couple * sine * w2 * w2 - (m1 * a1 + m2 * length) * g * math.sin(q1)
              - k1 * w1 - k2 * (w1 - w2))
        b2 = couple * sine * w1 * w1 - m2 * a2 * g * math.sin(q2) - k2 * (w2 - w1)
        det = j1 * j2 - (couple * cosine) ** 2
        return [w1, w2, (j2 * b1 - couple * cosine * b2) / det,
                (j1 * b2 - couple * cosine * b1) / det]

    return rates


def check_ode(tap, rig, motions, rates, name):
    """The simulation with the published parameters against an integration from the same state.
    The stepper's velocity at a node is that half a step earlier: the integration begins there."""
    from scipy.integrate import solve_ivp

    worst = 0
    for motion in motions:
        angle = [a[0] for a in rig.angles(motion)]
        rate, total = [], 0
        for joint in rig.joints:
            total += motion[f"{joint}.velocity"][0]
            rate.append(total)
        slope = rates(0, angle + rate)[len(angle):]
        state = angle + [w + s * SIM_STEP / 2 for w, s in zip(rate, slope)]
        t = [x - motion["t"][0] for x in motion["t"]]
        exact = solve_ivp(rates, (0, t[-1]), state, t_eval=t, rtol=1e-9, atol=1e-10).y
        for i, found in enumerate(rig.angles(motion)):
            worst = max(worst, rms([f - e for f, e in zip(found, exact[i])]))
    tap.point(worst <= ODE_LIMIT, f"{name}: simulation against the equations of motion "
              f"{worst:.2g} rad RMS (limit {ODE_LIMIT:g} rad)")


def check_rig(tap, cli, project, rig, name, published, rates, limit):
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "result.json")
        result, values = identify(cli, project, output)
        logs = [f"check-{i + 1}" for i in range(len(rig.segments))]
        ours = [simulate(cli, project, log, "--result", output) for log in logs]
    sets = [word for item in published.items() for word in ("--set", f"{item[0]}={item[1]!r}")]
    theirs = [simulate(cli, project, log, *sets) for log in logs]
    check_ode(tap, rig, theirs, rates, name)
    tap.point(result["status"] == "converged" and result["iterations"] <= MOST_ITERATIONS,
              f"{name}: {told(result)} (limit {MOST_ITERATIONS}), kappa "
              f"{result['settings']['kappa']:g}, h {result['settings']['h']:g} s")
    for joint, own, other in zip(rig.joints, rig.errors(ours), rig.errors(theirs)):
        tap.point(own <= limit * other,
                  f"{name}: arm on {joint}, free run of {len(logs)} segments {own:.5f} rad, with "
                  f"the published parameters {other:.5f} rad: {own / other:.2f} times "
                  f"(limit {limit})")
    check_trusted(tap, result, name)
    lost = {p["id"] for p in result["parameters"] if not p["identifiable"]}
    held = [i for i in values if i.endswith((".mass", ".com.y", ".inertia.zz"))]
    missing = [i for i in held if i not in lost]
    tap.point(not missing, f"{name}: {len(held) - len(missing)} of {len(held)} masses, centres of "
              f"mass and inertias reported as not determined (limit {len(held)})"
              + (f"; reported as determined: {', '.join(missing)}" if missing else ""))


def check_trusted(tap, result, name):
    """A rig that is understood does not get the findings of the suspect logs."""
    codes = [f["code"] for f in result["findings"] if f["code"] in BAD_FIT]
    worst = max(log["unexplained_percent"] for log in result["logs"])
    tap.point(not codes, f"{name}: {worst:.1f} % of the forces unexplained at most, findings of a "
              f"bad fit: {', '.join(codes) or 'none'} (limit: none)")


def check_furuta(tap, cli, project):
    with open(project, encoding="utf-8") as file:
        model = json.load(file)["model"]
    mass, arm = model["bodies"][1]["mass"], model["bodies"][0]["shapes"][0]["to"][0]
    reach = -model["bodies"][1]["com"][1]
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "result.json")
        result, values = identify(cli, project, output)
        scores = json.loads(run(cli, "validate", project, "--result", output, "--json",
                                "--start", "first-sample", "--progress", "none",
                                *(word for log in OPEN_LOOP for word in ("--log", log))))
    inertia = values["body.pendulum.inertia.xx"] + mass * reach * reach
    found = {"m2 L1 l2/J": mass * arm * reach / inertia,
             "m2 g l2/J": mass * model["gravity"]["magnitude"] * reach / inertia}
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
    """Whatever kappa is: at a large one the state error is small, and the motion misses the log."""
    for log in SUSPECT:
        for kappa in SUSPECT_KAPPAS:
            with tempfile.TemporaryDirectory() as folder:
                result, _ = identify(cli, project, os.path.join(folder, "r.json"), "--log", log,
                                     "--kappa", kappa)
            codes = [f["code"] for f in result["findings"] if f["code"] in BAD_FIT]
            clean = [p["id"] for p in result["parameters"] if "bad-fit" not in p["flags"]]
            error = result["logs"][0]["force_error_percent"]
            tap.point(codes and not clean, f"suspect {log}, kappa {kappa}: {told(result)}, force "
                      f"error {error:.0f} %, findings {', '.join(codes) or 'none'} (limit: one at "
                      f"least), parameters without the flag: {', '.join(clean) or 'none'}")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--shared", default=os.environ.get("TRAMMEL_SHARED", "../shared"))
    parser.add_argument("--projects", default=os.path.join(here, "..", "data", "projects"))
    args = parser.parse_args()
    tap = Tap()

    data = os.path.join(args.shared, "data")
    arms = os.path.join(data, "multiarm_pendulum")
    if not all(os.path.isdir(os.path.join(data, f))
               for f in ("multiarm_pendulum", "furuta", "suspect-logs")):
        tap.skip(f"the logs are not in {data}")
    try:
        single, double = Rig(arms, "Single", ["pivot"]), Rig(arms, "Double", ["pivot", "elbow"])
    except ImportError:
        tap.skip("scipy is not installed")

    def project(name):
        return os.path.join(args.projects, f"{name}.trammel")

    check_rig(tap, args.cli, project("multiarm-single"), single, "single",
              published_single(single.published), single_ode(single.published), 1)
    check_rig(tap, args.cli, project("multiarm-double"), double, "double",
              published_double(double.published), double_ode(double.published), RATIO)
    check_furuta(tap, args.cli, project("furuta-rig"))
    check_suspect(tap, args.cli, project("suspect"))
    print(f"1..{tap.n}")
    return tap.failed > 0


if __name__ == "__main__":
    sys.exit(main())
