"""Completions of bash, zsh and fish after `trammel-cli` (data/completions), and the words that the program lists for
them: the verbs, options and values of its own help.  A shell that is not installed is skipped.
"""
import os
import re
import shutil
import subprocess
import sys

from support import CLI, PATIENCE, ROOT, Skip, main, run, succeed, test

FOLDER = ROOT / "data/completions"
BASH = """
. "$1"; shift
program=$1; shift
COMP_WORDS=(trammel-cli "$@"); COMP_CWORD=$#
_trammel_cli "$program"
printf '%s\\n' "${COMPREPLY[@]}"
"""
# the completion system's part: the candidates, and what was typed before the cursor
ZSH = """
file=$1; shift
words=("$@"); CURRENT=$#
prefix=$words[CURRENT]
compset() { prefix=${prefix#*=} }
compadd() { local word; for word in "${(P@)@[-1]}"; do [[ $word == $prefix* ]] && print -r -- "$word"; done; return 0 }
_files() { print -r -- FILES }
. $file
"""
FISH = "source $argv[1]; complete -C (string join -- ' ' $argv[2..-1])"


def ask(*command, **options):
    if not shutil.which(command[0]):
        raise Skip(f"{command[0]} is not installed")
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=PATIENCE, **options)
    assert done.returncode == 0 and done.stderr == "", done
    return done.stdout.splitlines()


def in_bash(*words):
    return [line for line in ask("bash", "-c", BASH, "bash", FOLDER / "trammel-cli.bash", CLI, *words) if line]


def in_zsh(*words):
    return ask("zsh", "-f", "-c", ZSH, "zsh", FOLDER / "_trammel-cli", CLI, *words)


def in_fish(*words):
    environment = os.environ | {"PATH": f"{CLI.parent}:{os.environ['PATH']}", "HOME": os.getcwd()}
    lines = ask("fish", "--no-config", "-c", FISH, FOLDER / "trammel-cli.fish", "trammel-cli", *words, env=environment)
    return [line.split("\t")[0] for line in lines]


def listed(*arguments):
    """What the program lists: words with their meaning."""
    return dict(line.split("\t", 1) for line in succeed(*arguments).stdout.splitlines())


def verbs():
    return re.findall(r"^  trammel-cli ([a-z]+) ", succeed("--help").stdout, re.MULTILINE)


def helped(verb):
    """The options of a verb in its help: name with "=" if it takes a value, and description."""
    found = re.findall(r"^  (?:-\w, )?(--[a-z-]+)(=\S+)? +(.*)$", succeed(verb, "--help").stdout, re.MULTILINE)
    return {name + "=" * bool(value): meaning for name, value, meaning in found}


@test
def verbs_are_those_of_the_help():
    offered = listed("--complete")
    assert set(offered) == {*verbs(), "--help", "--version"} and len(verbs()) > 10, offered
    for verb, meaning in offered.items():
        assert verb.startswith("--") or meaning in succeed("--help").stdout, (verb, meaning)


@test
def options_are_those_of_the_help():
    for verb in verbs():
        assert listed(verb, "--complete") == helped(verb), verb


@test
def words_of_options_are_accepted():
    """Each word that is offered stands in the help, and is not refused."""
    for verb in ("identify", "simulate", "validate", "sweep"):
        for option, meaning in helped(verb).items():
            for word in listed(verb, "--complete", option.rstrip("=")):
                assert re.search(rf"\b{word}\b", meaning), (verb, option, word)
                done = run(verb, "missing", option + word, "-o", "x.csv")
                assert word not in done.stderr.removeprefix(f"trammel-cli: {verb}:"), (verb, option, word, done.stderr)
    assert listed("simulate", "--complete", "--start").keys() == {"first-sample", "estimated", "model"}
    assert listed("sweep", "--complete", "--start").keys() == {"first-sample", "estimated"}
    assert listed("identify", "--complete", "--log") == {}


def in_every_shell(complete):
    assert set(complete("")) >= {*verbs()}
    assert complete("ide") == ["identify"]
    assert sorted(complete("identify", "--")) == sorted(helped("identify"))
    assert complete("sweep", "--ov") == ["--over="]
    assert sorted(complete("identify", "--kappa", "")) == ["auto", "validate"]
    assert "furuta" in complete("example", "")
    os.mkdir("folder")
    return complete("identify", "fol")


@test
def bash():
    assert in_every_shell(in_bash) == []  # its own completion of files follows
    assert in_bash("identify", "p.trammel", "--formulation", "=", "sec") == ["second-order"]


@test
def zsh():
    assert in_every_shell(in_zsh) == ["FILES"]
    assert in_zsh("identify", "p.trammel", "--formulation=sec") == ["second-order"]
    assert in_zsh("identify", "--output", "") == ["FILES"]


@test
def fish():
    assert in_every_shell(in_fish) == ["folder/"]
    assert in_fish("identify", "p.trammel", "--formulation=sec") == ["--formulation=second-order"]


if __name__ == "__main__":
    sys.exit(main())
