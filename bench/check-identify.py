#!/usr/bin/python3
"""Counts the instructions of whole identifications at default settings, values at h = 0 included.

usage: check-identify.py [--all | EXAMPLE...] CLI

Instructions are counted by callgrind, so that other load does not matter.  bench/identify.json has
those of an earlier program, whose values were the stepper's and came with two more fits that began
anew.  The sum over the examples may be at most a share of the earlier sum.  Without arguments it is
the first seconds of the example that takes least time; their earlier number was not counted: it is
that of the whole log, scaled by the ratio of both counts today.  Speaks TAP.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

USUAL = ["cart-pole of 2 s"]
# .93 by the fits, with a weight by joint; .18 by what the fit is asked afterwards: base parameters .05,
# missing forces .04, preferences .04, scale .03, predictions .02
MOST_SHARE = 1.14
NUMBERS = Path(__file__).resolve().parent / "identify.json"


def write(cli, name, folder):
    """Writes an example, `NAME` or the beginning of its log as `NAME of SECONDS s`; returns the project."""
    example, _, seconds = name.removesuffix(" s").partition(" of ")
    subprocess.run([cli, "example", example, "--folder", folder], check=True, capture_output=True)
    path = Path(folder, f"{example}.trammel")
    if seconds:
        project = json.loads(path.read_text(encoding="utf-8"))
        project["logs"][0]["trim"] = [0, float(seconds)]
        path.write_text(json.dumps(project), encoding="utf-8")
    return path


def count(cli, example):
    """Instructions of the identification of an example by one thread."""
    with tempfile.TemporaryDirectory() as folder:
        project = write(cli, example, folder)
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", cli, "identify",
             project, "--json", "--progress", "none", "--threads", "1"],
            capture_output=True, text=True, check=False,
            env={k: v for k, v in os.environ.items() if k != "MALLOC_PERTURB_"})  # filling memory counts, too
    collected = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or not collected:
        raise SystemExit(f"Bail out! {example} could not be counted:\n{done.stderr}")
    return int(collected.group(1))


def main():
    numbers = json.loads(NUMBERS.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--all", action="store_true", help="all examples of bench/identify.json")
    parser.add_argument("examples", nargs="*", metavar="EXAMPLE")
    parser.add_argument("cli")
    args = parser.parse_args()
    if not shutil.which("valgrind"):
        print("1..0 # SKIP valgrind is not installed")
        return 0
    examples = list(numbers) if args.all else args.examples or USUAL
    found = {}
    for example in examples:
        found[example] = count(args.cli, example)
        print(f"# {example}: {found[example] / 1e6:.0f} million instructions, "
              f"{found[example] / numbers[example]:.2f} of those then", flush=True)
    share = sum(found.values()) / sum(numbers[example] for example in examples)
    good = share <= MOST_SHARE
    print(f"{'ok' if good else 'not ok'} 1 - {', '.join(examples)}: {share:.2f} of the "
          f"instructions then (limit {MOST_SHARE:g})")
    print("1..1")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
