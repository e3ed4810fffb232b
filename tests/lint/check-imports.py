#!/usr/bin/python3
"""Checks that what a Python program takes from another one of its folder is defined there.

The programs of tools/ and bench/ are run by hand, some of them rarely: without this, a name that has
moved is seen only then.

usage: check-imports.py ROOT
"""
import ast
import sys
from pathlib import Path

FOLDERS = ("tools", "bench", "tests/accuracy", "tests/cli", "tests/e2e")


def targets(node):
    """Names that a statement at the top of a module binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.For, ast.With, ast.If, ast.Try)):
        yield from (name.id for name in ast.walk(node)
                    if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store))


def find_missing(folder):
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}
    defined = {path.stem: {name for node in tree.body for name in targets(node)} for path, tree in trees.items()}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module in defined:
                for alias in node.names:
                    if alias.name not in defined[node.module]:
                        yield f"{path}:{node.lineno}: '{alias.name}' is not defined in {node.module}.py"


def main(root):
    missing = [fault for folder in FOLDERS for fault in find_missing(Path(root).resolve() / folder)]
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
