#!/usr/bin/python3
"""The program is killed with unsaved work; the next start offers it, and it is all there: the
changed values, the runs, and the file that is saved from it."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import drive

RECOVERY = pathlib.Path(os.environ["XDG_STATE_HOME"]) / "trammel/recovery"


def activate(name, argument="@av []"):
    """An action of the window, by the session bus."""
    subprocess.run(["gdbus", "call", "--session", "--dest", "io.github.trammel.Trammel",
                    "--object-path", "/io/github/trammel/Trammel/window/1",
                    "--method", "org.gtk.Actions.Activate", name, argument, "{}"],
                   check=True, capture_output=True)


def press_in_message(program, text, label):
    """The button in the message that begins with `text`."""
    def find():
        for node in drive.walk(program.root):
            if node.get_role_name() == "label" and node.get_name().startswith(text):
                for other in drive.walk(node.get_parent()):
                    if other.get_role_name() == "push button" and other.get_name() == label:
                        return other
        return None

    program.click(drive.wait(find, f"“{text}…” with the button “{label}”"))


def work_and_be_killed(command, example):
    program = drive.Program(command, "trammel")
    program.click(program.wait_for("push button", example))
    program.click(program.wait_for("push button", "Identify"))
    program.wait_for("label", "Converged", 60)
    activate("run-apply", "[<uint32 1>]")  # the estimates as start values: unsaved work
    drive.wait(lambda: not list(RECOVERY.glob("*.json")), "nothing to be kept before a fit", 5)
    drive.xdotool("key", "F5")
    (kept,) = drive.wait(lambda: list(RECOVERY.glob("*.json")), "the file of unsaved work", 20)
    values = json.loads(kept.read_text(encoding="utf-8"))["project"]
    program.process.send_signal(signal.SIGKILL)
    program.process.wait(10)
    return kept, values


def save(program, path):
    drive.xdotool("key", "ctrl+s")
    drive.wait(lambda: program.root.get_child_count() > 1, "the file chooser")
    time.sleep(0.5)
    drive.xdotool("key", "ctrl+a")
    drive.xdotool("type", "--delay", "15", str(path))
    time.sleep(1)
    drive.xdotool("key", "Return")
    drive.wait(path.exists, f"the file {path}", 15)


def main():
    command, example = [sys.argv[1]], sys.argv[2]
    kept, before = work_and_be_killed(command, example)
    program = drive.Program(command, "trammel")
    try:
        with tempfile.TemporaryDirectory() as folder:
            press_in_message(program, "Recovered unsaved work", "Open")
            program.wait_for("label", "Ready", 60)
            path = pathlib.Path(folder) / "saved.trammel"
            save(program, path)
            saved = json.loads(path.read_text(encoding="utf-8"))
            assert saved["model"] == before["model"], "the values are not those of the work"
            assert len(saved["runs"]) == len(before["runs"]) == 1, len(saved["runs"])
            assert saved["runs"][0]["status"] == "converged", saved["runs"][0]["message"]
            assert (path.parent / saved["logs"][0]["file"]).exists(), saved["logs"]
            drive.wait(lambda: not kept.exists(), "the kept file to go once all is saved", 5)
    finally:
        program.quit()


if __name__ == "__main__":
    try:
        main()
    except (drive.Failure, AssertionError) as failure:
        print(f"not as expected: {failure}", file=sys.stderr)
        sys.exit(1)
