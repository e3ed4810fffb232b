#!/usr/bin/python3
"""Test of a motor-driven four-bar linkage with real clicks and keys: from the template, a spring
between two bodies is added, measured and freed, a log is opened, identified, exported.

The log is simulated by linkage.py; the result must have the spring and all the rest."""

import json
import sys

import drive
import linkage
from own_model import create_from, expect_text, find_row, has_focus, select, type_into

TEMPLATE = "Four-bar linkage with one encoder"


def create(program):
    program.wait_for("push button", "New from template…")
    create_from(program, TEMPLATE)
    program.wait_for("label", "Body crank")


def add_spring(program):
    """Adds the spring from the menu, by keys; then types its numbers and frees its stiffness."""
    select(program, "body rocker", "Body rocker")
    program.click_button("More", lambda: program.find("menu item", "Spring"), "the menu")

    def aim():
        program.press("Down")
        program.press("Up")

    program.until(aim, lambda: has_focus(program.find("menu item", "Spring")), "the item Spring")
    program.until(lambda: program.press("Return"), lambda: program.find("label", "Joint spring1"),
                  "the spring")
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
    program.import_log(lambda: program.press("ctrl+i"), path)
    program.apply_mapping()


def check_result(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    assert result["status"] == "converged", result["message"]
    found = {parameter["id"]: parameter for parameter in result["parameters"]}
    assert set(found) == set(linkage.TRUTH), set(found) ^ set(linkage.TRUTH)
    for name, true in linkage.TRUTH.items():
        parameter = found[name]
        value, sigma, noise = (parameter[key] for key in ("value", "sigma", "noise"))
        print(f"{name}: true {true:g}, found {value:.5g} ± {sigma:.2g}")
        assert parameter["physical"] and noise < 0.05 * true and sigma < 0.2 * true, parameter
        assert abs(value - true) < 3 * sigma, f"{name}: {value}, expected {true}"


def test(program, folder):
    log, result = folder / "linkage.csv", folder / "result.json"
    linkage.write_log(log)
    create(program)
    add_spring(program)
    try_sensor(program)
    open_log(program, log)
    program.identify()
    program.export(result)
    check_result(result)


if __name__ == "__main__":
    drive.run(test, [sys.argv[1]])
