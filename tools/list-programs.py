#!/usr/bin/python3
"""Ninja's names of what tests run, for building them alone.

usage: list-programs.py BUILD [--suite NAME]... [TEST]...    the tests that `meson test` would select
"""
import argparse
import json
from pathlib import Path


def is_selected(test, suites, names):
    own = {suite.split(":")[-1] for suite in test["suite"]}
    return (not suites or own & suites) and (not names or test["name"] in names)


def main(build, suites, names):
    build = build.resolve()
    targets = json.loads((build / "meson-info/intro-targets.json").read_text())
    tests = json.loads((build / "meson-info/intro-tests.json").read_text())
    needed = set()
    for test in tests:
        if is_selected(test, suites, names):
            needed |= set(test["depends"])
    for target in targets:
        if target["id"] in needed:
            for file in target["filename"]:
                print(Path(file).relative_to(build))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--suite", action="append", default=[])
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    main(arguments.build, set(arguments.suite), set(arguments.names))
