#!/usr/bin/python3
"""Checks the first sentences of the files of src, and that no riddle stands in comments and texts.

usage: check-words.py ROOT

* the comment of a header begins with the noun of the thing, not with what, how, where ...
* every header has a comment before its first declaration
* every .c file without a header of the same name begins with a comment that says what it is
* phrases that nobody but their author understands are gone from comments, documents and the window
"""
import re
import sys
from pathlib import Path

BEGINNINGS = {"what", "how", "where", "whether", "who", "which", "when", "that", "those"}

# phrase -> what to say instead
RIDDLES = {
    "ways of the parameters": "paths or history of the parameters",
    "is told of": "is reported, is notified of",
    "at a look": "at a glance, without computation",
    "what is odd about": "findings in",
    "nothing is ever given up": "what is kept, and until when",
    "let the slider go": "release the slider",
    "the look before the run": "predicted information, uncertainty predicted before a fit",
}
RIDDLE = re.compile(r"\b(" + "|".join(re.sub(" ", r"\\s+", phrase) for phrase in RIDDLES) + r")\b", re.IGNORECASE)

# literals are matched, too, so that no comment begins within one
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?P<comment>/\*.*?\*/|//[^\n]*)', re.DOTALL)
# of a header: blank lines, directives with their continuations, and macros that declare nothing
PREAMBLE = re.compile(r"(?:\s+|#(?:[^\n]*\\\n)*[^\n]*|G_BEGIN_DECLS\b)*")
TEXTS = ["README.md", "NEWS.md", "docs/**/*.md", "data/ui/**/*"]


def find_comments(text):
    """Yields position and text of each comment; its decoration becomes white space of the same length."""
    for match in TOKEN.finditer(text):
        if match.group("comment"):
            words = re.sub(r"^[ \t]*\*(?!/)", lambda m: " " * len(m.group()), match.group(), flags=re.MULTILINE)
            yield match.start(), re.sub(r"^//|^/\*|\*/$", "  ", words)


def begin_of_header(text):
    """What is wrong with the first comment of a header, or None."""
    at = PREAMBLE.match(text).end()
    comment = next(find_comments(text), None)
    if not comment or comment[0] > at:
        return "no comment before the first declaration: say what the thing is"
    first = re.search(r"[\w']+", comment[1])
    if first and first.group().lower() in BEGINNINGS:
        return f"the header begins with “{first.group()}”: begin with the noun of the thing"
    return None


def begin_of_source(path, text):
    """What is wrong with the first lines of a .c file, or None."""
    include = re.search(r"^\s*#\s*include", text, re.MULTILINE)
    comment = next(find_comments(text), None)
    if path.with_suffix(".h").exists() or (comment and (not include or comment[0] < include.start())):
        return None
    return "no header of this name and no comment before the first include: say in a sentence what the file is"


def find_riddles(text, start=0):
    for match in RIDDLE.finditer(text):
        phrase = re.sub(r"\s+", " ", match.group())
        yield start + match.start(), f"“{phrase}”: say plainly: {RIDDLES[phrase.lower()]}"


def faults_of_source(path, text):
    fault = {".h": lambda: begin_of_header(text), ".c": lambda: begin_of_source(path, text)}[path.suffix]()
    if fault:
        yield 0, fault
    for start, comment in find_comments(text):
        yield from find_riddles(comment, start)


def check_tree(root):
    complaints = []

    def add(path, text, faults):
        for at, fault in faults:
            complaints.append(f"{path.relative_to(root)}:{text.count(chr(10), 0, at) + 1}: {fault}")

    for path in sorted((root / "src").rglob("*.[ch]")):
        text = path.read_text(encoding="utf-8")
        add(path, text, faults_of_source(path, text))
    for pattern in TEXTS:
        for path in sorted(root.glob(pattern)):
            if path.is_file():
                text = path.read_text(encoding="utf-8", errors="replace")
                add(path, text, find_riddles(text))
    return complaints


def main(root):
    complaints = check_tree(Path(root).resolve())
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
