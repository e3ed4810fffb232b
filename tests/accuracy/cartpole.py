#!/usr/bin/python3
"""Accuracy on a pendulum on a servo-driven cart: its logs against the published parameters.

Usage: cartpole.py TRAMMEL_CLI [--shared FOLDER]

The cart's force is not measured; its position prescribes its motion.  The pendulum's angle then
determines its inertia over its moment and its friction.  Limits are the figures of the logs' NOTES,
computed with the published parameters.  Without the logs every point is skipped.
"""
import json
import math
import os
import tempfile

from support import Tap, identify, make_parser, run

MASS, ARM, INERTIA, GRAVITY = 0.107, 0.230, 1.59e-3, 9.81  # published
RATIO = INERTIA / (MASS * ARM) + ARM                       # m
PERIOD = 2 * math.pi * math.sqrt(RATIO / GRAVITY)          # s
ROOM = 0.01
# gain of the cart's loop: open-loop RMSE of the angle with the published parameters [rad]
LIMITS = {"025": 0.0050, "050": 0.0048, "100": 0.0101, "200": 0.087}


def write_project(path, folder):
    axis = [math.sqrt(0.5), 0, math.sqrt(0.5), 0]  # z of the rail along x
    turned = [0, 1, 0, 0]                          # the angle counts against the rail's side
    model = {
        "gravity": {"magnitude": GRAVITY, "direction": [0, -1, 0]},
        "bodies": [
            {"name": "cart", "mass": 1},
            {"name": "pendulum", "mass": MASS, "com": [0, -ARM, 0],
             "inertia": {"xx": 1e-3, "yy": 1e-4, "zz": {"value": 1e-3, "free": True}}}],
        "joints": [
            {"name": "rail", "type": "slide", "parent": "world", "child": "cart",
             "parent_frame": {"quat_wxyz": axis}, "child_frame": {"quat_wxyz": axis}},
            {"name": "pivot", "type": "hinge", "parent": "cart", "child": "pendulum",
             "parent_frame": {"quat_wxyz": turned}, "child_frame": {"quat_wxyz": turned},
             "friction": {"model": "viscous", "viscous": {"value": 1e-4, "free": True}}}],
        "motors": [{"name": "servo", "joint": "rail", "drive": "position"}],
        "sensors": [{"name": "angle", "type": "joint-position", "joint": "pivot"}],
    }
    logs = [{"name": gain, "file": os.path.join(folder, f"cdip_cart_pcont_data_kP_{gain}_ref_02.mat"),
             "channels": [{"signal": "angle", "column": "theta"},
                          {"signal": "servo", "column": "z"}]} for gain in LIMITS]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "trammel/1", "model": model, "logs": logs}, file)


def find_ratio(values):
    return values["body.pendulum.inertia.zz"] / (MASS * ARM) + ARM


def check(tap, cli, folder):
    with tempfile.TemporaryDirectory() as scratch:
        project, output = (os.path.join(scratch, name) for name in ("p.trammel", "r.json"))
        write_project(project, folder)
        result, values = identify(cli, project, output=output)
        scores = json.loads(run(cli, "validate", project, "--result", output, "--json",
                                "--progress", "none"))
        _, alone = identify(cli, project, "--log", "100")
    tap.point(result["status"] == "converged", f"four logs: {result['status']}")
    ratio = find_ratio(values)
    tap.near("inertia over moment [m]", ratio, RATIO, ROOM * RATIO)
    tap.near("period [s]", 2 * math.pi * math.sqrt(ratio / GRAVITY), PERIOD, ROOM * PERIOD)
    tap.near("inertia over moment [m], one log", find_ratio(alone), RATIO, ROOM * RATIO)
    for log in scores["logs"]:
        found = log["open_loop"][0]["rmse"]
        tap.point(found <= LIMITS[log["name"]], f"gain {log['name']}: open loop {found:.4f} rad RMS "
                  f"(published parameters {LIMITS[log['name']]:g})")


def main():
    options = make_parser(projects=False).parse_args()
    folder = os.path.abspath(os.path.join(options.shared, "data", "cart_pole"))
    tap = Tap()
    if not os.path.isdir(folder):
        tap.skip(f"no logs in {folder}")
    check(tap, options.cli, folder)
    return tap.finish()


if __name__ == "__main__":
    raise SystemExit(main())
