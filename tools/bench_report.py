#!/usr/bin/python3
"""Runs the benchmark programs of a build folder, prints their rows as tables and keeps them.

usage: bench_report.py [--no-keep] --folder FOLDER [PROGRAM]...

A program prints rows `table, row, column, value, unit`, separated by tabs.  Times are the CPU time
of one pinned thread, medians of turns that contestants take one after the other; still, only
ratios of one run tell something, and of rows in one table.  The kept files are
bench/results/DATE-COMMIT.json; the oldest one of the same processor is the one to compare with.
"""
import argparse
import datetime
import json
import os
import platform
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
PROGRAMS = ["ceres", "identify", "factor", "parts", "stepper", "threads", "count"]

# threads of libraries would spin on the other cores
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}


# --- rows ----------------------------------------------------------------------------------------

def command_of(folder, name):
    program = folder / "bench" / f"bench-{name}"
    if name == "count":
        return ["/usr/bin/python3", ROOT / "bench" / "check-count.py", "--rows", program, "any"]
    return [program]


def run(command):
    """Rows of a program as {table: {row: {column: [value, unit]}}}."""
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True,
                         env={**os.environ, **ENVIRONMENT}).stdout
    tables = {}
    for line in out.splitlines():
        table, row, column, value, unit = line.split("\t")
        tables.setdefault(table, {}).setdefault(row, {})[column] = [float(value), unit]
    return tables


def shown(cell):
    return "" if cell is None else f"{cell[0]:.4g} {cell[1]}".strip()


def print_table(title, rows):
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    cells = [["", *columns]]
    cells += [[name, *(shown(row.get(column)) for column in columns)] for name, row in rows.items()]
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    print(f"\n{title}")
    for line in cells:
        print("  " + line[0].ljust(widths[0]) +
              "".join("  " + cell.rjust(width) for cell, width in zip(line[1:], widths[1:])))


# --- what is wanted ------------------------------------------------------------------------------

def value(tables, table, row, column):
    return tables.get(table, {}).get(row, {}).get(column, [None])[0]


def best_other(tables, table, column):
    """The best of those that are not ours, as a multiple of ours."""
    rows = tables.get(table, {})
    others = [cells[column][0] for name, cells in rows.items() if name != "ours" and column in cells]
    return min(others, default=None)


def share(tables, table, row, other, column):
    a, b = value(tables, table, row, column), value(tables, table, other, column)
    return None if a is None or b is None else a / b


STEPS = "parts by steps (Furuta)"
WALL = "iteration, on the wall"

# what, how to find it in the tables, limit (a floor where it is wanted large)
TARGETS = [
    ("one iteration [ms]", lambda t: value(t, "iteration", "ours", "CPU"), "<=", 8),
    ("Ceres' best to ours, one iteration", lambda t: best_other(t, "iteration", "to ours"),
     ">=", 12),
    ("whole identification [ms]", lambda t: value(t, "identification", "predicted", "CPU"),
     "<=", 40),
    ("CHOLMOD's best to ours, matrix of predicted",
     lambda t: best_other(t, "matrix of predicted", "to ours"), ">=", 2.5),
    ("CHOLMOD's best to ours, matrix of explicit",
     lambda t: best_other(t, "matrix of explicit", "to ours"), ">=", 6),
    ("time per step, 100000 steps to 1000",
     lambda t: share(t, STEPS, "100000 steps", "1000 steps", "iteration"), "<=", 1.6),
    ("two threads, second core as it is", lambda t: value(t, WALL, "second core as it is", "speed-up"),
     ">=", 1.6),
    ("two threads, a core kept busy", lambda t: value(t, WALL, "a core kept busy", "speed-up"),
     ">=", 0.95),
    ("instructions per step and iteration",
     lambda t: value(t, "instructions", "furuta, avx2", "per step and iteration"), "<=", 75000),
    ("memory per step [KB]", lambda t: value(t, STEPS, "10000 steps", "memory"), "<=", 16),
]


def print_targets(tables, before):
    lines = [("", "now", "at first", "wanted", "")]
    for what, find, sign, limit in TARGETS:
        found, old = find(tables), find(before or {})
        if found is None:
            continue
        reached = found <= limit if sign == "<=" else found >= limit
        lines.append((what, f"{found:.3g}", "" if old is None else f"{old:.3g}",
                      f"{sign} {limit:g}", "" if reached else "not reached"))
    widths = [max(len(line[i]) for line in lines) for i in range(5)]
    print("\ntargets")
    for line in lines:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


# --- the machine and the kept results ------------------------------------------------------------

def ask(*words):
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def processor():
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def machine():
    return {"processor": processor(), "cores": os.cpu_count(), "system": platform.system(),
            "compiler": ask("gcc", "--version").split("\n")[0]}


def oldest(of):
    """Tables of the first results that were kept of a processor."""
    kept = [json.loads(path.read_text(encoding="utf-8")) for path in RESULTS.glob("*.json")]
    same = [k for k in kept if k["machine"]["processor"] == of]
    return min(same, key=lambda k: k["date"])["tables"] if same else None


def keep(results):
    commit = results["commit"] or "unknown"
    path = RESULTS / f"{results['date'][:10]}-{commit}.json"
    RESULTS.mkdir(exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(f"\nkept as {path.relative_to(ROOT)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--no-keep", action="store_true", help="only print")
    parser.add_argument("--folder", type=Path, required=True, help="with the programs")
    parser.add_argument("programs", nargs="*", metavar="program", help=", ".join(PROGRAMS))
    args = parser.parse_args()
    unknown = set(args.programs) - set(PROGRAMS)
    if unknown:
        parser.error(f"unknown program {sorted(unknown)[0]}; there are {', '.join(PROGRAMS)}")
    results = {"date": datetime.datetime.now().isoformat(timespec="minutes"),
               "commit": ask("git", "rev-parse", "--short=12", "HEAD"),
               "machine": machine(), "load": [os.getloadavg()[0]], "tables": {}}
    print(f"{results['machine']['processor']}, {results['machine']['cores']} cores, "
          f"{results['machine']['compiler']}; load {results['load'][0]:.1f}")
    for name in args.programs or PROGRAMS:
        for title, rows in run(command_of(args.folder, name)).items():
            results["tables"][title] = rows
            print_table(title, rows)
    results["load"].append(os.getloadavg()[0])
    print_targets(results["tables"], oldest(results["machine"]["processor"]))
    print(f"\nload {results['load'][0]:.1f} to {results['load'][1]:.1f}: with a load above 1 times "
          "are too long, and ratios move by a fifth")
    if not args.no_keep and not args.programs:
        keep(results)


if __name__ == "__main__":
    main()
