#!/usr/bin/python3
"""Counts the single tests in Meson's testlog.json and prints `N passed, N failed` last.

Programs that speak TAP are counted by their points, others as one test each.  A point that was
planned but not reached, a crash, a time-out and a log that is missing or empty count as failed.
The exit code is 0 only when nothing failed.
"""
import json
import re
import sys

POINT = re.compile(r"^(not )?ok\b(?:\s+\d+)?([^#]*)(?:#\s*(\w+)\S*\s*(.*))?", re.IGNORECASE)
PLAN = re.compile(r"^1\.\.(\d+)")


class Count:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.reasons = []

    def skip(self, name, reason):
        self.skipped += 1
        self.reasons.append(f"{name}: {reason}" if reason else name)


def count_points(output, count):
    """Adds the TAP points of one program; returns how many there were and how many it planned."""
    seen, planned, failed = 0, None, 0
    for line in output.splitlines():
        plan = PLAN.match(line)
        if plan:
            planned = int(plan.group(1))
            continue
        point = POINT.match(line)
        if not point:
            continue
        seen += 1
        directive = (point.group(3) or "").upper()
        if directive == "SKIP":
            count.skip(point.group(2).strip(), (point.group(4) or "").strip())
        elif point.group(1) and directive != "TODO":
            failed += 1
        else:
            count.passed += 1
    count.failed += failed
    return seen, planned, failed


def count_test(test, count):
    result = test["result"]
    seen, planned, failed = count_points(test.get("stdout") or "", count)
    if seen == 0 and planned is None:
        if result == "OK":
            count.passed += 1
        elif result == "SKIP":
            count.skip(test["name"], (test.get("stdout") or "").strip().split("\n")[-1])
        else:
            count.failed += 1
        return
    unreached = max(0, (planned if planned is not None else seen) - seen)
    count.failed += unreached
    bad = result not in ("OK", "SKIP", "EXPECTEDFAIL")
    if bad and failed + unreached == 0:
        count.failed += 1
    if planned == 0 and not bad:
        count.skip(test["name"], "nothing to test here")


def main(path):
    count = Count()
    try:
        with open(path, encoding="utf-8") as log:
            tests = [json.loads(line) for line in log if line.strip()]
    except OSError as error:
        print(f"no test log: {error}")
        tests = []
    if not tests:
        count.failed += 1
        print("no test was run")
    for test in tests:
        count_test(test, count)
    for reason in count.reasons:
        print(f"skipped {reason}")
    print(f"{count.skipped} skipped")
    print(f"{count.passed} passed, {count.failed} failed")
    return 1 if count.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
