#!/usr/bin/python3
"""Accuracy on a seven-joint robot whose masses are unknown: its torques against plain least squares.

Usage: robot.py TRAMMEL_CLI [--shared FOLDER]

From such starts the joint estimate gets nowhere, and the values of the regression take its place,
also where the fit begins with these, on a half of the log, and where the project does not ask for
inertias of real bodies.  A regression that is asked for chooses its own cutoff.
The torques that the log's motion needs with the identified values, by inverse dynamics of
tools/robot_torque.py, are compared with those of least squares on the same model, joint by joint.
Without the log every point is skipped.
"""
import json
import sys
import tempfile
from pathlib import Path

from support import Tap, make_parser

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
sys.dont_write_bytecode = True

LIMIT = 120  # processor time of a fit [s]
LIMITS = {"fitted": 1.15, "rest": 1.2}  # RMSE over that of least squares
HALVES = {"first half": (0.2, 7), "second half": (7, 14)}  # [s]
HALF_LIMITS = {"fitted": 1.3}  # real bodies: half as many samples tell less against them


def judge(tap, run, motion, fitted, title, limits=LIMITS):
    """Points for the end of a run and its torques."""
    tap.point(run.status == "converged", f"{title}: {run.status}: {run.result['message']}")
    needed = motion.need({name: q["value"] for name, q in run.parameters().items()})
    best = motion.least_squares(fitted)
    for part, limit in limits.items():
        rows = fitted if part == "fitted" else ~fitted
        names = (joint["name"] for joint in motion.model["joints"])
        for name, ratio in zip(names, motion.errors(needed, rows) / motion.errors(best, rows)):
            tap.point(ratio <= limit, f"{title}, {part} {name}: {ratio:.3f} of least squares (limit {limit})")


def judge_replacement(tap, run, motion, fitted, title, limits=LIMITS):
    tap.point("regression-instead" in run.codes(), f"{title} said: {', '.join(run.codes())}")
    judge(tap, run, motion, fitted, title, limits)


def write_changed(folder, tree, **changes):
    """A copy of the project with another span of the log, or without the rule for inertias."""
    copy = json.loads(json.dumps(tree))
    copy["logs"][0]["trim"] = changes.get("span", copy["logs"][0]["trim"])
    if changes.get("is_free"):
        del copy["settings"]["consistency"]
    path = Path(folder) / "changed.trammel"
    path.write_text(json.dumps(copy))
    return path


def main():
    options = make_parser(projects=False).parse_args()
    project = Path(options.shared) / "data/panda_gaz/panda.trammel"
    tap = Tap()

    if not project.exists():
        tap.skip(f"{project} is not there")
    from measure import Run, read_tree
    from robot_torque import Motion
    cli, tree = Path(options.cli), read_tree(project)
    log = tree["logs"][0]
    motion = Motion(tree["model"], log["file"])
    fitted = motion.time < log["trim"][1]
    run = Run(cli, project)
    judge_replacement(tap, run, motion, fitted, "from far starts")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "result.json"
        path.write_text(json.dumps(run.result))
        run = Run(cli, project, "--continue", path, limit=LIMIT)
        judge_replacement(tap, run, motion, fitted, "from its values")
        for title, span in HALVES.items():
            run = Run(cli, write_changed(folder, tree, span=span), limit=LIMIT)
            within = (motion.time >= span[0]) & (motion.time < span[1])
            judge_replacement(tap, run, motion, within, title, HALF_LIMITS)
        run = Run(cli, write_changed(folder, tree, is_free=True), limit=LIMIT)
    tap.point("regression-consistent" in run.codes(("info",)), "without a rule for inertias: those of real bodies")
    judge_replacement(tap, run, motion, fitted, "without a rule for inertias")
    run = Run(cli, project, "--formulation", "regression", limit=LIMIT)
    judge(tap, run, motion, fitted, f"regression with a cutoff of {run.result['regression']['cutoff']:.3g} Hz")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
