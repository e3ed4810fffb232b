#!/usr/bin/python3
"""Checks Markdown files: lines of at most 100 columns, and links that lead somewhere.

usage: check-markdown.py ROOT

Tables, code blocks, and lines that hold one link or picture may be longer.  A relative link must
name an existing file, and its anchor a heading of that file.  tools/wrap_markdown.py wraps lines.
"""
import re
import sys
from pathlib import Path

MAX_COLUMNS = 100
GENERATED = re.compile(r"^(build|\.git$|__pycache__$)")
FENCE = re.compile(r"\s*(```|~~~)")
CODE = re.compile(r"`+[^`]*`+")
LINK = re.compile(r"\]\(([^()\s]+)\)")
LINK_ALONE = re.compile(r"\s*(- |\d+\. )?(!?\[[^\]]*\]\(\S*\)|<?https?://\S+)[.,;:]?$")
ELSEWHERE = re.compile(r"[a-z]+:")


def pages_below(root):
    for entry in sorted(root.iterdir()):
        if GENERATED.match(entry.name):
            continue
        if entry.is_dir():
            yield from pages_below(entry)
        elif entry.suffix == ".md":
            yield entry


def text_lines(page):
    """Number and text of the lines outside of code blocks."""
    in_code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            in_code = not in_code
        elif not in_code:
            yield number, line


def to_anchor(heading):
    """As GitHub and the window of the user's guide make it: "Two *sets*" -> "two-sets"."""
    words = re.sub(r"\]\([^)]*\)", "", heading)
    return "".join("-" if c == " " else c.lower() for c in words if c.isalnum() or c in " -_")


def list_anchors(page):
    anchors = set()
    for _number, line in text_lines(page):
        if re.match("#+ ", line):
            anchor = plain = to_anchor(line.lstrip("#").strip())
            count = 0
            while anchor in anchors:
                count += 1
                anchor = f"{plain}-{count}"
            anchors.add(anchor)
    return anchors


def find_links(page):
    """Line and target of every link; its words may begin on the line before."""
    lines = list(text_lines(page))
    text = "\n".join(line for _number, line in lines)
    plain = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
    for link in LINK.finditer(plain):
        yield lines[plain.count("\n", 0, link.start())][0], link[1]


def check_link(page, target):
    """The complaint about one link, or None."""
    name, _hash, anchor = target.partition("#")
    if ELSEWHERE.match(target):
        return None
    file = page.parent / name if name else page
    if not file.exists():
        return f"there is no file {name}"
    if anchor and file.suffix == ".md" and anchor not in list_anchors(file):
        return f"{name or 'this page'} has no heading #{anchor}"
    return None


def check_page(page, name):
    for number, line in text_lines(page):
        if len(line) > MAX_COLUMNS and not line.lstrip().startswith("|") and not LINK_ALONE.match(line):
            yield f"{name}:{number}: {len(line)} columns, at most {MAX_COLUMNS}; run tools/wrap_markdown.py"
    for number, target in find_links(page):
        complaint = check_link(page, target)
        if complaint:
            yield f"{name}:{number}: link to {target}: {complaint}"


def check_tree(root):
    complaints = []
    for page in pages_below(root):
        complaints += check_page(page, page.relative_to(root).as_posix())
    return complaints


def main(root):
    complaints = check_tree(root)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
