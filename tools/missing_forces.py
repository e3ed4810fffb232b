#!/usr/bin/python3
"""Forces that the model lacks: do the 95 % intervals hold, or is the value flagged?

usage: missing_forces.py [NAME...] [--force FORCE]... [--seeds N] [--jobs N] [--cli FILE] [--cache FOLDER]
                         [--csv FILE]

Four examples are simulated with one force on a driven joint that their model does not have
(tools/extra_forces.py), and without any, with noise of N seeds.  Each log is identified with the project of the
example.  A table has a row for every parameter and for every force the number of intervals that contain the
truth, the error of the mean and the median half width, both in per cent of the truth; the last tables have the
coverage over all parameters, over those of the joint with the force, over the others, and over values
without a flag, and the findings that the logs without a further force do not have.
"""
import argparse
import csv
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean, median

sys.dont_write_bytecode = True

from extra_forces import FORCES, JOINTS, NO_FORCE, belongs, simulate  # noqa: E402
from measure import (EXAMPLES, add_cache, add_options, contains, half_width, identify_tree, keep_file,  # noqa: E402
                     print_table, read_tree, read_truth, share)

ALL = ("info", "warning", "error")


class Answer:
    """A parameter of a run beside its truth."""

    def __init__(self, q, truth, near):
        self.name, self.unit, self.truth, self.near = q["id"], q["unit"], truth, near
        self.value, self.flags, self.half = q["value"], q["flags"], half_width(q)
        self.inside = self.half is not None and contains(q, truth)


def tell_coverage(answers):
    """Of all values, of those of the joint, of the others, and of those without a flag."""
    sure = [a for a in answers if a.half is not None]
    groups = (sure, [a for a in sure if a.near], [a for a in sure if not a.near], [a for a in sure if not a.flags])
    return [share(sum(a.inside for a in group), len(group)) for group in groups]


class Study:
    """The runs of an example with one force."""

    def __init__(self, name, force, runs):
        self.name, self.force, self.runs = name, force, runs
        truth, model = read_truth(name), read_tree(EXAMPLES / f"{name}.trammel")["model"]
        self.answers = [Answer(q, truth[key], belongs(key, model, name))
                        for run in runs for key, q in run.parameters().items()]

    def of(self, parameter):
        return [answer for answer in self.answers if answer.name == parameter]

    def cell(self, parameter):
        found = self.of(parameter)
        sure = [a for a in found if a.half is not None]
        if not sure:
            return "no sigma"
        truth = abs(sure[0].truth)
        error = mean(a.value for a in found) - sure[0].truth
        return (f"{sum(a.inside for a in sure)}/{len(sure)} {100 * error / truth:+.2g} "
                f"± {100 * median(a.half for a in sure) / truth:.2g}")

    def row(self):
        ends = [run.status for run in self.runs]
        flagged = sum(bool(a.flags) for a in self.answers)
        return (f"{self.name}: {self.force}", *tell_coverage(self.answers), str(flagged),
                f"{len(ends) - ends.count('converged')} of {len(ends)}",
                f"{median(run.seconds for run in self.runs):.1f}")

    def codes(self):
        """Number of runs by code of a finding or a flag."""
        flags = ({f"[{flag}]" for q in run.parameters().values() for flag in q["flags"]} for run in self.runs)
        return Counter(code for run, words in zip(self.runs, flags) for code in {*run.codes(ALL), *words})


def identify(options, job):
    name, force, seed = job
    log = keep_file(options.cache / f"{name}-{force}-{seed}.csv", partial(simulate, name, force, seed))
    tree = read_tree(EXAMPLES / f"{name}.trammel")
    tree["logs"][0]["file"] = str(log)
    return identify_tree(options.cli, tree)


def tell_example(name, studies):
    answers = next((study.answers for study in studies if study.answers), ())
    rows = [(f"{'* ' * a.near}{key} [{a.unit}]", f"{a.truth:g}", *(study.cell(key) for study in studies))
            for key, a in {a.name: a for a in answers}.items()]
    print_table((f"{name} (*: joint with the force)", "truth", *(study.force for study in studies)), rows)


def tell_findings(studies):
    usual = {study.name: study.codes() for study in studies if study.force == NO_FORCE}
    for study in studies:
        more = study.codes() - usual.get(study.name, Counter())
        if more and study.force != NO_FORCE:
            said = ", ".join(f"{code} {n}" for code, n in sorted(more.items()))
            print(f"{study.name}: {study.force}: said more often than without it: {said}")


def tell(studies):
    for name in dict.fromkeys(study.name for study in studies):
        tell_example(name, [study for study in studies if study.name == name])
    groups = ("inside", "of the joint", "others", "no flag")
    print_table(("example: force", *groups, "flagged", "not converged", "s"), [study.row() for study in studies])
    forces = dict.fromkeys(study.force for study in studies)
    rows = [(force, *tell_coverage([a for study in studies if study.force == force for a in study.answers]))
            for force in forces]
    print_table(("all examples", *groups), rows)
    tell_findings(studies)


def write_rows(path, studies):
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(("example", "force", "parameter", "truth", "value", "half_width", "inside", "of_joint", "flags"))
        for study in studies:
            for a in study.answers:
                out.writerow((study.name, study.force, a.name, a.truth, a.value, a.half, int(a.inside), int(a.near),
                              " ".join(a.flags)))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"examples (default: {', '.join(JOINTS)})")
    parser.add_argument("--force", action="append", choices=FORCES, help="only these forces")
    parser.add_argument("--seeds", type=int, default=30, help="logs of an example and force (default: 30)")
    parser.add_argument("--csv", help="file with a row for every run and parameter")
    add_options(parser)
    add_cache(parser, Path(__file__).resolve().parent / "extra_forces.py")
    options = parser.parse_args()
    options.names = options.names or list(JOINTS)
    if not set(options.names) <= set(JOINTS) or options.seeds < 1:
        parser.error(f"--seeds is at least 1, and the examples are {', '.join(JOINTS)}")
    return options


def main():
    options = parse()
    pairs = [(name, force) for name in options.names for force in (NO_FORCE, *(options.force or FORCES))]
    jobs = [(*pair, seed) for pair in pairs for seed in range(1, options.seeds + 1)]
    with ProcessPoolExecutor(options.jobs) as pool:
        runs = iter(pool.map(partial(identify, options), jobs))
        studies = [Study(*pair, [next(runs) for _ in range(options.seeds)]) for pair in pairs]
    tell(studies)
    if options.csv:
        write_rows(options.csv, studies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
