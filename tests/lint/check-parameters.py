#!/usr/bin/python3
"""Checks that no function of src has more than six parameters.

usage: check-parameters.py ROOT

More than six become a struct whose name says what they are together.  Exempt are functions whose
parameters somebody else has decided: those that are assigned to a slot of a class
(`widget_class->measure = on_measure`) and callbacks of signals (static, with a name in `_cb`).
Definitions are found in the text itself, without comments, strings and preprocessor lines.
"""
import re
import sys
from pathlib import Path

MOST = 6

NOT_CODE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
                      r"|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.DOTALL | re.MULTILINE)
NAME = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
SLOT = re.compile(r"\b\w*class\w*\s*(?:\(\w+\)\s*)?->\s*\w+\s*=\s*([A-Za-z_]\w*)\s*;", re.IGNORECASE)


def blank(text):
    """The text with all that is not code as blanks, so that places stay."""
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def closing(text, opening):
    """Index of the parenthesis that closes the one at `opening`; the end of the text without."""
    depth = 0
    for match in re.compile(r"[()]").finditer(text, opening):
        depth += 1 if match.group() == "(" else -1
        if depth == 0:
            return match.start()
    return len(text)


def top_level(text):
    """The text with the bodies of functions, structs and initialisers as blanks between braces."""
    depth = 0
    out = []
    for letter in text:
        depth -= letter == "}"
        out.append(letter if depth == 0 or letter == "\n" else " ")
        depth += letter == "{"
    return "".join(out)


def count_parameters(inside):
    """Number of parameters in the text between a function's parentheses."""
    depth = 0
    n = 1
    for letter in inside:
        depth += (letter in "([") - (letter in ")]")
        n += letter == "," and depth == 0
    return 0 if inside.strip() in ("", "void") else n


def functions_of(text):
    """Line, name, whether it is static and number of parameters of every definition."""
    code = top_level(blank(text))
    position = 0
    while match := NAME.search(code, position):
        begin = max(code.rfind(";", 0, match.start()), code.rfind("}", 0, match.start())) + 1
        name, first, end = match.group(1), match.end(), closing(code, match.end() - 1)
        following = re.compile(r"\)\s*\(").match(code, end)
        if following:  # MACRO(name)(parameters)
            name, first = code[first:end].strip(), following.end()
            end = closing(code, first - 1)
        position = end
        if re.compile(r"\)\s*\{").match(code, end):
            is_static = re.search(r"\bstatic\b", code[begin:match.start()]) is not None
            line = code.count("\n", 0, match.start()) + 1
            yield line, name, is_static, count_parameters(code[first:end])


def check_file(file, name):
    text = file.read_text(encoding="utf-8")
    slots = set(SLOT.findall(blank(text)))
    for line, function, is_static, n in functions_of(text):
        is_foreign = is_static and (function.endswith("_cb") or function in slots)
        if n > MOST and not is_foreign:
            yield f"{name}:{line}: {function}() has {n} parameters, at most {MOST}; make a struct"


def check_tree(root):
    complaints = []
    for file in sorted((root / "src").rglob("*.[ch]")):
        complaints += check_file(file, file.relative_to(root).as_posix())
    return complaints


def main():
    complaints = check_tree(Path(sys.argv[1]).resolve())
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
