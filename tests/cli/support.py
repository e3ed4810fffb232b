"""Common part of the tests of the command line: running it, checking its output, TAP.

A test program is called with TRAMMEL-CLI and ROOT, decorates its functions with @test and ends with
sys.exit(main()).  Every test runs in an empty folder of its own.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

CLI, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
IS_SANITIZED = "ASAN_OPTIONS" in os.environ  # by tools/test --sanitize
PATIENCE = 600 if IS_SANITIZED else 180  # [s] for one command, beside other work of the machine
TESTS = []


class Skip(Exception):
    pass


def test(function):
    TESTS.append(function)
    return function


def run(*arguments, **options):
    options = {"timeout": PATIENCE} | options
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, **options)


def succeed(*arguments, **options):
    done = run(*arguments, **options)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    return done


def refuse(code, *arguments, words=(), **options):
    """The command fails with `code` and one line on stderr that has all `words`; stdout is empty."""
    done = run(*arguments, **options)
    assert done.returncode == code, f"exit {done.returncode}, expected {code}: {done.stderr}"
    assert done.stdout == "", done.stdout
    lines = done.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("trammel-cli: "), done.stderr
    for word in words:
        assert word in done.stderr, f"'{word}' is not in: {done.stderr}"
    return done


def need_mpi():
    if not shutil.which("mpirun") or "MPI" not in succeed("--version").stdout:
        raise Skip("without MPI")
    if IS_SANITIZED:
        raise Skip("Open MPI keeps memory to its end")


def run_shared(n, *arguments):
    """run() by n processes of MPI."""
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(n), CLI, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def pendulum(**changes):
    """Writes the pendulum example here, its log shortened and its step fixed, and returns its tree."""
    if not Path("pendulum.csv").exists():
        succeed("example", "pendulum")
    project = json.loads(Path("pendulum.trammel").read_text())
    project["logs"][0].pop("sha256", None)
    project["logs"][0]["trim"] = [0, 4]
    project["settings"]["h"] = 0.004
    project.update(changes)
    return project


def write(project, name="p.trammel"):
    Path(name).write_text(json.dumps(project))
    return name


def table(text):
    rows = [line.split("\t") for line in text.splitlines()]
    return {row[0]: dict(zip(rows[0][1:], row[1:])) for row in rows[1:]}


def main():
    print(f"1..{len(TESTS)}")
    failed = 0
    for number, function in enumerate(TESTS, 1):
        name = function.__name__.replace("_", "-")
        with tempfile.TemporaryDirectory(prefix="trammel-cli-") as folder:
            os.chdir(folder)
            try:
                function()
                print(f"ok {number} {name}", flush=True)
            except Skip as reason:
                print(f"ok {number} {name} # SKIP {reason}", flush=True)
            except Exception:
                failed += 1
                print(f"not ok {number} {name}", flush=True)
                print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="", flush=True)
            os.chdir("/")
    return failed > 0
