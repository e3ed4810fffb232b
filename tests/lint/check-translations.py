#!/usr/bin/python3
"""Checks that po/POTFILES.in lists exactly the files with texts for translators.

usage: check-translations.py ROOT [--write]
"""
import re
import sys
from pathlib import Path

MARKS = {
    ".c": re.compile(r'\b(N?C?_|n?gettext|g_dp?n?gettext)\(\s*"'),
    ".h": re.compile(r'\bN?C?_\(\s*"'),
    ".ui": re.compile(r'translatable="(yes|1|true)"'),
}


def files_with_texts(root):
    for folder in ("data", "src"):
        for file in sorted((root / folder).rglob("*")):
            name = file.relative_to(root).as_posix()
            if name.endswith((".desktop.in", ".metainfo.xml.in", ".gschema.xml")):
                yield name
            elif file.suffix in MARKS and MARKS[file.suffix].search(file.read_text("utf-8")):
                yield name


def main(root, write=False):
    root = Path(root).resolve()
    listed = root / "po/POTFILES.in"
    found = list(files_with_texts(root))
    if write:
        listed.write_text("".join(name + "\n" for name in found), encoding="utf-8")
        return 0
    known = listed.read_text(encoding="utf-8").split()
    for name in sorted(set(found) - set(known)):
        print(f"{name} is not in po/POTFILES.in")
    for name in sorted(set(known) - set(found)):
        print(f"{name} in po/POTFILES.in has no text to translate")
    if set(found) == set(known):
        return 0
    print("mend it with: tests/lint/check-translations.py . --write")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--write" in sys.argv[2:]))
