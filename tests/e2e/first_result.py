#!/usr/bin/python3
"""Test of the first result of an example in exactly two actions: its card, Identify; then of the
export through the real file chooser, and of the file."""

import json
import math
import sys

import drive


def check_result(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    assert result["format"] == "trammel-result/2", result["format"]
    assert result["status"] == "converged", result["message"]
    parameters = result["parameters"]
    assert len(parameters) >= 3, parameters
    for parameter in parameters:
        assert parameter["unit"], parameter
        assert math.isfinite(parameter["value"]), parameter
        assert parameter["sigma"] is None or parameter["sigma"] > 0, parameter
        assert parameter["identifiable"] or parameter["physical"] or parameter["sigma"] is None, parameter
    assert any(parameter["sigma"] for parameter in parameters), "no sigma at all"
    assert result["logs"][0]["sensors"][0]["fit_percent"] > 90, result["logs"]


def test(program, folder, example):
    program.identify_example(example)
    drive.check_count(program, 2, exactly=True)
    path = folder / "result.json"
    program.export(path)
    check_result(path)


if __name__ == "__main__":
    drive.run(test, [sys.argv[1]], sys.argv[2])
