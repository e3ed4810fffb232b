#!/usr/bin/python3
"""Study of the reported values: do their 95 % intervals hold, at default settings, where the truth is known?

usage: headline_study.py [--all | NAME...] [--seeds N] [--spread X] [--jobs N] [--cli FILE] [--cache FOLDER]
                         [--csv FILE]

The first table compares the truth, the reported value and its interval for the embedded examples, with
their own logs and start values.  Then every example is identified from N logs that are simulated with
the truth (tools/generate-examples.py) and noise of other seeds, each from start values that are drawn
log-uniformly between 1/X and X times the truth.  Its table has, over these runs, the mean of the reported
values, its error, how many intervals value +- 1.96 sigma contain the truth, the median sigma over the
standard deviation of the values (scatter), the medians of the parts of sigma, and the number of values that
are the stepper's.  Percentages are of the truth; where that is 0, figures are absolute.

The exit status is 1 when less than 90 % of the intervals of a parameter contain the truth, or when a run
did not converge or had no values at h = 0.  Simulated logs are kept in a folder: a log takes up to half a minute.
"""
import argparse
import csv
import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean, median, stdev

sys.dont_write_bytecode = True

from measure import (EXAMPLES, Run, add_cache, add_options, contains, figure, half_width,  # noqa: E402
                     identify_tree, keep_file, load_tool, print_table, read_truth, set_values)

GENERATOR = load_tool("generate-examples")
USUAL = ("furuta", "four-bar", "slider-crank", "three-joint-arm", "servo")
LEAST = 0.9  # share of the intervals that contain the truth
WIDE = 4  # median sigma over scatter that is reported
PARTS = ("noise", "step", "smoothing")
KEYS = ("id", "unit", "start", "value", "sigma", *PARTS, "physical", "missing")


def read_log(folder, name, seed):
    """Path of the log with the noise of this seed, simulated where the folder does not have it."""
    def write(path):
        quantities = GENERATOR.Quantities(GENERATOR.read_project(name), GENERATOR.TRUTH[name])
        GENERATOR.write_log(path, name, GENERATOR.simulate(name, quantities, f" {seed}"))

    return keep_file(folder / f"{name}-{seed}.csv", write)


def draw_starts(shipped, truth, spread, seed):
    """Start values within the bounds of the project; a truth of 0 leaves that of the project."""
    rng = random.Random(f"starts {seed}")
    for q in shipped.result["parameters"]:
        value = truth[q["id"]] * spread ** rng.uniform(-1, 1)
        if value:
            low, high = (value if q[key] is None else q[key] for key in ("min", "max"))
            yield q["id"], max(low, min(high, value))


def identify(options, job):
    """The run of an example with the log of a seed; its own log and start values for a seed of None."""
    name, seed, shipped = job
    if seed is None:
        return Run(options.cli, EXAMPLES / f"{name}.trammel")
    tree = GENERATOR.read_project(name)
    tree["logs"][0]["file"] = str(read_log(options.cache, name, seed))
    starts = draw_starts(shipped, read_truth(name), options.spread, seed)
    return identify_tree(options.cli, tree, *set_values(starts))


def tell_shipped(runs):
    rows = []
    for name, run in runs.items():
        for q in run.result["parameters"] if run.result else ():
            true, answer = read_truth(name)[q["id"]], ("-", "-", "no sigma")
            if q["sigma"] is not None:
                half = half_width(q)
                answer = (f"{q['sigma']:.2g}", f"{q['value'] - half:.6g} .. {q['value'] + half:.6g}",
                          "yes" if contains(q, true) else "no")
            rows.append((f"{name}: {q['id']} [{q['unit']}]", f"{true:g}", f"{q['value']:.6g}", *answer,
                         "" if q["physical"] else f"stepper's: {q['missing']}"))
    print_table(("embedded example", "truth", "value", "sigma", "95 % interval", "inside", ""), rows)


class Parameter:
    """Figures of a parameter over the runs that had a result."""

    def __init__(self, found, truth):
        self.name, self.unit, self.truth, self.n = found[0]["id"], found[0]["unit"], truth, len(found)
        self.mean = mean(q["value"] for q in found)
        self.scatter = stdev(q["value"] for q in found) if self.n > 1 else None
        sure = [q for q in found if q["sigma"] is not None]
        self.n_sure, self.n_inside = len(sure), sum(contains(q, truth) for q in sure)
        self.wide = median(q["sigma"] for q in sure) / self.scatter if sure and self.scatter else None
        known = ([q[part] for q in found if q[part] is not None] for part in PARTS)
        self.parts = [median(values) if values else None for values in known]
        self.n_stepper = sum(not q["physical"] for q in found)
        self.n_missed = sum(not q["physical"] and not contains(q, truth) for q in sure)

    def row(self):
        return (f"{self.name} [{self.unit}]", f"{self.truth:g}", f"{self.mean:.6g}",
                figure(self.mean - self.truth, self.truth), f"{self.n_inside} of {self.n_sure}",
                f"{self.wide:.2f}" if self.wide else "-", *(figure(part, self.truth) for part in self.parts),
                str(self.n_stepper))

    def failure(self):
        """What is below the least coverage, with the probability of so few if 95 % were true; None: nothing."""
        if self.n_inside >= LEAST * self.n_sure:
            return None
        n = self.n_sure
        chance = sum(math.comb(n, k) * 0.95 ** k * 0.05 ** (n - k) for k in range(self.n_inside + 1))
        return (f"{self.name}: {self.n_inside} of {n} intervals contain the truth (chance {chance:.2g} at 95 %); "
                f"of the {n - self.n_inside} others {self.n_missed} are of the stepper's value")

    def remarks(self):
        if self.n_sure < self.n:
            yield f"{self.name}: {self.n - self.n_sure} of {self.n} values have no sigma; the coverage is without them"
        if self.wide and self.wide > WIDE:
            yield f"{self.name}: the median sigma is {self.wide:.2g} times the scatter"


def tell_gaps(runs):
    """Prints which runs have values of the stepper, and why."""
    n = 0
    for seed, run in enumerate(runs, 1):
        missing = [q["missing"] for q in run.result["parameters"] if not q["physical"]] if run.result else []
        if missing:
            why = (run.result["extrapolation"] or {}).get("message", "")
            reasons = ", ".join(sorted(set(missing)))
            print(f"note: seed {seed}: {len(missing)} values are the stepper's ({reasons}): {why}")
        n += bool(missing)
    if n:
        print(f"note: mean and scatter contain the stepper's values of {n} of {len(runs)} runs")


def tell_runs(runs):
    states = [run.status for run in runs]
    counts = ", ".join(f"{states.count(state)} {state}" for state in sorted(set(states)))
    fit = [run.result["iterations"] for run in runs if run.result]
    more = [n for n in (run.more_iterations() for run in runs if run.result) if n is not None]
    extrapolation = f"median {median(more):g}, largest {max(more)}, {len(runs) - len(more)} without" if more else "none"
    print(f"{counts}; iterations: median {median(fit):g}, largest {max(fit)}; of the extrapolation: {extrapolation}; "
          f"{median(run.seconds for run in runs):.2g} s median")


def tell_example(name, runs, truth):
    """Prints the table of an example and returns the failed criteria."""
    failures = [f"{name} seed {seed}: {run.status}: {run.result['message'] if run.result else run.reason}"
                for seed, run in enumerate(runs, 1) if run.status != "converged"]
    failures += [f"{name} seed {seed}: no values at h = 0" for seed, run in enumerate(runs, 1)
                 if run.status == "converged" and run.more_iterations() is None]
    results = [run for run in runs if run.result]
    if not results:
        return failures
    parameters = [Parameter([run.find(q["id"]) for run in results], truth[q["id"]])
                  for q in results[0].result["parameters"]]
    print_table((f"{name}, {len(results)} runs", "truth", "mean", "error", "inside", "sigma/scatter", *PARTS,
                 "stepper's"), [p.row() for p in parameters])
    tell_runs(runs)
    tell_gaps(runs)
    for remark in (remark for p in parameters for remark in p.remarks()):
        print(f"note: {remark}")
    print(flush=True)
    return failures + [f"{name}: {failure}" for failure in (p.failure() for p in parameters) if failure]


def write_rows(path, studies):
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(("example", "seed", "status", "iterations", "extrapolation", "seconds", "truth", *KEYS,
                      "stepper", "stepper_sigma"))
        for name, runs in studies.items():
            truth = read_truth(name)
            for seed, run in enumerate(runs, 1):
                for q in run.result["parameters"] if run.result else ():
                    out.writerow((name, seed, run.status, run.result["iterations"], run.more_iterations(),
                                  f"{run.seconds:.3f}", truth[q["id"]], *(q[key] for key in KEYS),
                                  q["stepper"]["value"], q["stepper"]["sigma"]))


def add_examples(parser):
    """The options of a study of examples: which, how far from the truth they start, how many runs at a time."""
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"examples (default: {', '.join(USUAL)})")
    parser.add_argument("--all", action="store_true", help="all examples")
    parser.add_argument("--spread", type=float, default=3, help="largest factor between start and truth (default: 3)")
    add_options(parser)


def check_examples(parser, options):
    """Ends the program when these are wrong; sets the names."""
    unknown = [name for name in options.names if name not in GENERATOR.EXAMPLES]
    if unknown:
        parser.error(f"no example {', '.join(unknown)}; there are {', '.join(GENERATOR.EXAMPLES)}")
    if options.jobs < 1 or options.spread < 1:
        parser.error("--jobs and --spread are at least 1")
    options.names = list(GENERATOR.EXAMPLES) if options.all else options.names or USUAL


def parse():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add_examples(parser)
    parser.add_argument("--seeds", type=int, default=30, help="logs of an example (default: 30); 0: only its own")
    add_cache(parser)
    parser.add_argument("--csv", help="file with a row for every run and parameter")
    options = parser.parse_args()
    check_examples(parser, options)
    if options.seeds < 0:
        parser.error("--seeds is at least 0")
    return options


def main():
    options = parse()
    with ProcessPoolExecutor(options.jobs) as pool:
        work = partial(identify, options)
        shipped = dict(zip(options.names, pool.map(work, [(name, None, None) for name in options.names])))
        tell_shipped(shipped)
        failures = [f"{name}: {run.status}: {run.reason}" for name, run in shipped.items() if not run.result]
        studies = {}
        for name in (name for name in options.names if shipped[name].result):
            jobs = [(name, seed, shipped[name]) for seed in range(1, options.seeds + 1)]
            studies[name] = list(pool.map(work, jobs))
            failures += tell_example(name, studies[name], read_truth(name))
    if options.csv:
        write_rows(options.csv, studies)
    print("\n".join(f"FAILED {failure}" for failure in failures) or "all criteria hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
