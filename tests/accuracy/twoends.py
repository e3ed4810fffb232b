#!/usr/bin/python3
"""Two ends of one fit: the one with the smaller restricted likelihood is kept, and is the right one.

Usage: twoends.py TRAMMEL_CLI [--shared FOLDER] [--projects FOLDER]

Begun from above, with the motion of the model, fits of a rotary pendulum whose arm hardly moves against its
friction end with an arm some hundred times too heavy.  Logs of that kind are simulated, with known values;
without the real logs their points are left out.
"""
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from support import Tap, make_parser

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
sys.dont_write_bytecode = True

from measure import Run, contains, identify_tree  # noqa: E402
from real_logs import furuta, kawata_book_ip, open_furuta  # noqa: E402

PENDULUM, GAIN = "body.pendulum.inertia.xx", "motor.drive.gain"
TRUTH = {PENDULUM: 1.479e-5, "body.arm.inertia.yy": 2.4e-4, "joint.motor.viscous": 0.0123, "joint.motor.coulomb": 0.035,
         "joint.elbow.viscous": 2.5e-5, "joint.elbow.coulomb": 0, GAIN: 0.0472}
VOLTS = (1, 1.3)
CLOSE = 0.01  # largest error of the inertia at the step of the fit
SIMULATION = ("--solver", "second-order", "--h", "0.001", "--duration", "8", "--noise", "0.001",
              "--rate", "elbow=1 rad/s")
SIGNALS = (("theta1", "rad"), ("theta2", "rad"), ("drive", "V"))


def simulate(cli, folder, volts):
    """A project with a log of the rig whose arm turns back and forth against its friction."""
    tree, path = open_furuta(folder), folder / f"{volts}.trammel"
    path.write_text(json.dumps({**tree, "logs": []}))
    values = [f"--set={name}={value!r}" for name, value in TRUTH.items()]
    log = folder / f"{volts}.csv"
    subprocess.run([cli, "simulate", path, *values, *SIMULATION, "--input", f"drive={volts}*sin(2*pi*t)",
                    "--log-file", log, "-o", folder / "motion.csv"], check=True, capture_output=True)
    channels = [{"signal": name, "column": name, "unit": unit} for name, unit in SIGNALS]
    tree["logs"] = [{"name": "simulated", "file": str(log), "role": "estimate",
                     "time": {"column": "t", "unit": "s"}, "channels": channels}]
    return tree


def check_simulated(tap, cli):
    with tempfile.TemporaryDirectory(prefix="trammel-ends-") as scratch:
        for volts in VOLTS:
            run = identify_tree(cli, simulate(cli, Path(scratch), volts), "--no-physical")
            inertia, gain = (run.parameters()[name] for name in (PENDULUM, GAIN))
            off = abs(inertia["value"] / TRUTH[PENDULUM] - 1)
            tap.point(run.status == "converged" and off < CLOSE,
                      f"simulated, {volts} V: {run.status}, pendulum inertia off {off:.2g} (limit {CLOSE})")
            tap.point(gain["sigma"] is None or contains(gain, TRUTH[GAIN]),
                      f"simulated, {volts} V: gain {gain['value']:.4g} +- {gain['sigma'] or 0:.2g}, truth "
                      f"{TRUTH[GAIN]:.4g}, {' '.join(gain['flags'])}")


def check_case(tap, cli, cases, name, parameter=PENDULUM, close=math.inf):
    """The value of a real log whose fit from above, or from below at all joints, ends elsewhere."""
    case = next(case for case in cases if case.name == name)
    run, value = identify_tree(cli, case.tree, "--no-physical"), case.values[0]
    found = value.find({key: q["value"] for key, q in run.parameters().items()})
    sigma = run.parameters()[parameter]["sigma"]
    off = abs(found - value.reference)
    tap.point(run.status == "converged" and off < min(2 * sigma, close * value.reference),
              f"{name}: {run.status}, {value.name} {found:.4g} +- {sigma:.2g}, reference {value.reference:.4g} "
              f"(limit 2 sigma and {close:g} of it)")


def main():
    options = make_parser().parse_args()
    data = Path(options.shared) / "data"
    tap = Tap()
    check_simulated(tap, options.cli)
    if (data / "furuta").is_dir():
        cases = list(furuta(data / "furuta"))
        for name in ("furuta sine-1V", "furuta sine-2V + step-2V"):
            check_case(tap, options.cli, cases, name)
    if (data / "kawata_book_ip").is_dir():
        check_case(tap, options.cli, list(kawata_book_ip(data / "kawata_book_ip")), "kawata_book_ip kP all",
                   "body.pendulum.inertia.zz", CLOSE)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
