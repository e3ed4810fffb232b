#!/usr/bin/python3
"""Checks that the MIME type is known by the ending of the name and by the content.

usage: check-mime.py MIME.xml

Builds a MIME database of its own in a temporary folder and asks GIO.  Exits with 77 (skipped)
without update-mime-database or gio.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TYPE = "application/vnd.trammel+json"
PACKED = "application/vnd.trammel+zip"
SKIPPED = 77
FILES = {
    "arm.trammel": ("{}", TYPE),
    "no-ending": ('{\n  "format": "trammel/1",\n  "name": ""\n}\n', TYPE),
    "arm.trammelz": ("PK\3\4", PACKED),
    "other.json": ('{ "format": "else" }\n', "application/json"),
}


def main(mime_file):
    if not shutil.which("update-mime-database") or not shutil.which("gio"):
        print("update-mime-database or gio is not installed")
        return SKIPPED
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        packages = Path(folder) / "mime/packages"
        packages.mkdir(parents=True)
        shutil.copy(mime_file, packages)
        subprocess.run(["update-mime-database", packages.parent], check=True)
        environment = dict(os.environ, XDG_DATA_HOME=folder, DBUS_SESSION_BUS_ADDRESS="disabled:")
        for name, (text, expected) in FILES.items():
            file = Path(folder) / name
            file.write_text(text, encoding="utf-8")
            info = subprocess.run(["gio", "info", "-a", "standard::content-type", file],
                                  env=environment, capture_output=True, text=True, check=True)
            if f"standard::content-type: {expected}\n" not in info.stdout:
                print(f"{name}: expected {expected}, found {info.stdout}")
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
