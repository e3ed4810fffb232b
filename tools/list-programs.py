#!/usr/bin/python3
"""Ninja's names of what tests run, for building them alone.

usage: list-programs.py BUILD NAME...    NAME: a test or a suite
"""
import json
import sys
from pathlib import Path


def main(build, names):
    build, names = Path(build).resolve(), set(names)
    targets = json.loads((build / "meson-info/intro-targets.json").read_text())
    tests = json.loads((build / "meson-info/intro-tests.json").read_text())
    needed = set()
    for test in tests:
        suites = {suite.split(":")[-1] for suite in test["suite"]}
        if test["name"] in names or suites & names:
            needed |= set(test["depends"])
    for target in targets:
        if target["id"] in needed:
            for file in target["filename"]:
                print(Path(file).relative_to(build))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
