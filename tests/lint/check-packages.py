#!/usr/bin/python3
"""Checks that every library Meson asks for is listed in tools/packages, which installs it.

usage: check-packages.py ROOT
"""
import re
import sys
from pathlib import Path

# part of the compiler or the C library, or of a package that another row brings
BUILT_IN = {"threads", "m", "gio-2.0", "cairo", "glog", "eigen3", "mpi"}


def named_in_meson(root):
    for file in root.rglob("meson.build"):
        if file.relative_to(root).parts[0].startswith("build"):
            continue
        text = file.read_text(encoding="utf-8")
        for call in re.finditer(r"\b(dependency|find_library)\(\s*'([^']+)'([^)]*)", text):
            if "required: false" not in call.group(3):
                yield file, call.group(2)


def checks_in_table(root):
    for line in (root / "tools/packages").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            fields = line.split(None, 3)
            if len(fields) != 4 or fields[0] not in ("build", "run", "test", "bench", "fuzz", "package", "sanitize",
                                                       "coverage", "try-package"):
                raise SystemExit(f"tools/packages: cannot read the row: {line}")
            yield re.sub(r">=.*", "", fields[2].split(":")[-1])


def main(root):
    root = Path(root).resolve()
    known = set(checks_in_table(root)) | BUILT_IN
    missing = [f"{file.relative_to(root)}: '{name}' has no row in tools/packages"
               for file, name in named_in_meson(root) if name not in known]
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
