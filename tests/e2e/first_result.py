#!/usr/bin/python3
"""Two clicks to the first result: example card, Identify; then the export through the real file
chooser, and a look into the file."""

import json
import math
import pathlib
import sys
import tempfile
import time

import drive


def export(program, path):
    """Ctrl+E, an absolute path typed into the chooser, Return."""
    drive.xdotool("key", "ctrl+e")
    # the chooser is a second window of the program
    drive.wait(lambda: program.root.get_child_count() > 1, "the file chooser")
    time.sleep(0.5)
    drive.xdotool("key", "ctrl+a")
    drive.xdotool("type", "--delay", "15", str(path))
    time.sleep(1)
    drive.xdotool("key", "Return")
    drive.wait(path.exists, f"the file {path}", 15)


def check_result(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    assert result["format"] == "trammel-result/1", result["format"]
    assert result["status"] == "converged", result["message"]
    parameters = result["parameters"]
    assert len(parameters) >= 3, parameters
    for parameter in parameters:
        assert parameter["unit"], parameter
        assert math.isfinite(parameter["value"]), parameter
        assert parameter["sigma"] is None or parameter["sigma"] > 0, parameter
        assert parameter["identifiable"] or parameter["sigma"] is None, parameter
    assert any(parameter["sigma"] for parameter in parameters), "no sigma at all"
    assert result["logs"][0]["sensors"][0]["fit_percent"] > 90, result["logs"]


def main():
    program = drive.Program([sys.argv[1]], "trammel")
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "result.json"
            program.click(program.wait_for("push button", sys.argv[2]))
            program.click(program.wait_for("push button", "Identify"))
            program.wait_for("label", "Converged", 60)
            export(program, path)
            check_result(path)
    finally:
        program.quit()


if __name__ == "__main__":
    try:
        main()
    except (drive.Failure, AssertionError) as failure:
        print(f"not as expected: {failure}", file=sys.stderr)
        sys.exit(1)
