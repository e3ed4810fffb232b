"""Common functions of the accuracy figures: the command line, and one line per figure as TAP."""
import argparse
import json
import os
import subprocess
import sys

PROJECTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "projects")
CONVERGED, STOPPED = 0, 5  # exit codes that come with a result


class Tap:
    def __init__(self):
        self.n = 0
        self.failed = 0

    def point(self, good, text):
        self.n += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.n} - {text}", flush=True)

    def near(self, name, found, expected, room):
        off = abs(found - expected)
        self.point(off <= room, f"{name} {found:.5g}, reference {expected:.5g}: off {off:.2g} "
                   f"(limit {room:.2g})")

    def skip(self, why):
        print(f"1..0 # SKIP {why}")
        sys.exit(0)

    def finish(self):
        """Returns the exit code."""
        print(f"1..{self.n}")
        return self.failed > 0


def make_parser(projects=True):
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--shared", default=os.environ.get("TRAMMEL_SHARED", "../shared"))
    if projects:
        parser.add_argument("--projects", default=PROJECTS)
    return parser


def run(cli, *options):
    done = subprocess.run([cli, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in (CONVERGED, STOPPED) or not done.stdout:
        sys.exit(f"{' '.join(options)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def identify(cli, project, *options, output=None):
    """Returns the result, also written to the file `output`, and the reported values by id."""
    text = run(cli, "identify", project, "--json", "--progress", "none", *options)
    if output:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
    result = json.loads(text)
    return result, {p["id"]: p["value"] for p in result["parameters"]}


def identify_stepper(cli, project, *options):
    """Returns the result and the values of the formulation at its step, by id."""
    result, _ = identify(cli, project, "--no-physical", *options)
    return result, {p["id"]: p["stepper"]["value"] for p in result["parameters"]}


def covers(p, truth):
    """Returns whether the 95 % interval of a parameter of a result contains its true value."""
    low, high = p["interval"]
    return low <= truth <= high


def told(result):
    return f"{result['status']}, {result['iterations']} iterations, {result['seconds']:.1f} s"


def set_values(values):
    """Returns the options that set quantities to these values."""
    return [word for item in values.items() for word in ("--set", f"{item[0]}={item[1]!r}")]
