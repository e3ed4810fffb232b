#!/usr/bin/python3
"""Regression, regression with the balance of energy, and joint estimation against the truth, beside the figures that
Martinez, Tonneau and Mastalli (2026) publish for theirs.

usage: two_methods.py [--cli FILE] [--seeds N] [--starts N] [--jobs N] [noise | starts | reasons]...

noise   their table II on the example three-joint-arm with known gains: to its encoders comes noise with a standard deviation of 0, .005,
        .01 and .1 of each signal's range; the median over the seeds and the parameters of |error|/truth.  A regression
        has the best of six cutoffs, chosen with the truth at hand, which favours it; the others have their defaults
starts  their table I on the examples pendulum and three-joint-arm: fits from random start values (each parameter times
        .3 to 3), with and without the balance of energy; means over the fits that converge
reasons why the order of the columns differs, one change at a time: noise .01 at fixed cutoffs, at the cutoff of the
        program's own rule, and with other windows; random starts with other windows, and values of the mechanism (h = 0)
        instead of those of the step
"""
import argparse
import csv
import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean, median

sys.dont_write_bytecode = True

from measure import EXAMPLES, add_options, identify_tree, print_table, read_tree, read_truth, set_values  # noqa: E402

NOISE = (0, 0.005, 0.01, 0.1)
CUTOFFS = (2, 4, 7, 12, 20, 40)  # Hz
WINDOW = "0.1"  # s, of the balance of energy in a joint estimation
PERIOD = "1"  # s, in a regression
TABLE_II = {0: (3.5, 6.5, 2.0), 0.005: (9.5, 8.0, 2.3), 0.01: (22.0, 12.5, 2.8), 0.1: (95.0, 38.0, 6.0)}
TABLE_I = {"pendulum": ((20.4, 0.022, 0.031), (31.2, 0.018, 0.016)),
           "three-joint-arm": ((7.3, 0.56, 0.75), (11.4, 0.46, 0.40))}
REVERSED = 0.01  # noise at which the order of the columns is not the published one
METHODS = {"regression": ("--formulation", "regression"),
           "with energy": ("--formulation", "regression", "--energy", PERIOD),
           "joint": (), "joint with energy": ("--energy", WINDOW)}


def errors(run, truth, part=""):
    """|error|/truth of the parameters whose id has a part, in per cent."""
    return [100 * abs(q["value"] / truth[name] - 1) for name, q in run.parameters().items() if part in name]


def write_noisy(source, path, share, seed):
    """The log with noise on its encoders, the columns in degrees."""
    draw = random.Random(f"{seed} {share}")
    with open(source, encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    for column in (i for i, name in enumerate(head) if "[deg]" in name):
        values = [float(row[column]) for row in rows]
        sigma = share * (max(values) - min(values))
        for row, value in zip(rows, values):
            row[column] = f"{value + draw.gauss(0, sigma):.9g}"
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])


def fit_noisy(cli, share, words, seed, cutoffs=CUTOFFS):
    """Median error of a method [%]; a regression has the best of the cutoffs, None being the program's own."""
    tree, truth = read_tree(EXAMPLES / "three-joint-arm.trammel"), read_truth("three-joint-arm")
    gains = {key: value for key, value in truth.items() if key.endswith(".gain")}
    words = [*words, *set_values(gains.items()), *(word for key in gains for word in ("--fix", key))]
    with tempfile.TemporaryDirectory(prefix="trammel-noise-") as folder:
        path = Path(folder) / "log.csv"
        write_noisy(tree["logs"][0]["file"], path, share, seed)
        tree["logs"][0]["file"] = str(path)
        variants = [("--set", f"settings.cutoff={c}") if c else () for c in cutoffs]
        if "regression" not in words:
            variants = [("--no-physical",)]
        runs = [identify_tree(cli, tree, *words, *variant) for variant in variants]
    return min(median(errors(run, truth)) for run in runs if run.result)


def compare_noise(options, pool):
    jobs = [(share, words, seed) for share in NOISE for words in METHODS.values() for seed in range(options.seeds)]
    found = list(pool.map(partial(fit_noisy, options.cli), *zip(*jobs)))
    rows = []
    for share in NOISE:
        ours = [median(e for job, e in zip(jobs, found) if job[:2] == (share, words)) for words in METHODS.values()]
        rows.append([f"{share:g}", *(f"{e:.1f} %" for e in ours), *(f"{e:g} %" for e in TABLE_II[share])])
    print_table(["noise", *METHODS, "published: ID", "energy", "theirs"], rows)


def fit_start(cli, name, words, seed):
    """Errors [%] of inertia and of friction, iterations; None where the fit does not converge."""
    tree, truth, draw = read_tree(EXAMPLES / f"{name}.trammel"), read_truth(name), random.Random(seed)
    starts = [(key, value * 10 ** draw.uniform(-0.52, 0.48)) for key, value in truth.items()]
    run = identify_tree(cli, tree, *words, *set_values(starts))
    if run.status != "converged":
        return None
    return mean(errors(run, truth, ".inertia.")), mean(errors(run, truth, "joint.")), run.result["iterations"]


def start_row(options, pool, name, words):
    """Fits that converge, and means over them."""
    ends = [end for end in pool.map(partial(fit_start, options.cli, name, words), range(options.starts)) if end]
    inertia, friction, iterations = (mean(column) for column in zip(*ends))
    return [f"{len(ends)} of {options.starts}", f"{iterations:.1f}", f"{inertia:.2f} %", f"{friction:.2f} %"]


def compare_starts(options, pool):
    head = ["system", "energy", "converged", "iterations", "inertia", "friction", "published: iterations",
            "inertia (2-norm)", "friction (2-norm)"]
    for name, published in TABLE_I.items():
        print_table(head, [[name, "with" if words else "without",
                            *start_row(options, pool, name, ("--no-physical", *words)),
                            *(f"{number:g}" for number in theirs)]
                           for words, theirs in zip(((), ("--energy", WINDOW)), published)])


def noise_row(options, pool, name, window, cutoffs):
    """Errors of both regressions at the noise where the order differs."""
    cells = []
    for words in (METHODS["regression"], (*METHODS["regression"], "--energy", window)):
        work = partial(fit_noisy, options.cli, REVERSED, words, cutoffs=cutoffs)
        found = list(pool.map(work, range(options.seeds)))
        cells.append(f"{median(found):.1f} %")
    return [name, *cells]


def find_reasons(options, pool):
    rows = [noise_row(options, pool, f"cutoff {c} Hz", PERIOD, (c,)) for c in CUTOFFS]
    rows.append(noise_row(options, pool, "cutoff by the program", PERIOD, (None,)))
    rows += [noise_row(options, pool, f"best cutoff, windows of {w} s", w, CUTOFFS) for w in ("0.1", "0.3", "1", "3")]
    print_table([f"noise {REVERSED:g}", "regression", "with energy"], rows)
    rows = []
    for name in TABLE_I:
        for what, words in (("", ("--no-physical",)), *((f"windows of {w} s", ("--no-physical", "--energy", w))
                                                         for w in ("0.025", "0.05", "0.1")),
                            ("h = 0", ()), ("h = 0, windows of 0.1 s", ("--energy", "0.1"))):
            rows.append([name, what, *start_row(options, pool, name, words)])
    print_table(["system", "change", "converged", "iterations", "inertia", "friction"], rows)


def main():
    known = {"noise": compare_noise, "starts": compare_starts, "reasons": find_reasons}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*known, []], help="all without it")
    parser.add_argument("--seeds", type=int, default=9, help="drawn logs of a noise (default: 9)")
    parser.add_argument("--starts", type=int, default=100, help="random starts (default: 100)")
    add_options(parser)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.what or known:
            known[name](options, pool)


if __name__ == "__main__":
    main()
