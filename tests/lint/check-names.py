#!/usr/bin/python3
"""Checks that no type or constant of the headers has two meanings.

usage: check-names.py ROOT

C has one name space, and a debugger shows one name: a type, an enumerator or a macro that two
headers of src define compiles only as long as no file includes both.
"""
import re
import sys
from pathlib import Path

DEFINITIONS = [re.compile(pattern, re.M) for pattern in (
    r"^\}[ \t]*(Tr\w+);",
    r"^typedef\b[^{};()]*[ *](Tr\w+);",
    r"^typedef\b[^{};]*\(\*(Tr\w+)\)",
    r"^G_DECLARE_\w+\(\s*(Tr\w+)",
    r"^(?:typedef )?(?:struct|enum|union) (Tr\w+)\s*\{",
    r"^[ \t]*#[ \t]*define[ \t]+(TR_\w+|TRAMMEL_\w+)",
    r"^[ \t]+(TR_[A-Z0-9_]+|TRAMMEL_[A-Z0-9_]+)(?=[ \t]*(?:=[^,}\n]*)?[,}\n])",
    r"^enum \{ (TR_[A-Z0-9_]+|TRAMMEL_[A-Z0-9_]+)",
)]
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# a type that is only announced: `typedef struct TrFit TrFit;`
ANNOUNCED = re.compile(r"^typedef struct \w+ (Tr\w+);", re.M)


def definitions_of(text):
    """Name -> line of its first definition."""
    text = COMMENT.sub(lambda match: "\n" * match.group(0).count("\n"), text)
    announced = set(ANNOUNCED.findall(text))
    found = {}
    for pattern in DEFINITIONS:
        for match in pattern.finditer(text):
            name = match.group(1)
            if name in announced and pattern is DEFINITIONS[1]:
                continue
            found.setdefault(name, text.count("\n", 0, match.start(1)) + 1)
    return found


def check_tree(root):
    source, first, complaints = root / "src", {}, []
    for file in sorted(source.rglob("*.h")):
        name = f"src/{file.relative_to(source).as_posix()}"
        for word, line in sorted(definitions_of(file.read_text(encoding="utf-8")).items()):
            if word in first:
                complaints.append(f"{name}:{line}: {word} is defined in {first[word]} too; rename one")
            else:
                first[word] = f"{name}:{line}"
    return complaints


def main(root):
    complaints = check_tree(Path(root).resolve())
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
