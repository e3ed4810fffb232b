#!/usr/bin/python3
"""Wrong but plausible input: each row of docs/user/wrong-input.md is run, and has the findings of that page.

usage: test-wrong-input.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import re
import sys
from pathlib import Path

from support import ROOT, main, run, succeed, test

PAGE = ROOT / "docs/user/wrong-input.md"
READ = "read as it is meant"
SPOILERS = {}


def spoils(name, example="servo"):
    """Registers the function that spoils a log in the way of a row of the page."""
    def register(function):
        SPOILERS[name] = (example, function)
        return function
    return register


class Log:
    """An example: its project, and the table of its log."""

    def __init__(self, example):
        if not Path(f"{example}.csv").exists():
            succeed("example", example)
        with open(f"{example}.csv", newline="") as file:
            self.head, *rows = csv.reader(file)
        self.rows = [[float(cell) for cell in row] for row in rows]
        self.project = json.loads(Path(f"{example}.trammel").read_text())
        self.entry = self.project["logs"][0]
        self.entry.pop("sha256", None)
        self.entry["file"] = "log.csv"
        self.separator, self.decimal = ",", "."

    def change(self, column, function):
        """Replaces each number of a column by function(number, row)."""
        for i, row in enumerate(self.rows):
            row[column] = function(row[column], i)

    def largest(self, column):
        return max(abs(row[column]) for row in self.rows)

    def cell(self, number):
        return "" if number is None else f"{number:.9g}".replace(".", self.decimal)

    def write(self):
        lines = [self.head] + [[self.cell(cell) for cell in row] for row in self.rows]
        Path("log.csv").write_text("\n".join(self.separator.join(line) for line in lines) + "\n")
        Path("p.trammel").write_text(json.dumps(self.project))

    def add_rate(self, unit, factor):
        """Adds a column with the derivative of the position, over 50 ms."""
        last = len(self.rows) - 1
        rates = []
        for i in range(len(self.rows)):
            a, b = self.rows[max(i - 25, 0)], self.rows[min(i + 25, last)]
            rates.append(factor * (b[1] - a[1]) / (b[0] - a[0]))
        self.head.append(f"velocity [{unit}]")
        for row, rate in zip(self.rows, rates):
            row.append(rate)


@spoils("degrees taken as radians")
def degrees(log):
    log.entry["channels"][0]["unit"] = "rad"


@spoils("radians taken as degrees")
def radians(log):
    log.change(1, lambda v, i: math.radians(v))


@spoils("degrees taken as radians, beside a column of the rate")
def degrees_with_rate(log):
    log.add_rate("deg/s", 1)
    log.entry["channels"][0]["unit"] = "rad"


@spoils("a rate in rad/s that is called deg/s")
def rate_in_radians(log):
    log.add_rate("deg/s", math.radians(1))


@spoils("millimetres taken as metres (the cart of the cart-pole)", "cart-pole")
def millimetres(log):
    log.entry["channels"][1]["unit"] = "m"


@spoils("milliamperes taken as amperes")
def milliamperes(log):
    log.change(2, lambda v, i: 1000 * v)


@spoils("the columns of sensor and motor swapped")
def swapped(log):
    sensor, motor = log.entry["channels"]
    sensor["column"], motor["column"] = motor["column"], sensor["column"]


@spoils("milliseconds taken as seconds")
def milliseconds(log):
    log.change(0, lambda v, i: 1000 * v)


@spoils("milliseconds taken as seconds, with a step of 1 ms")
def milliseconds_with_step(log):
    milliseconds(log)
    log.project["settings"]["h"] = 0.001


@spoils("seconds taken as milliseconds")
def seconds(log):
    log.entry["time"]["unit"] = "ms"


@spoils("the sensor with the wrong sign")
def sensor_sign(log):
    log.change(1, lambda v, i: -v)


@spoils("the sensor of a joint without a motor with the wrong sign (the Furuta pendulum)", "furuta")
def passive_sensor_sign(log):
    log.change(2, lambda v, i: -v)


@spoils("the motor with the wrong sign")
def motor_sign(log):
    log.change(2, lambda v, i: -v)


@spoils("the rate with the wrong sign")
def rate_sign(log):
    log.add_rate("deg/s", -1)


@spoils("a decimal comma and semicolons")
def semicolons(log):
    log.separator, log.decimal = ";", ","


@spoils("a decimal comma and commas between the cells")
def commas(log):
    log.decimal = ","


@spoils("a row that repeats its stamp")
def repeated(log):
    log.rows.insert(500, log.rows[500])


@spoils("rows in the wrong order")
def disordered(log):
    log.rows[5000:9000] = log.rows[7000:9000] + log.rows[5000:7000]


@spoils("50 lost rows")
def lost(log):
    del log.rows[4000:4050]


@spoils("200 cells without a number")
def empty(log):
    log.change(1, lambda v, i: None if 2000 <= i < 2200 else v)


@spoils("−999 for missing samples")
def sentinel(log):
    log.change(1, lambda v, i: -999 if i % 500 == 7 else v)


@spoils("the sensor stuck for 0.3 s")
def stuck(log):
    held = log.rows[3000][1]
    log.change(1, lambda v, i: held if 3000 <= i < 3300 else v)


@spoils("the sensor stuck all the time")
def dead(log):
    log.change(1, lambda v, i: 12.5)


@spoils("the sensor clipped at 70 %")
def clipped(log):
    most = 0.7 * log.largest(1)
    log.change(1, lambda v, i: max(-most, min(most, v)))


@spoils("the input clipped at 60 % (the Furuta pendulum)", "furuta")
def clipped_input(log):
    most = 0.6 * log.largest(3)
    log.change(3, lambda v, i: max(-most, min(most, v)))


@spoils("a counter that starts again at a quarter turn")
def counter(log):
    log.change(1, lambda v, i: v % 90)


@spoils("an angle within ±180°")
def wrapped(log):
    log.change(1, lambda v, i: (v + 180) % 360 - 180)


@spoils("the input zero")
def idle(log):
    log.change(2, lambda v, i: 0)


@spoils("the input constant")
def constant_input(log):
    held = log.rows[3000][2]
    log.change(2, lambda v, i: held)


@spoils("an input of half the size, with a free gain")
def half(log):
    log.change(2, lambda v, i: v / 2)


@spoils("a clock that is 5 % fast")
def fast(log):
    log.change(0, lambda v, i: 1.05 * v)


@spoils("a sensor with 10 % more than its scale")
def scaled(log):
    log.change(1, lambda v, i: 1.1 * v)


@spoils("a sensor with a zero that is 5° off")
def shifted(log):
    log.change(1, lambda v, i: v + 5)


@spoils("an input that is 5 ms late")
def late(log):
    inputs = [row[2] for row in log.rows]
    log.change(2, lambda v, i: inputs[max(i - 5, 0)])


def tables():
    """The rows of the two tables of the page, as lists of their cells."""
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|---"):
            found.append([])
            continue
        if found and line.startswith("|") and not line.startswith("| input |"):
            found[-1].append(cells)
    return found


NOTICED, UNNOTICED = tables()


def codes(text):
    return set(re.findall(r"`([a-z-]+)`", text))


def check():
    """Codes of the check, and those of warnings and errors among them."""
    found = json.loads(run("check", "p.trammel", "--json").stdout)["findings"]
    return {f["code"] for f in found}, {f["code"] for f in found if f["severity"] != "info"}


def fit():
    done = run("identify", "p.trammel", "--no-physical", "--progress", "none", "--json")
    return json.loads(done.stdout)


def spoiled(name):
    example, function = SPOILERS[name]
    log = Log(example)
    function(log)
    log.write()
    return log


@test
def every_row_has_its_log():
    assert {row[0] for row in NOTICED + UNNOTICED} == set(SPOILERS)


@test
def clean_logs_have_no_findings():
    for example in ("servo", "furuta", "cart-pole"):
        Log(example).write()
        assert check() == (set(), set()), example


@test
def the_check_reports_it():
    for name, before, _ in NOTICED:
        spoiled(name)
        found, grave = check()
        if before == READ:
            assert not found, (name, found)
        else:
            assert codes(before) and codes(before) <= found, (name, found)


@test
def the_result_reports_it():
    for name, _, after in NOTICED:
        if after:
            spoiled(name)
            found = {f["code"] for f in fit()["findings"]}
            assert codes(after) <= found, (name, found)


@test
def what_is_meant_gives_the_same_values():
    Log("servo").write()
    values = [p["value"] for p in fit()["parameters"]]
    for name, before, _ in NOTICED:
        if before == READ:
            spoiled(name)
            assert [p["value"] for p in fit()["parameters"]] == values, name


@test
def what_is_not_noticed():
    """No warning: a row that gets one belongs to the first table."""
    for name, _ in UNNOTICED:
        spoiled(name)
        assert not check()[1], name


if __name__ == "__main__":
    sys.exit(main())
