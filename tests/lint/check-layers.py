#!/usr/bin/python3
"""Checks the layers, the rooms and the house rules that a compiler cannot see.

usage: check-layers.py ROOT

* includes point down the stacks below: from a layer to the layers that it stands on, from a room
  (a folder) to the rooms under it; from a page to the parts of pages, never to another page
* no circle of includes between files of different rooms
* plain modules stay plain: no GLib in the engine, no GTK in plot, io, cli and ui/session
* at most 45 sources and headers in a folder of src
* files up to 600 lines, functions up to 100; no left-overs, no paths of one machine
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

MAX_FILE = 600
MAX_FUNCTION = 100
MAX_FOLDER = 45

# The rooms of each layer from the bottom up: a room may include itself and those before it.  Rooms
# in one tuple stand side by side and may not include each other.
STACKS = {
    "engine": ["base", "linalg", "signal", "mbs/prim", "mbs/model", "mbs/contact", "mbs/mechanism",
               "mbs/force", "mbs/kinematics", "sim", "est/task", "est/lsq", "est/step", "est/prepare",
               "est/problem", "est/uncertainty", "est/diagnose", "est/solve", "est/regress",
               "est/predict", "est/identify", "est/design"],
    "plot": ["figure", "paint"],
    "io": ["base", "units", "packed", "cage", "mesh", "log/text", "log/data", ("log/csv", "log/mat"), "log",
           "project", "structure", "import", "make", "problem", "intake", "check", "result/weights", "result", "study",
           "design", "export"],
    "cli": ["base", ""],
    "ui": ["desktop", ("session/text", "session/thread"), "session/run", "session/document",
           "session/params", ("session/import", "session/export"), "session/identify",
           ("session/model", "session/validate"), "session/inspect", "scene/geometry",
           ("plot", "scene/gl", "scene/model"), ("scene/view", "scene/picture", "figures"), "widgets", "pages/parts",
           ("pages/start", "pages/import", "pages/data", "pages/model", "pages/identify", "pages/recipe",
            "pages/inspect", "pages/validate", "pages/export"), "window", ""],
}

# The layers that a layer stands on.
BELOW = {"engine": [], "plot": ["engine"], "io": ["plot", "engine"], "cli": ["io", "engine"],
         "ui": ["io", "plot", "engine"]}

# Folders that include less than what is under them: session objects know no widget and no drawing
# (their texts share the notation of numbers with the figures), drawings of the mechanism no document,
# and of io the export alone draws.
NEVER = {
    "ui/session": ["ui/desktop", "plot"],
    "ui/session/text": ["ui/desktop", "plot/paint"],
    "ui/scene/geometry": ["ui/desktop", "ui/session", "plot"],
    "ui/scene/model": ["ui/desktop", "ui/session", "plot"],
    "ui/scene/picture": ["ui/desktop", "ui/session", "plot"],
    "io": ["plot"],
    "io/export": [],
}

# path prefix -> pattern of system headers that it must not include
GLIB = r"(glib|gio|gmodule|gobject|glib-object|json-glib)\b"
GTK = r"(gtk|gdk|gsk|adwaita|graphene|pango|epoxy)\b"
FORBIDDEN = {
    "engine": rf"{GLIB}|{GTK}|matio|cairo|hdf5",
    "plot/figure": r"(gtk|gdk|gsk|adwaita|graphene|epoxy)\b|cairo|pango/pangocairo",
    "plot/paint": r"(gtk|gdk|gsk|adwaita|graphene|epoxy)\b",
    "io": GTK + r"|cairo",
    "io/export": r"(gtk|gdk|gsk|adwaita|graphene|epoxy)\b",
    "cli": GTK + r"|cairo",
    "ui/session": GTK + r"|cairo",
    "ui/scene/geometry": rf"{GTK}|cairo",
    "ui/scene/model": rf"{GTK}|cairo",
    "ui/scene/picture": r"(gtk|gdk|gsk|adwaita|graphene|epoxy)\b",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# spelled in pieces, so that this file passes its own check; a quoted word is data
LEFT_OVER = re.compile(r"(?<!\")\b(TO" r"DO|FIX" r"ME|X" r"XX)\b(?!\")|^\s*#\s*if\s+0\b")
MACHINE = re.compile(r"(?<![\w.])/(home|ro" r"ot|wo" r"rk)/\w")
TEXT_SUFFIXES = {".c", ".h", ".py", ".md", ".build", ".ui", ".xml", ".in", ".css", ".glsl",
                 ".sh", ".txt", ".json", ".trammel", ".svg", ""}
GENERATED = re.compile(r"^(build|\.git$|__pycache__$)")


def longest_prefix(table, path):
    found = [key for key in table if path == key or path.startswith(key + "/")]
    return max(found, key=len, default=None)


def level_of(room):
    """Layer of a room and its height in the stack; None for a folder that is no room."""
    layer, _, rest = room.partition("/")
    for height, rooms in enumerate(STACKS.get(layer, [])):
        if rest in ([rooms] if isinstance(rooms, str) else rooms):
            return layer, height
    return None


def room_of(path):
    """Room of a file of src/, or None."""
    folder = Path(path).parent.as_posix()
    return folder if level_of(folder) else None


def may_include(room, other):
    if other is None or room == other:
        return room == other
    if longest_prefix(NEVER.get(longest_prefix(NEVER, room), []), other):
        return False
    (layer, height), (under, depth) = level_of(room), level_of(other)
    return depth < height if layer == under else under in BELOW[layer]


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
    room = room_of(path)
    if room is None:
        return "belongs to no room; add it to tests/lint/check-layers.py"
    if may_include(room, room_of(header)):
        return None
    return f'{room} must not include "{header}"'


def check_source(file, source):
    path = file.relative_to(source).as_posix()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        complaint = match and check_include(path, match.group(1), match.group(2), source)
        if complaint:
            yield f"src/{path}:{number}: {complaint}"


def find_modules(source):
    """Module (a path without its ending) -> the modules that its source and header include."""
    graph = {}
    for file in source.rglob("*.[ch]"):
        module = file.relative_to(source).with_suffix("").as_posix()
        for line in file.read_text(encoding="utf-8").splitlines():
            match = INCLUDE.match(line)
            if match and match.group(1) == '"' and (source / match.group(2)).exists():
                other = Path(match.group(2)).with_suffix("").as_posix()
                graph.setdefault(module, set()).add(other)
    return graph


def reach(graph, start):
    seen, stack = set(), [start]
    while stack:
        for module in graph.get(stack.pop(), ()):
            if module not in seen:
                seen.add(module)
                stack.append(module)
    return seen


def check_circles(source):
    """One complaint for each pair of rooms that a circle of includes joins."""
    graph = find_modules(source)
    reached = {module: reach(graph, module) for module in graph}
    pairs = set()
    for module in sorted(graph):
        for other in sorted(graph[module]):
            pair = frozenset((Path(module).parent, Path(other).parent))
            if len(pair) > 1 and module in reached.get(other, ()) and pair not in pairs:
                pairs.add(pair)
                yield f"src/{module}: a circle of includes leads through {other} and back"


def check_folders(source):
    for folder in sorted(p for p in source.rglob("*") if p.is_dir()):
        n = len(list(folder.glob("*.[ch]")))
        if n > MAX_FOLDER:
            name = folder.relative_to(source.parent).as_posix()
            yield f"{name}: {n} sources and headers, at most {MAX_FOLDER}; find its second room"


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
    for check in (check_circles, check_folders):
        complaints += check(root / "src")
    return complaints


def main(root):
    complaints = check_tree(Path(root).resolve())
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
