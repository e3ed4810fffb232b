#!/usr/bin/python3
"""Values from logs of real machines against their references: do the 95 % intervals hold?

usage: real_values.py [--list] [--only TEXT]... [--shared FOLDER] [--jobs N] [--cli FILE] [--csv FILE]

Every log that has a value to compare with is identified alone and together with others, with the automatic
weights.  A row has the reference with its own sigma (none: it counts as exact), the estimate, its sigma,
z = (estimate - reference) / root of both sigmas squared, the error and the half width of the 95 % interval in
per cent of the reference, whether the interval contains the reference, error and half width of a prototype
in minimal coordinates with one variance per joint where they are known, and what the result says
about the value.  Without the logs (../shared) nothing is measured.
"""
import argparse
import csv
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import median

sys.dont_write_bytecode = True

from measure import APART, NORMAL, add_options, add_shared, identify_tree, print_table, share  # noqa: E402
from real_logs import FOLDERS  # noqa: E402

HEAD = ("value", "reference", "estimate", "sigma", "z", "error", "+-", "inside", "prototype", "flags")
COLUMNS = ("run", "value", "reference", "reference_sigma", "estimate", "sigma", "apart", "inside", "flags", "status",
           "seconds")


class Answer:
    """A value of a run: a function of its parameters, with its sigma to first order."""

    def __init__(self, case, value, run):
        self.case, self.value, self.run = case, value, run
        parameters = run.parameters()
        point = {name: q["value"] for name, q in parameters.items()}
        self.estimate = value.find(point)
        slopes = {name: self.slope(point, q) for name, q in parameters.items()}
        used = {name: parameters[name] for name, slope in slopes.items() if slope}
        self.sigma = find_sigma(run.result, slopes) if all(q["sigma"] is not None for q in used.values()) else None
        self.apart = sum(abs(slopes[name]) * (q.get(part) or 0) for name, q in used.items() for part in APART)
        self.flags = sorted({flag for q in used.values() for flag in q["flags"]})

    def slope(self, point, q):
        step = 1e-6 * (abs(q["value"]) or q["sigma"] or 1)
        ends = (self.value.find({**point, q["id"]: q["value"] + sign * step}) for sign in (1, -1))
        upper, lower = ends
        return (upper - lower) / (2 * step)

    def spread(self):
        return math.hypot(self.sigma, self.value.sigma)

    def half_width(self):
        """Of the interval of the estimate alone."""
        return None if self.sigma is None else NORMAL * self.sigma + self.apart

    def error(self):
        return self.estimate - self.value.reference

    def inside(self):
        return abs(self.error()) <= NORMAL * self.spread() + self.apart

    def row(self):
        reference = abs(self.value.reference)
        answer = ("-", "-", "-", "no sigma") if self.sigma is None else (
            f"{self.sigma:.2g}", f"{self.error() / self.spread():+.1f}" if self.spread() else "-",
            f"{100 * self.half_width() / reference:.2g} %", "yes" if self.inside() else "NO")
        known = self.case.prototype.get(self.value.name)
        reference_sigma = f" ± {self.value.sigma:.2g}" if self.value.sigma else ""
        return (f"{self.case.name}: {self.value.name}", f"{self.value.reference:.5g}{reference_sigma}",
                f"{self.estimate:.5g}", *answer[:2], f"{100 * self.error() / reference:+.2f} %", *answer[2:],
                f"{tell_known(known[0], '+')} ± {tell_known(known[1])}" if known else "",
                " ".join(self.flags))

    def cells(self):
        return (self.case.name, self.value.name, self.value.reference, self.value.sigma, self.estimate, self.sigma,
                self.apart, "" if self.sigma is None else int(self.inside()), " ".join(self.flags), self.run.status,
                f"{self.run.seconds:.2f}")


def tell_known(percent, sign=""):
    return "?" if percent is None else f"{percent:{sign}g} %"


def find_sigma(result, slopes):
    names = [q["id"] for q in result["parameters"]]
    used = [i for i, name in enumerate(names) if slopes[name]]
    return math.sqrt(sum(slopes[names[i]] * slopes[names[j]] * result["covariance"][i][j] for i in used for j in used))


def collect(shared):
    """Cases of all folders that are there."""
    for folder, make in FOLDERS.items():
        if (shared / "data" / folder).is_dir():
            yield from make(shared / "data" / folder)
        else:
            print(f"note: {folder} is left out: it is not in {shared / 'data'}")


def tell_runs(cases, runs):
    """Prints what ended badly, and what was said of models that are wrong on purpose."""
    for case, run in zip(cases, runs):
        if run.status != "converged":
            print(f"{case.name}: {run.status}: {run.result['message'] if run.result else run.reason}")
        if case.wrong:
            flags = sorted({flag for q in run.parameters().values() for flag in q["flags"]})
            said = ", ".join(run.codes() + flags)
            print(f"{case.name}: wrong on purpose ({case.wrong}): {run.status}, {said or 'nothing said'}")


def tell_coverage(name, answers):
    sure = [a for a in answers if a.sigma is not None]
    plain = [a for a in sure if not a.flags]
    widths = [a.half_width() / abs(a.value.reference) for a in sure]
    errors = [abs(a.error() / a.value.reference) for a in answers]
    return (name, str(len(answers)), share(sum(a.inside() for a in sure), len(sure)),
            share(sum(a.inside() for a in plain), len(plain)), f"{100 * median(widths):.2g} %" if widths else "-",
            f"{100 * median(errors):.2g} %")


def tell(cases, runs):
    answers = [Answer(case, value, run) for case, run in zip(cases, runs) if run.result for value in case.values]
    print_table(HEAD, [answer.row() for answer in answers], 1)
    tell_runs(cases, runs)
    print()
    folders = {case.folder: [a for a in answers if a.case.folder == case.folder] for case in cases if case.values}
    rows = [tell_coverage(*item) for item in folders.items() if item[1]]
    if answers:
        print_table(("folder", "values", "inside", "inside, no flag", "median +-", "median error"),
                    [*rows, tell_coverage("all", answers)])
    lost = sum(not run.result for run in runs)
    ends = [run.status for run in runs if run.result]
    blank = sum(a.sigma is None for a in answers)
    seconds = [run.seconds for run in runs]
    print(f"{len(runs)} runs: {lost} without values, {len(ends) - ends.count('converged')} not converged; "
          f"{blank} of {len(answers)} values without sigma; {sum(seconds):.0f} s of processor time, "
          f"median {median(seconds):.1f} s, longest {max(seconds):.0f} s")
    return answers


def write_rows(path, answers):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *(answer.cells() for answer in answers)])


def parse():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="name the runs")
    parser.add_argument("--only", action="append", metavar="TEXT", help="runs whose name contains it")
    add_shared(parser)
    parser.add_argument("--csv", help="file with a row for every value")
    add_options(parser)
    return parser.parse_args()


def main():
    options = parse()
    cases = [case for case in collect(options.shared)
             if not options.only or any(text in case.name for text in options.only)]
    if options.list or not cases:
        print("\n".join(case.name for case in cases) or "there is nothing to measure")
        return 0
    with ProcessPoolExecutor(options.jobs) as pool:
        runs = list(pool.map(partial(identify_tree, options.cli), [case.tree for case in cases]))
    answers = tell(cases, runs)
    if options.csv:
        write_rows(options.csv, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
