#!/usr/bin/python3
"""Settings that cannot be used, or hardly: `check` and `identify` name the setting, what was expected
and what to do; output in TAP.

usage: test-settings.py TRAMMEL-CLI ROOT
"""
import copy
import json
import os
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

from support import CLI, IS_SANITIZED, Skip, main, pendulum, refuse, run, succeed, test, write

# setting, value, words of the message; both verbs refuse with 4
REFUSED = [
    ("h", 10, ["'release'", "h = 10 s", "make h smaller"]),
    ("h", 0, ["settings.h", "above zero", "found 0"]),
    ("h", -1, ["settings.h", "above zero", "found -1"]),
    ("h", "soon", ["settings.h", "expected a number"]),
    ("h", 1e-9, ["h = 1e-09 s", "make h larger"]),
    ("kappa", 0, ["settings.kappa", "above zero", "found 0", '"auto"']),
    ("kappa", -2, ["settings.kappa", "above zero", "found -2", '"auto"']),
    ("max_iterations", 0, ["settings.max_iterations", "from 1 to", "found 0"]),
    ("max_iterations", "often", ["settings.max_iterations", '"auto"', "often"]),
    ("max_iterations", 2.5, ["settings.max_iterations", "whole number", "found 2.5"]),
    ("cutoff", 0, ["settings.cutoff", "above zero", "found 0"]),
    ("friction_rate", 0, ["settings.friction_rate", "above zero", "found 0", '"auto"']),
    ("compliance_scale", -1, ["settings.compliance_scale", "not be negative", "found -1"]),
    ("damping_scale", -1, ["settings.damping_scale", "not be negative", "found -1"]),
    ("formulation", "best", ["settings.formulation", "'best'"]),
]

TRIMS = [
    ([2, 2], ["logs[0].trim", "not after the start"]),
    ([3, 1], ["logs[0].trim", "not after the start"]),
    ([100, 200], ["'release'", "leaves nothing", "change the trim"]),
    ([-5, -1], ["'release'", "leaves nothing", "change the trim"]),
    ([2, 2.001], ["'release'", "less than 3 steps", "the trim longer"]),
]


def findings(project):
    done = run("check", write(project), "--json")
    return done.returncode, json.loads(done.stdout)["findings"]


def refuse_both(project, words):
    code, found = findings(project)
    errors = [f["text"] for f in found if f["severity"] == "error"]
    assert code == 4 and len(errors) == 1, found
    for word in words:
        assert word in errors[0], f"{word}: {errors[0]}"
    done = run("identify", write(project), "--progress", "none")
    assert done.returncode == 4 and done.stdout == "", done
    last = done.stderr.splitlines()[-1]
    assert last.startswith("trammel-cli: "), done.stderr
    for word in words:
        assert word in last, f"{word}: {last}"


def identify(project, code=0):
    done = run("identify", write(project), "--json", "--progress", "none")
    assert done.returncode == code, f"exit {done.returncode}, expected {code}: {done.stderr}"
    return json.loads(done.stdout), done.stderr


@test
def settings_that_cannot_be_used():
    base = pendulum()
    for name, value, words in REFUSED:
        project = copy.deepcopy(base)
        project["settings"][name] = value
        refuse_both(project, words)


@test
def trims_that_leave_nothing():
    base = pendulum()
    for trim, words in TRIMS:
        project = copy.deepcopy(base)
        project["logs"][0]["trim"] = trim
        refuse_both(project, words)
    project = copy.deepcopy(base)
    project["logs"][0]["exclude"] = [[0, 100]]
    refuse_both(project, ["'release'", "excludes all", "shorten 'exclude'"])


@test
def options_are_checked_likewise():
    name = write(pendulum())
    for option, value, words in [
        ("--kappa", "0", ["kappa", "above zero"]),
        ("--kappa", "much", ["kappa", "number"]),
        ("--h", "-0.01", ["h", "above zero"]),
        ("--max-iterations", "0", ["max_iterations", "from 1 to"]),
    ]:
        done = run("identify", name, option, value, "--progress", "none")
        assert done.returncode in (2, 4) and done.stdout == "", done
        for word in words:
            assert word in done.stderr, f"{word}: {done.stderr}"


@test
def an_automatic_step():
    """A whole number of samples, the same by word, by option and by default; a number overrides it."""
    by_word, notes = identify(pendulum() | {"settings": {"h": "auto", "kappa": 10}})
    h = by_word["settings"]["h"]
    assert by_word["settings"]["h_rule"] == "auto" and f"h = {h:g} s, from the motion" in notes, notes
    times = [float(line.split(",")[0]) for line in Path("pendulum.csv").read_text().splitlines()[1:3]]
    samples = h / (times[1] - times[0])
    assert samples >= 1 and abs(samples - round(samples)) < 1e-6, (h, times)
    by_default, _ = identify(pendulum() | {"settings": {"kappa": 10}})
    name = write(pendulum() | {"settings": {"h": 0.02, "kappa": 10}})
    by_option = json.loads(succeed("identify", name, "--json", "--progress", "none", "--h", "auto").stdout)
    assert by_default["parameters"] == by_word["parameters"] == by_option["parameters"]
    number = json.loads(succeed("identify", name, "--json", "--progress", "none").stdout)
    assert number["settings"]["h"] == 0.02 and number["settings"]["h_rule"] == "number"


@test
def a_validation_keeps_the_step_of_the_fit():
    project = pendulum() | {"settings": {"h": "auto", "kappa": 10}}
    slow = copy.deepcopy(project["logs"][0]) | {"name": "rest", "role": "validate", "trim": [6, 8]}
    project["logs"].append(slow)
    name = write(project)
    fit = json.loads(succeed("identify", name, "--json", "--progress", "none", "-o", "r.json").stdout)
    scores = json.loads(succeed("validate", name, "--result", "r.json", "--json").stdout)
    assert scores["settings"]["h"] == fit["settings"]["h"], scores["settings"]
    sweep = json.loads(succeed("sweep", name, "--over", "kappa=1:10:2", "--score", "--json").stdout)
    assert sweep["points"], sweep


@test
def an_automatic_limit_of_iterations():
    limits = {}
    for word in ("auto", 7):
        result, _ = identify(pendulum() | {"settings": {"h": 0.01, "kappa": 10, "max_iterations": word}})
        limits[word] = result["settings"]["max_iterations"]
    assert limits == {"auto": 20, 7: 7}, limits
    refuse(2, "identify", write(pendulum()), "--max-iterations", "many", words=["not a number"])


@test
def kappa_out_of_proportion():
    for kappa, words in [(1e-12, ["below", "sensors"]), (1e12, ["above", "dynamics"])]:
        code, found = findings(pendulum() | {"settings": {"kappa": kappa, "h": 0.005}})
        (finding,) = [f for f in found if f["code"] == "kappa-extreme"]
        assert code == 0 and finding["fix"] == {"path": "settings.kappa", "value": "auto"}, finding
        for word in words + ["kappa", "typical for these logs"]:
            assert word in finding["text"], finding
    code, found = findings(pendulum() | {"settings": {"kappa": 10, "h": 0.005}})
    assert not [f for f in found if f["code"] == "kappa-extreme"], found
    result, _ = identify(pendulum() | {"settings": {"kappa": 1e30, "h": 0.005}}, 5)
    assert result["status"] == "failed" and "kappa is 1e+30" in result["message"], result["message"]


@test
def cutoff_above_what_the_samples_show():
    for cutoff, expected in [(300, 1), (10, 0)]:
        _, found = findings(pendulum() | {"settings": {"cutoff": cutoff, "h": 0.005}})
        high = [f for f in found if f["code"] == "cutoff-too-high"]
        assert len(high) == expected, found
        assert all("300 Hz" in f["text"] and f["fix"]["value"] == 10 for f in high), high


@test
def nothing_free_is_no_error():
    project = pendulum()

    def fix(tree):
        for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
            if isinstance(value, dict) and "free" in value:
                value["free"] = False
            fix(value)

    fix(project["model"])
    code, found = findings(project)
    assert code == 0 and [f for f in found if f["code"] == "nothing-free" and f["severity"] == "info"], found
    result, notes = identify(project)
    assert result["status"] == "converged" and result["parameters"] == [], result["parameters"]
    assert "No parameter is free" in notes, notes


@test
def a_joint_that_nothing_measures():
    succeed("example", "furuta")
    project = json.loads(Path("furuta.trammel").read_text())
    project["logs"][0].pop("sha256", None)
    project["logs"][0]["channels"] = [c for c in project["logs"][0]["channels"] if c["signal"] != "arm"]
    words = ["'swing-up'", "joint 'shaft'", "no channel measures it", "map one to a sensor"]
    code, found = findings(project)
    (finding,) = [f for f in found if f["code"] == "singular"]
    assert code == 0 and all(word in finding["text"] for word in words), finding
    result, notes = identify(project, 5)
    assert result["status"] == "failed" and finding["text"] in result["message"], result["message"]
    assert [f["code"] for f in result["findings"] if f["code"] in ("singular", "model-error")] == ["singular"]
    assert f"warning: {finding['text']}" in notes, notes
    assert all(p["value"] == p["start"] and p["sigma"] is None for p in result["parameters"])


@test
def no_log_at_all():
    project = pendulum()
    project["logs"][0]["role"] = "off"
    refuse_both(project, ["no log to estimate from", "'estimate'"])
    project["logs"][0]["role"] = "estimate"
    project["logs"][0]["channels"] = []
    done = run("identify", write(project), "--progress", "none")
    assert done.returncode == 4 and "no sensor mapped; map at least one column" in done.stderr, done.stderr
    refuse(2, "identify", write(pendulum()), "--log", "none", words=["no log 'none'"])


def in_milliseconds(**settings):
    """The pendulum with time stamps in milliseconds that are taken as seconds."""
    project = pendulum()
    head, *rows = Path("pendulum.csv").read_text().splitlines()
    cells = [row.split(",") for row in rows]
    Path("pendulum.csv").write_text("\n".join([head, *(f"{float(t) * 1000:g},{','.join(rest)}" for t, *rest in cells)]))
    project["logs"][0].pop("trim")
    project["settings"] |= settings
    return project


def limit_memory():
    """For a program to be started: a tenth of what the fit would need."""
    if not IS_SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


@test
def milliseconds_taken_as_seconds():
    project = in_milliseconds()
    start = time.monotonic()
    refuse_both(project, ["steps of h = 0.004 s", "of memory", "limit is 500000", "s apart", "in ms", "--max-steps"])
    assert time.monotonic() - start < 20
    done = run("identify", write(project), "--progress", "none", preexec_fn=limit_memory)
    assert done.returncode == 4 and "--max-steps" in done.stderr, done  # before the memory is taken
    (finding,) = [f for f in findings(project)[1] if f["severity"] == "error"]
    assert finding["code"] == "too-many-steps" and "32.0\u00a0GB" in finding["text"], finding
    assert finding["fix"] == {"path": "settings.max_steps", "value": 4000000}, finding
    for h in (0.004, "auto"):
        project["settings"]["h"] = h
        code, found = findings(project)
        (finding,) = [f for f in found if f["code"] == "time-unit-suspicion"]
        assert (code == 0) == (h == "auto") and "in ms" in finding["text"], finding
        assert finding["fix"] == {"path": "logs[0].time.unit", "value": "ms"}, finding
    project["logs"][0]["time"]["unit"] = "ms"
    assert "time-unit-suspicion" not in [f["code"] for f in findings(project)[1]]


@test
def lost_samples():
    """Each 150th sample is lost: nothing is said where the stamps say so, too, but where they count on."""
    project = pendulum()
    log = project["logs"][0]
    head, *lines = Path(log["file"]).read_text().splitlines()
    rows = [line for i, line in enumerate(lines) if i % 150 != 75]
    early = [",".join((line.split(",", 1)[0], row.split(",", 1)[1])) for line, row in zip(lines, rows)]
    log["file"] = "lost.csv"
    for text, code in ((rows, []), (early, ["samples-lost"])):
        Path("lost.csv").write_text("\n".join([head, *text]) + "\n")
        assert [f["code"] for f in findings(project)[1] if f["code"] == "samples-lost"] == code, code


@test
def a_limit_of_memory():
    """The automatic limit is 8 GB, which 120 bodies reach with a few steps."""
    project = chain(120)
    project["settings"].pop("max_steps")
    refuse_both(project, ["a fit needs about 9.6", "GB of memory", "limit is 3333"])


def measure_peak(*arguments):
    """Largest memory of a command [bytes]."""
    process = subprocess.Popen([CLI, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return 1024 * usage.ru_maxrss


@test
def a_fit_takes_what_is_stated():
    """Memory of a step of one body and of a loop of three, by runs of other steps: about that of the refusal."""
    if IS_SANITIZED:
        raise Skip("a sanitizer takes memory of its own")
    for name in ("pendulum", "four-bar"):
        succeed("example", name)
        project = f"{name}.trammel"
        peaks, steps = [], []
        for h in (0.006, 0.003):
            done = refuse(4, "identify", project, "--h", h, "--max-steps", 1)
            size, unit, count = re.search(r"about ([\d.]+).(MB|kB) .*: the logs have (\d+) steps", done.stderr).groups()
            stated = float(size) * {"kB": 1e3, "MB": 1e6}[unit] / int(count)
            steps.append(int(count))
            peaks.append(measure_peak("identify", project, "--h", h, "--progress", "none"))
        taken = (peaks[1] - peaks[0]) / (steps[1] - steps[0])
        assert stated / 2 < taken < 2 * stated, (name, taken, stated)


@test
def a_simulation_needs_less():
    """The log that is too long for a fit is simulated; what no memory holds is refused before it is tried."""
    project = chain(120)
    project["settings"].pop("max_steps")
    write(project)
    done = run("simulate", "p.trammel", "--duration", "0.1", "-o", "motion.csv")
    assert done.returncode == 0, done.stderr
    refuse(4, "identify", "p.trammel", words=["of memory"])
    refuse(4, "simulate", "p.trammel", "--duration", "19000", "-o", "motion.csv",
           words=["a simulation of 19000 s in steps", "GB of memory", "make h larger"])


@test
def a_limit_of_steps():
    project = pendulum()
    project["settings"]["max_steps"] = 900
    refuse_both(project, ["1000 steps of h = 0.004 s", "limit is 900", "make h larger", "settings.max_steps"])
    done = run("identify", "p.trammel", "--no-physical", "--progress", "none", "--max-steps", "1000")
    assert done.returncode == 0, done.stderr
    done = run("identify", "p.trammel", "--no-physical", "--progress", "none", "--set", "settings.max_steps=auto")
    assert done.returncode == 0, done.stderr
    refuse(4, "identify", "p.trammel", "--max-steps", "0.5", words=["--max-steps", "whole number from 1 to 20000000"])


def chain(n):
    """The pendulum with n bodies, each hinged to the one before it."""
    project = pendulum()
    (body,), (joint,) = project["model"]["bodies"], project["model"]["joints"]
    project["model"] |= {
        "bodies": [body | {"name": f"b{k}"} for k in range(n)],
        "joints": [joint | {"name": joint["name"] if k == 0 else f"j{k}", "parent": f"b{k - 1}" if k else "world",
                            "child": f"b{k}"} for k in range(n)]}
    project["logs"][0].pop("trim")
    project["settings"]["max_steps"] = 100000
    return project


@test
def many_bodies():
    """The time of the check stays within bounds: what would take minutes is left out, and this is said."""
    def limit():
        if not IS_SANITIZED:
            resource.setrlimit(resource.RLIMIT_CPU, (40, 40))

    for n, is_left_out in ((3, False), (100, True)):
        done = run("check", write(chain(n)), "--json", preexec_fn=limit)
        assert done.returncode == 0, done
        found = json.loads(done.stdout)["findings"]
        assert ("check-left-out" in [f["code"] for f in found]) == is_left_out, found
    assert "100 bodies" in next(f["text"] for f in found if f["code"] == "check-left-out")


sys.exit(main())
