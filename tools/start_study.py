#!/usr/bin/python3
"""Study of the start values: do all fits of one problem end at the same numbers?

usage: start_study.py [--all | NAME...] [--starts N] [--spread X] [--compliance-scale X]... [--jobs N] [--cli FILE]

Every embedded example is identified with its own log from N start values, drawn log-uniformly between 1/X and X
times the truth, at each scale of the compliances.  A row has, for a parameter over the runs that
converged, the median value and sigma and the largest difference of a value from the median in
per mille of that sigma; the last column names the start that is furthest away.

The exit status is 1 when a run does not converge or a value is further than one per mille of its sigma away.
"""
import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import median

sys.dont_write_bytecode = True

from headline_study import add_examples, check_examples, draw_starts  # noqa: E402
from measure import EXAMPLES, Run, print_table, read_truth, set_values  # noqa: E402

MOST = 1e-3  # difference from the median, in sigmas
HEAD = ("median", "sigma", "largest difference [1e-3 sigma]", "start")


def identify(options, job):
    name, scale, start, shipped = job
    words = [] if scale is None else ["--compliance-scale", f"{scale:g}"]
    if start:
        words += set_values(draw_starts(shipped, read_truth(name), options.spread, start))
    return Run(options.cli, EXAMPLES / f"{name}.trammel", *words)


def tell_parameter(found):
    """The row of a parameter, given by start, and its largest difference in sigmas."""
    middle = median(q["value"] for q in found.values())
    sure = [q["sigma"] for q in found.values() if q["sigma"] is not None]
    first = next(iter(found.values()))
    words = (f"{first['id']} [{first['unit']}]", f"{middle:.6g}")
    if not sure:
        return (*words, "-", "-", ""), 0
    sigma = median(sure)
    far = max(found, key=lambda start: abs(found[start]["value"] - middle))
    most = abs(found[far]["value"] - middle) / sigma
    return (*words, f"{sigma:.2g}", f"{1e3 * most:.3g}", str(far)), most


def tell_study(name, scale, runs):
    """Prints the table of an example at one scale and returns the failed criteria."""
    title = name if scale is None else f"{name}, compliances x {scale:g}"
    failures = [f"{title}, start {start}: {run.status}: {run.result['message'] if run.result else run.reason}"
                for start, run in runs.items() if run.status != "converged"]
    ended = {start: run.parameters() for start, run in runs.items() if run.status == "converged"}
    if not ended:
        return failures
    rows, far = [], []
    for name in next(iter(ended.values())):
        row, most = tell_parameter({start: found[name] for start, found in ended.items()})
        rows.append(row)
        far += [f"{title}: {name}: {most:.2g} sigma from the median"] if most > MOST else []
    print_table((f"{title}, {len(ended)} of {len(runs)} starts", *HEAD), rows)
    return failures + far


def parse():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add_examples(parser)
    parser.add_argument("--starts", type=int, default=10, help="start values of an example (default: 10)")
    parser.add_argument("--compliance-scale", type=float, action="append", metavar="X",
                        help="factor on all compliances (default: those of the example); may be repeated")
    options = parser.parse_args()
    check_examples(parser, options)
    if options.starts < 1:
        parser.error("--starts is at least 1")
    return options


def main():
    options = parse()
    failures = []
    with ProcessPoolExecutor(options.jobs) as pool:
        work = partial(identify, options)
        for name in options.names:
            shipped = work((name, None, 0, None))
            if not shipped.result:
                failures.append(f"{name}: {shipped.status}: {shipped.reason}")
                continue
            for scale in options.compliance_scale or [None]:
                starts = range(1, options.starts + 1)
                runs = pool.map(work, [(name, scale, start, shipped) for start in starts])
                failures += tell_study(name, scale, dict(zip(starts, runs)))
    print("\n".join(f"FAILED {failure}" for failure in failures) or "all criteria hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
