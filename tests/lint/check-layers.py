#!/usr/bin/python3
"""Checks the layers and the house rules that a compiler cannot see.

usage: check-layers.py ROOT

* includes point one way: ui -> io -> engine, cli -> io -> engine; inside the engine
  est -> sim -> mbs -> signal, linalg -> base; inside ui pages -> scene, plot -> session
* plain modules stay plain: no GLib in the engine, no GTK in io, cli, ui/session, ui/plot/axis,
  ui/plot/series, ui/scene/camera
* files up to 600 lines, functions up to 100; no left-overs, no paths of one machine
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

MAX_FILE = 600
MAX_FUNCTION = 100

# files of src/ui itself, below the pages
SERVICES = ["ui/compat.h", "ui/recent.h", "ui/settings.h", "ui/file-dialogs.h", "ui/popup.h",
            "ui/raster.h", "ui/save-widget.h"]

# folder -> folders that it may include besides itself; the longest prefix of a path counts
LAYERS = {
    "engine/base": [],
    "engine/linalg": ["engine/base"],
    "engine/signal": ["engine/linalg", "engine/base"],
    "engine/mbs": ["engine/signal", "engine/linalg", "engine/base"],
    "engine/sim": ["engine/mbs", "engine/signal", "engine/linalg", "engine/base"],
    "engine/est": ["engine/sim", "engine/mbs", "engine/signal", "engine/linalg", "engine/base"],
    "io": ["engine"],
    "cli": ["io", "engine"],
    "ui/session": ["io", "engine"],
    "ui/plot": ["ui/session", *SERVICES, "io", "engine"],
    "ui/scene": ["ui/session", *SERVICES, "io", "engine"],
    "ui/figures": ["ui/plot", "ui/session", "io", "engine"],
    "ui/pages": ["ui/scene", "ui/plot", "ui/session", *SERVICES, "io", "engine"],
    "ui": ["io", "engine"],
}

# path prefix -> pattern of system headers that it must not include
GLIB = r"(glib|gio|gmodule|gobject|glib-object|json-glib)\b"
GTK = r"(gtk|gdk|gsk|adwaita|graphene|pango|epoxy)\b"
FORBIDDEN = {
    "engine": rf"{GLIB}|{GTK}|matio|cairo|hdf5",
    "io": GTK + r"|cairo",
    "io/export_pdf.": r"(gtk|gdk|gsk|adwaita|graphene|epoxy)\b",
    "cli": GTK + r"|cairo",
    "ui/session": GTK + r"|cairo",
    "ui/plot/axis.": rf"{GTK}|cairo",
    "ui/plot/series.": rf"{GTK}|cairo",
    "ui/scene/camera.": rf"{GTK}|cairo",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# spelled in pieces, so that this file passes its own check; a quoted word is data
LEFT_OVER = re.compile(r"(?<!\")\b(TO" r"DO|FIX" r"ME|X" r"XX)\b(?!\")|^\s*#\s*if\s+0\b")
MACHINE = re.compile(r"(?<![\w.])/(home|ro" r"ot|wo" r"rk)/\w")
TEXT_SUFFIXES = {".c", ".h", ".py", ".md", ".build", ".ui", ".xml", ".in", ".css", ".glsl",
                 ".sh", ".txt", ".json", ".trammel", ".svg", ""}
GENERATED = re.compile(r"^(build|\.git$|__pycache__$)")


def longest_prefix(table, path):
    found = [key for key in table if path == key or path.startswith(key + "/") or
             (key.endswith(".") and path.startswith(key))]
    return max(found, key=len, default=None)


def check_include(path, kind, header, source):
    """The complaint about one include of src/`path`, or None."""
    if kind == "<":
        key = longest_prefix(FORBIDDEN, path)
        if key and re.match(FORBIDDEN[key], header):
            return f"{key} must not include <{header}>"
        return None
    if not (source / header).exists():
        own = (source / path).parent / header
        if own.exists():
            return f'write "{own.relative_to(source).as_posix()}" from src/, not "{header}"'
        return None  # made by the build
    layer = longest_prefix(LAYERS, path)
    if layer is None:
        return "belongs to no layer; add it to tests/lint/check-layers.py"
    allowed = [layer] + LAYERS[layer]
    if any(header == a or header.startswith(a + "/") for a in allowed):
        return None
    return f'{layer} must not include "{header}"'


def check_source(file, source):
    path = file.relative_to(source).as_posix()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        complaint = match and check_include(path, match.group(1), match.group(2), source)
        if complaint:
            yield f"src/{path}:{number}: {complaint}"


def check_length(file, name):
    lines = len(file.read_text(encoding="utf-8").splitlines())
    if lines > MAX_FILE:
        yield f"{name}: {lines} lines, at most {MAX_FILE}; split it by idea"


def check_functions(root):
    if not shutil.which("ctags"):
        return
    folders = [str(root / f) for f in ("src", "tests", "bench") if (root / f).exists()]
    tags = subprocess.run(
        ["ctags", "--languages=C", "--kinds-C=f", "--fields=+ne", "-f", "-", "-R", *folders],
        capture_output=True, text=True, check=False).stdout
    for tag in tags.splitlines():
        fields = dict(f.split(":", 1) for f in tag.split("\t")[3:] if ":" in f)
        if "line" not in fields or "end" not in fields:
            continue
        lines = int(fields["end"]) - int(fields["line"]) + 1
        if lines > MAX_FUNCTION:
            name, file = tag.split("\t")[:2]
            where = Path(file).relative_to(root).as_posix()
            yield f"{where}:{fields['line']}: {name}() has {lines} lines, at most {MAX_FUNCTION}"


def check_text(file, name):
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return
    for number, line in enumerate(lines, 1):
        if MACHINE.search(line):
            yield f"{name}:{number}: a path of one machine"
        if file.suffix in {".c", ".h", ".py", ".build"} and LEFT_OVER.search(line):
            yield f"{name}:{number}: a left-over"


def files_below(root):
    for entry in sorted(root.iterdir()):
        if GENERATED.match(entry.name):
            continue
        if entry.is_dir():
            yield from files_below(entry)
        elif entry.suffix in TEXT_SUFFIXES:
            yield entry


def check_tree(root):
    complaints = []
    for file in files_below(root):
        name = file.relative_to(root).as_posix()
        complaints += check_text(file, name)
        if file.suffix in {".c", ".h"}:
            complaints += check_length(file, name)
            if name.startswith("src/"):
                complaints += check_source(file, root / "src")
    complaints += check_functions(root)
    return complaints


def main(root):
    complaints = check_tree(Path(root).resolve())
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
