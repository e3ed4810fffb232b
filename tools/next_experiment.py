#!/usr/bin/python3
"""Numbers of the next experiment: does the prediction hold, what does a plan gain, how long does it take?

usage: next_experiment.py [--cli FILE] [prediction | gain | condition | time]...

prediction  for the four-bar linkage with one encoder and the Furuta pendulum: the median sigma that fits of 100 drawn
            logs report, by the predicted one; the scatter of their estimates, by the predicted scatter; and the first
            by the second
gain        sigmas of chirps by those of the plan (--shape best), in the same time, band and limits, without other logs,
            for the three-joint arm and the four-bar linkage: the plain chirp, the same curve for all motors about the
            middle of their ranges, as large as the limits allow; and the best chirp that the same search finds
condition   condition number of the base regressor along the arm's plan, and the best of 200 random Fourier series
time        seconds of a plan for the arm, and of a plan of which half of the gain is asked
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def example(name):
    return str(ROOT / "data/examples" / f"{name}.trammel")


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
        one = ("--random", 1, "--starts", 1, "--evaluations", 1)
        plain = [s if s else math.inf for s in sigmas(design(cli, example(name), *chirp, *one))]
        for what, others in (("the plain chirp", plain), ("the best chirp", sigmas(design(cli, example(name), *chirp)))):
            ratios = [a / b for a, b in zip(others, sigmas(plan))]
            print(f"{name}: {plan['wish']['shape']}, median gain over {what} {statistics.median(ratios):.2f}, from {min(ratios):.2f} to "
                  f"{max(ratios):.2f}, {plan['seconds']:.0f} s", flush=True)


def condition(cli):
    plan = design(cli, example("three-joint-arm"), "--alone", "--no-helps", "--rehearsals", 0, "--random", 200)
    print(f"condition number: plan {plan['condition']:.1f}, best of 200 random series {plan['condition_random']:.1f}")


def time(cli):
    plan = design(cli, example("three-joint-arm"), "--alone", "--no-helps")
    quick = design(cli, example("three-joint-arm"), "--alone", "--no-helps", "--random", 24, "--evaluations", 1,
                   "--rehearsals", 0)
    print(f"arm: {plan['seconds']:.1f} s, criterion {plan['criterion_after']:.2f}; quick: {quick['seconds']:.1f} s, "
          f"criterion {quick['criterion_after']:.2f}")


def main():
    known = {"prediction": prediction, "gain": gain, "condition": condition, "time": time}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=str(ROOT / "build/src/cli/trammel-cli"), help="the program")
    parser.add_argument("what", nargs="*", choices=[*known, []], help="all without it")
    options = parser.parse_args()
    for name in options.what or known:
        known[name](options.cli)


if __name__ == "__main__":
    main()
