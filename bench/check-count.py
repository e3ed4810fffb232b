#!/usr/bin/python3
"""Counts the instructions of an iteration, per step, and compares them with what they were.

usage: check-count.py [--write | --rows] PROGRAM COMPILER

PROGRAM is bench-count, COMPILER its compiler and major version, like gcc-12.  Instructions are
counted by callgrind, so that other load does not matter.  They depend on the compiler and on the
instruction set: bench/count.json has numbers by both, and where there is none nothing is compared.
A count may grow by 3 %; --write replaces the numbers by what was counted.  Speaks TAP, or with
--rows what tools/bench reads.
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = ["furuta", "chain"]
MOST_GROWTH = 0.03
NUMBERS = Path(__file__).resolve().parent / "count.json"


def count(program, case):
    """Instruction set of the kernels and instructions per step and iteration."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
             "--collect-atstart=no", "--toggle-collect=count_iterations", program, case],
            capture_output=True, text=True, check=False)
    collected = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or not collected or int(collected.group(1)) == 0:
        raise SystemExit(f"Bail out! {program} {case} could not be counted:\n{done.stderr}")
    cpu, steps = done.stdout.split()
    return cpu, round(int(collected.group(1)) / int(steps))


def compare(case, found, known):
    """Text of a point, and whether it is good; known is None where nothing is kept."""
    text = f"{case}: {found} instructions per step and iteration"
    if known is None:
        return f"{text} # SKIP no number is kept for this compiler and instruction set", True
    text += f", {100 * (found / known - 1):+.1f} % of {known}"
    return text, found <= (1 + MOST_GROWTH) * known


def judge(counts, numbers, command):
    is_good = True
    for point, (case, (cpu, found)) in enumerate(counts.items(), 1):
        text, good = compare(case, found, numbers.get(cpu, {}).get(case))
        print(f"{'ok' if good else 'not ok'} {point} - {text}")
        is_good = is_good and good
    print(f"1..{len(counts)}")
    if not is_good:
        print(f"# where that is the price of something wanted: {command}")
    return is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="keep what was counted")
    parser.add_argument("--rows", action="store_true", help="print rows, compare nothing")
    parser.add_argument("program")
    parser.add_argument("compiler")
    args = parser.parse_args()
    if not shutil.which("valgrind"):
        print("1..0 # SKIP valgrind is not installed")
        return 0
    counts = {case: count(args.program, case) for case in CASES}
    if args.rows:
        for case, (cpu, found) in counts.items():
            print(f"instructions\t{case}, {cpu}\tper step and iteration\t{found}\t")
        return 0
    numbers = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    if args.write:
        for case, (cpu, found) in counts.items():
            numbers.setdefault(args.compiler, {}).setdefault(cpu, {})[case] = found
        NUMBERS.write_text(json.dumps(numbers, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    command = f"{sys.argv[0]} --write {args.program} {args.compiler}"
    return 0 if judge(counts, numbers.get(args.compiler, {}), command) else 1


if __name__ == "__main__":
    sys.exit(main())
