#!/usr/bin/python3
"""Accuracy on a driven double pendulum: three logs together against the published parameters.

Usage: doublependulum.py TRAMMEL_CLI [--shared FOLDER]

The logs are two tracked sums of sines and a swing-up.  Free are four inertial parameters, friction
of both joints and each log's delay of the torques.  The criterion is independent of the estimator:
joint torques from the closed equations of motion, along encoder angles that pass a filter of 8 Hz
like the measured torques.  Limits: 1.1 times the torque error of the published parameters on each log
and joint, and 20 % of their base parameters, whose own estimates from single logs scatter by 10 %.
Without the logs every point is skipped.

Kappa is stated, since the model error is not noise here: the values are constant from 0.3 to 100
(natural size 0.32), and both ends of the decade in the middle must pass.
"""
import csv
import json
import math
import os
import tempfile

from support import Tap, identify, make_parser, told

LOGS = {"sines": "20220812-060143", "sines 2": "20220812-060245", "swing-up": "20220812-061705"}
LINK, GRAVITY, MASS = 0.3, 9.81, 0.6  # m, m/s^2, kg; a link's mass alone is not determined
ROTOR = 6 ** 2 * 7.659297952841183e-05  # kg m^2 at the joint
JOINTS = ("shoulder", "elbow")
BASE = ("inertia about the shoulder [kg m^2]", "inertia about the elbow [kg m^2]",
        "moment of both links [kg m]", "moment of the lower link [kg m]")
PUBLISHED = {"base": (0.053470810264216295 + 0.6043459469186889 * LINK ** 2, 0.02392374528789766,
                      0.5593806151425046 * 0.3 + 0.6043459469186889 * LINK,
                      0.6043459469186889 * 0.18377686083653508),
             # the elbow's motor is mounted in the shoulder and turns the other way
             "rotors": (ROTOR * (1 + 1 / 36), -ROTOR / 6, ROTOR),
             "friction": tuple(lambda rate, dry=dry: 0.001 * rate + dry * math.atan(100 * rate)
                               for dry in (0.093, 0.078)),
             "delay": 0}
BASE_ROOM, TORQUE_ROOM = 0.2, 1.1
STEP, CUTOFF, EDGE = 0.005, 8, 20  # of the criterion: s, Hz, steps at either end

# Dry friction changes sign over the largest change of a rate in a step: over a smaller range the
# iteration jumps across and converges slowly.
RATE = 0.2  # rad/s
KAPPAS = (1, 10)
START_DELAY = 0.005  # s, of the torques
SETTINGS = {"max_iterations": 60}


def free(value, **more):
    return {"value": value, "free": True, **more}


def make_model():
    down = [math.sqrt(0.5), 0, 0, -math.sqrt(0.5)]  # zero: hanging
    links = [{"name": name, "mass": MASS, "com": [free(0.2), 0, 0],
              "inertia": {"xx": 1e-3, "yy": 0.02, "zz": free(0.02, min=1e-5)}}
             for name in ("upper", "lower")]
    frames = ({"quat_wxyz": down}, {"position": [LINK, 0, 0]})
    joints = [{"name": name, "type": "hinge", "parent": parent, "child": link["name"],
               "parent_frame": frame,
               "friction": {"model": "coulomb", "load": "none", "viscous": free(0.01),
                            "coulomb": free(0.05), "rate": RATE}}
              for name, parent, link, frame in zip(JOINTS, ("world", "upper"), links, frames)]
    motors = [{"name": f"{name} torque", "joint": name, "gain": 1, "rotor_inertia": ROTOR}
              for name in JOINTS]
    sensors = [{"name": name, "type": "joint-position", "joint": name} for name in JOINTS]
    return {"gravity": {"magnitude": GRAVITY}, "bodies": links, "joints": joints,
            "motors": motors, "sensors": sensors}


def delay_of(log):
    return f"log.{log}.{JOINTS[0]} torque.delay"


def write_project(path, files):
    logs = []
    for log, file in files.items():
        channels = [{"signal": name, "column": f"pos{i + 1}"} for i, name in enumerate(JOINTS)]
        delays = (free(START_DELAY, min=0, max=0.05), {"value": START_DELAY, "tie": delay_of(log)})
        channels += [{"signal": f"{name} torque", "column": f"tau{i + 1}", "between": "linear",
                      "delay": delays[i]} for i, name in enumerate(JOINTS)]
        logs.append({"name": log, "file": file, "time": {"column": "time"}, "channels": channels})
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "trammel/1", "model": make_model(), "logs": logs,
                   "settings": SETTINGS}, file)


def read_columns(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    numbers = [[float(x) for x in row] for row in rows[1:]]
    return {name.strip(): [row[i] for row in numbers] for i, name in enumerate(rows[0])}


def sample(t, y, at):
    """Returns y at rising times, interpolated linearly, constant beyond its ends."""
    out, j = [], 0
    for x in at:
        while j + 2 < len(t) and t[j + 1] <= x:
            j += 1
        share = min(max((x - t[j]) / (t[j + 1] - t[j]), 0), 1)
        out.append(y[j] + share * (y[j + 1] - y[j]))
    return out


def smooth(y):
    """Applies a Butterworth filter of second order, forwards and backwards."""
    k, q, pad = math.tan(math.pi * CUTOFF * STEP), math.sqrt(2), 200
    scale = 1 + q * k + k * k
    b, a1, a2 = k * k / scale, 2 * (k * k - 1) / scale, (1 - q * k + k * k) / scale

    def run(x):
        z1, z2, out = x[0] * (1 - b), x[0] * (b - a2), []
        for value in x:
            filtered = b * value + z1
            z1 = 2 * b * value - a1 * filtered + z2
            z2 = b * value - a2 * filtered
            out.append(filtered)
        return out[::-1]

    ends = ([2 * y[0] - v for v in y[pad:0:-1]], [2 * y[-1] - v for v in y[-2:-pad - 2:-1]])
    return run(run(ends[0] + y + ends[1]))[pad:-pad]


def torques(p, q, v, a):
    """The closed equations of motion; angles from hanging, the elbow's from the upper link."""
    (i1, i2, s1, s2), (r11, r12, r22) = p["base"], p["rotors"]
    couple, bend = s2 * LINK * math.cos(q[1]), s2 * LINK * math.sin(q[1])
    m11, m12, m22 = i1 + i2 + 2 * couple + r11, i2 + couple + r12, i2 + r22
    lower = GRAVITY * s2 * math.sin(q[0] + q[1])
    return (m11 * a[0] + m12 * a[1] - bend * (2 * v[0] + v[1]) * v[1]
            + GRAVITY * s1 * math.sin(q[0]) + lower + p["friction"][0](v[0]),
            m12 * a[0] + m22 * a[1] + bend * v[0] ** 2 + lower + p["friction"][1](v[1]))


def torque_errors(p, log):
    """Returns the RMS over the log of required minus measured torque, per joint [N m]."""
    t = log["time"]
    grid = [t[0] + i * STEP for i in range(int((t[-1] - t[0]) / STEP) + 1)]
    q = [smooth(sample(t, log[f"pos{i}"], grid)) for i in (1, 2)]
    tau = [smooth(sample(t, log[f"tau{i}"], [x - p["delay"] for x in grid])) for i in (1, 2)]
    sums, inner = [0, 0], range(EDGE, len(grid) - EDGE)
    for i in inner:
        v = [(x[i + 1] - x[i - 1]) / (2 * STEP) for x in q]
        a = [(x[i + 1] - 2 * x[i] + x[i - 1]) / STEP ** 2 for x in q]
        for joint, need in enumerate(torques(p, (q[0][i], q[1][i]), v, a)):
            sums[joint] += (need - tau[joint][i]) ** 2
    return [math.sqrt(s / len(inner)) for s in sums]


def take_parameters(values):
    """Returns the estimates as base parameters of the criterion, without the delay."""
    arms = [values[f"body.{link}.com.x"] for link in ("upper", "lower")]
    spins = [values[f"body.{link}.inertia.zz"] + MASS * arm ** 2
             for link, arm in zip(("upper", "lower"), arms)]
    friction = tuple(
        lambda rate, viscous=values[f"joint.{name}.viscous"], dry=values[f"joint.{name}.coulomb"]:
        viscous * rate + dry * math.tanh(rate / RATE) for name in JOINTS)
    return {"base": (spins[0] + MASS * LINK ** 2, spins[1], MASS * (arms[0] + LINK),
                     MASS * arms[1]),
            "rotors": (ROTOR, 0, ROTOR), "friction": friction}


def check(tap, cli, project, logs, kappa):
    result, values = identify(cli, project, "--kappa", f"{kappa:g}", "--set", "settings.weighting=joint")
    found = take_parameters(values)
    delays = {name: values[delay_of(name)] for name in logs}
    tap.point(result["status"] == "converged", f"kappa {kappa:g}: {told(result)}, delays " +
              ", ".join(f"{1e3 * delay:.1f}" for delay in delays.values()) + " ms")
    for name, value, published in zip(BASE, found["base"], PUBLISHED["base"]):
        tap.near(name, value, published, BASE_ROOM * published)
    for name, log in logs.items():
        errors = torque_errors({**found, "delay": delays[name]}, log)
        for joint, ours, theirs in zip(JOINTS, errors, torque_errors(PUBLISHED, log)):
            tap.point(ours <= TORQUE_ROOM * theirs,
                      f"{name}: torque of the {joint} off by {ours:.4f} N m RMS, with the published "
                      f"parameters {theirs:.4f} (limit {TORQUE_ROOM:g} times)")


def check_regression(tap, cli, project, logs):
    """The second method on the same logs, with the torques' delays where the joint estimation starts."""
    result, values = identify(cli, project, "--formulation", "regression", "--set", f"settings.cutoff={CUTOFF}")
    tap.point(result["status"] == "converged", f"regression: {told(result)}")
    found = {**take_parameters(values), "delay": START_DELAY}
    for name, log in logs.items():
        for joint, ours, theirs in zip(JOINTS, torque_errors(found, log), torque_errors(PUBLISHED, log)):
            tap.point(ours <= TORQUE_ROOM * theirs,
                      f"{name}: torque of the {joint} off by {ours:.4f} N m RMS by regression, with the published "
                      f"parameters {theirs:.4f} (limit {TORQUE_ROOM:g} times)")


def main():
    options = make_parser(projects=False).parse_args()
    folder = os.path.abspath(os.path.join(options.shared, "data", "double_pendulum_driven", "logs"))
    tap = Tap()
    if not os.path.isdir(folder):
        tap.skip(f"no logs in {folder}")
    files = {name: os.path.join(folder, f"{file}-PM_measured.csv") for name, file in LOGS.items()}
    logs = {name: read_columns(file) for name, file in files.items()}
    with tempfile.TemporaryDirectory() as scratch:
        project = os.path.join(scratch, "p.trammel")
        write_project(project, files)
        for kappa in KAPPAS:
            check(tap, options.cli, project, logs, kappa)
        check_regression(tap, options.cli, project, logs)
    return tap.finish()


if __name__ == "__main__":
    raise SystemExit(main())
