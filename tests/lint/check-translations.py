#!/usr/bin/python3
"""Checks the texts for translators and the translations.

usage: check-translations.py ROOT [--write]

po/POTFILES.in lists exactly the files with texts; no text is cut by a macro inside its format; words chosen
within a sentence and sentences of findings are marked; every language of po/LINGUAS has every text, none fuzzy, none left over, with the formats and plural forms of
the original.  --write lists the files and brings po/*.po up to date: what is new is empty there, and has
to be filled in by hand.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# functions that translate their format, and which argument that is
SENTENCES = {"trammel_error_set": 3, "trammel_error_prefix": 2, "trammel_bilingual_dup": 1, "trammel_dataset_add_problem": 2,
             "tr_error_set": 3, "tr_error_prefix": 3, "trammel_node_fail": 3,
             "trammel_model_export_skip": 5}
MARKS = {
    ".c": re.compile(r'\b(N?C?_|TRAMMEL_WORD|n?gettext|g_dp?n?gettext)\(\s*"|\b(' + "|".join(SENTENCES) + r")\("),
    ".h": re.compile(r'\bN?C?_\(\s*"|\bX\([A-Z_]+, "'),
    ".ui": re.compile(r'translatable="(yes|1|true)"'),
}
# (X: the table that makes statuses and their sentences)
# a format of GLib, which xgettext cannot see through: the text would end before it
MACRO = re.compile(r'(?:\bN?C?_|\bn?gettext)\((?:\s*"(?:[^"\\]|\\.)*")*?\s*"(?:[^"\\]|\\.)*%"\s*[A-Z]')
# words in a conditional inside a sentence, of which xgettext sees the first at best
CHOICE = re.compile(r"\b(?:" + "|".join(SENTENCES) + r')\((?:"(?:[^"\\]|\\.)*"|[^;"])*?[?:]\s*"[^"%]*[a-z]')
# a finding whose sentence has no mark
FINDING = re.compile(r'\btrammel_findings_add\([^;]*?"[a-z0-9-]+",\s*"[^"]* ')
KEYWORDS = ["_", "N_", "C_:1c,2", "NC_:1c,2", "g_dcgettext:2", "g_dngettext:2,3", "g_dpgettext2:2c,3", "ngettext:1,2",
            "TRAMMEL_WORD", "trammel_bilingual_dup_plural:2,3", "X:2",
            *(f"{name}:{format}" for name, format in SENTENCES.items())]
FORMATS = ["N_:1:pass-c-format", "C_:2:pass-c-format", "NC_:2:pass-c-format", "g_strdup_printf:1:c-format",
           "g_string_printf:2:c-format", "g_string_append_printf:2:c-format", "g_set_error:4:c-format",
           "g_snprintf:3:c-format", "ngettext:1:pass-c-format", "trammel_bilingual_dup_plural:2:c-format",
           "trammel_bilingual_dup_plural:3:c-format", "ngettext:2:pass-c-format", "_:1:pass-c-format",
           *(f"{name}:{format}:c-format" for name, format in SENTENCES.items())]
FILE = ["--no-location", "--sort-output", "--no-wrap"]


def files_with_texts(root):
    for folder in ("data", "src"):
        for file in sorted((root / folder).rglob("*")):
            name = file.relative_to(root).as_posix()
            if name.endswith((".desktop.in", ".metainfo.xml.in", ".gschema.xml")):
                yield name
            elif name.startswith("src/cli/"):
                continue  # the command line is English
            elif file.suffix in MARKS and MARKS[file.suffix].search(file.read_text("utf-8")):
                yield name


def faults_of_list(root, found):
    known = (root / "po/POTFILES.in").read_text(encoding="utf-8").split()
    for name in sorted(set(found) - set(known)):
        yield f"{name} is not in po/POTFILES.in"
    for name in sorted(set(known) - set(found)):
        yield f"{name} in po/POTFILES.in has no text to translate"


def faults_of_formats(root, found):
    for name in found:
        if name.endswith(".c") and MACRO.search((root / name).read_text("utf-8")):
            yield f"{name}: a text with a macro in its format cannot be translated; use %zu, %ld or %d"


def faults_of_choices(root, found):
    for name in found:
        for match in CHOICE.finditer((root / name).read_text("utf-8")) if name.endswith(".c") else ():
            yield f"{name}: words after ? or : in a sentence stand without N_() or TRAMMEL_WORD(): {match.group()[-40:]}"


def faults_of_findings(root):
    for file in sorted((root / "src").rglob("*.c")):
        if FINDING.search(file.read_text("utf-8")):
            yield f"{file.relative_to(root).as_posix()}: the sentence of a finding stands without N_()"


def languages(root):
    file = root / "po/LINGUAS"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)


def make_template(root, file):
    done = run("xgettext", "--from-code=UTF-8", "--directory", root, "--files-from", root / "po/POTFILES.in",
               "--package-name=trammel", "--output", file, *(f"--keyword={word}" for word in KEYWORDS),
               *(f"--flag={flag}" for flag in FORMATS), *FILE)
    if done.returncode != 0:
        raise SystemExit(done.stderr)


def first_texts(entries):
    texts = re.findall(r'^msgid "(.+)"$', entries, re.MULTILINE)
    return ", ".join(f"“{text[:60]}”" for text in texts[:5]) + (" …" if len(texts) > 5 else "")


def faults_of_language(root, language, template, folder):
    po, merged = root / f"po/{language}.po", folder / f"{language}.po"
    if not po.exists():
        yield f"po/{language}.po is missing"
        return
    done = run("msgfmt", "--check", "--output-file", folder / "out.mo", po)
    if done.returncode != 0:
        yield f"po/{language}.po: {done.stderr.strip()}"
        return
    run("msgmerge", "--quiet", "--no-fuzzy-matching", *FILE, "--output-file", merged, po, template)
    for option, what in (("--untranslated", "is not translated"), ("--only-fuzzy", "is fuzzy"),
                         ("--only-obsolete", "is no text of the program any more")):
        left = run("msgattrib", "--no-wrap", option, merged).stdout.replace("#~ ", "")
        if first_texts(left):
            yield f"po/{language}.po: {first_texts(left)} {what}"


def faults_of_translations(root):
    if not all(shutil.which(program) for program in ("xgettext", "msgmerge", "msgfmt", "msgattrib")):
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_template(root, folder / "trammel.pot")
        for language in languages(root):
            yield from faults_of_language(root, language, folder / "trammel.pot", folder)


def write(root, found):
    (root / "po/POTFILES.in").write_text("".join(name + "\n" for name in found), encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        template = Path(name) / "trammel.pot"
        if languages(root):
            make_template(root, template)
        for language in languages(root):
            merged = Path(name) / "merged.po"
            run("msgmerge", "--quiet", "--no-fuzzy-matching", *FILE, "--output-file", merged,
                root / f"po/{language}.po", template)
            text = run("msgattrib", "--no-obsolete", *FILE, merged).stdout
            text = re.sub(r'^"POT-Creation-Date: .*\n', "", text, flags=re.MULTILINE)
            (root / f"po/{language}.po").write_text(text, encoding="utf-8")


def main(root, writes=False):
    root = Path(root).resolve()
    found = list(files_with_texts(root))
    if writes:
        write(root, found)
    faults = [*faults_of_list(root, found), *faults_of_formats(root, found), *faults_of_choices(root, found),
              *faults_of_findings(root)]
    faults = faults or list(faults_of_translations(root))
    print("\n".join(faults))
    if faults:
        print("bring lists and files up to date with: tests/lint/check-translations.py . --write")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--write" in sys.argv[2:]))
