#!/usr/bin/python3
"""README, user's guide and manual page describe the command line as it is.

usage: test-guide.py TRAMMEL-CLI ROOT    (TAP)
"""
import json
import math
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from support import CLI, PATIENCE, ROOT, main, need_mpi, pendulum, succeed, test, write

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
REFERENCE = ROOT / "docs/user/command-line.md"


def verbs():
    return re.findall(r"^  trammel-cli (\w+)", succeed("--help").stdout, re.M)


def options(verb):
    text = succeed(verb, "--help").stdout
    return set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M)) | set(re.findall(r"^  (-\w),", text, re.M))


def commands():
    """Those of the pages that name files and not their kinds, without the words behind them."""
    found = {}
    for page in PAGES:
        for block in re.findall(r"^```\n(.*?)^```", page.read_text(), re.S | re.M):
            for line in re.sub(r"\\\n\s*", "", block).splitlines():
                command = re.split(r"(?<=\S)  +", line.strip())[0]
                if re.match(r"(mpirun -n \d+ )?trammel-cli [a-z]+ ", command) and not re.search(r"\b[A-Z]{3,}\b", line):
                    found[command] = page.name
    return found


ROBOT = """<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="panda_joint1" type="revolute"><parent link="base"/><child link="arm"/>
<limit lower="-3" upper="3" effort="87" velocity="20"/></joint>
<link name="finger"><inertial><mass value="0.1"/>
<inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="panda_finger_joint1" type="prismatic"><parent link="arm"/><child link="finger"/></joint></robot>"""


def write_robot():
    """A robot of one moving joint, and its log in one file and in two."""
    Path("panda.urdf").write_text(ROBOT)
    times = [k / 200 for k in range(801)]
    angles = [math.sin(3 * t) + .3 * math.sin(7 * t) for t in times]
    torques = [-9 * math.sin(3 * t) - 14.7 * math.sin(7 * t) + .2 * (3 * math.cos(3 * t) + 2.1 * math.cos(7 * t))
               for t in times]
    for name, columns in (("panda", {"q1 [rad]": angles, "tau1 [N m]": torques}), ("position", {"q1 [rad]": angles}),
                          ("torque", {"tau1 [N m]": torques})):
        rows = [f"time [s],{','.join(columns)}", *(",".join(map(repr, row)) for row in zip(times, *columns.values()))]
        Path(f"{name}.csv").write_text("\n".join(rows) + "\n")


def write_tosses():
    """A thrown body that a tracker sees, and two logs of it."""
    body = {"bodies": [{"name": "cube", "mass": 1}],
            "joints": [{"name": "air", "type": "free", "parent": "world", "child": "cube"}],
            "sensors": [{"name": "tracker", "type": "body-pose", "body": "cube"}]}
    write({"format": "trammel/1", "name": "cube", "model": body}, "cube.trammel")
    rows = [f"{k / 100},{k / 10},0,{-4.905e-4 * k * k:.6f},1,0,0,0" for k in range(40)]
    for toss in (1, 2):
        Path(f"toss-{toss}.csv").write_text("\n".join(["t [s],x [m],y [m],z [m],qw,qx,qy,qz", *rows]) + "\n")


def write_arms():
    """The arm of the page about payloads, and the project with its two logs."""
    _, arm, logs = re.findall(r"^```json\n(.*?)^```", (ROOT / "docs/user/payload.md").read_text(), re.S | re.M)
    write(json.loads(arm), "arm.trammel")
    write(json.loads(arm) | json.loads("{" + logs + "}"), "both.trammel")


def prepare():
    """The files that the commands name: examples of which some seconds are used."""
    write_robot()
    write_tosses()
    write_arms()
    for name in ("furuta", "servo"):
        succeed("example", name)
        project = json.loads(Path(f"{name}.trammel").read_text())
        project["logs"][0]["trim"] = [0, 1]
        write(project, f"{name}.trammel")
    project = pendulum()
    first = project["logs"][0] | {"name": "run1", "trim": [0, 1]}
    write(project | {"logs": [first]}, "rig.trammel")
    write(project | {"logs": [first, first | {"name": "run2", "trim": [1, 2]}]}, "two.trammel")
    for name in ("before", "after"):
        succeed("identify", "furuta.trammel", "--no-physical", "--progress", "none", "-o", f"{name}.json")


def run_command(command):
    words = [str(CLI) if word == "trammel-cli" else word for word in shlex.split(command)]
    if words[0] == "mpirun":
        words[1:1] = ["--allow-run-as-root", "--oversubscribe"]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)


def shorten(command):
    """The command with few draws, starts and plans."""
    command = re.sub(r"--draws \d+|--starts \d+", lambda given: given[0].split()[0] + " 8", command)
    if command.startswith("trammel-cli design "):
        command += "".join(f" {option}" for option in ("--random 4", "--starts 1", "--evaluations 12", "--rehearsals 2")
                           if option.split()[0] not in command)
    return command


def run_commands(shared):
    prepare()
    chosen = {command: page for command, page in commands().items() if command.startswith("mpirun") == shared}
    assert len(chosen) >= (3 if shared else 30), chosen
    for command, page in chosen.items():
        if command == "trammel-cli example furuta":
            os.rename("furuta.trammel", "kept")
        done = run_command(shorten(command))
        assert done.returncode == 0, f"{page}: {command}: exit {done.returncode}: {done.stderr}"
        if Path("kept").exists():
            os.replace("kept", "furuta.trammel")


@test
def commands_of_the_guide_run():
    run_commands(False)


@test
def commands_for_several_processes_run():
    need_mpi()
    run_commands(True)


@test
def every_verb_is_told_of():
    manual = (ROOT / "docs/man/trammel-cli.1").read_text()
    synopsis = re.findall(r"^\.B trammel-cli (\w+)", manual, re.M)
    described = re.findall(r"^\.TP\n\.B ([a-z]+)$", manual, re.M)
    listed = re.findall(r"^trammel-cli (\w+)", REFERENCE.read_text().split("```")[1], re.M)
    assert synopsis == described == verbs(), (synopsis, described, verbs())
    assert listed == verbs(), (listed, verbs())


@test
def options_of_the_guide_exist():
    known = {verb: options(verb) for verb in verbs()}
    for command, page in commands().items():
        words = shlex.split(command)
        verb = words[words.index("trammel-cli") + 1]
        for word in words[words.index("trammel-cli"):]:
            assert not re.match("-[-a-z]", word) or word.split("=")[0] in known[verb], f"{page}: {command}: {word}"


@test
def options_of_the_verbs_are_told_of():
    """In the section of the verb, or in that of `identify`, which others point to."""
    sections = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", REFERENCE.read_text(), re.S | re.M))
    shared = sections["identify"] + sections["validate"] + sections["crossvalidate"] + REFERENCE.read_text().split("\n## ")[0]
    for verb in verbs():
        own = next(text for title, text in sections.items() if verb in re.findall(r"\w+", title))
        for option in options(verb) - {"--help", "-h"}:
            assert re.search(f"`[^`]*{option}\\b", own + shared), f"{verb} {option} is not in {REFERENCE.name}"


@test
def exit_codes_are_the_same_everywhere():
    table = re.findall(r"^\| (\d+) \|", REFERENCE.read_text(), re.M)
    manual = re.findall(r"^\.TP\n\.B (\d+)$", (ROOT / "docs/man/trammel-cli.1").read_text(), re.M)
    told = re.search(r"Exit codes: (.*)", succeed("--help").stdout, re.S)[1]
    assert re.findall(r"(?:^|, |\n)(\d+) ", told) == table == manual, (told, table, manual)


if __name__ == "__main__":
    sys.exit(main())
