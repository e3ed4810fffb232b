"""Completions of bash after `trammel-cli` (data/completions/trammel-cli)."""
import subprocess
import sys

from support import CLI, PATIENCE, ROOT, main, run, test

SCRIPT = """
. "$1"; shift
program=$1; shift
COMP_WORDS=(trammel-cli "$@"); COMP_CWORD=$#
_trammel_cli "$program"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def complete(*words):
    """Completions of the last of the words."""
    file = ROOT / "data/completions/trammel-cli"
    done = subprocess.run(["bash", "-c", SCRIPT, "bash", file, CLI, *words], capture_output=True, text=True,
                          timeout=PATIENCE)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout.split()


@test
def verbs_are_those_of_the_program():
    offered = complete("")
    for verb in ("identify", "simulate", "sweep", "crossvalidate", "--version"):
        assert verb in offered, offered
    assert complete("ide") == ["identify"]
    for verb in offered:
        assert verb.startswith("--") or run(verb, "--help").returncode == 0, verb


@test
def options_are_those_of_the_verb():
    offered = complete("identify", "--")
    for option in ("--set=", "--json", "--threads=", "--help"):
        assert option in offered, offered
    assert "--over=" in complete("sweep", "--o") and "--over=" not in offered


@test
def values_of_options():
    assert complete("identify", "p.trammel", "--formulation", "=", "sec") == ["second-order"]
    assert complete("identify", "--kappa", "") == ["auto", "validate"]


@test
def examples_are_named():
    assert "furuta" in complete("example", "")


if __name__ == "__main__":
    sys.exit(main())
