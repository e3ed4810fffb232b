#!/usr/bin/python3
"""Checks that what comments and pages cite is there.

usage: check-citations.py ROOT

* docs/theory numbers its chapters (# 3 Title), sections (## 3.2 Title) and equations (\\tag{3.2a});
  every label stands once and within its chapter and section
* "theory 3.2a" in the code, and "(3.2a)" on the pages, name labels that exist
* sources cited by authors and year are in docs/theory/sources.md, and those there are cited
* files named by their path from the root exist
* nothing cites notes that are not in the repository
"""
import re
import sys
import unicodedata
from pathlib import Path

CODE = ("src", "tests", "bench")
TEXT = ("src", "tests", "bench", "tools", "data", "docs")
SUFFIXES = {".c", ".h", ".py", ".md", ".in", ".build", ".ui", ".json"}

NUMBER = r"\d+\.\d+[a-z]?"
# a line break within a comment is a blank
BREAK = re.compile(r"\s*\n[ \t]*(?:[*#]+(?!/)[ \t]*)?")
HEADING = re.compile(r"^(#{1,2}) (\d+(?:\.\d+)?) ", re.M)
TAG = re.compile(r"\\tag\{([^}]*)\}")
MATH = re.compile(r"^```math$.*?^```$", re.M | re.S)
CITATION = re.compile(rf"\btheory ((?:{NUMBER}|\d+)(?:(?:, | and )(?:{NUMBER}|\d+))*)")
OWN = re.compile(rf"\(({NUMBER}(?:(?:, |–|\)–\(){NUMBER})*)[);]")
AUTHOR = (r"(?!(?:In|Of|As|Since|From|Until|By)\b)[A-Z](?:'[A-Z])?[a-z]+(?:-?[A-Z][a-z]+)*"
          r"(?: et al\.)?")
SOURCE = re.compile(rf"\b({AUTHOR}(?:(?:, | and ){AUTHOR})*) ((?:19|20)\d\d)\b")
ENTRY = re.compile(r"^- \*\*(.+? \d{4})\*\*", re.M)
PATH = re.compile(r"(?<![\w./-])((?:src|tests|tools|data|docs)/[\w./-]*\w)(?![\w*<{])")
PAGE = re.compile(r"(?<![\w./-])(docs/[\w/-]+\.md)\b")
LINK = re.compile(r"\]\((?![a-z]+:)([^)#]+)")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
MONTHS = {"January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December"}
# spelled in pieces, so that this file passes its own check
NOWHERE = re.compile(r"\bMET" r"HOD(?: ?§| \d)|\b[Pp]ap" r"er \d|\bU" r"X(?::| \d)|"
                     r"\b(?:DES" r"IGN|FORM" r"ATS|FEAT" r"URES|CONT" r"EXT|PERF" r"ORMANCE|"
                     r"RELI" r"ABILITY|WEI" r"GHTS|CONT" r"ACT|TR" r"UTH)(?:\.md| ?§| \d)|§ ?\d")
# the same as bare words, which in C are no names
BARE = re.compile(r"\b(?:MET" r"HOD|FORM" r"ATS|FEAT" r"URES|U" r"X|DES" r"IGN)\b")


def read(file):
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def flatten(text):
    """The text with each paragraph of a comment on one line, and without accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return BREAK.sub(" ", plain)


def comments_of(file, text):
    return "\n".join(COMMENT.findall(text)) if file.suffix in {".c", ".h"} else text


def files_below(root, folders):
    for folder in folders:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SUFFIXES and file.is_file() and "__pycache__" not in file.parts:
                yield file, file.relative_to(root).as_posix()


def labels_of(text, name):
    """Labels of a page in their order, and complaints about their places."""
    labels, complaints, chapter, section = [], [], None, None
    marks = sorted([(m.start(), m.group(2), m.group(1)) for m in HEADING.finditer(text)] +
                   [(m.start(), m.group(1), "tag") for m in TAG.finditer(text)])
    for _, label, kind in marks:
        labels.append(label)
        if kind == "#":
            chapter = label
        elif kind == "##":
            section = label
            if label.split(".")[0] != chapter:
                complaints.append(f"{name}: section {label} stands in chapter {chapter}")
        elif not re.fullmatch(rf"{re.escape(section or '?')}[a-z]", label):
            complaints.append(f"{name}: equation {label} stands in section {section}")
    return labels, complaints


def check_labels(pages, root):
    labels, complaints = {}, []
    for page in pages:
        name = page.relative_to(root).as_posix()
        found, wrong = labels_of(read(page), name)
        complaints += wrong
        for label in found:
            if label in labels:
                complaints.append(f"{name}: label {label} stands in {labels[label]} already")
            labels[label] = name
    return labels, complaints


def check_code(file, name, labels):
    text = flatten(comments_of(file, read(file)))
    for match in CITATION.finditer(text):
        for label in re.findall(rf"{NUMBER}|\d+", match.group(1)):
            if label not in labels:
                yield f"{name}: theory {label} is no label of docs/theory"


def check_page(page, name, labels):
    text = MATH.sub("", read(page)).replace("\n", " ")
    for match in OWN.finditer(text):
        for label in re.findall(NUMBER, match.group(1)):
            if label not in labels:
                yield f"{name}: ({label}) is no label of docs/theory"
    for link in LINK.findall(text):
        if not (page.parent / link).exists():
            yield f"{name}: the link to {link} leads nowhere"


def check_paths(root, name, text, pattern):
    for path in sorted(set(pattern.findall(text))):
        file = root / path
        # a program is named without the suffix of its source
        if not file.exists() and not list(file.parent.glob(file.name + ".*")):
            yield f"{name}: {path} does not exist"


def check_notes(file, name):
    for number, line in enumerate(read(file).splitlines(), 1):
        found = NOWHERE.search(line) or (file.suffix in {".c", ".h"} and BARE.search(line))
        if found:
            yield f"{name}:{number}: {found.group()} is not in the repository; cite docs/theory"


def find_sources(text):
    for match in SOURCE.finditer(text):
        if match.group(1) not in MONTHS:
            yield f"{match.group(1)} {match.group(2)}"


def check_sources(root, pages):
    listed = {flatten(entry): 0 for entry in ENTRY.findall(read(root / "docs/theory/sources.md"))}
    texts = [(page, page.relative_to(root).as_posix()) for page in pages
             if page.name != "sources.md"] + [(f, n) for f, n in files_below(root, CODE)
                                              if f.suffix in {".c", ".h"}]
    for file, name in texts:
        for source in find_sources(flatten(comments_of(file, read(file)))):
            if source in listed:
                listed[source] += 1
            else:
                yield f"{name}: {source} is not in docs/theory/sources.md"
    for source, count in listed.items():
        if count == 0:
            yield f"docs/theory/sources.md: nothing cites {source}"


def check_tree(root):
    pages = sorted((root / "docs/theory").glob("*.md"))
    labels, complaints = check_labels(pages, root)
    for page in pages:
        complaints += check_page(page, page.relative_to(root).as_posix(), labels)
    for page in pages + sorted((root / "docs").glob("*.md")):
        complaints += check_paths(root, page.relative_to(root).as_posix(), read(page), PATH)
    for file, name in files_below(root, CODE):
        if name.startswith("tests/lint/"):
            continue
        complaints += check_code(file, name, labels)
        complaints += check_paths(root, name, read(file), PAGE)
    for file, name in files_below(root, TEXT):
        complaints += check_notes(file, name)
    return complaints + list(check_sources(root, pages))


def main(root):
    complaints = check_tree(Path(root).resolve())
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
