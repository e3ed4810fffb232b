#!/usr/bin/python3
"""Wraps the paragraphs and lists of Markdown files at 100 columns.

usage: wrap_markdown.py FILE...

Headings, tables, code blocks and pictures stay as they are.
"""
import re
import sys
from pathlib import Path

WIDTH = 100
MARK = re.compile(r"(- |\d+\. )")
BLOCK = re.compile(r"- |\d+\. |#|\||```|!\[|$")
# a word, or words in backquotes with all that touches them
WORD = re.compile(r"(?:`[^`]{1,60}`|[^\s`]|`)+")
# would begin a list, a heading, a quotation or a table at the start of a line
UNFIT = re.compile(r"[-+*]$|[>|#]|\d+[.)]$|!\[")


def fill(text, mark):
    """Lines of one paragraph, or of one item of a list after `mark`."""
    indent = " " * len(mark)
    lines, line = [], []
    for word in WORD.findall(text):
        if line and len(indent) + len(" ".join(line + [word])) > WIDTH:
            carried = [word]
            while UNFIT.match(carried[0]) and len(line) > 1:
                carried.insert(0, line.pop())
            lines.append(" ".join(line))
            line = carried
        else:
            line.append(word)
    lines.append(" ".join(line))
    return [(indent if i else mark) + line for i, line in enumerate(lines)]


def wrap(text):
    lines, out, i = text.splitlines(), [], 0
    in_code = False
    while i < len(lines):
        if lines[i].startswith("```"):
            in_code = not in_code
        mark = MARK.match(lines[i])
        if in_code or (BLOCK.match(lines[i]) and not mark):
            out.append(lines[i])
            i += 1
            continue
        end = i + 1
        while end < len(lines) and not BLOCK.match(lines[end].strip()):
            end += 1
        paragraph = " ".join(line.strip() for line in lines[i:end])
        mark = mark[0] if mark else ""
        out += fill(paragraph[len(mark):], mark)
        i = end
    return "\n".join(out) + "\n"


def main(names):
    for path in map(Path, names):
        path.write_text(wrap(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
