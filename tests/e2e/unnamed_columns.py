#!/usr/bin/python3
"""Test of the import of a CSV file of 13 columns without a header, up to an exported result, in at
most twelve actions besides the typing of a name and a unit.

Name and unit typed at the import choose the mechanism and the channel; Return imports, although the
file is read again after the last entry."""

import math
import random
import sys

import drive
import own_log
from drive import Atspi

MOST_ACTIONS, COLUMNS, NAMED = 12, 13, 5  # the angle is in the fifth column


def write_log(path):
    source = random.Random(2)
    rows = []
    for i, q in enumerate(own_log.simulate()):
        cells = [f"{source.gauss(0, 1):.4f}" for _ in range(COLUMNS)]
        cells[0] = f"{i / own_log.RATE:.3f}"
        cells[NAMED - 1] = f"{math.degrees(q + source.gauss(0, own_log.NOISE)):.4f}"
        rows.append(",".join(cells))
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def name_column(program):
    """Types a name, Tab, a unit, Tab, the next name; returns the number of these actions."""
    before = len(program.actions)
    entry = program.wait_for("text", f"Name of #{NAMED}")
    program.until(lambda: (program.click(entry), program.type("angle")),
                  lambda: program.has_text("angle"), "the name")
    program.press("Tab")
    program.until(lambda: program.type("deg"), lambda: program.has_text("deg"), "the unit")
    program.press("Tab")
    program.until(lambda: program.type("load cell"), lambda: program.has_text("load cell"),
                  "the next name")
    tick = program.find("check box", f"Use #{NAMED + 1}")
    assert tick.get_state_set().contains(Atspi.StateType.CHECKED), "a blank has unticked the column"
    return len(program.actions) - before


def test(program, folder):
    log, result = folder / "plain.csv", folder / "result.json"
    write_log(log)
    program.choose_file(
        lambda: program.click(program.wait_for("push button", "Open log (CSV, MAT)…")), log)
    names = name_column(program)
    program.until(lambda: program.press("Return"), lambda: program.find_button("Apply"),
                  "the mapping")
    own_log.check_mechanism(program)
    program.apply_mapping()
    program.identify()
    program.export(result)
    drive.check_count(program, MOST_ACTIONS + names)
    own_log.check_result(result)


if __name__ == "__main__":
    drive.run(test, [sys.argv[1]])
