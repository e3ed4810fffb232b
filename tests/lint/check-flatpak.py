#!/usr/bin/python3
"""Checks the Flatpak manifest without building it.

usage: check-flatpak.py ROOT

It is the application of the desktop file, reaches no network, no other program and no folder of the user (files come
by the document portal), builds every library that the program links with and that the runtime has not, and takes
sources only by address and hash.
"""
import json
import re
import sys
from pathlib import Path

MANIFEST = "data/flatpak/io.github.trammel.Trammel.json"
# libraries in org.gnome.Platform
RUNTIME = {"gio-2.0", "gio-unix-2.0", "json-glib-1.0", "pangocairo", "cairo", "gtk4", "epoxy", "librsvg-2.0", "libxml-2.0",
           "threads", "m"}
# modules by the names that Meson asks for
MODULES = {"matio": ("matio", "hdf5"), "libseccomp": ("libseccomp",), "assimp": ("assimp",), "libarchive": ("libarchive",),
           "cholmod": ("openblas", "suitesparse"), "spqr": ("openblas", "suitesparse"), "nlopt": ("nlopt",)}
SOCKETS = {"--socket=wayland", "--socket=fallback-x11"}
OTHERS = {"--share=ipc", "--device=dri"}


def program_dependencies(root):
    """Names of what the program itself links with: the top meson.build, without the tests' part."""
    text = (root / "meson.build").read_text(encoding="utf-8").split("if get_option('tests')")[0]
    for call in re.finditer(r"\b(?:dependency|find_library)\(\s*'([^']+)'([^)]*)", text):
        if "required:" not in call.group(2):
            yield call.group(1)


def faults_of_permissions(arguments):
    for argument in arguments:
        if argument not in SOCKETS | OTHERS:
            yield f"the permission {argument} is not one that the program needs"
    for argument in SOCKETS - set(arguments):
        yield f"{argument} is missing"


def faults_of_sources(module):
    for source in module.get("sources", []):
        if source["type"] == "dir":
            continue
        if not source.get("url", "").startswith("https://"):
            yield f"{module['name']}: a source without an https address"
        if not re.fullmatch(r"[0-9a-f]{64}", source.get("sha256", "")):
            yield f"{module['name']}: a source without a SHA-256"


def faults_of_modules(root, modules):
    order = [module["name"] for module in modules]
    for name in program_dependencies(root):
        if name not in RUNTIME and name not in MODULES:
            yield f"'{name}' is neither in the runtime nor built by a module"
        for module in MODULES.get(name, ()):
            if module not in order[:-1]:
                yield f"the module {module} does not come before the program"
    if not order or order[-1] != "trammel":
        yield "the last module is not the program"
    for option in modules[-1].get("config-opts", []) if modules else []:
        name = option.removeprefix("-D").split("=")[0]
        if name != "werror" and f"option('{name}'" not in (root / "meson_options.txt").read_text(encoding="utf-8"):
            yield f"the program has no option {name}"


def find_faults(root):
    try:
        manifest = json.loads((root / MANIFEST).read_text(encoding="utf-8"))
    except ValueError as fault:
        yield str(fault)
        return
    if manifest["id"] != Path(MANIFEST).stem or not (root / f"data/{manifest['id']}.desktop.in").exists():
        yield f"there is no desktop file of {manifest['id']}"
    if manifest["command"] != "trammel":
        yield f"the command is {manifest['command']}"
    yield from faults_of_permissions(manifest["finish-args"])
    yield from faults_of_modules(root, manifest["modules"])
    for module in manifest["modules"]:
        yield from faults_of_sources(module)


def main(root):
    faults = [f"{MANIFEST}: {fault}" for fault in find_faults(Path(root))]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
