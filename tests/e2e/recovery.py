#!/usr/bin/python3
"""Test of unsaved work in a killed program: the next start offers it, complete with the changed
values and the runs, and it can be saved."""

import json
import os
import pathlib
import subprocess
import sys

import drive

RECOVERY = pathlib.Path(os.environ["XDG_STATE_HOME"]) / "trammel/recovery"


def activate(name, argument="@av []"):
    """Activates an action of the window, by the session bus."""
    subprocess.run(["gdbus", "call", "--session", "--dest", "io.github.trammel.Trammel",
                    "--object-path", "/io/github/trammel/Trammel/window/1",
                    "--method", "org.gtk.Actions.Activate", name, argument, "{}"],
                   check=True, capture_output=True)


def press_in_message(program, text, label):
    """Returns the button in the message that begins with `text`."""
    def find():
        for node in drive.walk(program.root):
            if node.get_role_name() == "label" and node.get_name().startswith(text):
                return program.find("push button", label, node.get_parent())
        return None

    program.until(lambda: program.click(drive.wait(find, f"“{text}…” with “{label}”")),
                  lambda: program.find_button("Identify"), "what was recovered")


def work_and_be_killed(command, example):
    program = drive.Program(command)
    program.identify_example(example)
    activate("run-apply", "[<uint32 1>]")  # the estimates as start values: unsaved work
    drive.wait(lambda: not list(RECOVERY.glob("*.json")), "nothing to be kept before a fit")
    (kept,) = program.until(lambda: program.press("F5"), lambda: list(RECOVERY.glob("*.json")),
                            "the file of unsaved work")
    values = json.loads(kept.read_text(encoding="utf-8"))["project"]
    program.kill()
    return kept, values


def save(program, path):
    program.choose_file(lambda: program.press("ctrl+s"), path)
    drive.wait(path.exists, f"the file {path}")


def test(program, folder, kept, before):
    press_in_message(program, "Recovered unsaved work", "Open")
    # the run that was kept is shown again
    program.wait_for("label", "Converged")
    path = folder / "saved.trammel"
    save(program, path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["model"] == before["model"], "the values are not those of the work"
    assert len(saved["runs"]) == len(before["runs"]) == 1, len(saved["runs"])
    assert saved["runs"][0]["status"] == "converged", saved["runs"][0]["message"]
    assert (path.parent / saved["logs"][0]["file"]).exists(), saved["logs"]
    drive.wait(lambda: not kept.exists(), "the kept file to go once all is saved")


if __name__ == "__main__":
    drive.run(test, [sys.argv[1]], *work_and_be_killed([sys.argv[1]], sys.argv[2]))
