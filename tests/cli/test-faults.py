#!/usr/bin/python3
"""Faults outside the program: full disks, folders that are not writable, files that change
or go while they are used, a locale with a decimal comma.  Each is one clear message, and nothing that was
there before is lost.

usage: test-faults.py TRAMMEL-CLI ROOT    (TAP)
"""
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from support import CLI, IS_SANITIZED, PATIENCE, Skip, main, pendulum, run, succeed, test, write

OLD = "what was there before\n"


def limit_files(size):
    """For a program to be started: a write that makes a file longer fails, as on a full disk."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    return limit


def one_message(done, *words):
    """The last line says what went wrong; before it only notes and progress."""
    lines = [line for line in done.stderr.splitlines() if line.startswith("trammel-cli: ")]
    assert len(lines) == 1, done.stderr
    for word in words:
        assert word in lines[0], (word, lines[0])


def writers():
    """Commands that write a file, with its name."""
    project = write(pendulum())
    succeed("identify", project, "--no-physical", "--progress", "none", "-o", "r.json")
    fast = ("--no-physical", "--progress", "none")
    return {
        "out.json": ("identify", project, *fast, "-o", "out.json"),
        "out.mat": ("identify", project, *fast, "-o", "out.mat"),
        "out.csv": ("identify", project, *fast, "-o", "out.csv"),
        "states.csv": ("identify", project, *fast, "--states", "states.csv"),
        "states.mat": ("identify", project, *fast, "--states", "states.mat"),
        "sim.csv": ("simulate", project, "-o", "sim.csv"),
        "sweep.csv": ("sweep", project, "--over", "kappa=1e2,1e4", "--progress", "none", "-o", "sweep.csv"),
        "track.tsv": ("track", project, "--progress", "none", "--kappa", "100", "-o", "track.tsv"),
        "copy.json": ("export", "r.json", "--to", "copy.json"),
        "report.html": ("export", "r.json", "--to", "report.html"),
    }


@test
def a_full_disk_loses_nothing():
    for name, command in writers().items():
        succeed(*command)
        size = Path(name).stat().st_size
        assert size > 0, name
        # the time of the fit sometimes has fewer digits
        for limit in sorted({0, 1, 100, size // 2, max(size - 40, 0)}):
            Path(name).write_text(OLD)
            before = set(os.listdir())
            done = run(*command, preexec_fn=limit_files(limit))
            assert done.returncode not in (0, 5) and done.returncode > 0, (name, limit, done)
            one_message(done, f"{name} cannot be written")
            assert Path(name).read_text() == OLD, f"{name} is damaged by a write that fails at byte {limit}"
            assert set(os.listdir()) == before, f"{name}: left over: {set(os.listdir()) - before}"


@test
def a_full_disk_leaves_no_half_example():
    done = run("example", "furuta", preexec_fn=limit_files(1000))
    assert done.returncode == 3 or done.returncode == 1, done
    one_message(done)
    for file in os.listdir():
        assert Path(file).stat().st_size == 0 or file.endswith((".csv", ".trammel")), file
        if file.endswith(".trammel"):
            json.loads(Path(file).read_text())


@test
def links_and_permissions_stay():
    for name, command in writers().items():
        Path("real").write_text(OLD)
        Path("real").chmod(0o600)
        Path(name).unlink(missing_ok=True)
        Path(name).symlink_to("real")
        succeed(*command)
        assert Path(name).is_symlink(), name
        assert Path("real").read_bytes() != OLD.encode() and Path("real").stat().st_mode & 0o777 == 0o600, name


@test
def a_name_that_is_a_folder():
    for name, command in writers().items():
        Path(name).unlink(missing_ok=True)
        (Path(name) / "inside").mkdir(parents=True)
        done = run(*command)
        assert done.returncode not in (0, 5), (name, done)
        one_message(done)
        assert os.listdir(name) == ["inside"] and not [file for file in os.listdir() if file.startswith(f".{name}")], name


@test
def a_folder_that_cannot_be_written_to():
    project = write(pendulum())
    for option in ("-o", "--states"):
        done = run("identify", project, "--progress", "none", option, "/proc/out.csv")
        assert done.returncode in (2, 3), done
        one_message(done, "/proc")


@test
def output_that_nobody_takes():
    project = write(pendulum())
    with open("/dev/full", "w") as full:
        done = subprocess.run([CLI, "identify", project, "--no-physical", "--progress", "none", "--json"],
                              stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert done.returncode not in (0, 5), done
    one_message(done, "standard output")


@test
def a_log_that_is_gone():
    project = write(pendulum())
    Path("pendulum.csv").unlink()
    for verb in ("identify", "simulate", "sweep"):
        more = {"simulate": ("-o", "x.csv"), "sweep": ("--over", "kappa=1,2")}.get(verb, ())
        done = run(verb, project, *more)
        assert done.returncode == 3, (verb, done)
        one_message(done, "pendulum.csv")


@test
def a_log_that_has_changed():
    tree = pendulum()
    tree["logs"][0]["sha256"] = hashlib.sha256(Path("pendulum.csv").read_bytes()).hexdigest()
    assert "SHA-256" not in run("check", write(tree), "--json").stdout
    lines = Path("pendulum.csv").read_text().splitlines()
    Path("pendulum.csv").write_text("\n".join(lines[:-1]) + "\n")
    done = succeed("identify", write(tree), "--no-physical", "--progress", "none")
    assert "warning: The file of log 'release'" in done.stderr and "SHA-256" in done.stderr, done.stderr


@test
def a_log_that_ends_in_the_middle():
    project = write(pendulum())
    text = Path("pendulum.csv").read_bytes()
    for cut in (0, 1, 7, len(text) // 2, len(text) - 1):
        Path("pendulum.csv").write_bytes(text[:cut])
        done = run("identify", project, "--no-physical", "--progress", "none")
        assert done.returncode in (0, 3, 4, 5), (cut, done)
        if done.returncode in (3, 4):
            one_message(done, "pendulum.csv" if done.returncode == 3 else "")


@test
def a_file_without_an_end():
    """More is not read than a file of its kind can have, so that memory stays bounded."""
    def limit():
        if not IS_SANITIZED:  # AddressSanitizer reserves far more, which nobody uses
            resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    for verb in (("identify",), ("info",), ("export", "--to", "x.csv"), ("validate", write(pendulum()), "--result")):
        done = run(*verb, "/dev/zero", preexec_fn=limit)
        assert done.returncode == 3, (verb, done)
        one_message(done, "zero", "pipe or a device" if verb[0] in ("identify", "info") else "larger than")


@test
def a_pipe_in_the_place_of_a_project():
    """Nobody writes to it: no command waits."""
    os.mkfifo("p.trammel")
    os.mkfifo("p.trammelz")
    for verb, *rest in (["identify"], ["check"], ["info"], ["simulate", "-o", "x.csv"], ["validate", "--result", "r.json"],
                        ["sweep", "--over", "h=0.004:0.008:2"], ["pack", "-o", "x.trammelz"]):
        for path in ("p.trammel", "p.trammelz"):
            done = run(verb, path, *rest, timeout=20)
            assert done.returncode == 3, (verb, done)
            one_message(done, path, "pipe or a device")


@test
def a_log_in_the_place_of_a_project():
    pendulum()
    for verb in ("identify", "check"):
        done = run(verb, "pendulum.csv")
        assert done.returncode == 3, (verb, done)
        assert "is not a project" in done.stdout + done.stderr and "pendulum.csv" in done.stdout + done.stderr, done


@test
def a_log_elsewhere():
    """A project names any file of the computer, but not silently."""
    project = pendulum()
    Path("rig/logs").mkdir(parents=True)
    shutil.copy("pendulum.csv", "rig/logs/pendulum.csv")
    log = Path("pendulum.csv").resolve()
    for file, is_reported in (("logs/pendulum.csv", False), ("logs/../logs/pendulum.csv", False), ("../pendulum.csv", True),
                          ("logs/../../pendulum.csv", True), (str(log), True)):
        project["logs"][0]["file"] = file
        write(project, "rig/p.trammel")
        done = succeed("identify", "rig/p.trammel", "--no-physical", "--progress", "none")
        assert (f"note: Log 'release' is read from {log}, which is outside" in done.stderr) == is_reported, (file, done)


def readers(project):
    """Commands that read the logs of a project."""
    fast = ("--no-physical", "--progress", "none")
    succeed("identify", project, *fast, "-o", "r.json")
    return (("identify", project, *fast), ("identify", project, *fast, "--starts", "2"),
            ("track", project, "--kappa", "100", *fast[1:]),
            ("profile", project, "--of", "joint.pivot.coulomb", "--points", "3", *fast[1:]),
            ("sweep", project, "--over", "kappa=1e2,1e4", *fast[1:]), ("montecarlo", project, "--draws", "2", *fast[1:]),
            ("simulate", project, "-o", "x.csv"), ("validate", project, "--result", "r.json", *fast[1:]),
            ("friction", project, *fast[1:]))


@test
def every_reader_tells_what_is_odd():
    project = pendulum()
    project["logs"][0] |= {"file": "../pendulum.csv", "sha256": "0" * 64, "trim": [0, 1]}
    os.mkdir("rig")
    for command in readers(write(project, "rig/p.trammel")):
        done = run(*command)
        assert done.returncode in (0, 5), (command, done)
        for words in ("which is outside the project's folder", "SHA-256"):
            assert done.stderr.count(words) == 1, (command, words, done.stderr)


@test
def a_log_that_is_too_short():
    project = pendulum()
    del project["logs"][0]["trim"]
    Path("pendulum.csv").write_text("\n".join(Path("pendulum.csv").read_text().splitlines()[:2]) + "\n")
    done = run("identify", write(project))
    assert done.returncode == 4, done
    one_message(done, "'release'", "ends 0 s")


@test
def a_step_without_size():
    done = run("identify", write(pendulum()), "--h", "1e-300", "--progress", "none")
    assert done.returncode == 4, done
    one_message(done, "a fit needs about", "h = 1e-300 s")
    assert len(done.stderr.splitlines()[-1]) < 200, done.stderr


@test
def a_project_that_ends_in_the_middle():
    write(pendulum())
    text = Path("p.trammel").read_bytes()
    for cut in (0, 1, len(text) // 2, len(text) - 1):
        Path("cut.trammel").write_bytes(text[:cut])
        done = run("identify", "cut.trammel")
        assert done.returncode == 3, (cut, done)
        one_message(done, "cut.trammel")


def comma_locale():
    """The environment of a user whose numbers have a decimal comma."""
    if not shutil.which("localedef"):
        raise Skip("localedef is not installed")
    folder = Path("locales").resolve()
    folder.mkdir()
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"], capture_output=True,
                          check=False)
    if not (folder / "de_DE.UTF-8").exists():
        raise Skip(f"no locale can be made here: {made.stderr}")
    return {**os.environ, "LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}


@test
def a_decimal_comma_changes_nothing():
    environment = comma_locale()
    commands = {name: command for name, command in writers().items() if not name.endswith(".mat")}
    commands["check"] = ("check", "p.trammel", "--json")
    commands["info"] = ("info", "pendulum.csv", "--json")
    commands["table"] = ("identify", "p.trammel", "--no-physical", "--progress", "none")

    def told(command, name, env):
        Path(name).unlink(missing_ok=True)
        done = succeed(*command, env=env)
        text = done.stdout + (Path(name).read_text() if Path(name).exists() else "")
        return [line for line in text.splitlines() if "seconds" not in line]

    for name, command in commands.items():
        assert told(command, name, environment) == told(command, name, dict(os.environ)), name


@test
def figures_of_a_decimal_comma():
    environment = comma_locale()
    succeed("identify", write(pendulum()), "--no-physical", "--progress", "none", "-o", "r.json")
    done = succeed("export", "r.json", "--to", "report.pdf", env=environment)
    assert Path("report.pdf").read_bytes().startswith(b"%PDF-") and "warning" not in done.stderr, done.stderr


if __name__ == "__main__":
    sys.exit(main())
