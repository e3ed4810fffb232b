#!/usr/bin/python3
"""Numbers of the next experiment: does the prediction hold, what does a plan gain, how long does it take?

usage: next_experiment.py [--cli FILE] [prediction | gain | reached | condition | time | example]...

prediction  for the four-bar linkage with one encoder and the Furuta pendulum: the typical sigma that fits of 100 drawn
            logs report, by the predicted one; the scatter of their estimates, by the predicted scatter; and the first
            by the second
gain        sigmas of chirps by those of the plan (--shape best), in the same time, band and limits, without other logs,
            for the three-joint arm and the four-bar linkage: the plain chirp, the same curve for all motors about the
            middle of their ranges, as large as the limits allow; and the best chirp that the same search finds
reached     the plan of the four-bar linkage and the plain chirp, each played by the true linkage: the sigmas that the
            fit of each log reports by the predicted ones, errors of the values by these sigmas, and the gain
condition   condition number of the base regressor along the arm's plan, and the best of 200 random Fourier series
time        seconds of a plan for the arm, and of a plan of which half of the gain is asked
example     the guide's: a short log of the four-bar linkage, a plan, and the log that the true linkage returns for it
"""
import argparse
import csv
import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import EXAMPLES, ROOT, Run, figure, load_tool, print_table, read_tree, read_truth


RATE = 1000  # samples a second of the logs of the four-bar linkage
ONE = ("--random", 1, "--starts", 1, "--evaluations", 1)  # of chirps: the plain one
LIMITS = ("--duration", 4, "--range", "shaft=0..6", "--rate", "shaft=10", "--input", "drive=4")  # of the guide


def example(name):
    return str(EXAMPLES / f"{name}.trammel")


def design(cli, project, *arguments):
    done = subprocess.run([cli, "design", project, *map(str, arguments), "--json", "--progress", "none"],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{project}: {done.stderr}")
    plan = json.loads(done.stdout)
    plan["seconds"] = float(done.stderr.split(" plans tried in ")[1].split(" s")[0])
    return plan


def sigmas(plan):
    return [p["sigma_after"] for p in plan["parameters"]]


def prediction(cli):
    for name in ("four-bar", "furuta"):
        plan = design(cli, example(name), "--alone", "--evaluations", 200, "--draws", 100, "--no-helps")
        r = plan["rehearsal"]
        print(f"{name}: {r['converged']} of {r['draws']} drawn logs converged; by what was predicted:")
        for i, p in enumerate(plan["parameters"]):
            print(f"  {p['id']:28} reported {r['reported'][i] / r['predicted'][i]:.2f}  "
                  f"scatter {r['scatter'][i] / r['random'][i]:.2f}  "
                  f"reported by scatter {r['reported'][i] / r['scatter'][i]:.2f}", flush=True)


def gain(cli):
    for name in ("three-joint-arm", "four-bar"):
        plan = design(cli, example(name), "--alone", "--no-helps", "--shape", "best")
        chirp = ("--alone", "--no-helps", "--shape", "chirp", "--frequency", plan["wish"]["frequency"])
        plain = [s if s else math.inf for s in sigmas(design(cli, example(name), *chirp, *ONE))]
        for what, others in (("the plain chirp", plain), ("the best chirp", sigmas(design(cli, example(name), *chirp)))):
            ratios = [a / b for a, b in zip(others, sigmas(plan))]
            print(f"{name}: {plan['wish']['shape']}, median gain over {what} {statistics.median(ratios):.2f}, from {min(ratios):.2f} to "
                  f"{max(ratios):.2f}, {plan['seconds']:.0f} s", flush=True)


def condition(cli):
    options = ("--alone", "--no-helps", "--rehearsals", 0)
    first = design(cli, example("three-joint-arm"), *options)
    plan = design(cli, example("three-joint-arm"), *options, "--random", 200, "--frequency", first["wish"]["frequency"])
    print(f"condition number at {plan['wish']['frequency']:g} Hz: plan {plan['condition']:.1f}, best of 200 random series "
          f"{plan['condition_random']:.1f}")


def time(cli):
    plan = design(cli, example("three-joint-arm"), "--alone", "--no-helps")
    quick = design(cli, example("three-joint-arm"), "--alone", "--no-helps", "--random", 24, "--evaluations", 1,
                   "--rehearsals", 0)
    print(f"arm: {plan['seconds']:.1f} s, criterion {plan['criterion_after']:.2f}; quick: {quick['seconds']:.1f} s, "
          f"criterion {quick['criterion_after']:.2f}")


class Follower:
    """A controller at the rate of the log: the plan's inputs, and what keeps the crank near its set-points."""

    def __init__(self, rows):
        self.rows, self.before, self.rate = rows, 0, 0

    def __call__(self, k, degrees):
        _, wish, drive, _ = self.rows[k]
        error = wish - math.radians(degrees)
        self.rate += 0.1 * ((error - self.before) * RATE - self.rate)
        self.before = error
        return drive + 5 * error + 0.3 * self.rate


def play(plan):
    """The log that a four-bar linkage returns for a plan, by the equations of motion and the encoder of the example."""
    generator = load_tool("generate-examples")
    truth = generator.Quantities(generator.read_project("four-bar"), read_truth("four-bar"))
    with open(plan, encoding="utf-8") as file:
        rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    motion, follower = generator.Motion(generator.FourBar(truth), [rows[0][1]]), Follower(rows)
    encoder = generator.Encoder(*generator.EXAMPLES["four-bar"].encoders[0], random.Random(1))
    for k, row in enumerate(rows):
        seen = encoder.read(motion.state[0])
        drive = follower(k, seen)
        yield row[0], seen, drive
        motion.advance(drive, 1 / RATE)


def add_log(tree, rows, path):
    """Writes a log beside the one of the project, with its channels, and adds it."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([("time [s]", "crank [deg]", "u [V]"), *rows])
    log = {key: value for key, value in tree["logs"][0].items() if key not in ("trim", "sha256")}
    tree["logs"].append(log | {"name": "plan", "file": str(path)})


def find_reached(cli, folder, *options):
    """A plan of the four-bar linkage alone, and the parameters that a fit of the true linkage's log for it finds."""
    plan, project = folder / "plan.csv", folder / "four-bar.trammel"
    planned = design(cli, example("four-bar"), "--alone", "--no-helps", "--csv", plan, *options)
    tree = read_tree(EXAMPLES / "four-bar.trammel")
    add_log(tree, play(plan), folder / "log.csv")
    del tree["logs"][0]
    project.write_text(json.dumps(tree))
    return planned, Run(cli, project).parameters()


def reached(cli):
    truth, found = read_truth("four-bar"), []
    with tempfile.TemporaryDirectory(prefix="trammel-plan-") as folder:
        plan = find_reached(cli, Path(folder))
        chirp = ("--shape", "chirp", "--frequency", plan[0]["wish"]["frequency"], *ONE)
        for what, (planned, parameters) in (("plan", plan), ("plain chirp", find_reached(cli, Path(folder), *chirp))):
            found.append([parameters[p["id"]]["sigma"] for p in planned["parameters"]])
            ratios = [sigma / p["sigma_after"] for sigma, p in zip(found[-1], planned["parameters"])]
            errors = [abs(parameters[name]["value"] - truth[name]) / parameters[name]["sigma"]
                      for name in (p["id"] for p in planned["parameters"])]
            print(f"four-bar, {what}: reached by predicted sigma {min(ratios):.2f} to {max(ratios):.2f}, median "
                  f"{statistics.median(ratios):.2f}; errors up to {max(errors):.2f} sigma", flush=True)
    gains = [chirp / plan for plan, chirp in zip(*found)]
    print(f"four-bar: median gain over the plain chirp, as reached, {statistics.median(gains):.2f}, from "
          f"{min(gains):.2f} to {max(gains):.2f}")


def worked_example(cli):
    tree = read_tree(EXAMPLES / "four-bar.trammel")
    tree["logs"][0]["trim"] = [0, 0.4]
    with tempfile.TemporaryDirectory(prefix="trammel-plan-") as folder:
        project, plan = Path(folder) / "four-bar.trammel", Path(folder) / "plan.csv"
        project.write_text(json.dumps(tree))
        design(cli, project, *LIMITS, "--csv", plan, "--keep")
        tree = json.loads(project.read_text())
        add_log(tree, play(plan), Path(folder) / "log.csv")
        project.write_text(json.dumps(tree))
        done = subprocess.run([cli, "design", project, "--reached", "--json", "--progress", "none"],
                              capture_output=True, text=True, check=True)
        found = Run(cli, project).parameters()
    truth = read_truth("four-bar")
    print_table(("four-bar", "truth", "found", "before", "predicted", "reached"),
                [(p["id"], f"{truth[p['id']]:.6g}", f"{found[p['id']]['value']:.6g}",
                  *(figure(p[f"sigma_{when}"], truth[p["id"]]) for when in ("before", "predicted", "reached")))
                 for p in json.loads(done.stdout)["parameters"]])


def main():
    known = {"prediction": prediction, "gain": gain, "reached": reached, "condition": condition, "time": time, "example": worked_example}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=str(ROOT / "build/src/cli/trammel-cli"), help="the program")
    parser.add_argument("what", nargs="*", choices=[*known, []], help="all without it")
    options = parser.parse_args()
    for name in options.what or known:
        known[name](options.cli)


if __name__ == "__main__":
    main()
