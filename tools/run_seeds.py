#!/usr/bin/python3
"""Runs the tests with random input over many seeds (tools/test-seeds): those with a source that calls
tr_test_init() (tests/support/seed.h).

Prints for each test the number of seeds that failed, their values, and the message of the first."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

SIGN = "tr_test_init("
VARIABLE = "TRAMMEL_TEST_SEED"
SHOWN = 20  # failing seeds that are named
TIMED = {"session-kill", "session-soak"}  # draw times; tools/soak runs them for long


def introspect(folder, what):
    done = subprocess.run(["meson", "introspect", what, folder], capture_output=True, text=True,
                          check=True)
    return json.loads(done.stdout)


def calls(source):
    try:
        return SIGN in pathlib.Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):  # a generated or binary source
        return False


def read_tests(folder):
    """Returns the tests with random input by their names, as Meson describes them."""
    programs = set()
    for target in introspect(folder, "--targets"):
        sources = [source for part in target["target_sources"] for source in part.get("sources", [])]
        if target["type"] == "executable" and any(map(calls, sources)):
            programs.update(target["filename"])
    return {test["name"]: test for test in introspect(folder, "--tests")
            if programs & {os.path.join(folder, word) for word in test["cmd"]}}


def choose(tests, names):
    unknown = [name for name in names if name not in tests]
    if unknown:
        sys.exit(f"no test with random input: {', '.join(unknown)}; there are {', '.join(tests)}")
    return [tests[name] for name in names or sorted(set(tests) - TIMED)]


def run(test, seed):
    """Returns None, or the message of a failure."""
    environment = os.environ | test["env"] | {VARIABLE: str(seed)}
    try:
        done = subprocess.run(test["cmd"], capture_output=True, text=True, errors="replace",
                              cwd=test["workdir"], env=environment, timeout=20 * test["timeout"])
    except subprocess.TimeoutExpired as late:
        return f"not ready after {late.timeout:g} s"
    if done.returncode == 0:
        return None
    for line in done.stdout.splitlines():
        if line.startswith(("Bail out!", "not ok")):
            return line
    return f"status {done.returncode}"


def report(test, failures, count):
    print(f"{test['name']}: {len(failures)} of {count} seeds failed", flush=True)
    if not failures:
        return
    seeds = sorted(failures)
    more = f" and {len(seeds) - SHOWN} more" if len(seeds) > SHOWN else ""
    print(f"  seeds {' '.join(map(str, seeds[:SHOWN]))}{more}")
    print(f"  seed {seeds[0]}: {failures[seeds[0]]}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="test-seeds", add_help=False)
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("tests", nargs="*")
    options = parser.parse_intermixed_args()
    if options.count < 1 or options.first < 0:
        parser.error("--count is at least 1, --first at least 0")
    tests = choose(read_tests(options.folder), options.tests)
    seeds = range(options.first, options.first + options.count)
    n_failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for test in tests:
            outcomes = zip(seeds, pool.map(lambda seed, test=test: run(test, seed), seeds))
            failures = {seed: message for seed, message in outcomes if message}
            n_failed += len(failures)
            report(test, failures, len(seeds))
    print(f"{len(tests) * len(seeds) - n_failed} passed, {n_failed} failed")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
