#!/usr/bin/python3
"""Checks that src and tests are formatted as .clang-format says.

usage: check-format.py ROOT

Exits with 77 (skipped) where clang-format 14 is missing: other versions format differently.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

MAJOR = 14
SKIPPED = 77


def find_formatter():
    for name in (f"clang-format-{MAJOR}", "clang-format"):
        program = shutil.which(name)
        if not program:
            continue
        version = subprocess.run([program, "--version"], capture_output=True, text=True,
                                 check=False).stdout
        if re.search(rf"version {MAJOR}\.", version):
            return program
    return None


def main(root):
    program = find_formatter()
    if not program:
        print(f"clang-format {MAJOR} is not installed")
        return SKIPPED
    root = Path(root).resolve()
    files = [str(f) for folder in ("src", "tests", "bench") for f in sorted((root / folder).rglob("*.[ch]"))]
    if not files:
        print(f"nothing to check in {root}")
        return 1
    run = subprocess.run([program, "--dry-run", "-Werror", *files], capture_output=True, text=True,
                         check=False)
    places = re.findall(r"^(.+?):(\d+):\d+: error:", run.stderr, re.MULTILINE)
    lines = {}
    for file, line in places:
        lines.setdefault(file.replace(str(root) + "/", ""), line)
    for file, line in lines.items():
        print(f"{file}:{line}: not formatted; run clang-format -i {file}")
    return 1 if run.returncode else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
