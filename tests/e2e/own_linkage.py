#!/usr/bin/python3
"""Test of a motor-driven four-bar linkage with real clicks and keys: from the template, a spring
between two bodies is added, measured and freed, a log is opened, identified, exported.

The log is simulated by linkage.py; the result must have the spring and all the rest."""

import json
import sys
import time

import drive
import linkage
from own_model import expect_text, find_row, select, type_into

TEMPLATE = "Four-bar linkage with one encoder"


def create(program):
    program.wait_for("push button", "New from template…")
    program.until(lambda: program.press("ctrl+n"), program.has_dialog, "the templates")
    time.sleep(0.5)
    program.click(drive.wait(lambda: program.find("list item", TEMPLATE), f"“{TEMPLATE}”"))
    program.click(program.wait_for("push button", "Create"))
    # GTK 4.8 does not survive accessibility requests on a window that is being destroyed
    time.sleep(3)
    program.wait_for("label", "Body crank")


def add_spring(program):
    """Adds the spring from the menu, by keys; then types its numbers and frees its stiffness."""
    select(program, "body rocker", "Body rocker")
    program.click_button("More", lambda: program.find("menu item", "Spring"), "the menu", 10)
    time.sleep(1)
    for key in ("Down", "Up", "Return"):
        program.press(key)
        time.sleep(0.2)
    program.wait_for("label", "Joint spring1")
    type_into(program, "Spring Rest position", f"{100 * linkage.REST:g} cm")
    expect_text(program, "Spring Rest position", f"{linkage.REST:g}")
    type_into(program, "Spring Stiffness", "0.05 N/mm")
    expect_text(program, "Spring Stiffness", "50")
    program.click_button("Free Spring Stiffness",
                         lambda: program.find("text", "Min, Spring Stiffness"), "the bounds")


def try_sensor(program):
    """Adds a superfluous sensor and removes it by undo."""
    select(program, "body coupler", "Body coupler")
    program.click_button("Add sensor", lambda: program.find("label", "Sensor sensor1"),
                         "the sensor")
    program.until(lambda: program.press("ctrl+z"),
                  lambda: find_row(program, "sensor sensor1") is None, "the end of the sensor")


def open_log(program, path):
    program.choose_file(lambda: program.press("ctrl+i"), path)
    program.click_button("Import", lambda: program.find_button("Apply"), "the mapping")
    program.click_button("Apply", lambda: not program.has_dialog(), "the log")
    time.sleep(1)


def check_result(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    assert result["status"] == "converged", result["message"]
    found = {parameter["id"]: parameter for parameter in result["parameters"]}
    assert set(found) == set(linkage.TRUTH), set(found) ^ set(linkage.TRUTH)
    for name, true in linkage.TRUTH.items():
        physical = found[name]["physical"]
        value, sigma, systematic = (physical[key] for key in ("value", "sigma", "systematic"))
        print(f"{name}: true {true:g}, found {value:.5g} ± {sigma:.2g} ± {systematic:.2g}")
        assert sigma < 0.05 * true and systematic < 0.2 * true, f"{name}: {physical}"
        assert abs(value - true) < 3 * sigma + systematic, f"{name}: {value}, expected {true}"


def test(program, folder):
    log, result = folder / "linkage.csv", folder / "result.json"
    linkage.write_log(log)
    create(program)
    add_spring(program)
    try_sensor(program)
    open_log(program, log)
    program.identify(300)
    program.export(result)
    check_result(result)


if __name__ == "__main__":
    drive.run(test, [sys.argv[1]])
