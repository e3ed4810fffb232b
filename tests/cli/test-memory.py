#!/usr/bin/python3
"""Memory that runs out at the n-th allocation of trammel-cli, its libraries among them: it works all the
same, or ends with one message and leaves the files that were there.  Where there are many allocations
some hundred of them fail, one run each; with TRAMMEL_FAULTS=all every one.

usage: test-memory.py TRAMMEL-CLI ROOT PRELOADED-LIBRARY    (TAP)
"""
import collections
import os
import re
import signal
import sys
import zipfile
from pathlib import Path

from support import IS_SANITIZED, Skip, main, pendulum, run, succeed, test, write

FAULTY = Path(sys.argv[3]).resolve()
MOST = None if os.environ.get("TRAMMEL_FAULTS") == "all" else 60
OLD = "what was there before\n"
FAST = ("--no-physical", "--progress", "none", "--threads", "1")


def run_faulty(at, *command):
    """With the at-th allocation failing; and how many there were, where the program came to its end."""
    if IS_SANITIZED or "TSAN_OPTIONS" in os.environ:
        raise Skip("the sanitizers have an allocator of their own")
    Path("count").unlink(missing_ok=True)
    surroundings = os.environ | {"LD_PRELOAD": str(FAULTY), "FAULT_COUNT": "count", "FAULT_AT": str(at)}
    done = run(*command, env=surroundings)
    return done, int(Path("count").read_text()) if Path("count").exists() else None


def places(n):
    """Indices out of n allocations: all, or the first and last ones and some between."""
    if MOST is None or n <= MOST:
        return range(n)
    ends = MOST // 4
    between = [ends + (n - 2 * ends) * i // (2 * ends) for i in range(2 * ends)]
    return sorted({*range(ends), *between, *range(n - ends, n)})


def report_end(done, codes):
    """Way in which a run with a failing allocation ended; any other is a fault."""
    lines = [line for line in done.stderr.splitlines() if line.startswith("trammel-cli: ")]
    about = any(word in done.stderr for word in ("memory", "allocate"))
    if done.returncode in codes and not lines:
        return "unharmed"
    if done.returncode > 0 and len(lines) == 1 and about:
        return "reported"
    # GLib itself reports failures in its locks and its own allocator
    if done.returncode == -signal.SIGABRT and about and "GLib (g" in done.stderr or "GSlice" in done.stderr:
        return "ended by GLib"
    raise AssertionError(done)


def read(path):
    """A file but for how long the fit took, and for when it was packed."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    return re.sub(r'"(seconds|created|date)": [^,\n}]*', "", Path(path).read_text())


def fail_each(*command, output=None, codes=(0,)):
    good, n = run_faulty(-1, *command)
    assert good.returncode in codes and n, good
    whole, ends = output and read(output), collections.Counter()
    for at in places(n):
        if output:
            Path(output).write_text(OLD)
        done, _ = run_faulty(at, *command)
        try:
            ends[report_end(done, codes)] += 1
        except AssertionError as error:
            raise AssertionError(f"allocation {at}: {error}") from None
        assert not output or read(output) in (OLD, whole), (at, done)
    assert ends["reported"] > 0
    print(f"# {n} allocations: {dict(ends)}")


def small(**changes):
    project = pendulum(**changes)
    project["logs"][0]["trim"] = [0, 1]
    project["settings"] = project["settings"] | {"h": 0.02, "kappa": 1e3}
    return write(project)


@test
def csv_is_read():
    pendulum()
    fail_each("info", "pendulum.csv")


@test
def mat_is_read():
    succeed("identify", small(), *FAST, "-o", "r.mat")
    fail_each("info", "r.mat")


@test
def project_is_read():
    fail_each("info", small())


@test
def packing_keeps_what_was_there():
    """libarchive itself does not outlive every allocation that fails, but the files do."""
    command = ("pack", small(), "-o", "p.trammelz")
    good, n = run_faulty(-1, *command)
    assert good.returncode == 0, good
    whole, ends = read("p.trammelz"), collections.Counter()
    for at in places(n):
        Path("p.trammelz").write_text(OLD)
        done, _ = run_faulty(at, *command)
        assert read("p.trammelz") == whole or (done.returncode and read("p.trammelz") == OLD), (at, done)
        ends[done.returncode] += 1
    assert ends[1] > 0
    print(f"# {n} allocations: {dict(ends)}")


@test
def result_is_read():
    succeed("identify", small(), *FAST, "-o", "r.json")
    fail_each("info", "r.json")


@test
def result_is_exported():
    succeed("identify", small(), *FAST, "-o", "r.json")
    fail_each("export", "r.json", "--to", "copy.csv", output="copy.csv")


@test
def logs_are_checked():
    fail_each("check", small(), codes=(0, 4))


@test
def parameters_are_identified():
    fail_each("identify", small(), *FAST, "-o", "r.json", output="r.json")


@test
def friction_models_compete():
    fail_each("friction", small(), "--progress", "none")


sys.exit(main())
