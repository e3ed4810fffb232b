#!/usr/bin/python3
"""Time and memory of a chain of many bodies: a simulated step, `check`, and an iteration of a fit.

usage: bench/forty-bodies.py [TRAMMEL-CLI] [BODIES] [STEPS]

A chain of hinges in space, by default 40 with 1000 steps, each with viscous and dry friction under
the load of its joint; 40 parameters are free: the viscous friction of every other joint and masses.
Prints the processor time, since other work of the machine does not count.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CLI = Path(sys.argv[1] if len(sys.argv) > 1 else "build/src/cli/trammel-cli").resolve()
N = int(sys.argv[2]) if len(sys.argv) > 2 else 40
STEPS = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
H = 0.005


def chain():
    half = 0.5 ** 0.5  # hinges across the weight, every third one upright
    bodies, joints, sensors = [], [], []
    for i in range(N):
        turned = [half, half, 0, 0] if i % 3 else [1, 0, 0, 0]
        stiffness = 5 + 0.6 * (N - i) ** 2
        bodies.append({"name": f"b{i}", "mass": 0.3, "com": [0.01, 0, 0],
                       "inertia": {"xx": 1e-3, "yy": 3e-3, "zz": 3e-3}})
        joints.append({"name": f"j{i}", "type": "hinge", "parent": f"b{i - 1}" if i else "world", "child": f"b{i}",
                       "parent_frame": {"position": [0.1 if i else 0, 0, 0], "quat_wxyz": turned},
                       "child_frame": {"position": [-0.1, 0, 0], "quat_wxyz": turned},
                       "spring": {"stiffness": stiffness, "rest": 0},
                       "friction": {"model": "coulomb", "viscous": 0.1, "coulomb": 0.01, "radius": 0.02}})
        sensors.append({"name": f"q{i}", "type": "joint-position", "joint": f"j{i}", "sigma": 1e-4})
    return {"format": "trammel/1", "settings": {"h": H},
            "model": {"gravity": {"magnitude": 9.81, "direction": [0, 0.6, -0.8]}, "bodies": bodies, "joints": joints,
                      "motors": [{"name": "m", "joint": "j2"}], "sensors": sensors}}


def run(*arguments):
    """Standard error, processor time [s] and largest memory [MB] of a command."""
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen([CLI, *map(str, arguments)], stdout=out, stderr=out)
        _, status, used = os.wait4(child.pid, 0)
        out.seek(0)
        text = out.read()
    if os.waitstatus_to_exitcode(status) not in (0, 5):
        sys.exit(f"{arguments[0]}: {text}")
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    os.chdir(tempfile.mkdtemp())
    project = chain()
    Path("p.trammel").write_text(json.dumps(project))
    _, time, memory = run("simulate", "p.trammel", "--h", H / 5, "--duration", STEPS * H, "--input",
                          "m=2*sin(5*t)", "--log-file", "log.csv", "--noise", 0.001, "-o", "s.csv")
    print(f"simulate   {1e3 * time / (5 * STEPS):8.3f} ms a step     {memory:7.0f} MB")
    lines = Path("log.csv").read_text().splitlines()
    Path("log.csv").write_text("\n".join(lines[:1] + lines[1::5]) + "\n")
    header = lines[0].split(",")
    column = {c.split(" ")[0]: c for c in header}
    for i in range(0, N, 2):
        friction = project["model"]["joints"][i]["friction"]
        friction["viscous"] = {"value": 1.2 * friction["viscous"], "free": True}
        body = project["model"]["bodies"][i]
        body["mass"] = {"value": 1.1 * body["mass"], "free": True}
    project["logs"] = [{"name": "run", "file": "log.csv", "time": {"column": header[0]}, "channels":
                        [{"signal": f"q{i}", "column": column[f"q{i}"], "unit": "rad"} for i in range(N)]
                        + [{"signal": "m", "column": column["m"]}]}]
    Path("p.trammel").write_text(json.dumps(project))
    _, time, memory = run("check", "p.trammel")
    print(f"check      {time:8.2f} s               {memory:7.0f} MB")
    few, many = 2, 5
    _, first, _ = run("identify", "p.trammel", "--progress", "none", "--kappa", 1, "--max-iterations", few)
    _, all_, memory = run("identify", "p.trammel", "--progress", "none", "--kappa", 1, "--max-iterations", many)
    print(f"iteration  {(all_ - first) / (many - few):8.2f} s               {memory:7.0f} MB")


if __name__ == "__main__":
    main()
